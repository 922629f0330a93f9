//! IR of builds to IR for workers: the code that harnesses reach, without the test runner, the replay driver and the
//! like.
//!
//! Each function is analysed in a process of its own, which reads all of its IR, but most of the IR of a build is of
//! no use there. Files that seem unchanged are not reduced again.

use std::collections::BTreeSet;
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};
use unroll_protocol::symbols;

use self::record::{Facts, Record};
use super::artifacts::Built;
use super::error::BuildError;
use super::wrapper;
use crate::model::digest::digest;
use unroll_llvm::analysis::escape;
use unroll_llvm::link::demangle::is_panic_entry;
use unroll_llvm::{Keep, Program};

mod record;

/// Prints of the code before it is optimised, beside the IR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prints {
    /// They are to be there.
    Expected,
    /// They were not asked for.
    Absent,
}

/// Writes reduced IR of each target into `folder`, and has the targets name that. What has not changed is not written, and what is of
/// other builds does not stay. IR that cannot be read stays as it is, for the worker to say so.
pub(super) fn reduce(
    folder: &Utf8Path,
    targets: &mut [Built],
    prints: Prints,
) -> Result<(), BuildError> {
    let mut wanted = BTreeSet::new();
    for built in targets {
        let folder = folder.join(built.exe.file_stem().unwrap_or_default());
        // Before the IR is replaced by its reduced form: the record is about the files that the
        // build has made.
        let made: Vec<_> = [ir_of(built), built.units_ll.clone()].concat();
        let record = Record::of(&made);
        let known = record.as_ref().and_then(|record| record.recall(&folder));
        let facts = match known {
            Some(facts) => {
                place(built, &folder);
                facts
            }
            None => match reduce_one(built, &folder, prints)? {
                Some(facts) => {
                    if let Some(record) = record {
                        record.keep(&folder, &ir_of(built), &facts);
                    }
                    facts
                }
                None => continue,
            },
        };
        built.native = facts.native;
        built.observers = facts.observers;
        wanted.insert(folder);
    }
    remove_others(folder, &wanted);
    Ok(())
}

/// Writes the reduced IR of one target, and has it name that; `None` if its IR cannot be read.
fn reduce_one(
    built: &mut Built,
    folder: &Utf8Path,
    prints: Prints,
) -> Result<Option<Facts>, BuildError> {
    let Ok(program) = built.program() else {
        return Ok(None);
    };
    let Ok(reduced) = unroll_llvm::reached(&program, keep) else {
        return Ok(None);
    };
    let facts = Facts {
        native: native(built, &program),
        observers: observers(built, prints),
    };
    fs::create_dir_all(folder).map_err(file(folder))?;
    place(built, folder);
    for (place, text) in ir_of(built).into_iter().zip(reduced) {
        if fs::read_to_string(&place).ok().as_ref() != Some(&text) {
            fs::write(&place, text).map_err(file(&place))?;
        }
    }
    Ok(Some(facts))
}

/// Has a target name IR in `folder`.
fn place(built: &mut Built, folder: &Utf8Path) {
    for path in std::iter::once(&mut built.ll).chain(&mut built.deps_ll) {
        *path = folder.join(path.file_name().unwrap_or_default());
    }
}

/// The IR files of a target.
fn ir_of(built: &Built) -> Vec<Utf8PathBuf> {
    let own = std::iter::once(&built.ll);
    own.chain(&built.deps_ll).cloned().collect()
}

/// Text of modules with code that runs before every harness, or instead of the allocator.
const AROUND: [&str; 5] = [
    "@llvm.global_ctors",
    "section \".init_array",
    "__mod_init_func",
    "section \".CRT$",
    "__rg_alloc",
];

/// The digest of native code that no harness reaches in the IR: the runtime, whose probes the engine has a meaning of its own for, and the whole program
/// if some of it runs before or around each harness.
fn native(built: &Built, program: &Program) -> String {
    let Ok(texts) = program.texts() else {
        return String::new();
    };
    let units = built.units_ll.iter().map(fs::read_to_string);
    let Ok(units) = units.collect::<Result<Vec<_>, _>>() else {
        return String::new();
    };
    let units = units.iter().map(String::as_str);
    // Such code runs in every process, so what any part of the program does may show in any run.
    if texts.iter().any(|text| has_code_around(text)) {
        return digest(texts.into_iter().chain(units));
    }
    let is_of_runtime = |path: &Utf8PathBuf| {
        let name = path.file_name().unwrap_or_default();
        RUNTIME.iter().any(|krate| name.starts_with(krate))
    };
    let paths = std::iter::once(&built.ll).chain(&built.deps_ll);
    let runtime = paths.zip(texts).filter(|(path, _)| is_of_runtime(path));
    let mut runtime: Vec<&str> = runtime.map(|(_, text)| text).collect();
    // The order of dependencies is that of cargo's reports, which varies with the number of its
    // jobs.
    runtime.sort_unstable();
    digest(runtime.into_iter().chain(units))
}

/// True if a module has code that runs before or around each harness, besides the registration of the harnesses themselves.
fn has_code_around(text: &str) -> bool {
    AROUND.iter().any(|mark| {
        let mut places = memchr::memmem::find_iter(text.as_bytes(), mark);
        places.any(|at| {
            let start = memchr::memrchr(b'\n', &text.as_bytes()[..at]).map_or(0, |at| at + 1);
            !text[start..at].contains(symbols::HARNESS)
        })
    })
}

/// Files of the crates that native runs need besides the user's and the driver.
const RUNTIME: [&str; 2] = ["unroll_protocol-", "unroll_runtime-"];

/// Removes old builds. What cannot be removed does no harm.
fn remove_others(folder: &Utf8Path, wanted: &BTreeSet<Utf8PathBuf>) {
    for entry in folder.read_dir_utf8().into_iter().flatten().flatten() {
        if !wanted.contains(entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Ids of the harnesses whose code may show where locals lie, by the code before it was optimised. All of them where that should be there and cannot be read.
fn observers(built: &Built, prints: Prints) -> BTreeSet<String> {
    let found = || {
        let own = wrapper::print(&built.ll)?;
        let others = built.deps_ll.iter().filter_map(|ll| wrapper::print(ll));
        let program = Program::read(&own, others.collect()).ok()?;
        let symbol = |id: &String| format!("{}{id}", symbols::HARNESS);
        let entries: Vec<_> = built.harnesses.iter().map(symbol).collect();
        let observing = escape::observers(&program, entries.iter().map(String::as_str)).ok()?;
        let ids = observing.iter();
        let ids = ids.filter_map(|it| it.strip_prefix(symbols::HARNESS));
        Some(ids.map(str::to_owned).collect())
    };
    match prints {
        Prints::Absent => BTreeSet::new(),
        Prints::Expected => found().unwrap_or_else(|| built.harnesses.clone()),
    }
}

/// True if the body of a function is for native runs alone: the engine gives probes and starts of panics their meaning.
pub(crate) fn is_for_native_runs(symbol: &str) -> bool {
    symbols::probe(symbol).is_some() || is_panic_entry(symbol)
}

/// The part of a symbol that is kept.
fn keep(symbol: &str) -> Keep {
    if symbol.starts_with(symbols::HARNESS) {
        Keep::Root
    } else if is_for_native_runs(symbol) {
        Keep::Leaf
    } else {
        Keep::Reached
    }
}

fn file(path: &Utf8Path) -> impl FnOnce(std::io::Error) -> BuildError {
    let path = path.to_owned();
    move |source| BuildError::File { path, source }
}
