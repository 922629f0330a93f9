//! The lines that a unified diff adds, changes or removes, as `git diff` writes it.

use std::collections::{BTreeMap, BTreeSet};

/// Lines of files as they are after the change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedLines {
    /// Lines that were added or changed, by file.
    added: BTreeMap<String, BTreeSet<u32>>,
    /// Lines before which others were removed.
    cuts: BTreeMap<String, BTreeSet<u32>>,
    /// The text of removed lines.
    removed: Vec<String>,
    /// Every file of the diff, also those that are gone.
    files: BTreeSet<String>,
    /// The text of lines that the files have after the change, added or not.
    present: BTreeMap<String, BTreeMap<u32, String>>,
}

/// Keywords before the name of an item.
const KEYWORDS: [&str; 10] = [
    "fn",
    "const",
    "static",
    "struct",
    "enum",
    "union",
    "type",
    "trait",
    "mod",
    "macro_rules",
];

impl ChangedLines {
    /// Reads a diff.
    ///
    /// # Errors
    /// When the head of a hunk has no line number.
    pub fn parse(diff: &str) -> Result<Self, String> {
        let mut changed = Self::default();
        let mut file: Option<String> = None;
        // The next line of the file, and how many lines of the hunk are still to come.
        let (mut line, mut old, mut new) = (0, 0, 0);
        for text in diff.lines() {
            if old == 0 && new == 0 {
                if let Some(path) = text.strip_prefix("--- ") {
                    changed.files.extend(path_of(path, "a/"));
                } else if let Some(path) = text.strip_prefix("+++ ") {
                    file = path_of(path, "b/");
                    changed.files.extend(file.clone());
                } else if text.starts_with("@@ ") {
                    (old, line, new) = hunk(text).ok_or_else(|| format!("no hunk: `{text}`"))?;
                    // Without new lines, the head names the line before.
                    line += u32::from(new == 0);
                }
                continue;
            }
            match text.chars().next() {
                Some('+') => {
                    if let Some(file) = &file {
                        let lines = changed.added.entry(file.clone()).or_default();
                        lines.insert(line);
                        changed.keep(file, line, &text[1..]);
                    }
                    line += 1;
                    new = new.saturating_sub(1);
                }
                Some('-') => {
                    changed.removed.push(text[1..].to_owned());
                    if let Some(file) = &file {
                        let lines = changed.cuts.entry(file.clone()).or_default();
                        lines.insert(line);
                    }
                    old = old.saturating_sub(1);
                }
                Some('\\') => {}
                _ => {
                    if let Some(file) = &file {
                        changed.keep(file, line, text.get(1..).unwrap_or_default());
                    }
                    line += 1;
                    old = old.saturating_sub(1);
                    new = new.saturating_sub(1);
                }
            }
        }
        Ok(changed)
    }

    fn keep(&mut self, file: &str, line: u32, text: &str) {
        let lines = self.present.entry(file.to_owned()).or_default();
        lines.insert(line, text.trim_end().to_owned());
    }

    /// The first line of a file of the diff that is not as after the change; `path` is its path in the diff, and `text` its text.
    pub fn first_other_line(&self, path: &str, text: &str) -> Option<u32> {
        let found: Vec<&str> = text.lines().map(str::trim_end).collect();
        let mut lines = self.present.get(path)?.iter();
        let other = lines.find(|(line, wanted)| {
            let at = (**line as usize).checked_sub(1);
            at.and_then(|at| found.get(at)) != Some(&wanted.as_str())
        });
        other.map(|(line, _)| *line)
    }

    /// The files of the diff, also those that are gone.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        self.files.iter().map(String::as_str)
    }

    /// True if something was added, changed or removed in a range of lines.
    pub fn touches(&self, file: &str, first: u32, last: u32) -> bool {
        let lines = [&self.added, &self.cuts].into_iter();
        let mut lines = lines.flat_map(|lines| of_file(lines, file));
        lines.any(|lines| lines.range(first..=last).next().is_some())
    }

    /// The names of items that begin on removed lines: others may have meant something else by these names before.
    pub fn removed_names(&self) -> BTreeSet<&str> {
        let mut names = BTreeSet::new();
        for line in &self.removed {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let words = line.split(|c| !is_word(c)).filter(|word| !word.is_empty());
            let words: Vec<&str> = words.collect();
            let ends = words.windows(2);
            let named =
                ends.filter(|pair| KEYWORDS.contains(&pair[0]) && !KEYWORDS.contains(&pair[1]));
            names.extend(named.map(|pair| pair[1]));
            if words.first() == Some(&"impl") {
                let is_type = |word: &&&str| word.starts_with(char::is_uppercase);
                names.extend(words.iter().filter(is_type));
            }
        }
        names
    }

    /// True if a line of a file was added or changed.
    pub fn contains(&self, file: &str, line: u32) -> bool {
        of_file(&self.added, file).any(|lines| lines.contains(&line))
    }
}

/// The entries of a file. The diff may be of a repository that has the workspace in a folder.
fn of_file<'l, T>(lines: &'l BTreeMap<String, T>, file: &str) -> impl Iterator<Item = &'l T> {
    lines.iter().filter_map(move |(path, lines)| {
        let outer = path.strip_suffix(file)?;
        (outer.is_empty() || outer.ends_with('/')).then_some(lines)
    })
}

/// The path in a head line, unless that stands for no file.
fn path_of(text: &str, prefix: &str) -> Option<String> {
    let path = text.split('\t').next().unwrap_or(text);
    let path = path.strip_prefix(prefix).unwrap_or(path);
    (path != "/dev/null").then(|| path.to_owned())
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
        assert!(changed.touches("src/lib.rs", 21, 30) && !changed.touches("src/lib.rs", 6, 20));
        assert_eq!(
            changed.files().collect::<Vec<_>>(),
            ["gone.rs", "k/src/lib.rs"]
        );
    }

    #[test]
    fn a_diff_of_another_text_is_told_from_one_that_was_applied() {
        let diff = "--- a/k/src/lib.rs\n+++ b/k/src/lib.rs\n@@ -1,2 +1,2 @@\n fn f() {}\n-fn g() {}\n+fn h() {}\n";
        let changed = ChangedLines::parse(diff).expect("a diff");
        let first = |text: &str| changed.first_other_line("k/src/lib.rs", text);
        assert_eq!(first("fn f() {}\r\nfn h() {}\r\n"), None);
        assert_eq!(first("fn f() {}\nfn g() {}\n"), Some(2));
        assert_eq!(first("fn f() {}\n"), Some(2));
        assert_eq!(changed.first_other_line("src/other.rs", ""), None);
    }

    #[test]
    fn removed_lines_touch_what_is_around_them() {
        let diff = "--- a/src/lib.rs\n+++ b/src/lib.rs\n@@ -7,3 +6,0 @@\n-impl Drop for Held<u8> {\n-    pub const fn drop(&mut self) -> u32 {\n-    let gone = 1;\n";
        let changed = ChangedLines::parse(diff).expect("a diff");
        assert!(changed.touches("src/lib.rs", 5, 9) && !changed.touches("src/lib.rs", 1, 6));
        assert!(!changed.contains("src/lib.rs", 7));
        let names: Vec<&str> = changed.removed_names().into_iter().collect();
        assert_eq!(names, ["Drop", "Held", "drop"]);
    }
}
