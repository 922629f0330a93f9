//! Loops of random programs: over ranges and sequences, while a condition holds, and the one at the end that makes everything
//! computed visible.

use super::generate::Generator;
use super::types::{Int, Ty, U8, USIZE};

impl Generator<'_> {
    #[expect(clippy::too_many_lines, reason = "one flat arm for each form of loop")]
    pub(super) fn repeat(&mut self, depth: u32) {
        self.loops += 1;
        let scope = self.vars.len();
        let label = format!("'l{}", self.loops);
        self.labels.push(label.clone());
        match self.rng.below(10) {
            0..=2 => {
                let name = self.fresh();
                let (source, item) = self.items();
                self.open(&format!("{label}: for {name} in {source}"));
                self.declare(&name, Ty::Int(item), false);
                self.block(depth - 1);
            }
            3 => match self.any_variable(|ty| matches!(ty, Ty::Text | Ty::Str)) {
                Some((text, _)) => {
                    let (index, name) = (self.fresh(), self.fresh());
                    // What is iterated over may be changed meanwhile.
                    let text = if self.allocates {
                        format!("{text}.to_owned()")
                    } else {
                        text
                    };
                    self.open(&format!(
                        "{label}: for ({index}, {name}) in {text}.chars().enumerate()"
                    ));
                    self.declare(&name, Ty::Char, false);
                    self.declare(&index, Ty::Int(USIZE), false);
                    self.block(depth - 1);
                }
                None => self.guarded_loop(&label, depth),
            },
            4 => match self.mutable(|ty| matches!(ty, Ty::Vec(_))) {
                Some((stack, Ty::Vec(of))) => {
                    let name = self.fresh();
                    self.open(&format!("{label}: while let Some({name}) = {stack}.pop()"));
                    self.declare(&name, Ty::Int(of), false);
                    for var in &mut self.vars {
                        var.is_mutable &= var.name != stack;
                    }
                    self.block(depth - 1);
                    for var in &mut self.vars {
                        var.is_mutable |= var.name == stack;
                    }
                }
                _ => self.guarded_loop(&label, depth),
            },
            5 => self.guarded_loop(&label, depth),
            6 | 7 => self.narrowing_loop(&label, depth),
            _ => {
                let (counter, end, step) = (self.fresh(), self.int(U8, 1), 1 + self.rng.below(2));
                let condition = self.boolean(1);
                self.line(&format!("let mut {counter}: u8 = 0;"));
                let also = if self.chance(40) {
                    format!(" && {condition}")
                } else {
                    String::new()
                };
                self.open(&format!("{label}: while {counter} < ({end} & 7){also}"));
                self.line(&format!("{counter} += {step};"));
                self.declare(&counter, Ty::Int(U8), false);
                self.block(depth - 1);
            }
        }
        self.close("");
        self.labels.pop();
        self.vars.truncate(scope);
    }

    /// The iterated expression of a `for` loop, with the type of the items.
    pub(super) fn items(&mut self) -> (String, Int) {
        if self.chance(50) {
            let adapter = match self.rng.below(4) {
                0 => ".take(3)",
                1 => ".skip(1)",
                _ => "",
            };
            let is_sequence = |ty| matches!(ty, Ty::Vec(_) | Ty::Array(..) | Ty::Bytes);
            match self.any_variable(is_sequence) {
                Some((name, Ty::Vec(of))) => {
                    return (format!("{name}.clone().into_iter(){adapter}"), of);
                }
                Some((name, Ty::Array(of, _))) => {
                    return (format!("{name}.into_iter(){adapter}"), of);
                }
                Some((name, _)) => return (format!("{name}.iter().copied(){adapter}"), U8),
                None => {}
            }
        }
        (self.range(), U8)
    }

    pub(super) fn range(&mut self) -> String {
        let (a, b) = (self.int(U8, 1), self.int(U8, 1));
        match self.rng.below(3) {
            0 => format!("0..({a} & 3)"),
            1 => format!("({a} & 1)..=({b} & 3)"),
            _ => format!("(0..({b} % 5)).rev()"),
        }
    }

    pub(super) fn guarded_loop(&mut self, label: &str, depth: u32) {
        let (gas, limit, condition) = (self.fresh(), 2 + self.rng.below(5), self.boolean(1));
        self.line(&format!("let mut {gas}: u8 = 0;"));
        self.open(&format!("{label}: loop"));
        self.line(&format!("{gas} += 1;"));
        self.line(&format!("if {gas} > {limit} {{ break; }}"));
        self.declare(&gas, Ty::Int(U8), false);
        self.block(depth - 1);
        if self.chance(60) {
            self.line(&format!("if {condition} {{ break {label}; }}"));
        }
    }

    /// Two ends of a sequence that come closer to each other in every iteration.
    pub(super) fn narrowing_loop(&mut self, label: &str, depth: u32) {
        let is_sequence = |ty| matches!(ty, Ty::Vec(_) | Ty::Array(..) | Ty::Bytes);
        let Some((all, ty)) = self.any_variable(is_sequence) else {
            return self.guarded_loop(label, depth);
        };
        let of = match ty {
            Ty::Vec(of) | Ty::Array(of, _) => of,
            _ => U8,
        };
        let (low, high, between) = (self.fresh(), self.fresh(), self.fresh());
        let sought = self.fresh();
        let (value, condition) = (self.int(of, 1), self.boolean(1));
        self.line(&format!("let {sought}: {} = {value};", of.name));
        self.line(&format!("let (mut {low}, mut {high}) = (0, {all}.len());"));
        let apart = self.pick(&["", " + 1", " + 2"]);
        self.open(&format!("{label}: while {low}{apart} < {high}"));
        let (place, step) = match self.rng.below(4) {
            0 => (
                format!("{low} + ({high} - {low}) / 2"),
                format!("{low} = {between} + 1; }} else {{ {high} = {between};"),
            ),
            1 => (low.clone(), format!("{low} += 1; }} else {{ {high} -= 1;")),
            2 => (
                format!("{high} - 1"),
                format!("{low} += 2; {high} -= 1; }} else {{ {high} = {between};"),
            ),
            _ => (
                format!("({low} + {high}) / 2"),
                format!("{low} += 1; {high} = {high}.saturating_sub(2); }} else {{ {low} += 2;"),
            ),
        };
        self.line(&format!("let {between}: usize = {place};"));
        let found = match self.rng.below(4) {
            0 => condition,
            1 => format!("{all}[{between}] == {sought}"),
            _ => format!("{all}[{between}] < {sought}"),
        };
        self.line(&format!("if {found} {{ {step} }}"));
        for name in [&low, &high, &between] {
            self.declare(name, Ty::Int(USIZE), false);
        }
        // The sequence keeps its length: its ends are places in it.
        let kept = self.vars.iter().position(|var| var.name == all);
        let was_mutable = kept.map(|at| std::mem::take(&mut self.vars[at].is_mutable));
        self.block(depth - 1);
        if let Some((at, is_mutable)) = kept.zip(was_mutable) {
            self.vars[at].is_mutable = is_mutable;
        }
    }

    /// A loop that goes on as long as what was computed says.
    pub(super) fn last_loop(&mut self) {
        let all: Vec<(String, Ty)> = self
            .vars
            .iter()
            .map(|var| (var.name.clone(), var.ty))
            .collect();
        let parts: Vec<String> = all
            .iter()
            .filter_map(|(name, ty)| digest(name, *ty))
            .collect();
        self.line("let mut seen: u64 = 0;");
        for part in parts {
            self.line(&format!("seen = seen.rotate_left(5) ^ ({part});"));
        }
        let divisor = 2 + self.rng.below(4);
        self.line("let mut rounds: u64 = 0;");
        self.open(&format!("while rounds < seen % {divisor}"));
        self.line("rounds += 1;");
        self.close("");
    }
}

