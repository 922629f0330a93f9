//! Small values of the scalar leaves, all tuples of them: where a function tells numbers apart, it tells small ones apart.

use super::draw;
use super::texts::Texts;
use crate::case::Case;
use unroll_protocol::LeafKind;

/// Most scalars whose tuples are enumerated.
const MOST_SCALARS: usize = 4;

/// The scalar leaves of a case; no keys if there are too many to enumerate, or nothing but lengths of texts.
pub(super) fn scalar_keys(case: &Case) -> Vec<(u64, LeafKind, u64)> {
    let scalars = case.leaves.iter().filter(|leaf| !leaf.slice);
    let keys: Vec<_> = scalars
        .map(|leaf| (leaf.key, leaf.kind, leaf.max))
        .collect();
    if keys.len() <= MOST_SCALARS && keys.len() > Texts::of(case).len() {
        keys
    } else {
        vec![]
    }
}

/// All tuples of small values, those with small maxima first.
pub(super) struct SmallTuples {
    keys: Vec<(u64, LeafKind, u64)>,
    /// Index into the small values, for each key.
    ranks: Vec<u64>,
    /// The largest rank of the current shell.
    shell: u64,
    left: u64,
}

impl SmallTuples {
    pub(super) fn new(keys: Vec<(u64, LeafKind, u64)>, count: u64) -> Self {
        let left = if keys.is_empty() { 0 } else { count };
        Self {
            ranks: vec![0; keys.len()],
            keys,
            shell: 1,
            left,
        }
    }

    /// Sets `base` to the next tuple.
    pub(super) fn next(&mut self, base: &mut Case) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        self.advance();
        base.clear();
        for (&(key, kind, max), &rank) in self.keys.iter().zip(&self.ranks) {
            base.push(key, kind, max, small_value(kind, max, rank));
        }
        true
    }

    /// The next tuple of the shell that touches its surface, or the first of the next shell.
    fn advance(&mut self) {
        loop {
            let Some(at) = self.ranks.iter().position(|&rank| rank < self.shell) else {
                self.shell += 1;
                self.ranks.fill(0);
                continue;
            };
            self.ranks[at] += 1;
            self.ranks[..at].fill(0);
            if self.ranks.contains(&self.shell) {
                return;
            }
        }
    }
}

/// The small value with a rank: 0, 1, 2, .. or 0, 1, -1, 2, ..
fn small_value(kind: LeafKind, max: u64, rank: u64) -> u64 {
    match kind {
        LeafKind::Signed if rank % 2 == 1 => rank.div_ceil(2) & max,
        LeafKind::Signed => (rank / 2).wrapping_neg() & max,
        LeafKind::Char => (u64::from(b'a') + rank).min(max),
        LeafKind::Float => draw::float_bits(rank as f64, max == u64::from(u32::MAX)),
        LeafKind::Unsigned | LeafKind::Bool | LeafKind::Variant | LeafKind::Length => rank.min(max),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tuples_enumerate_each_shell_once() {
        let keys = vec![(1, LeafKind::Unsigned, 255), (2, LeafKind::Signed, 255)];
        let mut tuples = SmallTuples::new(keys, 8);
        let mut case = Case::default();
        let mut seen = vec![];
        while tuples.next(&mut case) {
            seen.push((case.leaves[0].value, case.leaves[1].value));
        }
        assert_eq!(
            seen,
            [
                (1, 0),
                (0, 1),
                (1, 1),
                (2, 0),
                (2, 1),
                (0, 255),
                (1, 255),
                (2, 255)
            ]
        );
    }
}
