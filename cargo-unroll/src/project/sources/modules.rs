//! The files that make up a crate, each with its module path.
//!
//! Follows `mod x;` from the root file as the Rust reference defines it (section "Module source filenames" and "The
//! path attribute"). Modules under `cfg(test)` and generated tests (`unroll_tests`) are left out. A module whose
//! file is missing is skipped: it may be removed by `cfg`, and if it is not, rustc reports it better.

use camino::{Utf8Path, Utf8PathBuf};
use syn::{Attribute, Expr, ExprLit, Item, ItemMod, Lit, Meta};

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
}

/// Reads the crate whose root file is `root`; errors of single files go to `errors`.
pub(crate) fn walk(
    root: &Utf8Path,
    workspace_root: &Utf8Path,
    errors: &mut Vec<ProjectError>,
) -> Vec<ModuleFile> {
    ModuleLoader::of(root, workspace_root, errors, &is_passed_over).files
}

/// Reads the crate as [`walk`] does, with modules for tests alone, but without generated tests.
pub(crate) fn walk_all(
    root: &Utf8Path,
    workspace_root: &Utf8Path,
    errors: &mut Vec<ProjectError>,
) -> Vec<ModuleFile> {
    let is_generated = |module: &ItemMod| module.ident == TESTS;
    ModuleLoader::of(root, workspace_root, errors, &is_generated).files
}

/// The files whose items `include!` puts into modules of `files`, where it names them by a literal. Those that cannot be read are left out.
pub(crate) fn included(files: &[ModuleFile], workspace_root: &Utf8Path) -> Vec<ModuleFile> {
    let mut found: Vec<ModuleFile> = Vec::new();
    let mut places: Vec<(Utf8PathBuf, Vec<String>)> = Vec::new();
    for file in files {
        includes(&file.source, &file.module, &mut places);
    }
    while let Some((path, module)) = places.pop() {
        let is_known = |file: &ModuleFile| file.source.path == path && file.module == module;
        if found.iter().any(is_known) {
            continue;
        }
        if let Ok(source) = SourceFile::read(&path, workspace_root) {
            includes(&source, &module, &mut places);
            found.push(ModuleFile {
                module,
                mod_rs: false,
                source,
            });
        }
    }
    found.sort_by(|a, b| (&a.source.path, &a.module).cmp(&(&b.source.path, &b.module)));
    found
}

/// Adds what `include!` names among the items of a file to `places`, with the modules.
fn includes(source: &SourceFile, module: &[String], places: &mut Vec<(Utf8PathBuf, Vec<String>)>) {
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
    look(&source.tree.items, module, &mut found);
    let folder = source.path.parent().unwrap_or(Utf8Path::new(""));
    let named = found.into_iter();
    places.extend(named.map(|(path, module)| (normalized(&folder.join(path)), module)));
}

/// Files of generated tests that a crate declares and does not have.
pub(crate) fn missing_tests(root: &Utf8Path, workspace_root: &Utf8Path) -> Vec<Utf8PathBuf> {
    let is_test_code = |module: &ItemMod| module.ident != TESTS && is_passed_over(module);
    ModuleLoader::of(root, workspace_root, &mut Vec::new(), &is_test_code).missing
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
        errors: &'w mut Vec<ProjectError>,
        is_left_out: &'w dyn Fn(&ItemMod) -> bool,
    ) -> Self {
        let mut walk = Self {
            workspace_root,
            errors,
            files: Vec::new(),
            is_left_out,
            missing: Vec::new(),
        };
        let dir = root.parent().unwrap_or(Utf8Path::new(""));
        walk.file(root, &[], dir);
        walk
    }

    /// Reads one file; `children` is where the files of its modules lie.
    fn file(&mut self, path: &Utf8Path, module: &[String], children: &Utf8Path) {
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
                let found = out_of_line(&source.tree.items, self.is_left_out);
                let own_dir = path.parent().unwrap_or(Utf8Path::new("")).to_owned();
                self.files.push(ModuleFile {
                    module: module.to_vec(),
                    mod_rs: own_dir == normalized(children),
                    source,
                });
                for child in found {
                    self.child(&child, module, &own_dir, children);
                }
            }
            Err(error) => self.errors.push(error),
        }
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
            self.file(&path, &name, &children);
            return;
        }
        let flat = inline_dir.join(format!("{}.rs", child.name));
        let below = inline_dir.join(&child.name);
        if flat.is_file() {
            self.file(&flat, &name, &below);
        } else if below.join("mod.rs").is_file() {
            self.file(&below.join("mod.rs"), &name, &below);
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
}

