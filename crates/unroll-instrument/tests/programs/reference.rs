//! The meaning of a program: its result and what the probes must report, by direct interpretation.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Block, Branch, Cond, Else, Expr, Head, Loop, Program, Stmt};

/// One probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    Enter(u32),
    Step(u32, u32),
    Exit(u32, u32, u64, u32),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    Returned(Option<i64>),
    /// An iteration more than there are copies.
    Inapplicable(u32),
    /// Too many iterations to wait for.
    OutOfFuel,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) events: Vec<Event>,
    pub(crate) end: End,
}

impl Run {
    /// The findings of a run: its exits.
    pub(crate) fn exits(&self) -> BTreeSet<Event> {
        let exits = self.events.iter().copied();
        exits
            .filter(|event| matches!(event, Event::Exit(..)))
            .collect()
    }

    /// The most iterations of any entry of each loop.
    pub(crate) fn iterations(&self) -> BTreeMap<u32, u32> {
        let mut most = BTreeMap::new();
        for event in &self.events {
            if let Event::Step(number, d) = event {
                let most: &mut u32 = most.entry(*number).or_default();
                *most = (*most).max(*d);
            }
        }
        most
    }
}

/// The meaning of `down` in every program.
pub(crate) fn down(value: i64) -> Option<i64> {
    (value > 0).then(|| value - 1)
}

/// Runs `program` on `(a, b)`; the loops in `copied` have `copies` iterations and no more.
pub(crate) fn run(program: &Program, a: i64, b: i64, copies: u32, copied: &BTreeSet<u32>) -> Run {
    let names = [("a", a), ("b", b), ("c", 4), ("d", 2)];
    let mut machine = Machine {
        env: names.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        events: Vec::new(),
        active: Vec::new(),
        fuel: 400,
        copies,
        copied,
    };
    let end = match machine.block(&program.body) {
        Ok(()) => End::Returned(Some(machine.get("c").wrapping_add(machine.get("d")))),
        Err(Jump::Return(value, _)) => End::Returned(value),
        Err(Jump::Stop(end)) => end,
        Err(Jump::Break(..) | Jump::Continue(_)) => unreachable!("jumps have targets"),
    };
    Run {
        events: machine.events,
        end,
    }
}

enum Jump {
    Break(u32, i64),
    Continue(u32),
    /// The value, and the exit kind: 2 for `return`, 3 for `?`.
    Return(Option<i64>, u32),
    Stop(End),
}

struct Active {
    number: u32,
    d: u32,
    mask: u64,
}

struct Machine<'p> {
    env: Vec<(String, i64)>,
    events: Vec<Event>,
    active: Vec<Active>,
    fuel: u32,
    copies: u32,
    copied: &'p BTreeSet<u32>,
}

