//! Functions that give values of a type without being its own: methods of another type, and functions of no type.
//!
//! Iterators, guards, entries and parts of other values have no constructors: `List::iter` makes an `Iter`, `parse` makes a `Document`. Such functions are the
//! last resort, behind the type's own. They are grouped by the type that they give, and in one group belong to one `impl` block.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::spanned::Spanned as _;
use syn::{
    Attribute, GenericArgument, ImplItem, ItemFn, ItemImpl, PathArguments, PathSegment, Signature,
    Type, Visibility, parse_quote,
};
use unroll_instrument::built_by::Call;

use super::calls::{
    Builder, Builders, ImplKind, Produced, is_condition, is_general, is_input, mentions,
    parameters, place,
};
use super::names_in;
use crate::project::functions;
use crate::project::functions::line;
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;

/// A function that gives a value of another type.
struct Producer {
    /// That type.
    made: Type,
    builder: Builder,
}

impl Producer {
    /// The function of the type `own`, or of none, if all its arguments may be inputs.
    fn of(
        (attrs, vis, sig): (&[Attribute], &Visibility, &Signature),
        own: Option<&Type>,
        module: &[String],
    ) -> Option<Self> {
        let (made, call) = Call::producer(attrs, sig, own)?;
        let name = modules::unraw(&last_segment(&made)?.ident);
        let fits = |ty: &Type| is_input(ty) && !mentions(ty, &name);
        let fits = call.inputs().iter().all(fits);
        fits.then(|| Self {
            builder: Builder::of(&sig.ident, &call, Some(vis), module),
            made,
        })
    }
}

impl Builders {
    /// The groups of a block that belongs to no trait.
    pub(super) fn producers(file: &ModuleFile, item: &ItemImpl, module: &[String]) -> Vec<Self> {
        let is_conditional = item.attrs.iter().any(is_condition);
        let owner = last_segment(&item.self_ty).map(|last| modules::unraw(&last.ident));
        let Some(owner) = owner.filter(|_| item.trait_.is_none() && !is_conditional) else {
            return Vec::new();
        };
        if !file.source.is_inside {
            return Vec::new();
        }
        let mut groups: Vec<(String, Type, Vec<Builder>)> = Vec::new();
        for function in &item.items {
            let ImplItem::Fn(function) = function else {
                continue;
            };
            let parts = (&function.attrs[..], &function.vis, &function.sig);
            let Some(producer) = Producer::of(parts, Some(&item.self_ty), module) else {
                continue;
            };
            let text = producer.made.to_token_stream();
            // A parameter of the block that the type does not mention would stay open.
            let said = names_in(text.clone());
            if !parameters(item).all(|param| said.contains(&param.to_string())) {
                continue;
            }
            let text = text.to_string();
            match groups.iter_mut().find(|(of, ..)| *of == text) {
                Some((.., builders)) => builders.push(producer.builder),
                None => groups.push((text, producer.made, vec![producer.builder])),
            }
        }
        let (at, lines) = place(item);
        let groups = groups.into_iter().filter_map(|(_, made, constructors)| {
            let last = last_segment(&made)?;
            Some(Self {
                name: path_of(&made)?,
                is_general: is_general(&last.arguments, item),
                produced: Some(Produced {
                    of: made.to_token_stream(),
                    by: Some(owner.clone()),
                }),
                module: module.to_vec(),
                file: file.source.path.clone(),
                at,
                lines,
                constructors,
                constants: Vec::new(),
                methods: Vec::new(),
                params: parameters(item).map(ToString::to_string).collect(),
                kind: ImplKind::Producer,
            })
        });
        groups.collect()
    }

    /// A function of no type.
    pub(super) fn of_function(file: &ModuleFile, item: &ItemFn, module: &[String]) -> Option<Self> {
        if !file.source.is_inside || modules::is_test_only(&item.attrs) {
            return None;
        }
        let parts = (&item.attrs[..], &item.vis, &item.sig);
        let Producer { made, builder } = Producer::of(parts, None, module)?;
        let declaration = match &item.vis {
            Visibility::Inherited => item.sig.to_token_stream().into_iter().next()?.span(),
            vis => vis.span(),
        };
        Some(Self {
            name: path_of(&made)?,
            is_general: last_segment(&made)?.arguments.is_none(),
            produced: Some(Produced {
                of: made.to_token_stream(),
                by: None,
            }),
            module: module.to_vec(),
            file: file.source.path.clone(),
            at: functions::start(&item.attrs, declaration),
            lines: (
                line(item.sig.fn_token.span.start().line),
                line(item.block.brace_token.span.close().end().line),
            ),
            constructors: vec![builder],
            constants: Vec::new(),
            methods: Vec::new(),
            params: BTreeSet::new(),
            kind: ImplKind::Producer,
        })
    }
}

impl Produced {
    /// The type, with `'_` for each of its `lifetimes` where its signature elides them all.
    pub(super) fn with_lifetimes(&self, lifetimes: usize) -> String {
        let text = || self.of.to_string();
        let Ok(Type::Path(mut ty)) = syn::parse2::<Type>(self.of.clone()) else {
            return text();
        };
        let Some(last) = ty.path.segments.last_mut() else {
            return text();
        };
        let given = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => arguments.args.iter().cloned().collect(),
            _ => Vec::new(),
        };
        let is_lifetime = |it: &GenericArgument| matches!(it, GenericArgument::Lifetime(_));
        if lifetimes == 0 || given.iter().any(is_lifetime) {
            return text();
        }
        let elided = (0..lifetimes).map(|_| parse_quote!('_));
        let arguments: Vec<GenericArgument> = elided.chain(given).collect();
        last.arguments = PathArguments::AngleBracketed(parse_quote!(<#(#arguments),*>));
        ty.to_token_stream().to_string()
    }
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The names of the path of `ty`.
fn path_of(ty: &Type) -> Option<Vec<String>> {
    let Type::Path(path) = ty else { return None };
    let names = path.path.segments.iter();
    Some(names.map(|it| modules::unraw(&it.ident)).collect())
}
