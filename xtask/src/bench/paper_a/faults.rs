//! The tests of the correct functions, run on variants with faults.
//!
//! A variant of `f` is a module `f_1`, `f_2`, ... with the same function. Each test runs in a process of its own, because a variant need not
//! end. A distinct fault is a variant with the message of a failure: which clause of the contract is violated, a wrong result, an overflow.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

/// The time that a test may take.
const LIMIT: Duration = Duration::from_secs(2);

/// The function that a module is a variant of.
pub(super) fn function_of(module: &str) -> Option<&str> {
    let (function, number) = module.rsplit_once('_')?;
    number.parse::<u32>().is_ok().then_some(function)
}

/// Gives each variant in `faulty` the tests of its function in `correct`.
pub(super) fn put_tests(correct: &Path, faulty: &Path) -> Result<()> {
    let mut variants = 0;
    for entry in fs::read_dir(faulty)?.flatten() {
        let path = entry.path();
        let module = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(function) = function_of(&module) else {
            continue;
        };
        let tests = correct.join(function).join("unroll_tests.rs");
        let folder = faulty.join(&*module);
        fs::create_dir_all(&folder).context("failed to create a folder for tests")?;
        fs::copy(&tests, folder.join("unroll_tests.rs"))
            .with_context(|| format!("failed to copy {}", tests.display()))?;
        let text = fs::read_to_string(&path)?;
        fs::write(&path, text + "\n#[cfg(test)]\nmod unroll_tests;\n")?;
        variants += 1;
    }
    ensure!(variants > 0, "no variants in {}", faulty.display());
    Ok(())
}

/// The names of the tests of a program.
pub(super) fn tests(program: &Path) -> Result<Vec<String>> {
    let output = Command::new(program)
        .args(["--list", "--format=terse"])
        .output()
        .with_context(|| format!("failed to start {}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(str::to_owned).collect())
}

/// The number of distinct faults by variant.
pub(super) fn find(program: &Path) -> Result<BTreeMap<String, u32>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for test in tests(program)? {
        let Some((module, _)) = test.split_once("::unroll_tests::") else {
            continue;
        };
        let messages = found.entry(module.to_owned()).or_default();
        messages.extend(failure(program, &test)?);
    }
    let counts = found.into_iter();
    counts
        .map(|(module, all)| Ok((module, u32::try_from(all.len())?)))
        .collect()
}

/// The message with which a test fails.
fn failure(program: &Path, test: &str) -> Result<Option<String>> {
    let mut child = Command::new(program)
        .args([test, "--exact", "--nocapture"])
        .env_remove("RUST_BACKTRACE")
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| format!("failed to start {}", program.display()))?;
    let Some(passes) = end(&mut child)? else {
        return Ok(Some("does not end".to_owned()));
    };
    let mut text = String::new();
    if let Some(mut stderr) = child.stderr.take() {
        stderr.read_to_string(&mut text)?;
    }
    Ok((!passes).then(|| message(&text)))
}

/// True if a process succeeds, false if it fails; it is stopped when its time is over.
fn end(child: &mut Child) -> Result<Option<bool>> {
    let start = Instant::now();
    while start.elapsed() < LIMIT {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status.success()));
        }
        thread::sleep(Duration::from_millis(2));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

/// The first line of the message of a panic, with `#` for numbers: the same fault has others in other runs.
fn message(stderr: &str) -> String {
    let mut lines = stderr
        .lines()
        .skip_while(|line| !line.contains("panicked at "));
    let line = lines.nth(1).unwrap_or("ends without a message");
    let mut message = String::new();
    for c in line.chars() {
        match c {
            '0'..='9' if message.ends_with('#') => {}
            '0'..='9' => message.push('#'),
            _ => message.push(c),
        }
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_end_in_a_number() {
        assert_eq!(function_of("max_in_array_3"), Some("max_in_array"));
        assert_eq!(function_of("max_in_array"), None);
        assert_eq!(function_of("add"), None);
    }

    #[test]
    fn failures_are_told_apart_by_their_messages() {
        let stderr = "\nthread 'a::b' (7) panicked at src/add_1.rs:9:1:\nattempt to add with overflow\nnote: run\n";
        assert_eq!(message(stderr), "attempt to add with overflow");
        assert_eq!(
            message("memory allocation failed\n"),
            "ends without a message"
        );
        let stderr = "thread 'a' panicked at src/a.rs:1:2:\nthe len is 12 but the index is 7\n";
        assert_eq!(message(stderr), "the len is # but the index is #");
    }
}
