//! The functions of one file: where they stand, what they take, and what would keep them from being analysed.
//!
//! Everything with a body is listed, annotated or not; choosing is the business of `select`.

pub(super) mod attribute;
pub(super) mod ids;
mod panics;
pub(super) mod shape;
pub(super) mod skip;
pub(super) mod unseen;

use std::ops::Range;

use proc_macro2::{Ident, Span as TokenSpan, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, FnArg, GenericParam, Generics, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod,
    ItemTrait,
};
use syn::{Pat, Signature, TraitItemFn, Type, Visibility};
use unroll_resolve::by_example::Macros;
use unroll_resolve::choose::{Place, as_arguments, choose, choose_self, without};
use unroll_resolve::exports::Exports;
use unroll_resolve::implementors::Implementors;
use unroll_syntax::generics::{merged, objects, standin, with_named_impls};
use unroll_syntax::text::type_text;

use self::attribute::{Found, find_attribute};
use super::model::{Splice, TargetKind};
use super::request::criteria::{Named, Wanted};
use super::request::select::Subject;
use super::sources::modules;
use super::sources::modules::ModuleFile;
use super::sources::source::SourceFile;
use super::sources::test_code::{is_test_attribute, without_tests};
use crate::diagnostics::Code;
use crate::model::job::{GenericArgument, ParamInfo};
use crate::model::outcome::Span;

/// A function as it stands in a file.
#[derive(Debug)]
pub(super) struct Candidate {
    /// Modules, type and name, without the crate.
    pub(super) segments: Vec<String>,
    /// The module that it stands in, from the crate root.
    pub(super) module: Vec<String>,
    /// Where the name stands.
    pub(super) span: Span,
    /// First and last line, attributes included.
    pub(super) lines: (u32, u32),
    /// Bytes, attributes included.
    pub(super) bytes: Range<usize>,
    /// True if `#[unroll_test]` stands on it.
    pub(super) annotated: bool,
    /// True if other crates can call it.
    pub(super) is_public: bool,
    /// Where instrumentation goes.
    pub(super) splice: Splice,
    /// Types for generic parameters that go there with it.
    pub(super) types: String,
    /// Bytes of the tool's attribute, without `#[` and `]`.
    pub(super) attribute: Option<Range<usize>>,
    /// The obstacle to analysing it.
    pub(super) obstacle: Option<Code>,
    /// Parameters, the receiver among them.
    pub(super) params: Vec<ParamInfo>,
    /// The parts of closures and iterators that stand for generic parameters.
    pub(super) stand_ins: Vec<String>,
    /// The arguments given for generic parameters.
    pub(super) generics: Vec<GenericArgument>,
    /// The criteria that the attribute names.
    pub(super) criteria: Option<Named>,
    /// The reason that the attribute gives for leaving it alone.
    pub(super) skip: Option<String>,
    /// Loops and clauses.
    pub(super) shape: shape::Shape,
}

/// The declarations of a crate target that its functions depend on.
pub(super) struct Crate {
    implementors: Implementors,
    /// `None` for a binary, which nothing calls from outside: there is no border, and each function is as good as another.
    exports: Option<Exports>,
}

/// Lists the functions of `file`, which is one of `krate`.
pub(super) fn list(file: &ModuleFile, krate: &Crate, wanted: &Wanted) -> Vec<Candidate> {
    let mut lister = Lister {
        source: &file.source,
        krate,
        wanted,
        segments: file.module.clone(),
        module: file.module.clone(),
        context: Context::Module,
        inside_fn: false,
        found: Vec::new(),
    };
    lister.visit_file(&file.source.tree);
    lister.found
}

impl Crate {
    /// The crate target with these files.
    pub(super) fn of(files: &[ModuleFile], kind: TargetKind) -> Self {
        // The crate's own tests stay out of the copy, and no type of theirs can be chosen.
        let files = files
            .iter()
            .map(|file| (&file.module, without_tests(&file.source.tree.items)));
        let files: Vec<_> = files.collect();
        let mut macros = Macros::default();
        for (_, items) in &files {
            macros.add(items);
        }
        let mut implementors = Implementors::default();
        let mut exports = Exports::default();
        for (module, items) in &files {
            implementors.add(module, items);
            exports.add(module, items);
            for (module, items) in macros.expanded(module, items) {
                implementors.add(&module, &items);
                exports.add(&module, &items);
            }
        }
        Self {
            implementors,
            exports: (kind == TargetKind::Lib).then(|| exports.resolved()),
        }
    }
}

