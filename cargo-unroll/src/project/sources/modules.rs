//! The files that make up a crate, each with its module path.
//!
//! Follows `mod x;` from the root file as the Rust reference defines it (section "Module source filenames" and "The
//! path attribute"). Modules under `cfg(test)` and generated tests (`unroll_tests`) are left out. A module whose
//! file is missing is skipped: it may be removed by `cfg`, and if it is not, rustc reports it better.

use camino::{Utf8Path, Utf8PathBuf};
use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

use super::options::KnownOptions;
use super::pruned;
use crate::project::error::ProjectError;
use crate::project::sources::source::SourceFile;

/// A file with the module that it holds.
#[derive(Debug)]
pub(crate) struct ModuleFile {
    /// Module names from the crate root; empty for the root file.
    pub(crate) module: Vec<String>,
    /// True if its modules' files lie beside it.
    pub(crate) mod_rs: bool,
    /// The file.
    pub(crate) source: SourceFile,
    /// The part of its items that the build does not leave out, as far as that is known; `None` if that is all.
    pub(crate) compiled: Option<Vec<Item>>,
    /// True if the build leaves out the whole file.
    pub(crate) is_left_out: bool,
}

impl ModuleFile {
    /// The file `source`, which is all in the build as far as is known.
    pub(crate) fn new(module: Vec<String>, mod_rs: bool, source: SourceFile) -> Self {
        Self {
            module,
            mod_rs,
            source,
            compiled: None,
            is_left_out: false,
        }
    }

    /// The items that the build may have.
    pub(crate) fn items(&self) -> &[Item] {
        self.compiled.as_deref().unwrap_or(&self.source.tree.items)
    }

    /// Leaves out what a build with `options` does; all if its module `is_left_out`.
    fn prune(&mut self, is_left_out: bool, options: &KnownOptions) {
        self.is_left_out = is_left_out || pruned::is_left_out(&self.source.tree.attrs, options);
        if self.is_left_out {
            self.compiled = Some(Vec::new());
        } else if !options.is_empty() && self.source.text.contains("cfg") {
            self.compiled = pruned::pruned(&self.source.tree.items, options);
        }
    }
}

/// Reads the crate whose root file is `root`; errors of single files go to `errors`.
pub(crate) fn walk(
    root: &Utf8Path,
    workspace_root: &Utf8Path,
    errors: &mut Vec<ProjectError>,
) -> Vec<ModuleFile> {
    walk_with(root, workspace_root, &KnownOptions::default(), errors)
}

/// Reads the crate as [`walk`] does, in a build with `options`. Of modules that these leave out the files are read too.
pub(crate) fn walk_with(
    root: &Utf8Path,
    workspace_root: &Utf8Path,
    options: &KnownOptions,
    errors: &mut Vec<ProjectError>,
) -> Vec<ModuleFile> {
    ModuleLoader::of(root, workspace_root, options, errors, &is_passed_over).files
}

/// Reads the crate as [`walk`] does, with modules for tests alone, but without generated tests.
pub(crate) fn walk_all(
    root: &Utf8Path,
    workspace_root: &Utf8Path,
    errors: &mut Vec<ProjectError>,
) -> Vec<ModuleFile> {
    let is_generated = |module: &ItemMod| module.ident == TESTS;
    let options = KnownOptions::default();
    ModuleLoader::of(root, workspace_root, &options, errors, &is_generated).files
}

/// The files of the crate that only tests have, generated tests apart; `files` are the others. What cannot be read is not among them.
pub(crate) fn of_tests(
    root: &Utf8Path,
    workspace_root: &Utf8Path,
    files: &[ModuleFile],
) -> Vec<ModuleFile> {
    let mut all = walk_all(root, workspace_root, &mut Vec::new());
    let is_known = |file: &ModuleFile| files.iter().any(|it| it.module == file.module);
    all.retain(|file| !is_known(file));
    all
}

/// The files whose items `include!` puts into modules of `files`, where it names them by a literal. Those that cannot be read are left out.
pub(crate) fn included(
    files: &[ModuleFile],
    workspace_root: &Utf8Path,
    options: &KnownOptions,
) -> Vec<ModuleFile> {
    let mut found: Vec<ModuleFile> = Vec::new();
    let mut places: Vec<(Utf8PathBuf, Vec<String>)> = Vec::new();
    for file in files {
        includes(file, &mut places);
    }
    while let Some((path, module)) = places.pop() {
        let is_known = |file: &ModuleFile| file.source.path == path && file.module == module;
        if found.iter().any(is_known) {
            continue;
        }
        if let Ok(source) = SourceFile::read(&path, workspace_root) {
            let mut file = ModuleFile::new(module, false, source);
            file.prune(false, options);
            includes(&file, &mut places);
            found.push(file);
        }
    }
    found.sort_by(|a, b| (&a.source.path, &a.module).cmp(&(&b.source.path, &b.module)));
    found
}

