//! Random functions that look at what inputs have besides their values, as the tool analyses them and as twins.
//!
//! **Invariant:** both texts of a function have the same lines, so that a line tells a branch in both.

use std::fmt::Write as _;

/// The line in front of all functions.
pub(super) const HEAD: &str =
    "#![allow(unused)] use std::{collections::VecDeque, rc::Rc, sync::Arc};\n";

/// Which text of a function is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variant {
    /// Without counting.
    Analysed,
    /// With counting.
    Twin,
}

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InputKind {
    Vec,
    Text,
    Deque,
    Owners,
    ThreadOwners,
    Slices,
    Records,
    Words,
}

impl InputKind {
    const ALL: [Self; 8] = [
        Self::Vec,
        Self::Text,
        Self::Deque,
        Self::Owners,
        Self::ThreadOwners,
        Self::Slices,
        Self::Records,
        Self::Words,
    ];

    /// The parameters.
    fn params(self) -> &'static str {
        match self {
            Self::Vec => "mut v: Vec<u16>",
            Self::Text => "mut s: String",
            Self::Deque => "mut d: VecDeque<u8>",
            Self::Owners => "a: Rc<u8>, b: Rc<u8>",
            Self::ThreadOwners => "x: Arc<u8>, y: Arc<u8>",
            Self::Slices => "p: &[u8], q: &[u8]",
            Self::Records => "mut e: Vec<(u8, Option<String>)>",
            Self::Words => "w: &[&str]",
        }
    }

    /// A statement that prepares the parameters.
    fn prepare(self) -> &'static str {
        match self {
            Self::Owners => "let mut rcs = vec![a, b];",
            Self::ThreadOwners => "let mut arcs = vec![x, y];",
            Self::Vec | Self::Text | Self::Deque | Self::Slices | Self::Records | Self::Words => "",
        }
    }

    /// Numbers that a function may look at.
    fn terms(self) -> &'static [&'static str] {
        match self {
            Self::Vec => &[
                "v.len()",
                "v.capacity()",
                "(v.capacity() - v.len())",
                "v.first().map_or(7, |it| usize::from(*it))",
            ],
            Self::Text => &[
                "s.len()",
                "s.capacity()",
                "(s.capacity() - s.len())",
                "s.chars().count()",
            ],
            Self::Deque => &[
                "d.len()",
                "d.capacity()",
                "d.as_slices().0.len()",
                "d.as_slices().1.len()",
                "d.front().map_or(7, |it| usize::from(*it))",
            ],
            Self::Owners => &[
                "rcs.first().map_or(0, Rc::strong_count)",
                "rcs.last().map_or(0, Rc::strong_count)",
                "rcs.first().map_or(9, Rc::weak_count)",
                "rcs.last().map_or(9, |it| usize::from(**it))",
                "usize::from(rcs.len() > 1 && Rc::ptr_eq(&rcs[0], &rcs[1]))",
                "usize::from(rcs.first_mut().is_some_and(|it| Rc::get_mut(it).is_some()))",
            ],
            Self::ThreadOwners => &[
                "arcs.first().map_or(0, Arc::strong_count)",
                "arcs.last().map_or(0, Arc::strong_count)",
                "arcs.first().map_or(9, Arc::weak_count)",
                "arcs.last().map_or(9, |it| usize::from(**it))",
            ],
            Self::Slices => &[
                "p.len()",
                "q.len()",
                "(p.as_ptr().addr() % 4)",
                "usize::from(p.as_ptr() == q.as_ptr())",
                "usize::from(p.as_ptr() < q.as_ptr())",
                "p.iter().take(3).map(|it| usize::from(*it)).sum::<usize>()",
            ],
            Self::Records => &[
                "e.len()",
                "(e.capacity() - e.len())",
                "e.first().map_or(7, |it| usize::from(it.0))",
                "e.last().map_or(7, |it| usize::from(it.0))",
                "e.get(9).map_or(0, |it| 1 + it.1.as_ref().map_or(0, String::len))",
                "e.iter().filter(|it| it.1.is_none()).count()",
            ],
            Self::Words => &[
                "w.len()",
                "w.first().map_or(7, |it| it.len())",
                "w.last().map_or(7, |it| it.len())",
                "w.iter().map(|it| it.len()).max().unwrap_or(9)",
                "usize::from(w.contains(&\"a\"))",
            ],
        }
    }

    /// Statements that change the inputs, without branches, which the tool would number.
    fn effects(self) -> &'static [&'static str] {
        match self {
            Self::Vec => &[
                "v.push(1);",
                "v.reserve(3);",
                "v.truncate(2);",
                "v.shrink_to_fit();",
            ],
            Self::Text => &["s.push('a');", "s.reserve(2);", "s.clear();"],
            Self::Deque => &[
                "d.push_back(1);",
                "d.push_front(2);",
                "d.pop_front();",
                "d.rotate_left(d.len() / 2);",
            ],
            Self::Owners => &[
                "rcs.pop();",
                "rcs.extend(rcs.first().cloned());",
                "rcs.reverse();",
                "rcs.iter_mut().take(1).for_each(|it| *Rc::make_mut(it) ^= 1);",
            ],
            Self::ThreadOwners => &[
                "arcs.pop();",
                "arcs.extend(arcs.first().cloned());",
                "arcs.reverse();",
            ],
            Self::Slices => &["let (p, q) = (q, p);", "let p = p.get(1..).unwrap_or(p);"],
            Self::Records => &[
                "e.push((3, None));",
                "e.truncate(2);",
                "e.reverse();",
                "e.retain(|it| it.0 > 2);",
                "e = e.clone();",
                "e.extend(e.last().cloned());",
            ],
            Self::Words => &["let w = w.get(1..).unwrap_or(w);"],
        }
    }

    /// Statements of the judge that draw arguments, and the arguments.
    fn arguments(self) -> (&'static str, &'static str) {
        match self {
            Self::Vec => ("", "dice.vec()"),
            Self::Text => ("", "dice.text()"),
            Self::Deque => ("", "dice.deque()"),
            Self::Owners => (
                "let (mut others, mut weak) = (vec![], vec![]); let [a, b] = dice.pair(Rc::new, Rc::downgrade, &mut others, &mut weak);",
                "a, b",
            ),
            Self::ThreadOwners => (
                "let (mut others, mut weak) = (vec![], vec![]); let [x, y] = dice.pair(Arc::new, Arc::downgrade, &mut others, &mut weak);",
                "x, y",
            ),
            Self::Slices => (
                "let bytes: Vec<u8> = (0..9000).map(|at| (at % 5) as u8).collect(); let (from, other) = (dice.roll(9), dice.roll(9)); let (p, q) = (&bytes[from..][..dice.length().min(8000)], &bytes[other..][..dice.length().min(8000)]);",
                "p, q",
            ),
            Self::Records => ("", "dice.records()"),
            Self::Words => (
                "let words = dice.words(); let words: Vec<&str> = words.iter().map(String::as_str).collect();",
                "&words",
            ),
        }
    }
}

