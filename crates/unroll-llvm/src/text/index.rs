//! The first pass over a module: where each top-level entity stands, without parsing any.
//!
//! Reads nothing but the first bytes of a line and the name that it defines; attribute groups alone are read
//! at once, as there are few and every call asks for them.

use std::ops::Range;
use std::sync::OnceLock;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::error::{Fault, ReadError};
use crate::ir::Type;
use crate::text::entities::{entities, first_line};
use crate::text::lexer::{Lexer, Tok, unescape};

/// A function in the text.
#[derive(Debug)]
pub(crate) struct FunctionEntry {
    /// Offset of `define` or `declare`.
    pub(crate) start: usize,
    /// True if it has a body.
    pub(crate) defined: bool,
    /// True if the symbol is visible in this module only.
    pub(crate) local: bool,
    /// True if its attributes say `noreturn`, once asked for.
    pub(crate) noreturn: OnceLock<bool>,
}

/// A global variable or alias in the text.
#[derive(Debug)]
pub(crate) struct GlobalEntry {
    /// Offset of the first token after `=`.
    pub(crate) start: usize,
    /// True if it is an alias of another symbol.
    pub(crate) alias: bool,
    /// True if the symbol is visible in this module only.
    pub(crate) local: bool,
    /// True if it has an initializer.
    pub(crate) defined: bool,
}

/// A named type in the text.
#[derive(Debug)]
pub(crate) struct TypeEntry {
    /// Offset of the first token after `type`.
    pub(crate) start: usize,
    /// The resolved type, once asked for.
    pub(crate) resolved: OnceLock<Type>,
}

type ByName<T> = IndexMap<String, T, FxBuildHasher>;

/// Where the entities of a module stand.
#[derive(Debug)]
pub(crate) struct Index {
    text: String,
    pub(crate) functions: ByName<FunctionEntry>,
    pub(crate) globals: ByName<GlobalEntry>,
    pub(crate) types: FxHashMap<String, TypeEntry>,
    /// Attribute groups that hold `noreturn`.
    noreturn_groups: Vec<u32>,
    /// Offset of the line of `!N`, or [`ABSENT`].
    metadata: Vec<u32>,
    named_metadata: FxHashMap<String, usize>,
    /// `target datalayout`.
    pub(crate) datalayout: String,
    /// `target triple`.
    pub(crate) triple: String,
}

const ABSENT: u32 = u32::MAX;

impl Index {
    /// Finds the entities of `text`.
    pub(crate) fn new(text: String) -> Result<Self, ReadError> {
        if u32::try_from(text.len()).is_err() {
            return Err(ReadError {
                file: None,
                line: 1,
                fault: Fault::TooLarge,
                producer: None,
            });
        }
        let mut index = Self {
            text: String::new(),
            functions: ByName::default(),
            globals: ByName::default(),
            types: FxHashMap::default(),
            noreturn_groups: Vec::new(),
            metadata: Vec::new(),
            named_metadata: FxHashMap::default(),
            datalayout: String::new(),
            triple: String::new(),
        };
        for entity in entities(&text) {
            index.entity(&text, &entity);
        }
        index.text = text;
        Ok(index)
    }

    /// The text of the module.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The offset of metadata node `number`.
    pub(crate) fn metadata(&self, number: u32) -> Option<usize> {
        let offset = *self.metadata.get(number as usize)?;
        (offset != ABSENT).then_some(offset as usize)
    }

    /// The offset of what `!name =` stands for.
    pub(crate) fn named_metadata(&self, name: &str) -> Option<usize> {
        self.named_metadata.get(name).copied()
    }

    /// True if attribute group `number` holds `noreturn`.
    pub(crate) fn group_is_noreturn(&self, number: &str) -> bool {
        number
            .parse()
            .is_ok_and(|it: u32| self.noreturn_groups.contains(&it))
    }

