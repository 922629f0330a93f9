//! The data of this stage: what is asked for, and the project as the later stages see it.

use std::ops::Range;
use std::sync::Arc;

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use unroll_syntax::Criteria;

use super::error::{ProjectError, Warning};
use super::functions::skip::Skip;
use super::hidden::Asked;
use super::request::config::{Override, Settings};
use super::types::input_type::InputType;
use crate::diagnostics::Code;
use crate::model::job::{ClauseInfo, DebugChecks, GenericArgument, LoopInfo, ParamInfo, StandIn};
use crate::model::kept::Invariants;
use crate::model::label::LabelInfo;
use crate::model::outcome::{Note, Span};
use crate::model::source::OwnCode;
use crate::project::sources::cfg::Conditional;
use crate::project::sources::options::{Features, KnownOptions};

/// The request of the command line to this stage.
#[derive(Clone, Debug, Default)]
pub struct ProjectOptions {
    /// `--manifest-path`; else the nearest `Cargo.toml` upwards from `current_dir`.
    pub manifest_path: Option<Utf8PathBuf>,
    /// Where the command was started; the process's own directory when empty.
    pub current_dir: Utf8PathBuf,
    /// `-p`: names, globs or `name@version`.
    pub packages: Vec<String>,
    /// `--workspace`.
    pub workspace: bool,
    /// `--exclude`: packages to leave out of `--workspace`.
    pub exclude: Vec<String>,
    /// Cargo features to build with.
    pub features: Features,
    /// `--target-dir`; else cargo's own choice.
    pub target_dir: Option<Utf8PathBuf>,
    /// `--function`: `crate::m::f`, `m::f`, `Type::f`, `f`, `src/x.rs` or `src/x.rs:42`.
    pub functions: Vec<String>,
    /// `--all-functions`: every function that has a loop or a label.
    pub all_functions: bool,
    /// `--allow-unsafe`: `unsafe` functions whose contract states preconditions are analysed, too.
    pub allow_unsafe: bool,
    /// Whose inputs functions get.
    pub view: View,
    /// `--criterion`: the rules that yield objectives, in place of those that attributes and configuration name.
    pub criteria: Option<Criteria>,
    /// Directory of the `unroll-test` crate to build with; else the environment's `UNROLL_TEST_PATH`, else the tool's choice.
    pub unroll_test: Option<Utf8PathBuf>,
    /// `--offline`, `--locked`, `--frozen` and the like, handed to cargo unchanged.
    pub cargo_args: Vec<String>,
}

/// Whose inputs functions get, and which functions there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// All that a test beside the function can write: any values of fields that it sees.
    #[default]
    Inside,
    /// Calls that other crates can write. The functions are the public ones of these crate targets, by their names in paths.
    Outside(BTreeSet<String>),
}

/// The use of an instrumented copy. Each has other probes, and is the same package to cargo.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CopyKind {
    /// Tests for the functions that were asked for.
    #[default]
    Analysis,
    /// Panics that public functions show.
    Callers,
    /// Code that no input executes.
    Infeasible,
}

impl CopyKind {
    /// Its name in paths; none for the usual copy.
    pub fn suffix(self) -> Option<&'static str> {
        match self {
            Self::Analysis => None,
            Self::Callers => Some("callers"),
            Self::Infeasible => Some("infeasible"),
        }
    }

    /// True if its code is built with overflow checks and debug assertions. Without, it has all executions of builds of either kind.
    pub fn has_debug_checks(self) -> bool {
        // Code behind an addition is not dead because the addition would panic: in a release build it does not.
        self != Self::Infeasible
    }
}

