fn largest<'a, T: PartialOrd + Copy, const N: usize>(
    items: &'a [T; N],
    mut floor: T,
) -> T {
    for item in items {
        if *item > floor {
            floor = *item;
        }
    }
    floor
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_g() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_g();
        }
        ::unroll_test::rt::register!("g", "largest", __unroll_harness_g);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_g<'a, T: PartialOrd + Copy, const N: usize>(
        items: &'a [T; N],
        mut floor: T,
    ) -> T {
        {
            match <_ as ::core::iter::IntoIterator>::into_iter(items) {
                mut __unroll_iter => {
                    let mut __unroll_d_1: u32 = 0;
                    let mut __unroll_m_1: u64 = 0;
                    ::unroll_test::rt::enter(1);
                    loop {
                        match <_ as ::core::iter::Iterator>::next(&mut __unroll_iter) {
                            ::core::option::Option::None => {
                                ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                                break;
                            }
                            ::core::option::Option::Some(item) => {
                                __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                __unroll_m_1 = 0;
                                ::unroll_test::rt::step(1, __unroll_d_1);
                                if *item > floor {
                                    __unroll_m_1 |= 1;
                                    floor = *item;
                                } else {
                                    __unroll_m_1 |= 2;
                                }
                            }
                        }
                    }
                }
            };
        }
        floor
    }
    type T = i32;
    const N: usize = 4;
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&'_ [T; N] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <T as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "items",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
        ::unroll_test::rt::arg(
            "floor",
            &__unroll_arg_1,
            ::unroll_test::rt::Key::param(1),
        );
    }
    let mut __unroll_result = __unroll_form_g::<
        T,
        { N },
    >(__unroll_arg_0, __unroll_arg_1);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
fn plain(n: u32) -> u32 {
    (0..n).sum()
}
