//! The counter form and the copies form of functions with awkward Rust in them: both compile, and both do the same.
//!
//! Each function is expanded twice, into modules `counter` and `copies`; this executable is their replay program. What leaves loops from inside
//! a macro does what it does where it is written out.

use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};

macro_rules! forms {
    ($($counter:literal $copies:literal { $($function:tt)* })*) => {
        #[expect(
            dead_code,
            clippy::never_loop,
            clippy::explicit_iter_loop,
            clippy::needless_range_loop,
            clippy::question_mark,
            clippy::redundant_locals,
            clippy::redundant_closure_for_method_calls,
            reason = "what is awkward is the point, and the harnesses call the forms, not the functions"
        )]
        mod counter {
            use super::support::*;
            $(
                #[unroll_test(__tool(id = $counter, form = counter))]
                $($function)*
            )*
        }
        #[expect(
            dead_code,
            clippy::never_loop,
            clippy::explicit_iter_loop,
            clippy::needless_range_loop,
            clippy::question_mark,
            clippy::redundant_locals,
            clippy::redundant_closure_for_method_calls,
            reason = "what is awkward is the point, and the harnesses call the forms, not the functions"
        )]
        mod copies {
            use super::support::*;
            $(
                #[unroll_test(__tool(id = $copies, form = copies(12)))]
                $($function)*
            )*
        }
        const FUNCTIONS: &[(&str, &str)] = &[$(($counter, $copies)),*];
    };
}

mod support {
    pub(crate) use std::cell::RefCell;
    pub(crate) use std::collections::{BTreeMap, HashMap};
    pub(crate) use std::fmt::Display;
    pub(crate) use std::ops::ControlFlow;

    pub(crate) use unroll_test::{ensures, requires, unroll_test};

    #[derive(unroll_test::Input)]
    pub(crate) struct Words(pub(crate) Vec<u8>, pub(crate) String);

    /// Notes its drop, so that the order of drops shows in results.
    pub(crate) struct Noted<'l>(pub(crate) &'l RefCell<Vec<u32>>, pub(crate) u32);

    impl Drop for Noted<'_> {
        fn drop(&mut self) {
            self.0.borrow_mut().push(self.1);
        }
    }

    impl Noted<'_> {
        pub(crate) fn below(&self, limit: u32) -> Option<u32> {
            (self.1 < limit).then_some(self.1 + 1)
        }
    }
}

