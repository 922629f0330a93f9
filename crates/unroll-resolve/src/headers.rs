//! Headers of `impl` blocks, matched by first-order unification (Robinson 1965).
//!
//! `impl<T: Copy> Tr<Option<T>> for S<T>` applies to `S<u8>` and `Tr<Option<u8>>`. Names are compared by their last
//! segment, lifetimes are ignored, and bounds are not checked here.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{GenericArgument, Generics, Ident, ImplItem, PathArguments, Type, visit_mut};

use unroll_syntax::generics::bounds;
use unroll_syntax::walk::{AsEdit, Edit};

/// The bindings of a header's parameters.
pub(crate) type Bindings = BTreeMap<String, Type>;

/// The head of an `impl` block.
#[derive(Clone)]
pub(crate) struct Header {
    pub(crate) module: Vec<String>,
    /// The path of the trait, as it is written.
    pub(crate) of_trait: Vec<String>,
    pub(crate) generics: Generics,
    pub(crate) arguments: Vec<Type>,
    pub(crate) self_ty: Type,
    /// The types that it defines, by their names.
    pub(crate) associated: Vec<(Ident, Type)>,
    /// The methods that it defines.
    pub(crate) methods: Methods,
}

/// The methods that an implementation has of its own, in place of those that its trait provides.
#[derive(Clone, Debug, Default)]
pub(crate) struct Methods {
    names: Vec<String>,
    /// True if a macro stands among them, which may define any others.
    has_macro: bool,
}

impl Methods {
    /// The methods among the items of an implementation.
    pub(crate) fn of(items: &[ImplItem]) -> Self {
        let names = items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
            _ => None,
        });
        Self {
            names: names.collect(),
            has_macro: items.iter().any(|it| matches!(it, ImplItem::Macro(_))),
        }
    }

    /// False if `method` is the one that the trait provides.
    pub(crate) fn may_define(&self, method: &Ident) -> bool {
        self.has_macro || self.names.iter().any(|own| method == own)
    }
}

impl Header {
    /// The parameter that the type is, in `impl<T> Tr for T`.
    pub(crate) fn bare_parameter(&self) -> Option<&Ident> {
        let mut params = self.generics.type_params().map(|param| &param.ident);
        params.find(|param| bounds::is_parameter(&self.self_ty, param))
    }

    pub(crate) fn open(&self) -> Vec<Ident> {
        self.generics
            .type_params()
            .map(|param| param.ident.clone())
            .collect()
    }

    /// True if the trait's arguments can be those of `wanted`, and the types that the block defines those that it says.
    pub(crate) fn unify_trait(
        &self,
        wanted: &Wanted,
        open: &[Ident],
        bindings: &mut Bindings,
    ) -> bool {
        let arguments = self.arguments.iter().zip(&wanted.arguments);
        let named = |name: &Ident| self.associated.iter().find(|(own, _)| own == name);
        let associated = wanted.associated.iter();
        // What a bound says of a type that the block does not define counts as met.
        let associated = associated.filter_map(|(name, wanted)| Some((&named(name)?.1, wanted)));
        let mut pairs = arguments.chain(associated);
        pairs.all(|(own, wanted)| self.unify(own, wanted, open, bindings))
    }

    /// True if `own`, a type of the header, can be `wanted`, in which names among `open` may be anything.
    pub(crate) fn unify(
        &self,
        own: &Type,
        wanted: &Type,
        open: &[Ident],
        bindings: &mut Bindings,
    ) -> bool {
        if open.iter().any(|name| bounds::is_parameter(wanted, name))
            || is_projection(own)
            || is_projection(wanted)
        {
            // Errs towards a match, because the compiler has the last word.
            return true;
        }
        let mut params = self.generics.type_params().map(|param| &param.ident);
        if let Some(param) = params.find(|param| bounds::is_parameter(own, param)) {
            // The first occurrence binds. Parameters stand on one side only, so no occurs check is
            // needed.
            let bound = bindings.entry(param.to_string());
            let bound = bound.or_insert_with(|| wanted.clone());
            return text(bound) == text(wanted);
        }
        match (own, wanted) {
            (Type::Paren(own), _) => self.unify(&own.elem, wanted, open, bindings),
            (Type::Group(own), _) => self.unify(&own.elem, wanted, open, bindings),
            (_, Type::Paren(wanted)) => self.unify(own, &wanted.elem, open, bindings),
            (_, Type::Group(wanted)) => self.unify(own, &wanted.elem, open, bindings),
            (Type::Reference(own), Type::Reference(wanted)) => {
                own.mutability.is_some() == wanted.mutability.is_some()
                    && self.unify(&own.elem, &wanted.elem, open, bindings)
            }
            (Type::Slice(own), Type::Slice(wanted)) => {
                self.unify(&own.elem, &wanted.elem, open, bindings)
            }
            (Type::Array(own), Type::Array(wanted)) => {
                self.unify_constants(&own.len, &wanted.len)
                    && self.unify(&own.elem, &wanted.elem, open, bindings)
            }
            (Type::Tuple(own), Type::Tuple(wanted)) => {
                let mut pairs = own.elems.iter().zip(&wanted.elems);
                own.elems.len() == wanted.elems.len()
                    && pairs.all(|(own, wanted)| self.unify(own, wanted, open, bindings))
            }
            (Type::Path(_), Type::Path(_)) => self.unify_paths(own, wanted, open, bindings),
            _ => text(own) == text(wanted),
        }
    }

