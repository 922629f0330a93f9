#[unroll_test(__tool(id = "q", form = counter))]
#[requires((0..=n).any(|i| a[i] > 0) && a.iter().all(|x| *x < 9))]
#[requires(v.windows(2).all(|w| w[0] <= w[1]) || a[1..n].contains(&3))]
#[requires(other.contains(&3) && a.iter().any(|a| a.contains(&1)))]
#[requires((0..n).all(|i| (0..i).all(|j| a[j] <= a[i])))]
#[ensures(|r| r.is_sorted() && r.iter().all(|x| a.contains(x)))]
#[ensures(ret.is_sorted())]
fn f(a: &[i32], v: &Vec<i32>, other: Set, n: usize) -> Vec<i32> {
    loop {
        let v = other;
        invariant!(v.contains(&1) && a.is_sorted());
    }
}
