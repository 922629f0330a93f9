//! Constants of the code for the native search: random inputs rarely pass a branch on `x == 4711` or on
//! `s.starts_with("<!--")`.

use std::collections::{BTreeSet, VecDeque};

use rustc_hash::FxHashSet;

use crate::replay::Constants;
use unroll_llvm::ir::{Constant, Function, InstrKind, Operand, Terminator, Type};
use unroll_llvm::link::origin::is_of_the_compiler;
use unroll_llvm::{ModuleId, Program};

/// Functions looked at, the harness first, callees in order of appearance: of the crate and its dependencies, and after them of the standard library.
const MAX_OWN_FUNCTIONS: usize = 400;
const MAX_LIBRARY_FUNCTIONS: usize = 60;
/// Constants kept.
const MAX_CONSTANTS: usize = 200;
/// Numbers that are easy to read, and how many of them are kept. Smaller ones are tried in any code.
const READABLE: std::ops::RangeInclusive<i128> = 10..=10_000;
const MAX_READABLE: usize = 16;
/// Words kept, besides single characters, and the longest of them in bytes.
const MAX_WORDS: usize = 400;
const MAX_WORD: usize = 64;
/// The longest signature of a binary format in bytes, and the least number of letters in it.
const MAX_SIGNATURE: usize = 16;
const LEAST_LETTERS: usize = 2;
/// Bytes that are compared one after another, and make a word together.
const MAX_COMPARED: usize = 8;

/// Integers that the code of a harness compares with or computes with, ascending, and short texts that code which is not the standard library's mentions, those of
/// the function itself before those of its callees.
pub(in crate::cover) fn mine(program: &Program, harness: &str) -> Constants {
    let (mut own, mut others, mut words) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let mut queue = Queue::default();
    queue.own.push_back((ModuleId(0), harness.to_owned()));
    while let Some((module, name, is_own)) = queue.next() {
        let Ok(Some(function)) = program.function(&name, module) else {
            continue;
        };
        if is_own {
            for word in words_of(program, function.module, &function.item) {
                // A table of keywords leaves room for the characters that separate them.
                let has_room = word.len() == 1 || words.len() < MAX_WORDS;
                if has_room && !words.contains(&word) {
                    words.push(word);
                }
            }
        }
        let found = if is_own { &mut own } else { &mut others };
        for callee in look(&function.item, found) {
            queue.add(function.module, callee);
        }
    }
    let readable = own.range(READABLE).take(MAX_READABLE);
    Constants {
        readable: readable
            .filter_map(|number| u64::try_from(*number).ok())
            .collect(),
        numbers: kept(own, others),
        words,
    }
}

/// The numbers that are kept, ascending: the smallest of the crate and its dependencies, and of others as many as that leaves room for.
fn kept(own: BTreeSet<i128>, mut others: BTreeSet<i128>) -> Vec<i128> {
    others.retain(|number| !own.contains(number));
    let by_size = |numbers: BTreeSet<i128>| {
        let mut numbers: Vec<i128> = numbers.into_iter().collect();
        numbers.sort_by_key(|number| (number.unsigned_abs(), *number));
        numbers
    };
    let mut kept = by_size(own);
    kept.extend(by_size(others));
    kept.truncate(MAX_CONSTANTS);
    kept.sort_unstable();
    kept
}

/// Functions that are still to be looked at.
#[derive(Default)]
struct Queue {
    seen: FxHashSet<(ModuleId, String)>,
    own: VecDeque<(ModuleId, String)>,
    of_library: VecDeque<(ModuleId, String)>,
    taken: [usize; 2],
}

impl Queue {
    fn add(&mut self, module: ModuleId, name: String) {
        let function = (module, name);
        if !self.seen.contains(&function) {
            let is_own = !is_of_the_compiler(&function.1);
            self.seen.insert(function.clone());
            let queue = if is_own {
                &mut self.own
            } else {
                &mut self.of_library
            };
            queue.push_back(function);
        }
    }

    /// The next function, and whether it is none of the standard library's, which come last: what they compare with is mostly their own business.
    fn next(&mut self) -> Option<(ModuleId, String, bool)> {
        let [own, of_library] = &mut self.taken;
        if *own < MAX_OWN_FUNCTIONS
            && let Some((module, name)) = self.own.pop_front()
        {
            *own += 1;
            return Some((module, name, true));
        }
        if *of_library == MAX_LIBRARY_FUNCTIONS {
            return None;
        }
        let (module, name) = self.of_library.pop_front()?;
        *of_library += 1;
        Some((module, name, false))
    }
}

