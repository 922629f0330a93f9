//! Generated tests that no longer match the code, and how they differ.
//!
//! A module of tests on disk is compared test by test with the module that would be written. Two tests correspond if
//! they have the same name, or the same inputs and call. Their assertions are compared separately from their set-up,
//! so that a changed result is distinguished from a changed choice of tests.

use quote::ToTokens;
use syn::visit::Visit;

use super::existing::TestBlock;
use crate::emit::source::byte_range;
use crate::model::outcome::Span;

/// A test that differs from the code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    /// The function.
    pub function: String,
    /// The name of the test, with the modules around it.
    pub test: String,
    /// How it differs.
    pub kind: DriftKind,
    /// The value that the test on disk asserts.
    pub was: Option<String>,
    /// The value that the code gives.
    pub is: Option<String>,
    /// The call with its inputs, or the argument that it changes.
    pub subject: Option<String>,
    /// Where the function stands, if it is still there.
    pub span: Option<Span>,
}

/// How a test differs from the code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DriftKind {
    /// The same inputs give another result.
    Result,
    /// The test of this name has other inputs.
    Structure,
    /// The test is not on disk.
    Missing,
    /// The test on disk shows nothing that the others do not show, or its function is gone.
    Stale,
}

impl DriftKind {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Structure => "structure",
            Self::Missing => "missing",
            Self::Stale => "stale",
        }
    }
}

/// The function whose tests are compared.
pub(crate) struct Owner {
    /// Its path.
    pub(crate) function: String,
    /// The path of the module of its tests.
    pub(crate) module: String,
    /// Where it stands.
    pub(crate) span: Option<Span>,
}

/// How the tests in `old` differ from those in `new`, in the order of the tests.
pub(crate) fn compare(
    owner: &Owner,
    old: Option<&TestBlock>,
    new: Option<&TestBlock>,
) -> Vec<Drift> {
    let (old, new) = (tests(old), tests(new));
    let drift = |test: &str, kind, was, is, subject| Drift {
        function: owner.function.clone(),
        test: format!("{}::{test}", owner.module),
        kind,
        was,
        is,
        subject,
        span: owner.span.clone(),
    };
    let partner = |new: &Test| {
        // A test of the same inputs is the same one, whatever it is called now.
        let same_setup = old.iter().position(|old| old.setup == new.setup);
        // Rows of a table all have the name of the table.
        let has_name = |old: &Test| old.name == new.name && !old.is_row && !new.is_row;
        same_setup.or_else(|| old.iter().position(has_name))
    };
    let mut drifts = Vec::new();
    let mut kept = Vec::new();
    for test in &new {
        let Some(at) = partner(test) else {
            drifts.push(drift(&test.name, DriftKind::Missing, None, None, None));
            continue;
        };
        kept.push(at);
        let before = &old[at];
        if before.setup != test.setup || (before.name != test.name && before.facts == test.facts) {
            drifts.push(drift(&test.name, DriftKind::Structure, None, None, None));
        } else if before.facts != test.facts {
            let (subject, was, is) = difference(before, test);
            drifts.push(drift(
                &test.name,
                DriftKind::Result,
                Some(was),
                Some(is),
                subject,
            ));
        }
    }
    let gone = old.iter().enumerate().filter(|(at, _)| !kept.contains(at));
    drifts.extend(gone.map(|(_, test)| drift(&test.name, DriftKind::Stale, None, None, None)));
    drifts
}

/// A test, taken apart.
struct Test {
    name: String,
    /// True if it is a row of a table.
    is_row: bool,
    /// Everything but the facts, as tokens.
    setup: String,
    /// The call with the inputs in it.
    call: Option<String>,
    facts: Vec<Fact>,
}

/// One assertion of a test.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fact {
    /// The left side; empty for the end of the call.
    place: String,
    value: String,
}

