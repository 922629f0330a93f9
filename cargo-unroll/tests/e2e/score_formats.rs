//! The files and the gates of `cargo unroll score`: lcov, Cobertura, web page, thresholds, baselines and changed lines.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::score::{ALL, fixture, scored};
use crate::support::{Krate, Report};

const ACCESS: [&str; 2] = ["--lib", "access"];

/// The covered and uncovered labels of everything, by criterion.
fn totals(report: &Report) -> BTreeMap<String, (u64, u64)> {
    let all = report
        .lines("score")
        .filter(|line| line["scope"] == "crate");
    let count = |value: &serde_json::Value| value.as_u64().expect("a count");
    all.map(|line| {
        let criterion = line["criterion"].as_str().expect("a name").to_owned();
        (
            criterion,
            (count(&line["covered"]), count(&line["uncovered"])),
        )
    })
    .collect()
}

#[test]
fn scores_below_a_threshold_or_a_baseline_fail() {
    let krate = fixture("score-gates");
    let criteria = ["--criterion=branch,mcdc"];
    let whole = [&ACCESS[..], &criteria].concat();
    let (report, run) = scored(&krate, 0, &whole);
    assert_eq!(totals(&report)["branch"], (9, 47));
    krate.write("baseline.jsonl", &run.stdout);

    let gate = |args: &[&str], code: i32, text: &str| {
        let run = krate.score(&[&whole[..], args].concat());
        assert_eq!(run.code, Some(code), "{args:?}: {run}");
        assert!(run.stderr.contains(text), "{args:?}: {run}");
    };
    gate(&["--fail-under=10"], 0, "Running");
    let too_few =
        "error: 16.1 % of the labels of `branch` are covered, less than the required 16.2 %";
    gate(&["--fail-under=10,branch=16.2"], 2, too_few);
    gate(
        &["--fail-under=mcdc=100"],
        2,
        "of the labels of `mcdc` are covered, less than the required 100 %",
    );
    // A threshold of its own asks for a criterion that is not among the others.
    gate(&["--fail-under=user=100,mutation=1"], 0, "mutation");
    gate(&["--baseline=baseline.jsonl"], 0, "Running");
    gate(&["--baseline=none.jsonl"], 1, "none.jsonl");
    gate(
        &["--baseline=Cargo.toml"],
        1,
        "`Cargo.toml` is no report of an earlier run",
    );
    gate(
        &["--in-diff=Cargo.toml"],
        1,
        "`Cargo.toml` is no unified diff",
    );

    let fewer = [
        "--lib",
        "access::tests::adults",
        "--baseline=baseline.jsonl",
    ];
    let run = krate.score(&[&fewer[..], &criteria].concat());
    assert_eq!(run.code, Some(2), "{run}");
    for text in [
        "error: the score by `branch` has fallen from 16.1 % to 0.0 %",
        "note: the score of `scored::access::price` by `branch` has fallen from 69.2 % to 0.0 %",
    ] {
        assert!(run.stderr.contains(text), "`{text}`: {run}");
    }
}

