//! `cargo xtask bench paper-b`: the four covering algorithms of the infeasible-code paper on 80 random programs, as a table.
//!
//! `--write` puts the table into `docs/dev/experiments.md`.

use super::experiment::Experiment;

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    command: "paper-b",
    title: "covers of 80 random programs",
    test: ("unroll-engine", "paper_b"),
    variable: "UNROLL_PAPER_B",
};
