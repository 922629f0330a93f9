//! Errors while IR text is read.
//!
//! Inside a function body almost nothing does: an instruction that the reader does not know becomes
//! [`InstrKind::Unsupported`](crate::ir::InstrKind::Unsupported). A [`ReadError`] means that the entity as a whole
//! could not be read; other entities of the module are unaffected.

/// An entity of a module that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of {}{}: {fault}", .file.as_deref().unwrap_or("the LLVM IR"), producer_suffix(.producer.as_deref()))]
pub struct ReadError {
    /// The file, where it is known.
    pub file: Option<String>,
    /// 1-based line in the IR text.
    pub line: usize,
    /// The fault.
    pub fault: Fault,
    /// Who wrote the text, from `!llvm.ident` (`rustc version ..`).
    pub producer: Option<String>,
}

impl ReadError {
    /// A file that cannot be read.
    pub fn file(path: &str, error: &std::io::Error) -> Self {
        Self {
            file: Some(path.to_owned()),
            line: 1,
            fault: Fault::File(error.to_string()),
            producer: None,
        }
    }

    /// The same error with the name of its file.
    #[must_use]
    pub fn within(self, path: &str) -> Self {
        Self {
            file: Some(path.to_owned()),
            ..self
        }
    }
}

/// The reasons of a [`ReadError`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The text is not what the grammar asks for.
    #[error("expected {expected}, found `{found}`")]
    Syntax {
        /// The expected item.
        expected: &'static str,
        /// The text that stands there.
        found: String,
    },
    /// A construct that the reader knows by name only.
    #[error("{construct} is not supported")]
    Unsupported {
        /// Its name.
        construct: String,
    },
    /// A name that nothing defines.
    #[error("nothing defines `{name}`")]
    Undefined {
        /// The name as written.
        name: String,
    },
    /// A file that cannot be read.
    #[error("it cannot be read: {0}")]
    File(String),
    /// Text too large for 32-bit offsets.
    #[error("the text is larger than 4 GiB")]
    TooLarge,
}

fn producer_suffix(producer: Option<&str>) -> String {
    producer.map_or_else(String::new, |it| format!(" ({it})"))
}

/// A fault with its byte offset; what the parsers return among themselves.
#[derive(Clone, Debug)]
pub(crate) struct Fail {
    /// Offset of the offending token in the module's text.
    pub(crate) offset: usize,
    /// The fault. Boxed, as the success path should stay small.
    pub(crate) fault: Box<Fault>,
}

impl Fail {
    /// How an instruction that failed to parse names its construct.
    pub(crate) fn construct(&self) -> String {
        match &*self.fault {
            Fault::Unsupported { construct } => construct.clone(),
            other => other.to_string(),
        }
    }
}

/// Result of the internal parsers.
pub(crate) type Parsed<T> = Result<T, Fail>;
