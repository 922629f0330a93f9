//! The crate's own structs and enums that occur in inputs of functions.
//!
//! The copy derives `Input` for every type of the crate that a parameter mentions, directly or through fields, if
//! the type has no `Input` of its own and a test of the function can construct its values, which requires that the
//! fields are visible there. Values of types with private fields that unsafe code may rely on, or with fields that
//! are not inputs, are built by calls (`calls`). So are those of all other types for functions that do not see the
//! fields.
//!
//! Names are resolved by declarations and imports (`names`). A name that cannot be resolved stands for every type of
//! that name. The build detects types whose fields are not inputs, and leaves them unchanged.

pub(super) mod calls;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use proc_macro2::TokenStream;

use self::calls::{Builders, Chosen};
use self::declared::{Declared, Site};
use self::invariants::Checker;
use self::objects::MentionedObjects;
use self::plan::Plan;
use super::model::{SelectedFunction, Target};
use super::sources::modules::ModuleFile;
use unroll_resolve::implementors::Implementors;
use unroll_resolve::names::{Names, Path, paths_in};
use unroll_resolve::structural;
use unroll_syntax::std_types;

mod declared;
pub(super) mod input_type;
mod invariants;
pub(super) mod objects;
mod plan;
mod producers;
mod traits;

pub(super) use self::declared::{NameableIn, Viewpoint, names_in};
pub(super) use self::invariants::kept_candidates;

/// The types of one crate target.
#[derive(Default)]
pub(super) struct Types {
    names: Names,
    declared: Vec<Declared>,
    /// Types that have `Input` already.
    inputs: Mentions,
    /// The contents of `impl` blocks and functions with unsafe code.
    relied_on: Mentions,
    /// Types that implement `Default`.
    defaults: Mentions,
    /// `impl` blocks of types.
    builders: Vec<Builders>,
    /// Methods that state invariants of types.
    checkers: Vec<Checker>,
    /// While items are added that macros made: the bytes of the macros' definitions, outside of which no attribute goes.
    of_macro: Vec<Range<usize>>,
}

/// Paths by the modules that they stand in.
type Mentions = BTreeMap<Path, BTreeSet<Path>>;

/// Types by their numbers.
type Numbers = BTreeSet<usize>;

/// The meanings of names, once all are known.
struct Resolved {
    /// The types that the fields of each type mention.
    fields: Vec<Numbers>,
    inputs: Numbers,
    relied_on: Numbers,
    defaults: Numbers,
}

/// Where the values of a type may come from.
#[derive(Default)]
struct ValueSources {
    /// True if any values of its fields are values of the type, and some function sees the fields.
    fields: bool,
    /// The `impl` block to call functions of.
    calls: Option<Calls>,
    /// True if some functions see the fields and others call these functions.
    has_both: bool,
}

/// How values of a type are built by calls.
struct Calls {
    /// The number of the `impl` block.
    block: usize,
    chosen: Chosen,
    /// The types that the arguments mention.
    parts: Numbers,
}

impl Resolved {
    /// `types` without those that have `Input`, and all that their values are made of.
    fn closure<'t>(&self, types: &Numbers, parts: &dyn Fn(usize) -> &'t Numbers) -> Numbers {
        let mut found = Numbers::new();
        let mut todo: Vec<usize> = types.iter().copied().collect();
        while let Some(n) = todo.pop() {
            if !self.inputs.contains(&n) && found.insert(n) {
                todo.extend(parts(n));
            }
        }
        found
    }
}

/// Names that stand in types besides those of types.
const WORDS: [&str; 8] = [
    "_",
    "mut",
    "static",
    "std",
    "core",
    "alloc",
    "collections",
    "time",
];

/// True if a name stands in types of the standard library which are inputs, whatever the others in them are.
fn is_of_inputs(name: &str) -> bool {
    WORDS.contains(&name) || std_types::find(name).is_some_and(|ty| ty.input)
}

/// How often it is asked which functions need which types: what is called instead of making up fields has arguments of other types.
const ROUNDS: usize = 3;

