//! All feasible paths, each once, by blocking clauses (`AlgPC` of the infeasible-code paper, section 5).
//!
//! A path is what the source says of an execution that returns: the ways that it takes, in order, and after how many iterations it leaves which
//! loop. Two executions with the same steps are of one path, whatever branches the compiler made of it.

use std::ops::Range;

use super::{Block, blocking_clause};
use crate::strategy::record::{Record, Waypoint};
use unroll_protocol::Step;
use unroll_smt::Model;
use unroll_smt::term::{Term, Terms};

/// The paths of an unwound program that are still to be found.
#[derive(Debug)]
pub struct PathCover {
    /// In an order in which every execution comes to them, with the kind of step of each.
    blocks: Vec<(Block, Kind)>,
    /// Numbers of the labels that are steps.
    ways: Range<u32>,
    /// The executions that return by a path that was not excluded.
    open: Term,
}

/// The kind of step that a block is.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A way with this number, unless the block has a value, which is the number then.
    Way(u32),
    /// An exit of a loop after this many iterations, unless the block has a value, which is their number then.
    Exit { loop_: u32, depth: u32 },
}

impl PathCover {
    /// All paths of an execution; labels with numbers in `ways` are steps.
    pub fn new(terms: &mut Terms, record: &Record, ways: Range<u32>) -> Self {
        let block = |reached: Term, value: Term| {
            let known = terms.as_const(value).map(|known| known as u32);
            let block = Block {
                reached,
                value: known.is_none().then_some(value),
            };
            (block, known.unwrap_or(0))
        };
        let mut blocks = Vec::new();
        for waypoint in &record.waypoints {
            match *waypoint {
                Waypoint::Label(at) => {
                    let label = &record.labels[at];
                    let (block, number) = block(label.cond, label.number);
                    if block.value.is_some() || ways.contains(&number) {
                        blocks.push((block, Kind::Way(number)));
                    }
                }
                Waypoint::Exit(at) => {
                    let exit = &record.exits[at];
                    let (block, depth) = block(exit.cond, exit.depth);
                    let loop_ = exit.loop_;
                    blocks.push((block, Kind::Exit { loop_, depth }));
                }
            }
        }
        let open = record.returned.unwrap_or_else(|| terms.fls());
        Self { blocks, ways, open }
    }

    /// The executions that return by a path that was not excluded (width 1).
    pub fn open(&self) -> Term {
        self.open
    }

    /// The steps of the path in a model.
    pub fn steps(&self, terms: &Terms, model: &Model) -> Vec<Step> {
        let step = |(block, kind): &(Block, Kind)| {
            if !block.is_reached(terms, model) {
                return None;
            }
            let value = block.value.map(|value| model.value(terms, value) as u32);
            match *kind {
                Kind::Way(number) => {
                    let number = value.unwrap_or(number);
                    self.ways.contains(&number).then_some(Step::Way(number))
                }
                Kind::Exit { loop_, depth } => Some(Step::Exit {
                    loop_,
                    depth: value.unwrap_or(depth),
                }),
            }
        };
        self.blocks.iter().filter_map(step).collect()
    }

    /// Excludes the path in a model.
    pub fn exclude(&mut self, terms: &mut Terms, model: &Model) {
        let blocks: Vec<Block> = self.blocks.iter().map(|(block, _)| *block).collect();
        let clause = blocking_clause(terms, &blocks, model);
        self.open = terms.and(self.open, clause);
    }
}
