//! Selection of functions, and the messages when nothing is selected.

use cargo_unroll::diagnostics::Code;
use cargo_unroll::project::request::depth::Depth;
use cargo_unroll::project::{self, InputSource, InputType, Package, Project, ProjectError};

use super::sandbox::{Sandbox, manifest};

fn paths(project: &Project) -> Vec<&str> {
    project
        .functions
        .iter()
        .map(|function| function.path.as_str())
        .collect()
}

/// The types that inputs are made of, without those that are only shown.
fn inputs(project: &Project) -> impl Iterator<Item = &InputType> {
    let types = project.types.iter();
    types.filter(|ty| !matches!(ty.source, InputSource::Described))
}

fn errors(sandbox: &Sandbox) -> Vec<ProjectError> {
    project::load(&sandbox.options)
        .expect_err("the project does not load")
        .0
}

/// The functions that are skipped, with their codes.
fn skips(project: &Project) -> Vec<(&str, Code)> {
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
fn types_of_the_crate_get_inputs_where_tests_can_write_them() {
    let mut sandbox = Sandbox::lib(
        "pub struct Line { from: Point, to: inner::Named }
pub struct Point(u8, u8);
type Lines<'l> = &'l [Line];
pub enum Tree { Leaf, Branch(Box<Tree>) }
#[derive(unroll_test::Input)] pub struct Own(Point2);
pub struct Point2;
pub struct Raw { pointer: *const u8 }
impl Raw { fn get(&self) -> u8 { unsafe { *self.pointer } } }
pub struct Unused;
mod other { pub struct Point(u8); }
pub mod inner {
    pub struct Named { pub name: String }
    pub struct Hidden(u8);
    impl Hidden { fn all(&self) { loop {} } }
}
fn a(lines: Lines<'_>) { loop {} }
fn b(tree: &Tree, own: Own) { loop {} }
fn c(raw: &Raw) { loop {} }
fn d(hidden: Vec<inner::Hidden>) { loop {} }
impl Point2 { fn e(&mut self) { loop {} } }
",
    );
    sandbox.options.all_functions = true;
    let project = sandbox.load();
    let types: Vec<_> = inputs(&project).map(|ty| ty.path.as_str()).collect();
    assert_eq!(
        types,
        [
            "demo::Line",
            "demo::Point",
            "demo::Tree",
            "demo::Point2",
            "demo::inner::Named",
            "demo::inner::Hidden",
        ]
    );
    let line = &project.types[0];
    let within: Vec<_> = line.within.iter().map(String::as_str).collect();
    assert_eq!(within, ["demo::Point", "demo::inner::Named"]);
    assert_eq!(
        skips(&project),
        [("demo::c", Code::Guarded), ("demo::d", Code::Unwritable)]
    );
}

#[test]
fn what_unsafe_code_relies_on_is_built_by_functions_that_others_call() {
    let mut sandbox = Sandbox::lib(
        "pub struct Raw { at: usize }
impl Raw {
    fn new(at: usize) -> Self { Self { at } }
    pub fn with_capacity(room: u8) -> Self { Self { at: room.into() } }
    fn insert(&mut self, at: usize) { self.at = at; }
    pub fn add(&mut self, more: u8) { self.at += usize::from(more); }
    unsafe fn get(&self) -> u8 { *(self.at as *const u8) }
}
pub struct Closed { at: usize }
impl Closed {
    fn new(at: usize) -> Self { Self { at } }
    unsafe fn get(&self) -> u8 { *(self.at as *const u8) }
}
mod inner {
    pub struct Wide { at: usize }
    impl Wide {
        fn new(at: usize) -> Self { Self { at } }
        pub(crate) fn from_size(at: u8) -> Self { Self { at: at.into() } }
        unsafe fn get(&self) -> u8 { *(self.at as *const u8) }
    }
}
fn a(raw: &Raw) { loop {} }
fn b(closed: &Closed) { loop {} }
fn c(wide: &inner::Wide) { loop {} }
",
    );
    sandbox.options.all_functions = true;
    let project = sandbox.load();
    let calls: Vec<_> = inputs(&project)
        .map(|ty| (ty.path.as_str(), format!("{:?}", ty.source)))
        .collect();
    let calls: Vec<_> = calls
        .iter()
        .map(|(path, source)| (*path, source.as_str()))
        .collect();
    assert_eq!(
        calls,
        [
            (
                "demo::Raw()",
                r#"Calls { produced: None, constructors: ["with_capacity"], methods: ["add"], others: [] }"#
            ),
            (
                "demo::inner::Wide()",
                r#"Calls { produced: None, constructors: ["from_size"], methods: [], others: [] }"#
            ),
        ]
    );
    assert_eq!(skips(&project), [("demo::b", Code::Guarded)]);
}

#[test]
fn functions_of_other_types_build_what_has_no_constructor() {
    let mut sandbox = Sandbox::lib(
        "#[derive(Default)] pub struct List { items: Vec<u8> }
impl List {
    pub fn iter(&self) -> Iter { loop {} }
    pub fn looks(&self, again: Iter) -> Iter { loop {} }
    fn hidden(&self) -> Iter { loop {} }
}
pub struct Iter<'l> { at: &'l [u8] }
impl Iter<'_> { unsafe fn get(&self) -> u8 { *self.at.get_unchecked(0) } }
pub struct Level(u8);
impl Level {
    pub const LOW: Self = Level(1);
    pub const LIMIT: u8 = 9;
    unsafe fn raw(&self) -> u8 { self.0 }
}
fn a(iter: &mut Iter) { loop {} }
fn b(level: Level) { loop {} }
",
    );
    sandbox.options.all_functions = true;
    let project = sandbox.load();
    let attributes: Vec<_> = inputs(&project)
        .map(|ty| ty.attribute(false))
        .filter(|attribute| attribute.contains("built_by"))
        .collect();
    assert_eq!(
        attributes,
        [
            "#[::unroll_test::built_by(id = \"demo::List\", default; )] ",
            "#[::unroll_test::built_by(id = \"demo::Iter\", of = Iter < '_ >, by = \"demo::List\", iter; )] ",
            "#[::unroll_test::built_by(id = \"demo::Level\", LOW; )] ",
        ]
    );
}

#[test]
fn types_that_closures_and_iterators_give_get_inputs() {
    let mut sandbox = Sandbox::lib(
        "pub enum Step { On, Off }
pub struct Mark(pub u8);
pub struct Other(pub u8);
impl AsRef<Other> for u8 { fn as_ref(&self) -> &Other { loop {} } }
fn walk<F: Fn(u8) -> Step, I, T: AsRef<Other>>(f: F, i: I) where I: Iterator<Item = Mark> { loop {} }
",
    );
    sandbox.options.all_functions = true;
    let project = sandbox.load();
    let types: Vec<_> = inputs(&project).map(|ty| ty.path.as_str()).collect();
    assert_eq!(types, ["demo::Step", "demo::Mark"]);
}

#[test]
fn who_does_not_see_fields_that_others_see_calls_functions() {
    let mut sandbox = Sandbox::lib(
        "mod inner {
    pub struct Even(u16);
    impl Even {
        pub fn twice(key: Key) -> Self { Self(u16::from(key.0) & 254) }
        fn halves(self) { loop {} }
    }
    pub struct Key(u8);
    impl Key {
        pub fn new(key: u8) -> Option<Self> { Some(Self(key)) }
    }
}
fn outside(evens: &[inner::Even]) { loop {} }
",
    );
    sandbox.options.all_functions = true;
    let project = sandbox.load();
    let types: Vec<_> = project
        .types
        .iter()
        .map(|ty| (ty.path.as_str(), ty.has_both))
        .collect();
    assert_eq!(
        types,
        [
            ("demo::inner::Even", true),
            ("demo::inner::Even()", true),
            ("demo::inner::Key()", false),
        ]
    );
    let attributes: Vec<String> = project.types.iter().map(|ty| ty.attribute(true)).collect();
    assert_eq!(attributes[0], "#[derive(::unroll_test::InputInside)] ");
    assert_eq!(
        attributes[1],
        "#[::unroll_test::built_by(id = \"demo::inner::Even\", beside = fields, twice; )] "
    );
    let built: Vec<_> = project
        .functions
        .iter()
        .map(|function| (function.path.as_str(), function.built.len()))
        .collect();
    assert_eq!(
        built,
        [("demo::inner::Even::halves", 0), ("demo::outside", 1)]
    );
}

