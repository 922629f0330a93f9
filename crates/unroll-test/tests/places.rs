//! Panics of an instrumented function are reported at the line and column of the plain function.
//!
//! Each function is expanded into both forms; this executable is their replay program, and the plain function is called as it is.

use std::cell::RefCell;
use std::env;
use std::io::Write as _;
use std::panic;
use std::process::{Command, Stdio};

use unroll_test::{ensures, unroll_test};

/// A function with an operand that the forms rewrite, which overflows or goes out of bounds for 200.
macro_rules! functions {
    ($($name:ident $counter:literal $copies:literal { $($function:tt)* })*) => {
        #[expect(
            clippy::never_loop,
            clippy::unwrap_used,
            reason = "what is awkward is the point"
        )]
        mod counter {
            use super::*;
            $(#[unroll_test(__tool(id = $counter, form = counter))] $($function)*)*
        }
        #[expect(
            clippy::never_loop,
            clippy::unwrap_used,
            reason = "what is awkward is the point"
        )]
        mod copies {
            use super::*;
            $(#[unroll_test(__tool(id = $copies, form = copies(3)))] $($function)*)*
        }
        const CASES: &[(fn(u8), &str, &str)] = &[
            $((|input| { std::hint::black_box((counter::$name(input), copies::$name as fn(u8) -> _)); }, $counter, $copies)),*
        ];
    };
}

#[expect(clippy::unnecessary_wraps, reason = "something to put a `?` behind")]
fn some(value: u8) -> Option<u8> {
    Some(value)
}

functions! {
    question_first "a_first" "b_first" {
        pub(super) fn question_first(input: u8) -> Option<u8> {
            let mut sum = input;
            for _ in 0..2 {
                sum = some(sum)? + input;
            }
            Some(sum)
        }
    }
    question_last "a_last" "b_last" {
        pub(super) fn question_last(input: u8) -> Option<u8> {
            let mut sum = input;
            while sum > 9 {
                loop {
                    sum += some(input)?;
                    if sum == 8 { break }
                }
            }
            Some(sum)
        }
    }
    arithmetic "a_sum" "b_sum" {
        #[ensures(|sum| sum.is_some())]
        pub(super) fn arithmetic(input: u8) -> Option<u8> {
            let mut sum = 0_u8;
            for digit in [input, 1] {
                if digit == 7 { return None }
                sum = sum * 10
                    + digit * 2;
            }
            some(sum)?.checked_mul(1)
        }
    }
    negation "a_neg" "b_neg" {
        pub(super) fn negation(input: u8) -> Option<i8> {
            loop {
                let low = 72_u8.wrapping_sub(input).cast_signed();
                if low == 0 { break Some(low) }
                return Some(-Some(low)?);
            }
        }
    }
    index "a_index" "b_index" {
        pub(super) fn index(input: u8) -> Option<u8> {
            let items = [[1_u8, 2], [3, 4]];
            let mut at = 0;
            while at < 9 {
                at += usize::from(Some(&items[at % 2])?[usize::from(input)]);
            }
            None
        }
    }
    method "a_method" "b_method" {
        pub(super) fn method(input: u8) -> Option<u8> {
            loop {
                let missing = some(input)?.checked_add(100);
                if missing
                    .unwrap() == 0 { break }
            }
            None
        }
    }
    loop_as_operand "a_value" "b_value" {
        pub(super) fn loop_as_operand(input: u8) -> u8 {
            (loop { if input > 1 { break input } }) + loop { break input } + 1
        }
    }
    branch_as_operand "a_branch" "b_branch" {
        pub(super) fn branch_as_operand(input: u8) -> u8 {
            let mut sum = 100;
            while sum < 201 {
                sum = sum + if sum == 3 { 1 } else if sum == 4 { 2 } else { input };
                sum += match sum { 3 => 1, 4 => loop { break 2 }, _ => input };
            }
            sum
        }
    }
    closure "a_closure" "b_closure" {
        #[ensures(|sum| *sum < 250)]
        pub(super) fn closure(input: u8) -> u8 {
            let mut sum = 0;
            for n in 0..3 {
                let add = |other: u8| other + input * n;
                sum = add(sum).max(add(0));
            }
            sum
        }
    }
    postcondition "a_post" "b_post" {
        #[ensures(|result| old(input) + *result > 1)]
        pub(super) fn postcondition(input: u8) -> u8 {
            input
        }
    }
    call "a_call" "b_call" {
        pub(super) fn call(input: u8) -> Option<u8> {
            for _ in 0..2 {
                assert!(some(input)? + 55 < 9, "too large");
            }
            None
        }
    }
}

/// `LINE:COL` of the panic of the plain function, whose debug checks count as it.
fn place_of_plain(name: &str, function: fn(u8)) -> String {
    thread_local! {
        static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
    }
    let before = panic::take_hook();
    panic::set_hook(Box::new(|info| {
        let place = info
            .location()
            .map(|place| format!("{}:{}", place.line(), place.column()));
        PLACE.set(place.unwrap_or_default());
    }));
    let ended = panic::catch_unwind(|| function(200));
    panic::set_hook(before);
    assert!(ended.is_err(), "{name} panics");
    PLACE.take()
}

/// The same, of the form with this id.
fn place_of_form(id: &str) -> String {
    // The function has one leaf, whose key a search tells.
    let outcome = replay(id, "search 1 50 3 0\n");
    let key = outcome
        .split_once("case ")
        .and_then(|(_, rest)| rest.split_once('='))
        .unwrap_or_else(|| panic!("{id} was run:\n{outcome}"))
        .0;
    let outcome = replay(id, &format!("run {key}=200\n"));
    let (_, end) = outcome
        .split_once("end panicked ")
        .unwrap_or_else(|| panic!("{id} panics:\n{outcome}"));
    let mut parts = end.split(' ').next().unwrap_or_default().rsplitn(3, ':');
    let (column, line) = (parts.next(), parts.next());
    format!(
        "{}:{}",
        line.unwrap_or_default(),
        column.unwrap_or_default()
    )
}

fn replay(id: &str, requests: &str) -> String {
    let mut child = Command::new(env::current_exe().expect("this executable"))
        .env("UNROLL_DRIVER", id)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the replay program starts");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(requests.as_bytes())
        .expect("write the requests");
    let output = child.wait_with_output().expect("the replay program ends");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn panics_keep_their_places() {
    for (plain, counter, copies) in CASES {
        let place = place_of_plain(counter, *plain);
        for form in [counter, copies] {
            assert_eq!(place_of_form(form), place, "{form}");
        }
    }
}
