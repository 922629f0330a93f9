//! `cargo unroll score`, from the command line to the exit code.

use std::time::Instant;

use camino::Utf8Path;

use super::args::{Format, ReportFormat, ScoreArgs};
use super::exit::Exit;
use super::exit::failure::Failure;
use super::narrow::diff;
use crate::compile::BuildError;
use crate::diagnostics::Code;
use crate::model::outcome::FunctionVerdict;
use crate::project::{self, Project};
use crate::report::coverage::{cobertura, lcov};
use crate::report::{Console, Diagnostic, Level, Place, Renderer, Sources, Verbosity};
use crate::score::formats::{html, json, score_coverage, table};
use crate::score::{
    self, Analysis, Baseline, Completion, Score, ScoreRequest, Test, TestOutcome, below, runner,
};

/// Labels that the report shows without `--missing`.
const MISSING: usize = 10;

/// Does what the command line asks for.
pub(crate) fn run(args: &ScoreArgs, console: &Console) -> Result<Exit, Failure> {
    let start = Instant::now();
    let options = args
        .project
        .options()
        .map_err(|message| Failure::usage(message, "give a path that is valid UTF-8"))?;
    // Before the build, which takes longer.
    let baseline = args.baseline.as_deref().map(baseline).transpose()?;
    let changed = args.in_diff.as_deref();
    let changed = changed.map(|what| {
        let root = project::workspace(&options)?.root;
        diff::changed(what, &root)
    });
    let changed = changed.transpose()?;
    let exe = std::env::current_exe().map_err(Failure::Exe)?;
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    let request = ScoreRequest {
        options,
        criteria: args.criteria().map_err(Failure::NoLabels)?,
        selection: args.selection(),
        target: args.targets.target.clone(),
        config: args.targets.config.clone(),
        test_args: args.arguments(),
        statements: !args.report.is_empty(),
        runner: vec![
            exe.to_string_lossy().into_owned(),
            runner::COMMAND.to_owned(),
        ],
        jobs: args.jobs.map_or(parallel, |jobs| jobs as usize),
        timeout: args.timeout,
        output: super::cargo_output(console, args.jobs),
    };
    let (project, mut score) =
        score::score(&request, &mut |verb, text| console.status(verb, text))?;
    score.changed = changed;
    let completion = analyse(args, console, &request, &project, &mut score)?;
    let millis = start.elapsed().as_millis() as u64;
    if args.message_format == Format::Json {
        console.print(&json::lines(&score, millis));
    }
    show(args, console, &project, &score);
    if let Some(completion) = completion {
        console.say(&table::completion(&completion));
    }
    let mut report = ScoreReport {
        console,
        renderer: Renderer::new(Sources::new(&project.workspace_root)),
    };
    report.unparsed(&project);
    report.skips(&score);
    write_reports(args, &project, &score)?;
    let exits = [
        report.tests(&score),
        report.thresholds(args, &score),
        baseline.map_or(Exit::Done, |it| report.falls(&it, &score)),
    ];
    let failed = exits.into_iter().find(|exit| *exit != Exit::Done);
    Ok(failed.unwrap_or(Exit::Done))
}

/// Analyses the functions, if that is asked for. Returns what was written.
fn analyse(
    args: &ScoreArgs,
    console: &Console,
    request: &ScoreRequest,
    project: &Project,
    score: &mut Score,
) -> Result<Option<Completion>, Failure> {
    if !args.prove && !args.complete {
        return Ok(None);
    }
    console.status("Analysing", "the functions");
    let criteria = request.criteria.to_string();
    let mut analysis = Analysis::new(request.runner[0].clone(), &criteria, &args.analysis());
    if args.complete {
        analysis = analysis.completing(&project.target_dir);
    }
    let completion = analysis.apply(score)?;
    Ok(args.complete.then_some(completion))
}

fn baseline(path: &Utf8Path) -> Result<Baseline, Failure> {
    let text = std::fs::read_to_string(path).map_err(|source| unreadable(path, source))?;
    Baseline::parse(&text).map_err(|error| {
        Failure::usage(
            format!("`{path}` is no report of an earlier run: {error}"),
            "write one with `cargo unroll score --message-format json > FILE`",
        )
    })
}

fn unreadable(path: &Utf8Path, source: std::io::Error) -> Failure {
    BuildError::File {
        path: path.to_owned(),
        source,
    }
    .into()
}

fn write_reports(args: &ScoreArgs, project: &Project, score: &Score) -> Result<(), Failure> {
    for report in &args.report {
        let text = match report.format {
            ReportFormat::Lcov => lcov::tracefile(&score_coverage::files(score)),
            ReportFormat::Cobertura => cobertura::document(
                &score_coverage::files(score),
                project.workspace_root.as_str(),
            ),
            ReportFormat::Html => html::page(score, &|file, line| {
                line_of(&project.workspace_root, file, line)
            }),
        };
        let path = &report.path;
        std::fs::write(path, text).map_err(|source| unreadable(path, source))?;
    }
    Ok(())
}