fn tests(block: Option<&TestBlock>) -> Vec<Test> {
    let text = block.map_or("", |block| &block.text);
    let Ok(file) = syn::parse_file(text) else {
        return Vec::new();
    };
    let mut modules = file.items.iter();
    let items = modules.find_map(|item| match item {
        syn::Item::Mod(module) => Some(&module.content.as_ref()?.1),
        _ => None,
    });
    let functions = items.into_iter().flatten().filter_map(|item| match item {
        syn::Item::Fn(function) => Some(function),
        _ => None,
    });
    functions
        .flat_map(|function| rows(text, function).unwrap_or_else(|| vec![test(text, function)]))
        .collect()
}

/// The rows of a table as tests; `None` for other tests.
fn rows(text: &str, function: &syn::ItemFn) -> Option<Vec<Test>> {
    let [syn::Stmt::Expr(syn::Expr::ForLoop(table), _)] = &function.block.stmts[..] else {
        return None;
    };
    let (syn::Pat::Tuple(names), syn::Expr::Array(rows)) = (&*table.pat, &*table.expr) else {
        return None;
    };
    let [syn::Stmt::Macro(assertion)] = &table.body.stmts[..] else {
        return None;
    };
    let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let arguments = assertion.mac.parse_body_with(parser).ok()?;
    let call = arguments.first()?;
    let names = names.elems.iter();
    let names: Vec<String> = names.map(|it| it.to_token_stream().to_string()).collect();
    let row = |row: &syn::Expr| {
        let syn::Expr::Tuple(row) = row else {
            return None;
        };
        let values = row.elems.iter();
        let values: Vec<String> = values
            .map(|value| one_line(&text[byte_range(text, value)]))
            .collect();
        let (result, inputs) = values.split_last()?;
        let bindings: Vec<_> = names.iter().cloned().zip(inputs.iter().cloned()).collect();
        Some(Test {
            name: function.sig.ident.to_string(),
            is_row: true,
            setup: format!("{} {}", inputs.join(", "), call.to_token_stream()),
            call: Some(inlined(text, call, &bindings).replace(".clone()", "")),
            facts: vec![Fact {
                place: "result".to_owned(),
                value: result.clone(),
            }],
        })
    };
    rows.elems.iter().map(row).collect()
}

fn test(text: &str, function: &syn::ItemFn) -> Test {
    let mut facts: Vec<Fact> = function.attrs.iter().filter_map(panic_fact).collect();
    let mut setup = String::new();
    let mut bindings: Vec<(String, String)> = Vec::new();
    let mut call = None;
    for statement in &function.block.stmts {
        if let Some(fact) = fact(text, statement) {
            facts.push(fact);
            continue;
        }
        // How a result is bound depends on what is asserted of it.
        let (name, value) = match statement {
            syn::Stmt::Local(local) => (
                Some(local.pat.to_token_stream().to_string()),
                local.init.as_ref().map(|init| &*init.expr),
            ),
            syn::Stmt::Expr(value, _) => (None, Some(value)),
            other => {
                setup.push_str(&other.to_token_stream().to_string());
                continue;
            }
        };
        let is_result = |name: &String| matches!(name.as_str(), "result" | "returned" | "_");
        if let Some(name) = name.as_ref().filter(|name| !is_result(name)) {
            setup.push_str(name);
        }
        setup.push_str(&value.to_token_stream().to_string());
        setup.push(';');
        let Some(value) = value else { continue };
        let shown = inlined(text, value, &bindings);
        match name.filter(|name| !is_result(name)) {
            Some(name) => {
                let name = name.split(':').next().unwrap_or_default();
                let name = name.trim().trim_start_matches("mut ").to_owned();
                bindings.push((name, shown));
            }
            None => call = Some(shown),
        }
    }
    Test {
        name: function.sig.ident.to_string(),
        is_row: false,
        setup,
        call,
        facts,
    }
}

