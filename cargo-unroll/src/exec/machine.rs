//! Instruction semantics, written once over a [`Domain`].
//!
//! A [`Machine`] turns one instruction, with the registers and the memory before it, into a value and the memory after
//! it. It knows nothing of control flow: which block comes next, what a call runs and when states merge is up to
//! the strategies.

use std::rc::Rc;
use std::sync::Arc;

use indexmap::IndexMap;

use super::domain::Domain;
use super::memory::{self, Cell, Content, Memory, bits_to_pointer, load, pointer_to_bits, store};
use super::stop::Stop;
use super::value::{self, ObjectId, Place, Pointer, Value};
use crate::llvm::Layout;
use crate::llvm::demangle::demangle;
use crate::llvm::ir::{BinOp, CastOp, InstrKind, IntPred, Operand, Reg, Type};
use crate::llvm::{ModuleId, Program};
use crate::smt::term::Op;

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
    /// What words are.
    pub domain: D,
    /// The program.
    pub program: &'p Program,
    /// Initial contents by object; `None` for objects made during execution.
    initial: Vec<Option<Rc<Content<D::Bits>>>>,
    globals: IndexMap<(ModuleId, Arc<str>), ObjectId>,
}

impl<'p, D: Domain> Machine<'p, D> {
    /// A machine without objects.
    pub fn new(domain: D, program: &'p Program) -> Self {
        Self {
            domain,
            program,
            initial: Vec::new(),
            globals: IndexMap::new(),
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
        self.pointer(Place::Object(object))
    }

    /// A pointer to the start of a place.
    pub fn pointer(&mut self, place: Place) -> Pointer<D::Bits> {
        let (always, start) = (self.domain.bool(true), self.domain.constant(64, 0));
        Pointer::single(always, place, start)
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
        let initial = &self.initial;
        memory::merge(&mut self.domain, cond, then, els, &|object| {
            initial.get(object.0 as usize).cloned().flatten()
        })
    }

    /// The object of a global variable, made on first use; `None` for what is no variable of any module.
    pub(super) fn global(
        &mut self,
        module: ModuleId,
        name: &str,
    ) -> Result<Option<ObjectId>, Stop> {
        let Some(found) = self.program.global(name, module).map_err(read_error)? else {
            return Ok(None);
        };
        let (home, global) = (found.module, found.item);
        let key = (home, Arc::from(found.name));
        if let Some(&known) = self.globals.get(&key) {
            return Ok(Some(known));
        }
        let object = ObjectId(self.initial.len() as u32);
        self.initial.push(Some(Rc::new(Content::Uninit)));
        self.globals.insert(key, object);
        let content = match &global.init {
            Some(init) => self.flatten(home, &global.ty, init)?,
            None => {
                return Err(Stop::MissingBody {
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
            Value::Pointer(pointer) => Ok(pointer_to_bits(&mut self.domain, pointer)),
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
                bits_to_pointer(&mut self.domain, *bits, objects)
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
                match value {
                    Value::Undef if scalar_width(ty).is_ok() => {
                        Ok(Value::Bits(self.bits(ty, &value)?))
                    }
                    value => Ok(value),
                }
            }
            InstrKind::Alloca { ty, .. } => {
                // The content says how large an object is only where a program can tell.
                let _ = ty;
                Ok(Value::Pointer(self.allocate(memory, Content::Uninit)))
            }
            InstrKind::Load { ty, ptr, align } => {
                let pointer = self.operand(module, registers, &Type::Ptr, ptr)?;
                let pointer = self.as_pointer(&pointer);
                self.load(memory, &pointer, ty, *align)
            }
            InstrKind::Store { ty, value, ptr, .. } => {
                let value = self.operand(module, registers, ty, value)?;
                let pointer = self.operand(module, registers, &Type::Ptr, ptr)?;
                let pointer = self.as_pointer(&pointer);
                self.store(memory, &pointer, ty, &value)?;
                Ok(Value::Undef)
            }
            InstrKind::Gep {
                elem,
                base,
                indices,
                ..
            } => {
                let base = self.operand(module, registers, &Type::Ptr, base)?;
                let pointer = self.as_pointer(&base);
                let indices = indices
                    .iter()
                    .map(|(ty, index)| {
                        let index = self.operand(module, registers, ty, index)?;
                        self.bits(ty, &index)
                    })
                    .collect::<Result<Vec<_>, _>>()?;
                Ok(Value::Pointer(self.gep(elem, &pointer, &indices)))
            }
            _ => self.execute_aggregate(module, kind, registers),
        }
    }

    fn execute_aggregate(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        match kind {
            InstrKind::ExtractValue { agg_ty, agg, path } => {
                let aggregate = self.operand(module, registers, agg_ty, agg)?;
                extract_value(agg_ty, &aggregate, path)
            }
            InstrKind::InsertValue {
                agg_ty,
                agg,
                elem_ty,
                elem,
                path,
            } => {
                let aggregate = self.operand(module, registers, agg_ty, agg)?;
                let element = self.operand(module, registers, elem_ty, elem)?;
                insert_value(agg_ty, &aggregate, path, element)
            }
            InstrKind::ExtractElement {
                vec_ty,
                vec,
                index_ty,
                index,
            } => {
                let vector = self.operand(module, registers, vec_ty, vec)?;
                let index = self.operand(module, registers, index_ty, index)?;
                let index = self.lane_index(index_ty, &index)?;
                extract_value(vec_ty, &vector, &[index])
            }
            InstrKind::InsertElement {
                vec_ty,
                vec,
                elem,
                index_ty,
                index,
            } => {
                let vector = self.operand(module, registers, vec_ty, vec)?;
                let Type::Vector(_, elem_ty) = vec_ty else {
                    return Err(Stop::unsupported("insertelement"));
                };
                let element = self.operand(module, registers, elem_ty, elem)?;
                let index = self.operand(module, registers, index_ty, index)?;
                let index = self.lane_index(index_ty, &index)?;
                insert_value(vec_ty, &vector, &[index], element)
            }
            InstrKind::ShuffleVector {
                vec_ty,
                lhs,
                rhs,
                mask,
            } => {
                let Type::Vector(len, _) = vec_ty else {
                    return Err(Stop::unsupported("shufflevector"));
                };
                let len = *len as usize;
                let lhs = self.operand(module, registers, vec_ty, lhs)?.elements(len);
                let rhs = self.operand(module, registers, vec_ty, rhs)?.elements(len);
                let lanes = mask
                    .iter()
                    .map(|lane| match lane.map(|lane| lane as usize) {
                        None => Value::Undef,
                        Some(lane) if lane < len => lhs[lane].clone(),
                        Some(lane) => rhs[lane - len].clone(),
                    });
                Ok(Value::Aggregate(lanes.collect()))
            }
            InstrKind::Nop => Ok(Value::Undef),
            InstrKind::FNeg { .. } => Err(Stop::unsupported("fneg")),
            InstrKind::FCmp { .. } => Err(Stop::unsupported("fcmp")),
            InstrKind::LandingPad { .. } => Err(Stop::unsupported("landingpad")),
            InstrKind::AtomicRmw { op, .. } => Err(Stop::unsupported(format!("atomicrmw {op}"))),
            InstrKind::CmpXchg { .. } => Err(Stop::unsupported("cmpxchg")),
            InstrKind::Unsupported { construct } => Err(Stop::unsupported(construct.clone())),
            _ => Err(Stop::unsupported("instruction out of place")),
        }
    }

    /// Applies a scalar operation to every lane of vectors, or once to scalars.
    pub(super) fn lanewise<const N: usize>(
        &mut self,
        ty: &Type,
        operands: [&Value<D::Bits>; N],
        mut scalar: impl FnMut(&mut Self, &Type, [&Value<D::Bits>; N]) -> Result<Value<D::Bits>, Stop>,
    ) -> Result<Value<D::Bits>, Stop> {
        let Type::Vector(len, lane_ty) = ty else {
            return scalar(self, ty, operands);
        };
        let operands = operands.map(|operand| operand.elements(*len as usize));
        let lanes = (0..*len as usize).map(|lane| {
            let lanes = std::array::from_fn(|operand| &operands[operand][lane]);
            scalar(self, lane_ty, lanes)
        });
        Ok(Value::Aggregate(lanes.collect::<Result<_, _>>()?))
    }

    fn binary(
        &mut self,
        op: BinOp,
        ty: &Type,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let op = integer_op(op)?;
        let lhs = self.bits(ty, lhs)?;
        let rhs = self.bits(ty, rhs)?;
        Ok(Value::Bits(self.domain.binary(op, lhs, rhs)))
    }

    pub(super) fn compare(
        &mut self,
        pred: IntPred,
        ty: &Type,
        lhs: &Value<D::Bits>,
        rhs: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        if let (Value::Pointer(lhs), Value::Pointer(rhs)) = (lhs, rhs)
            && let (Some(left), Some(right)) = (lhs.as_single(), rhs.as_single())
            && left.place == right.place
        {
            let (lhs, rhs) = (left.offset, right.offset);
            return Ok(Value::Bits(self.compare_bits(pred, lhs, rhs)));
        }
        let lhs = self.bits(ty, lhs)?;
        let rhs = self.bits(ty, rhs)?;
        Ok(Value::Bits(self.compare_bits(pred, lhs, rhs)))
    }

    fn compare_bits(&mut self, pred: IntPred, lhs: D::Bits, rhs: D::Bits) -> D::Bits {
        let (op, swap, negate) = match pred {
            IntPred::Eq => (Op::Eq, false, false),
            IntPred::Ne => (Op::Eq, false, true),
            IntPred::Ugt => (Op::Ult, true, false),
            IntPred::Uge => (Op::Ule, true, false),
            IntPred::Ult => (Op::Ult, false, false),
            IntPred::Ule => (Op::Ule, false, false),
            IntPred::Sgt => (Op::Slt, true, false),
            IntPred::Sge => (Op::Sle, true, false),
            IntPred::Slt => (Op::Slt, false, false),
            IntPred::Sle => (Op::Sle, false, false),
        };
        let (lhs, rhs) = if swap { (rhs, lhs) } else { (lhs, rhs) };
        let holds = self.domain.binary(op, lhs, rhs);
        if negate {
            self.domain.not(holds)
        } else {
            holds
        }
    }

    pub(super) fn cast(
        &mut self,
        op: CastOp,
        from: &Type,
        value: &Value<D::Bits>,
        to: &Type,
    ) -> Result<Value<D::Bits>, Stop> {
        match op {
            CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
                let lane_to = match to {
                    Type::Vector(_, lane) => lane,
                    scalar => scalar,
                };
                let width = scalar_width(lane_to)?;
                self.lanewise(from, [value], |machine, ty, [value]| {
                    let bits = machine.bits(ty, value)?;
                    Ok(Value::Bits(match op {
                        CastOp::SExt => machine.domain.resize_signed(bits, width),
                        _ => machine.domain.resize(bits, width),
                    }))
                })
            }
            CastOp::PtrToInt | CastOp::PtrToAddr => match (value, scalar_width(to)?) {
                // A pointer keeps its provenance until arithmetic needs the number.
                (Value::Pointer(_), 64) => Ok(value.clone()),
                (value, width) => {
                    let bits = self.bits(from, value)?;
                    Ok(Value::Bits(self.domain.resize(bits, width)))
                }
            },
            CastOp::IntToPtr | CastOp::AddrSpaceCast => Ok(Value::Pointer(self.as_pointer(value))),
            CastOp::BitCast => match (from, to) {
                (Type::Vector(..), _) | (_, Type::Vector(..)) => self.bitcast(from, value, to),
                _ => Ok(value.clone()),
            },
            CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp => Err(Stop::unsupported("conversion of a floating-point number")),
        }
    }

    /// A bitcast from or to a vector, through one little-endian word.
    fn bitcast(
        &mut self,
        from: &Type,
        value: &Value<D::Bits>,
        to: &Type,
    ) -> Result<Value<D::Bits>, Stop> {
        let word = match from {
            Type::Vector(len, lane_ty) => {
                let mut word: Option<D::Bits> = None;
                for lane in value.elements(*len as usize).iter() {
                    let lane = self.bits(lane_ty, lane)?;
                    let width =
                        word.map_or(0, |low| self.domain.width(low)) + self.domain.width(lane);
                    if width > 128 {
                        return Err(Stop::unsupported("bitcast of a vector wider than 128 bits"));
                    }
                    word = Some(word.map_or(lane, |low| self.domain.concat(lane, low)));
                }
                word.ok_or_else(|| Stop::unsupported("empty vector"))?
            }
            scalar => self.bits(scalar, value)?,
        };
        match to {
            Type::Vector(len, lane_ty) => {
                let width = scalar_width(lane_ty)?;
                let lanes = (0..*len as u32)
                    .map(|lane| Value::Bits(self.domain.extract(word, lane * width, width)));
                Ok(Value::Aggregate(lanes.collect()))
            }
            _ => Ok(Value::Bits(word)),
        }
    }

    fn select(
        &mut self,
        cond_ty: &Type,
        cond: &Value<D::Bits>,
        ty: &Type,
        then: &Value<D::Bits>,
        els: &Value<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        let (Type::Vector(len, bit), Type::Vector(..)) = (cond_ty, ty) else {
            let cond = self.bits(cond_ty, cond)?;
            return Ok(value::merge(&mut self.domain, cond, then, els));
        };
        let (conds, thens, elses) = (
            cond.elements(*len as usize),
            then.elements(*len as usize),
            els.elements(*len as usize),
        );
        let lanes = (0..*len as usize).map(|lane| {
            let cond = self.bits(bit, &conds[lane])?;
            Ok(value::merge(
                &mut self.domain,
                cond,
                &thens[lane],
                &elses[lane],
            ))
        });
        Ok(Value::Aggregate(lanes.collect::<Result<_, Stop>>()?))
    }

    /// Loads a first-class value.
    pub fn load(
        &mut self,
        memory: &Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        ty: &Type,
        align: u64,
    ) -> Result<Value<D::Bits>, Stop> {
        match ty {
            Type::Struct { .. } | Type::Array(..) | Type::Vector(..) => {
                let fields = fields(self.layout(), ty);
                let values = fields.into_iter().map(|(offset, field)| {
                    let distance = self.domain.constant(64, u128::from(offset));
                    let place = self.offset(pointer, distance);
                    self.load(memory, &place, &field, 1)
                });
                Ok(Value::Aggregate(values.collect::<Result<_, _>>()?))
            }
            _ => self.load_scalar(memory, pointer, ty, align),
        }
    }

    fn load_scalar(
        &mut self,
        memory: &Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        ty: &Type,
        align: u64,
    ) -> Result<Value<D::Bits>, Stop> {
        let width = scalar_width(ty)?;
        let size = width.div_ceil(8);
        let mut result = Value::Undef;
        for case in pointer.0.iter().rev() {
            let Place::Object(object) = case.place else {
                continue;
            };
            let content = self.content(memory, object);
            let loaded = load::load(&mut self.domain, &content, case.offset, size, align);
            result = value::merge(&mut self.domain, case.guard, &loaded, &result);
        }
        match (result, ty) {
            (Value::Bits(bits), Type::Ptr) => {
                Ok(Value::Pointer(self.as_pointer(&Value::Bits(bits))))
            }
            (Value::Bits(bits), _) => Ok(Value::Bits(self.domain.resize(bits, width))),
            (other, _) => Ok(other),
        }
    }

    /// Stores a first-class value.
    pub fn store(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        ty: &Type,
        value: &Value<D::Bits>,
    ) -> Result<(), Stop> {
        match ty {
            Type::Struct { .. } | Type::Array(..) | Type::Vector(..) => {
                let fields = fields(self.layout(), ty);
                let values = value.elements(fields.len());
                for ((offset, field), value) in fields.into_iter().zip(values.iter()) {
                    let distance = self.domain.constant(64, u128::from(offset));
                    let place = self.offset(pointer, distance);
                    self.store(memory, &place, &field, value)?;
                }
                Ok(())
            }
            _ => {
                let size = scalar_width(ty)?.div_ceil(8);
                let value = match value {
                    Value::Bits(bits) => Value::Bits(self.domain.resize(*bits, size * 8)),
                    other => other.clone(),
                };
                self.write(memory, pointer, |domain, content, offset| {
                    store::store(
                        domain,
                        content,
                        offset,
                        Cell {
                            size,
                            value: value.clone(),
                        },
                    )
                });
                Ok(())
            }
        }
    }

    /// Replaces the content of every object that a pointer may point into.
    pub(super) fn write(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        mut change: impl FnMut(&mut D, Rc<Content<D::Bits>>, D::Bits) -> Rc<Content<D::Bits>>,
    ) {
        for case in &*pointer.0 {
            let Place::Object(object) = case.place else {
                continue;
            };
            let old = self.content(memory, object);
            let new = if self.domain.is(case.guard, true) {
                // Held by nobody else, it can be changed in place.
                memory.release(object);
                change(&mut self.domain, old, case.offset)
            } else {
                Rc::new(Content::Merge {
                    cond: case.guard,
                    then: change(&mut self.domain, Rc::clone(&old), case.offset),
                    els: old,
                })
            };
            memory.set(object, new);
        }
    }

    /// A pointer moved by `distance` bytes.
    pub fn offset(&mut self, pointer: &Pointer<D::Bits>, distance: D::Bits) -> Pointer<D::Bits> {
        if self.domain.is(distance, false) {
            return pointer.clone();
        }
        pointer.map_offsets(|offset| self.domain.add(offset, distance))
    }

    /// Address arithmetic of `getelementptr`; indices are sign-extended.
    pub(super) fn gep(
        &mut self,
        elem: &Type,
        base: &Pointer<D::Bits>,
        indices: &[D::Bits],
    ) -> Pointer<D::Bits> {
        let layout = self.layout();
        let mut distance = self.domain.constant(64, 0);
        let mut ty = elem.clone();
        for (position, index) in indices.iter().enumerate() {
            let step = if position == 0 {
                let size = layout.size(&ty);
                self.scaled(*index, size)
            } else {
                let field = self.domain.as_const(*index).unwrap_or(0) as usize;
                match &ty {
                    Type::Struct { fields, packed } => {
                        let offset = layout.field_offset(fields, *packed, field).unwrap_or(0);
                        ty = fields[field].clone();
                        self.domain.constant(64, u128::from(offset))
                    }
                    Type::Array(_, elem) | Type::Vector(_, elem) => {
                        ty = (**elem).clone();
                        let size = layout.size(&ty);
                        self.scaled(*index, size)
                    }
                    _ => break,
                }
            };
            distance = self.domain.add(distance, step);
        }
        self.offset(base, distance)
    }

    fn scaled(&mut self, index: D::Bits, size: u64) -> D::Bits {
        let index = self.domain.resize_signed(index, 64);
        let size = self.domain.constant(64, u128::from(size));
        self.domain.mul(index, size)
    }

    fn lane_index(&mut self, ty: &Type, index: &Value<D::Bits>) -> Result<u32, Stop> {
        let index = self.bits(ty, index)?;
        let index = self
            .domain
            .as_const(index)
            .ok_or_else(|| Stop::unsupported("vector lane at a variable index"))?;
        Ok(index as u32)
    }
}

/// Width of a scalar type in bits.
pub(super) fn scalar_width(ty: &Type) -> Result<u32, Stop> {
    use crate::llvm::ir::FloatKind;
    match ty {
        Type::Int(width @ 1..=128) => Ok(*width),
        Type::Ptr | Type::Float(FloatKind::Double) => Ok(64),
        Type::Float(FloatKind::Half) => Ok(16),
        Type::Float(FloatKind::Float) => Ok(32),
        Type::Float(FloatKind::Fp128) => Ok(128),
        other => Err(Stop::unsupported(format!("scalar of type {other:?}"))),
    }
}

fn integer_op(op: BinOp) -> Result<Op, Stop> {
    Ok(match op {
        BinOp::Add => Op::Add,
        BinOp::Sub => Op::Sub,
        BinOp::Mul => Op::Mul,
        BinOp::UDiv => Op::UDiv,
        BinOp::SDiv => Op::SDiv,
        BinOp::URem => Op::URem,
        BinOp::SRem => Op::SRem,
        BinOp::Shl => Op::Shl,
        BinOp::LShr => Op::LShr,
        BinOp::AShr => Op::AShr,
        BinOp::And => Op::And,
        BinOp::Or => Op::Or,
        BinOp::Xor => Op::Xor,
        BinOp::FAdd | BinOp::FSub | BinOp::FMul | BinOp::FDiv | BinOp::FRem => {
            return Err(Stop::unsupported("floating-point arithmetic"));
        }
    })
}

/// Offsets and types of the parts of an aggregate type.
pub(super) fn fields(layout: &Layout, ty: &Type) -> Vec<(u64, Type)> {
    match ty {
        Type::Struct { fields, packed } => fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                (
                    layout.field_offset(fields, *packed, at).unwrap_or(0),
                    field.clone(),
                )
            })
            .collect(),
        Type::Array(len, elem) | Type::Vector(len, elem) => {
            let size = layout.size(elem);
            (0..*len).map(|at| (at * size, (**elem).clone())).collect()
        }
        _ => Vec::new(),
    }
}

