//! Reads of properties in which generated inputs do not vary: the capacity of a hash table, the options of a
//! formatter.
//!
//! In: the code that a harness reaches. Such a read is a call of the standard library's function for it, or the
//! instructions that the compiler inlined for one: the debug information of an instruction names the functions that
//! it was written in, the callee first. A read counts if the user's code makes it and the harness builds an input of
//! that kind. Reads that the standard library makes for itself, to grow a table or to pad a number, do not count.
//!
//! Not here: functions that are not the standard library's; the name of a user's function says nothing.

use std::rc::Rc;

use memchr::memmem;
use rustc_hash::{FxHashMap, FxHashSet};

use super::walk::{Reached, Visit};
use crate::model::hidden::{FORMATTER_METHODS, HiddenInput};
use unroll_llvm::ir::{Call, Callee, Constant, InstrKind, Operand, Terminator};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::inlined::InlinedFunctions;
use unroll_llvm::link::origin::{Origin, is_rust};
use unroll_llvm::{ModuleId, Program};

/// Something that generated inputs do not vary in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// How many elements a hash table has room for.
    TableCapacity,
    /// How a formatter was asked to format.
    Options,
    /// The state of the thread: a panic may be under way.
    Panicking,
}

impl Question {
    const ALL: [Self; 3] = [Self::TableCapacity, Self::Options, Self::Panicking];

    /// The hidden input that the answer depends on.
    fn about(self) -> HiddenInput {
        match self {
            Self::TableCapacity => HiddenInput::TableCapacity,
            Self::Options => HiddenInput::FormatOptions,
            Self::Panicking => HiddenInput::Panicking,
        }
    }
}

/// The beginning of the paths of hash tables.
const TABLES: &str = "<std::collections::hash::";

/// The facts about some code: questions that it asks, and inputs that it builds.
#[derive(Debug, Default)]
struct Found {
    questions: Vec<Question>,
    builds_table: bool,
    has_formatter: bool,
    /// True if the options of the formatter are inputs.
    has_options: bool,
}

impl Reached<'_> {
    /// The questions that calls from a harness ask of its inputs. A question that the source `may_ask` counts where an input of that kind is built:
    /// the optimiser moves a question to where no place tells it any more.
    pub fn asked(&self, may_ask: Option<&HiddenInput>) -> Option<HiddenInput> {
        let texts = self.program.texts().unwrap_or_default();
        if may_ask.is_none() && !texts.into_iter().any(mentions_question) {
            return None;
        }
        let mut reading = Reading {
            program: self.program,
            inlined: InlinedFunctions::new(self.program),
            places: FxHashSet::default(),
            symbols: FxHashMap::default(),
            found: Found::default(),
        };
        for visit in &self.visits {
            reading.visit(visit);
        }
        let found = reading.found;
        let is_built = |question: &Question| match question {
            Question::TableCapacity => found.builds_table,
            Question::Options => found.has_formatter && !found.has_options,
            Question::Panicking => true,
        };
        let of_source = may_ask.filter(|about| {
            let mut known = Question::ALL.iter().filter(|it| it.about() == **about);
            known.next().is_none_or(is_built)
        });
        let of_code = || found.questions.iter().find(|it| is_built(it));
        let about = of_source.cloned();
        about.or_else(|| of_code().map(|question| question.about()))
    }
}

/// True if the text of a module has a symbol that answers a question, or builds a formatter. Most programs have none, and need not be read.
fn mentions_question(text: &str) -> bool {
    let is_method = |at: usize| {
        let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || b"_$.".contains(byte);
        let end = text[at..].bytes().take_while(is_symbol).count();
        let symbol = &text[at..at + end];
        FORMATTER_METHODS.iter().any(|name| symbol.contains(name))
    };
    [
        "11collections4hash",
        "10formatting4Once",
        "6thread9panicking",
        "9panicking9panicking",
    ]
    .iter()
    .any(|part| memmem::find(text.as_bytes(), part.as_bytes()).is_some())
        || memmem::find_iter(text.as_bytes(), "9Formatter").any(is_method)
}

/// The meaning of a symbol for these questions.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    /// True if it names code of the user's.
    is_users: bool,
    /// The question that the function answers.
    question: Option<Question>,
    builds: Option<Built>,
}

/// An input that a function builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Built {
    Table,
    Formatter,
    /// The options of a formatter.
    Options,
}

impl Symbol {
    fn read(symbol: &str) -> Self {
        let path = demangle(symbol);
        let origin = Origin::of(symbol, &path);
        let is_of_compiler = origin == Some(Origin::Compiler);
        Self {
            is_users: origin == Some(Origin::Users),
            question: is_of_compiler.then(|| question(&path)).flatten(),
            builds: built(&path),
        }
    }
}

/// Reads the code that is reached.
struct Reading<'p> {
    program: &'p Program,
    inlined: InlinedFunctions<'p>,
    /// The places of instructions that were read.
    places: FxHashSet<(ModuleId, u32)>,
    /// The symbols that were read: to demangle one takes longer than to find it here.
    symbols: FxHashMap<Rc<str>, Symbol>,
    found: Found,
}

