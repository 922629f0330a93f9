//! The output of a run while it proceeds: the texts of the report in order, to people and to programs at once.

use camino::Utf8Path;

use super::args::Format;
use super::exit::failure::shown;
use super::result::FunctionResult;
use crate::diagnostics::Code;
use crate::emit::{DriftKind, FileChange, Plan};
use crate::model::job::Job;
use crate::model::outcome::{FunctionVerdict, Note};
use crate::report::{
    Console, Counts, Diagnostic, FunctionContext, FunctionReport, Level, Renderer, Sources,
    Symbols, Verbosity, drifts, json, legend, listing, table, verdicts,
};

/// Prints the report of a run.
pub(crate) struct Reporter {
    pub(crate) console: Console,
    renderer: Renderer,
    format: Format,
    /// The JSON lines so far, from which other reports are written.
    lines: String,
    symbols: Symbols,
    /// The first code that was shown, for the hint at the end.
    first_code: Option<Code>,
}

impl Reporter {
    pub(crate) fn new(console: Console, root: &Utf8Path, format: Format) -> Self {
        Self {
            console,
            renderer: Renderer::new(Sources::new(root)),
            format,
            lines: String::new(),
            symbols: Symbols::new(),
            first_code: None,
        }
    }

    /// Has diagnostics show the lines of files that `plan` changes as they were analysed.
    pub(crate) fn keep_sources(&mut self, plan: &Plan) {
        for change in &plan.files {
            if let Some(old) = &change.old {
                self.renderer.keep(&change.path, old);
            }
        }
    }

    /// Prints a diagnostic: errors and warnings in any case, remarks unless quiet.
    pub(crate) fn diagnostic(&mut self, diagnostic: &Diagnostic) {
        let text = self.renderer.render(diagnostic);
        self.first_code = self.first_code.or(diagnostic.code);
        if diagnostic.level == Level::Note {
            self.console.say(&text);
        } else {
            self.console.tell(&text);
        }
    }

    pub(crate) fn warning(&mut self, message: &str) {
        self.diagnostic(&Diagnostic {
            level: Level::Warning,
            ..Diagnostic::error(message)
        });
    }

    /// A function that was asked for and not analysed.
    pub(crate) fn skip(&mut self, function: &str, note: &Note) {
        let verdict = FunctionVerdict::Unsupported;
        self.diagnostic(&Diagnostic::note(function, verdict, note));
        self.line(&json::skip(function, note).text());
    }

    /// A function with table, findings and remarks.
    pub(crate) fn function<'r>(
        &mut self,
        result: &'r FunctionResult,
        tests: &'r [String],
        context: FunctionContext<'r>,
    ) -> FunctionReport<'r> {
        let report = FunctionReport {
            job: &result.job,
            outcome: &result.outcome,
            tests,
            millis: result.millis,
            context,
        };
        // A function that was not analysed has notes and no objectives; its table would be empty.
        if !result.outcome.objectives.is_empty() || result.outcome.notes.is_empty() {
            let mut text = table(&report, &mut self.symbols);
            if self.console.verbosity() == Verbosity::Verbose {
                text.push_str(&verdicts(&report));
            }
            self.console.say(&format!("{text}\n"));
        }
        for (index, finding) in result.outcome.findings.iter().enumerate() {
            if (context.all_findings || finding.triage.is_confirmed())
                && let Some(diagnostic) = Diagnostic::finding(&report, index, context.deny_panics)
            {
                self.diagnostic(&diagnostic);
            }
        }
        if !context.all_findings
            && let Some(diagnostic) = Diagnostic::unconfirmed(&report)
        {
            self.diagnostic(&diagnostic);
        }
        for (i, note) in result.outcome.notes.iter().enumerate() {
            let mut diagnostic =
                Diagnostic::note(&result.job.function, result.outcome.verdict, note);
            // The same place need not be shown for each of several remarks.
            if i > 0 && result.outcome.notes[i - 1].span == note.span {
                diagnostic.place = None;
            }
            self.diagnostic(&diagnostic);
        }
        let lines = json::function(&report);
        let lines: String = lines.iter().map(json::ReportLine::text).collect();
        self.line(&lines);
        report
    }

    /// The legend of the tables.
    pub(crate) fn legend(&mut self) {
        self.console.say(&legend(&self.symbols));
    }

    /// A function of `--list`.
    pub(crate) fn listing(&mut self, job: &Job, file: &Utf8Path) {
        if self.format == Format::Json {
            self.console.print(&json::listing(job).concat());
        } else {
            self.console.print(&listing(job, Some(file)));
        }
    }

    /// The requested output itself; standard output is free if it holds no report for programs.
    pub(crate) fn result(&mut self, text: &str) {
        if self.format == Format::Human {
            self.console.print(text);
        } else {
            self.console.tell(text);
        }
    }

    /// Tests on disk that differ from the code; when files are written, those whose captured values changed.
    pub(crate) fn drifts(&mut self, plan: &Plan, is_check: bool) {
        for diagnostic in drifts(&plan.drifts, is_check) {
            self.diagnostic(&diagnostic);
        }
        let told = plan.drifts.iter();
        let told = told.filter(|drift| is_check || drift.kind != DriftKind::Missing);
        for drift in told {
            self.line(&json::drift(drift).text());
        }
    }

    /// The tests of the functions of a shard, for `cargo unroll merge`.
    pub(crate) fn test_modules(&mut self, plan: &Plan, root: &Utf8Path) {
        for module in &plan.modules {
            let module = Box::new(module.relative_to(root));
            self.line(&json::ReportLine::TestModule(module).text());
        }
    }

    /// The command that explains a code, if one was shown.
    pub(crate) fn hint(&mut self) {
        if let Some(code) = self.first_code {
            self.console.say(&format!(
                "For more information about a code, run `cargo unroll explain {code}`.\n"
            ));
        }
    }

    /// The files that were written.
    pub(crate) fn changes(&mut self, changes: &[FileChange], root: &Utf8Path) {
        for change in changes {
            let name = shown(&change.path, root);
            self.console
                .status_of_path(change.verb(), "", &change.path, &name);
        }
    }

    /// Ends the JSON lines.
    pub(crate) fn totals(&mut self, counts: &Counts, millis: u64, shard: Option<json::ShardInfo>) {
        self.line(&json::finished(counts, millis, shard).text());
    }

    /// The closing line.
    pub(crate) fn finished(&mut self, counts: &Counts, millis: u64) {
        self.console.say(&counts.summary(millis));
    }

    /// All JSON lines.
    pub(crate) fn lines(&self) -> &str {
        &self.lines
    }

    fn line(&mut self, text: &str) {
        if self.format == Format::Json {
            self.console.print(text);
        }
        self.lines.push_str(text);
    }
}
