//! `cargo unroll infeasible`: reports code that no input executes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Instant;

use unroll_syntax::{Criteria, Criterion};

use super::analysis::Analysis;
use super::args::{Format, InfeasibleArgs, OutputKind};
use super::exit::Exit;
use super::exit::failure::Failure;
use super::narrow::diff;
use super::result::FunctionResult;
use super::settings::Settings;
use super::{caching, outputs};
use crate::diagnostics::amount::amount;
use crate::effects;
use crate::infeasible::{self, Judgement, Shallow, Warning, WarningKind, json, rustc, sarif};
use crate::instrument::Lock;
use crate::model::outcome::{FunctionVerdict, Note};
use crate::model::source::Mark;
use crate::project::{self, CopyKind, Project, Purpose, SelectedFunction};
use crate::report::{Console, Diagnostic, Level, Renderer, ReportError, Sources, Verbosity};
use crate::score::ChangedLines;
use crate::worker::Children;

/// Does what the command line asks for.
pub(crate) fn run(
    args: &InfeasibleArgs,
    console: &mut Console,
    children: Children,
) -> Result<Exit, Failure> {
    let start = Instant::now();
    let is_verbose = console.verbosity() == Verbosity::Verbose;
    let (mut project, generic) = selected(args, is_verbose)?;
    // Before the build, which takes longer.
    let changed = narrow(&mut project, args.in_diff.as_deref())?;
    super::run::solver(console)?;
    let _locks = Lock::of_run(&project, || {
        console.status("Blocking", "waiting for another run of cargo unroll");
    })?;
    let output = super::cargo_output(console, args.jobs);
    let build = effects::build(&mut project, output, args.allow_effects)?;
    let configured = caching::settings(&project);
    let cache = caching::open(&args.cache, &project.workspace_root, &configured)?;
    let analysis_args = args.analysis();
    let settings: BTreeMap<String, Settings> = project
        .packages
        .iter()
        .map(|package| Ok((package.name.clone(), Settings::of(&analysis_args, package)?)))
        .collect::<Result<_, Failure>>()?;
    let analysis = Analysis {
        args: &analysis_args,
        project: &project,
        settings: &settings,
        output,
        cache: cache.as_ref(),
    };
    let results = analysis.run(&build, console, children)?;
    let judgements: Vec<Judgement> = results
        .iter()
        .map(|result| judge(result, changed.as_ref()))
        .collect();
    let mut report = InfeasibleReport {
        console,
        renderer: Renderer::new(Sources::new(&project.workspace_root)),
        judgements: &judgements,
        is_verbose,
    };
    let skips = project.skips.iter().chain(&build.skips);
    let skips: Vec<(String, Note)> = skips.map(|it| (it.function.clone(), it.note())).collect();
    for warning in caching::finish(cache.as_ref(), &project, console) {
        report.tell(&warning);
    }
    report.skips(&skips);
    report.warnings();
    report.summary(results.len(), skips.len(), generic);
    let millis = start.elapsed().as_millis() as u64;
    report.for_programs(args, millis).map_err(Failure::from)?;
    Ok(if args.deny_warnings && report.count() > 0 {
        Exit::Finding
    } else {
        Exit::Done
    })
}

/// The functions to judge, and the number of generic ones among those selected: a verdict for one choice of types says nothing of others.
fn selected(args: &InfeasibleArgs, is_verbose: bool) -> Result<(Project, usize), Failure> {
    let mut options = args
        .project
        .options()
        .map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    options.functions.clone_from(&args.function);
    options.all_functions = args.function.is_empty();
    let panics = is_verbose.then_some(Criterion::Panics);
    let criteria = [Criterion::Statement, Criterion::Branch];
    options.criteria = Criteria::new(criteria.into_iter().chain(panics));
    let mut project = project::load(&options)?;
    if project.selects_nothing() {
        return Err(project::Errors::from(project.nothing_selected()).into());
    }
    let before = project.functions.len();
    let is_generic = |it: &SelectedFunction| {
        !it.generics.is_empty() || !it.stand_ins.is_empty() || !it.iterators.is_empty()
    };
    project.functions.retain(|function| !is_generic(function));
    let generic = before - project.functions.len();
    for function in &mut project.functions {
        function.purpose = Purpose::Explanations;
    }
    Ok((project.with_copy(CopyKind::Infeasible), generic))
}

/// Leaves out the functions without a changed line; gives the changed lines, if a change is named.
fn narrow(project: &mut Project, change: Option<&str>) -> Result<Option<ChangedLines>, Failure> {
    let Some(change) = change else {
        return Ok(None);
    };
    let changed = diff::changed(change, &project.workspace_root)?;
    project.functions.retain(|it| {
        let (first, last) = it.lines;
        (first..=last).any(|line| changed.contains(&it.span.file, line))
    });
    Ok(Some(changed))
}

fn judge(result: &FunctionResult, changed: Option<&ChangedLines>) -> Judgement {
    let FunctionResult {
        function,
        job,
        outcome,
        ..
    } = result;
    let Ok(text) = std::fs::read_to_string(&function.file) else {
        return Judgement::default();
    };
    let mut judgement = infeasible::judge(function, job, outcome, &text);
    if let Some(changed) = changed {
        let is_changed = |mark: &Mark| {
            let start = &mark.range.start;
            changed.contains(&start.file, start.line)
        };
        let warnings = &mut judgement.warnings;
        warnings.retain(|it| is_changed(&it.place) || it.because.iter().any(is_changed));
        let shallow = &mut judgement.shallow;
        shallow.retain(|it| changed.contains(&it.place.start.file, it.place.start.line));
    }
    judgement
}

