#[derive(InputInside)]
struct Stack<T> {
    entries: Vec<T>,
    pub depth: u8,
}

#[built_by(id = "krate::Stack", beside = fields, new; push)]
impl<T: Ord> Stack<T> {
    fn new() -> Self {
        todo!()
    }

    fn push(&mut self, entry: T) {
        todo!()
    }
}

#[derive(InputInside)]
pub(super) struct Pair(pub(super) u8, pub bool);

#[built_by(id = "krate::Unit", besides = fields, new)]
impl Unit {
    fn new() -> Unit {
        todo!()
    }
}
