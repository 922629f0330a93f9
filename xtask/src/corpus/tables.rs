//! Records as tables: crates, codes, reasons and functions.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

use super::record::{FunctionRecord, Record};

/// The work that support for the functions of each code would take.
const REMEDIES: [(&str, &str); 16] = [
    (
        "U0104",
        "types for traits of dependencies, such as those of serde, and for `Hasher`",
    ),
    (
        "U0106",
        "nothing: destructors run when a value is dropped, they are not called",
    ),
    (
        "U0107",
        "types for the parameters of the block whose bounds name traits of dependencies",
    ),
    (
        "U0111",
        "`Input` for iterators and pointers to functions that a struct holds, and types of dependencies",
    ),
    (
        "U0112",
        "nothing: it can only be reached through the function around it",
    ),
    ("U0114", "nothing: it does more than compute"),
    (
        "U0115",
        "values by calls of generic functions and of those in trait implementations",
    ),
    (
        "U0116",
        "values by calls of generic functions and of those in trait implementations",
    ),
    ("U0201", "a meaning for the construct in the engine"),
    (
        "U0202",
        "a meaning for the foreign function, or the standard library's body of it",
    ),
    ("U0204", "smaller formulas, or paths one by one"),
    ("U0208", "other calls to build values with, or more of them"),
    ("U0301", "smaller formulas, or paths one by one"),
    (
        "nothing to reach",
        "a greater depth: each objective up to this one is unreachable",
    ),
    ("U0410", "tests that compile in the crate's own setting"),
    (
        "U0411",
        "nothing where each run gives something else; else what the test says of the result",
    ),
];

/// One line about a crate.
pub(super) fn line(record: &Record) -> String {
    let sum = Sum::of([record]);
    format!(
        "{} {}: {} of {} functions tested, {} of {} objectives decided, {} tests, {} s{}",
        record.name,
        record.version,
        sum.tested,
        sum.counted,
        sum.decided,
        sum.objectives,
        sum.tests,
        record.millis / 1000,
        match (&record.trouble, record.failing) {
            (Some(trouble), _) => format!(", {trouble}"),
            (None, 0) => String::new(),
            (None, failing) => format!(", {failing} TESTS FAIL"),
        }
    )
}

/// Counts over crates.
#[derive(Debug, Default, PartialEq, Eq)]
struct Sum {
    crates: usize,
    functions: usize,
    counted: usize,
    ok: usize,
    partial: usize,
    tested: usize,
    /// Objectives of functions with tests.
    objectives: usize,
    covered: usize,
    unreachable: usize,
    within_depth: usize,
    decided: usize,
    /// Places of functions with tests that can panic.
    places: usize,
    places_decided: usize,
    /// Objectives and places of functions with tests, by summaries of functions.
    by_proofs: usize,
    by_pairs: usize,
    tests: usize,
    failing: usize,
    inconsistent: usize,
    millis: u64,
}

impl Sum {
    fn of<'r>(records: impl IntoIterator<Item = &'r Record>) -> Self {
        let mut sum = Self::default();
        for record in records {
            sum.crates += 1;
            sum.functions += record.looping().count();
            sum.tests += record.tests;
            sum.failing += record.failing;
            sum.millis += record.millis;
            let wrong =
                |function: &&FunctionRecord| function.codes.iter().any(|code| code == "U0900");
            sum.inconsistent += record.functions.iter().filter(wrong).count();
            for function in record.counted() {
                sum.counted += 1;
                if function.is_tested() {
                    sum.add(function);
                }
            }
        }
        sum
    }

    fn add(&mut self, function: &FunctionRecord) {
        self.tested += 1;
        self.ok += usize::from(function.verdict == "ok");
        self.partial += usize::from(function.verdict != "ok");
        self.objectives += function.decided() + function.open();
        self.covered += function.covered;
        self.unreachable += function.unreachable;
        self.within_depth += function.within_depth;
        self.decided += function.decided();
        self.places += function.panics.decided() + function.panics.open;
        self.places_decided += function.panics.decided();
        self.by_proofs += function.summarised.by_proofs;
        self.by_pairs += function.summarised.by_pairs;
    }
}

/// A share in percent, rounded down.
fn percent(part: usize, whole: usize) -> String {
    match (part * 100).checked_div(whole) {
        Some(percent) => format!("{percent} %"),
        None => String::new(),
    }
}

fn row(text: &mut String, cells: &[String]) {
    let _ = writeln!(text, "| {} |", cells.join(" | "));
}

