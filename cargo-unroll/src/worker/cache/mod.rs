//! Outcomes of earlier runs, by everything that they depend on.
//!
//! [`Store`] has the entries, `place` their location (a directory, or with `objects` an object store), `entry` their
//! form, and `key` the digest of everything that an outcome depends on; `evict` removes unused ones. In: a job and
//! the IR that it names. Out: the outcome of an equal job, if it was kept.
//!
//! **Invariants:** an outcome is kept only if it does not depend on the clock, on an accident or on anything outside
//! the program. An entry is used only if its digest is right and native runs of its inputs repeat the results that
//! its tests assert. A problem with an entry or with the place costs time, never a verdict: the function is analysed
//! again, and a coded problem gives the reason.
//!
//! Native runs cannot confirm that no input reaches an objective. Write access to a cache is therefore enough to
//! forge proofs, unless entries are signed.

mod entry;
mod evict;
mod key;
#[cfg(feature = "object-store")]
mod objects;
mod place;
mod store;
mod tool;

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::Utf8PathBuf;

use self::entry::Entry;
pub use self::evict::{Limits, Summary};
use self::key::Keys;
pub use self::store::{Access, OpenError, Problem, Store, directory, is_url};
pub use self::tool::tool_digest;
use crate::cover;
use crate::diagnostics::Code;
use crate::model::job::{Effects, Job};
use crate::model::outcome::{FindingKind, FunctionOutcome, FunctionVerdict, Verdict};

/// Kept outcomes of the functions of one build.
#[derive(Clone, Debug)]
pub struct Cache {
    store: Store,
    keys: Arc<Keys>,
}

/// The facts that outcomes depend on besides jobs and the IR that these name.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// Digests of the programs that make outcomes: the tool and its solver.
    pub tool: String,
    /// The digest of the native code that no function's IR shows, by test executable.
    pub native: BTreeMap<Utf8PathBuf, String>,
    /// Directories whose place does not count: the workspace, and the copy that is built.
    pub roots: Vec<Utf8PathBuf>,
}

impl Cache {
    /// The outcomes in `store` that hold in a context.
    pub fn new(store: Store, context: Context) -> Self {
        Self {
            store,
            keys: Arc::new(Keys::new(context)),
        }
    }

    /// The kept outcome of a job, with the key under which one would be kept.
    pub(crate) fn get(&self, job: &Job) -> (Option<FunctionOutcome>, Option<String>) {
        let Some(key) = self.keys.key(job) else {
            return (None, None);
        };
        let outcome = self.look_up(job, &key);
        (outcome, Some(key))
    }

    fn look_up(&self, job: &Job, key: &str) -> Option<FunctionOutcome> {
        let text = self.store.read(key)?;
        let entry = match Entry::parse(&text, key, self.store.secret()) {
            Ok(entry) => entry,
            Err(why) => {
                self.store
                    .tell(Code::CacheEntryDamaged, &job.function, &why);
                return None;
            }
        };
        if let Err(why) = cover::confirm(job, &entry.outcome) {
            self.store
                .tell(Code::CacheEntryRefuted, &job.function, &why);
            return None;
        }
        self.store.count_hit();
        Some(entry.outcome)
    }

    /// Keeps an outcome that would come out the same again.
    pub(crate) fn put(&self, job: &Job, key: &str, outcome: &FunctionOutcome, millis: u64) {
        if !repeats(job, outcome) {
            return;
        }
        let entry = Entry {
            function: job.function.clone(),
            millis,
            outcome: outcome.clone(),
        };
        if let Some(text) = entry.text(key, self.store.secret()) {
            self.store.write(key, &text);
        }
    }
}

/// True if the same job would have the same outcome, and a later run can show again what this one saw: no limit of time or memory, no error of the tool
/// and nothing outside the program contributed to it.
fn repeats(job: &Job, outcome: &FunctionOutcome) -> bool {
    let is_timed_out =
        |verdict: &Verdict| matches!(verdict, Verdict::Undecided { reason } if reason.is_timeout());
    let has_test = |finding: usize| outcome.tests.iter().any(|it| it.finding == Some(finding));
    let notes = || outcome.notes.iter();
    let is_refused = || notes().all(|note| note.code == Code::Effects);
    let is_done = match outcome.verdict {
        FunctionVerdict::Ok | FunctionVerdict::Partial => true,
        FunctionVerdict::Unsupported => is_refused(),
        FunctionVerdict::Error => false,
    };
    // The time that was left may have decided how deep the analysis went.
    let is_deep = !cover::may_hide(job.deepening, outcome);
    is_done
        && is_deep
        // What a run with effects leaves behind, the next one may meet.
        && job.effects != Effects::Allowed
        && !outcome.lost_engine()
        && !notes().any(|note| note.code.is_internal() || note.is_timeout)
        && outcome.objectives.iter().all(|objective| {
            // Without a test, a later run has nothing to confirm the cover by.
            let is_shown = objective.verdict != Verdict::Covered || objective.test.is_some();
            is_shown && !is_timed_out(&objective.verdict)
        })
        && outcome
            .findings
            .iter()
            .enumerate()
            // That a call did not end is a matter of the clock.
            .all(|(at, finding)| finding.kind != FindingKind::Unending && has_test(at))
}
