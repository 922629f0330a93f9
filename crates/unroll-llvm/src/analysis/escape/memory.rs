//! The contents of a function's own locals.

use std::collections::{BTreeMap, BTreeSet};

use super::token::{Carrier, Root, Token, Tokens};
use crate::ir::Reg;

/// An offset in bytes within a local; `None` where the code computes it.
pub(super) type Offset = Option<u64>;

/// The addresses that locals hold, by where they stand.
#[derive(Default)]
pub(super) struct Memory {
    cells: BTreeMap<(Reg, Offset), Tokens>,
    /// True if something was added since the last look.
    pub(super) has_grown: bool,
}

impl Memory {
    pub(super) fn add(
        &mut self,
        local: Reg,
        offset: Offset,
        tokens: impl IntoIterator<Item = Token>,
    ) {
        for token in tokens {
            let cell = self.cells.entry((local, offset)).or_default();
            self.has_grown |= cell.insert(token);
        }
    }

    /// The contents at an offset, with what may stand anywhere.
    pub(super) fn at(&self, local: Reg, offset: u64) -> Tokens {
        // What was stored at a computed offset may stand at any.
        let places = [Some(offset), None];
        let cells = places.iter().filter_map(|it| self.cells.get(&(local, *it)));
        cells.flatten().copied().collect()
    }

    /// The contents of `len` bytes from `start`, all of them if it is not known how many, with offsets from there.
    pub(super) fn range(&self, local: Reg, start: u64, len: Option<u64>) -> Vec<(Offset, Token)> {
        let end = len.map_or(u64::MAX, |len| start.saturating_add(len));
        let cells = self.of(local).filter_map(|(offset, tokens)| match offset {
            None => Some((None, tokens)),
            Some(at) => (start..end)
                .contains(&at)
                .then(|| (Some(at - start), tokens)),
        });
        let all = cells.flat_map(|(offset, tokens)| tokens.iter().map(move |it| (offset, *it)));
        all.collect()
    }

    fn of(&self, local: Reg) -> impl Iterator<Item = (Offset, &Tokens)> {
        let first = (local, None);
        // `None` sorts before all offsets, so one range has all cells of the local.
        let cells = self.cells.range(first..=(local, Some(u64::MAX)));
        cells.map(|((_, offset), tokens)| (*offset, tokens))
    }

    /// The possible results of a load through an address from an unknown place: the addresses that stand in a local, or further on behind a pointer there, with a carrier.
    /// Which of several pointers it is stays open, and its bits may also be a tag, as in `fmt::Arguments`, so locals are none of the pointers.
    pub(super) fn behind(&self, root: Root, loaded: Carrier) -> Tokens {
        let (mut found, mut seen) = (Tokens::new(), BTreeSet::new());
        let mut pending = vec![root];
        while let Some(root) = pending.pop() {
            // Locals may point to each other in a circle.
            if !seen.insert(root) {
                continue;
            }
            match root {
                Root::Param(at) | Root::Within(at, Carrier::Pointer) => {
                    found.insert((Root::Within(at, loaded), loaded));
                }
                // A number is no address to go on from.
                Root::Within(_, Carrier::Number) => {}
                Root::Local(local) => {
                    for (root, carrier) in self.of(local).flat_map(|(_, tokens)| tokens) {
                        let is_open = loaded == Carrier::Pointer && matches!(root, Root::Local(_));
                        if *carrier == loaded && !is_open {
                            found.insert((*root, loaded));
                        }
                        if *carrier == Carrier::Pointer {
                            pending.push(*root);
                        }
                    }
                }
            }
        }
        found
    }
}
