//! Random traces, tests, trace sets, instructions and loops.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use super::algebra::{Loop, STATES, State, Test, Trace, TraceSet};

/// States of random traces: few, so that many traces can be concatenated.
const FEW: State = 4;

pub(super) fn tests() -> impl Strategy<Value = Test> {
    any::<u16>().prop_map(Test)
}

pub(super) fn traces() -> impl Strategy<Value = Trace> {
    (0..FEW, vec(0..FEW, 0..3)).prop_map(|(first, others)| Trace::new(first, others))
}

/// Trace sets that need not be those of any text.
pub(super) fn sets() -> impl Strategy<Value = TraceSet> {
    btree_set(traces(), 0..6).prop_map(|traces| traces.into_iter().collect())
}

/// A random instruction.
#[derive(Clone, Debug)]
enum Instruction {
    Skip,
    Fail,
    /// Each state becomes another one.
    Assign(Vec<State>),
    Sequence(Vec<Instruction>),
    If(Test, Box<Instruction>),
    /// Either of two.
    Choice(Box<Instruction>, Box<Instruction>),
}

impl Instruction {
    fn traces(&self) -> TraceSet {
        match self {
            Self::Skip => TraceSet::skip(),
            Self::Fail => TraceSet::fail(),
            Self::Assign(next) => (0..STATES)
                .map(|state| Trace::new(state, [next[usize::from(state)]]))
                .collect(),
            Self::Sequence(all) => {
                let all = all.iter().map(Self::traces);
                all.fold(TraceSet::skip(), |before, next| before.then(&next))
            }
            Self::If(test, then) => then.traces().conditional(*test),
            Self::Choice(one, other) => one.traces().or(&other.traces()),
        }
    }
}

fn instructions() -> impl Strategy<Value = Instruction> {
    let leaf = prop_oneof![
        1 => Just(Instruction::Skip),
        1 => Just(Instruction::Fail),
        8 => vec(0..STATES, usize::from(STATES)).prop_map(Instruction::Assign),
    ];
    leaf.prop_recursive(2, 6, 2, |inner| {
        let conditional = (tests(), inner.clone());
        let choice = (inner.clone(), inner.clone());
        prop_oneof![
            vec(inner, 0..3).prop_map(Instruction::Sequence),
            conditional.prop_map(|(test, then)| Instruction::If(test, Box::new(then))),
            choice.prop_map(|(one, other)| Instruction::Choice(Box::new(one), Box::new(other))),
        ]
    })
}

/// Programs: trace sets of instructions, and others.
pub(super) fn programs() -> impl Strategy<Value = TraceSet> {
    prop_oneof![sets(), instructions().prop_map(|it| it.traces())]
}

/// Loops around such programs.
pub(super) fn loops() -> impl Strategy<Value = Loop> {
    (tests(), programs()).prop_map(|(exit, body)| Loop { exit, body })
}

/// Loops whose body makes the state larger, so that they end.
pub(super) fn ending_loops() -> impl Strategy<Value = Loop> {
    let upward = |first: State| {
        let steps = vec(1..4_u8, 1..3);
        let up = move |steps: Vec<State>| {
            let all = steps.into_iter().scan(first, |state, step| {
                *state = (*state + step).min(STATES - 1);
                Some(*state)
            });
            Trace::new(first, all)
        };
        steps.prop_map(up)
    };
    let traces = (0..STATES - 1).prop_flat_map(upward);
    (tests(), btree_set(traces, 0..16)).prop_map(|(exit, body)| Loop {
        exit,
        body: body.into_iter().collect(),
    })
}
