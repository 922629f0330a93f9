use unroll_test::{ensures, requires};

#[requires()]
fn one() {}

#[ensures(|a, b| a == b)]
fn two() -> u8 {
    2
}

#[ensures(|result| *result ==)]
fn three() -> u8 {
    3
}

fn main() {}
