//! expand: attribute

#[built_by(id = "krate::Iter", of = Iter<'_, T>, by = "krate::List", iter, tail;)]
impl<'a, T: Clone> List<'a, T> {
    pub fn iter(&'a self) -> Iter<'a, T> {
        Iter { items: &self.items }
    }

    pub fn tail(&mut self, from: usize) -> Option<Iter<'_, T>> {
        Some(Iter { items: self.items.get(from..)? })
    }
}

#[built_by(id = "krate::Document", of = Document, by = "krate::parse", document;)]
pub fn document(text: &str) -> Result<Document, Error> {
    Document::of(text)
}

#[built_by(id = "krate::Level", OFF, FULL;)]
impl Level {
    pub const OFF: Self = Self(0);
    pub const FULL: Level = Level(9);
}
