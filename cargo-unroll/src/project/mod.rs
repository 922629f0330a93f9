//! The analysed functions: from the command line, configuration and `cargo metadata` to packages and functions.
//!
//! [`load`] turns [`ProjectOptions`] into a [`Project`]: it asks cargo for the workspace ([`sources::metadata`]), reads the
//! configuration ([`request::config`]), walks the modules of every crate target from its root file (`sources::modules`), lists the
//! functions that stand there (`functions`) and keeps those that were asked for ([`request::select`]). A function that was asked
//! for and cannot be analysed becomes a coded [`Skip`]; it never ends the run.
//!
//! Invariants of a [`Project`]: functions are in the order of package, target, file and position; every [`SelectedFunction::id`] is a
//! unique ASCII identifier that depends on the function's path alone unless two functions share a path; byte offsets are
//! those of the file as it was read.
//!
//! Not done here: evaluating `cfg` where it depends on what build scripts set (what the build leaves out is noticed there), and expanding macros.

mod changes;
mod checks;
mod crates;
pub mod error;
mod foreign;
mod functions;
mod hidden;
mod load;
mod model;
pub mod request;
mod search;
pub mod shadow;
pub mod sources;
mod statics;
mod types;
mod workspace;

pub use self::functions::skip::Skip;
pub(crate) use self::functions::type_name;
pub use self::sources::anonymous::parse_file;
pub use self::sources::options::{Features, KnownOptions};
pub use changes::{Affected, affected};
pub use crates::{CrateSource, ModuleSource, load_crates};
pub use error::{Errors, ProjectError, Warning};
pub use load::load;
pub use model::{
    Callers, CopyKind, Insertion, Package, Presence, Project, ProjectOptions, Purpose,
    SelectedFunction, SourceRange, Splice, Target, TargetKind, ToolDependency, Unparsed, View,
};
pub use request::suggest::near;
pub use types::input_type::{InputSource, InputType};
pub use workspace::{Layer, Member, Workspace, workspace};
