//! All feasible paths, each once (`AlgPC` of BIC, section 5).
//!
//! A walk of the [tree](super::tree) of paths proposes executions, which costs little for each path. A query on the
//! formula of the program, from which blocking clauses exclude the paths found, then finds a path that the walk
//! missed, or proves that there is none.
//!
//! A path is defined by the source: the ways that a returning execution takes, in order, and the iteration counts
//! after which it leaves each loop. Two executions with the same steps have the same path, whatever branches the
//! compiler made of it.

use std::ops::Range;

use super::tree::{NextPath, PathTree};
use super::{Block, blocking_clause};
use crate::strategy::record::{Record, Waypoint};
use unroll_protocol::Step;
use unroll_smt::term::{Term, Terms};
use unroll_smt::{Limits, Model};

/// The paths of an unwound program that are still to be found.
#[derive(Debug)]
pub struct PathCover {
    /// In an order in which every execution comes to them, with the kind of step of each.
    blocks: Vec<(Block, Kind)>,
    /// Numbers of the labels that are steps.
    ways: Range<u32>,
    /// The executions that return by a path that was not excluded.
    open: Term,
    /// Proposes executions; `None` once it has none to propose.
    tree: Option<PathTree>,
}

/// Facts that the walk of the tree takes along. With more, its questions are as large as those about the whole formula.
const MOST_FACTS: usize = 256;

/// Terms of the formula. In larger ones the walk of the tree is left out, since no limit of time counts there.
const MOST_TERMS: usize = 100_000;

/// Proposals that fail one after the other before the tree is left: it seems that most paths do not return.
const MOST_FAILURES: usize = 32;

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
                    // A number that depends on the path may be that of a way, so such a block stays
                    // in.
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
        let all: Vec<Block> = blocks.iter().map(|(block, _)| *block).collect();
        let facts = terms.assumed().iter().chain(&record.facts);
        let facts: Vec<Term> = facts.copied().collect();
        // The walk takes the facts for all that there is to know.
        let is_small =
            facts.len() <= MOST_FACTS && terms.len() <= MOST_TERMS && !record.unstated.reads;
        Self {
            blocks,
            ways,
            open,
            tree: is_small.then(|| PathTree::new(all, facts, Limits::default())),
        }
    }

    /// An execution that returns by a path that was not excluded, for which `wanted` holds as well, where the walk of the tree finds one.
    pub fn propose(&mut self, terms: &mut Terms, wanted: Term) -> Option<Model> {
        let tree = self.tree.as_mut()?;
        for _ in 0..MOST_FAILURES {
            let NextPath::Found(model) = tree.next_path(terms) else {
                break;
            };
            // The tree walks all executions: one that panics, or whose path other inputs took, is
            // no proposal.
            if [self.open, wanted]
                .iter()
                .all(|it| model.value(terms, *it) == 1)
            {
                return Some(model);
            }
        }
        // For good: the queries that follow find what is left, or prove that nothing is.
        self.tree = None;
        None
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
