//! Decides which cuts weaken a proof that an objective is unreachable.
//!
//! A proof about the unwound program says nothing about the paths that were cut. Some of these cannot reach the
//! objective:
//!
//! - A loop that is not inside another loop is entered once, so the cut of its iteration k + 1 leads only to exits after more than k
//!   iterations.
//! - A loop with a later number cannot lead back to the objective, unless both are in the same outermost loop. Numbers are in the order of
//!   evaluation, and a loop inside a condition belongs to the loop of that condition.
//!
//! Closures are called wherever they are passed to. So only the first rule applies to closures, and neither applies
//! to loops inside them.

use super::gap::stopped;
use crate::cover::symbolic;
use crate::model::job::{Job, LoopKind};
use crate::model::label::LabelInfo;
use crate::model::outcome::Objective;
use crate::model::reason::Reason;
use unroll_engine::strategy::record::CutReason;

/// True if an execution that was cut for this reason may go on to reach the objective.
pub fn may_reach(job: &Job, why: &CutReason, objective: &Objective) -> bool {
    let CutReason::SourceLoop(cut) = *why else {
        return true;
    };
    match *objective {
        Objective::Panic { .. }
        | Objective::OtherPanic
        | Objective::Path { .. }
        | Objective::OtherPath => true,
        Objective::LoopExit { loop_, .. } => may_hide_iteration(job, cut, loop_),
        Objective::Label { label } => match job.label(label) {
            // Iterations within the depth stand before one beyond it.
            Some(info) if info.iteration.is_some() && !info.in_closure => {
                may_hide_iteration(job, cut, info.parent)
            }
            // What stands outside of loops and closures is reached before loops that begin behind it.
            info => {
                let is_before = |info: &LabelInfo| {
                    info.parent == 0 && !info.in_closure && cut > info.loops_before
                };
                !info.is_some_and(is_before) || is_recursion(job, cut)
            }
        },
        // The clause is looked at after all loops; only this loop's own count rules a cut out.
        Objective::Violation { loop_, .. } => {
            cut != loop_ || parent(job, cut) != 0 || in_closure(job, cut)
        }
    }
}

/// True if an execution that is cut at one loop may come by an iteration of `loop_` within the depth afterwards.
fn may_hide_iteration(job: &Job, cut: u32, loop_: u32) -> bool {
    let entered_once = parent(job, loop_) == 0 && !in_closure(job, loop_);
    let in_source_order = has_keyword(job, loop_) && !in_closure(job, loop_);
    let stands_later = cut > loop_ && !is_recursion(job, cut) && root(job, cut) != root(job, loop_);
    !(cut == loop_ && entered_once || in_source_order && stands_later)
}

/// True if a cut is the depth that was asked for, rather than an obstacle. The question is about code of the function's own
/// crate: where every run fills a table of ten entries or compares a word of ten letters, "within three iterations" of the
/// standard library's loops would say nothing of any run.
pub fn is_bound(job: &Job, why: &CutReason) -> bool {
    match why {
        CutReason::SourceLoop(_) => true,
        CutReason::InnerLoop { function } | CutReason::Recursion { function } => {
            is_of_crate(&job.function, function)
        }
        // An obstacle of the engine is no depth that a user has asked for.
        CutReason::Unbuilt | CutReason::Stop(_) => false,
    }
}

/// True if a demangled name is one of the crate in which `path` stands; impls of the runtime's traits, which build inputs,
/// are not.
fn is_of_crate(path: &str, name: &str) -> bool {
    let krate = path.split("::").next().unwrap_or_default();
    let name = name.trim_start_matches(['<', '&']);
    let name = name.strip_prefix("mut ").unwrap_or(name);
    let inside = name.strip_prefix(krate);
    inside.is_some_and(|rest| rest.starts_with("::")) && !name.contains("unroll_runtime::")
}

fn has_keyword(job: &Job, loop_: u32) -> bool {
    job.loop_info(loop_)
        .is_some_and(|info| info.kind.has_keyword())
}

/// The function calls itself anywhere.
fn is_recursion(job: &Job, loop_: u32) -> bool {
    job.loop_info(loop_)
        .is_some_and(|info| info.kind == LoopKind::Recursion)
}

fn in_closure(job: &Job, loop_: u32) -> bool {
    job.loop_info(loop_).is_some_and(|info| info.in_closure)
}

fn parent(job: &Job, loop_: u32) -> u32 {
    job.loop_info(loop_).map_or(0, |info| info.parent)
}

/// The outermost loop around a loop.
fn root(job: &Job, loop_: u32) -> u32 {
    let mut at = loop_;
    while parent(job, at) != 0 {
        at = parent(job, at);
    }
    at
}

