//! Code that `cfg` leaves out of the build has no objectives: nothing is told of what another build would contain.

use std::collections::BTreeSet;

use crate::support::Krate;

/// Objectives, each with the line. All but what `if cfg!(..)` excludes are covered.
fn objectives(krate: &Krate, args: &[&str]) -> BTreeSet<String> {
    let args = [&["--depth=1", "--criterion=unroll,branch"], args].concat();
    let report = krate.report(0, &args);
    let objectives = report.lines("objective");
    objectives
        .map(|line| {
            let name = line["label"]["name"].as_str().unwrap_or("loop");
            let verdict = match line["verdict"].as_str() {
                Some("covered") => "",
                _ => " not covered",
            };
            format!("{} {name}{verdict}", line["span"]["line"])
        })
        .collect()
}

#[test]
fn code_that_the_build_leaves_out_has_no_objectives() {
    let krate = Krate::of_fixture("cases/compiled_out", "compiled_out");
    let fast = objectives(&krate, &["--function=configured"]);
    let slow = [
        "--function=configured",
        "--no-default-features",
        "--features=slow",
    ];
    let slow = objectives(&krate, &slow);
    let common = "\
20 loop 2 after 0
33 arm 7
34 arm _
38 if x == 200
38 no else of if x == 200
41 else of if x == 9
41 if x == 9";
    let of_feature = |own: &str| {
        let lines = common.lines().chain(own.lines());
        lines.map(str::to_owned).collect::<BTreeSet<_>>()
    };
    let own = "\
20 loop 2 after 1, branch 3
20 loop 2 after 1, branch 4
20 loop 2 after 1, branch 6
20 loop 2 after 1, branch 7
26 if *item == 9
26 no else of if *item == 9";
    assert_eq!(fast, of_feature(own));
    let own = "\
20 loop 2 after 1, branch 1
20 loop 2 after 1, branch 2
20 loop 2 after 1, branch 6
20 loop 2 after 1, branch 7
22 if *item == 4
22 no else of if *item == 4";
    assert_eq!(slow, of_feature(own));
}

#[test]
fn a_function_of_which_nothing_is_left_still_has_a_test() {
    let krate = Krate::of_fixture("cases/compiled_out", "compiled_out-nothing");
    assert_eq!(objectives(&krate, &["--function=nothing"]).len(), 0);
    let asked = objectives(&krate, &["--function=asked"]);
    assert!(
        asked.contains("47 if cfg!(target_os = \"none\") && x > 3 not covered"),
        "{asked:?}"
    );
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}

#[test]
fn of_several_declarations_the_build_has_one() {
    let krate = Krate::of_fixture("cases/alternatives", "alternatives");
    let args = ["--all-functions", "--depth=1", "--criterion=unroll,branch"];
    let verdicts = |args: &[&str]| {
        let report = krate.report(0, args);
        let functions = report.lines("function");
        functions
            .map(|line| format!("{} {}", line["function"], line["verdict"]).replace('"', ""))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(
        verdicts(&args),
        "\
alternatives::Count::is_over ok
alternatives::chosen ok
alternatives::chosen unsupported
alternatives::double ok
alternatives::full ok
alternatives::here::Block::is_empty ok
alternatives::here::limited ok
alternatives::u16::bytes ok"
    );
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
    let narrow = [&args[..], &["--no-default-features"]].concat();
    let narrow = verdicts(&narrow);
    assert!(narrow.contains("is_over unsupported"), "{narrow}");
    assert!(narrow.contains("full ok"), "{narrow}");
}
