//! Random programs: functions with few inputs, loops of all kinds, and something of everything else.
//!
//! A program is made of a seed and its number alone. Nearly all of them compile; those that do not are left out
//! of their crate ([`super::batch`]). What a program computes ends in the condition of its last loop, so that a wrong number
//! anywhere is a wrong verdict on some loop exit.

use super::super::cases::Rng;
use super::types::{Int, Ty, U8, U32, USIZE, any_int};
use super::{ALPHABET, FEW_RUNS, LONG, LONG_ALPHABET, LONGEST, MOST_INPUTS, WINDOW};

/// Deepest nesting of statements.
const DEEPEST: u32 = 3;
/// Most loops of a program, the last one apart.
const MOST_LOOPS: u32 = 4;
/// Operators above each other in an expression.
const OPERATORS: u32 = 2;

/// A generated program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Its number in its seed.
    pub(crate) number: u64,
    /// The functions of its module: `f`, with contracts and without `#[unroll_test]`, and what it calls.
    pub(crate) source: String,
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    name: String,
    ty: Ty,
    is_mutable: bool,
}

/// What the function gives back.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Returned {
    Value(Ty),
    Option(Int),
    Result(Int),
}

/// Generates one program.
pub(crate) struct Generator<'r> {
    pub(crate) rng: &'r mut Rng,
    pub(crate) vars: Vec<Var>,
    /// Names so far.
    names: u32,
    /// Labels of the loops around.
    labels: Vec<String>,
    /// Loops so far.
    loops: u32,
    returned: Returned,
    /// Whether operators that may panic are used freely.
    pub(crate) risky: bool,
    /// Whether anything is allocated.
    allocates: bool,
    /// How many helper functions may be called.
    pub(crate) helpers: usize,
    /// Whether only variables that are copied may be named.
    pub(crate) copies_only: bool,
    out: String,
    indent: usize,
}

/// The program with a number, which allocates memory or does not.
pub(crate) fn program(seed: u64, number: u64, allocates: bool) -> Program {
    let mut rng = Rng::new(
        seed.wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(number),
    );
    rng.next();
    let mut generator = Generator {
        rng: &mut rng,
        vars: vec![],
        names: 0,
        labels: vec![],
        loops: 0,
        returned: Returned::Value(Ty::Int(U8)),
        risky: false,
        allocates,
        helpers: 0,
        copies_only: false,
        out: String::new(),
        indent: 0,
    };
    generator.program();
    Program {
        number,
        source: generator.out,
    }
}