forms! {
    "n_calls" "k_calls" {
        fn calls_of_closures(items: &[u8], limit: u8) -> (u32, Option<u8>, usize) {
            let mut total = 0;
            let mut count = |item: u8| -> u32 {
                let mut left = item % 8;
                while left > 0 { left -= 1; total += 1; if total == 30 { return 0 } }
                u32::from(item)
            };
            let mut sum = 0;
            for item in items {
                sum += count(*item);
                if sum > 300 { break }
            }
            let sharp = items.iter().copied().try_fold(0u8, |all, item| {
                let Some(low) = item.checked_sub(limit) else { return None };
                match low { 0 => None, 1 => Some(all), _ => all.checked_add(low) }
            });
            let pairs: Box<dyn Iterator<Item = (u8, u8)>> = Box::new(
                items.iter().flat_map(|&a| items.iter().filter(move |&&b| a < b).map(move |&b| (a, b))),
            );
            (sum, sharp, pairs.take(9).count())
        }
    }
    "n_chain" "k_chain" {
        fn let_chains(items: &[Option<u8>]) -> u32 {
            let mut at = 0;
            while let Some(item) = items.get(at) && let Some(value) = item && *value < 200 {
                at += 1;
                if let Some(Some(next)) = items.get(at) && next > value { continue }
                if at == 7 { break }
            }
            at as u32
        }
    }
    "n_drops" "k_drops" {
        fn order_of_drops(limit: u32) -> Vec<u32> {
            let limit = limit % 6;
            let log = RefCell::new(Vec::new());
            let mut n = 0;
            while let Some(next) = Noted(&log, n).below(limit) {
                let _kept = Noted(&log, 100 + n);
                n = next;
                if n == 4 { continue }
                log.borrow_mut().push(50);
            }
            for _ in [Noted(&log, 7), Noted(&log, 8)].iter() {
                log.borrow_mut().push(60);
            }
            for noted in [Noted(&log, 9), Noted(&log, 10)] {
                if limit == 3 { break }
                log.borrow_mut().push(noted.1);
            }
            let length = loop {
                let noted = Noted(&log, 11);
                if noted.1 > 3 { break log.borrow().len() as u32 }
            };
            log.borrow_mut().push(length);
            log.into_inner()
        }
    }
    "n_early" "k_early" {
        fn every_way_out(items: &[i8]) -> Result<Box<dyn Display>, Box<dyn std::error::Error>> {
            let mut seen = HashMap::new();
            'rows: for (row, item) in items.iter().enumerate() {
                let count = 'count: {
                    for low in 0..row {
                        if items[low] == *item { break 'count low }
                        if low == 5 { continue 'rows }
                    }
                    row
                };
                let text = if count % 2 == 0 { item.to_string() } else { String::from("x") };
                let value: i16 = loop {
                    match text.as_str() {
                        "3" => break 'rows,
                        "x" if row == 3 => return Ok(Box::new(text)),
                        "x" => break -1,
                        other => break other.parse()?,
                    }
                };
                let Some(positive) = u16::try_from(value).ok().filter(|value| *value != 9) else {
                    seen.insert(row, 0);
                    if row > 6 { return Err("many".into()) }
                    continue;
                };
                *seen.entry(count).or_insert(0) += positive;
            }
            Ok(Box::new(seen.len()))
        }
    }
    "n_moves" "k_moves" {
        #[requires(parts.len() < 9)]
        #[ensures(|result| result.0.len() <= old(parts.len()))]
        fn moves_and_closures(mut parts: Vec<String>, flow: bool) -> (Vec<String>, usize) {
            let mut out = Vec::new();
            let mut add = |part: String| out.push(part);
            let mut longest: Option<String> = None;
            while let Some(part) = parts.pop() {
                let part = part;
                if part.is_empty() { add(part); continue }
                let keep = move |other: &String| part.len() > other.len();
                if longest.as_ref().is_none_or(keep) { longest = parts.pop() }
                let step: ControlFlow<(), u8> = (0..3).try_for_each(|n| {
                    if n == 2 && flow { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }).map_continue(|()| 1);
                match step { ControlFlow::Break(()) => break, ControlFlow::Continue(_) => () }
            }
            (out, longest.map_or(0, |longest| longest.len()))
        }
    }
    "n_borrow" "k_borrow" {
        #[ensures(|result| result.is_none_or(|item| *item > 9))]
        fn borrows(items: &mut [u8], fallback: Option<u8>) -> Option<&u8> {
            for item in items.iter_mut() {
                *item = item.saturating_add(fallback?);
            }
            let mut rest = &*items;
            while let [first, tail @ ..] = rest {
                if *first > 9 { return Some(first) }
                rest = tail;
            }
            None
        }
    }
    "n_nested" "k_nested" {
        fn nested_values(grid: [[u8; 3]; 3]) -> Option<(usize, usize)> {
            let at = 'find: loop {
                for (y, row) in grid.iter().enumerate() {
                    let x = 'row: {
                        let mut x = 0;
                        loop {
                            if x == row.len() { break 'row None }
                            if row[x] == 7 { break 'row Some(x) }
                            if row[x] == 9 { break 'find None }
                            x += 1;
                        }
                    };
                    if let Some(x) = x { break 'find Some((x, y)) }
                }
                break None;
            };
            let (x, y) = at?;
            Some((y, x))
        }
    }
    "n_generic" "k_generic" {
        fn iterators(items: &Words) -> usize {
            let mut iter = items.0.iter().peekable();
            let mut runs = 0;
            while let Some(item) = iter.next() {
                while iter.next_if(|next| *next == item).is_some() {}
                runs += 1;
            }
            for (n, word) in items.1.split(' ').enumerate().skip(1) {
                if word.is_empty() { continue }
                runs += n;
            }
            let mut counts = BTreeMap::new();
            for c in items.1.chars().filter(|c| c.is_ascii()) { *counts.entry(c).or_insert(0_usize) += 1 }
            runs + counts.values().max().copied().unwrap_or_default()
        }
    }
}

/// The same function twice: with jumps in macros, and with them written out.
#[expect(
    clippy::needless_return,
    reason = "a closure that returns leaves no loop around it"
)]
mod jumps {
    use super::support::*;

    macro_rules! leave {
        ($value:expr) => {
            return $value
        };
    }
    macro_rules! stop {
        ($($value:expr)?) => {
            break $($value)?
        };
    }
    macro_rules! to {
        ($label:lifetime) => {
            continue $label
        };
        (behind $label:lifetime) => {
            break $label
        };
    }

    #[unroll_test(__tool(id = "m_hidden", form = counter))]
    #[ensures(|&found| found != 77)]
    fn hidden(rows: &[Vec<u8>], limit: u8) -> u32 {
        let mut total = 0;
        'rows: for row in rows {
            let mut first = true;
            for item in row {
                match *item % 8 {
                    0 => leave!(total),
                    1 => to!('rows),
                    2 => to!(behind 'rows),
                    3 if first => continue,
                    4 => return 77,
                    5 => stop!(),
                    _ => total += u32::from(*item),
                }
                first = false;
            }
            let sum = row
                .iter()
                .map(|item| match item {
                    0 => leave!(0),
                    _ => u32::from(*item),
                })
                .sum();
            if total > 99 {
                leave!(sum)
            }
        }
        let mut left = limit;
        total
            + loop {
                if left == 0 {
                    break 1;
                }
                match left % 7 {
                    3 => stop!(5),
                    5 => left /= 2,
                    _ => left -= 1,
                }
            }
    }

    #[unroll_test(__tool(id = "m_written", form = counter))]
    #[ensures(|&found| found != 77)]
    fn written(rows: &[Vec<u8>], limit: u8) -> u32 {
        let mut total = 0;
        'rows: for row in rows {
            let mut first = true;
            for item in row {
                match *item % 8 {
                    0 => return total,
                    1 => continue 'rows,
                    2 => break 'rows,
                    3 if first => continue,
                    4 => return 77,
                    5 => break,
                    _ => total += u32::from(*item),
                }
                first = false;
            }
            let sum = row
                .iter()
                .map(|item| match item {
                    0 => return 0,
                    _ => u32::from(*item),
                })
                .sum();
            if total > 99 {
                return sum;
            }
        }
        let mut left = limit;
        total
            + loop {
                if left == 0 {
                    break 1;
                }
                match left % 7 {
                    3 => break 5,
                    5 => left /= 2,
                    _ => left -= 1,
                }
            }
    }
}

/// The answers of the replay program to `requests`, split into outcome blocks.
fn replay(id: &str, requests: &str) -> Vec<String> {
    let mut child = Command::new(env::current_exe().expect("this executable"))
        .env("UNROLL_DRIVER", id)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the replay program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(requests.as_bytes())
        .expect("write the requests");
    drop(stdin);
    let output = child.wait_with_output().expect("the replay program ends");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut blocks = Vec::new();
    for line in text.lines() {
        if line.starts_with("case") || blocks.is_empty() {
            blocks.push(String::new());
        }
        let block = blocks.last_mut().expect("a block");
        if line != "." && !line.starts_with("runs ") {
            block.push_str(line);
            block.push('\n');
        }
    }
    blocks
}

#[test]
fn both_forms_do_the_same() {
    for (counter, copies) in FUNCTIONS {
        let outcomes = replay(counter, "search 7 400 12 3,7,9\n");
        assert!(
            outcomes.len() >= 3,
            "{counter} was left in {} ways",
            outcomes.len()
        );
        let mut compared = 0;
        for outcome in outcomes {
            let case = outcome.lines().next().expect("a case line");
            let request = format!(
                "run {}\n",
                case.strip_prefix("case").expect("a case").trim()
            );
            let copied = replay(copies, &request).concat();
            if !copied.contains("\nend inapplicable") {
                assert_eq!(copied, outcome, "{copies}");
                compared += 1;
            }
        }
        assert!(compared >= 3, "{counter} was compared {compared} times");
    }
}

#[test]
fn jumps_in_macros_leave_loops_as_if_they_were_written_out() {
    let outcomes = replay("m_written", "search 7 2000 12 3,7,9\n");
    assert!(outcomes.len() >= 20, "{} ways out", outcomes.len());
    for outcome in outcomes {
        let case = outcome.lines().next().expect("a case line");
        let case = case.strip_prefix("case").expect("a case").trim();
        let hidden = replay("m_hidden", &format!("run {case}\n")).concat();
        assert_eq!(hidden, outcome);
    }
}