/// The kind of item around a function.
#[derive(Clone)]
enum Context {
    Module,
    Impl(Block),
    Trait(Trait),
}

/// The trait of a method that the trait provides.
#[derive(Clone)]
struct Trait {
    item: ItemTrait,
    /// Where an attribute goes.
    at: usize,
}

impl Trait {
    fn of(item: &ItemTrait) -> Self {
        let first = first_token(&Declaration(item)).unwrap_or(item.trait_token.span);
        Self {
            item: item.clone(),
            at: start(&item.attrs, first),
        }
    }
}

/// The names of a path.
fn named_by(path: &syn::Path) -> Vec<String> {
    let segments = path.segments.iter();
    segments
        .map(|segment| modules::unraw(&segment.ident))
        .collect()
}

/// A trait without its attributes.
struct Declaration<'i>(&'i ItemTrait);

impl ToTokens for Declaration<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let ItemTrait {
            vis,
            unsafety,
            auto_token,
            trait_token,
            ..
        } = self.0;
        vis.to_tokens(tokens);
        unsafety.to_tokens(tokens);
        auto_token.to_tokens(tokens);
        trait_token.to_tokens(tokens);
    }
}

/// The `impl` block of a method.
#[derive(Clone)]
struct Block {
    /// Its trait.
    of_trait: Option<syn::Path>,
    generics: Generics,
    self_ty: Type,
    /// Where an attribute goes.
    at: usize,
}

impl Block {
    fn of(item: &ItemImpl) -> Self {
        Self {
            of_trait: item.trait_.as_ref().map(|(_, path, _)| path.clone()),
            generics: item.generics.clone(),
            self_ty: (*item.self_ty).clone(),
            at: start(
                &item.attrs,
                item.unsafety.map_or(item.impl_token.span, |it| it.span),
            ),
        }
    }

    fn is_generic(&self) -> bool {
        let mut params = self.generics.params.iter();
        params.any(|param| !matches!(param, GenericParam::Lifetime(_)))
    }

    /// A method that its own trait alone may call.
    fn is_drop(&self) -> bool {
        let last = self.of_trait.as_ref().and_then(|path| path.segments.last());
        last.is_some_and(|last| last.ident == "Drop")
    }
}

struct Lister<'f> {
    source: &'f SourceFile,
    krate: &'f Crate,
    /// The criteria of functions without an attribute that names some.
    wanted: &'f Wanted,
    segments: Vec<String>,
    /// Modules around what is looked at.
    module: Vec<String>,
    context: Context,
    inside_fn: bool,
    found: Vec<Candidate>,
}

/// The parts that all kinds of functions have.
struct Parts<'i> {
    attrs: &'i [Attribute],
    vis: Option<&'i Visibility>,
    sig: &'i Signature,
    block: &'i syn::Block,
    /// Not so for a declaration in a trait.
    has_body: bool,
    whole: TokenSpan,
}

