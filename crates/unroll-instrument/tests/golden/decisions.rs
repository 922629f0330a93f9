//! expand: attribute

#[unroll_test(__tool(id = "d1", form = counter, criteria = "condition,mcdc,multiple-condition,user"))]
fn decided(a: u8, b: bool) -> u8 {
    label!("large", a > 100);
    if a > 3 && !(b || a == 9) {
        return 1;
    }
    assert!(a>7||b);
    assert!(a > 7 || b, "{a} is large");
    assert!([a].iter().all(|it| *it > 7 || b));
    while let Some(_) = None::<u8> {}
    match a {
        n if n == 4 => 2,
        _ => 3,
    }
}
