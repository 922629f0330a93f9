#[kani::requires(n>0)]
#[core::contracts::ensures(|&r|r>= n)]
#[contracts::ensures(ret>= old(n), ret<9, "small")]
#[inline(always)]
fn up(mut n: u32) -> u32 {
    while n < 3 {
        n += 1;
    }
    n
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_c1() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_c1();
        }
        ::unroll_test::rt::register!("c1", "up", __unroll_harness_c1);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_c1(n: u32) -> u32 {
        ::unroll_test::rt::assume(0, n > 0);
        let (__unroll_old_0,) = (n,);
        let __unroll_result: u32 = '__unroll_fn: {
            let mut n = n;
            {
                {
                    let mut __unroll_d_1: u32 = 0;
                    ::unroll_test::rt::enter(1);
                    loop {
                        if n < 3 {
                            __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                            ::unroll_test::rt::step(1, __unroll_d_1);
                            n += 1;
                        } else {
                            ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                            break;
                        }
                    }
                }
                n
            }
        };
        ::unroll_test::rt::check(
            1,
            {
                let &r = &__unroll_result;
                r >= n
            },
        );
        ::unroll_test::rt::check(2, __unroll_result >= __unroll_old_0);
        ::unroll_test::rt::check(3, __unroll_result < 9);
        __unroll_result
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <u32 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("n", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
    }
    let mut __unroll_result = __unroll_form_c1(__unroll_arg_0);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
#[ensures(|result|result.is_ok()||s.is_empty())]
#[ensures(fits)]
fn parse(s: &str) -> Result<u8, std::num::ParseIntError> {
    let mut all = 0;
    for part in s.split(',') {
        all += part.parse::<u8>()?;
    }
    Ok(all)
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_c2() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_c2();
        }
        ::unroll_test::rt::register!("c2", "parse", __unroll_harness_c2);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_c2(s: &str) -> Result<u8, std::num::ParseIntError> {
        let __unroll_result = {
            #[inline(always)]
            fn __unroll_once<__R>(body: impl ::core::ops::FnOnce() -> __R) -> __R {
                body()
            }
            __unroll_once(|| -> Result<u8, std::num::ParseIntError> {
                let mut all = 0;
                {
                    match <_ as ::core::iter::IntoIterator>::into_iter(s.split(',')) {
                        mut __unroll_iter => {
                            let mut __unroll_d_1: u32 = 0;
                            ::unroll_test::rt::enter(1);
                            loop {
                                match <_ as ::core::iter::Iterator>::next(
                                    &mut __unroll_iter,
                                ) {
                                    ::core::option::Option::None => {
                                        ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                                        break;
                                    }
                                    ::core::option::Option::Some(part) => {
                                        __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                        ::unroll_test::rt::step(1, __unroll_d_1);
                                        all
                                            += ::unroll_test::rt::question(
                                                part.parse::<u8>(),
                                                1,
                                                __unroll_d_1,
                                                0,
                                            )?;
                                    }
                                }
                            }
                        }
                    };
                }
                Ok(all)
            })
        };
        ::unroll_test::rt::check(
            0,
            {
                let result = &__unroll_result;
                result.is_ok() || s.is_empty()
            },
        );
        ::unroll_test::rt::check(1, (fits)(&__unroll_result));
        __unroll_result
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&str as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("s", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
    }
    let mut __unroll_result = __unroll_form_c2(__unroll_arg_0);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
