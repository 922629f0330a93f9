//! The lines of `cargo unroll infeasible --message-format json`: one object a line, told apart by `reason`.
//!
//! These types are the interface. Internal types change without it.

use serde::Serialize;

use super::model::{Judgement, Warning};
use crate::model::source::{Mark, Range};

/// The version of this format, which is that of all lines of the tool.
const VERSION: u32 = 2;

#[derive(Serialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum WarningLine<'a> {
    Infeasible {
        function: &'a str,
        code: &'static str,
        message: &'static str,
        span: RangeLine<'a>,
        because: Vec<MarkLine<'a>>,
        bound_independent: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        depth: Option<u32>,
    },
    Finished {
        version: u32,
        functions: usize,
        warnings: usize,
        within_depth: usize,
        undecided: usize,
        millis: u64,
        tool: &'static str,
    },
}

#[derive(Serialize)]
struct RangeLine<'a> {
    file: &'a str,
    line: u32,
    column: u32,
    end_line: u32,
    end_column: u32,
}

#[derive(Serialize)]
struct MarkLine<'a> {
    span: RangeLine<'a>,
    label: &'a str,
}

impl<'a> From<&'a Range> for RangeLine<'a> {
    fn from(range: &'a Range) -> Self {
        Self {
            file: &range.start.file,
            line: range.start.line,
            column: range.start.column,
            end_line: range.end_line,
            end_column: range.end_column,
        }
    }
}

impl<'a> From<&'a Mark> for MarkLine<'a> {
    fn from(mark: &'a Mark) -> Self {
        Self {
            span: (&mark.range).into(),
            label: &mark.label,
        }
    }
}

fn text(line: &WarningLine<'_>) -> String {
    let json =
        serde_json::to_string(line).expect("invariant: keys are strings and numbers are finite");
    format!("{json}\n")
}

/// The line of a warning.
pub fn warning(warning: &Warning) -> String {
    let code = warning.kind.code();
    text(&WarningLine::Infeasible {
        function: &warning.function,
        code: code.as_str(),
        message: code.message(),
        span: (&warning.place.range).into(),
        because: warning.because.iter().map(MarkLine::from).collect(),
        bound_independent: true,
        depth: None,
    })
}

/// The lines of code that is not executed within the depth.
pub fn shallow(judgement: &Judgement) -> String {
    let code = crate::diagnostics::Code::NotWithinDepth;
    let line = |it: &super::Shallow| {
        text(&WarningLine::Infeasible {
            function: &it.function,
            code: code.as_str(),
            message: code.message(),
            span: (&it.place).into(),
            because: Vec::new(),
            bound_independent: false,
            depth: Some(it.depth),
        })
    };
    judgement.shallow.iter().map(line).collect()
}

/// The last line of a run over `functions` functions; `warnings` counts those that are shown.
pub fn finished(functions: usize, warnings: usize, all: &[Judgement], millis: u64) -> String {
    text(&WarningLine::Finished {
        version: VERSION,
        functions,
        warnings,
        within_depth: all.iter().map(|it| it.shallow.len()).sum(),
        undecided: all.iter().map(|it| it.undecided).sum(),
        millis,
        tool: concat!("cargo-unroll ", env!("CARGO_PKG_VERSION")),
    })
}
