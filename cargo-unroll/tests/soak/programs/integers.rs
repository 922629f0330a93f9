//! Random expressions of integer types.
#![expect(
    clippy::many_single_char_names,
    reason = "operands `a` and `b`, a condition `c`, the depth `d` that is left and the type `t` are the same in all rules"
)]

use super::generate::Generator;
use super::types::{Int, Ty, U8, U32, USIZE, any_int};

impl Generator<'_> {
    /// An expression of an integer type, at most `depth` operators deep.
    #[expect(clippy::too_many_lines, reason = "one flat arm for each form")]
    pub(crate) fn int(&mut self, of: Int, depth: u32) -> String {
        let t = of.name;
        if depth == 0 {
            return self.small_int(of);
        }
        let d = depth - 1;
        match self.rng.below(26) {
            0 | 1 => self.small_int(of),
            2..=5 => {
                let (a, b) = (self.int(of, d), self.int(of, d));
                self.arithmetic(&a, &b)
            }
            6 => {
                let (a, b) = (self.int(of, d), self.int(of, d));
                let op = self.pick(&["&", "|", "^"]);
                format!("({a} {op} {b})")
            }
            7 => {
                let (a, b) = (self.int(of, d), self.int(of, d));
                if self.risky {
                    let op = self.pick(&["/", "%"]);
                    format!("({a} {op} {b})")
                } else {
                    let method = self.pick(&["checked_div", "checked_rem", "checked_rem_euclid"]);
                    format!("({a}).{method}({b}).unwrap_or({a})")
                }
            }
            8 => {
                let a = self.int(of, d);
                let by = self.pick(&["2", "3", "5", "7", "10"]);
                let op = self.pick(&["/", "%"]);
                format!("({a} {op} {by})")
            }
            9 => {
                let (a, b) = (self.int(of, d), self.int(U32, d));
                let op = self.pick(&["<<", ">>"]);
                if self.risky && self.chance(30) {
                    format!("({a} {op} {b})")
                } else {
                    format!("({a} {op} ({b} & 7))")
                }
            }
            10 | 11 => {
                let from = any_int(self.rng);
                let a = self.int(from, d);
                format!("({a} as {t})")
            }
            12 => {
                let a = self.boolean(d);
                format!("({a} as {t})")
            }
            13 => {
                let a = self.character(d);
                format!("({a} as u32 as {t})")
            }
            14 => {
                let a = self.float("f64", d);
                format!("({a} as {t})")
            }
            15 | 16 => self.int_method(of, d),
            17 => {
                let (c, a, b) = (self.boolean(d), self.int(of, d), self.int(of, d));
                format!("(if {c} {{ {a} }} else {{ {b} }})")
            }
            18 => self.match_int(of, d),
            19 | 20 => self.int_of_sequence(of, d),
            21 => self.int_of_text(of, d),
            22 => {
                let a = self.option(of, d);
                self.int_of_option(&a, of, d)
            }
            23 => self.int_of_compound(of, d),
            24 => self.int_of_iterator(of, d),
            _ => self.call(of, d),
        }
    }

    fn arithmetic(&mut self, a: &str, b: &str) -> String {
        let (op, name) = *self.of(&[("+", "add"), ("-", "sub"), ("*", "mul"), ("+", "add")]);
        let c = match self.rng.below(8) {
            0 => format!("({a}).saturating_{name}({b})"),
            1 => format!("({a}).checked_{name}({b}).unwrap_or({a})"),
            2 => format!("({a}).overflowing_{name}({b}).0"),
            3 | 4 if self.risky => format!("({a} {op} {b})"),
            _ => format!("({a}).wrapping_{name}({b})"),
        };
        format!("({c})")
    }

    fn small_int(&mut self, of: Int) -> String {
        if self.chance(75)
            && let Some(name) = self.variable(Ty::Int(of))
        {
            return name;
        }
        // A parameter of another type is better than a number that everybody knows.
        if self.chance(40)
            && let Some((name, _)) = self.any_variable(|ty| matches!(ty, Ty::Int(_)))
        {
            return format!("({name} as {})", of.name);
        }
        self.literal(of)
    }

    pub(crate) fn literal(&mut self, of: Int) -> String {
        let t = of.name;
        match self.rng.below(12) {
            0 => format!("{t}::MAX"),
            1 => format!("{t}::MIN"),
            2 => format!("({t}::MAX - 1)"),
            3 if of.signed => format!("(-{}_{t})", 1 + self.rng.below(9)),
            4 => format!("{}_{t}", self.rng.below(100)),
            _ => format!("{}_{t}", self.rng.below(6)),
        }
    }

    fn int_method(&mut self, of: Int, d: u32) -> String {
        let (a, t) = (self.int(of, d), of.name);
        match self.rng.below(15) {
            0 => format!("(({a}).count_ones() as {t})"),
            1 => format!("(({a}).leading_zeros() as {t})"),
            2 => format!("(({a}).trailing_zeros() as {t})"),
            3 => format!("({a}).rotate_left({})", self.rng.below(20)),
            4 => format!("({a}).swap_bytes()"),
            5 | 6 => {
                let (b, method) = (self.int(of, d), self.pick(&["min", "max"]));
                format!("({a}).{method}({b})")
            }
            7 => {
                let b = self.int(of, d);
                format!("(({a}).abs_diff({b}) as {t})")
            }
            8 => format!("({a}).wrapping_pow({})", self.rng.below(4)),
            9 if of.signed => format!("({a}).wrapping_abs()"),
            10 if of.signed => format!("({a}).signum()"),
            9 | 10 => format!("(({a}).is_power_of_two() as {t})"),
            11 => format!("(!{a})"),
            12 => format!("({a}).reverse_bits()"),
            13 => format!("(({a}).checked_ilog2().unwrap_or(1) as {t})"),
            _ => format!("({a}).clamp(1, 9)"),
        }
    }

    fn match_int(&mut self, of: Int, d: u32) -> String {
        let other = any_int(self.rng);
        let (on, a, b) = (self.int(other, d), self.int(of, d), self.int(of, d));
        let (low, high) = (self.rng.below(4), 4 + self.rng.below(60));
        let name = self.fresh();
        let scope = self.vars.len();
        self.declare(&name, Ty::Int(other), false);
        let (guard, c) = (self.boolean(d), self.int(of, d));
        self.vars.truncate(scope);
        format!(
            "(match {on} {{ {low} => {a}, {} | {high} => {b}, {name} if {guard} => {c}, _ => {a} }})",
            low + 1,
        )
    }

    fn int_of_sequence(&mut self, of: Int, d: u32) -> String {
        let t = of.name;
        let is_sequence = |ty| matches!(ty, Ty::Vec(_) | Ty::Array(..) | Ty::Bytes);
        let Some((name, ty)) = self.any_variable(is_sequence) else {
            return self.int(of, d);
        };
        let at = self.int(USIZE, d);
        match (self.rng.below(7), ty) {
            (0, _) => format!("({name}.len() as {t})"),
            (1, Ty::Array(_, len)) => format!("({name}[{at} % {len}] as {t})"),
            (1 | 2, _) if self.risky => format!("({name}[{at} & 3] as {t})"),
            (3, _) => format!("({name}.first().copied().unwrap_or(7) as {t})"),
            (4, _) => format!("({name}.iter().copied().max().unwrap_or(3) as {t})"),
            (5, _) => format!("({name}.iter().rev().nth({at} & 3).copied().unwrap_or(2) as {t})"),
            _ => format!("({name}.get({at}).copied().unwrap_or_default() as {t})"),
        }
    }

    fn int_of_iterator(&mut self, of: Int, d: u32) -> String {
        let t = of.name;
        let (source, item) = self.iterator(d);
        let (x, y) = (self.fresh(), self.fresh());
        let scope = self.vars.len();
        self.declare(&x, Ty::Int(item), false);
        let (mapped, kept) = (self.int(of, d.min(1)), self.boolean(d.min(1)));
        self.vars.truncate(scope);
        let source = match self.rng.below(5) {
            0 => format!("{source}.take({})", self.rng.below(4)),
            1 => format!("{source}.skip({})", self.rng.below(3)),
            2 => format!("{source}.filter(|{x}| {{ let {x} = *{x}; {kept} }})"),
            _ => source,
        };
        match self.rng.below(7) {
            0 => format!("({source}.filter(|{x}| {{ let {x} = *{x}; {kept} }}).count() as {t})"),
            1 => format!("({source}.any(|{x}| {kept}) as {t})"),
            2 => format!("({source}.all(|{x}| {kept}) as {t})"),
            3 => format!("({source}.position(|{x}| {kept}).unwrap_or(5) as {t})"),
            4 => format!("{source}.map(|{x}| {mapped}).max().unwrap_or_default()"),
            _ => format!("{source}.fold(0, |{y}: {t}, {x}| {y}.wrapping_add({mapped}))"),
        }
    }

    /// An iterator of integers and the type of its items.
    pub(crate) fn iterator(&mut self, d: u32) -> (String, Int) {
        let is_sequence = |ty| matches!(ty, Ty::Vec(_) | Ty::Array(..) | Ty::Bytes);
        if self.chance(60)
            && let Some((name, ty)) = self.any_variable(is_sequence)
        {
            let item = match ty {
                Ty::Vec(item) | Ty::Array(item, _) => item,
                _ => U8,
            };
            let reversed = self.pick(&["", "", ".rev()"]);
            return (format!("{name}.iter().copied(){reversed}"), item);
        }
        if self.chance(30)
            && let Some((name, _)) = self.any_variable(|ty| matches!(ty, Ty::Text | Ty::Str))
        {
            return (format!("{name}.bytes()"), U8);
        }
        let end = self.int(U8, d);
        let source = match self.rng.below(4) {
            0 => format!("(0..=({end} & 3))"),
            1 => format!("({}..({end} % 5))", self.rng.below(3)),
            2 => format!("(0..({end} % 6)).step_by({})", 1 + self.rng.below(3)),
            _ => format!("(0..({end} % 6)).rev()"),
        };
        (source, U8)
    }

    fn int_of_text(&mut self, of: Int, d: u32) -> String {
        let t = of.name;
        let Some((name, _)) = self.any_variable(|ty| matches!(ty, Ty::Text | Ty::Str)) else {
            return self.int(of, d);
        };
        match self.rng.below(6) {
            0 => format!("({name}.len() as {t})"),
            1 => {
                let c = self.character(d);
                format!("({name}.chars().filter(|c| *c == {c}).count() as {t})")
            }
            2 => {
                let c = self.pick(&["a", "b", "c", "1"]);
                format!("({name}.find('{c}').unwrap_or(9) as {t})")
            }
            3 => format!("{name}.parse::<{t}>().unwrap_or(4)"),
            4 => format!("({name}.as_bytes().last().copied().unwrap_or(1) as {t})"),
            _ => format!("({name}.trim_end_matches('a').len() as {t})"),
        }
    }

    fn int_of_option(&mut self, a: &str, of: Int, d: u32) -> String {
        let b = self.int(of, d);
        match self.rng.below(4) {
            0 if self.risky => format!("({a}).unwrap()"),
            1 => format!("({a}).map_or({b}, |it| it ^ 1)"),
            2 => format!("({a}).unwrap_or_default()"),
            _ => format!("({a}).unwrap_or({b})"),
        }
    }

    fn int_of_compound(&mut self, of: Int, d: u32) -> String {
        let t = of.name;
        let is_compound = |ty| matches!(ty, Ty::Pair(_) | Ty::Kind | Ty::Dial | Ty::Map(_));
        let Some((name, ty)) = self.any_variable(is_compound) else {
            return self.int(of, d);
        };
        match ty {
            Ty::Pair(_) => format!("({name}.0 as {t})"),
            Ty::Dial if self.chance(30) => {
                let by = self.int(U8, d);
                format!("({name}.turned({by}).level as {t})")
            }
            Ty::Dial => format!("({name}.level as {t})"),
            Ty::Map(_) if self.chance(30) => format!("({name}.len() as {t})"),
            Ty::Map(_) => {
                let at = self.int(U8, d);
                format!("({name}.get(&({at} & 3)).copied().unwrap_or_default() as {t})")
            }
            _ => {
                let (a, b, c) = (self.int(of, d), self.int(of, d), self.int(of, d));
                format!(
                    "(match {name} {{ Kind::Plain => {a}, Kind::Flag(true) => {b}, Kind::Both {{ left, right }} if left != right => {c}, Kind::Last => 0, _ => 1 }})"
                )
            }
        }
    }

    fn call(&mut self, of: Int, d: u32) -> String {
        let t = of.name;
        if let Some((name, Ty::Function(own))) =
            self.any_variable(|ty| matches!(ty, Ty::Function(_)))
        {
            let a = self.int(own, d);
            return format!("({name}({a}) as {t})");
        }
        let (a, b) = (self.int(U8, d), self.int(U8, d));
        match self.rng.below(2 + self.helpers) {
            0 => format!("(folded({a}, {b}) as {t})"),
            1 => format!("(sum_to({a}) as {t})"),
            n => format!("(helper{}({a}, {b}) as {t})", n - 2),
        }
    }
}
