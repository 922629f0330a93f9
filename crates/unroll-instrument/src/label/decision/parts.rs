//! The parts of a pattern that a value can fail to match, as a tree of conditions.
//!
//! A pattern is a tree of patterns. Literals, ranges, constants, variants and lengths of slices are *refutable* parts, each a condition. The conditions
//! of one pattern stand in source order, a variant before what is inside of it, and all of them must hold; alternatives are joined by `or`. A part that
//! every value matches (`_`, a variable, a tuple, a reference) is no condition.
//!
//! Each condition has a *probe*: a pattern without variables that matches where the condition and the patterns around it do. Matching it moves and borrows
//! nothing.

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{
    FieldPat, Pat, PatReference, PatSlice, PatStruct, PatTuple, PatTupleStruct, Token, parse_quote,
};

use super::heads::{Heads, children, head, is_constant, is_rest, name};
use crate::label::tree::Tree;
use crate::probe::site;

/// A refutable part.
pub(super) struct Part {
    /// The tokens that name it: all of it, or its path if parts of it are conditions as well.
    pub(super) words: Span,
    /// Matches where the part and those around it match.
    pub(super) probe: Pat,
}

/// The refutable parts of a pattern; the position in the list is the number of the condition.
pub(super) struct Parts {
    pub(super) list: Vec<Part>,
    pub(super) tree: Tree,
}

/// Why a pattern has no parts.
pub(super) enum NoParts {
    /// Every value matches it.
    Irrefutable,
    /// It has syntax whose meaning is not known here, such as a macro.
    Opaque,
}

/// The parts of the pattern of an arm, among arms with these heads.
pub(super) fn parts(pat: &Pat, heads: &Heads) -> Result<Parts, NoParts> {
    let mut collector = Collector {
        heads,
        list: Vec::new(),
        position: Vec::new(),
    };
    let tree = collector.part(pat, &|probe| probe)?;
    let tree = tree.ok_or(NoParts::Irrefutable)?;
    Ok(Parts {
        list: collector.list,
        tree,
    })
}

/// True if a pattern has alternatives.
pub(super) fn has_alternatives(pat: &Pat) -> bool {
    match pat {
        Pat::Or(_) => true,
        Pat::Paren(inner) => has_alternatives(&inner.pat),
        Pat::Reference(inner) => has_alternatives(&inner.pat),
        Pat::Ident(ident) => {
            let inner = ident.subpat.as_ref();
            inner.is_some_and(|(_, it)| has_alternatives(it))
        }
        _ => children(pat).iter().any(|(_, it)| has_alternatives(it)),
    }
}

struct Collector<'h> {
    heads: &'h Heads,
    list: Vec<Part>,
    /// The heads around, and the names of the parts that we are in.
    position: Vec<String>,
}

/// Both conditions, where there are two.
fn both(left: Option<Tree>, right: Option<Tree>) -> Option<Tree> {
    match (left, right) {
        (Some(left), Some(right)) => Some(Tree::Join(true, Box::new(left), Box::new(right))),
        (left, right) => left.or(right),
    }
}

