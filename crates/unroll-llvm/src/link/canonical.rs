//! The code that one function reaches, as a text that says nothing of the rest of the program.
//!
//! In: linked modules and a root. Out: a text of the entities that the root leads to, in the order in which they are first mentioned.
//! Two programs with equal texts are the same program as far as the root reaches, up to the names of private globals and the numbers of
//! metadata nodes, attribute groups and modules, which LLVM gives out in the order of the whole module. A change to code that the root does
//! not reach therefore leaves the text as it was.
//!
//! **Invariant:** everything that a reader of the IR can see from the root is in the text, strings verbatim. What is left out: comments, the
//! checksums of source files, and the places of inline assembly in them.

use std::collections::VecDeque;
use std::sync::Arc;

use camino::Utf8PathBuf;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::ReadError;
use crate::link::module::Module;
use crate::link::program::{ModuleId, Program};
use crate::text::entities::{entities, entity_at, first_line, line_start};
use crate::text::lexer::unescape;

/// Metadata that holds the offset of inline assembly in its source file.
const ASSEMBLY_PLACE: &str = "!srcloc ";

/// A program that canonical texts are made of, with what they all need.
#[derive(Debug)]
pub struct Canonical {
    program: Arc<Program>,
    /// Directories whose place does not count, such as that of the workspace.
    roots: Vec<String>,
    shared: Vec<Shared>,
}

/// Lines of a module that are not found by name.
#[derive(Debug, Default)]
struct Shared {
    /// Where attribute groups begin.
    groups: FxHashMap<u32, usize>,
    /// Lines that concern the module as a whole: the target, assembly, named metadata.
    whole: Vec<usize>,
}

impl Canonical {
    /// Reads all modules of a program. The places of directories `roots` do not count.
    ///
    /// # Errors
    /// When a module cannot be read.
    pub fn new(program: Arc<Program>, roots: &[Utf8PathBuf]) -> Result<Self, ReadError> {
        // Loaded at once, as any module may be reached.
        let modules = program.modules()?;
        let shared = modules.iter().map(|module| shared(module)).collect();
        Ok(Self {
            program,
            roots: roots.iter().map(|root| format!("\"{root}")).collect(),
            shared,
        })
    }

    /// The text of what `root` of the first module reaches. Of functions for which `is_leaf` holds, only the first line counts.
    ///
    /// # Errors
    /// When a module cannot be read.
    pub fn text(&self, root: &str, is_leaf: impl Fn(&str) -> bool) -> Result<String, ReadError> {
        let modules = self.program.modules()?;
        let mut walk = CanonicalWriter {
            canonical: self,
            is_leaf,
            mentioned: vec![FxHashSet::default(); modules.len()],
            seen: vec![FxHashSet::default(); modules.len()],
            ordinals: vec![None; modules.len()],
            modules,
            numbers: FxHashMap::default(),
            // A queue: breadth first gives the same order, whatever order the module has its
            // entities in.
            pending: VecDeque::new(),
            out: String::new(),
        };
        walk.mention(0, root)?;
        while let Some(item) = walk.pending.pop_front() {
            walk.emit(item)?;
        }
        Ok(walk.out)
    }
}

fn shared(module: &Module) -> Shared {
    let text = module.text();
    let mut shared = Shared::default();
    // Attribute groups have numbers of the module, and are found by these; the rest concerns all of
    // its code.
    for entity in entities(text) {
        let line = &text[first_line(text, &entity)];
        if let Some(rest) = line.strip_prefix("attributes #") {
            if let Some(group) = number(rest) {
                shared.groups.insert(group, entity.start);
            }
        } else if line.starts_with("target ")
            || line.starts_with("module asm")
            || line
                .strip_prefix('!')
                .is_some_and(|rest| number(rest).is_none())
        {
            shared.whole.push(entity.start);
        }
    }
    shared
}

/// Entities that have numbers or names of no importance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Renamed {
    Metadata(u32),
    Group(u32),
    Private(String),
}

/// An entity to write.
#[derive(Clone, Copy, Debug)]
struct Pending {
    module: usize,
    start: usize,
    /// True if its first line alone counts.
    is_leaf: bool,
}

