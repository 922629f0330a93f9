pub fn log(out: &mut dyn Write, shape: &dyn Shape, lines: u8) {
    for line in 0..lines {
        out.write(&[line]);
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_k__log() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_k__log();
        }
        ::unroll_test::rt::register!("k__log", "log", __unroll_harness_k__log);
    };
    #[doc(hidden)]
    #[allow(
        warnings,
        clippy::all,
        clippy::pedantic,
        clippy::nursery,
        clippy::restriction
    )]
    fn __unroll_form_k__log(out: &mut dyn Write, shape: &dyn Shape, lines: u8) {
        {
            match <_ as ::core::iter::IntoIterator>::into_iter(0..lines) {
                mut __unroll_iter => {
                    let mut __unroll_d_1: u32 = 0;
                    ::unroll_test::rt::enter(1);
                    loop {
                        match <_ as ::core::iter::Iterator>::next(&mut __unroll_iter) {
                            ::core::option::Option::None => {
                                ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                                break;
                            }
                            ::core::option::Option::Some(line) => {
                                __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                ::unroll_test::rt::step(1, __unroll_d_1);
                                out.write(&[line]);
                            }
                        }
                    }
                }
            };
        }
    }
    type Dyn1 = Vec<u8>;
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&mut Dyn1 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <&dyn Shape as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    let mut __unroll_arg_2 = ::core::hint::black_box(
        <u8 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(2)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg("out", &__unroll_arg_0, ::unroll_test::rt::Key::param(0));
        ::unroll_test::rt::arg(
            "shape",
            &__unroll_arg_1,
            ::unroll_test::rt::Key::param(1),
        );
        ::unroll_test::rt::arg(
            "lines",
            &__unroll_arg_2,
            ::unroll_test::rt::Key::param(2),
        );
    }
    let mut __unroll_result = __unroll_form_k__log(
        __unroll_arg_0,
        __unroll_arg_1,
        __unroll_arg_2,
    );
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
        ::core::mem::drop(__unroll_result);
        ::unroll_test::rt::after!("out", & mut __unroll_arg_0);
    }
}