/// Adds what `include!` names among the items of a file to `places`, with the modules.
fn includes(file: &ModuleFile, places: &mut Vec<(Utf8PathBuf, Vec<String>)>) {
    fn look(items: &[Item], module: &[String], found: &mut Vec<(String, Vec<String>)>) {
        for item in items {
            match item {
                Item::Macro(item) if item.mac.path.is_ident("include") => {
                    if let Ok(path) = item.mac.parse_body::<syn::LitStr>() {
                        found.push((path.value(), module.to_vec()));
                    }
                }
                Item::Mod(inner) if !is_passed_over(inner) => {
                    if let Some((_, items)) = &inner.content {
                        look(items, &[module, &[unraw(&inner.ident)]].concat(), found);
                    }
                }
                _ => {}
            }
        }
    }
    let mut found = Vec::new();
    look(file.items(), &file.module, &mut found);
    let folder = file.source.path.parent().unwrap_or(Utf8Path::new(""));
    let named = found.into_iter();
    places.extend(named.map(|(path, module)| (normalized(&folder.join(path)), module)));
}

/// Files of generated tests that a crate declares and does not have.
pub(crate) fn missing_tests(root: &Utf8Path, workspace_root: &Utf8Path) -> Vec<Utf8PathBuf> {
    let is_test_code = |module: &ItemMod| module.ident != TESTS && is_passed_over(module);
    let options = KnownOptions::default();
    let errors = &mut Vec::new();
    ModuleLoader::of(root, workspace_root, &options, errors, &is_test_code).missing
}

/// The name of modules of generated tests.
const TESTS: &str = "unroll_tests";

/// True if the item is compiled for tests alone.
pub(crate) fn is_test_only(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| match &attr.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list
            .parse_args::<Meta>()
            .is_ok_and(|predicate| requires_test(&predicate)),
        _ => false,
    })
}

fn requires_test(predicate: &Meta) -> bool {
    match predicate {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated)
            .is_ok_and(|all| all.iter().any(requires_test)),
        _ => false,
    }
}

/// True if the crate whose root file this is does without the standard library, under whatever condition.
pub(crate) fn is_no_std(root: &ModuleFile) -> bool {
    let mut attrs = root.source.tree.attrs.iter();
    attrs.any(|attr| match &attr.meta {
        Meta::Path(path) => path.is_ident("no_std"),
        Meta::List(list) if list.path.is_ident("cfg_attr") => list
            .parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated)
            .is_ok_and(|metas| metas.iter().skip(1).any(|it| it.path().is_ident("no_std"))),
        _ => false,
    })
}

/// True if a module is none of ours: test code or generated tests.
pub(crate) fn is_passed_over(module: &ItemMod) -> bool {
    module.ident == TESTS || is_test_only(&module.attrs)
}

struct ModuleLoader<'w> {
    workspace_root: &'w Utf8Path,
    options: &'w KnownOptions,
    errors: &'w mut Vec<ProjectError>,
    files: Vec<ModuleFile>,
    /// Which modules are left out.
    is_left_out: &'w dyn Fn(&ItemMod) -> bool,
    /// Where files of generated tests would be that are not there.
    missing: Vec<Utf8PathBuf>,
}

impl<'w> ModuleLoader<'w> {
    fn of(
        root: &Utf8Path,
        workspace_root: &'w Utf8Path,
        options: &'w KnownOptions,
        errors: &'w mut Vec<ProjectError>,
        is_left_out: &'w dyn Fn(&ItemMod) -> bool,
    ) -> Self {
        let mut walk = Self {
            workspace_root,
            options,
            errors,
            files: Vec::new(),
            is_left_out,
            missing: Vec::new(),
        };
        let dir = root.parent().unwrap_or(Utf8Path::new(""));
        walk.file(root, &[], dir, false);
        walk
    }

    /// Reads one file; `children` is where the files of its modules lie.
    fn file(&mut self, path: &Utf8Path, module: &[String], children: &Utf8Path, is_left_out: bool) {
        let path = normalized(path);
        if self
            .files
            .iter()
            .any(|file| file.source.path == path && file.module == module)
        {
            return;
        }
        match SourceFile::read(&path, self.workspace_root) {
            Ok(source) => {
                let own_dir = path.parent().unwrap_or(Utf8Path::new("")).to_owned();
                let mod_rs = own_dir == normalized(children);
                let mut file = ModuleFile::new(module.to_vec(), mod_rs, source);
                file.prune(is_left_out, self.options);
                let found = self.children(&file);
                self.files.push(file);
                for child in found {
                    self.child(&child, module, &own_dir, children);
                }
            }
            Err(error) => self.errors.push(error),
        }
    }

