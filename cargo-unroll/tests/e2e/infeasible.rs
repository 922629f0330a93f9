//! Code that no input executes: every seeded place is reported with the lines that contradict it, and nothing else is.
//!
//! In the fixture, `//~ CODE` ends the line of a warning, and `//~ because` the lines that contradict it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value;

use crate::support::Krate;

/// A file and a line.
type Line = (String, u64);

/// A warning: its code, and the lines that contradict its place.
type Expected = (String, BTreeSet<u64>);

/// The warnings that the comments of a file ask for. A function ends at the brace that has its indentation.
fn expected(file: &str, text: &str, all: &mut BTreeMap<Line, Expected>) {
    let mut place: Option<(u64, String)> = None;
    let mut because = BTreeSet::new();
    let mut indent = 0;
    for (number, line) in (1..).zip(text.lines()) {
        let bare = line.trim_start();
        if bare.starts_with("fn ") || bare.starts_with("pub fn ") {
            indent = line.len() - bare.len();
        }
        for word in line.split("//~ ").nth(1).unwrap_or("").split_whitespace() {
            match word {
                "because" => {
                    because.insert(number);
                }
                code => place = Some((number, code.to_owned())),
            }
        }
        if line == format!("{}}}", " ".repeat(indent)) {
            let lines = std::mem::take(&mut because);
            if let Some((number, code)) = place.take() {
                all.insert((file.to_owned(), number), (code, lines));
            }
        }
    }
}

fn line_of(span: &Value) -> Line {
    let file = span["file"].as_str().expect("a file").to_owned();
    (file, span["line"].as_u64().expect("a line"))
}

#[test]
fn every_seeded_place_is_reported_with_its_reasons_and_nothing_else_is() {
    let krate = Krate::of_fixture("infeasible", "infeasible");
    let mut wanted = BTreeMap::new();
    for entry in fs::read_dir(krate.path("src")).expect("a folder") {
        let name = entry.expect("readable").file_name();
        let file = format!("src/{}", name.to_str().expect("UTF-8"));
        expected(&file, &krate.read(&file), &mut wanted);
    }
    assert!(wanted.len() >= 60, "{}", wanted.len());
    let run = krate.infeasible(&["--message-format", "json"]);
    assert_eq!(run.code, Some(0), "{run}");
    let mut found = BTreeMap::new();
    for line in run.stdout.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON lines");
        if line["reason"] != "infeasible" || line["bound_independent"] != true {
            continue;
        }
        let because = line["because"].as_array().expect("a list");
        let because: BTreeSet<u64> = because.iter().map(|it| line_of(&it["span"]).1).collect();
        let code = line["code"].as_str().expect("a code").to_owned();
        let twice = found.insert(line_of(&line["span"]), (code, because));
        assert_eq!(twice, None, "{line}");
    }
    assert_eq!(found, wanted);
}

#[test]
fn warnings_are_shown_as_rustc_shows_them() {
    let krate = Krate::of_fixture("infeasible", "infeasible-text");
    let run = krate.infeasible(&["-f", "conditions::nested", "--deny-warnings"]);
    assert_eq!(run.code, Some(5), "{run}");
    let expected = "\
warning[U0701]: no input executes this code
 --> src/conditions.rs:7:13
  |
5 |     if n > 10 { //~ because
  |        ------ `n > 10` here
6 |         if n == 3 { //~ because
  |            ------ `n == 3` is required here
7 |             return 1; //~ U0701
  |             ^^^^^^^^ never executed
  |
  = note: proved for every input of `infeasible::conditions::nested`, at any depth
  = help: correct one of the conditions, or remove the code
";
    assert!(run.stderr.contains(expected), "{run}");
}

#[test]
fn warnings_become_sarif_with_related_locations() {
    let krate = Krate::of_fixture("infeasible", "infeasible-sarif");
    let run = krate.infeasible(&["-f", "checks::returned", "-q", "--report", "sarif=-"]);
    assert_eq!(run.code, Some(0), "{run}");
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let result = &document["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "U0702");
    let region = &result["locations"][0]["physicalLocation"]["region"];
    assert_eq!(
        (&region["startLine"], &region["endColumn"]),
        (&12.into(), &20.into())
    );
    let related = result["relatedLocations"].as_array().expect("a list");
    let texts: Vec<_> = related.iter().map(|it| &it["message"]["text"]).collect();
    assert_eq!(
        texts,
        [
            "`n == 0` is false from here on",
            "`n == 0` is required here"
        ]
    );
}

#[test]
fn warnings_become_diagnostics_of_editors() {
    let krate = Krate::of_fixture("infeasible", "infeasible-rustc");
    let args = ["-f", "checks::returned", "-q", "--message-format=rustc"];
    let run = krate.infeasible(&args);
    assert_eq!(run.code, Some(0), "{run}");
    let warning: Value = serde_json::from_str(&run.stdout).expect("one line of JSON");
    assert_eq!(warning["$message_type"], "diagnostic");
    assert_eq!(warning["level"], "warning");
    assert_eq!(warning["code"]["code"], "U0702");
    let spans = warning["spans"].as_array().expect("a list");
    let shown: Vec<_> = spans
        .iter()
        .map(|it| {
            (
                it["is_primary"] == true,
                it["line_start"].as_u64(),
                &it["label"],
            )
        })
        .collect();
    let label = |text: &str| Value::from(text);
    let (dead, early, late) = (
        label("never executed"),
        label("`n == 0` is false from here on"),
        label("`n == 0` is required here"),
    );
    assert_eq!(
        shown,
        [
            (true, Some(12), &dead),
            (false, Some(7), &early),
            (false, Some(11), &late)
        ]
    );
    assert_eq!(spans[0]["column_end"], 20);
    let rendered = warning["rendered"].as_str().expect("a text");
    assert!(rendered.contains(" ::: src/checks.rs:11:"), "{rendered}");
}

#[test]
fn a_diff_selects_the_code_that_it_changes() {
    let krate = Krate::of_fixture("infeasible", "infeasible-diff");
    let diff = "--- a/src/conditions.rs\n+++ b/src/conditions.rs\n@@ -6 +6 @@\n-        if n == 30 { //~ because\n+        if n == 3 { //~ because\n";
    krate.write("change.diff", diff);
    let check = |change: &str| {
        let run = krate.infeasible(&["--in-diff", change]);
        assert!(run.stderr.contains("src/conditions.rs:7:13"), "{run}");
        assert!(
            run.stderr.contains("1 function analysed: 1 warning"),
            "{run}"
        );
    };
    check("change.diff");
    // The same change since a revision.
    let text = krate.read("src/conditions.rs");
    let before = text.replacen("if n == 3 {", "if n == 30 {", 1);
    assert_ne!(before, text);
    krate.write("src/conditions.rs", &before);
    krate.write(".gitignore", "target\nCargo.lock\n");
    krate.git(&["init", "-q"]);
    krate.git(&["add", "-A"]);
    krate.git(&["commit", "-q", "-m", "first"]);
    krate.write("src/conditions.rs", &text);
    check("HEAD");
    let run = krate.infeasible(&["--in-diff=nowhere"]);
    assert_eq!(run.code, Some(1), "{run}");
    let message = "no file and no revision is called `nowhere`";
    assert!(run.stderr.contains(message), "{run}");
}