/// The source of `value` on one line, with the values of `bindings` in place of their names.
fn inlined(text: &str, value: &syn::Expr, bindings: &[(String, String)]) -> String {
    struct Renamer<'a>(&'a [(String, String)], Vec<(usize, usize, String)>);
    impl<'ast> Visit<'ast> for Renamer<'_> {
        fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
            if let Some(ident) = path.path.get_ident()
                && let Some((_, value)) = self.0.iter().find(|(name, _)| ident == name)
            {
                let range = ident.span().byte_range();
                self.1.push((range.start, range.end, value.clone()));
            }
        }
    }
    let mut names = Renamer(bindings, Vec::new());
    names.visit_expr(value);
    let range = byte_range(text, value);
    let mut shown = text[range.clone()].to_owned();
    // From the end, so that the offsets of names before a replacement stay right.
    for (start, end, value) in names.1.iter().rev() {
        if let (Some(start), Some(end)) =
            (start.checked_sub(range.start), end.checked_sub(range.start))
            && shown.is_char_boundary(start)
            && shown.is_char_boundary(end)
        {
            shown.replace_range(start..end, value);
        }
    }
    one_line(&shown)
}

fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// The fact that `#[should_panic]` states.
fn panic_fact(attr: &syn::Attribute) -> Option<Fact> {
    if !attr.path().is_ident("should_panic") {
        return None;
    }
    let message = attr.parse_args::<syn::MetaNameValue>().ok();
    let message = message.map(|pair| pair.value.to_token_stream().to_string());
    Some(Fact {
        place: String::new(),
        value: message.map_or("a panic".to_owned(), |message| {
            format!("a panic with {message}")
        }),
    })
}

/// The fact that an assertion states.
fn fact(text: &str, statement: &syn::Stmt) -> Option<Fact> {
    let syn::Stmt::Macro(statement) = statement else {
        return None;
    };
    let name = statement.mac.path.segments.last()?.ident.to_string();
    if !name.starts_with("assert") {
        return None;
    }
    let parser = syn::punctuated::Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let arguments = statement.mac.parse_body_with(parser).ok()?;
    let shown = |value: &syn::Expr| one_line(&text[byte_range(text, value)]);
    let mut arguments = arguments.iter();
    let first = arguments.next()?;
    let (place, value) = match (arguments.next(), first) {
        (Some(second), _) => (shown(first), shown(second)),
        (None, syn::Expr::Unary(unary)) => (shown(&unary.expr), "false".to_owned()),
        (None, place) => (shown(place), "true".to_owned()),
    };
    Some(Fact { place, value })
}

/// The difference between two tests with the same inputs: the subject, and the values that were and are asserted of it.
fn difference(old: &Test, new: &Test) -> (Option<String>, String, String) {
    let call = new.call.clone().or_else(|| old.call.clone());
    let only = |facts: &[Fact], others: &[Fact]| -> Vec<Fact> {
        let facts = facts.iter().filter(|fact| !others.contains(fact));
        facts.cloned().collect()
    };
    let (before, after) = (only(&old.facts, &new.facts), only(&new.facts, &old.facts));
    if let ([before], [after]) = (&before[..], &after[..])
        && before.place == after.place
        && !before.place.is_empty()
    {
        let subject = match (before.place.as_str(), &call) {
            ("result" | "returned", Some(call)) => format!("`{call}`"),
            (place, Some(call)) => format!("`{place}` of `{call}`"),
            (place, None) => format!("`{place}`"),
        };
        return (Some(subject), before.value.clone(), after.value.clone());
    }
    let subject = call.map(|call| format!("`{call}`"));
    (subject, all_of(&before), all_of(&after))
}

