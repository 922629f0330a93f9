//! Which functions count: those of the build without `unsafe`, `async` or parameters for input and output. Syntax decides.
//!
//! A function is *unsafe* if it or a block in it is, *async* if it, a block or a closure in it is, and takes *I/O* if
//! its signature, or the head of the `impl` block around it, names a trait or type of [`IO`] by a path that leads, after the `use`
//! declarations of the file, through a module of [`MODULES`]. `std::fmt::Write` is none of these.

use proc_macro2::LineColumn;
use serde::{Deserialize, Serialize};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use unroll_resolve::names::Names;

/// Modules of the standard library that reach outside of the program.
const MODULES: [&str; 4] = ["io", "fs", "net", "process"];

/// The traits and types that do so in them.
const IO: [&str; 18] = [
    "BufRead",
    "BufReader",
    "BufWriter",
    "Child",
    "Command",
    "DirEntry",
    "File",
    "Metadata",
    "Read",
    "ReadDir",
    "Seek",
    "Stderr",
    "Stdin",
    "Stdout",
    "TcpListener",
    "TcpStream",
    "UdpSocket",
    "Write",
];

/// Why a function is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outside {
    /// It is `unsafe`, or a block in it is.
    Unsafe,
    /// It is `async`, or a block or a closure in it is.
    Async,
    /// It takes something that reads, writes, or starts processes.
    Io,
    /// These features and this target leave it out, says the tool.
    Absent,
}

impl Outside {
    /// As it is said in tables.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Unsafe => "unsafe",
            Self::Async => "async",
            Self::Io => "io",
            Self::Absent => "not in this build",
        }
    }
}

/// The functions of one file.
pub(super) struct File {
    functions: Vec<FunctionScope>,
}

struct FunctionScope {
    /// First and last position.
    place: (LineColumn, LineColumn),
    outside: Option<Outside>,
}

impl File {
    /// Reads a file; `None` if it is no Rust.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let tree = syn::parse_file(text).ok()?;
        let mut imports = Imports::default();
        imports.visit_file(&tree);
        let mut scan = FunctionScan {
            names: &imports.0,
            impl_is_io: false,
            functions: vec![],
        };
        scan.visit_file(&tree);
        Some(Self {
            functions: scan.functions,
        })
    }

    /// Why the innermost function around a place is not counted. Lines and columns begin at 1.
    pub(super) fn outside(&self, line: usize, column: usize) -> Option<Outside> {
        let at = (line, column.saturating_sub(1));
        let position = |it: LineColumn| (it.line, it.column);
        self.functions
            .iter()
            .filter(|function| {
                (position(function.place.0)..=position(function.place.1)).contains(&at)
            })
            .max_by_key(|function| position(function.place.0))?
            .outside
    }
}

/// The imports of a file, wherever in it they stand.
#[derive(Default)]
struct Imports(Names);

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        if let syn::Item::Use(_) = item {
            self.0.add(&[], [item]);
        }
        visit::visit_item(self, item);
    }
}

/// True if `path` may lead to a trait or type that reaches outside of the program.
fn is_io(names: &Names, path: &syn::Path) -> bool {
    let segments = path.segments.iter().map(|it| it.ident.to_string());
    let readings = names.readings(&[], &segments.collect::<Vec<_>>());
    let is_module = |module: &String| MODULES.contains(&module.as_str());
    readings.iter().any(|reading| {
        let last = reading.split_last();
        last.is_some_and(|(name, modules)| {
            IO.contains(&name.as_str()) && modules.iter().any(is_module)
        })
    })
}

/// Looks for names of input and output.
struct NamesIo<'i> {
    names: &'i Names,
    found: bool,
}

impl<'ast> Visit<'ast> for NamesIo<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.found |= is_io(self.names, path);
        visit::visit_path(self, path);
    }
}

/// Looks for unsafe and asynchronous code.
#[derive(Default)]
struct BodyScan {
    is_unsafe: bool,
    is_async: bool,
}

impl<'ast> Visit<'ast> for BodyScan {
    fn visit_expr_unsafe(&mut self, _: &'ast syn::ExprUnsafe) {
        self.is_unsafe = true;
    }

    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        self.is_unsafe |= signature.unsafety.is_some();
        self.is_async |= signature.asyncness.is_some();
    }

    fn visit_expr_async(&mut self, _: &'ast syn::ExprAsync) {
        self.is_async = true;
    }

    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        self.is_async |= closure.asyncness.is_some();
        visit::visit_expr_closure(self, closure);
    }
}

