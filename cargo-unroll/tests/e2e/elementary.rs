//! Functions that call elementary functions, such as logarithms, whose results only runs show.

use crate::support::Krate;

#[test]
fn inputs_are_found_by_samples_and_nothing_is_proved_by_them() {
    let krate = Krate::of_fixture("cases/elementary", "elementary");
    let report = krate.report(0, &["--timeout", "60", "--criterion=branch,panics"]);
    let undecided: Vec<_> = report
        .lines("objective")
        .filter(|line| line["verdict"] == "undecided")
        .map(|line| line["label"]["predicate"].clone())
        .collect();
    // No sine is above 1, which only its library knows.
    assert_eq!(undecided, ["y > 1.5"]);
    // That a remainder is smaller than its divisor is known, also where it is not computed.
    let unreachable: Vec<_> = report
        .lines("objective")
        .filter(|line| line["criterion"] == "branch" && line["verdict"] == "unreachable")
        .map(|line| line["label"]["predicate"].clone())
        .collect();
    assert_eq!(
        unreachable,
        [
            "turned > 360.0",
            "within >= 8.5 && size <= 8.5 && size > 0.0"
        ]
    );
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

#[test]
fn last_digits_that_a_library_computes_are_not_asserted() {
    let krate = Krate::of_fixture("cases/elementary", "elementary-asserts");
    krate.report(0, &["--timeout", "60", "--criterion=unroll,branch"]);
    let tests = krate.read("src/unroll_tests.rs");
    let module = |name: &str| {
        let module = tests.split(&format!("\nmod {name} {{")).nth(1);
        let module = module.unwrap_or_else(|| panic!("no tests of {name}:\n{tests}"));
        module.split("\nmod ").next().unwrap_or_default().to_owned()
    };
    for (function, assertion) in [
        ("polar", "format!(\"{result:."),
        ("look", "format!(\"{result:?}\")"),
        ("log", "result.as_ref().unwrap()"),
        ("weights", "assert!((result[0] - "),
        ("boxed", "(*result)"),
        ("tenth", "assert_eq!(result.to_bits(), "),
    ] {
        let text = module(function);
        assert!(text.contains(assertion), "{function}:\n{text}");
        assert_eq!(text.contains("to_bits"), function == "tenth", "{text}");
        let is_near = !["tenth", "polar", "look"].contains(&function);
        assert_eq!(text.contains(".abs() < 1e"), is_near, "{text}");
    }
}
