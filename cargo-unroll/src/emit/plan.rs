//! Outcomes of functions to the changes that their files need. Nothing is written here.
//!
//! A plan is empty if the tests on disk match the outcomes. Tests of functions that were not analysed are kept, and
//! tests of functions that no longer exist are removed. Tests of a function whose analysis failed or did not finish
//! (a time-out, a worker that died) are kept as well: a problem of the machine is no reason to delete tests.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::error::EmitError;
use super::files::change::{self, FileChange, TestFile};
use super::files::disk::Disk;
use super::files::drift::{self, Drift, Owner};
use super::files::existing::{self, Existing, TestBlock};
use super::files::merge::{self, FileMerge, Wanted};
use super::files::modules::{self, TestModule};
use super::prelude::Prelude;
use super::render::{self, statics};
use super::sites::{find_site, is_annotated, test_mods};
use super::source::{self, FnSite, TEST_MODULE};
use super::style::TestStyle;
use super::subject::Subject;
use super::types::TypeTraits;
use crate::diagnostics::Code;
use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, FunctionVerdict};
use crate::project::parse_file;

/// A source file and the functions of it that were analysed.
#[derive(Clone, Debug)]
pub struct SourceUnit<'a> {
    /// Absolute path.
    pub path: Utf8PathBuf,
    /// Absolute path of the root of its crate.
    pub root: Utf8PathBuf,
    /// The path of its module, the crate included.
    pub module: String,
    /// True if `mod x;` in it looks beside the file: crate roots, `mod.rs`, files named by `#[path]`.
    pub mod_rs: bool,
    /// True if the package's `lib.rs` stands in the same folder.
    pub lib_beside: bool,
    /// The features that its crate lacks.
    pub prelude: Prelude,
    /// The analysed functions, in any order.
    pub functions: Vec<Analysed<'a>>,
}

/// A function with its outcome.
#[derive(Clone, Copy, Debug)]
pub struct Analysed<'a> {
    /// The job of the function.
    pub job: &'a Job,
    /// The outcome of the job.
    pub outcome: &'a FunctionOutcome,
    /// How its tests are written.
    pub style: &'a TestStyle,
}

/// A formatter: text of Rust items and the folder whose configuration counts, to formatted text if there is a formatter.
pub type Formatter<'a> = &'a dyn Fn(&str, &Utf8Path) -> Option<String>;

/// The functions whose tests stay, besides those that were analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retention {
    /// All that exist, because only a part of them was asked for.
    Part,
    /// All that never had the attribute, because all with the attribute were asked for.
    Whole,
    /// None: all generated tests go.
    Nothing,
}

/// The inputs of planning.
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// The tool's version, for the header of new files.
    pub version: &'a str,
    /// True if modules that were edited by hand are replaced.
    pub overwrite_edited: bool,
    /// The functions whose tests stay.
    pub scope: Retention,
    /// Where files are read from.
    pub disk: &'a dyn Disk,
    /// `rustfmt`, when there is one.
    pub format: Formatter<'a>,
}

/// All changes, in the order in which they are made, and what could not be planned.
#[derive(Debug, Default)]
pub struct Plan {
    /// New test files, then changed files, then removals: at every moment the crate compiles.
    pub files: Vec<FileChange>,
    /// Obstacles. Each costs its own file or module only.
    pub problems: Vec<EmitError>,
    /// Paths of each function's tests as `cargo test` takes them, in the order of its outcome; by the function's id, since several may have one path.
    pub tests: BTreeMap<String, Vec<String>>,
    /// Functions, by id, whose tests could not be planned, with the code of the obstacle.
    pub unwritten: BTreeMap<String, Code>,
    /// How tests on disk differ from what they are to be.
    pub drifts: Vec<Drift>,
    /// The file of each function's tests, by the function's id.
    pub homes: BTreeMap<String, Utf8PathBuf>,
    /// Functions, by id, with tests that assert nothing, with the reason.
    pub nothing_asserted: BTreeMap<String, String>,
    /// The modules of tests of the analysed functions.
    pub modules: Vec<TestModule>,
}

