//! Errors of the macros; `TRYBUILD=overwrite` writes the expected texts.

#[test]
fn errors_say_what_to_do() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
