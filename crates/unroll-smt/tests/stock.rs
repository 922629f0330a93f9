//! The stock `z3` program gives the same answers to the printed queries as the session gave.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use unroll_smt::solver::smtlib::{Check, Status, script};
use unroll_smt::{Answer, Limits, Session};

mod queries;

use queries::Query;

/// `UNROLL_Z3_BIN`, else the one that `cargo xtask setup` put below `target/libz3/`, else the one on `PATH`.
fn z3_program() -> PathBuf {
    if let Some(path) = std::env::var_os("UNROLL_Z3_BIN") {
        return path.into();
    }
    let beside = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/libz3/bin/z3"
    ));
    if beside.exists() { beside } else { "z3".into() }
}

fn solved(query: &Query) -> Vec<Check> {
    let mut session = Session::new(Limits::default());
    for assertion in &query.assertions {
        session.assert(&query.terms, *assertion);
    }
    let mut checks = vec![];
    for (number, goal) in query.goals.iter().enumerate() {
        let status = match session.check(&query.terms, &[*goal]) {
            Answer::Sat(model) => {
                for term in query.assertions.iter().chain([goal]) {
                    assert_eq!(
                        model.value(&query.terms, *term),
                        1,
                        "{}: goal {number}",
                        query.name
                    );
                }
                Status::Sat
            }
            Answer::Unsat { core } => {
                assert_eq!(core, [*goal], "{}: goal {number}", query.name);
                Status::Unsat
            }
            Answer::Unknown(reason) => panic!("{}: goal {number}: {reason}", query.name),
        };
        let comment = format!("goal {number}");
        checks.push(Check {
            assumptions: vec![*goal],
            status,
            comment,
        });
    }
    checks
}

fn check_stock_z3_agrees(query: &Query) {
    let checks = solved(query);
    let text = script(&query.terms, &BTreeMap::new(), &query.assertions, &checks);
    let mut child = Command::new(z3_program())
        .arg("-in")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect(
            "the z3 program starts (`cargo xtask setup` gets it; UNROLL_Z3_BIN names another one)",
        );
    let mut input = child.stdin.take().expect("invariant: stdin is piped");
    input
        .write_all(text.as_bytes())
        .expect("the script is written");
    drop(input);
    let output = child.wait_with_output().expect("the answers are read");
    let answers = String::from_utf8_lossy(&output.stdout);
    let expected: Vec<_> = checks
        .iter()
        .map(|check| check.status.to_string())
        .collect();
    assert_eq!(
        answers.lines().collect::<Vec<_>>(),
        expected,
        "{}\n{text}",
        query.name
    );
}

#[test]
fn on_bisection_of_integers() {
    check_stock_z3_agrees(&queries::square_root(3, false));
    check_stock_z3_agrees(&queries::square_root(3, true));
}

#[test]
fn on_trial_division() {
    check_stock_z3_agrees(&queries::prime_check(8));
}

#[test]
fn on_a_sorted_slice() {
    check_stock_z3_agrees(&queries::binary_search(6, 200));
}
