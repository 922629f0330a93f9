//! A diagnostic in the JSON form of rustc: level, code, message, places, notes and helps.
//!
//! The form is that of `rustc --error-format json` (the rustc book, "JSON output"), without what a report does not have: offsets in bytes are 0,
//! and no span has its text.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::model::outcome::Span;

/// A stretch of source with words about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place<'a> {
    /// Its first character.
    pub(crate) start: &'a Span,
    /// Line and column of the first character behind it.
    pub(crate) end: (u32, u32),
    /// The words.
    pub(crate) label: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// A place that ends on its own line, before a column.
    pub(crate) fn on_line(start: &'a Span, end: u32) -> Self {
        Self {
            start,
            end: (start.line, end),
            label: None,
        }
    }

    fn json(&self, is_primary: bool) -> Value {
        json!({
            "file_name": self.start.file,
            "byte_start": 0, "byte_end": 0,
            "line_start": self.start.line, "line_end": self.end.0,
            "column_start": self.start.column, "column_end": self.end.1,
            "is_primary": is_primary,
            "text": [],
            "label": self.label,
            "suggested_replacement": null, "suggestion_applicability": null,
            "expansion": null,
        })
    }
}

/// A diagnostic.
pub(crate) struct Message<'a> {
    pub(crate) level: &'a str,
    pub(crate) code: &'a str,
    pub(crate) title: String,
    /// The first is the primary one.
    pub(crate) places: Vec<Place<'a>>,
    /// Notes and helps, by level.
    pub(crate) children: Vec<(&'a str, String)>,
}

impl Message<'_> {
    /// The JSON object, one line when it is printed.
    pub(crate) fn json(&self) -> Value {
        let places = self.places.iter().enumerate();
        let spans: Vec<Value> = places.map(|(at, place)| place.json(at == 0)).collect();
        let child = |(level, message): &(&str, String)| {
            json!({
                "message": message, "code": null, "level": level,
                "spans": [], "children": [], "rendered": null,
            })
        };
        json!({
            "$message_type": "diagnostic",
            "message": self.title,
            "code": {"code": self.code, "explanation": null},
            "level": self.level,
            "spans": spans,
            "children": self.children.iter().map(child).collect::<Vec<_>>(),
            "rendered": self.rendered(),
        })
    }

    fn rendered(&self) -> String {
        let mut text = format!("{}[{}]: {}\n", self.level, self.code, self.title);
        for (at, Place { start, label, .. }) in self.places.iter().enumerate() {
            let arrow = if at == 0 { "-->" } else { ":::" };
            let _ = write!(
                text,
                " {arrow} {}:{}:{}",
                start.file, start.line, start.column
            );
            let _ = match label {
                Some(label) => writeln!(text, ": {label}"),
                None => writeln!(text),
            };
        }
        for (level, message) in &self.children {
            let _ = writeln!(text, "  = {level}: {message}");
        }
        text
    }
}
