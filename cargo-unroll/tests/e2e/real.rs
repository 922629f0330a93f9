//! Crates of the registry: a slice of `cargo xtask corpus`, small and quick.
//!
//! Every function with an exit or a label to reach has tests, which pass, or a code that says why there are none, and the code is explained. The score of
//! the tests is what the tool claims of them.

use std::collections::BTreeSet;
use std::fs;

use xtask::corpus::{self, Tool};

use crate::support::{BUILT, place, root};

/// Between them: numbers as text, checked and wrapping arithmetic, bytes, slices, hashing, methods of all kinds.
const SLICE: [&str; 3] = ["luhnmod10", "murmurhash32", "numerals"];

#[test]
fn functions_of_other_peoples_crates_get_tests_that_pass_or_a_coded_skip() {
    let tool = Tool {
        exe: env!("CARGO_BIN_EXE_cargo-unroll").into(),
        place: place().join("corpus"),
        // So the dependencies are compiled once for all tests.
        built: place().join(BUILT),
        caps_lints: false,
        depth: 2,
        // Coverage is not the point here, and undecided objectives would cost the whole time.
        timeout: 2,
    };
    let records = corpus::slice(&root(), &tool, &SLICE).expect("the registry has the crates");
    let mut codes = BTreeSet::new();
    let (mut tested, mut compared) = (0, 0);
    for record in &records {
        assert_eq!(record.trouble, None, "{}", record.name);
        assert_eq!(record.failing, 0, "{}", record.name);
        assert_eq!(record.differences, [""; 0], "{}", record.name);
        compared += record.compared;
        assert!(record.looping().count() > 0, "{}", record.name);
        for function in record.looping() {
            let explained = function.is_tested() || !function.codes.is_empty();
            assert!(explained, "{function:?}");
            tested += usize::from(function.is_tested());
            codes.extend(&function.codes);
        }
    }
    assert!(
        tested >= 12,
        "only {tested} functions have tests: {records:?}"
    );
    assert!(compared >= 60, "only {compared} labels have a score");
    // How often remarks come up may depend on the time that there was; that they are explained does not.
    let page = fs::read_to_string(root().join("docs/diagnostics.md")).expect("it is there");
    for code in codes {
        assert!(page.contains(code.as_str()), "{code} is not in the page");
    }
}
