//! Statics in tests: their values before the call, assertions on those after it, and the lock that keeps tests that use them apart.
//!
//! In: the arguments that stand for statics. Out: statements. Each test restores the statics that it sets, also when it panics. Tests of
//! functions that only read such a static take the lock as well. The lock stands in the test module of the crate's root, which all tests can name.
//!
//! Not here: thread locals, of which each test has its own.

use crate::emit::asserts::Facts;
use crate::emit::expression::literal::Scope;
use crate::emit::source::TEST_MODULE;
use crate::emit::subject::Subject;
use crate::model::hidden::as_local;
use crate::model::outcome::{Arg, RunEnd, TestCase};
use crate::model::value::{Step, Value};

/// The module with the lock.
pub(crate) const MODULE: &str = "statics";

/// How tests take the lock.
const LOCK: &str = "let _lock = statics::lock();";

/// How tests restore an atomic.
const RESTORE: &str = "statics::restore(";

/// The beginning of the paths of atomics.
const ATOMICS: &str = "std::sync::atomic::";

/// The functions that make locks, and those with which tests put a value into one.
const LOCKS: [(&str, &str); 2] = [
    ("std::sync::Mutex::new", "statics::lend"),
    ("std::sync::RwLock::new", "statics::lend_rw"),
];

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
{library}    use {root}::mem;
    use {root}::sync::{{Mutex, MutexGuard, PoisonError, RwLock}};

    static LOCK: Mutex<()> = Mutex::new(());

    pub(crate) fn lock() -> MutexGuard<'static, ()> {{
        LOCK.lock().unwrap_or_else(PoisonError::into_inner)
    }}

    // Calls `restore` with `old` when it is dropped.
    #[allow(dead_code)]
    pub(crate) struct Restore<T, F: Fn(T)>(Option<T>, F);

    impl<T, F: Fn(T)> Drop for Restore<T, F> {{
        fn drop(&mut self) {{
            if let Some(old) = self.0.take() {{
                (self.1)(old);
            }}
        }}
    }}

    #[allow(dead_code)]
    pub(crate) fn restore<T, F: Fn(T)>(old: T, restore: F) -> Restore<T, F> {{
        Restore(Some(old), restore)
    }}

    // Puts `value` into a lock until the result is dropped.
    #[allow(dead_code)]
    pub(crate) fn lend<T>(lock: &'static Mutex<T>, value: T) -> Restore<T, impl Fn(T)> {{
        let put = move |value| {{
            lock.clear_poison();
            let mut content = lock.lock().unwrap_or_else(PoisonError::into_inner);
            mem::replace(&mut *content, value)
        }};
        restore(put(value), move |old| drop(put(old)))
    }}

    #[allow(dead_code)]
    pub(crate) fn lend_rw<T>(lock: &'static RwLock<T>, value: T) -> Restore<T, impl Fn(T)> {{
        let put = move |value| {{
            lock.clear_poison();
            let mut content = lock.write().unwrap_or_else(PoisonError::into_inner);
            mem::replace(&mut *content, value)
        }};
        restore(put(value), move |old| drop(put(old)))
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
    subject.outcome.shares_statics || test.args.iter().any(is_shared)
}

/// Statements that take the lock and give statics their values.
pub(super) fn set(subject: &Subject, scope: &Scope, test: &TestCase) -> Vec<String> {
    let lock = is_locked(subject, test).then(|| LOCK.to_owned());
    let sets = atomics(&test.args).flat_map(|(name, value, _)| {
        [
            format!(
                "let _{} = {RESTORE}{name}.load(Relaxed), |old| {name}.store(old, Relaxed));",
                name.to_lowercase()
            ),
            format!("{name}.store({}, Relaxed);", scope.argument(value)),
        ]
    });
    let lent = test.args.iter().filter_map(|arg| {
        let name = as_local(&arg.name)?;
        let (made, steps) = as_made(&arg.before);
        let (content, lend) = content_of_lock(made)?;
        let content = scope.argument(content);
        let lent = format!("let _{} = {lend}(&{name}, {content});", name.to_lowercase());
        Some(std::iter::once(lent).chain(scope.steps(name, steps)))
    });
    lock.into_iter().chain(sets).chain(lent.flatten()).collect()
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
    let locks = test.args.iter().filter_map(|arg| {
        let name = as_local(&arg.name)?;
        content_of_lock(as_made(&arg.before).0)?;
        let after = arg.after.as_ref().filter(|after| **after != arg.before)?;
        Some(facts.assertions(name, after, None))
    });
    changed.chain(locks).flatten().collect()
}

/// True if an argument stands for a static that all threads share.
pub(crate) fn is_shared(arg: &Arg) -> bool {
    let is_lock = || content_of_lock(as_made(&arg.before).0).is_some();
    as_local(&arg.name).is_some() && (content(&arg.before).is_some() || is_lock())
}

/// A value before the steps in which it is built, and these.
fn as_made(value: &Value) -> (&Value, &[Step]) {
    match value {
        Value::Made { constructor, steps } => (constructor, steps),
        value => (value, &[]),
    }
}

/// The value in a lock, and the function with which tests put it there.
fn content_of_lock(value: &Value) -> Option<(&Value, &'static str)> {
    let Value::Call { path, args } = value else {
        return None;
    };
    let (_, lend) = LOCKS.iter().find(|(new, _)| new == path)?;
    Some((args.first()?, lend))
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
