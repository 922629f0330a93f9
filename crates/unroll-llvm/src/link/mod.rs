//! Modules and programs: which entity stands where, what a name means, whose code it is.

pub mod canonical;
pub mod demangle;
pub mod inlined;
pub mod location;
pub mod module;
pub mod origin;
pub mod program;
pub mod reach;
