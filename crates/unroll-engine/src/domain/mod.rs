//! Words and values: what registers and memory cells hold, in each reading.

pub mod affine;
pub mod concrete;
pub mod layout;
pub mod path;
pub mod stop;
pub mod symbolic;
pub mod value;
pub mod word;

pub use self::word::*;
