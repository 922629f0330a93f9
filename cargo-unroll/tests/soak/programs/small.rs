//! Small random programs with much code that no input executes: few variables, constants that meet again, and at most one loop.

use super::super::cases::Rng;
use super::generate::{Generator, MOST_LOOPS, Program, Returned};
use super::types::{Ty, U8};

/// Deepest nesting of statements.
const DEEPEST: u32 = 3;

/// The small program with a number.
pub(crate) fn program(seed: u64, number: u64) -> Program {
    // Other numbers than those of the large programs of the seed.
    let mut rng = Rng::new(
        seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .wrapping_add(number),
    );
    rng.next();
    let mut generator = Generator::new(&mut rng, false);
    generator.small();
    Program {
        number,
        source: generator.out,
    }
}

impl Generator<'_> {
    fn small(&mut self) {
        // One loop is left, and only in some programs.
        self.loops = MOST_LOOPS - u32::from(self.chance(30));
        self.returned = Returned::Value(Ty::Int(U8));
        self.risky = self.chance(20);
        let has_two = self.chance(20);
        let params = if has_two {
            "a: u8, b: u8"
        } else {
            "a: u8, c: bool"
        };
        self.open(&format!("pub fn f({params}) -> u8"));
        self.line(if has_two {
            "let c = a.count_ones() > b.count_ones();"
        } else {
            "let b = a.rotate_left(3) ^ 90;"
        });
        self.line("let mut out = 0u8;");
        for (name, ty) in [("a", Ty::Int(U8)), ("b", Ty::Int(U8)), ("c", Ty::Bool)] {
            self.declare(name, ty, false);
        }
        self.declare("out", Ty::Int(U8), true);
        for _ in 0..=self.rng.below(2) {
            self.correlated(DEEPEST);
        }
        self.line("out");
        self.close("");
    }

    /// Branches on the parameters, of which one within another often contradicts it.
    fn correlated(&mut self, depth: u32) {
        if depth == 0 || self.chance(15) {
            return self.change();
        }
        let condition = self.small_condition();
        self.open(&format!("if {condition}"));
        self.correlated(depth - 1);
        if self.chance(50) {
            self.indent -= 1;
            self.open("} else");
            self.correlated(depth - 1);
        }
        self.close("");
        if self.chance(30) {
            let condition = self.small_condition();
            self.line(&format!("if {condition} {{ return out; }}"));
        }
    }

    /// An assignment, or seldom any block.
    fn change(&mut self) {
        if self.chance(15) {
            return self.block(1);
        }
        let change = self.pick(&["= out.wrapping_add(a)", "^= b", "= out / 2 + 1", "= a % 8"]);
        self.line(&format!("out {change};"));
    }

    /// A condition on the parameters and few constants.
    fn small_condition(&mut self) -> String {
        let constant = self.pick(&["0", "1", "3", "10", "11", "200", "255"]);
        let of = self.pick(&[
            "a",
            "b",
            "a",
            "b",
            "a % 4",
            "b / 2",
            "a & b",
            "a.wrapping_add(b)",
            "out",
        ]);
        let operator = self.pick(&["==", "!=", "<", "<=", ">", ">="]);
        let simple = match self.rng.below(8) {
            0 => "c".to_owned(),
            1 => format!("a {operator} b"),
            // A comparison that rustc may refuse, such as `a < 0`, is a lint alone.
            _ => format!("{of} {operator} {constant}"),
        };
        match self.rng.below(6) {
            0 => format!("{simple} && {}", self.small_condition()),
            1 => format!("{simple} || {}", self.small_condition()),
            2 => format!("!({simple})"),
            _ => simple,
        }
    }
}
