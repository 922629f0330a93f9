//! Types chosen for signatures in a small crate.

use std::fmt::Write as _;

use super::*;

mod order;

const CRATE: &str = "
    trait Own {}
    impl Own for Range<usize> {}
    impl Own for u16 {}
    trait Wide {}
    impl<T> Wide for T {}
    trait Static<T: Copy>: Copy {}
    struct Yes;
    impl Static<bool> for Yes {}
    struct Three;
    impl Static<usize> for Three {}
    struct Some<T>(T);
    impl<T: Copy> Static<Option<T>> for Some<T> {}
    trait Span<T = usize> {}
    impl<T> Span<T> for RangeFull {}
    impl<T: Copy> Span<T> for Range<T> {}
    trait Digits {}
    impl<T: Own + Copy> Digits for T {}
    struct Options<'a>(&'a str);
    impl<'a> From<&'a Options<'a>> for Options<'a> {}
    impl<'a> From<usize> for Options<'a> {}
    impl Display for Yes {}
    mod inner { pub struct Hidden(u8); impl super::Named for Hidden {} }
    trait Named {}
    trait Partly {}
    impl Partly for Yes { fn provided() {} }
    impl Partly for u8 { fn other() {} }
    struct Set<B = u32>(B);
    struct Groups<N, G = Set<N>, V = Vec<G>>(N, G, V);
    struct Pattern<const C: char>;
    type Star = Pattern<'*'>;
";

#[track_caller]
fn check(signature: &str, expected: Option<&str>) {
    check_in(None, signature, expected);
}

#[track_caller]
fn check_in(self_ty: Option<&str>, signature: &str, expected: Option<&str>) {
    let chosen = chosen(CRATE, self_ty, signature);
    assert_eq!(chosen.as_deref(), expected, "{signature}");
}

/// The types chosen for `signature` in a crate of these `items`.
fn chosen(items: &str, self_ty: Option<&str>, signature: &str) -> Option<String> {
    let sig: syn::Signature = syn::parse_str(signature).expect("a signature");
    let file: syn::File = syn::parse_str(items).expect("items");
    let mut implementors = Implementors::default();
    implementors.add(&[], &file.items);
    let self_ty: Option<Type> = self_ty.map(|ty| syn::parse_str(ty).expect("a type"));
    let place = GenericContext {
        implementors: &implementors,
        module: &[],
        self_ty: self_ty.as_ref(),
    };
    choose(&sig.generics, place).map(|chosen| as_arguments(&chosen))
}

#[test]
fn numbers_where_they_do() {
    check("fn f<T>(x: &[T])", Some("T = i32"));
    check("fn f<'a, T: Ord + Copy + 'a>(x: &'a [T])", Some("T = i32"));
    check(
        "fn f<T>(x: T) where T: Copy + std::ops::Add<Output = T>",
        Some("T = i32"),
    );
    check("fn f<T: Into<u64>>(x: T)", Some("T = u32"));
    check("fn f<T: Into<f64> + Copy>(x: T)", Some("T = i32"));
    check("fn f<T: Into<usize>>(x: T)", Some("T = u16"));
    check("fn f<T: From<u8>>(x: T)", Some("T = i32"));
    check("fn f<T: Into<char>>(x: T)", Some("T = u8"));
    check("fn f<T: std::ops::Neg<Output = T>>(x: T)", Some("T = i32"));
}

#[test]
fn text_and_bytes() {
    check(
        "fn f<S: AsRef<str>>(s: S)",
        Some("S = :: unroll_test :: rt :: String"),
    );
    check(
        "fn f<S: Deref>(s: S) where S::Target: AsRef<str>",
        Some("S = :: unroll_test :: rt :: String"),
    );
    check(
        "fn f<S: Into<String>>(s: S)",
        Some("S = :: unroll_test :: rt :: String"),
    );
    check(
        "fn f<B: AsRef<[u8]> + ?Sized>(b: &B)",
        Some("B = :: unroll_test :: rt :: Vec < u8 >"),
    );
}

