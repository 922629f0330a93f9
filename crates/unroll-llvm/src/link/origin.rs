//! Whose code a symbol names: the user's, or that of crates that come with the compiler, by its mangled name.

use crate::link::demangle::demangle;

/// Crates that come with the compiler.
const COMPILERS_CRATES: &[&str] = &[
    "__rustc",
    "addr2line",
    "adler2",
    "alloc",
    "cfg_if",
    "compiler_builtins",
    "core",
    "gimli",
    "hashbrown",
    "libc",
    "memchr",
    "miniz_oxide",
    "object",
    "panic_abort",
    "panic_unwind",
    "proc_macro",
    "rustc_demangle",
    "rustc_std_workspace_core",
    "std",
    "std_detect",
    "test",
    "unwind",
];

/// Types of the language that have names, as in `<usize>::pow`.
const PRIMITIVES: &[&str] = &[
    "bool", "char", "f128", "f16", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize", "str",
    "u128", "u16", "u32", "u64", "u8", "usize",
];

/// Whose code a Rust function is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Of a crate that comes with the compiler.
    Compiler,
    /// The tool's own: its runtime, and the harnesses.
    Tool,
    /// Of any other crate.
    Users,
}

impl Origin {
    /// By a symbol, and the `path` that it stands for; `None` for names that are not of Rust.
    pub fn of(symbol: &str, path: &str) -> Option<Self> {
        let path = is_rust(symbol).then_some(path)?;
        let bare = bare(path);
        // The user's function stands inside its harness.
        let is_harness = || path.contains("::__unroll_") && !path.contains("::__unroll_form_");
        let mut tool = ["unroll_driver::", "unroll_protocol::", "unroll_runtime::"].iter();
        // Before the tool's names: generic code of the standard library may mention the runtime's
        // types in its path.
        Some(if is_path_of_compiler(&bare) {
            Self::Compiler
        } else if tool.any(|krate| bare.starts_with(krate)) || is_harness() {
            Self::Tool
        } else {
            Self::Users
        })
    }
}

/// True if a path without angle brackets is one of a crate that comes with the compiler.
fn is_path_of_compiler(path: &str) -> bool {
    let krate = |path: &str| {
        let (krate, _) = path.split_once("::")?;
        krate
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '_')
            .then(|| krate.to_owned())
    };
    // Slices, pointers and the like begin with no name at all.
    let own = |path: &str| {
        krate(path).is_none_or(|krate| {
            COMPILERS_CRATES.contains(&krate.as_str()) || PRIMITIVES.contains(&krate.as_str())
        })
    };
    match path.split_once(" as ") {
        // An impl is the compiler's only if both the type and the trait are: the user may implement
        // a trait of `core`.
        Some((type_, trait_)) => own(type_) && own(trait_),
        None => own(path),
    }
}

/// True if a function belongs to a crate that comes with the compiler.
pub fn is_of_the_compiler(symbol: &str) -> bool {
    Origin::of(symbol, &demangle(symbol)) == Some(Origin::Compiler)
}

/// True if `symbol` is a name of a crate that neither comes with the compiler nor is the tool's own.
pub fn is_users(symbol: &str) -> bool {
    Origin::of(symbol, &demangle(symbol)) == Some(Origin::Users)
}

/// True if `symbol` is the mangled name of a Rust function.
pub fn is_rust(symbol: &str) -> bool {
    rustc_demangle::try_demangle(symbol).is_ok()
}

/// A path without angle brackets and references.
pub fn bare(path: &str) -> String {
    path.replace(['<', '>', '&'], "")
        .trim_start_matches("mut ")
        .to_owned()
}
