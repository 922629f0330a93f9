//! Functions whose outcomes the tests of emission make up.

use std::num::ParseIntError;

pub fn binary_search(t: &[i32], x: i32) -> Option<usize> {
    let (mut i, mut j) = (0, t.len());
    while i < j {
        let m = i + (j - i) / 2;
        if t[m] < x {
            i = m + 1;
        } else if t[m] > x {
            j = m;
        } else {
            return Some(m);
        }
    }
    None
}

fn bubble(a: &mut [u8]) {
    for i in 1..a.len() {
        let mut j = i;
        while j > 0 && a[j - 1] > a[j] {
            a.swap(j - 1, j);
            j -= 1;
        }
    }
}

fn parse(text: &str) -> Result<u8, ParseIntError> {
    text.parse()
}

#[derive(Debug, PartialEq)]
enum Kind {
    Plus,
    Number,
}

fn kind(text: &str) -> Option<Kind> {
    let number = text.parse::<u8>().ok().map(|_| Kind::Number);
    number.or((text == "+").then_some(Kind::Plus))
}

fn read(text: &str) -> std::io::Result<u8> {
    Ok(text.len() as u8)
}

fn mean(xs: &[f64]) -> f64 {
    xs.iter().sum::<f64>() / xs.len() as f64
}

fn sum(values: Vec<u8>) -> u8 {
    let mut sum = 0;
    for v in values {
        sum += v;
    }
    sum
}

fn len(len: usize) -> usize {
    len
}

fn rows<'a>(rows: &[&'a [u8]]) -> Vec<&'a [u8]> {
    rows.to_vec()
}

#[derive(Clone, Debug, PartialEq)]
pub struct Stack {
    items: Vec<u32>,
}

impl Stack {
    pub fn new(n: u32) -> Self {
        Self { items: (0..n).collect() }
    }

    pub fn push(&mut self, x: u32) -> usize {
        self.items.push(x);
        self.items.len()
    }

    fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
}

mod inner {
    pub(super) struct Plain {
        pub(super) x: u8,
        pub(super) name: String,
    }

    fn hidden(x: u8) -> Plain {
        Plain { x, name: String::new() }
    }

    fn flat(x: u8) -> super::Flat {
        super::Flat { x }
    }

    fn flats(flats: &[super::Flat]) -> usize {
        flats.len()
    }

    pub(super) fn shown(x: u8) -> u8 {
        let _ = flats(&[flat(x)]);
        hidden(x).x
    }

    #[cfg(test)]
    mod unroll_tests;
}

struct Flat {
    x: u8,
}

#[cfg(not(feature = "absent"))]
fn abs(x: i32) -> i32 {
    if x < 0 { -x } else { x }
}

fn fill(n: usize, out: &mut Vec<u8>) -> (usize, f32) {
    let _ = inner::shown(1);
    out.resize(n, 0);
    (n, 0.5)
}

#[cfg(test)]
mod unroll_tests;
