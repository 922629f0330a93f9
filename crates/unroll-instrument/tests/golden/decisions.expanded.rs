fn decided(a: u8, b: bool) -> u8 {
    label!("large", a > 100);
    if a > 3 && !(b || a == 9) {
        return 1;
    }
    assert!(a > 7 || b);
    assert!(a > 7 || b, "{a} is large");
    assert!([a].iter().all(|it| *it > 7 || b));
    while let Some(_) = None::<u8> {}
    match a {
        n if n == 4 => 2,
        _ => 3,
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_d1() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_d1();
        }
        ::unroll_test::rt::register!("d1", "decided", __unroll_harness_d1);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_d1(a: u8, b: bool) -> u8 {
        ::unroll_test::rt::judged(50, a > 100);
        if {
            let mut __unroll_c_0: ::core::primitive::u64 = 0;
            let __unroll_o_0: ::core::primitive::bool = ::unroll_test::rt::noted(
                &mut __unroll_c_0,
                0,
                a > 3,
            )
                && !(::unroll_test::rt::noted(&mut __unroll_c_0, 1, b)
                    || ::unroll_test::rt::noted(&mut __unroll_c_0, 2, a == 9));
            ::unroll_test::rt::judged(
                0,
                ((__unroll_c_0 >> 1 & 1) & (__unroll_c_0 >> 0 & 1) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                1,
                ((__unroll_c_0 >> 1 & 1) & (1 ^ (__unroll_c_0 >> 0 & 1)) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                2,
                ((__unroll_c_0 >> 3 & 1) & (__unroll_c_0 >> 2 & 1) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                3,
                ((__unroll_c_0 >> 3 & 1) & (1 ^ (__unroll_c_0 >> 2 & 1)) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                4,
                ((__unroll_c_0 >> 5 & 1) & (__unroll_c_0 >> 4 & 1) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                5,
                ((__unroll_c_0 >> 5 & 1) & (1 ^ (__unroll_c_0 >> 4 & 1)) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                6,
                (((__unroll_c_0 == 15) as ::core::primitive::u64)) == 1,
            );
            ::unroll_test::rt::judged(
                7,
                (((__unroll_c_0 == 59) as ::core::primitive::u64)) == 1,
            );
            ::unroll_test::rt::judged(
                8,
                (((__unroll_c_0 == 43) as ::core::primitive::u64)) == 1,
            );
            ::unroll_test::rt::judged(
                9,
                (((__unroll_c_0 == 2) as ::core::primitive::u64)) == 1,
            );
            ::unroll_test::rt::judged(
                10,
                ((__unroll_c_0 >> 1 & 1) & (__unroll_c_0 >> 0 & 1)
                    & (1
                        & ((1 ^ (__unroll_c_0 >> 3 & 1))
                            | (1
                                ^ ((__unroll_c_0 >> 2 & 1) | (__unroll_c_0 >> 4 & 1))))))
                    == 1,
            );
            ::unroll_test::rt::judged(
                11,
                ((__unroll_c_0 >> 1 & 1) & (1 ^ (__unroll_c_0 >> 0 & 1))
                    & (1
                        & ((1 ^ (__unroll_c_0 >> 3 & 1))
                            | (1
                                ^ ((__unroll_c_0 >> 2 & 1) | (__unroll_c_0 >> 4 & 1))))))
                    == 1,
            );
            ::unroll_test::rt::judged(
                12,
                ((__unroll_c_0 >> 3 & 1) & (__unroll_c_0 >> 2 & 1)
                    & (1
                        & ((1 ^ (__unroll_c_0 >> 5 & 1))
                            | (1 ^ (__unroll_c_0 >> 4 & 1))))) == 1,
            );
            ::unroll_test::rt::judged(
                13,
                ((__unroll_c_0 >> 3 & 1) & (1 ^ (__unroll_c_0 >> 2 & 1))
                    & (1
                        & ((1 ^ (__unroll_c_0 >> 5 & 1))
                            | (1 ^ (__unroll_c_0 >> 4 & 1))))) == 1,
            );
            ::unroll_test::rt::judged(
                14,
                ((__unroll_c_0 >> 5 & 1) & (__unroll_c_0 >> 4 & 1) & 1) == 1,
            );
            ::unroll_test::rt::judged(
                15,
                ((__unroll_c_0 >> 5 & 1) & (1 ^ (__unroll_c_0 >> 4 & 1)) & 1) == 1,
            );
            __unroll_o_0
        } {
            return 1;
        }
        assert!(
            ::unroll_test::rt::asserted(
                {
                    let mut __unroll_c_1: ::core::primitive::u64 = 0;
                    let __unroll_o_1: ::core::primitive::bool = ::unroll_test::rt::noted(
                        &mut __unroll_c_1,
                        0,
                        a > 7,
                    ) || ::unroll_test::rt::noted(&mut __unroll_c_1, 1, b);
                    ::unroll_test::rt::judged(
                        16,
                        ((__unroll_c_1 >> 1 & 1) & (__unroll_c_1 >> 0 & 1) & 1) == 1,
                    );
                    ::unroll_test::rt::judged(
                        17,
                        ((__unroll_c_1 >> 1 & 1) & (1 ^ (__unroll_c_1 >> 0 & 1)) & 1)
                            == 1,
                    );
                    ::unroll_test::rt::judged(
                        18,
                        ((__unroll_c_1 >> 3 & 1) & (__unroll_c_1 >> 2 & 1) & 1) == 1,
                    );
                    ::unroll_test::rt::judged(
                        19,
                        ((__unroll_c_1 >> 3 & 1) & (1 ^ (__unroll_c_1 >> 2 & 1)) & 1)
                            == 1,
                    );
                    ::unroll_test::rt::judged(
                        20,
                        (((__unroll_c_1 == 3) as ::core::primitive::u64)) == 1,
                    );
                    ::unroll_test::rt::judged(
                        21,
                        (((__unroll_c_1 == 14) as ::core::primitive::u64)) == 1,
                    );
                    ::unroll_test::rt::judged(
                        22,
                        (((__unroll_c_1 == 10) as ::core::primitive::u64)) == 1,
                    );
                    ::unroll_test::rt::judged(
                        23,
                        ((__unroll_c_1 >> 1 & 1) & (__unroll_c_1 >> 0 & 1)
                            & (1
                                & ((1 ^ (__unroll_c_1 >> 3 & 1))
                                    | (1 ^ (__unroll_c_1 >> 2 & 1))))) == 1,
                    );
                    ::unroll_test::rt::judged(
                        24,
                        ((__unroll_c_1 >> 1 & 1) & (1 ^ (__unroll_c_1 >> 0 & 1))
                            & (1
                                & ((1 ^ (__unroll_c_1 >> 3 & 1))
                                    | (1 ^ (__unroll_c_1 >> 2 & 1))))) == 1,
                    );
                    ::unroll_test::rt::judged(
                        25,
                        ((__unroll_c_1 >> 3 & 1) & (__unroll_c_1 >> 2 & 1) & 1) == 1,
                    );
                    ::unroll_test::rt::judged(
                        26,
                        ((__unroll_c_1 >> 3 & 1) & (1 ^ (__unroll_c_1 >> 2 & 1)) & 1)
                            == 1,
                    );
                    __unroll_o_1
                },
                {
                    const _: () = {
                        #[allow(unused_imports)]
                        use ::unroll_test::rt::assertions::*;
                        assert!(true);
                    };
                },
            ),
            "assertion failed: a > 7 || b",
        );
        assert!(
            {
                let mut __unroll_c_2: ::core::primitive::u64 = 0;
                let __unroll_o_2: ::core::primitive::bool = ::unroll_test::rt::noted(
                    &mut __unroll_c_2,
                    0,
                    a > 7,
                ) || ::unroll_test::rt::noted(&mut __unroll_c_2, 1, b);
                ::unroll_test::rt::judged(
                    27,
                    ((__unroll_c_2 >> 1 & 1) & (__unroll_c_2 >> 0 & 1) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    28,
                    ((__unroll_c_2 >> 1 & 1) & (1 ^ (__unroll_c_2 >> 0 & 1)) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    29,
                    ((__unroll_c_2 >> 3 & 1) & (__unroll_c_2 >> 2 & 1) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    30,
                    ((__unroll_c_2 >> 3 & 1) & (1 ^ (__unroll_c_2 >> 2 & 1)) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    31,
                    (((__unroll_c_2 == 3) as ::core::primitive::u64)) == 1,
                );
                ::unroll_test::rt::judged(
                    32,
                    (((__unroll_c_2 == 14) as ::core::primitive::u64)) == 1,
                );
                ::unroll_test::rt::judged(
                    33,
                    (((__unroll_c_2 == 10) as ::core::primitive::u64)) == 1,
                );
                ::unroll_test::rt::judged(
                    34,
                    ((__unroll_c_2 >> 1 & 1) & (__unroll_c_2 >> 0 & 1)
                        & (1
                            & ((1 ^ (__unroll_c_2 >> 3 & 1))
                                | (1 ^ (__unroll_c_2 >> 2 & 1))))) == 1,
                );
                ::unroll_test::rt::judged(
                    35,
                    ((__unroll_c_2 >> 1 & 1) & (1 ^ (__unroll_c_2 >> 0 & 1))
                        & (1
                            & ((1 ^ (__unroll_c_2 >> 3 & 1))
                                | (1 ^ (__unroll_c_2 >> 2 & 1))))) == 1,
                );
                ::unroll_test::rt::judged(
                    36,
                    ((__unroll_c_2 >> 3 & 1) & (__unroll_c_2 >> 2 & 1) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    37,
                    ((__unroll_c_2 >> 3 & 1) & (1 ^ (__unroll_c_2 >> 2 & 1)) & 1) == 1,
                );
                __unroll_o_2
            },
            "{a} is large",
        );
        assert!([a].iter().all(|it| *it > 7 || b));
        {
            let mut __unroll_d_1: u32 = 0;
            ::unroll_test::rt::enter(1);
            loop {
                if let Some(_) = None::<u8> {
                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                    ::unroll_test::rt::step(1, __unroll_d_1);
                    ::unroll_test::rt::label(38);
                    ::unroll_test::rt::label(40);
                    ::unroll_test::rt::label(42);
                } else {
                    ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                    ::unroll_test::rt::label(39);
                    ::unroll_test::rt::label(41);
                    ::unroll_test::rt::label(43);
                    break;
                }
            }
        }
        match a {
            n if {
                let mut __unroll_c_4: ::core::primitive::u64 = 0;
                let __unroll_o_3: ::core::primitive::bool = ::unroll_test::rt::noted(
                    &mut __unroll_c_4,
                    0,
                    n == 4,
                );
                ::unroll_test::rt::judged(
                    44,
                    ((__unroll_c_4 >> 1 & 1) & (__unroll_c_4 >> 0 & 1) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    45,
                    ((__unroll_c_4 >> 1 & 1) & (1 ^ (__unroll_c_4 >> 0 & 1)) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    46,
                    (((__unroll_c_4 == 3) as ::core::primitive::u64)) == 1,
                );
                ::unroll_test::rt::judged(
                    47,
                    (((__unroll_c_4 == 2) as ::core::primitive::u64)) == 1,
                );
                ::unroll_test::rt::judged(
                    48,
                    ((__unroll_c_4 >> 1 & 1) & (__unroll_c_4 >> 0 & 1) & 1) == 1,
                );
                ::unroll_test::rt::judged(
                    49,
                    ((__unroll_c_4 >> 1 & 1) & (1 ^ (__unroll_c_4 >> 0 & 1)) & 1) == 1,
                );
                __unroll_o_3
            } => 2,
            _ => 3,
        }
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <u8 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <bool as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("a", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
        ::unroll_test::rt::arg("b", &__unroll_arg_1, ::unroll_test::rt::Key::param(1));
    }
    let mut __unroll_result = __unroll_form_d1(__unroll_arg_0, __unroll_arg_1);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
