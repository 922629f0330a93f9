//! Inputs are chosen so that tests fail on wrong code: the last number before a condition changes, equal numbers where they are
//! compared, and results that are more than `None`.

use crate::support::Krate;

#[test]
fn chosen_inputs_tell_wrong_code_apart() {
    let krate = Krate::of_fixture("everyday", "inputs-chosen");
    krate.report(
        0,
        &[
            "--function=choices::postage",
            "--function=choices::largest",
            "--function=text::colour",
            "--criterion=unroll,branch",
            "--depth=1",
        ],
    );
    let choices = krate.read("src/choices/unroll_tests.rs");
    // `days > 7` fails for the last time.
    assert!(choices.contains("Service::Pickup(7)"), "{choices}");
    // `number > best.1` with equal numbers: the first of them is the largest.
    assert!(choices.contains("let numbers = &[1, 1];"), "{choices}");
    let text = krate.read("src/text/unroll_tests.rs");
    // A letter among the digits, in a text that is a colour.
    assert!(text.contains("let text = \"#12b\";"), "{text}");
    assert!(text.contains("Some([17, 34, 187])"), "{text}");
    // The tests hold, and wrong code fails them.
    assert_eq!(krate.test("").code, Some(0));
    let right = krate.read("src/choices.rs");
    for (right_part, wrong_part) in [
        ("days > 7", "days >= 7"),
        ("number > best.1", "number >= best.1"),
    ] {
        assert!(right.contains(right_part));
        krate.write("src/choices.rs", &right.replace(right_part, wrong_part));
        assert_ne!(krate.test("choices").code, Some(0), "{wrong_part}");
    }
}

/// A month is read before the year, and where the year is missing all months give the same error.
#[test]
fn tests_of_parsers_succeed_where_they_need_not_fail() {
    let krate = Krate::of_fixture("cases/parsed", "inputs-parsed");
    krate.report(0, &["--criterion=unroll,branch", "--depth=1"]);
    assert_eq!(krate.test("").code, Some(0));
    let tests = krate.read("src/unroll_tests.rs");
    for month in 1..=6 {
        assert!(tests.contains(&format!("Ok((12, {month}, ")), "{tests}");
    }
    let right = krate.read("src/lib.rs");
    for (right_part, wrong_part) in [
        ("        b\"May\" => 5,\n", ""),
        ("&text[7..]", "&text[8..]"),
        (
            "let year = number(&text[7..])?",
            "let year = number(&text[7..]).unwrap_or(3000)",
        ),
    ] {
        assert!(right.contains(right_part));
        krate.write("src/lib.rs", &right.replace(right_part, wrong_part));
        assert_ne!(krate.test("").code, Some(0), "{wrong_part}");
    }
}

/// Of `full < 5` one test has 4 and one has 5, and of years that 100 and 400 divide there is one each.
#[test]
fn tests_stand_on_both_sides_of_boundaries() {
    let krate = Krate::of_fixture("everyday", "inputs-boundary");
    krate.report(
        0,
        &[
            "--function=choices::charge",
            "--function=choices::days_in_month",
            "--criterion=unroll,branch",
            "--depth=1",
        ],
    );
    assert_eq!(krate.test("").code, Some(0));
    let tests = krate.read("src/choices/unroll_tests.rs");
    let comment = "// Runs with an input at a boundary, next to one with another outcome.";
    assert_eq!(tests.matches(comment).count(), 2, "{tests}");
    assert!(tests.contains("fn boundary_input()"), "{tests}");
    let right = krate.read("src/choices.rs");
    for (right_part, wrong_part) in [
        ("full < 5", "full <= 5"),
        ("full < 5 && charged", "full < 5 || charged"),
        ("year % 100 != 0", "year / 100 != 0"),
        ("year % 100 != 0", "year + 100 != 0"),
        ("year % 100 != 0", "year % 100 == 0"),
        ("year % 400", "year / 400"),
        ("year % 4 ", "year / 4 "),
    ] {
        assert!(right.contains(right_part));
        krate.write("src/choices.rs", &right.replace(right_part, wrong_part));
        assert_ne!(krate.test("choices").code, Some(0), "{wrong_part}");
    }
}

