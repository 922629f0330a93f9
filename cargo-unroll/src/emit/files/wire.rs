//! The one line that a source file gets: `#[cfg(test)] mod unroll_tests;` at the end of its module, inserted and
//! removed.
//!
//! **Invariant:** every other byte of the user's text is kept.

use camino::Utf8Path;

use super::existing::is_generated;
use crate::emit::error::EmitError;
use crate::emit::source::{Home, TEST_MODULE, byte_range};
use crate::project::parse_file;

/// `text` with the declaration in `module` (inline modules, outermost first); unchanged when it is there.
pub(crate) fn declare(
    file: &Utf8Path,
    text: &str,
    module: &[String],
    home: &Home,
) -> Result<String, EmitError> {
    let tree = parse(file, text)?;
    let Some(place) = find_module(&tree.items, module) else {
        return Ok(text.to_owned());
    };
    match find_declaration(place.items) {
        Some(item) if item.content.is_some() => match inline_text(text, item) {
            // The same place, so that nothing but the module changes.
            Some(_) => declare(file, &remove_item(text, item), module, home),
            None => Err(EmitError::NameTaken {
                file: file.to_owned(),
            }),
        },
        Some(_) => Ok(text.to_owned()),
        None => Ok(insert(text, &place, &declaration(home))),
    }
}

/// `text` with the tests themselves in `module`, where there is no declaration: for editors, which cannot make files. The next run moves them
/// to their file.
pub(crate) fn inline(
    file: &Utf8Path,
    text: &str,
    module: &[String],
    tests: &str,
) -> Result<Option<String>, EmitError> {
    let tree = parse(file, text)?;
    let place = find_module(&tree.items, module);
    let free = place.filter(|place| find_declaration(place.items).is_none());
    Ok(free.map(|place| {
        let mut lines = vec!["#[cfg(test)]".to_owned(), format!("mod {TEST_MODULE} {{")];
        lines.extend(tests.lines().map(str::to_owned));
        lines.push("}".to_owned());
        insert(text, &place, &lines)
    }))
}

/// The tests that stand in `module` itself and not in a file, as [`inline`] puts them there.
pub(crate) fn inlined(file: &Utf8Path, text: &str, module: &[String]) -> Option<String> {
    let tree = parse(file, text).ok()?;
    inline_text(
        text,
        find_declaration(find_module(&tree.items, module)?.items)?,
    )
}

/// The text between the braces of a module of generated tests, without the indentation that a formatter gives it.
fn inline_text(text: &str, item: &syn::ItemMod) -> Option<String> {
    let (brace, _) = item.content.as_ref()?;
    let (open, close) = (
        brace.span.open().byte_range(),
        brace.span.close().byte_range(),
    );
    let within = text.get(open.end..close.start)?.replace("\r\n", "\n");
    let mut lines = within.lines().filter(|line| !line.is_empty());
    let is_indented = lines.all(|line| line.starts_with("    "));
    let lines = within.lines().map(|line| match line.strip_prefix("    ") {
        Some(rest) if is_indented => rest,
        _ => line,
    });
    let plain = lines.collect::<Vec<_>>().join("\n");
    let plain = plain.trim().to_owned() + "\n";
    is_generated(&plain).then_some(plain)
}

/// `text` without the declaration in `module`.
pub(crate) fn remove(file: &Utf8Path, text: &str, module: &[String]) -> Result<String, EmitError> {
    // Each run asks for all files with functions, and most have no tests yet, or none that are left.
    if !text.contains(TEST_MODULE) {
        return Ok(text.to_owned());
    }
    let tree = parse(file, text)?;
    let Some(item) =
        find_module(&tree.items, module).and_then(|place| find_declaration(place.items))
    else {
        return Ok(text.to_owned());
    };
    if item.content.is_some() && inline_text(text, item).is_none() {
        return Ok(text.to_owned());
    }
    Ok(remove_item(text, item))
}

/// `text` without a module, its lines and the blank line before it.
fn remove_item(text: &str, item: &syn::ItemMod) -> String {
    let range = byte_range(text, item);
    let line_start = text[..range.start].rfind('\n').map_or(0, |i| i + 1);
    let own_line = text[line_start..range.start].trim().is_empty();
    let mut start = if own_line { line_start } else { range.start };
    let mut end = range.end;
    if own_line
        && let Some(after) = text[end..]
            .find('\n')
            .filter(|i| text[end..end + i].trim().is_empty())
    {
        end += after + 1;
    }
    // The blank line that was put in front of it.
    for blank in ["\r\n\r\n", "\n\n"] {
        if own_line && text[..start].ends_with(blank) {
            start -= blank.len() / 2;
            break;
        }
    }
    format!("{}{}", &text[..start], &text[end..])
}

fn parse(file: &Utf8Path, text: &str) -> Result<syn::File, EmitError> {
    parse_file(text).map_err(|error| EmitError::Source {
        file: file.to_owned(),
        reason: error.to_string(),
    })
}

/// A module's items, and the module itself when it is inline.
struct ModuleItems<'t> {
    items: &'t [syn::Item],
    inline: Option<&'t syn::ItemMod>,
}

fn find_module<'t>(items: &'t [syn::Item], module: &[String]) -> Option<ModuleItems<'t>> {
    let mut place = ModuleItems {
        items,
        inline: None,
    };
    for name in module {
        place = place.items.iter().find_map(|item| match item {
            syn::Item::Mod(item) if item.ident == name => {
                let (_, items) = item.content.as_ref()?;
                Some(ModuleItems {
                    items,
                    inline: Some(item),
                })
            }
            _ => None,
        })?;
    }
    Some(place)
}

