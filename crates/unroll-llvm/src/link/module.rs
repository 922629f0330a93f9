//! A module: an index of its text, and entities parsed when first asked for.

use std::sync::{Arc, OnceLock};

use camino::Utf8Path;

use crate::error::{Fail, Fault, Parsed, ReadError};
use crate::ir::layout::Layout;
use crate::ir::{Constant, DebugLoc, Function, Global, Signature, Type};
use crate::parse::function;
use crate::parse::metadata;
use crate::parse::parser::Parser;
use crate::text::bitcode;
use crate::text::index::Index;
use crate::text::lexer::{Tok, unescape};

type Cell<T> = OnceLock<Result<Arc<T>, ReadError>>;

/// A module of LLVM IR text.
///
/// Entities are parsed at most once and shared; a module can be used from several threads.
#[derive(Debug)]
pub struct Module {
    index: Index,
    layout: Layout,
    producer: Option<String>,
    functions: Vec<Cell<Function>>,
    globals: Vec<Cell<Global>>,
}

impl Module {
    /// Finds the entities of `text` without parsing them.
    pub fn index(text: String) -> Result<Self, ReadError> {
        let index = Index::new(text)?;
        Ok(Self {
            layout: Layout::parse(&index.datalayout),
            producer: metadata::producer(&index),
            functions: std::iter::repeat_with(Cell::new)
                .take(index.functions.len())
                .collect(),
            globals: std::iter::repeat_with(Cell::new)
                .take(index.globals.len())
                .collect(),
            index,
        })
    }

    /// Reads the file at `path` and finds its entities.
    ///
    /// # Errors
    /// When the file cannot be read, or is no LLVM IR; the error names it.
    pub fn read(path: &Utf8Path) -> Result<Self, ReadError> {
        let mut text = std::fs::read_to_string(path)
            .map_err(|error| ReadError::file(path.as_str(), &error))?;
        bitcode::remove(&mut text);
        Self::index(text).map_err(|error| error.within(path.as_str()))
    }

    /// The text.
    pub(crate) fn text(&self) -> &str {
        self.index.text()
    }

    /// An offset on the first line of what defines or declares `symbol`.
    pub(crate) fn offset(&self, symbol: &str) -> Option<usize> {
        let function = self.index.functions.get(symbol).map(|entry| entry.start);
        function.or_else(|| self.index.globals.get(symbol).map(|entry| entry.start))
    }

    /// An offset on the line of metadata node `number`.
    pub(crate) fn metadata(&self, number: u32) -> Option<usize> {
        self.index.metadata(number)
    }

    /// An offset on the line of the named type `name`.
    pub(crate) fn type_offset(&self, name: &str) -> Option<usize> {
        self.index.types.get(name).map(|entry| entry.start)
    }

    /// True if `symbol` is a global whose name has no meaning outside the module's text.
    pub(crate) fn is_private(&self, symbol: &str) -> bool {
        let entry = self.index.globals.get(symbol);
        entry.is_some_and(|entry| {
            let text = &self.index.text()[entry.start..];
            text.trim_start().starts_with("private ")
        })
    }

    /// `target triple`; empty when the module has none.
    pub fn triple(&self) -> &str {
        &self.index.triple
    }

    /// Sizes and alignments as `target datalayout` says.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Who wrote the text, from `!llvm.ident`: `rustc version 1.95.0 (..)`.
    pub fn producer(&self) -> Option<&str> {
        self.producer.as_deref()
    }

    /// The major version of LLVM that wrote the text, guessed from the version of rustc in `!llvm.ident`.
    pub fn llvm_version_guess(&self) -> Option<u32> {
        metadata::llvm_version_guess(self.producer()?)
    }

    /// Names of the functions with a body, in textual order.
    pub fn defined_functions(&self) -> impl Iterator<Item = &str> {
        self.index
            .functions
            .iter()
            .filter(|(_, entry)| entry.defined)
            .map(|(name, _)| name.as_str())
    }

