//! The analysed functions: from the command line, configuration and `cargo metadata` to packages and functions.
//!
//! [`load`] turns [`Options`] into a [`Project`]: it asks cargo for the workspace ([`metadata`]), reads the
//! configuration ([`config`]), walks the modules of every crate target from its root file (`modules`), lists the
//! functions that stand there (`functions`) and keeps those that were asked for ([`select`]). A function that was asked
//! for and cannot be analysed becomes a coded [`skip::Skip`]; it never ends the run.
//!
//! Invariants of a [`Project`]: functions are in the order of package, target, file and position; every [`Function::id`] is a
//! unique ASCII identifier that depends on the function's path alone unless two functions share a path; byte offsets are
//! those of the file as it was read.
//!
//! Not done here: evaluating `cfg` (a function that the build leaves out is noticed there), and expanding macros.

mod anonymous;
mod attribute;
mod calls;
pub mod config;
mod criteria;
pub mod error;
mod files;
mod functions;
mod hidden;
mod ids;
mod load;
pub mod metadata;
mod model;
mod modules;
pub mod select;
pub mod shadow;
mod shape;
pub mod skip;
mod source;
mod statics;
mod suggest;
mod test_code;
mod types;
mod unseen;

pub use anonymous::parse_file;
pub use error::{Errors, ProjectError};
pub use load::load;
pub use model::{
    Features, Function, InputSource, InputType, Insertion, Options, Package, Place, Presence,
    Project, Splice, Target, TargetKind, ToolDependency, Unparsed, Warning,
};
pub use skip::Skip;
