//! Findings, remarks and errors in rustc's form: level, code, message, source snippet, notes, help.

use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Origin, Snippet};
use camino::Utf8Path;

use super::extent;
use super::sources::Sources;
use super::{FunctionReport, ReportError};
use crate::diagnostics::{Code, Severity};
use crate::emit::EmitError;
use crate::model::outcome::{Arg, Finding, FindingKind, FunctionVerdict, Note, Span, Triage};
use crate::model::requirement::Requirement;
use crate::model::source::{Mark, Range};
use unroll_protocol::PanicKind;

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Where it begins.
    pub span: Span,
    /// A remark to write there; may be empty.
    pub label: String,
    /// The panic that is raised there, which says how far the place reaches.
    pub panic: Option<PanicKind>,
}

impl Place {
    /// Where a span begins, without a remark.
    pub fn at(span: Span) -> Self {
        Self {
            span,
            label: String::new(),
            panic: None,
        }
    }

    /// The place of a finding, without a remark.
    fn of_finding(finding: &Finding) -> Self {
        Self {
            panic: finding.panic,
            ..Self::at(finding.span.clone())
        }
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The user has to act.
    Error,
    /// The user should know.
    Warning,
    /// For completeness.
    Note,
}

/// A message with all that belongs to it, before it is text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub level: Level,
    /// The code; errors of the request have none.
    pub code: Option<Code>,
    /// The title.
    pub message: String,
    /// Where, and what to write at that place.
    pub place: Option<Place>,
    /// Stretches of source, the first of which is the place.
    pub marks: Vec<Mark>,
    /// Further lines.
    pub notes: Vec<String>,
    /// The remedy.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A warning of the run as a whole: the message of a code with the reason, and what the code says besides.
    pub fn of_run(code: Code, why: &str) -> Self {
        Self {
            level: Level::Warning,
            code: Some(code),
            notes: code.note().map(str::to_owned).into_iter().collect(),
            help: code.help().map(str::to_owned),
            ..Self::error(format!("{}: {why}", code.message()))
        }
    }

