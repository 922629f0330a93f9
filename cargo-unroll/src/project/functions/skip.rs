//! Functions that were selected and are not analysed.

use crate::diagnostics::Code;
use crate::model::outcome::{Note, Span};

/// A function that was selected and is not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// The reason.
    pub code: Code,
    /// `krate::module::Type::name`.
    pub function: String,
    /// Its package.
    pub package: String,
    /// The position of its name.
    pub span: Span,
    /// Particulars, for example the compiler's message.
    pub detail: Option<String>,
}

impl Skip {
    /// The note for the report.
    pub fn note(&self) -> Note {
        match &self.detail {
            Some(detail) => Note::with_detail(self.code, &self.span, detail),
            None => Note::new(self.code, &self.span),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn details_follow_the_message() {
        let skip = Skip {
            code: Code::DoesNotCompile,
            function: "k::f".into(),
            package: "k".into(),
            span: Span {
                file: "src/lib.rs".into(),
                line: 1,
                column: 4,
            },
            detail: Some("E0277".into()),
        };
        assert_eq!(
            skip.note().message,
            "the instrumented function does not compile: E0277"
        );
    }
}
