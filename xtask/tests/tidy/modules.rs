//! The map of modules in the documents: the files beside each crate's root and every folder, with their purpose.

use std::collections::BTreeMap;
use std::env;
use std::fmt::Write as _;
use std::fs;

use crate::files::{crates, root, sources};

/// The page, which this test writes.
const PAGE: &str = "docs/dev/modules.md";

/// The beginning of the page.
const HEAD: &str = "# Modules

The modules of each crate: the files beside its root, and every folder. The purpose is the first sentence of the module's
head, which also has inputs, outputs and invariants. [Architecture](architecture.md) says how the parts work together.

This page is generated: `UNROLL_BLESS=1 cargo test -p xtask --test tidy modules`.
";

#[test]
fn the_map_of_modules_is_up_to_date() {
    let page = page();
    let path = root().join(PAGE);
    if env::var_os("UNROLL_BLESS").is_some() {
        fs::write(&path, &page).expect("the page is writable");
    }
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut lines = page.lines().zip(text.lines());
    let difference = lines.find(|(made, found)| made != found);
    assert!(
        text == page,
        "{PAGE} is out of date, from {difference:?} on: run `UNROLL_BLESS=1 cargo test -p xtask --test tidy modules`"
    );
}

fn page() -> String {
    let sources = sources();
    let mut page = HEAD.to_owned();
    for krate in crates() {
        write!(page, "\n## {krate}\n\n").expect("a string is written");
        let of_crate = format!("{krate}/src/");
        let mut modules = BTreeMap::new();
        for source in &sources {
            let Some(file) = source.path.strip_prefix(&of_crate) else {
                continue;
            };
            let module = file.strip_suffix("/mod.rs").or(file.strip_suffix(".rs"));
            let module = module.unwrap_or(file);
            let is_folder = root().join(&of_crate).join(module).is_dir();
            if (is_folder || !file.contains('/')) && !source.is_test() {
                modules.insert(module, purpose(&source.text));
            }
        }
        for (module, purpose) in modules {
            writeln!(page, "- `{module}`: {purpose}").expect("a string is written");
        }
    }
    page
}

/// The first sentence of a module's head.
fn purpose(text: &str) -> String {
    let head = text.lines().map_while(|line| line.strip_prefix("//! "));
    let head = head.collect::<Vec<_>>().join(" ");
    let sentence = head.split_once(". ").map_or(&*head, |(first, _)| first);
    let sentence = sentence.trim_end_matches(['.', ':']);
    // Links of rustdoc lead nowhere from the page.
    let mut parts = sentence.split("`](");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let behind = part.split_once(')').map_or(part, |(_, behind)| behind);
        write!(plain, "`{behind}").expect("a string is written");
    }
    plain.replace("[`", "`").replace("`]", "`")
}