    /// Names of the functions without a body, in textual order.
    pub fn declared_functions(&self) -> impl Iterator<Item = &str> {
        self.index
            .functions
            .iter()
            .filter(|(_, entry)| !entry.defined)
            .map(|(name, _)| name.as_str())
    }

    /// Names of the global variables, in textual order.
    pub fn global_names(&self) -> impl Iterator<Item = &str> {
        self.index
            .globals
            .iter()
            .filter(|(_, entry)| !entry.alias)
            .map(|(name, _)| name.as_str())
    }

    /// The definition of function `name`, parsed on first use; `None` if the module has none.
    pub fn function(&self, name: &str) -> Result<Option<Arc<Function>>, ReadError> {
        let Some((at, name, entry)) = self.index.functions.get_full(name) else {
            return Ok(None);
        };
        if !entry.defined {
            return Ok(None);
        }
        // The error is kept as well: what does not parse is not tried twice.
        let parsed = self.functions[at].get_or_init(|| {
            let parsed = function::function(&self.index, name, entry.start);
            parsed.map(Arc::new).map_err(|fail| self.error(&fail))
        });
        parsed.clone().map(Some)
    }

    /// The signature of a function that is defined or declared here.
    pub fn signature(&self, name: &str) -> Result<Option<Signature>, ReadError> {
        let Some(entry) = self.index.functions.get(name) else {
            return Ok(None);
        };
        let header = Parser::new(&self.index, entry.start).header();
        header
            .map(|it| Some(it.signature))
            .map_err(|fail| self.error(&fail))
    }

    /// The global variable `name`, parsed on first use; `None` if the module has none.
    pub fn global(&self, name: &str) -> Result<Option<Arc<Global>>, ReadError> {
        let Some((at, _, entry)) = self.index.globals.get_full(name) else {
            return Ok(None);
        };
        if entry.alias {
            return Ok(None);
        }
        let parsed = self.globals[at].get_or_init(|| {
            let parsed = Parser::new(&self.index, entry.start).global();
            parsed.map(Arc::new).map_err(|fail| self.error(&fail))
        });
        parsed.clone().map(Some)
    }

    /// The symbol that alias `name` stands for; `None` if it is no alias of a whole symbol.
    pub fn alias(&self, name: &str) -> Option<String> {
        let entry = self.index.globals.get(name).filter(|entry| entry.alias)?;
        Parser::new(&self.index, entry.start).aliasee().ok()
    }

    /// The source position of `!N`, a `!DILocation`.
    pub fn debug_loc(&self, number: u32) -> Option<DebugLoc> {
        metadata::debug_loc(&self.index, number)
    }

    /// The source positions of `!N` and of the calls that it was inlined through, innermost first.
    pub fn debug_chain(&self, number: u32) -> Vec<DebugLoc> {
        metadata::debug_chain(&self.index, number)
    }

    /// The innermost source position of `!N` and of the calls that it was inlined through, of those in files of the directory `root`.
    pub fn debug_loc_in(&self, number: u32, root: &str) -> Option<DebugLoc> {
        metadata::debug_loc_in(&self.index, number, root)
    }

    /// The directory of the compiler when it read the function that `!N`, a `!DILocation`, stands in, whatever was inlined there.
    pub fn debug_directory(&self, number: u32) -> Option<String> {
        metadata::debug_directory(&self.index, number)
    }

    /// The symbols of the functions that `!N`, a `!DILocation`, lies in: the one whose code it is first, then what that was inlined
    /// into.
    pub fn debug_functions(&self, number: u32) -> Vec<String> {
        metadata::debug_functions(&self.index, number)
    }

    /// Where the entities of its text stand.
    pub(crate) fn text_index(&self) -> &Index {
        &self.index
    }

