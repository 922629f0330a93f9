impl Counter {
    fn depth(&self, items: &[u8]) -> u32 {
        let __unroll_activation = ::unroll_test::rt::activation!(__unroll_form_r_again);
        let total = items.iter().map(|item| if *item == 0 { 0 } else { 1 }).sum::<u32>();
        total + self.depth(&items[1..])
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_r(&self, items: &[u8]) -> u32 {
        let total = items
            .iter()
            .map({
                ::unroll_test::rt::made(1);
                |item| {
                    ::unroll_test::rt::called(1);
                    if *item == 0 {
                        ::unroll_test::rt::branch(1, 1);
                        0
                    } else {
                        ::unroll_test::rt::branch(1, 2);
                        1
                    }
                }
            })
            .sum::<u32>();
        total + self.depth(&items[1..])
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
    fn __unroll_harness_r() {
        const _: () = {
            unsafe extern "Rust" {
                safe fn __unroll_harness_r();
            }
            ::unroll_test::rt::register!("r", "depth", __unroll_harness_r);
        };
        let mut __unroll_arg_0 = ::core::hint::black_box(
            <&Self as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
        );
        let mut __unroll_arg_1 = ::core::hint::black_box(
            <&[u8] as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
        );
        ::unroll_test::rt::given();
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::arg(
                "self",
                &__unroll_arg_0,
                ::unroll_test::rt::Key::param(0),
            );
            ::unroll_test::rt::arg(
                "items",
                &__unroll_arg_1,
                ::unroll_test::rt::Key::param(1),
            );
        }
        #[unsafe(no_mangle)]
        #[inline(never)]
        fn __unroll_form_r_again() -> ::unroll_test::rt::Activation {
            ::unroll_test::rt::again(12638208091276578005, 2)
        }
        ::unroll_test::rt::fresh(1);
        ::unroll_test::rt::recursion(12638208091276578005);
        let mut __unroll_result = Self::__unroll_form_r(__unroll_arg_0, __unroll_arg_1);
        ::unroll_test::rt::left(1);
        ::unroll_test::rt::recurred(2);
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::show!(& mut __unroll_result);
        }
    }
}
