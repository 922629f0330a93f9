//! The search for types that satisfy bounds: headers are unified with the query, and their own bounds lead to
//! further queries, up to a depth.

use std::cell::RefCell;
use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Ident, PathArguments, TraitBound, Type, visit};

use super::{Implementors, given};
use crate::headers::{Bindings, Header, Methods, Wanted, last_of, text};
use crate::imports::unraw;
use crate::standard::{self, CANDIDATES};
use unroll_syntax::generics::bounds;
use unroll_syntax::generics::substitute::Substitution;
use unroll_syntax::walk::{AsLook, Edit, Look};

/// How many headers an answer may need.
const DEPTH: u32 = 4;

/// A type that has a trait, and the trait's arguments there.
#[derive(Clone)]
pub struct Implementor {
    /// The type.
    pub ty: Type,
    /// The trait's arguments, those among them that are types.
    pub arguments: Vec<Type>,
    /// The trait's methods that it has of its own, in place of what the trait may provide.
    pub(crate) methods: Methods,
    /// True if it has the trait only because all types have that have others.
    is_among_many: bool,
}

impl Implementor {
    /// True if the type has the trait only because all types have it that have others.
    pub(super) fn is_among_many(&self) -> bool {
        self.is_among_many
    }
}

/// Answers to questions that were asked before: bounds lead to bounds, and by many ways to the same.
#[derive(Clone, Default)]
pub(super) struct Memo {
    types: RefCell<BTreeMap<Question, Vec<Type>>>,
    has: RefCell<BTreeMap<(String, Question), bool>>,
}

/// The question: bounds, parameters that may be anything, the module, and how many headers the answer may need.
type Question = (String, Vec<Ident>, Vec<String>, u32);

impl Implementors {
    /// The types that have the trait of `bound` by the crate's own `impl` blocks, named as in `module`; references, those that have one value, those
    /// of other crates and those that hold trait objects, which are no inputs, come last.
    pub fn having(
        &self,
        bound: &TraitBound,
        open: &[Ident],
        module: &[String],
    ) -> Vec<Implementor> {
        let mut found = self.of_bound(bound, open, module, DEPTH);
        // A stable sort: among equals, the order of the source decides.
        found.sort_by_key(|implementor| {
            let last = last_of(&implementor.ty).map(|last| last.ident.to_string());
            // What points to an implementor has the trait only because that has it.
            let is_pointer = |ty: &Type| {
                let last = last_of(ty).map(|last| last.ident.to_string());
                last.is_some_and(|name| ["Arc", "Box", "Rc"].contains(&name.as_str()))
            };
            let is_unit = is_empty_array(&implementor.ty)
                || last.is_some_and(|name| name == "RangeFull" || self.units.contains(&name));
            let is_foreign = self.is_foreign(&implementor.ty, module);
            (
                holds_object(&implementor.ty),
                is_foreign,
                is_pointer(&implementor.ty),
                is_unit || matches!(implementor.ty, Type::Reference(_)),
            )
        });
        found
    }

    /// True if the type is of a crate that is not the standard library: neither declared here nor in sight of every module.
    fn is_foreign(&self, ty: &Type, module: &[String]) -> bool {
        const PRELUDE: [&str; 5] = ["Box", "Option", "Result", "String", "Vec"];
        let Type::Path(path) = ty else {
            return false;
        };
        let segments = path.path.segments.iter();
        let segments: Vec<String> = segments.map(|segment| unraw(&segment.ident)).collect();
        let [name] = segments.as_slice() else {
            let first = segments.first().map_or("", String::as_str);
            let is_crate = !["alloc", "core", "std", "Self"].contains(&first);
            return is_crate && self.names.is_foreign(module, &segments);
        };
        let is_plain = name.starts_with(char::is_lowercase) || PRELUDE.contains(&name.as_str());
        !is_plain && !self.types.contains_key(name) && self.names.meaning(module, name).is_none()
    }