fn arity(ty: &Type) -> usize {
    match ty {
        Type::Struct { fields, .. } => fields.len(),
        Type::Array(len, _) | Type::Vector(len, _) => *len as usize,
        _ => 0,
    }
}

fn element_type(ty: &Type, index: u32) -> Result<&Type, Stop> {
    match ty {
        Type::Struct { fields, .. } => fields.get(index as usize),
        Type::Array(_, elem) | Type::Vector(_, elem) => Some(&**elem),
        _ => None,
    }
    .ok_or_else(|| Stop::unsupported("index outside of an aggregate"))
}

fn extract_value<B: Copy + Eq>(
    ty: &Type,
    aggregate: &Value<B>,
    path: &[u32],
) -> Result<Value<B>, Stop> {
    let Some((first, rest)) = path.split_first() else {
        return Ok(aggregate.clone());
    };
    let elements = aggregate.elements(arity(ty));
    let element = elements
        .get(*first as usize)
        .ok_or_else(|| Stop::unsupported("index outside of an aggregate"))?;
    extract_value(element_type(ty, *first)?, element, rest)
}

fn insert_value<B: Copy + Eq>(
    ty: &Type,
    aggregate: &Value<B>,
    path: &[u32],
    new: Value<B>,
) -> Result<Value<B>, Stop> {
    let Some((first, rest)) = path.split_first() else {
        return Ok(new);
    };
    let mut elements = aggregate.elements(arity(ty)).to_vec();
    let inner = element_type(ty, *first)?;
    let slot = elements
        .get_mut(*first as usize)
        .ok_or_else(|| Stop::unsupported("index outside of an aggregate"))?;
    *slot = insert_value(inner, slot, rest, new)?;
    Ok(Value::Aggregate(elements.into()))
}

pub(super) fn read_error(error: impl std::fmt::Display) -> Stop {
    Stop::Read(error.to_string())
}
