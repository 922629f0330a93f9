//! Random expressions of a type.
#![expect(
    clippy::many_single_char_names,
    reason = "operands `a` and `b`, a condition `c`, the depth `d` that is left and the type `t` are the same in all rules"
)]

use super::generate::Generator;
use super::types::{Int, Ty, U8, U32, USIZE, any_int};

impl Generator<'_> {
    /// A condition.
    #[expect(clippy::too_many_lines, reason = "one flat arm for each form")]
    pub(crate) fn boolean(&mut self, depth: u32) -> String {
        if depth == 0 {
            if let Some(name) = self.variable(Ty::Bool)
                && self.chance(60)
            {
                return name;
            }
            let of = any_int(self.rng);
            return self.comparison(of, 0);
        }
        let d = depth - 1;
        match self.rng.below(14) {
            0..=4 => {
                let of = any_int(self.rng);
                self.comparison(of, d)
            }
            5 => {
                let (a, b) = (self.boolean(d), self.boolean(d));
                let op = self.pick(&["&&", "||", "^", "=="]);
                format!("({a} {op} {b})")
            }
            6 => format!("(!{})", self.boolean(d)),
            7 => {
                let width = self.pick(&["f32", "f64"]);
                let (a, b) = (self.float(width, d), self.float(width, d));
                let op = self.pick(&["<", "<=", "==", "!=", ">"]);
                format!("({a} {op} {b})")
            }
            8 => {
                let a = self.character(d);
                match self.rng.below(4) {
                    0 => format!("({a}).is_ascii_digit()"),
                    1 => format!("({a}).is_ascii_lowercase()"),
                    2 => format!("matches!({a}, 'a'..='m' | 'X')"),
                    _ => {
                        let b = self.character(d);
                        format!("({a} < {b})")
                    }
                }
            }
            9 => {
                let of = any_int(self.rng);
                let a = self.option(of, d);
                format!("({a}).is_some()")
            }
            10 => {
                let is_sequence = |ty| matches!(ty, Ty::Vec(_) | Ty::Array(..) | Ty::Bytes);
                match self.any_variable(is_sequence) {
                    Some((name, Ty::Vec(of) | Ty::Array(of, _))) => {
                        let a = self.int(of, d);
                        format!("{name}.contains(&{a})")
                    }
                    Some((name, _)) => format!("{name}.is_sorted()"),
                    None => self.boolean(d),
                }
            }
            11 => match self.any_variable(|ty| matches!(ty, Ty::Text | Ty::Str)) {
                Some((name, _)) => {
                    let what = self.pick(&["a", "b", "ab", "1", ""]);
                    let test = self.pick(&["starts_with", "ends_with", "contains"]);
                    format!("{name}.{test}(\"{what}\")")
                }
                None => self.boolean(d),
            },
            12 => match self.any_variable(|ty| matches!(ty, Ty::Pair(_) | Ty::Kind | Ty::Dial)) {
                Some((name, Ty::Pair(_))) => format!("{name}.1"),
                Some((name, Ty::Dial)) => format!("{name}.on"),
                Some((name, _)) => {
                    let pattern = self.pick(&[
                        "Kind::Plain",
                        "Kind::Flag(true)",
                        "Kind::Both { left: true, .. }",
                        "Kind::Flag(_) | Kind::Last",
                    ]);
                    format!("matches!({name}, {pattern})")
                }
                None => self.boolean(d),
            },
            _ => self.pick(&["true", "false"]).to_owned(),
        }
    }

    fn comparison(&mut self, of: Int, d: u32) -> String {
        let (a, b) = (self.int(of, d), self.int(of, d));
        let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        format!("({a} {op} {b})")
    }

    /// A floating-point number.
    pub(crate) fn float(&mut self, width: &'static str, depth: u32) -> String {
        if depth == 0 || self.chance(25) {
            if let Some(name) = self.variable(Ty::Float(width))
                && self.chance(60)
            {
                return name;
            }
            if self.chance(50) {
                let of = any_int(self.rng);
                let a = self.int(of, 0);
                return format!("({a} as {width})");
            }
            let value = self.pick(&[
                "0.0",
                "(-0.0)",
                "1.0",
                "0.5",
                "(-1.5)",
                "2.0",
                "1e10",
                "f32::NAN as f64",
                "f32::INFINITY as f64",
                "0.1",
                "16777217.0",
            ]);
            return format!("(({value}) as f64 as {width})");
        }
        let d = depth - 1;
        let a = self.float(width, d);
        match self.rng.below(10) {
            0..=3 => {
                let (b, op) = (
                    self.float(width, d),
                    self.pick(&["+", "-", "*", "+", "-", "/", "%"]),
                );
                format!("({a} {op} {b})")
            }
            4 => {
                let (b, method) = (self.float(width, d), self.pick(&["min", "max", "copysign"]));
                format!("({a}).{method}({b})")
            }
            5 => {
                let method = self.pick(&["abs", "floor", "ceil", "trunc", "round"]);
                format!("({a}).{method}()")
            }
            6 => format!("(-{a})"),
            7 => {
                let other = self.pick(&["f32", "f64"]);
                format!("({a} as {other} as {width})")
            }
            8 => {
                let (b, c) = (self.float(width, d), self.float(width, d));
                format!("({a}).mul_add({b}, ({c}).rem_euclid({b}))")
            }
            _ => format!("({a}).clamp(0.5, 20.0)"),
        }
    }

    /// A character.
    pub(crate) fn character(&mut self, depth: u32) -> String {
        if let Some(name) = self.variable(Ty::Char)
            && self.chance(40)
        {
            return name;
        }
        if depth == 0 {
            return format!("'{}'", self.pick(&["a", "b", "Z", "0", "9", " ", "é", "✓"]));
        }
        let d = depth - 1;
        match self.rng.below(5) {
            0 | 1 => {
                let a = self.int(U8, d);
                format!("((b'a' + {a} % 26) as char)")
            }
            2 => {
                let a = self.int(U8, d);
                format!("char::from({a})")
            }
            3 => {
                let a = self.int(U32, d);
                format!("char::from_u32({a}).unwrap_or('x')")
            }
            _ => {
                let a = self.character(d);
                format!("({a}).to_ascii_uppercase()")
            }
        }
    }

    /// An optional integer.
    pub(crate) fn option(&mut self, of: Int, depth: u32) -> String {
        if let Some(name) = self.variable(Ty::Option(of))
            && self.chance(50)
        {
            return name;
        }
        let t = of.name;
        if depth == 0 {
            let a = self.int(of, 0);
            return format!("Some({a})");
        }
        let d = depth - 1;
        let a = self.int(of, d);
        match self.rng.below(7) {
            0 => {
                let (b, op) = (self.int(of, d), self.pick(&["add", "sub", "mul", "div"]));
                format!("({a}).checked_{op}({b})")
            }
            1 => {
                let c = self.boolean(d);
                format!("({c}).then_some({a})")
            }
            2 => {
                let from = any_int(self.rng);
                let b = self.int(from, d);
                format!("{t}::try_from({b}).ok()")
            }
            3 => {
                let c = self.boolean(d);
                format!("Some({a}).filter(|it| {c})")
            }
            4 => {
                let (c, b) = (self.option(of, d), self.option(of, d));
                let method = self.pick(&["or", "xor", "and"]);
                format!("({c}).{method}({b})")
            }
            5 => format!("None::<{t}>"),
            _ => format!("Some({a})"),
        }
    }

    /// A vector.
    pub(crate) fn vector(&mut self, of: Int, d: u32) -> String {
        let t = of.name;
        match self.rng.below(6) {
            0 => format!("Vec::<{t}>::new()"),
            1 => {
                let (a, n) = (self.int(of, d), self.int(USIZE, d));
                format!("vec![{a}; {n} & 3]")
            }
            2 => {
                let (source, item) = self.iterator(d);
                let x = self.fresh();
                let scope = self.vars.len();
                self.declare(&x, Ty::Int(item), false);
                let mapped = self.int(of, d.min(1));
                self.vars.truncate(scope);
                format!("{source}.map(|{x}| {mapped}).collect::<Vec<{t}>>()")
            }
            _ => {
                let items: Vec<String> = (0..=self.rng.below(3)).map(|_| self.int(of, d)).collect();
                format!("vec![{}]", items.join(", "))
            }
        }
    }

    /// Text that is owned.
    pub(crate) fn text(&mut self, depth: u32) -> String {
        if let Some((name, ty)) = self.any_variable(|ty| matches!(ty, Ty::Text | Ty::Str))
            && self.chance(40)
        {
            return match (self.rng.below(4), ty) {
                (0, _) => format!("{name}.trim().to_owned()"),
                (1, _) => format!("{name}.chars().rev().collect::<String>()"),
                (2, _) => format!("{name}.to_ascii_uppercase()"),
                _ => format!("{name}.to_owned()"),
            };
        }
        if depth == 0 || self.chance(50) {
            let literal = self.pick(&["", "a", "ab", "12", "b a", " x "]);
            return format!("String::from(\"{literal}\")");
        }
        let (c, a, b) = (
            self.boolean(depth - 1),
            self.text(depth - 1),
            self.character(depth - 1),
        );
        format!("(if {c} {{ {a} }} else {{ String::from({b}) }})")
    }

    /// A value of any type but closures.
    pub(crate) fn value(&mut self, ty: Ty, d: u32) -> String {
        match ty {
            Ty::Int(of) => self.int(of, d),
            Ty::Bool => self.boolean(d),
            Ty::Char => self.character(d),
            Ty::Float(width) => self.float(width, d),
            Ty::Text | Ty::Str => self.text(d),
            Ty::Vec(of) => self.vector(of, d),
            Ty::Bytes => self.vector(U8, d),
            Ty::Array(of, len) => {
                let items: Vec<String> = (0..len).map(|_| self.int(of, d.min(1))).collect();
                format!("[{}]", items.join(", "))
            }
            Ty::Option(of) => self.option(of, d),
            Ty::Pair(of) => {
                let (a, b) = (self.int(of, d), self.boolean(d));
                format!("({a}, {b})")
            }
            Ty::Kind => {
                let (a, b) = (self.boolean(d), self.boolean(d.min(1)));
                match self.rng.below(4) {
                    0 => "Kind::Plain".to_owned(),
                    1 => format!("Kind::Flag({a})"),
                    2 => format!("Kind::Both {{ left: {a}, right: {b} }}"),
                    _ => format!("(if {a} {{ Kind::Last }} else {{ Kind::Flag({b}) }})"),
                }
            }
            Ty::Dial => {
                let (a, b) = (self.boolean(d), self.int(U8, d));
                format!("Dial {{ on: {a}, level: {b} }}")
            }
            Ty::Map(of) => {
                let (a, b) = (self.int(U8, d), self.int(of, d));
                format!("BTreeMap::from([({a}, {b})])")
            }
            Ty::Function(of) => {
                let x = self.fresh();
                let scope = self.vars.len();
                let owned = std::mem::replace(&mut self.copies_only, true);
                self.declare(&x, Ty::Int(of), false);
                let body = self.int(of, d);
                self.copies_only = owned;
                self.vars.truncate(scope);
                format!("move |{x}: {0}| -> {0} {{ {body} }}", of.name)
            }
        }
    }
}
