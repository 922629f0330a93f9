//! Instructions from tokens.

use crate::error::Parsed;
use crate::ir::{BinOp, CastOp, Constant, FloatPred, InstrKind, IntPred, Operand, Reg, Type};
use crate::parse::constants::{MAX_LANES, bin_op, cast_op};
use crate::parse::function::{BodyParser, Operation};
use crate::text::lexer::Tok;

impl<'m> BodyParser<'m> {
    /// The instruction `opcode` at the cursor, without the suffix that all instructions share.
    pub(crate) fn instruction(
        &mut self,
        opcode: &'m str,
        result: Option<Reg>,
    ) -> Parsed<Operation> {
        if let Some(op) = bin_op(opcode) {
            return self.binary(op).map(Operation::Instr);
        }
        if let Some(op) = cast_op(opcode) {
            return self.cast(op).map(Operation::Instr);
        }
        if matches!(
            opcode,
            "ret" | "br" | "switch" | "invoke" | "resume" | "unreachable"
        ) {
            self.parser.bump();
            return self.terminator(opcode, result).map(Operation::End);
        }
        self.other(opcode).map(Operation::Instr)
    }

    fn other(&mut self, opcode: &'m str) -> Parsed<InstrKind> {
        // Made before the cursor moves, so that the error points to the opcode.
        let fail = self.parser.unsupported(format!("instruction `{opcode}`"));
        self.parser.bump();
        match opcode {
            "tail" | "musttail" | "notail" => {
                self.parser.keyword("call", "`call`")?;
                self.call().map(InstrKind::Call)
            }
            "call" => self.call().map(InstrKind::Call),
            "load" => self.load(),
            "store" => self.store(),
            "getelementptr" => self.gep(),
            "phi" => self.phi(),
            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "select" => self.select(),
            "alloca" => self.alloca(),
            "extractvalue" => self.extract_value(),
            "insertvalue" => self.insert_value(),
            "extractelement" => self.extract_element(),
            "insertelement" => self.insert_element(),
            "shufflevector" => self.shuffle(),
            "freeze" => self
                .typed_operand()
                .map(|(ty, value)| InstrKind::Freeze { ty, value }),
            "fneg" => {
                self.parser.flags()?;
                self.typed_operand()
                    .map(|(ty, value)| InstrKind::FNeg { ty, value })
            }
            "landingpad" => self.landing_pad(),
            "atomicrmw" => self.atomic_rmw(),
            "cmpxchg" => self.cmpxchg(),
            "fence" => {
                self.ordering()?;
                Ok(InstrKind::Nop)
            }
            _ => Err(fail),
        }
    }

    fn binary(&mut self, op: BinOp) -> Parsed<InstrKind> {
        self.parser.bump();
        self.parser.flags()?;
        let (ty, lhs) = self.typed_operand()?;
        let rhs = self.second(&ty)?;
        Ok(InstrKind::Binary { op, ty, lhs, rhs })
    }

    fn cast(&mut self, op: CastOp) -> Parsed<InstrKind> {
        self.parser.bump();
        self.parser.flags()?;
        let (from, value) = self.typed_operand()?;
        self.parser.keyword("to", "`to`")?;
        let to = self.parser.ty()?;
        Ok(InstrKind::Cast {
            op,
            from,
            value,
            to,
        })
    }

    /// `, value` of a known type.
    fn second(&mut self, ty: &Type) -> Parsed<Operand> {
        self.parser.comma()?;
        self.operand(ty)
    }

    /// `, T value`.
    pub(crate) fn next_typed(&mut self) -> Parsed<(Type, Operand)> {
        self.parser.comma()?;
        self.typed_operand()
    }

    fn icmp(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let pred = match self.parser.word("a predicate")? {
            "eq" => IntPred::Eq,
            "ne" => IntPred::Ne,
            "ugt" => IntPred::Ugt,
            "uge" => IntPred::Uge,
            "ult" => IntPred::Ult,
            "ule" => IntPred::Ule,
            "sgt" => IntPred::Sgt,
            "sge" => IntPred::Sge,
            "slt" => IntPred::Slt,
            "sle" => IntPred::Sle,
            _ => return Err(self.parser.syntax("an integer predicate")),
        };
        let (ty, lhs) = self.typed_operand()?;
        let rhs = self.second(&ty)?;
        Ok(InstrKind::ICmp { pred, ty, lhs, rhs })
    }

