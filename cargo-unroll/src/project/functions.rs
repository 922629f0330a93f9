//! The functions of one file: where they stand, what they take, and what prevents their analysis.
//!
//! Every function with a body is listed, annotated or not; `select` chooses among them.

pub(super) mod attribute;
mod choice;
mod context;
pub(super) mod ids;
mod names;
mod own_code;
mod panics;
mod public;
pub(super) mod reasons;
pub(super) mod shape;
pub(super) mod skip;
pub(super) mod unseen;

use std::ops::Range;

use proc_macro2::{Ident, Span as TokenSpan, TokenStream};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{
    Attribute, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, Signature, TraitItemFn,
    Visibility,
};
use unroll_resolve::choose::as_arguments;
use unroll_syntax::generics::standin;
use unroll_syntax::text::type_text;
use unroll_syntax::{Criteria, Criterion};

use self::attribute::find_attribute;
pub(super) use self::context::start;
use self::context::{Context, ImplBlock, Trait, first_token};
pub(crate) use self::names::type_name;
use self::names::{attrs_and_name, params};
use self::own_code::may_be_rewritten;
pub(super) use self::public::Crate;
use super::model::{Callers, Splice};
use super::request::criteria::{Named, Wanted};
use super::request::select::Subject;
use super::shadow::Scopes;
use super::sources::modules;
use super::sources::modules::ModuleFile;
use super::sources::pruned;
use super::sources::source::SourceFile;
use super::sources::test_code::is_test_attribute;
use crate::diagnostics::Code;
use crate::model::job::{ClauseInfo, GenericArgument, ParamInfo, StandIn};
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
    /// The iterators and vectors that stand for parameters and generic parameters.
    pub(super) iterators: Vec<StandIn>,
    /// The arguments given for generic parameters.
    pub(super) generics: Vec<GenericArgument>,
    /// The criteria that the attribute names.
    pub(super) criteria: Option<Named>,
    /// The reason that the attribute gives for leaving it alone.
    pub(super) skip: Option<String>,
    /// Macros of the standard library whose names mean others where it stands.
    pub(super) shadowed_macros: Vec<String>,
    /// Loops and clauses.
    pub(super) shape: shape::Shape,
}

/// Lists the functions of `file`, which is one of `krate`, whose names `scopes` has.
pub(super) fn list(
    file: &ModuleFile,
    krate: &Crate,
    scopes: &Scopes,
    wanted: &Wanted,
) -> Vec<Candidate> {
    let mut lister = Lister {
        source: &file.source,
        krate,
        scopes,
        shadowed_macros: scopes.shadowed_macros(&file.module),
        wanted,
        segments: file.module.clone(),
        module: file.module.clone(),
        context: Context::Module,
        inside_fn: false,
        around: Around {
            is_left_out: file.is_left_out,
            is_rewritten: false,
        },
        found: Vec::new(),
    };
    lister.visit_file(&file.source.tree);
    lister.found
}

impl Candidate {
    /// Analyses an `unsafe` function whose preconditions say when a call is sound.
    pub(super) fn allow_unsafe(&mut self) {
        let mut clauses = self.shape.clauses.iter();
        if self.obstacle == Some(Code::UnsafeFn) && clauses.any(ClauseInfo::is_precondition) {
            self.obstacle = None;
        }
    }

    /// Who can call it.
    pub(super) fn callers(&self) -> Callers {
        if self.is_public {
            Callers::Everybody
        } else {
            Callers::Crate
        }
    }

    /// The labels where `criteria` are asked for. Where these are the usual ones and ask for nothing, a function is asked for the conditions of its
    /// decisions, since a predicate decides without a branch. Without decisions, one that the user has chosen is asked for its statements: a reader
    /// of its tests expects one.
    pub(super) fn labelled(&mut self, criteria: &Criteria, is_chosen: bool) -> shape::Labelled {
        let wider = self.shape.wider.take();
        let decides = |it: &shape::Labelled| !it.criteria.contains(Criterion::Statement);
        let wider = wider.filter(|it| is_chosen || decides(it));
        let wider = wider.filter(|_| *criteria == self.shape.labelled.criteria);
        wider.unwrap_or_else(|| std::mem::take(&mut self.shape.labelled))
    }