    /// A plain error.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code: None,
            message: message.into(),
            place: None,
            marks: vec![],
            notes: vec![],
            help: None,
        }
    }

    /// A finding of a function. Panics are errors with `--deny panics`.
    pub fn finding(report: &FunctionReport, index: usize, deny_panics: bool) -> Option<Self> {
        let finding = report.outcome.findings.get(index)?;
        let function = &report.job.function;
        let code = finding.kind.code();
        let detail = first_line(&finding.message);
        let (message, label) = match finding.kind {
            FindingKind::Contract => match &finding.breaks {
                Some(ty) => (
                    format!("`{function}` breaks the invariant `{detail}` of `{ty}`"),
                    "false after the call",
                ),
                None => (
                    format!("`{function}` violates `{detail}`"),
                    "false for this input",
                ),
            },
            FindingKind::Panic => (format!("`{function}` panics: {detail}"), ""),
            FindingKind::Hang => (
                format!("`{function}` does not terminate"),
                "still running after a million iterations",
            ),
            FindingKind::Unending => (format!("`{function}` does not terminate: {detail}"), ""),
            FindingKind::StackOverflow => (format!("`{function}` overflows the stack"), ""),
            FindingKind::OutOfMemory => (format!("`{function}` runs out of memory: {detail}"), ""),
            FindingKind::Abort => (format!("`{function}` aborts the process: {detail}"), ""),
            FindingKind::Exit => (format!("`{function}` exits the process: {detail}"), ""),
        };
        let level = match code.severity() {
            _ if !finding.triage.is_confirmed() => Level::Note,
            Severity::Note => Level::Note,
            Severity::Warning if !deny_panics => Level::Warning,
            Severity::Warning | Severity::Error | Severity::Internal => Level::Error,
        };
        let mut notes = vec![inputs_text(finding)];
        notes.extend(evidence(finding));
        notes.extend(sampled(&[finding]));
        notes.extend(
            report
                .test_of_finding(index)
                .map(|test| format!("shown by the test `{test}`")),
        );
        Some(Self {
            level,
            code: Some(code),
            message,
            place: Some(Place {
                label: label.to_owned(),
                ..Place::of_finding(finding)
            }),
            marks: vec![],
            notes,
            help: requires(&[finding]),
        })
    }

    /// The panics of a function that no call of a public function is known to reach, together; `None` if there are none.
    pub fn unconfirmed(report: &FunctionReport) -> Option<Self> {
        let findings = report.outcome.findings.iter();
        let unconfirmed: Vec<_> = findings
            .filter(|finding| {
                let is_repeated = matches!(finding.triage, Triage::Repeated { .. });
                !finding.triage.is_confirmed() && !is_repeated
            })
            .collect();
        let first = unconfirmed.first()?;
        let function = &report.job.function;
        let possibility = first.kind.possibility();
        let detail = match first.kind {
            FindingKind::Hang | FindingKind::StackOverflow => String::new(),
            _ => format!(": {}", first_line(&first.message)),
        };
        let more = match unconfirmed.len() - 1 {
            0 => String::new(),
            more => format!(" (and {more} more)"),
        };
        let code = Code::Unconfirmed;
        Some(Self {
            level: Level::Note,
            code: Some(code),
            message: format!("`{function}` may {possibility}{detail}{more}"),
            place: Some(Place::of_finding(first)),
            marks: vec![],
            notes: evidence(first)
                .into_iter()
                .chain(sampled(&unconfirmed))
                .collect(),
            help: requires(&unconfirmed).or_else(|| code.help().map(str::to_owned)),
        })
    }

    /// A note on a function.
    pub fn note(function: &str, verdict: FunctionVerdict, note: &Note) -> Self {
        let level = match (note.code.severity(), verdict) {
            (Severity::Note, _) | (Severity::Warning, FunctionVerdict::Ok) => Level::Note,
            (Severity::Warning, _) => Level::Warning,
            (Severity::Error | Severity::Internal, _) => Level::Error,
        };
        let subject = match (level, verdict) {
            (Level::Error, _) => format!("cannot analyse `{function}`"),
            (_, FunctionVerdict::Unsupported) => format!("skipped `{function}`"),
            (_, FunctionVerdict::Ok) => format!("analysed `{function}`"),
            (_, FunctionVerdict::Partial | FunctionVerdict::Error) => {
                format!("analysis of `{function}` is incomplete")
            }
        };
        Self {
            level,
            code: Some(note.code),
            message: format!("{subject}: {}", note.message),
            place: note.span.clone().map(Place::at),
            marks: vec![],
            notes: note.code.note().map(str::to_owned).into_iter().collect(),
            help: note.code.help().map(str::to_owned),
        }
    }

    /// A decision of a scored function that has no labels.
    pub fn left_out(function: &str, note: &Note) -> Self {
        Self {
            message: format!("labels of `{function}` are incomplete: {}", note.message),
            ..Self::note(function, FunctionVerdict::Partial, note)
        }
    }

    /// A report that cannot be read or written.
    pub fn report(error: &ReportError) -> Self {
        let code = error.code();
        // The note is on files.
        let is_file = !matches!(error, ReportError::Output(_));
        let note = code.note().filter(|_| is_file);
        Self {
            code: Some(code),
            notes: note.map(str::to_owned).into_iter().collect(),
            help: code.help().map(str::to_owned),
            ..Self::error(error.to_string())
        }
    }

    /// An obstacle to writing a file, with the file relative to `root`.
    pub fn emit(error: &EmitError, root: &Utf8Path) -> Self {
        let (code, file) = (error.code(), error.file());
        let short = file.strip_prefix(root).unwrap_or(file);
        Self {
            code: Some(code),
            notes: code.note().map(str::to_owned).into_iter().collect(),
            help: code.help().map(str::to_owned),
            ..Self::error(error.to_string().replace(file.as_str(), short.as_str()))
        }
    }
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// `with t = &[0, 1], x = 3`.
/// The evidence that callers of the crate can meet a finding, or that they cannot.
fn evidence(finding: &Finding) -> Option<String> {
    match &finding.triage {
        Triage::Confirmed => None,
        Triage::Reached { function, args } => {
            let values: Vec<_> = args.iter().map(input_text).collect();
            let call = format!("{function}({})", values.join(", "));
            Some(format!("reached by the public call `{call}`"))
        }
        Triage::Repeated { function } => Some(format!("`{function}` reaches it as well")),
        Triage::Excluded { bound_independent } => {
            let bound = if *bound_independent {
                ""
            } else {
                " within the depth"
            };
            Some(format!(
                "no public function that was analysed reaches it{bound}"
            ))
        }
        Triage::Unconfirmed => Some("no call of a public function is known to reach it".to_owned()),
        Triage::Borrowed => Some(
            "only a caller that holds a borrow of the cell, or poisoned the lock, reaches it"
                .to_owned(),
        ),
    }
}

/// The inferred preconditions of findings that are not confirmed, each once.
fn requirements<'f>(findings: &[&'f Finding]) -> Vec<&'f Requirement> {
    let mut requirements: Vec<&Requirement> = Vec::new();
    for finding in findings.iter().filter(|it| !it.triage.is_confirmed()) {
        if let Some(requirement) = &finding.requires
            && requirements
                .iter()
                .all(|it| it.clause != requirement.clause)
        {
            requirements.push(requirement);
        }
    }
    requirements
}

/// The attribute that states the inferred preconditions.
fn requires(findings: &[&Finding]) -> Option<String> {
    let clauses = requirements(findings);
    let clauses: Vec<_> = clauses.iter().map(|it| it.clause.as_str()).collect();
    let attribute = format!("`#[requires({})]`", clauses.join(" && "));
    (!clauses.is_empty()).then(|| format!("if callers establish it, state {attribute}"))
}

