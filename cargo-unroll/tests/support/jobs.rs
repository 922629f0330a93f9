//! Short constructors for jobs.

use cargo_unroll::model::job::{
    BranchInfo, ClauseInfo, ClauseKind, DebugChecks, Deepening, Effects, Job, Limits, LoopInfo,
    LoopKind, ParamInfo, Strategy,
};
use cargo_unroll::model::outcome::Span;
use cargo_unroll::model::source::OwnCode;
use unroll_protocol::Crossing;
use unroll_syntax::Criteria;

pub(crate) fn span(file: &str, line: u32, column: u32) -> Span {
    Span {
        file: file.to_owned(),
        line,
        column,
    }
}

/// A job for the function whose name stands first after `fn ` in `text`.
pub(crate) fn job(text: &str, file: &str, function: &str) -> Job {
    let name = function
        .rsplit("::")
        .next()
        .expect("paths have a last part");
    let at = ["(", "<"]
        .iter()
        .find_map(|open| text.find(&format!("fn {name}{open}")))
        .expect("the function is in the text")
        + 3;
    let line = text[..at].matches('\n').count() as u32 + 1;
    let column = (at - text[..at].rfind('\n').map_or(0, |i| i + 1)) as u32 + 1;
    Job {
        id: name.to_owned(),
        function: function.to_owned(),
        span: span(file, line, column),
        exe: "driver".into(),
        ir: vec![],
        depth: 4,
        deepening: Deepening::default(),
        strategy: Strategy::Auto,
        limits: Limits::default(),
        seed: 0,
        criteria: Criteria::default(),
        loops: vec![],
        labels: vec![],
        crossing: Crossing::default(),
        clauses: vec![],
        assumes: Vec::new(),
        params: Vec::<ParamInfo>::new(),
        effects: Effects::Refused,
        generics: vec![],
        iterators: Vec::new(),
        is_first_pass: false,
        cases: Vec::new(),
        spent_millis: 0,
        locals: Vec::new(),
        shared_statics: Vec::new(),
        hidden_input: None,
        structural_types: Vec::new(),
        checks: DebugChecks::default(),
        left_out: Vec::new(),
        own_code: OwnCode::default(),
        goals: Vec::new(),
        infers_requires: false,
        emit_smt2: false,
        explains: false,
    }
}

pub(crate) fn loop_info(kind: LoopKind, parent: u32, branches: &[&str]) -> LoopInfo {
    LoopInfo {
        kind,
        span: span("src/sample.rs", 1, 1),
        parent,
        in_closure: false,
        branches: branches
            .iter()
            .map(|text| BranchInfo {
                text: (*text).to_owned(),
                span: span("src/sample.rs", 1, 1),
            })
            .collect(),
    }
}

pub(crate) fn ensures(text: &str) -> ClauseInfo {
    ClauseInfo {
        kind: ClauseKind::Ensures,
        text: text.to_owned(),
        span: span("src/sample.rs", 1, 1),
        end: span("src/sample.rs", 1, 2),
        kept: None,
    }
}
