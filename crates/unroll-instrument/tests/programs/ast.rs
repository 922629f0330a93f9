//! Random integer programs with loops, and how they are made. Their Rust text is in `print`.
//!
//! A program is `fn f(a: i64, b: i64) -> Option<i64>`. It is made from a list of choices; an exhausted list chooses 0, which is
//! always the simplest option, so a shorter list is a smaller program and `proptest` can shrink one.

pub(crate) struct Choices<'c> {
    bytes: std::slice::Iter<'c, u8>,
}

impl Choices<'_> {
    /// A number below `options`.
    fn pick(&mut self, options: u8) -> u8 {
        self.bytes.next().map_or(0, |byte| byte % options)
    }

    fn flip(&mut self) -> bool {
        self.pick(2) == 1
    }
}

/// The branch of a loop, and the bit it sets; nothing outside loops.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Branch(pub(crate) Option<(u32, u32)>);

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    Lit(i64),
    Var(String),
    Op(&'static str, Box<Expr>, Box<Expr>),
    /// `if c { e } else { e }`
    Choice(Box<Cond>, Branch, Box<Expr>, Branch, Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Cond {
    Less(Expr, Expr),
    Rem(Expr, i64, i64),
    And(Box<Cond>, Box<Cond>),
}

#[derive(Clone, Debug)]
pub(crate) enum Head {
    Endless,
    While(Cond),
    /// `while let Some(name) = down(e)`
    WhileLet(String, Expr),
    /// `while down(e)? > 1`
    WhileAsk(Expr),
    /// `for name in 0..e`
    For(String, Expr),
}

#[derive(Clone, Debug)]
pub(crate) struct Loop {
    pub(crate) scope: u32,
    pub(crate) labelled: bool,
    pub(crate) number: u32,
    pub(crate) head: Head,
    /// The variable that takes the value of a `loop`.
    pub(crate) value_to: Option<String>,
    pub(crate) body: Block,
}

#[derive(Clone, Debug)]
pub(crate) enum Stmt {
    Assign(String, Expr),
    /// `v = down(e)?;`
    Ask(String, Expr),
    If(Cond, Branch, Block, Else),
    /// Arms `0`, `1 if guard` and `_` over `e.rem_euclid(3)`.
    Match(Expr, Cond, [(Branch, Block); 3]),
    /// `let Some(name) = down(e) else { .. };`
    LetElse(String, Expr, Branch, Branch, Block),
    Loop(Loop),
    Labelled(u32, Block),
    Break(u32, bool, Option<Expr>),
    Continue(u32, bool),
    Return(Option<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) enum Else {
    Missing(Branch),
    Block(Branch, Block),
    /// `else if`
    If(Box<Stmt>),
}

pub(crate) type Block = Vec<Stmt>;

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) body: Block,
}

impl Program {
    pub(crate) fn new(choices: &[u8]) -> Self {
        let mut maker = Maker {
            choices: Choices {
                bytes: choices.iter(),
            },
            names: ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
            scopes: Vec::new(),
            fresh: 0,
            budget: 24,
        };
        let mut body = maker.block(0);
        Numberer::default().block(&mut body);
        Self { body }
    }
}

struct Scope {
    id: u32,
    labelled: bool,
    is_loop: bool,
    wants_value: bool,
}

struct Maker<'c> {
    choices: Choices<'c>,
    names: Vec<String>,
    scopes: Vec<Scope>,
    fresh: u32,
    /// Statements that may still be made.
    budget: u32,
}

