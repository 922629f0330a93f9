//! Selects the functions that a pattern of `--function` names.

use camino::Utf8Path;

/// A parsed pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// `crate::m::f`: the whole path, without the crate.
    Exact(Vec<String>),
    /// `m::f`, `Type::f`, `f`: the end of the path, which may begin with the crate's name.
    Suffix(Vec<String>),
    /// `src/x.rs` or `src/x.rs:42`: the functions of a file, or those around a line.
    File {
        /// As given, with `/`.
        path: String,
        /// The line.
        line: Option<u32>,
    },
}

/// A function as patterns of `--function` see it.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'s> {
    /// The crate's name.
    pub krate: &'s str,
    /// Modules, type and name.
    pub segments: &'s [String],
    /// The file, absolute.
    pub file: &'s Utf8Path,
    /// First and last line.
    pub lines: (u32, u32),
}

impl Pattern {
    /// Parses what the user wrote; every text is a pattern.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let (path, line) = match text.rsplit_once(':') {
            // The last colon of `m::f` has no line behind it.
            Some((path, line)) if !path.ends_with(':') => match line.parse() {
                Ok(line) => (path, Some(line)),
                Err(_) => (text, None),
            },
            _ => (text, None),
        };
        let is_file = Utf8Path::new(path)
            .extension()
            .is_some_and(|extension| extension == "rs");
        if is_file {
            let path = path.replace('\\', "/");
            return Self::File {
                path: path.trim_start_matches("./").to_owned(),
                line,
            };
        }
        let segments = |text: &str| {
            text.split("::")
                .map(|part| part.trim_start_matches("r#").to_owned())
                .collect()
        };
        match text.strip_prefix("crate::") {
            Some(rest) => Self::Exact(segments(rest)),
            None => Self::Suffix(segments(text.trim_start_matches("::"))),
        }
    }

    /// True if the pattern means `subject`.
    pub fn matches(&self, subject: Subject<'_>) -> bool {
        match self {
            Self::Exact(path) => path == subject.segments,
            Self::Suffix(path) => {
                let whole = std::iter::once(subject.krate)
                    .chain(subject.segments.iter().map(String::as_str));
                let whole: Vec<&str> = whole.collect();
                // The crate's name alone is no function.
                let least = path.len().min(whole.len() - 1);
                least > 0
                    && path.len() <= whole.len()
                    && whole[whole.len() - path.len()..] == path[..]
            }
            Self::File { path, line } => {
                // Whole components are compared: `x.rs` does not mean `max.rs`.
                let same_file = subject.file.ends_with(path);
                let (first, last) = subject.lines;
                same_file && line.is_none_or(|line| (first..=last).contains(&line))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(pattern: &str) -> bool {
        let segments = ["search".to_owned(), "Index".to_owned(), "find".to_owned()];
        Pattern::parse(pattern).matches(Subject {
            krate: "krate",
            segments: &segments,
            file: Utf8Path::new("/w/src/search.rs"),
            lines: (10, 20),
        })
    }

    #[test]
    fn paths_match_from_the_end() {
        for pattern in [
            "find",
            "Index::find",
            "search::Index::find",
            "krate::search::Index::find",
            "crate::search::Index::find",
            "::krate::search::Index::find",
        ] {
            assert!(matches(pattern), "{pattern}");
        }
        for pattern in [
            "fin",
            "crate::find",
            "Index",
            "krate",
            "other::search::Index::find",
            "",
        ] {
            assert!(!matches(pattern), "{pattern}");
        }
    }

    #[test]
    fn files_match_by_their_last_components() {
        for pattern in [
            "src/search.rs",
            "search.rs",
            "./src/search.rs",
            "src/search.rs:10",
            "/w/src/search.rs:20",
        ] {
            assert!(matches(pattern), "{pattern}");
        }
        for pattern in ["arch.rs", "src/search.rs:9", "lib.rs", "src/search.rs:x"] {
            assert!(!matches(pattern), "{pattern}");
        }
    }
}
