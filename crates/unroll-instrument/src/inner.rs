//! Functions that are declared inside a function.
//!
//! In: a function body. Out: its inner functions with their bodies, in source order, outer ones first.
//!
//! The body around cannot hand them variables, and calls them from wherever it likes, before or behind the declaration. To a pass they are bodies of their own:
//! it walks the body of the function without them and then each of these. Methods of types and traits that are declared in the body are inner functions as well.
//! Methods of other types are not: code elsewhere may call them.
//!
//! A `const fn` cannot call probes, and an `async fn` does not run where it is called; neither is visited.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use syn::{Block, ImplItem, Item, ItemImpl, Signature, Stmt, TraitItem, Type};
use syn::{visit, visit_mut};
use unroll_syntax::walk::{AsEdit, AsLook, Edit, Look};

/// Calls `visit` for each inner function of `block`.
pub(crate) fn each(block: &mut Block, visit: &mut dyn FnMut(&Signature, &mut Block)) {
    let mut names = InnerTypes::default();
    // All names first, because an `impl` may stand before its type.
    names.visit_block(block);
    let mut functions = InnerFunctions {
        types: names.types,
        visit,
    };
    functions.visit_block_mut(block);
}

/// Takes the implementations out of `block` that have nothing to do with what it declares. They hold in the whole crate, so a copy of the body has to do without.
pub(crate) fn drop_outer_impls(block: &mut Block) {
    let mut names = InnerTypes::default();
    names.visit_block(block);
    OuterImpls { names }.visit_block_mut(block);
}

/// Names of the types and traits that a body declares.
#[derive(Default)]
struct InnerTypes {
    types: Vec<Ident>,
    traits: Vec<Ident>,
}

impl<'ast> Look<'ast> for InnerTypes {
    fn visit_item(&mut self, item: &'ast Item) {
        match item {
            Item::Struct(it) => self.types.push(it.ident.clone()),
            Item::Enum(it) => self.types.push(it.ident.clone()),
            Item::Union(it) => self.types.push(it.ident.clone()),
            Item::Type(it) => self.types.push(it.ident.clone()),
            Item::Trait(it) => self.traits.push(it.ident.clone()),
            _ => {}
        }
        visit::visit_item(self.walk(), item);
    }
}

struct OuterImpls {
    names: InnerTypes,
}

impl OuterImpls {
    /// True if the head of an implementation names something that the body declares.
    fn is_inner(&self, item: &ItemImpl) -> bool {
        let of_trait = item.trait_.as_ref().map(|(_, path, _)| path);
        let (generics, ty) = (&item.generics, &item.self_ty);
        let clause = &generics.where_clause;
        let mut own = self.names.types.iter().chain(&self.names.traits);
        let head = quote!(#generics #of_trait #ty #clause);
        own.any(|name| mentions(head.clone(), name))
    }
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

impl Edit for OuterImpls {
    fn visit_block_mut(&mut self, block: &mut Block) {
        block.stmts.retain(|stmt| match stmt {
            Stmt::Item(Item::Impl(item)) => self.is_inner(item),
            _ => true,
        });
        visit_mut::visit_block_mut(self.walk(), block);
    }
}

struct InnerFunctions<'v> {
    types: Vec<Ident>,
    visit: &'v mut dyn FnMut(&Signature, &mut Block),
}

impl InnerFunctions<'_> {
    fn is_inner(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        let [segment] = &*path.path.segments.iter().collect::<Vec<_>>() else {
            return false;
        };
        path.qself.is_none() && self.types.contains(&segment.ident)
    }

    fn function(&mut self, sig: &Signature, block: &mut Block) {
        if sig.constness.is_none() && sig.asyncness.is_none() {
            (self.visit)(sig, block);
            self.visit_block_mut(block);
        }
    }
}

impl Edit for InnerFunctions<'_> {
    fn visit_item_mut(&mut self, item: &mut Item) {
        match item {
            Item::Fn(it) => self.function(&it.sig, &mut it.block),
            Item::Impl(it) if self.is_inner(&it.self_ty) => {
                for item in &mut it.items {
                    if let ImplItem::Fn(it) = item {
                        self.function(&it.sig, &mut it.block);
                    }
                }
            }
            Item::Trait(it) => {
                for item in &mut it.items {
                    if let TraitItem::Fn(it) = item
                        && let Some(block) = &mut it.default
                    {
                        self.function(&it.sig, block);
                    }
                }
            }
            _ => {}
        }
    }

    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_path_mut(&mut self, _: &mut syn::Path) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::{drop_outer_impls, each};

    #[test]
    fn implementations_for_what_is_declared_here_stay() {
        let source = "{
            struct S;
            trait T {}
            impl S {}
            impl T for u8 {}
            impl From<S> for Outer {}
            impl<A> Other for Vec<A> where A: Into<S> {}
            impl Outer {}
            { impl Other for Outer {} }
        }";
        let mut block: syn::Block = syn::parse_str(source).expect("a block");
        drop_outer_impls(&mut block);
        let left = block.to_token_stream().to_string();
        assert_eq!(left.matches("impl").count(), 4, "{left}");
        assert!(!left.contains("impl Outer") && !left.contains("Other for Outer"));
    }

    #[test]
    fn functions_and_methods_are_found_at_any_depth() {
        let source = "{
            fn a() { fn b() {} }
            impl<'a> S<'a> { fn c(&self) { |x| { fn d() {} } } const fn no(&self) {} }
            struct S<'a>(&'a u8);
            impl Other { fn no() {} }
            impl T for &S<'_> { fn no() {} }
            trait T { fn e(&self) {} fn none(&self); }
            async { fn f() {} };
            const { fn no() {} };
            async fn no() {}
        }";
        let mut names = Vec::new();
        let mut block = syn::parse_str(source).expect("a block");
        each(&mut block, &mut |sig, _| names.push(sig.ident.to_string()));
        assert_eq!(names, ["a", "b", "c", "d", "e", "f"]);
    }
}