    /// True if no type is known for a generic parameter of it or of what stands around it.
    pub(super) fn lacks_types(&self) -> bool {
        let codes = [Code::Generic, Code::GenericImpl, Code::TraitItem];
        self.obstacle.is_some_and(|code| codes.contains(&code))
    }
}

struct Lister<'f> {
    source: &'f SourceFile,
    krate: &'f Crate,
    scopes: &'f Scopes,
    /// Macros of the standard library whose names mean others in the module.
    shadowed_macros: Vec<String>,
    /// The criteria of functions without an attribute that names some.
    wanted: &'f Wanted,
    segments: Vec<String>,
    /// Modules around what is looked at.
    module: Vec<String>,
    context: Context,
    inside_fn: bool,
    around: Around,
    found: Vec<Candidate>,
}

/// The effects of attributes around a function on it.
#[derive(Clone, Copy)]
struct Around {
    /// True if the build leaves it out.
    is_left_out: bool,
    /// True if a macro may make other code of it.
    is_rewritten: bool,
}

/// The parts that all kinds of functions have.
struct FunctionParts<'i> {
    attrs: &'i [Attribute],
    vis: Option<&'i Visibility>,
    sig: &'i Signature,
    block: &'i syn::Block,
    /// Not so for a declaration in a trait.
    has_body: bool,
    whole: TokenSpan,
}

impl Lister<'_> {
    fn function(&mut self, parts: &FunctionParts<'_>) {
        if modules::is_test_only(parts.attrs) || parts.attrs.iter().any(is_test_attribute) {
            return;
        }
        self.segments.push(modules::unraw(&parts.sig.ident));
        let outer = self.enter(parts.attrs);
        let attribute = parts.attrs.iter().find_map(find_attribute);
        let behind = self.behind();
        // Who writes the attribute may say which types are meant.
        let mut all = given(parts.attrs);
        let rest = self.choose_rest(&all, parts.sig);
        all.extend(rest.iter().cloned());
        let objects = self.behind_objects(parts.sig, &all);
        all.extend(objects.iter().cloned());
        let (splice, types) = match &attribute {
            Some(found) if behind.is_none() => (found.splice.clone(), [rest, objects].concat()),
            _ => (parts.splice(behind), all.clone()),
        };
        let types = as_arguments(&types);
        let (criteria, skip) = self.arguments(parts.attrs);
        let lines = lines(parts.whole);
        let subject = Subject {
            krate: self.wanted.krate(),
            segments: &self.segments,
            file: &self.source.path,
            lines,
        };
        let likely = self.wanted.likely(criteria.as_ref(), subject);
        self.found.push(Candidate {
            segments: self.segments.clone(),
            module: self.module.clone(),
            span: self.source.span(parts.sig.ident.span()),
            lines,
            bytes: parts.whole.byte_range(),
            annotated: attribute.is_some(),
            is_public: self.is_public(parts),
            attribute: attribute.as_ref().map(|found| found.meta.clone()),
            obstacle: match &skip {
                // What the author asks for is the reason even where there are others.
                Some(_) => Some(Code::SkippedOnRequest),
                None if self.around.is_left_out && !self.inside_fn => Some(Code::NotCompiled),
                None => self.obstacle(parts, attribute.as_ref(), &all),
            },
            splice,
            types,
            params: params(self.source, parts.sig),
            stand_ins: standin::made_of(&parts.sig.generics)
                .iter()
                .map(type_text)
                .collect(),
            iterators: self.iterators(parts.sig, &all),
            generics: all.iter().map(generic_argument).collect(),
            shape: self.shape(parts, &likely),
            shadowed_macros: self.shadowed_macros.clone(),
            criteria,
            skip,
        });
        let inside_fn = std::mem::replace(&mut self.inside_fn, true);
        let context = std::mem::replace(&mut self.context, Context::Module);
        self.visit_block(parts.block);
        (self.inside_fn, self.context) = (inside_fn, context);
        self.around = outer;
        self.segments.pop();
    }

    /// Goes on within something that has these attributes. Returns what those around it do.
    fn enter(&mut self, attrs: &[Attribute]) -> Around {
        let outer = self.around;
        self.around.is_left_out |= pruned::is_left_out(attrs, &self.krate.options);
        self.around.is_rewritten |= may_be_rewritten(attrs);
        outer
    }

    /// The shape of a function, with the labels of `likely`.
    fn shape(&self, parts: &FunctionParts<'_>, likely: &Criteria) -> shape::Shape {
        let mut shape = shape::read(self.source, parts, &self.shadowed_macros, likely);
        if !self.around.is_rewritten && !self.inside_fn {
            shape.own_code = own_code::of(self.source, parts.block, &self.shadowed_macros);
        }
        shape
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
            lines: lines(item.span()),
            bytes: item.span().byte_range(),
            annotated: true,
            is_public: false,
            attribute: Some(attribute.meta),
            splice: attribute.splice,
            types: String::new(),
            obstacle: Some(Code::NotAFunction),
            params: Vec::new(),
            stand_ins: Vec::new(),
            iterators: Vec::new(),
            generics: Vec::new(),
            criteria: None,
            skip: None,
            shadowed_macros: Vec::new(),
            shape: shape::Shape::default(),
        });
    }

    fn within(
        &mut self,
        name: String,
        (context, attrs): (Context, &[Attribute]),
        visit: impl FnOnce(&mut Self),
    ) {
        self.segments.push(name);
        let around = self.enter(attrs);
        let outer = std::mem::replace(&mut self.context, context);
        visit(self);
        (self.context, self.around) = (outer, around);
        self.segments.pop();
    }
}

