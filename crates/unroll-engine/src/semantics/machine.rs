//! Instruction semantics, written once over a [`Domain`].
//!
//! A [`Machine`] turns one instruction, with the registers and the memory before it, into a value and the memory
//! after it. Control flow is not its concern: the strategies decide which block comes next, how calls are executed
//! and when states are joined.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::domain::Domain;
use crate::domain::layout::{Activations, Extent};
use crate::domain::stop::Stop;
use crate::domain::value::{self, ObjectId, Pointer, PointerBase, Value};
use crate::memory::unknown::Private;
use crate::memory::{self, Content, Globals, Memory, bits_to_pointer, pointer_to_bits};
use crate::observe::hash_names;
use crate::observe::inlined_hash::BlockHashes;
use crate::observe::inputs::Inputs;
use crate::observe::key_types::Agreement;
use crate::observe::panic_names;
use crate::observe::remainders::Remainders;
use crate::semantics::calls::Calls;
use crate::semantics::symbols::Meaning;
use unroll_llvm::Layout;
use unroll_llvm::ir::{InstrKind, Operand, Reg, Type};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::{ModuleId, Program};

/// Registers of one activation.
#[derive(Clone, Debug)]
pub struct Registers<B> {
    values: Vec<Value<B>>,
}

impl<B: Clone> Registers<B> {
    /// `count` undefined registers.
    pub fn new(count: u32) -> Self {
        Self {
            values: vec![Value::Undef; count as usize],
        }
    }
    /// How many there are.
    pub fn len(&self) -> u32 {
        self.values.len() as u32
    }
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
    /// Reads a register.
    pub fn get(&self, reg: Reg) -> &Value<B> {
        &self.values[reg.0 as usize]
    }
    /// Writes a register.
    pub fn set(&mut self, reg: Reg, value: Value<B>) {
        self.values[reg.0 as usize] = value;
    }
}

/// Executes instructions of a program in one domain.
#[derive(Debug)]
pub struct Machine<'p, D: Domain> {
    /// The reading of words: numbers or terms.
    pub domain: D,
    /// The program.
    pub program: &'p Program,
    /// Initial contents by object; `None` for objects made during execution.
    pub(crate) initial: Vec<Option<Rc<Content<D::Bits>>>>,
    /// Variables that are never written.
    pub(crate) constants: FxHashSet<ObjectId>,
    /// Objects to which no pointer leads that is loaded.
    pub(crate) private: Private,
    globals: IndexMap<(ModuleId, Arc<str>), ObjectId>,
    /// The object that counts panics.
    pub(super) panic_count: Option<ObjectId>,
    /// The calls under way.
    pub(crate) calls: Calls,
    /// The meanings of called symbols.
    pub(crate) meanings: FxHashMap<String, Meaning>,
    /// Where objects may lie, as far as that is known.
    pub(crate) extents: FxHashMap<ObjectId, Extent<D::Bits>>,
    /// The size that the program asked the allocator for, since this was last taken.
    pub(crate) requested: Option<D::Bits>,
    /// Activations of functions.
    pub(crate) activations: Activations,
    /// Objects in whose place others may lie, in the state at hand.
    pub(crate) dead: Rc<BTreeSet<ObjectId>>,
    /// How many words the layout decides of which nothing more is known.
    pub(crate) open: u32,
    /// True if a pointer was made of the addresses of several objects since this was last asked.
    pub(crate) is_mixed: bool,
    /// Remainders of numbers that depend on the input.
    pub(crate) remainders: Remainders<D::Bits>,
    /// Facts about the inputs.
    pub(crate) inputs: Inputs<D::Bits>,
    /// True if hashes were asked for that differ from process to process.
    pub(crate) hashes: bool,
    /// The first hash that was made by an impl of `Hash` which may not agree with `PartialEq`.
    pub(crate) other_hash: Option<Agreement>,
    /// Functions that make hashes, and what is known of their impls.
    pub(crate) agreements: FxHashMap<ModuleId, FxHashMap<String, Agreement>>,
    /// Blocks of functions that depend on the order of such hashes.
    pub(crate) revealing: FxHashMap<ModuleId, FxHashMap<String, Vec<Option<&'static str>>>>,
    /// The hashes that were inlined into each function that was met.
    pub(crate) inlined: FxHashMap<ModuleId, FxHashMap<String, Option<BlockHashes>>>,
}

impl<'p, D: Domain> Machine<'p, D> {
    /// A machine without objects.
    pub fn new(domain: D, program: &'p Program) -> Self {
        Self {
            domain,
            program,
            initial: Vec::new(),
            constants: FxHashSet::default(),
            private: Private::default(),
            globals: IndexMap::new(),
            panic_count: None,
            calls: Calls::default(),
            meanings: FxHashMap::default(),
            extents: FxHashMap::default(),
            requested: None,
            activations: Activations::default(),
            dead: Rc::default(),
            open: 0,
            is_mixed: false,
            remainders: Remainders::default(),
            inputs: Inputs::default(),
            hashes: false,
            other_hash: None,
            agreements: FxHashMap::default(),
            revealing: FxHashMap::default(),
            inlined: FxHashMap::default(),
        }
    }

