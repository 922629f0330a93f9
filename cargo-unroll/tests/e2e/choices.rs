//! Types are chosen for generic parameters, and named where tests need them.

use crate::support::Krate;

/// The types that the report names, and calls in the tests.
const CHOSEN: [(&str, &str); 12] = [
    (
        "::Sequence::below  Self = Steps",
        "Sequence::below(&mut steps, ",
    ),
    (
        "::Sequence::firsts  Self = Steps",
        "<Steps as Sequence>::firsts(",
    ),
    ("::groups  W = Two, S = Yes", "groups::<Two, Yes>("),
    (
        "::common  A = Vec<i32>, B = Vec<i32>",
        "common::<Vec<i32>, Vec<i32>, _, _>(",
    ),
    ("::length  I = Vec<String>", "length::<Vec<String>>("),
    ("::sum  L = usize", "sum::<usize>("),
    ("::before  R = &'static [u8]", "before::<&[u8]>("),
    ("::dots  W = Vec<u8>", "dots::<Vec<u8>>("),
    ("::ones  B = u16", "let bits: Bits<u16> = Bits { words: "),
    ("::Row::add  M = Sums", ": Row<Sums> = Row { values: "),
    ("::Many::ones  M = Sums", ": Many<Sums> = Many {"),
    ("::has  K = i32, Q = i32", "has::<i32, i32>("),
];

