#[requires(n > 0 && n < MAX)]
#[ensures(|&r| r >= n)]
#[inline]
pub fn up(mut n: u32) -> u32 {
    if n == 3 {
        return 4;
    }
    n += 1;
    n
}

#[ensures(|result| result.is_ok() || s.is_empty())]
fn parse(s: &str) -> Result<u8, std::num::ParseIntError> {
    let n: u8 = s.parse()?;
    Ok(n)
}

#[ensures(a.len() == old(a.len()), "the length stays")]
#[requires(!a.is_empty())]
fn rotate(a: &mut [u8]) {
    a.rotate_left(1);
}

#[ensures(ret.len() == v.ret + 1)]
#[debug_requires(true, "message")]
fn other_dialect(v: &V) -> Vec<u8> {
    v.bytes()
}

#[requires(n > 0)]
#[inline]
#[requires(n < 9)]
#[unroll_test]
#[ensures(positive)]
fn moves_below(n: u32) -> u32 {
    n
}