#[test]
fn labels_on_changed_lines_are_counted_alone() {
    let krate = fixture("score-changed");
    let diff = "--- a/crate/src/access.rs
+++ b/crate/src/access.rs
@@ -30,2 +30,2 @@
     let off: u32 = voucher.strip_prefix(\"OFF\")?.parse().ok()?;
-    if off > full + 1 {
+    if off > full {
";
    krate.write("change.diff", diff);
    check_changed(&krate, "--in-diff=change.diff");
    // The same change since a revision.
    let source = "src/access.rs";
    let text = krate.read(source);
    let before = text.replacen("if off > full {", "if off > full + 1 {", 1);
    assert_ne!(before, text);
    krate.write(source, &before);
    krate.write(".gitignore", "target\nCargo.lock\n");
    krate.git(&["init", "-q"]);
    krate.git(&["add", "-A"]);
    krate.git(&["commit", "-q", "-m", "first"]);
    krate.write(source, &text);
    check_changed(&krate, "--in-diff=HEAD");
}

/// Checks that the labels of the changed condition are counted alone.
#[track_caller]
fn check_changed(krate: &Krate, in_diff: &str) {
    let args = [&ACCESS[..], &[in_diff, "--criterion=branch,mcdc"]].concat();
    let (report, _) = scored(krate, 0, &args);
    let labels: Vec<_> = report
        .lines("label")
        .map(|line| {
            (
                line["label"]["name"].as_str().expect("a name"),
                line["verdict"].as_str().expect("a verdict"),
            )
        })
        .collect();
    assert_eq!(
        labels,
        [
            ("off > full is true and decides", "uncovered"),
            ("off > full is false and decides", "covered"),
            ("if off > full", "uncovered"),
            ("no else of if off > full", "covered"),
        ]
    );
}

/// The lines of a tracefile by record, of the file with this path.
fn records<'t>(tracefile: &'t str, file: &str) -> Vec<(&'t str, Vec<&'t str>)> {
    let (_, rest) = tracefile
        .split_once(&format!("SF:{file}\n"))
        .expect("a section of the file");
    let (section, _) = rest.split_once("end_of_record\n").expect("an end");
    let lines = section.lines();
    lines
        .map(|line| {
            let (record, fields) = line.split_once(':').expect("a record");
            (record, fields.splitn(7, ',').collect())
        })
        .collect()
}

#[test]
fn files_for_other_tools_have_the_counts_of_the_report() {
    let krate = fixture("score-files");
    // A condition of several lines, so that its outcomes have places in different ones.
    let source = "src/access.rs";
    let text = krate.read(source);
    let several = "    if off\n        > full\n    { return None; }\n";
    let text = text.replace(
        "    if off > full {\n        return None;\n    }\n",
        several,
    );
    assert!(text.contains(several));
    krate.write(source, &text);
    let report = "--report=lcov=lcov.info,cobertura=cobertura.xml,html=score.html";
    let criterion = format!("--criterion={ALL}");
    let args = [&ACCESS[..], &[report, &criterion]].concat();
    let (lines, _) = scored(&krate, 0, &args);
    assert_tracefile(&krate.read("lcov.info"));
    for section in krate.read("lcov.info").split_inclusive("end_of_record\n") {
        assert_consistent(section);
    }
    read_by_others(&krate);
    assert_cobertura(&krate.read("cobertura.xml"), &totals(&lines));
    let page = krate.read("score.html");
    for text in [
        "<!doctype html>",
        "light dark",
        "<code>visitor.is_staff || (visitor.age &gt;= 18 &amp;&amp; visitor.has_ticket)</code>",
        "<tr><th scope=\"row\">1</th><td>true</td><td>–</td><td>–</td><td>true</td><td><code>scored::<wbr>access::<wbr>tests::<wbr>staff_enters</code></td></tr>",
        "<li><code>visitor.age &gt;= 18</code>: rows 3 and 2, unique cause</li>",
        "<li><code>visitor.has_ticket</code>: no pair</li>",
        "9 of 56, 16 %",
    ] {
        assert!(page.contains(text), "`{text}`");
    }
    for outside in ["http://", "https://", "src=", "<link"] {
        assert!(!page.contains(outside), "the page needs `{outside}`");
    }
    let again = [&ACCESS[..], &["--report=html=again.html", &criterion]].concat();
    scored(&krate, 0, &again);
    assert!(
        krate.read("again.html") == page,
        "equal scores are equal pages"
    );
}

/// The fields of the records with a name.
fn fields<'t>(section: &'t str, record: &str) -> Vec<Vec<&'t str>> {
    let lines = section.lines();
    let own = lines.filter_map(|line| line.strip_prefix(record)?.strip_prefix(':'));
    own.map(|fields| fields.splitn(6, ',').collect()).collect()
}

/// The rules of genhtml 2: a line is hit if one of its branches is, and not otherwise; functions have different names; the conditions of a group of one line
/// are numbered from 0, and each has one text.
fn assert_consistent(section: &str) {
    let lines: BTreeMap<_, _> = fields(section, "DA")
        .iter()
        .map(|it| (it[0], it[1] != "0"))
        .collect();
    let mut taken = BTreeMap::<_, bool>::new();
    for branch in fields(section, "BRDA") {
        *taken.entry(branch[0]).or_default() |= branch[3] != "0";
    }
    for (line, is_taken) in taken {
        assert_eq!(lines.get(line), Some(&is_taken), "line {line}: {section}");
    }
    let mut names: Vec<_> = fields(section, "FN").iter().map(|it| it[1]).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "{section}");
    let mut groups = BTreeMap::<_, BTreeMap<usize, &str>>::new();
    for condition in fields(section, "MCDC") {
        let group = groups.entry((condition[0], condition[1])).or_default();
        let index = condition[4].parse().expect("a number");
        let text = *group.entry(index).or_insert(condition[5]);
        assert_eq!(text, condition[5], "{section}");
    }
    for ((_, size), group) in groups {
        let numbers: Vec<String> = group.keys().map(ToString::to_string).collect();
        assert_eq!(numbers.len().to_string(), size, "{section}");
        assert_eq!(
            numbers.last().map(String::as_str),
            Some(&*(group.len() - 1).to_string())
        );
    }
}

