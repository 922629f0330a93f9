//! Statics, and edits that keep the compiler from treating their initial values as constants.
//!
//! In: the tree of a source file. Out: text for the copy. No harness calls the functions that change a static, so
//! these functions are not compiled, and the compiler turns a static that nothing changes into a constant. Code that
//! only another state reaches would then look unreachable. `#[used]` keeps the static a variable, which the effects
//! stage finds in the code. A thread local cannot have the attribute; a function that passes it on has it instead.
//!
//! Macros may declare statics as well. Those of `lazy_static!` change when they are first read, which is enough. Of
//! other macros only their presence is recorded.
//!
//! Not here: if a static can change, which its type and the code decide.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Expr, File, GenericArgument, Ident, Item, ItemMacro, ItemStatic, Macro,
    PathArguments, StmtMacro, Token, Type, Visibility,
};
use unroll_resolve::names::Names;
use unroll_syntax::std_types::{self, Implementation, StdType};

use super::sources::cfg::attributes_of;
use super::sources::modules;
use super::sources::modules::ModuleFile;

/// The statics of a file.
#[derive(Debug, Default)]
pub(super) struct Statics {
    /// Text that keeps statics as variables, with the byte in front of which it goes.
    pub(super) insertions: Vec<(usize, String)>,
    /// True if a macro declares some that nothing keeps.
    pub(super) are_hidden: bool,
}

/// The statics of a file, but for those that only tests have.
pub(super) fn find(file: &File) -> Statics {
    let mut statics = Statics::default();
    statics.visit_file(file);
    statics
}

impl<'ast> Visit<'ast> for Statics {
    fn visit_item(&mut self, item: &'ast Item) {
        if !modules::is_test_only(attributes_of(item)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_static(&mut self, item: &'ast ItemStatic) {
        if !item.attrs.iter().any(|attr| attr.path().is_ident("used")) {
            let start = match &item.vis {
                Visibility::Inherited => item.static_token.span(),
                vis => vis.span(),
            };
            let at = start.byte_range().start;
            self.insertions.push((at, "#[used] ".to_owned()));
        }
        visit::visit_item_static(self, item);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        let end = match &item.semi_token {
            Some(semi) => semi.span(),
            None => item.mac.delimiter.span().close(),
        };
        self.declared(&item.attrs, &item.mac, end.byte_range().end);
    }

    fn visit_stmt_macro(&mut self, stmt: &'ast StmtMacro) {
        let end = match &stmt.semi_token {
            Some(semi) => semi.span(),
            None => stmt.mac.delimiter.span().close(),
        };
        self.declared(&stmt.attrs, &stmt.mac, end.byte_range().end);
    }

    fn visit_macro(&mut self, mac: &'ast Macro) {
        self.are_hidden |= declares_statics(mac.tokens.clone());
    }
}

impl Statics {
    /// A macro call that may stand for items and ends in front of the byte `end`.
    fn declared(&mut self, attrs: &[Attribute], mac: &Macro, end: usize) {
        let last = mac.path.segments.last();
        let is_thread_local = last.is_some_and(|last| last.ident == "thread_local");
        match mac.parse_body::<ThreadLocals>() {
            Ok(ThreadLocals(declared)) if is_thread_local => {
                let outer: Vec<&Attribute> = attrs.iter().filter(|it| is_cfg(it)).collect();
                for ThreadLocal { cfgs, name, .. } in declared {
                    let kept = kept_thread_local(&outer, &cfgs, &name);
                    self.insertions.push((end, format!(" {kept}")));
                }
            }
            _ => self.visit_macro(mac),
        }
    }
}

/// An item that has the address of the thread local `name` go where the compiler does not see what becomes of it.
fn kept_thread_local(outer: &[&Attribute], cfgs: &[Attribute], name: &Ident) -> TokenStream {
    quote! {
        #(#outer)* #(#cfgs)* const _: () = {
            #[used]
            static KEPT: fn() = || #name.with(|value| { ::std::hint::black_box(value); });
        };
    }
}

/// A static or thread local that tests can set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SettableStatic {
    /// Its module, from the crate root.
    pub(super) module: Vec<String>,
    pub(super) name: String,
    /// True if all threads have one value of it.
    pub(super) is_shared: bool,
}

