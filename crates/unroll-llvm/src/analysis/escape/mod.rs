//! Escape analysis of local variables: code whose result may show where in memory they lie.
//!
//! In: a program whose calls are not inlined yet, and entries. Out: the entries from which a function is reached that lets the address of one
//! of its locals outlive it, as its result or in memory of its caller, or that compares addresses of different locals for equality. The
//! optimiser decides such comparisons at one place as no stack decides them at run time, and not alike in two builds, so nothing holds for
//! all builds that was proved of code behind it.
//!
//! Interprocedural, bottom-up and insensitive to flow: `body` gives the [`Summary`] of a function in terms of those that it calls, until no
//! summary grows. Memory is known by offset within locals, and as a whole behind parameters. What code behind pointers to functions and
//! what is not in the program does to an address is not followed.
//!
//! **Invariant:** the code of crates that come with the compiler has summaries, but is not taken for one that shows addresses.

mod body;
mod call;
mod memory;
mod token;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::body::Body;
use self::token::Summary;
use crate::error::ReadError;
use crate::ir::{Call, Callee, Function};
use crate::link::origin::is_users;
use crate::link::program::{ModuleId, Program};

/// A function or global variable: its module and its name there.
type Symbol = (ModuleId, String);

/// The entries of `entries` from which code is reached that may show where locals lie.
///
/// # Errors
/// When a module cannot be read.
pub fn observers<'e>(
    program: &Program,
    entries: impl IntoIterator<Item = &'e str>,
) -> Result<BTreeSet<String>, ReadError> {
    let mut graph = Graph::default();
    let mut roots = Vec::new();
    for entry in entries {
        if let Some(at) = graph.meet(program, ModuleId(0), entry)? {
            roots.push((entry, at));
        }
    }
    graph.grow(program)?;
    let observing = graph.observing(program)?;
    let observing = graph.leading_to(observing);
    let roots = roots.into_iter().filter(|(_, at)| observing[*at]);
    Ok(roots.map(|(entry, _)| entry.to_owned()).collect())
}

/// The symbols that code mentions, in order of their discovery.
#[derive(Default)]
struct Graph {
    numbers: FxHashMap<Symbol, usize>,
    nodes: Vec<Node>,
}

/// A function, or a global variable, which has no code.
struct Node {
    symbol: Symbol,
    function: Option<Arc<Function>>,
    /// Nodes that it mentions.
    mentions: BTreeSet<usize>,
    /// Those among them that it calls, by the name that it has for them.
    callees: BTreeMap<String, usize>,
}

impl Graph {
    /// The number of what `name` means in module `from`; `None` if nothing defines it.
    fn meet(
        &mut self,
        program: &Program,
        from: ModuleId,
        name: &str,
    ) -> Result<Option<usize>, ReadError> {
        let (symbol, function) = match program.function(name, from)? {
            Some(found) => ((found.module, found.name), Some(found.item)),
            None => match program.global(name, from)? {
                Some(found) => ((found.module, found.name), None),
                None => return Ok(None),
            },
        };
        let next = self.nodes.len();
        // A function is met under many names, and by its definition once.
        let number = *self.numbers.entry(symbol.clone()).or_insert(next);
        if number == next {
            self.nodes.push(Node {
                symbol,
                function,
                mentions: BTreeSet::new(),
                callees: BTreeMap::new(),
            });
        }
        Ok(Some(number))
    }

