use unroll_test::{ensures, unroll_test};

trait Search {
    #[unroll_test]
    fn search(&self) -> usize;

    #[ensures(|result| *result > 0)]
    fn size(&self) -> usize;
}

fn main() {}