impl Machine<'_> {
    fn get(&self, name: &str) -> i64 {
        let found = self.env.iter().rev().find(|(known, _)| known == name);
        found.expect("a variable").1
    }

    fn set(&mut self, name: &str, value: i64) {
        let found = self.env.iter_mut().rev().find(|(known, _)| known == name);
        found.expect("a variable").1 = value;
    }

    fn take(&mut self, branch: Branch) {
        if let Some((number, bit)) = branch.0 {
            let mut active = self.active.iter_mut().rev();
            let active = active
                .find(|active| active.number == number)
                .expect("an active loop");
            active.mask |= 1 << (bit - 1);
        }
    }

    fn expr(&mut self, expr: &Expr) -> i64 {
        match expr {
            Expr::Lit(value) => *value,
            Expr::Var(name) => self.get(name),
            Expr::Op(op, left, right) => {
                let (left, right) = (self.expr(left), self.expr(right));
                match *op {
                    "wrapping_add" => left.wrapping_add(right),
                    "wrapping_sub" => left.wrapping_sub(right),
                    _ => left.wrapping_mul(right),
                }
            }
            Expr::Choice(cond, first, then, second, other) => {
                if self.cond(cond) {
                    self.take(*first);
                    self.expr(then)
                } else {
                    self.take(*second);
                    self.expr(other)
                }
            }
        }
    }

    fn cond(&mut self, cond: &Cond) -> bool {
        match cond {
            Cond::Less(left, right) => self.expr(left) < self.expr(right),
            Cond::Rem(on, modulus, rest) => self.expr(on).rem_euclid(*modulus) == *rest,
            Cond::And(left, right) => self.cond(left) && self.cond(right),
        }
    }

    fn ask(&mut self, expr: &Expr) -> Result<i64, Jump> {
        down(self.expr(expr)).ok_or(Jump::Return(None, 3))
    }

    fn block(&mut self, block: &Block) -> Result<(), Jump> {
        let visible = self.env.len();
        let done = block.iter().try_for_each(|stmt| self.stmt(stmt));
        self.env.truncate(visible);
        done
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Jump> {
        match stmt {
            Stmt::Assign(name, expr) => {
                let value = self.expr(expr);
                self.set(name, value);
            }
            Stmt::Ask(name, expr) => {
                let value = self.ask(expr)?;
                self.set(name, value);
            }
            Stmt::If(cond, first, then, other) => {
                if self.cond(cond) {
                    self.take(*first);
                    return self.block(then);
                }
                match other {
                    Else::Missing(branch) => self.take(*branch),
                    Else::Block(branch, block) => {
                        self.take(*branch);
                        return self.block(block);
                    }
                    Else::If(next) => return self.stmt(next),
                }
            }
            Stmt::Match(on, guard, arms) => {
                let on = self.expr(on).rem_euclid(3);
                let (branch, block) = match on {
                    0 => &arms[0],
                    1 if self.cond(guard) => &arms[1],
                    _ => &arms[2],
                };
                self.take(*branch);
                return self.block(block);
            }
            Stmt::LetElse(name, on, matched, missed, other) => {
                let on = self.expr(on);
                if let Some(value) = down(on) {
                    self.take(*matched);
                    self.env.push((name.clone(), value));
                } else {
                    self.take(*missed);
                    return self.block(other);
                }
            }
            Stmt::Loop(looping) => return self.looping(looping),
            Stmt::Labelled(id, block) => match self.block(block) {
                Err(Jump::Break(target, _)) if target == *id => {}
                other => return other,
            },
            Stmt::Break(target, _, value) => {
                let value = value.as_ref().map_or(0, |value| self.expr(value));
                return Err(Jump::Break(*target, value));
            }
            Stmt::Continue(target, _) => return Err(Jump::Continue(*target)),
            Stmt::Return(value) => {
                let value = value.as_ref().map(|value| self.expr(value));
                return Err(Jump::Return(value, 2));
            }
        }
        Ok(())
    }

    fn looping(&mut self, looping: &Loop) -> Result<(), Jump> {
        let end = match &looping.head {
            Head::For(_, expr) => self.expr(expr),
            _ => 0,
        };
        self.events.push(Event::Enter(looping.number));
        self.active.push(Active {
            number: looping.number,
            d: 0,
            mask: 0,
        });
        let left = self.iterate(looping, end);
        let active = self.active.pop().expect("this loop");
        let kind = match &left {
            Ok(()) => 0,
            Err(Jump::Break(target, _)) if *target == looping.scope => 1,
            Err(Jump::Return(_, kind)) => *kind,
            Err(Jump::Break(..) | Jump::Continue(_)) => 4,
            Err(Jump::Stop(_)) => return left,
        };
        self.events
            .push(Event::Exit(active.number, active.d, active.mask, kind));
        match left {
            Err(Jump::Break(target, value)) if target == looping.scope => {
                if let Some(name) = &looping.value_to {
                    self.set(name, value);
                }
                Ok(())
            }
            other => other,
        }
    }

    fn iterate(&mut self, looping: &Loop, end: i64) -> Result<(), Jump> {
        let mut next = 0;
        loop {
            let mut bound = None;
            let goes_on = match &looping.head {
                Head::Endless => true,
                Head::While(cond) => self.cond(cond),
                Head::WhileLet(name, expr) => {
                    let value = down(self.expr(expr));
                    bound = value.map(|value| (name.clone(), value));
                    bound.is_some()
                }
                Head::WhileAsk(expr) => self.ask(expr)? > 1,
                Head::For(name, _) => {
                    bound = Some((name.clone(), next));
                    next += 1;
                    next <= end
                }
            };
            if !goes_on {
                return Ok(());
            }
            self.begin(looping.number)?;
            let visible = self.env.len();
            self.env.extend(bound);
            let done = self.block(&looping.body);
            self.env.truncate(visible);
            match done {
                Err(Jump::Continue(target)) if target == looping.scope => {}
                other => other?,
            }
        }
    }

    fn begin(&mut self, number: u32) -> Result<(), Jump> {
        let active = self.active.last_mut().expect("this loop");
        if self.copied.contains(&number) && active.d == self.copies {
            return Err(Jump::Stop(End::Inapplicable(number)));
        }
        self.fuel = self.fuel.checked_sub(1).ok_or(Jump::Stop(End::OutOfFuel))?;
        active.d += 1;
        active.mask = 0;
        self.events.push(Event::Step(number, active.d));
        Ok(())
    }
}
