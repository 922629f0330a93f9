//! Modules of tests as data, so that one machine can write the modules of another.
//!
//! A module names its source file, its test file, and how the first declares the second. The digest of the source
//! identifies the text that the tests were made for. It leaves out declarations of tests, which depend on other
//! functions of the file.

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use unroll_protocol::hash::fnv1a;

use super::existing::{self, MARK, TestBlock};
use super::wire;
use crate::emit::error::EmitError;
use crate::emit::source::{FnSite, Home};

/// The tests of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestModule {
    /// The source file.
    pub source: Utf8PathBuf,
    /// The digest of the source file.
    pub digest: String,
    /// The inline modules of the source file around the function, outermost first.
    pub module: Vec<String>,
    /// The file of tests.
    pub file: Utf8PathBuf,
    /// The value of `#[path = ".."]` that the declaration of the file needs.
    pub path_attr: Option<String>,
    /// The name of the module of tests.
    pub name: String,
    /// Its text with the checksum above it; `None` if the function has no tests.
    pub text: Option<String>,
}

impl TestModule {
    /// The same with paths relative to `root`.
    pub(crate) fn relative_to(&self, root: &Utf8Path) -> Self {
        let short = |path: &Utf8Path| path.strip_prefix(root).unwrap_or(path).to_owned();
        Self {
            source: short(&self.source),
            file: short(&self.file),
            ..self.clone()
        }
    }

    /// The place of the tests below `root`.
    pub(crate) fn home(&self, root: &Utf8Path) -> Home {
        Home {
            file: root.join(&self.file),
            path_attr: self.path_attr.clone(),
        }
    }

    /// The module as a part of a test file.
    pub(crate) fn block(&self) -> Result<Option<TestBlock>, EmitError> {
        let Some(text) = &self.text else {
            return Ok(None);
        };
        let existing = existing::parse(&self.file, &format!("{MARK}\n\n{text}"))?;
        Ok(existing.blocks.into_iter().next())
    }
}

/// The modules called `names` that a file is to have, or not to have any more, of the source file with this path, text and functions.
pub(crate) fn planned<'n>(
    names: impl Iterator<Item = &'n str>,
    blocks: &[TestBlock],
    (path, text, sites): (&Utf8Path, &str, &[FnSite]),
    (module, home): (&[String], &Home),
) -> Vec<TestModule> {
    // A source that could be read as Rust before has a digest.
    let digest = digest(path, text, sites).unwrap_or_default();
    names
        .map(|name| TestModule {
            source: path.to_owned(),
            digest: digest.clone(),
            module: module.to_vec(),
            file: home.file.clone(),
            path_attr: home.path_attr.clone(),
            name: name.to_owned(),
            text: blocks
                .iter()
                .find(|block| block.name == name)
                .map(TestBlock::print),
        })
        .collect()
}

/// The digest of a source file without declarations of tests.
pub(crate) fn digest(path: &Utf8Path, text: &str, sites: &[FnSite]) -> Result<String, EmitError> {
    let mut text = wire::remove(path, text, &[])?;
    let mut modules: Vec<&[String]> = sites.iter().map(|site| &site.module[..]).collect();
    modules.sort();
    modules.dedup();
    for module in modules {
        text = wire::remove(path, &text, module)?;
    }
    // Git may check the file out with other line ends on another machine.
    let plain = text.replace("\r\n", "\n");
    Ok(format!("{:016x}", fnv1a(plain.as_bytes())))
}
