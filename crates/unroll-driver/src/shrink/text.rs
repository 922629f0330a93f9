//! The pass of the shrinker for characters.

use crate::shrink::Shrinker;
use crate::text::{FAMILIAR, continues};
use unroll_protocol::LeafKind;

/// Characters that are tried in place of others.
const SIMPLE: [u8; 4] = *b"ab01";

impl Shrinker<'_> {
    /// Puts familiar characters for others that have more than one byte, the shortest that do.
    pub(crate) fn characters(&mut self) {
        for index in self.leaves(|leaf| leaf.slice && leaf.kind == LeafKind::Char) {
            let mut at = 0;
            while let Some(len) = self.character(index, at) {
                let familiar = FAMILIAR.iter().take(len - 1).find(|familiar| {
                    self.accept_change(|case| {
                        let mut bytes = case.elements(&case.leaves[index]).to_vec();
                        bytes.splice(at..at + len, familiar.bytes().map(u64::from));
                        case.leaves[index - 1].value = bytes.len() as u64;
                        case.set_elements(index, &bytes);
                    })
                });
                at += familiar.map_or(len, |familiar| familiar.len());
            }
        }
    }

    /// Puts a letter or a digit for a character wherever it occurs: where two words have to be equal, no change of one alone is any good.
    pub(crate) fn renames(&mut self) {
        let texts = self.leaves(|leaf| leaf.slice && leaf.kind == LeafKind::Char);
        let elements = |at: &usize| self.best.elements(&self.best.leaves[*at]).to_vec();
        let mut bytes: Vec<u64> = texts.iter().flat_map(elements).collect();
        bytes.sort_unstable();
        bytes.dedup();
        bytes.retain(|byte| (0x20..0x7f).contains(byte));
        for byte in bytes {
            for simple in SIMPLE.iter().map(|simple| u64::from(*simple)) {
                let is_renamed = self.accept_change(|case| {
                    for leaf in &case.leaves {
                        if leaf.slice && leaf.kind == LeafKind::Char {
                            let elements = &mut case.bulk[leaf.start..][..leaf.value as usize];
                            for element in elements.iter_mut().filter(|it| **it == byte) {
                                *element = simple;
                            }
                        }
                    }
                });
                if is_renamed {
                    break;
                }
            }
        }
    }

    /// How many bytes the character has that begins at `at` in the text of slice `index`; `None` where the text ends.
    fn character(&self, index: usize, at: usize) -> Option<usize> {
        self.removable(index)?;
        let text = self.best.elements(&self.best.leaves[index]).get(at..)?;
        text.first()?;
        Some(
            1 + text[1..]
                .iter()
                .take_while(|byte| continues(**byte))
                .count(),
        )
    }
}
