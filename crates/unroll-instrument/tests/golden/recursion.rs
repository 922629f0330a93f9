impl Counter {
#[unroll_test(__tool(id = "r", form = counter))]
fn depth(&self, items: &[u8]) -> u32 {
    let total = items.iter().map(|item| if *item == 0 { 0 } else { 1 }).sum::<u32>();
    total + self.depth(&items[1..])
}
}
