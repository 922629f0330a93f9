//! Warnings as diagnostics in the JSON form of rustc, one a line. The lines that contradict a statement are secondary spans.

use super::model::{Shallow, Warning};
use crate::diagnostics::{Code, Severity};
use crate::model::source::{Mark, Range};
use crate::report::formats::rustc::message::{Message, Place};

/// A warning.
pub fn warning(warning: &Warning) -> String {
    let code = warning.kind.code();
    let proved = format!(
        "proved for every input of `{}`, at any depth",
        warning.function
    );
    line(&Message {
        level: match code.severity() {
            Severity::Note => "note",
            Severity::Warning | Severity::Error | Severity::Internal => "warning",
        },
        code: code.as_str(),
        title: code.message().to_owned(),
        places: std::iter::once(&warning.place)
            .chain(&warning.because)
            .map(marked)
            .collect(),
        children: children(proved, code),
    })
}

/// Code that is not executed within the depth: a note.
pub fn shallow(shallow: &Shallow) -> String {
    let code = Code::NotWithinDepth;
    let depth = format!(
        "`{}` was analysed up to depth {}",
        shallow.function, shallow.depth
    );
    line(&Message {
        level: "note",
        code: code.as_str(),
        title: code.message().to_owned(),
        places: vec![place(&shallow.place, None)],
        children: children(depth, code),
    })
}

fn children(note: String, code: Code) -> Vec<(&'static str, String)> {
    let help = code.help().map(|help| ("help", help.to_owned()));
    std::iter::once(("note", note)).chain(help).collect()
}

fn marked(mark: &Mark) -> Place<'_> {
    let label = (!mark.label.is_empty()).then_some(mark.label.as_str());
    place(&mark.range, label)
}

fn place<'a>(range: &'a Range, label: Option<&'a str>) -> Place<'a> {
    Place {
        start: &range.start,
        end: (range.end_line, range.end_column),
        label,
    }
}

fn line(message: &Message<'_>) -> String {
    format!("{}\n", message.json())
}
