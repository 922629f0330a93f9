//! Arms that are never taken: their guards ask for the parts of a pattern, and are false.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Arm, Attribute, Pat, Stmt, parse_quote_spanned};

use super::Decisions;
use super::parts::Part;
use crate::label::tree::{Tree, mask_literal};
use crate::probe::{int, site};

pub(super) fn is_cfg(attr: &Attribute) -> bool {
    attr.path().is_ident("cfg")
}

/// An arm for what `pat` matches that is never taken, but evaluates `effect` where it is tried.
pub(super) fn never(attrs: &[Attribute], pat: &Pat, effect: &TokenStream) -> Arm {
    parse_quote_spanned!(site()=> #(#attrs)* #pat if ::unroll_test::rt::passed(#effect) =>
        ::unroll_test::rt::never(),)
}

impl Decisions<'_> {
    /// The arms that note which parts of a pattern match. The number of the first part is `first`.
    pub(super) fn probes(
        &self,
        attrs: &[Attribute],
        parts: &[Part],
        first: usize,
        mask: &Ident,
    ) -> Vec<Arm> {
        if !self.is_recorded() {
            let notes = (first..).zip(parts).map(|(at, part)| {
                let at = int(at as u32);
                let note = quote_spanned!(site()=> ::unroll_test::rt::found(&mut #mask, #at));
                never(attrs, &part.probe, &note)
            });
            return notes.collect();
        }
        // Alternatives repeat what is around them: `Some` in `Some(1) | Some(2)`.
        let mut masks: Vec<(String, &Pat, u64)> = Vec::new();
        for (at, part) in (first..).zip(parts) {
            let (probe, value) = (&part.probe, 1 << (2 * at));
            let words = quote!(#probe).to_string();
            match masks.iter_mut().find(|(other, ..)| *other == words) {
                Some((_, _, mask)) => *mask |= value,
                None => masks.push((words, probe, value)),
            }
        }
        let notes = masks.into_iter().map(|(_, probe, value)| {
            let value = mask_literal(value);
            never(attrs, probe, &quote_spanned!(site()=> { #mask |= #value; }))
        });
        notes.collect()
    }

    /// The statements that find out which conditions of a pattern were evaluated. Where evaluations are recorded, the tool does.
    pub(super) fn settle(&self, tree: &Tree, mask: &Ident) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        if !self.is_recorded() {
            settle(tree, &quote_spanned!(site()=> 1), mask, &mut stmts);
        }
        stmts
    }
}

/// The statements that find out which conditions were evaluated; this is so for the first ones if `reached` is 1.
fn settle(tree: &Tree, reached: &TokenStream, mask: &Ident, stmts: &mut Vec<Stmt>) {
    match tree {
        Tree::Condition(number) => {
            let at = int(*number as u32);
            stmts.push(
                parse_quote_spanned!(site()=> #mask = ::unroll_test::rt::settled(#mask, #at, #reached);),
            );
        }
        Tree::Not(inner) => settle(inner, reached, mask, stmts),
        Tree::Join(is_and, left, right) => {
            settle(left, reached, mask, stmts);
            let value = left.value(mask);
            let open = if *is_and {
                value
            } else {
                quote_spanned!(site()=> (1 ^ #value))
            };
            settle(
                right,
                &quote_spanned!(site()=> (#reached & #open)),
                mask,
                stmts,
            );
        }
    }
}
