//! Structs, arrays and vectors as values: their parts.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::Value;
use crate::semantics::machine::{Machine, Registers};
use unroll_llvm::ir::{InstrKind, Type};
use unroll_llvm::{Layout, ModuleId};

impl<D: Domain> Machine<'_, D> {
    /// Executes an instruction on the parts of aggregates, or one that none of the others is.
    pub(crate) fn execute_aggregate(
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
                let lhs = self.operand(module, registers, vec_ty, lhs)?;
                let rhs = self.operand(module, registers, vec_ty, rhs)?;
                shuffle(vec_ty, &lhs, &rhs, mask)
            }
            // The landing pad's description of the panic is passed on by the catching frame.
            InstrKind::Nop | InstrKind::LandingPad { .. } => Ok(Value::Undef),
            InstrKind::Unsupported { construct } => Err(Stop::unsupported(construct.clone())),
            _ => Err(Stop::unsupported("instruction out of place")),
        }
    }

    fn lane_index(&mut self, ty: &Type, index: &Value<D::Bits>) -> Result<u32, Stop> {
        let index = self.bits(ty, index)?;
        let index = self
            .domain
            .as_const(index)
            // The vectorised code that rustc emits has constant lanes.
            .ok_or_else(|| Stop::unsupported("vector lane at a variable index"))?;
        Ok(index as u32)
    }
}

/// The lanes of two vectors that `mask` selects.
fn shuffle<B: Copy + Eq>(
    ty: &Type,
    lhs: &Value<B>,
    rhs: &Value<B>,
    mask: &[Option<u32>],
) -> Result<Value<B>, Stop> {
    let Type::Vector(len, _) = ty else {
        return Err(Stop::unsupported("shufflevector"));
    };
    let len = *len as usize;
    let (lhs, rhs) = (lhs.elements(len), rhs.elements(len));
    let lanes = mask
        .iter()
        .map(|lane| match lane.map(|lane| lane as usize) {
            None => Value::Undef,
            Some(lane) if lane < len => lhs[lane].clone(),
            Some(lane) => rhs[lane - len].clone(),
        });
    Ok(Value::Aggregate(lanes.collect()))
}

/// Offsets and types of the parts of an aggregate type.
pub(crate) fn fields(layout: &Layout, ty: &Type) -> Vec<(u64, Type)> {
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
