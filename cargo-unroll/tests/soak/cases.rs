//! New cases from old ones.

use cargo_unroll::replay::{Case, Leaf};

/// A small generator (`SplitMix64`), so that a seed means the same everywhere.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `limit`, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }
}

/// Longest slice that a changed case asks for, so that runs stay short.
const LONGEST: u64 = 200;

/// Changes one to three leaves.
pub(crate) fn mutate(case: &mut Case, rng: &mut Rng) {
    let keys: Vec<u64> = case.leaves.keys().copied().collect();
    if keys.is_empty() {
        return;
    }
    for _ in 0..=rng.below(3) {
        let other = scalar(case, keys[rng.below(keys.len())], rng);
        let Some(leaf) = case.leaves.get_mut(&keys[rng.below(keys.len())]) else {
            continue;
        };
        match leaf {
            Leaf::Scalar(value) => *value = number(*value, other, rng),
            Leaf::Slice(runs) => {
                let mut elements = elements(runs);
                if elements.is_empty() || rng.below(4) == 0 {
                    elements.push(number(other, other, rng));
                }
                let at = rng.below(elements.len());
                match rng.below(8) {
                    0 => elements.sort_unstable(),
                    1 => elements.truncate(at),
                    _ => elements[at] = number(elements[at], other, rng),
                }
                *leaf = Leaf::slice(elements);
            }
        }
    }
}

fn elements(runs: &[(u64, u64)]) -> Vec<u64> {
    let all = runs
        .iter()
        .flat_map(|(count, value)| std::iter::repeat_n(*value, *count as usize));
    all.take(LONGEST as usize).collect()
}

/// A value of the case: the leaf or one of its elements.
fn scalar(case: &Case, key: u64, rng: &mut Rng) -> u64 {
    match &case.leaves[&key] {
        Leaf::Scalar(value) => *value,
        Leaf::Slice(runs) if runs.is_empty() => 0,
        Leaf::Slice(runs) => runs[rng.below(runs.len())].1,
    }
}

/// A number near one of two, or small, or a pattern of bits.
fn number(old: u64, other: u64, rng: &mut Rng) -> u64 {
    match rng.below(10) {
        0 => old.wrapping_add(1),
        1 => old.wrapping_sub(1),
        2 => other,
        3 => other.wrapping_add(1),
        4 => old.wrapping_neg(),
        5 => rng.next() >> rng.below(64),
        6 => old ^ (1 << rng.below(64)),
        7 => rng.next() % LONGEST,
        _ => rng.next() % 8,
    }
}

/// Smaller cases, the boldest first.
pub(crate) fn smaller(case: &Case) -> Vec<Case> {
    let mut all = vec![];
    let mut with = |key: u64, leaf: Leaf| {
        let mut next = case.clone();
        next.leaves.insert(key, leaf);
        all.push(next);
    };
    for (key, leaf) in &case.leaves {
        match leaf {
            Leaf::Scalar(0) => {}
            Leaf::Scalar(value) => {
                for less in [0, 1, value / 2, value - 1] {
                    if less < *value {
                        with(*key, Leaf::Scalar(less));
                    }
                }
            }
            Leaf::Slice(runs) => {
                for at in 0..runs.len() {
                    let mut shorter = runs.clone();
                    shorter.remove(at);
                    with(*key, Leaf::runs(shorter));
                    for less in [0, runs[at].1 / 2] {
                        if less < runs[at].1 {
                            let mut changed = runs.clone();
                            changed[at].1 = less;
                            with(*key, Leaf::runs(changed));
                        }
                    }
                }
            }
        }
    }
    all
}
