//! Selection of functions, and the messages when nothing is selected.

use cargo_unroll::diagnostics::Code;
use cargo_unroll::project::request::depth::Depth;
use cargo_unroll::project::{self, Package, Project, ProjectError};

use super::sandbox::{Sandbox, manifest};

fn paths(project: &Project) -> Vec<&str> {
    project
        .functions
        .iter()
        .map(|function| function.path.as_str())
        .collect()
}

fn errors(sandbox: &Sandbox) -> Vec<ProjectError> {
    project::load(&sandbox.options)
        .expect_err("the project does not load")
        .0
}

/// The functions that are skipped, with their codes.
pub(super) fn skips(project: &Project) -> Vec<(&str, Code)> {
    let skips = project.skips.iter();
    skips
        .map(|skip| (skip.function.as_str(), skip.code))
        .collect()
}

#[test]
fn annotated_functions_of_library_and_binaries_are_selected() {
    let sandbox = Sandbox::new(&[
        ("Cargo.toml", &manifest("two-parts", "")),
        (
            "src/lib.rs",
            "mod inner;\n#[unroll_test] pub fn top() {}\nfn other() { loop {} }\n",
        ),
        (
            "src/inner.rs",
            "pub struct S;\nimpl S {\n    #[unroll_test::unroll]\n    fn method(&self) {}\n}\n",
        ),
        ("src/main.rs", "#[unroll_test] fn run() {}\nfn main() {}\n"),
    ]);
    let project = sandbox.load();
    assert_eq!(
        paths(&project),
        [
            "two_parts::top",
            "two_parts::inner::S::method",
            "two_parts::run"
        ]
    );
    let method = &project.functions[1];
    assert_eq!(
        (
            method.span.file.as_str(),
            method.span.line,
            method.span.column
        ),
        ("src/inner.rs", 4, 8)
    );
    assert_eq!(method.id, "two_parts__inner__S__method");
    assert_eq!(project.target_dir, sandbox.root.join("target/unroll"));
}

#[test]
fn a_target_directory_beside_the_workspace_has_a_path_without_dots() {
    // Cargo names artifacts so, and they are found by the beginning of their paths.
    let mut sandbox = Sandbox::lib("#[unroll_test] fn f() {}\n");
    sandbox.options.target_dir = Some("../beside".into());
    let project = sandbox.load();
    let parent = sandbox.root.parent().expect("it is in a folder");
    assert_eq!(project.cargo_target_dir, parent.join("beside"));
}

#[test]
fn equal_paths_get_different_ids() {
    let sandbox = Sandbox::lib(
        "#[cfg(told)] #[unroll_test] fn f() {}\n#[cfg(not(told))] #[unroll_test] fn f() {}\n",
    );
    let ids: Vec<_> = sandbox
        .load()
        .functions
        .into_iter()
        .map(|function| function.id)
        .collect();
    assert_eq!(ids, ["demo__f", "demo__f__2"]);
}

#[test]
fn functions_that_the_build_is_known_to_leave_out_are_skipped() {
    let text = "#[cfg(any())] #[unroll_test] fn f() {}\n#[cfg(all())] #[unroll_test] fn f() {}\n";
    let project = Sandbox::lib(text).load();
    assert_eq!(project.functions[0].id, "demo__f");
    let skips: Vec<_> = project.skips.iter().map(|it| it.code).collect();
    assert_eq!(skips, [Code::NotCompiled]);
}

#[test]
fn patterns_select_without_the_attribute() {
    let text = "pub mod m { pub fn f() {} }\npub fn f() {}\npub fn g() {\n    loop {}\n}\n";
    for (pattern, expected) in [
        ("f", &["demo::m::f", "demo::f"] as &[&str]),
        ("crate::f", &["demo::f"]),
        ("m::f", &["demo::m::f"]),
        ("demo::g", &["demo::g"]),
        ("src/lib.rs", &["demo::m::f", "demo::f", "demo::g"]),
        ("src/lib.rs:4", &["demo::g"]),
    ] {
        assert_eq!(
            paths(&Sandbox::lib(text).functions(&[pattern]).load()),
            expected,
            "{pattern}"
        );
    }
}

#[test]
fn all_functions_means_those_with_loops() {
    let mut sandbox = Sandbox::lib(
        "fn a() { loop {} }\nfn b() { async fn inner() { loop {} } }\nfn c() { let _ = || loop {}; }\n#[unroll_test] fn d() {}\nfn e() { fn inner() { loop {} } }\n",
    );
    sandbox.options.all_functions = true;
    let expected = ["demo::a", "demo::c", "demo::d", "demo::e"];
    assert_eq!(paths(&sandbox.load()), expected);
}

#[test]
fn what_cannot_be_analysed_is_skipped_with_a_code() {
    let sandbox = Sandbox::lib(
        "#[unroll_test] const fn a() {}\n#[unroll_test] fn b<T: Own>(_: T) {}\ntrait Own {}\n",
    );
    let project = sandbox.load();
    assert_eq!(
        skips(&project),
        [("demo::a", Code::ConstFn), ("demo::b", Code::Generic)]
    );
    assert_eq!(project.skips[1].span.line, 2);
}

