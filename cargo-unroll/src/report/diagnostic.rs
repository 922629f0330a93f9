//! Findings, remarks and errors in rustc's form: level, code, message, source snippet, notes, help.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Origin, Snippet};
use camino::{Utf8Path, Utf8PathBuf};

use super::FunctionReport;
use crate::emit::EmitError;
use crate::model::outcome::{Arg, Finding, FindingKind, FunctionVerdict, Note, Span};

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
    /// `U0101` and so on, or `panic`, `contract`, `hang`.
    pub code: Option<String>,
    /// The title.
    pub message: String,
    /// Where, and what to write at that place.
    pub place: Option<(Span, String)>,
    /// Further lines.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A plain error.
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            level: Level::Error,
            code: None,
            message: message.into(),
            place: None,
            notes: vec![],
            help: None,
        }
    }

    /// A finding of a function. Panics are errors with `--deny panics`.
    pub fn finding(report: &FunctionReport, index: usize, deny_panics: bool) -> Option<Self> {
        let finding = report.outcome.findings.get(index)?;
        let function = &report.job.function;
        let (level, code, message) = match finding.kind {
            FindingKind::Contract => (
                Level::Error,
                "contract",
                format!("`{function}` violates `{}`", first_line(&finding.message)),
            ),
            FindingKind::Panic => (
                panic_level(deny_panics),
                "panic",
                format!("`{function}` panics: {}", first_line(&finding.message)),
            ),
            FindingKind::Hang => (
                panic_level(deny_panics),
                "hang",
                format!("`{function}` does not end"),
            ),
            FindingKind::Unending => (
                panic_level(deny_panics),
                "hang",
                format!("`{function}` does not end: {}", finding.message),
            ),
            FindingKind::StackOverflow => (
                panic_level(deny_panics),
                "stack-overflow",
                format!("`{function}` overflows the stack"),
            ),
            FindingKind::OutOfMemory => (
                panic_level(deny_panics),
                "out-of-memory",
                format!("`{function}` runs out of memory: {}", finding.message),
            ),
            FindingKind::Abort => (
                panic_level(deny_panics),
                "abort",
                format!("`{function}` aborts: {}", finding.message),
            ),
            FindingKind::Exit => (
                panic_level(deny_panics),
                "exit",
                format!("`{function}` ends the process: {}", finding.message),
            ),
        };
        let label = match finding.kind {
            FindingKind::Contract => "false for this input",
            FindingKind::Panic
            | FindingKind::Unending
            | FindingKind::StackOverflow
            | FindingKind::OutOfMemory
            | FindingKind::Abort
            | FindingKind::Exit => "",
            FindingKind::Hang => "was still running after a million iterations",
        };
        let mut notes = vec![inputs_text(finding)];
        notes.extend(
            report
                .test_of_finding(index)
                .map(|test| format!("shown by the test `{test}`")),
        );
        Some(Self {
            level,
            code: Some(code.to_owned()),
            message,
            place: Some((finding.span.clone(), label.to_owned())),
            notes,
            help: None,
        })
    }

    /// A remark on a function.
    pub fn note(function: &str, verdict: FunctionVerdict, note: &Note) -> Self {
        let (level, what) = match verdict {
            FunctionVerdict::Error => (Level::Error, "cannot analyse"),
            FunctionVerdict::Unsupported => (Level::Warning, "skipped"),
            FunctionVerdict::Partial => (Level::Warning, "not everything is known of"),
            FunctionVerdict::Ok => (Level::Note, "analysed"),
        };
        Self {
            level,
            code: Some(note.code.clone()),
            message: format!("{what} `{function}`: {}", note.message),
            place: note.span.clone().map(|span| (span, String::new())),
            notes: vec![],
            help: note.help.clone(),
        }
    }

    /// An obstacle to writing a file, with the file relative to `root`.
    pub fn emit(error: &EmitError, root: &Utf8Path) -> Self {
        let file = error.file();
        let short = file.strip_prefix(root).unwrap_or(file);
        Self {
            code: Some(error.code().to_owned()),
            help: Some(error.help().to_owned()),
            ..Self::error(error.to_string().replace(file.as_str(), short.as_str()))
        }
    }
}

fn panic_level(deny: bool) -> Level {
    if deny { Level::Error } else { Level::Warning }
}

fn first_line(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// `with t = &[0, 1], x = 3`.
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

/// Where source text comes from: read once, from below the workspace root.
#[derive(Debug)]
pub struct Sources {
    root: Utf8PathBuf,
    texts: BTreeMap<String, Option<String>>,
}

impl Sources {
    /// Sources below `root`.
    pub fn new(root: impl Into<Utf8PathBuf>) -> Self {
        Self {
            root: root.into(),
            texts: BTreeMap::new(),
        }
    }

    fn text(&mut self, file: &str) -> Option<&str> {
        let path = self.root.join(file);
        self.texts
            .entry(file.to_owned())
            .or_insert_with(|| std::fs::read_to_string(path).ok())
            .as_deref()
    }
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

    /// The text of a diagnostic, followed by an empty line.
    pub fn render(&mut self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.level {
            Level::Error => annotate_snippets::Level::ERROR,
            Level::Warning => annotate_snippets::Level::WARNING,
            Level::Note => annotate_snippets::Level::NOTE,
        };
        let mut title = level.primary_title(&diagnostic.message);
        if let Some(code) = &diagnostic.code {
            title = title.id(code);
        }
        let mut group = Group::with_title(title);
        if let Some((span, label)) = &diagnostic.place {
            group = self.with_place(group, span, label);
        }
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

    fn with_place<'a>(&mut self, group: Group<'a>, span: &'a Span, label: &'a str) -> Group<'a> {
        let Some((line, range)) = self
            .sources
            .text(&span.file)
            .and_then(|text| line_and_range(text, span))
        else {
            return group.element(
                Origin::path(span.file.as_str())
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
                .path(span.file.as_str())
                .annotation(annotation),
        )
    }
}

/// The line of a span, and the bytes of it from the span's column to the end of what stands there.
fn line_and_range(text: &str, span: &Span) -> Option<(String, std::ops::Range<usize>)> {
    let line = text.lines().nth((span.line as usize).checked_sub(1)?)?;
    let (start, first) = line
        .char_indices()
        .nth((span.column as usize).checked_sub(1)?)?;
    let rest = &line[start..];
    // A name as such; of anything else, the rest of the statement.
    let len = if first.is_alphabetic() || first == '_' {
        rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .filter(|&end| rest[end..].starts_with(['(', '<', ' ', ':']))
            .unwrap_or(rest.len())
    } else {
        rest.len()
    };
    let whole = rest[..len]
        .trim_end()
        .trim_end_matches([';', '{', ','])
        .trim_end();
    Some((line.to_owned(), start..start + whole.len().max(1)))
}
