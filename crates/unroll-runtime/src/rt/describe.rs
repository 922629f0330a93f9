//! Values as the S-expressions of `docs/dev/protocol.md`, section 5.

use std::any::type_name;
use std::fmt::{Display, Write as _};

use super::{Key, escape_into};
use crate::Input;

/// Collects the description of a value.
#[derive(Debug, Default)]
pub struct Describe {
    text: String,
    /// True if part of the value is not told.
    is_partial: bool,
    /// How many values stand around the one that is described.
    around: u32,
}

/// Most values that stand around one that is described: those of a list that ends in itself go on for ever.
const MAX_AROUND: u32 = 128;

impl Describe {
    /// `(struct PATH ..)`; `fields` calls [`Self::field`].
    pub fn structure(&mut self, path: &str, fields: impl FnOnce(&mut Self)) {
        self.named("struct", path, fields);
    }

    /// `(tuple-struct PATH ..)`; `fields` calls [`Self::item`].
    pub fn tuple_structure(&mut self, path: &str, fields: impl FnOnce(&mut Self)) {
        self.named("tuple-struct", path, fields);
    }

    /// `(unit-struct PATH)`.
    pub fn unit_structure(&mut self, path: &str) {
        self.named("unit-struct", path, |_| ());
    }

    /// `(FIELD V)` inside [`Self::structure`].
    pub fn field<T: Input>(&mut self, name: &str, value: &T) {
        self.space();
        self.form(name, |out| out.item(value));
    }

    /// [`Self::field`] for a value that was just built under `key`.
    pub fn field_any<T: Input>(&mut self, name: &str, value: &T, key: Key) {
        self.space();
        self.form(name, |out| out.item_any(value, key));
    }

    /// [`Self::item`] for a value that was just built under `key`.
    pub fn item_any<T: Input>(&mut self, value: &T, key: Key) {
        self.inner::<T>(|out| value.describe_any(key, out));
    }

    /// `(made CONSTRUCTOR CALL..)`: a value that `constructor` gave and `calls` changed.
    pub fn made(&mut self, constructor: impl FnOnce(&mut Self), calls: impl FnOnce(&mut Self)) {
        self.form("made", |out| {
            out.nested(constructor);
            calls(out);
        });
    }

    /// A collection that is made with a capacity and grown by `calls`, which are [`Self::step`]s.
    pub(crate) fn with_capacity(
        &mut self,
        ty: &str,
        capacity: usize,
        calls: impl FnOnce(&mut Self),
    ) {
        let path = format!("{ty}::with_capacity");
        self.made(|out| out.call_of(&path, &capacity), calls);
    }

    /// `(do NAME V..)` inside [`Self::made`], `(let NAME V..)` if the call has a result that may have to be used; `args` calls
    /// [`Self::item_any`].
    pub fn step(&mut self, has_result: bool, name: &str, args: impl FnOnce(&mut Self)) {
        let head = if has_result { "let" } else { "do" };
        self.nested(|out| out.named(head, name, args));
    }

    /// `(keep PATH N)` inside [`Self::made`]: N results of the function at `path`, which takes a reference to the value, are kept alive.
    pub(crate) fn kept(&mut self, path: &str, count: usize) {
        if count > 0 {
            self.nested(|out| out.named("keep", path, |out| out.atom(&count)));
        }
    }

    /// `(lend PATH)` inside [`Self::made`]: the guard that the function at `path` gives for a reference to the value is kept alive.
    pub(crate) fn lent(&mut self, path: &str) {
        self.nested(|out| out.named("lend", path, |_| ()));
    }

    /// `(poison PATH)` inside [`Self::made`]: a panic unwinds past the guard that the function at `path` gives for a reference to the value.
    pub(crate) fn poisoned(&mut self, path: &str) {
        self.nested(|out| out.named("poison", path, |_| ()));
    }

    /// V inside [`Self::tuple_structure`] and the other forms.
    pub fn item<T: Input>(&mut self, value: &T) {
        self.inner::<T>(|out| value.describe(out));
    }

    /// A value of type `T` after a space.
    fn inner<T>(&mut self, describe: impl FnOnce(&mut Self)) {
        self.space();
        self.within::<T>(describe);
    }

    /// An empty description.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The description so far.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// `(head ..)`.
    pub(crate) fn form(&mut self, head: &str, rest: impl FnOnce(&mut Self)) {
        self.open(head);
        rest(self);
        self.close();
    }

    // These three stay calls: a hundred descriptions would be several times as long to compile with them inside.

    #[inline(never)]
    fn open(&mut self, head: &str) {
        self.text.push('(');
        self.text.push_str(head);
    }

    #[inline(never)]
    fn close(&mut self) {
        self.text.push(')');
    }

    #[inline(never)]
    fn space(&mut self) {
        self.text.push(' ');
    }

    /// `(head TYPE VALUE)`.
    pub(crate) fn number(&mut self, head: &str, ty: &str, value: &dyn Display) {
        self.form(head, |out| {
            out.word(ty);
            out.atom(value);
        });
    }

