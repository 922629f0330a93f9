//! Random statements: variables, blocks, branches, and ways out of loops.

use super::generate::{Generator, MOST_LOOPS, OPERATORS, Returned, name_of};
use super::types::{Ty, U8, any_int};

impl Generator<'_> {
    /// A new variable.
    pub(super) fn local(&mut self) {
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

    pub(super) fn block(&mut self, depth: u32) {
        let scope = self.vars.len();
        for _ in 0..=self.rng.below(2) {
            self.statement(depth);
        }
        self.vars.truncate(scope);
    }

    pub(super) fn statement(&mut self, depth: u32) {
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

    pub(super) fn branch(&mut self, depth: u32) {
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

    pub(super) fn selection(&mut self, depth: u32) {
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

    pub(super) fn result(&mut self) -> String {
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
    pub(super) fn leave(&mut self) {
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

    pub(super) fn jump(&mut self) {
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
}
