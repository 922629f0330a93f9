#[requires(t.is_sorted()&&t.len()<= 2000)]
#[requires((0..t.len()).all(|i|t[i]>= 0))]
#[ensures(|result|result.is_some()= = t.contains(&x))]
#[ensures(|result|result.is_none_or(|m|t[m]= = x))]
pub fn binary_search(t: &[i32], x: i32) -> Option<usize> {
    let (mut i, mut j) = (0, t.len());
    while i < j {
        invariant!(j <= t.len());
        let m = i + (j - i) / 2;
        if t[m] < x {
            i = m + 1;
        } else if t[m] > x {
            j = m;
        } else {
            return Some(m);
        }
    }
    None
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_s() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_s();
        }
        ::unroll_test::rt::register!("s", "binary_search", __unroll_harness_s);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_s(t: &[i32], x: i32) -> Option<usize> {
        ::unroll_test::rt::assume(
            0,
            ::unroll_test::spec::is_sorted(&t[..]) && t.len() <= 2000,
        );
        ::unroll_test::rt::assume(
            1,
            ::unroll_test::spec::forall(0..t.len(), |i| t[i] >= 0),
        );
        let __unroll_result: Option<usize> = '__unroll_fn: {
            let (mut i, mut j) = (0, t.len());
            {
                let mut __unroll_d_1: u32 = 0;
                let mut __unroll_m_1: u64 = 0;
                ::unroll_test::rt::enter(1);
                '__unroll_exit_1: {
                    if i < j {
                        '__unroll_next_1: {
                            __unroll_d_1 = 1;
                            __unroll_m_1 = 0;
                            ::unroll_test::rt::step(1, __unroll_d_1);
                            ::unroll_test::rt::check(4, j <= t.len());
                            let m = i + (j - i) / 2;
                            if t[m] < x {
                                __unroll_m_1 |= 1;
                                i = m + 1;
                            } else if t[m] > x {
                                __unroll_m_1 |= 2;
                                j = m;
                            } else {
                                __unroll_m_1 |= 4;
                                break '__unroll_fn (::unroll_test::rt::leave(
                                    Some(m),
                                    1,
                                    __unroll_d_1,
                                    __unroll_m_1,
                                    2,
                                ));
                            }
                        }
                    } else {
                        ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                        break '__unroll_exit_1;
                    }
                    if i < j {
                        '__unroll_next_1: {
                            __unroll_d_1 = 2;
                            __unroll_m_1 = 0;
                            ::unroll_test::rt::step(1, __unroll_d_1);
                            ::unroll_test::rt::check(4, j <= t.len());
                            let m = i + (j - i) / 2;
                            if t[m] < x {
                                __unroll_m_1 |= 1;
                                i = m + 1;
                            } else if t[m] > x {
                                __unroll_m_1 |= 2;
                                j = m;
                            } else {
                                __unroll_m_1 |= 4;
                                break '__unroll_fn (::unroll_test::rt::leave(
                                    Some(m),
                                    1,
                                    __unroll_d_1,
                                    __unroll_m_1,
                                    2,
                                ));
                            }
                        }
                    } else {
                        ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                        break '__unroll_exit_1;
                    }
                    if i < j {
                        ::unroll_test::rt::inapplicable(1);
                    } else {
                        ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                    }
                }
            }
            None
        };
        ::unroll_test::rt::check(
            2,
            {
                let result = &__unroll_result;
                result.is_some() == ::unroll_test::spec::contains(&t[..], &x)
            },
        );
        ::unroll_test::rt::check(
            3,
            {
                let result = &__unroll_result;
                result.is_none_or(|m| t[m] == x)
            },
        );
        __unroll_result
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&[i32] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <i32 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("t", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
        ::unroll_test::rt::arg("x", &__unroll_arg_1, ::unroll_test::rt::Key::param(1));
    }
    let mut __unroll_result = __unroll_form_s(__unroll_arg_0, __unroll_arg_1);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
