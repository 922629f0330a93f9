//! Statements of random programs that change something: assignments, and calls that are lent variables.

use super::generate::{Generator, OPERATORS};
use super::types::{Ty, U8, U32, USIZE};

impl Generator<'_> {
    /// A statement without blocks: something changes.
    pub(super) fn simple(&mut self) {
        let Some((name, ty)) = self.mutable(|_| true) else {
            return self.local();
        };
        let value = match ty {
            Ty::Int(of) => {
                let a = self.int(of, OPERATORS);
                let text = match self.rng.below(5) {
                    0 => format!("{name} = {a};"),
                    1 if self.risky => {
                        let op = self.pick(&["+=", "-=", "*=", "/=", "<<="]);
                        let by = if op == "<<=" { self.int(U32, 0) } else { a };
                        format!("{name} {op} {by};")
                    }
                    2 => format!("{name} ^= {a};"),
                    _ => {
                        let method = self.pick(&[
                            "wrapping_add",
                            "wrapping_sub",
                            "wrapping_mul",
                            "saturating_add",
                        ]);
                        format!("{name} = {name}.{method}({a});")
                    }
                };
                return self.line(&text);
            }
            Ty::Vec(of) => {
                let (a, b) = (self.int(of, OPERATORS), self.int(USIZE, 1));
                let text = match self.rng.below(9) {
                    0..=2 => format!("{name}.push({a});"),
                    3 => format!("{name}.pop();"),
                    4 => format!("{name}.sort_unstable();"),
                    5 => format!("{name}.truncate({b} & 3);"),
                    6 if self.risky => format!("{name}[{b} & 3] = {a};"),
                    7 => format!("{name}.reverse();"),
                    8 => format!("{name}.retain(|it| *it != {a});"),
                    _ => format!("if let Some(it) = {name}.get_mut({b} & 3) {{ *it = {a}; }}"),
                };
                return self.line(&text);
            }
            Ty::Array(of, len) => {
                let (a, b) = (self.int(of, OPERATORS), self.int(USIZE, 1));
                let index = if self.risky {
                    format!("{b} & 3")
                } else {
                    format!("{b} % {len}")
                };
                return self.line(&format!("{name}[{index}] = {a};"));
            }
            Ty::Text => {
                let c = self.character(1);
                return self.line(&format!("{name}.push({c});"));
            }
            Ty::Map(of) => {
                let (a, b) = (self.int(U8, 1), self.int(of, 1));
                return self.line(&format!("{name}.insert({a} & 3, {b});"));
            }
            ty => self.value(ty, OPERATORS),
        };
        self.line(&format!("{name} = {value};"));
    }

    /// Lends variables to a function with a loop, which changes them and may give one of them back.
    pub(super) fn lend(&mut self) {
        let n = self.int(U8, 1);
        let is_sequence = |ty| matches!(ty, Ty::Array(..) | Ty::Vec(_));
        if self.chance(40)
            && let Some((values, _)) = self.mutable(is_sequence)
        {
            return self.line(&format!("churn(&mut {values}, {n});"));
        }
        let is_byte = |ty| ty == Ty::Int(U8);
        let (Some((first, _)), Some((second, _))) = (self.mutable(is_byte), self.mutable(is_byte))
        else {
            return self.simple();
        };
        if first == second {
            return self.simple();
        }
        if self.chance(30) {
            return self.weigh(&first);
        }
        let (a, by) = (self.int(U8, 1), self.fresh());
        self.line(&format!("let {by}: u8 = {n};"));
        let (given, written) = (self.fresh(), self.fresh());
        self.line(&format!("let {written}: u8 = {a};"));
        let text = match self.rng.below(3) {
            0 => format!("*picked(&mut {first}, &mut {second}, {by}) = {written};"),
            1 => format!(
                "{{ let mut {given} = Pair {{ first: &mut {first}, second: &mut {second} }}; \
                 turned(&mut {given}, {by}); *{given}.first = {written}; }}"
            ),
            _ => format!(
                "{{ let mut {given} = &mut {first}; moved(&mut {given}, &mut {second}, {by}); *{given} ^= {written}; }}"
            ),
        };
        self.line(&text);
    }

    /// Changes a byte by what follows one of several references, which an index chooses among numbers.
    pub(super) fn weigh(&mut self, name: &str) {
        let (held, at, by) = (self.fresh(), self.fresh(), self.fresh());
        for byte in [&at, &by] {
            let value = self.int(U8, 1);
            self.line(&format!("let {byte}: u8 = {value};"));
        }
        let bytes: Vec<String> = (0..3).map(|_| self.int(U8, 0)).collect();
        self.line(&format!("let {held}: [u8; 3] = [{}];", bytes.join(", ")));
        let parts = (0..2 + self.rng.below(3)).map(|_| match self.rng.below(6) {
            0 => "Part::Empty".to_owned(),
            1 => format!("Part::Number({at}.into())"),
            2 => format!("Part::Pair({by}.into(), 7)"),
            3 => format!("Part::One(&{held}[1], {at})"),
            from => format!("Part::Bytes {{ from: {}, bytes: &{held} }}", from - 4),
        });
        let parts: Vec<String> = parts.collect();
        let parts = parts.join(", ");
        self.line(&format!("{name} ^= weight(&mut [{parts}], {at}, {by});"));
    }
}
