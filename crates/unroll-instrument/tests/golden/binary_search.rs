#[unroll_test(__tool(id = "s", form = counter))]
#[requires(t.is_sorted() && t.len() <= 2000)]
#[requires((0..t.len()).all(|i| t[i] >= 0))]
#[ensures(|result| result.is_some() == t.contains(&x))]
#[ensures(|result| result.is_none_or(|m| t[m] == x))]
pub fn binary_search(t: &[i32], x: i32) -> Option<usize> {
    let (mut i, mut j) = (0, t.len());
    while i < j {
        invariant!(j <= t.len());
        let m = i + (j - i) / 2;
        if t[m] < x {
            i = m + 1;
        } else if t[m] > x {
            j = m;
        } else {
            return Some(m);
        }
    }
    None
}