/// The runs behind the inferred preconditions.
fn sampled(findings: &[&Finding]) -> impl Iterator<Item = String> {
    requirements(findings).into_iter().map(|it| {
        let Requirement {
            clause,
            panicked,
            returned,
            admitted,
        } = it;
        format!(
            "sampled: `{clause}` excludes all {panicked} runs that panic there, and admits {admitted} of {returned} that return"
        )
    })
}

fn inputs_text(finding: &Finding) -> String {
    if finding.args.is_empty() {
        return "it takes no input".to_owned();
    }
    let inputs: Vec<_> = finding
        .args
        .iter()
        .map(|arg| format!("{} = {}", arg.name, input_text(arg)))
        .collect();
    format!("with {}", inputs.join(", "))
}

/// An argument as a Rust expression.
pub(crate) fn input_text(arg: &Arg) -> String {
    crate::emit::expression(&arg.before)
}

/// Diagnostics to text.
#[derive(Debug)]
pub struct Renderer {
    sources: Sources,
    renderer: annotate_snippets::Renderer,
}

impl Renderer {
    /// A renderer with rustc's look.
    pub fn new(sources: Sources) -> Self {
        Self {
            sources,
            renderer: annotate_snippets::Renderer::styled().decor_style(DecorStyle::Ascii),
        }
    }

    /// Has diagnostics show `text` for a file, by its absolute path, whatever the file holds by then.
    pub fn keep(&mut self, file: &Utf8Path, text: &str) {
        self.sources.keep(file, text);
    }

    /// The text of a diagnostic, followed by an empty line.
    pub fn render(&mut self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.level {
            Level::Error => annotate_snippets::Level::ERROR,
            Level::Warning => annotate_snippets::Level::WARNING,
            Level::Note => annotate_snippets::Level::NOTE,
        };
        let mut title = level.primary_title(&diagnostic.message);
        if let Some(code) = &diagnostic.code {
            title = title.id(code.as_str());
        }
        let mut group = Group::with_title(title);
        if let Some(place) = &diagnostic.place {
            group = self.with_place(group, place);
        }
        group = self.with_marks(group, &diagnostic.marks);
        for note in &diagnostic.notes {
            group = group.element(annotate_snippets::Level::NOTE.message(note));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(annotate_snippets::Level::HELP.message(help));
        }
        let mut text = self.renderer.render(&[group]);
        let _ = write!(text, "\n\n");
        text
    }

    /// All marks of one file, in one snippet.
    fn with_marks<'a>(&mut self, group: Group<'a>, marks: &'a [Mark]) -> Group<'a> {
        let Some(first) = marks.first() else {
            return group;
        };
        let file = &first.range.start.file;
        let Some(text) = self.sources.text(file).map(str::to_owned) else {
            return group;
        };
        let annotations: Vec<_> = (0..)
            .zip(marks)
            .filter_map(|(at, mark)| {
                let kind = match at {
                    0 => AnnotationKind::Primary,
                    _ => AnnotationKind::Context,
                };
                let annotation = kind.span(bytes(&text, &mark.range)?);
                Some(if mark.label.is_empty() {
                    annotation
                } else {
                    annotation.label(&mark.label)
                })
            })
            .collect();
        group.element(
            Snippet::source(text)
                .path(self.sources.shown(file))
                .annotations(annotations),
        )
    }

    fn with_place<'a>(&mut self, group: Group<'a>, place: &'a Place) -> Group<'a> {
        let Place { span, label, panic } = place;
        let Some((line, range)) = self
            .sources
            .text(&span.file)
            .and_then(|text| extent::line_and_range(text, span, *panic))
        else {
            return group.element(
                Origin::path(self.sources.shown(&span.file))
                    .line(span.line as usize)
                    .char_column(span.column as usize),
            );
        };
        let mut annotation = AnnotationKind::Primary.span(range);
        if !label.is_empty() {
            annotation = annotation.label(label);
        }
        group.element(
            Snippet::source(line)
                .line_start(span.line as usize)
                .path(self.sources.shown(&span.file))
                .annotation(annotation),
        )
    }
}

/// The bytes of a stretch.
fn bytes(text: &str, range: &Range) -> Option<std::ops::Range<usize>> {
    let at = |line: u32, column: u32| {
        let before = (line as usize).checked_sub(1)?;
        let start: usize = text.split_inclusive('\n').take(before).map(str::len).sum();
        let line = text[start..].split('\n').next()?;
        let column = (column as usize).checked_sub(1)?;
        let within = line.char_indices().nth(column).map(|(at, _)| at);
        Some(start + within.unwrap_or(line.len()))
    };
    let start = at(range.start.line, range.start.column)?;
    Some(start..at(range.end_line, range.end_column)?.max(start))
}
