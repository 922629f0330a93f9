impl<'a> Cursor<'a> {
    pub fn skip(&mut self, (from, to): (u8, u8), out: &'a mut [u8]) -> &'a [u8] {
        while self.next() == Some(from) {}
        out
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_m1(&mut self, (from, to): (u8, u8), out: &'a mut [u8]) -> &'a [u8] {
        {
            let mut __unroll_d_1: u32 = 0;
            ::unroll_test::rt::enter(1);
            loop {
                if self.next() == Some(from) {
                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                    ::unroll_test::rt::step(1, __unroll_d_1);
                } else {
                    ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                    break;
                }
            }
        }
        out
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    #[unsafe(no_mangle)]
    fn __unroll_harness_m1() {
        const _: () = {
            unsafe extern "Rust" {
                safe fn __unroll_harness_m1();
            }
            ::unroll_test::rt::register!("m1", "skip", __unroll_harness_m1);
        };
        let mut __unroll_arg_0 = ::core::hint::black_box(
            <&mut Self as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
        );
        let mut __unroll_arg_1 = ::core::hint::black_box(
            <(u8, u8) as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
        );
        let mut __unroll_arg_2 = ::core::hint::black_box(
            <&'_ mut [u8] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(2)),
        );
        ::unroll_test::rt::given();
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::arg(
                "self",
                &__unroll_arg_0,
                ::unroll_test::rt::Key::param(0),
            );
            ::unroll_test::rt::arg(
                "arg1",
                &__unroll_arg_1,
                ::unroll_test::rt::Key::param(1),
            );
            ::unroll_test::rt::arg(
                "out",
                &__unroll_arg_2,
                ::unroll_test::rt::Key::param(2),
            );
        }
        let mut __unroll_result = Self::__unroll_form_m1(
            __unroll_arg_0,
            __unroll_arg_1,
            __unroll_arg_2,
        );
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::show!(& mut __unroll_result);
            ::core::mem::drop(__unroll_result);
            ::unroll_test::rt::after!("self", & mut __unroll_arg_0);
        }
    }
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_m2(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    #[unsafe(no_mangle)]
    fn __unroll_harness_m2() {
        const _: () = {
            unsafe extern "Rust" {
                safe fn __unroll_harness_m2();
            }
            ::unroll_test::rt::register!("m2", "new", __unroll_harness_m2);
        };
        let mut __unroll_arg_0 = ::core::hint::black_box(
            <&'_ [u8] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
        );
        ::unroll_test::rt::given();
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::arg(
                "bytes",
                &__unroll_arg_0,
                ::unroll_test::rt::Key::param(0),
            );
        }
        let mut __unroll_result = Self::__unroll_form_m2(__unroll_arg_0);
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::show!(& mut __unroll_result);
        }
    }
    fn table(n: u8) -> u8 {
        n
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    #[unsafe(no_mangle)]
    fn __unroll_harness_m3() {
        const _: () = {
            unsafe extern "Rust" {
                safe fn __unroll_harness_m3();
            }
            ::unroll_test::rt::register!("m3", "table", __unroll_harness_m3);
        };
        #[doc(hidden)]
        #[allow(
            warnings,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
        fn __unroll_form_m3(n: u8) -> u8 {
            n
        }
        let mut __unroll_arg_0 = ::core::hint::black_box(
            <u8 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
        );
        ::unroll_test::rt::given();
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::arg(
                "n",
                &__unroll_arg_0,
                ::unroll_test::rt::Key::param(0),
            );
        }
        let mut __unroll_result = __unroll_form_m3(__unroll_arg_0);
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::show!(& mut __unroll_result);
        }
    }
}
