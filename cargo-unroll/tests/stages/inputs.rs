//! The types of the crate that get `Input`, and where their values come from.

use cargo_unroll::diagnostics::Code;
use cargo_unroll::project::{InputSource, InputType, Project};

use super::project::skips;
use super::sandbox::Sandbox;

/// The types that inputs are made of, without those that are only shown.
fn inputs(project: &Project) -> impl Iterator<Item = &InputType> {
    let types = project.types.iter();
    types.filter(|ty| !matches!(ty.source, InputSource::Described))
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
