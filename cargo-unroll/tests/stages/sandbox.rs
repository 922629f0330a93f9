//! Small crates in a temporary directory, and a stand-in for `unroll-test` that only marks functions.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_unroll::project::{self, Project, ProjectOptions};

/// A procedural macro with the names of the real one: it puts an exported harness beside the function, which mentions
/// `run` and `f`.
const STAND_IN: &str = r##"
use proc_macro::TokenStream;

#[proc_macro_attribute]
pub fn unroll_test(args: TokenStream, item: TokenStream) -> TokenStream {
    let text = args.to_string();
    let Some((_, rest)) = text.split_once("id = \"") else { return item };
    let id = rest.split('"').next().unwrap_or_default();
    let mut both = item.clone();
    // The first parameter's type must have a default, as the real macro asks for `Input`.
    let source = item.to_string();
    let ty = source.split_once("x : ").or_else(|| source.split_once("x: ")).map(|(_, rest)| {
        rest.split([',', ')']).next().unwrap_or_default().to_owned()
    });
    let check = ty.map(|ty| format!("let _ = <{ty} as ::core::default::Default>::default();")).unwrap_or_default();
    let name = source.split_once("fn ").map_or("", |(_, rest)| rest).split('(').next().unwrap_or_default();
    let call = if name == "run" || name == "f" { format!("::core::hint::black_box({name} as *const ());") } else { String::new() };
    let harness = format!("#[unsafe(no_mangle)] fn __unroll_harness_{id}() {{ {check} {call} }}");
    both.extend(harness.parse::<TokenStream>().expect("parses"));
    both
}
"##;

/// A directory with a workspace in it and the stand-in beside it.
pub(crate) struct Sandbox {
    /// Removed when the sandbox goes.
    dir: Option<tempfile::TempDir>,
    pub(crate) root: Utf8PathBuf,
    pub(crate) options: ProjectOptions,
}

impl Sandbox {
    /// Writes `files` into a new workspace.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("temporary directory");
        let base = dir.path().canonicalize().expect("exists");
        let base = Utf8PathBuf::from_path_buf(base).expect("UTF-8");
        let mut sandbox = Self::at(&base, files);
        sandbox.dir = Some(dir);
        sandbox
    }

    /// Writes `files` into a workspace below `base`, which stays.
    pub(crate) fn at(base: &Utf8Path, files: &[(&str, &str)]) -> Self {
        let stand_in = base.join("unroll-test");
        write(
            &stand_in.join("Cargo.toml"),
            "[package]\nname = \"unroll-test\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\
             [lib]\nproc-macro = true\n[features]\ndriver = []\n[workspace]\n",
        );
        write(&stand_in.join("src/lib.rs"), STAND_IN);
        let root = base.join("user");
        let options = ProjectOptions {
            current_dir: root.clone(),
            unroll_test: Some(stand_in),
            target_dir: Some(root.join("target")),
            ..ProjectOptions::default()
        };
        let sandbox = Self {
            dir: None,
            root,
            options,
        };
        for (name, text) in files {
            sandbox.write(name, text);
        }
        sandbox
    }

    /// A package `name` without dependencies, from its `src/lib.rs`.
    pub(crate) fn lib(text: &str) -> Self {
        Self::new(&[("Cargo.toml", &manifest("demo", "")), ("src/lib.rs", text)])
    }

    /// A package `name` that depends on the real macros and has `rest` in its manifest, in a folder of its own that stays.
    ///
    /// Their dependencies take longer to compile than anything else here, so all such packages share those builds with all other tests.
    pub(crate) fn with_macros(name: &str, text: &str, rest: &str) -> Self {
        let rest = format!("[dependencies]\nunroll-test = \"*\"\n{rest}");
        let files = [
            ("Cargo.toml", &*manifest(name, &rest)),
            ("src/lib.rs", text),
        ];
        let shared = Utf8Path::new(env!("CARGO_TARGET_TMPDIR"));
        let mut sandbox = Self::at(&shared.join(name), &files);
        let real = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/unroll-test");
        sandbox.options.unroll_test = Some(real.into());
        sandbox.options.target_dir = Some(shared.join("e2e/built"));
        sandbox
    }

    /// Writes one file of the workspace.
    pub(crate) fn write(&self, name: &str, text: &str) {
        write(&self.root.join(name), text);
    }

    /// Selects functions by `--function`.
    pub(crate) fn functions(mut self, patterns: &[&str]) -> Self {
        self.options.functions = patterns
            .iter()
            .map(|pattern| (*pattern).to_owned())
            .collect();
        self
    }

    /// Loads the project, which must succeed.
    pub(crate) fn load(&self) -> Project {
        project::load(&self.options).expect("the project loads")
    }
}

/// A manifest with `rest` behind its package table.
pub(crate) fn manifest(name: &str, rest: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n{rest}")
}

fn write(path: &Utf8Path, text: &str) {
    fs::create_dir_all(path.parent().expect("has a parent")).expect("creates");
    fs::write(path, text).expect("writes");
}
