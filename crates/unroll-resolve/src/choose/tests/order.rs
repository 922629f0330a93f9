//! The order of the types that have a trait of the crate.

use super::chosen;

#[test]
fn types_of_other_crates_come_last() {
    let items = "use bits::Bits;
    pub trait Map {}
    impl Map for Bits {}
    pub struct Own(u8);
    impl Map for Own {}";
    let found = chosen(items, None, "fn f<M: Map>(map: M)");
    assert_eq!(found.as_deref(), Some("M = Own"));
    let items = "pub trait Split {}
    impl Split for bits::Bits {}
    pub struct Own;
    impl Split for Own {}";
    let found = chosen(items, None, "fn f<S: Split>(by: S)");
    assert_eq!(found.as_deref(), Some("S = Own"));
}

#[test]
fn types_that_hold_trait_objects_come_last() {
    let items = "pub trait Split {}
    impl Split for Box<dyn Split> {}
    impl<S: Split + ?Sized> Split for Box<S> {}
    pub struct Own;
    impl Split for Own {}
    pub struct Width<S>(S);";
    for (signature, expected) in [
        ("fn f<S: Split>(by: S)", "S = Own"),
        (
            "fn f<S: Split, W: Into<Width<S>>>(width: W)",
            "S = Own, W = Width < Own >",
        ),
    ] {
        let found = chosen(items, None, signature);
        assert_eq!(found.as_deref(), Some(expected), "{signature}");
    }
}

#[test]
fn traits_of_one_name_are_told_apart() {
    let items = "
        mod far { pub trait Own {} impl Own for u32 {} }
        trait Own {}
        struct Near;
        impl Own for Near {}
        mod shown { pub use super::far::Own; }
    ";
    let signatures = [
        ("fn f<T: Own>(t: T)", Some("T = Near")),
        ("fn f<T: crate::far::Own>(t: T)", Some("T = u32")),
        // A re-export is not followed, so that the compiler decides.
        ("fn f<T: crate::shown::Own>(t: T)", Some("T = u32")),
    ];
    for (signature, expected) in signatures {
        let chosen = chosen(items, None, signature);
        assert_eq!(chosen.as_deref(), expected, "{signature}");
    }
}