/// Why a path was given up, as a lower-case fragment.
pub fn describe(job: &Job, why: &CutReason) -> Reason {
    Reason::Obstacle(match why {
        CutReason::SourceLoop(number) => {
            format!("{} exceeds the depth", job.title(*number))
        }
        CutReason::InnerLoop { function } if *function == symbolic::harness(job) => {
            // The compiler has inlined what the loop stands in.
            format!(
                "a loop in what `{}` calls exceeds the engine's bound",
                job.function
            )
        }
        CutReason::InnerLoop { function } => {
            format!("a loop in `{function}` exceeds the engine's bound")
        }
        CutReason::Unbuilt => {
            "an element is read behind the first few of a sequence, which the engine builds"
                .to_owned()
        }
        CutReason::Recursion { function } => {
            format!("the recursion of `{function}` exceeds the engine's bound")
        }
        CutReason::Stop(stop) => return stopped(stop),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::job::{DebugChecks, Deepening, Effects, Limits, LoopInfo, Strategy};
    use crate::model::outcome::Span;
    use crate::model::source::OwnCode;
    use unroll_protocol::Crossing;
    use unroll_syntax::Criteria;

    fn span() -> Span {
        Span {
            file: "src/lib.rs".to_owned(),
            line: 1,
            column: 1,
        }
    }

    fn job(loops: &[(LoopKind, u32, bool)]) -> Job {
        let info = |&(kind, parent, in_closure): &(LoopKind, u32, bool)| LoopInfo {
            kind,
            span: span(),
            parent,
            in_closure,
            branches: Vec::new(),
        };
        Job {
            id: "k__f".to_owned(),
            function: "k::f".to_owned(),
            span: span(),
            exe: "exe".into(),
            ir: Vec::new(),
            depth: 2,
            deepening: Deepening::default(),
            strategy: Strategy::Auto,
            effects: Effects::Absent,
            limits: Limits::default(),
            seed: 0,
            criteria: Criteria::default(),
            loops: loops.iter().map(info).collect(),
            crossing: Crossing::default(),
            labels: Vec::new(),
            clauses: Vec::new(),
            assumes: Vec::new(),
            params: Vec::new(),
            generics: Vec::new(),
            iterators: Vec::new(),
            is_first_pass: false,
            cases: Vec::new(),
            spent_millis: 0,
            locals: Vec::new(),
            shared_statics: Vec::new(),
            hidden_input: None,
            goals: Vec::new(),
            infers_requires: false,
            structural_types: Vec::new(),
            checks: DebugChecks::default(),
            left_out: Vec::new(),
            own_code: OwnCode::default(),
            emit_smt2: false,
            explains: false,
        }
    }

    /// For each loop, those whose bound may keep an execution from reaching its exits.
    fn bounds(loops: &[(LoopKind, u32, bool)]) -> Vec<Vec<u32>> {
        let job = job(loops);
        let all = 1..=loops.len() as u32;
        let of = |loop_| Objective::LoopExit {
            loop_,
            depth: 1,
            branch: 0,
        };
        let may = |cut: &u32, loop_| may_reach(&job, &CutReason::SourceLoop(*cut), &of(loop_));
        all.clone()
            .map(|loop_| all.clone().filter(|cut| may(cut, loop_)).collect())
            .collect()
    }

    #[test]
    fn loops_with_a_keyword_stand_in_order() {
        let (outer, inner) = ((LoopKind::While, 0, false), (LoopKind::For, 1, false));
        assert_eq!(
            bounds(&[outer, inner, outer]),
            [vec![2], vec![1, 2], vec![1, 2]]
        );
    }

    #[test]
    fn closures_and_recursion_are_called_anywhere() {
        // With the function itself: its bound may keep from everything but its own depth.
        let recursion = (LoopKind::Recursion, 0, false);
        assert_eq!(
            bounds(&[(LoopKind::For, 0, false), recursion]),
            [vec![2], vec![1]]
        );
        // A closure with a loop in it, a loop, and a loop in a closure that is not counted.
        let loops = [
            (LoopKind::Closure, 0, false),
            (LoopKind::For, 1, true),
            (LoopKind::While, 0, false),
            (LoopKind::While, 0, true),
        ];
        assert_eq!(
            bounds(&loops),
            [
                vec![2, 3, 4],
                vec![1, 2, 3, 4],
                vec![1, 2],
                vec![1, 2, 3, 4]
            ]
        );
    }

    #[test]
    fn code_of_the_crate_is_told_by_its_name() {
        for name in [
            "scu::add::add",
            "<scu::Set>::find",
            "<&mut scu::Set as core::iter::Iterator>::next",
        ] {
            assert!(is_of_crate("scu::divide::divide", name), "{name}");
        }
        for name in [
            "core::str::converts::from_utf8",
            "scuba::dive",
            "<&scu::Set as unroll_runtime::input::Input>::any",
            "__unroll_harness_scu__divide",
            "<alloc::vec::Vec<scu::Set>>::clone",
        ] {
            assert!(!is_of_crate("scu::divide::divide", name), "{name}");
        }
    }
}