/// A number that a variable makes.
fn digest(name: &str, ty: Ty) -> Option<String> {
    Some(match ty {
        Ty::Int(_) | Ty::Bool => format!("{name} as u64"),
        Ty::Char => format!("{name} as u32 as u64"),
        Ty::Float(_) => format!("{name} as i64 as u64"),
        Ty::Text | Ty::Str => {
            format!("{name}.bytes().fold(1, |sum: u64, it| sum.wrapping_mul(31) ^ u64::from(it))")
        }
        Ty::Vec(_) | Ty::Bytes | Ty::Array(..) => {
            format!("{name}.iter().fold(1, |sum: u64, it| sum.wrapping_mul(31) ^ *it as u64)")
        }
        Ty::Option(_) => format!("{name}.map_or(3, |it| it as u64)"),
        Ty::Pair(_) => format!("{name}.0 as u64 ^ u64::from({name}.1)"),
        Ty::Kind => format!("u64::from(matches!({name}, Kind::Flag(true) | Kind::Last))"),
        Ty::Dial => format!("u64::from({name}.level) ^ u64::from({name}.on)"),
        Ty::Map(_) => format!(
            "{name}.iter().fold(1, |sum: u64, (key, it)| sum.wrapping_mul(31) ^ *it as u64 ^ u64::from(*key))"
        ),
        Ty::Function(_) => return None,
    })
}