/// A random function.
#[derive(Debug)]
pub(super) struct RandomFunction {
    name: String,
    inputs: Vec<InputKind>,
    /// Lines of the body, each with what the twin does first where its block begins.
    lines: Vec<(String, Option<Counter>)>,
}

/// An event that a twin counts on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counter {
    /// A branch; in a loop, with its number.
    Branch(Option<u32>),
    /// The loop begins behind this line.
    Before,
    /// An iteration begins.
    Iteration,
    /// The loop that begins so many lines before ends.
    Exit(u32),
}

/// `SplitMix64`.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) as usize % limit
    }

    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

impl RandomFunction {
    /// The function `number` of a seed.
    pub(super) fn new(seed: u64, number: u64) -> Self {
        let mut rng = Rng(seed.wrapping_mul(1_000_003).wrapping_add(number));
        let mut inputs = vec![rng.pick(&InputKind::ALL)];
        if rng.below(3) == 0 {
            let more = rng.pick(&InputKind::ALL);
            if !inputs.contains(&more) {
                inputs.push(more);
            }
        }
        let mut function = Self {
            name: format!("f{number}"),
            inputs,
            lines: Vec::new(),
        };
        for _ in 0..2 + rng.below(2) {
            function.statement(&mut rng);
        }
        function
    }