/// The texts that a function mentions, in the order in which it does, as constants of their own, in tables, or as the number that the compiler compares their bytes with.
fn words_of(program: &Program, module: ModuleId, function: &Function) -> Vec<Vec<u8>> {
    let (mut words, mut chars) = (Vec::new(), Vec::new());
    let mut globals: Vec<(ModuleId, String)> = Vec::new();
    let mut add = |operand: &Operand| match operand {
        Operand::Const(Constant::Int(value)) => {
            words.extend(bytes_of(*value).filter(|bytes| is_word(bytes)));
        }
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
    words.extend(compared_at_once(function));
    words.extend(compared_one_by_one(function));
    let mut at = 0;
    while let Some((module, name)) = globals.get(at).cloned() {
        at += 1;
        let Ok(Some(global)) = program.global(&name, module) else {
            continue;
        };
        match &global.item.init {
            Some(Constant::Bytes(bytes)) if is_word(bytes) || is_signature(bytes) => {
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

/// The signatures whose bytes a function compares with as one number. Numbers that are used otherwise, as in hashes, are none.
fn compared_at_once(function: &Function) -> Vec<Vec<u8>> {
    let instrs = function.blocks.iter().flat_map(|block| &block.instrs);
    let numbers = instrs.filter_map(|instr| match &instr.kind {
        InstrKind::ICmp {
            rhs: Operand::Const(Constant::Int(value)),
            ..
        } => bytes_of(*value),
        _ => None,
    });
    numbers
        .filter(|bytes| !is_word(bytes) && is_signature(bytes))
        .collect()
}

/// The texts whose bytes a function compares with one after another, as `b[0] == b'T' && b[1] == b'A'` does.
fn compared_one_by_one(function: &Function) -> Vec<Vec<u8>> {
    let (mut words, mut word, mut last) = (Vec::new(), Vec::new(), None);
    let instrs = function.blocks.iter().flat_map(|block| &block.instrs);
    for instr in instrs {
        let InstrKind::ICmp { ty, lhs, rhs, .. } = &instr.kind else {
            continue;
        };
        if let (Type::Int(8), Operand::Reg(reg), Operand::Const(Constant::Int(value))) =
            (ty, lhs, rhs)
            && let Ok(byte) = u8::try_from(*value)
            && is_word(&[byte])
        {
            // A byte that is compared with several characters is no part of a longer text.
            if last == Some(*reg) || word.len() == MAX_COMPARED {
                words.push(std::mem::take(&mut word));
            }
            word.push(byte);
            last = Some(*reg);
        } else if *ty == Type::Int(8) {
            words.push(std::mem::take(&mut word));
        }
    }
    words.push(word);
    // Single characters are found as constants already.
    words.retain(|word| word.len() > 1);
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

/// The bytes of a number, the first lowest, without zeros at the end; `None` if there are less than two.
fn bytes_of(value: u128) -> Option<Vec<u8>> {
    let bytes = value.to_le_bytes();
    let len = bytes.len() - bytes.iter().rev().take_while(|byte| **byte == 0).count();
    (len > 1).then(|| bytes[..len].to_vec())
}

/// True if bytes are like the first ones of a binary format: letters, and bytes that no text has, not even one for the C library.
fn is_signature(bytes: &[u8]) -> bool {
    if bytes.strip_suffix(b"\0").is_some_and(is_word) {
        return false;
    }
    let letters = bytes.iter().filter(|byte| byte.is_ascii_alphabetic());
    (4..=MAX_SIGNATURE).contains(&bytes.len()) && letters.count() >= LEAST_LETTERS
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
                // A choice between constants is a branch that the compiler has turned into a value.
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
    // Flags say nothing, and no leaf of an input is wider than 64 bits.
    let (Type::Int(width @ 2..=64), Operand::Const(Constant::Int(value))) = (ty, operand) else {
        return;
    };
    let unsigned = i128::try_from(*value).unwrap_or_default();
    found.insert(unsigned);
    // The same bits mean a negative number where the type is signed, and the code does not say
    // which it is.
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
@signature = private constant [8 x i8] c"\89PNG\0D\0A\1A\0A"
declare ptr @memchr(ptr, i32, i64)
define void @_RNvCs1_1k5reads(ptr %p, i16 %pair) {
  %a = call ptr @memchr(ptr @word, i32 61, i64 44)
  %b = load ptr, ptr @table
  %c = load i8, ptr @binary
  %d = icmp eq i16 %pair, 11822
  ret void
}
define void @_RNvCs1_1k7matches(ptr %p, i8 %t, i8 %a, i8 %g) {
  %one = icmp eq i8 %t, 84
  %two = icmp eq i8 %a, 65
  %three = icmp eq i8 %g, 71
  %plus = icmp eq i8 %g, 43
  %e = load i64, ptr @signature
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
        let constants = mine(&program, "_RNvCs1_1k7matches");
        let signature = b"\x89PNG\r\n\x1a\n".to_vec();
        assert_eq!(constants.words, [b"TAG".to_vec(), signature]);
    }

    #[test]
    fn the_standard_library_comes_last_and_takes_no_room() {
        let library = |at: usize| format!("@_RNvCs1_4core6f{at:05}()");
        let calls: Vec<_> = (0..100)
            .map(|at| format!("  call void {}\n", library(at)))
            .collect();
        let bodies: Vec<_> = (0..100)
            .map(|at| format!("define void {} {{\n  ret void\n}}\n", library(at)))
            .collect();
        let text = format!(
            "define void @_RNvCs1_1k5reads(i32 %n) {{\n{}  call void @_RNvCs1_1k5other(i32 %n)\n  ret void\n}}\n\
             define void @_RNvCs1_1k5other(i32 %n) {{\n  %c = icmp eq i32 %n, 4711\n  ret void\n}}\n{}",
            calls.concat(),
            bodies.concat()
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let constants = mine(&program, "_RNvCs1_1k5reads");
        assert_eq!(
            (constants.numbers, constants.readable),
            (vec![4711], vec![4711])
        );
    }
}
