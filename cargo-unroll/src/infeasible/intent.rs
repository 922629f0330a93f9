//! Code that is dead on purpose, as far as syntax shows.
//!
//! In such code the author states that something cannot happen (`unreachable!()`), or it depends on how the crate is
//! built (`cfg!(..)`).

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, Expr, ExprMethodCall, ExprPath, Item, ItemFn, Local, Macro, Meta, Pat, Stmt,
};

/// Macros that say that code is not meant to be executed.
const DENIALS: [&str; 7] = [
    "unreachable",
    "panic",
    "todo",
    "unimplemented",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
];

/// True if one of the statements says that it is not meant to be executed.
pub(super) fn denies(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match stmt {
        Stmt::Macro(stmt) => is_denial(&stmt.mac),
        Stmt::Expr(expr, _) => expr_denies(expr),
        Stmt::Local(_) | Stmt::Item(_) => false,
    })
}

/// True if an expression in place of a statement says that it is not meant to be executed.
pub(super) fn expr_denies(expr: &Expr) -> bool {
    match expr {
        Expr::Macro(expr) => is_denial(&expr.mac),
        Expr::Block(block) => denies(&block.block.stmts),
        Expr::Unsafe(block) => denies(&block.block.stmts),
        Expr::Paren(inner) => expr_denies(&inner.expr),
        Expr::Return(inner) => inner.expr.as_deref().is_some_and(expr_denies),
        Expr::Call(call) => match &*call.func {
            Expr::Path(path) => {
                let last = path.path.segments.last();
                last.is_some_and(|last| last.ident == "unreachable_unchecked")
            }
            _ => false,
        },
        _ => false,
    }
}

fn is_denial(mac: &Macro) -> bool {
    let Some(last) = mac.path.segments.last() else {
        return false;
    };
    let name = last.ident.to_string();
    let is_false = || {
        let mut tokens = mac.tokens.clone().into_iter();
        tokens.next().is_some_and(|it| it.to_string() == "false")
    };
    DENIALS.contains(&&*name) || name == "assert" && is_false()
}

/// True if an attribute allows code that is never executed, or leaves it out of some builds.
pub(super) fn allows(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            return true;
        }
        let Meta::List(list) = &attr.meta else {
            return false;
        };
        let is_level = list.path.is_ident("allow") || list.path.is_ident("expect");
        is_level && list.tokens.to_string().contains("unreachable_code")
    })
}

/// Variables whose values depend on how the crate is built, and on nothing else.
pub(super) fn configured(block: &Block) -> BTreeSet<String> {
    let mut settings = Settings::default();
    settings.visit_block(block);
    settings.names
}

/// True for the macros of contracts and labels.
pub(super) fn is_own(mac: &Macro) -> bool {
    let last = mac.path.segments.last();
    last.is_some_and(|last| last.ident == "invariant" || last.ident == "label")
}

/// The functions of a body that it names where they are declared alone.
pub(super) fn unused(block: &Block) -> BTreeSet<String> {
    let mut declared = Declared::default();
    declared.visit_block(block);
    let mut names = BTreeMap::new();
    count_names(block.to_token_stream(), &mut names);
    let is_unused = |name: &String| names.get(name) == Some(&1);
    declared.0.into_iter().filter(is_unused).collect()
}

/// Counts how often each name stands in tokens.
fn count_names(tokens: TokenStream, names: &mut BTreeMap<String, usize>) {
    for token in tokens {
        match token {
            TokenTree::Ident(name) => *names.entry(name.to_string()).or_default() += 1,
            TokenTree::Group(group) => count_names(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Collects the functions that a body declares.
#[derive(Default)]
struct Declared(Vec<String>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.0.push(item.sig.ident.to_string());
        visit::visit_item_fn(self, item);
    }
}

/// True if the value of a condition does not depend on variables, but for `configured` ones.
pub(super) fn is_constant(expr: &Expr, configured: &BTreeSet<String>) -> bool {
    let mut reads = Reads {
        configured,
        variables: false,
        is_configured: false,
    };
    reads.visit_expr(expr);
    !reads.variables
}

/// True if the value of a condition depends on the build or the target, and on no other variable.
pub(super) fn is_of_build(expr: &Expr, configured: &BTreeSet<String>) -> bool {
    let mut reads = Reads {
        configured,
        variables: false,
        is_configured: false,
    };
    reads.visit_expr(expr);
    !reads.variables && reads.is_configured
}

/// Numbers that lack values which `usize` and `isize` have on 64-bit targets: that a conversion to one of them succeeds is not for the sake of the target.
const NARROW: [&str; 7] = ["u8", "u16", "u32", "i8", "i16", "i32", "i64"];

/// True if an expression converts numbers with a check that may fail on some targets alone, as from `usize` to `u64` and back.
pub(super) fn converts(expr: &Expr) -> bool {
    let mut conversions = Conversions(false);
    conversions.visit_expr(expr);
    conversions.0
}

/// Looks for calls of `TryFrom::try_from` and `TryInto::try_into`.
struct Conversions(bool);

impl<'ast> Visit<'ast> for Conversions {
    fn visit_item(&mut self, _: &'ast Item) {}

    fn visit_block(&mut self, _: &'ast Block) {}

    fn visit_expr_path(&mut self, path: &'ast ExprPath) {
        let mut names = path.path.segments.iter().rev().map(|it| &it.ident);
        let is_conversion = names
            .next()
            .is_some_and(|it| it == "try_from" || it == "try_into");
        let is_narrow = names
            .next()
            .is_some_and(|it| NARROW.iter().any(|own| it == own));
        self.0 |= is_conversion && !is_narrow;
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.0 |= call.method == "try_into";
        visit::visit_expr_method_call(self, call);
    }
}

/// Collects the variables that an expression reads.
struct Reads<'c> {
    configured: &'c BTreeSet<String>,
    /// True if it reads a variable that is not configured.
    variables: bool,
    /// True if it reads a constant, a configured variable or an option of the build.
    is_configured: bool,
}

impl Reads<'_> {
    fn name(&mut self, name: &str) {
        if self.configured.contains(name) {
            self.is_configured = true;
        } else {
            self.variables = true;
        }
    }
}

impl<'ast> Visit<'ast> for Reads<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::Path(path) => match path.path.get_ident() {
                // Syntax alone does not tell constants from variables, but by convention their case
                // does.
                Some(name) if !name.to_string().starts_with(char::is_uppercase) => {
                    self.name(&name.to_string());
                }
                _ => self.is_configured = true,
            },
            // The name of a function is no variable.
            Expr::Call(call) => {
                self.is_configured = true;
                call.args.iter().for_each(|arg| self.visit_expr(arg));
            }
            Expr::Macro(found) if found.mac.path.is_ident("cfg") => self.is_configured = true,
            // What a macro reads cannot be told from its tokens.
            Expr::Macro(_) | Expr::Closure(_) => self.variables = true,
            _ => visit::visit_expr(self, expr),
        }
    }
}

