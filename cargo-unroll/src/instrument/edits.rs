//! The stage's entries: which files the copy has differently, and the copy itself.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use camino::{Utf8Path, Utf8PathBuf};

use super::error::InstrumentError;
use super::manifest::{ManifestEdit, Purpose};
use super::mirror::Mirror;
use super::moved::Moved;
use super::splice::{Pieces, splice};
use super::tool_crate::ToolCrate;
use crate::project::{InputSource, InputType, Package, Project, SelectedFunction};

/// A copy of the workspace, up to date.
#[derive(Clone, Debug)]
pub struct Copy {
    /// Its root; paths below it are those below the user's workspace root.
    pub root: Utf8PathBuf,
    /// How many files were written or removed to bring it up to date.
    pub changed: usize,
}

/// The folder of the instrumented copy.
const COPY: &str = "copy";

/// The root of the instrumented copy of a project.
pub(super) fn root(project: &Project) -> Utf8PathBuf {
    project.target_dir.join(COPY)
}

/// Files that a copy has differently, relative to its root; `None` for a file that it does not have.
pub type Edits = BTreeMap<Utf8PathBuf, Option<String>>;

/// The variant of a copy: its contents besides the sources.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Variant {
    /// Ids of functions, and paths of types, that stay as they are; with [`further_methods`], types that are built without these methods.
    pub without: BTreeSet<String>,
    /// True if the crates' own tests are kept, with the dependencies that only they need.
    pub own_tests: bool,
    /// Ids of functions whose parameters without `Input` have their default values.
    pub defaults: BTreeSet<String>,
}

impl Variant {
    /// The attribute that gives `ty` `Input`, or a description, in the way that it says: none if that is left out, or is for when the other way does not
    /// compile.
    fn gives_input(&self, project: &Project, ty: &InputType) -> Option<String> {
        let stays = |path: &str| {
            let mut types = project.types.iter();
            types.any(|ty| ty.path == path) && !self.without.contains(path)
        };
        if ty.source == InputSource::Described {
            return stays(&ty.path).then(|| ty.attribute(false));
        }
        let has_other = stays(&ty.other_way());
        let is_better = matches!(ty.source, InputSource::Fields);
        let is_given = stays(&ty.path) && (is_better || ty.has_both || !has_other);
        is_given.then(|| self.reduced(ty).attribute(ty.has_both && has_other))
    }

    /// `ty` without methods that do not compile.
    fn reduced<'t>(&self, ty: &'t InputType) -> Cow<'t, InputType> {
        let mut ty = Cow::Borrowed(ty);
        if self.without.contains(&further_methods(&ty.path))
            && let InputSource::Calls { others, .. } = &mut ty.to_mut().source
        {
            others.clear();
        }
        ty
    }
}

/// Stands in [`Variant::without`] for the methods of the type at `path` that build its values and are told by their code alone.
pub fn further_methods(path: &str) -> String {
    format!("{path}+")
}

/// Makes the instrumented copy in `target/unroll/copy`.
pub fn instrument(project: &Project, variant: &Variant) -> Result<Copy, InstrumentError> {
    let functions: Vec<&SelectedFunction> = project
        .functions
        .iter()
        .filter(|function| !variant.without.contains(&function.id))
        .collect();
    let tool = ToolCrate::locate(project.unroll_test.as_deref());
    let mut edits = source_edits(project, &functions, variant, &Edits::new())?;
    edits.extend(missing_tests(project));
    name_tool_crate(project, &functions, &mut edits)?;
    let request = ManifestRequest {
        variant,
        tool: Some(&tool),
        purpose: Purpose::Analysis,
        needs_tool: &|dir| is_instrumented(project, dir),
    };
    edits.extend(manifest_edits(project, &request)?);
    update(project, COPY, &edits, true)
}

/// Makes a copy in `target/unroll/plain` that has `files` in place of the user's; nothing in it is instrumented.
pub fn plain(project: &Project, variant: &Variant, files: &Edits) -> Result<Copy, InstrumentError> {
    let request = ManifestRequest {
        variant,
        tool: None,
        purpose: Purpose::Analysis,
        needs_tool: &|_| false,
    };
    let mut edits = manifest_edits(project, &request)?;
    edits.extend(missing_tests(project));
    edits.extend(files.clone());
    edits.extend(source_edits(project, &[], variant, files)?);
    let copy = update(project, "plain", &edits, false)?;
    share_lock(project, &copy.root)?;
    Ok(copy)
}

