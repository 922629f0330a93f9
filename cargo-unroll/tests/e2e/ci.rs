//! The templates in `ci/`: their shell steps, run here as a CI job would run them.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::{BUILT, Krate, Report, Run, place, root, run};

/// The files of a template's directory in the crate, and the tool on the path.
fn command(krate: &Krate, script: &str) -> Command {
    let folder = krate.path("ci");
    fs::create_dir_all(&folder).expect("writable");
    fs::copy(root().join("ci/analyse.sh"), folder.join("analyse.sh")).expect("readable");
    let tool = Path::new(env!("CARGO_BIN_EXE_cargo-unroll"));
    let bin = tool.parent().expect("the tool is in a folder");
    let path = std::env::var("PATH").expect("there is a path");
    let mut command = Command::new("bash");
    command
        .args(["-euo", "pipefail", "-c", script])
        .env("PATH", format!("{}:{path}", bin.display()))
        // The variable that `run` does not take away.
        .env("CARGO_BUILD_TARGET_DIR", place().join(BUILT))
        .env("UNROLL_TEST_PATH", root().join("crates/unroll-test"))
        .env("GITHUB_ACTION_PATH", folder)
        .current_dir(&krate.dir);
    command
}

/// The commands of the list `script:` of a job, or of the only `run:` of an action.
fn steps(text: &str, job: &str) -> String {
    let job = text.split_once(job).expect("the job is there").1;
    if let Some((_, rest)) = job.split_once("  run: ") {
        return rest.lines().next().expect("a command").to_owned();
    }
    let list = job.split_once("  script:\n").expect("a script").1;
    let lines = list.lines().map_while(|line| line.strip_prefix("    - "));
    lines.collect::<Vec<_>>().join("\n")
}

fn template(name: &str) -> String {
    fs::read_to_string(root().join("ci").join(name)).expect("readable")
}

fn succeeds(run: Run) -> Run {
    assert_eq!(run.code, Some(0), "{run}");
    run
}

#[test]
fn the_action_annotates_and_keeps_a_report() {
    let krate = Krate::of_fixture("quickstart", "ci-action");
    let cache = place().join("caches").join("ci-action");
    let _ = fs::remove_dir_all(&cache);
    let step = steps(&template("action.yml"), "runs:");
    let analyse = |is_pull_request: &str| {
        let mut command = command(&krate, &step);
        command
            .env(
                "UNROLL_ARGS",
                "--depth 1 --criterion unroll --function parse_octet --diff",
            )
            .env("UNROLL_CACHE_DIR", &cache)
            .env("UNROLL_REPORT", "target/unroll/ci.jsonl")
            .env("UNROLL_IS_PULL_REQUEST", is_pull_request);
        succeeds(run(command))
    };
    analyse("true");
    assert!(!cache.exists(), "pull requests do not write");
    analyse("false");
    assert!(cache.exists());
    let report = Report::parse(&krate.read("target/unroll/ci.jsonl"));
    assert_eq!(report.count("functions"), 1);
}

#[test]
fn the_jobs_of_gitlab_share_the_functions_and_join_their_reports() {
    let krate = Krate::of_fixture("quickstart", "ci-gitlab");
    let text = template("gitlab.yml");
    let (analyse, join) = (
        steps(&text, "\ncargo-unroll:"),
        steps(&text, "\ncargo-unroll-report:"),
    );
    let cache = place().join(BUILT).join("cache");
    for index in ["1", "2"] {
        let mut command = command(&krate, &analyse);
        command
            .env("UNROLL_ARGS", "--depth 1 --criterion unroll --diff")
            .env("UNROLL_CACHE_DIR", &cache)
            .env("CI_NODE_INDEX", index)
            .env("CI_NODE_TOTAL", "2");
        succeeds(run(command));
    }
    succeeds(run(command(&krate, &join)));
    let summary = krate.read("unroll.md");
    assert!(summary.contains("4 functions"), "{summary}");
    assert!(krate.read("unroll.xml").contains("<testsuite"));
}
