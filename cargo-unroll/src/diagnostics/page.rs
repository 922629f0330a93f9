//! The reference of all codes, `docs/diagnostics.md`.

use std::fmt::Write as _;

use super::{Code, Group, Severity};

const HEAD: &str = "\
<!-- Generated from cargo-unroll/src/diagnostics by the test `the_reference_is_the_catalogue`; do not edit. -->

# Diagnostics

Every diagnostic of `cargo unroll` that does not come from the compiler has a stable code. Codes are never reused.
`cargo unroll explain CODE` prints the explanation below, `cargo unroll explain` lists all codes.

A *note* requires no action. A *warning* concerns one function, objective or file, and the run succeeds. An *error* makes the run fail with exit code 1, or
5 for a finding. An *internal* error is a bug in `cargo unroll`, with exit code 70. With `--deny panics`, warnings among
the findings are errors.
";

/// The whole page as Markdown.
pub fn page() -> String {
    let mut text = HEAD.to_owned();
    for group in Group::ALL {
        let _ = write!(text, "\n## {}\n\n", group.title());
        text.push_str("| code | severity | message |\n|---|---|---|\n");
        for code in group.codes() {
            let _ = writeln!(
                text,
                "| [{code}](#{}) | {} | {} |",
                code.as_str().to_lowercase(),
                severity(code),
                code.message(),
            );
        }
        for code in group.codes() {
            let _ = write!(text, "\n### {code}\n\n");
            text.push_str(&explanation(code));
        }
    }
    text
}

fn severity(code: Code) -> &'static str {
    match code.severity() {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
        Severity::Internal => "internal",
    }
}

/// The explanation with plain languages behind its fences, which is all that a Markdown viewer understands.
fn explanation(code: Code) -> String {
    let mut text = String::new();
    for line in code.explanation().lines() {
        let shown = match line.strip_prefix("```") {
            Some(info) => format!("```{}", info.split(' ').next().unwrap_or_default()),
            None => line.to_owned(),
        };
        text.push_str(&shown);
        text.push('\n');
    }
    text
}
