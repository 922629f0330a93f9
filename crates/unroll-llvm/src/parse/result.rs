//! The types of what instructions give.

use crate::ir::{InstrKind, Type};

impl InstrKind {
    /// The type of the register that the instruction defines; `None` where it defines none or its operands do not show it.
    pub fn result_type(&self) -> Option<Type> {
        Some(match self {
            Self::Binary { ty, .. }
            | Self::FNeg { ty, .. }
            | Self::Select { ty, .. }
            | Self::Phi { ty, .. }
            | Self::Load { ty, .. }
            | Self::Freeze { ty, .. }
            | Self::LandingPad { ty, .. }
            | Self::AtomicRmw { ty, .. } => ty.clone(),
            Self::ICmp { ty, .. } | Self::FCmp { ty, .. } => match ty {
                Type::Vector(lanes, _) => Type::Vector(*lanes, Box::new(Type::Int(1))),
                _ => Type::Int(1),
            },
            Self::Cast { to, .. } => to.clone(),
            Self::Alloca { .. } | Self::Gep { .. } => Type::Ptr,
            Self::InsertValue { agg_ty, .. } => agg_ty.clone(),
            Self::ExtractValue { agg_ty, path, .. } => {
                let mut parts = path.iter();
                parts.try_fold(agg_ty.clone(), |ty, at| match ty {
                    Type::Struct { fields, .. } => fields.get(*at as usize).cloned(),
                    Type::Array(_, elem) => Some(*elem),
                    _ => None,
                })?
            }
            Self::InsertElement { vec_ty, .. } => vec_ty.clone(),
            Self::ExtractElement { vec_ty, .. } => match vec_ty {
                Type::Vector(_, elem) => (**elem).clone(),
                _ => return None,
            },
            Self::ShuffleVector { vec_ty, mask, .. } => match vec_ty {
                Type::Vector(_, elem) => Type::Vector(mask.len() as u64, elem.clone()),
                _ => return None,
            },
            Self::Call(call) => call.ret.clone(),
            Self::CmpXchg { ty, .. } => Type::Struct {
                fields: vec![ty.clone(), Type::Int(1)],
                packed: false,
            },
            Self::Store { .. } | Self::Nop | Self::Unsupported { .. } => return None,
        })
    }
}
