//! Constants and initial contents of globals.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{self, Pointer, PointerBase, Value};
use crate::memory::{Content, Data, Memory};
use crate::observe::hash_names;
use crate::semantics::aggregate::fields;
use crate::semantics::machine::{Machine, Registers, scalar_width};
use unroll_llvm::ModuleId;
use unroll_llvm::Resolved;
use unroll_llvm::ir::{Constant, Global, InstrKind, Operand, Type};
use unroll_llvm::link::origin::is_of_the_compiler;

/// True for a variable of the standard library whose value no module says, so that an abstraction takes it for anything each time. The keys
/// of hashes have a meaning of their own.
pub(crate) fn is_without_value(found: &Resolved<Global>) -> bool {
    found.item.init.is_none()
        && is_of_the_compiler(&found.name)
        && !hash_names::holds_keys(&found.name)
}

impl<D: Domain> Machine<'_, D> {
    /// The value of a constant of a type, as module `module` writes it.
    pub fn constant(
        &mut self,
        module: ModuleId,
        ty: &Type,
        constant: &Constant,
    ) -> Result<Value<D::Bits>, Stop> {
        Ok(match constant {
            Constant::Int(value) | Constant::Float(value) => {
                let width = scalar_width(ty)?;
                Value::Bits(self.domain.constant(width, *value))
            }
            Constant::Null => {
                let null = self.domain.constant(64, 0);
                Value::Pointer(value::absolute(&mut self.domain, null))
            }
            Constant::Undef | Constant::Poison => Value::Undef,
            Constant::Unsupported(construct) => return Err(Stop::unsupported(construct.clone())),
            Constant::Zero => self.zero(ty)?,
            Constant::Global(name) => Value::Pointer(self.named(module, name)?),
            Constant::Aggregate(elements) => {
                let values = elements
                    .iter()
                    .map(|(ty, element)| self.constant(module, ty, element));
                Value::Aggregate(values.collect::<Result<_, _>>()?)
            }
            Constant::Bytes(bytes) => Value::Aggregate(
                bytes
                    .iter()
                    .map(|byte| Value::Bits(self.domain.constant(8, u128::from(*byte))))
                    .collect(),
            ),
            Constant::Gep {
                elem,
                base,
                indices,
            } => {
                let base = self.constant(module, &Type::Ptr, base)?;
                let pointer = self.as_pointer(&base);
                let indices = indices
                    .iter()
                    .map(|(ty, index)| {
                        let index = self.constant(module, ty, index)?;
                        self.bits(ty, &index)
                    })
                    .collect::<Result<Vec<_>, _>>()?;
                Value::Pointer(self.gep(elem, &pointer, &indices))
            }
            Constant::Cast(op, from, inner, to) => {
                let inner = self.constant(module, from, inner)?;
                self.cast(*op, from, &inner, to)?
            }
            Constant::Binary(op, ty, lhs, rhs) => {
                let operand = |constant: &Constant| Operand::Const(constant.clone());
                let kind = InstrKind::Binary {
                    op: *op,
                    ty: ty.clone(),
                    lhs: operand(lhs),
                    rhs: operand(rhs),
                };
                // A constant expression reads no register and no memory.
                self.execute(module, &kind, &Registers::new(0), &mut Memory::default())?
            }
        })
    }

    /// The pointer to a variable or function: to memory elsewhere for a variable without a value, in an abstraction.
    fn named(&mut self, module: ModuleId, name: &str) -> Result<Pointer<D::Bits>, Stop> {
        let found = self.program.global(name, module).map_err(Stop::read)?;
        if found.is_some_and(|found| is_without_value(&found))
            // `None` in readings that know all memory: they stop at the missing value below.
            && let Some(address) = self.domain.elsewhere()
        {
            let always = self.domain.bool(true);
            return Ok(Pointer::single(always, PointerBase::Unknown, address));
        }
        Ok(match self.global(module, name)? {
            Some(object) => self.pointer(PointerBase::Object(object)),
            None => self.pointer(PointerBase::Function(name.into(), module.0)),
        })
    }

    fn zero(&mut self, ty: &Type) -> Result<Value<D::Bits>, Stop> {
        Ok(match ty {
            Type::Ptr => self.constant(ModuleId(0), ty, &Constant::Null)?,
            Type::Array(len, elem) | Type::Vector(len, elem) => {
                let elem = self.zero(elem)?;
                Value::Aggregate(vec![elem; *len as usize].into())
            }
            Type::Struct { fields, .. } => Value::Aggregate(
                fields
                    .iter()
                    .map(|field| self.zero(field))
                    .collect::<Result<_, _>>()?,
            ),
            scalar => {
                let width = scalar_width(scalar)?;
                Value::Bits(self.domain.constant(width, 0))
            }
        })
    }

    /// The bytes and pointers of an initialised global.
    pub(crate) fn flatten(
        &mut self,
        module: ModuleId,
        ty: &Type,
        init: &Constant,
    ) -> Result<Content<D::Bits>, Stop> {
        let size = self.layout().size(ty);
        let mut data = Data {
            bytes: vec![0; size as usize],
            pointers: BTreeMap::new(),
        };
        self.flatten_at(module, ty, init, 0, &mut data)?;
        Ok(Content::Data(data))
    }

    fn flatten_at(
        &mut self,
        module: ModuleId,
        ty: &Type,
        constant: &Constant,
        at: u64,
        data: &mut Data<D::Bits>,
    ) -> Result<(), Stop> {
        match constant {
            // The bytes are zero already; undefined ones may be anything.
            Constant::Zero | Constant::Null | Constant::Undef | Constant::Poison => Ok(()),
            Constant::Bytes(bytes) => {
                data.bytes[at as usize..at as usize + bytes.len()].copy_from_slice(bytes);
                Ok(())
            }
            Constant::Aggregate(elements) => {
                let offsets = fields(self.layout(), ty);
                for ((offset, _), (ty, element)) in offsets.into_iter().zip(elements) {
                    self.flatten_at(module, ty, element, at + offset, data)?;
                }
                Ok(())
            }
            scalar => {
                let value = self.constant(module, ty, scalar)?;
                let bits = match value {
                    Value::Pointer(pointer) => {
                        // Kept beside the bytes, because an address in a table must not become a
                        // number.
                        data.pointers.insert(at, pointer);
                        return Ok(());
                    }
                    value => self.bits(ty, &value)?,
                };
                let word = self
                    .domain
                    .as_const(bits)
                    .ok_or_else(|| Stop::unsupported("constant expression"))?;
                let size = scalar_width(ty)?.div_ceil(8) as usize;
                data.bytes[at as usize..at as usize + size]
                    .copy_from_slice(&word.to_le_bytes()[..size]);
                Ok(())
            }
        }
    }
}

/// The function that a pointer case names.
pub(crate) fn function_of(place: &PointerBase) -> Option<(Arc<str>, ModuleId)> {
    match place {
        PointerBase::Function(symbol, module) => Some((Arc::from(&**symbol), ModuleId(*module))),
        PointerBase::Object(_) | PointerBase::Absolute | PointerBase::Unknown => None,
    }
}