/// The workspace with what was selected in it.
#[derive(Clone, Debug)]
pub struct Project {
    /// Directory of the workspace's `Cargo.toml`.
    pub workspace_root: Utf8PathBuf,
    /// Cargo's target directory.
    pub cargo_target_dir: Utf8PathBuf,
    /// The tool's own directory for this workspace: `unroll` below cargo's target directory, or a directory in it if
    /// several workspaces may share that.
    pub target_dir: Utf8PathBuf,
    /// Where cargo puts what it makes of copies; workspaces that share a target directory share this as well, and so do all kinds of copies: what the
    /// copied packages depend on is compiled once.
    pub build_dir: Utf8PathBuf,
    /// Selected packages, by name.
    pub packages: Vec<Package>,
    /// Every member of the workspace, selected or not: directories below `workspace_root`.
    pub member_dirs: Vec<Utf8PathBuf>,
    /// The names of these members, in order.
    pub member_names: BTreeSet<String>,
    /// Features to build with.
    pub features: Features,
    /// Arguments handed to cargo unchanged.
    pub cargo_args: Vec<String>,
    /// The use of the instrumented copy.
    pub copy_kind: CopyKind,
    /// Directory of the `unroll-test` crate to build with, if the user has named one.
    pub unroll_test: Option<Utf8PathBuf>,
    /// The tool's attributes on what cannot be analysed, path to closing parenthesis. They are put out of force in copies, because the macro
    /// rejects some of them and the rest of the crate is worth analysing.
    pub disarmed: Vec<SourceRange>,
    /// Items that serve the selected packages' own tests alone.
    pub test_items: Vec<SourceRange>,
    /// Attributes that copies need: they keep statics as variables, and state invariants that are methods.
    pub insertions: Vec<Insertion>,
    /// Selected functions.
    pub functions: Vec<SelectedFunction>,
    /// Types of the selected packages that get `Input` in copies.
    pub types: Vec<InputType>,
    /// A few functions with loops, which `--function` could name.
    pub candidates: Vec<String>,
    /// Functions that were asked for and cannot be analysed.
    pub skips: Vec<Skip>,
    /// Source files that could not be parsed, so that functions in them are not known. Whether that is a mistake in the
    /// file or syntax that only the compiler knows, the build decides.
    pub unparsed: Vec<Unparsed>,
    /// Remarks on the configuration.
    pub warnings: Vec<Warning>,
}

impl Project {
    /// The same, with an instrumented copy of another kind.
    #[must_use]
    pub fn with_copy(mut self, kind: CopyKind) -> Self {
        self.copy_kind = kind;
        self.target_dir.extend(kind.suffix());
        self
    }

    /// The package that `function` belongs to.
    pub fn package_of(&self, function: &SelectedFunction) -> &Package {
        self.packages
            .iter()
            .find(|package| package.name == function.package)
            .expect("invariant: a function's package is selected")
    }

    /// True if nothing was asked for: no attribute, no `--function`.
    pub fn selects_nothing(&self) -> bool {
        self.functions.is_empty() && self.skips.is_empty() && self.unparsed.is_empty()
    }

    /// The error that nothing was asked for.
    pub fn nothing_selected(&self) -> ProjectError {
        ProjectError::NothingSelected {
            packages: self
                .packages
                .iter()
                .map(|package| package.name.clone())
                .collect(),
            candidates: self.candidates.clone(),
        }
    }

    /// `path` as the user knows it: relative to the workspace root where it lies below it.
    pub fn relative<'p>(&self, path: &'p Utf8Path) -> &'p Utf8Path {
        path.strip_prefix(&self.workspace_root).unwrap_or(path)
    }
}

/// A stretch of a source file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SourceRange {
    /// The file, absolute.
    pub file: Utf8PathBuf,
    /// First byte.
    pub start: usize,
    /// Behind the last byte.
    pub end: usize,
}

impl SourceRange {
    /// The stretch `bytes` of `file`.
    pub(super) fn new(file: &Utf8Path, bytes: &Range<usize>) -> Self {
        Self {
            file: file.to_owned(),
            start: bytes.start,
            end: bytes.end,
        }
    }
}

/// Text that a copy of a source file has more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Insertion {
    /// The file, absolute.
    pub file: Utf8PathBuf,
    /// The byte in front of which it goes.
    pub at: usize,
    /// The text, without line breaks.
    pub text: String,
}

