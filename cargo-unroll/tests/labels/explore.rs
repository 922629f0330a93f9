//! The four set-ups of the label-coverage paper (section 6.2): the exploration of all paths of a program, with labels or without.
//!
//! Each input that an exploration proposes is run natively with the labels in it. A label is covered if such a run covers it.

use std::collections::BTreeSet;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::fixture::{Fixture, Form};
use cargo_unroll::cover::agree::{agree, case, difference};
use cargo_unroll::cover::paths::{Explorer, Goal};
use cargo_unroll::replay::Driver;
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Bounds;
use unroll_engine::strategy::paths::{Aliases, WalkEnd};

/// A set-up of the paper's experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SetUp {
    /// DSE(P): the program without the probes of labels.
    Plain,
    /// DSE(P'): each label a branch of the program.
    Direct,
    /// DSE(P*): each place of a label a side path, and all of them are asked for.
    Tight,
    /// DSE*(P*) with IDL-1: a label is deleted when it is covered by an input that was asked for it.
    DeletedWhenAsked,
    /// DSE*(P*) with IDL-2: a label is deleted when it is covered. This is what the tool does.
    Deleted,
}

impl SetUp {
    pub(crate) const ALL: [Self; 5] = [
        Self::Plain,
        Self::Direct,
        Self::Tight,
        Self::DeletedWhenAsked,
        Self::Deleted,
    ];

    /// The name in the paper.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Plain => "DSE(P)",
            Self::Direct => "DSE(P')",
            Self::Tight => "DSE(P*)",
            Self::DeletedWhenAsked => "DSE*(P*), IDL-1",
            Self::Deleted => "DSE*(P*), IDL-2",
        }
    }
}

/// A program with labels, to be explored.
pub(crate) struct Subject<'f> {
    pub(crate) fixture: &'f Fixture,
    /// Path of the function.
    pub(crate) path: &'static str,
    /// Most iterations of its loops.
    pub(crate) depth: u32,
}

/// The result of an exploration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Explored {
    /// Inputs that were walked, one for each path and each side path that was found.
    pub(crate) paths: u32,
    /// Those of them that went on behind the bound.
    pub(crate) beyond: u32,
    pub(crate) queries: u32,
    /// Processor time of engine and solver.
    pub(crate) time: Duration,
    pub(crate) covered: BTreeSet<u32>,
    /// Labels that no path within the bound covers, by proof.
    pub(crate) uncoverable: BTreeSet<u32>,
    pub(crate) undecided: BTreeSet<u32>,
    /// True if it was stopped.
    pub(crate) is_late: bool,
}

/// Explores a program, at most for some time.
pub(crate) fn explore(subject: &Subject<'_>, set_up: SetUp, most: Duration) -> Explored {
    let function = subject.fixture.function(subject.path);
    let program = subject.fixture.program(match set_up {
        SetUp::Plain => Form::Plain,
        SetUp::Direct => Form::Direct,
        SetUp::Tight | SetUp::DeletedWhenAsked | SetUp::Deleted => Form::Tight,
    });
    let start = processor_time();
    let explorer = Explorer::new(
        format!("__unroll_harness_{}", function.id),
        &program,
        Bounds::for_depth(subject.depth, 10_000_000),
        Goal::Paths,
        Aliases::Late,
        unroll_smt::Limits {
            rlimit: 8_000_000,
            ..unroll_smt::Limits::default()
        },
    );
    let mut exploration = Exploration {
        path: subject.path,
        set_up,
        labels: (0..function.labels.len() as u32).collect(),
        driver: subject.fixture.driver(function),
        explorer,
        found: Explored::default(),
    };
    if !matches!(set_up, SetUp::Plain | SetUp::Direct) {
        let labels = exploration.labels.clone();
        exploration.explorer.ask_for_labels(labels);
    }
    let mut candidates = Some(vec![Inputs::default()]);
    while let Some(inputs) = candidates {
        exploration.follow(&inputs);
        exploration.found.is_late = processor_time().saturating_sub(start) > most;
        if exploration.found.is_late {
            break;
        }
        candidates = exploration.explorer.propose();
    }
    let mut found = exploration.end();
    found.time = processor_time().saturating_sub(start);
    found
}

/// An exploration under way.
struct Exploration<'p> {
    path: &'static str,
    set_up: SetUp,
    labels: BTreeSet<u32>,
    driver: Driver,
    explorer: Explorer<'p>,
    found: Explored,
}

impl Exploration<'_> {
    /// Runs and walks inputs until one takes the path that they were proposed for.
    fn follow(&mut self, candidates: &[Inputs]) {
        let asked = self.explorer.proposed_label();
        for inputs in candidates {
            let run = self.driver.run(&case(inputs)).expect("the run ends");
            let (walk, takes) = self.explorer.walk(inputs).expect("the harness is there");
            self.found.beyond += u32::from(matches!(walk.end, WalkEnd::Cut(_)));
            if let Some(mut trace) = walk.trace() {
                if self.set_up == SetUp::Plain {
                    trace.labels.clone_from(&run.labels);
                }
                let difference = || difference(&trace, &run);
                let is_same = agree(&trace, &run);
                assert!(is_same, "{} on {inputs:?}: {}", self.path, difference());
            }
            let is_covered = |label| run.labels.contains(&label);
            let is_deleted = |label| match self.set_up {
                SetUp::Plain | SetUp::Direct | SetUp::Tight => false,
                SetUp::DeletedWhenAsked => asked == Some(label) && is_covered(label),
                SetUp::Deleted => is_covered(label),
            };
            self.explorer.delete_labels(is_deleted);
            self.found.covered.extend(run.labels);
            if takes {
                break;
            }
        }
        self.explorer.settle();
    }

    /// The result, with the verdicts on labels that no run has covered.
    fn end(self) -> Explored {
        let mut found = self.found;
        let is_stopped = self.explorer.stops().next().is_some();
        let is_decided = |label: &u32| {
            !found.is_late && !is_stopped && self.explorer.incomplete_for(*label).is_none()
        };
        let open = self.labels.difference(&found.covered).copied();
        (found.uncoverable, found.undecided) = match self.set_up {
            // Without labels nothing is proved of them.
            SetUp::Plain => (BTreeSet::new(), open.collect()),
            _ => open.partition(is_decided),
        };
        (found.paths, found.queries) = (self.explorer.walks, self.explorer.queries.0);
        found
    }
}

/// The time that this thread has run, which does not depend on what else the machine does; where Linux does not tell it, the time that has passed.
fn processor_time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let start = *START.get_or_init(Instant::now);
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|it| it.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}
