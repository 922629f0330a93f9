#[ensures(|&found|found<9)]
fn left_by_macros(rows: &[Vec<u8>]) -> u8 {
    let mut total = 0;
    'rows: for row in rows {
        for item in row {
            match item {
                0 => leave!(total),
                1 => next!('rows),
                2 => return total,
                _ => total += item,
            }
        }
    }
    let last = loop {
        total = total.saturating_sub(rows.first().map_or(1, |row| row[0]));
        if total < 3 {
            stop!(total);
        }
    };
    while last < total {
        println!("{total}");
        total -= 1;
    }
    last
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_m() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_m();
        }
        ::unroll_test::rt::register!("m", "left_by_macros", __unroll_harness_m);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_m(rows: &[Vec<u8>]) -> u8 {
        let __unroll_result = {
            #[inline(always)]
            fn __unroll_once<__R>(body: impl ::core::ops::FnOnce() -> __R) -> __R {
                body()
            }
            __unroll_once(|| -> u8 {
                let mut total = 0;
                {
                    match <_ as ::core::iter::IntoIterator>::into_iter(rows) {
                        mut __unroll_iter => {
                            ::unroll_test::rt::made(1);
                            'rows: loop {
                                ::unroll_test::rt::ended(2, 4);
                                match <_ as ::core::iter::Iterator>::next(
                                    &mut __unroll_iter,
                                ) {
                                    ::core::option::Option::None => {
                                        ::unroll_test::rt::ended(1, 0);
                                        break;
                                    }
                                    ::core::option::Option::Some(row) => {
                                        ::unroll_test::rt::called(1);
                                        {
                                            match <_ as ::core::iter::IntoIterator>::into_iter(row) {
                                                mut __unroll_iter => {
                                                    ::unroll_test::rt::made(2);
                                                    loop {
                                                        match <_ as ::core::iter::Iterator>::next(
                                                            &mut __unroll_iter,
                                                        ) {
                                                            ::core::option::Option::None => {
                                                                ::unroll_test::rt::ended(2, 0);
                                                                break;
                                                            }
                                                            ::core::option::Option::Some(item) => {
                                                                ::unroll_test::rt::called(2);
                                                                match item {
                                                                    0 => {
                                                                        ::unroll_test::rt::branch(2, 1);
                                                                        leave!(total)
                                                                    }
                                                                    1 => {
                                                                        ::unroll_test::rt::branch(2, 2);
                                                                        next!('rows)
                                                                    }
                                                                    2 => {
                                                                        ::unroll_test::rt::branch(2, 4);
                                                                        return ::unroll_test::rt::ended_with(
                                                                            ::unroll_test::rt::ended_with(total, 2, 2),
                                                                            1,
                                                                            2,
                                                                        );
                                                                    }
                                                                    _ => {
                                                                        ::unroll_test::rt::branch(2, 8);
                                                                        total += item;
                                                                    }
                                                                }
                                                            }
                                                        }
                                                    }
                                                    ::unroll_test::rt::ended(2, 1);
                                                }
                                            };
                                        }
                                    }
                                }
                            }
                            ::unroll_test::rt::ended(2, 4);
                            ::unroll_test::rt::ended(1, 1);
                        }
                    };
                }
                let last = {
                    ::unroll_test::rt::made(3);
                    match loop {
                        ::unroll_test::rt::called(3);
                        total = total
                            .saturating_sub(rows.first().map_or(1, |row| row[0]));
                        if total < 3 {
                            ::unroll_test::rt::branch(3, 1);
                            stop!(total);
                        } else {
                            ::unroll_test::rt::branch(3, 2);
                        }
                    } {
                        __unroll_value => {
                            ::unroll_test::rt::ended(3, 1);
                            __unroll_value
                        }
                    }
                };
                {
                    let mut __unroll_d_4: u32 = 0;
                    ::unroll_test::rt::enter(4);
                    '__unroll_exit_4: {
                        if last < total {
                            '__unroll_next_4: {
                                __unroll_d_4 = 1;
                                ::unroll_test::rt::step(4, __unroll_d_4);
                                println!("{total}");
                                total -= 1;
                            }
                        } else {
                            ::unroll_test::rt::exit(4, __unroll_d_4, 0, 0);
                            break '__unroll_exit_4;
                        }
                        if last < total {
                            '__unroll_next_4: {
                                __unroll_d_4 = 2;
                                ::unroll_test::rt::step(4, __unroll_d_4);
                                println!("{total}");
                                total -= 1;
                            }
                        } else {
                            ::unroll_test::rt::exit(4, __unroll_d_4, 0, 0);
                            break '__unroll_exit_4;
                        }
                        if last < total {
                            ::unroll_test::rt::inapplicable(4);
                        } else {
                            ::unroll_test::rt::exit(4, __unroll_d_4, 0, 0);
                        }
                    }
                }
                last
            })
        };
        ::unroll_test::rt::ended(3, 2);
        ::unroll_test::rt::ended(2, 2);
        ::unroll_test::rt::ended(1, 2);
        ::unroll_test::rt::check(
            0,
            {
                let &found = &__unroll_result;
                found < 9
            },
        );
        __unroll_result
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&[Vec<u8>] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "rows",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
    }
    ::unroll_test::rt::fresh(1);
    ::unroll_test::rt::fresh(2);
    ::unroll_test::rt::fresh(3);
    let mut __unroll_result = __unroll_form_m(__unroll_arg_0);
    ::unroll_test::rt::ended(3, 2);
    ::unroll_test::rt::ended(2, 2);
    ::unroll_test::rt::ended(1, 2);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