#[test]
fn types_of_one_name_are_told_apart_by_modules() {
    let mut sandbox = Sandbox::lib(
        "pub mod a { pub struct Graph { nodes: Vec<Node> } pub struct Node(u8); }
pub mod b {
    use std::collections::BTreeMap;
    pub type Graph = BTreeMap<u8, u8>;
    pub fn f(graph: &Graph) { loop {} }
    pub fn g<Node: Copy>(nodes: &[Node]) { loop {} }
}
pub mod c {
    use super::{a::Graph as Inner, d::*};
    fn f(graph: &Inner) { loop {} }
    fn g(node: &Node) { loop {} }
    fn h(node: &super::a::Node) { loop {} }
}
pub mod d { pub struct Node(pub u8); fn f(node: &Node) { loop {} } }
pub mod e {
    pub struct Node(*const u8);
    impl Node { pub fn get(&self) -> u8 { unsafe { *self.0 } } }
}
",
    );
    sandbox.options.all_functions = true;
    let project = sandbox.load();
    let types: Vec<_> = inputs(&project).map(|ty| ty.path.as_str()).collect();
    assert_eq!(types, ["demo::d::Node"]);
    assert_eq!(
        skips(&project),
        [
            ("demo::c::f", Code::Unwritable),
            ("demo::c::h", Code::Unwritable),
        ]
    );
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
