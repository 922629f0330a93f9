impl<'a> Cursor<'a> {
    #[unroll_test(__tool(id = "m1", form = counter))]
    pub fn skip(&mut self, (from, to): (u8, u8), out: &'a mut [u8]) -> &'a [u8] {
        while self.next() == Some(from) {}
        out
    }

    #[unroll_test(__tool(id = "m2", form = counter))]
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    #[unroll_test(__tool(id = "m3", form = counter))]
    fn table(n: u8) -> u8 {
        n
    }
}
