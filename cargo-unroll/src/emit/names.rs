//! Names of test modules and test functions: short, stable, unique.
//!
//! A name depends on what the test shows and on nothing else: not on line numbers, not on the order in which inputs were
//! found, not on what other functions were analysed in the same run.

pub(crate) mod edited;

use std::collections::BTreeMap;

use super::labels::{self, paths};
use super::words;
use crate::model::job::{ClauseKind, Job};
use crate::model::outcome::{FunctionOutcome, Objective, RunEnd};

/// Longest text taken from a panic message into a name.
const SLUG_LEN: usize = 40;

/// Names of all tests of a function, in order.
pub(crate) fn test_names(job: &Job, outcome: &FunctionOutcome) -> Vec<String> {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let own_name = |at: usize| edited::name(outcome.tests[at].edited.as_deref()?).ok();
    let tests = 0..outcome.tests.len();
    // An edited test has the name that its text says, so the others make way.
    for name in tests.clone().filter_map(own_name) {
        unique(&mut seen, name);
    }
    let name = |at| own_name(at).unwrap_or_else(|| unique(&mut seen, test_name(job, outcome, at)));
    tests.map(name).collect()
}

fn test_name(job: &Job, outcome: &FunctionOutcome, at: usize) -> String {
    let test = &outcome.tests[at];
    let served = test.objectives.iter();
    let served = served.filter_map(|at| Some(&outcome.objectives.get(*at)?.objective));
    match &test.ending {
        RunEnd::Panicked { message, .. } => {
            let slug = slug(message);
            if slug.is_empty() {
                "panics".to_owned()
            } else {
                format!("panics_{slug}")
            }
        }
        RunEnd::Violated { clause } => {
            // The least one, whatever order objectives were found in.
            let violation = served
                .filter(|objective| matches!(objective, Objective::Violation { .. }))
                .min();
            format!(
                "violates_{}{}",
                clause_name(job, *clause),
                violation
                    .map(|objective| violation_place(job, objective))
                    .unwrap_or_default()
            )
        }
        RunEnd::Returned { .. } if words::is_longer(job, outcome, at) => "longer_input".to_owned(),
        RunEnd::Returned { .. } if test.is_beside_edge => "boundary_input".to_owned(),
        RunEnd::Returned { .. } => {
            let new = labels::first_served(outcome, at);
            let is_exit = |at: &usize| {
                let objective = &outcome.objectives[*at].objective;
                matches!(objective, Objective::LoopExit { .. })
            };
            let of_label = || labels::name(job, outcome, &new);
            let of_exit = served.filter_map(|objective| match objective {
                Objective::LoopExit {
                    loop_,
                    depth,
                    branch,
                } => Some((*loop_, *depth, *branch)),
                _ => None,
            });
            let of_exit = of_exit.min().map(|exit| exit_name(job, exit));
            let name = if new.iter().any(is_exit) {
                of_exit
            } else {
                of_label().or(of_exit)
            };
            name.or_else(|| paths::name(job, outcome, &new))
                .unwrap_or_else(|| "returns".to_owned())
        }
    }
}

/// `loop_1_after_3_branch_2`, `closure_1_calls_3`, `recursion_depth_3`.
fn exit_name(job: &Job, (loop_, depth, branch): (u32, u32, u32)) -> String {
    let exit = match job.name_of(loop_) {
        ("loop", number) => format!("loop_{number}_after_{depth}"),
        ("closure", number) => format!("closure_{number}_calls_{depth}"),
        (noun, _) => format!("{noun}_depth_{depth}"),
    };
    match branch {
        0 => exit,
        _ => format!("{exit}_branch_{branch}"),
    }
}

fn violation_place(job: &Job, objective: &Objective) -> String {
    match objective {
        Objective::Violation { loop_, depth, .. } if *loop_ > 0 => {
            let (noun, number) = job.name_of(*loop_);
            format!("_{noun}_{number}_after_{depth}")
        }
        _ => String::new(),
    }
}

/// `ensures_2`: the kind of the clause and its number, from 1, among those of its kind.
fn clause_name(job: &Job, clause: u32) -> String {
    let Some(info) = job.clauses.get(clause as usize) else {
        return format!("clause_{clause}");
    };
    let kind = match info.kind {
        ClauseKind::Requires => "requires",
        ClauseKind::Ensures => "ensures",
        ClauseKind::Invariant => "invariant",
        ClauseKind::TypeInvariant => "type_invariant",
    };
    let number = job.clauses[..=clause as usize]
        .iter()
        .filter(|other| other.kind == info.kind)
        .count();
    format!("{kind}_{number}")
}

/// The words of a panic message that do not depend on the input: up to the first `:`, without digits.
fn slug(message: &str) -> String {
    let head = message.split([':', '\n']).next().unwrap_or_default();
    let mut slug = String::new();
    for c in head.chars().filter(|c| !c.is_ascii_digit()) {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('_') {
            slug.push('_');
        }
    }
    if slug.len() > SLUG_LEN {
        let cut = slug[..SLUG_LEN].rfind('_').unwrap_or(SLUG_LEN);
        slug.truncate(cut);
    }
    slug.trim_end_matches('_').to_owned()
}

/// `BTreeMap` to `b_tree_map`.
pub(crate) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|j| chars[j]);
        let starts_word = c.is_uppercase()
            && before.is_some_and(|b| {
                b.is_lowercase()
                    || b.is_ascii_digit()
                    || (b.is_uppercase() && chars.get(i + 1).is_some_and(|n| n.is_lowercase()))
            });
        if !(c.is_alphanumeric() || c == '_') {
            continue;
        }
        if starts_word && !snake.ends_with('_') {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// An identifier without `r#`.
pub(crate) fn unraw(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// `name` as an identifier that is no keyword.
pub(crate) fn identifier(name: &str) -> String {
    let name = unraw(name);
    if syn::parse_str::<syn::Ident>(name).is_ok() {
        name.to_owned()
    } else {
        format!("{name}_")
    }
}

/// `name`, or `name_2` and so on when it was given before.
pub(crate) fn unique(seen: &mut BTreeMap<String, u32>, name: String) -> String {
    let count = seen.entry(name.clone()).or_insert(0);
    *count += 1;
    match *count {
        1 => name,
        n => {
            // A test may have just this name by itself.
            let numbered = format!("{name}_{n}");
            unique(seen, numbered)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_keep_what_no_input_changes() {
        assert_eq!(
            slug("index out of bounds: the len is 3 but the index is 3"),
            "index_out_of_bounds"
        );
        assert_eq!(
            slug("attempt to add with overflow"),
            "attempt_to_add_with_overflow"
        );
        assert_eq!(slug("17"), "");
        assert!(slug(&"very long ".repeat(20)).len() <= SLUG_LEN);
    }

    #[test]
    fn type_names_become_snake_case() {
        assert_eq!(snake_case("BTreeMap"), "b_tree_map");
        assert_eq!(snake_case("HTTPServer"), "http_server");
        assert_eq!(snake_case("Crc32Table"), "crc32_table");
    }

    #[test]
    fn keywords_are_no_module_names() {
        assert_eq!(identifier("r#match"), "match_");
        assert_eq!(identifier("parse"), "parse");
    }

    #[test]
    fn a_numbered_name_does_not_meet_a_given_one() {
        let mut seen = BTreeMap::new();
        let names = ["a", "a_2", "a", "a"].map(|name| unique(&mut seen, name.to_owned()));
        assert_eq!(names, ["a", "a_2", "a_2_2", "a_3"]);
    }
}
