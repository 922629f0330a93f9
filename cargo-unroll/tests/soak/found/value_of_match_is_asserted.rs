// A run may pass over the arms of a `match` that is asserted, too.
pub fn f(a: u8, c: bool) -> u8 {
    assert!(
        (match a {
            3 => 1,
            4 | 47 => 3,
            n if c => n,
            _ => 9,
        }) >= 2,
        "a failure"
    );
    a
}
