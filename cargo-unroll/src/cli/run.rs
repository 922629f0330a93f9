//! One run, from the command line to the exit code.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Instant;

use super::across::shared_proofs;
use super::across::triage::triage;
use super::analysis::Analysis;
use super::args::{Args, Format, Output, OutputKind, ReviewArgs};
use super::exit::failure::{Failure, shown};
use super::exit::{Exit, bug};
use super::narrow::{diff, shard};
use super::reporter::Reporter;
use super::result::FunctionResult;
use super::review::ReviewFile;
use super::settings::Settings;
use super::texts::Texts;
use super::write::WriteOptions;
use super::{analysis, caching, outputs, review, settings, smt2, wanted, write};
use crate::diagnostics::Code;
use crate::emit::{ApplyError, DriftKind, Plan};
use crate::instrument::Lock;
use crate::model::outcome::Note;
use crate::project::{Errors, Project, Skip};
use crate::report::formats::rustc::Suggestion;
use crate::report::json::ShardInfo;
use crate::report::{
    Console, Counts, Diagnostic, FunctionContext, ReportError, SavedReport, Verbosity,
};
use crate::worker::Children;
use crate::{effects, emit, project, sandbox};

/// Does what the command line asks for.
///
/// With `review`, each change is decided before it is made.
pub(crate) fn run(
    args: &Args,
    console: &mut Console,
    children: Children,
    review: Option<&ReviewArgs>,
) -> Result<Exit, Failure> {
    let start = Instant::now();
    let options = args
        .project_options()
        .map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    let mut project = project::load(&options)?;
    let settings = package_settings(args, &project)?;
    let root = project.workspace_root.clone();
    let mut reporter = Reporter::new(console.clone(), &root, args.message_format);
    warn(&project, &mut reporter);
    // Before the build, which takes longer.
    let changed = args.in_diff.as_deref();
    let changed = changed.map(|what| diff::changed(what, &root)).transpose()?;
    if args.list {
        shard::narrow(args, &mut project, &settings)?;
        if project.selects_nothing() {
            return Err(Errors::from(project.nothing_selected()).into());
        }
        return Ok(list(args, &project, &settings, &mut reporter));
    }
    // A wrong cache place and a wrong solver are told before the lock and the build, which may take
    // minutes.
    let cache = caching::open(&args.cache, &root, &caching::settings(&project))?;
    solver(console)?;
    let _locks = Lock::of_run(&project, || {
        console.status("Blocking", "waiting for another run of cargo unroll");
    })?;
    let output = super::cargo_output(console, args.jobs);
    if console.verbosity() == Verbosity::Verbose {
        report_confinement(console);
    }
    // All functions are built even if few are analysed: how the compiler optimises what they share depends on them, and outcomes on that.
    let build = effects::build(&mut project, output, args.allow_effects)?;
    project.skips.extend(build.skips.iter().cloned());
    if let Some(changed) = &changed {
        // This needs the build: what a function reaches is read from its compiled code.
        diff::narrow(args, &mut project, &build, changed)?;
    }
    let shard = shard::narrow(args, &mut project, &settings)?;
    let analysis = Analysis {
        args,
        project: &project,
        settings: &settings,
        output,
        cache: cache.as_ref(),
    };
    let mut results = analysis.run(&build, console, children.clone())?;
    let unconfirmed = triage(&analysis, &mut results, console, children)?;
    reporter.console = console.clone();
    if let Some(warning) = unconfirmed {
        reporter.diagnostic(&warning);
    }
    for warning in caching::finish(cache.as_ref(), &project, console) {
        reporter.diagnostic(&warning);
    }
    let context = Context {
        start,
        is_narrowed: changed.is_some() || shard.is_some(),
        shard,
        has_pending: false,
    };
    write_tests(&analysis, results, review, context, &mut reporter)
}

/// The facts in a report about the run as a whole.
struct Context {
    start: Instant,
    /// True if only a part of the selected functions was analysed.
    is_narrowed: bool,
    shard: Option<ShardInfo>,
    /// True if a review left something for later.
    has_pending: bool,
}

