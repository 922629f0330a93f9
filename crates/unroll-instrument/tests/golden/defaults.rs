//! Parameters whose types are no inputs.

#[unroll_test(__tool(id = "k__since", form = counter, defaults))]
fn since(start: &Stamp, until: Option<&mut Stamp>, text: &str) -> usize {
    text.len()
}
