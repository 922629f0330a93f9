use unroll_test::unroll_test;

#[unroll_test]
async fn double(n: u32) -> u32 {
    2 * n
}

fn main() {}
