//! The criteria that hold for a function: those of the command line, else of its attribute, else of the configuration, else the default.

use camino::Utf8Path;
use unroll_syntax::{Criteria, CriteriaError, Criterion};

use crate::model::outcome::Span;
use crate::project::error::{ProjectError, Warning};
use crate::project::request::suggest;

/// Criteria as an attribute has them.
#[derive(Clone, Debug)]
pub(crate) struct Named {
    /// The text between the quotes.
    pub(crate) text: String,
    /// Where it stands.
    pub(crate) span: Span,
}

/// The criteria given outside of attributes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wanted {
    command_line: Option<Criteria>,
    configured: Criteria,
}

impl Wanted {
    /// The criteria of `command_line` and of a package's configuration.
    pub(crate) fn of(
        command_line: Option<&Criteria>,
        configured: Option<&[String]>,
        package: &str,
    ) -> Result<Self, ProjectError> {
        let configured = match configured {
            None => Criteria::default(),
            Some(names) => {
                Criteria::of_names(names.iter().map(String::as_str)).map_err(|error| {
                    let place = format!("the configuration of package `{package}`");
                    wrong(error, place, None)
                })?
            }
        };
        Ok(Self {
            command_line: command_line.cloned(),
            configured,
        })
    }

    /// The criteria for a function whose attribute may name some, with errors in it passed over.
    pub(crate) fn likely(&self, named: Option<&Named>) -> Criteria {
        let own = || named?.text.parse().ok();
        let command_line = self.command_line.clone();
        command_line
            .or_else(own)
            .unwrap_or_else(|| self.configured.clone())
    }

    /// The criteria for a function at `path`, whose attribute may name some. A conflict with the command line is a warning.
    pub(crate) fn for_function(
        &self,
        path: &str,
        file: &Utf8Path,
        named: Option<&Named>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Criteria, ProjectError> {
        let Some(Named { text, span }) = named else {
            let command_line = self.command_line.as_ref();
            return Ok(command_line.unwrap_or(&self.configured).clone());
        };
        let own = text.parse::<Criteria>().map_err(|error| {
            let place = format!("the attribute of `{path}`");
            wrong(error, place, Some(span.clone()))
        })?;
        let Some(command_line) = &self.command_line else {
            return Ok(own);
        };
        if *command_line != own {
            warnings.push(Warning {
                message: format!(
                    "line {}: `criteria = \"{own}\"` of `{path}` gives way to `--criterion {command_line}`; leave the option out to keep the attribute's criteria",
                    span.line
                ),
                file: file.to_owned(),
            });
        }
        Ok(command_line.clone())
    }
}

fn wrong(error: CriteriaError, place: String, span: Option<Span>) -> ProjectError {
    let names = Criterion::ALL.map(Criterion::name);
    let suggestions = match &error {
        CriteriaError::Empty => Vec::new(),
        CriteriaError::Unknown(name) => suggest::near(name, names),
    };
    ProjectError::Criteria {
        error,
        place,
        span,
        suggestions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Named {
        Named {
            text: text.to_owned(),
            span: Span {
                file: "src/lib.rs".to_owned(),
                line: 7,
                column: 3,
            },
        }
    }

    fn for_function(wanted: &Wanted, named: Option<&Named>) -> (Result<String, String>, usize) {
        let mut warnings = Vec::new();
        let path = Utf8Path::new("/w/src/lib.rs");
        let criteria = wanted.for_function("k::f", path, named, &mut warnings);
        let criteria = criteria.map(|it| it.to_string());
        (criteria.map_err(|error| error.to_string()), warnings.len())
    }

    #[test]
    fn a_misspelt_criterion_is_an_error_that_names_the_nearest() {
        let error = Wanted::of(None, Some(&["unrol".to_owned()]), "k").expect_err("rejects");
        assert_eq!(
            error.to_string(),
            "unknown criterion `unrol` in the configuration of package `k`; did you mean `unroll`?"
        );
        let (error, _) = for_function(&Wanted::default(), Some(&named("unroll,roll")));
        assert_eq!(
            error,
            Err(
                "unknown criterion `roll` in the attribute of `k::f`; did you mean `unroll`?"
                    .to_owned()
            )
        );
    }

    #[test]
    fn an_empty_set_is_an_error() {
        let error = Wanted::of(None, Some(&[]), "k").expect_err("rejects");
        assert!(
            error.to_string().starts_with("no criterion is named in"),
            "{error}"
        );
        let (error, _) = for_function(&Wanted::default(), Some(&named("")));
        assert!(error.is_err_and(|it| it.starts_with("no criterion is named in")));
    }
}
