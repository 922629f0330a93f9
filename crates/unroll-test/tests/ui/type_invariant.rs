use unroll_test::unroll_invariant;

#[unroll_invariant(n > 0)]
fn on_a_function(n: u32) -> u32 {
    n
}

#[unroll_invariant]
struct Nothing {
    len: usize,
}

#[unroll_invariant()]
enum Empty {
    One,
}

#[unroll_invariant("told alone")]
struct Told {
    len: usize,
}

#[unroll_invariant({ self.len += 1; true })]
struct Changes {
    len: usize,
}

#[unroll_invariant(take(&mut self.len))]
struct Lends {
    len: usize,
}

#[unroll_invariant(self.ready().await)]
struct Waits {
    len: usize,
}

#[unroll_invariant(self.len < 3)]
union Either {
    len: usize,
    sign: isize,
}

struct Block;

#[unroll_invariant(self.len < 3)]
impl Block {}

#[unroll_invariant(self.len)]
struct NoBool {
    len: usize,
}

#[unroll_invariant(self.size < 3)]
struct NoField {
    len: usize,
}

fn main() {}
