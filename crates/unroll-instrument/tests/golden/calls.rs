#[built_by(id = "krate::Queue", with_room, parse, default; push, set)]
impl<'t, T: Ord> Queue<'t, T> {
    pub fn with_room(room: usize, first: &'t [T]) -> Self {
        todo!()
    }

    pub fn parse(text: &str) -> Result<Queue<'t, T>, Error> {
        todo!()
    }

    pub fn push(&mut self, item: T) {
        todo!()
    }

    #[must_use]
    pub fn set(&mut self, at: usize, item: (T, u8)) -> bool {
        todo!()
    }
}

#[built_by(id = "krate::Unit", new)]
impl Unit {
    fn new() -> Unit {
        todo!()
    }
}

#[built_by(id = "krate::Wrong", new; get)]
impl Wrong {
    fn new() -> Self {
        todo!()
    }

    fn get(&self) -> u8 {
        0
    }
}

#[built_by(id = "krate::Set", new, of_words; extend)]
impl<I: Ord> Set<I> {
    fn new<T: IntoIterator<Item = I>>(items: T) -> Set<I> {
        todo!()
    }

    fn of_words<N>(name: N, words: &[impl AsRef<str>]) -> Self
    where
        N: Into<Name>,
    {
        todo!()
    }

    fn extend(&mut self, bytes: impl AsRef<[u8]>, items: impl Iterator<Item = I>) {
        todo!()
    }
}
