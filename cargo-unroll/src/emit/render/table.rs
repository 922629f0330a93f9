//! Tables: tests of one shape as one test with a row for each.
//!
//! Five or more tests that differ only in plain inputs, and in results that literals say, are easier to review as a list of inputs and results. A row
//! keeps the comment of its test, and the message of the assertion names the inputs of the row, so a failure is as
//! clear as that of a separate test.

use unroll_syntax::std_types::{self, Implementation};

use super::formatted::Formatting;
use super::{Asserts, Subject, call, returns_unit, safety, scope, sentences, statics};
use crate::emit::bindings::{Binding, bindings};
use crate::emit::expression::literal::Scope;
use crate::emit::layout::{self, indented};
use crate::emit::words;
use crate::model::hidden::as_local;
use crate::model::outcome::{RunEnd, TestCase};
use crate::model::value::{SeqKind, Value};

/// Fewest tests that become a table.
const FEWEST: usize = 5;

/// Most characters of a row. Longer inputs are easier to read with a line for each.
const WIDEST: usize = 100;

/// The name of a table among the tests of a function.
const NAME: &str = "returns_expected";

/// The name of the variable for the result.
const EXPECTED: &str = "expected";

/// Tests that differ in the values of their rows alone.
pub(super) struct Table {
    /// Their positions, ascending.
    pub(super) tests: Vec<usize>,
    /// Variables, then the result.
    variables: Vec<String>,
    call: String,
    rows: Vec<Vec<String>>,
}

/// One test as a row.
struct Row {
    variables: Vec<String>,
    call: String,
    values: Vec<String>,
}

impl Table {
    /// The table of a function's tests, if enough of them have one shape.
    pub(super) fn of(subject: &Subject) -> Option<Self> {
        let site = subject.site;
        // The type of a value has to follow from the call.
        let is_open = !site.generic_inputs.is_empty()
            || !site.impl_inputs.is_empty()
            || !site.type_args.is_empty()
            || site.of_trait.is_some();
        if subject.style.separate || is_open || returns_unit(&site.sig) {
            return None;
        }
        let scope = scope(subject);
        let tests = subject.outcome.tests.iter().enumerate();
        let tests = tests.filter(|(_, test)| test.edited.is_none());
        let mut tables: Vec<Self> = Vec::new();
        for (at, test) in tests {
            let Some(row) = Row::of(subject, &scope, test) else {
                continue;
            };
            let mut known = tables.iter_mut();
            match known.find(|it| it.call == row.call && it.variables == row.variables) {
                Some(table) => {
                    table.tests.push(at);
                    table.rows.push(row.values);
                }
                None => tables.push(Self {
                    tests: vec![at],
                    variables: row.variables,
                    call: row.call,
                    rows: vec![row.values],
                }),
            }
        }
        tables.into_iter().find(|table| table.tests.len() >= FEWEST)
    }

    /// The names of a function's tests, of which those in the table have that of the table.
    pub(super) fn renamed(table: Option<&Self>, mut names: Vec<String>) -> Vec<String> {
        let Some(table) = table else { return names };
        let mut name = NAME.to_owned();
        while names.contains(&name) {
            name.push('_');
        }
        for at in &table.tests {
            names[*at].clone_from(&name);
        }
        names
    }

    /// The test function.
    pub(super) fn lines(&self, subject: &Subject, name: &str) -> Vec<String> {
        let mut rows = Vec::new();
        for (at, row) in self.tests.iter().zip(&self.rows) {
            let told = sentences(subject, *at);
            let comment = told
                .iter()
                .flat_map(|sentence| words::comment(sentence, layout::WIDTH - 12));
            rows.extend(comment);
            rows.push(format!("({}),", row.join(", ")));
        }
        let inputs = &self.variables[..self.variables.len() - 1];
        let shown: Vec<_> = inputs
            .iter()
            .map(|name| format!("{name} = {{{name}:?}}"))
            .collect();
        let expected = self.variables.last().map_or(EXPECTED, String::as_str);
        let mut body = vec![format!("for ({}) in [", self.variables.join(", "))];
        body.extend(indented(1, rows));
        body.push("] {".to_owned());
        body.extend(safety(&subject.site.sig).map(|reason| format!("    {reason}")));
        let arguments = [
            self.call.clone(),
            expected.to_owned(),
            format!("\"{}\"", shown.join(", ")),
        ];
        let line = format!("assert_eq!({}); // captured", arguments.join(", "));
        if line.chars().count() <= layout::WIDTH - 12 {
            body.push(format!("    {line}"));
        } else {
            body.push("    assert_eq!(".to_owned());
            body.extend(arguments.map(|argument| format!("        {argument},")));
            body.push("    ); // captured".to_owned());
        }
        body.push("}".to_owned());
        let mut lines = vec!["#[test]".to_owned(), format!("fn {name}() {{")];
        lines.extend(indented(1, body));
        lines.push("}".to_owned());
        lines
    }
}

