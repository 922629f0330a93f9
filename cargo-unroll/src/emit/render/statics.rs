//! Statics in tests: their values before the call, assertions on those after it, and the lock that keeps tests that use them apart.
//!
//! In: the arguments that stand for statics. Out: statements. Each test restores the statics that it sets, also when it panics. Tests of
//! functions that only read such a static take the lock as well. The lock stands in the test module of the crate's root, which all tests can name.
//!
//! Not here: thread locals, of which each test has its own.

use crate::emit::asserts::Facts;
use crate::emit::source::TEST_MODULE;
use crate::emit::subject::Subject;
use crate::model::hidden::as_local;
use crate::model::outcome::{Arg, RunEnd, TestCase};
use crate::model::value::Value;

/// The module with the lock.
pub(crate) const MODULE: &str = "statics";

/// How tests take the lock.
const LOCK: &str = "let _lock = statics::lock();";

/// How tests restore a static.
const RESTORE: &str = "statics::restore(";

/// The beginning of the paths of atomics.
const ATOMICS: &str = "std::sync::atomic::";

/// The text of the module with the lock.
pub(crate) fn module(no_std: bool) -> String {
    let (library, root) = if no_std {
        (
            "    #[allow(unused_extern_crates)]\n    extern crate std;\n",
            "self::std",
        )
    } else {
        ("", "std")
    };
    format!(
        "pub(crate) mod {MODULE} {{
    // Tests that use the same statics run one after another, and leave them as they were.
{library}    use {root}::sync::{{Mutex, MutexGuard, PoisonError}};

    static LOCK: Mutex<()> = Mutex::new(());

    pub(crate) fn lock() -> MutexGuard<'static, ()> {{
        LOCK.lock().unwrap_or_else(PoisonError::into_inner)
    }}

    // Calls `restore` with `old` when it is dropped.
    #[allow(dead_code)]
    pub(crate) struct Restore<T: Copy, F: Fn(T)>(T, F);

    impl<T: Copy, F: Fn(T)> Drop for Restore<T, F> {{
        fn drop(&mut self) {{
            (self.1)(self.0);
        }}
    }}

    #[allow(dead_code)]
    pub(crate) fn restore<T: Copy, F: Fn(T)>(old: T, restore: F) -> Restore<T, F> {{
        Restore(old, restore)
    }}
}}
"
    )
}

/// True if the lock is in the file with this text.
pub(crate) fn have_lock(text: &str) -> bool {
    text.contains(&format!("pub(crate) mod {MODULE} {{"))
}

/// True if tests in `text` take the lock.
pub(crate) fn are_used_in(text: &str) -> bool {
    text.contains(LOCK)
}

/// The imports of tests that take the lock; `root` is how the standard library is called.
pub(super) fn imports(lines: &[String], root: &str) -> Vec<String> {
    let uses = |text: &str| lines.iter().any(|line| line.contains(text));
    let mut imports = Vec::new();
    if uses(LOCK) {
        let path = ["crate", TEST_MODULE, MODULE].join("::");
        imports.push(format!("use {path};"));
    }
    if uses(RESTORE) {
        imports.push(format!("use {root}::sync::atomic::Ordering::Relaxed;"));
    }
    imports
}

/// True if a test takes the lock.
pub(super) fn is_locked(subject: &Subject, test: &TestCase) -> bool {
    subject.outcome.shares_statics || atomics(&test.args).next().is_some()
}

/// Statements that take the lock and give statics their values.
pub(super) fn set(
    subject: &Subject,
    test: &TestCase,
    print: &dyn Fn(&Value) -> String,
) -> Vec<String> {
    let lock = is_locked(subject, test).then(|| LOCK.to_owned());
    let sets = atomics(&test.args).flat_map(|(name, value, _)| {
        [
            format!(
                "let _{} = {RESTORE}{name}.load(Relaxed), |old| {name}.store(old, Relaxed));",
                name.to_lowercase()
            ),
            format!("{name}.store({}, Relaxed);", print(value)),
        ]
    });
    lock.into_iter().chain(sets).collect()
}

/// Assertions on the statics that a call changed.
pub(super) fn assertions(facts: &Facts, test: &TestCase) -> Vec<String> {
    if !matches!(test.ending, RunEnd::Returned { .. }) {
        return Vec::new();
    }
    let changed = atomics(&test.args).filter_map(|(name, before, after)| {
        let after = after.filter(|after| *after != before)?;
        Some(facts.assertions(&format!("{name}.load(Relaxed)"), after, None))
    });
    changed.flatten().collect()
}

/// True if an argument stands for an atomic, which all threads share.
pub(crate) fn is_atomic(arg: &Arg) -> bool {
    as_local(&arg.name).is_some() && content(&arg.before).is_some()
}

/// The names of atomics, with their values before and after the call.
fn atomics(args: &[Arg]) -> impl Iterator<Item = (&str, &Value, Option<&Value>)> {
    args.iter().filter_map(|arg| {
        let name = as_local(&arg.name)?;
        Some((
            name,
            content(&arg.before)?,
            arg.after.as_ref().and_then(content),
        ))
    })
}

/// The value in an atomic.
fn content(value: &Value) -> Option<&Value> {
    match value {
        Value::Call { path, args } if path.starts_with(ATOMICS) => args.first(),
        _ => None,
    }
}
