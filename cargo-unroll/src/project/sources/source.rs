//! Source files: text, syntax tree, and positions that fit both.

use camino::{Utf8Path, Utf8PathBuf};
use proc_macro2::{LineColumn, Span as TokenSpan};
use unroll_syntax::Position;

use crate::model::outcome::Span;
use crate::project::error::ProjectError;
use crate::project::sources::anonymous;

/// A parsed source file.
#[derive(Debug)]
pub(crate) struct SourceFile {
    /// Absolute path.
    pub(crate) path: Utf8PathBuf,
    /// Path for users: relative to the workspace root.
    pub(crate) shown: String,
    /// True if it lies below the workspace root.
    pub(crate) is_inside: bool,
    /// The file as read.
    pub(crate) text: String,
    /// The syntax tree; byte ranges of its spans index the file as read.
    pub(crate) tree: syn::File,
}

impl SourceFile {
    /// Reads and parses `path`.
    pub(crate) fn read(path: &Utf8Path, workspace_root: &Utf8Path) -> Result<Self, ProjectError> {
        let text = std::fs::read_to_string(path).map_err(|source| ProjectError::Read {
            path: path.to_owned(),
            source,
        })?;
        let shown = path
            .strip_prefix(workspace_root)
            .unwrap_or(path)
            .as_str()
            .replace('\\', "/");
        let tree = anonymous::parse_file(&without_shebang(&text)).map_err(|error| {
            ProjectError::Parse {
                message: describe(&error),
                span: span_at(&shown, error.span().start()),
            }
        })?;
        Ok(Self {
            path: path.to_owned(),
            is_inside: path.starts_with(workspace_root),
            shown,
            text,
            tree,
        })
    }

    /// The text under `span` with every run of white space made one space.
    pub(crate) fn one_line(&self, span: TokenSpan) -> String {
        let text = self.text.get(span.byte_range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A position in the file, for reports.
    pub(crate) fn place(&self, position: Position) -> Span {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            file: self.shown.clone(),
            line: number(position.line),
            column: number(position.column),
        }
    }

    /// Where `span` begins.
    pub(crate) fn span(&self, span: TokenSpan) -> Span {
        span_at(&self.shown, span.start())
    }
}

/// The parser's words, except where it has none.
fn describe(error: &syn::Error) -> String {
    match error.to_string().as_str() {
        "cannot parse string into token stream" => {
            "unbalanced brackets or an unfinished literal".to_owned()
        }
        other => other.to_owned(),
    }
}

/// The user's form of a token position, which counts columns from 0.
fn span_at(file: &str, at: LineColumn) -> Span {
    let line = u32::try_from(at.line).unwrap_or(u32::MAX);
    let column = u32::try_from(at.column)
        .unwrap_or(u32::MAX)
        .saturating_add(1);
    Span {
        file: file.to_owned(),
        line,
        column,
    }
}

/// The text with a byte order mark and a shebang line blanked, because the parser would cut them off and shift all offsets.
fn without_shebang(text: &str) -> String {
    let (mark, rest) = match text.strip_prefix('\u{feff}') {
        Some(rest) => (3, rest),
        None => (0, text),
    };
    // `#![..]` is an inner attribute, `#!/..` a shebang line.
    let is_shebang = rest
        .strip_prefix("#!")
        .is_some_and(|after| !after.trim_start().starts_with('['));
    let line = if is_shebang {
        rest.find('\n').unwrap_or(rest.len())
    } else {
        0
    };
    let mut blanked = " ".repeat(mark + line);
    blanked.push_str(&rest[line..]);
    blanked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_survive_mark_and_shebang() {
        for head in [
            "",
            "\u{feff}",
            "#!/usr/bin/env run\n",
            "\u{feff}#!/run\n",
            "#![allow(x)]\n",
            "// é\n",
        ] {
            let text = format!("{head}fn f() {{}}");
            let tree = syn::parse_file(&without_shebang(&text)).expect("parses");
            let syn::Item::Fn(item) = &tree.items[0] else {
                panic!("a function")
            };
            assert_eq!(&text[item.sig.ident.span().byte_range()], "f", "{head:?}");
        }
    }

    #[test]
    fn a_broken_file_says_where() {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        std::fs::write(root.join("x.rs"), "fn f() {\n    let = 3;\n}\n").expect("writes");
        let error = SourceFile::read(&root.join("x.rs"), root).expect_err("does not parse");
        let ProjectError::Parse { span, .. } = error else {
            panic!("{error}")
        };
        assert_eq!((span.file.as_str(), span.line, span.column), ("x.rs", 2, 9));
    }
}
