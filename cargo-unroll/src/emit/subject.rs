//! The function that a module of tests is about.

use std::collections::BTreeSet;

use super::prelude::Prelude;
use super::source::FnSite;
use super::style::TestStyle;
use super::types::TypeTraits;
use crate::model::job::Job;
use crate::model::outcome::FunctionOutcome;

/// A function with all that its tests are written from.
pub(crate) struct Subject<'a> {
    /// The job of the function.
    pub(crate) job: &'a Job,
    /// With what outcome.
    pub(crate) outcome: &'a FunctionOutcome,
    /// Where the function stands.
    pub(crate) site: &'a FnSite,
    /// Traits of the crate's types.
    pub(crate) known: &'a TypeTraits,
    /// The required imports.
    pub(crate) prelude: Prelude,
    /// How names are written.
    pub(crate) style: &'a TestStyle,
    /// Lints that the module on disk allows.
    pub(crate) allowed: BTreeSet<String>,
}
