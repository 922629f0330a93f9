//! The products of cargo: executables and IR files.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Artifact, Message, PackageId, TargetKind as CargoKind};
use unroll_protocol::symbols::HARNESS;

use super::cargo::{read, target_options};
use super::error::BuildError;
use crate::project::sources::cfg::CfgOptions;
use crate::project::{Package, Project, Target, TargetKind};
use unroll_llvm::{Program, ReadError};

/// The unit-test executable of one crate target, with its IR.
#[derive(Clone, Debug)]
pub struct Built {
    /// The package's name.
    pub package: String,
    /// The crate target.
    pub target: Target,
    /// The unit-test executable, which is also the replay driver.
    pub exe: Utf8PathBuf,
    /// IR of the crate: what the harnesses reach.
    pub ll: Utf8PathBuf,
    /// IR of the crates that it depends on, in the order of compilation, as far as it is reached.
    pub deps_ll: Vec<Utf8PathBuf>,
    /// IR of crates that no harness needs and that were compiled in several units: the replay driver, whose every change may change what is
    /// found.
    pub units_ll: Vec<Utf8PathBuf>,
    /// Ids of the harnesses that the IR holds.
    pub harnesses: BTreeSet<String>,
    /// The digest of native code that runs of every harness depend on, although none reaches it.
    pub native: String,
    /// Ids of the harnesses whose code may show where locals lie in memory.
    pub observers: BTreeSet<String>,
    /// The options of conditional compilation, where a function asks for them.
    pub(crate) cfg: CfgOptions,
}

impl Built {
    /// The IR, of which the crates that this one depends on are read when something of them is asked for.
    ///
    /// # Errors
    /// When the crate's own cannot be read, or is no LLVM IR.
    pub fn program(&self) -> Result<Program, ReadError> {
        Program::read(&self.ll, self.deps_ll.clone())
    }
}

/// Finds what the messages of one cargo run speak of.
pub(super) fn collect(
    messages: &[Message],
    project: &Project,
    copy: &Utf8Path,
    target: &str,
) -> Result<Vec<Built>, BuildError> {
    let artifacts: Vec<&Artifact> = messages
        .iter()
        .filter_map(|message| match message {
            Message::CompilerArtifact(artifact) => Some(artifact),
            _ => None,
        })
        .collect();
    // In the order in which cargo reports them, which is that of compilation.
    let deps_ll: Vec<Utf8PathBuf> = artifacts
        .iter()
        .filter_map(|artifact| library_ir(artifact))
        .collect();
    let units = artifacts.iter().flat_map(|artifact| units_ir(artifact));
    let units_ll: Vec<Utf8PathBuf> = units.collect();
    let options = Options::of(messages, project, target)?;
    let mut built = Vec::new();
    for artifact in artifacts {
        let Some(exe) = artifact
            .executable
            .as_ref()
            .filter(|_| artifact.profile.test)
        else {
            continue;
        };
        let Some((package, target)) = owner(artifact, project, copy) else {
            continue;
        };
        // With `--emit=llvm-ir` rustc writes the IR beside the executable, under the same stem.
        let ll = exe.with_extension("ll");
        let harnesses = harnesses(&read(&ll)?);
        built.push(Built {
            package: package.name.clone(),
            target: target.clone(),
            exe: exe.clone(),
            ll,
            deps_ll: deps_ll.clone(),
            units_ll: units_ll.clone(),
            harnesses,
            native: String::new(),
            observers: BTreeSet::new(),
            cfg: CfgOptions::new(options.of_artifact(artifact)),
        });
    }
    Ok(built)
}

/// The options of conditional compilation, as `rustc --print cfg` writes them.
struct Options {
    /// Those of the target.
    common: Vec<String>,
    /// Those that build scripts set, by the package.
    scripts: BTreeMap<PackageId, Vec<String>>,
}

