//! Reads of inputs, related as models need it.
//!
//! In: a model in which elements at equal indices may differ, and texts may be no UTF-8. Out: facts for later questions that it contradicts. All pairs
//! of reads are too many where code reads a text again and again, and few of them matter to an answer: lemmas on demand (Brummayer and Biere, "Lemmas on demand for the
//! extensional theory of arrays", 2009).

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::text;
use unroll_smt::Model;
use unroll_smt::term::Term;

/// Facts about the elements of inputs that a model contradicts.
pub(super) fn contradicted(execution: &mut Execution, model: &Model) -> Vec<Term> {
    let unequal = unequal(execution, model);
    if unequal.is_empty() {
        return ill_formed(execution, model);
    }
    unequal
}

/// That bytes are parts of characters which a model has in none. It has equal elements at equal indices.
fn ill_formed(execution: &mut Execution, model: &Model) -> Vec<Term> {
    let Execution { symbolic, record } = execution;
    let mut facts = Vec::new();
    if !record.unstated.texts {
        return facts;
    }
    for text in record.slices.iter().filter(|slice| slice.is_text) {
        let terms = &symbolic.terms;
        if model.value(terms, text.cond) == 0 {
            continue;
        }
        let len = model.value(terms, text.len) as u64;
        let reads: Vec<(Term, u64, u64)> = symbolic.arrays[text.array as usize]
            .reads
            .iter()
            .map(|(index, byte)| {
                let at = model.value(terms, *index) as u64;
                (*index, at, model.value(terms, *byte) as u64)
            })
            .collect();
        let bytes: HashMap<u64, u64> = reads.iter().map(|(_, at, byte)| (*at, *byte)).collect();
        for (index, at, _) in reads {
            if !text::may_be_in_character(len, at, |at| bytes.get(&at).copied()) {
                facts.push(text::fact(symbolic, text, index));
            }
        }
    }
    if !facts.is_empty() {
        // The facts read the neighbours of a byte.
        record.unstated.reads = true;
        facts.extend(symbolic.new_element_bounds());
    }
    facts
}

/// That elements are equal which a model has at one index with different values.
fn unequal(execution: &mut Execution, model: &Model) -> Vec<Term> {
    if !execution.record.unstated.reads {
        return Vec::new();
    }
    let terms = &mut execution.symbolic.terms;
    let mut facts = Vec::new();
    for array in &execution.symbolic.arrays {
        let mut first: HashMap<u128, (Term, Term)> = HashMap::new();
        for (&index, &element) in &array.reads {
            match first.entry(model.value(terms, index)) {
                Entry::Vacant(entry) => {
                    entry.insert((index, element));
                }
                Entry::Occupied(entry) => {
                    let &(other, known) = entry.get();
                    if model.value(terms, element) != model.value(terms, known) {
                        let same_index = terms.eq(index, other);
                        let same_element = terms.eq(element, known);
                        facts.push(terms.implies(same_index, same_element));
                    }
                }
            }
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_engine::domain::Domain;
    use unroll_engine::domain::symbolic::Symbolic;
    use unroll_engine::strategy::record::{Record, Unstated};

    /// Three reads of a sequence of bytes, with the variables that are the indices.
    fn three_reads(reads: bool) -> (Execution, [Term; 3]) {
        let mut symbolic = Symbolic::default();
        let array = symbolic.array(1, 8, 255);
        let indices = ["i", "j", "k"].map(|name| symbolic.terms.var(name, 64));
        for index in indices {
            symbolic.select(array, index);
        }
        let record = Record {
            unstated: Unstated {
                reads,
                texts: false,
            },
            ..Record::default()
        };
        (Execution { symbolic, record }, indices)
    }

    /// A model in which these are the indices, and the elements 10, 11 and 12.
    fn model(execution: &Execution, indices: [Term; 3], values: [u128; 3]) -> Model {
        let elements = execution.symbolic.arrays[0].reads.values().copied();
        let elements = elements.zip([10, 11, 12]);
        Model::from_values(indices.into_iter().zip(values).chain(elements))
    }

    #[test]
    fn elements_at_one_index_are_equal() {
        let (mut execution, indices) = three_reads(true);
        let apart = model(&execution, indices, [3, 4, 5]);
        assert_eq!(contradicted(&mut execution, &apart), []);
        let together = model(&execution, indices, [3, 4, 3]);
        let facts = contradicted(&mut execution, &together);
        assert_eq!(facts.len(), 1);
        assert_eq!(together.value(&execution.symbolic.terms, facts[0]), 0);
        assert_eq!(apart.value(&execution.symbolic.terms, facts[0]), 1);
    }

    #[test]
    fn nothing_is_left_where_all_pairs_are_related() {
        let (mut execution, indices) = three_reads(false);
        let together = model(&execution, indices, [3, 3, 3]);
        assert_eq!(contradicted(&mut execution, &together), []);
    }
}