/// Writes the tests of results, and reports everything.
fn write_tests(
    run: &Analysis<'_>,
    mut results: Vec<FunctionResult>,
    review: Option<&ReviewArgs>,
    mut context: Context,
    reporter: &mut Reporter,
) -> Result<Exit, Failure> {
    let (args, project, output) = (run.args, run.project, run.output);
    let console = reporter.console.clone();
    emit_queries(args, project, &results, &console)?;
    if let Some(path) = &args.only_labels {
        wanted::keep_tests(path, &mut results)?;
    }
    // Before the plan, so that a rejected test is neither tried nor reported as missing.
    ReviewFile::load(&project.workspace_root)?.apply(&mut results);
    let options = WriteOptions {
        overwrite_edited: args.overwrite_edited,
        whole: args.function.is_empty() && !context.is_narrowed,
    };
    let mut plan = write::plan(project, &mut results, options, output)?;
    if let Some(review) = review {
        let way = (options, output, &console);
        let reviewed = review::review(review, project, &mut results, plan, way)?;
        (plan, context.has_pending) = (reviewed.plan, reviewed.has_pending);
    }
    reporter.keep_sources(&plan);
    let applied = apply(args, &plan);
    // Only after the files are made, because a failure to write one takes its tests along.
    forget_unwritten(&plan, applied.as_ref().err(), &mut results);
    note_tests(&plan, &mut results);
    // After the tests were tried: one that behaves differently in another build costs its function its proofs.
    shared_proofs::share(&mut results);
    if !context.is_narrowed
        && project.selects_nothing()
        // With nothing selected, tests of functions that lost their attribute may still be removed.
        && plan.files.is_empty()
        && plan.problems.is_empty()
    {
        return Err(Errors::from(project.nothing_selected()).into());
    }
    Ok(report(run, context, &results, (&plan, applied), reporter))
}

/// Reports what was found and written, and says how the run ends.
fn report(
    run: &Analysis<'_>,
    context: Context,
    results: &[FunctionResult],
    (plan, applied): (&Plan, Result<(), ApplyError>),
    reporter: &mut Reporter,
) -> Exit {
    let (args, project, settings) = (run.args, run.project, run.settings);
    let mut ending = WorstExit::default();
    if context.has_pending {
        ending.note(Exit::Drift);
    }
    let counts = functions(&project.skips, results, plan, settings, reporter);
    for result in results {
        ending.function(result, &settings[&result.function.package]);
    }
    reporter.legend();
    for problem in &plan.problems {
        reporter.diagnostic(&Diagnostic::emit(problem, &project.workspace_root));
        ending.code(problem.code());
    }
    if !args.diff {
        reporter.drifts(plan, args.check);
    }
    reporter.hint();
    settle(args, project, (plan, applied), reporter, &mut ending);
    if let Some(limit) = settings::fail_under(args, project)
        && counts.percent() < limit
    {
        reporter.diagnostic(&Diagnostic::error(format!(
            "{:.1} % of the objectives are covered, less than the required {limit} %",
            counts.percent()
        )));
        ending.note(Exit::Drift);
    }
    if ending.is(Exit::Internal) {
        reporter
            .console
            .tell(&bug::report("see the errors with codes `U09..` above"));
    }
    if context.shard.is_some() {
        reporter.test_modules(plan, &project.workspace_root);
    }
    let millis = context.start.elapsed().as_millis() as u64;
    reporter.totals(&counts, millis, context.shard);
    let suggestions = if args.diff || args.check {
        write::suggestions(plan, results, &project.workspace_root)
    } else {
        vec![]
    };
    if let Err(error) = save_reports(args, project, &suggestions, reporter) {
        reporter.diagnostic(&Diagnostic::report(&error));
        ending.code(error.code());
    }
    reporter.finished(&counts, millis);
    ending.exit()
}

/// Writes the solver's queries, if they were asked for.
fn emit_queries(
    args: &Args,
    project: &Project,
    results: &[FunctionResult],
    console: &Console,
) -> Result<(), Failure> {
    let Some(emit) = &args.emit else {
        return Ok(());
    };
    let usual = || project.target_dir.join("smt2");
    let dir = emit.dir.clone().unwrap_or_else(usual);
    let files = smt2::write(&dir, results)?;
    let text = format!("{files} files of solver queries to ");
    console.status_of_path("Emitted", &text, &outputs::absolute(&dir), dir.as_str());
    Ok(())
}

