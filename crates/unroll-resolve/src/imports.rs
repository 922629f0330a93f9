//! The names that a `use` declaration brings into its module.
//!
//! Paths stay as they are written; resolving them is up to callers that know the crate.

use syn::{Ident, UseTree};

/// One name, or all names of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Segments of the path of what is imported, or of the module before `::*`; `self` at its end is left out.
    pub path: Vec<Ident>,
    /// The name from then on; `None` for `*`.
    pub name: Option<Ident>,
}

/// An identifier without `r#`, by which names are compared.
pub fn unraw(ident: &Ident) -> String {
    let text = ident.to_string();
    text.strip_prefix("r#").map_or(text.clone(), str::to_owned)
}

/// The imports of a tree.
pub fn of(tree: &UseTree) -> Vec<Import> {
    let mut found = Vec::new();
    add(tree, &mut Vec::new(), &mut found);
    found
}

fn add(tree: &UseTree, path: &mut Vec<Ident>, found: &mut Vec<Import>) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.clone());
            add(&tree.tree, path, found);
            path.pop();
        }
        UseTree::Group(group) => {
            for tree in &group.items {
                add(tree, path, found);
            }
        }
        UseTree::Name(tree) => found.push(named(path, &tree.ident, None)),
        UseTree::Rename(tree) => found.push(named(path, &tree.ident, Some(&tree.rename))),
        UseTree::Glob(_) => found.push(Import {
            path: path.clone(),
            name: None,
        }),
    }
}

fn named(path: &[Ident], item: &Ident, rename: Option<&Ident>) -> Import {
    let mut path = path.to_vec();
    // `{self}` is the module before it; `use self as name` has none before it.
    if item != "self" || path.is_empty() {
        path.push(item.clone());
    }
    Import {
        name: rename.or(path.last()).cloned(),
        path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_taken_apart() {
        let item: syn::ItemUse = syn::parse_quote!(
            use a::{
                self, b as c,
                d::{self as e, *},
                r#type,
            };
        );
        let text: Vec<String> = of(&item.tree)
            .iter()
            .map(|import| {
                let path: Vec<_> = import.path.iter().map(ToString::to_string).collect();
                let name = import
                    .name
                    .as_ref()
                    .map_or("*".to_owned(), Ident::to_string);
                format!("{} as {name}", path.join("::"))
            })
            .collect();
        assert_eq!(
            text,
            [
                "a as a",
                "a::b as c",
                "a::d as e",
                "a::d as *",
                "a::type as type"
            ]
            .map(|it| it.replace("type", "r#type"))
        );
    }
}
