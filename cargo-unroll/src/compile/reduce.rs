//! IR of builds to IR for workers: what the harnesses reach, and nothing of the test runner, the replay driver and the like.
//!
//! Each function is analysed in a process of its own, which reads all of its IR; most of what a build makes is of no use there.

use std::collections::BTreeSet;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use unroll_protocol::symbols;

use super::artifacts::Built;
use super::error::BuildError;
use unroll_llvm::Keep;
use unroll_llvm::link::demangle::is_panic_entry;

/// Writes reduced IR of each target into `folder`, and has the targets name that. What has not changed is not written, and what is of
/// other builds does not stay. IR that cannot be read stays as it is, for the worker to say so.
pub(super) fn reduce(folder: &Utf8Path, targets: &mut [Built]) -> Result<(), BuildError> {
    let mut wanted = BTreeSet::new();
    for built in targets {
        let program = built.program();
        let Ok(reduced) = program.and_then(|program| unroll_llvm::reached(&program, keep)) else {
            continue;
        };
        let folder = folder.join(built.exe.file_stem().unwrap_or_default());
        fs::create_dir_all(&folder).map_err(file(&folder))?;
        let paths = std::iter::once(&mut built.ll).chain(&mut built.deps_ll);
        for (path, text) in paths.zip(reduced) {
            let place = folder.join(path.file_name().unwrap_or_default());
            if fs::read_to_string(&place).ok().as_ref() != Some(&text) {
                fs::write(&place, text).map_err(file(&place))?;
            }
            *path = place;
        }
        wanted.insert(folder);
    }
    remove_others(folder, &wanted);
    Ok(())
}

/// Removes old builds. What cannot be removed does no harm.
fn remove_others(folder: &Utf8Path, wanted: &BTreeSet<Utf8PathBuf>) {
    for entry in folder.read_dir_utf8().into_iter().flatten().flatten() {
        if !wanted.contains(entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The part of a symbol that is kept: the engine gives probes and starts of panics their meaning, so their bodies are for native runs alone.
fn keep(symbol: &str) -> Keep {
    if symbol.starts_with(symbols::HARNESS) {
        Keep::Root
    } else if symbols::probe(symbol).is_some() || is_panic_entry(symbol) {
        Keep::Leaf
    } else {
        Keep::Reached
    }
}

fn file(path: &Utf8Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::File { path, source }
}
