//! The heads of patterns: the path or length that a pattern asks for before its parts, and the heads that a `match` has at one place.
//!
//! Syntax does not say which types have one variant. But the arms of a `match` together match every value: where all of them have the same head at the
//! same place, and none has a pattern for all other values there, each value has this head.

use std::collections::{BTreeMap, BTreeSet};

use quote::ToTokens;
use syn::{Arm, Member, Pat, PatIdent};

/// The heads that the arms of a `match` have at each place of their patterns; `None` for a pattern that may match any value there.
#[derive(Default)]
pub(super) struct Heads(BTreeMap<Vec<String>, BTreeSet<Option<String>>>);

impl Heads {
    /// The heads of the patterns of `arms`.
    pub(super) fn of(arms: &[Arm]) -> Self {
        let mut heads = Self::default();
        for arm in arms {
            heads.add(&arm.pat, &mut Vec::new());
        }
        heads
    }

    fn insert(&mut self, position: &[String], head: Option<String>) {
        self.0.entry(position.to_vec()).or_default().insert(head);
    }

    fn add(&mut self, pat: &Pat, position: &mut Vec<String>) {
        if let Pat::Or(or) = pat {
            return or.cases.iter().for_each(|it| self.add(it, position));
        }
        if let Some(inner) = inner(pat) {
            return self.add(inner, position);
        }
        let head = head(pat);
        self.insert(position, head.clone());
        let Some(head) = head else { return };
        position.push(head);
        if has_rest(pat) {
            self.insert(position, None);
        }
        for (name, child) in children(pat) {
            position.push(name);
            self.add(child, position);
            position.pop();
        }
        position.pop();
    }

    /// True if a value that gets to the pattern at `position` always has `head` there.
    pub(super) fn is_only(&self, position: &[String], head: &str) -> bool {
        let has_other = |length: usize| {
            let found = self.0.get(&position[..length]);
            found.is_some_and(|it| it.contains(&None))
        };
        let found = self.0.get(position);
        let is_alone = found.is_some_and(|it| it.len() == 1 && it.contains(&Some(head.to_owned())));
        // A pattern for any value further out also takes values that have another head here.
        is_alone && !(0..=position.len()).any(has_other)
    }
}

/// The pattern that a pattern hands its value on to: in parentheses, behind `&`, behind `name @`.
fn inner(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::Paren(paren) => Some(&paren.pat),
        Pat::Reference(reference) => Some(&reference.pat),
        Pat::Ident(ident) => ident.subpat.as_ref().map(|(_, inner)| &**inner),
        _ => None,
    }
}

/// The path or length that a pattern asks for; of a tuple a constant, as every value has it.
pub(super) fn head(pat: &Pat) -> Option<String> {
    match pat {
        Pat::TupleStruct(inner) => Some(inner.path.to_token_stream().to_string()),
        Pat::Struct(inner) => Some(inner.path.to_token_stream().to_string()),
        Pat::Path(inner) => Some(inner.path.to_token_stream().to_string()),
        Pat::Ident(ident) if is_constant(ident) => Some(ident.ident.to_string()),
        Pat::Tuple(_) => Some("()".to_owned()),
        Pat::Slice(slice) => {
            let rests = slice.elems.iter().filter(|it| is_rest(it)).count();
            Some(format!("[{}, {rests}]", slice.elems.len() - rests))
        }
        _ => None,
    }
}

/// The patterns of the parts of a value, by names that are the same for the same part. `..` is none.
pub(super) fn children(pat: &Pat) -> Vec<(String, &Pat)> {
    let elems = match pat {
        Pat::TupleStruct(inner) => &inner.elems,
        Pat::Tuple(inner) => &inner.elems,
        Pat::Slice(inner) => &inner.elems,
        Pat::Struct(inner) => {
            let named = inner.fields.iter().map(|it| (name(&it.member), &*it.pat));
            return named.collect();
        }
        _ => return Vec::new(),
    };
    let numbered = elems.iter().enumerate().filter(|(_, it)| !is_rest(it));
    numbered.map(|(at, it)| (at.to_string(), it)).collect()
}

/// The name of a field in [`children`].
pub(super) fn name(member: &Member) -> String {
    match member {
        Member::Named(name) => name.to_string(),
        Member::Unnamed(index) => index.index.to_string(),
    }
}

/// True if `..` stands for some parts, so that other patterns may count the parts in another way.
fn has_rest(pat: &Pat) -> bool {
    match pat {
        Pat::TupleStruct(inner) => inner.elems.iter().any(is_rest),
        Pat::Tuple(inner) => inner.elems.iter().any(is_rest),
        Pat::Slice(inner) => inner.elems.iter().any(is_rest),
        Pat::Struct(inner) => inner.rest.is_some(),
        _ => false,
    }
}

/// True for `..` and `name @ ..`.
pub(super) fn is_rest(pat: &Pat) -> bool {
    matches!(pat, Pat::Rest(_)) || matches!(pat, Pat::Ident(_)) && inner(pat).is_some_and(is_rest)
}

/// True if a name in a pattern is that of a variant or constant and not of a variable, by convention.
pub(super) fn is_constant(ident: &PatIdent) -> bool {
    let is_bare = ident.by_ref.is_none() && ident.mutability.is_none() && ident.subpat.is_none();
    let name = ident.ident.to_string();
    is_bare && name.starts_with(|first: char| first.is_uppercase())
}
