// The closure of a condition may be called more often than the depth before the loop ends.
#[unroll_test::requires((0..=7).contains(&p1))]
pub fn f(p0: u8, p1: i64) -> u8 {
    let v3: u8 = (p0 << 2) % 7;
    if p0 == 1 {
        let mut v12: u8 = 0;
        while v12 < ((0..v3).rev().any(|_| false) as u8 & 7) && (3 != p1) {
            v12 += 1;
        }
    }
    v3
}
