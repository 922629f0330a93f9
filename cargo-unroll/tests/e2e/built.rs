//! Types whose values only their own functions make.

use crate::support::Krate;

/// A type that is not seen, one that unsafe code relies on, one that is parsed, one with a field that is no input, and one whose methods have names of
/// their own, of which one has an effect.
#[test]
fn values_that_only_calls_make() {
    let krate = Krate::of_fixture("cases/built", "made-by-calls");
    let functions = [
        "evens",
        "rounds",
        "add_missing",
        "Bits::first",
        "has_zero",
        "greatest",
        "halvings",
        "steps",
    ];
    let named = functions.iter().flat_map(|name| ["--function", name]);
    let limits = ["--depth", "2", "--timeout", "6"];
    let run = krate.unroll(&limits.into_iter().chain(named).collect::<Vec<_>>());
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(text.contains("[U0208]: "), "{text}");
    // Nine calls build what no input shows, and constructors that panic build nothing.
    assert!(text.contains(" 0 unreachable, "), "{text}");
    assert!(!text.contains(" panic"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(!tests.contains("with_words"), "{tests}");
    assert!(!tests.contains("persist"), "{tests}");
    let calls = [
        "let mut ring = crate::ring::Ring::with_size(2);",
        "ring.push(2);",
        "    bits.insert(",
        "crate::version::Version::parse(\"0\").unwrap()",
        "let mut table: Table<i32> = Table::new();",
        "table.put(",
        "reader.jump(",
        "reader.look();",
        "add_missing(&mut ring, numbers);",
        "let mut sum: Sum<crate::weights::Bytes> = crate::weights::Sum::default();",
        "\"Ring { items: [0], next: 0, pushed: 0 }\"",
    ];
    for call in calls {
        assert!(tests.contains(call), "{call}: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

/// A method with an effect costs builds once: later runs begin without it, until the sources change.
#[test]
fn a_method_with_an_effect_is_remembered() {
    let krate = Krate::of_fixture("cases/built", "remembered-methods");
    // Another test builds a package of the fixture's name in the same directory at the same time.
    let manifest = krate.read("Cargo.toml");
    let renamed = manifest.replacen("name = \"built\"", "name = \"remembered\"", 1);
    assert_ne!(renamed, manifest);
    krate.write("Cargo.toml", &renamed);
    let builds = || {
        let run = krate.unroll(&["--depth", "2", "--timeout", "5", "--function", "steps"]);
        assert_eq!(run.code, Some(0), "{run}");
        run.to_string().matches("Compiling remembered ").count()
    };
    builds();
    // The first run wrote tests, which changes the crate.
    builds();
    assert_eq!(builds(), 0);
    assert!(!krate.read("src/unroll_tests.rs").contains("persist"));

    let source = krate.read("src/lib.rs");
    let effect = "std::fs::write(\"place\", self.at.to_string()).ok();";
    assert!(source.contains(effect));
    krate.write("src/lib.rs", &source.replace(effect, "self.seen = 80;"));
    assert!(builds() > 0);
    krate.write("src/lib.rs", &source);
    assert!(builds() > 0);
    assert!(!krate.read("src/unroll_tests.rs").contains("persist"));
    assert_eq!(builds(), 0);
}
