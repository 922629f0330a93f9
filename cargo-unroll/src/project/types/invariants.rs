//! Invariants of the crate's types, and the functions that they concern.
//!
//! A type states its invariant by `#[unroll_invariant(..)]`. Without the attribute, a method `fn
//! check_invariants(&self) -> bool` states it, and the copy gets the attribute that calls it; the method must exist
//! for all values of the type, whatever their type arguments. In: declarations and `impl` blocks. Out: for each
//! function, the clauses that its results and parameters satisfy their invariants, and the names of the types whose
//! invariants its inputs satisfy.
//!
//! **Invariant:** a clause is added only if the name of a type is unambiguous.

use std::collections::BTreeSet;

use syn::{FnArg, ImplItem, ImplItemFn, ItemImpl, ReturnType, Type};
use unroll_syntax::kept::KeptValue;
use unroll_syntax::type_invariant::{self, TypeInvariant};

use super::calls::is_general;
use super::plan::Plan;
use super::{NameableIn, Numbers, Types};
use crate::model::job::{ClauseInfo, ClauseKind};
use crate::model::kept::{Kept, KeptCandidate};
use crate::model::outcome::Span;
use crate::project::model::{Insertion, SelectedFunction};
use crate::project::sources::modules;
use crate::project::sources::modules::ModuleFile;

/// The name of the method.
const CHECKER: &str = "check_invariants";

/// The invariant of a type.
#[derive(Clone)]
pub(super) struct Stated {
    text: String,
    span: Span,
    end: Span,
    /// Where a test can ask for it.
    visible: NameableIn,
    by_attribute: bool,
}

impl Stated {
    /// The invariant that attributes of a type state.
    pub(super) fn by_attributes(file: &ModuleFile, attrs: &[syn::Attribute]) -> Option<Self> {
        let TypeInvariant {
            text,
            position,
            end,
        } = type_invariant::stated(attrs)?;
        Some(Self {
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
            span: file.source.place(position),
            end: file.source.place(end),
            visible: NameableIn::Everywhere,
            by_attribute: true,
        })
    }
}

/// A method `check_invariants` of a type's own.
pub(super) struct Checker {
    /// The type's name.
    name: String,
    /// The module that the block stands in.
    module: Vec<String>,
    stated: Stated,
}

impl Checker {
    /// The method of an `impl` block, if it is one for all values of the type.
    pub(super) fn of(file: &ModuleFile, item: &ItemImpl, module: &[String]) -> Option<Self> {
        let Type::Path(own) = &*item.self_ty else {
            return None;
        };
        let last = own.path.segments.last()?;
        let mut params = item.generics.type_params();
        let is_bounded =
            item.generics.where_clause.is_some() || params.any(|param| !param.bounds.is_empty());
        let is_conditional = item.attrs.iter().any(is_cfg);
        let is_for_all = is_general(&last.arguments, item) && !is_bounded && !is_conditional;
        if item.trait_.is_some() || !is_for_all || !file.source.is_inside {
            return None;
        }
        let mut methods = item.items.iter().filter_map(|item| match item {
            ImplItem::Fn(method) => Some(method),
            _ => None,
        });
        let method = methods.find(|method| is_checker(method))?;
        let name = method.sig.ident.span();
        Some(Self {
            name: modules::unraw(&last.ident),
            module: module.to_vec(),
            stated: Stated {
                text: format!("self.{CHECKER}()"),
                span: file.source.span(name),
                end: file.source.place(unroll_syntax::Position::behind(name)),
                visible: NameableIn::of(&method.vis, module),
                by_attribute: false,
            },
        })
    }
}

fn is_cfg(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr")
}

/// True for `fn check_invariants(&self) -> bool`, whatever may call it.
fn is_checker(method: &ImplItemFn) -> bool {
    let sig = &method.sig;
    let is_plain = sig.asyncness.is_none() && sig.unsafety.is_none() && sig.abi.is_none();
    let takes_self = match sig.inputs.first() {
        Some(FnArg::Receiver(receiver)) => {
            receiver.reference.is_some() && receiver.mutability.is_none()
        }
        _ => false,
    };
    let gives_bool = match &sig.output {
        ReturnType::Type(_, ty) => matches!(&**ty, Type::Path(path) if path.path.is_ident("bool")),
        ReturnType::Default => false,
    };
    sig.ident == CHECKER
        && is_plain
        && takes_self
        && sig.inputs.len() == 1
        && sig.generics.params.is_empty()
        && gives_bool
        && !method.attrs.iter().any(is_cfg)
}

