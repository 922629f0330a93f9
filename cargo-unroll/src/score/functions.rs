//! Instruments all functions of a crate: text that replaces the user's.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use proc_macro2::{Span as TokenSpan, TokenStream};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::visit::Visit;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, Block, Generics, ImplItemFn, ItemFn, ItemImpl, ItemMod, ItemTrait, Signature,
    TraitItemFn, Type,
};
use unroll_instrument::label::shadowed::set_apart;
use unroll_instrument::label::{Label, Numbers, Scored, instrument};
use unroll_protocol::hash::fnv1a;
use unroll_syntax::{Criteria, Position};

use super::model::{ScoredDecision, ScoredFunction, ScoredLabel, ScoredProgram, ScoredStatement};
use super::print::print;
use crate::diagnostics::Code;
use crate::instrument::Edits;
use crate::model::label::LabelInfo;
use crate::model::outcome::{Note, Span};
use crate::project::sources::cfg::{Conditional, Predicate};
use crate::project::sources::modules::unraw;
use crate::project::{CrateSource, ModuleSource, Project, Skip, Target, type_name};

/// Functions that stay without probes, by their identity, each with the compiler's message.
pub(super) type LeftOut = BTreeMap<u64, String>;

/// The instrumented program and the files that the copy has differently.
pub(super) struct Instrumented {
    pub(super) program: ScoredProgram,
    pub(super) files: Edits,
    /// Packages with such files.
    pub(super) packages: BTreeSet<String>,
}

/// Puts probes for `criteria`, and if asked for statements, into all functions of `crates`.
pub(super) fn instrument_crates(
    project: &Project,
    crates: &[CrateSource],
    criteria: &Criteria,
    statements: bool,
    left_out: &LeftOut,
) -> Instrumented {
    let mut instrumented = Instrumented {
        program: ScoredProgram::default(),
        files: Edits::new(),
        packages: BTreeSet::new(),
    };
    let mut numbers = Numbers::default();
    for krate in crates {
        for file in &krate.files {
            let relative = project.relative(&file.path).to_owned();
            // A file that two targets share is instrumented once, and its labels are those of the first.
            if !file.is_inside || instrumented.files.contains_key(&relative) {
                continue;
            }
            let mut pass = FilePass {
                file,
                package: &krate.package,
                target: &krate.target,
                criteria,
                statements,
                left_out,
                numbers: &mut numbers,
                program: &mut instrumented.program,
                path: Vec::new(),
                module: file.module.clone(),
                shadowed_macros: &krate.shadowed_macros,
                cfg: Predicate::of(&file.tree.attrs),
                is_generic: false,
                depth: 0,
                outermost: String::new(),
                has_probes: false,
                replaced: Vec::new(),
            };
            pass.path.push(krate.target.crate_name());
            pass.path.extend(file.module.iter().cloned());
            pass.visit_file_mut(&mut file.tree.clone());
            let replaced = pass.replaced;
            if !replaced.is_empty() {
                let text = replace(&file.text, replaced);
                instrumented.files.insert(relative, Some(text));
                instrumented.packages.insert(krate.package.clone());
            }
        }
    }
    instrumented
}

fn replace(source: &str, mut replaced: Vec<(Range<usize>, String)>) -> String {
    replaced.sort_by_key(|(bytes, _)| std::cmp::Reverse(bytes.start));
    let mut text = source.to_owned();
    for (bytes, new) in replaced {
        text.replace_range(bytes, &new);
    }
    text
}

/// Instruments the functions of one file.
struct FilePass<'p> {
    file: &'p ModuleSource,
    package: &'p str,
    target: &'p Target,
    criteria: &'p Criteria,
    /// True if statements have probes.
    statements: bool,
    left_out: &'p LeftOut,
    numbers: &'p mut Numbers,
    program: &'p mut ScoredProgram,
    /// The names around.
    path: Vec<String>,
    /// The module around.
    module: Vec<String>,
    /// By module, macros of the standard library whose names mean others.
    shadowed_macros: &'p BTreeMap<Vec<String>, Vec<String>>,
    /// The predicates around.
    cfg: Vec<Predicate>,
    /// True in an `impl` with parameters, and in a trait.
    is_generic: bool,
    /// How many functions are around.
    depth: usize,
    /// The path of the outermost function around, or of the last one.
    outermost: String,
    /// True if a function inside the outermost one has probes.
    has_probes: bool,
    replaced: Vec<(Range<usize>, String)>,
}