impl SettableStatic {
    /// Its path from the crate root.
    pub(super) fn path(&self) -> Vec<String> {
        [&self.module[..], std::slice::from_ref(&self.name)].concat()
    }
}

/// Those of the files, whose modules have `names`.
pub(super) fn settable_among(files: &[ModuleFile], names: &Names) -> Vec<SettableStatic> {
    let mut found = Vec::new();
    for file in files {
        let settable = |is_shared: bool| {
            move |name: String| SettableStatic {
                module: file.module.clone(),
                name,
                is_shared,
            }
        };
        let tree = &file.source.tree;
        found.extend(cells(tree).into_iter().map(settable(false)));
        found.extend(
            shared(tree, &file.module, names)
                .into_iter()
                .map(settable(true)),
        );
    }
    found
}

/// The atomics and locks of a file's own module, under no condition. Locks are those of types of the standard library.
fn shared(file: &File, module: &[String], names: &Names) -> Vec<String> {
    let statics = file.items.iter().filter_map(|item| match item {
        Item::Static(item) => Some(item),
        _ => None,
    });
    let is_plain = |item: &&ItemStatic| {
        let is_remark = |attr: &Attribute| {
            let path = attr.path();
            ["doc", "allow", "expect"]
                .iter()
                .any(|it| path.is_ident(it))
        };
        matches!(item.mutability, syn::StaticMutability::None) && item.attrs.iter().all(is_remark)
    };
    let shared = statics.filter(is_plain).filter(|item| {
        let Type::Path(ty) = &*item.ty else {
            return false;
        };
        let segments = ty.path.segments.iter();
        let path: Vec<String> = segments.map(|it| it.ident.to_string()).collect();
        let is_lock_of_inputs = || {
            let last = ty.path.segments.last();
            last.is_some_and(|last| arguments_hold(&last.arguments, |ty| ty.input))
        };
        is_standard(&path, module, names, std_types::is_atomic)
            || is_standard(&path, module, names, std_types::is_lock) && is_lock_of_inputs()
    });
    shared.map(|item| item.ident.to_string()).collect()
}

/// True if `path` means one of `those` types of the standard library in `module`.
fn is_standard(path: &[String], module: &[String], names: &Names, those: fn(&str) -> bool) -> bool {
    if names.find(module, path).is_some() {
        return false;
    }
    names.readings(module, path).iter().any(|reading| {
        let is_of_library = reading
            .first()
            .is_some_and(|it| it == "std" || it == "core");
        is_of_library && reading.last().is_some_and(|it| those(it))
    })
}

/// The thread locals of a file's own module, under no condition, whose values before a call can be inputs: cells of types of the standard library.
/// One that has no value yet behaves as its initial value, unless making that does more.
fn cells(file: &File) -> Vec<String> {
    let macros = file.items.iter().filter_map(|item| match item {
        Item::Macro(item) if !item.attrs.iter().any(is_cfg) => Some(&item.mac),
        _ => None,
    });
    let is_thread_local = |mac: &&Macro| {
        let last = mac.path.segments.last();
        last.is_some_and(|last| last.ident == "thread_local")
    };
    let declared = macros.filter(is_thread_local).filter_map(|mac| {
        let ThreadLocals(declared) = mac.parse_body().ok()?;
        Some(declared)
    });
    let cells = declared.flatten().filter(|declared| {
        declared.cfgs.is_empty() && is_cell(&declared.ty) && is_plain(&declared.init)
    });
    cells.map(|declared| declared.name.to_string()).collect()
}

/// True for a `Cell` or `RefCell` that can be an input, as far as names say.
fn is_cell(ty: &Type) -> bool {
    let last = match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.is_some_and(|last| {
        let holds: fn(&StdType) -> bool = match &*last.ident.to_string() {
            "Cell" => |ty| ty.input && ty.copy != Implementation::Unknown,
            "RefCell" => |ty| ty.input,
            _ => return false,
        };
        arguments_hold(&last.arguments, holds)
    })
}

