use unroll_test::unroll_test;

#[unroll_test(__tool(id = "f1", form = counter))]
fn largest<T: Ord + Copy>(items: &[T]) -> Option<T> {
    items.iter().copied().max()
}

#[unroll_test(__tool(id = "f2", form = counter), T = u8)]
fn first<T: Copy, const N: usize>(items: [T; N]) -> T {
    items[0]
}

fn main() {}
