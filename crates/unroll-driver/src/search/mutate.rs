//! Small changes of a case that was accepted by the preconditions or came near.

use super::rewrite::rewrite;
use crate::case::{Case, Leaf};
use crate::search::draw::{Draw, fold};
use unroll_protocol::LeafKind;

/// Share of the changes of a text that are of its tokens, in percent.
const TEXT_SHARE: u64 = 60;

/// Changes one to three leaves of the case.
pub(crate) fn mutate(case: &mut Case, draw: &mut Draw) {
    for _ in 0..=draw.rng.below(3) {
        if case.leaves.is_empty() {
            return;
        }
        let index = draw.rng.index(case.leaves.len());
        let leaf = case.leaves[index];
        if let Some(text) = text_of(case, index)
            && draw.tokens.rng.chance(TEXT_SHARE)
        {
            rewrite_text(case, text, draw);
        } else if leaf.slice {
            elements(case, index, draw);
        } else if leaf.kind == LeafKind::Length {
            length(case, index, draw);
        } else {
            scalar(case, index, draw);
        }
    }
}

/// Puts the end of a text of `other` behind the beginning of one of the case: each may have a part of what a reader wants.
pub(crate) fn cross(case: &mut Case, other: &Case, draw: &mut Draw) {
    let texts = |case: &Case| {
        let texts = (0..case.leaves.len()).filter_map(|at| text_of(case, at));
        texts.collect::<Vec<usize>>()
    };
    let (own, others) = (texts(case), texts(other));
    if own.is_empty() || others.is_empty() {
        return;
    }
    let rng = &mut draw.tokens.rng;
    let at = own[rng.index(own.len())];
    let from = other.leaves[others[rng.index(others.len())]];
    let (contents, length) = (case.leaves[at], case.leaves[at - 1]);
    let (own, others) = (case.elements(&contents), other.elements(&from));
    let mut text = own[..rng.index(own.len() + 1)].to_vec();
    let end = &others[rng.index(others.len() + 1)..];
    text.extend(end.iter().map(|element| (*element).min(contents.max)));
    text.truncate(usize::try_from(length.max).unwrap_or(usize::MAX));
    case.set_elements(at, &text);
    case.leaves[at - 1].value = text.len() as u64;
}

/// The contents of the text that a leaf is the length or the contents of. Bytes count as text.
fn text_of(case: &Case, index: usize) -> Option<usize> {
    let is_slice = case.leaves[index].slice;
    let length = index.checked_sub(usize::from(is_slice))?;
    let contents = case.slice_of_length(length)?;
    is_text(&case.leaves[contents]).then_some(contents)
}

/// True if a leaf is the contents of a text, or of bytes.
pub(super) fn is_text(leaf: &Leaf) -> bool {
    let is_of_bytes = leaf.kind == LeafKind::Unsigned && leaf.max == 0xff;
    leaf.slice && (leaf.kind == LeafKind::Char || is_of_bytes)
}

fn rewrite_text(case: &mut Case, at: usize, draw: &mut Draw) {
    let (contents, length) = (case.leaves[at], case.leaves[at - 1]);
    let mut text = case.elements(&contents).to_vec();
    rewrite(&mut text, &mut draw.tokens, contents.max);
    text.truncate(usize::try_from(length.max).unwrap_or(usize::MAX));
    case.set_elements(at, &text);
    case.leaves[at - 1].value = text.len() as u64;
}

fn scalar(case: &mut Case, index: usize, draw: &mut Draw) {
    let leaf = case.leaves[index];
    let rng = &mut draw.rng;
    let value = match rng.below(10) {
        0 => leaf.value.wrapping_add(1),
        1 => leaf.value.wrapping_sub(1),
        2 => leaf.value.wrapping_add(rng.below(17)).wrapping_sub(8),
        3 => leaf.value.wrapping_mul(2),
        4 => leaf.value / 2,
        5 | 6 => other_value(case, index, draw),
        _ => draw.scalar(case, leaf.kind, leaf.max),
    };
    case.leaves[index].value = fold(value, leaf.max);
}

