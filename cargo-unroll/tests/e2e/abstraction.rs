//! Exits that control flow excludes, behind code that no solver looks through in a test's time.

use crate::support::Krate;

const FUNCTIONS: &str = "//! Loops around parsers, queues and trees.

use std::collections::{BinaryHeap, VecDeque};

/// What is left of stones that are smashed in pairs, the heaviest first.
pub fn last_stone(stones: Vec<u8>) -> u8 {
    let mut heap: BinaryHeap<u8> = stones.into_iter().collect();
    loop {
        if let Some(first) = heap.pop() {
            if let Some(second) = heap.pop() {
                if first > second {
                    heap.push(first - second);
                }
            } else {
                return first;
            }
        } else {
            return 0;
        }
    }
}

/// A tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// What its root holds.
    pub value: u8,
    /// What stands below.
    pub below: Vec<Tree>,
}

/// How many values of a tree are odd.
pub fn odd(tree: &Tree) -> usize {
    let mut queue = VecDeque::from([tree]);
    let mut odd = 0;
    while let Some(tree) = queue.pop_front() {
        odd += usize::from(tree.value % 2 == 1);
        queue.extend(&tree.below);
    }
    odd
}

/// The sum of numbers with signs before them, as in `+1 -2`.
pub fn sum(tokens: &[String]) -> Option<i32> {
    let mut sum: i32 = 0;
    for token in tokens {
        let sign = match token.chars().next() {
            Some('+') => 1,
            Some('-') => -1,
            _ => return None,
        };
        let Ok(number) = token[1..].parse::<u8>() else { return None };
        sum = sum.checked_add(sign * i32::from(number))?;
        if number == 0 {
            return Some(sum);
        }
    }
    Some(sum)
}
";

#[test]
fn exits_that_control_flow_excludes_are_unreachable_at_any_depth() {
    let krate = Krate::of_fixture("bad/no_annotation", "abstraction");
    krate.write("src/lib.rs", FUNCTIONS);
    let report = krate.report(0, &["--all-functions", "--depth", "3", "--timeout", "30"]);
    let verdict = |function: &str, depth: u64, branch: u64| {
        let function = format!("no_annotation::{function}");
        let mut lines = report.lines("objective");
        let line = lines.find(|line| {
            line["function"] == function && line["depth"] == depth && line["branch"] == branch
        });
        let line = line.unwrap_or_else(|| panic!("{function} has depth {depth}, branch {branch}"));
        (line["verdict"].clone(), line["bound_independent"].clone())
    };
    let never = ("unreachable".into(), true.into());
    // It returns in an iteration, and never smashes a pair in that one.
    assert_eq!(verdict("last_stone", 0, 0), never);
    for depth in 1..=3 {
        for branch in [2, 3, 4] {
            assert_eq!(
                verdict("last_stone", depth, branch),
                never,
                "{depth} {branch}"
            );
        }
        assert_eq!(verdict("last_stone", depth, 5).0, "covered", "{depth}");
    }
    // The queue begins with the root of a tree, whose size is not bounded.
    assert_eq!(verdict("odd", 0, 0), never);
    assert_eq!(verdict("odd", 1, 0).0, "covered");
    let run = krate.test("");
    assert_eq!(run.code, Some(0), "{run}");
}