    /// The 1-based line of `offset`.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or(&self.text);
        1 + before.matches('\n').count()
    }

    /// Records an entity.
    fn entity(&mut self, text: &str, entity: &Range<usize>) {
        let Range { start: pos, end } = first_line(text, entity);
        let line = &text[pos..end];
        // The first byte tells most lines apart, and a module has hundreds of thousands.
        match line.as_bytes().first() {
            Some(b'!') => self.metadata_line(line, pos, text.len()),
            Some(b'd') if line.starts_with("define ") => self.function(line, pos, true),
            Some(b'd') if line.starts_with("declare ") => self.function(line, pos, false),
            Some(b'@') => self.global(text, pos, end),
            Some(b'%') => self.named_type(text, pos, end),
            Some(b'a') if line.starts_with("attributes #") => self.attributes(text, pos, end),
            Some(b't') if line.starts_with("target ") => self.target(text, pos, end),
            _ => {}
        }
    }

    fn metadata_line(&mut self, line: &str, pos: usize, text_len: usize) {
        let name_end = line.find([' ', '=']).unwrap_or(line.len());
        let name = &line[1..name_end];
        let Some(equals) = line[name_end..].find('=') else {
            return;
        };
        let Ok(number) = name.parse::<usize>() else {
            self.named_metadata
                .insert(name.to_owned(), pos + name_end + equals + 1);
            return;
        };
        // LLVM numbers densely; a larger number comes from damaged text and would only cost memory.
        if number < text_len {
            if self.metadata.len() <= number {
                self.metadata.resize(number + 1, ABSENT);
            }
            self.metadata[number] = (pos + name_end + equals + 1) as u32;
        }
    }

    fn function(&mut self, line: &str, pos: usize, defined: bool) {
        let Some(name) = symbol(line) else { return };
        // Linkage stands directly behind `define`.
        let local = is_local(line.split_ascii_whitespace().nth(1));
        let entry = FunctionEntry {
            start: pos,
            defined,
            local,
            noreturn: OnceLock::new(),
        };
        self.functions.insert(name, entry);
    }

    fn global(&mut self, text: &str, pos: usize, end: usize) {
        let mut lexer = Lexer::new(text, pos, end);
        let Tok::Global(name) = lexer.next().tok else {
            return;
        };
        if lexer.next().tok != Tok::Punct(b'=') {
            return;
        }
        let start = lexer.pos();
        let mut entry = GlobalEntry {
            start,
            alias: false,
            local: false,
            defined: true,
        };
        while let Tok::Word(word) = lexer.next().tok {
            match word {
                "alias" | "ifunc" => entry.alias = true,
                "external" | "extern_weak" => entry.defined = false,
                "private" | "internal" => entry.local = true,
                "global" | "constant" => break,
                _ => {}
            }
        }
        self.globals.insert(unescape(name).into_owned(), entry);
    }

    fn named_type(&mut self, text: &str, pos: usize, end: usize) {
        let mut lexer = Lexer::new(text, pos, end);
        let Tok::Local(name) = lexer.next().tok else {
            return;
        };
        if lexer.next().tok == Tok::Punct(b'=') && lexer.next().tok == Tok::Word("type") {
            let entry = TypeEntry {
                start: lexer.pos(),
                resolved: OnceLock::new(),
            };
            self.types.insert(name.to_owned(), entry);
        }
    }

    fn attributes(&mut self, text: &str, pos: usize, end: usize) {
        let mut lexer = Lexer::new(text, pos + "attributes ".len(), end);
        let Tok::Hash(number) = lexer.next().tok else {
            return;
        };
        let Ok(number) = number.parse() else { return };
        loop {
            match lexer.next().tok {
                Tok::Word("noreturn") => self.noreturn_groups.push(number),
                Tok::End => return,
                _ => {}
            }
        }
    }

    fn target(&mut self, text: &str, pos: usize, end: usize) {
        let mut lexer = Lexer::new(text, pos + "target ".len(), end);
        let what = lexer.next().tok;
        lexer.next();
        let Tok::Str(value) = lexer.next().tok else {
            return;
        };
        match what {
            Tok::Word("datalayout") => value.clone_into(&mut self.datalayout),
            Tok::Word("triple") => value.clone_into(&mut self.triple),
            _ => {}
        }
    }
}

fn is_local(linkage: Option<&str>) -> bool {
    matches!(linkage, Some("private" | "internal"))
}

/// The first `@name` outside quotes, without escapes.
fn symbol(line: &str) -> Option<String> {
    let mut lexer = Lexer::new(line, 0, line.len());
    loop {
        match lexer.next().tok {
            Tok::Global(name) => return Some(unescape(name).into_owned()),
            Tok::End => return None,
            _ => {}
        }
    }
}