impl Maker<'_> {
    fn fresh(&mut self) -> u32 {
        self.fresh += 1;
        self.fresh
    }

    fn block(&mut self, depth: u32) -> Block {
        let visible = self.names.len();
        let length = 1 + self.choices.pick(4);
        let mut block = Block::new();
        for _ in 0..length {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            block.push(self.stmt(depth));
        }
        self.names.truncate(visible);
        block
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        let deepest = depth >= 4;
        let pick = match (depth, deepest) {
            // A function of loops mostly.
            (0, _) => 14 - self.choices.pick(9),
            (_, true) => self.choices.pick(6),
            (_, false) => self.choices.pick(15),
        };
        match pick {
            0 | 1 => Stmt::Assign(self.target(), self.expr(2)),
            2 => Stmt::Ask(self.target(), self.expr(1)),
            3 | 4 => {
                let jump = self.jump();
                self.sometimes(jump)
            }
            5 => {
                let value = self.choices.flip().then(|| self.expr(1));
                self.sometimes(Stmt::Return(value))
            }
            6..=8 => self.if_chain(depth),
            9 => {
                let on = self.expr(1);
                let guard = self.cond(1);
                let mut arm = || (Branch::default(), self.block(depth + 1));
                Stmt::Match(on, guard, [arm(), arm(), arm()])
            }
            10 => self.let_else(depth),
            11 => {
                let id = self.fresh();
                let block = self.scoped(id, true, false, false, |maker| maker.block(depth + 1));
                Stmt::Labelled(id, block)
            }
            _ => self.looping(depth),
        }
    }

    /// Mostly under a condition, so that what follows can be reached.
    fn sometimes(&mut self, jump: Stmt) -> Stmt {
        if self.choices.pick(6) == 5 {
            return jump;
        }
        let other = Else::Missing(Branch::default());
        Stmt::If(self.cond(1), Branch::default(), vec![jump], other)
    }

    fn scoped<R>(
        &mut self,
        id: u32,
        labelled: bool,
        is_loop: bool,
        wants_value: bool,
        make: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.scopes.push(Scope {
            id,
            labelled,
            is_loop,
            wants_value,
        });
        let made = make(self);
        self.scopes.pop();
        made
    }

    fn if_chain(&mut self, depth: u32) -> Stmt {
        let cond = self.cond(2);
        let then = self.block(depth + 1);
        let other = match self.choices.pick(3) {
            0 => Else::Missing(Branch::default()),
            1 => Else::Block(Branch::default(), self.block(depth + 1)),
            _ if depth < 4 => Else::If(Box::new(self.if_chain(depth + 1))),
            _ => Else::Missing(Branch::default()),
        };
        Stmt::If(cond, Branch::default(), then, other)
    }

    fn let_else(&mut self, depth: u32) -> Stmt {
        let on = self.expr(1);
        let mut other = self.block(depth + 1);
        let last = self.jump();
        other.push(match last {
            Stmt::Assign(..) => Stmt::Return(None),
            jump => jump,
        });
        let name = format!("x{}", self.fresh());
        self.names.push(name.clone());
        Stmt::LetElse(name, on, Branch::default(), Branch::default(), other)
    }

    fn looping(&mut self, depth: u32) -> Stmt {
        let scope = self.fresh();
        let labelled = self.choices.pick(4) > 0;
        let bound = format!("x{scope}");
        let (head, name) = match self.choices.pick(6) {
            0 | 1 => (Head::While(self.counting()), None),
            2 => (Head::For(bound.clone(), self.expr(0)), Some(bound)),
            3 => (Head::WhileLet(bound.clone(), self.counter()), Some(bound)),
            4 => (Head::WhileAsk(self.counter()), None),
            _ => (Head::Endless, None),
        };
        let wants_value = matches!(head, Head::Endless) && self.choices.flip();
        let value_to = wants_value.then(|| self.target());
        let visible = self.names.len();
        self.names.extend(name);
        let body = self.scoped(scope, labelled, true, wants_value, |maker| {
            let mut body = maker.block(depth + 1);
            // Most loops should be able to end.
            body.push(Stmt::Assign("c".to_owned(), maker.step("c")));
            if matches!(head, Head::Endless) {
                let value = wants_value.then(|| maker.expr(1));
                let leave = vec![Stmt::Break(scope, false, value)];
                let other = Else::Missing(Branch::default());
                body.push(Stmt::If(maker.cond(1), Branch::default(), leave, other));
            }
            body
        });
        self.names.truncate(visible);
        Stmt::Loop(Loop {
            scope,
            labelled,
            number: 0,
            head,
            value_to,
            body,
        })
    }

    /// A loop condition, mostly one that `c` decides, which every loop counts down.
    fn counting(&mut self) -> Cond {
        let counts = Cond::Less(Expr::Lit(0), Expr::Var("c".to_owned()));
        match self.choices.pick(4) {
            0 | 1 => counts,
            2 => Cond::And(Box::new(counts), Box::new(self.cond(1))),
            _ => self.cond(1),
        }
    }

    fn counter(&mut self) -> Expr {
        if self.choices.pick(3) < 2 {
            Expr::Var("c".to_owned())
        } else {
            self.expr(1)
        }
    }

    fn step(&mut self, name: &str) -> Expr {
        let by = Expr::Lit(1 + i64::from(self.choices.pick(2)));
        Expr::Op(
            "wrapping_sub",
            Box::new(Expr::Var(name.to_owned())),
            Box::new(by),
        )
    }

    /// A `break` or `continue`, or an assignment where nothing can be left.
    fn jump(&mut self) -> Stmt {
        let back = usize::from(self.choices.pick(4)).min(self.scopes.len().saturating_sub(1));
        let is_break = !self.choices.flip();
        let Some(at) = self.scopes.len().checked_sub(1 + back) else {
            return Stmt::Assign(self.target(), self.expr(1));
        };
        let innermost = at + 1 == self.scopes.len();
        let scope = &self.scopes[at];
        let (id, wants_value) = (scope.id, scope.wants_value);
        let usable = scope.labelled || (innermost && scope.is_loop);
        if !usable || (!scope.is_loop && !is_break) {
            return Stmt::Assign(self.target(), self.expr(1));
        }
        let spelled = scope.labelled && (!scope.is_loop || !innermost || self.choices.flip());
        if is_break {
            Stmt::Break(id, spelled, wants_value.then(|| self.expr(1)))
        } else {
            Stmt::Continue(id, spelled)
        }
    }

    fn target(&mut self) -> String {
        ["c", "d", "a", "b"][usize::from(self.choices.pick(4))].to_owned()
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let choices = if depth == 0 { 4 } else { 7 };
        match self.choices.pick(choices) {
            0 => Expr::Lit(i64::from(self.choices.pick(5))),
            1..=3 => {
                let at = usize::from(self.choices.pick(self.names.len() as u8));
                Expr::Var(self.names[at].clone())
            }
            6 if depth > 1 => {
                let cond = Box::new(self.cond(0));
                let (then, other) = (self.expr(0), self.expr(0));
                let branch = Branch::default();
                Expr::Choice(cond, branch, Box::new(then), branch, Box::new(other))
            }
            pick => {
                let op = ["wrapping_add", "wrapping_sub", "wrapping_mul"][usize::from(pick % 3)];
                let (left, right) = (self.expr(depth - 1), self.expr(depth - 1));
                Expr::Op(op, Box::new(left), Box::new(right))
            }
        }
    }

    fn cond(&mut self, depth: u32) -> Cond {
        match self.choices.pick(if depth == 0 { 2 } else { 3 }) {
            0 => Cond::Less(self.expr(depth), self.expr(depth)),
            1 => {
                let modulus = 2 + i64::from(self.choices.pick(2));
                Cond::Rem(self.expr(depth), modulus, i64::from(self.choices.pick(2)))
            }
            _ => Cond::And(
                Box::new(self.cond(depth - 1)),
                Box::new(self.cond(depth - 1)),
            ),
        }
    }
}

