//! Hash-consed bit-vector terms with simplification; a SAT solver and Z3 behind them.
//!
//! `term` holds the data and the arena, `simplify` the constructors' rules (one file per operator family),
//! `interval` the bounds that every term carries, `eval` the reference semantics, `print` the text form. `solver` has the
//! sessions: `blast` makes terms clauses for `sat`, `encode` makes them expressions for `z3_session`.
//!
//! **Invariant:** a constructor returns a term that has, under every assignment that respects the bounds of the
//! variables, the value that `eval` defines for the operator. The tests beside the rules check exactly this.

pub mod eval;
pub mod smtlib;
pub mod term;

pub(crate) mod bits;
mod blast;
mod cofactor;
mod difference;
mod encode;
mod interrupt;
mod interval;
mod linear;
pub mod local;
mod model;
mod print;
mod sat;
#[expect(
    clippy::many_single_char_names,
    reason = "rules are written as in algebra: x, y terms, c, d constants"
)]
mod simplify;
mod solver;
mod version;
mod z3_session;

pub use self::eval::{Evaluator, eval};
pub use self::interrupt::Interrupt;
pub use self::model::Model;
pub use self::solver::{Answer, Engine, Limits, Reason, Session};
pub use self::term::{Node, Op, Term, Terms};
pub use self::version::{OLDEST_Z3, Z3Version, z3_version};
pub use self::z3_session::tell_memory_panics;

/// What is wrong with the solver that is installed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SmtError {
    /// The library is older than [`OLDEST_Z3`].
    #[error(
        "libz3 {found} is too old, {OLDEST_Z3} or later is needed; install a newer libz3, or build with \
         `--features gh-release` or `--features vendored`, or inside the repository run `cargo xtask setup` gets one"
    )]
    TooOld {
        /// What was found.
        found: Z3Version,
    },
    /// The library does not tell its version.
    #[error("failed to read the version of libz3 from `{found}`: {OLDEST_Z3} or later is needed")]
    UnknownVersion {
        /// What it tells.
        found: String,
    },
}