    /// An atom after a space.
    #[inline(never)]
    pub(crate) fn atom(&mut self, atom: &dyn Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, " {atom}");
    }

    /// Text in quotes after a space, escaped as Rust does.
    #[inline(never)]
    pub(crate) fn quoted(&mut self, text: &str) {
        self.text.push_str(" \"");
        escape_into(text, &mut self.text);
        self.text.push('"');
    }

    /// `(head V..)` with equal neighbours as `(rep N V)`.
    pub(crate) fn sequence<T: Input>(&mut self, head: &str, items: &[T]) {
        self.form(head, |out| out.runs(items));
    }

    /// [`Self::sequence`] for elements of which that at index i was just built under `key.child(i)`.
    pub(crate) fn sequence_any<T: Input>(&mut self, head: &str, items: &[T], key: Key) {
        self.form(head, |out| out.runs_any(items, key));
    }

    /// `V..` with equal neighbours as `(rep N V)`.
    pub(crate) fn runs<'i, T: Input + 'i>(&mut self, items: impl IntoIterator<Item = &'i T>) {
        self.runs_of(items.into_iter(), |out, item| item.describe(out));
    }

    /// [`Self::runs`] for items of which that at index i was just built under `key.child(i)`.
    pub(crate) fn runs_any<'i, T: Input + 'i>(
        &mut self,
        items: impl IntoIterator<Item = &'i T>,
        key: Key,
    ) {
        self.runs_numbered(items.into_iter().zip(0..), key);
    }

    /// [`Self::runs_any`] for items with their numbers.
    pub(crate) fn runs_numbered<'i, T: Input + 'i>(
        &mut self,
        items: impl Iterator<Item = (&'i T, u32)>,
        key: Key,
    ) {
        self.runs_of(items, |out, (item, index)| {
            item.describe_any(key.child(index), out);
        });
    }

    fn runs_of<T>(&mut self, items: impl Iterator<Item = T>, describe: impl Fn(&mut Self, T)) {
        let mut runs = Runs::default();
        for item in items {
            runs.add(self, |out| describe(out, item));
        }
        runs.close(&mut self.text);
    }

    /// `(call PATH V..)`; `args` calls [`Self::item`].
    pub fn call(&mut self, path: &str, args: impl FnOnce(&mut Self)) {
        self.named("call", path, args);
    }

    /// `(method NAME RECEIVER V..)`; `parts` calls [`Self::item`].
    pub fn method(&mut self, name: &str, parts: impl FnOnce(&mut Self)) {
        self.named("method", name, parts);
    }

    /// `(object POINTER PATH V)`: a pointer that turns into one to an object of the trait at `path`, with its markers behind `+`.
    pub(crate) fn object(&mut self, pointer: &str, path: &str, value: impl FnOnce(&mut Self)) {
        self.form("object", |out| {
            out.word(pointer);
            out.word(path);
            value(out);
        });
    }

    /// `(call PATH V)`.
    pub(crate) fn call_of<T: Input>(&mut self, path: &str, value: &T) {
        self.call(path, |out| out.item(value));
    }

    /// `(method unwrap (call PATH V))`.
    pub(crate) fn unwrapped_call_of<T: Input>(&mut self, path: &str, value: &T) {
        self.method("unwrap", |out| {
            out.nested(|out| out.call_of(path, value));
        });
    }

    /// `(closure N DEFAULT (when ARGS V)..)`.
    pub(crate) fn closure(&mut self, arity: usize, default: &str, rest: impl FnOnce(&mut Self)) {
        self.form("closure", |out| {
            out.atom(&arity);
            out.word(default);
            rest(out);
        });
    }

    /// `(head V)` for a V that `part` describes.
    pub(crate) fn part(&mut self, head: &str, part: impl FnOnce(&mut Self)) {
        self.form(head, |out| out.nested(part));
    }

    /// `(FIELD V)` inside [`Self::structure`] for a V that `part` describes.
    pub fn field_with(&mut self, name: &str, part: impl FnOnce(&mut Self)) {
        self.nested(|out| out.part(name, part));
    }

    /// Adds the description by `describe`, unless too many values of such types stand around it.
    pub(crate) fn within<T: ?Sized>(&mut self, describe: impl FnOnce(&mut Self)) {
        if self.around < MAX_AROUND {
            self.around += 1;
            describe(self);
            self.around -= 1;
        } else {
            self.opaque::<T>();
        }
    }

    /// `V..` with equal neighbours as `(rep N V)`, each as `describe` has it.
    pub(crate) fn runs_with<'i, T: 'i>(
        &mut self,
        items: impl Iterator<Item = &'i mut T>,
        describe: impl Fn(&mut T, &mut Self),
    ) {
        self.runs_of(items, |out, item| describe(item, out));
    }

    /// A form inside another.
    pub fn nested(&mut self, form: impl FnOnce(&mut Self)) {
        self.space();
        form(self);
    }

    /// Adds text that needs no escapes, or was described before, inside a form.
    #[inline(never)]
    pub(crate) fn word(&mut self, text: &str) {
        self.space();
        self.text.push_str(text);
    }

    /// A value of type `T` that cannot be described.
    pub fn opaque<T: ?Sized>(&mut self) {
        self.is_partial = true;
        self.form("opaque", |out| out.quoted(type_name::<T>()));
    }

    /// True if part of the value is not told.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_partial
    }

    /// The description.
    pub(crate) fn into_text(self) -> String {
        self.text
    }

    fn named(&mut self, head: &str, path: &str, fields: impl FnOnce(&mut Self)) {
        self.form(head, |out| {
            out.word(path);
            fields(out);
        });
    }
}

