fn every_loop(items: &[u8]) -> Option<u32> {
    let mut total = 0;
    'outer: for (i, item) in items.iter().enumerate() {
        let mut rest = *item;
        while let Some(next) = rest.checked_sub(3) {
            rest = next;
            match rest {
                0 => continue 'outer,
                1 if i > 3 => break 'outer,
                2 => continue,
                _ => {}
            }
        }
        let Some(value) = items.get(rest as usize) else {
            continue;
        };
        let found = loop {
            if *value > 3 {
                break items.first()?;
            }
            if rest == 9 {
                return None;
            }
            rest += 1;
        };
        'block: {
            if *found == 7 {
                break 'block;
            }
            total += u32::from(*found);
        }
    }
    let hidden = || {
        loop {
            break 3;
        }
    };
    Some(total + hidden())
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_l() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_l();
        }
        ::unroll_test::rt::register!("l", "every_loop", __unroll_harness_l);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_l(items: &[u8]) -> Option<u32> {
        let mut total = 0;
        {
            match <_ as ::core::iter::IntoIterator>::into_iter(
                items.iter().enumerate(),
            ) {
                mut __unroll_iter => {
                    let mut __unroll_d_1: u32 = 0;
                    let mut __unroll_m_1: u64 = 0;
                    ::unroll_test::rt::enter(1);
                    'outer: loop {
                        match <_ as ::core::iter::Iterator>::next(&mut __unroll_iter) {
                            ::core::option::Option::None => {
                                ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                                break;
                            }
                            ::core::option::Option::Some((i, item)) => {
                                __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                __unroll_m_1 = 0;
                                ::unroll_test::rt::step(1, __unroll_d_1);
                                let mut rest = *item;
                                {
                                    let mut __unroll_d_2: u32 = 0;
                                    let mut __unroll_m_2: u64 = 0;
                                    ::unroll_test::rt::enter(2);
                                    loop {
                                        if let Some(next) = rest.checked_sub(3) {
                                            __unroll_d_2 = __unroll_d_2.wrapping_add(1);
                                            __unroll_m_2 = 0;
                                            ::unroll_test::rt::step(2, __unroll_d_2);
                                            rest = next;
                                            match rest {
                                                0 => {
                                                    __unroll_m_2 |= 1;
                                                    ::unroll_test::rt::exit(2, __unroll_d_2, __unroll_m_2, 4);
                                                    continue 'outer;
                                                }
                                                1 if i > 3 => {
                                                    __unroll_m_2 |= 2;
                                                    ::unroll_test::rt::exit(2, __unroll_d_2, __unroll_m_2, 4);
                                                    ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 1);
                                                    break 'outer;
                                                }
                                                2 => {
                                                    __unroll_m_2 |= 4;
                                                    continue;
                                                }
                                                _ => {
                                                    __unroll_m_2 |= 8;
                                                }
                                            }
                                        } else {
                                            ::unroll_test::rt::exit(2, __unroll_d_2, __unroll_m_2, 0);
                                            break;
                                        }
                                    }
                                }
                                let Some(value) = items.get(rest as usize) else {
                                    __unroll_m_1 |= 2;
                                    continue;
                                };
                                __unroll_m_1 |= 1;
                                let found = {
                                    let mut __unroll_d_3: u32 = 0;
                                    let mut __unroll_m_3: u64 = 0;
                                    ::unroll_test::rt::enter(3);
                                    loop {
                                        __unroll_d_3 = __unroll_d_3.wrapping_add(1);
                                        __unroll_m_3 = 0;
                                        ::unroll_test::rt::step(3, __unroll_d_3);
                                        if *value > 3 {
                                            __unroll_m_3 |= 1;
                                            break ::unroll_test::rt::leave(
                                                ::unroll_test::rt::question(
                                                    ::unroll_test::rt::question(
                                                        items.first(),
                                                        3,
                                                        __unroll_d_3,
                                                        __unroll_m_3,
                                                    ),
                                                    1,
                                                    __unroll_d_1,
                                                    __unroll_m_1,
                                                )?,
                                                3,
                                                __unroll_d_3,
                                                __unroll_m_3,
                                                1,
                                            );
                                        } else {
                                            __unroll_m_3 |= 2;
                                        }
                                        if rest == 9 {
                                            __unroll_m_3 |= 4;
                                            return ::unroll_test::rt::leave(
                                                ::unroll_test::rt::leave(
                                                    None,
                                                    3,
                                                    __unroll_d_3,
                                                    __unroll_m_3,
                                                    2,
                                                ),
                                                1,
                                                __unroll_d_1,
                                                __unroll_m_1,
                                                2,
                                            );
                                        } else {
                                            __unroll_m_3 |= 8;
                                        }
                                        rest += 1;
                                    }
                                };
                                'block: {
                                    if *found == 7 {
                                        __unroll_m_1 |= 4;
                                        break 'block;
                                    } else {
                                        __unroll_m_1 |= 8;
                                    }
                                    total += u32::from(*found);
                                }
                            }
                        }
                    }
                }
            };
        }
        let hidden = || {
            {
                let mut __unroll_d_4: u32 = 0;
                ::unroll_test::rt::enter(4);
                loop {
                    __unroll_d_4 = __unroll_d_4.wrapping_add(1);
                    ::unroll_test::rt::step(4, __unroll_d_4);
                    break ::unroll_test::rt::leave(3, 4, __unroll_d_4, 0, 1);
                }
            }
        };
        Some(total + hidden())
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&[u8] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "items",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
    }
    let mut __unroll_result = __unroll_form_l(__unroll_arg_0);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