/// Analyses all functions of the crate `name`, for which the report says what was `chosen` and the tests have the calls. Returns the report.
fn analyse(name: &str, args: &[&str], chosen: &[(&str, &str)]) -> String {
    let krate = Krate::of_fixture(&format!("cases/{name}"), name);
    let run = krate.unroll(&[args, &["--all-functions"]].concat());
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    assert!(!text.contains("skipped"), "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for (told, call) in chosen {
        assert!(text.contains(told), "`{told}`: {text}");
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
    text
}

#[test]
fn types_are_chosen_and_named() {
    let text = analyse("choices", &["--depth", "3"], &CHOSEN);
    // Every exit of the loop was met, which the inherent method of the same name does not allow.
    let below = text.split("Sequence::below").nth(1).unwrap_or_default();
    let row = below
        .lines()
        .find(|line| line.contains("loop 1"))
        .unwrap_or_default();
    assert!(row.contains('+') && !row.contains('-'), "{text}");
}

/// The types that the report names, and calls in the tests.
const SHAPED: [(&str, &str); 9] = [
    ("::like_first  A = [i32; 3]", "like_first::<[i32; 3]>("),
    ("::zeros  A = [u8; 3]", "zeros::<[u8; 3]>("),
    ("::Side::count  T = str", ": Side<'_, str> = Side {"),
    (
        "::prefix  A = Vec<i32>, B = Vec<i32>",
        "prefix::<Vec<i32>, Vec<i32>>(",
    ),
    (
        "::within  R = std::ops::Range<i32>",
        "within::<std::ops::Range<i32>>(",
    ),
    ("::letters  T = String", "letters::<String>("),
    (
        "::has_twins  S = std::hash::BuildHasherDefault<std::hash::DefaultHasher>",
        "has_twins::<std::hash::BuildHasherDefault<std::hash::DefaultHasher>>(",
    ),
    (
        "::count_until  Self = std::vec::IntoIter<i32>",
        "Tools::count_until(&mut into_iter, end)",
    ),
    (
        "::Interleave::next  I = std::vec::IntoIter<i32>",
        "Iterator::next(&mut interleave)",
    ),
];

#[test]
fn shapes_of_types_are_chosen() {
    analyse("shapes", &["--depth", "2"], &SHAPED);
}

/// The types that the report names, and values in the tests.
const HELD: [(&str, &str); 14] = [
    (
        "::Parser::skip  I = std::vec::IntoIter<char>",
        "let mut parser: Parser<_> = Parser {",
    ),
    ("::Scanner::ident", "char_indices().peekable()"),
    ("::Filter::run", "f: Box::new(|"),
    ("::Rule::admits", "now: Box::new(|| 10),"),
    ("::Rule::admits", "accepts: Box::new(|_| false),"),
    ("::Source::checks", "bytes: Box::new(vec!["),
    (
        "::Source::goes_on",
        "bytes: Box::new(Vec::new().into_iter())",
    ),
    ("::Reader::byte", "from: &mut std::io::Cursor::new(vec!["),
    ("::Writer::put", "to: &mut Vec::new()"),
    (
        "::Lines::first_is_empty",
        "from: Box::new(std::io::Cursor::new(",
    ),
    // Nothing in the value says what the iterator is that is gone.
    (
        "::Merged::take  B = u8, I = std::vec::IntoIter<B>",
        "let mut merged: Merged<u8, std::vec::IntoIter<u8>> = Merged {",
    ),
    ("::Unit::eq", "let other: &u16 = &"),
    ("::Unit::eq", "let other: &u8 = &"),
    ("::firsts", "vec![&*Box::leak(Box::new(Unit"),
];

/// Functions, and the pointers to objects in their tests.
const IMPLEMENTORS: [(&str, &str); 10] = [
    (
        "::Scene::large",
        "vec![Box::new(Circle { radius: 1 }) as Box<dyn Shape>]",
    ),
    (
        "::Pair::kind",
        "Some(std::rc::Rc::new(Circle { radius: 4 }) as std::rc::Rc<dyn Shape>)",
    ),
    (
        "::Pair::kind",
        "own: Box::new(Square { side: 7 }) as Box<dyn Shape>",
    ),
    ("::named", "let shape = &Circle { radius: 3 };"),
    ("::named", "let shape = &Square { side: 5 };"),
    ("::grown", "assert!(matches!(shape, Circle { radius: "),
    ("::mixed", " as &dyn Shape, &"),
    ("::cost", " as Box<dyn Work + Send>"),
    ("::cost", " as std::sync::Arc<dyn Work + Send + Sync>"),
    // Tests of other modules cannot write down the other device.
    (
        "::Port::answers",
        "device: Box::new(crate::hidden::Made::new(154)) as Box<dyn crate::hidden::Device>",
    ),
];

/// Behind objects of the crate's own traits stand the types that it implements them for; other crates may implement them for more.
#[test]
fn objects_are_of_the_types_of_the_crate() {
    let text = analyse(
        "implementors",
        &["--depth", "2", "--criterion=unroll,branch"],
        &IMPLEMENTORS,
    );
    assert!(text.contains(" 0 unreachable,"), "{text}");
    assert!(
        text.contains("trait objects hold types of the crate"),
        "{text}"
    );
    let named = text.split("::named").nth(1).unwrap_or_default();
    let labels = named.lines().find(|line| line.contains("branch"));
    let expected = "4 labels: 3 covered, 1 undecided";
    assert!(labels.is_some_and(|line| line.contains(expected)), "{text}");
}

/// Other iterators than that of a vector may go on behind their end, so a verdict says which one it is about, or is none.
#[test]
fn verdicts_name_the_iterator_that_they_hold_for() {
    let krate = Krate::of_fixture("cases/choices", "iterators");
    let named = ["goes_on", "goes_on_in_box", "goes_on_as"];
    let named = named.iter().flat_map(|name| ["--function", name]);
    let args: Vec<&str> = ["--criterion=branch"].into_iter().chain(named).collect();
    let run = krate.unroll(&args);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    for head in [
        "::goes_on  items = std::vec::IntoIter<u8>",
        "::goes_on_in_box  items = Box<std::vec::IntoIter<u8>>",
        "::goes_on_as  I = std::vec::IntoIter<u8>",
    ] {
        assert!(text.contains(head), "`{head}`: {text}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
    let report = krate.report(0, &args);
    for line in report.lines("function") {
        let named = line["types"].as_array().expect("a list of types");
        assert_eq!(named.len(), 1, "{line}");
    }
    let is_in_box = |line: &&serde_json::Value| {
        let function = line["function"].as_str();
        function.is_some_and(|name| name.ends_with("_in_box"))
    };
    let (boxed, others): (Vec<_>, Vec<_>) = report.lines("objective").partition(is_in_box);
    let is_claim = |line: &&&serde_json::Value| line["verdict"] == "unreachable";
    assert!(
        !boxed.is_empty() && !boxed.iter().any(|it| is_claim(&it)),
        "{boxed:?}"
    );
    assert_eq!(
        others.iter().filter(|it| is_claim(it)).count(),
        2,
        "{others:?}"
    );
}

/// Iterators, readers, writers and closures behind pointers in fields have values, of which nothing is proved for all.
#[test]
fn fields_hold_objects_and_iterators() {
    let text = analyse(
        "held",
        &["--depth", "2", "--criterion=unroll,branch"],
        &HELD,
    );
    assert!(!text.contains("U0410"), "{text}");
    let goes_on = text.split("::Source::goes_on").nth(1).unwrap_or_default();
    let labels = goes_on.lines().find(|line| line.contains("branch"));
    assert!(
        labels.is_some_and(|line| line.contains("1 undecided")),
        "{text}"
    );
}
