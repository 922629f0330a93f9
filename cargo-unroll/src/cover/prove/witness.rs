//! From a model to a case: values for all leaves, including those that the model leaves open.

use std::collections::BTreeMap;

use unroll_engine::domain::symbolic::Symbolic;
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::record::Record;
use unroll_smt::term::Term;

/// How elements that no query mentions are chosen. A universal precondition (sortedness, element bounds) was only
/// instantiated at the elements mentioned; these choices keep the common ones true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Like the nearest chosen element below, else above.
    Neighbour,
    /// Zero.
    Zero,
}

/// Both ways, in the order in which they are tried.
pub const FILLS: [Fill; 2] = [Fill::Neighbour, Fill::Zero];

/// Longest slice that is made real.
const MAX_ELEMENTS: u64 = 1 << 16;
/// Length of slices that is tried before longer ones.
const SHORT: u64 = 16;

/// Indices and elements, as terms, that are known of an array.
pub type Reads<'r> = dyn Fn(u32) -> Vec<(Term, Term)> + 'r;

/// The case that a model describes; `None` when a slice is too long to be made.
pub fn inputs(
    record: &Record,
    reads: &Reads<'_>,
    value: &dyn Fn(Term) -> u128,
    fill: Fill,
) -> Option<Inputs> {
    let mut scalars = BTreeMap::new();
    for leaf in &record.leaves {
        let chosen = value(leaf.value) as u64;
        if value(leaf.cond) == 1 {
            scalars.insert(leaf.key, chosen);
        } else {
            scalars.entry(leaf.key).or_insert(chosen);
        }
    }
    let mut slices = BTreeMap::new();
    for slice in &record.slices {
        if value(slice.cond) == 0 {
            continue;
        }
        let len = value(slice.len) as u64;
        if len > MAX_ELEMENTS {
            return None;
        }
        let chosen: BTreeMap<u64, u64> = reads(slice.array)
            .into_iter()
            .map(|(index, element)| (value(index) as u64, value(element) as u64))
            .filter(|(index, _)| *index < len)
            .collect();
        slices.insert(slice.key, filled(len, &chosen, fill));
    }
    Some(Inputs {
        scalars,
        slices,
        layout: BTreeMap::new(),
    })
}

/// That the input can be made; `None` when all can.
pub fn constructible(symbolic: &mut Symbolic, record: &Record) -> Option<Term> {
    limits(symbolic, record, MAX_ELEMENTS, false)
}

/// That slices are short and all text is ASCII, as people write tests; `None` when nothing could be otherwise.
pub fn simple(symbolic: &mut Symbolic, record: &Record) -> Option<Term> {
    limits(symbolic, record, SHORT, true)
}

/// Why inputs that are not [`constructible`] are not made, as a lower-case fragment that says what only they do.
pub fn unconstructible(what: &str) -> String {
    format!("only inputs of more than {MAX_ELEMENTS} elements would {what}")
}

fn limits(symbolic: &mut Symbolic, record: &Record, limit: u64, is_ascii: bool) -> Option<Term> {
    let lengths = record.slices.iter().map(|slice| slice.len);
    let lengths = lengths.chain(
        record
            .leaves
            .iter()
            .filter(|leaf| leaf.is_length)
            .map(|leaf| leaf.value),
    );
    let mut all = symbolic.terms.tru();
    for length in lengths {
        let limit = symbolic.terms.constant(64, u128::from(limit));
        let short = symbolic.terms.ule(length, limit);
        all = symbolic.terms.and(all, short);
    }
    let texts = record
        .slices
        .iter()
        .filter(|slice| slice.is_text && is_ascii);
    for slice in texts {
        for byte in symbolic.arrays[slice.array as usize].reads.values() {
            let last = symbolic.terms.constant(8, 0x7f);
            let ascii = symbolic.terms.ule(*byte, last);
            all = symbolic.terms.and(all, ascii);
        }
    }
    symbolic.terms.as_bool(all).is_none().then_some(all)
}

fn filled(len: u64, chosen: &BTreeMap<u64, u64>, fill: Fill) -> Vec<u64> {
    let mut last = match fill {
        Fill::Neighbour => chosen.values().next().copied().unwrap_or(0),
        Fill::Zero => 0,
    };
    (0..len)
        .map(|index| match chosen.get(&index) {
            Some(&element) => {
                if fill == Fill::Neighbour {
                    last = element;
                }
                element
            }
            None => last,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchosen_elements_follow_their_neighbour_below() {
        let chosen = BTreeMap::from([(2, 5), (4, 9)]);
        assert_eq!(filled(6, &chosen, Fill::Neighbour), [5, 5, 5, 5, 9, 9]);
        assert_eq!(filled(6, &chosen, Fill::Zero), [0, 0, 5, 0, 9, 0]);
    }
}
