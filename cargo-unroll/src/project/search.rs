//! The functions of all packages: those requested, those excluded, and what both need of their target.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use super::error::{ProjectError, Warning};
use super::functions::reasons::left_alone;
use super::functions::skip::Skip;
use super::functions::{Candidate, ids, unseen};
use super::hidden::users::StaticUsers;
use super::hidden::{Asked, Askers};
use super::model::{
    Callers, Insertion, Package, ProjectOptions, Purpose, SelectedFunction, SourceRange, Splice,
    Target, Unparsed, View,
};
use super::request::config::Override;
use super::request::criteria::Wanted;
use super::request::select::{Pattern, Subject};
use super::request::selection::{Selection, is_wanted};
use super::request::suggest;
use super::shadow::Scopes;
use super::sources::modules::ModuleFile;
use super::sources::{modules, test_code};
use super::types::input_type::InputType;
use super::types::{Types, kept_candidates, structural_types};
use super::{checks, foreign, functions, statics};
use crate::model::job::DebugChecks;
use crate::model::kept::Invariants;
use crate::model::outcome::Span;

/// Functions and skips of all packages.
#[derive(Default)]
pub(super) struct ProjectSearch {
    pub(super) functions: Vec<SelectedFunction>,
    pub(super) types: Vec<InputType>,
    pub(super) skips: Vec<Skip>,
    pub(super) disarmed: BTreeSet<SourceRange>,
    pub(super) test_items: BTreeSet<SourceRange>,
    pub(super) insertions: BTreeSet<Insertion>,
    /// The first annotation of each package.
    pub(super) annotations: BTreeMap<String, Span>,
    /// Identifiers outside of test items, by package.
    pub(super) mentions: BTreeMap<String, BTreeSet<String>>,
    /// Every function's path, for suggestions.
    known: Vec<String>,
    /// Paths of functions with loops that nothing keeps from being analysed.
    pub(super) analysable: Vec<String>,
    /// Patterns of the command line that met a function.
    matched: BTreeSet<usize>,
    /// Functions that were already seen as part of another target.
    seen: BTreeSet<(Utf8PathBuf, usize)>,
    pub(super) unparsed: Vec<Unparsed>,
    pub(super) warnings: Vec<Warning>,
    /// The criteria given outside of the package's attributes.
    criteria: Wanted,
    errors: Vec<ProjectError>,
    /// True if the target that is being read is `no_std`.
    no_std: bool,
    /// True if `unsafe` functions of the package that is being read are analysed where contracts say when they may be called.
    allows_unsafe: bool,
    /// True if a macro of the target that is being read declares statics.
    hidden_statics: bool,
    /// The names in scope of its modules.
    scopes: Scopes,
    /// Its functions that ask for what is no input.
    askers: Askers,
    /// Its functions that reach statics which tests can set.
    static_users: StaticUsers,
    /// Its types that derive both `PartialEq` and `Hash`.
    structural_types: Arc<[String]>,
    /// Code that builds without debug assertions leave out.
    checks: DebugChecks,
}

/// Reads the targets of `packages`, and selects what `options` ask for.
pub(super) fn search(
    packages: &[Package],
    workspace_root: &Utf8Path,
    options: &ProjectOptions,
) -> Result<ProjectSearch, Vec<ProjectError>> {
    let mut search = ProjectSearch::default();
    let selection = Selection {
        patterns: options
            .functions
            .iter()
            .map(|text| Pattern::parse(text))
            .collect(),
        all: options.all_functions,
        view: options.view.clone(),
        cargo_args: options.cargo_args.clone(),
    };
    for package in packages {
        search.allows_unsafe = options.allow_unsafe || package.settings.allow_unsafe == Some(true);
        let configured = package.settings.criterion.as_deref();
        let wanted = Wanted::of(options.criteria.as_ref(), configured, &package.name)
            .and_then(|it| it.overridden(&package.settings.overrides, &package.name));
        match wanted {
            Ok(wanted) => search.criteria = wanted,
            Err(error) => search.errors.push(error),
        }
        for target in &package.targets {
            search.target(package, target, workspace_root, &selection);
        }
        // With `--function` nothing else was asked for, so that annotations elsewhere are not
        // missed.
        if selection.patterns.is_empty() {
            search
                .skips
                .extend(unseen::in_other_targets(package, workspace_root));
            let loose = unseen::in_loose_files(package, workspace_root);
            search.skips.extend(loose);
        }
    }
    search.set_unparsed_apart();
    // A function that was not found may stand in a file that could not be read.
    if search.unparsed.is_empty() {
        search.unknown(options, packages);
    }
    if !search.errors.is_empty() {
        // A file that two targets share fails twice in the same way.
        let mut seen = BTreeSet::new();
        search.errors.retain(|error| seen.insert(error.to_string()));
        return Err(search.errors);
    }
    // Last, since the numbers in ids tell equal paths of all packages apart.
    ids::assign(&mut search.functions);
    Ok(search)
}

