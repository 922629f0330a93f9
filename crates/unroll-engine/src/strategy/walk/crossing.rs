//! Labels crossed with iterations: what the probe of a label means in the iteration under way.
//!
//! In: the events of loops and labels. Out: an event of the number that stands for the label in each iteration that may be under way.
//! Nothing is followed where no label is crossed.

use std::collections::BTreeMap;

use crate::domain::Domain;
use crate::strategy::walk::event::Event;
use crate::strategy::walk::{Bits, Strategy};

/// The iteration of each source loop that is under way (32 bits), by the number of the loop: 0 ahead of the first.
#[derive(Clone, Debug)]
pub(crate) struct Iterations<B>(pub(crate) BTreeMap<u32, B>);

impl<B> Default for Iterations<B> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<B: Copy> Iterations<B> {
    /// The iterations where two paths have become one. Only a path that has begun a loop comes by its labels.
    pub(crate) fn join(&self, other: &Self, mut join: impl FnMut(B, B) -> B) -> Self {
        let mut joined = other.clone();
        for (&loop_, &one) in &self.0 {
            let both = other.0.get(&loop_).map(|&two| join(one, two));
            joined.0.insert(loop_, both.unwrap_or(one));
        }
        joined
    }
}

/// Notes that a loop or an iteration begins, and tells of the labels that stand for a label in the iterations.
pub(super) fn follow<'p, S: Strategy<'p>>(
    strategy: &mut S,
    event: &Event<Bits<'p, S>>,
    state: &mut S::State,
) -> Result<(), S::Halt> {
    let crossing = strategy.crossing();
    if crossing.is_empty() {
        return Ok(());
    }
    match *event {
        Event::Enter { loop_ } => {
            // Iterations count from 1, so 0 matches no row until the first one begins.
            let none = strategy.machine().domain.constant(32, 0);
            strategy.iterations(state).0.insert(loop_, none);
        }
        Event::Step { loop_, iteration } => {
            strategy.iterations(state).0.insert(loop_, iteration);
        }
        Event::Label { number, holds } => {
            for row in crossing.rows() {
                let Some(iteration) = strategy.iterations(state).0.get(&row.loop_).copied() else {
                    continue;
                };
                let domain = &mut strategy.machine().domain;
                let label = domain.constant(32, row.label.into());
                let is_it = domain.eq(number, label);
                let reached = domain.and(is_it, holds);
                // Numbers are constants on most paths, so most rows fall away here and leave no
                // label that never happens.
                if domain.as_const(reached) == Some(0) {
                    continue;
                }
                for (count, number) in row.numbers() {
                    let domain = &mut strategy.machine().domain;
                    let count = domain.constant(32, count.into());
                    let is_now = domain.eq(iteration, count);
                    let holds = domain.and(reached, is_now);
                    if domain.as_const(holds) == Some(0) {
                        continue;
                    }
                    let number = domain.constant(32, number.into());
                    strategy.event(Event::Label { number, holds }, state)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}