impl Row {
    /// The row of a test whose inputs are plain values and whose result a literal says; `None` for other tests.
    fn of(subject: &Subject, scope: &Scope, test: &TestCase) -> Option<Self> {
        let RunEnd::Returned { result } = &test.ending else {
            return None;
        };
        let is_method = test.args.first().is_some_and(|arg| arg.name == "self");
        if Formatting::of(subject, test).is_limited() {
            return None;
        }
        let has_local = test.args.iter().any(|arg| as_local(&arg.name).is_some());
        if has_local || statics::is_locked(subject, test) {
            return None;
        }
        if test.finding.is_some() || test.args.is_empty() || is_method || !is_literal(result) {
            return None;
        }
        let mut bindings = bindings(subject, scope, &test.args);
        let asserts = Asserts::of(subject, scope, &bindings, test);
        let ([assert], []) = (&asserts.of_result[..], &asserts.of_args[..]) else {
            return None;
        };
        let mut values = Vec::new();
        for (binding, arg) in bindings.iter_mut().zip(&test.args) {
            if !is_plain(&arg.before) || !is_variable(binding) {
                return None;
            }
            if !is_copy(&arg.before) {
                // The message names the input behind the call.
                let cloned = format!("{}.clone()", binding.name);
                binding.argument.clone_from(&cloned);
                binding.pass = cloned;
            }
            values.push(scope.inside(&arg.before));
        }
        values.push(expected(scope, result, assert, asserts.result_name)?);
        let mut variables: Vec<String> = bindings.iter().map(|it| it.name.clone()).collect();
        let is_taken = variables.iter().any(|name| name == EXPECTED);
        variables.push(if is_taken { "wanted" } else { EXPECTED }.to_owned());
        let width: usize = values.iter().map(|value| value.chars().count() + 2).sum();
        (width <= WIDEST).then(|| Self {
            variables,
            call: call(subject, test, &bindings),
            values,
        })
    }
}

/// The value that the result is compared with; its type is the same in all rows.
fn expected(scope: &Scope, result: &Value, assert: &str, name: &str) -> Option<String> {
    match result {
        Value::Bool(value) => Some(value.to_string()),
        // Arrays of different lengths are of different types.
        Value::Seq { runs, .. } => Some(scope.inside(&Value::Seq {
            kind: SeqKind::Slice,
            runs: runs.clone(),
        })),
        _ => {
            let value = assert.strip_prefix(&format!("assert_eq!({name}, "))?;
            value.strip_suffix(");").map(str::to_owned)
        }
    }
}

/// True if a parameter is one variable that is passed as it is, and does not change.
fn is_variable(binding: &Binding) -> bool {
    let is_one = matches!(&binding.define[..], [only] if only.starts_with("let ") && !only.starts_with("let mut "));
    is_one && binding.pass == binding.name && binding.after.is_none()
}

/// True if a literal may stand for a result: a plain one, one of types of the crate, with whose names literals begin, or one
/// that only prints, which may be read back.
fn is_literal(value: &Value) -> bool {
    match value {
        Value::Debug(_) => true,
        Value::Struct { .. }
        | Value::TupleStruct { .. }
        | Value::UnitStruct { .. }
        | Value::Boxed(_) => value.parts().into_iter().all(is_literal),
        _ => is_plain_leaf(value) && value.parts().into_iter().all(is_literal),
    }
}

/// True if a value consists of Rust's own types, which print, and which a literal tells apart.
fn is_plain(value: &Value) -> bool {
    is_plain_leaf(value) && value.parts().into_iter().all(is_plain)
}

fn is_plain_leaf(value: &Value) -> bool {
    match value {
        Value::Seq { kind, .. } => *kind != SeqKind::MutSlice,
        Value::Int { .. }
        | Value::Bool(_)
        | Value::Char(_)
        | Value::Float { .. }
        | Value::Str(_)
        | Value::String(_)
        | Value::Tuple(_)
        | Value::Option(_)
        | Value::Ok(_)
        | Value::Err(_)
        | Value::Ref(_) => true,
        _ => false,
    }
}

/// True if values of the standard library's type `name` can be used after they were passed.
fn copies(name: &str) -> bool {
    std_types::find(name).is_some_and(|ty| ty.copy != Implementation::Unknown)
}

/// True if a plain value can be used after it was passed.
fn is_copy(value: &Value) -> bool {
    match value {
        Value::String(_) => copies("String"),
        Value::Seq { kind, runs } => match kind {
            SeqKind::Slice => true,
            SeqKind::Array => runs.iter().all(|(_, item)| is_copy(item)),
            SeqKind::Vec => copies("Vec"),
            SeqKind::MutSlice => false,
        },
        Value::Ref(_) => true,
        _ => value.parts().into_iter().all(is_copy),
    }
}
