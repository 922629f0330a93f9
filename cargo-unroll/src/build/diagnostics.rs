//! Compiler errors: as rustc renders them, and where they lie.

use camino::Utf8Path;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

/// The errors among `messages`.
pub(super) fn errors(messages: &[Message]) -> Vec<&Diagnostic> {
    messages
        .iter()
        .filter_map(|message| match message {
            Message::CompilerMessage(message) => Some(&message.message),
            _ => None,
        })
        .filter(|diagnostic| {
            matches!(
                diagnostic.level,
                DiagnosticLevel::Error | DiagnosticLevel::Ice
            )
        })
        .collect()
}

/// As rustc renders them.
pub(super) fn rendered(errors: &[&Diagnostic]) -> Vec<String> {
    errors
        .iter()
        .map(|error| {
            error
                .rendered
                .clone()
                .unwrap_or_else(|| format!("error: {}\n", error.message))
        })
        .collect()
}

/// Where an error lies: file (relative to the workspace) and line, in the source or in what an attribute made of it.
pub(super) struct Places(Vec<(String, usize)>);

impl Places {
    /// The places of `error` in the copy at `copy`.
    pub(super) fn of(error: &Diagnostic, copy: &Utf8Path) -> Self {
        let primary = error.spans.iter().filter(|span| span.is_primary);
        Self(primary.flat_map(|span| places(span, copy)).collect())
    }

    /// Whether one of them is on `lines` (first and last) of `file`, which is relative to the workspace.
    pub(super) fn are_in(&self, file: &Utf8Path, (first, last): (u32, u32)) -> bool {
        let lines = first as usize..=last as usize;
        let mut places = self.0.iter();
        places.any(|(place, line)| Utf8Path::new(place) == file && lines.contains(line))
    }
}

/// File (relative to the copy) and line of a span and of every macro call that it comes from.
fn places(span: &DiagnosticSpan, copy: &Utf8Path) -> Vec<(String, usize)> {
    let mut places = Vec::new();
    let mut next = Some(span);
    while let Some(span) = next {
        let file = Utf8Path::new(&span.file_name);
        places.push((
            file.strip_prefix(copy).unwrap_or(file).to_string(),
            span.line_start,
        ));
        next = span.expansion.as_ref().map(|expansion| &expansion.span);
    }
    places
}
