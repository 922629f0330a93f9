//! The driver end to end: this executable registers harnesses written as the macro would, and starts itself as their
//! replay program.

#[path = "driver/harnesses.rs"]
mod harnesses;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};

use unroll_test::rt;

/// A running driver.
struct Driver {
    child: Child,
    answers: BufReader<std::process::ChildStdout>,
}

impl Driver {
    fn start(id: &str) -> Self {
        Self::start_with(id, &[])
    }

    fn start_with(id: &str, variables: &[(&str, &str)]) -> Self {
        let executable = std::env::current_exe().expect("invariant: a test has an executable");
        let mut command = Command::new(executable);
        command
            .env("UNROLL_DRIVER", id)
            .envs(variables.iter().copied());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("invariant: the executable runs");
        let answers = BufReader::new(child.stdout.take().expect("invariant: piped"));
        Self { child, answers }
    }

    fn ask(&mut self, request: &str) -> Vec<String> {
        let mut requests = self.child.stdin.as_ref().expect("invariant: piped");
        writeln!(requests, "{request}").expect("invariant: the driver listens");
        let mut lines = vec![];
        for line in (&mut self.answers).lines() {
            let line = line.expect("invariant: UTF-8");
            if line == "." {
                return lines;
            }
            lines.push(line);
        }
        lines.push("<end of answers>".into());
        lines
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn key(key: rt::Key) -> String {
    format!("{:x}", key.bits())
}

fn search_case(len: u64, elements: &str, x: i64) -> String {
    let (t, x_key) = (rt::Key::param(0), rt::Key::param(1));
    format!(
        "{}={len} {}=[{elements}] {}={x}",
        key(t.child(0)),
        key(t.child(1)),
        key(x_key)
    )
}

fn without_case(lines: &[String]) -> Vec<&str> {
    lines
        .iter()
        .map(String::as_str)
        .filter(|line| !line.starts_with("case "))
        .collect()
}

#[test]
fn a_run_reports_arguments_exits_and_result() {
    let mut driver = Driver::start("search");
    let lines = driver.ask(&format!("run {}", search_case(3, "1,2*2", 2)));
    assert_eq!(
        without_case(&lines),
        [
            "arg t (slice (int i32 1) (rep 2 (int i32 2)))",
            "arg x (int i32 2)",
            "exit 1 1 4 1",
            "result (some (int usize 1))",
            "end returned",
        ]
    );
    // The case that is reported leads to the same run.
    let case = lines
        .iter()
        .find_map(|line| line.strip_prefix("case "))
        .expect("invariant: first line");
    assert_eq!(driver.ask(&format!("run {case}")), lines);
}

#[test]
fn missing_leaves_are_zero_and_a_false_precondition_rejects() {
    let mut driver = Driver::start("search");
    assert_eq!(
        without_case(&driver.ask("run")),
        [
            "arg t (slice)",
            "arg x (int i32 0)",
            "exit 1 0 0 0",
            "result (none)",
            "end returned"
        ]
    );
    let lines = driver.ask(&format!("run {}", search_case(2, "2,1", 0)));
    assert_eq!(lines.last().map(String::as_str), Some("end rejected 0"));
    let lines = driver.ask(&format!("run {}", search_case(1, "1001", 0)));
    assert_eq!(lines.last().map(String::as_str), Some("end rejected 1"));
}

#[test]
fn panics_violations_and_hangs_end_runs_and_not_the_driver() {
    let mut driver = Driver::start("faulty");
    let mut end = |n: u64| {
        let lines = driver.ask(&format!("run {}={n}", key(rt::Key::param(0))));
        lines
            .last()
            .cloned()
            .expect("invariant: a block ends with its ending")
    };
    let panicked = end(4711);
    assert!(
        panicked.starts_with("end panicked crates/unroll-test/tests/driver/harnesses.rs:"),
        "{panicked}"
    );
    assert!(panicked.ends_with(r#" needle \"4711\"\n"#), "{panicked}");
    assert_eq!(end(1234), "end violated 1");
    assert_eq!(end(99), "end hang 1");
    assert_eq!(end(5001), "end rejected 0");
    let lines = driver.ask("run");
    assert_eq!(
        without_case(&lines),
        [
            "arg n (int u16 0)",
            "arg out (mut (vec))",
            "after out (mut (vec (int u8 1)))",
            "result (float f64 0)",
            "end returned",
        ]
    );
}

#[test]
fn results_without_input_are_shown_by_debug_or_by_name() {
    let lines = Driver::start("debug").ask("run");
    assert_eq!(
        without_case(&lines),
        [
            "arg text (string \"\")",
            "result (debug \"Some(OnlyDebug(0))\")",
            "end returned"
        ]
    );
    let lines = Driver::start("unknown").ask("run");
    assert!(
        lines[1].starts_with("result (opaque \"driver::harnesses::nothing_known_harness::Unknown"),
        "{lines:?}"
    );
}

#[test]
fn values_without_debug_are_shown_by_their_parts() {
    let lines = Driver::start("parts").ask("run ");
    let plain = "(opaque \"driver::harnesses::Plain\")";
    let shown = [
        format!("result (ok {plain})"),
        "after error (err (int u8 3))".to_owned(),
        format!("after list (vec (some {plain}) (none) (some {plain}))"),
        format!("after pair (struct driver::harnesses::Pair (left (int u8 1)) (right (some {plain})))"),
        format!("after tuple (tuple {plain} (box (int u8 5)))"),
        format!("after three (tuple (int u8 1) {plain} (str \"b\"))"),
        format!("after four (tuple {plain} (vec {plain}) (int u8 2) (char 78))"),
        "after chain (tuple-struct driver::harnesses::Chain::Link (int u8 1) \
         (box (tuple-struct driver::harnesses::Chain::Link (int u8 2) (box (unit-struct driver::harnesses::Chain::End)))))"
            .to_owned(),
        "after doubled (method into_iter (array (int u8 2) (int u8 4) (int u8 6)))".to_owned(),
        "after endless (method take (array (rep 16 (int u8 7))))".to_owned(),
        "after displayed (method to_string (str \"a b\"))".to_owned(),
    ];
    for line in shown {
        assert!(lines.contains(&line), "{line}: {lines:?}");
    }
    let faulty = lines.iter().find(|line| line.starts_with("after faulty"));
    assert!(
        faulty.is_some_and(|line| line.contains("(opaque ")),
        "{lines:?}"
    );
    assert_eq!(lines.last().map(String::as_str), Some("end returned"));
}

fn events(lines: &[String]) -> BTreeSet<(u32, u32)> {
    let exits = lines.iter().filter_map(|line| line.strip_prefix("exit 1 "));
    let mut events = BTreeSet::new();
    for exit in exits {
        let numbers: Vec<u32> = exit
            .split(' ')
            .map(|n| n.parse().expect("invariant: numbers"))
            .collect();
        events.insert((numbers[0], numbers[1]));
    }
    events
}

#[test]
fn search_reaches_every_shallow_exit_and_repeats_itself() {
    let request = "search 7 100000 5 1000";
    let lines = Driver::start("search").ask(request);
    let found = events(&lines);
    for depth in 1..=5 {
        for mask in [1, 2, 4] {
            assert!(
                found.contains(&(depth, mask)),
                "exit {depth} {mask} is missing in {found:?}"
            );
        }
    }
    assert!(found.contains(&(0, 0)));
    assert!(
        lines
            .last()
            .is_some_and(|line| line.starts_with("runs 100000 rejected ")),
        "{lines:?}"
    );
    assert_eq!(Driver::start("search").ask(request), lines);
}

#[test]
fn search_does_not_report_what_is_known_or_was_reported() {
    let mut driver = Driver::start("search");
    assert!(
        driver
            .ask("known e:1:0:0,e:1:1:1,e:1:1:2,e:1:1:3")
            .is_empty()
    );
    let found = driver.ask("search 1 5000 1 ");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(events(&driver.ask("search 1 20000 2 ")).contains(&(2, 1)));
    assert_eq!(driver.ask("search 2 20000 2 ").len(), 1);
}

/// The answers of an enumeration: the endings of its outcome blocks, and the summary.
fn exhausted(driver: &mut Driver, depth: u32, n: &str, up: &str) -> (Vec<String>, String) {
    let (n_key, up_key) = (key(rt::Key::param(0)), key(rt::Key::param(1)));
    let up = if up.is_empty() {
        String::new()
    } else {
        format!(" {up_key}:{up}")
    };
    let mut lines = driver.ask(&format!("exhaust {depth} {n_key}:{n}{up}"));
    let summary = lines.pop().expect("invariant: a summary");
    let ends = lines.iter().filter_map(|line| line.strip_prefix("end "));
    let ends = ends.map(|end| end.split(' ').next().unwrap_or_default().to_owned());
    (ends.collect(), summary)
}

#[test]
fn enumeration_meets_everything_and_says_that_it_did() {
    let mut driver = Driver::start("small");
    let (ends, summary) = exhausted(&mut driver, 4, "255:0:3:254:255", "1:0:1");
    assert_eq!(summary, "runs 12 rejected 0 complete");
    // Depths 0 and 1; depth 2 violates, then returns; depth 3 panics, then returns.
    let expected = [
        "returned", "returned", "violated", "returned", "panicked", "returned",
    ];
    assert_eq!(ends, expected);
    let (ends, summary) = exhausted(&mut driver, 4, "255:0:127:128:255", "1:0:1");
    assert_eq!(summary, "runs 512 rejected 500 complete");
    assert_eq!(ends, [""; 0], "all of it was reported");
}

#[test]
fn enumeration_does_not_count_what_is_deeper() {
    let (ends, summary) = exhausted(&mut Driver::start("small"), 1, "255:0:3", "1:1:1");
    assert_eq!(summary, "runs 4 rejected 0 complete");
    assert_eq!(ends, ["returned", "returned"]);
}

#[test]
fn enumeration_is_incomplete_when_a_leaf_is_missing_or_larger() {
    for (n, up) in [("255:0:3", ""), ("127:0:3", "1:0:1")] {
        let (_, summary) = exhausted(&mut Driver::start("small"), 4, n, up);
        assert_eq!(summary, "runs 1 rejected 0 incomplete", "{n} {up}");
    }
    let (_, summary) = exhausted(&mut Driver::start("small"), 5000, "255:0:3", "1:0:1");
    assert_eq!(
        summary, "runs 0 rejected 0 incomplete",
        "deeper than events go"
    );
}

#[test]
fn enumeration_is_incomplete_when_a_run_hangs() {
    let mut driver = Driver::start("hangs");
    let (ends, summary) = exhausted(&mut driver, 4, "255:0:3", "");
    assert_eq!(summary, "runs 3 rejected 0 incomplete");
    assert_eq!(ends, ["returned"], "hangs are left to the search");
}

#[test]
fn search_finds_needles_with_the_constants_of_the_code() {
    let lines = Driver::start("faulty").ask("search 1 20000 3 4711,1234,99,5000");
    let ends: BTreeSet<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("end "))
        .collect();
    assert!(ends.contains("violated 1"), "{ends:?}");
    assert!(ends.contains("hang 1"), "{ends:?}");
    assert!(
        ends.iter().any(|end| end.starts_with("panicked")),
        "{ends:?}"
    );
}

#[test]
fn shrink_keeps_the_event_and_little_else() {
    let mut driver = Driver::start("search");
    let elements: Vec<String> = (0..40).map(|i| (i * 7 + 3).to_string()).collect();
    let case = search_case(40, &elements.join(","), 5 * 7 + 3);
    let lines = driver.ask(&format!("shrink e:1:3:3 , , {case}"));
    assert!(events(&lines).contains(&(3, 4)), "{lines:?}");
    let args: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("arg "))
        .collect();
    // Three halvings need four elements; the needle differs from those met before it.
    assert_eq!(
        args,
        ["t (slice (int i32 0) (rep 3 (int i32 1)))", "x (int i32 0)"],
        "{lines:?}"
    );
    let lines = driver.ask(&format!("shrink e:1:9:9 , , {case}"));
    assert!(
        lines.iter().any(|line| line == "arg x (int i32 38)"),
        "an event that is not there: nothing to keep"
    );
}

/// Three elements, a scale and a number without use.
fn total_case(factor: u8) -> String {
    let key = |index| rt::Key::param(index).bits();
    let length = rt::Key::param(0).child(0).bits();
    let elements = rt::Key::param(0).child(1).bits();
    let (scale, unused) = (key(1), key(2));
    format!("{length:x}=3 {elements:x}=[9,9,9] {scale:x}={factor} {unused:x}=7")
}

#[test]
fn a_small_case_has_values_that_the_result_depends_on() {
    let mut driver = Driver::start("total");
    let case = total_case(200);
    let lines = driver.ask(&format!("shrink e:1:3:0 , 7, {case}"));
    let args: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.strip_prefix("arg "))
        .collect();
    // A scale of 0 hides the values, so the scale is changed in the second round of places.
    assert_eq!(args.len(), 3, "{lines:?}");
    assert_eq!(
        args[2], "unused (int u8 0)",
        "the result does not depend on it"
    );
    let shown: BTreeSet<&str> = args[0].split("(int u8 ").skip(1).collect();
    assert!(
        shown.len() == 3 && !args[0].contains("(int u8 0)"),
        "{lines:?}"
    );
    assert!(
        !lines.contains(&"result (int u32 0)".to_owned()),
        "{lines:?}"
    );
}

#[test]
fn labels_stay_unless_they_are_free_and_not_asked_for() {
    let mut driver = Driver::start("total");
    let case = total_case(0);
    let mut scale_of = |must: &str, free: &str| {
        let lines = driver.ask(&format!("shrink {must} , {free} {case}"));
        let scale = lines.iter().find(|line| line.starts_with("arg scale"));
        scale.expect("it is an argument").clone()
    };
    let zero = "arg scale (int u8 0)";
    assert_eq!(scale_of("e:1:3:0", ","), zero);
    assert_ne!(scale_of("e:1:3:0", "7,"), zero);
    assert_eq!(scale_of("e:1:3:0,l:7", "7,"), zero);
}

#[test]
fn malformed_requests_are_errors_and_the_driver_goes_on() {
    let mut driver = Driver::start("search");
    assert_eq!(driver.ask("dance"), ["error unknown request"]);
    assert_eq!(driver.ask("run x"), ["error malformed case"]);
    assert_eq!(driver.ask("shrink x "), ["error malformed event"]);
    assert_eq!(driver.ask("search 1"), ["error malformed search"]);
    assert_eq!(
        driver.ask("run").last().map(String::as_str),
        Some("end returned")
    );
}

#[test]
fn a_crash_ends_the_answers_and_a_trace_shows_its_leaves() {
    let lines = Driver::start("debug").ask("search 1 1000 3 ");
    assert_eq!(
        lines.last().map(String::as_str),
        Some("<end of answers>"),
        "{lines:?}"
    );
    let lines = Driver::start_with("debug", &[("UNROLL_TRACE", "1")]).ask("search 1 1000 3 ");
    let last_start = lines
        .iter()
        .rposition(|line| line == "start")
        .expect("invariant: traced");
    let length = format!("leaf {}=3", key(rt::Key::param(0).child(0)));
    assert!(
        lines[last_start..].contains(&length),
        "{:?}",
        &lines[last_start..]
    );
}

#[test]
fn search_is_fast() {
    let mut driver = Driver::start("search");
    let start = std::time::Instant::now();
    driver.ask("search 3 200000 4 ");
    let rate = 200_000.0 / start.elapsed().as_secs_f64();
    eprintln!("{rate:.0} runs/s");
    // Far below what an optimised build reaches; it catches accidents of another order of magnitude.
    assert!(rate > 5_000.0, "{rate} runs/s");
}