    fn fcmp(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let pred = match self.parser.word("a predicate")? {
            "false" => FloatPred::False,
            "oeq" => FloatPred::Oeq,
            "ogt" => FloatPred::Ogt,
            "oge" => FloatPred::Oge,
            "olt" => FloatPred::Olt,
            "ole" => FloatPred::Ole,
            "one" => FloatPred::One,
            "ord" => FloatPred::Ord,
            "ueq" => FloatPred::Ueq,
            "ugt" => FloatPred::Ugt,
            "uge" => FloatPred::Uge,
            "ult" => FloatPred::Ult,
            "ule" => FloatPred::Ule,
            "une" => FloatPred::Une,
            "uno" => FloatPred::Uno,
            "true" => FloatPred::True,
            _ => return Err(self.parser.syntax("a floating-point predicate")),
        };
        let (ty, lhs) = self.typed_operand()?;
        let rhs = self.second(&ty)?;
        Ok(InstrKind::FCmp { pred, ty, lhs, rhs })
    }

    fn select(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let (cond_ty, cond) = self.typed_operand()?;
        let (ty, then) = self.next_typed()?;
        let (_, els) = self.next_typed()?;
        Ok(InstrKind::Select {
            cond_ty,
            cond,
            ty,
            then,
            els,
        })
    }

    fn phi(&mut self) -> Parsed<InstrKind> {
        self.parser.flags()?;
        let ty = self.parser.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.parser.expect(b'[', "`[`")?;
            let value = self.operand(&ty)?;
            self.parser.comma()?;
            incoming.push((value, self.block_ref()?));
            self.parser.expect(b']', "`]`")?;
            // A comma may also begin the metadata of the instruction.
            if self.parser.peek() != Tok::Punct(b',')
                || self.parser.peek_second() != Tok::Punct(b'[')
            {
                return Ok(InstrKind::Phi { ty, incoming });
            }
            self.parser.bump();
        }
    }

    /// `, 0, 1`.
    fn path(&mut self) -> Parsed<Vec<u32>> {
        let mut path = Vec::new();
        while self.parser.peek() == Tok::Punct(b',')
            && matches!(self.parser.peek_second(), Tok::Number(_))
        {
            self.parser.bump();
            path.push(self.parser.number("an index")?);
        }
        Ok(path)
    }

    fn extract_value(&mut self) -> Parsed<InstrKind> {
        let (agg_ty, agg) = self.typed_operand()?;
        let path = self.path()?;
        Ok(InstrKind::ExtractValue { agg_ty, agg, path })
    }

    fn insert_value(&mut self) -> Parsed<InstrKind> {
        let (agg_ty, agg) = self.typed_operand()?;
        let (elem_ty, elem) = self.next_typed()?;
        let path = self.path()?;
        Ok(InstrKind::InsertValue {
            agg_ty,
            agg,
            elem_ty,
            elem,
            path,
        })
    }

    fn extract_element(&mut self) -> Parsed<InstrKind> {
        let (vec_ty, vec) = self.typed_operand()?;
        let (index_ty, index) = self.next_typed()?;
        Ok(InstrKind::ExtractElement {
            vec_ty,
            vec,
            index_ty,
            index,
        })
    }

    fn insert_element(&mut self) -> Parsed<InstrKind> {
        let (vec_ty, vec) = self.typed_operand()?;
        let (_, elem) = self.next_typed()?;
        let (index_ty, index) = self.next_typed()?;
        Ok(InstrKind::InsertElement {
            vec_ty,
            vec,
            elem,
            index_ty,
            index,
        })
    }

    fn shuffle(&mut self) -> Parsed<InstrKind> {
        let (vec_ty, lhs) = self.typed_operand()?;
        let (_, rhs) = self.next_typed()?;
        self.parser.comma()?;
        let mask_ty = self.parser.ty()?;
        let Type::Vector(len @ 0..=MAX_LANES, _) = mask_ty else {
            return Err(self.parser.syntax("a vector"));
        };
        let mask = match self.parser.constant(&mask_ty)? {
            Constant::Aggregate(elements) => elements
                .into_iter()
                .map(|(_, elem)| match elem {
                    Constant::Int(index) => Some(index as u32),
                    _ => None,
                })
                .collect(),
            Constant::Zero => vec![Some(0); len as usize],
            // An undefined mask selects undefined lanes.
            _ => vec![None; len as usize],
        };
        Ok(InstrKind::ShuffleVector {
            vec_ty,
            lhs,
            rhs,
            mask,
        })
    }

    fn landing_pad(&mut self) -> Parsed<InstrKind> {
        let ty = self.parser.ty()?;
        // Cleanups run and unwinding goes on, so they do not catch.
        self.parser.eat_word("cleanup");
        let mut catches = false;
        loop {
            if self.parser.eat_word("catch") {
                catches = true;
            } else if !self.parser.eat_word("filter") {
                return Ok(InstrKind::LandingPad { ty, catches });
            }
            self.typed_operand()?;
        }
    }
}
