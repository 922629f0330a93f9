//! Every test asserts something: results that do not compare or print are asserted by their parts.

use crate::support::Krate;

/// A function with a test for each of its arms.
fn many_arms(arms: usize) -> String {
    let arm = |n: usize| format!("        {n} => {},\n", 3 * n + 1);
    let arms: String = (0..arms).map(arm).collect();
    format!(
        "\n/// Prices.\npub fn price(article: u8) -> u32 {{\n    match article {{\n{arms}        _ => 0,\n    }}\n}}\n"
    )
}

#[test]
fn results_without_debug_are_asserted_by_their_parts() {
    let krate = Krate::of_fixture("cases/asserted", "asserted");
    let results = krate.read("src/lib.rs");
    krate.write("src/lib.rs", &format!("{results}{}", many_arms(42)));
    let args = [
        "--criterion=unroll,branch",
        "--depth=1",
        "--timeout=20",
        "--all-functions",
    ];
    let report = krate.report(0, &args);
    let with_note = |code: &str| -> Vec<_> {
        let lines = report.lines("function");
        let lines = lines.filter(|line| line["codes"].to_string().contains(code));
        lines
            .map(|line| line["function"].as_str().expect("a path"))
            .collect()
    };
    assert_eq!(with_note("U0414"), ["asserted::limit"], "{report:?}");
    assert_eq!(with_note("U0415"), ["asserted::price"], "{report:?}");
    assert!(with_note("U0410").is_empty(), "{report:?}");
    let tests = krate.read("src/unroll_tests.rs");
    for line in [
        "assert_eq!(result.name, \"p10\"); // captured",
        "assert_eq!(result.count, 10); // captured",
        "assert_eq!(result.seen, std::collections::BTreeMap::from([(10, 'x')])); // captured",
        "assert_eq!(result.half.to_bits(), 5.0_f64.to_bits()); // captured",
        "assert!(matches!(result, Token::End)); // captured",
        "assert!(matches!(result, Token::Number(1))); // captured",
        "assert!(matches!(result, Token::Word(..))); // captured",
        "assert_eq!(result.as_ref().err().unwrap().name, \"p5\"); // captured",
        "assert_eq!(result.len(), 1); // captured",
        "assert!(result.is_some()); // captured",
        "assert!(result.is_none()); // captured",
        "assert_eq!(result.count(), 0); // captured",
        "assert!(result.take(16).eq([2; 16])); // captured",
        "assert_eq!(result.count(), 2); // captured",
        // What is behind a reference cannot be moved out of it.
        "                .source\n                .clone()\n                .eq(vec!",
        "                .source\n                .size_hint(),",
        "assert_eq!(result.to_string(), \"large\"); // captured",
        "assert_eq!(result.open, 1); // captured",
        "assert_eq!(result.0, 1); // captured",
        "assert_eq!(result.2, 'b'); // captured",
        "format!(\"{:?}\", result.as_ref().err().unwrap()),",
        "\"Refused { reason: \\\"zero\\\" }\"",
        "unit(f, &mut started, count)",
        "assert!(started); // captured",
        "shout(f, text, is_loud)",
        "<Short as TryFrom<&'_ str>>::try_from(text)",
    ] {
        assert!(tests.contains(line), "`{line}`: {tests}");
    }
    // The public field alone outside of its module, both fields inside.
    assert_eq!(tests.matches("result.secret").count(), 0, "{tests}");
    let inner = krate.read("src/inner/unroll_tests.rs");
    let fields: String = inner.split_whitespace().collect();
    assert!(fields.contains("Hidden{secret:30,open:0"), "{inner}");
    assert_eq!(tests.matches("let _ = ").count(), 2, "{tests}");
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

/// Fields of another module cannot be named, and the type of an argument may be its call's alone.
#[test]
fn values_of_types_from_elsewhere_make_tests_that_compile() {
    let krate = Krate::of_fixture("cases/elsewhere", "elsewhere");
    let limits = ["--depth", "2", "--timeout", "20"];
    let criteria = ["--all-functions", "--criterion=branch"];
    let report = krate.report(0, &[&limits[..], &criteria].concat());
    for line in report.lines("objective") {
        assert_eq!(line["verdict"], "covered", "{line}");
    }
    let lookup = krate.read("src/lookup/unroll_tests.rs");
    for line in [
        r#"assert_eq!(format!("{result:?}"), "(2, Width(7))"); // captured"#,
        r#""[Glyph { width: Width(7), name: \"a\" }, Glyph { width: Width(7), name: \"a\" }]""#,
        "assert!(result.is_some()); // captured",
    ] {
        assert!(lookup.contains(line), "{line}\n{lookup}");
    }
    let text = krate.read("src/text/unroll_tests.rs");
    for line in [
        "let wrap: Known<(usize, &[u8])> = Known((",
        r#"let mut text = String::from("ab");"#,
        r#"let text: Option<&mut str> = Some(&mut String::from("aa"));"#,
        "let result = <str as Shout>::shout(&mut str, times);",
        r#"assert_eq!(str, "B"); // captured"#,
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let test = krate.test("");
    assert_eq!(test.code, Some(0), "{test}");
}
