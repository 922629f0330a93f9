//! A program without what no root reaches: LLVM's `GlobalDCE`, on text.
//!
//! In: linked modules, and the functions to keep. Out: the text of each module with the functions, globals and metadata alone that
//! those lead to; types, attribute groups and targets stay, comments go. Whatever is mentioned counts, also inside strings,
//! and names mean what [`Program`] says, so what it resolves from a root stays as it was. Nothing is parsed, and numbers stay.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::error::ReadError;
use crate::link::module::Module;
use crate::link::program::{ModuleId, Program};
use crate::text::entities::{entities, entity_at, first_line, line_start};
use crate::text::lexer::unescape;

/// How much is kept of a reached symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// It, and what it leads to, if the first module defines it.
    Root,
    /// It, and what it leads to, if it is reached.
    Reached,
    /// It alone, if it is reached: its references are not followed.
    Leaf,
}

/// The text of each module of a program, in order, reduced to what roots reach.
///
/// # Errors
/// When a module cannot be read.
pub fn reached(program: &Program, keep: impl Fn(&str) -> Keep) -> Result<Vec<String>, ReadError> {
    let modules = program.modules()?;
    let mut reach = Reach {
        program,
        keep,
        kept: vec![FxHashSet::default(); modules.len()],
        mentioned: vec![FxHashSet::default(); modules.len()],
        pending: Vec::new(),
        modules,
    };
    // Only the first module has harnesses, which are what the tool asks for.
    for root in program.first().defined_functions() {
        if (reach.keep)(root) == Keep::Root {
            reach.mention(ModuleId(0), root)?;
        }
    }
    // Named metadata is reached by nothing and says what the others mean, such as the version of
    // debug information.
    for module in 0..reach.modules.len() {
        reach.keep_named_metadata(module);
    }
    while let Some((module, start)) = reach.pending.pop() {
        reach.visit(module, start)?;
    }
    let kept = reach.modules.iter().zip(&reach.kept);
    Ok(kept
        .map(|(module, kept)| kept_text(module.text(), kept))
        .collect())
}

struct Reach<'p, K> {
    program: &'p Program,
    keep: K,
    modules: Vec<&'p Module>,
    /// Where the lines begin of what is kept of each module.
    kept: Vec<FxHashSet<usize>>,
    /// Symbols that each module mentions.
    mentioned: Vec<FxHashSet<String>>,
    /// Module and start of what is kept and was not looked at so far.
    pending: Vec<(usize, usize)>,
}

impl<K: Fn(&str) -> Keep> Reach<'_, K> {
    fn follow(&mut self, module: usize, start: usize) {
        if self.kept[module].insert(start) {
            self.pending.push((module, start));
        }
    }

    fn keep_named_metadata(&mut self, module: usize) {
        let text = self.modules[module].text();
        for entity in entities(text) {
            let line = &text[entity.clone()];
            if line
                .strip_prefix('!')
                .is_some_and(|line| number(line).is_none())
            {
                self.follow(module, entity.start);
            }
        }
    }

    /// Keeps what a symbol means in a module.
    fn mention(&mut self, from: ModuleId, symbol: &str) -> Result<(), ReadError> {
        let at = from.0 as usize;
        // Names are mentioned far more often than entities exist.
        if self.mentioned[at].contains(symbol) {
            return Ok(());
        }
        self.mentioned[at].insert(symbol.to_owned());
        self.keep_symbol(at, symbol);
        if !self.modules[at].defines(symbol)
            && let Some(home) = self.program.exporter(symbol)?
        {
            self.keep_symbol(home.0 as usize, symbol);
        }
        Ok(())
    }

    /// Keeps the definition or declaration of a symbol in a module, if it has one.
    fn keep_symbol(&mut self, module: usize, symbol: &str) {
        let Some(offset) = self.modules[module].offset(symbol) else {
            return;
        };
        let start = line_start(self.modules[module].text(), offset);
        // Kept without a look inside, so what it mentions may be dropped.
        if (self.keep)(symbol) == Keep::Leaf {
            self.kept[module].insert(start);
        } else {
            self.follow(module, start);
        }
    }

    /// Keeps what an entity mentions.
    fn visit(&mut self, module: usize, start: usize) -> Result<(), ReadError> {
        let home = self.modules[module];
        let text = &home.text()[entity_at(home.text(), start)];
        // Byte by byte over the text, without tokens: what a string mentions is kept as well, which
        // only keeps too much.
        for at in memchr::memchr2_iter(b'@', b'!', text.as_bytes()) {
            let rest = &text[at + 1..];
            if text.as_bytes()[at] == b'@' {
                self.mention(ModuleId(module as u32), &unescape(name(rest)))?;
            } else if let Some(offset) = number(rest).and_then(|node| home.metadata(node)) {
                self.follow(module, line_start(home.text(), offset));
            }
        }
        Ok(())
    }
}