impl Lister<'_> {
    fn function(&mut self, parts: &Parts<'_>) {
        if modules::is_test_only(parts.attrs) || parts.attrs.iter().any(is_test_attribute) {
            return;
        }
        self.segments.push(modules::unraw(&parts.sig.ident));
        let attribute = parts.attrs.iter().find_map(find_attribute);
        let behind = self.behind();
        let chosen = match attribute {
            // Who writes the attribute says which types are meant; what is around the function the macro cannot see.
            Some(_) => {
                let given = given(parts.attrs);
                let around = self.choose_around(&given, parts.sig);
                given.into_iter().chain(around).collect()
            }
            None => self.choose(parts.sig),
        };
        let objects = self.behind_objects(parts.sig, &chosen);
        let all: Vec<_> = chosen.iter().chain(&objects).cloned().collect();
        let (splice, types) = match &attribute {
            Some(found) if behind.is_none() => (found.splice.clone(), &objects),
            _ => {
                let at = behind.unwrap_or_else(|| start(parts.attrs, parts.first_token()));
                let method = behind.map(|_| parts.sig.ident.to_string());
                (Splice::Attribute { at, method }, &all)
            }
        };
        let types = as_arguments(types);
        let (criteria, skip) = self.arguments(parts.attrs);
        let whole = parts.whole;
        let lines = (line(whole.start().line), line(whole.end().line));
        let likely = self.wanted.likely(
            criteria.as_ref(),
            Subject {
                krate: self.wanted.krate(),
                segments: &self.segments,
                file: &self.source.path,
                lines,
            },
        );
        self.found.push(Candidate {
            segments: self.segments.clone(),
            module: self.module.clone(),
            span: self.source.span(parts.sig.ident.span()),
            lines,
            bytes: whole.byte_range(),
            annotated: attribute.is_some(),
            is_public: self.is_public(parts),
            attribute: attribute.as_ref().map(|found| found.meta.clone()),
            obstacle: match &skip {
                Some(_) => Some(Code::SkippedOnRequest),
                None => self.obstacle(parts, attribute.as_ref(), &chosen),
            },
            splice,
            types,
            params: params(self.source, parts.sig),
            stand_ins: standin::made_of(&parts.sig.generics)
                .iter()
                .map(type_text)
                .collect(),
            generics: all.iter().map(generic_argument).collect(),
            shape: shape::read(self.source, parts.attrs, parts.sig, parts.block, &likely),
            criteria,
            skip,
        });
        let inside_fn = std::mem::replace(&mut self.inside_fn, true);
        let context = std::mem::replace(&mut self.context, Context::Module);
        self.visit_block(parts.block);
        (self.inside_fn, self.context) = (inside_fn, context);
        self.segments.pop();
    }

    /// True if other crates can call a function.
    fn is_public(&self, parts: &Parts<'_>) -> bool {
        let Some(exports) = &self.krate.exports else {
            return true;
        };
        let has = |path: &[String]| exports.has(&self.module, path);
        let has_path = |path: &syn::Path| has(&named_by(path));
        let has_type = |ty: &Type| match ty {
            Type::Path(path) => has_path(&path.path),
            _ => true,
        };
        let is_declared = matches!(parts.vis, Some(Visibility::Public(_)));
        match &self.context {
            _ if self.inside_fn => false,
            Context::Module => is_declared && has(&[modules::unraw(&parts.sig.ident)]),
            Context::Trait(of) => has(&[modules::unraw(&of.item.ident)]),
            Context::Impl(block) => {
                has_type(&block.self_ty) && block.of_trait.as_ref().map_or(is_declared, has_path)
            }
        }
    }

    /// The criteria that the attribute among `attrs` names, and its reason for leaving the function alone.
    fn arguments(&self, attrs: &[Attribute]) -> (Option<Named>, Option<String>) {
        let Some(found) = unroll_syntax::attribute::find(attrs).ok().flatten() else {
            return (None, None);
        };
        let criteria = found.args.criteria.map(|(text, span)| Named {
            text,
            span: self.source.span(span),
        });
        (criteria, found.args.skip)
    }

    /// Where the item begins that the attribute stands on when the function cannot bear it.
    fn behind(&self) -> Option<usize> {
        match &self.context {
            Context::Impl(block) if block.of_trait.is_some() || block.is_generic() => {
                Some(block.at)
            }
            Context::Trait(of) => Some(of.at),
            Context::Impl(_) | Context::Module => None,
        }
    }

    fn place<'p>(&'p self, self_ty: Option<&'p Type>) -> Place<'p> {
        Place {
            implementors: &self.krate.implementors,
            module: &self.module,
            self_ty,
        }
    }

    /// Types for all generic parameters of a function whose arguments are not given; none if one of them has none.
    fn choose(&self, sig: &Signature) -> Vec<(Ident, TokenStream)> {
        let named = with_named_impls(sig);
        let chosen = match &self.context {
            Context::Impl(block) => {
                let generics = merged(&block.generics, &named.generics);
                choose(&generics, self.place(Some(&block.self_ty)))
            }
            Context::Trait(of) => {
                let generics = merged(&of.item.generics, &named.generics);
                choose_self(&of.item, &sig.ident, &generics, &[], self.place(None))
            }
            Context::Module => choose(&named.generics, self.place(None)),
        };
        chosen.unwrap_or_default()
    }

    /// Types for what stands behind the trait objects of a function's parameters, as far as their bounds decide them. A pointer to
    /// an object that the crate itself makes an input of is left to it.
    fn behind_objects(
        &self,
        sig: &Signature,
        given: &[(Ident, TokenStream)],
    ) -> Vec<(Ident, TokenStream)> {
        let span = TokenSpan::call_site();
        let (input, any) = (Ident::new("Input", span), Ident::new("any", span));
        let mut objects = objects::of(sig);
        objects.retain(|it| !self.krate.implementors.overrides(&it.pointer, &input, &any));
        let chosen = objects.into_iter().filter_map(|object| {
            let mut generics = Generics::default();
            generics.params.push(GenericParam::Type(object.param));
            choose(&without(&generics, given), self.place(None))
        });
        chosen.flatten().collect()
    }

    /// Types for what the item around a function is generic over, as far as they are not `given`.
    fn choose_around(
        &self,
        given: &[(Ident, TokenStream)],
        sig: &Signature,
    ) -> Vec<(Ident, TokenStream)> {
        let chosen = match &self.context {
            Context::Impl(block) => {
                let rest = without(&block.generics, given);
                choose(&rest, self.place(Some(&block.self_ty)))
            }
            Context::Trait(of) if given.iter().any(|(name, _)| name == "Self") => {
                choose(&without(&of.item.generics, given), self.place(None))
            }
            Context::Trait(of) => {
                let mut own = Generics::default();
                own.where_clause.clone_from(&sig.generics.where_clause);
                let around = merged(&of.item.generics, &own);
                choose_self(&of.item, &sig.ident, &around, given, self.place(None))
            }
            Context::Module => None,
        };
        chosen.unwrap_or_default()
    }

    fn obstacle(
        &self,
        parts: &Parts<'_>,
        attribute: Option<&Found>,
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
            Context::Impl(Block { generics, .. }) if !are_given(generics) => {
                return Some(Code::GenericImpl);
            }
            Context::Trait(of) if !are_given(&of.item.generics) => {
                return Some(Code::TraitItem);
            }
            Context::Impl(_) | Context::Trait(_) | Context::Module => {}
        }
        if sig.constness.is_some() && attribute.is_some() {
            return Some(Code::ConstFn);
        }
        if sig.asyncness.is_some() {
            return Some(Code::AsyncFn);
        }
        let is_rust = |abi: &syn::Abi| abi.name.as_ref().is_some_and(|name| name.value() == "Rust");
        if sig.abi.as_ref().is_some_and(|abi| !is_rust(abi)) {
            return Some(Code::ExternFn);
        }
        if sig.unsafety.is_some() {
            return Some(Code::UnsafeFn);
        }
        (!are_given(&with_named_impls(sig).generics)).then_some(Code::Generic)
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

    /// Notes an attribute on something that is no function.
    fn misplaced(&mut self, item: &Item) {
        let Some((attrs, ident)) = attrs_and_name(item) else {
            return;
        };
        let Some(attribute) = attrs.iter().find_map(find_attribute) else {
            return;
        };
        let mut segments = self.segments.clone();
        segments.push(modules::unraw(ident));
        self.found.push(Candidate {
            segments,
            module: self.module.clone(),
            span: self.source.span(ident.span()),
            lines: (line(item.span().start().line), line(item.span().end().line)),
            bytes: item.span().byte_range(),
            annotated: true,
            is_public: false,
            attribute: Some(attribute.meta),
            splice: attribute.splice,
            types: String::new(),
            obstacle: Some(Code::NotAFunction),
            params: Vec::new(),
            stand_ins: Vec::new(),
            generics: Vec::new(),
            criteria: None,
            skip: None,
            shape: shape::Shape::default(),
        });
    }

    fn within(&mut self, name: String, context: Context, visit: impl FnOnce(&mut Self)) {
        self.segments.push(name);
        let outer = std::mem::replace(&mut self.context, context);
        visit(self);
        self.context = outer;
        self.segments.pop();
    }
}

