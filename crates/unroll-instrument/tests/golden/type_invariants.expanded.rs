struct Ring<T: Ord, const N: usize>
where
    T: Copy,
{
    items: [T; N],
    len: usize,
}
#[automatically_derived]
#[allow(
    unused_parens,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery
)]
impl<T: Ord, const N: usize> ::unroll_test::Invariant for Ring<T, N>
where
    T: Copy,
{
    fn holds(&self) -> bool {
        (self.len <= LIMIT) && (self.is_tidy() || self.len == 0)
    }
}
#[requires(n>0)]
fn fill(ring: &mut Ring<u8, 4>, n: usize) -> Option<Ring<u8, 4>> {
    ring.len = n;
    None
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_k1() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_k1();
        }
        ::unroll_test::rt::register!("k1", "fill", __unroll_harness_k1);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_k1(ring: &mut Ring<u8, 4>, n: usize) -> Option<Ring<u8, 4>> {
        ::unroll_test::rt::assume(0, n > 0);
        {
            ring.len = n;
            None
        }
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&mut Ring<u8, 4> as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <usize as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    let __unroll_held_0 = ::unroll_test::rt::judged_by(|| ::unroll_test::Invariant::holds(
        &__unroll_arg_0,
    ));
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "ring",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
        ::unroll_test::rt::arg("n", &__unroll_arg_1, ::unroll_test::rt::Key::param(1));
    }
    let mut __unroll_result = __unroll_form_k1(__unroll_arg_0, __unroll_arg_1);
    ::unroll_test::rt::check(
        2,
        ::unroll_test::rt::judged_by(|| ::unroll_test::Invariant::holds(
            &__unroll_result,
        )),
    );
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
    ::core::mem::drop(__unroll_result);
    ::unroll_test::rt::check(
        1,
        !__unroll_held_0
            || ::unroll_test::rt::judged_by(|| ::unroll_test::Invariant::holds(
                &__unroll_arg_0,
            )),
    );
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::after!("ring", & mut __unroll_arg_0);
    }
}
impl Ring<u8, 4> {
    fn grow(&mut self) {
        self.len += 1;
    }
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_k2(&mut self) {
        self.len += 1;
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
    fn __unroll_harness_k2() {
        const _: () = {
            unsafe extern "Rust" {
                safe fn __unroll_harness_k2();
            }
            ::unroll_test::rt::register!("k2", "grow", __unroll_harness_k2);
        };
        let mut __unroll_arg_0 = ::core::hint::black_box(
            <&mut Self as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
        );
        let __unroll_held_0 = ::unroll_test::rt::judged_by(|| ::unroll_test::Invariant::holds(
            &__unroll_arg_0,
        ));
        ::unroll_test::rt::given();
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::arg(
                "self",
                &__unroll_arg_0,
                ::unroll_test::rt::Key::param(0),
            );
        }
        let mut __unroll_result = Self::__unroll_form_k2(__unroll_arg_0);
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::show!(& mut __unroll_result);
        }
        ::core::mem::drop(__unroll_result);
        ::unroll_test::rt::check(
            0,
            !__unroll_held_0
                || ::unroll_test::rt::judged_by(|| ::unroll_test::Invariant::holds(
                    &__unroll_arg_0,
                )),
        );
        if ::unroll_test::rt::native() {
            ::unroll_test::rt::after!("self", & mut __unroll_arg_0);
        }
    }
}