struct CanonicalWriter<'c, L> {
    canonical: &'c Canonical,
    is_leaf: L,
    modules: Vec<&'c Module>,
    /// Symbols that each module mentions.
    mentioned: Vec<FxHashSet<String>>,
    /// Where the lines begin of what was met of each module.
    seen: Vec<FxHashSet<usize>>,
    /// The position of each module in the order in which they are met.
    ordinals: Vec<Option<usize>>,
    numbers: FxHashMap<(usize, Renamed), usize>,
    pending: VecDeque<Pending>,
    out: String,
}

impl<L: Fn(&str) -> bool> CanonicalWriter<'_, L> {
    /// Has an entity written, once.
    fn follow(&mut self, module: usize, start: usize, is_leaf: bool) {
        if self.ordinals[module].is_none() {
            // Modules are numbered when they are first met, because the order of files says nothing
            // about the code.
            let mentioned = self.ordinals.iter().flatten().count();
            self.ordinals[module] = Some(mentioned);
            let canonical = self.canonical;
            for &start in &canonical.shared[module].whole {
                self.follow(module, start, false);
            }
        }
        if self.seen[module].insert(start) {
            self.pending.push_back(Pending {
                module,
                start,
                is_leaf,
            });
        }
    }

    /// Has what a symbol means in a module written.
    fn mention(&mut self, module: usize, symbol: &str) -> Result<(), ReadError> {
        // Asked before the insertion, which needs an owned string.
        if self.mentioned[module].contains(symbol) {
            return Ok(());
        }
        self.mentioned[module].insert(symbol.to_owned());
        // The own declaration and the definition elsewhere: both carry attributes.
        self.symbol(module, symbol);
        if !self.modules[module].defines(symbol)
            && let Some(ModuleId(home)) = self.canonical.program.exporter(symbol)?
        {
            self.symbol(home as usize, symbol);
        }
        Ok(())
    }

    fn symbol(&mut self, module: usize, symbol: &str) {
        if let Some(offset) = self.modules[module].offset(symbol) {
            let start = line_start(self.modules[module].text(), offset);
            let is_leaf = (self.is_leaf)(symbol);
            self.follow(module, start, is_leaf);
        }
    }

    /// The number that stands for an entity, in the order in which they are first mentioned.
    fn number_of(&mut self, module: usize, renamed: Renamed) -> usize {
        let next = self.numbers.len();
        *self.numbers.entry((module, renamed)).or_insert(next)
    }

    /// Writes a mark with a number.
    fn numbered(&mut self, mark: &str, number: usize) {
        self.out.push_str(mark);
        self.out.push_str(&number.to_string());
    }

    /// Writes an entity, and has everything written that it mentions.
    fn emit(&mut self, item: Pending) -> Result<(), ReadError> {
        let whole = self.modules[item.module].text();
        let entity = entity_at(whole, item.start);
        let line = &whole[first_line(whole, &entity)];
        let ordinal = self.ordinals[item.module].unwrap_or_default();
        self.out.push_str(&ordinal.to_string());
        self.out.push(' ');
        // Paths and checksums of source files differ between checkouts of the same code.
        if line.starts_with('!') && line.contains("!DIFile(") {
            let line = self.without_place(line);
            self.write(item.module, &line)?;
        } else if item.is_leaf {
            self.write(item.module, line)?;
        } else {
            self.write(item.module, &whole[entity])?;
        }
        self.out.push('\n');
        Ok(())
    }

    /// The line of a source file without its checksum and without the directories that do not count.
    fn without_place(&self, line: &str) -> String {
        let (line, _) = line.split_once(", checksumkind: ").unwrap_or((line, ""));
        let roots = self.canonical.roots.iter();
        roots.fold(line.to_owned(), |line, root| line.replace(root, "\"$"))
    }

    fn write(&mut self, module: usize, text: &str) -> Result<(), ReadError> {
        let bytes = text.as_bytes();
        let mut done = 0;
        while let Some(at) = bytes[done..]
            .iter()
            .position(|byte| b"\"@!#%".contains(byte))
        {
            let at = done + at;
            self.out.push_str(&text[done..at]);
            let rest = &text[at + 1..];
            let len = match bytes[at] {
                // Strings are taken verbatim: an `@` in one is no symbol.
                b'"' => quoted(rest),
                b'@' => self.write_symbol(module, rest)?,
                b'!' => self.write_node(module, text, at),
                b'#' => self.write_group(module, rest),
                _ => self.mention_type(module, rest),
            };
            done = at + 1 + len;
            // Strings and types stay as they are; for the others the numbered form was written
            // already.
            if matches!(bytes[at], b'"' | b'%') || len == 0 {
                self.out.push_str(&text[at..done]);
            }
        }
        self.out.push_str(&text[done..]);
        Ok(())
    }

    /// Writes the symbol that `rest` begins with; returns its length.
    fn write_symbol(&mut self, module: usize, rest: &str) -> Result<usize, ReadError> {
        let len = name(rest);
        let symbol = unescape(rest[..len].trim_matches('"')).into_owned();
        if len == 0 {
            return Ok(0);
        }
        self.mention(module, &symbol)?;
        // LLVM numbers private globals over the whole module, so their names change with other
        // code.
        if self.modules[module].is_private(&symbol) {
            let number = self.number_of(module, Renamed::Private(symbol));
            self.numbered("@~", number);
        } else {
            self.out.push('@');
            self.out.push_str(&rest[..len]);
        }
        Ok(len)
    }

    /// Writes the metadata node whose `!` is at `at`; returns the length of its number, 0 if there is none.
    fn write_node(&mut self, module: usize, text: &str, at: usize) -> usize {
        let rest = &text[at + 1..];
        let Some(node) = number(rest) else { return 0 };
        let len = digits(rest);
        // The offset of the assembly moves with every edit above it.
        if text[..at].ends_with(ASSEMBLY_PLACE) {
            self.out.push_str("!-");
            return len;
        }
        let number = self.number_of(module, Renamed::Metadata(node));
        if let Some(offset) = self.modules[module].metadata(node) {
            let start = line_start(self.modules[module].text(), offset);
            self.follow(module, start, false);
        }
        self.numbered("!", number);
        len
    }

    /// Writes the attribute group that `rest` begins with; returns the length of its number, 0 if there is none.
    fn write_group(&mut self, module: usize, rest: &str) -> usize {
        let Some(group) = number(rest) else { return 0 };
        let Some(&start) = self.canonical.shared[module].groups.get(&group) else {
            return 0;
        };
        let number = self.number_of(module, Renamed::Group(group));
        self.follow(module, start, false);
        self.numbered("#", number);
        digits(rest)
    }

    /// Has the named type that `rest` begins with written, if it is one and not a register; returns its length.
    fn mention_type(&mut self, module: usize, rest: &str) -> usize {
        let len = name(rest);
        if let Some(offset) = self.modules[module].type_offset(rest[..len].trim_matches('"')) {
            let start = line_start(self.modules[module].text(), offset);
            self.follow(module, start, false);
        }
        len
    }
}

