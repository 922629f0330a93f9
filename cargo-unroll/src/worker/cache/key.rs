//! The key of an outcome: the SHA-256 digest of everything that it depends on.
//!
//! These are the code that the harness reaches, the job without the names of files and without what it says of code that is not reached, the
//! tool, its solver and its protocol, and the native code that the IR does not show. Lines of the source count, as reports name them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use camino::Utf8PathBuf;
use memchr::memmem;
use unroll_llvm::{Canonical, Program};
use unroll_protocol::symbols;

use super::Context;
use crate::compile;
use crate::model::digest::digest;
use crate::model::job::{DebugChecks, Job, Lines};

/// The keys of jobs of one build.
#[derive(Debug)]
pub(super) struct Keys {
    context: Context,
    /// Programs, each read once.
    programs: Mutex<BTreeMap<Vec<Utf8PathBuf>, Option<Arc<Canonical>>>>,
}

impl Keys {
    pub(super) fn new(context: Context) -> Self {
        Self {
            context,
            programs: Mutex::default(),
        }
    }

    /// The key of a job; `None` if its code cannot be read.
    pub(super) fn key(&self, job: &Job) -> Option<String> {
        let program = self.program(&job.ir)?;
        let code = program.text(&symbols::harness(&job.id), compile::is_for_native_runs);
        // A harness without code has nothing that would tell two versions of it apart.
        let code = code.ok().filter(|code| !code.is_empty())?;
        let native = self.context.native.get(&job.exe);
        let question = serde_json::to_string(&question(job, &code)).ok()?;
        let native = native.map_or("", String::as_str);
        Some(digest([&self.context.tool, native, &question, &code]))
    }

    fn program(&self, files: &[Utf8PathBuf]) -> Option<Arc<Canonical>> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let program = programs.entry(files.to_vec()).or_insert_with(|| {
            let (first, others) = files.split_first()?;
            let program = Program::read(first, others.to_vec()).ok()?;
            let program = Canonical::new(Arc::new(program), &self.context.roots);
            program.ok().map(Arc::new)
        });
        program.clone()
    }
}

/// The part of a job that can matter to code that is reached, and a mark where it asks for certain panics only.
fn question(job: &Job, code: &str) -> (Job, bool) {
    let names = |text: &str| memmem::find(code.as_bytes(), text.as_bytes()).is_some();
    // Debug information divides paths in its own way, so the last part alone is looked for.
    let names_file = |file: &str| file.rsplit('/').next().is_some_and(names);
    let named = |lines: &[Lines]| {
        let named = lines.iter().filter(|lines| names_file(&lines.file));
        named.cloned().collect()
    };
    let checks = &job.checks;
    let files = checks.files.iter().filter(|file| names_file(file));
    // A type is named by the symbols of code that compares or hashes it.
    let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
    let types = job.structural_types.iter();
    // Symbols have names beyond ASCII in Punycode, so these cannot be looked for.
    let types = types.filter(|path| !path.is_ascii() || names(&last(path)));
    let goals = job.goals.iter().filter(|goal| names_file(&goal.place.file));
    let question = Job {
        // Places do not count: the code itself is part of the key, and so is the digest of what
        // runs natively.
        exe: Utf8PathBuf::new(),
        ir: Vec::new(),
        spent_millis: 0,
        checks: DebugChecks {
            files: files.cloned().collect(),
            assertions: named(&checks.assertions),
            functions: named(&checks.functions),
        },
        structural_types: types.cloned().collect(),
        goals: goals.cloned().collect(),
        ..job.clone()
    };
    // All goals may have been left out above, and even then the job does not ask for everything.
    (question, !job.goals.is_empty())
}