/// All facts as one text.
fn all_of(facts: &[Fact]) -> String {
    let texts: Vec<String> = facts
        .iter()
        .map(|fact| match (fact.place.as_str(), fact.value.as_str()) {
            ("" | "result" | "returned", value) => value.to_owned(),
            (place, "true") => place.to_owned(),
            (place, "false") => format!("!{place}"),
            (place, value) => format!("{place} == {value}"),
        })
        .collect();
    if texts.is_empty() {
        return "a return".to_owned();
    }
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(tests: &str) -> TestBlock {
        TestBlock::new("f".to_owned(), format!("mod f {{ {tests} }}\n"))
    }

    /// Subject, old and new value.
    type Values = (String, String, String);

    fn drifts(old: &str, new: &str) -> Vec<(DriftKind, String, Option<Values>)> {
        let owner = Owner {
            function: "k::f".to_owned(),
            module: "unroll_tests::f".to_owned(),
            span: None,
        };
        compare(&owner, Some(&block(old)), Some(&block(new)))
            .into_iter()
            .map(|drift| {
                let values = drift.was.zip(drift.is);
                let values = values.map(|(was, is)| (drift.subject.unwrap_or_default(), was, is));
                (drift.kind, drift.test, values)
            })
            .collect()
    }

    fn result(subject: &str, was: &str, is: &str) -> Values {
        (subject.to_owned(), was.to_owned(), is.to_owned())
    }

    #[test]
    fn rows_of_a_table_are_compared_one_by_one() {
        let table = |rows: &str| {
            format!(
                "#[test] fn t() {{ for (a, b, expected) in [{rows}] {{ \
                 assert_eq!(f(a, b.clone()), expected, \"a = {{a:?}}\"); }} }}"
            )
        };
        let old = table("(1, vec![2], 3), (2, vec![2], 4), (5, vec![], 5)");
        let new = table("(1, vec![2], 7), (2, vec![2], 4), (6, vec![], 5)");
        let name = || "unroll_tests::f::t".to_owned();
        assert_eq!(
            drifts(&old, &new),
            [
                (
                    DriftKind::Result,
                    name(),
                    Some(result("`f(1, vec![2])`", "3", "7"))
                ),
                (DriftKind::Missing, name(), None),
                (DriftKind::Stale, name(), None),
            ]
        );
        assert_eq!(drifts(&old, &old), []);
    }

    #[test]
    fn a_result_is_told_from_a_choice_of_inputs() {
        let test = |name: &str, input: &str, result: &str| {
            format!(
                "#[test] fn {name}() {{ let t = {input}; let result = f(t, &t); assert_eq!(result, {result}); }}"
            )
        };
        let old = test("a", "&[0]", "1");
        assert_eq!(drifts(&old, &old), []);
        assert_eq!(
            drifts(&old, &test("a", "&[0]", "2")),
            [(
                DriftKind::Result,
                "unroll_tests::f::a".to_owned(),
                Some(result("`f(&[0], &&[0])`", "1", "2"))
            )]
        );
        let kinds = |new: &str| -> Vec<_> {
            drifts(&old, new)
                .into_iter()
                .map(|(kind, test, _)| (kind, test))
                .collect()
        };
        let named = |kind, name: &str| (kind, format!("unroll_tests::f::{name}"));
        assert_eq!(
            kinds(&test("a", "&[1]", "1")),
            [named(DriftKind::Structure, "a")]
        );
        assert_eq!(
            kinds(&test("b", "&[1]", "1")),
            [named(DriftKind::Missing, "b"), named(DriftKind::Stale, "a")]
        );
        assert_eq!(kinds(""), [named(DriftKind::Stale, "a")]);
    }

    #[test]
    fn panics_flags_and_changed_arguments_are_results() {
        let old = "#[test] fn a() { let mut v = [1]; let result = f(&mut v); assert!(!result); assert_eq!(v, [2]); }";
        let changed = old.replace("[2]", "[3]");
        assert_eq!(
            drifts(old, &changed)[0].2,
            Some(result("`v` of `f(&mut [1])`", "[2]", "[3]"))
        );
        let flag = old.replace("!result", "result");
        assert_eq!(
            drifts(old, &flag)[0].2,
            Some(result("`f(&mut [1])`", "false", "true"))
        );
        let panics = "#[test] #[should_panic(expected = \"no\")] fn panics() { let mut v = [1]; let _ = f(&mut v); }";
        let (kind, test, values) = drifts(old, panics).remove(0);
        assert_eq!(
            (kind, test.as_str()),
            (DriftKind::Result, "unroll_tests::f::panics")
        );
        assert_eq!(
            values,
            Some(result(
                "`f(&mut [1])`",
                "false, v == [2]",
                "a panic with \"no\""
            ))
        );
    }
}