impl ProjectSearch {
    fn target(
        &mut self,
        package: &Package,
        target: &Target,
        workspace_root: &Utf8Path,
        selection: &Selection,
    ) {
        let files = modules::walk_with(
            &target.root,
            workspace_root,
            &package.options,
            &mut self.errors,
        );
        let first = self.functions.len();
        self.criteria.enter(target.crate_name());
        self.no_std = files.first().is_some_and(modules::is_no_std);
        let included = modules::included(&files, workspace_root, &package.options);
        let mut krate =
            functions::Crate::of(files.iter().chain(&included), target.kind, &package.options);
        self.statics(&files);
        self.scopes = Scopes::of(&files);
        let sources = files.iter().map(|file| &file.source);
        let sources: Vec<_> = sources.map(|it| (&*it.text, &it.tree)).collect();
        self.askers = Askers::among(&sources);
        self.static_users = self.static_users(target, &files, workspace_root);
        self.structural_types = structural_types(target, &files, self.scopes.names());
        self.checks = checks::among(&files);
        let types = Types::of(files.iter().chain(&included), &krate.implementors);
        krate.varied_objects = types.varied_objects();
        let mut candidates = self.candidates(&files, &krate, &types);
        let all = files.iter().zip(&candidates);
        let mut all = all.flat_map(|(file, found)| found.iter().map(move |it| (file, it)));
        let name = target.crate_name();
        // Dependencies are read only where a function that is asked for has no types without them,
        // because cargo has to resolve them first.
        if all.any(|(file, it)| it.lacks_types() && selection.wants(it, &name, file, package)) {
            let blocks = foreign::implementations(
                &files,
                &krate.implementors,
                &package.dependencies,
                workspace_root,
                &selection.cargo_args,
            );
            if !blocks.is_empty() {
                krate.implementors.add_foreign(&blocks);
                candidates = self.candidates(&files, &krate, &types);
            }
        }
        for (file, candidates) in files.iter().zip(candidates) {
            self.file(package, target, file, candidates, selection);
            self.test_code(package, file);
        }
        self.types(target, &types, first, &selection.view);
        if selection.patterns.is_empty() {
            self.skips
                .extend(unseen::in_target(package, target, &files, workspace_root));
        }
    }

    /// The statics that can be inputs, each with the functions that reach it.
    fn static_users(
        &self,
        target: &Target,
        files: &[ModuleFile],
        workspace_root: &Utf8Path,
    ) -> StaticUsers {
        let names = self.scopes.names();
        let settable = statics::settable_among(files, names);
        // Tests of the crate run beside those that set a static.
        let are_shared = settable.iter().any(|it| it.is_shared);
        let tests = are_shared.then(|| modules::of_tests(&target.root, workspace_root, files));
        let tests = tests.unwrap_or_default();
        let [files, tests] = [files, &tests].map(|files| {
            let trees = files.iter().map(|it| (&*it.module, &it.source.tree));
            trees.collect::<Vec<_>>()
        });
        StaticUsers::among(&files, &tests, names, settable)
    }

    /// The functions of each file.
    fn candidates(
        &self,
        files: &[ModuleFile],
        krate: &functions::Crate,
        types: &Types,
    ) -> Vec<Vec<Candidate>> {
        let mut all: Vec<_> = files
            .iter()
            .map(|file| functions::list(file, krate, &self.scopes, &self.criteria))
            .collect();
        for candidate in all.iter_mut().flatten() {
            let Candidate {
                shape, segments, ..
            } = &mut *candidate;
            shape.keeps_invariants = types.have_invariants(&kept_candidates(&shape.kept), segments);
            if self.allows_unsafe {
                candidate.allow_unsafe();
            }
        }
        all
    }

