use unroll_test::unroll_test;

#[unroll_test]
trait Search {
    fn search(&self) -> usize;
}

fn main() {}
