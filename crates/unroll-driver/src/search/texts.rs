//! The texts that every run of a function has, and sentences in their place.
//!
//! In: the case of a first run, and tokens. Out: the lengths and contents of texts in a case, whose other leaves are left to be drawn.

use super::mutate::is_text;
use super::tokens::Tokens;
use crate::case::{Case, Leaf};
use unroll_protocol::LeafKind;

/// Share of the drawn runs that have sentences, in percent.
const SHARE: u64 = 45;

/// Share of the further texts of a run that are as the one before, in percent.
const SAME: u64 = 15;

/// The lengths and contents of texts, in the order in which they are drawn.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts(Vec<(Leaf, Leaf)>);

impl Texts {
    /// The texts of a case.
    pub(super) fn of(case: &Case) -> Self {
        let pairs = case.leaves.windows(2).filter_map(|pair| match pair {
            [length, contents] if length.kind == LeafKind::Length && is_text(contents) => {
                Some((*length, *contents))
            }
            _ => None,
        });
        Self(pairs.collect())
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Gives the texts of an empty case sentences, in some of the runs, if the code has tokens.
    pub(super) fn sentences(&self, case: &mut Case, tokens: &mut Tokens) {
        if self.0.is_empty() || !tokens.has_some() || !tokens.rng.chance(SHARE) {
            return;
        }
        let mut text = Vec::new();
        for (at, (length, contents)) in self.0.iter().enumerate() {
            if at == 0 || !tokens.rng.chance(SAME) {
                text = tokens.sentence(contents.max);
            }
            text.truncate(usize::try_from(length.max).unwrap_or(usize::MAX));
            case.push(length.key, length.kind, length.max, text.len() as u64);
            let start = case.bulk.len();
            case.bulk
                .extend(text.iter().map(|byte| (*byte).min(contents.max)));
            case.push_slice(contents.key, contents.kind, contents.max, start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_and_bytes_get_sentences_and_numbers_none() {
        let mut case = Case::default();
        case.push(1, LeafKind::Length, 1000, 0);
        case.push_slice(2, LeafKind::Char, 0xf4, 0);
        case.push(3, LeafKind::Unsigned, 0xff, 0);
        case.push(4, LeafKind::Length, 4, 0);
        case.push_slice(5, LeafKind::Unsigned, 0xff, 0);
        case.push(6, LeafKind::Length, 9, 0);
        case.push_slice(7, LeafKind::Signed, 0xff, 0);
        let texts = Texts::of(&case);
        assert_eq!(texts.len(), 2);
        let mut tokens = Tokens::new(3, &[], vec![b"content".to_vec()]);
        let mut with_sentences = 0;
        for _ in 0..1000 {
            case.clear();
            texts.sentences(&mut case, &mut tokens);
            let keys: Vec<u64> = case.leaves.iter().map(|leaf| leaf.key).collect();
            assert!(keys.is_empty() || keys == [1, 2, 4, 5]);
            if let [.., length, contents] = case.leaves.as_slice() {
                with_sentences += 1;
                assert!(length.value <= 4 && length.value == contents.value);
            }
        }
        assert!((300..700).contains(&with_sentences));
        let mut none = Tokens::new(3, &[], vec![]);
        case.clear();
        texts.sentences(&mut case, &mut none);
        assert!(case.leaves.is_empty(), "there is nothing to go by");
    }
}