fn out_of_line(items: &[Item], is_left_out: &dyn Fn(&ItemMod) -> bool) -> Vec<OutOfLine> {
    let mut found = Vec::new();
    collect(items, is_left_out, &mut Vec::new(), &mut found);
    found
}

fn collect(
    items: &[Item],
    is_left_out: &dyn Fn(&ItemMod) -> bool,
    inline: &mut Vec<String>,
    found: &mut Vec<OutOfLine>,
) {
    for item in items {
        let Item::Mod(module) = item else { continue };
        if is_left_out(module) {
            continue;
        }
        let name = unraw(&module.ident);
        match &module.content {
            Some((_, content)) => {
                inline.push(name);
                collect(content, is_left_out, inline, found);
                inline.pop();
            }
            None => found.push(OutOfLine {
                inline: inline.clone(),
                name,
                paths: paths(&module.attrs),
            }),
        }
    }
}

/// The values of `#[path = ".."]` and `#[cfg_attr(.., path = "..")]`.
fn paths(attrs: &[Attribute]) -> Vec<String> {
    attrs
        .iter()
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
mod tests {
    use super::*;

    fn modules_of(files: &[(&str, &str)]) -> Vec<String> {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8PathBuf::from_path_buf(dir.path().to_owned()).expect("UTF-8");
        for (name, text) in files {
            let path = root.join(name);
            std::fs::create_dir_all(path.parent().expect("has a parent")).expect("creates");
            std::fs::write(path, text).expect("writes");
        }
        let mut errors = Vec::new();
        let walked = walk(&root.join(files[0].0), &root, &mut errors);
        assert!(errors.is_empty(), "{errors:?}");
        walked
            .iter()
            .map(|file| format!("{}={}", file.module.join("::"), file.source.shown))
            .collect()
    }

    #[test]
    fn both_layouts_and_inline_modules_are_followed() {
        let found = modules_of(&[
            (
                "src/lib.rs",
                "mod a; mod b; mod c { mod d; } mod gone; #[cfg(test)] mod tests; mod unroll_tests;",
            ),
            ("src/a.rs", "mod x;"),
            ("src/a/x.rs", ""),
            ("src/b/mod.rs", "mod y;"),
            ("src/b/y.rs", ""),
            ("src/c/d.rs", ""),
            ("src/tests.rs", "not rust at all"),
            ("src/unroll_tests.rs", "not rust at all"),
        ]);
        assert_eq!(
            found,
            [
                "=src/lib.rs",
                "a=src/a.rs",
                "a::x=src/a/x.rs",
                "b=src/b/mod.rs",
                "b::y=src/b/y.rs",
                "c::d=src/c/d.rs"
            ]
        );
    }

    #[test]
    fn path_attributes_are_relative_to_what_the_reference_says() {
        let found = modules_of(&[
            ("src/lib.rs", "#[path = \"other/q.rs\"] mod p; mod m;"),
            ("src/other/q.rs", "mod r;"),
            ("src/other/r.rs", ""),
            (
                "src/m.rs",
                "#[path = \"n.rs\"] mod k; mod i { #[path = \"z.rs\"] mod w; }",
            ),
            ("src/n.rs", ""),
            ("src/m/i/z.rs", ""),
        ]);
        assert_eq!(
            found,
            [
                "=src/lib.rs",
                "p=src/other/q.rs",
                "p::r=src/other/r.rs",
                "m=src/m.rs",
                "m::k=src/n.rs",
                "m::i::w=src/m/i/z.rs"
            ]
        );
    }

    #[test]
    fn only_what_needs_test_is_test_only() {
        let test_only = |text: &str| {
            let item: ItemMod = syn::parse_str(&format!("{text} mod m {{}}")).expect("parses");
            is_test_only(&item.attrs)
        };
        assert!(test_only("#[cfg(test)]"));
        assert!(test_only("#[cfg(all(test, unix))]"));
        assert!(!test_only("#[cfg(not(test))]"));
        assert!(!test_only("#[cfg(any(test, unix))]"));
    }

    #[test]
    fn a_crate_may_do_without_the_standard_library() {
        let no_std = |text: &str| {
            let dir = tempfile::tempdir().expect("temporary directory");
            let root = Utf8PathBuf::from_path_buf(dir.path().join("lib.rs")).expect("UTF-8");
            std::fs::write(&root, text).expect("writes");
            let files = walk(&root, Utf8Path::new("/"), &mut Vec::new());
            is_no_std(&files[0])
        };
        assert!(no_std("#![no_std]"));
        assert!(no_std("#![cfg_attr(not(feature = \"std\"), no_std)]"));
        assert!(!no_std(
            "#![cfg_attr(docsrs, feature(doc_cfg))] fn no_std() {}"
        ));
    }
}
