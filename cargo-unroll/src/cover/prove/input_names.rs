//! Names of input variables as the source has them, for scripts that people read: `text.len`, `text[0]`, `point.1`.
//!
//! In: the parameters of a function, and an execution with its leaves. Out: a name for each variable whose key is that of a part of a parameter.
//! Keys are hashes of paths into the parameters, so the paths are walked as far as types and wanted keys go.
//!
//! **Invariant:** no two variables have one name, and none has the name of an SMT-LIB function. Names are for people alone: no verdict
//! depends on them.

use std::collections::{BTreeMap, BTreeSet};

use unroll_engine::strategy::merge::Execution;
use unroll_protocol::Key;
use unroll_smt::term::{Term, Terms};

use crate::model::job::Job;

/// Parts within parts that have names.
const MAX_LEVEL: u32 = 4;

/// Elements of a sequence, and fields of a type that is not of the standard library, that have names.
const MAX_PARTS: u32 = 12;

/// Functions of SMT-LIB, and commands, that are names in Rust as well. Those of bit vectors begin with `bv`.
const TAKEN: [&str; 30] = [
    "abs",
    "and",
    "assert",
    "check",
    "concat",
    "complement",
    "difference",
    "distinct",
    "div",
    "exists",
    "exit",
    "extract",
    "forall",
    "implies",
    "intersection",
    "ite",
    "iff",
    "mod",
    "not",
    "or",
    "par",
    "pop",
    "push",
    "rem",
    "repeat",
    "reset",
    "select",
    "store",
    "subset",
    "xor",
];

/// The names of the input variables of an execution of the job's function.
pub(super) fn input_names(job: &Job, execution: &Execution) -> BTreeMap<Term, String> {
    let record = &execution.record;
    let (terms, arrays) = (&execution.symbolic.terms, &execution.symbolic.arrays);
    let keys = record.leaves.iter().map(|leaf| leaf.key);
    let mut walk = Paths {
        wanted: keys.chain(arrays.iter().map(|it| it.key)).collect(),
        found: BTreeMap::new(),
    };
    for (index, param) in (0..).zip(&job.params) {
        let ty = syn::parse_str::<syn::Type>(&param.ty).ok();
        walk.visit(Key::param(index), ty.as_ref(), &param.name, 0);
    }
    let mut names = Names::default();
    for leaf in &record.leaves {
        if let Some(name) = walk.found.get(&leaf.key) {
            names.give(terms, leaf.value, name);
        }
    }
    for array in arrays {
        let Some(name) = walk.found.get(&array.key) else {
            continue;
        };
        let mut others = 0;
        for (index, element) in &array.reads {
            let index = terms.as_const(*index).map_or_else(
                || {
                    others += 1;
                    format!("i{others}")
                },
                |index| index.to_string(),
            );
            names.give(terms, *element, &format!("{name}[{index}]"));
        }
        for variable in &array.variables {
            others += 1;
            names.give(terms, *variable, &format!("{name}[i{others}]"));
        }
    }
    names.given
}

/// Names of variables, each given once.
#[derive(Default)]
struct Names {
    given: BTreeMap<Term, String>,
    used: BTreeSet<String>,
}

impl Names {
    /// Gives `name` to the variable that `value` consists of.
    fn give(&mut self, terms: &Terms, value: Term, name: &str) {
        // The value of a leaf is extended to 64 bits, so the variable stands within a term.
        let [variable] = terms.vars_of(value)[..] else {
            return;
        };
        if self.given.contains_key(&variable) {
            return;
        }
        let is_taken = TAKEN.contains(&name) || name.starts_with("bv");
        let name = if is_taken {
            format!("{name}!")
        } else {
            name.to_owned()
        };
        // Variants of an enum share keys.
        let numbered = (2..).map(|number| format!("{name}!{number}"));
        let mut free = std::iter::once(name.clone()).chain(numbered);
        let name = free.find(|name| self.used.insert(name.clone()));
        self.given.extend(name.map(|name| (variable, name)));
    }
}

