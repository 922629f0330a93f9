//! Agreement of the interpreter and the native run: conversion between inputs and cases, and the comparison of the
//! two executions.

use crate::replay::{Case, Leaf, RunEnd, RunOutcome};
use unroll_engine::strategy::interpret::{End, Inputs, Trace};
use unroll_protocol::NO_INPUT;

/// The case of the driver's protocol.
pub fn case(inputs: &Inputs) -> Case {
    let scalars = inputs
        .scalars
        .iter()
        .map(|(key, value)| (*key, Leaf::Scalar(*value)));
    let slices = inputs
        .slices
        .iter()
        .map(|(key, elements)| (*key, Leaf::slice(elements.iter().copied())));
    Case {
        leaves: scalars.chain(slices).collect(),
    }
}

/// The inputs of the interpreter for a case of the driver's protocol.
pub fn inputs(case: &Case) -> Inputs {
    let mut inputs = Inputs::default();
    for (key, leaf) in &case.leaves {
        match leaf {
            Leaf::Scalar(value) => {
                inputs.scalars.insert(*key, *value);
            }
            Leaf::Slice(runs) => {
                let elements = runs
                    .iter()
                    .flat_map(|(count, value)| std::iter::repeat_n(*value, *count as usize));
                inputs.slices.insert(*key, elements.collect());
            }
        }
    }
    inputs
}

/// The observations of the interpreter and of the native run, where they differ.
pub fn difference(trace: &Trace, run: &RunOutcome) -> String {
    format!(
        "the native run has {:?} {:?} {:?}, the interpreter {:?} {:?} {:?}",
        run.exits, run.labels, run.ending, trace.exits, trace.labels, trace.end
    )
}

/// True if the interpreter and the native run saw the same execution.
pub fn agree(trace: &Trace, run: &RunOutcome) -> bool {
    let mut exits: Vec<(u32, u32, u64, u32)> = Vec::new();
    for exit in &trace.exits {
        let exit = (exit.loop_, exit.depth, exit.mask, exit.kind);
        // The driver reports each way out of a loop once, however often a run takes it.
        if !exits.contains(&exit) {
            exits.push(exit);
        }
    }
    let native: Vec<_> = run
        .exits
        .iter()
        .map(|exit| (exit.loop_, exit.depth, exit.mask, exit.kind))
        .collect();
    let end = match (&trace.end, &run.ending) {
        // The native run says of a call that builds or judges an input and panics that there is no input.
        (End::Returned, RunEnd::Returned)
        | (End::Panicked(_), RunEnd::Rejected { clause: NO_INPUT }) => true,
        (End::Rejected(own), RunEnd::Rejected { clause })
        | (End::Violated(own), RunEnd::Violated { clause }) => own == clause,
        (End::Inapplicable(own), RunEnd::Inapplicable { loop_ }) => own == loop_,
        (End::Panicked(site), RunEnd::Panicked { location, .. }) => {
            // Inlined code of the standard library may have no debug location, so a site without
            // one agrees with any place.
            site.location.as_ref().is_none_or(|own| own == location)
        }
        // What happened before a native run was stopped says nothing about its end.
        (_, RunEnd::Hang { .. }) => return true,
        _ => false,
    };
    end && exits == native && trace.labels == run.labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_and_inputs_are_the_same_thing() {
        let text = "1=7 2=[0*3,5]";
        let case_of = |text: &str| text.parse::<Case>().expect("a case");
        assert_eq!(case(&inputs(&case_of(text))), case_of(text));
    }
}
