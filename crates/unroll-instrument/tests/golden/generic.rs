#[unroll_test(T = i32, N = 4, __tool(id = "g", form = counter))]
fn largest<'a, T: PartialOrd + Copy, const N: usize>(items: &'a [T; N], mut floor: T) -> T {
    for item in items {
        if *item > floor {
            floor = *item;
        }
    }
    floor
}

#[unroll_test]
fn plain(n: u32) -> u32 {
    (0..n).sum()
}
