// Values that are longer than a word change places at indices of the input, so often that each swap must not double what a load looks into.
pub fn f(at: u8, turns: u8) -> u8 {
    let mut rows = [7_i128, 8, 9];
    for round in 0..4 {
        for turn in 0..turns & 7 {
            rows.swap(usize::from(turn) % 3, usize::from(at) % 3);
        }
        if rows[usize::from(at) % 3] == 8 {
            rows[0] = round;
        }
    }
    let mut sum = 0;
    for number in rows {
        if number > 7 {
            sum += number as u8;
        }
    }
    sum
}