/// A mutant that changes the value of a condition need not change the result: `2000 % 400` counts for February alone.
#[test]
fn mutants_are_shown_by_results() {
    let krate = Krate::of_fixture("everyday", "mutants-shown");
    krate.report(
        0,
        &[
            "--function=choices::days_in_month",
            "--function=text::colour",
            "--criterion=unroll,branch,mutation",
            "--depth=1",
        ],
    );
    assert_eq!(krate.test("").code, Some(0));
    for (file, right_part, wrong_part) in [
        ("choices", "year % 400", "year + 400"),
        ("choices", "year % 400", "year / 400"),
        ("choices", "year % 100", "year / 100"),
        ("text", "digit - b'a'", "digit / b'a'"),
    ] {
        let path = format!("src/{file}.rs");
        let right = krate.read(&path);
        assert!(right.contains(right_part));
        krate.write(&path, &right.replace(right_part, wrong_part));
        assert_ne!(krate.test(file).code, Some(0), "{wrong_part}");
        krate.write(&path, &right);
    }
}

/// Where nothing asks for elements, sequences get some that the result shows, results are those that few inputs give, and numbers are such that arithmetic shows.
#[test]
fn results_say_much() {
    let krate = Krate::of_fixture("cases/richer", "richer");
    krate.report(
        0,
        &["--all-functions", "--depth=2", "--criterion=unroll,branch"],
    );
    assert_eq!(krate.test("").code, Some(0));
    let tests = krate.read("src/unroll_tests.rs");
    for shown in [
        r#"let text = "ab";"#,
        r#"name: String::from("ab"),"#,
        "parents: vec![2, 3],",
        "notes: Vec::new(),",
        "let numbers: &[u8] = &[];",
        "let days = 10;",
        "let digits = &[49, 50, 51, 48];",
        "let mut bytes = [3];",
        "let byte = 181;",
        r#"let one = "abcd";"#,
        r#"let other = "abdc";"#,
    ] {
        assert!(tests.contains(shown), "{shown}: {tests}");
    }
    let right = krate.read("src/lib.rs");
    for (right_part, wrong_part) in [
        ("text.to_ascii_uppercase()", "text.to_ascii_lowercase()"),
        ("tag.name.clone()", "String::new()"),
        ("bytes.len() * 2", "bytes.len() + 2"),
        ("digit * 3", "digit + 3"),
        ("digit % 10", "digit / 10"),
        ("sum % 10", "sum / 10"),
        ("days - 7", "days / 7"),
        ("seconds / 3600", "seconds % 3600"),
        ("seconds % 3600 / 60", "seconds / 3600 / 60"),
        ("seconds % 60", "seconds / 60"),
        ("c - b'a'", "c / b'a'"),
        ("c - b'0'", "c / b'0'"),
        (
            "digit(pair[0])? * 16 + digit",
            "digit(pair[0])? / 16 + digit",
        ),
        ("digit(digits[2 * at])? * 16", "digit(digits[2 * at])? / 16"),
        ("(byte >> 4, byte & 15)", "(byte << 4, byte & 15)"),
        ("(byte >> 4, byte & 15)", "(byte >> 4, byte ^ 15)"),
        ("as f64 / one.len()", "as f64 % one.len()"),
        ("one.len().max(other.len())", "one.len().min(1)"),
    ] {
        assert!(right.contains(right_part));
        krate.write("src/lib.rs", &right.replace(right_part, wrong_part));
        assert_ne!(krate.test("unroll_tests").code, Some(0), "{wrong_part}");
    }
}

/// Wrong code over a window is right for as few elements as the depth asks for, so one test has more.
#[test]
fn one_input_is_longer_than_the_depth() {
    let krate = Krate::of_fixture("cases/richer", "longer");
    krate.report(
        0,
        &[
            "--function=peaks",
            "--function=twins",
            "--criterion=unroll,branch",
            "--depth=2",
        ],
    );
    assert_eq!(krate.test("").code, Some(0));
    let tests = krate.read("src/unroll_tests.rs");
    let comment = "// Runs with a longer input than depth 2 asks for.";
    assert_eq!(tests.matches(comment).count(), 2, "{tests}");
    let right = krate.read("src/lib.rs");
    for (right_part, wrong_part) in [
        ("saturating_sub(2)..", "saturating_sub(3).."),
        ("min(at + 3)", "min(at + 4)"),
        ("take(at + 3)", "take(at + 4)"),
        ("let from = at.saturating_sub(2);", "let from = at;"),
    ] {
        assert!(right.contains(right_part));
        krate.write("src/lib.rs", &right.replace(right_part, wrong_part));
        assert_ne!(krate.test("unroll_tests").code, Some(0), "{wrong_part}");
    }
}
