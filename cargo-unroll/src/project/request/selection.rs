//! The functions that a request selects.

use super::config::Settings;
use super::select::{Pattern, Subject};
use crate::diagnostics::Code;
use crate::project::functions::Candidate;
use crate::project::model::{Package, View};
use crate::project::sources::modules::ModuleFile;

/// The functions that the command line selects.
pub(in crate::project) struct Selection {
    pub(in crate::project) patterns: Vec<Pattern>,
    pub(in crate::project) all: bool,
    pub(in crate::project) view: View,
    /// Arguments of cargo.
    pub(in crate::project) cargo_args: Vec<String>,
}

impl Selection {
    /// True if a function of the crate `krate` is asked for, whatever its obstacles are.
    pub(in crate::project) fn wants(
        &self,
        it: &Candidate,
        krate: &str,
        file: &ModuleFile,
        package: &Package,
    ) -> bool {
        let subject = Subject {
            krate,
            segments: &it.segments,
            file: &file.source.path,
            lines: it.lines,
        };
        if let View::Outside(crates) = &self.view {
            return it.is_public && crates.contains(krate);
        }
        let named = self.patterns.iter().any(|pattern| pattern.matches(subject));
        is_wanted(it, subject, named, self, &package.settings)
    }
}

/// `--function` replaces the attribute and the configuration; `--all-functions` adds to the attribute.
pub(in crate::project) fn is_wanted(
    candidate: &Candidate,
    subject: Subject<'_>,
    named: bool,
    selection: &Selection,
    settings: &Settings,
) -> bool {
    let listed = |list: &Option<Vec<String>>| {
        list.iter()
            .flatten()
            .any(|text| Pattern::parse(text).matches(subject))
    };
    if let View::Outside(crates) = &selection.view {
        return candidate.is_public
            && candidate.obstacle.is_none()
            && crates.contains(subject.krate);
    }
    if named {
        return true;
    }
    if listed(&settings.exclude) {
        return false;
    }
    if selection.all {
        // The loops and labels of an inner function are also those of the function around it.
        let is_inner = candidate.obstacle == Some(Code::Nested);
        return candidate.annotated || candidate.shape.has_objectives() && !is_inner;
    }
    selection.patterns.is_empty() && (candidate.annotated || listed(&settings.functions))
}
