//! The functions of a file, and the places of instrumentation.

use camino::Utf8Path;

use super::*;
use crate::project::KnownOptions;

/// The candidates of `text`, as one line each: path, line:column, what stands in the way.
fn listed(text: &str) -> Vec<Candidate> {
    let dir = tempfile::tempdir().expect("temporary directory");
    let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
    std::fs::write(root.join("lib.rs"), text).expect("writes");
    let source = SourceFile::read(&root.join("lib.rs"), root).expect("parses");
    let file = ModuleFile::new(vec!["top".to_owned()], false, source);
    let files = [file];
    let krate = Crate::of(
        files.iter(),
        crate::project::TargetKind::Lib,
        &KnownOptions::default(),
    );
    list(&files[0], &krate, &Scopes::of(&files), &Wanted::default())
}

fn lines(text: &str) -> Vec<String> {
    listed(text)
        .iter()
        .map(|found| {
            let code = found.obstacle.map_or("ok", Code::as_str);
            let mark = if found.annotated { "#" } else { "" };
            format!(
                "{mark}{} {}:{} {code}",
                found.segments.join("::"),
                found.span.line,
                found.span.column
            )
        })
        .collect()
}

#[test]
fn functions_are_found_wherever_they_stand() {
    let text = "\
fn free() {}
mod inner { pub fn deep() {} #[cfg(test)] mod tests { fn t() {} } }
struct S;
impl S { fn method(&self) {} }
impl Drop for S { fn drop(&mut self) {} }
trait T { fn declared(); fn provided() {} fn overridden() {} }
impl T for S { fn overridden() {} }
fn outer() { fn nested() {} }
#[test] fn a_test() {}
#[cfg(test)] fn helper() {}
mod unroll_tests { fn generated() {} }
";
    assert_eq!(
        lines(text),
        [
            "top::free 1:4 ok",
            "top::inner::deep 2:20 ok",
            "top::S::method 4:13 ok",
            "top::S::drop 5:22 U0106",
            "top::T::provided 6:29 ok",
            "top::T::overridden 6:46 U0105",
            "top::S::overridden 7:19 ok",
            "top::outer 8:4 ok",
            "top::outer::nested 8:17 U0112",
        ]
    );
}

#[test]
fn macros_in_an_implementation_may_define_what_the_trait_provides() {
    let text = "\
struct S;
trait T { fn provided() {} }
impl T for S { forward! { provided } }
";
    assert_eq!(lines(text), ["top::T::provided 2:14 U0105"]);
}

#[test]
fn obstacles_are_told_apart() {
    let text = "\
#[unroll_test] const fn a() {}
async fn b() {}
extern \"C\" fn c() {}
fn d<T>(t: T) {}
#[unroll_test(T = Vec<u8>, N = 4)] fn e<'a, T, const N: usize>(t: &'a [T; N]) {}
#[unroll_test(T = i32)] fn f<T, U>(t: T, u: U) {}
#[unroll_test(T = i32)] fn f2<T, U: Mine>(t: T, u: U) {}
fn g(i: impl Copy) {}
#[unroll_test] fn g2(i: impl Copy) {}
unsafe fn h() {}
struct W<T>(T);
impl<T> W<T> { fn i(&self) {} #[unroll_test(T = u8)] fn i2(&self) {} #[unroll_test] fn i3(&self) {} }
impl<T: Mine> W<T> { fn i4(&self) {} #[unroll_test(T = u8)] fn i5(&self) {} #[unroll_test] fn i6(&self) {} }
impl<T> From<T> for W<T> { fn from(t: T) -> Self {} #[unroll_test] fn i7() {} }
trait P<U> { #[unroll_test(Self = u8, U = u16)] fn p1(&self) {} #[unroll_test] fn p2(&self) {} #[unroll_test(Self = K)] fn p3(&self); }
impl<U> P<U> for u8 {}
impl P<u8> for K { fn p2(&self) {} fn p3(&self) {} }
trait Unused { fn p4(&self) {} #[unroll_test(Self = K)] fn p5(&self) {} }
impl<'a> W<&'a u8> { fn j(&self) {} }
#[unroll_test] struct K;
";
    let codes: Vec<_> = listed(text)
        .iter()
        .map(|found| found.obstacle.map_or("ok", Code::as_str))
        .collect();
    assert_eq!(
        codes,
        [
            "U0101", "ok", "U0103", "ok", "ok", "ok", "U0104", "ok", "ok", "U0108", "ok", "ok",
            "ok", "U0107", "ok", "U0107", "ok", "ok", "ok", "ok", "U0105", "ok", "ok", "U0105",
            "ok", "ok", "U0109"
        ]
    );
}

#[test]
fn every_spelling_of_the_attribute_counts() {
    let text = "\
#[unroll_test] fn a() {}
#[unroll] fn b() {}
#[unroll_test::unroll_test] fn c() {}
#[::unroll_test::unroll] fn d() {}
#[cfg_attr(test, unroll_test::unroll_test(T = u8))] fn e() {}
#[cfg_attr(all(test, feature = \"x\"), inline, unroll_test)] fn f() {}
#[self::unroll_test] fn g() {}
#[inline] fn h() {}
";
    let found: Vec<_> = listed(text).iter().map(|found| found.annotated).collect();
    assert_eq!(found, [true, true, true, true, true, true, true, false]);
}

#[test]
fn who_is_tried_on_what_is_told() {
    let text = "\
trait P<U> { #[unroll_test(U = u16)] fn p1(&self) {} fn p2(&self) {} }
struct S;
impl P<u8> for S { fn p2(&self) {} }
impl<U> P<U> for u16 {}
impl<T: Mine> W<T> { #[unroll_test(T = String)] fn w(&self) {} }
struct Pair<A, B = u64>(A, B);
impl<A, B> Pair<A, B> { #[unroll_test(A = u8)] fn f(&self) {} }
macro_rules! mine { ($($t:ty)*) => { $(impl Mine for $t {})* } }
mine!(i64 bool);
trait Mine {}
fn g<M: Mine>(m: M) {}
";
    let told: Vec<String> = listed(text)
        .iter()
        .map(|found| {
            let given = found.generics.iter();
            let given: Vec<_> = given
                .map(|it| format!("{} = {}", it.name, it.value))
                .collect();
            let Splice::Attribute { at, method } = &found.splice else {
                panic!("an attribute")
            };
            let types = &found.types;
            let rest: String = text[*at..].chars().take(12).collect();
            let method = method.as_deref().unwrap_or("-");
            format!("{}; {rest}; {method}; {types}", given.join(", "))
        })
        .collect();
    assert_eq!(
        told,
        [
            "U = u16, Self = u16; trait P<U> {; p1; U = u16, Self = u16",
            "Self = u16, U = i32; trait P<U> {; p2; Self = u16, U = i32",
            "; impl P<u8> f; p2; ",
            "T = String; impl<T: Mine; w; T = :: unroll_test :: rt :: String",
            "A = u8, B = u64; impl<A, B> P; f; A = u8, B = u64",
            "M = i64; fn g<M: Mine; -; M = i64",
        ]
    );
}

#[test]
fn types_of_the_crates_own_tests_are_not_chosen() {
    let text = "\
trait Mine { fn one(&self) {} }
fn f<T: Mine>(t: T) {}
mod inner { pub struct Last; }
impl Mine for inner::Last {}
";
    let own = "\
#[cfg(test)] mod tests { struct Own; impl super::Mine for Own {} }
#[cfg(test)] impl Mine for u8 {}
mod deep { #[cfg(all(test, unix))] impl super::Mine for i8 {} }
";
    let given = |text: &str| -> Vec<_> {
        let all = listed(text).into_iter().flat_map(|found| found.generics);
        all.map(|given| format!("{} = {}", given.name, given.value))
            .collect()
    };
    let chosen = given(text);
    assert!(
        chosen.iter().any(|given| given.starts_with("T = ")),
        "{chosen:?}"
    );
    assert_eq!(given(&format!("{own}{text}")), chosen);
}

#[test]
fn splices_stand_at_the_byte_where_text_goes() {
    for (text, rest) in [
        (
            "/// doc é\n#[inline]\npub fn a() {}",
            "#[inline]\npub fn a() {}",
        ),
        ("/// doc\npub(crate) fn a() {}", "pub(crate) fn a() {}"),
        ("fn a() {}", "fn a() {}"),
        ("#[unroll_test] fn a() {}", "] fn a() {}"),
        ("#[unroll_test()] fn a() {}", ")] fn a() {}"),
        (
            "#[unroll_test(T = i32)] fn a<T>() {}",
            "T = i32)] fn a<T>() {}",
        ),
        ("#[cfg_attr(test, unroll)] fn a() {}", ")] fn a() {}"),
    ] {
        let found = listed(text);
        let (Splice::Attribute { at, .. } | Splice::Arguments { at } | Splice::Argument { at, .. }) =
            found[0].splice;
        assert_eq!(&text[at..], rest);
    }
}

#[test]
fn parameters_keep_their_text() {
    let found =
        listed("impl S { fn f(&mut self, (a, b): (u8,\n  u8), mut c: &'_ [u8], r#type: Self) {} }");
    let params: Vec<_> = found[0]
        .params
        .iter()
        .map(|param| format!("{}: {}", param.name, param.ty))
        .collect();
    assert_eq!(
        params,
        [
            "self: &mut Self",
            "arg1: (u8, u8)",
            "c: &'_ [u8]",
            "type: Self"
        ]
    );
}
