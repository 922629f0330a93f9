//! Runs each twin on inputs that are drawn here, and prints what it did: each line with a branch that was taken, each iteration by which a loop
//! was left with the branch that it took.

#![allow(unused, reason = "twins of other seeds need other parts")]

mod twin;

use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

thread_local! {
    static EVENTS: RefCell<BTreeSet<(u32, Option<(u32, u32)>)>> = const { RefCell::new(BTreeSet::new()) };
}

/// A branch on this line is taken.
pub fn took(line: u32) {
    EVENTS.with_borrow_mut(|events| events.insert((line, None)));
}

/// A loop on this line is left by an iteration, which took a branch.
pub fn left(line: u32, iteration: u32, branch: u32) {
    let branch = if iteration == 0 { 0 } else { branch };
    EVENTS.with_borrow_mut(|events| events.insert((line, Some((iteration, branch)))));
}

/// Marsaglia's xorshift.
pub struct Dice(u64);

impl Dice {
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % sides
    }

    pub fn is(&mut self, percent: usize) -> bool {
        self.roll(100) < percent
    }

    /// A length: small as a rule, at times around 64, 256, 4096 and beyond.
    pub fn length(&mut self) -> usize {
        match self.roll(40) {
            0 => 60 + self.roll(10),
            1 => 250 + self.roll(12),
            2 => 4090 + self.roll(10),
            3 => self.roll(9000),
            4..10 => self.roll(20),
            _ => self.roll(5),
        }
    }

    /// Room for more than `len`: none, a little, as much again, or more.
    pub fn capacity(&mut self, len: usize) -> usize {
        match self.roll(6) {
            0 | 1 => len,
            2 => 2 * len,
            3 => len + self.roll(70),
            _ => len + self.roll(5),
        }
    }

    pub fn byte(&mut self) -> u8 {
        if self.is(30) { self.roll(256) as u8 } else { self.roll(5) as u8 }
    }

    pub fn vec(&mut self) -> Vec<u16> {
        let len = self.length();
        let mut vec = Vec::with_capacity(self.capacity(len));
        vec.extend((0..len).map(|_| u16::from(self.byte())));
        vec
    }

    pub fn text(&mut self) -> String {
        let len = self.length();
        let mut text = String::with_capacity(self.capacity(len));
        text.extend((0..len).map(|_| if self.is(50) { 'a' } else { '\u{e9}' }));
        text
    }

    pub fn records(&mut self) -> Vec<(u8, Option<String>)> {
        let len = self.length();
        let mut records = Vec::with_capacity(self.capacity(len));
        for _ in 0..len {
            let text = if self.is(50) { Some("a".repeat(self.roll(3))) } else { None };
            records.push((self.byte(), text));
        }
        records
    }

    pub fn words(&mut self) -> Vec<String> {
        let len = self.length();
        (0..len).map(|_| if self.is(5) { self.text() } else { "a".repeat(self.roll(4)) }).collect()
    }

    /// A deque that begins anywhere, as pushes and pops leave it.
    pub fn deque(&mut self) -> VecDeque<u8> {
        let len = self.length();
        let mut deque = VecDeque::with_capacity(self.capacity(len));
        let turns = self.roll(deque.capacity() + 1);
        for _ in 0..turns {
            deque.push_back(0);
            deque.pop_front();
        }
        for _ in 0..len {
            let byte = self.byte();
            if self.is(50) { deque.push_back(byte) } else { deque.push_front(byte) }
        }
        deque
    }

    /// Two that are one at times, with owners and observers of their own.
    pub fn pair<T: Clone, W>(
        &mut self,
        new: impl Fn(u8) -> T,
        downgrade: impl Fn(&T) -> W,
        others: &mut Vec<T>,
        weak: &mut Vec<W>,
    ) -> [T; 2] {
        let first = new(self.byte());
        let second = if self.is(40) { first.clone() } else { new(self.byte()) };
        for it in [&first, &second] {
            if self.is(40) {
                for _ in 0..self.roll(4) {
                    others.push(it.clone());
                }
                for _ in 0..self.roll(4) {
                    weak.push(downgrade(it));
                }
            }
        }
        [first, second]
    }
}

/// Runs a twin many times, and prints what it did.
pub fn judge(name: &str, runs: u64, mut run: impl FnMut(&mut Dice)) {
    let seed = name.bytes().fold(0x9e37_79b9_7f4a_7c15, |seed: u64, byte| {
        (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut dice = Dice(seed | 1);
    for _ in 0..runs {
        run(&mut dice);
    }
    for (line, exit) in EVENTS.take() {
        match exit {
            None => println!("{name} {line}"),
            Some((iteration, branch)) => println!("{name} {line} {iteration} {branch}"),
        }
    }
}

fn main() {
    let runs = std::env::args().nth(1).and_then(|runs| runs.parse().ok());
    twins(runs.unwrap_or(1000));
}