impl<'ast> Visit<'ast> for Lister<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.misplaced(item);
        visit::visit_item(self, item);
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.function(&FunctionParts {
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
            let inner = self.scopes.shadowed_macros(&self.module);
            let outer = std::mem::replace(&mut self.shadowed_macros, inner);
            self.within(name, (Context::Module, &module.attrs), |lister| {
                for item in items {
                    lister.visit_item(item);
                }
            });
            self.shadowed_macros = outer;
            self.module.pop();
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if modules::is_test_only(&item.attrs) {
            return;
        }
        let context = Context::Impl(ImplBlock::of(item));
        self.within(type_name(&item.self_ty), (context, &item.attrs), |lister| {
            visit::visit_item_impl(lister, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.function(&FunctionParts {
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
        self.within(
            modules::unraw(&item.ident),
            (context, &item.attrs),
            |lister| {
                visit::visit_item_trait(lister, item);
            },
        );
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        let empty = syn::Block {
            brace_token: syn::token::Brace::default(),
            stmts: Vec::new(),
        };
        if item.default.is_some() || item.attrs.iter().any(|attr| find_attribute(attr).is_some()) {
            self.function(&FunctionParts {
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

impl FunctionParts<'_> {
    /// A new attribute in front of the function, or on the item around it, which begins at `behind`.
    fn splice(&self, behind: Option<usize>) -> Splice {
        Splice::Attribute {
            at: behind.unwrap_or_else(|| start(self.attrs, self.first_token())),
            method: behind.map(|_| self.sig.ident.to_string()),
        }
    }

    /// Where the declaration begins, behind its attributes.
    fn first_token(&self) -> TokenSpan {
        let visibility = self.vis.filter(|vis| !matches!(vis, Visibility::Inherited));
        let visibility = visibility.map(Spanned::span);
        let signature = || first_token(self.sig).unwrap_or_else(|| self.sig.ident.span());
        visibility.unwrap_or_else(signature)
    }
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

/// First and last line of an item.
fn lines(whole: TokenSpan) -> (u32, u32) {
    (line(whole.start().line), line(whole.end().line))
}

/// A line of a token position.
pub(super) fn line(line: usize) -> u32 {
    u32::try_from(line).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