impl Reading<'_> {
    fn visit(&mut self, visit: &Visit) {
        self.note_built(&visit.name);
        let Ok(Some(found)) = self.program.function(&visit.name, visit.module) else {
            return;
        };
        let (module, name) = (found.module, visit.name.as_str());
        for block in &found.item.blocks {
            for instr in &block.instrs {
                self.note_place(module, instr.dbg);
                if let Some(asked) = self.asked_by(&instr.kind)
                    && self.is_own(module, instr.dbg, name)
                {
                    self.ask(asked);
                }
            }
            self.note_place(module, block.terminator_dbg);
            if let Terminator::Invoke { call, .. } = &block.terminator
                && let Some(asked) = self.asked_by_call(call)
                && self.is_own(module, block.terminator_dbg, name)
            {
                self.ask(asked);
            }
        }
    }

    /// True if an instruction of the function `name` was written in code of the user's, which harnesses hold as well.
    fn is_own(&mut self, module: ModuleId, dbg: Option<u32>, name: &str) -> bool {
        let innermost = dbg.and_then(|dbg| self.inlined.at(module, dbg).next());
        let innermost = innermost.as_deref().unwrap_or(name);
        // The symbol of a harness is not mangled, so it is none of Rust.
        self.symbol(innermost).is_users || !is_rust(innermost)
    }

    /// The function of the standard library, called by the user's code, that an instruction belongs to.
    fn note_place(&mut self, module: ModuleId, dbg: Option<u32>) {
        // Many instructions share a place, and each is looked up once.
        let Some(dbg) = dbg.filter(|dbg| self.places.insert((module, *dbg))) else {
            return;
        };
        let mut called = None;
        let mut is_of_users = false;
        for function in self.inlined.at(module, dbg) {
            let symbol = self.note_built(&function);
            is_of_users |= symbol.is_users;
            // The functions come from the inside to the outside, so the last one before the user's
            // is the one that the user's code called.
            if !is_of_users {
                called = symbol.question;
            }
        }
        if is_of_users && let Some(question) = called {
            self.ask(question);
        }
    }

    /// Notes an input that a function builds.
    fn note_built(&mut self, name: &str) -> Symbol {
        let symbol = self.symbol(name);
        match symbol.builds {
            Some(Built::Table) => self.found.builds_table = true,
            Some(Built::Formatter) => self.found.has_formatter = true,
            Some(Built::Options) => self.found.has_options = true,
            None => {}
        }
        symbol
    }

    fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(known) = self.symbols.get(name) {
            return *known;
        }
        let symbol = Symbol::read(name);
        self.symbols.insert(name.into(), symbol);
        symbol
    }

    /// The question of an instruction in the user's code.
    fn asked_by(&mut self, kind: &InstrKind) -> Option<Question> {
        let mut asked = match kind {
            InstrKind::Call(call) => self.asked_by_call(call),
            _ => None,
        };
        kind.for_each_operand(|operand| {
            if let Operand::Const(Constant::Global(name)) = operand {
                asked = asked.or_else(|| self.symbol(name).question);
            }
        });
        asked
    }

    /// The question of a call, or of a function that it passes.
    fn asked_by_call(&mut self, call: &Call) -> Option<Question> {
        let callee = match &call.callee {
            Callee::Direct(symbol) => self.symbol(symbol).question,
            Callee::Indirect(_) | Callee::Asm(_) => None,
        };
        let mut passed = call.args.iter().filter_map(|(_, operand)| match operand {
            Operand::Const(Constant::Global(name)) => self.symbol(name).question,
            _ => None,
        });
        callee.or_else(|| passed.next())
    }

    fn ask(&mut self, question: Question) {
        if !self.found.questions.contains(&question) {
            self.found.questions.push(question);
        }
    }
}

/// The input that a function of the runtime builds, by its path.
fn built(path: &str) -> Option<Built> {
    const FORMATTING: &str = "unroll_runtime::rt::harness::formatting::";
    let is_input = || path.contains(" as unroll_runtime::input::Input>::any");
    if path.starts_with(TABLES) && is_input() {
        return Some(Built::Table);
    }
    let name = path.split_once(FORMATTING)?.1;
    if name.starts_with("Formatting>::with_options") {
        Some(Built::Options)
    } else {
        name.starts_with("Once").then_some(Built::Formatter)
    }
}

/// The question that a function of the standard library answers, by its path.
fn question(path: &str) -> Option<Question> {
    let name = path.rsplit("::").next().unwrap_or_default();
    if path.starts_with("<core::fmt::Formatter") {
        return FORMATTER_METHODS
            .contains(&name)
            .then_some(Question::Options);
    }
    let is_asked = path.starts_with("std::thread::") || path.starts_with("std::panicking::");
    if is_asked && name == "panicking" {
        return Some(Question::Panicking);
    }
    let is_of_table = path.starts_with(TABLES) && name == "capacity";
    is_of_table.then_some(Question::TableCapacity)
}