/// Plans the test files of `units`. `strays` are other files named `unroll_tests.rs` in the same packages: the
/// generated ones among them belong to source files that are gone, and are removed.
pub fn plan(units: &[SourceUnit], strays: &[Utf8PathBuf], config: &Config) -> Plan {
    let mut planner = Planner {
        config,
        known: TypeTraits::default(),
        homes: BTreeSet::new(),
        locked: BTreeSet::new(),
        plan: Plan::default(),
    };
    let parsed: Vec<_> = units
        .iter()
        .filter_map(|unit| planner.read_source(unit))
        .collect();
    // All files first: a function may return a type that a later file declares.
    for source in &parsed {
        planner.known.add(&source.tree);
    }
    // Roots last if tests of other files may need the lock that stands there.
    let are_sorted = units.iter().any(|unit| planner.may_lock(unit));
    let is_late = |source: &ParsedSource| are_sorted && source.unit.path == source.unit.root;
    for late in [false, true] {
        let numbered = parsed.iter().enumerate();
        for (number, source) in numbered.filter(|(_, source)| is_late(source) == late) {
            planner.known.look_from(number);
            planner.source(source, late);
        }
    }
    for stray in strays {
        planner.stray(stray);
    }
    let mut plan = planner.plan;
    plan.sort();
    plan
}

impl Plan {
    /// Puts the changes into the order in which they are made.
    pub(in crate::emit) fn sort(&mut self) {
        self.files.sort_by_key(|change| {
            let phase = match (&change.old, &change.new) {
                (None, _) => 0,
                (Some(_), Some(_)) => 1,
                (Some(_), None) => 2,
            };
            (phase, change.path.clone())
        });
    }
}

/// A source file, read and parsed.
struct ParsedSource<'a> {
    unit: &'a SourceUnit<'a>,
    text: String,
    tree: syn::File,
    sites: Vec<FnSite>,
}

struct Planner<'a> {
    config: &'a Config<'a>,
    known: TypeTraits,
    homes: BTreeSet<Utf8PathBuf>,
    /// Roots of the crates with tests that take the lock for statics.
    locked: BTreeSet<Utf8PathBuf>,
    plan: Plan,
}

