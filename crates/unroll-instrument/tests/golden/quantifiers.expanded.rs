#[requires((0..= n).any(|i|a[i]>0)&&a.iter().all(|x|*x<9))]
#[requires(v.windows(2).all(|w|w[0]<= w[1])||a[1..n].contains(&3))]
#[requires(other.contains(&3)&&a.iter().any(|a|a.contains(&1)))]
#[requires((0..n).all(|i|(0..i).all(|j|a[j]<= a[i])))]
#[ensures(|r|r.is_sorted()&&r.iter().all(|x|a.contains(x)))]
#[ensures(ret.is_sorted())]
fn f(a: &[i32], v: &Vec<i32>, other: Set, n: usize) -> Vec<i32> {
    loop {
        let v = other;
        invariant!(v.contains(& 1) && a.is_sorted());
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_q() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_q();
        }
        ::unroll_test::rt::register!("q", "f", __unroll_harness_q);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_q(a: &[i32], v: &Vec<i32>, other: Set, n: usize) -> Vec<i32> {
        ::unroll_test::rt::assume(
            0,
            ::unroll_test::spec::exists(0..=n, |i| a[i] > 0)
                && ::unroll_test::spec::all(&a[..], |x| *x < 9),
        );
        ::unroll_test::rt::assume(
            1,
            ::unroll_test::spec::windows_all(&v[..], 2, |w| w[0] <= w[1])
                || ::unroll_test::spec::contains(&a[1..n], &3),
        );
        ::unroll_test::rt::assume(
            2,
            other.contains(&3) && ::unroll_test::spec::any(&a[..], |a| a.contains(&1)),
        );
        ::unroll_test::rt::assume(
            3,
            ::unroll_test::spec::forall(
                0..n,
                |i| ::unroll_test::spec::forall(0..i, |j| a[j] <= a[i]),
            ),
        );
        let __unroll_result: Vec<i32> = '__unroll_fn: {
            {
                let mut __unroll_d_1: u32 = 0;
                ::unroll_test::rt::enter(1);
                loop {
                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                    ::unroll_test::rt::step(1, __unroll_d_1);
                    let v = other;
                    ::unroll_test::rt::check(
                        6,
                        v.contains(&1) && ::unroll_test::spec::is_sorted(&a[..]),
                    );
                }
            }
        };
        ::unroll_test::rt::check(
            4,
            {
                let r = &__unroll_result;
                ::unroll_test::spec::is_sorted(&r[..])
                    && ::unroll_test::spec::all(
                        &r[..],
                        |x| ::unroll_test::spec::contains(&a[..], x),
                    )
            },
        );
        ::unroll_test::rt::check(
            5,
            ::unroll_test::spec::is_sorted(&__unroll_result[..]),
        );
        __unroll_result
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&[i32] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <&Vec<i32> as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    let mut __unroll_arg_2 = ::core::hint::black_box(
        <Set as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(2)),
    );
    let mut __unroll_arg_3 = ::core::hint::black_box(
        <usize as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(3)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("a", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
        ::unroll_test::rt::arg("v", &__unroll_arg_1, ::unroll_test::rt::Key::param(1));
        ::unroll_test::rt::arg(
            "other",
            &__unroll_arg_2,
            ::unroll_test::rt::Key::param(2),
        );
        ::unroll_test::rt::arg("n", &__unroll_arg_3, ::unroll_test::rt::Key::param(3));
    }
    let mut __unroll_result = __unroll_form_q(
        __unroll_arg_0,
        __unroll_arg_1,
        __unroll_arg_2,
        __unroll_arg_3,
    );
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
