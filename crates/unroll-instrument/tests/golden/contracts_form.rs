#[unroll_test(__tool(id = "c1", form = counter))]
#[kani::requires(n > 0)]
#[core::contracts::ensures(|&r| r >= n)]
#[contracts::ensures(ret >= old(n), ret < 9, "small")]
#[inline(always)]
fn up(mut n: u32) -> u32 {
    while n < 3 {
        n += 1;
    }
    n
}

#[unroll_test(__tool(id = "c2", form = counter))]
#[ensures(|result| result.is_ok() || s.is_empty())]
#[ensures(fits)]
fn parse(s: &str) -> Result<u8, std::num::ParseIntError> {
    let mut all = 0;
    for part in s.split(',') {
        all += part.parse::<u8>()?;
    }
    Ok(all)
}
