//! Pieces of HTML that all pages share.

use super::MARK;
use crate::report::saved::{FunctionRecord, ObjectiveRecord, VerdictRecord};

/// Text with the characters that HTML treats as markup replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Text as code.
pub(crate) fn code(text: &str) -> String {
    format!("<code>{}</code>", escape(text))
}

/// Text of messages, in which code stands between backticks.
pub(super) fn message(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    // An unpaired backtick, as in a message that quotes the user's text, says nothing about which
    // parts are code.
    if parts.len().is_multiple_of(2) {
        return escape(text);
    }
    let part = |(at, part): (usize, &&str)| {
        if at % 2 == 0 {
            escape(part)
        } else {
            path(part)
        }
    };
    parts.iter().enumerate().map(part).collect()
}

/// A path of a function with places where it may be broken on narrow screens.
pub(crate) fn path(text: &str) -> String {
    format!("<code>{}</code>", escape(text).replace("::", "::<wbr>"))
}

/// A name for a file: letters, digits, `_` and `-`.
pub(super) fn slug(text: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts = text.split(|c| !keep(c)).filter(|part| !part.is_empty());
    let slug = parts.collect::<Vec<_>>().join("-");
    // File systems limit names to 255 bytes.
    slug.chars().take(200).collect()
}

/// A whole document; `up` leads from it to the folder of the report.
pub(super) fn document(title: &str, up: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n{MARK}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <link rel=\"stylesheet\" href=\"{up}style.css\">\n<script src=\"{up}report.js\" defer></script>\n\
         </head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n{body}</body>\n</html>\n",
        escape(title)
    )
}

/// A whole document in one file.
pub(crate) fn standalone(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n{MARK}\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to content</a>\n{body}\
         <script>\n{}</script>\n</body>\n</html>\n",
        escape(title),
        include_str!("style.css"),
        include_str!("report.js"),
    )
}

/// The header of a page: navigation, and a button for the colours.
pub(crate) fn header(navigation: &str) -> String {
    format!(
        "<header class=\"bar\"><nav aria-label=\"Report\">{navigation}</nav>\
         <button type=\"button\" class=\"theme\" hidden>Dark colours</button></header>\n"
    )
}

/// The footer of a page.
pub(crate) fn footer(tool: &str) -> String {
    format!("<footer>Written by {}.</footer>\n", escape(tool))
}

/// The class and the symbol of a verdict.
pub(super) fn mark(objective: &ObjectiveRecord) -> (&'static str, &'static str) {
    match (objective.verdict, objective.bound_independent) {
        (VerdictRecord::Covered, _) if objective.is_violation() => ("finding", "!"),
        (VerdictRecord::Covered, _) => ("covered", "✓"),
        (VerdictRecord::Unreachable, true) => ("never", "×"),
        (VerdictRecord::Unreachable, false) => ("unreachable", "–"),
        (VerdictRecord::Undecided, _) => ("undecided", "?"),
    }
}

/// A verdict with its symbol.
pub(super) fn verdict(objective: &ObjectiveRecord) -> String {
    let (class, symbol) = mark(objective);
    let text = match objective.verdict {
        VerdictRecord::Covered if objective.is_violation() => "violated",
        _ => objective.verdict_text(),
    };
    format!("<span class=\"tag {class}\"><b aria-hidden=\"true\">{symbol}</b> {text}</span>")
}

/// Counts of objectives that are not violations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) covered: usize,
    pub(super) unreachable: usize,
    pub(super) undecided: usize,
}

impl Tally {
    /// Counts `objectives`.
    pub(super) fn of<'o>(objectives: impl IntoIterator<Item = &'o ObjectiveRecord>) -> Self {
        let mut tally = Self::default();
        for objective in objectives {
            match objective.verdict {
                _ if objective.is_violation() => {}
                VerdictRecord::Covered => tally.covered += 1,
                VerdictRecord::Unreachable => tally.unreachable += 1,
                VerdictRecord::Undecided => tally.undecided += 1,
            }
        }
        tally
    }

    /// A bar with the numbers beside it.
    pub(super) fn bar(self) -> String {
        let parts = [
            ("covered", self.covered),
            ("unreachable", self.unreachable),
            ("undecided", self.undecided),
        ];
        let parts = parts.iter().filter(|(_, count)| *count > 0);
        let stripes = parts
            .clone()
            .map(|(class, count)| format!("<i class=\"{class}\" style=\"flex-grow:{count}\"></i>"))
            .collect::<Vec<String>>()
            .concat();
        let words: Vec<String> = parts
            .map(|(class, count)| format!("<span class=\"count\">{count} {class}</span>"))
            .collect();
        if words.is_empty() {
            return "<span class=\"quiet\">no objectives</span>".to_owned();
        }
        format!(
            "<span class=\"stripes\" aria-hidden=\"true\">{stripes}</span> <span class=\"counts\">{}</span>",
            words.join(", ")
        )
    }
}

/// The criteria of a function in the order of its objectives, each with its objectives.
pub(super) fn by_criterion<'o>(
    objectives: impl IntoIterator<Item = &'o ObjectiveRecord>,
) -> Vec<(&'o str, Vec<&'o ObjectiveRecord>)> {
    let mut groups: Vec<(&str, Vec<&ObjectiveRecord>)> = vec![];
    for objective in objectives {
        match groups
            .iter_mut()
            .find(|(name, _)| *name == objective.criterion)
        {
            Some((_, group)) => group.push(objective),
            None => groups.push((&objective.criterion, vec![objective])),
        }
    }
    groups
}

/// The state of a function as one word, by which the overview filters.
pub(super) fn state(function: &FunctionRecord) -> &'static str {
    match function.verdict.as_str() {
        _ if function.confirmed().next().is_some() => "finding",
        "ok" => "decided",
        "partial" => "undecided",
        _ => "skipped",
    }
}

/// Milliseconds as seconds.
pub(super) fn seconds(millis: u64) -> String {
    format!("{}.{} s", millis / 1000, millis % 1000 / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_in_text_is_escaped() {
        assert_eq!(
            escape("<a href='x'>&\""),
            "&lt;a href=&#39;x&#39;&gt;&amp;&quot;"
        );
        assert_eq!(message("`a` < `b`"), "<code>a</code> &lt; <code>b</code>");
        assert_eq!(message("one ` alone"), "one ` alone");
        assert_eq!(path("a::b<T>"), "<code>a::<wbr>b&lt;T&gt;</code>");
    }

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(slug("krate::a::<T as B>::f"), "krate-a-T-as-B-f");
        assert_eq!(slug("k::é"), "k");
    }
}
