//! Calls of functions that write to a formatter: the format string, and the writer that receives the text.
//!
//! In: the argument that the driver shows for the formatter, `{:>8} to a writer that takes 2 writes`. Out: an
//! expression that formats, and the declaration of a failing writer if one is needed.

use unroll_syntax::formatting::specification;

use crate::emit::bindings::formatter_name;
use crate::emit::subject::Subject;
use crate::model::outcome::{RunEnd, TestCase};
use crate::model::value::Value;

/// The text between the options and the number of writes.
const WRITER: &str = "} to a writer that takes ";

/// The name of the writer that fails.
const LIMITED: &str = "Limited";

/// The formatter of a test.
pub(super) struct Formatting {
    /// The text behind the colon of a placeholder.
    options: String,
    /// The number of writes that succeed, if it is limited.
    writes: Option<String>,
    /// True if the function fails, so that `format!` would panic.
    fails: bool,
}

impl Formatting {
    pub(super) fn of(subject: &Subject, test: &TestCase) -> Self {
        let name = formatter_name(subject);
        let shown = test
            .args
            .iter()
            .find(|arg| Some(&arg.name) == name.as_ref());
        let text = match shown.map(|arg| &arg.before) {
            Some(Value::Debug(text)) => text,
            _ => "{}",
        };
        let (placeholder, writes) = match text.rsplit_once(WRITER) {
            Some((placeholder, writes)) => (placeholder, writes.split(' ').next()),
            None => (text.strip_suffix('}').unwrap_or(text), None),
        };
        let options = placeholder.strip_prefix("{:").unwrap_or_default();
        Self {
            // What fills may be a quote or a backslash.
            options: options.escape_debug().to_string(),
            writes: writes.map(str::to_owned),
            fails: matches!(&test.ending, RunEnd::Returned { result } if matches!(result, Value::Err(_))),
        }
    }

    /// True if its writer fails at some time.
    pub(super) fn is_limited(&self) -> bool {
        self.writes.is_some()
    }

    /// The declaration of its writer.
    pub(super) fn declaration(&self) -> Vec<String> {
        let lines = format!(
            "struct {LIMITED}(usize);\n\
             impl std::fmt::Write for {LIMITED} {{\n    \
                 fn write_str(&mut self, _text: &str) -> std::fmt::Result {{\n        \
                     self.0 = self.0.checked_sub(1).ok_or(std::fmt::Error)?;\n        \
                     Ok(())\n    \
                 }}\n\
             }}\n"
        );
        let lines = lines.lines().filter(|_| self.is_limited());
        lines.map(str::to_owned).collect()
    }

    /// The text of the value in a variable, by the formatting trait whose method the function is.
    pub(super) fn of_variable(&self, subject: &Subject, variable: &str) -> Option<String> {
        let site = subject.site;
        let kind = specification(site.of_trait.as_ref(), &site.sig)?;
        let kind = kind.trim_start_matches(':');
        Some(self.written(&format!("{variable}{}", self.behind_colon(kind)), ""))
    }

    /// The text that a value writes, by an expression for the value.
    pub(super) fn of_value(&self, value: &str) -> String {
        self.written(&self.behind_colon(""), &format!(", {value}"))
    }

    fn behind_colon(&self, kind: &str) -> String {
        match format!("{}{kind}", self.options) {
            text if text.is_empty() => text,
            text => format!(":{text}"),
        }
    }

    fn written(&self, placeholder: &str, value: &str) -> String {
        // A width of zero is not a flag. What fills is one character, so nothing else has this name.
        let width = if self.options.contains("width$") {
            ", width = 0"
        } else {
            ""
        };
        let arguments = format!("\"{{{placeholder}}}\"{value}{width}");
        match &self.writes {
            Some(writes) => {
                format!("std::fmt::write(&mut {LIMITED}({writes}), format_args!({arguments}))")
            }
            None if self.fails => {
                format!("std::fmt::write(&mut String::new(), format_args!({arguments}))")
            }
            None => format!("format!({arguments})"),
        }
    }
}