/// Lets other programs read the files: pycobertura, which `cargo xtask test` installs and names, and genhtml 2, where it is installed.
fn read_by_others(krate: &Krate) {
    let run = |program: &Path, args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).current_dir(&krate.dir);
        command
    };
    if let Some(reader) = std::env::var_os("UNROLL_COBERTURA_READER") {
        let reader = Path::new(&reader);
        let mut show = run(&reader.join("bin/pycobertura"), &["show", "cobertura.xml"]);
        let output = show.env("PYTHONPATH", reader).output();
        let output = output.expect("pycobertura starts");
        assert!(output.status.success(), "{output:?}");
        let shown = String::from_utf8_lossy(&output.stdout);
        assert!(shown.contains("src/access.rs"), "{shown}");
    }
    let genhtml = Path::new("genhtml");
    let is_there = run(genhtml, &["--version"])
        .output()
        .is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains("version 2"));
    if is_there {
        let args = ["--branch-coverage", "--mcdc-coverage"];
        let mut html = run(genhtml, &args);
        let output = html.args(["-o", "target/lcov", "lcov.info"]).output();
        let output = output.expect("it has started before");
        assert!(output.status.success(), "{output:?}");
    }
}

fn assert_tracefile(tracefile: &str) {
    let records = records(tracefile, "src/access.rs");
    let of = |name: &str| -> Vec<&Vec<&str>> {
        let own = records.iter().filter(|(record, _)| *record == name);
        own.map(|(_, fields)| fields).collect()
    };
    let number = |name: &str| -> usize { of(name)[0][0].parse().expect("a number") };
    let hit = |records: &[&Vec<&str>], field: usize| {
        records.iter().filter(|fields| fields[field] != "0").count()
    };
    for (record, hits, found, covered) in [
        ("FNDA", 0, "FNF", "FNH"),
        ("DA", 1, "LF", "LH"),
        ("BRDA", 3, "BRF", "BRH"),
        ("MCDC", 3, "MCF", "MCH"),
    ] {
        let all = of(record);
        assert_eq!(
            (all.len(), hit(&all, hits)),
            (number(found), number(covered)),
            "{record}"
        );
    }
    assert_eq!((number("BRF"), number("BRH")), (13, 9));
    assert_eq!((number("MCF"), number("MCH")), (20, 15));
    assert_eq!((number("FNF"), number("FNH")), (2, 2));
    let line = |number: &str| {
        of("DA")
            .iter()
            .find(|fields| fields[0] == number)
            .map(|fields| fields[1])
    };
    // Four tests ask for a price, one of them without a voucher that is refused.
    assert_eq!(line("20"), Some("3"));
    assert_eq!(line("33"), Some("0"));
    assert_eq!(line("34"), Some("1"));
    let conditions = of("MCDC");
    assert_eq!(
        conditions[5],
        &["16", "3", "f", "0", "2", "visitor.has_ticket"]
    );
}

/// Reads the document as a reader of its type does: elements that are closed in order, attributes that are quoted, and rates that are those of the lines.
fn assert_cobertura(document: &str, totals: &BTreeMap<String, (u64, u64)>) {
    let mut open: Vec<&str> = Vec::new();
    let mut names = BTreeMap::<&str, usize>::new();
    for part in document.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        if tag.starts_with(['?', '!']) {
            continue;
        }
        let name = tag
            .trim_start_matches('/')
            .split([' ', '/'])
            .next()
            .unwrap_or_default();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name), "{tag}");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        *names.entry(name).or_default() += 1;
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new());
    assert_eq!(
        (names["coverage"], names["package"], names["class"]),
        (1, 1, 3)
    );
    let attribute = |name: &str| {
        let (_, rest) = document
            .split_once(&format!(" {name}=\""))
            .expect("an attribute");
        rest.split_once('"').expect("a value").0.to_owned()
    };
    let (covered, uncovered) = totals["branch"];
    assert_eq!(attribute("branches-covered"), covered.to_string());
    assert_eq!(
        attribute("branches-valid"),
        (covered + uncovered).to_string()
    );
    assert!(
        document.contains(
            "<line number=\"31\" hits=\"1\" branch=\"true\" condition-coverage=\"50% (1/2)\"/>"
        ),
        "{document}"
    );
}
