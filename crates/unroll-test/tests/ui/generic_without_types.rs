use unroll_test::unroll_test;

#[unroll_test]
fn largest<T: Ord + Copy>(items: &[T]) -> Option<T> {
    items.iter().copied().max()
}

#[unroll_test(T = u8)]
fn first<T: Copy, const N: usize>(items: [T; N]) -> T {
    items[0]
}

fn main() {}
