//! Constants of the code, for the native search: a branch on `x == 4711` or on `s.starts_with("<!--")` is hard to meet by chance.

use std::collections::BTreeSet;

use crate::replay::Constants;
use unroll_llvm::ir::{Constant, Function, InstrKind, Operand, Terminator, Type};
use unroll_llvm::link::origin::is_of_the_compiler;
use unroll_llvm::{ModuleId, Program};

/// Functions looked at, the harness first, callees in order of appearance.
const MAX_FUNCTIONS: usize = 60;
/// Constants kept.
const MAX_CONSTANTS: usize = 200;
/// Words kept, and the longest of them in bytes.
const MAX_WORDS: usize = 400;
const MAX_WORD: usize = 64;

/// Integers that the code of a harness compares with or computes with, ascending, and short texts that code which is not the standard library's mentions, those of
/// the function itself before those of its callees.
pub(in crate::cover) fn mine(program: &Program, harness: &str) -> Constants {
    let (mut found, mut words) = (BTreeSet::new(), Vec::new());
    let mut pending = vec![(ModuleId(0), harness.to_owned())];
    let mut at = 0;
    while let Some((module, name)) = pending.get(at).cloned() {
        at += 1;
        let Ok(Some(function)) = program.function(&name, module) else {
            continue;
        };
        if !is_of_the_compiler(&name) {
            for word in words_of(program, function.module, &function.item) {
                if words.len() < MAX_WORDS && !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        for callee in look(&function.item, &mut found) {
            let next = (function.module, callee);
            if pending.len() < MAX_FUNCTIONS && !pending.contains(&next) {
                pending.push(next);
            }
        }
    }
    let mut constants: Vec<i128> = found.into_iter().collect();
    constants.sort_by_key(|constant| (constant.unsigned_abs(), *constant));
    constants.truncate(MAX_CONSTANTS);
    constants.sort_unstable();
    Constants {
        numbers: constants,
        words,
    }
}

/// The texts that a function mentions, in the order in which it does, as constants of their own, in tables, or as the number that the compiler compares their bytes with.
fn words_of(program: &Program, module: ModuleId, function: &Function) -> Vec<Vec<u8>> {
    let (mut words, mut chars) = (Vec::new(), Vec::new());
    let mut globals: Vec<(ModuleId, String)> = Vec::new();
    let mut add = |operand: &Operand| match operand {
        Operand::Const(Constant::Int(value)) => words.extend(word_of(*value)),
        Operand::Const(constant) => add_globals(module, constant, &mut globals),
        Operand::Reg(_) => {}
    };
    for block in &function.blocks {
        for instr in &block.instrs {
            instr.kind.for_each_operand(&mut add);
            chars.extend(handed_on(&instr.kind));
        }
        block.terminator.for_each_operand(&mut add);
    }
    let mut at = 0;
    while let Some((module, name)) = globals.get(at).cloned() {
        at += 1;
        let Ok(Some(global)) = program.global(&name, module) else {
            continue;
        };
        match &global.item.init {
            Some(Constant::Bytes(bytes)) if is_word(bytes) => {
                words.push(bytes.clone());
            }
            // The elements of a table; what they refer to in turn is none.
            Some(init) if at <= MAX_WORDS => add_globals(global.module, init, &mut globals),
            _ => {}
        }
    }
    words.extend(chars);
    words
}

/// The characters that an instruction hands on, to a search or in a pattern; their types tell them from sizes.
fn handed_on(kind: &InstrKind) -> Vec<Vec<u8>> {
    let char_of = |ty: &Type, operand: &Operand| match (ty, operand) {
        (Type::Int(8 | 32), Operand::Const(Constant::Int(value))) => {
            let char = u8::try_from(*value).ok()?;
            is_word(&[char]).then(|| vec![char])
        }
        _ => None,
    };
    match kind {
        InstrKind::Store { ty, value, .. } => char_of(ty, value).into_iter().collect(),
        InstrKind::Call(call) => {
            let args = call.args.iter();
            args.filter_map(|(ty, arg)| char_of(ty, arg)).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds the globals that a constant consists of.
fn add_globals(module: ModuleId, constant: &Constant, globals: &mut Vec<(ModuleId, String)>) {
    match constant {
        Constant::Global(name) => globals.push((module, name.clone())),
        Constant::Aggregate(parts) => {
            for (_, part) in parts {
                add_globals(module, part, globals);
            }
        }
        Constant::Gep { base, .. } => add_globals(module, base, globals),
        _ => {}
    }
}

/// The text whose bytes, the first lowest, are a number of at least two.
fn word_of(value: u128) -> Option<Vec<u8>> {
    let bytes = value.to_le_bytes();
    let len = bytes.len() - bytes.iter().rev().take_while(|byte| **byte == 0).count();
    let word = &bytes[..len];
    (len > 1 && is_word(word)).then(|| word.to_vec())
}

/// True if bytes are a short text.
fn is_word(bytes: &[u8]) -> bool {
    let is_of_text = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..0x7f);
    (1..=MAX_WORD).contains(&bytes.len()) && bytes.iter().all(is_of_text)
}

fn look(function: &Function, found: &mut BTreeSet<i128>) -> Vec<String> {
    let mut callees = Vec::new();
    for block in &function.blocks {
        for instr in &block.instrs {
            match &instr.kind {
                InstrKind::Binary { ty, lhs, rhs, .. } | InstrKind::ICmp { ty, lhs, rhs, .. } => {
                    add(found, ty, lhs);
                    add(found, ty, rhs);
                }
                InstrKind::Select { ty, then, els, .. } => {
                    add(found, ty, then);
                    add(found, ty, els);
                }
                InstrKind::Call(call) => callees.extend(call_of(call)),
                _ => {}
            }
        }
        match &block.terminator {
            Terminator::Switch { ty, cases, .. } => {
                for (case, _) in cases {
                    add(found, ty, &Operand::Const(Constant::Int(*case)));
                }
            }
            Terminator::Invoke { call, .. } => callees.extend(call_of(call)),
            _ => {}
        }
    }
    callees
}

/// The function that a call goes to, unless the engine itself gives it its meaning.
fn call_of(call: &unroll_llvm::ir::Call) -> Option<String> {
    let own = |name: &str| name.starts_with("llvm.") || name.starts_with("__unroll_");
    match &call.callee {
        unroll_llvm::ir::Callee::Direct(name) if !own(name) => Some(name.clone()),
        _ => None,
    }
}

/// Adds an integer in both readings, unsigned and signed.
fn add(found: &mut BTreeSet<i128>, ty: &Type, operand: &Operand) {
    let (Type::Int(width @ 2..=64), Operand::Const(Constant::Int(value))) = (ty, operand) else {
        return;
    };
    let unsigned = i128::try_from(*value).unwrap_or_default();
    found.insert(unsigned);
    if value >> (width - 1) == 1 {
        found.insert(unsigned - (1i128 << width));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;

    const TEXT: &str = r#"
@word = private constant [4 x i8] c"<!--"
@name = private constant [3 x i8] c"key"
@table = private constant { ptr, i64 } { ptr @name, i64 3 }
@binary = private constant [2 x i8] c"\00\FF"
declare ptr @memchr(ptr, i32, i64)
define void @_RNvCs1_1k5reads(ptr %p, i16 %pair) {
  %a = call ptr @memchr(ptr @word, i32 61, i64 44)
  %b = load ptr, ptr @table
  %c = load i8, ptr @binary
  %d = icmp eq i16 %pair, 11822
  ret void
}
"#;

    #[test]
    fn words_are_texts_of_the_code_and_characters_that_it_hands_on() {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let constants = mine(&program, "_RNvCs1_1k5reads");
        let words: Vec<String> = constants
            .words
            .iter()
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect();
        assert_eq!(words, ["..", "<!--", "key", "="]);
        assert_eq!(constants.numbers, [11822]);
    }
}