/// The head of a table; the `numbers` are the columns that are aligned on the right.
fn head(text: &mut String, cells: &[&str], numbers: Range<usize>) {
    let cells: Vec<_> = cells.iter().map(|&cell| cell.to_owned()).collect();
    row(text, &cells);
    for column in 0..cells.len() {
        let is_number = numbers.contains(&column);
        text.push_str(if is_number { "|--:" } else { "|---" });
    }
    text.push_str("|\n");
}

/// The table that the README repeats.
pub(super) fn summary(records: &[Record]) -> String {
    let sum = Sum::of(records);
    let mut text = String::new();
    head(&mut text, &["", "number", "share"], 1..3);
    let mut line = |name: &str, number: usize, whole: usize| {
        row(
            &mut text,
            &[name.to_owned(), number.to_string(), percent(number, whole)],
        );
    };
    line("crates", sum.crates, 0);
    line("functions with a loop or a branch", sum.functions, 0);
    line("of these counted", sum.counted, 0);
    line("of these with tests", sum.tested, sum.counted);
    line("objectives of functions with tests", sum.objectives, 0);
    line("of these decided", sum.decided, sum.objectives);
    line("places in them that can panic", sum.places, 0);
    line("of these decided", sum.places_decided, sum.places);
    line(
        "of all decided, by proofs about functions that are called",
        sum.by_proofs,
        0,
    );
    line(
        "of all decided, by pairs of arguments and results",
        sum.by_pairs,
        0,
    );
    line("tests", sum.tests, 0);
    line("of these failing", sum.failing, 0);
    line("native run and engine disagree", sum.inconsistent, 0);
    text
}

/// One row a crate.
pub(super) fn crates(records: &[Record]) -> String {
    let mut text = String::new();
    let cells = [
        "crate",
        "area",
        "with objectives",
        "counted",
        "ok",
        "partial",
        "no tests",
        "covered",
        "unreachable",
        "within depth",
        "undecided",
        "tests",
        "failing",
        "seconds",
    ];
    head(&mut text, &cells, 2..14);
    let mut add = |name: String, area: &str, sum: &Sum| {
        let numbers = [
            sum.functions,
            sum.counted,
            sum.ok,
            sum.partial,
            sum.counted - sum.tested,
            sum.covered,
            sum.unreachable,
            sum.within_depth,
            sum.objectives - sum.decided,
            sum.tests,
            sum.failing,
        ];
        let mut cells = vec![name, area.to_owned()];
        cells.extend(numbers.map(|number| number.to_string()));
        cells.push((sum.millis / 1000).to_string());
        row(&mut text, &cells);
    };
    for record in records {
        let name = format!("{} {}", record.name, record.version);
        add(name, &record.area, &Sum::of([record]));
    }
    add("all".to_owned(), "", &Sum::of(records));
    text
}

/// One row for each code that leaves counted functions without tests.
pub(super) fn codes(records: &[Record]) -> String {
    let mut codes: BTreeMap<&str, Vec<&FunctionRecord>> = BTreeMap::new();
    for function in records.iter().flat_map(Record::counted) {
        if !function.is_tested() {
            codes.entry(code(function)).or_default().push(function);
        }
    }
    let mut codes: Vec<_> = codes.into_iter().collect();
    codes.sort_by_key(|(code, functions)| (std::cmp::Reverse(functions.len()), *code));
    let mut text = String::new();
    head(
        &mut text,
        &[
            "code",
            "functions",
            "example",
            "what supporting them would take",
        ],
        1..2,
    );
    for (code, functions) in codes {
        let remedy = REMEDIES.iter().find(|(of, _)| *of == code);
        let example = functions.first().map_or("", |function| &function.path);
        let cells = [
            code.to_owned(),
            functions.len().to_string(),
            format!("`{example}`"),
            remedy.map_or("", |(_, text)| text).to_owned(),
        ];
        row(&mut text, &cells);
    }
    text
}

/// Why a function has no tests; after `--list`, whether it can be analysed.
fn code(function: &FunctionRecord) -> &str {
    if function.verdict.is_empty() {
        return "can be analysed";
    }
    function.outcome()
}

/// One row for each reason why objectives of functions with tests are undecided.
pub(super) fn reasons(records: &[Record]) -> String {
    let mut reasons: BTreeMap<&str, (usize, Vec<&str>)> = BTreeMap::new();
    for function in records.iter().flat_map(Record::counted) {
        for (reason, count) in &function.undecided {
            let (objectives, functions) = reasons.entry(reason).or_default();
            *objectives += count;
            functions.push(&function.path);
        }
    }
    let mut reasons: Vec<_> = reasons.into_iter().collect();
    reasons.sort_by_key(|(reason, (objectives, _))| (std::cmp::Reverse(*objectives), *reason));
    let mut text = String::new();
    head(
        &mut text,
        &["reason", "objectives", "functions", "example"],
        1..3,
    );
    for (reason, (objectives, functions)) in reasons {
        let cells = [
            reason.replace('|', "\\|"),
            objectives.to_string(),
            functions.len().to_string(),
            format!("`{}`", functions.first().unwrap_or(&"")),
        ];
        row(&mut text, &cells);
    }
    text
}

