//! The names of paths and of their steps in reports and tests.

use unroll_protocol::Step;

use super::job::Job;
use super::label::LabelInfo;

impl Job {
    /// A step of a path: `else of if x < 3`, `loop 1 after 2`.
    pub fn step_name(&self, step: Step) -> String {
        match step {
            Step::Way(label) => self.label(label).map(LabelInfo::name).unwrap_or_default(),
            Step::Exit { loop_, depth } => self.exit_name(loop_, depth),
        }
    }

    /// `loop 1 after 3`, `closure 1 calls 3`, `recursion depth 3`.
    pub fn exit_name(&self, loop_: u32, depth: u32) -> String {
        match self.name_of(loop_) {
            ("loop", number) => format!("loop {number} after {depth}"),
            ("closure", number) => format!("closure {number} calls {depth}"),
            (noun, _) => format!("{noun} depth {depth}"),
        }
    }

    /// A path by all its steps.
    pub fn path_name(&self, steps: &[Step]) -> String {
        let steps: Vec<String> = steps.iter().map(|step| self.step_name(*step)).collect();
        match steps[..] {
            [] => "path without branches".to_owned(),
            _ => format!("path {}", steps.join(", ")),
        }
    }
}
