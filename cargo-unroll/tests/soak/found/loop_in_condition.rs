// A loop in a condition is entered as often as the loop is, and ends before it.
pub fn f(p0: u8) -> u8 {
    let mut v1: u8 = 0;
    while {
        let mut v2: u8 = 0;
        while v2 < p0 % 8 + 4 {
            v2 += 1;
        }
        v1 < p0 % 2
    } {
        v1 += 1;
    }
    v1
}