fn find_declaration(items: &[syn::Item]) -> Option<&syn::ItemMod> {
    items.iter().find_map(|item| match item {
        syn::Item::Mod(item) if item.ident == TEST_MODULE => Some(item),
        _ => None,
    })
}

/// The lines of a declaration.
fn declaration(home: &Home) -> Vec<String> {
    let mut lines = vec!["#[cfg(test)]".to_owned()];
    if let Some(path) = &home.path_attr {
        lines.push(format!("#[path = {path:?}]"));
    }
    lines.push(format!("mod {TEST_MODULE};"));
    lines
}

/// `text` with lines at the end of a module.
fn insert(text: &str, place: &ModuleItems, lines: &[String]) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let Some(inline) = place.inline else {
        let mut text = text.to_owned();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push_str(newline);
        }
        return format!("{text}{newline}{}{newline}", lines.join(newline));
    };
    let brace = byte_range(text, inline).end.saturating_sub(1);
    let line_start = text[..brace].rfind('\n').map_or(0, |i| i + 1);
    let before = &text[line_start..brace];
    if !before.trim().is_empty() {
        return format!(
            "{} {} {}",
            text[..brace].trim_end(),
            lines.join(" "),
            &text[brace..]
        );
    }
    let indent = format!("{before}    ");
    let lines: Vec<_> = lines
        .iter()
        .map(|line| format!("{indent}{line}{newline}"))
        .collect();
    format!(
        "{}{newline}{}{}",
        &text[..line_start],
        lines.concat(),
        &text[line_start..]
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostics::Code;

    fn plain() -> Home {
        Home {
            file: "unroll_tests.rs".into(),
            path_attr: None,
        }
    }

    fn wire(text: &str, module: &[&str]) -> String {
        let module: Vec<_> = module.iter().map(|m| (*m).to_owned()).collect();
        declare(Utf8Path::new("a.rs"), text, &module, &plain()).expect("the text is Rust")
    }

    fn unwire(text: &str, module: &[&str]) -> String {
        let module: Vec<_> = module.iter().map(|m| (*m).to_owned()).collect();
        remove(Utf8Path::new("a.rs"), text, &module).expect("the text is Rust")
    }

    #[test]
    fn the_declaration_is_appended_once() {
        let wired = wire("fn f() {}\n", &[]);
        assert_eq!(wired, "fn f() {}\n\n#[cfg(test)]\nmod unroll_tests;\n");
        assert_eq!(wire(&wired, &[]), wired);
    }

    #[test]
    fn inline_modules_get_it_before_their_brace() {
        assert_eq!(
            wire("mod a {\n    fn f() {}\n}\nfn g() {}\n", &["a"]),
            "mod a {\n    fn f() {}\n\n    #[cfg(test)]\n    mod unroll_tests;\n}\nfn g() {}\n"
        );
        assert_eq!(
            wire("mod a { fn f() {} }\n", &["a"]),
            "mod a { fn f() {} #[cfg(test)] mod unroll_tests; }\n"
        );
    }

    #[test]
    fn taking_it_out_gives_the_text_back() {
        for (text, module) in [
            ("fn f() {}\n", &[][..]),
            ("fn f() {}\r\nfn g() {}\r\n", &[]),
            ("#!/usr/bin/env run\nfn f() {}\n", &[]),
            (
                "\u{feff}// é\nmod a {\n    // ü\n    fn f() {}\n}\n",
                &["a"],
            ),
            (
                "mod a {\n    mod b {\n        fn f() {}\n    }\n}\n",
                &["a", "b"],
            ),
        ] {
            assert_eq!(unwire(&wire(text, module), module), text);
        }
    }

    #[test]
    fn tests_that_an_editor_put_into_the_source_are_moved_to_their_file() {
        let tests =
            "// @generated by cargo-unroll 0.1.0\n\nmod f {\n    #[test]\n    fn a() {}\n}\n";
        for (text, module) in [
            ("fn f() {}\n", &[][..]),
            ("mod a {\n    fn f() {}\n}\n", &["a"]),
        ] {
            let path: Vec<_> = module.iter().map(|it: &&str| (*it).to_owned()).collect();
            let file = Utf8Path::new("a.rs");
            let inline = inline(file, text, &path, tests)
                .expect("Rust")
                .expect("it is free");
            let indented = inline.replace(
                "\nmod f {\n    #[test]\n    fn a() {}\n}",
                "\n\n    mod f {\n        #[test]\n        fn a() {}\n    }",
            );
            let indented = indented.replace("\n// @gen", "\n    // @gen");
            for inline in [&inline, &indented] {
                let found = inlined(file, inline, &path).expect("tests");
                assert!(
                    found.starts_with("// @generated") && found.ends_with("    fn a() {}\n}\n"),
                    "{found}"
                );
                assert_eq!(wire(inline, module), wire(text, module), "{inline}");
                assert_eq!(unwire(inline, module), text);
            }
        }
    }

    #[test]
    fn a_module_of_the_users_is_not_touched() {
        let text = "mod unroll_tests { fn mine() {} }\n";
        let error =
            declare(Utf8Path::new("a.rs"), text, &[], &plain()).expect_err("the name is taken");
        assert_eq!(error.code(), Code::NameTaken);
        assert_eq!(unwire(text, &[]), text);
    }
}