    fn file(
        &mut self,
        package: &Package,
        target: &Target,
        file: &ModuleFile,
        candidates: Vec<Candidate>,
        selection: &Selection,
    ) {
        let krate = target.crate_name();
        for candidate in candidates {
            let path = format!("{krate}::{}", candidate.segments.join("::"));
            let subject = Subject {
                krate: &krate,
                segments: &candidate.segments,
                file: &file.source.path,
                lines: candidate.lines,
            };
            self.known.push(path.clone());
            if candidate.annotated {
                let first = self.annotations.entry(package.name.clone());
                first.or_insert_with(|| candidate.span.clone());
            }
            if candidate.obstacle.is_none() && !candidate.shape.loops.is_empty() {
                self.analysable.push(path.clone());
            }
            self.disarm(file, &candidate);
            let named = self.note_matches(subject, &selection.patterns);
            if is_wanted(&candidate, subject, named, selection, &package.settings)
                && self
                    .seen
                    .insert((file.source.path.clone(), candidate.bytes.start))
            {
                let own = package.settings.of_function(subject);
                let Some((code, detail)) = left_alone(file, &candidate, &own) else {
                    let own = (own, named || candidate.annotated);
                    self.take(package, target, file, path, own, candidate);
                    continue;
                };
                self.skips.push(Skip {
                    code,
                    function: path,
                    package: package.name.clone(),
                    span: candidate.span,
                    detail,
                });
            }
        }
    }

    /// The types that functions of `target` need, which begin at number `first`.
    fn types(&mut self, target: &Target, types: &Types, first: usize, view: &View) {
        let of_target = self.functions.split_off(first);
        let plan = types.plan(&of_target, *view != View::Inside);
        let mut needed = plan.inputs(&target.crate_name());
        if !of_target.is_empty() {
            needed.extend(plan.described(&target.crate_name()));
        }
        if !of_target.is_empty() {
            self.insertions.extend(types.stated_by_methods());
        }
        for mut function in of_target {
            plan.add_invariants(&mut function);
            if plan.has_raw_fields(&function) {
                function.callers = Callers::Tests;
            }
            function.built = plan.built(&function, &target.crate_name());
            function.called = plan.called(&function, &target.crate_name());
            match plan.unwritable(&function) {
                Some((code, name)) => self.skips.push(Skip {
                    code,
                    function: function.path,
                    package: function.package,
                    span: function.span,
                    detail: Some(format!("`{name}`")),
                }),
                None => self.functions.push(function),
            }
        }
        // A file that two targets share declares each type once.
        for new in needed {
            let mut known = self.types.iter_mut();
            let same = known.find(|known| {
                (&known.file, known.at, &known.source) == (&new.file, new.at, &new.source)
            });
            match same {
                Some(same) => same.has_both |= new.has_both,
                None => self.types.push(new),
            }
        }
    }

    fn set_unparsed_apart(&mut self) {
        for error in std::mem::take(&mut self.errors) {
            match error {
                ProjectError::Parse { message, span } => {
                    self.unparsed.push(Unparsed { span, message });
                }
                other => self.errors.push(other),
            }
        }
        self.unparsed.sort();
        self.unparsed.dedup();
    }

    /// Statics of the target whose files these are.
    fn statics(&mut self, files: &[ModuleFile]) {
        self.hidden_statics = false;
        for file in files {
            let statics = statics::find(&file.source.tree);
            self.hidden_statics |= statics.are_hidden;
            let insertions = statics.insertions.into_iter();
            self.insertions
                .extend(insertions.map(|(at, text)| Insertion {
                    file: file.source.path.clone(),
                    at,
                    text,
                }));
        }
    }

    fn test_code(&mut self, package: &Package, file: &ModuleFile) {
        let items = test_code::items(file);
        if !package.test_dependencies.is_empty() {
            let mentions = self.mentions.entry(package.name.clone()).or_default();
            mentions.extend(test_code::mentions(file, &items));
        }
        self.test_items.extend(
            items
                .iter()
                .map(|bytes| SourceRange::new(&file.source.path, bytes)),
        );
    }

