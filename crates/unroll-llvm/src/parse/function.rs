//! Function bodies: blocks, names and recovery.
//!
//! Registers and blocks may be used before they are defined, so each gets a number when it is first mentioned; blocks
//! are renumbered in textual order at the end. An instruction that does not parse becomes `Unsupported` and parsing goes
//! on at the next line that is no continuation.

use crate::error::{Fail, Parsed};
use crate::ir::{Block, BlockId, Function, Instr, InstrKind, Operand, Reg, Terminator, Type};
use crate::parse::names::{Name, NameTable};
use crate::parse::parser::Parser;
use crate::text::index::Index;
use crate::text::lexer::{Tok, unescape};

/// The parser of one body.
pub(crate) struct BodyParser<'m> {
    pub(crate) parser: Parser<'m>,
    regs: NameTable<'m>,
    blocks: NameTable<'m>,
    /// The next number of an unnamed parameter, block or result.
    next_number: u32,
    unread_symbols: Vec<String>,
}

/// An instruction without its metadata.
pub(crate) enum Operation {
    /// One that stays in its block.
    Instr(InstrKind),
    /// One that ends it.
    End(Terminator),
}

/// The item at the cursor inside a block.
enum Item {
    Instr(Instr),
    End(Terminator, Option<u32>),
}

/// Parses the definition at `start`.
pub(crate) fn function(index: &Index, name: &str, start: usize) -> Parsed<Function> {
    let mut parser = Parser::new(index, start);
    let header = parser.header()?;
    let mut body = BodyParser {
        parser,
        regs: NameTable::default(),
        blocks: NameTable::default(),
        next_number: 0,
        unread_symbols: Vec::new(),
    };
    for name in header.names {
        body.define_reg(name)?;
    }
    body.parser.expect(b'{', "`{`")?;
    let blocks = body.all_blocks()?;
    Ok(Function {
        name: name.to_owned(),
        params: header.signature.params,
        ret: header.signature.ret,
        blocks,
        reg_count: body.regs.len(),
        unread_symbols: body.unread_symbols,
    })
}

impl<'m> BodyParser<'m> {
    /// The register or constant at the cursor.
    pub(crate) fn operand(&mut self, ty: &Type) -> Parsed<Operand> {
        // Registers are used before they are defined in loops, so the first mention gives the
        // number.
        if let Tok::Local(raw) = self.parser.peek() {
            let number = self.regs.mention(Name::new(raw), self.parser.offset());
            self.parser.bump();
            return Ok(Operand::Reg(Reg(number)));
        }
        self.parser.constant(ty).map(Operand::Const)
    }

    /// A type and a value of it.
    pub(crate) fn typed_operand(&mut self) -> Parsed<(Type, Operand)> {
        let ty = self.parser.ty()?;
        let operand = self.operand(&ty)?;
        Ok((ty, operand))
    }

    /// `label %name`.
    pub(crate) fn target(&mut self) -> Parsed<BlockId> {
        self.parser.keyword("label", "`label`")?;
        self.block_ref()
    }

    /// `%name` of a block.
    pub(crate) fn block_ref(&mut self) -> Parsed<BlockId> {
        let Tok::Local(raw) = self.parser.peek() else {
            return Err(self.parser.syntax("a block name"));
        };
        let number = self.blocks.mention(Name::new(raw), self.parser.offset());
        self.parser.bump();
        Ok(BlockId(number))
    }

