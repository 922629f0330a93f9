//! Mirrors a directory tree, touching only what changed.
//!
//! A record beside the mirrored files holds size and modification time of every source file as last seen. A file whose
//! record still fits is not even read. Files that vanished from the source are removed; files that the build itself put into
//! the mirror (`Cargo.lock`) stay.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, Metadata};
use std::time::UNIX_EPOCH;

use camino::{Utf8Path, Utf8PathBuf};

use super::error::InstrumentError;

/// Name of the record in the mirror's root.
const RECORD: &str = ".cargo-unroll-mirror";

/// First line of the record; a record of another format is not believed.
const HEADER: &str = "cargo-unroll mirror 1";

/// Directories that hold no sources, whatever the project.
const PASSED_OVER: [&str; 9] = [
    ".git",
    ".hg",
    ".jj",
    ".svn",
    ".idea",
    ".vscode",
    ".venv",
    "node_modules",
    "__pycache__",
];

/// The source and target of the mirror.
pub(super) struct Mirror<'m> {
    /// Root of the source tree.
    pub(super) source: &'m Utf8Path,
    /// Root of the mirror.
    pub(super) copy: &'m Utf8Path,
    /// Directories of the source tree to leave out, absolute.
    pub(super) without: &'m [Utf8PathBuf],
    /// Files, relative to the root, whose content in the mirror is this text instead; `None` for none at all.
    pub(super) edits: &'m BTreeMap<Utf8PathBuf, Option<String>>,
    /// True if generated tests become empty files, which nothing declares at the end of a file.
    pub(super) empty_generated: bool,
}

/// Size and modification time of a source file that was copied as it is; `None` for one whose content was replaced.
type Stamp = Option<(u64, u128)>;
type Record = BTreeMap<Utf8PathBuf, Stamp>;

impl Mirror<'_> {
    /// Brings the mirror up to date; tells how many files were written or removed.
    pub(super) fn update(&self) -> Result<usize, InstrumentError> {
        let old = self.read_record();
        let mut files = BTreeSet::new();
        self.walk(Utf8Path::new(""), &mut Vec::new(), &mut files)?;
        files.extend(self.edits.keys().cloned());
        files.retain(|file| self.edits.get(file) != Some(&None));
        let mut changed = 0;
        let mut new = Record::new();
        for file in files {
            let (stamp, wrote) = self.file(&file, old.get(&file).copied().flatten())?;
            changed += usize::from(wrote);
            new.insert(file, stamp);
        }
        for gone in old.keys().filter(|file| !new.contains_key(*file)) {
            changed += usize::from(fs::remove_file(self.copy.join(gone)).is_ok());
        }
        if changed > 0 || new != old {
            self.write_record(&new)?;
        }
        Ok(changed)
    }

    /// Lists the files below `dir`, which is relative to the root. `above` guards against circular links.
    fn walk(
        &self,
        dir: &Utf8Path,
        above: &mut Vec<Utf8PathBuf>,
        files: &mut BTreeSet<Utf8PathBuf>,
    ) -> Result<(), InstrumentError> {
        let path = self.source.join(dir);
        let real = path
            .canonicalize_utf8()
            .map_err(|error| read_error(&path, error))?;
        if above.contains(&real) {
            return Ok(());
        }
        above.push(real);
        for entry in path
            .read_dir_utf8()
            .map_err(|source| read_error(&path, source))?
        {
            let entry = entry.map_err(|source| read_error(&path, source))?;
            let relative = dir.join(entry.file_name());
            // Follows links: the mirror holds what they lead to, so that no write goes through them.
            let Ok(metadata) = fs::metadata(entry.path()) else {
                continue;
            };
            if metadata.is_file() {
                files.insert(relative);
            } else if metadata.is_dir() && !self.is_passed_over(entry.path(), entry.file_name()) {
                self.walk(&relative, above, files)?;
            }
        }
        above.pop();
        Ok(())
    }

    fn is_passed_over(&self, path: &Utf8Path, name: &str) -> bool {
        let real = path.canonicalize_utf8().unwrap_or_else(|_| path.to_owned());
        PASSED_OVER.contains(&name)
            || self
                .without
                .iter()
                .any(|without| path == without || real == *without)
            // Cargo and other tools mark directories so that hold what can be made anew.
            || path.join("CACHEDIR.TAG").is_file()
    }

    /// Brings one file up to date; tells its new stamp and whether it was written.
    fn file(&self, file: &Utf8Path, old: Stamp) -> Result<(Stamp, bool), InstrumentError> {
        let copy = self.copy.join(file);
        if let Some(Some(text)) = self.edits.get(file) {
            let text = self.mirrored(text.as_bytes());
            return Ok((None, write_if_different(&copy, text)?));
        }
        let source = self.source.join(file);
        if self.empty_generated && is_generated(&source) {
            return Ok((None, write_if_different(&copy, b"")?));
        }
        let metadata = fs::metadata(&source).map_err(|error| read_error(&source, error))?;
        let stamp = Some(stamp(&metadata));
        // The file may have been removed from the copy since.
        if stamp == old && copy.is_file() {
            return Ok((stamp, false));
        }
        let content = fs::read(&source).map_err(|error| read_error(&source, error))?;
        Ok((stamp, write_if_different(&copy, self.mirrored(&content))?))
    }

    /// The mirror's content for a file with `content`.
    fn mirrored<'c>(&self, content: &'c [u8]) -> &'c [u8] {
        match std::str::from_utf8(content) {
            Ok(text) if self.empty_generated => undeclared(text).as_bytes(),
            _ => content,
        }
    }

    fn read_record(&self) -> Record {
        let text = fs::read_to_string(self.copy.join(RECORD)).unwrap_or_default();
        let mut lines = text.lines();
        if lines.next() != Some(HEADER) {
            return Record::new();
        }
        lines.filter_map(parse_line).collect()
    }

    fn write_record(&self, record: &Record) -> Result<(), InstrumentError> {
        let mut text = format!("{HEADER}\n");
        for (file, stamp) in record {
            let line = match stamp {
                Some((size, modified)) => format!("{size} {modified} {file}\n"),
                None => format!("- - {file}\n"),
            };
            text.push_str(&line);
        }
        write_if_different(&self.copy.join(RECORD), text.as_bytes()).map(|_| ())
    }
}

