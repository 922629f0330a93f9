//! The lines that a unified diff adds or changes, as `git diff` writes it.

use std::collections::{BTreeMap, BTreeSet};

/// Lines of files as they are after the change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedLines(BTreeMap<String, BTreeSet<u32>>);

impl ChangedLines {
    /// Reads a diff.
    ///
    /// # Errors
    /// When the head of a hunk has no line number.
    pub fn parse(diff: &str) -> Result<Self, String> {
        let mut changed = BTreeMap::<String, BTreeSet<u32>>::new();
        let mut file = None;
        // The next line of the file, and how many lines of the hunk are still to come.
        let (mut line, mut old, mut new) = (0, 0, 0);
        for text in diff.lines() {
            if old == 0 && new == 0 {
                if let Some(path) = text.strip_prefix("+++ ") {
                    let path = path.split('\t').next().unwrap_or(path);
                    let path = path.strip_prefix("b/").unwrap_or(path);
                    file = (path != "/dev/null").then(|| path.to_owned());
                } else if text.starts_with("@@ ") {
                    (old, line, new) = hunk(text).ok_or_else(|| format!("no hunk: `{text}`"))?;
                }
                continue;
            }
            match text.chars().next() {
                Some('+') => {
                    if let Some(file) = &file {
                        changed.entry(file.clone()).or_default().insert(line);
                    }
                    line += 1;
                    new = new.saturating_sub(1);
                }
                Some('-') => old = old.saturating_sub(1),
                Some('\\') => {}
                _ => {
                    line += 1;
                    old = old.saturating_sub(1);
                    new = new.saturating_sub(1);
                }
            }
        }
        Ok(Self(changed))
    }

    /// True if a line of a file is among them. The diff may be of a repository that has the workspace in a folder.
    pub fn contains(&self, file: &str, line: u32) -> bool {
        self.0.iter().any(|(path, lines)| {
            let outer = path.strip_suffix(file);
            let is_file = outer.is_some_and(|outer| outer.is_empty() || outer.ends_with('/'));
            is_file && lines.contains(&line)
        })
    }
}

/// The number of old lines, the first new line, and the number of new lines in the head of a hunk.
fn hunk(head: &str) -> Option<(u32, u32, u32)> {
    let mut words = head.split(' ').skip(1);
    let old = words.next()?.strip_prefix('-')?;
    let new = words.next()?.strip_prefix('+')?;
    let range = |text: &str| -> Option<(u32, u32)> {
        match text.split_once(',') {
            Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
            None => Some((text.parse().ok()?, 1)),
        }
    };
    let ((_, old), (start, new)) = (range(old)?, range(new)?);
    Some((old, start, new))
}

#[cfg(test)]
mod tests {
    use super::ChangedLines;

    #[test]
    fn added_lines_have_their_new_numbers() {
        let diff = "diff --git a/k/src/lib.rs b/k/src/lib.rs
--- a/k/src/lib.rs
+++ b/k/src/lib.rs
@@ -3,4 +3,5 @@ fn f() {
 kept
-old
+new
+++ odd
 kept
 kept
@@ -20 +21 @@
-x
+y
\\ No newline at end of file
--- a/gone.rs
+++ /dev/null
@@ -1 +0,0 @@
-gone
";
        let changed = ChangedLines::parse(diff).expect("a diff");
        let lines: Vec<u32> = (1..30)
            .filter(|it| changed.contains("src/lib.rs", *it))
            .collect();
        assert_eq!(lines, [4, 5, 21]);
        assert!(!changed.contains("lib.rs.rs", 4) && !changed.contains("c/lib.rs", 4));
        assert!(ChangedLines::parse("@@ what @@").is_err());
    }
}