#[test]
fn types_in_private_modules_are_named_where_they_are_shown() {
    let items = "mod outer {
        mod all { pub struct A; impl crate::Glob for A {} }
        mod one { pub struct B(u8); impl crate::Name for B {} }
        pub use self::all::*;
        pub use one::B;
    }
    pub mod seen { pub struct C(u8); impl crate::Open for C {} }
    pub trait Glob {}
    pub trait Name {}
    pub trait Open {}";
    for (bound, ty) in [
        ("Glob", "crate :: outer :: A"),
        ("Name", "crate :: outer :: B"),
        ("Open", "crate :: seen :: C"),
    ] {
        let expected = format!("T = {ty}");
        let found = chosen(items, None, &format!("fn f<T: {bound}>(x: T)"));
        assert_eq!(found, Some(expected), "{bound}");
    }
}

#[test]
fn what_refers_to_a_slice_is_a_vector() {
    check(
        "fn f<C, T>(elements: C, needle: T) where C: AsRef<[T]> + Clone, T: Ord",
        Some("C = :: unroll_test :: rt :: Vec < i32 >, T = i32"),
    );
    check(
        "fn f<C: AsMut<[Digit]> + ?Sized>(digits: &mut C)",
        Some("C = :: unroll_test :: rt :: Vec < Digit >"),
    );
    check("fn f<C: AsRef<[u8]> + Unknown>(c: C)", None);
    check("fn f<B: Borrow<u8>>(byte: B)", Some("B = u8"));
}

#[test]
fn closures_and_iterators_are_left_to_their_stand_ins() {
    check("fn f<F: Fn(i32) -> bool>(f: F)", Some(""));
    check(
        "fn f<T, I>(i: I) where I: Iterator<Item = T>",
        Some("T = i32"),
    );
    check("fn f<I: IntoIterator<Item = u8>>(i: I)", Some(""));
    check("fn f<F: Fn(u8) -> T, T: Default>(f: F)", Some("T = i32"));
}

#[test]
fn iterators_of_items_that_are_described_elsewhere() {
    check(
        "fn f<I: Iterator>(i: I)",
        Some("I = :: unroll_test :: rt :: IntoIter < i32 >"),
    );
    check(
        "fn f<I>(i: I) where I: IntoIterator, I::Item: AsRef<str>",
        Some("I = :: unroll_test :: rt :: Vec < :: unroll_test :: rt :: String >"),
    );
    check(
        "fn f<I, K: AsRef<str>, V>(i: I) where I: IntoIterator, I::Item: Borrow<(K, V)>",
        Some(
            "I = :: unroll_test :: rt :: Vec < (:: unroll_test :: rt :: String , i32) >, K = :: unroll_test :: rt :: String, V = i32",
        ),
    );
    check(
        "fn f<'a, 'b, A, B, E, F>(a: &'a A, b: &'b B)
         where &'a A: IntoIterator<Item = E>, &'b B: IntoIterator<Item = F>, E: PartialEq<F>",
        Some("A = :: unroll_test :: rt :: Vec < i32 >, B = :: unroll_test :: rt :: Vec < i32 >"),
    );
    check(
        "fn f<R: Default + Extend<T>, T: Ord>() -> R",
        Some("R = :: unroll_test :: rt :: Vec < i32 >, T = i32"),
    );
}

#[test]
fn constants_are_small() {
    check("fn f<const N: usize>(x: [u8; N])", Some("N = 3"));
    check(
        "fn f<T: Ord, const N: usize>(x: [T; N])",
        Some("T = i32, N = 3"),
    );
    check("fn f<const B: bool>()", Some("B = true"));
    check("fn f<const C: char>()", None);
}

