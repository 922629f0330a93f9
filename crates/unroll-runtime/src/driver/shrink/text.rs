//! The pass of the shrinker that knows of characters.

use crate::driver::shrink::Shrinker;
use crate::driver::text::{FAMILIAR, continues};
use unroll_protocol::LeafKind;

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
