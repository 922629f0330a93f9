fn ways(a: &[u8], mode: u8) -> Option<u8> {
    let Some(first) = a.first() else { return None };
    if mode == 1 {
        return Some(*first);
    }
    let mut n = match mode {
        0 => 3,
        x if x > 9 => a.get(1)?.clone(),
        _ => return None,
    };
    while n > 2 {
        if n == 7 {
            break;
        } else if n == 5 {
            n -= 2;
        } else {
            n -= 1;
        }
    }
    while let Some(_) = a.get(usize::from(n)) {
        n += 1;
    }
    let even = || if n % 2 == 0 { 1 } else { 0 };
    Some(even())
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_b1() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_b1();
        }
        ::unroll_test::rt::register!("b1", "ways", __unroll_harness_b1);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_b1(a: &[u8], mode: u8) -> Option<u8> {
        let Some(first) = a.first() else {
            ::unroll_test::rt::label(1);
            return None;
        };
        ::unroll_test::rt::label(0);
        if mode == 1 {
            ::unroll_test::rt::label(2);
            return Some(*first);
        } else {
            ::unroll_test::rt::label(3);
        }
        let mut n = match mode {
            0 => {
                ::unroll_test::rt::label(4);
                3
            }
            x if ::unroll_test::rt::guard(x > 9, 5) => {
                ::unroll_test::rt::label(6);
                ::unroll_test::rt::tried(a.get(1), 7, 8)?.clone()
            }
            _ => {
                ::unroll_test::rt::label(9);
                return None;
            }
        };
        {
            let mut __unroll_d_1: u32 = 0;
            let mut __unroll_m_1: u64 = 0;
            ::unroll_test::rt::enter(1);
            loop {
                if n > 2 {
                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                    __unroll_m_1 = 0;
                    ::unroll_test::rt::step(1, __unroll_d_1);
                    ::unroll_test::rt::label(10);
                    if n == 7 {
                        __unroll_m_1 |= 1;
                        ::unroll_test::rt::label(11);
                        {
                            ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 1);
                            break;
                        };
                    } else if n == 5 {
                        __unroll_m_1 |= 2;
                        ::unroll_test::rt::label(12);
                        n -= 2;
                    } else {
                        __unroll_m_1 |= 4;
                        ::unroll_test::rt::label(13);
                        n -= 1;
                    }
                } else {
                    ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                    ::unroll_test::rt::label(14);
                    break;
                }
            }
        }
        {
            let mut __unroll_d_2: u32 = 0;
            ::unroll_test::rt::enter(2);
            loop {
                if let Some(_) = a.get(usize::from(n)) {
                    __unroll_d_2 = __unroll_d_2.wrapping_add(1);
                    ::unroll_test::rt::step(2, __unroll_d_2);
                    ::unroll_test::rt::label(15);
                    n += 1;
                } else {
                    ::unroll_test::rt::exit(2, __unroll_d_2, 0, 0);
                    ::unroll_test::rt::label(16);
                    break;
                }
            }
        }
        let even = || {
            if n % 2 == 0 {
                ::unroll_test::rt::label(17);
                1
            } else {
                ::unroll_test::rt::label(18);
                0
            }
        };
        Some(even())
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&[u8] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <u8 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("a", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
        ::unroll_test::rt::arg(
            "mode",
            &__unroll_arg_1,
            ::unroll_test::rt::Key::param(1),
        );
    }
    let mut __unroll_result = __unroll_form_b1(__unroll_arg_0, __unroll_arg_1);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
