//! Hash-consed bit-vector terms with simplification; a SAT solver and Z3 behind them.
//!
//! [`term`] holds the arena, the bounds that every term carries and the reference semantics; `simplify` the rewrite rules of
//! the constructors, one file per operator family; `blast` turns terms into clauses for the SAT solver; [`solver`] has the
//! sessions, which ask the SAT solver first and Z3 when that takes too long.
//!
//! **Invariant:** a constructor returns a term that has, under every assignment that respects the bounds of the
//! variables, the value that [`term::eval`] defines for the operator. The tests beside the rules check exactly this.
//!
//! **Boundary:** the only crate that names `z3` and `batsat`.

mod blast;
mod interrupt;
#[expect(
    clippy::many_single_char_names,
    reason = "rules are written as in algebra: x, y terms, c, d constants"
)]
mod simplify;
pub mod solver;
pub mod term;

pub use self::interrupt::Interrupt;
pub use self::solver::{
    Answer, Engine, Limits, Model, OLDEST_Z3, Reason, Session, SmtError, Z3Version,
    report_memory_panics, z3_version,
};
pub use self::term::eval::{Evaluator, eval};
pub use self::term::{Node, Op, Term, Terms};