/// A selected package.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its `Cargo.toml`.
    pub manifest_path: Utf8PathBuf,
    /// The directory of its `Cargo.toml`.
    pub dir: Utf8PathBuf,
    /// Its edition, `2015` and so on.
    pub edition: String,
    /// How the manifest depends on `unroll-test`.
    pub tool_dependency: ToolDependency,
    /// The first `#[unroll_test]` in it, if there is one.
    pub annotation: Option<Span>,
    /// Dev-dependencies, as the manifest names them, that only the package's own tests use.
    pub test_dependencies: Vec<String>,
    /// The options of its build that are known before.
    pub options: KnownOptions,
    /// Dependencies of its code.
    pub dependencies: Vec<DependencySpec>,
    /// Library and binaries.
    pub targets: Vec<Target>,
    /// Its other targets, each with the reason why it is not analysed.
    pub other_roots: Vec<(Code, Target)>,
    /// Files named `unroll_tests.rs` in it, generated or not.
    pub test_files: Vec<Utf8PathBuf>,
    /// Such files that its code declares, but that are not there.
    pub missing_test_files: Vec<Utf8PathBuf>,
    /// Configuration for its functions.
    pub settings: Settings,
}

/// A dependency as the manifest of a package has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DependencySpec {
    /// The name that code has for it.
    pub name: String,
    /// The line of the manifest.
    pub line: String,
}

/// A package's dependency on `unroll-test`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolDependency {
    /// Under which conditions the library and the binaries see it.
    pub presence: Presence,
    /// The name that the manifest gives it instead of its own, as code spells it.
    pub rename: Option<String>,
}

/// Conditions of a dependency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// The manifest does not name it, except perhaps for the build script.
    #[default]
    Missing,
    /// Tests, examples and benchmarks alone see it.
    Development,
    /// It is there if a feature is enabled: the first of these.
    Optional(Vec<String>),
    /// It is there for some platforms.
    Platform(String),
    /// It is always there.
    Always,
}

/// A crate target.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Target {
    /// Library or binary.
    pub kind: TargetKind,
    /// Name as cargo has it.
    pub name: String,
    /// Root source file.
    pub root: Utf8PathBuf,
}

impl Target {
    /// The crate's name in paths.
    pub fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// Kinds of crate targets that hold unit tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TargetKind {
    /// The library, whatever its crate types.
    Lib,
    /// A binary.
    Bin,
}

/// The use of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Tests and verdicts.
    #[default]
    Tests,
    /// Explanations of what no input reaches, for which conditions get probes.
    Explanations,
}

/// A function to analyse.
#[derive(Clone, Debug)]
pub struct SelectedFunction {
    /// Harness id, the `s` of `__unroll_harness_s`.
    pub id: String,
    /// `krate::module::Type::name`.
    pub path: String,
    /// `module::Type::name` without the crate, as the module path of its tests.
    pub segments: Vec<String>,
    /// Name of its package.
    pub package: String,
    /// Its crate target.
    pub target: Target,
    /// Its file, absolute.
    pub file: Utf8PathBuf,
    /// The module that its file holds, from the crate root.
    pub module: Vec<String>,
    /// True if `mod x;` in its file looks beside the file: crate roots, `mod.rs`, files named by `#[path]`.
    pub mod_rs: bool,
    /// The settings of this function alone.
    pub own: Override,
    /// Names of the prelude that mean something else where it stands.
    pub shadowed: BTreeSet<String>,
    /// The types and traits whose own paths lead through modules that are private there, each with the path to say instead, both from the root of the crate.
    pub shown: Arc<BTreeMap<String, String>>,
    /// Macros of the standard library whose names mean others where it stands.
    pub shadowed_macros: Vec<String>,
    /// True if its crate may do without the standard library's prelude: `#![no_std]`, under whatever condition.
    pub no_std: bool,
    /// Where its name stands.
    pub span: Span,
    /// First and last line of the item, attributes included.
    pub lines: (u32, u32),
    /// Bytes of the item in its file, attributes included.
    pub bytes: Range<usize>,
    /// True if `#[unroll_test]` stands on it.
    pub annotated: bool,
    /// Who can call it as its tests do.
    pub callers: Callers,
    /// How the copy gets its instrumentation.
    pub splice: Splice,
    /// Types for generic parameters that its attribute does not give yet, as its arguments: `T = i32`.
    pub types: String,
    /// Parameters in order, the receiver among them.
    pub params: Vec<ParamInfo>,
    /// Types of what closures and iterators take and give that stand for generic parameters.
    pub stand_ins: Vec<String>,
    /// The iterators and vectors that stand for parameters and generic parameters.
    pub iterators: Vec<StandIn>,
    /// Paths of types whose fields it does not see, while others do: its harness builds them by calls. `()` stands behind each.
    pub built: BTreeSet<String>,
    /// Paths of types that its harness may build by calls. `()` stands behind each.
    pub called: BTreeSet<String>,
    /// The arguments given for generic parameters, including those of an `impl` block around it.
    pub generics: Vec<GenericArgument>,
    /// Its questions about hidden inputs, as far as the source tells.
    pub asked: Asked,
    /// Paths from the crate root of the crate's statics that some tests set and that all threads share.
    pub shared_statics: Vec<Vec<String>>,
    /// Paths of its crate's types that derive both `PartialEq` and `Hash`.
    pub structural_types: Arc<[String]>,
    /// Code that builds without debug assertions leave out of its crate.
    pub checks: DebugChecks,
    /// The use of its analysis.
    pub purpose: Purpose,
    /// The rules that yield its objectives.
    pub criteria: Criteria,
    /// The code that some builds leave out.
    pub(crate) conditional: Conditional,
    /// The code that runs only while it is called.
    pub own_code: OwnCode,
    /// Loops in source order.
    pub loops: Vec<LoopInfo>,
    /// Labels in the order of criteria and source.
    pub labels: Vec<LabelInfo>,
    /// Decisions without labels.
    pub left_out: Vec<Note>,
    /// Contract clauses, then invariants of types.
    pub clauses: Vec<ClauseInfo>,
    /// The invariants of types that concern it.
    pub invariants: Invariants,
}