    /// The modules that `file` declares in other files. Of several declarations of one file, that which the build has comes first.
    fn children(&self, file: &ModuleFile) -> Vec<OutOfLine> {
        let mut children = Children {
            options: self.options,
            is_passed_over: self.is_left_out,
            inline: Vec::new(),
            is_left_out: file.is_left_out,
            found: Vec::new(),
        };
        children.collect(&file.source.tree.items);
        children.found.sort_by_key(|child| child.is_left_out);
        children.found
    }

    fn child(
        &mut self,
        child: &OutOfLine,
        module: &[String],
        own_dir: &Utf8Path,
        children: &Utf8Path,
    ) {
        let mut name = module.to_vec();
        name.extend(child.inline.iter().cloned());
        name.push(child.name.clone());
        let inline_dir = child
            .inline
            .iter()
            .fold(children.to_owned(), |dir, part| dir.join(part));
        // Directly in a file, `path` is relative to that file; inside inline modules, to their directory.
        let path_base = if child.inline.is_empty() {
            own_dir
        } else {
            &inline_dir
        };
        if let Some(path) = child
            .paths
            .iter()
            .map(|path| path_base.join(path))
            .find(|path| path.is_file())
        {
            // A file named by `path` counts as a `mod.rs`.
            let children = path.parent().unwrap_or(path_base).to_owned();
            self.file(&path, &name, &children, child.is_left_out);
            return;
        }
        let flat = inline_dir.join(format!("{}.rs", child.name));
        let below = inline_dir.join(&child.name);
        if flat.is_file() {
            self.file(&flat, &name, &below, child.is_left_out);
        } else if below.join("mod.rs").is_file() {
            self.file(&below.join("mod.rs"), &name, &below, child.is_left_out);
        } else if child.name == TESTS {
            let named = child.paths.first().map(|path| path_base.join(path));
            self.missing.push(normalized(&named.unwrap_or(flat)));
        }
    }
}

/// A `mod x;` with the inline modules around it and what its `path` attributes say.
struct OutOfLine {
    inline: Vec<String>,
    name: String,
    paths: Vec<String>,
    /// True if the build leaves it out.
    is_left_out: bool,
}

/// Collects the modules that are declared in other files.
struct Children<'w> {
    options: &'w KnownOptions,
    is_passed_over: &'w dyn Fn(&ItemMod) -> bool,
    /// The inline modules around.
    inline: Vec<String>,
    /// True if the build leaves out what is looked at.
    is_left_out: bool,
    found: Vec<OutOfLine>,
}

impl Children<'_> {
    fn collect(&mut self, items: &[Item]) {
        for item in items {
            let Item::Mod(module) = item else { continue };
            if (self.is_passed_over)(module) {
                continue;
            }
            let is_left_out = self.is_left_out || pruned::is_left_out(&module.attrs, self.options);
            let name = unraw(&module.ident);
            match &module.content {
                Some((_, content)) => {
                    self.inline.push(name);
                    let outer = std::mem::replace(&mut self.is_left_out, is_left_out);
                    self.collect(content);
                    self.is_left_out = outer;
                    self.inline.pop();
                }
                None => self.found.push(OutOfLine {
                    inline: self.inline.clone(),
                    name,
                    paths: paths(&module.attrs, self.options),
                    is_left_out,
                }),
            }
        }
    }
}

/// The values of `#[path = ".."]` and `#[cfg_attr(.., path = "..")]`.
fn paths(attrs: &[Attribute], options: &KnownOptions) -> Vec<String> {
    attrs
        .iter()
        .filter(|attr| !pruned::is_void(attr, options))
        .flat_map(|attr| match &attr.meta {
            Meta::List(list) if list.path.is_ident("cfg_attr") => list
                .parse_args_with(
                    syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated,
                )
                .map(|metas| metas.into_iter().skip(1).collect())
                .unwrap_or_default(),
            meta => vec![meta.clone()],
        })
        .filter_map(|meta| match meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => match pair.value {
                Expr::Lit(ExprLit {
                    lit: Lit::Str(text),
                    ..
                }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .collect()
}

pub(crate) use unroll_resolve::imports::unraw;

/// `path` without `.` and `..`, so that one file has one name.
pub(crate) fn normalized(path: &Utf8Path) -> Utf8PathBuf {
    let mut clean = Utf8PathBuf::new();
    for part in path.components() {
        match part {
            camino::Utf8Component::CurDir => {}
            camino::Utf8Component::ParentDir if clean.file_name().is_some() => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}

#[cfg(test)]
mod tests;
