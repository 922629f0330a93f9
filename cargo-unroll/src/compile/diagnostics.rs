//! Compiler errors: as rustc renders them, and their locations.

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan, DiagnosticSpanLine};

/// The prefix of the tool's attributes.
const OURS: &str = "#[::unroll_test::";

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

/// An error or a lint of the compiler, for those who look for its cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompilerMessage {
    /// As rustc renders it, with the user's paths.
    pub rendered: String,
    /// Its primary message.
    pub message: String,
    /// The lint that it comes from.
    pub lint: Option<String>,
    /// True if it kept the crate from being compiled.
    pub is_error: bool,
    /// Where it lies: files, relative to the workspace, and lines; those of macro calls around it behind the place itself.
    pub places: Vec<(Utf8PathBuf, usize)>,
}

/// The errors and the lints among `messages` of a run in the copy at `copy`.
pub(super) fn compiler_messages(messages: &[Message], copy: &Utf8Path) -> Vec<CompilerMessage> {
    let of_compiler = messages.iter().filter_map(|message| match message {
        Message::CompilerMessage(message) => Some(&message.message),
        _ => None,
    });
    let converted = of_compiler.map(|diagnostic| {
        let is_error = matches!(
            diagnostic.level,
            DiagnosticLevel::Error | DiagnosticLevel::Ice
        );
        let code = diagnostic.code.as_ref().map(|code| code.code.clone());
        let primary = diagnostic.spans.iter().filter(|span| span.is_primary);
        CompilerMessage {
            rendered: rendered(&[diagnostic]).concat(),
            message: diagnostic.message.clone(),
            // Codes of errors are a letter and a number.
            lint: code.filter(|code| code.starts_with(|c: char| c.is_ascii_lowercase())),
            is_error,
            places: primary
                .flat_map(|span| places(span, copy))
                .map(|(file, line)| (Utf8PathBuf::from(file), line))
                .collect(),
        }
    });
    converted
        .filter(|message| message.is_error || message.lint.is_some())
        .collect()
}

/// Where an error lies, in the source or in what an attribute made of it.
pub(super) struct Places {
    /// File (relative to the workspace) and line.
    lines: Vec<(String, usize)>,
    /// The tool's attributes that it comes from, as they are written.
    attributes: Vec<String>,
    /// Those that its notes point to.
    noted: Vec<String>,
}

impl Places {
    /// The places of `error` in the copy at `copy`.
    pub(super) fn of(error: &Diagnostic, copy: &Utf8Path) -> Self {
        let primary = || error.spans.iter().filter(|span| span.is_primary);
        // The first is the place itself, which is no macro call.
        let calls = primary().flat_map(|span| with_expansions(span).skip(1));
        // What an attribute names may be wrong where it stands, or the whole of it.
        let around = primary().flat_map(|span| span.text.iter().filter_map(attribute_around));
        let whole = primary().flat_map(highlighted);
        let around = around.chain(whole.filter(|text| text.starts_with(OURS)));
        let notes = error.children.iter().flat_map(|note| &note.spans);
        Self {
            noted: notes.flat_map(highlighted).collect(),
            lines: primary().flat_map(|span| places(span, copy)).collect(),
            attributes: calls.flat_map(highlighted).chain(around).collect(),
        }
    }

    /// True if one of them is in what the attribute for the function `id` made.
    pub(super) fn come_from(&self, id: &str) -> bool {
        let argument = format!("__tool(id = \"{id}\",");
        self.attributes.iter().any(|text| text.contains(&argument))
    }

    /// True if a note says that what the attribute for the function `id` made asks for what is missing.
    pub(super) fn are_asked_for_by(&self, id: &str) -> bool {
        let argument = format!("__tool(id = \"{id}\",");
        self.noted.iter().any(|text| text.contains(&argument))
    }

    /// True if one of them is in what the attribute made that builds values of the type `path` by calls, where `()` stands behind it, or
    /// in the macro call for the objects at `path`.
    pub(super) fn build(&self, path: &str) -> bool {
        let argument = match path.strip_suffix("()") {
            Some(path) => format!("built_by(id = \"{path}\","),
            None => format!("rt::object!(\"{path}\","),
        };
        self.attributes.iter().any(|text| text.contains(&argument))
    }

    /// True if one of them is on `lines` (first and last) of `file`, which is relative to the workspace.
    pub(super) fn are_in(&self, file: &Utf8Path, (first, last): (u32, u32)) -> bool {
        let lines = first as usize..=last as usize;
        let mut places = self.lines.iter();
        places.any(|(place, line)| Utf8Path::new(place) == file && lines.contains(line))
    }
}

/// File (relative to the copy) and line of a span and of every macro call that it comes from.
fn places(span: &DiagnosticSpan, copy: &Utf8Path) -> Vec<(String, usize)> {
    let place = |span: &DiagnosticSpan| {
        let file = Utf8Path::new(&span.file_name);
        let file = file.strip_prefix(copy).unwrap_or(file);
        (file.to_string(), span.line_start)
    };
    with_expansions(span).map(place).collect()
}

/// The span, then those of the macro calls around it from the inside to the outside.
fn with_expansions(span: &DiagnosticSpan) -> impl Iterator<Item = &DiagnosticSpan> {
    std::iter::successors(Some(span), |span| {
        span.expansion.as_ref().map(|expansion| &expansion.span)
    })
}

/// The attribute of the tool that the highlighted part of a line begins in, up to there.
fn attribute_around(line: &DiagnosticSpanLine) -> Option<String> {
    let before = line.highlight_start.saturating_sub(1);
    // Columns count characters, and not bytes.
    let before: String = line.text.chars().take(before).collect();
    let attribute = &before[before.rfind(OURS)?..];
    let opened = attribute.matches('[').count();
    // The attribute is still open where the highlight begins, so the highlight is inside it.
    (opened > attribute.matches(']').count()).then(|| attribute.to_owned())
}

/// The text under a span, line by line.
fn highlighted(span: &DiagnosticSpan) -> impl Iterator<Item = String> {
    span.text.iter().map(|line| {
        // Both ends count characters from 1.
        let length = line.highlight_end.saturating_sub(line.highlight_start);
        let behind = line
            .text
            .chars()
            .skip(line.highlight_start.saturating_sub(1));
        behind.take(length).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attribute_is_blamed_for_what_is_wrong_inside_of_it() {
        let text = "#[::unroll_test::unroll_test(__tool(id = \"k__f\", form = counter), T = [Gone])] impl<T> S<T> {";
        let line = |word: &str| {
            let start = text.find(word).expect("it is there") + 1;
            let span = serde_json::json!({
                "text": text, "highlight_start": start, "highlight_end": start + word.len(),
            });
            serde_json::from_value::<DiagnosticSpanLine>(span).expect("a line")
        };
        let around = attribute_around(&line("Gone"));
        assert!(around.is_some_and(|around| around.contains("__tool(id = \"k__f\",")));
        assert_eq!(attribute_around(&line("impl")), None);
        assert_eq!(attribute_around(&line("S<")), None);
    }
}
