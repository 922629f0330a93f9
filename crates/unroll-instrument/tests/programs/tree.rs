//! An interpreter for expansions: just enough of Rust to run what the macro makes of a random program.

use syn::{Block, Expr, ExprCall, ItemFn, Lifetime, Lit, Pat, Stmt};

use crate::reference::{End, Event, Run, down};

#[derive(Clone, Debug)]
enum Value {
    Unit,
    Int(i64),
    Bool(bool),
    Maybe(Option<i64>),
    /// A range that is being iterated.
    Range(i64, i64),
}

enum Jump {
    Break(Option<String>, Value),
    Continue(Option<String>),
    Return(Value),
    Stop(End),
}

type Eval = Result<Value, Jump>;

/// Calls the form with `(a, b)`.
pub(crate) fn run(form: &ItemFn, a: i64, b: i64) -> Run {
    let names = [("a", a), ("b", b)];
    let mut machine = Machine {
        env: names
            .map(|(name, value)| (name.to_owned(), Value::Int(value)))
            .to_vec(),
        events: Vec::new(),
        fuel: 400,
    };
    let end = match machine.block(&form.block) {
        Ok(Value::Maybe(value)) | Err(Jump::Return(Value::Maybe(value))) => End::Returned(value),
        Err(Jump::Stop(end)) => end,
        _ => unreachable!("the form returns an option"),
    };
    Run {
        events: machine.events,
        end,
    }
}

struct Machine {
    env: Vec<(String, Value)>,
    events: Vec<Event>,
    fuel: u32,
}

fn name_of(label: Option<&Lifetime>) -> Option<String> {
    label.map(|label| label.ident.to_string())
}

fn int(value: &Value) -> i64 {
    match value {
        Value::Int(value) => *value,
        other => unreachable!("an integer, not {other:?}"),
    }
}

impl Machine {
    fn slot(&mut self, name: &str) -> &mut Value {
        let found = self.env.iter_mut().rev().find(|(known, _)| known == name);
        &mut found.unwrap_or_else(|| panic!("no variable `{name}`")).1
    }

    fn test(&mut self, expr: &Expr) -> Result<bool, Jump> {
        match self.expr(expr)? {
            Value::Bool(value) => Ok(value),
            other => unreachable!("a Boolean, not {other:?}"),
        }
    }

    fn int(&mut self, expr: &Expr) -> Result<i64, Jump> {
        self.expr(expr).map(|value| int(&value))
    }

    fn block(&mut self, block: &Block) -> Eval {
        let visible = self.env.len();
        let mut last = Ok(Value::Unit);
        for stmt in &block.stmts {
            last = self.stmt(stmt);
            if last.is_err() {
                break;
            }
        }
        self.env.truncate(visible);
        last
    }

    fn stmt(&mut self, stmt: &Stmt) -> Eval {
        match stmt {
            Stmt::Expr(expr, None) => self.expr(expr),
            Stmt::Expr(expr, Some(_)) => self.expr(expr).map(|_| Value::Unit),
            Stmt::Local(local) => {
                let init = local.init.as_ref().expect("an initialiser");
                let value = self.expr(&init.expr)?;
                if !self.bind(&local.pat, &value) {
                    let (_, diverge) = init.diverge.as_ref().expect("an else");
                    self.expr(diverge)?;
                    unreachable!("the else of a let diverges");
                }
                Ok(Value::Unit)
            }
            other => unreachable!("no such statement: {other:?}"),
        }
    }

    fn bind(&mut self, pat: &Pat, value: &Value) -> bool {
        match (pat, value) {
            (Pat::Type(typed), _) => self.bind(&typed.pat, value),
            (Pat::Ident(pat), Value::Maybe(None)) if pat.ident == "None" => true,
            (Pat::Ident(pat), _) => {
                self.env.push((pat.ident.to_string(), value.clone()));
                true
            }
            (Pat::TupleStruct(pat), Value::Maybe(Some(inner))) => {
                self.bind(&pat.elems[0], &Value::Int(*inner))
            }
            (Pat::Wild(_), _) | (Pat::Path(_), Value::Maybe(None)) => true,
            (Pat::TupleStruct(_) | Pat::Path(_), Value::Maybe(_)) => false,
            (Pat::Lit(pat), Value::Int(value)) => literal(&pat.lit) == *value,
            other => unreachable!("no such pattern: {other:?}"),
        }
    }

