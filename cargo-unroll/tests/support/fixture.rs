//! A crate of `fixtures`, loaded and built as the tool does it.

use camino::Utf8PathBuf;
use cargo_unroll::compile::{self, Build, Output};
use cargo_unroll::project::{self, Project, ProjectOptions};
use unroll_syntax::Criteria;

/// Loads and builds `fixtures/NAME` with the labels of `criteria`, or those that the crate asks for. All fixtures that are built in this way share what
/// they depend on, also with the end-to-end tests.
pub(crate) fn build(name: &str, criteria: Option<Criteria>) -> (Project, Build) {
    let root = Utf8PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let options = ProjectOptions {
        manifest_path: Some(root.join("fixtures").join(name).join("Cargo.toml")),
        target_dir: Some(Utf8PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("e2e/built")),
        unroll_test: Some(root.join("crates/unroll-test")),
        criteria,
        ..ProjectOptions::default()
    };
    let project = project::load(&options).expect("the fixture loads");
    let output = Output {
        quiet: true,
        color: false,
        jobs: None,
        wrapper: None,
    };
    let build = compile::build(&project, output).unwrap_or_else(|error| panic!("{error}"));
    (project, build)
}