/// The length of a name, with its quotes.
fn name(rest: &str) -> usize {
    if let Some(rest) = rest.strip_prefix('"') {
        return 1 + quoted(rest);
    }
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"$._-".contains(byte);
    rest.bytes().take_while(is_plain).count()
}

/// The length of what stands before the next quote, and of that. LLVM escapes quotes in strings as a number.
fn quoted(rest: &str) -> usize {
    rest.find('"').map_or(rest.len(), |at| at + 1)
}

fn digits(rest: &str) -> usize {
    rest.bytes().take_while(u8::is_ascii_digit).count()
}

/// The decimal number that `rest` begins with.
fn number(rest: &str) -> Option<u32> {
    rest[..digits(rest)].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROGRAM: &str = r#"; ModuleID = 'a'
target triple = "x86_64-unknown-linux-gnu"
%"named" = type { i64 }
@alloc_1 = private unnamed_addr constant [3 x i8] c"!7 ", align 1
@vtable.0 = private constant ptr @helper

define void @root(ptr %named) #0 !dbg !4 {
  %1 = load %"named", ptr @vtable.0, align 8
  call void @probe(ptr @alloc_1), !dbg !5
  call void asm sideeffect "nop", ""(), !srcloc !6
  ret void
}

define internal void @helper(ptr %0) #1 {
  ret void
}

define void @probe(ptr %0) #1 {
  call void @far()
  ret void
}

define void @far() #0 {
  ret void
}