impl Generator<'_> {
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.rng.below(100) < percent
    }

    pub(crate) fn of<'t, T>(&mut self, all: &'t [T]) -> &'t T {
        &all[self.rng.below(all.len())]
    }

    pub(crate) fn pick(&mut self, all: &[&'static str]) -> &'static str {
        all[self.rng.below(all.len())]
    }

    pub(crate) fn fresh(&mut self) -> String {
        self.names += 1;
        format!("v{}", self.names)
    }

    pub(crate) fn declare(&mut self, name: &str, ty: Ty, is_mutable: bool) {
        self.vars.push(Var {
            name: name.to_owned(),
            ty,
            is_mutable,
        });
    }

    /// A variable of this very type.
    pub(crate) fn variable(&mut self, ty: Ty) -> Option<String> {
        self.any_variable(|own| own == ty).map(|(name, _)| name)
    }

    /// A variable of some type.
    pub(crate) fn any_variable(&mut self, fits: impl Fn(Ty) -> bool) -> Option<(String, Ty)> {
        self.find(|var| fits(var.ty))
    }

    fn mutable(&mut self, fits: impl Fn(Ty) -> bool) -> Option<(String, Ty)> {
        self.find(|var| var.is_mutable && fits(var.ty))
    }

    fn find(&mut self, fits: impl Fn(&Var) -> bool) -> Option<(String, Ty)> {
        let owned = self.copies_only;
        let all = self.vars.iter();
        let all: Vec<&Var> = all
            .filter(|var| fits(var) && (!owned || var.ty.is_copy()))
            .collect();
        if all.is_empty() {
            return None;
        }
        let var = all[self.rng.below(all.len())];
        Some((var.name.clone(), var.ty))
    }

    fn line(&mut self, text: &str) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(&format!("}}{text}"));
    }

    fn program(&mut self) {
        self.risky = self.chance(30);
        for number in 0..self.rng.below(3) {
            self.helper(number);
        }
        let params = self.params();
        self.returned = match self.rng.below(10) {
            0 => Returned::Option(any_int(self.rng)),
            1 => Returned::Result(any_int(self.rng)),
            2 => Returned::Value(Ty::Bool),
            3 if self.allocates => Returned::Value(Ty::Vec(any_int(self.rng))),
            4 => Returned::Value(Ty::Pair(any_int(self.rng))),
            _ => Returned::Value(Ty::Int(any_int(self.rng))),
        };
        let ty = match self.returned {
            Returned::Value(ty) => name_of(ty),
            Returned::Option(of) => format!("Option<{}>", of.name),
            Returned::Result(of) => format!("Result<{}, u8>", of.name),
        };
        if self.chance(15)
            && let Returned::Value(Ty::Int(of)) = self.returned
        {
            let limit = self.literal(of);
            let or = self.pick(&["*out & 1 == 1", "false", "*out < 9"]);
            self.line(&format!(
                "#[unroll_test::ensures(|out| *out != {limit} || {or})]"
            ));
        }
        self.open(&format!("pub fn f({params}) -> {ty}"));
        for _ in 0..=self.rng.below(3) {
            self.local();
        }
        for _ in 0..2 + self.rng.below(4) {
            self.statement(DEEPEST);
        }
        self.last_loop();
        let result = self.result();
        self.line(&result);
        self.close("");
    }

    /// A function that may be called, with at most one loop or one call of itself.
    fn helper(&mut self, number: usize) {
        self.open(&format!("fn helper{number}(a: u8, b: u8) -> u8"));
        let scope = self.vars.len();
        self.declare("a", Ty::Int(U8), false);
        self.declare("b", Ty::Int(U8), false);
        match self.rng.below(3) {
            0 => {
                let (c, d) = (self.int(U8, 1), self.int(U8, 1));
                self.line(&format!("if a & 3 == 0 {{ return {c}; }}"));
                self.line(&format!(
                    "helper{number}((a & 3) - 1, b.rotate_left(1)) ^ {d}"
                ));
            }
            1 => {
                let (c, d) = (self.int(U8, 2), self.boolean(1));
                self.line("let mut sum = b;");
                self.open("for i in 0..a & 3");
                self.declare("i", Ty::Int(U8), false);
                self.line(&format!("if {d} {{ continue; }}"));
                self.line(&format!("sum = sum.wrapping_mul(3) ^ {c};"));
                self.close("");
                self.line("sum");
            }
            _ => {
                let c = self.int(U8, 3);
                self.line(&c);
            }
        }
        self.vars.truncate(scope);
        self.close("");
        self.line("");
        self.helpers = number + 1;
    }

    /// Parameters, with contracts written before the function, so that all inputs together are few.
    fn params(&mut self) -> String {
        let mut params = vec![];
        let mut inputs = 1;
        while params.is_empty() || (params.len() < 4 && inputs < 300) {
            let name = format!("p{}", params.len());
            let Some((ty, text, count)) = self.param(&name, inputs) else {
                continue;
            };
            inputs *= count;
            let mutable = ty != Ty::Bytes && ty != Ty::Str && self.chance(30);
            self.declare(&name, ty, mutable);
            let word = if mutable { "mut " } else { "" };
            params.push(format!("{word}{name}: {text}"));
            if self.chance(25) {
                break;
            }
        }
        params.join(", ")
    }

    /// A parameter and how many values are tried; `None` where they would be too many.
    fn param(&mut self, name: &str, inputs: usize) -> Option<(Ty, String, usize)> {
        let room = MOST_INPUTS / inputs;
        let of = any_int(self.rng);
        let mut longest = LONGEST;
        let (ty, text, count) = match self.rng.below(15) {
            0..=2 => (Ty::Int(U8), "u8".to_owned(), 256),
            3 => (Ty::Bool, "bool".to_owned(), 2),
            4 => (Ty::Kind, "Kind".to_owned(), 32),
            5 => (Ty::Dial, "Dial".to_owned(), 512),
            6 => (Ty::Option(U8), "Option<u8>".to_owned(), 512),
            7 => (Ty::Pair(U8), "(u8, bool)".to_owned(), 512),
            8..=10 => {
                let wide = [0, 256, 42, 1764];
                let count = wide[match of.bits {
                    8 => 1,
                    128 => 3,
                    _ => 2,
                }];
                (Ty::Int(of), of.name.to_owned(), count)
            }
            11 | 12 => (Ty::Bytes, "&[u8]".to_owned(), 27),
            13 => {
                longest = LONG;
                (Ty::Bytes, "&[u8]".to_owned(), 192)
            }
            _ => (Ty::Str, "&str".to_owned(), 27),
        };
        let is_slice = matches!(ty, Ty::Bytes | Ty::Str);
        // Each input with a slice is a request of its own.
        let of_slices = is_slice
            || self
                .vars
                .iter()
                .any(|var| matches!(var.ty, Ty::Bytes | Ty::Str));
        let room = if of_slices {
            FEW_RUNS.div_ceil(inputs)
        } else {
            room
        };
        if count > room {
            return None;
        }
        match ty {
            Ty::Int(of) if of.bits > 8 => {
                let top = 1 + self.rng.below(WINDOW as usize - 1);
                let range = if of.signed {
                    let bottom = self.rng.below(WINDOW as usize - 1);
                    format!("(-{bottom}..={top}).contains(&{name})")
                } else {
                    format!("{name} <= {top}")
                };
                self.line(&format!("#[unroll_test::requires({range})]"));
            }
            Ty::Bytes | Ty::Str => {
                self.line(&format!(
                    "#[unroll_test::requires({name}.len() <= {longest})]"
                ));
                let bytes = if ty == Ty::Str {
                    ".bytes()"
                } else {
                    ".iter().copied()"
                };
                let letters = match longest {
                    LONG => LONG_ALPHABET,
                    _ => ALPHABET.len(),
                };
                let (low, high) = (ALPHABET[0], ALPHABET[letters - 1]);
                self.line(&format!(
                    "#[unroll_test::requires({name}{bytes}.all(|it| ({low}..={high}).contains(&it)))]"
                ));
            }
            _ if self.chance(20) && ty == Ty::Int(U8) => {
                let condition = self.pick(&["% 3 != 1", "< 40", "!= 7", "& 1 == 0", "> 250"]);
                self.line(&format!("#[unroll_test::requires({name} {condition})]"));
            }
            _ => {}
        }
        Some((ty, text, count))
    }

    /// A new variable.
    fn local(&mut self) {
        let of = any_int(self.rng);
        let ty = match self.rng.below(18) {
            0..=5 => Ty::Int(of),
            6 => Ty::Bool,
            7 => Ty::Char,
            8 => Ty::Float(self.pick(&["f32", "f64"])),
            9 => Ty::Text,
            10 | 11 => Ty::Vec(of),
            12 => Ty::Array(of, 1 + self.rng.below(4)),
            13 => Ty::Option(of),
            14 => Ty::Pair(of),
            15 => *self.of(&[Ty::Kind, Ty::Dial]),
            16 => Ty::Function(of),
            _ if self.chance(30) => Ty::Map(of),
            _ => Ty::Vec(U8),
        };
        let ty = match ty {
            Ty::Vec(of) | Ty::Map(of) if !self.allocates => Ty::Array(of, 3),
            Ty::Text if !self.allocates => Ty::Char,
            ty => ty,
        };
        let value = self.value(ty, OPERATORS);
        let name = self.fresh();
        let is_function = matches!(ty, Ty::Function(_));
        let ty_text = if is_function {
            String::new()
        } else {
            format!(": {}", name_of(ty))
        };
        let word = if is_function { "" } else { "mut " };
        self.line(&format!("let {word}{name}{ty_text} = {value};"));
        self.declare(&name, ty, !is_function);
    }

    fn block(&mut self, depth: u32) {
        let scope = self.vars.len();
        for _ in 0..=self.rng.below(2) {
            self.statement(depth);
        }
        self.vars.truncate(scope);
    }

    fn statement(&mut self, depth: u32) {
        if depth == 0 {
            return self.simple();
        }
        match self.rng.below(17) {
            0..=2 => self.simple(),
            10 => self.lend(),
            3 => self.local(),
            4..=6 => self.branch(depth),
            7 => self.selection(depth),
            8 if self.chance(50) => self.leave(),
            9 if !self.labels.is_empty() => self.jump(),
            _ if self.loops < MOST_LOOPS => self.repeat(depth),
            _ => self.simple(),
        }
    }

    fn branch(&mut self, depth: u32) {
        let is_pattern = self.chance(25);
        let condition = match self.any_variable(|ty| matches!(ty, Ty::Option(_))) {
            Some((name, Ty::Option(of))) if is_pattern => {
                let inner = self.fresh();
                self.open(&format!("if let Some({inner}) = {name}"));
                let scope = self.vars.len();
                self.declare(&inner, Ty::Int(of), false);
                self.block(depth - 1);
                self.vars.truncate(scope);
                self.close("");
                return;
            }
            _ => self.boolean(OPERATORS),
        };
        self.open(&format!("if {condition}"));
        self.block(depth - 1);
        if self.chance(50) {
            self.indent -= 1;
            self.open("} else");
            self.block(depth - 1);
        }
        self.close("");
    }

    fn selection(&mut self, depth: u32) {
        let of = any_int(self.rng);
        let on = self.int(of, OPERATORS);
        self.open(&format!("match {on}"));
        let first = self.rng.below(5);
        let inner = self.fresh();
        let guard = self.boolean(1);
        for pattern in [
            format!("{first}"),
            format!("{}..={} | 77", first + 1, first + 9),
            format!("{inner} if {guard}"),
            "_".to_owned(),
        ] {
            self.open(&format!("{pattern} =>"));
            let scope = self.vars.len();
            if pattern.starts_with(&inner) {
                self.declare(&inner, Ty::Int(of), false);
            }
            self.block(depth - 1);
            self.vars.truncate(scope);
            self.close("");
        }
        self.close("");
    }

    fn result(&mut self) -> String {
        match self.returned {
            Returned::Value(ty) => self.value(ty, 1),
            Returned::Option(of) => self.option(of, 1),
            Returned::Result(of) => {
                let (a, b) = (self.option(of, 1), self.int(U8, 1));
                format!("({a}).ok_or({b})")
            }
        }
    }

    /// Leaves the function, on a condition, so that what follows is not dead.
    fn leave(&mut self) {
        let condition = self.boolean(OPERATORS);
        let (by_mark, asserted) = (self.chance(60), self.risky && self.chance(30));
        match self.returned {
            Returned::Option(_) if by_mark => {
                let of = any_int(self.rng);
                let (name, a) = (self.fresh(), self.option(of, 1));
                self.line(&format!("let {name} = ({a})?;"));
                self.declare(&name, Ty::Int(of), false);
            }
            Returned::Result(_) if by_mark => {
                let of = any_int(self.rng);
                let (name, a, b) = (self.fresh(), self.option(of, 1), self.int(U8, 0));
                self.line(&format!("let {name} = ({a}).ok_or({b})?;"));
                self.declare(&name, Ty::Int(of), false);
            }
            _ if asserted => {
                self.line(&format!("assert!({condition}, \"a failure\");"));
            }
            _ => {
                let result = self.result();
                self.line(&format!("if {condition} {{ return {result}; }}"));
            }
        }
    }

    fn jump(&mut self) {
        let condition = self.boolean(OPERATORS);
        let label = self.labels[self.rng.below(self.labels.len())].clone();
        let jump = match self.rng.below(4) {
            0 => "break".to_owned(),
            1 => "continue".to_owned(),
            2 => format!("break {label}"),
            _ => format!("continue {label}"),
        };
        self.line(&format!("if {condition} {{ {jump}; }}"));
    }

    fn repeat(&mut self, depth: u32) {
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

    /// What a `for` loop iterates over, with the type of the items.
    fn items(&mut self) -> (String, Int) {
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

    fn range(&mut self) -> String {
        let (a, b) = (self.int(U8, 1), self.int(U8, 1));
        match self.rng.below(3) {
            0 => format!("0..({a} & 3)"),
            1 => format!("({a} & 1)..=({b} & 3)"),
            _ => format!("(0..({b} % 5)).rev()"),
        }
    }

    fn guarded_loop(&mut self, label: &str, depth: u32) {
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
    fn narrowing_loop(&mut self, label: &str, depth: u32) {
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

    /// A statement without blocks: something changes.
    fn simple(&mut self) {
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
    fn lend(&mut self) {
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
    fn weigh(&mut self, name: &str) {
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

    /// A loop that goes on as long as what was computed says.
    fn last_loop(&mut self) {
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

/// A type in Rust.
fn name_of(ty: Ty) -> String {
    match ty {
        Ty::Int(of) => of.name.to_owned(),
        Ty::Bool => "bool".to_owned(),
        Ty::Char => "char".to_owned(),
        Ty::Float(width) => width.to_owned(),
        Ty::Text => "String".to_owned(),
        Ty::Str => "&str".to_owned(),
        Ty::Vec(of) => format!("Vec<{}>", of.name),
        Ty::Bytes => "&[u8]".to_owned(),
        Ty::Array(of, len) => format!("[{}; {len}]", of.name),
        Ty::Option(of) => format!("Option<{}>", of.name),
        Ty::Pair(of) => format!("({}, bool)", of.name),
        Ty::Kind => "Kind".to_owned(),
        Ty::Dial => "Dial".to_owned(),
        Ty::Map(of) => format!("BTreeMap<u8, {}>", of.name),
        Ty::Function(of) => format!("fn({0}) -> {0}", of.name),
    }
}