struct InfeasibleReport<'r> {
    console: &'r Console,
    renderer: Renderer,
    judgements: &'r [Judgement],
    is_verbose: bool,
}

impl InfeasibleReport<'_> {
    /// The warnings that are shown: those about panics on demand only.
    fn shown(&self) -> impl Iterator<Item = &Warning> {
        let all = self.judgements.iter().flat_map(|it| &it.warnings);
        all.filter(|it| self.is_verbose || it.kind != WarningKind::NeverPanics)
    }

    /// The number of warnings, without simplifications.
    fn count(&self) -> usize {
        self.shown()
            .filter(|it| it.kind != WarningKind::NeverPanics)
            .count()
    }

    fn shallow(&self) -> impl Iterator<Item = &Shallow> {
        self.judgements.iter().flat_map(|it| &it.shallow)
    }

    fn tell(&mut self, diagnostic: &Diagnostic) {
        let text = self.renderer.render(diagnostic);
        self.console.tell(&text);
    }

    /// Functions that are not analysed.
    fn skips(&mut self, skips: &[(String, Note)]) {
        if !self.is_verbose {
            return;
        }
        for (function, note) in skips {
            let verdict = FunctionVerdict::Unsupported;
            self.tell(&Diagnostic::note(function, verdict, note));
        }
    }

    fn warnings(&mut self) {
        let mut diagnostics: Vec<Diagnostic> = self.shown().map(diagnostic).collect();
        if self.is_verbose {
            diagnostics.extend(self.shallow().map(remark));
        }
        for diagnostic in &diagnostics {
            self.tell(diagnostic);
        }
    }

    fn summary(&self, functions: usize, skipped: usize, generic: usize) {
        let warnings = self.count();
        let mut text = format!(
            "{} analysed: {}",
            amount(functions, "function"),
            amount(warnings, "warning")
        );
        let shallow = self.shallow().count();
        if shallow > 0 {
            let places = amount(shallow, "place");
            let _ = write!(text, ", {places} not executed within the depth");
        }
        let undecided: usize = self.judgements.iter().map(|it| it.undecided).sum();
        if undecided > 0 {
            let _ = write!(text, ", {undecided} undecided");
        }
        let others = amount(skipped + generic, "function");
        let _ = match (skipped, generic) {
            (0, 0) => Ok(()),
            (_, 0) => write!(text, "; {others} not analysed"),
            (0, _) => write!(
                text,
                "; {} not analysed",
                amount(generic, "generic function")
            ),
            _ => write!(text, "; {others} not analysed, {generic} of them generic"),
        };
        self.console.status("Finished", &text);
    }

    /// The shown warnings as diagnostics for editors.
    fn rustc(&self) -> String {
        let shallow = self.shallow().filter(|_| self.is_verbose);
        let warnings = self.shown().map(rustc::warning);
        warnings.chain(shallow.map(rustc::shallow)).collect()
    }

    /// JSON lines and other formats.
    fn for_programs(&self, args: &InfeasibleArgs, millis: u64) -> Result<(), ReportError> {
        let mut lines = String::new();
        for judgement in self.judgements {
            let own = judgement.warnings.iter();
            let own = own.filter(|it| self.is_verbose || it.kind != WarningKind::NeverPanics);
            lines.extend(own.map(json::warning));
            lines.push_str(&json::shallow(judgement));
        }
        let functions = self.judgements.len();
        lines.push_str(&json::finished(
            functions,
            self.count(),
            self.judgements,
            millis,
        ));
        match args.message_format {
            Format::Json => self.console.print(&lines),
            Format::Rustc => self.console.print(&self.rustc()),
            _ => {}
        }
        for output in &args.report {
            let text = match output.kind {
                OutputKind::Sarif => sarif::document(&self.shown().collect::<Vec<_>>()),
                OutputKind::Rustc => self.rustc(),
                _ => lines.clone(),
            };
            match output.path.as_deref() {
                Some(path) if path != "-" => outputs::save(path, &text)?,
                _ => self.console.print(&text),
            }
        }
        Ok(())
    }
}

/// A warning in rustc's form.
fn diagnostic(warning: &Warning) -> Diagnostic {
    let code = warning.kind.code();
    let first = std::iter::once(warning.place.clone());
    Diagnostic {
        level: match warning.kind {
            WarningKind::NeverPanics => Level::Note,
            _ => Level::Warning,
        },
        code: Some(code),
        marks: first.chain(warning.because.iter().cloned()).collect(),
        notes: vec![format!(
            "proved for every input of `{}`, at any depth",
            warning.function
        )],
        help: code.help().map(str::to_owned),
        ..Diagnostic::error(code.message())
    }
}

/// A remark on code that is not executed within the depth.
fn remark(shallow: &Shallow) -> Diagnostic {
    let code = crate::diagnostics::Code::NotWithinDepth;
    Diagnostic {
        level: Level::Note,
        code: Some(code),
        marks: vec![Mark {
            range: shallow.place.clone(),
            label: format!("not executed within depth {}", shallow.depth),
        }],
        notes: vec![format!(
            "`{}` was analysed up to depth {}",
            shallow.function, shallow.depth
        )],
        help: code.help().map(str::to_owned),
        ..Diagnostic::error(code.message())
    }
}