    fn name_or_next(&mut self, raw: Option<&'m str>) -> Name<'m> {
        let name = raw.map_or(Name::Number(self.next_number), Name::new);
        // LLVM numbers what has no name in textual order, and values and blocks share the numbers.
        if let Name::Number(number) = name {
            self.next_number = number.saturating_add(1);
        }
        name
    }

    fn define_reg(&mut self, raw: Option<&'m str>) -> Parsed<Reg> {
        let name = self.name_or_next(raw);
        let number = self.regs.define(name, self.parser.offset());
        number
            .map(Reg)
            .ok_or_else(|| self.parser.syntax("a name that is not yet defined"))
    }

    fn all_blocks(&mut self) -> Parsed<Vec<Block>> {
        let mut blocks = Vec::new();
        // Number at first mention -> textual position.
        let mut order: Vec<(u32, u32)> = Vec::new();
        while !self.parser.eat(b'}') {
            let label = self.label();
            let name = self.name_or_next(label);
            let number = self.blocks.define(name, self.parser.offset());
            let number =
                number.ok_or_else(|| self.parser.syntax("a block that is not yet defined"))?;
            order.push((number, blocks.len() as u32));
            let label = match name {
                Name::Number(number) => number.to_string(),
                Name::Text(raw) => unescape(raw).into_owned(),
            };
            blocks.push(self.block(label)?);
        }
        if blocks.is_empty() {
            return Err(self.parser.syntax("a basic block"));
        }
        // At the end only: a use before the definition is the rule in loops.
        if let Some(fail) = self.undefined() {
            return Err(fail);
        }
        // By the number of the first mention, which makes the vector a map from it to the position.
        order.sort_unstable();
        let position: Vec<u32> = order.into_iter().map(|(_, position)| position).collect();
        renumber(&mut blocks, &position);
        Ok(blocks)
    }

    fn undefined(&self) -> Option<Fail> {
        let (name, offset) = self.regs.undefined().or_else(|| self.blocks.undefined())?;
        let mut fail = match name {
            Name::Number(number) => self.parser.undefined('%', &number.to_string()),
            Name::Text(raw) => self.parser.undefined('%', raw),
        };
        fail.offset = offset;
        Some(fail)
    }

    fn at_label(&self) -> bool {
        matches!(
            self.parser.peek(),
            Tok::Word(_) | Tok::Number(_) | Tok::Str(_)
        ) && self.parser.peek_second() == Tok::Punct(b':')
    }

    /// Consumes a label; `None` if the block has none.
    fn label(&mut self) -> Option<&'m str> {
        if !self.at_label() {
            return None;
        }
        match self.parser.bump() {
            Tok::Word(raw) | Tok::Number(raw) | Tok::Str(raw) => {
                self.parser.bump();
                Some(raw)
            }
            _ => None,
        }
    }

    fn block(&mut self, label: String) -> Parsed<Block> {
        let mut instrs: Vec<Instr> = Vec::new();
        loop {
            while let Tok::Hash(_) = self.parser.peek() {
                // `#dbg_value(..)` and the other debug records.
                self.parser.next_line();
            }
            if let Some((terminator, terminator_dbg)) = self.item(&mut instrs)? {
                return Ok(Block {
                    label,
                    instrs,
                    terminator,
                    terminator_dbg,
                });
            }
        }
    }

    /// Parses one instruction: pushes it to `instrs`, or returns it if it ends the block.
    fn item(&mut self, instrs: &mut Vec<Instr>) -> Parsed<Option<(Terminator, Option<u32>)>> {
        let start = self.parser.offset();
        let result = match self.parser.peek() {
            Tok::Local(raw) => {
                self.parser.bump();
                self.parser.expect(b'=', "`=`")?;
                Some(self.define_reg(Some(raw))?)
            }
            _ => None,
        };
        let Tok::Word(opcode) = self.parser.peek() else {
            return self.open_end(instrs).map(Some);
        };
        match self.whole_instruction(opcode, result) {
            Ok(Item::Instr(instr)) => instrs.push(instr),
            Ok(Item::End(terminator, dbg)) => return Ok(Some((terminator, dbg))),
            Err(fail) => {
                // From the start of the line, because the failed attempt may have stopped anywhere
                // in it.
                self.parser.restart(start);
                // What looked like an opcode is the label of the next block, so the terminator of
                // this one was not read.
                if self.at_label() {
                    return self.open_end(instrs).map(Some);
                }
                let construct = fail.construct();
                self.parser.skip_instruction();
                self.unread_symbols.extend(self.parser.globals_since(start));
                // A block must end here even if it is not known where it goes.
                if is_terminator(opcode) {
                    return Ok(Some((Terminator::Unsupported { construct }, None)));
                }
                instrs.push(Instr {
                    result,
                    kind: InstrKind::Unsupported { construct },
                    dbg: None,
                });
            }
        }
        Ok(None)
    }

    /// A block that ends without a known terminator: fine if its last instruction is unknown, as that may be one.
    fn open_end(&mut self, instrs: &mut Vec<Instr>) -> Parsed<(Terminator, Option<u32>)> {
        match instrs.pop() {
            Some(Instr {
                kind: InstrKind::Unsupported { construct },
                dbg,
                ..
            }) => Ok((Terminator::Unsupported { construct }, dbg)),
            _ => Err(self.parser.syntax("an instruction")),
        }
    }

