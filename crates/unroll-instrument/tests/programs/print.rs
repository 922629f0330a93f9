//! The Rust text of programs.

use std::fmt::Write as _;

use super::ast::{Block, Cond, Else, Expr, Head, Loop, Program, Stmt};

impl Program {
    /// The function as Rust text.
    pub(crate) fn source(&self) -> String {
        let mut out = String::from(
            "fn f(mut a: i64, mut b: i64) -> Option<i64> { let mut c = 4i64; let mut d = 2i64; ",
        );
        print_block(&self.body, &mut out);
        out.push_str("Some(c.wrapping_add(d)) }");
        out
    }
}

macro_rules! put {
    ($out:expr, $($format:tt)*) => {
        write!($out, $($format)*).expect("write to a string")
    };
}

fn print_block(block: &Block, out: &mut String) {
    for stmt in block {
        print_stmt(stmt, out);
    }
}

fn print_braced(block: &Block, out: &mut String) {
    out.push_str("{ ");
    print_block(block, out);
    out.push_str("} ");
}

fn text(expr: &Expr) -> String {
    match expr {
        Expr::Lit(value) => format!("{value}i64"),
        Expr::Var(name) => name.clone(),
        Expr::Op(op, left, right) => format!("{}.{op}({})", text(left), text(right)),
        Expr::Choice(cond, _, then, _, other) => {
            format!(
                "(if {} {{ {} }} else {{ {} }})",
                condition(cond),
                text(then),
                text(other)
            )
        }
    }
}

fn condition(cond: &Cond) -> String {
    match cond {
        Cond::Less(left, right) => format!("{} < {}", text(left), text(right)),
        Cond::Rem(on, modulus, rest) => format!("{}.rem_euclid({modulus}) == {rest}", text(on)),
        Cond::And(left, right) => format!("{} && {}", condition(left), condition(right)),
    }
}

#[expect(clippy::too_many_lines, reason = "one flat arm for each statement")]
fn print_stmt(stmt: &Stmt, out: &mut String) {
    match stmt {
        Stmt::Assign(name, expr) => put!(out, "{name} = {}; ", text(expr)),
        Stmt::Ask(name, expr) => put!(out, "{name} = down({})?; ", text(expr)),
        Stmt::If(cond, _, then, other) => {
            put!(out, "if {} ", condition(cond));
            print_braced(then, out);
            match other {
                Else::Missing(_) => {}
                Else::Block(_, block) => {
                    out.push_str("else ");
                    print_braced(block, out);
                }
                Else::If(next) => {
                    out.push_str("else ");
                    print_stmt(next, out);
                }
            }
        }
        Stmt::Match(on, guard, arms) => {
            put!(out, "match {}.rem_euclid(3) {{ ", text(on));
            let guarded = format!("1 if {}", condition(guard));
            for (pattern, (_, block)) in ["0", &guarded, "_"].iter().zip(arms) {
                put!(out, "{pattern} => ");
                print_braced(block, out);
            }
            out.push_str("} ");
        }
        Stmt::LetElse(name, on, _, _, other) => {
            put!(out, "let Some({name}) = down({}) else ", text(on));
            print_braced(other, out);
            out.push_str("; ");
        }
        Stmt::Loop(looping) => print_loop(looping, out),
        Stmt::Labelled(id, block) => {
            put!(out, "'s{id}: ");
            print_braced(block, out);
        }
        Stmt::Break(id, spelled, value) => {
            let label = if *spelled {
                format!(" 's{id}")
            } else {
                String::new()
            };
            let value = value
                .as_ref()
                .map_or(String::new(), |value| format!(" {}", text(value)));
            put!(out, "break{label}{value}; ");
        }
        Stmt::Continue(id, spelled) => {
            let label = if *spelled {
                format!(" 's{id}")
            } else {
                String::new()
            };
            put!(out, "continue{label}; ");
        }
        Stmt::Return(value) => match value {
            Some(value) => put!(out, "return Some({}); ", text(value)),
            None => put!(out, "return None; "),
        },
    }
}

fn print_loop(looping: &Loop, out: &mut String) {
    if let Some(name) = &looping.value_to {
        put!(out, "{name} = ");
    }
    if looping.labelled {
        put!(out, "'s{}: ", looping.scope);
    }
    match &looping.head {
        Head::Endless => put!(out, "loop "),
        Head::While(cond) => put!(out, "while {} ", condition(cond)),
        Head::WhileLet(name, expr) => put!(out, "while let Some({name}) = down({}) ", text(expr)),
        Head::WhileAsk(expr) => put!(out, "while down({})? > 1 ", text(expr)),
        Head::For(name, expr) => put!(out, "for {name} in 0..{} ", text(expr)),
    }
    print_braced(&looping.body, out);
    if looping.value_to.is_some() {
        out.push_str("; ");
    }
}
