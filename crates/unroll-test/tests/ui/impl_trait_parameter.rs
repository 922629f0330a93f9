use unroll_test::unroll_test;

#[unroll_test]
fn count(items: impl std::io::Read) -> usize {
    std::io::Read::bytes(items).count()
}

fn main() {}