impl Planner<'_> {
    fn read_source<'a>(&mut self, unit: &'a SourceUnit<'a>) -> Option<ParsedSource<'a>> {
        let text = match self.read(&unit.path) {
            Ok(text) => text?,
            Err(error) => {
                self.plan.problems.push(error);
                return None;
            }
        };
        match parse_file(&text) {
            Ok(tree) => Some(ParsedSource {
                sites: source::functions(&tree),
                unit,
                text,
                tree,
            }),
            // A file without selected functions is none of our business; cargo will have said what is wrong.
            Err(_) if unit.functions.is_empty() => None,
            Err(error) => {
                self.plan.problems.push(EmitError::Source {
                    file: unit.path.clone(),
                    reason: error.to_string(),
                });
                None
            }
        }
    }

    fn read(&self, path: &Utf8Path) -> Result<Option<String>, EmitError> {
        change::read(self.config.disk, path)
    }

    /// Plans the test files of a source file; if it is `late`, the module of the file itself comes after those in it.
    fn source(&mut self, source: &ParsedSource, late: bool) {
        let mut analysed: Vec<(&FnSite, Analysed)> = Vec::new();
        for function in &source.unit.functions {
            match find_site(&source.sites, function.job) {
                Some(site) => {
                    let style = function.style;
                    let concrete = site.concrete(&function.job.generics, &style.shadowed);
                    let paths = render::test_paths(&Subject {
                        job: function.job,
                        outcome: function.outcome,
                        site: &concrete,
                        known: &self.known,
                        prelude: source.unit.prelude,
                        style,
                        allowed: BTreeSet::new(),
                    });
                    let unit = source.unit;
                    let home = source::home(&unit.path, &site.module, unit.mod_rs, unit.lib_beside);
                    self.plan.homes.insert(function.job.id.clone(), home.file);
                    self.plan.tests.insert(function.job.id.clone(), paths);
                    analysed.push((site, *function));
                }
                None => self.obstacle(
                    EmitError::NotFound {
                        file: source.unit.path.clone(),
                        function: function.job.function.clone(),
                        line: function.job.span.line,
                    },
                    [function.job],
                ),
            }
        }
        // The module of the file itself counts even without functions: there may be tests of some
        // that are gone.
        let mut modules: Vec<&[String]> = vec![&[]];
        modules.extend(source.sites.iter().map(|site| &site.module[..]));
        modules.sort();
        modules.dedup();
        if late {
            modules.rotate_left(1);
        }
        let mut text = source.text.clone();
        for module in modules {
            let in_module: Vec<_> = analysed
                .iter()
                .filter(|(site, _)| site.module == module)
                .copied()
                .collect();
            if let Err(error) = self.module(source, module, &in_module, &mut text) {
                self.obstacle(error, in_module.iter().map(|(_, it)| it.job));
            }
        }
        if text != source.text {
            self.plan.files.push(FileChange {
                path: source.unit.path.clone(),
                old: Some(source.text.clone()),
                new: Some(text),
            });
        }
    }

    /// Notes what keeps the tests of functions from being written.
    fn obstacle<'j>(&mut self, error: EmitError, jobs: impl IntoIterator<Item = &'j Job>) {
        for job in jobs {
            self.plan.unwritten.insert(job.id.clone(), error.code());
        }
        self.plan.problems.push(error);
    }

    /// Plans the test file of one module and its declaration in `text`.
    fn module(
        &mut self,
        source: &ParsedSource,
        module: &[String],
        analysed: &[(&FnSite, Analysed)],
        text: &mut String,
    ) -> Result<(), EmitError> {
        let unit = source.unit;
        let home = source::home(&unit.path, module, unit.mod_rs, unit.lib_beside);
        self.homes.insert(home.file.clone());
        let place = (unit.path.as_path(), module);
        let test_file = TestFile::read(self.config.disk, home.clone(), place, &source.text)?;
        let existing = match test_file.parse() {
            Ok(existing) => existing,
            // What was not to be touched may be as it likes.
            Err(_) if analysed.iter().all(|(_, it)| it.outcome.tests.is_empty()) => {
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        let wanted = self.wanted(analysed, &existing, unit.prelude);
        let folder = unit.path.parent().unwrap_or_else(|| Utf8Path::new("."));
        let is_annotated = |name: &str| is_annotated(&source.sites, module, name);
        let format = |text: &str| (self.config.format)(text, folder);
        let mut wanted = merge::formatted(&wanted, &existing, &is_annotated, &format);
        let merge = FileMerge {
            file: test_file.path(),
            existing: &existing,
            overwrite_edited: self.config.overwrite_edited,
        };
        let mut functions = test_mods(&source.sites, module);
        functions.retain(|name| match self.config.scope {
            Retention::Part => true,
            Retention::Nothing => false,
            Retention::Whole => {
                let is_asked_for = wanted.iter().any(|(wanted, _)| wanted == name);
                let had_attribute = |block: &TestBlock| block.name == *name && block.is_annotated;
                is_annotated(name) || is_asked_for || !existing.blocks.iter().any(had_attribute)
            }
        });
        let (blocks, _) = merge.run(&functions, &wanted);
        if blocks.iter().any(|block| statics::are_used_in(&block.text)) {
            self.locked.insert(unit.root.clone());
        }
        if unit.path == unit.root && module.is_empty() {
            let lock = self.lock(unit, &existing);
            wanted.extend(merge::formatted(&lock, &existing, &|_| true, &format));
        }
        let (blocks, problems) = merge.run(&functions, &wanted);
        for problem in problems {
            let named = analysed.iter().filter(|(site, _)| match &problem {
                EmitError::Edited { module, .. } => site.test_mod == *module,
                _ => false,
            });
            let named: Vec<&Job> = named.map(|(_, it)| it.job).collect();
            self.obstacle(problem, named);
        }
        self.drifts(source, module, analysed, (&existing.blocks, &blocks));
        self.plan.modules.extend(modules::planned(
            wanted.iter().map(|(name, _)| name.as_str()),
            &blocks,
            (&unit.path, &source.text, &source.sites),
            (module, &home),
        ));
        let version = self.config.version;
        let change = test_file.change(version, (&existing, &blocks), place, text)?;
        self.plan.files.extend(change);
        Ok(())
    }

    /// True if tests may take the lock for statics: there are such statics, or the lock is there.
    fn may_lock(&self, unit: &SourceUnit) -> bool {
        let mut functions = unit.functions.iter();
        let home = source::home(&unit.path, &[], unit.mod_rs, unit.lib_beside);
        let has_lock =
            || matches!(self.read(&home.file), Ok(Some(text)) if statics::have_lock(&text));
        functions.any(|it| !it.job.shared_statics.is_empty())
            || (unit.path == unit.root && has_lock())
    }

    /// The module with the lock for statics, where it is to be written or removed; its file `existing` is that of the root.
    fn lock(&self, unit: &SourceUnit, existing: &Existing) -> Wanted<String> {
        let is_there = existing.blocks.iter().any(|it| it.name == statics::MODULE);
        // Where only a part is planned, others may need it.
        let is_needed = self.locked.contains(&unit.root);
        let goes = is_there && !is_needed && self.config.scope != Retention::Part;
        let text = is_needed.then(|| statics::module(unit.prelude.no_std));
        let is_planned = is_needed || goes;
        let lock = is_planned.then(|| (statics::MODULE.to_owned(), text));
        lock.into_iter().collect()
    }

    /// Notes how the modules of tests that a file holds differ from those that it is to hold.
    fn drifts(
        &mut self,
        source: &ParsedSource,
        module: &[String],
        analysed: &[(&FnSite, Analysed)],
        (old, new): (&[TestBlock], &[TestBlock]),
    ) {
        let gone = old
            .iter()
            .filter(|old| !new.iter().any(|new| new.name == old.name));
        for block in new.iter().chain(gone) {
            let of =
                |blocks: &'_ [TestBlock]| blocks.iter().find(|it| it.name == block.name).cloned();
            let job = analysed
                .iter()
                .find(|(site, _)| site.test_mod == block.name);
            let job = job.map(|(_, it)| it.job);
            let prefix = match job.and_then(|job| self.plan.tests.get(&job.id)?.first()) {
                Some(test) => test.rsplit_once("::").map(|(module, _)| module.to_owned()),
                None => None,
            };
            let within = module.iter().map(String::as_str);
            let below: Vec<&str> = within.chain([TEST_MODULE, &block.name]).collect();
            let owner = Owner {
                function: job.map_or_else(
                    || format!("{}::{}", source.unit.module, block.name),
                    |job| job.function.clone(),
                ),
                module: prefix.unwrap_or_else(|| below.join("::")),
                span: job.map(|job| job.span.clone()),
            };
            let drifts = drift::compare(&owner, of(old).as_ref(), of(new).as_ref());
            self.plan.drifts.extend(drifts);
        }
    }

    /// The modules of the functions whose analysis says which tests there should be.
    fn wanted(
        &mut self,
        analysed: &[(&FnSite, Analysed)],
        existing: &Existing,
        prelude: Prelude,
    ) -> Wanted<String> {
        let has_tests = |site: &FnSite| {
            let mut blocks = existing.blocks.iter();
            blocks.any(|block| block.name == site.test_mod)
        };
        let mut reasons = Vec::new();
        let wanted = analysed
            .iter()
            .filter(|(_, it)| !gave_nothing(it.outcome))
            // An analysis that lost its engine gives fewer tests, which is
            // no reason to replace those on disk.
            .filter(|(site, it)| !(it.outcome.lost_engine() && has_tests(site)))
            .map(|(site, it)| {
                let concrete = site.concrete(&it.job.generics, &it.style.shadowed);
                let mut blocks = existing.blocks.iter();
                let on_disk = blocks.find(|block| block.name == site.test_mod);
                let subject = Subject {
                    job: it.job,
                    outcome: it.outcome,
                    site: &concrete,
                    known: &self.known,
                    prelude,
                    style: it.style,
                    allowed: on_disk.map(TestBlock::allowed).unwrap_or_default(),
                };
                let reason = render::nothing_asserted(&subject);
                reasons.extend(reason.map(|reason| (it.job.id.clone(), reason)));
                (site.test_mod.clone(), render::module(&subject))
            })
            .collect();
        self.plan.nothing_asserted.extend(reasons);
        wanted
    }

    fn stray(&mut self, path: &Utf8Path) {
        if self.homes.contains(path) {
            return;
        }
        let old = match self.read(path) {
            Ok(Some(old)) => old,
            Ok(None) => return,
            Err(error) => return self.plan.problems.push(error),
        };
        let plain = old.replace("\r\n", "\n");
        // What cannot be taken apart is not surely generated, so it stays.
        let Ok(existing) = existing::parse(path, &plain) else {
            return;
        };
        if let Some(edited) = existing.blocks.iter().find(|block| block.edited())
            && !self.config.overwrite_edited
        {
            self.plan.problems.push(EmitError::Edited {
                file: path.to_owned(),
                module: edited.name.clone(),
            });
            return;
        }
        let folder = path
            .parent()
            .and_then(Utf8Path::file_name)
            .unwrap_or_default();
        for block in &existing.blocks {
            let owner = Owner {
                function: format!("{folder}::{}", block.name),
                module: format!("{TEST_MODULE}::{}", block.name),
                span: None,
            };
            self.plan
                .drifts
                .extend(drift::compare(&owner, Some(block), None));
        }
        self.plan.files.push(FileChange {
            path: path.to_owned(),
            old: Some(old),
            new: None,
        });
    }
}

/// True if the analysis says nothing about which tests there should be.
fn gave_nothing(outcome: &FunctionOutcome) -> bool {
    outcome.tests.is_empty() && outcome.verdict != FunctionVerdict::Ok
}
