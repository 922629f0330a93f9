// A run that breaks the postcondition ends before it is said how often the closure was called, which is more often than the depth.
#[unroll_test::ensures(|out| *out != 0)]
pub fn f(p0: bool, p1: u8) -> u8 {
    let mut v1: u64 = u64::from(p0) << 10 ^ u64::from(p1) << 5;
    v1 ^= [97, 97, 99, 97, p1].iter().fold(1, |v2: u64, v3| v2.wrapping_mul(31) ^ u64::from(*v3));
    let mut v4: u64 = 0;
    while v4 < v1 % 5 {
        v4 += 1;
    }
    p1.count_ones() as u8
}
