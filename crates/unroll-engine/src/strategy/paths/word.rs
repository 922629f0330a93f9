//! The concolic reading: words are numbers, and terms where they depend on the input.

use std::collections::BTreeMap;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::domain::layout::{Alignments, Bases};
use crate::domain::stop::Stop;
use crate::domain::symbolic::Symbolic;
use crate::domain::value::{Pointer, Value};
use crate::domain::{ArrayId, Domain};
use crate::strategy::record::SliceLeaf;
use crate::strategy::text::in_character;
use unroll_smt::term::bits::mask;
use unroll_smt::term::eval::apply;
use unroll_smt::term::{Op, Term};

/// A number of a known width in this run, and what it is in others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Word {
    /// Value below 2^width.
    pub value: u128,
    /// Width in bits, 1..=128.
    pub width: u32,
    /// The term of the input that it depends on; `None` when it is the same for all inputs that go this way.
    pub term: Option<Term>,
}

impl Word {
    /// The same number, whatever it depends on.
    #[must_use]
    pub fn fixed(self) -> Self {
        Self { term: None, ..self }
    }
}

/// Values of the concolic domain.
pub(super) type ConcolicValue = Value<Word>;

/// Computes, and builds terms for what depends on the input.
#[derive(Debug, Default)]
pub struct Concolic {
    /// Terms and input arrays. They outlive a walk.
    pub symbolic: Symbolic,
    /// Facts about the inputs that hold in every execution, as far as they were met and not yet taken.
    pub facts: Vec<Term>,
    /// Elements of each array in this run.
    pub elements: FxHashMap<ArrayId, Vec<u64>>,
    /// Array elements looked at in this run.
    pub looked_at: IndexSet<(ArrayId, Term)>,
    /// True if terms are built for whatever input: numbers then mean nothing where there is a term.
    pub tries: bool,
    /// True if the inputs are what they are, so that terms depend on the layout of memory alone.
    pub is_fixed: bool,
    /// How many results this run has that the language leaves open for other inputs.
    unspecified: u32,
    /// Words that the layout of memory decides, where this run tries another than the usual one.
    pub chosen: BTreeMap<String, u64>,
    /// Words of this run that the layout decides.
    pub layout: IndexMap<String, Term>,
    /// Pairs of reads that are known to be equal where their indices are.
    paired: FxHashSet<(ArrayId, Term, Term)>,
    /// Where what is known of a byte of a text looks: by array, length and index.
    around: FxHashMap<(ArrayId, Term, Term), Vec<Term>>,
    /// Words of this run that are parts of addresses, with the byte at which each begins.
    parts: FxHashMap<Word, (Pointer<Word>, u32)>,
}

impl Concolic {
    /// The term of a word.
    pub fn term(&mut self, word: Word) -> Term {
        word.term
            .unwrap_or_else(|| self.symbolic.terms.constant(word.width, word.value))
    }

    /// A word whose value is known; a term that became constant is none.
    pub fn word(&self, term: Term, value: u128) -> Word {
        let width = self.symbolic.terms.width(term);
        match self.symbolic.terms.as_const(term) {
            // An input that breaks a precondition may have another value than terms have under it.
            Some(constant) => Word {
                value: if self.tries { constant } else { value },
                width,
                term: None,
            },
            None => Word {
                value,
                width,
                term: Some(term),
            },
        }
    }

    /// Forgets the run, not the terms.
    pub fn start(&mut self) {
        self.elements.clear();
        self.looked_at.clear();
        self.unspecified = 0;
        self.chosen.clear();
        self.layout.clear();
        self.symbolic.alignments().clear();
        self.parts.clear();
    }

