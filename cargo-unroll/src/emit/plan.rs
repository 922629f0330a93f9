//! Outcomes of functions to the changes that their files need. Nothing is written here.
//!
//! A plan is empty when the tests on disk say what the outcomes say. Tests of functions that were not analysed stay, tests
//! of functions that are gone go, and tests of a function whose analysis gave nothing or did not come to its end (a time-out, a
//! worker that died) stay as well: a bad day of the machine is no reason to delete tests.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::error::EmitError;
use super::files::disk::Disk;
use super::files::existing::{self, Block, Existing, MARK};
use super::files::merge::{self, Merge, Wanted};
use super::files::wire;
use super::prelude::Prelude;
use super::render::{self, Subject};
use super::source::{self, FnSite};
use super::types::Known;
use crate::model::job::Job;
use crate::model::outcome::{FunctionOutcome, FunctionVerdict};

/// A source file and the functions of it that were analysed.
#[derive(Clone, Debug)]
pub struct SourceUnit<'a> {
    /// Absolute path.
    pub path: Utf8PathBuf,
    /// Whether `mod x;` in it looks beside the file: crate roots, `mod.rs`, files named by `#[path]`.
    pub mod_rs: bool,
    /// Whether the package's `lib.rs` stands in the same folder.
    pub lib_beside: bool,
    /// What its crate lacks.
    pub prelude: Prelude,
    /// What was analysed, in any order.
    pub functions: Vec<Analysed<'a>>,
}

/// A function with its outcome.
#[derive(Clone, Copy, Debug)]
pub struct Analysed<'a> {
    /// What was asked.
    pub job: &'a Job,
    /// What came out.
    pub outcome: &'a FunctionOutcome,
}

/// A formatter: text of Rust items and the folder whose configuration counts, to formatted text if there is a formatter.
pub type Formatter<'a> = &'a dyn Fn(&str, &Utf8Path) -> Option<String>;

/// What planning needs from outside.
#[derive(Clone, Copy)]
pub struct Config<'a> {
    /// The tool's version, for the header of new files.
    pub version: &'a str,
    /// Whether modules that were edited by hand are replaced.
    pub overwrite_edited: bool,
    /// Where files are read from.
    pub disk: &'a dyn Disk,
    /// `rustfmt`, when there is one.
    pub format: Formatter<'a>,
}

/// What is to be done to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileChange {
    /// Absolute path.
    pub path: Utf8PathBuf,
    /// Its text; `None` when it does not exist.
    pub old: Option<String>,
    /// Its text to be; `None` when it is to be removed.
    pub new: Option<String>,
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
    /// The file of each function's tests, by the function's id.
    pub homes: BTreeMap<String, Utf8PathBuf>,
}

/// Plans the test files of `units`. `strays` are other files named `unroll_tests.rs` in the same packages: the
/// generated ones among them belong to source files that are gone, and are removed.
pub fn plan(units: &[SourceUnit], strays: &[Utf8PathBuf], config: &Config) -> Plan {
    let mut planner = Planner {
        config,
        known: Known::default(),
        homes: BTreeSet::new(),
        plan: Plan::default(),
    };
    let parsed: Vec<_> = units
        .iter()
        .filter_map(|unit| planner.read_source(unit))
        .collect();
    for source in &parsed {
        planner.known.add(&source.tree);
    }
    for source in &parsed {
        planner.source(source);
    }
    for stray in strays {
        planner.stray(stray);
    }
    let mut plan = planner.plan;
    plan.files.sort_by_key(|change| {
        let phase = match (&change.old, &change.new) {
            (None, _) => 0,
            (Some(_), Some(_)) => 1,
            (Some(_), None) => 2,
        };
        (phase, change.path.clone())
    });
    plan
}

/// A source file, read and parsed.
struct Source<'a> {
    unit: &'a SourceUnit<'a>,
    text: String,
    tree: syn::File,
    sites: Vec<FnSite>,
}

struct Planner<'a> {
    config: &'a Config<'a>,
    known: Known,
    homes: BTreeSet<Utf8PathBuf>,
    plan: Plan,
}