/// True if the file is a test file that this tool has written.
fn is_generated(path: &Utf8Path) -> bool {
    path.file_name() == Some("unroll_tests.rs")
        && fs::read_to_string(path).is_ok_and(|text| {
            text.lines()
                .next()
                .is_some_and(|line| line.contains("@generated by cargo-unroll"))
        })
}

/// `text` without a declaration of generated tests at its end. The run that writes the first tests, and with them the declaration, and all that follow
/// compile the same text then: once.
fn undeclared(text: &str) -> &str {
    let before_last = |text: &'_ str| text.trim_end().rfind('\n').map_or(0, |at| at + 1);
    let (mut rest, module) = text.split_at(before_last(text));
    if module.trim() != "mod unroll_tests;" {
        return text;
    }
    let (before, line) = rest.split_at(before_last(rest));
    if line.starts_with("#[path = ") {
        rest = before;
    }
    let (rest, line) = rest.split_at(before_last(rest));
    let blank = if rest.ends_with("\r\n") { "\r\n" } else { "\n" };
    if line.trim() == "#[cfg(test)]" {
        rest.strip_suffix(blank).unwrap_or(text)
    } else {
        text
    }
}

fn stamp(metadata: &Metadata) -> (u64, u128) {
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    (metadata.len(), modified.unwrap_or_default().as_nanos())
}

fn parse_line(line: &str) -> Option<(Utf8PathBuf, Stamp)> {
    let mut parts = line.splitn(3, ' ');
    let (size, modified, file) = (parts.next()?, parts.next()?, parts.next()?);
    let stamp = size.parse().ok().zip(modified.parse().ok());
    Some((Utf8PathBuf::from(file), stamp))
}

fn write_if_different(path: &Utf8Path, content: &[u8]) -> Result<bool, InstrumentError> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    let failed = |source| InstrumentError::Write {
        path: path.to_owned(),
        source,
    };
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(failed)?;
    }
    fs::write(path, content).map_err(failed)?;
    Ok(true)
}

