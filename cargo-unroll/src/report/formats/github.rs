//! Workflow commands of GitHub Actions, which the web page of a pull request shows as annotations.
//!
//! GitHub shows ten annotations of each level for a step, so that findings stand before everything else.

use std::fmt::Write as _;

use crate::model::outcome::Span;
use crate::report::saved::{DriftRecord, FindingRecord, FunctionRecord, SavedReport};

/// The annotations, one a line.
pub fn github(report: &SavedReport) -> String {
    let mut text = String::new();
    for function in &report.functions {
        for finding in &function.findings {
            text.push_str(&annotate_finding(function, finding));
        }
    }
    for drift in &report.drifts {
        text.push_str(&annotate_drift(drift));
    }
    for function in &report.functions {
        for note in &function.notes {
            let span = note.span.as_ref().or(function.span.as_ref());
            let mut message = format!("`{}`: {}", function.function, note.message);
            if let Some(help) = &note.help {
                let _ = write!(message, "\nhelp: {help}");
            }
            text.push_str(&command("notice", span, &note.code, &message));
        }
    }
    text
}

fn annotate_finding(function: &FunctionRecord, finding: &FindingRecord) -> String {
    let mut message = finding.title(&function.function);
    let _ = write!(message, "\n{}", finding.call(&function.function));
    if let Some(test) = &finding.test {
        let _ = write!(message, "\ntest: {test}");
    }
    let level = if finding.is_confirmed() {
        &finding.level
    } else {
        "notice"
    };
    command(level, Some(&finding.span), &finding.kind, &message)
}

fn annotate_drift(drift: &DriftRecord) -> String {
    command("warning", drift.span.as_ref(), "changed", &drift.title())
}

/// `::error file=src/a.rs,line=1,col=2,title=panic::message`.
fn command(level: &str, span: Option<&Span>, title: &str, message: &str) -> String {
    let place = span.map_or_else(String::new, |span| {
        let file = property(&span.file);
        format!("file={file},line={},col={},", span.line, span.column)
    });
    format!(
        "::{level} {place}title={}::{}\n",
        property(title),
        data(message)
    )
}

/// A message without the characters that end or begin a command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// A property, in which separators are encoded, too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_encoded() {
        let span = Span {
            file: "src/a,b.rs".to_owned(),
            line: 3,
            column: 5,
        };
        assert_eq!(
            command("error", Some(&span), "panic", "100 %\nat: a"),
            "::error file=src/a%2Cb.rs,line=3,col=5,title=panic::100 %25%0Aat: a\n"
        );
        assert_eq!(
            command("notice", None, "a:b", "c"),
            "::notice title=a%3Ab::c\n"
        );
    }
}