impl Planner<'_> {
    fn read_source<'a>(&mut self, unit: &'a SourceUnit<'a>) -> Option<Source<'a>> {
        let text = match self.read(&unit.path) {
            Ok(text) => text?,
            Err(error) => {
                self.plan.problems.push(error);
                return None;
            }
        };
        match syn::parse_file(&text) {
            Ok(tree) => Some(Source {
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
        self.config
            .disk
            .read(path)
            .map_err(|source| EmitError::Read {
                file: path.to_owned(),
                source,
            })
    }

    fn source(&mut self, source: &Source) {
        let mut analysed: Vec<(&FnSite, Analysed)> = Vec::new();
        for function in &source.unit.functions {
            match find_site(&source.sites, function.job) {
                Some(site) => {
                    let paths = render::test_paths(function.job, function.outcome, site);
                    let unit = source.unit;
                    let home = source::home(&unit.path, &site.module, unit.mod_rs, unit.lib_beside);
                    self.plan.homes.insert(function.job.id.clone(), home.file);
                    self.plan.tests.insert(function.job.id.clone(), paths);
                    analysed.push((site, *function));
                }
                None => self.plan.problems.push(EmitError::NotFound {
                    file: source.unit.path.clone(),
                    function: function.job.function.clone(),
                    line: function.job.span.line,
                }),
            }
        }
        let mut modules: Vec<&[String]> = vec![&[]];
        modules.extend(source.sites.iter().map(|site| &site.module[..]));
        modules.sort();
        modules.dedup();
        let mut text = source.text.clone();
        for module in modules {
            let in_module: Vec<_> = analysed
                .iter()
                .filter(|(site, _)| site.module == module)
                .copied()
                .collect();
            if let Err(error) = self.module(source, module, &in_module, &mut text) {
                self.plan.problems.push(error);
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

    /// Plans the test file of one module and its declaration in `text`.
    fn module(
        &mut self,
        source: &Source,
        module: &[String],
        analysed: &[(&FnSite, Analysed)],
        text: &mut String,
    ) -> Result<(), EmitError> {
        let unit = source.unit;
        let home = source::home(&unit.path, module, unit.mod_rs, unit.lib_beside);
        self.homes.insert(home.file.clone());
        let old = self.read(&home.file)?;
        let plain = old.as_deref().map(|old| old.replace("\r\n", "\n"));
        let existing = match plain
            .as_deref()
            .map(|text| existing::parse(&home.file, text))
        {
            None => Existing::default(),
            Some(Ok(existing)) => existing,
            // What was not to be touched may be as it likes.
            Some(Err(_)) if analysed.iter().all(|(_, it)| it.outcome.tests.is_empty()) => {
                return Ok(());
            }
            Some(Err(error)) => return Err(error),
        };
        let wanted = self.wanted(analysed, &existing, unit.prelude);
        let folder = unit.path.parent().unwrap_or_else(|| Utf8Path::new("."));
        let wanted = merge::formatted(&wanted, &existing, &|text| {
            (self.config.format)(text, folder)
        });
        let merge = Merge {
            file: &home.file,
            existing: &existing,
            overwrite_edited: self.config.overwrite_edited,
        };
        let (blocks, problems) = merge.run(&test_mods(&source.sites, module), &wanted);
        self.plan.problems.extend(problems);
        let new = self.file_text(&existing, &blocks, plain.as_deref());
        let declared = match &new {
            Some(_) => wire::declare(&unit.path, text, module, &home)?,
            None if old.is_some() => wire::remove(&unit.path, text, module)?,
            None => return Ok(()),
        };
        *text = declared;
        if new != plain {
            let crlf = old.as_ref().unwrap_or(&source.text).contains("\r\n");
            let new = new.map(|new| if crlf { new.replace('\n', "\r\n") } else { new });
            self.plan.files.push(FileChange {
                path: home.file,
                old,
                new,
            });
        }
        Ok(())
    }

    /// The modules of the functions whose analysis says which tests there should be.
    fn wanted(
        &self,
        analysed: &[(&FnSite, Analysed)],
        existing: &Existing,
        prelude: Prelude,
    ) -> Wanted<String> {
        let has_tests = |site: &FnSite| {
            let mut blocks = existing.blocks.iter();
            blocks.any(|block| block.name == site.test_mod)
        };
        analysed
            .iter()
            .filter(|(_, it)| !gave_nothing(it.outcome))
            .filter(|(site, it)| !(it.outcome.lost_engine() && has_tests(site)))
            .map(|(site, it)| {
                let concrete = site.concrete(&it.job.generics);
                let subject = Subject {
                    job: it.job,
                    outcome: it.outcome,
                    site: &concrete,
                    known: &self.known,
                    prelude,
                };
                (site.test_mod.clone(), render::module(&subject))
            })
            .collect()
    }

    /// The whole file; `None` when it is to be removed or not to be.
    fn file_text(
        &self,
        existing: &Existing,
        blocks: &[Block],
        old: Option<&str>,
    ) -> Option<String> {
        let (own, others): (Vec<_>, Vec<_>) = existing
            .header
            .iter()
            .cloned()
            .partition(|line| line.starts_with(MARK) || line.starts_with(CAPTURED));
        if blocks.is_empty() && others.is_empty() {
            return None;
        }
        // A new version of the tool alone is no reason to touch a file.
        if let Some(old) = old
            && blocks == existing.blocks
        {
            return Some(old.to_owned());
        }
        drop(own);
        let mut header = vec![
            format!(
                "{MARK} {}; review it like any code. Regenerate with `cargo unroll`.",
                self.config.version
            ),
            format!("{CAPTURED} is what the code gave when the test was written."),
        ];
        header.extend(others);
        Some(existing::print(&header, blocks))
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
        self.plan.files.push(FileChange {
            path: path.to_owned(),
            old: Some(old),
            new: None,
        });
    }
}

const CAPTURED: &str = "// What is marked `captured`";

/// The site that a job speaks of: by position, else the only one of its name.
fn find_site<'s>(sites: &'s [FnSite], job: &Job) -> Option<&'s FnSite> {
    let name = job.function.rsplit("::").next().unwrap_or_default();
    let (line, column) = (job.span.line as usize, job.span.column as usize);
    let named = || sites.iter().filter(move |site| site.sig.ident == name);
    named()
        .find(|site| site.position() == (line, column))
        .or_else(|| named().find(|site| site.position().0 == line))
        .or_else(|| {
            let mut named = named();
            named.next().filter(|_| named.next().is_none())
        })
}

/// Whether the analysis says nothing about which tests there should be.
fn gave_nothing(outcome: &FunctionOutcome) -> bool {
    outcome.tests.is_empty() && outcome.verdict != FunctionVerdict::Ok
}

/// Names of the test modules of all functions of `module`, in source order, each once.
fn test_mods<'s>(sites: &'s [FnSite], module: &[String]) -> Vec<&'s str> {
    let mut names: Vec<&str> = Vec::new();
    for site in sites.iter().filter(|site| site.module == module) {
        if !names.contains(&site.test_mod.as_str()) {
            names.push(&site.test_mod);
        }
    }
    names
}