/// True if a type consists of types of the standard library of which something `holds`.
fn consists_of(ty: &Type, holds: fn(&StdType) -> bool) -> bool {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last().is_some_and(|last| {
            std_types::find(&last.ident.to_string()).is_some_and(holds)
                && arguments_hold(&last.arguments, holds)
        }),
        Type::Tuple(tuple) => tuple.elems.iter().all(|ty| consists_of(ty, holds)),
        Type::Array(array) => consists_of(&array.elem, holds),
        _ => false,
    }
}

fn arguments_hold(arguments: &PathArguments, holds: fn(&StdType) -> bool) -> bool {
    match arguments {
        PathArguments::None => true,
        PathArguments::AngleBracketed(arguments) => arguments
            .args
            .iter()
            .all(|it| matches!(it, GenericArgument::Type(ty) if consists_of(ty, holds))),
        PathArguments::Parenthesized(_) => false,
    }
}

/// True if an expression only makes a value: constants, and functions of types of the standard library.
fn is_plain(init: &Expr) -> bool {
    match init {
        Expr::Lit(_) | Expr::Const(_) | Expr::Path(_) => true,
        Expr::Unary(unary) => is_plain(&unary.expr),
        Expr::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Expr::Array(array) => array.elems.iter().all(is_plain),
        Expr::Call(call) => {
            let is_of_library = match &*call.func {
                Expr::Path(path) => path.path.segments.first().is_some_and(|first| {
                    let name = first.ident.to_string();
                    name == "Some" || name == "std" || std_types::find(&name).is_some()
                }),
                _ => false,
            };
            is_of_library && call.args.iter().all(is_plain)
        }
        _ => false,
    }
}

/// The declarations in a call of `thread_local!`.
struct ThreadLocals(Vec<ThreadLocal>);

struct ThreadLocal {
    /// The conditions under which it is there.
    cfgs: Vec<Attribute>,
    name: Ident,
    ty: Type,
    init: Expr,
}

impl Parse for ThreadLocals {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut declared = Vec::new();
        while !input.is_empty() {
            let mut cfgs = input.call(Attribute::parse_outer)?;
            cfgs.retain(is_cfg);
            input.parse::<Visibility>()?;
            input.parse::<Token![static]>()?;
            let name = input.parse()?;
            input.parse::<Token![:]>()?;
            let ty = input.parse()?;
            input.parse::<Token![=]>()?;
            let init = input.parse()?;
            input.parse::<Option<Token![;]>>()?;
            declared.push(ThreadLocal {
                cfgs,
                name,
                ty,
                init,
            });
        }
        Ok(Self(declared))
    }
}

fn is_cfg(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg")
}