/// The entities of `text` that start at `kept`, and those that are always kept.
fn kept_text(text: &str, kept: &FxHashSet<usize>) -> String {
    let is_kept = |entity: &Range<usize>| {
        let line = &text[first_line(text, entity)];
        match line.as_bytes().first() {
            None | Some(b';') => false,
            Some(b'@' | b'!') => kept.contains(&entity.start),
            Some(b'd') if line.starts_with("define ") || line.starts_with("declare ") => {
                kept.contains(&entity.start)
            }
            // Types, attribute groups and the target are few, and numbers in the rest refer to
            // them.
            Some(_) => true,
        }
    };
    let mut out = String::new();
    for entity in entities(text).filter(is_kept) {
        out.push_str(&text[entity]);
        out.push('\n');
    }
    out
}

/// The symbol that `rest` begins with, behind its `@`; some text if that is no symbol.
fn name(rest: &str) -> &str {
    if let Some(quoted) = rest.strip_prefix('"') {
        return quoted.split('"').next().unwrap_or(quoted);
    }
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"$._-".contains(byte);
    let end = rest.bytes().take_while(is_plain).count();
    &rest[..end]
}

/// The decimal number that `rest` begins with.
fn number(rest: &str) -> Option<u32> {
    let end = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..end].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = r#"; ModuleID = 'first'
target triple = "x86_64-unknown-linux-gnu"

@used = private constant ptr @"far\22away"
@text = private constant [2 x i8] c"@\22"
@unused = private constant ptr @gone
@local = private constant i8 1

; root
define void @root() #0 !dbg !4 {
  %1 = load ptr, ptr @used
  call void @helper(ptr @text, ptr @local)
  call void @probe()
  ret void, !noalias !7
}

define internal void @helper(ptr %0) { ret void }

define void @gone() {
  call void @root()
  ret void
}

declare void @"far\22away"()
declare void @probe()
declare void @unused()

attributes #0 = { nounwind }

!llvm.ident = !{!0}
!0 = !{!"rustc"}
!4 = distinct !{!4, !5}
!5 = !{}
!6 = !{!5}
!7 = !{!8}
!8 = !{}
"#;

    const SECOND: &str = "@local = private constant ptr @aside\ndefine void @\"far\\22away\"() {\n  tail call void @near()\n}\n\
                          define internal void @near() {\n}\ndefine void @aside() {\n}\n\
                          define void @probe() {\n  call void @aside()\n}\n";

    fn program(texts: &[String]) -> Program {
        let module = |text: &String| Module::index(text.clone()).expect("the text is indexed");
        let others = texts[1..].to_vec();
        Program::new(module(&texts[0]), move || {
            Ok(others.iter().map(module).collect())
        })
    }

    fn reduced(texts: &[String], root: &str) -> Vec<String> {
        let keep = |name: &str| match name {
            _ if name == root => Keep::Root,
            "probe" => Keep::Leaf,
            _ => Keep::Reached,
        };
        reached(&program(texts), keep).expect("all modules are read")
    }

    fn modules() -> [String; 2] {
        [FIRST.to_owned(), SECOND.to_owned()]
    }

    fn lines(text: &str) -> Vec<&str> {
        text.lines()
            .filter(|line| !line.starts_with([' ', '}']))
            .map(|line| line.trim_end_matches(" {"))
            .collect()
    }

    #[test]
    fn what_roots_lead_to_stays_and_nothing_else() {
        let kept = reduced(&modules(), "root");
        assert_eq!(
            lines(&kept[0]),
            [
                "target triple = \"x86_64-unknown-linux-gnu\"",
                "@used = private constant ptr @\"far\\22away\"",
                "@text = private constant [2 x i8] c\"@\\22\"",
                "@local = private constant i8 1",
                "define void @root() #0 !dbg !4",
                "define internal void @helper(ptr %0) { ret void }",
                "declare void @\"far\\22away\"()",
                "declare void @probe()",
                "attributes #0 = { nounwind }",
                "!llvm.ident = !{!0}",
                "!0 = !{!\"rustc\"}",
                "!4 = distinct !{!4, !5}",
                "!5 = !{}",
                "!7 = !{!8}",
                "!8 = !{}",
            ]
        );
        assert_eq!(
            lines(&kept[1]),
            [
                "define void @\"far\\22away\"()",
                "define internal void @near()",
                "define void @probe()",
            ]
        );
    }

    #[test]
    fn without_roots_only_what_has_no_name_stays() {
        let kept = reduced(&modules(), "");
        assert_eq!(kept[1], "");
        assert!(!kept[0].contains('@'), "{}", kept[0]);
    }

    #[test]
    fn reducing_again_changes_nothing() {
        let once = reduced(&modules(), "root");
        assert_eq!(reduced(&once, "root"), once);
    }
}