/// Reports all functions, and counts what is reported.
fn functions(
    skips: &[Skip],
    results: &[FunctionResult],
    plan: &Plan,
    settings: &BTreeMap<String, Settings>,
    reporter: &mut Reporter,
) -> Counts {
    let mut counts = Counts::default();
    for skip in skips {
        reporter.skip(&skip.function, &skip.note());
        counts.add_skip();
    }
    let new_tests = new_tests(plan);
    let texts = Texts::read(results);
    for result in results {
        let tests = match plan.tests.get(&result.job.id) {
            // The plan names the tests of files that were not written, too, and those are forgotten
            // by now.
            Some(tests) if !result.outcome.tests.is_empty() => tests,
            _ => &[][..],
        };
        let context = FunctionContext {
            file: Some(&result.function.file),
            source: texts.origin(&result.function),
            deny_panics: settings[&result.function.package].deny_panics,
            all_findings: settings[&result.function.package].all_findings,
            new_tests: Some(&new_tests),
        };
        counts.add(&reporter.function(result, tests, context));
    }
    counts
}

/// The tests of a plan that are not on disk yet.
fn new_tests(plan: &Plan) -> BTreeSet<String> {
    let new = plan.drifts.iter();
    let new = new.filter(|drift| drift.kind == DriftKind::Missing);
    new.map(|drift| drift.test.clone()).collect()
}

/// Keeps the JSON lines for `cargo unroll report`, and writes the reports that were asked for.
fn save_reports(
    args: &Args,
    project: &Project,
    suggestions: &[Suggestion],
    reporter: &Reporter,
) -> Result<(), ReportError> {
    // Kept in any case, because `report` and `show` read it without another run.
    let last = project.target_dir.join(outputs::LAST);
    let lines = reporter.lines();
    outputs::save(&last, lines)?;
    let mut wanted = args.report.clone();
    let kind = match args.message_format {
        Format::Human | Format::Json => None,
        Format::Github => Some(OutputKind::Github),
        Format::Rustc => Some(OutputKind::Rustc),
    };
    wanted.extend(kind.map(|kind| Output { kind, path: None }));
    if wanted.is_empty() {
        return Ok(());
    }
    let report = SavedReport::parse(lines, &last)?;
    outputs::write(
        &wanted,
        (&report, suggestions),
        lines,
        &project.target_dir,
        &reporter.console,
    )
}

/// Reports odd configuration, and files that could not be parsed.
fn warn(project: &Project, reporter: &mut Reporter) {
    for warning in &project.warnings {
        reporter.warning(&format!(
            "{}: {}",
            shown(&warning.file, &project.workspace_root),
            warning.message
        ));
    }
    for unparsed in &project.unparsed {
        let span = &unparsed.span;
        reporter.warning(&format!(
            "{}:{}:{}: {}",
            span.file, span.line, span.column, unparsed.message
        ));
    }
}

/// Checks that the solver can be used, and says what is lost where a part of it is not built in.
pub(crate) fn solver(console: &Console) -> Result<(), Failure> {
    if unroll_smt::z3_version()?.is_none() {
        let text = "without Z3; more objectives may stay undecided, see `cargo unroll doctor`";
        console.status("Solving", text);
    }
    Ok(())
}

/// Says what keeps native runs from doing harm on this machine.
fn report_confinement(console: &Console) {
    let gaps = sandbox::gaps();
    if gaps.is_empty() {
        console.status("Confining", "native runs by Landlock and seccomp");
    }
    for gap in gaps {
        console.status("Confining", &format!("native runs only in part: {gap}"));
    }
}

fn package_settings(args: &Args, project: &Project) -> Result<BTreeMap<String, Settings>, Failure> {
    project
        .packages
        .iter()
        .map(|package| Ok((package.name.clone(), Settings::of(args, package)?)))
        .collect()
}