/// The values of a signature with the paths of their types.
pub(in crate::project) fn kept_candidates(values: &[(KeptValue, Type)]) -> Vec<KeptCandidate> {
    let candidates = values.iter().filter_map(|(value, ty)| match ty {
        Type::Path(path) if path.qself.is_none() => {
            let segments = path.path.segments.iter();
            Some(KeptCandidate {
                value: *value,
                path: segments.map(|it| modules::unraw(&it.ident)).collect(),
                clause: None,
            })
        }
        _ => None,
    });
    candidates.collect()
}

impl Types {
    /// The attributes that state invariants which are methods.
    pub(in crate::project) fn stated_by_methods(&self) -> Vec<Insertion> {
        let declared = self.declared.iter().enumerate();
        let by_methods = declared.filter(|(_, it)| it.invariant.is_none());
        by_methods
            .filter_map(|(n, declared)| {
                let stated = self.invariant(n)?;
                let site = declared.site.as_ref()?;
                Some(Insertion {
                    file: site.file.clone(),
                    at: site.at,
                    text: format!("#[::unroll_test::unroll_invariant({})] ", stated.text),
                })
            })
            .collect()
    }

    /// The invariant of type `n`.
    fn invariant(&self, n: usize) -> Option<&Stated> {
        let declared = &self.declared[n];
        // What has no place in a file cannot have the attribute.
        declared.site.as_ref()?;
        let is_meant = |checker: &&Checker| self.is_exactly(&checker.module, &checker.name, n);
        let by_method = || Some(&self.checkers.iter().find(is_meant)?.stated);
        declared.invariant.as_ref().or_else(by_method)
    }

    /// True if a name means type `n` and no other.
    fn is_exactly(&self, module: &[String], name: &str, n: usize) -> bool {
        let resolved = self.names.types(module, &[name.to_owned()]);
        resolved.len() == 1 && resolved.contains(&n)
    }

    /// True if any of `candidates` of the function at `segments` is to satisfy an invariant.
    pub(in crate::project) fn have_invariants(
        &self,
        candidates: &[KeptCandidate],
        segments: &[String],
    ) -> bool {
        let mut candidates = candidates.iter();
        candidates.any(|it| self.clause_of(it, segments).is_some())
    }

    /// The type of a candidate of the function at `segments`, and its invariant, if tests there can ask for it.
    fn clause_of(
        &self,
        candidate: &KeptCandidate,
        segments: &[String],
    ) -> Option<(usize, &Stated)> {
        let module = self.names.module_of(segments);
        let own;
        let path = if candidate.path == ["Self"] {
            own = vec![segments.iter().rev().nth(1)?.clone()];
            &own
        } else {
            &candidate.path
        };
        let resolved = self.names.types(module, path);
        let n = *resolved.first().filter(|_| resolved.len() == 1)?;
        let stated = self.invariant(n)?;
        stated
            .visible
            .includes(Some(segments))
            .then_some((n, stated))
    }
}

impl Plan<'_> {
    /// Adds the clauses that invariants of types are, and the types whose invariants the inputs satisfy.
    pub(in crate::project) fn add_invariants(&self, function: &mut SelectedFunction) {
        for candidate in &mut function.invariants.kept {
            let Some((n, stated)) = self.types.clause_of(candidate, &function.segments) else {
                continue;
            };
            candidate.clause = u32::try_from(function.clauses.len()).ok();
            function.clauses.push(ClauseInfo {
                kind: ClauseKind::TypeInvariant,
                text: stated.text.clone(),
                span: stated.span.clone(),
                end: stated.end.clone(),
                kept: Some(Kept {
                    ty: self.types.declared[n].name.clone(),
                    param: match candidate.value {
                        KeptValue::Parameter(number) => Some(number),
                        KeptValue::Result => None,
                    },
                    by_attribute: stated.by_attribute,
                }),
            });
        }
        function.invariants.assumes = self.assumed(function);
    }

    /// Names of the types with invariants among those whose fields are made up for `function`.
    fn assumed(&self, function: &SelectedFunction) -> Vec<String> {
        let mut names = BTreeSet::new();
        let mut seen = Numbers::new();
        let taken = self.types.taken_by(function);
        let mut todo: Vec<usize> = taken.into_iter().flatten().collect();
        while let Some(n) = todo.pop() {
            if !seen.insert(n) {
                continue;
            }
            let declared = &self.types.declared[n];
            let has_own_input = self.resolved.inputs.contains(&n);
            let is_made_up = if has_own_input {
                declared.has_input
            } else {
                self.is_made_up(n, function)
            };
            if is_made_up && self.types.invariant(n).is_some() {
                names.insert(declared.name.clone());
            }
            if is_made_up || declared.site.is_none() {
                todo.extend(&self.resolved.fields[n]);
            } else if !has_own_input {
                todo.extend(self.arguments(n));
            }
        }
        names.into_iter().collect()
    }
}
