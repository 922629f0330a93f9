//! `cargo xtask bench labels`: path exploration with labels, table I of the label-coverage paper.
//!
//! `--write` puts the table into `docs/dev/experiments.md`.

use super::experiment::Experiment;

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    command: "labels",
    title: "labels along the paths of 8 programs",
    test: ("cargo-unroll", "labels"),
    variable: "UNROLL_LABELS",
};