#[derive(Default)]
struct Settings {
    names: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Settings {
    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        let Pat::Ident(name) = &local.pat else {
            return;
        };
        let Some(init) = &local.init else {
            return;
        };
        let mut reads = Reads {
            configured: &self.names,
            variables: false,
            is_configured: false,
        };
        reads.visit_expr(&init.expr);
        let is_configured = !reads.variables && reads.is_configured && name.mutability.is_none();
        let name = name.ident.to_string();
        if is_configured {
            self.names.insert(name);
        } else {
            // A later `let` of the same name hides the configured variable.
            self.names.remove(&name);
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::{Block, Expr};

    use super::{configured, converts, denies, is_constant, is_of_build, unused};

    #[test]
    fn what_is_dead_on_purpose_says_so() {
        let is_denied = |text: &str| {
            let block: Block = syn::parse_str(text).expect("a block");
            denies(&block.stmts)
        };
        for text in [
            "{ unreachable!() }",
            "{ log(); panic!(\"no\") }",
            "{ return todo!() }",
            "{ debug_assert!(n > 1); return 3; }",
            "{ unsafe { std::hint::unreachable_unchecked() } }",
            "{ assert!(false, \"never\") }",
        ] {
            assert!(is_denied(text), "{text}");
        }
        for text in ["{ assert!(n > 1) }", "{ 3 }", "{ if a { panic!() } b }"] {
            assert!(!is_denied(text), "{text}");
        }
    }

    #[test]
    fn functions_that_are_only_declared_are_unused() {
        let source = "{ fn a() { c(); } fn b() {} fn c() {} fn d() { fn e() {} } run!(|| d()); }";
        let block: Block = syn::parse_str(source).expect("a block");
        assert_eq!(Vec::from_iter(unused(&block)), ["a", "b", "e"]);
    }

    #[test]
    fn conditions_of_the_build_are_constant() {
        let source = "{ let fast = cfg!(feature = \"fast\"); let n = 3; let wide = size_of::<usize>() == 8; }";
        let block: Block = syn::parse_str(source).expect("a block");
        let names = configured(&block);
        let is = |text: &str| {
            let expr: Expr = syn::parse_str(text).expect("an expression");
            is_constant(&expr, &names)
        };
        for text in [
            "fast",
            "!wide",
            "false",
            "MAX > 3",
            "cfg!(test) && fast",
            "a::B < 2",
        ] {
            assert!(is(text), "{text}");
        }
        for text in ["n == 3", "fast && x", "v.len() > MAX", "f(x)"] {
            assert!(!is(text), "{text}");
        }
        let is_of_build = |text: &str| {
            let expr: Expr = syn::parse_str(text).expect("an expression");
            is_of_build(&expr, &names)
        };
        assert!(is_of_build("usize::BITS == 32") && is_of_build("!fast"));
        assert!(!is_of_build("false") && !is_of_build("n > MAX"));
    }

    #[test]
    fn conversions_are_found_in_what_is_matched() {
        let converts = |text: &str| converts(&syn::parse_str(text).expect("an expression"));
        for text in [
            "u64::try_from(n)",
            "n.try_into().ok()",
            "v.len().try_into().map_err(f)",
            "n.map(usize::try_from)",
        ] {
            assert!(converts(text), "{text}");
        }
        for text in [
            "u64::from(n)",
            "n.into()",
            "u8::try_from(n & 15)",
            "{ let m = u64::try_from(n); m }",
        ] {
            assert!(!converts(text), "{text}");
        }
    }
}