/// The report for people.
fn show(args: &ScoreArgs, console: &Console, project: &Project, score: &Score) {
    let root = &project.workspace_root;
    if args.evidence {
        for evidence in score::evidence(score) {
            console.say(&format!("{}\n", table::truth_table(score, &evidence)));
        }
    }
    console.say(&format!("\n{}", table::table(score, args.functions)));
    let limit = if args.missing { usize::MAX } else { MISSING };
    let missing = table::missing(score, limit, &|file, line| line_of(root, file, line));
    if !missing.is_empty() {
        console.say(&format!("\nnot covered:\n{missing}"));
    }
    let unreachable = table::unreachable(score);
    if !unreachable.is_empty() {
        console.say(&format!("\nunreachable, and not counted:\n{unreachable}"));
    }
    let unknown = score.unknown();
    if unknown > 0 {
        let hint = if args.prove || args.complete {
            ""
        } else {
            "; see `--prove`"
        };
        console.say(&format!(
            "note: of {unknown} uncovered labels it is unknown whether an input reaches them{hint}\n"
        ));
    }
    if args.redundant {
        let redundant = score.redundant();
        let ids: Vec<_> = redundant
            .iter()
            .map(|test| format!("  {}\n", test.id))
            .collect();
        let text = if ids.is_empty() {
            "\nevery test covers something that no other covers\n".to_owned()
        } else {
            format!(
                "\nwithout these tests the others still cover the same:\n{}",
                ids.concat()
            )
        };
        console.say(&text);
    }
}

fn line_of(root: &Utf8Path, file: &str, line: u32) -> Option<String> {
    let text = std::fs::read_to_string(root.join(file)).ok()?;
    let line = usize::try_from(line).ok()?.checked_sub(1)?;
    text.lines().nth(line).map(str::to_owned)
}

struct ScoreReport<'r> {
    console: &'r Console,
    renderer: Renderer,
}

impl ScoreReport<'_> {
    fn tell(&mut self, diagnostic: &Diagnostic) {
        let text = self.renderer.render(diagnostic);
        self.console.tell(&text);
    }

    /// Files whose functions are not known.
    fn unparsed(&mut self, project: &Project) {
        for unparsed in &project.unparsed {
            self.tell(&Diagnostic {
                level: Level::Warning,
                place: Some(Place::at(unparsed.span.clone())),
                notes: vec!["functions in this file are not counted".to_owned()],
                ..Diagnostic::error(format!("failed to parse the file: {}", unparsed.message))
            });
        }
    }

    /// Functions without probes, those that do not compile with them and on demand all, and decisions without labels.
    fn skips(&mut self, score: &Score) {
        let is_verbose = self.console.verbosity() == Verbosity::Verbose;
        let skips = &score.program.skips;
        for skip in skips {
            if is_verbose || skip.code != Code::ScoreConstFn {
                let verdict = FunctionVerdict::Unsupported;
                self.tell(&Diagnostic::note(&skip.function, verdict, &skip.note()));
            }
        }
        let constant = skips
            .iter()
            .filter(|skip| skip.code == Code::ScoreConstFn)
            .count();
        if constant > 0 && !is_verbose {
            let text =
                format!("note: {constant} `const fn`s are not counted; `--verbose` names them\n");
            self.console.say(&text);
        }
        for (function, note) in score.program.left_out() {
            self.tell(&Diagnostic::left_out(function, note));
        }
    }

    /// Scores under a threshold, and the exit code that follows.
    fn thresholds(&mut self, args: &ScoreArgs, score: &Score) -> Exit {
        let below = below(score, &args.fail_under);
        for (criterion, is, least) in &below {
            self.tell(&Diagnostic::error(format!(
                "{is:.1} % of the labels of `{criterion}` are covered, less than the required {least} %"
            )));
        }
        if below.is_empty() {
            Exit::Done
        } else {
            Exit::Drift
        }
    }

    /// Scores that are lower than they were, and the exit code that follows.
    fn falls(&mut self, baseline: &Baseline, score: &Score) -> Exit {
        let mut exit = Exit::Done;
        for fall in baseline.falls(score) {
            let (criterion, was, is) = (fall.criterion, fall.was, fall.is);
            let is_whole = fall.path.is_empty();
            let subject = if is_whole {
                String::new()
            } else {
                format!(" of `{}`", fall.path)
            };
            let message = format!(
                "the score{subject} by `{criterion}` has fallen from {was:.1} % to {is:.1} %"
            );
            if is_whole {
                exit = Exit::Drift;
            }
            self.tell(&Diagnostic {
                level: if is_whole { Level::Error } else { Level::Note },
                ..Diagnostic::error(message)
            });
        }
        exit
    }

    /// Tests that did not pass, and the exit code that follows.
    fn tests(&mut self, score: &Score) -> Exit {
        let mut exit = Exit::Done;
        let ran = |test: &&Test| test.outcome != TestOutcome::Ignored;
        if !score.tests.iter().any(|test| ran(&test)) {
            self.tell(&coded(Code::ScoreNoTests, "", ""));
        }
        for test in &score.tests {
            let code = match test.outcome {
                TestOutcome::Passed | TestOutcome::Ignored => continue,
                TestOutcome::Failed => Code::ScoreTestFailed,
                TestOutcome::Ended => Code::ScoreTestEnded,
                TestOutcome::TimedOut => Code::ScoreTestTimedOut,
            };
            self.tell(&coded(code, &format!(": `{}`", test.id), &test.output));
            exit = Exit::Finding;
        }
        exit
    }
}

/// A diagnostic about a test, with what it has written.
fn coded(code: Code, detail: &str, output: &str) -> Diagnostic {
    let notes = [output, code.note().unwrap_or_default()];
    let notes = notes.iter().filter(|note| !note.is_empty());
    Diagnostic {
        level: Level::Warning,
        code: Some(code),
        notes: notes.map(|note| (*note).to_owned()).collect(),
        help: code.help().map(str::to_owned),
        ..Diagnostic::error(format!("{}{detail}", code.message()))
    }
}
