//! The place of Z3 in builds without it: no session ever begins.

use crate::interrupt::Interrupt;
use crate::solver::{Answer, Limits};
use crate::term::{Term, Terms};

/// A session that does not exist.
#[derive(Debug)]
pub(crate) enum Z3Session {}

impl Z3Session {
    pub(crate) fn new(_limits: Limits, _bits: bool) -> Option<Self> {
        None
    }

    pub(crate) fn set_limits(&mut self, _limits: Limits) {
        match *self {}
    }

    pub(crate) fn assert(&mut self, _terms: &Terms, _term: Term) {
        match *self {}
    }

    pub(crate) fn check(
        &mut self,
        _terms: &Terms,
        _assumptions: &[Term],
        _interrupt: Option<&Interrupt>,
    ) -> Answer {
        match *self {}
    }
}

/// Does nothing: without Z3, its bindings do not panic.
pub fn report_memory_panics() {}