/// The current run of equal items while a sequence is written.
#[derive(Default)]
struct Runs {
    /// Where the run's one item begins in the text.
    start: usize,
    /// How many items are in the run.
    count: u64,
}

impl Runs {
    fn add(&mut self, out: &mut Describe, write: impl FnOnce(&mut Describe)) {
        let begin = out.text.len();
        write(out);
        let text = &mut out.text;
        // The tool writes an expression from the description, so what is described alike is the
        // same to it.
        if self.count > 0 && text[self.start..begin] == text[begin..] {
            text.truncate(begin);
            self.count += 1;
            return;
        }
        let item = text.split_off(begin);
        self.close(text);
        text.push(' ');
        self.start = text.len();
        self.count = 1;
        text.push_str(&item);
    }

    fn close(&self, text: &mut String) {
        if self.count > 1 {
            text.insert_str(self.start, &format!("(rep {} ", self.count));
            text.push(')');
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BinaryHeap, HashMap, HashSet, VecDeque};
    use std::hash::{BuildHasherDefault, DefaultHasher};

    use super::*;

    fn described(value: &impl Input) -> String {
        let mut out = Describe::new();
        value.describe(&mut out);
        out.text
    }

    #[test]
    fn equal_neighbours_become_one_run() {
        assert_eq!(described(&Vec::<u8>::new()), "(vec)");
        assert_eq!(
            described(&vec![1u8, 1, 1, 2, 1]),
            "(vec (rep 3 (int u8 1)) (int u8 2) (int u8 1))"
        );
        assert_eq!(
            described(&[vec![true], vec![true]]),
            "(array (rep 2 (vec (bool true))))"
        );
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(described(&"a\"\\\n\u{e9}'"), r#"(str "a\"\\\n\u{e9}'")"#);
        assert_eq!(described(&'\u{e9}'), "(char E9)");
    }

    #[test]
    fn scalars_and_compounds() {
        assert_eq!(
            described(&(-5i32, 1.0f64)),
            "(tuple (int i32 -5) (float f64 3ff0000000000000))"
        );
        assert_eq!(described(&Some(Box::new(()))), "(some (box (tuple)))");
        assert_eq!(
            described(&Err::<u8, _>(String::from("x"))),
            "(err (string \"x\"))"
        );
        assert_eq!(described(&[&1u8][..].to_vec()), "(vec (ref (int u8 1)))");
    }

    #[test]
    fn values_without_an_end_are_told_in_part() {
        struct Around;
        impl Input for Around {
            fn any(_key: Key) -> Self {
                Self
            }

            fn describe(&self, out: &mut Describe) {
                out.form("some", |out| out.item(self));
            }
        }
        let text = described(&Around);
        assert_eq!(text.matches("(some").count(), 129);
        assert_eq!(text.matches("(opaque").count(), 1);
    }

    #[test]
    fn collections_are_described_by_what_they_hold() {
        let map = BTreeMap::from([(2_u8, 'b'), (1, 'a')]);
        assert_eq!(
            described(&map),
            "(call std::collections::BTreeMap::from \
             (array (tuple (int u8 1) (char 61)) (tuple (int u8 2) (char 62))))"
        );
        let hashed: HashSet<i32> = (-3..12).collect();
        let numbers: Vec<_> = (0..10).chain([-1, -2, -3, 10, 11]).collect();
        let item = |items: String, n: &i32| items + &format!(" (int i32 {n})");
        let items = numbers.iter().fold(String::new(), item);
        assert_eq!(
            described(&hashed),
            format!("(call std::collections::HashSet::from (array{items}))")
        );
        let heap = BinaryHeap::from([1_u8, 3, 2]);
        assert_eq!(
            described(&heap),
            described(&BinaryHeap::from_iter(heap.clone()))
        );
        assert_eq!(
            described(&VecDeque::<u8>::new()),
            "(call std::collections::VecDeque::new)"
        );
    }

    #[test]
    fn tables_with_other_hashers_are_collected() {
        type Hasher = BuildHasherDefault<DefaultHasher>;
        let map: HashMap<u8, u8, Hasher> = [(7, 8)].into_iter().collect();
        assert_eq!(
            described(&map),
            "(method collect (method into_iter (array (tuple (int u8 7) (int u8 8)))))"
        );
    }

    #[test]
    fn ranges_that_were_used_up_have_no_literal() {
        let mut range = 1_u8..=2;
        assert_eq!(described(&range), "(range-inclusive (int u8 1) (int u8 2))");
        assert_eq!(range.by_ref().count(), 2);
        assert!(described(&range).starts_with("(opaque "));
    }
}