impl Types {
    /// The types that `files`, which are those of one target, declare.
    pub(super) fn of<'f>(
        files: impl IntoIterator<Item = &'f ModuleFile>,
        implementors: &Implementors,
    ) -> Self {
        let files: Vec<&ModuleFile> = files.into_iter().collect();
        let mut types = Self::default();
        for file in &files {
            types.add(file);
        }
        let mentioned = MentionedObjects::of(&files);
        for file in &files {
            let items = file.items();
            types.add_objects(file, items, &file.module, (&mentioned, implementors));
        }
        types
    }

    /// The plan for the types that `functions`, which are those of one target, need; as other crates see it if `from_outside`.
    pub(super) fn plan(&self, functions: &[SelectedFunction], from_outside: bool) -> Plan<'_> {
        let fields = || ValueSources {
            fields: true,
            ..ValueSources::default()
        };
        let mut plan = Plan {
            types: self,
            resolved: self.resolved(),
            sources: self.declared.iter().map(|_| fields()).collect(),
            needed: Numbers::new(),
            behind: self.declared.iter().map(Declared::objects_kept).collect(),
            from_outside,
        };
        for _ in 0..ROUNDS {
            let mut places = vec![BTreeSet::new(); self.declared.len()];
            for function in functions {
                for n in plan.below(function).into_iter().flatten() {
                    places[n].insert(plan.place(function));
                }
            }
            let sources = places.iter().enumerate();
            let sources = sources.map(|(n, places)| self.source(n, places, &plan.resolved));
            plan.sources = sources.collect();
            plan.narrow_objects(&places);
        }
        plan.needed = functions
            .iter()
            .filter(|function| plan.unwritable(function).is_none())
            .flat_map(|function| plan.below(function).into_iter().flatten())
            .collect();
        plan.needed.extend(plan.needed_for_either_way());
        plan
    }

    /// The meanings of all names.
    fn resolved(&self) -> Resolved {
        let types = |mentions: &Mentions| {
            let by_module = mentions.iter();
            by_module
                .flat_map(|(module, paths)| self.names.all(module, paths))
                .collect()
        };
        let fields = self.declared.iter();
        let has_input = (0..).zip(&self.declared).filter(|(_, it)| it.has_input);
        let mut inputs: Numbers = types(&self.inputs);
        inputs.extend(has_input.map(|(n, _)| n));
        Resolved {
            fields: fields
                .map(|declared| self.names.all(&declared.module, &declared.mentions))
                .collect(),
            inputs,
            relied_on: types(&self.relied_on),
            defaults: types(&self.defaults),
        }
    }

    /// Where the values of type `n` come from that functions in `places` take.
    fn source(
        &self,
        n: usize,
        places: &BTreeSet<Viewpoint<'_>>,
        resolved: &Resolved,
    ) -> ValueSources {
        let declared = &self.declared[n];
        let is_closed = declared.is_closed && resolved.relied_on.contains(&n);
        let (inside, outside): (Vec<_>, Vec<_>) = places
            .iter()
            .copied()
            .partition(|place| declared.is_visible_in(*place));
        // In view of another crate there may be no value at all.
        let is_elsewhere = outside.contains(&None);
        let fields = !is_closed && !is_elsewhere && (!inside.is_empty() || outside.is_empty());
        let is_divided = fields && !outside.is_empty();
        // Who sees the fields needs calls only where fields are no inputs.
        let callers: Vec<_> = if is_divided {
            outside
        } else {
            inside.into_iter().chain(outside).collect()
        };
        let is_placed = declared.site.is_some() && !callers.is_empty();
        let calls = is_placed.then(|| self.calls(n, &callers, is_closed, resolved));
        let calls = calls.flatten();
        ValueSources {
            fields,
            has_both: is_divided
                && calls
                    .as_ref()
                    .is_some_and(|calls| self.builders[calls.block].is_general),
            calls,
        }
    }

    /// The best `impl` block to build values of type `n` with, and what is called there.
    fn calls(
        &self,
        n: usize,
        places: &[Viewpoint<'_>],
        is_guarded: bool,
        resolved: &Resolved,
    ) -> Option<Calls> {
        let defaults = resolved.defaults.contains(&n);
        let blocks = self.builders.iter().enumerate().filter(|(_, block)| {
            let resolved = self.names.types(&block.module, &block.name);
            // Of several types any of which may be meant none is; declarations that `cfg` chooses among are of one type.
            let path = |n: usize| (&self.declared[n].module, &self.declared[n].name);
            resolved.contains(&n) && resolved.iter().all(|&it| path(it) == path(n))
        });
        let chosen = blocks.filter_map(|(number, block)| {
            let is_known = |path: &Path| {
                path.iter().all(|name| is_of_inputs(name))
                    || path[0] == "unroll_test"
                    || !self.names.types(&block.module, path).is_empty()
            };
            let chosen = block.choose(places, &is_known, defaults, is_guarded)?;
            Some((block.merit(&chosen), number, chosen))
        });
        // The first of the best.
        let best = chosen.max_by_key(|(merit, number, _)| (*merit, std::cmp::Reverse(*number)));
        best.map(|(_, block, chosen)| Calls {
            parts: self
                .names
                .all(&self.builders[block].module, &chosen.mentions),
            block,
            chosen,
        })
    }

    /// The types that each parameter of `function` mentions, and those of closures and iterators that it takes.
    fn taken_by(&self, function: &SelectedFunction) -> Vec<Numbers> {
        let module = self.names.module_of(&function.segments);
        let own = function.segments.iter().rev().nth(1);
        let params = function.params.iter().map(|param| &param.ty);
        let given = function.generics.iter().map(|given| &given.value);
        let stand_ins = &function.stand_ins;
        let mentioned = params.chain(given).chain(stand_ins).map(|ty| {
            let tokens: TokenStream = ty.parse().unwrap_or_default();
            let mut paths = paths_in(tokens);
            // What a parameter stands for is looked at by itself.
            paths.retain(|path| !function.generics.iter().any(|it| path[0] == it.name));
            if paths.remove(&["Self".to_owned()][..]) {
                paths.extend(own.map(|own| vec![own.clone()]));
            }
            self.names.all(module, &paths)
        });
        mentioned.collect()
    }
}

/// Types of a target that compare and hash by their structure.
pub(super) fn structural_types(
    target: &Target,
    files: &[ModuleFile],
    names: &Names,
) -> Arc<[String]> {
    let krate = target.crate_name();
    let of_file =
        |file: &ModuleFile| structural::structural_types(&krate, &file.module, file.items(), names);
    files.iter().flat_map(of_file).collect()
}
