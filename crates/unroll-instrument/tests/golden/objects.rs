//! expand: attribute

#[unroll_test(__tool(id = "k__log", form = counter), Dyn1 = Vec<u8>)]
pub fn log(out: &mut dyn Write, shape: &dyn Shape, lines: u8) {
    for line in 0..lines {
        out.write(&[line]);
    }
}