/// Makes a copy in `target/unroll/score` that has `files`, which hold probes, in place of the user's; `packages` are those with such files.
pub fn scored(
    project: &Project,
    packages: &BTreeSet<String>,
    files: &Edits,
) -> Result<Copy, InstrumentError> {
    let tool = ToolCrate::locate(project.unroll_test.as_deref());
    let variant = Variant {
        own_tests: true,
        ..Variant::default()
    };
    let needs = |dir: &Utf8Path| {
        let mut all = project.packages.iter();
        all.any(|package| package.dir == dir && packages.contains(&package.name))
    };
    let request = ManifestRequest {
        variant: &variant,
        tool: Some(&tool),
        purpose: Purpose::Score,
        needs_tool: &needs,
    };
    let mut edits = manifest_edits(project, &request)?;
    edits.extend(missing_tests(project));
    edits.extend(files.clone());
    let scored = project.packages.iter();
    for package in scored.filter(|package| packages.contains(&package.name)) {
        let roots = package.targets.iter().map(|target| target.root.as_path());
        let roots = roots.filter_map(|root| Some((root, declaration(package)?)));
        declare_tool_crate(project, roots.collect(), &mut edits)?;
    }
    update(project, "score", &edits, false)
}

/// Empty files where generated tests are declared and were deleted.
fn missing_tests(project: &Project) -> Edits {
    let packages = project.packages.iter();
    let missing = packages.flat_map(|package| &package.missing_test_files);
    let inside = missing.filter(|path| path.starts_with(&project.workspace_root));
    inside
        .map(|path| (project.relative(path).to_owned(), Some(String::new())))
        .collect()
}

/// A workspace without `Cargo.lock` is tried with the versions that cargo chose for the instrumented copy, and cargo need not choose
/// again.
fn share_lock(project: &Project, copy: &Utf8Path) -> Result<(), InstrumentError> {
    let chosen = project.target_dir.join("copy/Cargo.lock");
    let own = copy.join("Cargo.lock");
    if chosen.is_file() && !own.exists() {
        fs::copy(&chosen, &own).map_err(|source| InstrumentError::Write { path: own, source })?;
    }
    Ok(())
}

fn update(
    project: &Project,
    name: &str,
    edits: &Edits,
    empty_generated: bool,
) -> Result<Copy, InstrumentError> {
    let root = project.target_dir.join(name);
    let mut without = vec![project.cargo_target_dir.clone(), project.target_dir.clone()];
    without.extend(inherited_cargo_config(project, &root));
    let mirror = Mirror {
        source: &project.workspace_root,
        copy: &root,
        without: &without,
        edits,
        empty_generated,
    };
    let changed = mirror.update()?;
    Ok(Copy { root, changed })
}

/// Cargo finds the workspace's own `.cargo` above a copy that lies below it; a second one would double its lists.
fn inherited_cargo_config(project: &Project, root: &Utf8Path) -> Option<Utf8PathBuf> {
    root.starts_with(&project.workspace_root)
        .then(|| project.workspace_root.join(".cargo"))
}

/// Source files that differ from the user's; what is spliced goes into the text of `files` where that has one.
fn source_edits(
    project: &Project,
    functions: &[&SelectedFunction],
    variant: &Variant,
    files: &Edits,
) -> Result<Edits, InstrumentError> {
    let mut by_file: BTreeMap<&Utf8Path, Pieces<'_>> = BTreeMap::new();
    for function in functions {
        let pieces = by_file.entry(&function.file).or_default();
        let defaults = variant.defaults.contains(&function.id);
        pieces.functions.push((function, defaults));
    }
    // A plain copy has no functions, and needs no inputs for them.
    for ty in project.types.iter().filter(|_| !functions.is_empty()) {
        if let Some(attribute) = variant.gives_input(project, ty) {
            let pieces = by_file.entry(&ty.file).or_default();
            // Types that one macro declares all begin at one place.
            pieces.inputs.insert((ty.at, attribute));
        }
    }
    for added in project.insertions.iter().filter(|_| !functions.is_empty()) {
        let pieces = by_file.entry(&added.file).or_default();
        pieces.added.push((added.at, added.text.clone()));
    }
    for place in &project.disarmed {
        let pieces = by_file.entry(&place.file).or_default();
        pieces.disarmed.push(place.start..place.end);
    }
    for place in project.test_items.iter().filter(|_| !variant.own_tests) {
        let pieces = by_file.entry(&place.file).or_default();
        pieces.removed.push(place.start..place.end);
    }
    let mut edits = Edits::new();
    for (file, mut pieces) in by_file {
        if !file.starts_with(&project.workspace_root) {
            continue;
        }
        let relative = project.relative(file).to_owned();
        let own = read(file)?;
        let text = match files.get(&relative) {
            Some(Some(text)) => {
                // Places are those of the user's file, and `files` has another text.
                pieces.move_to(&Moved::new(&own, text));
                text.clone()
            }
            Some(None) => continue,
            None => own,
        };
        edits.insert(relative, Some(splice(&text, &pieces)));
    }
    Ok(edits)
}

