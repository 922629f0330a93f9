use unroll_test::unroll_test;

#[unroll_test(skip)]
fn no_reason() {}

#[unroll_test(skip = " ")]
fn empty_reason() {}

#[unroll_test(skip = "calls the network")]
fn skipped() {}

fn main() {
    no_reason();
    empty_reason();
    skipped();
}
