//! The plan for each type that functions need: its fields are generated, calls build it, or neither is possible.

use std::collections::BTreeSet;

use super::objects::{BehindObject, Objects};
use super::{Calls, Numbers, Resolved, Site, Types, ValueSources, Viewpoint};
use crate::diagnostics::Code;
use crate::project::model::SelectedFunction;
use crate::project::types::input_type::{InputSource, InputType};

/// The plan for the types that functions of a target need.
pub(in crate::project) struct Plan<'t> {
    pub(super) types: &'t Types,
    pub(super) resolved: Resolved,
    /// For each type.
    pub(super) sources: Vec<ValueSources>,
    /// Types that get `Input`.
    pub(super) needed: Numbers,
    /// For each type behind objects of each trait, whether it stays one.
    pub(super) behind: Vec<Vec<bool>>,
    /// True if inputs are those that other crates can make.
    pub(super) from_outside: bool,
}

impl Plan<'_> {
    /// The types that get `Input`; `krate` is the name of the target. One whose fields may turn out to be no inputs stands there
    /// twice, with what to do then behind it.
    pub(in crate::project) fn inputs(&self, krate: &str) -> Vec<InputType> {
        let path = |n: usize| self.path(n, krate);
        let mut inputs = Vec::new();
        for &n in &self.needed {
            let Some(site) = &self.types.declared[n].site else {
                continue;
            };
            if let Some(objects) = &self.types.declared[n].objects {
                inputs.extend(self.objects(n, objects, site, &path(n)));
                continue;
            }
            let source = &self.sources[n];
            if source.fields || source.calls.is_none() {
                inputs.push(InputType {
                    path: path(n),
                    file: site.file.clone(),
                    at: site.at,
                    lines: site.lines,
                    source: InputSource::Fields,
                    has_both: source.has_both,
                    within: self.needed_within(&self.resolved.fields[n], krate),
                });
            }
            let called = source
                .calls
                .as_ref()
                .map(|calls| self.built_by(n, calls, krate));
            // A type with two declarations, of which `cfg` chooses one, has its functions once.
            let stands_there = |called: &InputType| {
                let mut inputs = inputs.iter();
                inputs.any(|it: &InputType| {
                    (&it.file, it.at, &it.path) == (&called.file, called.at, &called.path)
                })
            };
            inputs.extend(called.filter(|called| !stands_there(called)));
        }
        inputs
    }

    /// Type `n` with values that calls build.
    fn built_by(&self, n: usize, calls: &Calls, krate: &str) -> InputType {
        let block = &self.types.builders[calls.block];
        let produced = block.produced.as_ref().map(|produced| {
            let names = std::iter::once(krate).chain(block.module.iter().map(|it| &**it));
            let by: Vec<_> = names.chain(produced.by.as_deref()).collect();
            let lifetimes = self.types.declared[n].lifetimes;
            (produced.with_lifetimes(lifetimes), by.join("::"))
        });
        InputType {
            path: format!("{}()", self.path(n, krate)),
            file: block.file.clone(),
            at: block.at,
            lines: block.lines,
            source: InputSource::Calls {
                produced,
                constructors: calls.chosen.constructors.clone(),
                methods: calls.chosen.methods.clone(),
                others: calls.chosen.others.clone(),
            },
            has_both: self.sources[n].has_both,
            within: self.needed_within(&calls.parts, krate),
        }
    }

    /// The paths of types that get `Input` which values of `parts` are made of.
    fn needed_within(&self, parts: &Numbers, krate: &str) -> BTreeSet<String> {
        let within = self.within(parts);
        let needed = within.intersection(&self.needed);
        needed.map(|&n| self.path(n, krate)).collect()
    }

    /// Leaves only those types behind objects that the trait's module can name and whose values can be written at all `places` where objects of their trait are inputs.
    pub(super) fn narrow_objects(&mut self, places: &[BTreeSet<Viewpoint<'_>>]) {
        for (n, declared) in self.types.declared.iter().enumerate() {
            let Some(objects) = &declared.objects else {
                continue;
            };
            let numbers = |ty: &BehindObject| self.types.names.all(&declared.module, &ty.mentions);
            let is_writable = |ty: &BehindObject| {
                let own = numbers(ty);
                let below = self.resolved.closure(&own, &|n| self.parts(n));
                let mut all = places[n].iter();
                // The trait's module names the types.
                let mut named = own.iter().map(|&it| &self.types.declared[it]);
                named.all(|it| it.is_nameable_in(&declared.module))
                    && all.all(|place| below.iter().all(|&it| self.is_written_at(it, *place)))
            };
            let kept = objects.types.iter().map(is_writable);
            let kept: Vec<bool> = kept.collect();
            let types = objects.types.iter().zip(&kept);
            let fields: Numbers = types
                .filter(|(_, is_kept)| **is_kept)
                .flat_map(|(ty, _)| numbers(ty))
                .collect();
            self.resolved.fields[n] = fields;
            self.behind[n] = kept;
        }
    }

    /// The objects of trait number `n`, which is called `path`, with each set of markers.
    fn objects(&self, n: usize, objects: &Objects, site: &Site, path: &str) -> Vec<InputType> {
        let types = objects.types.iter().zip(&self.behind[n]);
        let types = types.filter(|(_, is_kept)| **is_kept);
        let types: Vec<String> = types.map(|(ty, _)| ty.text.clone()).collect();
        let markers = objects.markers.iter().filter(|_| !types.is_empty());
        let name = &self.types.declared[n].name;
        let marked = markers.map(|markers| InputType {
            path: markers
                .iter()
                .fold(path.to_owned(), |path, it| path + "+" + it),
            file: site.file.clone(),
            at: site.at,
            lines: site.lines,
            source: InputSource::Objects {
                object: markers
                    .iter()
                    .fold(name.clone(), |object, it| object + " + " + it),
                types: types.clone(),
            },
            has_both: false,
            within: BTreeSet::new(),
        });
        marked.collect()
    }

    /// The types that are described by their fields where a function returns them; `krate` is the name of the target.
    pub(in crate::project) fn described(&self, krate: &str) -> Vec<InputType> {
        let declared = self.types.declared.iter().enumerate();
        declared
            .filter(|(n, declared)| declared.lacks_debug && !self.needed.contains(n))
            .filter_map(|(n, declared)| {
                let site = declared.site.as_ref()?;
                Some(InputType {
                    path: format!("{}[]", self.path(n, krate)),
                    file: site.file.clone(),
                    at: site.at,
                    lines: site.lines,
                    source: InputSource::Described,
                    has_both: false,
                    within: BTreeSet::new(),
                })
            })
            .collect()
    }

    /// A type below a parameter of `function` whose values its tests cannot write down, with the reason: a field is private elsewhere,
    /// or has to hold what unsafe code relies on, and no function of the type that the tests see makes one. Of types with one name any
    /// may be meant, so all of them have to be of this kind.
    pub(in crate::project) fn unwritable(
        &self,
        function: &SelectedFunction,
    ) -> Option<(Code, String)> {
        let below = self.below(function);
        let is_hidden = |n: usize| self.is_hidden(n, function);
        let is_written = |n: usize| self.is_written_at(n, self.place(function));
        let name = |n: usize| &self.types.declared[n].name;
        let types = || below.iter().flatten().copied();
        // By names, because of types with one name any may be meant.
        let written: BTreeSet<&String> = types().filter(|&n| is_written(n)).map(name).collect();
        let n = types().find(|&n| !written.contains(name(n)))?;
        let code = if is_hidden(n) {
            Code::Unwritable
        } else {
            Code::Guarded
        };
        Some((code, name(n).clone()))
    }

    /// The paths, with `()` behind them, of types that tests of `function` build by calls while others make up their fields; `krate` is the
    /// name of the target.
    pub(in crate::project) fn built(
        &self,
        function: &SelectedFunction,
        krate: &str,
    ) -> BTreeSet<String> {
        let is_built = |n: usize| self.sources[n].has_both && self.is_hidden(n, function);
        self.paths_below(function, krate, &is_built)
    }

    /// The same of all types that tests of `function` may build by calls, those among them whose fields may turn out to be no inputs.
    pub(in crate::project) fn called(
        &self,
        function: &SelectedFunction,
        krate: &str,
    ) -> BTreeSet<String> {
        self.paths_below(function, krate, &|n| self.sources[n].calls.is_some())
    }

    /// The paths, with `()` behind them, of the wanted types below parameters of `function`.
    fn paths_below(
        &self,
        function: &SelectedFunction,
        krate: &str,
        is_wanted: &dyn Fn(usize) -> bool,
    ) -> BTreeSet<String> {
        let below = self.below(function);
        let types = below.iter().flatten().copied();
        let wanted = types.filter(|&n| is_wanted(n));
        wanted
            .map(|n| format!("{}()", self.path(n, krate)))
            .collect()
    }

    /// `krate::module::Name`.
    fn path(&self, n: usize, krate: &str) -> String {
        let declared = &self.types.declared[n];
        let module = declared.module.iter().map(|name| format!("{name}::"));
        format!("{krate}::{}{}", module.collect::<String>(), declared.name)
    }

    /// True if tests of `function` cannot write fields of type `n`.
    fn is_hidden(&self, n: usize, function: &SelectedFunction) -> bool {
        !self.types.declared[n].is_visible_in(self.place(function))
    }

    /// `parts` and what their values are made of. An object has other types to be of, so those behind it are not among them.
    fn within(&self, parts: &Numbers) -> Numbers {
        let none = Numbers::new();
        self.resolved
            .closure(parts, &|n| match self.types.declared[n].objects {
                Some(_) => &none,
                None => self.parts(n),
            })
    }

    /// True if tests at `place` can write down values of type `n`.
    pub(super) fn is_written_at(&self, n: usize, place: Viewpoint<'_>) -> bool {
        let source = &self.sources[n];
        if source.fields {
            self.types.declared[n].is_visible_in(place) || source.has_both
        } else {
            source.calls.is_some()
        }
    }

    /// Where the inputs of a function are made.
    pub(super) fn place<'f>(&self, function: &'f SelectedFunction) -> Viewpoint<'f> {
        (!self.from_outside).then_some(&function.segments)
    }

    /// True if inputs of `function` have private fields that are given any values, those that no public function makes among them.
    pub(in crate::project) fn has_raw_fields(&self, function: &SelectedFunction) -> bool {
        let is_raw = |n: usize| {
            let source = &self.sources[n];
            let is_built = source.has_both && self.is_hidden(n, function);
            source.fields && !is_built && self.types.declared[n].is_closed
        };
        self.below(function).iter().flatten().any(|&n| is_raw(n))
    }

    /// The types below arguments of calls, also of those that are made only where fields turn out to be no inputs, and those below fields that some
    /// functions see.
    pub(super) fn needed_for_either_way(&self) -> Numbers {
        let mut needed = BTreeSet::new();
        let mut todo: Vec<usize> = self.needed.iter().copied().collect();
        while let Some(n) = todo.pop() {
            let source = &self.sources[n];
            let arguments = source.calls.iter().map(|calls| &calls.parts);
            let fields = source.has_both.then(|| &self.resolved.fields[n]);
            for parts in arguments.chain(fields) {
                let below = self.resolved.closure(parts, &|n| self.parts(n));
                todo.extend(below.iter().filter(|&&n| needed.insert(n)));
            }
        }
        needed
    }

    /// The types that each parameter of `function` is made of.
    pub(super) fn below(&self, function: &SelectedFunction) -> Vec<Numbers> {
        let parts = |n: usize| match &self.sources[n] {
            ValueSources {
                has_both: true,
                calls: Some(Calls { parts, .. }),
                ..
            } if self.is_hidden(n, function) => parts,
            _ => self.parts(n),
        };
        let below = |types| self.resolved.closure(types, &parts);
        self.types.taken_by(function).iter().map(below).collect()
    }

    /// True if fields of type `n` are made up for `function`.
    pub(super) fn is_made_up(&self, n: usize, function: &SelectedFunction) -> bool {
        let source = &self.sources[n];
        source.fields && !(source.has_both && self.is_hidden(n, function))
    }

    /// The types that arguments of calls mention which build values of type `n`.
    pub(super) fn arguments(&self, n: usize) -> impl Iterator<Item = usize> {
        let calls = self.sources[n].calls.iter();
        calls.flat_map(|calls| calls.parts.iter().copied())
    }

    /// The types of what values of type `n` are made of, where fields are seen.
    pub(super) fn parts(&self, n: usize) -> &Numbers {
        match &self.sources[n] {
            ValueSources {
                fields: false,
                calls: Some(Calls { parts, .. }),
                ..
            } => parts,
            _ => &self.resolved.fields[n],
        }
    }
}