/// Makes `::unroll_test` mean the crate where it would not: in root files of the 2015 edition, where it means an item of the root, and in those
/// of packages that know the crate by another name.
fn name_tool_crate(
    project: &Project,
    functions: &[&SelectedFunction],
    edits: &mut Edits,
) -> Result<(), InstrumentError> {
    declare_tool_crate(project, roots_to_name_it_in(project, functions), edits)
}

/// Puts declarations into root files that lack them.
fn declare_tool_crate(
    project: &Project,
    roots: BTreeMap<&Utf8Path, String>,
    edits: &mut Edits,
) -> Result<(), InstrumentError> {
    for (root, declaration) in roots {
        let relative = project.relative(root).to_owned();
        let text = match edits.get(&relative) {
            Some(Some(text)) => text.clone(),
            _ => read(root)?,
        };
        if !declares(&text) {
            let named = format!("{text}\n{declaration}\n");
            edits.insert(relative, Some(named));
        }
    }
    Ok(())
}

/// True if the crate root declares the name already.
fn declares(text: &str) -> bool {
    text.contains("extern crate unroll_test;") || text.contains(" as unroll_test;")
}

/// Root files that need a declaration, with the declaration.
fn roots_to_name_it_in<'f>(
    project: &Project,
    functions: &[&'f SelectedFunction],
) -> BTreeMap<&'f Utf8Path, String> {
    let declaration = |function: &&'f SelectedFunction| {
        let root = function.target.root.as_path();
        Some((root, declaration(project.package_of(function))?))
    };
    functions.iter().filter_map(declaration).collect()
}

/// The declaration that root files of `package` need.
fn declaration(package: &Package) -> Option<String> {
    match &package.tool_dependency.rename {
        Some(name) => Some(format!("extern crate {name} as unroll_test;")),
        None if package.edition == "2015" => Some("extern crate unroll_test;".to_owned()),
        None => None,
    }
}

/// The changes to the manifests of a copy.
struct ManifestRequest<'r> {
    variant: &'r Variant,
    tool: Option<&'r ToolCrate>,
    purpose: Purpose,
    /// True for the directory of a package with instrumented code.
    needs_tool: &'r dyn Fn(&Utf8Path) -> bool,
}

/// Manifests of the workspace root, of all members, and of the packages inside the workspace that they depend on.
fn manifest_edits(
    project: &Project,
    request: &ManifestRequest<'_>,
) -> Result<Edits, InstrumentError> {
    let root = &project.workspace_root;
    let mut edits = Edits::new();
    let mut todo = vec![root.clone()];
    for dir in &project.member_dirs {
        if !dir.starts_with(root) {
            return Err(InstrumentError::MemberOutside {
                dir: dir.clone(),
                root: root.clone(),
            });
        }
        todo.push(dir.clone());
    }
    while let Some(dir) = todo.pop() {
        let path = dir.join("Cargo.toml");
        let relative = project.relative(&path).to_owned();
        if edits.contains_key(&relative) || !path.is_file() {
            continue;
        }
        let edit = ManifestEdit {
            path: &path,
            root,
            tool: request.tool,
            without: dropped(project, request.variant, &dir),
            needs_tool: (request.needs_tool)(&dir) && rename_in(project, &dir).is_none(),
            purpose: request.purpose,
        };
        let edited = edit.apply(&read(&path)?)?;
        todo.extend(edited.inside);
        edits.insert(relative, Some(edited.text));
    }
    Ok(edits)
}

fn dropped<'p>(project: &'p Project, variant: &Variant, dir: &Utf8Path) -> &'p [String] {
    let mut packages = project.packages.iter();
    match packages.find(|package| package.dir == dir) {
        Some(package) if !variant.own_tests => &package.test_dependencies,
        _ => &[],
    }
}

/// The name under which the package in `dir` knows `unroll-test`, if that is not its own.
fn rename_in<'p>(project: &'p Project, dir: &Utf8Path) -> Option<&'p str> {
    let mut packages = project.packages.iter();
    let package = packages.find(|package| package.dir == dir)?;
    package.tool_dependency.rename.as_deref()
}

fn is_instrumented(project: &Project, dir: &Utf8Path) -> bool {
    project.packages.iter().any(|package| {
        package.dir == dir
            && project
                .functions
                .iter()
                .any(|function| function.package == package.name)
    })
}

fn read(path: &Utf8Path) -> Result<String, InstrumentError> {
    fs::read_to_string(path).map_err(|source| InstrumentError::Read {
        path: path.to_owned(),
        source,
    })
}