#[test]
fn an_unknown_function_comes_with_near_misses() {
    let sandbox =
        Sandbox::lib("pub fn binary_search() { loop {} }\n").functions(&["binry_search", "zzz"]);
    let told: Vec<_> = errors(&sandbox).iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "no function matches `binry_search`; did you mean `binary_search`?",
            "no function matches `zzz`"
        ]
    );
}

#[test]
fn nothing_selected_names_package_and_candidates() {
    let errors = errors(&Sandbox::lib("pub fn f() { loop {} }\n"));
    let [
        ProjectError::NothingSelected {
            packages,
            candidates,
        },
    ] = &errors[..]
    else {
        panic!("{errors:?}")
    };
    assert_eq!(packages, &["demo"]);
    assert_eq!(candidates, &["demo::f"]);
}

#[test]
fn every_broken_file_is_told_with_its_place() {
    let sandbox = Sandbox::new(&[
        ("Cargo.toml", &manifest("demo", "")),
        ("src/lib.rs", "mod a;\nmod b;\n"),
        ("src/a.rs", "fn f( {}\n"),
        ("src/b.rs", "\nstruct;\n"),
    ]);
    let project = sandbox.load();
    let places = project
        .unparsed
        .iter()
        .map(|it| (it.span.file.as_str(), it.span.line));
    assert_eq!(
        places.collect::<Vec<_>>(),
        [("src/a.rs", 1), ("src/b.rs", 2)]
    );
}

fn workspace() -> Sandbox {
    Sandbox::new(&[
        (
            "Cargo.toml",
            "[workspace]\nmembers = [\"one\", \"two\"]\nresolver = \"2\"\n[workspace.metadata.unroll]\ndepth = 5\nseed = 1\n",
        ),
        ("unroll.toml", "depth = 6\n"),
        (
            "one/Cargo.toml",
            &manifest("one", "[package.metadata.unroll]\ndepth = 7\n"),
        ),
        ("one/src/lib.rs", "#[unroll_test] pub fn f() {}\n"),
        ("two/Cargo.toml", &manifest("two", "")),
        (
            "two/src/lib.rs",
            "#[unroll_test] pub fn f() {}\n#[unroll_test] pub fn g() {}\n",
        ),
    ])
}

#[test]
fn packages_are_chosen_as_cargo_chooses_them() {
    let chosen = |change: fn(&mut project::ProjectOptions)| {
        let mut sandbox = workspace();
        change(&mut sandbox.options);
        sandbox
            .load()
            .packages
            .into_iter()
            .map(|package| package.name)
            .collect::<Vec<_>>()
    };
    assert_eq!(chosen(|_| {}), ["one", "two"]);
    assert_eq!(
        chosen(|options| options.packages = vec!["two".into()]),
        ["two"]
    );
    assert_eq!(
        chosen(|options| options.packages = vec!["t*@0.1".into()]),
        ["two"]
    );
    assert_eq!(
        chosen(|options| options.exclude = vec!["two".into()]),
        ["one"]
    );
    assert_eq!(
        chosen(|options| options.current_dir = options.current_dir.join("two/src")),
        ["two"]
    );
    assert_eq!(
        chosen(|options| options.manifest_path = Some("one/Cargo.toml".into())),
        ["one"]
    );
}

#[test]
fn an_unknown_package_comes_with_near_misses() {
    let mut sandbox = workspace();
    sandbox.options.packages = vec!["tow".into()];
    assert_eq!(
        errors(&sandbox)[0].to_string(),
        "package `tow` is not a member of the workspace; did you mean `two`?"
    );
}

#[test]
fn nearer_configuration_wins_and_unknown_keys_are_errors() {
    let project = workspace().load();
    let settings: Vec<_> = project
        .packages
        .iter()
        .map(|Package { settings, .. }| (settings.depth.map(Depth::iterations), settings.seed))
        .collect();
    assert_eq!(settings, [(Some(7), Some(1)), (Some(6), Some(1))]);
    let sandbox = workspace();
    sandbox.write("unroll.toml", "seeed = 1\n");
    let told = errors(&sandbox)[0].to_string();
    assert!(
        told.ends_with("unroll.toml`: unknown key `seeed`; did you mean `seed`?"),
        "{told}"
    );
}

#[test]
fn configured_functions_are_added_and_excluded() {
    let sandbox = Sandbox::lib("#[unroll_test] fn a() {}\n#[unroll_test] fn b() {}\nfn c() {}\n");
    sandbox.write(
        "unroll.toml",
        "functions = [\"c\"]\nexclude = [\"crate::a\"]\n",
    );
    assert_eq!(paths(&sandbox.load()), ["demo::b", "demo::c"]);
    assert_eq!(paths(&sandbox.functions(&["a"]).load()), ["demo::a"]);
}

#[test]
fn cargos_own_complaint_about_a_manifest_is_passed_on() {
    let sandbox = Sandbox::new(&[("Cargo.toml", "[package]\nname = 3\n"), ("src/lib.rs", "")]);
    let told = errors(&sandbox)[0].to_string();
    assert!(told.contains("invalid type: integer `3`"), "{told}");
}