    pub(crate) fn unify_paths(
        &self,
        own: &Type,
        wanted: &Type,
        open: &[Ident],
        bindings: &mut Bindings,
    ) -> bool {
        let (Some(own), Some(wanted)) = (last_of(own), last_of(wanted)) else {
            return text(own) == text(wanted);
        };
        let own_arguments: Vec<_> = no_lifetimes(&own.arguments).collect();
        let wanted_arguments: Vec<_> = no_lifetimes(&wanted.arguments).collect();
        let mut pairs = own_arguments.iter().zip(&wanted_arguments);
        own.ident == wanted.ident
            && own_arguments.len() == wanted_arguments.len()
            && pairs.all(|pair| match pair {
                (GenericArgument::Type(own), GenericArgument::Type(wanted)) => {
                    self.unify(own, wanted, open, bindings)
                }
                (own, wanted) => self.unify_constants(own, wanted),
            })
    }

    /// True if a constant of the header can be `wanted`. A parameter can be every constant, also different ones in different places.
    fn unify_constants(&self, own: &impl ToTokens, wanted: &impl ToTokens) -> bool {
        let own = own.to_token_stream().to_string();
        let mut params = self.generics.const_params();
        params.any(|param| param.ident == own) || own == wanted.to_token_stream().to_string()
    }
}

/// The trait that a bound asks for.
pub(crate) struct Wanted {
    /// The trait's arguments, those among them that are types.
    pub(crate) arguments: Vec<Type>,
    /// The required associated types: `u8` for `Item` in `Iterator<Item = u8>`.
    associated: Vec<(Ident, Type)>,
}

impl Wanted {
    pub(crate) fn of(of_trait: &PathArguments) -> Self {
        let constraints = match of_trait {
            PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
            _ => None,
        };
        let constraints = constraints.into_iter().flatten();
        let associated = constraints.filter_map(|argument| match argument {
            GenericArgument::AssocType(constraint) if constraint.generics.is_none() => {
                Some((constraint.ident.clone(), constraint.ty.clone()))
            }
            _ => None,
        });
        Self {
            arguments: arguments(of_trait),
            associated: associated.collect(),
        }
    }
}

/// True if the type is one that some implementation defines, as `<T as Tr>::Name`: which one, is not known here.
fn is_projection(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_some())
}

pub(crate) fn last_of(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        Type::Reference(reference) => last_of(&reference.elem),
        _ => None,
    }
}

/// The number of `param` among the arguments of `ty`, from 0.
pub(crate) fn position(ty: &Type, param: &Ident) -> Option<usize> {
    let mut arguments = no_lifetimes(&last_of(ty)?.arguments);
    arguments.position(
        |argument| matches!(argument, GenericArgument::Type(ty) if bounds::is_parameter(ty, param)),
    )
}

pub(crate) fn no_lifetimes(arguments: &PathArguments) -> impl Iterator<Item = &GenericArgument> {
    let arguments = match arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    let arguments = arguments.into_iter().flatten();
    arguments.filter(|it| matches!(it, GenericArgument::Type(_) | GenericArgument::Const(_)))
}

/// The types among the arguments of a trait.
pub(crate) fn arguments(arguments: &PathArguments) -> Vec<Type> {
    let types = no_lifetimes(arguments).filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty.clone()),
        _ => None,
    });
    types.collect()
}

/// Without spaces and lifetimes, so that equal texts are equal types.
pub(crate) fn text(ty: &Type) -> String {
    let mut ty = ty.clone();
    Forget.visit_type_mut(&mut ty);
    ty.to_token_stream().to_string().replace(' ', "")
}

/// Takes lifetimes of references away.
struct Forget;

impl Edit for Forget {
    fn visit_type_reference_mut(&mut self, reference: &mut syn::TypeReference) {
        reference.lifetime = None;
        visit_mut::visit_type_reference_mut(self.walk(), reference);
    }
}
