use unroll_test::{label, unroll_test};

#[unroll_test]
fn priced(items: &[u8]) -> u8 {
    let mut sum = 0u8;
    for item in items {
        label!("large", *item > 9);
        sum = sum.wrapping_add(*item);
    }
    label!("large", sum > 9);
    label!("odd", sum % 2 == 1);
    sum
}

fn main() {
    priced(&[]);
}
