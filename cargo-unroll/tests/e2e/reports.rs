//! Reports for other tools: several from one run, and the same ones from a saved report.

use serde_json::Value;

use crate::support::{Krate, Run};

fn has(run: &Run, code: i32, texts: &[&str]) {
    assert_eq!(run.code, Some(code), "{run}");
    for text in texts {
        assert!(run.stderr.contains(text), "no `{text}`: {run}");
    }
}

#[test]
fn one_run_writes_several_reports_and_a_saved_one_gives_the_same() {
    let krate = Krate::of_fixture("quickstart", "reports");
    let before = krate.files();
    let run = krate.unroll(&[
        "--depth=1",
        "--function=parse_octet",
        "--criterion=branch",
        "--message-format=github",
        "--report=sarif=out/a.sarif,junit=out/a.xml,markdown=out/a.md,json=out/a.jsonl,lcov=out/a.info,cobertura=out/a.cov",
    ]);
    has(
        &run,
        0,
        &[
            "Reported sarif to out/a.sarif",
            "Reported json to out/a.jsonl",
        ],
    );
    let annotation = "::warning file=src/address.rs,line=24,col=17,title=panic::";
    assert!(run.stdout.starts_with(annotation), "{run}");
    assert!(
        krate
            .read("out/a.md")
            .contains("| `parse_octet(\"256\")` | panic |")
    );

    let names = "sarif=out/b.sarif,junit=out/b.xml,markdown=out/b.md,github=out/b.txt,lcov=out/b.info,cobertura=out/b.cov";
    let again = krate.tool(&["report", "out/a.jsonl", "--report", names]);
    has(&again, 0, &["Reported markdown to out/b.md"]);
    for name in ["sarif", "xml", "md", "info", "cov"] {
        let (first, second) = (format!("out/a.{name}"), format!("out/b.{name}"));
        assert_eq!(krate.read(&first), krate.read(&second));
    }
    assert_eq!(krate.read("out/b.txt"), run.stdout);
    let tracefile = krate.read("out/a.info");
    assert!(
        tracefile.contains("BRDA:24,0,1,1\nBRF:6\nBRH:6\n"),
        "{tracefile}"
    );
    let document = krate.read("out/a.cov");
    let line = "<line number=\"24\" hits=\"1\" branch=\"true\" condition-coverage=\"100% (2/2)\"/>";
    assert!(document.contains(line), "{document}");
    pages(&krate);
    bad_input(&krate);

    // Tests and their declarations go, and nothing else.
    assert!(krate.files().len() > before.len());
    std::fs::remove_dir_all(krate.path("out")).expect("it is the test's own");
    has(
        &krate.tool(&["clean"]),
        0,
        &[
            "Updated src/address.rs",
            "Removed src/address/unroll_tests.rs",
        ],
    );
    assert_eq!(krate.files(), before);
    has(&krate.tool(&["clean"]), 0, &["Cleaned no generated tests"]);
}

fn pages(krate: &Krate) {
    let run = krate.tool(&["report", "out/a.jsonl", "--html", "out/html"]);
    has(&run, 0, &["Reported html to out/html/index.html"]);
    let page = krate.read("out/html/functions/quickstart-address-parse_octet.html");
    assert!(page.contains("parse_octet(&quot;256&quot;)"), "{page}");
    // Pages of functions that are gone go, other files stay.
    krate.write("out/html/functions/mine.html", "<p>mine</p>");
    krate.write("out/html/functions/gone.html", &page);
    has(
        &krate.tool(&["report", "out/a.jsonl", "--html", "out/html"]),
        0,
        &[],
    );
    assert!(krate.path("out/html/functions/mine.html").exists());
    assert!(!krate.path("out/html/functions/gone.html").exists());
    let run = krate.tool(&["report", "out/a.jsonl", "--html", "Cargo.toml"]);
    has(
        &run,
        1,
        &["error[U0504]: failed to write the report `Cargo.toml/style.css`"],
    );
}

fn bad_input(krate: &Krate) {
    let report = |args: &[&str]| krate.tool(&[&["report"], args].concat());
    has(
        &report(&["out/a.jsonl"]),
        1,
        &["error: no report was requested", "--html DIR"],
    );
    let run = report(&["out/none.jsonl", "--report=github"]);
    has(
        &run,
        1,
        &[
            "error[U0501]: failed to read the report `out/none.jsonl`",
            "help:",
        ],
    );
    let run = report(&["out/a.md", "--report=github"]);
    has(
        &run,
        1,
        &["error[U0502]: `out/a.md` is not a report of cargo-unroll: line 1:"],
    );
    let lines = krate.read("out/a.jsonl");
    krate.write(
        "out/other.jsonl",
        &lines.replace("\"version\":2", "\"version\":9"),
    );
    let run = report(&["out/other.jsonl", "--report=github"]);
    has(
        &run,
        1,
        &["error[U0503]: the report `out/other.jsonl` has version 9"],
    );
    let run = report(&["out/a.jsonl", "--report=sarif=Cargo.toml/a.sarif"]);
    has(
        &run,
        1,
        &["error[U0504]: failed to write the report `Cargo.toml/a.sarif`"],
    );
    let run = report(&["out/a.jsonl", "--report=pdf=a.pdf"]);
    has(&run, 1, &["the formats are `html`, `sarif`"]);
}

/// Makes the edits that diagnostics in the form of rustc suggest, as an editor does.
fn apply_suggestions(krate: &Krate, diagnostics: &str) -> usize {
    let lines = diagnostics.lines().map(|line| -> Value {
        serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
    });
    let children = lines.flat_map(|line| line["children"].as_array().cloned().unwrap_or_default());
    let spans = children.filter_map(|child| Some(child["spans"].as_array()?.first()?.clone()));
    let mut count = 0;
    for span in spans.filter(|span| span["suggested_replacement"].is_string()) {
        let file = span["file_name"].as_str().expect("a file");
        let at = |name: &str| span[name].as_u64().expect("a number") as usize;
        let mut text = krate.read(file);
        let replacement = span["suggested_replacement"].as_str().expect("text");
        text.replace_range(at("byte_start")..at("byte_end"), replacement);
        krate.write(file, &text);
        count += 1;
    }
    count
}

#[test]
fn editors_insert_the_tests_that_are_suggested() {
    let krate = Krate::of_fixture("quickstart", "reports-editor");
    let options = ["--depth=1", "--function=insertion_point"];
    let suggest = || {
        let mut args = vec!["--check", "--quiet", "--message-format=rustc"];
        args.extend(options);
        krate.unroll(&args)
    };
    let run = suggest();
    assert_eq!(run.code, Some(2), "{run}");
    assert!(
        run.stdout
            .contains("tests of `insertion_point` are not written yet"),
        "{run}"
    );
    assert_eq!(apply_suggestions(&krate, &run.stdout), 1, "{run}");
    let inserted = krate.read("src/search.rs");
    assert!(inserted.contains("mod unroll_tests {"), "{inserted}");
    let tests = krate.test("unroll_tests");
    assert_eq!(tests.code, Some(0), "{tests}");
    // The next run moves them, and has nothing else to add.
    let run = krate.unroll(&options);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(
        krate
            .read("src/search.rs")
            .ends_with("#[cfg(test)]\nmod unroll_tests;\n")
    );
    let run = suggest();
    assert_eq!(
        (run.code, apply_suggestions(&krate, &run.stdout)),
        (Some(0), 0),
        "{run}"
    );
}