attributes #0 = { nounwind "probe-stack"="inline-asm" }
attributes #1 = { cold }

!llvm.ident = !{!0}
!0 = !{!"rustc version 1.95.0"}
!1 = !DIFile(filename: "src/lib.rs", directory: "/w/target/copy", checksumkind: CSK_MD5, checksum: "ab")
!4 = distinct !DISubprogram(name: "{impl#1}", file: !1, line: 3)
!5 = !DILocation(line: 4, column: 5, scope: !4)
!6 = !{i64 17}
"#;

    /// The same program with other code before the rest, which takes the first names and numbers.
    fn beside_others() -> String {
        let shift = |text: &str, from: &str, to: &str| text.replace(from, to);
        let mut text = PROGRAM.to_owned();
        for (from, to) in [
            ("@vtable.0", "@vtable.1"),
            ("alloc_1", "alloc_9"),
            ("#1 ", "#2 "),
            ("#0 ", "#1 "),
            ("!6", "!16"),
            ("!5", "!15"),
            ("!4", "!14"),
            ("!1)", "!11)"),
            ("!1,", "!11,"),
            ("!1 =", "!11 ="),
            ("{i64 17}", "{i64 99}"),
            ("checksum: \"ab\"", "checksum: \"cd\""),
            ("\"/w/target/copy", "\"/elsewhere/copy"),
        ] {
            text = shift(&text, from, to);
        }
        let other = "@vtable.0 = private constant ptr @other\n\ndefine void @other() #0 !dbg !4 {\n  ret void\n}\n\n";
        let text = text.replace("define void @root", &format!("{other}define void @root"));
        format!(
            "{text}attributes #0 = {{ noreturn }}\n!4 = distinct !DISubprogram(name: \"other\")\n"
        )
    }

    fn canonical(text: &str, roots: &[&str]) -> String {
        let module = Module::index(text.to_owned()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let roots: Vec<Utf8PathBuf> = roots.iter().map(Utf8PathBuf::from).collect();
        let canonical = Canonical::new(Arc::new(program), &roots).expect("all modules are read");
        let text = canonical.text("root", |name| name == "probe");
        text.expect("all modules are read")
    }

    #[test]
    fn code_that_is_not_reached_does_not_count() {
        let here = canonical(PROGRAM, &["/w/target"]);
        let there = canonical(&beside_others(), &["/elsewhere"]);
        assert_eq!(here, there);
        assert!(here.contains("c\"!7 \""), "strings stay:\n{here}");
        assert!(here.contains("{impl#1}"), "strings stay:\n{here}");
        assert!(!here.contains("@far"), "leaves are not followed:\n{here}");
    }

    #[test]
    fn each_change_of_reached_code_counts() {
        let before = canonical(PROGRAM, &[]);
        for (from, to) in [
            ("%1 = load %\"named\"", "%1 = load i64"),
            ("type { i64 }", "type { i32 }"),
            ("c\"!7 \"", "c\"!8 \""),
            ("constant ptr @helper", "constant ptr @far"),
            ("%0) #1 {\n  ret void", "%0) #0 {\n  ret void"),
            ("%0) #1 {\n  call", "%0) #0 {\n  call"),
            ("{ nounwind ", "{ "),
            ("{ cold }", "{ hot }"),
            ("line: 4", "line: 5"),
            ("src/lib.rs", "src/main.rs"),
            ("/w/target", "/v/target"),
            ("1.95.0", "1.96.0"),
            ("x86_64", "aarch64"),
            ("{impl#1}", "{impl#2}"),
            ("asm sideeffect \"nop\"", "asm sideeffect \"hlt\""),
        ] {
            let changed = PROGRAM.replace(from, to);
            assert_ne!(changed, PROGRAM, "{from}");
            assert_ne!(canonical(&changed, &[]), before, "{from} to {to}");
        }
    }

    #[test]
    fn private_globals_that_change_places_count() {
        let two = "@a = private constant i8 1\n@b = private constant i8 2\ndefine void @root() {\n  call void @f(ptr @a, ptr @b)\n  ret void\n}\ndeclare void @f(ptr, ptr)\n";
        let swapped = two.replace("ptr @a, ptr @b", "ptr @b, ptr @a");
        assert_ne!(canonical(two, &[]), canonical(&swapped, &[]));
    }
}
