//! Every test asserts something: results that do not compare or print are asserted by their parts.

use crate::support::Krate;

const RESULTS: &str = "//! Results without `PartialEq` or `Debug`.

use std::collections::BTreeMap;

/// Has fields that its own module sees.
pub struct Param {
    name: String,
    pub count: u32,
    seen: BTreeMap<u8, char>,
    half: f64,
}

/// A struct.
pub fn param(n: u8) -> Param {
    let seen = if n > 9 { BTreeMap::from([(n, 'x')]) } else { BTreeMap::new() };
    Param { name: format!(\"p{n}\"), count: u32::from(n), seen, half: f64::from(n) / 2.0 }
}

/// Variants, one with a field that has no pattern.
pub enum Token {
    Word(String),
    Number(u64),
    End,
}

/// A variant.
pub fn token(n: u8) -> Token {
    match n {
        0 => Token::End,
        1..=9 => Token::Number(u64::from(n)),
        _ => Token::Word(String::from(\"many\")),
    }
}

/// Either side of a result.
pub fn checked(n: u8) -> Result<Token, Param> {
    if n < 5 { Ok(token(n)) } else { Err(param(n)) }
}

/// Elements of a vector.
pub fn tokens(numbers: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    for n in numbers {
        tokens.push(token(*n));
    }
    tokens
}

/// Some or none.
pub fn found(n: u8) -> Option<impl Fn(u8) -> u8> {
    if n > 7 { Some(move |m: u8| m.wrapping_add(n)) } else { None }
}

/// The items of an iterator.
pub fn doubled(items: &[u8]) -> impl Iterator<Item = u32> + '_ {
    let skipped = if items.len() > 1 { 1 } else { 0 };
    items.iter().skip(skipped).map(|item| u32::from(*item) * 2)
}

/// The first items of an iterator without an end.
pub fn endless(n: u8) -> impl Iterator<Item = u8> {
    let value = if n > 100 { 1 } else { 2 };
    std::iter::repeat(value)
}

/// Items that do not compare.
pub fn boxed(n: u8) -> Box<dyn Iterator<Item = Token>> {
    let count = if n > 3 { 2 } else { 0 };
    Box::new((0..count).map(token))
}

/// Text.
pub fn named(n: u8) -> impl std::fmt::Display {
    if n > 50 { \"large\" } else { \"small\" }
}

/// Nothing of a closure can be compared.
pub fn limit(n: u8) -> impl Fn(u8) -> bool {
    let limit = if n > 20 { 20 } else { n };
    move |value| value < limit
}

/// A module whose private field its parent does not see.
pub mod inner {
    /// Has a private field and a public one.
    pub struct Hidden {
        secret: u8,
        /// Seen by everybody.
        pub open: u8,
    }

    /// Makes one.
    pub fn hidden(n: u8) -> Hidden {
        Hidden { secret: n, open: if n > 30 { 1 } else { 0 } }
    }

    /// Reads the private field.
    pub fn secret(hidden: &Hidden) -> u8 {
        hidden.secret
    }
}

/// A public field of a struct elsewhere.
pub fn outer(n: u8) -> inner::Hidden {
    if n > 3 { inner::hidden(n) } else { inner::hidden(40) }
}
";

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
    let krate = Krate::of_fixture("bad/no_annotation", "asserted");
    krate.write("src/lib.rs", &format!("{RESULTS}{}", many_arms(42)));
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
    assert_eq!(with_note("U0414"), ["no_annotation::limit"], "{report:?}");
    assert_eq!(with_note("U0415"), ["no_annotation::price"], "{report:?}");
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
        "assert_eq!(result.to_string(), \"large\"); // captured",
        "assert_eq!(result.open, 1); // captured",
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
