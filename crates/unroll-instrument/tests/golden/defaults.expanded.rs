fn since(start: &Stamp, until: Option<&mut Stamp>, text: &str) -> usize {
    text.len()
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_k__since() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_k__since();
        }
        ::unroll_test::rt::register!("k__since", "since", __unroll_harness_k__since);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_k__since(
        start: &Stamp,
        until: Option<&mut Stamp>,
        text: &str,
    ) -> usize {
        text.len()
    }
    let mut __unroll_arg_0 = ::core::hint::black_box({
        use ::unroll_test::rt::{ByDefault as _, ByInput as _};
        &*::unroll_test::rt::lent(
            (&::unroll_test::rt::Source::<Stamp>::NEW)
                .any(::unroll_test::rt::Key::param(0).shared()),
        )
    });
    let mut __unroll_arg_1 = ::core::hint::black_box({
        use ::unroll_test::rt::{ByDefault as _, ByInput as _};
        (&::unroll_test::rt::Source::<Option<&mut Stamp>>::NEW)
            .any(::unroll_test::rt::Key::param(1))
    });
    let mut __unroll_arg_2 = ::core::hint::black_box({
        use ::unroll_test::rt::{ByDefault as _, ByInput as _};
        (&::unroll_test::rt::Source::<&str>::NEW).any(::unroll_test::rt::Key::param(2))
    });
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg_by(
            "start",
            |out| {
                use ::unroll_test::rt::{ByDefault as _, ByInput as _};
                ::unroll_test::rt::describe_lent(
                    false,
                    out,
                    |out| {
                        (&::unroll_test::rt::Source::<Stamp>::NEW)
                            .describe(
                                &**&__unroll_arg_0,
                                ::unroll_test::rt::Key::param(0),
                                out,
                            )
                    },
                )
            },
        );
        ::unroll_test::rt::arg_by(
            "until",
            |out| {
                use ::unroll_test::rt::{ByDefault as _, ByInput as _};
                (&::unroll_test::rt::Source::<Option<&mut Stamp>>::NEW)
                    .describe(&__unroll_arg_1, ::unroll_test::rt::Key::param(1), out)
            },
        );
        ::unroll_test::rt::arg_by(
            "text",
            |out| {
                use ::unroll_test::rt::{ByDefault as _, ByInput as _};
                (&::unroll_test::rt::Source::<&str>::NEW)
                    .describe(&__unroll_arg_2, ::unroll_test::rt::Key::param(2), out)
            },
        );
    }
    let mut __unroll_result = __unroll_form_k__since(
        __unroll_arg_0,
        __unroll_arg_1,
        __unroll_arg_2,
    );
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
