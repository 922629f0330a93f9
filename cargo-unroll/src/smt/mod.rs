//! Hash-consed bit-vector terms with simplification; Z3 behind them.
//!
//! `term` holds the data and the arena, `simplify` the constructors' rules (one file per operator family),
//! `interval` the bounds that every term carries, `eval` the reference semantics, `print` the text form.
//!
//! **Invariant:** a constructor returns a term that has, under every assignment that respects the bounds of the
//! variables, the value that `eval` defines for the operator. The tests beside the rules check exactly this.

pub mod eval;
pub mod term;

mod bits;
mod interval;
mod print;
#[expect(
    clippy::many_single_char_names,
    reason = "rules are written as in algebra: x, y terms, c, d constants"
)]
mod simplify;

pub use self::eval::eval;
pub use self::term::{Node, Op, Term, Terms};