#[test]
fn own_traits_have_their_types() {
    check("fn f<T: Own>(x: T)", Some("T = u16"));
    check(
        "fn f<T: Own + AsRef<str>>(x: T)",
        Some("T = Range < usize >"),
    );
    check("fn f<T: Wide>(x: T)", Some("T = i32"));
    check("fn f<T: Digits>(x: T)", Some("T = u16"));
    check("fn f<T: num_traits::PrimInt + Own>(x: T)", Some("T = u16"));
    check("fn f<T: Named>(x: T)", Some("T = crate :: inner :: Hidden"));
    // That a type of the crate prints does not mean that numbers do not.
    check("fn f<T: Display>(x: T)", Some("T = i32"));
    check(
        "fn f<H: Hasher>(state: &mut H)",
        Some("H = :: unroll_test :: rt :: DefaultHasher"),
    );
    check("fn f<H: Hasher + Ord>(state: &mut H)", None);
}

/// Each trait is had by what has two others, and those by numbers: asked one by one, the ways from trait to trait would be too many.
#[test]
fn many_ways_lead_to_a_trait() {
    const TRAITS: usize = 40;
    let numbers = ["u8", "u16", "u64", "i8", "i16", "i64", "f32", "usize"];
    let mut text = String::new();
    for n in 0..TRAITS {
        let (next, other) = ((n + 1) % TRAITS, (n + 7) % TRAITS);
        let _ = write!(text, "trait T{n} {{}}");
        for ty in [
            "T",
            "Wrapping<T>",
            "Option<T>",
            "Vec<T>",
            "[T; 2]",
            "Box<T>",
            "(T, T)",
        ] {
            let _ = write!(text, "impl<T: T{next} + T{other}> T{n} for {ty} {{}}");
        }
        for number in numbers {
            let _ = write!(text, "impl T{n} for {number} {{}}");
        }
    }
    let chosen = chosen(&text, None, "fn f<T: T0 + T3>(x: T)");
    assert_eq!(chosen.as_deref(), Some("T = u16"));
}

#[test]
fn arguments_of_traits_decide() {
    check(
        "fn f<B: Static<usize>, M: Static<bool>>(b: B, m: M)",
        Some("B = Three, M = Yes"),
    );
    check("fn f<P: Static<Option<u8>>>(p: P)", Some("P = Some < u8 >"));
    check("fn f<P: Static<char>>(p: P)", None);
    check("fn f<R: Span>(r: R)", Some("R = Range < usize >"));
    check("fn f<R: Span<u8>>(r: R)", Some("R = Range < u8 >"));
    check("fn f<'a, O: Into<Options<'a>>>(o: O)", Some("O = usize"));
    check(
        "fn f<K: Hash + Borrow<Q>, Q: Hash + ?Sized>(q: &Q)",
        Some("K = i32, Q = i32"),
    );
}

#[test]
fn what_only_floating_point_numbers_have_chooses_them() {
    check("fn f<F: Float + Debug>(x: &[F])", Some("F = f64"));
    check("fn f<T: Real + From<f32>>(x: T)", Some("T = f64"));
    check("fn f<T: From<f64>>(x: T)", Some("T = f64"));
    check("fn f<F: Float + Ord>(x: F)", None);
}

#[test]
fn readers_and_writers_are_memory() {
    check("fn f<R: io::Read>(r: &mut R)", Some("R = & 'static [u8]"));
    check(
        "fn f<W: io::Write>(w: &mut W)",
        Some("W = :: unroll_test :: rt :: Vec < u8 >"),
    );
    check(
        "fn f<W: fmt::Write>(w: &mut W)",
        Some("W = :: unroll_test :: rt :: String"),
    );
}

#[test]
fn what_the_type_usually_has_goes_first() {
    check_in(Some("Set<B>"), "fn f<B: Unknown>()", Some("B = u32"));
    check_in(Some("&'a Set<B>"), "fn f<B: Copy>()", Some("B = u32"));
    // By the names that the block has for the type's parameters.
    check_in(
        Some("Groups<A, B, C>"),
        "fn f<A, B, C>()",
        Some("A = i32, B = Set < i32 >, C = :: unroll_test :: rt :: Vec < Set < i32 > >"),
    );
    check_in(Some("Other<B>"), "fn f<B: Unknown>()", None);
    check_in(Some("Pattern<K>"), "fn f<const K: char>()", Some("K = '*'"));
}