    /// Adds everything that what is there mentions.
    fn grow(&mut self, program: &Program) -> Result<(), ReadError> {
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            let (module, name) = node.symbol.clone();
            let mut names = BTreeSet::new();
            let mut mention = |name: &str| {
                names.insert(name.to_owned());
            };
            if let Some(function) = &node.function {
                function.for_each_global(&mut mention);
                function.calls().filter_map(callee).for_each(mention);
            } else if let Some(global) = program.global(&name, module)?
                && let Some(init) = &global.item.init
            {
                init.for_each_global(&mut mention);
            }
            for name in names {
                let Some(number) = self.meet(program, module, &name)? else {
                    continue;
                };
                self.nodes[at].mentions.insert(number);
                if self.nodes[number].function.is_some() {
                    self.nodes[at].callees.insert(name, number);
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The nodes whose own code may show where locals lie.
    fn observing(&self, program: &Program) -> Result<Vec<usize>, ReadError> {
        let mut summaries = vec![Summary::default(); self.nodes.len()];
        loop {
            let mut grows = false;
            // Callees were mostly found behind their callers.
            for (at, node) in self.nodes.iter().enumerate().rev() {
                let Some(function) = &node.function else {
                    continue;
                };
                let layout = program.module(node.symbol.0)?.layout();
                // By name, since a name means another function in another module.
                let of_callee = |name: &str| node.callees.get(name).map(|it| &summaries[*it]);
                let summary = Body::new(function, layout, &of_callee).summary();
                grows |= summary != summaries[at];
                summaries[at] = summary;
            }
            if !grows {
                break;
            }
        }
        let numbered = summaries.iter().enumerate();
        let observing = numbered.filter(|(_, summary)| summary.observes);
        let observing = observing.map(|(at, _)| at);
        Ok(observing
            .filter(|at| is_users(&self.nodes[*at].symbol.1))
            .collect())
    }

    /// The nodes that lead to one of `targets`, themselves included.
    fn leading_to(&self, targets: Vec<usize>) -> Vec<bool> {
        let mut from = vec![Vec::new(); self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            for mentioned in &node.mentions {
                from[*mentioned].push(at);
            }
        }
        let mut leads = vec![false; self.nodes.len()];
        let mut pending = targets;
        while let Some(at) = pending.pop() {
            if !std::mem::replace(&mut leads[at], true) {
                pending.extend(&from[at]);
            }
        }
        leads
    }
}

/// The function that a call names, if it is no intrinsic.
fn callee(call: &Call) -> Option<&str> {
    match &call.callee {
        Callee::Direct(name) => (!name.starts_with("llvm.")).then_some(name),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::module::Module;

    /// The name of a function of the user's.
    fn symbol(name: &str) -> String {
        format!("_RNvCs1_1k{}{name}", name.len())
    }

    /// True if code that `entry` reaches may show where a local lies. In `text`, `@$name` is the name of a user's function.
    fn observes(text: &str, entry: &str) -> bool {
        let mut parts = text.split("@$");
        let mut mangled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part
                .find(|c: char| !c.is_ascii_alphanumeric())
                .unwrap_or(part.len());
            mangled.extend(["@", &symbol(&part[..end]), &part[end..]]);
        }
        let module = Module::index(mangled).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let entry = symbol(entry);
        let found = observers(&program, [entry.as_str()]).expect("the module is read");
        found.contains(&entry)
    }

    #[test]
    fn an_address_gets_out_as_a_result_or_into_memory_of_the_caller() {
        const TEXT: &str = "
define i64 @$number() {
  %x = alloca i8
  %a = ptrtoint ptr %x to i64
  ret i64 %a
}
define ptr @$pointer() {
  %x = alloca [4 x i8]
  %a = getelementptr i8, ptr %x, i64 2
  ret ptr %a
}
define void @$stored(ptr %out) {
  %x = alloca i8
  %a = ptrtoint ptr %x to i64
  %p = getelementptr i8, ptr %out, i64 8
  store i64 %a, ptr %p
  ret void
}
define i64 @$same(i64 %v) {
  ret i64 %v
}
define i64 @$passed() {
  %x = alloca i8
  %a = ptrtoint ptr %x to i64
  %r = call i64 @$same(i64 %a)
  ret i64 %r
}
define void @$wrap(ptr %out, i64 %v) {
  store i64 %v, ptr %out
  ret void
}
define i64 @$unwrap(ptr %in) {
  %v = load i64, ptr %in
  ret i64 %v
}
define i64 @$wrapped() {
  %x = alloca i8
  %w = alloca { i64, i64 }
  %c = alloca { i64, i64 }
  %a = ptrtoint ptr %x to i64
  call void @$wrap(ptr %w, i64 %a)
  call void @llvm.memcpy.p0.p0.i64(ptr %c, ptr %w, i64 16, i1 false)
  %r = call i64 @$unwrap(ptr %c)
  ret i64 %r
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
@table = constant ptr @$number
define void @$mentions() {
  %f = load ptr, ptr @table
  ret void
}
";
        for entry in [
            "number", "pointer", "stored", "passed", "wrapped", "mentions",
        ] {
            assert!(observes(TEXT, entry), "{entry}");
        }
        for entry in ["same", "wrap", "unwrap"] {
            assert!(!observes(TEXT, entry), "{entry}");
        }
    }

    #[test]
    fn different_locals_are_compared_for_equality() {
        const TEXT: &str = "
define i1 @$eq(ptr %a, ptr %b) {
  %r = icmp eq ptr %a, %b
  ret i1 %r
}
define i1 @$two() {
  %x = alloca {}
  %y = alloca {}
  %r = call i1 @$eq(ptr %x, ptr %y)
  ret i1 %r
}
define i1 @$one(i64 %n) {
  %x = alloca [4 x i8]
  %end = getelementptr i8, ptr %x, i64 %n
  %r = call i1 @$eq(ptr %x, ptr %end)
  ret i1 %r
}
define i1 @$given(ptr %p) {
  %x = alloca i8
  %r = icmp eq ptr %x, %p
  ret i1 %r
}
";
        assert!(observes(TEXT, "two"));
        for entry in ["eq", "one", "given"] {
            assert!(!observes(TEXT, entry), "{entry}");
        }
    }

    #[test]
    fn lengths_and_fields_beside_an_address_are_none() {
        const TEXT: &str = "
define i64 @$length(i64 %n) {
  %x = alloca [4 x i8]
  %p = getelementptr i8, ptr %x, i64 %n
  %end = ptrtoint ptr %p to i64
  %start = ptrtoint ptr %x to i64
  %r = sub i64 %end, %start
  ret i64 %r
}
define { ptr, i64 } @$slice(ptr %p, i64 %n) {
  %a = insertvalue { ptr, i64 } poison, ptr %p, 0
  %b = insertvalue { ptr, i64 } %a, i64 %n, 1
  ret { ptr, i64 } %b
}
define i64 @$field(i64 %n) {
  %x = alloca [4 x i8]
  %s = call { ptr, i64 } @$slice(ptr %x, i64 %n)
  %r = extractvalue { ptr, i64 } %s, 1
  ret i64 %r
}
define i64 @$at(ptr %self) {
  %p = getelementptr i8, ptr %self, i64 8
  %r = load i64, ptr %p
  ret i64 %r
}
define ptr @$text(ptr %self) {
  %p = getelementptr i8, ptr %self, i64 16
  %r = load ptr, ptr %p
  ret ptr %r
}
define ptr @$reader(ptr %text) {
  %buffer = alloca [4 x i8]
  %reader = alloca { ptr, i64, ptr }
  store ptr %buffer, ptr %reader
  %p = getelementptr { ptr, i64, ptr }, ptr %reader, i32 0, i32 2
  store ptr %text, ptr %p
  %n = call i64 @$at(ptr %reader)
  %r = call ptr @$text(ptr %reader)
  ret ptr %r
}
";
        for entry in ["length", "field", "reader"] {
            assert!(!observes(TEXT, entry), "{entry}");
        }
    }

    #[test]
    fn alignments_and_tags_are_none() {
        const TEXT: &str = "
define i64 @$untag(ptr %self) {
  %p = load ptr, ptr %self
  %a = ptrtoint ptr %p to i64
  %r = lshr i64 %a, 1
  ret i64 %r
}
define i64 @$tagged() {
  %x = alloca i64
  %args = alloca ptr
  store ptr %x, ptr %args
  %n = call i64 @$untag(ptr %args)
  %a = ptrtoint ptr %x to i64
  %m = lshr i64 %a, 1
  %r = add i64 %n, %m
  ret i64 %r
}
define i1 @$aligned() {
  %x = alloca i64
  %a = ptrtoint ptr %x to i64
  %m = and i64 %a, 7
  %r = icmp eq i64 %m, 0
  ret i1 %r
}
";
        for entry in ["aligned", "tagged"] {
            assert!(!observes(TEXT, entry), "{entry}");
        }
    }
}
