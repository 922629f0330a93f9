//! The criteria that hold for a function: those of the command line, else of its attribute, else of the configuration, else the default.

use unroll_syntax::{Criteria, CriteriaError, Criterion};

use crate::model::outcome::Span;
use crate::project::error::{ProjectError, Warning};
use crate::project::request::config::Override;
use crate::project::request::select::{Pattern, Subject};
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
    /// Criteria of some functions alone.
    overrides: Vec<(Vec<Pattern>, Criteria)>,
    /// The crate that is being read.
    krate: String,
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
            overrides: vec![],
            krate: String::new(),
        })
    }

    /// Adds the criteria that a package's configuration has for some functions alone.
    pub(crate) fn overridden(
        mut self,
        overrides: &[Override],
        package: &str,
    ) -> Result<Self, ProjectError> {
        for entry in overrides {
            let Some(names) = &entry.criterion else {
                continue;
            };
            let criteria = Criteria::of_names(names.iter().map(String::as_str));
            let criteria = criteria.map_err(|error| {
                let place = format!("the overrides of package `{package}`");
                wrong(error, place, None)
            })?;
            let patterns = entry.functions.iter().map(|text| Pattern::parse(text));
            self.overrides.push((patterns.collect(), criteria));
        }
        Ok(self)
    }

    /// Says which crate is being read.
    pub(crate) fn enter(&mut self, krate: String) {
        self.krate = krate;
    }

    /// The crate that is being read.
    pub(crate) fn krate(&self) -> &str {
        &self.krate
    }

    /// The configured criteria for a function.
    fn configured(&self, subject: Subject<'_>) -> &Criteria {
        let mut overrides = self.overrides.iter();
        let own = overrides.find(|(patterns, _)| patterns.iter().any(|it| it.matches(subject)));
        own.map_or(&self.configured, |(_, criteria)| criteria)
    }

    /// The criteria for a function whose attribute may name some, with errors in it passed over.
    pub(crate) fn likely(&self, named: Option<&Named>, subject: Subject<'_>) -> Criteria {
        let own = || named?.text.parse().ok();
        let command_line = self.command_line.clone();
        command_line
            .or_else(own)
            .unwrap_or_else(|| self.configured(subject).clone())
    }

    /// The criteria for a function at `path`, whose attribute may name some. A conflict with the command line is a warning.
    pub(crate) fn for_function(
        &self,
        path: &str,
        subject: Subject<'_>,
        named: Option<&Named>,
        warnings: &mut Vec<Warning>,
    ) -> Result<Criteria, ProjectError> {
        let Some(Named { text, span }) = named else {
            let command_line = self.command_line.as_ref();
            return Ok(command_line.unwrap_or(self.configured(subject)).clone());
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
                    "line {}: `criteria = \"{own}\"` of `{path}` is overridden by `--criterion {command_line}`; leave the option out to keep the attribute's criteria",
                    span.line
                ),
                file: subject.file.to_owned(),
            });
        }
        Ok(command_line.clone())
    }
}

/// The criteria for a function in which the usual ones ask for nothing, the best first: for the conditions of its decisions, or for its statements. None if
/// `criteria` are others than the usual ones.
pub(crate) fn widened(criteria: &Criteria) -> impl Iterator<Item = Criteria> + '_ {
    let more = [Criterion::Mcdc, Criterion::Statement].into_iter();
    let more = more.filter(|_| *criteria == Criteria::default());
    more.filter_map(|one| Criteria::new(criteria.iter().chain([one])))
}

fn wrong(error: CriteriaError, place: String, span: Option<Span>) -> ProjectError {
    let suggestions = match &error {
        CriteriaError::Empty | CriteriaError::NotCrossed(_) => Vec::new(),
        CriteriaError::Unknown(name) => match name.split_once('@') {
            None => suggest::near(name, Criterion::ALL.map(Criterion::name)),
            Some((plain, _)) => {
                let crossed = |it: &Criterion| it.crossed_name().is_some();
                let names = Criterion::ALL.into_iter().filter(crossed);
                let near = suggest::near(plain, names.map(Criterion::name));
                near.iter().map(|name| format!("{name}@unroll")).collect()
            }
        },
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
    use camino::Utf8Path;

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
        let subject = Subject {
            krate: "k",
            segments: &["f".to_owned()],
            file: Utf8Path::new("/w/src/lib.rs"),
            lines: (1, 9),
        };
        let criteria = wanted.for_function("k::f", subject, named, &mut warnings);
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
    fn a_misspelt_crossed_criterion_is_an_error_that_names_the_nearest() {
        let error = |name: &str| {
            let wanted = Wanted::of(None, Some(&[name.to_owned()]), "k");
            wanted.expect_err("rejects").to_string()
        };
        assert_eq!(
            error("brnch@unroll"),
            "unknown criterion `brnch@unroll` in the configuration of package `k`; did you mean `branch@unroll`?"
        );
        assert_eq!(
            error("panics@unroll"),
            "no labels of `panics` to cross with iterations in the configuration of package `k`"
        );
    }

    #[test]
    fn an_override_beats_the_configuration_and_the_attribute_beats_both() {
        let entry = |functions: &str, criterion: &str| Override {
            functions: vec![functions.to_owned()],
            criterion: Some(vec![criterion.to_owned()]),
            ..Override::default()
        };
        let wanted = Wanted::of(None, Some(&["unroll".to_owned()]), "k").expect("known");
        let overrides = [entry("g", "mcdc"), entry("f", "branch"), entry("f", "mcdc")];
        let wanted = wanted.overridden(&overrides, "k").expect("known");
        let of = |named| for_function(&wanted, named).0;
        assert_eq!(of(None), Ok("branch".to_owned()));
        assert_eq!(of(Some(&named("decision"))), Ok("decision".to_owned()));
        let wrong = Wanted::default().overridden(&[entry("f", "brach")], "k");
        let error = wrong.expect_err("unknown").to_string();
        assert!(
            error.contains("`brach` in the overrides of package `k`"),
            "{error}"
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