impl FilePass<'_> {
    /// Visits what `inner` does under the name and the attributes of an item, unless tests alone see the item.
    fn item(&mut self, name: String, attrs: &[Attribute], inner: impl FnOnce(&mut Self)) {
        let predicates = Predicate::of(attrs);
        if predicates.iter().any(Predicate::requires_test) || attrs.iter().any(is_test) {
            return;
        }
        let (names, around) = (self.path.len(), self.cfg.len());
        self.path.push(name);
        self.cfg.extend(predicates);
        inner(self);
        self.path.truncate(names);
        self.cfg.truncate(around);
    }

    /// Instruments a function and those inside it. The outermost one is printed.
    fn function(&mut self, attrs: &[Attribute], sig: &Signature, block: &mut Block) {
        self.item(unraw(&sig.ident), attrs, |pass| {
            // The printer compares with the tokens of the source, which `body` changes.
            let original = block.clone();
            if pass.depth == 0 {
                pass.outermost = pass.path.join("::");
            }
            pass.depth += 1;
            let has_probes = pass.body(sig, block);
            visit_mut::visit_block_mut(pass, block);
            pass.depth -= 1;
            pass.has_probes |= has_probes;
            if pass.depth == 0 && std::mem::take(&mut pass.has_probes) {
                let bytes = original.span().byte_range();
                let old = with_inner(attrs, &original);
                let text = print(&pass.file.text, &bytes, old, with_inner(attrs, block));
                pass.replaced.push((bytes, text));
            }
        });
    }

    /// Adds the labels of a function in the order of their numbers: its entry, its own, and its statements.
    fn labels(&mut self, scored: &Scored, function: usize, conditional: &Conditional) {
        self.program.labels.push(None);
        for label in &scored.labels {
            self.program.labels.push(Some(ScoredLabel {
                info: self.info(label),
                line: self.span(label.words).line,
                function,
                is_compiled: true,
                cfg: conditional.at(Position::of(label.words)),
            }));
        }
        let statements = scored.statements.iter().map(|_| None);
        self.program.labels.extend(statements);
    }

    /// Instruments the body of one function, if that keeps its meaning.
    fn body(&mut self, sig: &Signature, block: &mut Block) -> bool {
        let bytes = block.span().byte_range();
        let text = self.file.text.get(bytes).unwrap_or_default();
        let path = self.path.join("::");
        let identity = fnv1a(format!("{path}\n{text}").as_bytes());
        let skip = match self.left_out.get(&identity) {
            Some(message) => Some((Code::ScoreDoesNotCompile, Some(message.clone()))),
            None => sig.constness.map(|_| (Code::ScoreConstFn, None)),
        };
        if let Some((code, detail)) = skip {
            self.program.skips.push(Skip {
                code,
                function: path,
                package: self.package.to_owned(),
                span: self.span(sig.ident.span()),
                detail,
            });
            return false;
        }
        let conditional = Conditional::of(block);

        let shadowed = self.shadowed_macros.get(&self.module);
        set_apart(block, shadowed.into_iter().flatten().map(String::as_str));
        let first_decision = self.numbers.decision;
        let scored = instrument(sig, block, self.criteria, self.statements, self.numbers);
        let function = self.program.functions.len();
        self.program.functions.push(ScoredFunction {
            outermost: self.outermost.clone(),
            path,
            package: self.package.to_owned(),
            target: self.target.clone(),
            file: self.file.path.clone(),
            span: self.span(sig.ident.span()),
            lines: lines(block),
            is_generic: self.is_generic || has_parameters(&sig.generics) || takes_any(sig),
            identity,
            entry: scored.entry,
            labels: scored.entry + 1..scored.entry + 1 + scored.labels.len() as u32,
            decisions: first_decision..self.numbers.decision,
            statements: statements(&scored, &conditional),
            is_compiled: true,
            cfg: self.cfg.clone(),
        });
        self.labels(&scored, function, &conditional);
        for decision in &scored.left_out {
            let (text, span) = (self.one_line(decision.words), self.span(decision.words));
            let note = Note::decision_left_out(&text, &span, decision.reason);
            self.program.left_out.push((function, note));
        }
        for decision in scored.decisions {
            let conditions = decision.conditions.iter();
            self.program.decisions.push(ScoredDecision {
                function,
                text: self.one_line(decision.words),
                conditions: conditions.map(|span| self.one_line(*span)).collect(),
                span: self.span(decision.words),
                is_compiled: true,
                cfg: conditional.at(Position::of(decision.words)),
                decision,
            });
        }
        true
    }

    fn info(&self, label: &Label) -> LabelInfo {
        LabelInfo {
            criterion: label.criterion,
            kind: label.kind,
            text: self.one_line(label.words),
            detail: label.detail.clone(),
            pair: label.pair.map(|it| (it.condition, it.context)),
            span: Span {
                file: self.file.shown.clone(),
                line: u32::try_from(label.position.line).unwrap_or(u32::MAX),
                column: u32::try_from(label.position.column).unwrap_or(u32::MAX),
            },
            parent: 0,
            is_ahead: false,
            iteration: None,
            in_closure: label.in_closure,
            may_escape: false,
            loops_before: 0,
        }
    }

    fn one_line(&self, span: TokenSpan) -> String {
        let text = self.file.text.get(span.byte_range()).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn span(&self, span: TokenSpan) -> Span {
        let start = span.start();
        Span {
            file: self.file.shown.clone(),
            line: u32::try_from(start.line).unwrap_or(u32::MAX),
            column: u32::try_from(start.column + 1).unwrap_or(u32::MAX),
        }
    }
}

