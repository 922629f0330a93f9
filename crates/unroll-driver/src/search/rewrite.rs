//! Changes of a text that keep most of its form: tokens inserted or exchanged, parts repeated, lists, pairs of
//! signs.
//!
//! A parser reads one more piece of a text only if it accepts the pieces before. So a text that reached something is
//! the best start for one that reaches more, and it usually lacks a token, not a byte.
//!
//! In: the bytes of a text, and a source of tokens. Out: other bytes, at most [`MOST_BYTES`] of them, each at most
//! the given maximum. The bytes of a text need not be UTF-8 here; the run repairs them.

use super::tokens::Tokens;

/// Longest text that comes out.
const MOST_BYTES: usize = 320;

/// Longest part that is taken out or exchanged at once.
const PART: usize = 8;

/// Items of a list, at most.
const MOST_ITEMS: u64 = 5;

/// Makes one change or two.
pub(super) fn rewrite(text: &mut Vec<u64>, tokens: &mut Tokens, max: u64) {
    for _ in 0..=tokens.rng.below(6) / 3 {
        match tokens.rng.below(12) {
            0..4 => insert(text, tokens, max),
            4 | 5 => exchange(text, tokens, max),
            6 => remove(text, tokens),
            7 | 8 => repeat(text, tokens),
            9 | 10 => list(text, tokens, max),
            _ => enclose(text, tokens, max),
        }
        text.truncate(MOST_BYTES);
    }
}

/// A place between bytes: often an end, or one beside a sign, where readers look for the next token.
fn place(text: &[u64], tokens: &mut Tokens) -> usize {
    let at = tokens.rng.index(text.len() + 1);
    let is_sign = |byte: &u64| u8::try_from(*byte).is_ok_and(|byte| byte.is_ascii_punctuation());
    match tokens.rng.below(8) {
        0 => 0,
        1 => text.len(),
        2..5 => at + text[at..].iter().take_while(|byte| !is_sign(byte)).count(),
        _ => at,
    }
}

/// A part of the text.
fn part(text: &[u64], tokens: &mut Tokens, most: usize) -> std::ops::Range<usize> {
    let start = tokens.rng.index(text.len() + 1);
    let len = tokens.rng.index(most.min(text.len() - start) + 1);
    start..start + len
}

fn put(text: &mut Vec<u64>, at: usize, new: Vec<u64>) {
    text.splice(at..at, new);
}

fn insert(text: &mut Vec<u64>, tokens: &mut Tokens, max: u64) {
    let at = place(text, tokens);
    let mut new = Vec::new();
    tokens.token(&mut new, max);
    put(text, at, new);
}

fn exchange(text: &mut Vec<u64>, tokens: &mut Tokens, max: u64) {
    let mut new = Vec::new();
    let part = match word(text, tokens) {
        Some((word, is_number)) if tokens.rng.chance(60) => {
            match tokens.rng.below(4) {
                0..3 if is_number => tokens.number(&mut new, max),
                0..3 => tokens.word(&mut new, max),
                _ => tokens.token(&mut new, max),
            }
            word
        }
        _ => {
            tokens.token(&mut new, max);
            part(text, tokens, PART)
        }
    };
    text.splice(part, new);
}

/// A word or number in the text, the letters and digits around a random place, and whether it is a number.
fn word(text: &[u64], tokens: &mut Tokens) -> Option<(std::ops::Range<usize>, bool)> {
    let is_digit = |byte: &u64| (0x30..0x3a).contains(byte);
    let is_of_word = |byte: &&u64| u8::try_from(**byte).is_ok_and(|it| it.is_ascii_alphanumeric());
    let at = tokens.rng.index(text.len() + 1);
    let start = at - text[..at].iter().rev().take_while(is_of_word).count();
    let end = at + text[at..].iter().take_while(is_of_word).count();
    let is_number = text[start..end].iter().all(is_digit);
    (start < end).then_some((start..end, is_number))
}

fn remove(text: &mut Vec<u64>, tokens: &mut Tokens) {
    let part = part(text, tokens, PART);
    text.drain(part);
}

