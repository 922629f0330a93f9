//! Loads, stores and address arithmetic, including those through pointers to several objects.

use std::rc::Rc;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{self, Pointer, PointerBase, Value};
use crate::memory::unknown::Reach;
use crate::memory::{Cell, Content, Globals, Memory, load, store};
use crate::semantics::aggregate::fields;
use crate::semantics::machine::{Machine, Registers, scalar_width};
use unroll_llvm::ModuleId;
use unroll_llvm::ir::{InstrKind, Type};

impl<D: Domain> Machine<'_, D> {
    /// Executes an instruction that makes, reads or writes an object, or computes where in one a pointer points.
    pub(crate) fn execute_access(
        &mut self,
        module: ModuleId,
        kind: &InstrKind,
        registers: &Registers<D::Bits>,
        memory: &mut Memory<D::Bits>,
    ) -> Result<Value<D::Bits>, Stop> {
        match kind {
            InstrKind::Alloca { ty, count, align } => {
                let many = self.operand(module, registers, &count.0, &count.1)?;
                let many = self.bits(&count.0, &many)?;
                let many = self.domain.resize(many, 64);
                let size = self.domain.constant(64, self.layout().size(ty).into());
                let size = self.domain.mul(many, size);
                let pointer = self.allocate_on_stack(memory, (size, *align));
                Ok(Value::Pointer(pointer))
            }
            InstrKind::Load {
                ty,
                ptr,
                align,
                is_atomic,
            } => {
                let pointer = self.operand(module, registers, &Type::Ptr, ptr)?;
                let pointer = self.as_pointer(&pointer);
                self.note_read(memory, &pointer, self.layout().size(ty));
                if *is_atomic {
                    self.note_atomic_load(memory, &pointer);
                }
                self.load(memory, &pointer, ty, *align)
            }
            InstrKind::Store { ty, value, ptr, .. } => {
                let value = self.operand(module, registers, ty, value)?;
                let pointer = self.operand(module, registers, &Type::Ptr, ptr)?;
                let pointer = self.as_pointer(&pointer);
                self.note_write(memory, &pointer, self.layout().size(ty));
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
            _ => Err(Stop::unsupported("instruction out of place")),
        }
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
                    // The promise of the alignment is about the aggregate, so its parts claim none.
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
        // From the last case to the first, which becomes the outermost choice.
        for case in pointer.0.iter().rev() {
            // Reads of what is not built count only where this case is taken.
            let before = self.domain.take_unbuilt();
            let loaded = match case.place {
                PointerBase::Object(object) => {
                    let content = self.content(memory, object);
                    Some(load::load(
                        &mut self.domain,
                        &content,
                        case.offset,
                        size,
                        align,
                    )?)
                }
                PointerBase::Unknown => {
                    let word = self.domain.unknown(None, case.offset, size);
                    Some(word.map_or(Value::Undef, Value::Bits))
                }
                // No memory is there: a path on which the case is taken has
                // undefined behaviour.
                PointerBase::Function(..) | PointerBase::Absolute => None,
            };
            self.domain.unbuilt_under(before, case.guard);
            if let Some(loaded) = loaded {
                result = value::merge(&mut self.domain, case.guard, &loaded, &result);
            }
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
                // Memory has whole bytes: an `i1` is stored as a byte with zeros above.
                let size = scalar_width(ty)?.div_ceil(8);
                let value = match value {
                    Value::Bits(bits) => Value::Bits(self.domain.resize(*bits, size * 8)),
                    other => other.clone(),
                };
                let is_lost = self.write(memory, pointer, |domain, content, offset| {
                    store::store(
                        domain,
                        content,
                        offset,
                        Cell {
                            size,
                            value: value.clone(),
                        },
                    )
                })?;
                // The value is somewhere in unknown memory now, where other code may use the
                // pointers in it.
                if is_lost {
                    let mut met = Reach::default();
                    met.value(&value);
                    self.forget(memory, met);
                }
                Ok(())
            }
        }
    }

    /// Replaces the content of every object that a pointer may point into. Whether it may point into memory of which nothing is known, so that
    /// what is written has to be forgotten.
    ///
    /// # Errors
    ///
    /// Those of `change`.
    pub(crate) fn write(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        mut change: impl FnMut(
            &mut D,
            Rc<Content<D::Bits>>,
            D::Bits,
        ) -> Result<Rc<Content<D::Bits>>, Stop>,
    ) -> Result<bool, Stop> {
        let mut is_lost = false;
        for case in &*pointer.0 {
            is_lost |= case.place == PointerBase::Unknown;
            let PointerBase::Object(object) = case.place else {
                continue;
            };
            let old = self.content(memory, object);
            if old.is_unknown() {
                is_lost = true;
                continue;
            }
            // Otherwise the object is written only on paths where the pointer names it.
            let new = if self.domain.is(case.guard, true) {
                // Without another owner, it can be changed in place.
                memory.release(object);
                change(&mut self.domain, old, case.offset)?
            } else {
                Rc::new(Content::Merge {
                    cond: case.guard,
                    then: change(&mut self.domain, Rc::clone(&old), case.offset)?,
                    els: old,
                })
            };
            memory.set(object, new);
        }
        // One of the cells that reads remember may have changed, and it is not known which.
        if is_lost {
            self.domain.write_unknown();
        }
        Ok(is_lost)
    }

    /// Forgets what the objects hold that were met, and what is reached from there.
    pub(crate) fn forget(&mut self, memory: &mut Memory<D::Bits>, met: Reach<D::Bits>) {
        let globals = Globals {
            initial: &self.initial,
            constants: &self.constants,
        };
        // Unknown memory counts as written in any case, because the code that got access may write
        // it.
        met.forget(memory, &globals, &mut self.private);
        self.domain.write_unknown();
    }

    /// A pointer moved by `distance` bytes.
    pub fn offset(&mut self, pointer: &Pointer<D::Bits>, distance: D::Bits) -> Pointer<D::Bits> {
        if self.domain.is(distance, false) {
            return pointer.clone();
        }
        pointer.map_offsets(|offset| self.domain.add(offset, distance))
    }

    /// Address arithmetic of `getelementptr`; indices are sign-extended.
    pub(crate) fn gep(
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
                        // Indices are signed, so a negative one steps back; the sum wraps as
                        // addresses do.
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
}
