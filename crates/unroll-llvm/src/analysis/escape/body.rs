//! Escape analysis of one function, in terms of the summaries of those that it calls.

use std::collections::BTreeSet;

use super::memory::{Memory, Offset};
use super::token::{Carrier, Root, Summary, Tokens, carried, of_type};
use crate::ir::layout::Layout;
use crate::ir::{
    BinOp, CastOp, Constant, Function, InstrKind, IntPred, Operand, Reg, Terminator, Type,
};

/// Masks below this size leave of an address how it is aligned.
const SMALL: u128 = 4096;

/// The state of the analysis: it only grows.
pub(super) struct Body<'a> {
    function: &'a Function,
    layout: &'a Layout,
    pub(super) summary_of: &'a dyn Fn(&str) -> Option<&'a Summary>,
    /// The definition of each register that no `invoke` defines.
    definitions: Vec<Option<&'a InstrKind>>,
    /// The addresses that each register may carry.
    values: Vec<Tokens>,
    pub(super) memory: Memory,
    pub(super) summary: Summary,
    has_grown: bool,
}

impl<'a> Body<'a> {
    pub(super) fn new(
        function: &'a Function,
        layout: &'a Layout,
        summary_of: &'a dyn Fn(&str) -> Option<&'a Summary>,
    ) -> Self {
        let registers = function.reg_count as usize;
        let mut body = Self {
            function,
            layout,
            summary_of,
            definitions: vec![None; registers],
            values: vec![Tokens::new(); registers],
            memory: Memory::default(),
            summary: Summary::default(),
            has_grown: false,
        };
        for (at, ty) in (0..).zip(&function.params) {
            if let Some(carrier) = Carrier::of(ty) {
                body.values[at as usize].insert((Root::Param(at), carrier));
            }
        }
        for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
            if let Some(Reg(result)) = instr.result {
                body.definitions[result as usize] = Some(&instr.kind);
            }
        }
        body
    }

    /// Looks at all of the code until nothing is new.
    pub(super) fn summary(mut self) -> Summary {
        loop {
            self.has_grown = false;
            self.memory.has_grown = false;
            for block in &self.function.blocks {
                for instr in &block.instrs {
                    // Not sensitive to flow: each block counts as if the others had run before it.
                    self.instruction(&instr.kind, instr.result);
                }
                self.terminator(&block.terminator);
            }
            if !self.has_grown && !self.memory.has_grown {
                return self.summary;
            }
        }
    }

    fn terminator(&mut self, terminator: &Terminator) {
        match terminator {
            Terminator::Ret {
                value: Some(value), ..
            } => {
                for token in self.tokens(value) {
                    match token.0 {
                        // The address of a local that is returned dangles, and only its value can
                        // be looked at.
                        Root::Local(_) => self.summary.observes = true,
                        Root::Param(_) | Root::Within(..) => {
                            self.summary.returned.insert(token);
                        }
                    }
                }
            }
            Terminator::Invoke { call, result, .. } => {
                let given = self.call(call);
                self.define(*result, given);
            }
            _ => {}
        }
    }

    fn instruction(&mut self, kind: &'a InstrKind, result: Option<Reg>) {
        let given = match kind {
            InstrKind::Store { ty, value, ptr, .. } => {
                let tokens = of_type(self.tokens(value), ty);
                self.store(tokens, ptr);
                return;
            }
            InstrKind::ICmp {
                // The order of two locals is not decided by the optimiser; only equality is.
                pred: IntPred::Eq | IntPred::Ne,
                lhs,
                rhs,
                ..
            } => {
                self.compare(lhs, rhs);
                return;
            }
            InstrKind::Call(call) => self.call(call),
            InstrKind::Load { ty, ptr, .. } => self.load(ty, ptr),
            InstrKind::Alloca { .. } => result
                .map(|local| (Root::Local(local), Carrier::Pointer))
                .into_iter()
                .collect(),
            other => self.computed(other),
        };
        self.define(result, given);
    }

    /// The tokens of a result that depends on operands alone.
    fn computed(&self, kind: &InstrKind) -> Tokens {
        match kind {
            InstrKind::Gep { base, .. } => self.tokens(base),
            InstrKind::Freeze { value, .. } => self.tokens(value),
            InstrKind::Select { then, els, .. } => &self.tokens(then) | &self.tokens(els),
            InstrKind::Phi { incoming, .. } => {
                let values = incoming.iter().map(|(value, _)| self.tokens(value));
                values.flatten().collect()
            }
            InstrKind::Cast { op, value, to, .. } => self.cast(*op, value, to),
            InstrKind::Binary { op, lhs, rhs, .. } => self.binary(*op, lhs, rhs),
            InstrKind::ExtractValue { agg_ty, agg, path } => match part(agg_ty, path) {
                Some(ty) => of_type(self.tokens(agg), ty),
                None => Tokens::new(),
            },
            InstrKind::InsertValue {
                agg, elem, elem_ty, ..
            } => &self.tokens(agg) | &of_type(self.tokens(elem), elem_ty),
            _ => Tokens::new(),
        }
    }

    fn cast(&self, op: CastOp, value: &Operand, to: &Type) -> Tokens {
        let tokens = self.tokens(value);
        match (op, Carrier::of(to)) {
            (CastOp::PtrToInt | CastOp::PtrToAddr, Some(_)) => carried(&tokens, Carrier::Number),
            (CastOp::IntToPtr, _) => carried(&tokens, Carrier::Pointer),
            (CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::BitCast, Some(_)) => tokens,
            _ => Tokens::new(),
        }
    }

    fn binary(&self, op: BinOp, lhs: &Operand, rhs: &Operand) -> Tokens {
        let (left, right) = (self.tokens(lhs), self.tokens(rhs));
        let is_small = |operand: &Operand| matches!(operand, Operand::Const(Constant::Int(value)) if *value < SMALL);
        match op {
            // How far two places in one object lie apart.
            BinOp::Sub if left == right => Tokens::new(),
            // The result is an alignment, which every layout gives alike.
            BinOp::And if is_small(lhs) || is_small(rhs) => Tokens::new(),
            BinOp::Add | BinOp::Sub | BinOp::And | BinOp::Or | BinOp::Xor => &left | &right,
            // What is left of a shifted address may be a length beside a tag, as in `fmt::Arguments`.
            _ => Tokens::new(),
        }
    }

    fn load(&self, ty: &Type, ptr: &Operand) -> Tokens {
        let Some(wanted) = Carrier::of(ty) else {
            return Tokens::new();
        };
        if let Some((local, Some(offset))) = self.place(ptr) {
            // Variants of an enum have pointers and numbers at one place.
            return of_type(self.memory.at(local, offset), ty);
        }
        let roots = self.tokens(ptr).into_iter();
        // Nothing more is known of the place, so all that any root leads to may be loaded.
        let behind = roots.flat_map(|(root, _)| self.memory.behind(root, wanted));
        behind.collect()
    }

    fn store(&mut self, tokens: Tokens, ptr: &Operand) {
        if tokens.is_empty() {
            return;
        }
        if let Some((local, offset)) = self.place(ptr) {
            self.memory.add(local, offset, tokens);
            return;
        }
        let targets = self.tokens(ptr);
        self.store_behind(&tokens, &targets);
    }

    /// Stores addresses through a pointer that carries `targets`.
    pub(super) fn store_behind(&mut self, tokens: &Tokens, targets: &Tokens) {
        for (root, _) in targets {
            if let Root::Local(local) = root {
                self.memory.add(*local, None, tokens.iter().copied());
            }
        }
        let is_own = |(root, _): &(Root, Carrier)| matches!(root, Root::Local(_));
        // All of it stays within the function's own locals.
        if !targets.is_empty() && targets.iter().all(is_own) {
            return;
        }
        for (root, carrier) in tokens {
            match (root, carrier) {
                // A number outlives what it was the address of, and may be compared later.
                (Root::Local(_), Carrier::Number) => self.summary.observes = true,
                // What a heap block holds mostly does not outlive the function.
                (Root::Local(_), Carrier::Pointer) => self.summary.observes |= !targets.is_empty(),
                (root, Carrier::Number) => {
                    self.summary.kept.insert(*root);
                }
                // The borrow checker keeps pointers from outliving what they point to.
                (_, Carrier::Pointer) => {}
            }
        }
    }

    /// Compares two values for equality.
    pub(super) fn compare(&mut self, lhs: &Operand, rhs: &Operand) {
        let (left, right) = (self.tokens(lhs), self.tokens(rhs));
        // A value may carry several addresses, so each pair counts.
        for (left, _) in &left {
            for (right, _) in &right {
                match (left, right) {
                    (Root::Local(left), Root::Local(right)) => {
                        self.summary.observes |= left != right;
                    }
                    (Root::Param(left), Root::Param(right)) if left != right => {
                        // Sorted: equality has no direction, and one entry stands for both.
                        let pair = (*left.min(right), *left.max(right));
                        self.summary.compared.insert(pair);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The local that a pointer points into, and where, if its definition says so.
    pub(super) fn place(&self, ptr: &Operand) -> Option<(Reg, Offset)> {
        let Operand::Reg(reg) = ptr else {
            return None;
        };
        match self.definitions[reg.0 as usize]? {
            InstrKind::Alloca { .. } => Some((*reg, Some(0))),
            InstrKind::Gep {
                elem,
                base,
                indices,
                ..
            } => {
                let (local, start) = self.place(base)?;
                let moved = self.distance(elem, indices);
                let offset = start
                    .zip(moved)
                    .and_then(|(start, by)| start.checked_add(by));
                Some((local, offset))
            }
            _ => None,
        }
    }

    /// How many bytes constant indices move a pointer on.
    fn distance(&self, elem: &Type, indices: &[(Type, Operand)]) -> Option<u64> {
        let mut ty = elem;
        let mut offset = 0u64;
        for (at, (_, index)) in indices.iter().enumerate() {
            let Operand::Const(Constant::Int(index)) = index else {
                return None;
            };
            let index = u64::try_from(*index).ok()?;
            let step = match ty {
                _ if at == 0 => index.checked_mul(self.layout.size(ty))?,
                Type::Array(_, inner) => {
                    ty = inner;
                    index.checked_mul(self.layout.size(ty))?
                }
                Type::Struct { fields, packed } => {
                    let field = usize::try_from(index).ok()?;
                    ty = fields.get(field)?;
                    self.layout.field_offset(fields, *packed, field)?
                }
                _ => return None,
            };
            offset = offset.checked_add(step)?;
        }
        Some(offset)
    }

    /// The addresses that an operand may carry.
    pub(super) fn tokens(&self, operand: &Operand) -> Tokens {
        match operand {
            Operand::Reg(reg) => self.values[reg.0 as usize].clone(),
            Operand::Const(_) => BTreeSet::new(),
        }
    }

    fn define(&mut self, result: Option<Reg>, given: Tokens) {
        let Some(Reg(result)) = result else {
            return;
        };
        let value = &mut self.values[result as usize];
        let before = value.len();
        // Sets only grow, so the loop in `summary` ends.
        value.extend(given);
        self.has_grown |= value.len() > before;
    }
}

/// The type of a part of an aggregate.
fn part<'t>(mut ty: &'t Type, path: &[u32]) -> Option<&'t Type> {
    for index in path {
        ty = match ty {
            Type::Struct { fields, .. } => fields.get(*index as usize)?,
            Type::Array(_, inner) => inner,
            _ => return None,
        };
    }
    Some(ty)
}
