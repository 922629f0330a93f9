//! `--report FORMAT=PATH`: the files that a report is written to.

use camino::Utf8PathBuf;

/// A format with its destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The format.
    pub(crate) kind: OutputKind,
    /// The file or folder; `-` is standard output; `None` is the usual place of the format.
    pub(crate) path: Option<Utf8PathBuf>,
}

/// Formats of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKind {
    /// A folder of web pages.
    Html,
    /// SARIF 2.1.0.
    Sarif,
    /// `JUnit` XML.
    Junit,
    /// A summary for pull requests.
    Markdown,
    /// Annotations of GitHub Actions.
    Github,
    /// Diagnostics in the JSON form of rustc.
    Rustc,
    /// JSON lines.
    Json,
    /// A tracefile of lcov.
    Lcov,
    /// XML of Cobertura.
    Cobertura,
}

impl OutputKind {
    const ALL: [Self; 9] = [
        Self::Html,
        Self::Sarif,
        Self::Junit,
        Self::Markdown,
        Self::Github,
        Self::Rustc,
        Self::Json,
        Self::Lcov,
        Self::Cobertura,
    ];

    /// The name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Html => "html",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Github => "github",
            Self::Rustc => "rustc",
            Self::Json => "json",
            Self::Lcov => "lcov",
            Self::Cobertura => "cobertura",
        }
    }

    /// True if the format has a usual place.
    fn has_place(self) -> bool {
        matches!(self, Self::Html | Self::Github)
    }
}

/// Reads `FORMAT` or `FORMAT=PATH`.
pub(super) fn parse(text: &str) -> Result<Output, String> {
    let (name, path) = match text.split_once('=') {
        Some((name, path)) => (name, Some(path)),
        None => (text, None),
    };
    let Some(kind) = OutputKind::ALL.into_iter().find(|kind| kind.name() == name) else {
        let names = OutputKind::ALL.map(OutputKind::name);
        return Err(format!("the formats are `{}`", names.join("`, `")));
    };
    match path {
        Some("") => Err(format!("no path after `{name}=`")),
        None if !kind.has_place() => Err(format!("`{name}` needs a path: `{name}=PATH`")),
        Some("-") if kind == OutputKind::Html => {
            Err("`html` is a folder and cannot go to standard output".to_owned())
        }
        path => Ok(Output {
            kind,
            path: path.map(Utf8PathBuf::from),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_and_paths_are_read() {
        let output = |kind, path: Option<&str>| Output {
            kind,
            path: path.map(Utf8PathBuf::from),
        };
        assert_eq!(
            parse("sarif=a=b.sarif"),
            Ok(output(OutputKind::Sarif, Some("a=b.sarif")))
        );
        assert_eq!(parse("github"), Ok(output(OutputKind::Github, None)));
        assert_eq!(parse("html"), Ok(output(OutputKind::Html, None)));
        assert_eq!(
            parse("markdown=-"),
            Ok(output(OutputKind::Markdown, Some("-")))
        );
        for wrong in ["sarif", "junit=", "html=-", "pdf=a.pdf", ""] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