impl Options {
    fn of(messages: &[Message], project: &Project, target: &str) -> Result<Self, BuildError> {
        let is_needed = project.functions.iter().any(|it| it.conditional.is_any());
        let common = is_needed.then(|| target_options(Some(target)));
        let is_set =
            // Rustc answers for its own default profile, which is not that of every copy.
            |option: &String| project.copy_kind.has_debug_checks() || option != "debug_assertions";
        let scripts = messages.iter().filter_map(|message| match message {
            Message::BuildScriptExecuted(script) => {
                let cfgs = script.cfgs.iter().map(ToString::to_string);
                Some((script.package_id.clone(), cfgs.collect()))
            }
            _ => None,
        });
        Ok(Self {
            common: common
                .transpose()?
                .into_iter()
                .flatten()
                .filter(is_set)
                .collect(),
            scripts: scripts.collect(),
        })
    }

    fn of_artifact(&self, artifact: &Artifact) -> impl Iterator<Item = String> {
        let features = artifact.features.iter();
        let features = features.map(|feature| format!("feature=\"{feature}\""));
        let of_script = self.scripts.get(&artifact.package_id);
        let others = self.common.iter().chain(of_script.into_iter().flatten());
        features.chain(others.cloned())
    }
}

/// The IR beside a library; build scripts and procedural macros have none.
fn library_ir(artifact: &Artifact) -> Option<Utf8PathBuf> {
    let stem = library_stem(artifact)?;
    let ll = Utf8PathBuf::from(format!("{stem}.ll"));
    ll.is_file().then_some(ll)
}

/// The IR beside a library of several units, a file for each.
fn units_ir(artifact: &Artifact) -> Vec<Utf8PathBuf> {
    let find = || {
        let stem = library_stem(artifact)?;
        let units = format!("{}.", stem.file_name()?);
        let is_unit = |path: &Utf8PathBuf| {
            let name = path.file_name().unwrap_or_default();
            name.starts_with(&units) && name.ends_with(".rcgu.ll")
        };
        let entries = stem.parent()?.read_dir_utf8().ok()?.flatten();
        let mut found: Vec<_> = entries.map(|entry| entry.path().to_owned()).collect();
        found.retain(is_unit);
        found.sort_unstable();
        Some(found)
    };
    match library_ir(artifact) {
        Some(_) => Vec::new(),
        None => find().unwrap_or_default(),
    }
}

/// The path of the files that rustc writes beside a library, without their extensions.
fn library_stem(artifact: &Artifact) -> Option<Utf8PathBuf> {
    let mut files = artifact.filenames.iter();
    let library = files.find(|file| file.extension() == Some("rlib"))?;
    let stem = library.file_stem()?;
    Some(library.with_file_name(stem.strip_prefix("lib").unwrap_or(stem)))
}

fn owner<'p>(
    artifact: &Artifact,
    project: &'p Project,
    copy: &Utf8Path,
) -> Option<(&'p Package, &'p Target)> {
    let kind = if artifact.target.kind.contains(&CargoKind::Bin) {
        TargetKind::Bin
    } else {
        TargetKind::Lib
    };
    let dir = artifact.manifest_path.parent()?;
    // Packages of the workspace lie in the copy, and the project knows them by the user's paths.
    let dir = dir.strip_prefix(copy).unwrap_or(dir);
    let package = project
        .packages
        .iter()
        .find(|package| project.relative(&package.dir) == dir)?;
    let target = package.targets.iter().find(|target| {
        target.kind == kind && target.crate_name() == artifact.target.name.replace('-', "_")
    })?;
    Some((package, target))
}

/// Ids of the harnesses that `ir` defines.
fn harnesses(ir: &str) -> BTreeSet<String> {
    // The text is searched and not parsed: the IR of a whole crate is large, and is read once more
    // by those who need it.
    ir.lines()
        .filter(|line| line.starts_with("define "))
        .filter_map(|line| {
            let (_, symbol) = line.split_once('@')?;
            let (id, _) = symbol.strip_prefix(HARNESS)?.split_once('(')?;
            Some(id.to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harnesses_are_read_from_definitions_only() {
        let ir = "declare void @__unroll_harness_a()\n\
                  define void @__unroll_harness_b() unnamed_addr #0 {\n  call void @__unroll_harness_c()\n}\n";
        assert_eq!(harnesses(ir).into_iter().collect::<Vec<_>>(), ["b"]);
    }
}
