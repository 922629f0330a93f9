//! Random programs: functions with few inputs, loops of all kinds, and something of everything else.
//!
//! A program is made of a seed and its number alone. Nearly all of them compile; those that do not are left out
//! of their crate ([`super::batch`]). What a program computes ends in the condition of its last loop, so that a wrong number
//! anywhere is a wrong verdict on some loop exit.

use super::super::cases::Rng;
use super::types::{Int, Ty, U8, any_int};
use super::{ALPHABET, FEW_RUNS, LONG, LONG_ALPHABET, LONGEST, MOST_INPUTS, WINDOW};

/// Deepest nesting of statements.
const DEEPEST: u32 = 3;
/// Most loops of a program, the last one apart.
pub(super) const MOST_LOOPS: u32 = 4;
/// Operators above each other in an expression.
pub(super) const OPERATORS: u32 = 2;

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
    pub(super) name: String,
    pub(super) ty: Ty,
    pub(super) is_mutable: bool,
}

/// The place of the functions that a program calls.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Helpers {
    /// Beside it.
    Outside,
    /// Inside, before its statements.
    Before,
    /// Inside, behind them.
    Behind,
}

/// The kinds of results.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Returned {
    Value(Ty),
    Option(Int),
    Result(Int),
}

/// Generates one program.
pub(crate) struct Generator<'r> {
    pub(crate) rng: &'r mut Rng,
    pub(crate) vars: Vec<Var>,
    /// Names so far.
    pub(super) names: u32,
    /// Labels of the loops around.
    pub(super) labels: Vec<String>,
    /// Loops so far.
    pub(super) loops: u32,
    pub(super) returned: Returned,
    /// True if operators that may panic are used freely.
    pub(crate) risky: bool,
    /// True if anything is allocated.
    pub(super) allocates: bool,
    /// How many helper functions may be called.
    pub(crate) helpers: usize,
    /// True if only variables that are copied may be named.
    pub(crate) copies_only: bool,
    pub(super) out: String,
    pub(super) indent: usize,
}

/// The program with a number, which allocates memory or does not.
pub(crate) fn program(seed: u64, number: u64, allocates: bool) -> Program {
    let mut rng = Rng::new(
        seed.wrapping_mul(0x5851_F42D_4C95_7F2D)
            .wrapping_add(number),
    );
    rng.next();
    let mut generator = Generator::new(&mut rng, allocates);
    // Not by chance, so that programs which were once found keep their text.
    generator.program(
        [
            Helpers::Outside,
            Helpers::Before,
            Helpers::Outside,
            Helpers::Behind,
        ][(number % 4) as usize],
    );
    Program {
        number,
        source: generator.out,
    }
}

impl<'r> Generator<'r> {
    /// A generator of one program, which allocates memory or does not.
    pub(super) fn new(rng: &'r mut Rng, allocates: bool) -> Self {
        Self {
            rng,
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
        }
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

    pub(super) fn mutable(&mut self, fits: impl Fn(Ty) -> bool) -> Option<(String, Ty)> {
        self.find(|var| var.is_mutable && fits(var.ty))
    }

    pub(super) fn find(&mut self, fits: impl Fn(&Var) -> bool) -> Option<(String, Ty)> {
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

    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(&"    ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    pub(super) fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(&format!("}}{text}"));
    }

    pub(super) fn program(&mut self, place: Helpers) {
        self.risky = self.chance(30);
        for number in 0..self.rng.below(3) {
            self.helper(number);
        }
        let helpers = std::mem::take(&mut self.out);
        if place == Helpers::Outside {
            self.out.push_str(&helpers);
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
        if place == Helpers::Before {
            self.out.push_str(&helpers);
        }
        for _ in 0..=self.rng.below(3) {
            self.local();
        }
        for _ in 0..2 + self.rng.below(4) {
            self.statement(DEEPEST);
        }
        self.last_loop();
        if place == Helpers::Behind {
            self.out.push_str(&helpers);
        }
        let result = self.result();
        self.line(&result);
        self.close("");
    }

    /// A function that may be called, with at most one loop or one call of itself.
    pub(super) fn helper(&mut self, number: usize) {
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
    pub(super) fn params(&mut self) -> String {
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
    #[expect(clippy::too_many_lines, reason = "one flat arm for each type")]
    pub(super) fn param(&mut self, name: &str, inputs: usize) -> Option<(Ty, String, usize)> {
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
}

/// A type in Rust.
pub(super) fn name_of(ty: Ty) -> String {
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
