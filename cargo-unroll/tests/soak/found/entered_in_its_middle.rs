// LLVM lets the inner loop be entered in its middle, so that not every iteration of it has passed its head.
#[unroll_test::requires(bytes.len() <= 5)]
#[unroll_test::requires(bytes.iter().copied().all(|it| (97..=98).contains(&it)))]
pub fn f(bytes: &[u8]) -> usize {
    let mut kept = [1_usize, 2, 25];
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle: usize = low + (high - low) / 2;
        if bytes[middle] < 2 { low = middle + 1; } else { high = middle; }
        for number in kept {
            match 0_u32.checked_rem(number as u32).unwrap_or(0) {
                0 => kept[0] = 1,
                _ => kept[low % 3] = number,
            }
            kept[(low + middle) % 3] = number.wrapping_add(middle);
            kept[low % 3] = usize::from(bytes.get(1).copied().unwrap_or_default());
        }
    }
    kept[0]
}
