//! Modules of tests on disk and those that are to be, put together.

use camino::Utf8Path;

use crate::emit::error::EmitError;
use crate::emit::files::existing::{Existing, TestBlock, checksum};
use crate::emit::render::statics;
use crate::emit::source::byte_range;

/// A module that is to be: its name, and its text if there are tests.
pub(crate) type Wanted<T> = Vec<(String, Option<T>)>;

/// One test file.
pub(crate) struct FileMerge<'a> {
    /// Its path.
    pub(crate) file: &'a Utf8Path,
    /// The modules that stand in the file.
    pub(crate) existing: &'a Existing,
    /// True if modules that were edited by hand are replaced.
    pub(crate) overwrite_edited: bool,
}

impl FileMerge<'_> {
    /// The modules that the file is to have, that of the lock and then in the order of `functions`, and what kept others from being as wanted.
    ///
    /// A function that is not `wanted` keeps its module; a module whose function is not among `functions` goes.
    pub(crate) fn run(
        &self,
        functions: &[&str],
        wanted: &Wanted<TestBlock>,
    ) -> (Vec<TestBlock>, Vec<EmitError>) {
        let mut problems = Vec::new();
        let lock = [statics::MODULE].into_iter();
        let lock = lock.filter(|name| !functions.contains(name));
        let functions: Vec<&str> = lock.chain(functions.iter().copied()).collect();
        let gone = self
            .existing
            .blocks
            .iter()
            .map(|block| block.name.as_str())
            .filter(|name| !functions.contains(name));
        let blocks = functions
            .iter()
            .copied()
            .chain(gone)
            .filter_map(|name| {
                let old = self.existing.blocks.iter().find(|block| block.name == name);
                let new = wanted.iter().find(|(wanted, _)| wanted == name);
                match new {
                    Some((_, new)) => self.choose(old, new.as_ref(), &mut problems),
                    None if functions.contains(&name) => old.cloned(),
                    None => self.choose(old, None, &mut problems),
                }
            })
            .collect();
        (blocks, problems)
    }

    fn choose(
        &self,
        old: Option<&TestBlock>,
        new: Option<&TestBlock>,
        problems: &mut Vec<EmitError>,
    ) -> Option<TestBlock> {
        let Some(old) = old else {
            return new.cloned();
        };
        if new.is_some_and(|new| checksum(&new.text) == checksum(&old.text)) {
            // The user's own layout stays.
            let kept = TestBlock::new(old.name.clone(), old.text.clone());
            return Some(kept.annotated(new.is_some_and(|new| new.is_annotated)));
        }
        if old.edited() && !self.overwrite_edited {
            problems.push(EmitError::Edited {
                file: self.file.to_owned(),
                module: old.name.clone(),
            });
            return Some(old.clone());
        }
        new.cloned()
    }
}

/// Texts as blocks, through `format` where they differ from what is on disk.
pub(crate) fn formatted(
    wanted: &Wanted<String>,
    existing: &Existing,
    is_annotated: &dyn Fn(&str) -> bool,
    format: &dyn Fn(&str) -> Option<String>,
) -> Wanted<TestBlock> {
    let changed = |name: &str, text: &str| {
        let sum = checksum(text);
        !existing
            .blocks
            .iter()
            .any(|block| block.name == name && checksum(&block.text) == sum)
    };
    let fresh: Vec<&str> = wanted
        .iter()
        .filter_map(|(name, text)| text.as_deref().filter(|text| changed(name, text)))
        .collect();
    let pretty = if fresh.is_empty() {
        None
    } else {
        format(&fresh.join("\n"))
            .and_then(|text| items(&text))
            .filter(|items| items.len() == fresh.len())
    };
    let mut pretty = pretty
        .unwrap_or_else(|| fresh.iter().map(|text| (*text).to_owned()).collect())
        .into_iter();
    wanted
        .iter()
        .map(|(name, text)| {
            let block = text.as_ref().map(|text| {
                let pretty = if changed(name, text) {
                    pretty.next()
                } else {
                    None
                };
                TestBlock::new(name.clone(), pretty.unwrap_or_else(|| text.clone()))
                    .annotated(is_annotated(name))
            });
            (name.clone(), block)
        })
        .collect()
}

/// The items of a text, each ended by a newline.
fn items(text: &str) -> Option<Vec<String>> {
    let tree = syn::parse_file(text).ok()?;
    Some(
        tree.items
            .iter()
            .map(|item| format!("{}\n", &text[byte_range(text, item)]))
            .collect(),
    )
}