fn read_error(path: &Utf8Path, source: std::io::Error) -> InstrumentError {
    InstrumentError::Read {
        path: path.to_owned(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Tree {
        _dir: tempfile::TempDir,
        source: Utf8PathBuf,
        copy: Utf8PathBuf,
        edits: BTreeMap<Utf8PathBuf, Option<String>>,
    }

    impl Tree {
        fn new(files: &[(&str, &str)]) -> Self {
            let dir = tempfile::tempdir().expect("temporary directory");
            let source = Utf8PathBuf::from_path_buf(dir.path().join("source")).expect("UTF-8");
            let tree = Self {
                copy: source.join("target/unroll/copy"),
                source,
                _dir: dir,
                edits: BTreeMap::new(),
            };
            for (name, text) in files {
                tree.write(name, text);
            }
            tree
        }

        fn write(&self, name: &str, text: &str) {
            let path = self.source.join(name);
            fs::create_dir_all(path.parent().expect("has a parent")).expect("creates");
            fs::write(path, text).expect("writes");
        }

        fn update(&self) -> usize {
            let without = [self.source.join("target")];
            let mirror = Mirror {
                source: &self.source,
                copy: &self.copy,
                without: &without,
                edits: &self.edits,
                empty_generated: true,
            };
            mirror.update().expect("mirrors")
        }

        fn copied(&self, name: &str) -> Option<String> {
            fs::read_to_string(self.copy.join(name)).ok()
        }
    }

    #[test]
    fn a_second_run_touches_nothing() {
        let tree = Tree::new(&[
            ("src/lib.rs", "a"),
            ("Cargo.toml", "b"),
            (".git/config", "c"),
            ("target/x", "d"),
        ]);
        assert_eq!(tree.update(), 2);
        assert_eq!(tree.update(), 0);
        assert_eq!(tree.copied("src/lib.rs").as_deref(), Some("a"));
        assert_eq!(tree.copied(".git/config"), None);
        assert_eq!(tree.copied("target/x"), None);
    }

    #[test]
    fn changes_and_removals_are_followed() {
        let tree = Tree::new(&[("a", "1"), ("b", "2")]);
        tree.update();
        fs::write(tree.copy.join("Cargo.lock"), "made by cargo").expect("writes");
        tree.write("a", "longer");
        fs::remove_file(tree.source.join("b")).expect("removes");
        assert_eq!(tree.update(), 2);
        assert_eq!(tree.copied("a").as_deref(), Some("longer"));
        assert_eq!(tree.copied("b"), None);
        assert_eq!(tree.copied("Cargo.lock").as_deref(), Some("made by cargo"));
    }

    #[test]
    fn an_edit_that_is_taken_back_restores_the_file() {
        let mut tree = Tree::new(&[("a", "1")]);
        tree.update();
        tree.edits.insert("a".into(), Some("edited".into()));
        assert_eq!(tree.update(), 1);
        assert_eq!(tree.update(), 0);
        tree.edits.clear();
        assert_eq!(tree.update(), 1);
        assert_eq!(tree.copied("a").as_deref(), Some("1"));
    }

    #[test]
    fn a_file_that_is_to_be_absent_goes() {
        let mut tree = Tree::new(&[("a", "1"), ("b", "2")]);
        tree.update();
        tree.edits.insert("a".into(), None);
        assert_eq!(tree.update(), 1);
        assert_eq!(tree.copied("a"), None);
    }

    #[test]
    fn generated_tests_become_empty_and_others_stay() {
        let tree = Tree::new(&[
            (
                "src/unroll_tests.rs",
                "// @generated by cargo-unroll 0.1.0\nfn t() {}",
            ),
            ("src/m/unroll_tests.rs", "fn mine() {}"),
        ]);
        tree.update();
        assert_eq!(tree.copied("src/unroll_tests.rs").as_deref(), Some(""));
        assert_eq!(
            tree.copied("src/m/unroll_tests.rs").as_deref(),
            Some("fn mine() {}")
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_mirrored_as_what_they_lead_to() {
        let tree = Tree::new(&[("real/a.rs", "1")]);
        std::os::unix::fs::symlink(tree.source.join("real"), tree.source.join("linked"))
            .expect("links");
        std::os::unix::fs::symlink(&tree.source, tree.source.join("real/circle")).expect("links");
        tree.update();
        fs::write(tree.copy.join("linked/a.rs"), "changed").expect("writes");
        assert_eq!(
            fs::read_to_string(tree.source.join("real/a.rs")).expect("reads"),
            "1"
        );
    }

    #[test]
    fn a_declaration_at_the_end_is_left_out() {
        let without = "fn f() {}\n";
        for end in [
            "\n#[cfg(test)]\nmod unroll_tests;\n",
            "\n#[cfg(test)]\n#[path = \"main/unroll_tests.rs\"]\nmod unroll_tests;\n",
        ] {
            assert_eq!(undeclared(&format!("{without}{end}")), without);
        }
        let lines = "fn f() {}\r\n\r\n#[cfg(test)]\r\nmod unroll_tests;\r\n";
        assert_eq!(undeclared(lines), "fn f() {}\r\n");
        for other in [
            "fn f() {}\n\nmod unroll_tests;\n",
            "mod a {\n    #[cfg(test)]\n    mod unroll_tests;\n}\n",
            "#[cfg(test)]\nmod tests;\n",
            "",
        ] {
            assert_eq!(undeclared(other), other);
        }
    }
}
