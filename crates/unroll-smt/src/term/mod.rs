//! Terms: the arena, what is known of each term when it is built, and what it means.
//!
//! [`arena`] shares equal terms, `interval` bounds them, `linear` and `difference` read them as sums, [`eval`] defines
//! their value, `print` shows them.

pub mod arena;
pub mod bits;
pub(crate) mod cofactor;
mod cone;
pub(crate) mod difference;
pub mod eval;
pub mod interval;
pub(crate) mod linear;
pub mod op;
mod print;

pub use self::arena::*;
pub use self::cofactor::Cofactors;
pub use self::cone::Cone;
pub use self::op::Op;
