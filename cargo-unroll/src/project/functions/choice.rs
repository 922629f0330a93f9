//! Types for the generic parameters of a function and of its `impl` block, and what prevents the analysis of a
//! function.

use proc_macro2::{Ident, Span as TokenSpan, TokenStream};
use syn::{GenericParam, Generics, Signature, Type};
use unroll_resolve::choose::{GenericContext, choose, choose_self, without};
use unroll_syntax::generics::objects::Object;
use unroll_syntax::generics::{merged, objects, standin, with_named_impls};

use super::attribute::FoundAttribute;
use super::context::{Context, ImplBlock, Trait};
use super::{FunctionParts, Lister};
use crate::diagnostics::Code;
use crate::model::job::StandIn;
use crate::project::types::objects::parts;

impl Lister<'_> {
    fn place<'p>(&'p self, self_ty: Option<&'p Type>) -> GenericContext<'p> {
        GenericContext {
            implementors: &self.krate.implementors,
            module: &self.module,
            self_ty,
        }
    }

    /// Types for what stands behind the trait objects of a function's parameters, as far as their bounds decide them. A pointer to
    /// an object that the crate itself makes an input of is left to it, and so are those that are one of several types.
    pub(super) fn behind_objects(
        &self,
        sig: &Signature,
        given: &[(Ident, TokenStream)],
    ) -> Vec<(Ident, TokenStream)> {
        let span = TokenSpan::call_site();
        let (input, any) = (Ident::new("Input", span), Ident::new("any", span));
        let mut objects = objects::of(sig);
        objects.retain(|it| {
            !self.krate.implementors.overrides(&it.pointer, &input, &any) && !self.is_varied(it)
        });
        let chosen = objects.into_iter().filter_map(|object| {
            let mut generics = Generics::default();
            generics.params.push(GenericParam::Type(object.param));
            choose(&without(&generics, given), self.place(None))
        });
        chosen.flatten().collect()
    }

    /// True if an object is an input that is one of several types. What a function changes behind a `&mut` can be compared where one type is known.
    fn is_varied(&self, object: &Object) -> bool {
        let is_changed = matches!(&object.pointer, Type::Reference(it) if it.mutability.is_some());
        let path = parts(&object.param.bounds).and_then(|(path, _)| {
            let implementors = &self.krate.implementors;
            implementors.own_trait(&self.module, path)
        });
        !is_changed && path.is_some_and(|path| self.krate.varied_objects.contains(&path))
    }

    /// Types for the generic parameters of a function and of the item around it that are not `given`. If those of the function have none, still
    /// for those of the item, so that what is missing is told of the function.
    pub(super) fn choose_rest(
        &self,
        given: &[(Ident, TokenStream)],
        sig: &Signature,
    ) -> Vec<(Ident, TokenStream)> {
        let own = with_named_impls(sig).generics;
        let mut bounds = Generics::default();
        bounds.where_clause.clone_from(&sig.generics.where_clause);
        let chosen = self.choose_with(given, sig, &own);
        let chosen = chosen.or_else(|| self.choose_with(given, sig, &bounds));
        chosen.unwrap_or_default()
    }

    /// As [`Self::choose_rest`], with these generics of the function.
    fn choose_with(
        &self,
        given: &[(Ident, TokenStream)],
        sig: &Signature,
        own: &Generics,
    ) -> Option<Vec<(Ident, TokenStream)>> {
        let rest = |around: &Generics| without(&merged(around, own), given);
        match &self.context {
            Context::Impl(block) => {
                choose(&rest(&block.generics), self.place(Some(&block.self_ty)))
            }
            Context::Trait(of) if given.iter().any(|(name, _)| name == "Self") => {
                choose(&rest(&of.item.generics), self.place(None))
            }
            Context::Trait(of) => {
                let all = merged(&of.item.generics, own);
                choose_self(&of.item, &sig.ident, &all, given, self.place(None))
            }
            Context::Module => choose(&rest(&Generics::default()), self.place(None)),
        }
    }

    /// The iterators and vectors that stand for parameters and generic parameters but those that are `given`.
    pub(super) fn iterators(
        &self,
        sig: &Signature,
        given: &[(Ident, TokenStream)],
    ) -> Vec<StandIn> {
        let none = Generics::default();
        let around = match &self.context {
            Context::Impl(block) => &block.generics,
            Context::Trait(of) => &of.item.generics,
            Context::Module => &none,
        };
        let found = standin::of_signature(sig, around).into_iter();
        let found = found.filter(|it| !given.iter().any(|(name, _)| *name == it.name));
        let found = found.map(|it| StandIn {
            name: it.name,
            ty: it.ty,
            is_object: it.is_object,
        });
        found.collect()
    }

    pub(super) fn obstacle(
        &self,
        parts: &FunctionParts<'_>,
        attribute: Option<&FoundAttribute>,
        chosen: &[(Ident, TokenStream)],
    ) -> Option<Code> {
        let sig = parts.sig;
        let is_chosen = |name: &Ident| chosen.iter().any(|(chosen, _)| chosen == name);
        let is_given = |generics: &Generics, param: &GenericParam| match param {
            GenericParam::Lifetime(_) => true,
            GenericParam::Type(param) => {
                is_chosen(&param.ident) || standin::stands_for(&param.ident, generics)
            }
            GenericParam::Const(param) => is_chosen(&param.ident),
        };
        let are_given = |generics: &Generics| {
            let mut params = generics.params.iter();
            params.all(|param| is_given(generics, param))
        };
        match &self.context {
            _ if self.inside_fn => return Some(Code::Nested),
            Context::Trait(of) if !parts.has_body || !self.is_provided(of, sig, chosen) => {
                return Some(Code::TraitItem);
            }
            Context::Impl(block) if block.is_drop() => return Some(Code::Destructor),
            Context::Impl(ImplBlock { generics, .. }) if !are_given(generics) => {
                return Some(Code::GenericImpl);
            }
            Context::Trait(of) if !are_given(&of.item.generics) => {
                return Some(Code::TraitItem);
            }
            Context::Impl(_) | Context::Trait(_) | Context::Module => {}
        }
        // An attribute of the user's stays in every build; where the tool alone asks, the form does
        // without `const`.
        if sig.constness.is_some() && attribute.is_some() {
            return Some(Code::ConstFn);
        }
        let is_rust = |abi: &syn::Abi| abi.name.as_ref().is_some_and(|name| name.value() == "Rust");
        if sig.abi.as_ref().is_some_and(|abi| !is_rust(abi)) {
            return Some(Code::ExternFn);
        }
        if !are_given(&with_named_impls(sig).generics) {
            return Some(Code::Generic);
        }
        // Last, because a contract can take it away: nothing else must be behind it.
        sig.unsafety.is_some().then_some(Code::UnsafeFn)
    }

    /// True if what is chosen for `Self` has the method as the trait provides it.
    fn is_provided(&self, of: &Trait, sig: &Signature, chosen: &[(Ident, TokenStream)]) -> bool {
        let own = chosen.iter().find(|(name, _)| name == "Self");
        let own = own.and_then(|(_, ty)| syn::parse2(ty.clone()).ok());
        own.is_some_and(|ty| {
            let implementors = &self.krate.implementors;
            !implementors.overrides(&ty, &of.item.ident, &sig.ident)
        })
    }
}
