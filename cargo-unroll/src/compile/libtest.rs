//! Reads what the standard test harness prints.

use std::collections::BTreeMap;

/// The result of one test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestStatus {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It did not report: the process died or was stopped before.
    Missing,
}

/// The tests that `stdout` reports.
pub(super) fn parse(stdout: &str) -> BTreeMap<String, TestStatus> {
    stdout.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<(String, TestStatus)> {
    let rest = line.strip_prefix("test ")?;
    let (name, verdict) = rest.rsplit_once(" ... ")?;
    let status = match verdict.split(' ').next()? {
        "ok" => TestStatus::Passed,
        "FAILED" => TestStatus::Failed,
        _ => return None,
    };
    let name = name.strip_suffix(" - should panic").unwrap_or(name);
    Some((name.to_owned(), status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_are_read() {
        let stdout = "running 4 tests\ntest a::b ... ok\ntest a::c - should panic ... ok\ntest d ... FAILED\n\
                      test e ... ignored\n\ntest result: FAILED. 2 passed; 1 failed\n";
        let parsed: Vec<_> = parse(stdout).into_iter().collect();
        assert_eq!(
            parsed,
            [
                ("a::b".to_owned(), TestStatus::Passed),
                ("a::c".to_owned(), TestStatus::Passed),
                ("d".to_owned(), TestStatus::Failed)
            ]
        );
    }
}
