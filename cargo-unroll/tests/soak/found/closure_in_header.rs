// What a `for` iterates calls the closure more often than the depth before the loop ends.
pub fn f(p0: u8) -> u8 {
    let mut v1: u8 = 0;
    if p0 == 1 {
        for v2 in (0..p0 + 5).filter(|v3| *v3 > p0 + 6) {
            v1 += v2;
        }
    }
    v1
}
