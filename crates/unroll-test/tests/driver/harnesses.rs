//! Harnesses as the macro would write them, registered in this executable.

use unroll_test::{Input, rt, spec};

/// A half-open binary search in the counter form.
#[expect(
    clippy::many_single_char_names,
    clippy::comparison_chain,
    reason = "the names and branches of the example"
)]
fn binary_search(t: &[i32], x: i32) -> Option<usize> {
    rt::assume(0, spec::is_sorted(t));
    rt::assume(1, spec::all(t, |v| (0..=1000).contains(v)));
    let (mut i, mut j) = (0, t.len());
    rt::enter(1);
    let (mut d, mut mask) = (0_u32, 0_u64);
    loop {
        if i >= j {
            rt::exit(1, d, mask, 0);
            break None;
        }
        d += 1;
        mask = 0;
        rt::step(1, d);
        let m = i + (j - i) / 2;
        if t[m] < x {
            mask |= 1;
            i = m + 1;
        } else if t[m] > x {
            mask |= 2;
            j = m;
        } else {
            mask |= 4;
            rt::exit(1, d, mask, 1);
            break Some(m);
        }
    }
}

fn binary_search_harness() {
    let t = <&'_ [i32] as Input>::any(rt::Key::param(0));
    let x = <i32 as Input>::any(rt::Key::param(1));
    if rt::native() {
        rt::arg("t", &t, rt::Key::param(0));
        rt::arg("x", &x, rt::Key::param(1));
    }
    let result = binary_search(t, x);
    if rt::native() {
        rt::show!(&mut { result });
    }
}

/// Panics for one needle, violates its postcondition for another, hangs for a third, prints, and changes its argument.
fn faulty(n: u16, out: &mut Vec<u8>) -> f64 {
    println!("user output must not reach the protocol");
    rt::assume(0, n <= 5000);
    assert!(n != 4711, "needle \"{n}\"\n");
    if n == 99 {
        rt::enter(1);
        let mut d = 0_u32;
        loop {
            d = d.saturating_add(1);
            rt::step(1, d);
        }
    }
    out.push(1);
    rt::check(1, n != 1234);
    f64::from(n)
}

fn faulty_harness() {
    let n = <u16 as Input>::any(rt::Key::param(0));
    let out = <&mut Vec<u8> as Input>::any(rt::Key::param(1));
    if rt::native() {
        rt::arg("n", &n, rt::Key::param(0));
        rt::arg("out", &out, rt::Key::param(1));
    }
    let result = faulty(n, out);
    if rt::native() {
        rt::show!(&mut { result });
        rt::after!("out", &mut { out });
    }
}

/// Exits, a violated clause and a panic, behind many exits of another loop, for few inputs.
fn small(n: i8, up: bool) -> i8 {
    rt::assume(0, (-2..=3).contains(&n));
    for _ in 0..40 {
        rt::enter(2);
        rt::step(2, 1);
        rt::exit(2, 1, 0, 0);
    }
    rt::enter(1);
    let mut d = 0;
    while (d as i8) < n {
        d += 1;
        rt::step(1, d);
    }
    rt::exit(1, d, 0, 0);
    rt::check(1, d != 2 || up);
    assert!(d != 3 || up, "three");
    n
}

fn hangs_harness() {
    let n = <u8 as Input>::any(rt::Key::param(0));
    rt::enter(1);
    rt::exit(1, 0, 0, 0);
    loop {
        if n != 2 {
            break;
        }
        rt::step(1, 1);
    }
}

fn small_harness() {
    let n = <i8 as Input>::any(rt::Key::param(0));
    let up = <bool as Input>::any(rt::Key::param(1));
    let result = small(n, up);
    if rt::native() {
        rt::show!(&mut { result });
    }
}

#[derive(Debug)]
struct OnlyDebug(#[expect(dead_code, reason = "shown by Debug")] u8);

fn only_debug_harness() {
    let text = <String as Input>::any(rt::Key::param(0));
    if rt::native() {
        rt::arg("text", &text, rt::Key::param(0));
    }
    if text.len() == 3 {
        std::process::abort();
    }
    rt::show!(&mut Some(OnlyDebug(text.len() as u8)));
}

fn nothing_known_harness() {
    struct Unknown;
    rt::show!(&mut Unknown);
}

/// Has neither `Input` nor `Debug`.
struct Plain;

#[derive(unroll_test::Fields)]
struct Pair {
    left: u8,
    right: Option<Plain>,
}

#[derive(unroll_test::Fields)]
enum Chain {
    Link(u8, Box<Chain>),
    End,
}

fn doubled() -> impl Iterator<Item = u8> {
    (1..4_u8).map(|n| n * 2)
}

fn endless() -> impl Iterator<Item = u8> {
    std::iter::repeat(7)
}

fn faulty_items() -> impl Iterator<Item = u8> {
    (0..4_u8).map(|n| 12 / (2 - n))
}

fn displayed() -> impl std::fmt::Display {
    "a b"
}

fn parts_harness() {
    let of_plain: Result<Plain, u8> = Ok(Plain);
    rt::show!(&mut { of_plain });
    rt::after!("error", &mut Err::<Plain, u8>(3));
    rt::after!("list", &mut vec![Some(Plain), None, Some(Plain)]);
    rt::after!(
        "pair",
        &mut Pair {
            left: 1,
            right: Some(Plain)
        }
    );
    rt::after!("tuple", &mut (Plain, Box::new(5_u8)));
    rt::after!("three", &mut (1_u8, Plain, "b"));
    rt::after!("four", &mut (Plain, vec![Plain], 2_u8, 'x'));
    let chain = Chain::Link(1, Box::new(Chain::Link(2, Box::new(Chain::End))));
    rt::after!("chain", &mut { chain });
    rt::after!("doubled", &mut doubled());
    rt::after!("endless", &mut endless());
    rt::after!("faulty", &mut faulty_items());
    rt::after!("displayed", &mut displayed());
}

/// Sums what it is given, whose order does not matter; `scale` matters to the result, `unused` does not. Label 7: the scale is zero.
fn total_harness() {
    let values = <&'_ [u8] as Input>::any(rt::Key::param(0));
    let scale = <u8 as Input>::any(rt::Key::param(1));
    let unused = <u8 as Input>::any(rt::Key::param(2));
    if rt::native() {
        rt::arg("values", &values, rt::Key::param(0));
        rt::arg("scale", &scale, rt::Key::param(1));
        rt::arg("unused", &unused, rt::Key::param(2));
    }
    rt::enter(1);
    let (mut d, mut total) = (0, 0_u32);
    for value in values {
        d += 1;
        rt::step(1, d);
        total += u32::from(*value);
    }
    rt::exit(1, d, 0, 0);
    rt::judged(7, scale == 0);
    let result = total * u32::from(scale);
    if rt::native() {
        rt::show!(&mut { result });
    }
}

rt::register!("search", "binary_search", binary_search_harness);
rt::register!("total", "total", total_harness);
rt::register!("faulty", "faulty", faulty_harness);
rt::register!("hangs", "hangs", hangs_harness);
rt::register!("small", "small", small_harness);
rt::register!("debug", "only_debug", only_debug_harness);
rt::register!("unknown", "nothing_known", nothing_known_harness);
rt::register!("parts", "parts", parts_harness);
