//! Tests that show a broken invariant of a type: the call, then an assertion that the invariant holds.
//!
//! A function checks its own contract, but not the invariants of types. So the test evaluates the invariant of the
//! value after the call, by the trait that the attribute implements or by the method that states the invariant.

use syn::{ReturnType, Type};
use unroll_syntax::kept::may_be_absent;

use super::{Binding, Subject, layout};
use crate::model::job::{ClauseInfo, ClauseKind, Job};
use crate::model::kept::Kept;
use crate::model::outcome::{RunEnd, TestCase};

/// The end of a test that breaks an invariant.
pub(super) struct Broken {
    /// The variable for the result, if that is asked.
    pub(super) result_name: Option<&'static str>,
    /// The assertion.
    pub(super) assertion: Vec<String>,
}

/// The invariant that a test breaks.
pub(super) fn of<'j>(job: &'j Job, test: &TestCase) -> Option<&'j ClauseInfo> {
    let RunEnd::Violated { clause } = &test.ending else {
        return None;
    };
    let clause = job.clauses.get(*clause as usize)?;
    (clause.kind == ClauseKind::TypeInvariant).then_some(clause)
}

/// The comment of a test that breaks an invariant.
pub(super) fn sentence(clause: &ClauseInfo) -> String {
    let text = clause.text.replace('`', "'");
    format!(
        "Breaks the invariant `{text}` of `{}`: fails until the function or the invariant is corrected.",
        type_name(clause)
    )
}

/// The type whose invariant it is.
fn type_name(clause: &ClauseInfo) -> &str {
    clause.kept.as_ref().map_or("", |kept| &kept.ty)
}

/// The end of `test`, if it breaks an invariant.
pub(super) fn broken(
    subject: &Subject,
    test: &TestCase,
    bindings: &[Binding<'_>],
) -> Option<Broken> {
    let clause = of(subject.job, test)?;
    let kept = clause.kept.as_ref()?;
    let is_taken = bindings.iter().any(|binding| binding.name == "result");
    let result = if is_taken { "returned" } else { "result" };
    let (value, result_name) = match kept.param {
        Some(number) => (bindings.get(number as usize)?.name.as_str(), None),
        None => (result, Some(result)),
    };
    let condition = condition(kept, value, &subject.site.sig.output);
    let told = format!(
        "the invariant `{}` of `{}` is broken",
        clause.text,
        type_name(clause)
    );
    let message = format!("{told:?}");
    // `assert!` takes the message for a format string.
    let message = message.replace('{', "{{").replace('}', "}}");
    let line = format!("assert!({condition}, {message});");
    let assertion = if line.chars().count() <= layout::WIDTH - 8 {
        vec![line]
    } else {
        vec![
            "assert!(".to_owned(),
            format!("    {condition},"),
            format!("    {message}"),
            ");".to_owned(),
        ]
    };
    Some(Broken {
        result_name,
        assertion,
    })
}

/// True if the variable `value` satisfies its invariant, as Rust.
fn condition(kept: &Kept, value: &str, output: &ReturnType) -> String {
    let is_held = |ty: &Type| kept.param.is_none() && may_be_absent(ty);
    match output {
        _ if kept.by_attribute => format!("::unroll_test::Invariant::holds(&{value})"),
        ReturnType::Type(_, ty) if is_held(ty) => {
            format!("{value}.iter().all(|value| value.check_invariants())")
        }
        _ => format!("{value}.check_invariants()"),
    }
}