fn list(
    args: &Args,
    project: &Project,
    settings: &BTreeMap<String, Settings>,
    reporter: &mut Reporter,
) -> Exit {
    for function in &project.functions {
        let job = analysis::job(args, function, &settings[&function.package], None);
        reporter.listing(&job, &function.file);
    }
    for skip in &project.skips {
        reporter.skip(&skip.function, &skip.note());
    }
    Exit::Done
}

/// Makes the changes of the plan, unless they are only to be shown or checked.
fn apply(args: &Args, plan: &Plan) -> Result<(), ApplyError> {
    if args.diff || args.check {
        return Ok(());
    }
    write::apply(plan)
}

/// Takes tests out of the results that were not written, so that nothing counts them.
fn forget_unwritten(plan: &Plan, failure: Option<&ApplyError>, results: &mut [FunctionResult]) {
    for result in results {
        let (id, source) = (&result.job.id, &result.function.file);
        let failure = failure.filter(|failure| failure.loses_tests(plan, id, source));
        let code = plan.unwritten.get(id).copied();
        if let Some(code) = code.or_else(|| Some(failure?.error.code())) {
            result.forget_all_tests(code);
        }
    }
}

/// Tests of one function that a reviewer still reads.
const MOST_TESTS: usize = 40;

/// Adds notes to functions with tests that assert nothing, or with very many tests.
fn note_tests(plan: &Plan, results: &mut [FunctionResult]) {
    for result in results {
        let (tests, span) = (result.outcome.tests.len(), &result.job.span);
        let reason = plan.nothing_asserted.get(&result.job.id);
        let nothing = reason
            .filter(|_| tests > 0)
            .map(|reason| Note::with_message(Code::NothingAsserted, span, reason));
        let many = (tests > MOST_TESTS)
            .then(|| Note::with_detail(Code::ManyTests, span, &tests.to_string()));
        result.outcome.notes.extend(nothing.into_iter().chain(many));
    }
}

/// Reports the fate of the plan, or shows or checks it.
fn settle(
    args: &Args,
    project: &Project,
    (plan, applied): (&Plan, Result<(), ApplyError>),
    reporter: &mut Reporter,
    ending: &mut WorstExit,
) {
    let root = &project.workspace_root;
    if args.diff {
        reporter.result(&emit::diff(plan, root));
        return;
    }
    if args.check {
        for change in &plan.files {
            reporter.diagnostic(&Diagnostic {
                help: Some("run `cargo unroll` and review what changes".to_owned()),
                ..Diagnostic::error(format!("`{}` is not up to date", shown(&change.path, root)))
            });
            ending.note(Exit::Drift);
        }
        return;
    }
    match applied {
        Ok(()) => reporter.changes(&plan.files, root),
        Err(ApplyError { made, error }) => {
            reporter.changes(&plan.files[..made], root);
            reporter.diagnostic(&Diagnostic::emit(&error, root));
            ending.code(error.code());
        }
    }
}

/// The exit codes that a run asks for, of which the worst is taken.
#[derive(Debug, Default)]
struct WorstExit {
    exits: Vec<Exit>,
}

impl WorstExit {
    fn note(&mut self, exit: Exit) {
        self.exits.push(exit);
    }

    fn code(&mut self, code: Code) {
        self.exits.extend(Exit::of(code, false));
    }

    fn is(&self, exit: Exit) -> bool {
        self.exits.contains(&exit)
    }

    fn function(&mut self, result: &FunctionResult, settings: &Settings) {
        let outcome = &result.outcome;
        let notes = outcome.notes.iter().map(|note| note.code);
        let findings = outcome.findings.iter();
        let findings = findings.filter(|finding| finding.triage.is_confirmed());
        let findings = findings.map(|finding| finding.kind.code());
        let exits = notes
            .chain(findings)
            .filter_map(|code| Exit::of(code, settings.deny_panics));
        self.exits.extend(exits);
        if settings.deny_undecided && outcome.has_undecided() {
            self.exits.push(Exit::Undecided);
        }
    }

    /// The first of the exits in the order of importance.
    fn exit(&self) -> Exit {
        [
            Exit::Internal,
            Exit::Finding,
            Exit::Usage,
            Exit::Drift,
            Exit::Undecided,
        ]
        .into_iter()
        .find(|exit| self.is(*exit))
        .unwrap_or(Exit::Done)
    }
}
