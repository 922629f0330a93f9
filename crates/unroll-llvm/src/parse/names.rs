//! Names of registers and blocks in one function.

use rustc_hash::FxHashMap;

/// A name in a function: numbers are names too, but know their successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name<'m> {
    /// `%12`.
    Number(u32),
    /// Any other, escapes kept.
    Text(&'m str),
}

impl<'m> Name<'m> {
    /// The name written as `raw`.
    pub(crate) fn new(raw: &'m str) -> Self {
        // `%07` and `%7` are one name in LLVM, and so are the numbers here.
        raw.parse().map_or(Self::Text(raw), Self::Number)
    }
}

/// Dense numbers for names, given at first mention.
#[derive(Default)]
pub(crate) struct NameTable<'m> {
    numbers: FxHashMap<Name<'m>, u32>,
    /// Per number: the name, where it was first mentioned, and whether it was defined.
    slots: Vec<(Name<'m>, usize, bool)>,
}

impl<'m> NameTable<'m> {
    /// The number of a name that is used here.
    pub(crate) fn mention(&mut self, name: Name<'m>, offset: usize) -> u32 {
        let next = self.slots.len() as u32;
        let number = *self.numbers.entry(name).or_insert(next);
        if number == next {
            self.slots.push((name, offset, false));
        }
        number
    }

    /// The number of a name that is defined here; `None` if it was defined before.
    pub(crate) fn define(&mut self, name: Name<'m>, offset: usize) -> Option<u32> {
        let number = self.mention(name, offset);
        let defined = &mut self.slots[number as usize].2;
        (!std::mem::replace(defined, true)).then_some(number)
    }

    /// The first name that was mentioned and never defined.
    pub(crate) fn undefined(&self) -> Option<(Name<'m>, usize)> {
        self.slots
            .iter()
            .find(|slot| !slot.2)
            .map(|slot| (slot.0, slot.1))
    }

    /// How many names there are.
    pub(crate) fn len(&self) -> u32 {
        self.slots.len() as u32
    }
}
