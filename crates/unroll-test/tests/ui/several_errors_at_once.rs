use unroll_test::unroll_test;

#[unroll_test(U = i32)]
const unsafe extern "C" fn largest<T: Copy>(item: T) -> T {
    item
}

fn main() {}
