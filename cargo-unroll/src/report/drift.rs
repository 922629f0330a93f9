//! Tests on disk that differ from the code, as diagnostics.

use std::collections::BTreeMap;

use super::diagnostic::{Diagnostic, Level, Place};
use crate::diagnostics::Code;
use crate::emit::{Drift, DriftKind};

/// Most changed results that are shown of one function.
const MOST: usize = 5;

/// The diagnostics for `drifts`. With `is_check` they are errors, and tests that are missing, stale or built otherwise are among them; when
/// files are written, changed results alone are of interest.
pub fn drifts(drifts: &[Drift], is_check: bool) -> Vec<Diagnostic> {
    let mut by_function: BTreeMap<&str, Vec<&Drift>> = BTreeMap::new();
    for drift in drifts {
        by_function.entry(&drift.function).or_default().push(drift);
    }
    let mut all = Vec::new();
    for (function, drifts) in by_function {
        let (results, others): (Vec<&Drift>, Vec<&Drift>) = drifts
            .iter()
            .partition(|drift| drift.kind == DriftKind::Result);
        all.extend(
            results
                .iter()
                .take(MOST)
                .map(|drift| result(drift, is_check)),
        );
        if results.len() > MOST {
            let more = results.len() - MOST;
            all.push(Diagnostic {
                level: level(is_check),
                code: Some(Code::ResultChanged),
                ..Diagnostic::error(format!("{more} more results of `{function}` changed"))
            });
        }
        if is_check && !others.is_empty() {
            all.push(structure(function, &others));
        }
    }
    all
}

fn level(is_check: bool) -> Level {
    if is_check {
        Level::Error
    } else {
        Level::Warning
    }
}

fn result(drift: &Drift, is_check: bool) -> Diagnostic {
    let of_test = || format!("the call in `{}`", drift.test);
    let subject = drift.subject.clone().unwrap_or_else(of_test);
    let (was, is) = (drift.was.as_deref(), drift.is.as_deref());
    Diagnostic {
        level: level(is_check),
        code: Some(Code::ResultChanged),
        place: drift.span.clone().map(Place::at),
        notes: vec![format!("captured by the test `{}`", drift.test)],
        help: Code::ResultChanged.help().map(str::to_owned),
        ..Diagnostic::error(format!(
            "the result of {subject} was `{}`, is `{}`",
            was.unwrap_or_default(),
            is.unwrap_or_default()
        ))
    }
}

fn structure(function: &str, drifts: &[&Drift]) -> Diagnostic {
    let count = |kind| drifts.iter().filter(|drift| drift.kind == kind).count();
    let counts = [
        (count(DriftKind::Missing), "missing"),
        (count(DriftKind::Stale), "stale"),
        (count(DriftKind::Structure), "with other inputs"),
    ];
    let counts = counts.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    Diagnostic {
        code: Some(Code::TestsOutOfDate),
        place: drifts
            .iter()
            .find_map(|drift| drift.span.clone())
            .map(Place::at),
        help: Code::TestsOutOfDate.help().map(str::to_owned),
        ..Diagnostic::error(format!(
            "the structure of the tests of `{function}` changed: {}",
            counts.join(", ")
        ))
    }
}
