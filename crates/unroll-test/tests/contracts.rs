//! Contracts outside the tool: checks in debug builds that change nothing else.

use std::panic::{AssertUnwindSafe, catch_unwind};

use unroll_test::{Input, ensures, invariant, requires, unroll, unroll_test};

/// The message of the panic of `run`, or `None` if it returns.
fn violation<R>(run: impl FnOnce() -> R) -> Option<String> {
    let payload = catch_unwind(AssertUnwindSafe(run)).err()?;
    payload.downcast_ref::<String>().cloned()
}

#[requires(n > 0 && n.is_multiple_of(2))]
#[ensures(|result| *result < n)]
#[unroll_test]
fn half(n: u32) -> u32 {
    if n == 6 {
        return n;
    }
    n / 2
}

#[test]
fn a_violated_clause_is_named_with_its_function() {
    assert_eq!(violation(|| half(4)), None);
    let text = "precondition `n > 0 && n.is_multiple_of(2)` of `half` violated";
    assert_eq!(violation(|| half(3)).as_deref(), Some(text));
    let text = "postcondition `|result| *result < n` of `half` violated";
    assert_eq!(violation(|| half(6)).as_deref(), Some(text));
}

#[unroll_test]
#[requires(items.len() > 1)]
fn below(items: &[u8]) -> u8 {
    items[1]
}

#[ensures(|result| *result != 3)]
#[unroll]
#[requires(n != 1)]
fn around(n: u8) -> u8 {
    n
}

#[test]
fn the_order_of_attributes_does_not_matter() {
    assert_eq!(
        violation(|| below(&[])).as_deref(),
        Some("precondition `items.len() > 1` of `below` violated")
    );
    assert_eq!(
        violation(|| around(1)).as_deref(),
        Some("precondition `n != 1` of `around` violated")
    );
    assert_eq!(
        violation(|| around(3)).as_deref(),
        Some("postcondition `|result| *result != 3` of `around` violated")
    );
}

#[ensures(|result| result.as_ref().is_ok_and(|n| *n < 100) || text.len() != 3)]
fn parse(text: &str) -> Result<u8, std::num::ParseIntError> {
    let n: u8 = text.parse()?;
    Ok(n)
}

#[test]
fn question_marks_pass_through_postconditions() {
    assert_eq!(parse("7").ok(), Some(7));
    assert!(parse("x").is_err());
    assert!(violation(|| parse("200")).is_some());
    assert!(violation(|| parse("xyz")).is_some());
}

#[requires(!items.is_empty())]
#[ensures(|result| **result == 9)]
#[ensures(|_| old(items.len()) > 1)]
fn last<'a>(items: &'a mut [u8], _others: &'a mut Vec<u8>) -> &'a mut u8 {
    let at = items.len().checked_sub(1).map_or(0, |at| at);
    if at > 5 {
        return &mut items[5];
    }
    &mut items[at]
}

#[ensures(|result| result.is_some())]
fn first_or_none(items: &mut [u8]) -> Option<&mut u8> {
    let first = items.first_mut()?;
    *first = 1;
    Some(first)
}

#[test]
fn results_may_borrow_mutably_from_parameters() {
    *last(&mut [1, 9], &mut Vec::new()) = 2;
    assert!(violation(|| *last(&mut [1, 8], &mut Vec::new())).is_some());
    assert!(violation(|| *last(&mut [9], &mut Vec::new())).is_some());
    assert_eq!(first_or_none(&mut [5]), Some(&mut 1));
    assert!(violation(|| first_or_none(&mut []).is_some()).is_some());
}

#[ensures(|result| *result >= n && *result - n == old(n) - n)]
fn rounds_up(mut n: u32) -> u32 {
    while !n.is_multiple_of(4) {
        n += 1;
    }
    n - n % 4
}

#[test]
fn a_parameter_means_its_value_at_entry() {
    assert_eq!(violation(|| rounds_up(4)), None);
    assert!(violation(|| rounds_up(5)).is_some());
}

#[unroll_test]
fn counts_down(mut n: u32) {
    while n > 0 {
        invariant!(n != 3, "three at {n}");
        n -= 1;
    }
}

#[test]
fn invariants_are_checked_where_they_stand() {
    assert_eq!(violation(|| counts_down(2)), None);
    assert_eq!(
        violation(|| counts_down(4)).as_deref(),
        Some("loop invariant `n != 3` violated")
    );
}

struct Stack {
    items: Vec<u8>,
}

impl Stack {
    #[unroll_test]
    #[requires(self.items.len() < 2)]
    #[ensures(|_| self.items.len() == old(self.items.len()) + 1)]
    fn push(&mut self, item: u8) {
        if item > 0 {
            self.items.push(item);
        }
    }

    #[ensures(|result| result.clone().count() == 2)]
    fn doubled(&self) -> impl Iterator<Item = u8> + Clone {
        self.items.iter().map(|item| item * 2)
    }
}

#[test]
fn methods_have_contracts() {
    let mut stack = Stack { items: Vec::new() };
    stack.push(1);
    let text =
        "postcondition `|_| self.items.len() == old(self.items.len()) + 1` of `push` violated";
    assert_eq!(violation(|| stack.push(0)).as_deref(), Some(text));
    assert!(violation(|| stack.doubled().count()).is_some());
    stack.push(1);
    let text = "precondition `self.items.len() < 2` of `push` violated";
    assert_eq!(violation(|| stack.push(1)).as_deref(), Some(text));
    assert_eq!(stack.doubled().sum::<u8>(), 4);
}

#[derive(Input)]
enum Shape<T> {
    Point,
    Circle(u32),
    Labelled { text: String, inner: Option<T> },
}

#[test]
fn generic_types_have_input_where_their_parameters_do() {
    fn takes<T: Input>() {}
    takes::<Shape<[u8; 2]>>();
}
