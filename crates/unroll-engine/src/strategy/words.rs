//! Functions of words: code whose results depend on integers alone, and its applications. Plain data, and values as the words of which they consist.

use std::sync::Arc;

use crate::domain::value::Value;
use crate::semantics::aggregate::fields;
use crate::semantics::float::elementary::Elementary;
use unroll_llvm::ModuleId;
use unroll_llvm::ir::layout::Layout;
use unroll_llvm::ir::{BlockId, Reg, Type};
use unroll_smt::term::Term;

/// Words of one value, at most.
const MOST_WORDS: usize = 8;

/// Code that takes integers and gives integers, and looks at nothing else: a function, or a loop of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionOfWords {
    /// The module that calls the function, or that has the loop.
    pub module: ModuleId,
    /// The name of the function there.
    pub symbol: Arc<str>,
    /// The loop; `None` for the whole function.
    pub loop_: Option<Arc<LoopOfWords>>,
}

/// A loop as a function of the integers with which it is entered. The first of its results is the position of the way out, the others are the values of its
/// outputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LoopOfWords {
    /// Its first block.
    pub head: BlockId,
    /// Its blocks, ascending.
    pub blocks: Vec<BlockId>,
    /// The registers that it reads where it is entered, those that its head sets among them.
    pub inputs: Vec<(Reg, Type)>,
    /// The registers that it sets and code behind it reads.
    pub outputs: Vec<(Reg, Type)>,
    /// The edges out of it.
    pub ways: Vec<WayOut>,
}

/// An edge out of a loop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WayOut {
    /// The block of the loop.
    pub from: BlockId,
    /// The block behind it.
    pub to: BlockId,
    /// The outputs that are read behind it.
    pub read: Vec<Reg>,
}

/// Calls of a function of words with the same arguments.
#[derive(Clone, Debug)]
pub struct Application {
    /// The function.
    pub function: FunctionOfWords,
    /// The arguments, as wide as its parameters.
    pub args: Vec<Term>,
    /// True if it returns (width 1). Otherwise it panics, or does not end.
    pub returns: Term,
    /// The words that it returns, as wide as the integers in its result.
    pub results: Vec<Term>,
    /// When it is called (width 1).
    pub cond: Term,
}

/// Calls of an elementary function with the same arguments.
#[derive(Clone, Debug)]
pub struct ElementaryCall {
    /// The function.
    pub function: Elementary,
    /// The bits of its arguments.
    pub args: Vec<Term>,
    /// The bits of its result.
    pub result: Term,
    /// When it is called (width 1).
    pub cond: Term,
}

/// The widths of the integers that a value of a type consists of; `None` for a value of other parts, of many, or of none.
pub(crate) fn widths(layout: &Layout, ty: &Type) -> Option<Vec<u32>> {
    let mut widths = Vec::new();
    (add_widths(layout, ty, &mut widths) && !widths.is_empty()).then_some(widths)
}

fn add_widths(layout: &Layout, ty: &Type, widths: &mut Vec<u32>) -> bool {
    match ty {
        Type::Int(width @ 1..=128) => {
            widths.push(*width);
            widths.len() <= MOST_WORDS
        }
        Type::Struct { .. } | Type::Array(0..=16, _) => {
            let mut parts = fields(layout, ty).into_iter();
            parts.all(|(_, part)| add_widths(layout, &part, widths))
        }
        _ => false,
    }
}

/// The value of a type that consists of the next of these words.
pub(crate) fn value_of<B>(
    layout: &Layout,
    ty: &Type,
    words: &mut impl Iterator<Item = B>,
) -> Value<B> {
    match ty {
        Type::Struct { .. } | Type::Array(..) => {
            let parts = fields(layout, ty).into_iter();
            let parts = parts.map(|(_, part)| value_of(layout, &part, words));
            Value::Aggregate(parts.collect())
        }
        _ => words.next().map_or(Value::Undef, Value::Bits),
    }
}
