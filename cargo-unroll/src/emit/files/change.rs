//! One test file on disk, and the change that gives it other modules.
//!
//! Input: the place of a module's tests, and the modules that the file is to have. Output: the change of the file, and the source text with
//! the declaration that goes with it. Line ends stay as they are.

use camino::{Utf8Path, Utf8PathBuf};

use super::disk::Disk;
use super::existing::{self, Existing, TestBlock};
use super::{text, wire};
use crate::emit::error::EmitError;
use crate::emit::source::Home;

/// The change of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Absolute path.
    pub path: Utf8PathBuf,
    /// Its text; `None` when it does not exist.
    pub old: Option<String>,
    /// Its text to be; `None` when it is to be removed.
    pub new: Option<String>,
}

impl FileChange {
    /// The change in one word: `Created`, `Updated` or `Removed`.
    pub(crate) fn verb(&self) -> &'static str {
        match (&self.old, &self.new) {
            (None, _) => "Created",
            (Some(_), Some(_)) => "Updated",
            (Some(_), None) => "Removed",
        }
    }
}

/// A test file as it stands on disk.
pub(crate) struct TestFile {
    home: Home,
    /// Its text; `None` when it does not exist.
    old: Option<String>,
    /// The text with line feeds alone, also if it stands elsewhere.
    plain: Option<String>,
}

impl TestFile {
    /// The file at `home`. If it does not exist, its modules are those that stand in `module` of the source file itself, if any do.
    pub(crate) fn read(
        disk: &dyn Disk,
        home: Home,
        (source, module): (&Utf8Path, &[String]),
        source_text: &str,
    ) -> Result<Self, EmitError> {
        let old = read(disk, &home.file)?;
        let plain = match old.as_deref() {
            Some(old) => Some(old.replace("\r\n", "\n")),
            None => wire::inlined(source, source_text, module),
        };
        Ok(Self { home, old, plain })
    }

    /// Its path.
    pub(crate) fn path(&self) -> &Utf8Path {
        &self.home.file
    }

    /// Its modules; none if it does not exist.
    pub(crate) fn parse(&self) -> Result<Existing, EmitError> {
        match self.plain.as_deref() {
            None => Ok(Existing::default()),
            Some(text) => existing::parse(&self.home.file, text),
        }
    }

    /// The change that gives it `blocks`, if it is one. `source_text` is the text of the file at `source`, and gets or loses the
    /// declaration in `module`.
    pub(crate) fn change(
        self,
        version: &str,
        (existing, blocks): (&Existing, &[TestBlock]),
        (source, module): (&Utf8Path, &[String]),
        source_text: &mut String,
    ) -> Result<Option<FileChange>, EmitError> {
        let new = text::whole(version, existing, blocks, self.plain.as_deref());
        // A new file gets the line ends of its source file.
        let has_crlf = self.old.as_ref().unwrap_or(source_text).contains("\r\n");
        *source_text = match &new {
            Some(_) => wire::declare(source, source_text, module, &self.home)?,
            // A declaration without a file goes as well.
            None => wire::remove(source, source_text, module)?,
        };
        // Modules that stand in the source file have no file yet.
        let is_same = match (&self.old, &new) {
            (None, new) => new.is_none(),
            (Some(_), new) => *new == self.plain,
        };
        if is_same {
            return Ok(None);
        }
        let with_ends = |new: String| {
            if has_crlf {
                new.replace('\n', "\r\n")
            } else {
                new
            }
        };
        Ok(Some(FileChange {
            path: self.home.file,
            old: self.old,
            new: new.map(with_ends),
        }))
    }
}

/// The text of a file; `None` when it does not exist.
pub(crate) fn read(disk: &dyn Disk, path: &Utf8Path) -> Result<Option<String>, EmitError> {
    disk.read(path).map_err(|source| EmitError::Read {
        file: path.to_owned(),
        source,
    })
}