    /// Adds an effect, a condition or a loop around one.
    fn statement(&mut self, rng: &mut Rng) {
        let input = rng.pick(&self.inputs);
        match rng.below(4) {
            0 => self.add(rng.pick(input.effects()).to_owned(), None),
            1 => {
                self.add(
                    "let n = usize::from(n) % 4;".to_owned(),
                    Some(Counter::Before),
                );
                self.add("for _ in 0..n {".to_owned(), Some(Counter::Iteration));
                self.condition(rng, true);
                self.add("}".to_owned(), Some(Counter::Exit(6)));
                self.add("let n = n as u8;".to_owned(), None);
            }
            _ => self.condition(rng, false),
        }
    }

    fn condition(&mut self, rng: &mut Rng, is_in_loop: bool) {
        let (input, other) = (rng.pick(&self.inputs), rng.pick(&self.inputs));
        let term = rng.pick(input.terms());
        let right = match rng.below(3) {
            0 => rng.pick(other.terms()).to_owned(),
            _ => rng.pick(&[0, 1, 2, 3, 5, 64, 65, 300]).to_string(),
        };
        let effect = rng.pick(input.effects());
        let effect = if rng.below(2) == 0 && !effect.starts_with("let") {
            effect
        } else {
            ""
        };
        let op = rng.pick(&["<", "==", ">"]);
        let number = |branch| Some(Counter::Branch(is_in_loop.then_some(branch)));
        self.add(format!("if {term} {op} {right} {{"), number(1));
        self.add(format!("r += 1; {effect}"), None);
        self.add("} else {".to_owned(), number(2));
        self.add("r += 2;".to_owned(), None);
        self.add("}".to_owned(), None);
    }

    fn add(&mut self, line: String, count: Option<Counter>) {
        self.lines.push((line, count));
    }

    /// One of the texts of the function.
    pub(super) fn text(&self, variant: Variant) -> String {
        let params: Vec<_> = self.inputs.iter().map(|it| it.params()).collect();
        let prepare: Vec<_> = self.inputs.iter().map(|it| it.prepare()).collect();
        let mut out = String::new();
        let (params, prepare) = (params.join(", "), prepare.concat());
        let name = &self.name;
        let _ = writeln!(out, "pub fn {name}({params}, n: u8) -> u32 {{");
        let _ = writeln!(out, "let mut r = 0; {prepare}");
        for (line, count) in &self.lines {
            let counts = match (variant, count) {
                (Variant::Analysed, _) | (_, None) => String::new(),
                (Variant::Twin, Some(count)) => count.text(),
            };
            let _ = writeln!(out, "{line} {counts}");
        }
        out.push_str("r\n}\n");
        out
    }

    /// The call of the judge for the twin.
    pub(super) fn call(&self) -> String {
        let drawn: Vec<_> = self.inputs.iter().map(|it| it.arguments()).collect();
        let draw: String = drawn.iter().map(|(draw, _)| *draw).collect();
        let args: Vec<_> = drawn.iter().map(|(_, args)| *args).collect();
        let (name, args) = (&self.name, args.join(", "));
        format!(
            "judge(\"{name}\", runs, |dice| {{ {draw} let n = dice.byte(); twin::{name}({args}, n); }});\n"
        )
    }
}

impl Counter {
    fn text(self) -> String {
        match self {
            Self::Branch(None) => "crate::took(line!());".to_owned(),
            Self::Branch(Some(branch)) => format!("crate::took(line!()); last = {branch};"),
            Self::Before => "let (mut last, mut iteration) = (0, 0);".to_owned(),
            Self::Iteration => "iteration += 1;".to_owned(),
            Self::Exit(before) => format!("crate::left(line!() - {before}, iteration, last);"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_texts_of_a_function_have_the_same_lines() {
        for number in 0..50 {
            let function = RandomFunction::new(1, number);
            let [analysed, twin] =
                [Variant::Analysed, Variant::Twin].map(|variant| function.text(variant));
            assert_eq!(analysed.lines().count(), twin.lines().count());
            assert!(twin.contains("took") || !analysed.contains("if "), "{twin}");
            assert_eq!(
                twin.matches("took").count(),
                2 * analysed.matches("} else {").count()
            );
            for (line, counted) in analysed.lines().zip(twin.lines()) {
                assert!(counted.starts_with(line.trim_end()), "{line}\n{counted}");
            }
        }
    }
}