/// Repeats a part, mostly once or twice, now and then often: loops run longer by it, and buffers fill.
fn repeat(text: &mut Vec<u64>, tokens: &mut Tokens) {
    let part = part(text, tokens, MOST_BYTES);
    let times = match tokens.rng.below(8) {
        0 => 16,
        1 => 5,
        _ => 1 + tokens.rng.index(2),
    };
    let room = MOST_BYTES.saturating_sub(text.len()) / part.len().max(1);
    let copies = text[part.clone()].repeat(times.min(room));
    put(text, part.end, copies);
}

/// Puts in a list with a separator between its items: numbers, tokens, or the same one again and again.
fn list(text: &mut Vec<u64>, tokens: &mut Tokens, max: u64) {
    let at = place(text, tokens);
    let separator = tokens.separator().min(max);
    let is_spaced = tokens.rng.chance(30);
    let (is_of_numbers, is_same) = (tokens.rng.chance(60), tokens.rng.chance(40));
    let (mut new, mut item) = (Vec::new(), Vec::new());
    for at in 0..2 + tokens.rng.below(MOST_ITEMS - 1) {
        if at > 0 {
            new.push(separator);
            new.extend(is_spaced.then_some(0x20));
        }
        if at == 0 || !is_same {
            item.clear();
            if is_of_numbers {
                tokens.number(&mut item, max);
            } else {
                tokens.token(&mut item, max);
            }
        }
        new.extend_from_slice(&item);
    }
    put(text, at, new);
}

/// Puts a part between two signs that stand in pairs.
fn enclose(text: &mut Vec<u64>, tokens: &mut Tokens, max: u64) {
    let part = match tokens.rng.below(3) {
        0 => 0..text.len(),
        1 => tokens.rng.index(text.len() + 1)..text.len(),
        _ => part(text, tokens, MOST_BYTES),
    };
    let (open, close) = tokens.pair();
    text.insert(part.end, close.min(max));
    text.insert(part.start, open.min(max));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if a text that meets all conditions is found from ones that meet the first few, as a search keeps what reaches more of the code.
    fn reaches(words: &[&str], chars: &[u8], conditions: &[fn(&str) -> bool]) -> bool {
        let words = words.iter().map(|word| word.as_bytes().to_vec()).collect();
        let chars: Vec<u64> = chars.iter().map(|char| u64::from(*char)).collect();
        let mut tokens = Tokens::new(7, &chars, words);
        let mut met = 0;
        let mut best: Vec<u64> = Vec::new();
        for _ in 0..20_000 {
            let mut text = best.clone();
            rewrite(&mut text, &mut tokens, 0xf4);
            assert!(text.len() <= MOST_BYTES && text.iter().all(|byte| *byte <= 0xf4));
            let bytes: Vec<u8> = text.iter().map(|byte| *byte as u8).collect();
            let as_text = String::from_utf8_lossy(&bytes);
            let now = conditions.iter().take_while(|it| it(&as_text)).count();
            if now > met || now == met && text.len() <= best.len() {
                (met, best) = (now, text);
            }
        }
        met == conditions.len()
    }

    #[test]
    fn forms_of_texts_are_found_step_by_step() {
        let conditions: [fn(&str) -> bool; 4] = [
            |text| text.contains('('),
            |text| text.ends_with(')'),
            |text| text.starts_with("rgb("),
            |text| {
                let numbers = text
                    .trim_start_matches("rgb(")
                    .trim_end_matches(')')
                    .split(',');
                let numbers: Vec<_> = numbers.map(str::parse::<u8>).collect();
                numbers.len() > 1 && numbers.iter().all(Result::is_ok)
            },
        ];
        assert!(reaches(&["rgb", "hsl", "hwb"], b"#%(),/", &conditions));
        let conditions: [fn(&str) -> bool; 2] = [
            |text| text.contains("=;"),
            |text| text.matches("=;").count() > 12,
        ];
        assert!(reaches(&[], b"=;", &conditions));
    }
}
