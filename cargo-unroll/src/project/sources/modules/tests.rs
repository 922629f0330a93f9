//! The files of a crate, by declarations and `cfg`.

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
fn of_two_files_of_a_module_the_build_has_one() {
    let dir = tempfile::tempdir().expect("temporary directory");
    let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
    for (name, text) in [
        (
            "lib.rs",
            "#[cfg(feature = \"b\")] mod x; \
             #[cfg(feature = \"a\")] #[cfg_attr(feature = \"b\", path = \"x.rs\")] #[path = \"y.rs\"] mod x;",
        ),
        ("x.rs", "mod z;"),
        ("x/z.rs", ""),
        ("y.rs", "fn f() {}"),
    ] {
        std::fs::create_dir_all(root.join(name).parent().expect("a folder")).expect("creates");
        std::fs::write(root.join(name), text).expect("writes");
    }
    let options = KnownOptions::with_features(&[("a", true), ("b", false)]);
    let files = walk_with(&root.join("lib.rs"), root, &options, &mut Vec::new());
    let files = files.iter().map(|file| {
        let mark = if file.is_left_out { " out" } else { "" };
        format!("{}={}{mark}", file.module.join("::"), file.source.shown)
    });
    let files: Vec<_> = files.collect();
    assert_eq!(
        files,
        ["=lib.rs", "x=y.rs", "x=x.rs out", "x::z=x/z.rs out"]
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
