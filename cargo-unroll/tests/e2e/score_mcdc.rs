//! The evidence for MC/DC against truth tables that were made by hand, which stand in the fixture in front of each function.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::score::{fixture, scored};

/// How many functions have tables.
const FUNCTIONS: usize = 44;

/// The rows of a table, sorted, and for each condition the kind of its pair.
type Table = (Vec<String>, String);

/// The tables in `source`, by the name of the function behind, in source order.
fn by_hand(source: &str) -> BTreeMap<String, Vec<Table>> {
    let mut tables = BTreeMap::new();
    let mut last = Vec::new();
    for line in source.lines() {
        let table = line
            .strip_prefix("/// `")
            .and_then(|it| it.split_once("`: `"));
        if let Some((rows, kinds)) = table {
            let mut rows: Vec<String> = rows.split(' ').map(str::to_owned).collect();
            rows.sort();
            last.push((rows, kinds.trim_end_matches('`').to_owned()));
        } else if let Some(rest) = line.strip_prefix("pub fn ") {
            let (name, _) = rest.split_once('(').expect("a function has parameters");
            let of_function = std::mem::take(&mut last);
            if !of_function.is_empty() {
                tables.insert(name.to_owned(), of_function);
            }
        }
    }
    tables
}

/// The table of a `decision` line.
fn reported(line: &Value) -> Table {
    let list = |name: &str| line[name].as_array().expect("a list").iter();
    let letter = |outcome: &Value| if *outcome == true { "T" } else { "F" };
    let row = |it: &Value| {
        let values = it["values"].as_str().expect("a text");
        format!("{values}={}", letter(&it["outcome"]))
    };
    let mut rows: Vec<String> = list("evaluations").map(row).collect();
    rows.sort();
    let kind = |it: &Value| match it["pair"]["kind"].as_str() {
        _ if it["constant"] == true => "C",
        Some("unique-cause") => "U",
        Some(_) => "M",
        None => "-",
    };
    (rows, list("conditions").map(kind).collect())
}

/// A pair is of two rows in which the condition and the outcome have both values.
fn assert_pairs(line: &Value) {
    let conditions = line["conditions"].as_array().expect("a list");
    for (condition, pair) in conditions.iter().map(|it| &it["pair"]).enumerate() {
        if pair.is_null() {
            continue;
        }
        let row = |name: &str| {
            let number = pair[name].as_u64().expect("a number") as usize;
            &line["evaluations"][number]
        };
        let (yes, no) = (row("when_true"), row("when_false"));
        let value = |row: &Value| row["values"].as_str().expect("a text").as_bytes()[condition];
        assert_eq!((value(yes), value(no)), (b'T', b'F'), "{line}");
        assert_ne!(yes["outcome"], no["outcome"], "{line}");
    }
}

#[test]
fn evidence_agrees_with_tables_made_by_hand() {
    let krate = fixture("score-decisions");
    let expected = by_hand(&krate.read("decisions/src/lib.rs"));
    assert_eq!(expected.len(), FUNCTIONS);
    let (report, _) = scored(&krate, 0, &["-p", "decisions", "--criterion=mcdc"]);
    let mut found: BTreeMap<String, Vec<Table>> = BTreeMap::new();
    for line in report.lines("decision") {
        assert_pairs(line);
        let function = line["function"].as_str().expect("a path");
        let name = function.trim_start_matches("decisions::").to_owned();
        found.entry(name).or_default().push(reported(line));
    }
    assert_eq!(found, expected);
}
