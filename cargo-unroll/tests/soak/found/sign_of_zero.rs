// Of two zeros with different signs, minima and maxima give either.
pub fn f(p0: u8) -> u32 {
    let greater = (-0.0_f32).max(p0 as i8 as f32);
    let end = if -1.5 / greater > 0.0 { 3 } else { 0 };
    let mut rounds = 0;
    while rounds < end {
        rounds += 1;
    }
    rounds
}
