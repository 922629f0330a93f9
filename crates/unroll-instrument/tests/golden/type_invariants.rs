#[unroll_invariant(self.len <= LIMIT, self.is_tidy() || self.len == 0)]
struct Ring<T: Ord, const N: usize>
where
    T: Copy,
{
    items: [T; N],
    len: usize,
}

#[unroll_test(__tool(id = "k1", form = counter, keeps(0 = 1, result = 2)))]
#[requires(n > 0)]
fn fill(ring: &mut Ring<u8, 4>, n: usize) -> Option<Ring<u8, 4>> {
    ring.len = n;
    None
}

impl Ring<u8, 4> {
    #[unroll_test(__tool(id = "k2", form = counter, keeps(0 = 0)))]
    fn grow(&mut self) {
        self.len += 1;
    }
}