    /// Facts about the bytes of text that this run read, some of which read others.
    pub fn know_text(&mut self, slice: &SliceLeaf) {
        let text = ArrayId(slice.array);
        let looked_at = self.looked_at.iter().filter(|(array, _)| *array == text);
        let looked_at: Vec<Term> = looked_at.map(|(_, index)| *index).collect();
        for index in looked_at {
            // Kept from walk to walk: the fact is told once, but what it looks at counts as read
            // each time.
            let known = self.around.entry((text, slice.len, index));
            let around = known.or_insert_with(|| {
                let around = in_character(&mut self.symbolic, text, slice.len, index);
                self.facts.push(around.holds);
                around.indices
            });
            self.looked_at
                .extend(around.iter().map(|index| (text, *index)));
        }
    }

    /// Facts about the elements that this run read: their bounds, and that equal indices give equal elements
    /// (Ackermann's expansion).
    pub fn relate_elements(&mut self) {
        let looked_at = std::mem::take(&mut self.looked_at);
        let Symbolic { terms, arrays, .. } = &mut self.symbolic;
        for (position, &(array, index)) in looked_at.iter().enumerate() {
            let of = &arrays[array.0 as usize];
            let Some(&element) = of.reads.get(&index) else {
                continue;
            };
            // The pair of an index with itself stands for the bound of its element.
            if self.paired.insert((array, index, index)) {
                let max = terms.constant(of.width, u128::from(of.max));
                self.facts.push(terms.ule(element, max));
            }
            let is_constant = terms.as_const(index).is_some();
            for &(other_array, other) in looked_at.iter().take(position) {
                if other_array != array || (is_constant && terms.as_const(other).is_some()) {
                    continue;
                }
                // Sorted, so that the order of reads on another walk does not relate the pair
                // again.
                let pair = (array, index.min(other), index.max(other));
                let Some(&known) = of.reads.get(&other) else {
                    continue;
                };
                if !self.paired.insert(pair) {
                    continue;
                }
                let same_index = terms.eq(index, other);
                let same_element = terms.eq(element, known);
                self.facts.push(terms.implies(same_index, same_element));
            }
        }
        let terms = &self.symbolic.terms;
        self.facts.retain(|fact| terms.as_bool(*fact) != Some(true));
        self.looked_at = looked_at;
    }
}

impl Domain for Concolic {
    type Bits = Word;