/// True if tokens of a macro declare a static, unless as `lazy_static!` does: `static ref`.
fn declares_statics(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    let mut is_lifetime = false;
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(group) if declares_statics(group.stream()) => return true,
            TokenTree::Ident(ident) if ident == "static" && !is_lifetime => {
                let is_ref =
                    |next: &TokenTree| matches!(next, TokenTree::Ident(next) if next == "ref");
                if !tokens.peek().is_some_and(is_ref) {
                    return true;
                }
            }
            _ => {}
        }
        // The lifetime `'static` comes as two tokens.
        is_lifetime = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` with its insertions.
    fn kept(text: &str) -> String {
        let statics = find(&syn::parse_file(text).expect("parses"));
        let mut text = text.to_owned();
        let mut insertions = statics.insertions;
        insertions.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
        for (at, piece) in insertions {
            text.insert_str(at, &piece);
        }
        text
    }

    fn are_hidden(text: &str) -> bool {
        find(&syn::parse_file(text).expect("parses")).are_hidden
    }

    #[test]
    fn statics_are_kept_wherever_they_stand() {
        assert_eq!(
            kept(
                "/// Level.\n#[cfg(a)] pub(crate) static mut A: u8 = 1;\nmod m { static B: u8 = { static C: u8 = 2; C }; }"
            ),
            "/// Level.\n#[cfg(a)] #[used] pub(crate) static mut A: u8 = 1;\nmod m { #[used] static B: u8 = { #[used] static C: u8 = 2; C }; }"
        );
        let own = "#[used] static A: u8 = 1; #[cfg(test)] mod t { static B: u8 = 1; } extern \"C\" { static C: u8; }";
        assert_eq!(kept(own), own);
        assert!(!are_hidden(own));
    }

    #[test]
    fn thread_locals_are_handed_on() {
        let text = "#[cfg(a)]\nthread_local! { static A: u8 = const { 1 }; #[cfg(b)] pub static B: Vec<u8> = vec![]; }\nfn f() { std::thread_local!(static C: u8 = 1); }";
        let kept = kept(text);
        let lines: Vec<&str> = kept.lines().collect();
        assert_eq!(lines.len(), text.lines().count());
        for (line, name) in [(1, "A"), (1, "B"), (2, "C")] {
            assert!(lines[line].contains(&format!("{name} . with")), "{kept}");
        }
        assert_eq!(kept.matches("cfg (a)").count(), 2, "{kept}");
        assert_eq!(kept.matches("cfg (b)").count(), 1, "{kept}");
        syn::parse_file(&kept).expect("the copy parses");
        assert!(!are_hidden(text));
    }

    #[test]
    fn cells_that_tests_can_set_are_found() {
        let text = "thread_local! {
                static A: Cell<u8> = const { Cell::new(1) };
                pub static B: RefCell<Vec<String>> = RefCell::new(Vec::new());
                static C: Cell<u8> = Cell::new(load());
                static D: Cell<Own> = const { Cell::new(Own) };
                #[cfg(d)] static E: Cell<u8> = const { Cell::new(1) };
                static F: u8 = 1;
                static J: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
                static K: Cell<Option<String>> = const { Cell::new(None) };
            }
            mod m { thread_local!(static G: Cell<u8> = const { Cell::new(1) }); }
            #[cfg(test)] thread_local!(static H: Cell<u8> = const { Cell::new(1) });
            std::thread_local!(static I: std::cell::Cell<Option<(u8, bool)>> = Cell::new(None));";
        let file = syn::parse_file(text).expect("parses");
        assert_eq!(cells(&file), ["A", "B", "I"]);
    }

    #[test]
    fn shared_statics_that_tests_can_set_are_those_of_the_library() {
        let text = "use std::sync::atomic::{AtomicBool, AtomicU8 as Small};
            use std::sync::atomic;
            use std::sync::{Mutex, RwLock as Guarded};
            use portable_atomic::AtomicU64;
            use parking_lot::RwLock;
            struct AtomicU32;
            static A: AtomicBool = AtomicBool::new(true);
            /// Documented.
            pub static B: atomic::AtomicI8 = atomic::AtomicI8::new(1);
            static C: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(1);
            static D: AtomicU64 = AtomicU64::new(1);
            static E: AtomicU32 = AtomicU32;
            static F: Small = Small::new(1);
            #[cfg(g)] static G: AtomicBool = AtomicBool::new(true);
            static mut H: AtomicBool = AtomicBool::new(true);
            static I: atomic::AtomicPtr<u8> = atomic::AtomicPtr::new(null_mut());
            static J: Mutex<Vec<Option<String>>> = Mutex::new(Vec::new());
            static K: Guarded<(u8, bool)> = Guarded::new((1, true));
            static L: RwLock<u8> = RwLock::new(1);
            static M: Mutex<Own> = Mutex::new(Own);
            static N: std::sync::OnceLock<u8> = std::sync::OnceLock::new();";
        let file = syn::parse_file(text).expect("parses");
        let mut names = Names::default();
        names.add(&[], &file.items);
        assert_eq!(shared(&file, &[], &names), ["A", "B", "C", "F", "J", "K"]);
    }

    #[test]
    fn statics_in_macros_are_hidden() {
        for text in [
            "macro_rules! m { ($n:ident) => { static $n: u8 = 1; } }",
            "statics! { pub static mut A: u8 = 1; }",
            "fn f() { let x = m!({ static A: u8 = 1; A }); }",
            "thread_local! { static $n: u8 = 1; }",
        ] {
            assert!(are_hidden(text), "{text}");
        }
        for text in [
            "lazy_static! { static ref A: u8 = 1; }",
            "macro_rules! m { ($n:ident) => { fn $n() -> &'static str { \"\" } } }",
            "static A: &'static str = \"static\";",
            "#[cfg(test)] mod t { statics! { static A: u8 = 1; } }",
        ] {
            assert!(!are_hidden(text), "{text}");
        }
    }
}
