//! Mod analysis: the memory that code may write, by the registers that lead to it.
//!
//! In: blocks of a function, and the program with what they call. Out: an [`Effect`] for each register. Memory that code only reads keeps its contents
//! where an abstraction leaves the code out: the header of a vector whose elements a loop changes, and the text that it searches.
//!
//! A register passes its effect on to those that its value is copied or computed from, and a load to what it loads from, until nothing changes:
//! the direct side effects of Banning ("An efficient way to find the side effects of procedure calls and the aliases of variables", 1979), backwards
//! and insensitive to flow. Calls have the effects of their callees.
//!
//! **Invariant:** memory that keeps its contents is not written through any pointer that the code makes, returns or stores, also not behind the code. What is not
//! known counts as written.

mod call;

pub(super) use self::call::Writes;
use self::call::{Callees, Summary};
use super::moved::step_of;
use rustc_hash::FxHashSet;
use unroll_llvm::ir::layout::Layout;
use unroll_llvm::ir::{
    Block, BlockId, CastOp, Function, Instr, InstrKind, Operand, Reg, Terminator, Type,
};

/// The writes to which a value may lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "effects are independent of each other"
)]
pub(super) struct Effect {
    /// The object that it points to may be written or freed.
    pub(super) itself: bool,
    /// Objects may be to which the contents of that object lead.
    pub(super) beyond: bool,
    /// A number that is computed from it is stored, or becomes an address.
    computed: bool,
    /// The object may be written through a register that does not always point to it: what a loop leaves in that one may point anywhere.
    mixed: bool,
}

impl Effect {
    /// Nothing.
    pub(super) const NONE: Self = Self {
        itself: false,
        beyond: false,
        computed: false,
        mixed: false,
    };

    /// Anything.
    pub(super) const ALL: Self = Self {
        itself: true,
        beyond: true,
        computed: true,
        mixed: true,
    };

    const ITSELF: Self = Self {
        itself: true,
        ..Self::NONE
    };

    const BEYOND: Self = Self {
        beyond: true,
        ..Self::NONE
    };

    const COMPUTED: Self = Self {
        computed: true,
        ..Self::NONE
    };

    /// True if an address stays in the registers that are known to hold it.
    fn is_private(self) -> bool {
        !self.computed && !self.mixed
    }

    fn is_any(self) -> bool {
        self != Self::NONE
    }

    fn or(self, other: Self) -> Self {
        Self {
            itself: self.itself | other.itself,
            beyond: self.beyond | other.beyond,
            computed: self.computed | other.computed,
            mixed: self.mixed | other.mixed,
        }
    }
}

/// The effects on registers, which only grow.
#[derive(Clone, Debug)]
pub(super) struct Effects {
    of: Vec<Effect>,
    has_grown: bool,
}

impl Effects {
    fn new(registers: u32) -> Self {
        Self {
            of: vec![Effect::NONE; registers as usize],
            has_grown: false,
        }
    }

    /// That on a register.
    pub(super) fn on(&self, reg: Reg) -> Effect {
        self.of[reg.0 as usize]
    }

    fn add(&mut self, operand: &Operand, effect: Effect) {
        if let Operand::Reg(reg) = operand {
            let known = &mut self.of[reg.0 as usize];
            let both = known.or(effect);
            self.has_grown |= both != *known;
            *known = both;
        }
    }

    /// Grows until the effects of `blocks` are among them.
    fn close(&mut self, blocks: &[&Block], returned: Effect, callees: &mut Callees<'_, '_>) {
        loop {
            self.has_grown = false;
            for block in blocks.iter().rev() {
                self.terminator(&block.terminator, returned, callees);
                for instr in block.instrs.iter().rev() {
                    let result = instr.result.map_or(Effect::NONE, |reg| self.on(reg));
                    self.instruction(&instr.kind, result, callees);
                }
            }
            if !self.has_grown {
                return;
            }
        }
    }

    fn terminator(
        &mut self,
        terminator: &Terminator,
        returned: Effect,
        callees: &mut Callees<'_, '_>,
    ) {
        match terminator {
            Terminator::Ret {
                value: Some(value), ..
            } => self.add(value, returned),
            Terminator::Invoke { call, result, .. } => {
                let result = result.map_or(Effect::NONE, |reg| self.on(reg));
                self.call(call, result, callees);
            }
            // A panic that leaves the code ends the execution in an abstraction.
            _ => {}
        }
    }

    /// The effect of an instruction on its operands, by that on its result.
    fn instruction(&mut self, kind: &InstrKind, result: Effect, callees: &mut Callees<'_, '_>) {
        let layout = callees.layout();
        let result = Effect {
            mixed: result.mixed || result.itself && mixes(kind, layout),
            ..result
        };
        match kind {
            InstrKind::Store { ty, value, ptr, .. } => {
                self.add(ptr, Effect::ITSELF);
                self.keep(ty, value);
            }
            InstrKind::AtomicRmw { ptr, value, ty, .. } => {
                self.add(ptr, Effect::ITSELF);
                self.keep(ty, value);
                self.load(ptr, result);
            }
            InstrKind::CmpXchg { ptr, new, ty, .. } => {
                self.add(ptr, Effect::ITSELF);
                self.keep(ty, new);
                self.load(ptr, result);
            }
            InstrKind::Load { ptr, .. } => self.load(ptr, result),
            InstrKind::Gep { base, .. } => self.add(base, result),
            InstrKind::Phi { incoming, .. } => {
                for (value, _) in incoming {
                    self.add(value, result);
                }
            }
            InstrKind::Select { then, els, .. } => {
                self.add(then, result);
                self.add(els, result);
            }
            InstrKind::Cast { op, value, .. } => self.cast(*op, value, result),
            InstrKind::Call(call) => self.call(call, result, callees),
            InstrKind::Freeze { .. }
            | InstrKind::ExtractValue { .. }
            | InstrKind::InsertValue { .. }
            | InstrKind::ExtractElement { .. }
            | InstrKind::InsertElement { .. }
            | InstrKind::ShuffleVector { .. } => {
                kind.for_each_operand(|operand| self.add(operand, result));
            }
            InstrKind::Binary { .. } if result.is_any() => {
                // It does not lead where a copy would: what is computed of an address is no
                // address, unless a cast made a number of it first, which is found on the way.
                kind.for_each_operand(|operand| self.add(operand, Effect::COMPUTED));
            }
            _ => {}
        }
    }

