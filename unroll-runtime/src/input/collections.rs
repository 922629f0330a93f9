//! Collections of the standard library other than sequences in one piece.
//!
//! Sets and maps are built by inserting what the leaves say, one by one, so every case is a valid input: of equal
//! keys the last entry counts. The length leaf says how many entries are inserted, which may be more than are there at the end.

use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::hash::{BuildHasher, Hash};

use super::sequences::length;
use super::{Input, MAX_LOOP_LEN};
use crate::rt::{Describe, Key};

/// Calls `insert` with as many values as the length leaf says.
#[inline]
fn each<T: Input>(key: Key, mut insert: impl FnMut(T)) {
    let len = length::<T>(key, MAX_LOOP_LEN);
    let mut index = 0;
    while index < len {
        insert(T::any(key.child(1).child(index as u32)));
        index += 1;
    }
}

/// `TYPE::from([V, ..])`, or `TYPE::new()` if it is empty.
fn from_array(out: &mut Describe, ty: &str, is_empty: bool, items: impl FnOnce(&mut Describe)) {
    if is_empty {
        out.call(&format!("{ty}::new"), |_| ());
    } else {
        out.call(&format!("{ty}::from"), |out| {
            out.nested(|out| out.form("array", items));
        });
    }
}

impl<T: Input> Input for VecDeque<T> {
    #[inline]
    fn any(key: Key) -> Self {
        Vec::any(key).into()
    }

    fn describe(&self, out: &mut Describe) {
        from_array(out, "std::collections::VecDeque", self.is_empty(), |out| {
            out.runs(self);
        });
    }
}

impl<T: Input> Input for LinkedList<T> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut list = Self::new();
        each(key, |value| list.push_back(value));
        list
    }

    fn describe(&self, out: &mut Describe) {
        from_array(
            out,
            "std::collections::LinkedList",
            self.is_empty(),
            |out| {
                out.runs(self);
            },
        );
    }
}

impl<T: Input + Ord> Input for BinaryHeap<T> {
    #[inline]
    fn any(key: Key) -> Self {
        Vec::any(key).into()
    }

    /// In the order of its own storage, which is kept when it is built from that.
    fn describe(&self, out: &mut Describe) {
        let ty = "std::collections::BinaryHeap";
        from_array(out, ty, self.is_empty(), |out| out.runs(self));
    }
}

impl<T: Input + Ord> Input for BTreeSet<T> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut set = Self::new();
        each(key, |value| {
            set.insert(value);
        });
        set
    }

    fn describe(&self, out: &mut Describe) {
        from_array(out, "std::collections::BTreeSet", self.is_empty(), |out| {
            out.runs(self);
        });
    }
}

impl<K: Input + Ord, V: Input> Input for BTreeMap<K, V> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut map = Self::new();
        each(key, |(key, value)| {
            map.insert(key, value);
        });
        map
    }

    fn describe(&self, out: &mut Describe) {
        from_array(out, "std::collections::BTreeMap", self.is_empty(), |out| {
            for entry in self {
                out.nested(|out| pair(out, entry));
            }
        });
    }
}

impl<T: Input + Eq + Hash, S: BuildHasher + Default> Input for HashSet<T, S> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut set = Self::with_hasher(S::default());
        each(key, |value| {
            set.insert(value);
        });
        set
    }

    fn describe(&self, out: &mut Describe) {
        let items = self.iter().map(|item| described(|out| item.describe(out)));
        hashed::<S>(out, "std::collections::HashSet", items.collect());
    }
}

impl<K: Input + Eq + Hash, V: Input, S: BuildHasher + Default> Input for HashMap<K, V, S> {
    #[inline]
    fn any(key: Key) -> Self {
        let mut map = Self::with_hasher(S::default());
        each(key, |(key, value)| {
            map.insert(key, value);
        });
        map
    }

    fn describe(&self, out: &mut Describe) {
        let entries = self.iter().map(|entry| described(|out| pair(out, entry)));
        hashed::<S>(out, "std::collections::HashMap", entries.collect());
    }
}

/// `(tuple K V)`
fn pair<K: Input, V: Input>(out: &mut Describe, (key, value): (&K, &V)) {
    out.form("tuple", |out| {
        out.item(key);
        out.item(value);
    });
}

fn described(describe: impl FnOnce(&mut Describe)) -> String {
    let mut out = Describe::new();
    describe(&mut out);
    out.into_text()
}

/// What a hash table holds, in an order that does not depend on the hashes: shorter descriptions first, which is the order of numbers.
/// Only tables with the standard library's own hasher have `from`; the others are collected.
fn hashed<S>(out: &mut Describe, ty: &str, mut items: Vec<String>) {
    items.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let is_empty = items.is_empty();
    let array = |out: &mut Describe| items.iter().for_each(|item| out.described(item));
    let hasher = type_name::<S>();
    if hasher.starts_with("std::") && hasher.ends_with("::RandomState") {
        from_array(out, ty, is_empty, array);
    } else if is_empty {
        out.call("std::default::Default::default", |_| ());
    } else {
        out.method("collect", |out| {
            out.nested(|out| {
                out.method("into_iter", |out| {
                    out.nested(|out| out.form("array", array));
                });
            });
        });
    }
}
