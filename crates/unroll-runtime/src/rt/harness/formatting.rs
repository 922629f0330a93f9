//! Formatters for the analysed function: what they are asked for, and a writer behind them that may fail.
//!
//! In: the name and key of the parameter. Out: the text that the function writes, or its error. The outcome tells the options and the
//! writer as an argument, unless they are those of `format!("{}")`.

use std::cell::Cell;
use std::fmt::{self, Display, Formatter, Write};

use super::emit;
use super::options::Options;
use crate::rt::{Key, Restriction, any_spare, native, restricted};

/// A formatter under a key.
#[derive(Clone, Copy, Debug)]
pub struct Formatting {
    key: Key,
    options: Option<Options>,
    /// One more than the number of writes that succeed; 0 if all do.
    failing: usize,
}

impl Formatting {
    /// A formatter with the options of `{}`, whose writer may fail.
    #[inline]
    pub fn any(name: &str, key: Key) -> Self {
        Self::built(name, key, None)
    }

    /// A formatter with any options, whose writer may fail.
    #[inline]
    pub fn with_options(name: &str, key: Key) -> Self {
        Self::built(name, key, Some(Options::any(key)))
    }

    #[inline]
    fn built(name: &str, key: Key, options: Option<Options>) -> Self {
        let failing = any_spare(key.child(7), usize::MAX);
        let built = Self {
            key,
            options,
            failing,
        };
        if native() {
            built.show(name);
        }
        built
    }

    /// Shows it as an argument: `{:>8}`, or `{} to a writer that takes 2 writes`.
    fn show(self, name: &str) {
        let mut text = self.options.unwrap_or(Options::NONE).specification();
        if !text.is_empty() {
            text.insert(0, ':');
        }
        text = format!("{{{text}}}");
        if self.failing > 0 {
            let plural = if self.failing == 2 { "" } else { "s" };
            let writes = self.failing - 1;
            text = format!("{text} to a writer that takes {writes} write{plural}");
        }
        if text != "{}" {
            emit("arg", name, &|out| {
                out.form("debug", |out| out.quoted(&text));
            });
        }
    }
}

/// A writer that may fail, and then does so for good.
struct Writer {
    text: String,
    key: Key,
    /// As in [`Formatting`], for the writes that are left.
    failing: usize,
    has_failed: bool,
}

impl Write for Writer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.failing == 1 {
            if self.has_failed {
                restricted(self.key, Restriction::Failing);
            }
            self.has_failed = true;
            return Err(fmt::Error);
        }
        self.failing = self.failing.saturating_sub(1);
        self.text.push_str(text);
        Ok(())
    }
}

/// The text that a method of a formatting trait writes, or the error of its writer. Panics as `format!` does if the method fails by itself.
pub fn text(
    formatting: Formatting,
    method: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> Result<String, fmt::Error> {
    let (writer, result) = write(formatting, method);
    if result.is_err() && !writer.has_failed {
        return Ok(format!("{Failing}"));
    }
    result.map(|()| writer.text)
}

/// The text that a function which takes a formatter writes, or its error.
pub fn written(
    formatting: Formatting,
    write: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> Result<String, fmt::Error> {
    let (writer, result) = self::write(formatting, write);
    result.map(|()| writer.text)
}

fn write(
    formatting: Formatting,
    write: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> (Writer, fmt::Result) {
    let mut writer = Writer {
        text: String::new(),
        key: formatting.key,
        failing: formatting.failing,
        has_failed: false,
    };
    let once = Once {
        formatting,
        write: Cell::new(Some(write)),
    };
    // Stable Rust has no constructor of formatters, so the macros' own way makes one.
    let result = fmt::write(&mut writer, format_args!("{once}"));
    (writer, result)
}

/// A value displayed by calling a function once.
struct Once<F> {
    formatting: Formatting,
    write: Cell<Option<F>>,
}

impl<F: FnOnce(&mut Formatter<'_>) -> fmt::Result> Display for Once<F> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Formatting { key, options, .. } = self.formatting;
        if let Some(options) = options {
            options.put_on(f, key);
        }
        self.write.take().map_or(Ok(()), |write| write(f))
    }
}

/// Fails by itself, which no formatting trait should do.
struct Failing;

impl Display for Failing {
    fn fmt(&self, _f: &mut Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}
