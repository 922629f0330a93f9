use unroll_test::{requires, unroll_test};

#[unroll_test]
struct Table;

#[unroll_test]
impl Table {}

#[requires(true)]
const SIZE: usize = 4;

fn main() {}