impl SelectedFunction {
    /// Paths of the statics and thread locals whose values before the call are inputs.
    pub fn locals(&self) -> Vec<String> {
        let names = self.asked.locals.iter();
        let paths = names.map(|name| [&self.module[..], std::slice::from_ref(name)].concat());
        paths.map(|path| self.crate_path(&path)).collect()
    }

    /// Paths of the statics that tests of some functions set while other tests run.
    pub fn shared_statics(&self) -> Vec<String> {
        let paths = self.shared_statics.iter();
        paths.map(|path| self.crate_path(path)).collect()
    }

    /// The code that runs only while it is called, if verdicts on it are about each call: of no one type out of several, and without anything that
    /// only some callers establish. Else none.
    pub fn code_of_each_call(&self) -> OwnCode {
        let is_for_all_types =
            self.generics.is_empty() && self.iterators.is_empty() && self.stand_ins.is_empty();
        // Invariants of types may be broken for a while within methods, which then call others.
        let assumes_nothing = self.invariants.assumes.is_empty();
        let mut clauses = self.clauses.iter();
        let has_precondition = clauses.any(ClauseInfo::is_precondition);
        if is_for_all_types && assumes_nothing && !has_precondition {
            self.own_code.clone()
        } else {
            OwnCode::default()
        }
    }

    /// A path from the crate root, with the name of the crate.
    fn crate_path(&self, path: &[String]) -> String {
        format!("{}::{}", self.target.crate_name(), path.join("::"))
    }

    /// True if its inputs may be such that no caller of the crate can give. Of private functions that is so if the user has not
    /// `named` them. Nothing calls a binary from outside.
    pub fn is_doubtful(&self, is_named: bool) -> bool {
        let is_chosen = (self.annotated || is_named) && self.callers == Callers::Crate;
        let is_doubtful = !is_chosen && self.callers != Callers::Everybody;
        is_doubtful && self.target.kind == TargetKind::Lib
    }
}

/// Who can call a function as its tests do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// Other crates.
    Everybody,
    /// Its own crate.
    Crate,
    /// Only its tests: private fields of its inputs may hold anything, also what no public function puts there.
    Tests,
}

/// Where and how the `__tool(..)` argument goes into the source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Splice {
    /// A whole attribute in front of byte `at`.
    Attribute {
        /// Start of the first attribute that is no doc comment, or of the item, which is the function or its `impl` block.
        at: usize,
        /// The function's name, where the item is its `impl` block.
        method: Option<String>,
    },
    /// `(__tool(..))` behind the attribute's path.
    Arguments {
        /// End of the path.
        at: usize,
    },
    /// `__tool(..)` as first of the attribute's arguments.
    Argument {
        /// Behind the opening parenthesis.
        at: usize,
        /// True if arguments follow.
        more: bool,
    },
}

/// A source file that could not be parsed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unparsed {
    /// Where the parser gave up.
    pub span: Span,
    /// The message of the parser.
    pub message: String,
}
