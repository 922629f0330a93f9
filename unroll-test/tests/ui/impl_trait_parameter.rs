use unroll_test::unroll_test;

#[unroll_test]
fn count(items: impl Iterator<Item = u8>) -> usize {
    items.count()
}

fn main() {}