/// One row a function.
pub(super) fn functions(records: &[Record]) -> String {
    let mut text = String::new();
    let cells = [
        "function",
        "outcome",
        "covered",
        "unreachable",
        "within depth",
        "undecided",
        "tests",
        "seconds",
    ];
    head(&mut text, &cells, 2..8);
    for function in records.iter().flat_map(Record::looping) {
        let outcome = match function.outside {
            Some(outside) => format!("not counted: {}", outside.word()),
            None => function.outcome().to_owned(),
        };
        let mut cells = vec![format!("`{}`", function.path), outcome];
        let numbers = [
            function.covered,
            function.unreachable,
            function.within_depth,
            function.open(),
            function.tests,
        ];
        cells.extend(numbers.map(|number| number.to_string()));
        let seconds = function.millis / 1000;
        cells.push(format!("{seconds}.{}", function.millis % 1000 / 100));
        row(&mut text, &cells);
    }
    text
}

/// The output of `--list`.
pub(super) fn listing(records: &[Record]) -> String {
    let sum = Sum::of(records);
    format!(
        "{} functions with a loop, {} counted\n\n{}",
        sum.functions,
        sum.counted,
        codes(records)
    )
}

/// The tables of a run.
pub(super) fn tables(records: &[Record]) -> String {
    [
        crates(records),
        codes(records),
        reasons(records),
        summary(records),
    ]
    .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::record::{Panics, Summarised};
    use crate::corpus::scope::Outside;

    fn records() -> Vec<Record> {
        let tested = FunctionRecord {
            path: "a::f".to_owned(),
            verdict: "partial".to_owned(),
            covered: 3,
            unreachable: 2,
            within_depth: 1,
            undecided: [("time".to_owned(), 2)].into(),
            panics: Panics {
                shown: 1,
                cannot: 2,
                open: 1,
            },
            summarised: Summarised {
                by_proofs: 2,
                by_pairs: 1,
            },
            tests: 3,
            ..FunctionRecord::default()
        };
        let skipped = FunctionRecord {
            path: "a::g".to_owned(),
            verdict: "unsupported".to_owned(),
            codes: vec!["U0104".to_owned()],
            ..FunctionRecord::default()
        };
        let outside = FunctionRecord {
            path: "a::h".to_owned(),
            outside: Some(Outside::Io),
            ..skipped.clone()
        };
        let no_loop = FunctionRecord {
            path: "a::calls_one_of_its_name".to_owned(),
            verdict: "ok".to_owned(),
            ..FunctionRecord::default()
        };
        vec![Record {
            name: "a".to_owned(),
            version: "1.0.0".to_owned(),
            functions: vec![tested, skipped, outside, no_loop],
            tests: 3,
            ..Record::default()
        }]
    }

    #[test]
    fn what_is_not_counted_is_in_no_share() {
        let sum = Sum::of(&records());
        assert_eq!((sum.functions, sum.counted, sum.tested), (3, 2, 1));
        assert_eq!((sum.objectives, sum.decided), (8, 6));
        let summary = summary(&records());
        assert!(
            summary.contains("| of these with tests | 1 | 50 % |"),
            "{summary}"
        );
        assert!(
            summary.contains("| of these decided | 6 | 75 % |"),
            "{summary}"
        );
        assert!(
            summary.contains("| of these decided | 3 | 75 % |"),
            "{summary}"
        );
        for row in [
            "functions that are called | 2 |",
            "arguments and results | 1 |",
        ] {
            assert!(summary.contains(row), "{summary}");
        }
    }

    #[test]
    fn codes_have_count_example_and_remedy() {
        let codes = codes(&records());
        assert!(
            codes.contains("| U0104 | 1 | `a::g` | types for"),
            "{codes}"
        );
        assert_eq!(codes.lines().count(), 3, "{codes}");
    }

    #[test]
    fn every_function_has_a_row() {
        let functions = functions(&records());
        assert!(
            functions.contains("| `a::f` | partial | 3 | 2 | 1 | 2 | 3 |"),
            "{functions}"
        );
        assert!(
            functions.contains("| `a::h` | not counted: io |"),
            "{functions}"
        );
    }
}
