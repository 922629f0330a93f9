//! The items of a review: tests that differ between the files and the outcomes of a run.

use crate::cli::result::FunctionResult;
use crate::emit::{DriftKind, Plan};

/// A pending change of a test, or of a table of tests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The position of its function among the results.
    pub(super) function: usize,
    /// The path of the test as `cargo test` takes it.
    pub(super) test: String,
    /// The change.
    pub(super) kind: DriftKind,
    /// The call, the captured value, and the value that the code gives, of a changed result.
    pub(super) change: Option<(String, String, String)>,
    /// The text of the test as it would be written.
    pub(super) text: String,
}

impl Item {
    /// True if the user means it by `name`: its path, or the end of it.
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.test == name || self.test.ends_with(&format!("::{name}"))
    }

    /// The change in a word or two.
    pub(super) fn title(&self) -> &'static str {
        match self.kind {
            DriftKind::Missing => "new test",
            DriftKind::Result => "changed result",
            DriftKind::Structure => "other inputs",
            DriftKind::Stale => "removed test",
        }
    }
}

/// The changes of a plan that concern functions of the run, each test once.
pub(super) fn items(plan: &Plan, results: &[FunctionResult]) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    for drift in &plan.drifts {
        let Some(function) = results.iter().position(|result| {
            let paths = plan.tests.get(&result.job.id);
            let has_test = paths.is_some_and(|paths| paths.contains(&drift.test));
            has_test || drift.kind == DriftKind::Stale && result.job.function == drift.function
        }) else {
            continue;
        };
        if items
            .iter()
            .any(|item| item.test == drift.test && item.kind == drift.kind)
        {
            // Another row of the same table.
            continue;
        }
        let part = |text: &Option<String>| text.clone().unwrap_or_default();
        items.push(Item {
            function,
            test: drift.test.clone(),
            kind: drift.kind,
            change: (drift.kind == DriftKind::Result)
                .then(|| (part(&drift.subject), part(&drift.was), part(&drift.is))),
            text: text(plan, &results[function].job.id, &drift.test),
        });
    }
    items
}

/// The text of a test in the file that is to be written, with its comments; empty if it is not there.
fn text(plan: &Plan, id: &str, test: &str) -> String {
    let home = plan.homes.get(id);
    let change = plan.files.iter().find(|change| Some(&change.path) == home);
    let whole = change
        .and_then(|change| change.new.as_deref())
        .unwrap_or("");
    let mut names = test.rsplit("::");
    let (name, module) = (names.next().unwrap_or(""), names.next().unwrap_or(""));
    excerpt(whole, module, name).unwrap_or_default()
}

/// The function `name` of the module `module`, as rustfmt sets it.
fn excerpt(whole: &str, module: &str, name: &str) -> Option<String> {
    let lines: Vec<&str> = whole.lines().collect();
    let head = format!("mod {module} {{");
    let start = lines.iter().position(|line| **line == head)?;
    let end = start + lines[start..].iter().position(|line| *line == "}")?;
    let body = &lines[start + 1..end];
    let head = format!("    fn {name}(");
    let function = body.iter().position(|line| line.starts_with(&head))?;
    let first = body[..function]
        .iter()
        .rposition(|line| line.trim().is_empty());
    let last = function + body[function..].iter().position(|line| *line == "    }")?;
    let text = body[first.map_or(0, |at| at + 1)..=last].iter();
    let text: Vec<&str> = text
        .map(|line| line.strip_prefix("    ").unwrap_or(line))
        .collect();
    Some(text.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_shown_with_its_comment() {
        let text = "mod a {\n    // One.\n    #[test]\n    fn one() {\n        f();\n    }\n}\nmod b {\n    use super::*;\n\n    // Other.\n    #[test]\n    fn one() {\n        if g() {\n        }\n    }\n\n    // Two.\n    #[test]\n    fn two() {\n    }\n}\n";
        assert_eq!(
            excerpt(text, "b", "one").as_deref(),
            Some("// Other.\n#[test]\nfn one() {\n    if g() {\n    }\n}")
        );
        assert_eq!(
            excerpt(text, "b", "two").as_deref(),
            Some("// Two.\n#[test]\nfn two() {\n}")
        );
        assert_eq!(excerpt(text, "b", "three"), None);
    }
}