    /// True if `name` is defined here and visible to other modules.
    pub(crate) fn exports_name(&self, name: &str) -> bool {
        let function = self.index.functions.get(name);
        let global = self.index.globals.get(name);
        function.is_some_and(|entry| entry.defined && !entry.local)
            || global.is_some_and(|entry| entry.defined && !entry.local)
    }

    /// The symbols that it exports.
    pub(crate) fn exports(&self) -> impl Iterator<Item = &str> {
        let functions = self
            .index
            .functions
            .iter()
            .filter(|(_, entry)| entry.defined && !entry.local);
        let globals = self
            .index
            .globals
            .iter()
            .filter(|(_, entry)| entry.defined && !entry.local);
        functions
            .map(|(name, _)| name.as_str())
            .chain(globals.map(|(name, _)| name.as_str()))
    }

    /// True if `name` is defined here.
    pub(crate) fn defines(&self, name: &str) -> bool {
        self.index
            .functions
            .get(name)
            .is_some_and(|entry| entry.defined)
            || self
                .index
                .globals
                .get(name)
                .is_some_and(|entry| entry.defined)
    }

    fn error(&self, fail: &Fail) -> ReadError {
        ReadError {
            file: None,
            line: self.index.line_of(fail.offset),
            fault: Fault::clone(&fail.fault),
            producer: self.producer.clone(),
        }
    }
}

impl Parser<'_> {
    /// A global variable after `@name =`.
    fn global(&mut self) -> Parsed<Global> {
        let mut thread_local = false;
        let mut declared = false;
        let constant = loop {
            match self.word("`global` or `constant`")? {
                "global" => break false,
                "constant" => break true,
                word => {
                    thread_local |= word == "thread_local";
                    declared |= matches!(word, "external" | "extern_weak");
                    self.global_flag(word)?;
                }
            }
        };
        let ty = self.ty()?;
        let init = if declared {
            None
        } else {
            Some(self.initializer(&ty)?)
        };
        let mut align = 0;
        while self.eat(b',') {
            if self.eat_word("align") {
                align = self.number("an alignment")?;
            } else {
                self.skip_global_suffix()?;
            }
        }
        Ok(Global {
            ty,
            init,
            constant,
            thread_local,
            align,
        })
    }

    fn global_flag(&mut self, word: &str) -> Parsed<()> {
        match (word, self.peek()) {
            ("addrspace", _) => Err(self.unsupported("address space")),
            (_, Tok::Punct(b'(')) => self.skip_group(),
            _ => Ok(()),
        }
    }

    /// An initializer; a constant that is known by name only is data, as most globals are never looked at.
    fn initializer(&mut self, ty: &Type) -> Parsed<Constant> {
        match self.constant(ty) {
            // Only what is known to be unsupported: anything else is an error in the text or in the
            // reader.
            Err(fail) if matches!(*fail.fault, Fault::Unsupported { .. }) => {
                self.next_line();
                Ok(Constant::Unsupported(fail.construct()))
            }
            parsed => parsed,
        }
    }

    /// `section ".."`, `comdat($x)`, `!dbg !3`, ..
    fn skip_global_suffix(&mut self) -> Parsed<()> {
        while !self.first_on_line() {
            match self.peek() {
                Tok::Punct(b',') | Tok::End => break,
                Tok::Punct(b'(' | b'{' | b'[') => self.skip_group()?,
                _ => {
                    self.bump();
                }
            }
        }
        Ok(())
    }

    /// The symbol of an alias after `@name =`.
    fn aliasee(&mut self) -> Parsed<String> {
        while self.word("`alias`")? != "alias" {}
        self.ty()?;
        if self.peek() == Tok::Punct(b'(') {
            // Of a function.
            self.skip_group()?;
        }
        self.comma()?;
        self.ty()?;
        match self.peek() {
            Tok::Global(name) => Ok(unescape(name).into_owned()),
            _ => Err(self.syntax("a symbol")),
        }
    }
}