fn statements(scored: &Scored, conditional: &Conditional) -> Vec<ScoredStatement> {
    let statements = scored.statements.iter();
    statements
        .map(|(number, place)| ScoredStatement {
            number: *number,
            line: u32::try_from(place.start().line).unwrap_or(u32::MAX),
            is_compiled: true,
            cfg: conditional.at(Position::of(*place)),
        })
        .collect()
}

/// The tokens of a body, with the inner attributes that the parser gave to the function.
fn with_inner(attrs: &[Attribute], block: &Block) -> TokenStream {
    let is_inner = |attr: &&Attribute| matches!(attr.style, syn::AttrStyle::Inner(_));
    let inner: Vec<_> = attrs.iter().filter(is_inner).collect();
    if inner.is_empty() {
        return block.to_token_stream();
    }
    let mut tokens = TokenStream::new();
    block.brace_token.surround(&mut tokens, |body| {
        for attr in inner {
            attr.to_tokens(body);
        }
        for stmt in &block.stmts {
            stmt.to_tokens(body);
        }
    });
    tokens
}

fn lines(block: &Block) -> (u32, u32) {
    let line = |at: proc_macro2::LineColumn| u32::try_from(at.line).unwrap_or(u32::MAX);
    let braces = block.brace_token.span;
    (line(braces.open().start()), line(braces.close().end()))
}

/// True for parameters that are types or constants.
fn has_parameters(generics: &Generics) -> bool {
    let mut types = generics.type_params();
    types.next().is_some() || generics.const_params().next().is_some()
}

/// True if a parameter has a type `impl Trait`.
fn takes_any(sig: &Signature) -> bool {
    struct ImplTraitFinder(bool);
    impl<'ast> Visit<'ast> for ImplTraitFinder {
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
    }
    let mut finder = ImplTraitFinder(false);
    for input in &sig.inputs {
        finder.visit_fn_arg(input);
    }
    finder.0
}

/// True for attributes that make a function a test or benchmark of a harness, whatever crate they come from.
fn is_test(attr: &Attribute) -> bool {
    let last = attr.path().segments.last();
    last.is_some_and(|last| last.ident == "test" || last.ident == "bench")
}

impl VisitMut for FilePass<'_> {
    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        let attrs = std::mem::take(&mut item.attrs);
        self.function(&attrs, &item.sig, &mut item.block);
        item.attrs = attrs;
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut ImplItemFn) {
        let attrs = std::mem::take(&mut item.attrs);
        self.function(&attrs, &item.sig, &mut item.block);
        item.attrs = attrs;
    }

    fn visit_trait_item_fn_mut(&mut self, item: &mut TraitItemFn) {
        let attrs = std::mem::take(&mut item.attrs);
        if let Some(block) = &mut item.default {
            self.function(&attrs, &item.sig, block);
        }
        item.attrs = attrs;
    }

    fn visit_item_mod_mut(&mut self, item: &mut ItemMod) {
        let attrs = std::mem::take(&mut item.attrs);
        self.module.push(unraw(&item.ident));
        self.item(unraw(&item.ident), &attrs, |pass| {
            visit_mut::visit_item_mod_mut(pass, item);
        });
        self.module.pop();
        item.attrs = attrs;
    }

    fn visit_item_trait_mut(&mut self, item: &mut ItemTrait) {
        let attrs = std::mem::take(&mut item.attrs);
        self.item(unraw(&item.ident), &attrs, |pass| {
            let around = std::mem::replace(&mut pass.is_generic, true);
            visit_mut::visit_item_trait_mut(pass, item);
            pass.is_generic = around;
        });
        item.attrs = attrs;
    }

    fn visit_item_impl_mut(&mut self, item: &mut ItemImpl) {
        let attrs = std::mem::take(&mut item.attrs);
        self.item(type_name(&item.self_ty), &attrs, |pass| {
            let is_generic = pass.is_generic || has_parameters(&item.generics);
            let around = std::mem::replace(&mut pass.is_generic, is_generic);
            visit_mut::visit_item_impl_mut(pass, item);
            pass.is_generic = around;
        });
        item.attrs = attrs;
    }

    // Neither holds functions with probes of their own, and both are large.
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
}