/// Gives loops and branches their numbers, independently of the crate under test.
#[derive(Default)]
struct Numberer {
    loops: u32,
    /// The loops whose bodies we are in, with how many branches they have so far.
    around: Vec<(u32, u32)>,
}

impl Numberer {
    fn branch(&mut self) -> Branch {
        Branch(self.around.last_mut().map(|(number, branches)| {
            *branches += 1;
            (*number, *branches)
        }))
    }

    fn block(&mut self, block: &mut Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn expr(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Lit(_) | Expr::Var(_) => {}
            Expr::Op(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Choice(cond, first, then, second, other) => {
                self.cond(cond);
                *first = self.branch();
                self.expr(then);
                *second = self.branch();
                self.expr(other);
            }
        }
    }

    fn cond(&mut self, cond: &mut Cond) {
        match cond {
            Cond::Less(left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Cond::Rem(on, _, _) => self.expr(on),
            Cond::And(left, right) => {
                self.cond(left);
                self.cond(right);
            }
        }
    }

    fn stmt(&mut self, stmt: &mut Stmt) {
        match stmt {
            Stmt::Assign(_, expr) | Stmt::Ask(_, expr) => self.expr(expr),
            Stmt::If(cond, first, then, other) => {
                self.cond(cond);
                *first = self.branch();
                self.block(then);
                match other {
                    Else::Missing(branch) => *branch = self.branch(),
                    Else::Block(branch, block) => {
                        *branch = self.branch();
                        self.block(block);
                    }
                    Else::If(next) => self.stmt(next),
                }
            }
            Stmt::Match(on, guard, arms) => {
                self.expr(on);
                for (number, (branch, block)) in arms.iter_mut().enumerate() {
                    *branch = self.branch();
                    if number == 1 {
                        self.cond(guard);
                    }
                    self.block(block);
                }
            }
            Stmt::LetElse(_, on, matched, missed, other) => {
                self.expr(on);
                *matched = self.branch();
                *missed = self.branch();
                self.block(other);
            }
            Stmt::Loop(looping) => {
                self.loops += 1;
                looping.number = self.loops;
                match &mut looping.head {
                    Head::Endless => {}
                    Head::While(cond) => self.cond(cond),
                    Head::WhileLet(_, expr) | Head::WhileAsk(expr) | Head::For(_, expr) => {
                        self.expr(expr);
                    }
                }
                self.around.push((looping.number, 0));
                self.block(&mut looping.body);
                self.around.pop();
            }
            Stmt::Labelled(_, block) => self.block(block),
            Stmt::Break(_, _, value) | Stmt::Return(value) => {
                if let Some(value) = value {
                    self.expr(value);
                }
            }
            Stmt::Continue(..) => {}
        }
    }
}
