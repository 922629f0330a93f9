//! Collections of the standard library other than sequences in one piece.
//!
//! Sets and maps are built by inserting what the leaves say, one by one, so every case is a valid input: of equal
//! keys the last entry counts. The length leaf says how many entries are inserted, which may be more than are there at the end.

use std::any::type_name;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList};
use std::hash::{BuildHasher, Hash};

use super::sequences::{capacity, describe_vec, length};
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

/// The entries that [`each`] inserted, built again, with the key of each value.
fn inserted<T: Input>(key: Key) -> Vec<(T, Key)> {
    let len = length::<T>(key, MAX_LOOP_LEN);
    let keys = (0..len as u32).map(|index| key.child(1).child(index));
    keys.map(|key| (T::any(key), key)).collect()
}

/// `TYPE::from([V, ..])`, or `TYPE::new()` if it is empty.
pub(super) fn from_array(
    out: &mut Describe,
    ty: &str,
    is_empty: bool,
    items: impl FnOnce(&mut Describe),
) {
    if is_empty {
        out.call(&format!("{ty}::new"), |_| ());
    } else {
        out.call(&format!("{ty}::from"), |out| {
            out.nested(|out| out.form("array", items));
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
        let ty = "std::collections::LinkedList";
        from_array(out, ty, self.is_empty(), |out| out.runs(self));
    }

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let ty = "std::collections::LinkedList";
        let items = |out: &mut Describe| out.runs_any(self, key.child(1));
        from_array(out, ty, self.is_empty(), items);
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

    /// In the order of the vector that it was made of.
    fn describe_any(&self, key: Key, out: &mut Describe) {
        let ty = "std::collections::BinaryHeap";
        let items = Vec::<T>::any(key);
        if capacity::<T>(key, items.len()) == items.len() {
            let runs = |out: &mut Describe| out.runs_any(&items, key.child(1));
            from_array(out, ty, self.is_empty(), runs);
        } else {
            let vec = |out: &mut Describe| describe_vec(&items, key, out);
            out.call(&format!("{ty}::from"), |out| out.nested(vec));
        }
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

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let inserted = inserted(key);
        from_array(out, "std::collections::BTreeSet", self.is_empty(), |out| {
            for item in self {
                out.nested(|out| item_any(out, item, &inserted));
            }
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

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let inserted = inserted(key);
        from_array(out, "std::collections::BTreeMap", self.is_empty(), |out| {
            for entry in self {
                out.nested(|out| pair_any(out, entry, &inserted));
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

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let inserted = inserted(key);
        let item = |item| described(|out| item_any(out, item, &inserted));
        let items = self.iter().map(item);
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

    fn describe_any(&self, key: Key, out: &mut Describe) {
        let inserted = inserted(key);
        let entry = |entry| described(|out| pair_any(out, entry, &inserted));
        let entries = self.iter().map(entry);
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

/// [`Input::describe_any`] of an item of a set: of equal ones the first stays.
fn item_any<T: Input + PartialEq>(out: &mut Describe, item: &T, inserted: &[(T, Key)]) {
    match inserted.iter().find(|(other, _)| other == item) {
        Some((_, key)) => item.describe_any(*key, out),
        // A user's `PartialEq` need not agree with the `Ord` or `Hash` by which the item was kept.
        None => item.describe(out),
    }
}

/// [`pair`] for an entry of a map: of equal keys the first stays, with the last value.
fn pair_any<K: Input + PartialEq, V: Input>(
    out: &mut Describe,
    (key, value): (&K, &V),
    inserted: &[((K, V), Key)],
) {
    let mut same = inserted.iter().filter(|((other, _), _)| other == key);
    let Some((_, first)) = same.next() else {
        return pair(out, (key, value));
    };
    let last = same.next_back().map_or(first, |(_, last)| last);
    out.form("tuple", |out| {
        out.item_any(key, first.child(0));
        out.item_any(value, last.child(1));
    });
}

fn described(describe: impl FnOnce(&mut Describe)) -> String {
    let mut out = Describe::new();
    describe(&mut out);
    out.into_text()
}

/// The contents of a hash table, in an order that does not depend on the hashes: shorter descriptions first, which is the order of numbers.
/// Only tables with the standard library's own hasher have `from`; the others are collected.
fn hashed<S>(out: &mut Describe, ty: &str, mut items: Vec<String>) {
    items.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    let is_empty = items.is_empty();
    let array = |out: &mut Describe| items.iter().for_each(|item| out.word(item));
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