    fn of_bound(
        &self,
        bound: &TraitBound,
        open: &[Ident],
        module: &[String],
        depth: u32,
    ) -> Vec<Implementor> {
        let (headers, wanted) = self.asked(bound, module);
        // Bounds may lead back to themselves, as in `impl<T: A> A for Option<T>`.
        let headers = headers.into_iter().filter(|_| depth > 0);
        let found = headers.flat_map(|header| {
            let mut bindings = Bindings::new();
            let fits = header.unify_trait(&wanted, open, &mut bindings);
            let all = match header.bare_parameter().filter(|_| fits) {
                Some(name) => self.for_each(header, name, &bindings, depth),
                None => fits.then_some(bindings).into_iter().collect(),
            };
            let all = all.into_iter();
            all.filter_map(|bindings| self.implementor(header, bindings, module, depth))
        });
        let converted = self.converted(bound, &wanted, open, module, depth);
        let mut found: Vec<_> = found.chain(converted).collect();
        found.sort_by_key(|implementor| {
            let ty = &implementor.ty;
            (holds_object(ty), self.is_foreign(ty, module))
        });
        found
    }

    /// `bindings` with each type for the parameter `name` of `header`, in `impl<T: B> Tr for T`.
    fn for_each(
        &self,
        header: &Header,
        name: &Ident,
        bindings: &Bindings,
        depth: u32,
    ) -> Vec<Bindings> {
        let bounds = bounds::of_parameter(&header.generics, name).unwrap_or_default();
        let types = self.types_with(&bounds, &header.open(), &header.module, depth - 1);
        let all = types.into_iter().map(|ty| {
            let mut bindings = bindings.clone();
            bindings.insert(name.to_string(), ty);
            bindings
        });
        all.collect()
    }

    /// The types that have `Into<X>` because `X` has `From` of them.
    fn converted(
        &self,
        bound: &TraitBound,
        wanted: &Wanted,
        open: &[Ident],
        module: &[String],
        depth: u32,
    ) -> Vec<Implementor> {
        let last = bound.path.segments.last();
        let (Some("Into"), [target]) = (
            last.map(|it| it.ident.to_string()).as_deref(),
            wanted.arguments.as_slice(),
        ) else {
            return Vec::new();
        };
        let headers = self.impls.get("From").into_iter().flatten();
        let found = headers.filter_map(|header| {
            let mut bindings = Bindings::new();
            let fits = header.unify(&header.self_ty, target, open, &mut bindings);
            let reversed = Header {
                self_ty: header.arguments.first()?.clone(),
                arguments: vec![header.self_ty.clone()],
                associated: Vec::new(),
                methods: Methods::default(),
                ..header.clone()
            };
            let source = || self.implementor(&reversed, bindings, module, depth);
            fits.then(source)?
        });
        found.collect()
    }

    /// The headers that `bound`, which stands in `module`, may be had by, and what it says of its trait, with the defaults that this declares.
    fn asked(&self, bound: &TraitBound, module: &[String]) -> (Vec<&Header>, Wanted) {
        let Some(last) = bound.path.segments.last() else {
            return (Vec::new(), Wanted::of(&PathArguments::None));
        };
        let name = last.ident.to_string();
        let mut wanted = Wanted::of(&last.arguments);
        let declared = self.traits.get(&name).into_iter();
        let declared = declared.flat_map(|generics| generics.type_params());
        let defaults = declared
            .skip(wanted.arguments.len())
            .map_while(|param| param.default.clone());
        wanted.arguments.extend(defaults.collect::<Vec<_>>());
        let path: Vec<String> = bound
            .path
            .segments
            .iter()
            .map(|it| unraw(&it.ident))
            .collect();
        let asked = self.names.own_item(module, &path);
        // Traits of one name are told apart where both are known to be the crate's own.
        let may_mean = |header: &&Header| {
            let own = self.names.own_item(&header.module, &header.of_trait);
            asked.is_none() || own.is_none() || own == asked
        };
        let headers = self.impls.get(&name).into_iter().flatten();
        (headers.filter(may_mean).collect(), wanted)
    }