#[track_caller]
fn check_self(item: &str, expected: Option<&str>) {
    let item: ItemTrait = syn::parse_str(item).expect("a trait");
    let file: syn::File = syn::parse_str(CRATE).expect("items");
    let mut implementors = Implementors::default();
    implementors.add(&[], &file.items);
    let place = GenericContext {
        implementors: &implementors,
        module: &[],
        self_ty: None,
    };
    let method = parse_quote!(provided);
    let chosen = choose_self(&item, &method, &item.generics, &[], place);
    let chosen = chosen.map(|chosen| as_arguments(&chosen));
    assert_eq!(chosen.as_deref(), expected);
}

#[test]
fn a_trait_is_tried_on_a_type_that_has_it() {
    check_self("trait Own {}", Some("Self = u16"));
    // Another type has the method of its own.
    check_self("trait Partly {}", Some("Self = u8"));
    check_self("trait Named {}", Some("Self = crate :: inner :: Hidden"));
    check_self(
        "trait Static<T: Copy>: Copy {}",
        Some("Self = Some < i32 >, T = Option < i32 >"),
    );
    check_self("trait Unused {}", None);
}

#[test]
fn what_is_not_known_chooses_nothing() {
    check("fn f<T: Mine>(x: T)", None);
    check("fn f(x: u8)", Some(""));
    // Left to the compiler.
    check("fn f<T>(x: T) where Vec<T>: Clone", Some("T = i32"));
}

#[test]
fn arrays_have_traits_for_every_length() {
    const ARRAYS: &str = "
        pub unsafe trait Array { type Item: Default; }
        unsafe impl<T: Default, const N: usize> Array for [T; N] { type Item = T; }
        pub trait Counted {}
        impl<T> Counted for [T; 0] {}
        impl<T> Counted for [T; 2] {}
        pub struct Set<const N: usize>([u8; N]);
        pub trait Named {}
        impl<const N: usize> Named for Set<N> {}
        pub trait Also {}
        impl<const M: usize> Also for Set<M> {}
    ";
    for (signature, expected) in [
        ("fn f<A: Array + Clone>(a: A)", "A = [i32 ; 3]"),
        ("fn f<A: Array<Item = u8>>(a: A)", "A = [u8 ; 3]"),
        (
            "fn f<A: Array, B: Array<Item = A::Item>>(a: A, b: B)",
            "A = [i32 ; 3], B = [i32 ; 3]",
        ),
        // The array without elements has one value.
        ("fn f<A: Counted>(a: A)", "A = [i32 ; 2]"),
        ("fn f<S: Named + Also>(s: S)", "S = Set < 3 >"),
    ] {
        let found = chosen(ARRAYS, None, signature);
        assert_eq!(found.as_deref(), Some(expected), "{signature}");
    }
}

#[test]
fn what_implementations_define_decides() {
    const GRAPHS: &str = "
        pub trait Graph { type NodeId; }
        pub struct Small;
        pub struct Map<N>(N);
        impl Graph for Small { type NodeId = u8; }
        impl<N: Clone> Graph for Map<N> { type NodeId = N; }
        pub trait Input { type Item; }
        impl<'a> Input for &'a str { type Item = char; }
        pub trait Finds<T> {}
        impl Finds<u8> for u8 {}
        impl Finds<char> for char {}
    ";
    for (signature, expected) in [
        (
            "fn f<N: Copy, G: Graph<NodeId = N>>(g: G)",
            "N = i32, G = Map < i32 >",
        ),
        ("fn f<G: Graph<NodeId = u8>>(g: G)", "G = Map < u8 >"),
        (
            "fn f<T: Finds<<I as Input>::Item>, I: Input>(finds: T, i: I)",
            "T = char, I = & 'static str",
        ),
    ] {
        let found = chosen(GRAPHS, None, signature);
        assert_eq!(found.as_deref(), Some(expected), "{signature}");
    }
}