/// The value of another leaf, or an element of a slice.
fn other_value(case: &Case, index: usize, draw: &mut Draw) -> u64 {
    let other = case.leaves[draw.rng.index(case.leaves.len())];
    match case.elements_if_slice(&other) {
        Some([]) => case.leaves[index].value,
        Some(elements) => elements[draw.rng.index(elements.len())],
        None => other.value,
    }
}

fn length(case: &mut Case, index: usize, draw: &mut Draw) {
    let leaf = case.leaves[index];
    let len = leaf.value;
    let contents = case.slice_of_length(index);
    let new = match draw.rng.below(8) {
        0 | 1 => len + 1,
        2 | 3 => len.saturating_sub(1),
        4 => len * 2 + draw.rng.below(2),
        5 => len / 2,
        6 => len + draw.rng.below(9),
        _ => draw.scalar(case, LeafKind::Length, leaf.max),
    }
    .min(leaf.max);
    case.leaves[index].value = new;
    // Otherwise the run cuts or extends the contents at the end.
    let Some(contents) = contents.map(|at| case.leaves[at]) else {
        return;
    };
    if new + 1 == len && draw.rng.chance(70) {
        let mut kept = case.elements(&contents).to_vec();
        kept.remove(draw.rng.index(kept.len()));
        case.set_elements(index + 1, &kept);
    } else if new == len + 1 && draw.rng.chance(70) {
        let mut grown = case.elements(&contents).to_vec();
        let at = draw.rng.index(grown.len() + 1);
        let neighbour = grown.get(at).or(grown.last()).copied();
        let element = match neighbour {
            Some(value) if draw.rng.chance(60) => value,
            _ => draw.scalar(case, contents.kind, contents.max),
        };
        grown.insert(at, element);
        case.set_elements(index + 1, &grown);
    }
}

fn elements(case: &mut Case, index: usize, draw: &mut Draw) {
    let leaf = case.leaves[index];
    let len = leaf.value as usize;
    if len == 0 {
        return;
    }
    let at = leaf.start + draw.rng.index(len);
    let to = leaf.start + draw.rng.index(len);
    match draw.rng.below(12) {
        0 | 1 => case.bulk[at] = fold(case.bulk[at].wrapping_add(1), leaf.max),
        2 | 3 => case.bulk[at] = fold(case.bulk[at].wrapping_sub(1), leaf.max),
        4 => case.bulk[at] = draw.scalar(case, leaf.kind, leaf.max),
        5 => case.bulk[at] = case.bulk[to],
        6 => case.bulk.swap(at, to),
        7 => case.bulk[at] = fold(other_value(case, index, draw), leaf.max),
        8 => {
            let value = case.bulk[at];
            case.bulk[at.min(to)..=at.max(to)].fill(value);
        }
        9 => case.bulk[leaf.start..leaf.start + len].reverse(),
        10 => sort(
            &mut case.bulk[leaf.start..leaf.start + len],
            leaf.kind,
            leaf.max,
        ),
        _ => {
            let start = case.bulk.len();
            draw.slice(case, leaf.kind, leaf.max, len);
            case.leaves[index].start = start;
        }
    }
}

fn sort(elements: &mut [u64], kind: LeafKind, max: u64) {
    // Bit patterns of signed numbers are in order but for the sign.
    let sign = if kind == LeafKind::Signed {
        max / 2 + 1
    } else {
        0
    };
    let flip = |elements: &mut [u64]| {
        for value in elements {
            *value ^= sign;
        }
    };
    flip(elements);
    elements.sort_unstable();
    flip(elements);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_stay_within_limits_and_slices_follow_their_lengths() {
        let mut draw = Draw::new(5, vec![1000], vec![], 4);
        for round in 0..5000 {
            let mut case = Case::default();
            case.push(1, LeafKind::Length, 10, round % 5);
            case.bulk.extend(0..round % 5);
            case.push_slice(2, LeafKind::Signed, 0xff, 0);
            case.push(3, LeafKind::Unsigned, 9, 4);
            for _ in 0..9 {
                mutate(&mut case, &mut draw);
                for leaf in &case.leaves {
                    match case.elements_if_slice(leaf) {
                        Some(elements) => assert!(elements.iter().all(|&v| v <= leaf.max)),
                        None => assert!(leaf.value <= leaf.max),
                    }
                }
            }
        }
    }
}
