//! Compiler errors: as rustc renders them, and which function they speak of.

use camino::Utf8Path;
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};

use crate::project::Function;

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

/// The function of `functions` inside which `error` lies, in the source or in what the attribute made of it.
pub(super) fn blamed<'f>(
    error: &Diagnostic,
    functions: impl IntoIterator<Item = &'f Function>,
    copy: &Utf8Path,
    workspace_root: &Utf8Path,
) -> Option<&'f Function> {
    let places: Vec<(String, usize)> = error
        .spans
        .iter()
        .filter(|span| span.is_primary)
        .flat_map(|span| places(span, copy))
        .collect();
    functions.into_iter().find(|function| {
        let file = function
            .file
            .strip_prefix(workspace_root)
            .unwrap_or(&function.file);
        let (first, last) = (function.lines.0 as usize, function.lines.1 as usize);
        places
            .iter()
            .any(|(place, line)| Utf8Path::new(place) == file && (first..=last).contains(line))
    })
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
