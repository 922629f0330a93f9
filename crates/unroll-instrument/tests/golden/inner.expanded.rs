fn total(text: &str) -> Option<u32> {
    let mut sum = 0;
    for word in text.split(' ') {
        sum += number(word)?;
    }
    return Some(sum);
    fn number(word: &str) -> Option<u32> {
        let mut value = 0;
        for byte in word.bytes() {
            if !byte.is_ascii_digit() {
                return None;
            }
            value = value * 10 + digit(byte);
        }
        Some(value)
    }
    const fn digit(byte: u8) -> u32 {
        if byte < b'0' { 0 } else { (byte - b'0') as u32 }
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_inner1() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_inner1();
        }
        ::unroll_test::rt::register!("inner1", "total", __unroll_harness_inner1);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_inner1(text: &str) -> Option<u32> {
        let mut sum = 0;
        {
            match <_ as ::core::iter::IntoIterator>::into_iter(text.split(' ')) {
                mut __unroll_iter => {
                    let mut __unroll_d_2: u32 = 0;
                    ::unroll_test::rt::enter(2);
                    loop {
                        match <_ as ::core::iter::Iterator>::next(&mut __unroll_iter) {
                            ::core::option::Option::None => {
                                ::unroll_test::rt::exit(2, __unroll_d_2, 0, 0);
                                break;
                            }
                            ::core::option::Option::Some(word) => {
                                __unroll_d_2 = __unroll_d_2.wrapping_add(1);
                                ::unroll_test::rt::step(2, __unroll_d_2);
                                sum
                                    += ::unroll_test::rt::question(
                                        ::unroll_test::rt::tried(number(word), 0, 1),
                                        2,
                                        __unroll_d_2,
                                        0,
                                    )?;
                            }
                        }
                    }
                }
            };
        }
        {
            ::unroll_test::rt::label(2);
            return Some(sum);
        };
        fn number(word: &str) -> Option<u32> {
            let mut value = 0;
            {
                match <_ as ::core::iter::IntoIterator>::into_iter(word.bytes()) {
                    mut __unroll_iter => {
                        let mut __unroll_d_1: u32 = 0;
                        let mut __unroll_m_1: u64 = 0;
                        ::unroll_test::rt::enter(1);
                        loop {
                            match <_ as ::core::iter::Iterator>::next(
                                &mut __unroll_iter,
                            ) {
                                ::core::option::Option::None => {
                                    ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                                    break;
                                }
                                ::core::option::Option::Some(byte) => {
                                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                    __unroll_m_1 = 0;
                                    ::unroll_test::rt::step(1, __unroll_d_1);
                                    if !byte.is_ascii_digit() {
                                        __unroll_m_1 |= 1;
                                        ::unroll_test::rt::label(3);
                                        return ::unroll_test::rt::leave(
                                            None,
                                            1,
                                            __unroll_d_1,
                                            __unroll_m_1,
                                            2,
                                        );
                                    } else {
                                        __unroll_m_1 |= 2;
                                        ::unroll_test::rt::label(4);
                                    }
                                    value = value * 10 + digit(byte);
                                }
                            }
                        }
                    }
                };
            }
            Some(value)
        }
        const fn digit(byte: u8) -> u32 {
            if byte < b'0' { 0 } else { (byte - b'0') as u32 }
        }
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&str as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "text",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
    }
    let mut __unroll_result = __unroll_form_inner1(__unroll_arg_0);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