    fn constant(&mut self, width: u32, value: u128) -> Word {
        Word {
            value: value & mask(width),
            width,
            term: None,
        }
    }
    fn width(&self, bits: Word) -> u32 {
        bits.width
    }
    fn as_const(&self, bits: Word) -> Option<u128> {
        bits.term.is_none().then_some(bits.value)
    }
    fn interval(&self, bits: Word) -> (u128, u128) {
        match bits.term {
            None => (bits.value, bits.value),
            Some(term) => self.symbolic.terms.interval(term),
        }
    }
    fn steps(&self, offset: Word) -> Option<(u64, i64)> {
        self.symbolic.steps(offset.term?)
    }
    fn not(&mut self, bits: Word) -> Word {
        let value = !bits.value & mask(bits.width);
        match bits.term {
            None => Word { value, ..bits },
            Some(term) => {
                let term = self.symbolic.terms.not(term);
                self.word(term, value)
            }
        }
    }
    fn binary(&mut self, op: Op, lhs: Word, rhs: Word) -> Word {
        let width = if op.is_predicate() { 1 } else { lhs.width };
        let value = apply(op, lhs.width, lhs.value, rhs.value) & mask(width);
        // Most words of a run depend on nothing, and cost no term.
        if lhs.term.is_none() && rhs.term.is_none() {
            return Word {
                value,
                width,
                term: None,
            };
        }
        let (lhs, rhs) = (self.term(lhs), self.term(rhs));
        let term = self.symbolic.terms.binary(op, lhs, rhs);
        self.word(term, value)
    }
    fn ite(&mut self, cond: Word, then: Word, els: Word) -> Word {
        let taken = if cond.value == 1 { then } else { els };
        let Some(choice) = cond.term else {
            return taken;
        };
        let (then, els) = (self.term(then), self.term(els));
        let term = self.symbolic.terms.ite(choice, then, els);
        self.word(term, taken.value)
    }
    fn extract(&mut self, bits: Word, lo: u32, width: u32) -> Word {
        let value = (bits.value >> lo) & mask(width);
        match bits.term {
            None => Word {
                value,
                width,
                term: None,
            },
            Some(term) => {
                let term = self.symbolic.terms.extract(term, lo, width);
                self.word(term, value)
            }
        }
    }
    fn concat(&mut self, high: Word, low: Word) -> Word {
        let width = high.width + low.width;
        let value = (high.value << low.width) | low.value;
        if high.term.is_none() && low.term.is_none() {
            return Word {
                value,
                width,
                term: None,
            };
        }
        let (high, low) = (self.term(high), self.term(low));
        let term = self.symbolic.terms.concat(high, low);
        self.word(term, value)
    }
    fn zext(&mut self, bits: Word, width: u32) -> Word {
        match bits.term {
            None => Word { width, ..bits },
            Some(term) => {
                let term = self.symbolic.terms.zext(term, width);
                self.word(term, bits.value)
            }
        }
    }
    fn sext(&mut self, bits: Word, width: u32) -> Word {
        let negative = bits.value >> (bits.width - 1) == 1;
        let fill = if negative { !mask(bits.width) } else { 0 };
        let value = (bits.value | fill) & mask(width);
        match bits.term {
            None => Word {
                value,
                width,
                term: None,
            },
            Some(term) => {
                let term = self.symbolic.terms.sext(term, width);
                self.word(term, value)
            }
        }
    }
    fn divide_exact(&mut self, bits: Word, size: u64) -> Word {
        let value = bits.value / u128::from(size);
        match bits.term {
            None => Word { value, ..bits },
            Some(term) => {
                let term = self.symbolic.divide_exact(term, size);
                self.word(term, value)
            }
        }
    }
    fn select(&mut self, array: ArrayId, index: Word) -> Word {
        let known = self.elements.get(&array);
        // An element that the case omits is zero, as natively.
        let value = usize::try_from(index.value)
            .ok()
            .and_then(|index| known?.get(index).copied())
            .unwrap_or(0);
        if self.is_fixed && index.term.is_none() {
            let width = self.symbolic.arrays[array.0 as usize].width;
            return self.constant(width, u128::from(value));
        }
        let index = self.term(index);
        self.looked_at.insert((array, index));
        let element = self.symbolic.select(array, index);
        self.word(element, u128::from(value))
    }
    fn layout(&mut self, name: &str, width: u32, usual: u128) -> Word {
        let chosen = self.chosen.get(name).copied().map(u128::from);
        let value = chosen.unwrap_or(usual) & mask(width);
        let term = self.symbolic.terms.var(name, width);
        self.layout.insert(name.to_owned(), term);
        self.word(term, value)
    }
    fn value(&self, bits: Word) -> u128 {
        bits.value
    }
    fn bases(&self, bits: Word) -> Bases {
        match bits.term {
            Some(term) => self.symbolic.bases(term),
            // Addresses are terms here, so a number without one was made from none.
            None => Bases::Objects(Vec::new()),
        }
    }
    fn alignments(&mut self) -> &mut Alignments {
        self.symbolic.alignments()
    }
    fn note_part(&mut self, part: Word, pointer: &Pointer<Word>, skip: u32) {
        self.parts.insert(part, (pointer.clone(), skip));
    }
    fn part_of(&self, word: Word) -> Option<(Pointer<Word>, u32)> {
        self.parts.get(&word).cloned()
    }
    fn unspecified(&mut self, open: Word) -> Result<Word, Stop> {
        if self.is(open, false) {
            return Ok(open);
        }
        // The run at hand has an open result, which only running the code can tell.
        if self.tries || open.value == 1 {
            return Err(Stop::Unspecified);
        }
        // One that is named by its position is the same on all walks that come the same way.
        let name = format!("open!{}", self.unspecified);
        self.unspecified += 1;
        let term = self.symbolic.terms.var(&name, 1);
        Ok(self.word(term, 0))
    }
}
