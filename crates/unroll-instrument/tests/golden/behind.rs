//! expand: attribute

#[unroll_test(__tool(id = "k__ones_next", form = counter, method = next))]
impl<'a> std::iter::Iterator for Ones<'a> {
    type Item = &'a u8;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(byte) = self.bytes.next() {
            if *byte != 0 {
                return Self::Item::into(byte);
            }
        }
        None
    }
}

#[unroll_test(__tool(id = "k__stack_insert", form = counter, method = insert), T = i32, N = 3, Impl1 = String)]
impl<T: Ord, const N: usize> Stack<T, N>
where
    T: Copy,
{
    pub fn insert(mut self, item: T, name: impl AsRef<str>) -> Self {
        for (place, _) in name.as_ref().bytes().enumerate() {
            self.items[place % N] = item;
        }
        self
    }
}

#[unroll_test(__tool(id = "k__ones_fmt", form = counter, method = fmt))]
impl fmt::Display for Ones<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.bytes.clone() {
            write!(f, "{byte}")?;
        }
        Ok(())
    }
}
