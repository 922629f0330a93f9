//! Comparisons of any length, of which one formula for all paths looks at a beginning: what does not depend on the rest is proved,
//! and nothing is proved that does.

use cargo_unroll::compile::{self, Output};
use cargo_unroll::cover::analyse;
use cargo_unroll::model::job::{Job, Strategy};
use cargo_unroll::model::outcome::{Objective, Verdict};

use super::exhaust::job;
use super::sandbox::Sandbox;

const LIB: &str = include_str!("../../../fixtures/cases/compared/src/lib.rs");

#[test]
fn what_is_not_looked_at_may_be_anything() {
    let sandbox = Sandbox::with_macros("compared", LIB, "");
    let project = sandbox.load();
    let quiet = Output {
        quiet: true,
        color: false,
        jobs: None,
        wrapper: None,
    };
    let build = compile::build(&project, quiet).unwrap_or_else(|error| panic!("{error}"));
    let verdict = |name: &str, depth: u32| {
        let path = format!("compared::{name}");
        let function = project.functions.iter().find(|it| it.path == path);
        let function = function.expect("it is there");
        let built = build.of(function).expect("it is built");
        let job = Job {
            strategy: Strategy::Merge,
            ..job(function, built, 0)
        };
        let outcome = analyse(&job, &mut |_| {});
        let is_meant = |objective: &Objective| matches!(objective, Objective::LoopExit { depth: at, branch: 0, .. } if *at == depth);
        let mut objectives = outcome.objectives.into_iter();
        objectives
            .find(|it| is_meant(&it.objective))
            .map(|it| it.verdict)
            .expect("there is such an objective")
    };
    let never = Verdict::Unreachable {
        bound_independent: true,
    };
    assert_eq!(verdict("blanks", 0), never);
    for name in ["twins", "given"] {
        assert_eq!(verdict(name, 0), never, "{name}");
        let Verdict::Undecided { reason } = verdict(name, 1) else {
            panic!("{name}: {:?}", verdict(name, 1));
        };
        assert!(
            reason
                .to_string()
                .contains("`memcmp` exceeds the engine's bound"),
            "{name}: {reason}"
        );
    }
}