    fn load(&mut self, ptr: &Operand, result: Effect) {
        if result.itself || result.beyond {
            self.add(ptr, Effect::BEYOND);
        }
    }

    /// A value is stored, from where any code may load it.
    fn keep(&mut self, ty: &Type, value: &Operand) {
        if carries_address(ty) {
            self.add(value, Effect::ALL);
        }
    }

    fn cast(&mut self, op: CastOp, value: &Operand, result: Effect) {
        match op {
            _ if !result.is_any() => {}
            CastOp::PtrToInt | CastOp::PtrToAddr | CastOp::IntToPtr => {
                self.add(value, Effect::ALL);
            }
            CastOp::BitCast | CastOp::AddrSpaceCast => self.add(value, result),
            _ => self.add(value, Effect::COMPUTED),
        }
    }
}

/// True if the result of an instruction may be a copy of an operand, but is not always the same one, moved.
fn mixes(kind: &InstrKind, layout: &Layout) -> bool {
    match kind {
        InstrKind::Phi { .. }
        | InstrKind::Select { .. }
        | InstrKind::Cast { .. }
        | InstrKind::ExtractValue { .. }
        | InstrKind::InsertValue { .. }
        | InstrKind::ExtractElement { .. }
        | InstrKind::InsertElement { .. }
        | InstrKind::ShuffleVector { .. } => true,
        InstrKind::Gep { elem, indices, .. } => step_of(layout, elem, indices).is_none(),
        _ => false,
    }
}

/// True if a value of a type may be an address or a part of one: the compiler copies pointers as numbers of any size.
fn carries_address(ty: &Type) -> bool {
    match ty {
        Type::Ptr | Type::Int(_) | Type::Vector(..) => true,
        Type::Float(_) | Type::Void | Type::Opaque => false,
        Type::Array(_, element) => carries_address(element),
        Type::Struct { fields, .. } => fields.iter().any(carries_address),
    }
}

/// The effects of a whole function, with whose result its callers may do anything.
fn of_body(function: &Function, callees: &mut Callees<'_, '_>) -> Effects {
    let blocks: Vec<&Block> = function.blocks.iter().collect();
    let mut effects = Effects::new(function.reg_count);
    effects.close(&blocks, Effect::ALL, callees);
    effects
}

/// The local variables whose addresses stay in registers that are known to hold them. No pointer that is loaded leads to these, so that code which is left out
/// changes them only where they are named.
fn private(function: &Function, callees: &mut Callees<'_, '_>) -> FxHashSet<Reg> {
    // Others are made anew in each iteration.
    let Some(entry) = function.blocks.first() else {
        return FxHashSet::default();
    };
    let is_local = |instr: &&Instr| matches!(instr.kind, InstrKind::Alloca { .. });
    let locals = entry.instrs.iter().filter(is_local);
    let mut locals = locals.filter_map(|instr| instr.result).peekable();
    if locals.peek().is_none() {
        return FxHashSet::default();
    }
    let effects = of_body(function, callees);
    locals.filter(|reg| effects.on(*reg).is_private()).collect()
}

/// The effects of a loop of `function`, which consists of `blocks`. Registers that are defined in it and used behind it have the effects of the whole
/// function.
fn of_loop(
    function: &Function,
    blocks: &[(BlockId, &Block)],
    callees: &mut Callees<'_, '_>,
) -> Effects {
    let whole = of_body(function, callees);
    let blocks: Vec<&Block> = blocks.iter().map(|(_, block)| *block).collect();
    let mut effects = Effects::new(function.reg_count);
    for block in &blocks {
        let results = block.instrs.iter().filter_map(|instr| instr.result);
        for reg in results.chain(block.terminator.result()) {
            effects.add(&Operand::Reg(reg), whole.on(reg));
        }
    }
    effects.close(&blocks, Effect::ALL, callees);
    effects
}

/// The effects of a function on its parameters.
fn of_function(function: &Function, callees: &mut Callees<'_, '_>) -> Summary {
    let blocks: Vec<&Block> = function.blocks.iter().collect();
    let [unused, used] = [Effect::NONE, Effect::ALL].map(|returned| {
        let mut effects = Effects::new(function.reg_count);
        effects.close(&blocks, returned, callees);
        let params = (0..function.params.len() as u32).map(Reg);
        params.map(|reg| effects.on(reg)).collect()
    });
    Summary { unused, used }
}

#[cfg(test)]
mod tests;