#[test]
fn types_without_a_known_size_only_where_they_may_stand() {
    const TEXTS: &str = "
        pub trait Text {}
        impl Text for str {}
        impl Text for [u8] {}
    ";
    let chosen = |signature| chosen(TEXTS, None, signature);
    let found = chosen("fn f<T: Text + ?Sized>(text: &T)");
    assert_eq!(found.as_deref(), Some("T = str"));
    assert_eq!(chosen("fn f<T: Text>(text: T)"), None);
}

#[test]
fn what_has_an_index_or_bounds() {
    check(
        "fn f<A: Index<usize> + ?Sized, B: Index<usize> + ?Sized>(a: &A, b: &B)
         where B::Output: PartialEq<A::Output>",
        Some("A = :: unroll_test :: rt :: Vec < i32 >, B = :: unroll_test :: rt :: Vec < i32 >"),
    );
    check(
        "fn f<A: IndexMut<usize, Output = u8> + Clone>(a: A)",
        Some("A = :: unroll_test :: rt :: Vec < u8 >"),
    );
    check("fn f<A: Index<char>>(a: A)", None);
    check(
        "fn f<D: Deref<Target = [u8]>>(d: D)",
        Some("D = :: unroll_test :: rt :: Vec < u8 >"),
    );
    check(
        "fn f<T: Ord, R: RangeBounds<T>>(range: R)",
        Some("T = i32, R = :: unroll_test :: rt :: Range < i32 >"),
    );
}

#[test]
fn what_becomes_other_types() {
    let text = "T = :: unroll_test :: rt :: String";
    for bound in [
        "AsRef<Path>",
        "AsRef<std::ffi::OsStr>",
        "Into<PathBuf>",
        "Into<Cow<'static, str>>",
        "Into<std::rc::Rc<str>>",
    ] {
        check(&format!("fn f<T: {bound}>(x: T)"), Some(text));
    }
    // Every type becomes itself.
    check(
        "fn f<T: Into<Option<u32>>>(x: T)",
        Some("T = Option < u32 >"),
    );
    check(
        "fn f<'a, T: Into<&'a str>>(x: T)",
        Some("T = & 'static str"),
    );
}

#[test]
fn operators_take_operands_of_one_type() {
    check(
        "fn f<T: Copy + Mul<f64, Output = T>>(x: T)",
        Some("T = f64"),
    );
    check("fn f<T: Add<T> + Sub<Output = T>>(x: T)", Some("T = i32"));
    check("fn f<T: AddAssign<u8>>(x: T)", Some("T = u8"));
}

#[test]
fn errors_and_what_makes_hashers() {
    check(
        "fn f<E: Error + Send>(error: E)",
        Some("E = core :: fmt :: Error"),
    );
    check(
        "fn f<S: BuildHasher + Default>(hashes: S)",
        Some(
            "S = :: unroll_test :: rt :: BuildHasherDefault < :: unroll_test :: rt :: DefaultHasher >",
        ),
    );
}

#[test]
fn traits_of_all_iterators_are_tried_on_the_standard_one() {
    const ITERATORS: &str = "
        pub struct Interleave<I>(I);
        impl<I: Iterator> Iterator for Interleave<I> { type Item = I::Item; }
        pub trait Tools: Iterator { fn provided(self) {} }
        impl<T: ?Sized + Iterator> Tools for T {}
    ";
    let numbers = ":: unroll_test :: rt :: IntoIter < i32 >";
    for (signature, expected) in [
        ("fn f<I: Tools>(i: I)", format!("I = {numbers}")),
        (
            "fn f<I: Iterator + Tools, J: Iterator<Item = I::Item>>(i: I, j: J)",
            format!("I = {numbers}"),
        ),
    ] {
        let found = chosen(ITERATORS, None, signature);
        assert_eq!(found, Some(expected), "{signature}");
    }
}