impl Collector<'_> {
    /// The conditions of a pattern; `wrap` puts the probe of a part of it into the patterns around.
    fn part(&mut self, pat: &Pat, wrap: &dyn Fn(Pat) -> Pat) -> Result<Option<Tree>, NoParts> {
        match pat {
            Pat::Wild(_) | Pat::Rest(_) => Ok(None),
            Pat::Paren(inner) => self.part(&inner.pat, wrap),
            Pat::Lit(_) | Pat::Range(_) | Pat::Const(_) => {
                Ok(Some(self.condition(pat.span(), wrap(pat.clone()))))
            }
            Pat::Ident(ident) if !is_constant(ident) => match &ident.subpat {
                Some((_, inner)) => self.part(inner, wrap),
                None => Ok(None),
            },
            Pat::Reference(reference) => self.part(&reference.pat, &|probe| {
                wrap(Pat::Reference(PatReference {
                    pat: Box::new(probe),
                    ..reference.clone()
                }))
            }),
            Pat::Or(or) => self.alternatives(&or.cases, wrap),
            _ => match head(pat) {
                Some(head) => self.headed(pat, head, wrap),
                None => Err(NoParts::Opaque),
            },
        }
    }

    fn condition(&mut self, words: Span, probe: Pat) -> Tree {
        self.list.push(Part { words, probe });
        Tree::Condition(self.list.len() - 1)
    }

    fn alternatives(
        &mut self,
        cases: &Punctuated<Pat, Token![|]>,
        wrap: &dyn Fn(Pat) -> Pat,
    ) -> Result<Option<Tree>, NoParts> {
        let first = self.list.len();
        let mut joined: Option<Tree> = None;
        for case in cases {
            let Some(next) = self.part(case, wrap)? else {
                // Every value matches this alternative.
                self.list.truncate(first);
                return Ok(None);
            };
            joined = Some(match joined {
                Some(before) => Tree::Join(false, Box::new(before), Box::new(next)),
                None => next,
            });
        }
        Ok(joined)
    }

    /// A pattern with a head, which is a condition if there are other heads, and then the patterns of its parts.
    fn headed(
        &mut self,
        pat: &Pat,
        head: String,
        wrap: &dyn Fn(Pat) -> Pat,
    ) -> Result<Option<Tree>, NoParts> {
        let number = self.list.len();
        let is_condition = !is_free(pat) && !self.heads.is_only(&self.position, &head);
        let mut tree = is_condition.then(|| self.condition(pat.span(), wrap(bare(pat, None))));
        self.position.push(head);
        for (name, child) in children(pat) {
            self.position.push(name.clone());
            let found = self.part(child, &|probe| wrap(bare(pat, Some((&name, probe)))))?;
            self.position.pop();
            tree = both(tree, found);
        }
        self.position.pop();
        if is_condition && self.list.len() > number + 1 {
            self.list[number].words = match pat {
                Pat::TupleStruct(inner) => inner.path.span(),
                Pat::Struct(inner) => inner.path.span(),
                _ => pat.span(),
            };
        }
        Ok(tree)
    }
}

/// True for a pattern whose head every value has: a tuple, and a slice of any length. `Self` with fields is a struct.
fn is_free(pat: &Pat) -> bool {
    match pat {
        Pat::Tuple(_) => true,
        Pat::Slice(slice) => slice.elems.len() == 1 && slice.elems.iter().all(is_rest),
        Pat::TupleStruct(inner) => inner.path.is_ident("Self"),
        Pat::Struct(inner) => inner.path.is_ident("Self"),
        _ => false,
    }
}

/// A pattern with `_` for its parts, but for one with this name.
fn bare(pat: &Pat, except: Option<(&str, Pat)>) -> Pat {
    let elems = |elems: &Punctuated<Pat, Token![,]>| -> Punctuated<Pat, Token![,]> {
        let elems = elems.iter().enumerate().map(|(at, elem)| match &except {
            _ if is_rest(elem) => parse_quote!(..),
            Some((name, kept)) if *name == at.to_string() => kept.clone(),
            _ => parse_quote!(_),
        });
        let mut elems: Punctuated<Pat, Token![,]> = elems.collect();
        // `(x,)` is a tuple, and `(x)` is none.
        if !elems.is_empty() {
            elems.push_punct(Token![,](site()));
        }
        elems
    };
    match pat {
        Pat::TupleStruct(inner) => Pat::TupleStruct(PatTupleStruct {
            elems: elems(&inner.elems),
            ..inner.clone()
        }),
        Pat::Tuple(inner) => Pat::Tuple(PatTuple {
            elems: elems(&inner.elems),
            ..inner.clone()
        }),
        Pat::Slice(inner) => Pat::Slice(PatSlice {
            elems: elems(&inner.elems),
            ..inner.clone()
        }),
        Pat::Struct(inner) => {
            let kept = except.and_then(|(wanted, kept)| {
                let field = inner.fields.iter().find(|it| name(&it.member) == wanted)?;
                Some(FieldPat {
                    colon_token: Some(Token![:](site())),
                    pat: Box::new(kept),
                    ..field.clone()
                })
            });
            Pat::Struct(PatStruct {
                fields: kept
                    .into_iter()
                    .map(|field| syn::punctuated::Pair::Punctuated(field, Token![,](site())))
                    .collect(),
                rest: Some(syn::PatRest {
                    attrs: Vec::new(),
                    dot2_token: Token![..](site()),
                }),
                ..inner.clone()
            })
        }
        other => other.clone(),
    }
}
