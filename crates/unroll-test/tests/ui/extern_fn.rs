use unroll_test::unroll_test;

#[unroll_test]
extern "C" fn double(n: u32) -> u32 {
    2 * n
}

fn main() {}
