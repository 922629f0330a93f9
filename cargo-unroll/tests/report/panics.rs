//! The rows of places that can panic.

use cargo_unroll::model::outcome::{Objective, ObjectiveOutcome, Verdict};
use cargo_unroll::report::{FunctionContext, FunctionReport, Origin, Symbols, strip, table};
use unroll_protocol::PanicKind;
use unroll_syntax::{Criteria, Criterion};

use super::jobs::{job, span};
use super::outcomes::outcome;
use super::{FILE, sample, undecided};

fn place(file: &str, line: u32, column: u32, panic: PanicKind) -> ObjectiveOutcome {
    ObjectiveOutcome {
        objective: Objective::Panic {
            place: span(file, line, column),
            panic,
        },
        exit: None,
        verdict: undecided(),
        test: None,
        proved_in: None,
        millis: 1,
    }
}

#[test]
fn places_of_called_functions_have_a_row_for_each_file() {
    let text = sample();
    let mut job = job(&text, FILE, "krate::sample::bubble");
    job.criteria = Criteria::new([Criterion::Panics]).expect("there is one");
    let line = job.span.line;
    let mut decided = place(FILE, line + 1, 9, PanicKind::Index);
    decided.verdict = Verdict::Unreachable {
        bound_independent: true,
    };
    let outcome = outcome(
        vec![
            place(FILE, line + 2, 9, PanicKind::AddOverflow),
            place(FILE, line + 2, 20, PanicKind::Index),
            place(FILE, line + 2, 28, PanicKind::AddOverflow),
            place(FILE, line + 40, 5, PanicKind::Index),
            place("src/other.rs", line + 2, 5, PanicKind::Index),
            place("src/other.rs", 90, 5, PanicKind::DivZero),
            decided,
        ],
        vec![],
    );
    let report = FunctionReport {
        job: &job,
        outcome: &outcome,
        tests: &[],
        millis: 1,
        context: FunctionContext {
            source: Some(Origin {
                line,
                text: "fn\n\n\n\n\n",
            }),
            ..FunctionContext::default()
        },
    };
    let shown = strip(&table(&report, &mut Symbols::new()));
    let rows: Vec<_> = shown.lines().skip(1).take(4).collect();
    assert_eq!(
        rows,
        [
            "  panics  7 places: 1 cannot, 6 undecided",
            &format!("    ? line {}  add-overflow, index", line + 2),
            &format!("    ? {FILE}  1 place in called functions"),
            "    ? src/other.rs  2 places in called functions",
        ],
        "{shown}"
    );
}