struct FunctionScan<'i> {
    names: &'i Names,
    impl_is_io: bool,
    functions: Vec<FunctionScope>,
}

impl FunctionScan<'_> {
    fn names_io(&self, visit: impl FnOnce(&mut NamesIo<'_>)) -> bool {
        let mut names = NamesIo {
            names: self.names,
            found: false,
        };
        visit(&mut names);
        names.found
    }

    fn function(
        &mut self,
        whole: proc_macro2::Span,
        signature: &syn::Signature,
        block: Option<&syn::Block>,
    ) {
        let mut body = BodyScan::default();
        body.visit_signature(signature);
        if let Some(block) = block {
            body.visit_block(block);
        }
        let takes_io = self.names_io(|names| {
            names.visit_generics(&signature.generics);
            signature
                .inputs
                .iter()
                .for_each(|it| names.visit_fn_arg(it));
        });
        let outside = match () {
            () if body.is_unsafe => Some(Outside::Unsafe),
            () if body.is_async => Some(Outside::Async),
            () if takes_io || self.impl_is_io => Some(Outside::Io),
            () => None,
        };
        self.functions.push(FunctionScope {
            place: (whole.start(), whole.end()),
            outside,
        });
    }
}

impl<'ast> Visit<'ast> for FunctionScan<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(item.span(), &item.sig, Some(&item.block));
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(item.span(), &item.sig, Some(&item.block));
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.function(item.span(), &item.sig, item.default.as_ref());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let is_io = self.names_io(|names| {
            names.visit_generics(&item.generics);
            names.visit_type(&item.self_ty);
            if let Some((_, path, _)) = &item.trait_ {
                names.visit_path(path);
            }
        });
        let outer = std::mem::replace(&mut self.impl_is_io, is_io);
        visit::visit_item_impl(self, item);
        self.impl_is_io = outer;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classification of the function `f` of a file.
    fn outside(text: &str) -> Option<Outside> {
        let at = text.find("fn f").expect("it is there") + 3;
        let line = text[..at].matches('\n').count() + 1;
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
        File::parse(text).expect("is Rust").outside(line, column)
    }

    #[test]
    fn plain_functions_count() {
        assert_eq!(outside("fn f(a: &[u8]) {}"), None);
        assert_eq!(outside("fn f() {}\nfn g() { unsafe {} }"), None);
        assert_eq!(
            outside("use std::fmt::Write;\nfn f(w: &mut dyn Write) {}"),
            None
        );
        assert_eq!(outside("use std::io;\nfn f(e: io::Error) {}"), None);
        assert_eq!(outside("trait Read {}\nfn f(r: impl Read) {}"), None);
    }

    #[test]
    fn unsafe_and_async_do_not() {
        assert_eq!(outside("unsafe fn f() {}"), Some(Outside::Unsafe));
        let nested = "fn f() { for _ in 0..1 { unsafe {} } }";
        assert_eq!(outside(nested), Some(Outside::Unsafe));
        assert_eq!(outside("async fn f() {}"), Some(Outside::Async));
        assert_eq!(outside("fn f() { async {}; }"), Some(Outside::Async));
    }

    #[test]
    fn input_and_output_do_not() {
        for text in [
            "use std::io::{self, Read};\nfn f(r: &mut impl Read) {}",
            "use std::io::prelude::*;\nfn f<R>(r: R) where R: BufRead {}",
            "fn f(w: &mut dyn std::io::Write) {}",
            "use std::io;\nfn f<W: io::Write>(w: W) {}",
            "use std::fs::File as F;\nfn f(file: F) {}",
            "use std::io::Read;\nimpl<R: Read> Decoder<R> {\n    fn f(&self) {}\n}",
        ] {
            assert_eq!(outside(text), Some(Outside::Io), "{text}");
        }
    }

    #[test]
    fn the_innermost_function_is_meant() {
        let text = "fn g() {\n    unsafe {}\n    fn f() {}\n}";
        assert_eq!(outside(text), None);
    }
}