    /// The type of `header` with `bindings`, and something for its other parameters, if what they are bounded by allows it.
    fn implementor(
        &self,
        header: &Header,
        mut bindings: Bindings,
        module: &[String],
        depth: u32,
    ) -> Option<Implementor> {
        for param in header.generics.type_params() {
            let bounds = bounds::of_parameter(&header.generics, &param.ident)?;
            let name = param.ident.to_string();
            let (open, scope) = (header.open(), &header.module);
            if let Some(ty) = bindings.get(&name) {
                let mut bounds = bounds.iter();
                if !bounds.all(|bound| self.has(ty, bound, &open, scope, depth)) {
                    return None;
                }
            } else {
                let types = self.types_with(&bounds, &open, scope, depth.checked_sub(1)?);
                bindings.insert(name, types.into_iter().next()?);
            }
        }
        let constants = header.generics.const_params();
        let constants =
            constants.map(|param| Some((param.ident.clone(), standard::constant(&param.ty)?)));
        let constants = constants.collect::<Option<Vec<_>>>()?;
        let given = [constants, given(&bindings)].concat();
        let mut names = Substitution::default().and_parameters(&given);
        let mut made = |ty: &Type| {
            let mut ty = ty.clone();
            names.visit_type_mut(&mut ty);
            unroll_syntax::generics::lifetimes::leak(&mut ty);
            self.names.named_in(&ty, &header.module, module)
        };
        let ty = made(&header.self_ty);
        let is_known = !matches!(ty, Type::TraitObject(_) | Type::ImplTrait(_));
        is_known.then(|| Implementor {
            arguments: header.arguments.iter().map(&mut made).collect(),
            methods: header.methods.clone(),
            is_among_many: header.bare_parameter().is_some(),
            ty,
        })
    }

    /// All types that are known to have what `bounds` say, the best first: types of the standard library, the crate's own, and what the bounds
    /// themselves name.
    pub(crate) fn types_with(
        &self,
        bounds: &[&TraitBound],
        open: &[Ident],
        module: &[String],
        depth: u32,
    ) -> Vec<Type> {
        let asked = question(bounds, open, module, depth);
        if let Some(types) = self.known.types.borrow().get(&asked) {
            return types.clone();
        }
        let standard = CANDIDATES
            .iter()
            .filter_map(|text| syn::parse_str(text).ok());
        let own = bounds.iter().filter(|_| depth > 0);
        let own = own.flat_map(|bound| self.having_within(bound, open, module, depth));
        let itself = bounds.iter().filter_map(|bound| reflexive(bound, open));
        let all = standard.chain(own.map(|implementor| implementor.ty));
        let all = all.chain(itself);
        let may_be_unsized = bounds.iter().any(|bound| bounds::is_relaxed(bound));
        let fits = |ty: &Type| {
            (may_be_unsized || is_sized(ty))
                && bounds
                    .iter()
                    .all(|bound| self.has(ty, bound, open, module, depth))
        };
        let mut found: Vec<Type> = Vec::new();
        for ty in all {
            if fits(&ty) && !found.iter().any(|known| text(known) == text(&ty)) {
                found.push(ty);
            }
        }
        self.known.types.borrow_mut().insert(asked, found.clone());
        found
    }

    fn having_within(
        &self,
        bound: &TraitBound,
        open: &[Ident],
        module: &[String],
        depth: u32,
    ) -> Vec<Implementor> {
        // Only at full depth, as deep as [`Self::having`] always searches.
        if depth == DEPTH {
            self.having(bound, open, module)
        } else {
            self.of_bound(bound, open, module, depth)
        }
    }

    /// The best type that has the trait of `bound` with `method` as the trait provides it, and what `bounds` say besides; the crate's own types
    /// before others, if the trait is about them.
    pub(crate) fn implementing(
        &self,
        bound: &TraitBound,
        method: &Ident,
        bounds: &[&TraitBound],
        open: &[Ident],
        module: &[String],
    ) -> Option<Implementor> {
        let mut found = self.having(bound, open, module);
        let must_be_sized = bounds.iter().any(|bound| standard::is_sized(bound));
        found.retain(|implementor| {
            let mut bounds = bounds.iter();
            !implementor.methods.may_define(method)
                && (is_sized(&implementor.ty) || !must_be_sized)
                && bounds.all(|bound| self.has(&implementor.ty, bound, open, module, DEPTH))
        });
        let rank = |implementor: &Implementor| {
            let name = last_of(&implementor.ty).map(|last| last.ident.to_string());
            let is_own = name.is_some_and(|name| self.types.contains_key(&name));
            (
                !is_own || implementor.is_among_many,
                candidate(&implementor.ty).unwrap_or(CANDIDATES.len()),
            )
        };
        found.into_iter().min_by_key(rank)
    }

