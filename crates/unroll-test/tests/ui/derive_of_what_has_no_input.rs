use unroll_test::Input;

#[derive(Input)]
union Bits {
    int: u32,
    float: f32,
}

#[derive(Input)]
enum Never {}

#[derive(Input)]
struct Holder {
    file: std::fs::File,
}

fn main() {}
