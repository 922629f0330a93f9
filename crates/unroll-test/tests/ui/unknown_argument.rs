use unroll_test::unroll_test;

#[unroll_test(fast)]
fn one() {}

#[unroll_test(depth = 4)]
fn two() {}

fn main() {}