impl<'ast> Visit<'ast> for Lister<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.misplaced(item);
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&Parts {
            attrs: &item.attrs,
            vis: Some(&item.vis),
            sig: &item.sig,
            block: &item.block,
            has_body: true,
            whole: item.span(),
        });
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if let Some((_, items)) = &module.content
            && !modules::is_passed_over(module)
        {
            let name = modules::unraw(&module.ident);
            self.module.push(name.clone());
            self.within(name, Context::Module, |lister| {
                for item in items {
                    lister.visit_item(item);
                }
            });
            self.module.pop();
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if modules::is_test_only(&item.attrs) {
            return;
        }
        let context = Context::Impl(Block::of(item));
        self.within(type_name(&item.self_ty), context, |lister| {
            visit::visit_item_impl(lister, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&Parts {
            attrs: &item.attrs,
            vis: Some(&item.vis),
            sig: &item.sig,
            block: &item.block,
            has_body: true,
            whole: item.span(),
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        if modules::is_test_only(&item.attrs) {
            return;
        }
        let context = Context::Trait(Trait::of(item));
        self.within(modules::unraw(&item.ident), context, |lister| {
            visit::visit_item_trait(lister, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        let empty = syn::Block {
            brace_token: syn::token::Brace::default(),
            stmts: Vec::new(),
        };
        if item.default.is_some() || item.attrs.iter().any(|attr| find_attribute(attr).is_some()) {
            self.function(&Parts {
                attrs: &item.attrs,
                vis: None,
                sig: &item.sig,
                block: item.default.as_ref().unwrap_or(&empty),
                has_body: item.default.is_some(),
                whole: item.span(),
            });
        }
    }
}

impl Parts<'_> {
    /// Where the declaration begins, behind its attributes.
    fn first_token(&self) -> TokenSpan {
        let visibility = self.vis.filter(|vis| !matches!(vis, Visibility::Inherited));
        let visibility = visibility.map(Spanned::span);
        let signature = || first_token(self.sig).unwrap_or_else(|| self.sig.ident.span());
        visibility.unwrap_or_else(signature)
    }
}

/// Where an attribute goes: in front of the first one that is no doc comment, or of the declaration.
pub(super) fn start(attrs: &[Attribute], declaration: TokenSpan) -> usize {
    let mut attrs = attrs.iter();
    let attribute = attrs.find(|attr| !attr.path().is_ident("doc"));
    let span = attribute.map_or(declaration, Spanned::span);
    span.byte_range().start
}

/// The generic arguments that the attribute among `attrs` gives.
fn given(attrs: &[Attribute]) -> Vec<(Ident, TokenStream)> {
    let found = unroll_syntax::attribute::find(attrs);
    found
        .ok()
        .flatten()
        .map(|it| it.args.generics)
        .unwrap_or_default()
}

fn generic_argument((name, value): &(Ident, TokenStream)) -> GenericArgument {
    GenericArgument {
        name: name.to_string(),
        value: type_text(value),
    }
}

fn first_token(tokens: &impl ToTokens) -> Option<TokenSpan> {
    tokens
        .to_token_stream()
        .into_iter()
        .next()
        .map(|token| token.span())
}

/// `Type` of `impl Type` and of `impl Tr for &Type`; for types that are no path, their text.
fn type_name(ty: &Type) -> String {
    match ty {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .map(|segment| modules::unraw(&segment.ident))
            .unwrap_or_default(),
        Type::Reference(reference) => type_name(&reference.elem),
        other => other.to_token_stream().to_string().replace(' ', ""),
    }
}

fn params(source: &SourceFile, sig: &Signature) -> Vec<ParamInfo> {
    sig.inputs
        .iter()
        .enumerate()
        .map(|(n, input)| match input {
            FnArg::Receiver(receiver) if receiver.colon_token.is_none() => {
                let ty = match (&receiver.reference, receiver.mutability) {
                    (None, _) => "Self",
                    (Some(_), None) => "&Self",
                    (Some(_), Some(_)) => "&mut Self",
                };
                ParamInfo {
                    name: "self".to_owned(),
                    ty: ty.to_owned(),
                }
            }
            FnArg::Receiver(receiver) => ParamInfo {
                name: "self".to_owned(),
                ty: source.one_line(receiver.ty.span()),
            },
            FnArg::Typed(typed) => ParamInfo {
                name: match &*typed.pat {
                    Pat::Ident(pat) if pat.subpat.is_none() => modules::unraw(&pat.ident),
                    _ => format!("arg{n}"),
                },
                ty: source.one_line(typed.ty.span()),
            },
        })
        .collect()
}

fn attrs_and_name(item: &Item) -> Option<(&[Attribute], &Ident)> {
    match item {
        Item::Const(item) => Some((&item.attrs, &item.ident)),
        Item::Enum(item) => Some((&item.attrs, &item.ident)),
        Item::Mod(item) => Some((&item.attrs, &item.ident)),
        Item::Static(item) => Some((&item.attrs, &item.ident)),
        Item::Struct(item) => Some((&item.attrs, &item.ident)),
        Item::Trait(item) => Some((&item.attrs, &item.ident)),
        Item::Type(item) => Some((&item.attrs, &item.ident)),
        Item::Union(item) => Some((&item.attrs, &item.ident)),
        _ => None,
    }
}

/// A line of a token position.
pub(super) fn line(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