    /// An attribute is put out of force where it keeps the function from being analysed, and where another one stands for it.
    fn disarm(&mut self, file: &ModuleFile, candidate: &Candidate) {
        let is_replaced = matches!(candidate.splice, Splice::Attribute { .. });
        if let Some(bytes) = &candidate.attribute
            && (candidate.obstacle.is_some() || is_replaced)
        {
            self.disarmed
                .insert(SourceRange::new(&file.source.path, bytes));
        }
    }

    fn note_matches(&mut self, subject: Subject<'_>, patterns: &[Pattern]) -> bool {
        let matched: Vec<usize> = (0..patterns.len())
            .filter(|&n| patterns[n].matches(subject))
            .collect();
        self.matched.extend(&matched);
        !matched.is_empty()
    }

    fn take(
        &mut self,
        package: &Package,
        target: &Target,
        file: &ModuleFile,
        path: String,
        (own, is_chosen): (Override, bool),
        mut candidate: Candidate,
    ) {
        let subject = Subject {
            krate: &target.crate_name(),
            segments: &candidate.segments,
            file: &file.source.path,
            lines: candidate.lines,
        };
        let named = candidate.criteria.as_ref();
        let criteria = &self.criteria;
        let criteria = criteria.for_function(&path, subject, named, &mut self.warnings);
        let criteria = match criteria {
            Ok(criteria) => criteria,
            Err(error) => return self.errors.push(error),
        };
        let labelled = candidate.labelled(&criteria, is_chosen);
        let callers = candidate.callers();
        let asked = self.asked(file, &candidate);
        self.functions.push(SelectedFunction {
            id: String::new(),
            path,
            segments: candidate.segments,
            package: package.name.clone(),
            target: target.clone(),
            file: file.source.path.clone(),
            module: file.module.clone(),
            mod_rs: file.mod_rs,
            own,
            shadowed: self.scopes.shadowed(&candidate.module),
            shown: Arc::new(self.scopes.shown(&candidate.module)),
            shadowed_macros: candidate.shadowed_macros,
            no_std: self.no_std,
            asked,
            shared_statics: self.static_users.shared().collect(),
            structural_types: Arc::clone(&self.structural_types),
            checks: self.checks.clone(),
            span: candidate.span,
            lines: candidate.lines,
            bytes: candidate.bytes,
            annotated: candidate.annotated,
            callers,
            splice: candidate.splice,
            types: candidate.types,
            params: candidate.params,
            stand_ins: candidate.stand_ins,
            iterators: candidate.iterators,
            built: BTreeSet::new(),
            called: BTreeSet::new(),
            generics: candidate.generics,
            purpose: Purpose::default(),
            criteria: labelled.criteria,
            loops: candidate.shape.loops,
            labels: labelled.labels,
            left_out: labelled.left_out,
            conditional: candidate.shape.conditional,
            own_code: candidate.shape.own_code,
            clauses: candidate.shape.clauses,
            invariants: Invariants {
                kept: kept_candidates(&candidate.shape.kept),
                ..Invariants::default()
            },
        });
    }

    /// The questions of a function of a file.
    fn asked(&self, file: &ModuleFile, candidate: &Candidate) -> Asked {
        let text = file.source.text.get(candidate.bytes.clone());
        let text = text.unwrap_or_default();
        let owner = candidate.segments.split_last();
        let owner = owner.map(|(_, owner)| owner.to_vec()).unwrap_or_default();
        let place = (&*candidate.module, &[owner][..]);
        let locals = self.static_users.of(self.scopes.names(), text, place);
        self.askers.asked_by(text, locals, self.hidden_statics)
    }

    fn unknown(&mut self, options: &ProjectOptions, packages: &[Package]) {
        // With one crate in sight its name would only be in the way.
        let crates: Vec<String> = packages
            .iter()
            .flat_map(|package| &package.targets)
            .map(Target::crate_name)
            .collect();
        let shared = crates
            .first()
            .filter(|first| crates.iter().all(|krate| krate == *first));
        let prefix = shared.map(|krate| format!("{krate}::")).unwrap_or_default();
        let known = self
            .known
            .iter()
            .map(|path| path.strip_prefix(&prefix).unwrap_or(path));

        for (n, pattern) in options.functions.iter().enumerate() {
            if !self.matched.contains(&n) {
                self.errors.push(ProjectError::UnknownFunction {
                    pattern: pattern.clone(),
                    suggestions: suggest::near(pattern, known.clone()),
                });
            }
        }
    }
}