/// A walk over the parts of parameters.
struct Paths {
    wanted: BTreeSet<u64>,
    /// The names of parts by their key; those of arrays without an index.
    found: BTreeMap<u64, String>,
}

/// The parts of a value as far as keys are concerned.
enum Shape<'t> {
    /// Length, elements and spare capacity.
    Sequence(Option<&'t syn::Type>),
    /// Elements alone.
    Array(&'t syn::Type),
    /// Numbered parts.
    Tuple(Vec<&'t syn::Type>),
    /// A variant and its only field.
    Choice(Option<&'t syn::Type>),
    /// A value in another that adds nothing.
    Same(&'t syn::Type),
    /// Parts whose types are not known.
    Other,
}

impl Paths {
    fn visit(&mut self, key: Key, ty: Option<&syn::Type>, name: &str, level: u32) {
        self.found_at(key, name);
        if level >= MAX_LEVEL {
            return;
        }
        let mut part = |key: Key, ty: Option<&syn::Type>, name: String| {
            self.visit(key, ty, &name, level + 1);
        };
        match ty.map_or(Shape::Other, shape) {
            Shape::Same(inner) => self.visit(key, Some(inner), name, level + 1),
            Shape::Sequence(element) => {
                let elements = key.child(1);
                for index in 0..MAX_PARTS {
                    part(elements.child(index), element, format!("{name}[{index}]"));
                }
                self.found_at(key.child(0), &format!("{name}.len"));
                self.found_at(elements, name);
                self.found_at(key.child(2), &format!("{name}.spare"));
            }
            Shape::Array(element) => {
                for index in 0..MAX_PARTS {
                    part(key.child(index), Some(element), format!("{name}[{index}]"));
                }
            }
            Shape::Tuple(types) => {
                for (index, ty) in (0..).zip(types) {
                    part(key.child(index), Some(ty), format!("{name}.{index}"));
                }
            }
            Shape::Choice(inner) => {
                part(key.child(1).child(0), inner, format!("{name}.0"));
                self.found_at(key.child(0), &format!("{name}.variant"));
            }
            Shape::Other => {
                for index in 0..MAX_PARTS {
                    part(key.child(index), None, format!("{name}.{index}"));
                }
            }
        }
    }

    fn found_at(&mut self, key: Key, name: &str) {
        if self.wanted.contains(&key.bits()) {
            self.found
                .entry(key.bits())
                .or_insert_with(|| name.to_owned());
        }
    }
}

fn shape(ty: &syn::Type) -> Shape<'_> {
    match ty {
        syn::Type::Reference(it) => Shape::Same(&it.elem),
        syn::Type::Paren(it) => Shape::Same(&it.elem),
        syn::Type::Group(it) => Shape::Same(&it.elem),
        syn::Type::Slice(it) => Shape::Sequence(Some(&it.elem)),
        syn::Type::Array(it) => Shape::Array(&it.elem),
        syn::Type::Tuple(it) => Shape::Tuple(it.elems.iter().collect()),
        syn::Type::Path(it) => it.path.segments.last().map_or(Shape::Other, of_segment),
        _ => Shape::Other,
    }
}

fn of_segment(segment: &syn::PathSegment) -> Shape<'_> {
    let first = match &segment.arguments {
        syn::PathArguments::AngleBracketed(it) => it.args.iter().find_map(|it| match it {
            syn::GenericArgument::Type(ty) => Some(ty),
            _ => None,
        }),
        _ => None,
    };
    match (segment.ident.to_string().as_str(), first) {
        ("str" | "String" | "Vec" | "VecDeque" | "BTreeSet" | "HashSet", element) => {
            Shape::Sequence(element)
        }
        ("Box", Some(inner)) => Shape::Same(inner),
        ("Option", inner) => Shape::Choice(inner),
        _ => Shape::Other,
    }
}