    /// An instruction with its metadata, up to the end of its last line.
    fn whole_instruction(&mut self, opcode: &'m str, result: Option<Reg>) -> Parsed<Item> {
        let parts = self.instruction(opcode, result)?;
        let suffix = self.suffix()?;
        let ends_here = matches!(self.parser.peek(), Tok::Punct(b'}') | Tok::End);
        // Whatever stands behind what is known may change the meaning, so the instruction is not
        // taken for read.
        if !self.parser.first_on_line() && !ends_here {
            return Err(self.parser.unsupported(format!("suffix of `{opcode}`")));
        }
        Ok(match parts {
            Operation::Instr(mut kind) => {
                set_align(&mut kind, suffix.align);
                // LLVM numbers unnamed results implicitly; without counting them, later numbers
                // would be off by one.
                let result = match result {
                    None if yields_value(&kind) => Some(self.define_reg(None)?),
                    result => result,
                };
                Item::Instr(Instr {
                    result,
                    kind,
                    dbg: suffix.dbg,
                })
            }
            Operation::End(terminator) => Item::End(terminator, suffix.dbg),
        })
    }

    /// `, align 8, !dbg !3, ..` after an instruction.
    fn suffix(&mut self) -> Parsed<Suffix> {
        let mut suffix = Suffix::default();
        while self.parser.eat(b',') {
            match self.parser.peek() {
                Tok::Word("align") => {
                    self.parser.bump();
                    suffix.align = self.parser.number("an alignment")?;
                }
                Tok::Word("addrspace") => self.parser.address_space()?,
                Tok::Meta(kind) => {
                    self.parser.bump();
                    let node = self.metadata_node()?;
                    if kind == "dbg" {
                        suffix.dbg = node;
                    }
                }
                _ => return Err(self.parser.syntax("an instruction suffix")),
            }
        }
        Ok(suffix)
    }

    /// `!12` as its number; anything else is skipped.
    fn metadata_node(&mut self) -> Parsed<Option<u32>> {
        let Tok::Meta(name) = self.parser.peek() else {
            return Err(self.parser.syntax("metadata"));
        };
        self.parser.bump();
        if matches!(self.parser.peek(), Tok::Punct(b'(' | b'{')) {
            self.parser.skip_group()?;
        }
        Ok(name.parse().ok())
    }
}

#[derive(Default)]
struct Suffix {
    align: u64,
    dbg: Option<u32>,
}

fn set_align(kind: &mut InstrKind, value: u64) {
    if let InstrKind::Alloca { align, .. }
    | InstrKind::Load { align, .. }
    | InstrKind::Store { align, .. } = kind
    {
        *align = value;
    }
}

fn yields_value(kind: &InstrKind) -> bool {
    match kind {
        InstrKind::Call(call) => call.ret != Type::Void,
        InstrKind::Store { .. } | InstrKind::Nop | InstrKind::Unsupported { .. } => false,
        _ => true,
    }
}

fn is_terminator(opcode: &str) -> bool {
    matches!(
        opcode,
        "ret"
            | "br"
            | "switch"
            | "indirectbr"
            | "invoke"
            | "callbr"
            | "resume"
            | "unreachable"
            | "cleanupret"
            | "catchret"
            | "catchswitch"
    )
}

/// Replaces the blocks' numbers by their positions.
fn renumber(blocks: &mut [Block], position: &[u32]) {
    let place = |block: &mut BlockId| block.0 = position[block.0 as usize];
    for block in blocks {
        for instr in &mut block.instrs {
            if let InstrKind::Phi { incoming, .. } = &mut instr.kind {
                for (_, from) in incoming {
                    place(from);
                }
            }
        }
        match &mut block.terminator {
            Terminator::Br { target } => place(target),
            Terminator::CondBr { then, els, .. } => {
                place(then);
                place(els);
            }
            Terminator::Switch { default, cases, .. } => {
                place(default);
                for (_, target) in cases {
                    place(target);
                }
            }
            Terminator::Invoke { normal, unwind, .. } => {
                place(normal);
                place(unwind);
            }
            Terminator::Ret { .. }
            | Terminator::Resume { .. }
            | Terminator::Unreachable
            | Terminator::Unsupported { .. } => {}
        }
    }
}