    /// The data layout of the program.
    pub fn layout(&self) -> &'p Layout {
        self.program.first().layout()
    }

    /// A new object with this content.
    pub fn allocate(
        &mut self,
        memory: &mut Memory<D::Bits>,
        content: Content<D::Bits>,
    ) -> Pointer<D::Bits> {
        let object = ObjectId(self.initial.len() as u32);
        self.initial.push(None);
        memory.set(object, Rc::new(content));
        self.pointer(PointerBase::Object(object))
    }

    /// A new object that may outlive the function which makes it.
    pub(crate) fn allocate_on_heap(
        &mut self,
        memory: &mut Memory<D::Bits>,
        content: Content<D::Bits>,
        extent: (D::Bits, u64),
    ) -> Pointer<D::Bits> {
        let pointer = self.allocate_sized(memory, content, extent);
        pointer
            .objects()
            .for_each(|object| self.inputs.note(object));
        pointer
    }

    /// A pointer to the start of a place.
    pub fn pointer(&mut self, place: PointerBase) -> Pointer<D::Bits> {
        let (always, start) = (self.domain.bool(true), self.domain.constant(64, 0));
        Pointer::single(always, place, start)
    }

    /// How many objects there have been.
    pub(crate) fn objects(&self) -> u32 {
        self.initial.len() as u32
    }

    /// The content of an object that no state has written yet.
    pub fn initial(&self, object: ObjectId) -> Option<Rc<Content<D::Bits>>> {
        self.initial.get(object.0 as usize).cloned().flatten()
    }

    /// The content of an object in a state.
    pub fn content(&self, memory: &Memory<D::Bits>, object: ObjectId) -> Rc<Content<D::Bits>> {
        let touched = memory.get(object).cloned();
        touched
            .or_else(|| self.initial(object))
            .unwrap_or_else(|| Rc::new(Content::Uninit))
    }

    /// Merges two memories.
    pub fn merge_memories(
        &mut self,
        cond: D::Bits,
        then: &Memory<D::Bits>,
        els: &Memory<D::Bits>,
    ) -> Memory<D::Bits> {
        let globals = Globals {
            initial: &self.initial,
            constants: &self.constants,
        };
        memory::merge(&mut self.domain, cond, then, els, &globals)
    }

    /// A new object that has this content until something is written to it.
    pub(super) fn new_object(&mut self, content: Content<D::Bits>) -> ObjectId {
        let object = ObjectId(self.initial.len() as u32);
        self.initial.push(Some(Rc::new(content)));
        object
    }

    /// The object of a global variable, made on first use; `None` for what is no variable of any module.
    pub(crate) fn global(
        &mut self,
        module: ModuleId,
        name: &str,
    ) -> Result<Option<ObjectId>, Stop> {
        if panic_names::is_count(name) {
            return Ok(Some(self.panic_count()));
        }
        let Some(found) = self.program.global(name, module).map_err(Stop::read)? else {
            return Ok(None);
        };
        let (home, global) = (found.module, found.item);
        let key = (home, Arc::from(found.name));
        // By home module and name, so that private names of two modules stay two variables.
        if let Some(&known) = self.globals.get(&key) {
            return Ok(Some(known));
        }
        // Registered before its content is read, since globals may point to each other in a circle.
        let object = self.new_object(Content::Uninit);
        self.globals.insert(key, object);
        let size = self.layout().size(&global.ty);
        let size = self.domain.constant(64, size.into());
        self.place(object, (size, global.align.max(1)), None);
        if global.constant {
            self.constants.insert(object);
        }
        let content = match &global.init {
            Some(init) => self.flatten(home, &global.ty, init)?,
            // Zero says that there are no keys yet.
            None if hash_names::holds_keys(name) => Content::Zero,
            // Names the shared object that code stands in, by its address.
            None if name == "__dso_handle" => Content::Uninit,
            None => {
                return Err(Stop::MissingValue {
                    symbol: demangle(name),
                });
            }
        };
        self.initial[object.0 as usize] = Some(Rc::new(content));
        Ok(Some(object))
    }

    /// The value of an operand.
    pub fn operand(
        &mut self,
        module: ModuleId,
        registers: &Registers<D::Bits>,
        ty: &Type,
        operand: &Operand,
    ) -> Result<Value<D::Bits>, Stop> {
        match operand {
            Operand::Reg(reg) => Ok(registers.get(*reg).clone()),
            Operand::Const(constant) => self.constant(module, ty, constant),
        }
    }

    /// The bits of a value of a scalar type; undefined values are 0, pointers their address.
    pub fn bits(&mut self, ty: &Type, value: &Value<D::Bits>) -> Result<D::Bits, Stop> {
        match value {
            Value::Bits(bits) => Ok(*bits),
            Value::Pointer(pointer) => {
                self.domain.expose(pointer);
                Ok(pointer_to_bits(&mut self.domain, pointer))
            }
            // Any value is right for an undefined one; zero is the most likely to simplify.
            Value::Undef => {
                let width = scalar_width(ty)?;
                Ok(self.domain.constant(width, 0))
            }
            Value::Aggregate(_) => Err(Stop::unsupported("aggregate as a scalar")),
        }
    }

    /// The pointer in a value.
    pub fn as_pointer(&mut self, value: &Value<D::Bits>) -> Pointer<D::Bits> {
        match value {
            Value::Pointer(pointer) => pointer.clone(),
            Value::Bits(bits) => {
                let objects = self.initial.len() as u32;
                let pointer = bits_to_pointer(&mut self.domain, *bits, objects);
                pointer.unwrap_or_else(|| {
                    // The strategy asks after each instruction and stops there, so the made-up
                    // pointer is never used.
                    self.is_mixed = true;
                    value::absolute(&mut self.domain, *bits)
                })
            }
            Value::Undef | Value::Aggregate(_) => {
                let null = self.domain.constant(64, 0);
                value::absolute(&mut self.domain, null)
            }
        }
    }

    /// Executes an instruction other than a phi or a call.
    pub fn execute(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        // Comparisons ask which objects are dead, and have no memory at hand.
        if !Rc::ptr_eq(&self.dead, memory.dead()) {
            self.dead = Rc::clone(memory.dead());
        }
        match kind {
            InstrKind::Alloca { .. }
            | InstrKind::Load { .. }
            | InstrKind::Store { .. }
            | InstrKind::Gep { .. } => self.execute_access(module, kind, registers, memory),
            InstrKind::Binary { .. }
            | InstrKind::ICmp { .. }
            | InstrKind::FCmp { .. }
            | InstrKind::FNeg { .. }
            | InstrKind::Cast { .. }
            | InstrKind::Select { .. }
            | InstrKind::Freeze { .. } => self.execute_operator(module, kind, registers),
            _ => self.execute_atomic(module, kind, registers, memory),
        }
    }

    /// Executes an instruction whose operands are all that it depends on.
    fn execute_operator(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        match kind {
            InstrKind::Binary { op, ty, lhs, rhs } => {
                let lhs = self.operand(module, registers, ty, lhs)?;
                let rhs = self.operand(module, registers, ty, rhs)?;
                self.lanewise(ty, [&lhs, &rhs], |machine, ty, [lhs, rhs]| {
                    machine.binary(*op, ty, lhs, rhs)
                })
            }
            InstrKind::ICmp { pred, ty, lhs, rhs } => {
                let lhs = self.operand(module, registers, ty, lhs)?;
                let rhs = self.operand(module, registers, ty, rhs)?;
                self.lanewise(ty, [&lhs, &rhs], |machine, ty, [lhs, rhs]| {
                    machine.compare(*pred, ty, lhs, rhs)
                })
            }
            InstrKind::FCmp { pred, ty, lhs, rhs } => {
                let lhs = self.operand(module, registers, ty, lhs)?;
                let rhs = self.operand(module, registers, ty, rhs)?;
                self.float_compare(*pred, ty, &lhs, &rhs)
            }
            InstrKind::FNeg { ty, value } => {
                let value = self.operand(module, registers, ty, value)?;
                self.float_negate(ty, &value)
            }
            InstrKind::Cast {
                op,
                from,
                value,
                to,
            } => {
                let value = self.operand(module, registers, from, value)?;
                self.cast(*op, from, &value, to)
            }
            InstrKind::Select {
                cond_ty,
                cond,
                ty,
                then,
                els,
            } => {
                let cond = self.operand(module, registers, cond_ty, cond)?;
                let then = self.operand(module, registers, ty, then)?;
                let els = self.operand(module, registers, ty, els)?;
                self.select(cond_ty, &cond, ty, &then, &els)
            }
            InstrKind::Freeze { ty, value } => {
                let value = self.operand(module, registers, ty, value)?;
                // `freeze` makes one choice for an undefined value, and all uses of the result see
                // the same one.
                match value {
                    Value::Undef if scalar_width(ty).is_ok() => {
                        Ok(Value::Bits(self.bits(ty, &value)?))
                    }
                    value => Ok(value),
                }
            }
            _ => Err(Stop::unsupported("instruction out of place")),
        }
    }
}

/// Width of a scalar type in bits.
pub(crate) fn scalar_width(ty: &Type) -> Result<u32, Stop> {
    use unroll_llvm::ir::FloatKind;
    match ty {
        Type::Int(width @ 1..=128) => Ok(*width),
        Type::Ptr | Type::Float(FloatKind::Double) => Ok(64),
        Type::Float(FloatKind::Half) => Ok(16),
        Type::Float(FloatKind::Float) => Ok(32),
        Type::Float(FloatKind::Fp128) => Ok(128),
        other => Err(Stop::unsupported(format!("scalar of type {other:?}"))),
    }
}