    fn expr(&mut self, expr: &Expr) -> Eval {
        match expr {
            Expr::Lit(lit) => Ok(Value::Int(literal(&lit.lit))),
            Expr::Paren(paren) => self.expr(&paren.expr),
            Expr::Path(path) => {
                let name = path.path.get_ident().expect("a variable").to_string();
                if name == "None" {
                    return Ok(Value::Maybe(None));
                }
                Ok(self.slot(&name).clone())
            }
            Expr::Range(range) => {
                let ends = (range.start.as_ref(), range.end.as_ref());
                let (Some(start), Some(end)) = ends else {
                    unreachable!("both ends")
                };
                Ok(Value::Range(self.int(start)?, self.int(end)?))
            }
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => {
                let value = self.expr(&assign.right)?;
                let Expr::Path(path) = &*assign.left else {
                    unreachable!("a variable")
                };
                *self.slot(&path.path.segments[0].ident.to_string()) = value;
                Ok(Value::Unit)
            }
            Expr::MethodCall(call) => {
                let (left, right) = (self.int(&call.receiver)?, self.int(&call.args[0])?);
                Ok(Value::Int(match call.method.to_string().as_str() {
                    "wrapping_add" => left.wrapping_add(right),
                    "wrapping_sub" => left.wrapping_sub(right),
                    "wrapping_mul" => left.wrapping_mul(right),
                    "rem_euclid" => left.rem_euclid(right),
                    other => unreachable!("no method {other}"),
                }))
            }
            Expr::Call(call) => self.call(call),
            Expr::Try(question) => match self.expr(&question.expr)? {
                Value::Maybe(Some(value)) => Ok(Value::Int(value)),
                other => Err(Jump::Return(other)),
            },
            _ => self.control(expr),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one flat arm for each expression")]
    fn control(&mut self, expr: &Expr) -> Eval {
        match expr {
            Expr::Block(block) => {
                let label = name_of(block.label.as_ref().map(|label| &label.name));
                match self.block(&block.block) {
                    Err(Jump::Break(Some(target), value)) if Some(&target) == label.as_ref() => {
                        Ok(value)
                    }
                    other => other,
                }
            }
            Expr::Loop(looping) => {
                let label = name_of(looping.label.as_ref().map(|label| &label.name));
                let mine = |target: &Option<String>| target.is_none() || *target == label;
                loop {
                    match self.block(&looping.body) {
                        Ok(_) => {}
                        Err(Jump::Continue(target)) if mine(&target) => {}
                        Err(Jump::Break(target, value)) if mine(&target) => return Ok(value),
                        other => return other,
                    }
                }
            }
            Expr::If(branch) => {
                let visible = self.env.len();
                let taken = if let Expr::Let(test) = &*branch.cond {
                    let value = self.expr(&test.expr)?;
                    self.bind(&test.pat, &value)
                } else {
                    self.test(&branch.cond)?
                };
                let value = match &branch.else_branch {
                    _ if taken => self.block(&branch.then_branch),
                    Some((_, other)) => self.expr(other),
                    None => Ok(Value::Unit),
                };
                self.env.truncate(visible);
                value
            }
            Expr::Match(choice) => {
                let value = self.expr(&choice.expr)?;
                for arm in &choice.arms {
                    let visible = self.env.len();
                    if !self.bind(&arm.pat, &value) {
                        continue;
                    }
                    let guard = arm.guard.as_ref();
                    if guard.map_or(Ok(true), |(_, guard)| self.test(guard))? {
                        let value = self.expr(&arm.body);
                        self.env.truncate(visible);
                        return value;
                    }
                }
                unreachable!("an arm matches");
            }
            Expr::Break(jump) => {
                let value = jump
                    .expr
                    .as_ref()
                    .map_or(Ok(Value::Unit), |value| self.expr(value))?;
                Err(Jump::Break(name_of(jump.label.as_ref()), value))
            }
            Expr::Continue(jump) => Err(Jump::Continue(name_of(jump.label.as_ref()))),
            Expr::Return(jump) => {
                let value = self.expr(jump.expr.as_ref().expect("a value"))?;
                Err(Jump::Return(value))
            }
            other => unreachable!("no such expression: {other:?}"),
        }
    }

    fn binary(&mut self, binary: &syn::ExprBinary) -> Eval {
        if let syn::BinOp::And(_) = binary.op {
            let both = self.test(&binary.left)? && self.test(&binary.right)?;
            return Ok(Value::Bool(both));
        }
        let (left, right) = (self.int(&binary.left)?, self.int(&binary.right)?);
        Ok(match binary.op {
            syn::BinOp::Lt(_) => Value::Bool(left < right),
            syn::BinOp::Gt(_) => Value::Bool(left > right),
            syn::BinOp::Eq(_) => Value::Bool(left == right),
            syn::BinOp::BitOrAssign(_) => {
                let Expr::Path(path) = &*binary.left else {
                    unreachable!("a variable")
                };
                *self.slot(&path.path.segments[0].ident.to_string()) = Value::Int(left | right);
                Value::Unit
            }
            other => unreachable!("no operator {other:?}"),
        })
    }

    fn call(&mut self, call: &ExprCall) -> Eval {
        let Expr::Path(callee) = &*call.func else {
            unreachable!("a function")
        };
        let name = callee
            .path
            .segments
            .last()
            .expect("a name")
            .ident
            .to_string();
        if name == "next" {
            return Ok(self.next(&call.args[0]));
        }
        let args: Vec<Value> = call
            .args
            .iter()
            .map(|arg| self.expr(arg))
            .collect::<Result<_, _>>()?;
        let u32_at = |at: usize| u32::try_from(int(&args[at])).expect("a small number");
        match name.as_str() {
            "Some" => Ok(Value::Maybe(Some(int(&args[0])))),
            "down" => Ok(Value::Maybe(down(int(&args[0])))),
            "into_iter" => Ok(args[0].clone()),
            "enter" => self.event(Event::Enter(u32_at(0))),
            "step" => {
                self.fuel = self.fuel.checked_sub(1).ok_or(Jump::Stop(End::OutOfFuel))?;
                self.event(Event::Step(u32_at(0), u32_at(1)))
            }
            "exit" => {
                let mask = int(&args[2]).cast_unsigned();
                self.event(Event::Exit(u32_at(0), u32_at(1), mask, u32_at(3)))
            }
            "leave" => {
                let mask = int(&args[3]).cast_unsigned();
                self.event(Event::Exit(u32_at(1), u32_at(2), mask, u32_at(4)))?;
                Ok(args[0].clone())
            }
            "question" => {
                if let Value::Maybe(None) = args[0] {
                    let mask = int(&args[3]).cast_unsigned();
                    self.event(Event::Exit(u32_at(1), u32_at(2), mask, 3))?;
                }
                Ok(args[0].clone())
            }
            "inapplicable" => Err(Jump::Stop(End::Inapplicable(u32_at(0)))),
            other => unreachable!("no function {other}"),
        }
    }

    #[expect(clippy::unnecessary_wraps, reason = "the value of the probe's call")]
    fn event(&mut self, event: Event) -> Eval {
        self.events.push(event);
        Ok(Value::Unit)
    }

    fn next(&mut self, arg: &Expr) -> Value {
        let Expr::Reference(reference) = arg else {
            unreachable!("a reference")
        };
        let Expr::Path(path) = &*reference.expr else {
            unreachable!("a variable")
        };
        let Value::Range(at, end) = self.slot(&path.path.segments[0].ident.to_string()) else {
            unreachable!("a range")
        };
        let next = (*at < *end).then_some(*at);
        *at += i64::from(next.is_some());
        Value::Maybe(next)
    }
}

fn literal(lit: &Lit) -> i64 {
    match lit {
        Lit::Int(lit) => lit.base10_parse::<u64>().expect("a literal").cast_signed(),
        other => unreachable!("no literal {other:?}"),
    }
}