    /// The best type that has what `bounds` say.
    pub(crate) fn best(
        &self,
        bounds: &[&TraitBound],
        open: &[Ident],
        module: &[String],
    ) -> Option<Type> {
        self.types_with(bounds, open, module, DEPTH)
            .into_iter()
            .next()
    }

    /// True if `ty` has the trait of `bound`. Of traits that are not the crate's own, the crate's own types are taken to have all.
    fn has(
        &self,
        ty: &Type,
        bound: &TraitBound,
        open: &[Ident],
        module: &[String],
        depth: u32,
    ) -> bool {
        let asked = (text(ty), question(&[bound], open, module, depth));
        if let Some(has) = self.known.has.borrow().get(&asked) {
            return *has;
        }
        let (headers, wanted) = self.asked(bound, module);
        let by_header = |header: &Header| {
            let mut bindings = Bindings::new();
            header.unify_trait(&wanted, open, &mut bindings)
                && header.unify(&header.self_ty, ty, &[], &mut bindings)
                && depth > 0
                && self
                    .implementor(header, bindings, module, depth - 1)
                    .is_some()
        };
        let is_converted = || {
            let sources = self.converted(bound, &wanted, open, module, depth.min(1));
            sources.iter().any(|source| text(&source.ty) == text(ty))
        };
        let has_foreign = || {
            candidate(ty).is_none()
                || standard::satisfies(&text(ty), bound, open, (&self.names, module))
                || is_converted()
        };
        let last = bound.path.segments.last();
        let is_foreign = last.is_some_and(|last| !self.is_own_trait(&last.ident));
        let has = headers.into_iter().any(by_header) || is_foreign && has_foreign();
        self.known.has.borrow_mut().insert(asked, has);
        has
    }
}

fn question(bounds: &[&TraitBound], open: &[Ident], module: &[String], depth: u32) -> Question {
    let bounds = bounds
        .iter()
        .map(|bound| bound.to_token_stream().to_string() + "+");
    (bounds.collect(), open.to_vec(), module.to_vec(), depth)
}

/// `X` for `Into<X>` and the like, which every type has for itself.
fn reflexive(bound: &TraitBound, open: &[Ident]) -> Option<Type> {
    let last = bound.path.segments.last()?;
    let is_reflexive = standard::REFLEXIVE.iter().any(|name| last.ident == name);
    let ty = bounds::only_type(&last.arguments).filter(|_| is_reflexive)?;
    let is_open = open.iter().any(|name| bounds::is_parameter(ty, name));
    let mut ty = ty.clone();
    unroll_syntax::generics::lifetimes::leak(&mut ty);
    let is_of_another = matches!(&ty, Type::Path(path) if path.qself.is_some());
    (!is_open && !is_of_another).then_some(ty)
}

/// True if values of the type have a size that is known when it is compiled.
pub fn is_sized(ty: &Type) -> bool {
    !matches!(ty, Type::Slice(_)) && text(ty) != "str"
}

/// True if the type is or holds a trait object, as far as its name says.
fn holds_object(ty: &Type) -> bool {
    struct Objects(bool);
    impl<'t> Look<'t> for Objects {
        fn visit_type(&mut self, ty: &'t Type) {
            self.0 |= matches!(ty, Type::TraitObject(_));
            visit::visit_type(self.walk(), ty);
        }
    }
    let mut objects = Objects(false);
    objects.visit_type(ty);
    objects.0
}

/// True if the type has one value only, the array without elements.
fn is_empty_array(ty: &Type) -> bool {
    matches!(ty, Type::Array(array) if array.len.to_token_stream().to_string() == "0")
}

/// The number of `ty` among [`CANDIDATES`].
fn candidate(ty: &Type) -> Option<usize> {
    let ty = text(ty);
    let mut candidates = CANDIDATES.iter();
    candidates.position(|known| ty == known.replace("'static ", ""))
}
