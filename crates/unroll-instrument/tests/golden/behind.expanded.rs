impl<'a> std::iter::Iterator for Ones<'a> {
    type Item = &'a u8;
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        while let Some(byte) = self.bytes.next() {
            if *byte != 0 {
                return Self::Item::into(byte);
            }
        }
        None
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_k__ones_next() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_k__ones_next();
        }
        ::unroll_test::rt::register!(
            "k__ones_next", "next", __unroll_harness_k__ones_next
        );
    };
    use ::unroll_test::rt::std::iter::Iterator as _;
    trait __UnrollForm<'a>: ::core::marker::Sized {
        fn __unroll_form_k__ones_next(&mut self) -> Option<&'a u8>;
    }
    impl<'a> __UnrollForm<'a> for Ones<'a> {
        #[doc(hidden)]
        #[allow(
            warnings,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
        fn __unroll_form_k__ones_next(&mut self) -> Option<&'a u8> {
            {
                let mut __unroll_d_1: u32 = 0;
                let mut __unroll_m_1: u64 = 0;
                ::unroll_test::rt::enter(1);
                loop {
                    if let Some(byte) = self.bytes.next() {
                        __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                        __unroll_m_1 = 0;
                        ::unroll_test::rt::step(1, __unroll_d_1);
                        if *byte != 0 {
                            __unroll_m_1 |= 1;
                            return ::unroll_test::rt::leave(
                                <&'a u8>::into(byte),
                                1,
                                __unroll_d_1,
                                __unroll_m_1,
                                2,
                            );
                        } else {
                            __unroll_m_1 |= 2;
                        }
                    } else {
                        ::unroll_test::rt::exit(1, __unroll_d_1, __unroll_m_1, 0);
                        break;
                    }
                }
            }
            None
        }
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&mut Ones<'_> as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "self",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
    }
    let mut __unroll_result = <Ones<
        '_,
    > as __UnrollForm>::__unroll_form_k__ones_next(__unroll_arg_0);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
        ::core::mem::drop(__unroll_result);
        ::unroll_test::rt::after!("self", & mut __unroll_arg_0);
    }
}
impl<T: Ord, const N: usize> Stack<T, N>
where
    T: Copy,
{
    pub fn insert(mut self, item: T, name: impl AsRef<str>) -> Self {
        for (place, _) in name.as_ref().bytes().enumerate() {
            self.items[place % N] = item;
        }
        self
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_k__stack_insert() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_k__stack_insert();
        }
        ::unroll_test::rt::register!(
            "k__stack_insert", "insert", __unroll_harness_k__stack_insert
        );
    };
    trait __UnrollForm<T: Ord, const N: usize>: ::core::marker::Sized
    where
        T: Copy,
    {
        fn __unroll_form_k__stack_insert<Impl1: AsRef<str>>(
            self,
            _: T,
            _: Impl1,
        ) -> Stack<T, N>;
    }
    impl<T: Ord, const N: usize> __UnrollForm<T, N> for Stack<T, N>
    where
        T: Copy,
    {
        #[doc(hidden)]
        #[allow(
            warnings,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
        fn __unroll_form_k__stack_insert<Impl1: AsRef<str>>(
            mut self,
            item: T,
            name: Impl1,
        ) -> Self {
            {
                match <_ as ::core::iter::IntoIterator>::into_iter(
                    name.as_ref().bytes().enumerate(),
                ) {
                    mut __unroll_iter => {
                        let mut __unroll_d_1: u32 = 0;
                        ::unroll_test::rt::enter(1);
                        loop {
                            match <_ as ::core::iter::Iterator>::next(
                                &mut __unroll_iter,
                            ) {
                                ::core::option::Option::None => {
                                    ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                                    break;
                                }
                                ::core::option::Option::Some((place, _)) => {
                                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                    ::unroll_test::rt::step(1, __unroll_d_1);
                                    self.items[place % N] = item;
                                }
                            }
                        }
                    }
                };
            }
            self
        }
    }
    type T = i32;
    const N: usize = 3;
    type Impl1 = String;
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <Stack<T, N> as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    let mut __unroll_arg_1 = ::core::hint::black_box(
        <T as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(1)),
    );
    let mut __unroll_arg_2 = ::core::hint::black_box(
        <Impl1 as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(2)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "self",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
        ::unroll_test::rt::arg(
            "item",
            &__unroll_arg_1,
            ::unroll_test::rt::Key::param(1),
        );
        ::unroll_test::rt::arg(
            "name",
            &__unroll_arg_2,
            ::unroll_test::rt::Key::param(2),
        );
    }
    let mut __unroll_result = <Stack<
        T,
        N,
    > as __UnrollForm<
        T,
        { N },
    >>::__unroll_form_k__stack_insert::<
        Impl1,
    >(__unroll_arg_0, __unroll_arg_1, __unroll_arg_2);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
impl fmt::Display for Ones<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.bytes.clone() {
            write!(f, "{byte}")?;
        }
        Ok(())
    }
}
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
#[unsafe(no_mangle)]
fn __unroll_harness_k__ones_fmt() {
    const _: () = {
        unsafe extern "Rust" {
            safe fn __unroll_harness_k__ones_fmt();
        }
        ::unroll_test::rt::register!("k__ones_fmt", "fmt", __unroll_harness_k__ones_fmt);
    };
    use ::unroll_test::rt::std::fmt::Display as _;
    trait __UnrollForm: ::core::marker::Sized {
        fn __unroll_form_k__ones_fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result;
    }
    impl __UnrollForm for Ones<'_> {
        #[doc(hidden)]
        #[allow(
            warnings,
            clippy::all,
            clippy::pedantic,
            clippy::nursery,
            clippy::restriction
        )]
        fn __unroll_form_k__ones_fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            {
                match <_ as ::core::iter::IntoIterator>::into_iter(self.bytes.clone()) {
                    mut __unroll_iter => {
                        let mut __unroll_d_1: u32 = 0;
                        ::unroll_test::rt::enter(1);
                        loop {
                            match <_ as ::core::iter::Iterator>::next(
                                &mut __unroll_iter,
                            ) {
                                ::core::option::Option::None => {
                                    ::unroll_test::rt::exit(1, __unroll_d_1, 0, 0);
                                    break;
                                }
                                ::core::option::Option::Some(byte) => {
                                    __unroll_d_1 = __unroll_d_1.wrapping_add(1);
                                    ::unroll_test::rt::step(1, __unroll_d_1);
                                    ::unroll_test::rt::question(
                                        write!(f, "{byte}"),
                                        1,
                                        __unroll_d_1,
                                        0,
                                    )?;
                                }
                            }
                        }
                    }
                };
            }
            Ok(())
        }
    }
    let mut __unroll_arg_0 = ::core::hint::black_box(
        <&Ones<'_> as ::unroll_test::Input>::any(::unroll_test::rt::Key::param(0)),
    );
    ::unroll_test::rt::given();
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::arg(
            "self",
            &__unroll_arg_0,
            ::unroll_test::rt::Key::param(0),
        );
    }
    let mut __unroll_result = (|__unroll_value| ::unroll_test::rt::text(
        ::unroll_test::rt::Formatting::any("f", ::unroll_test::rt::Key::param(1)),
        |__unroll_f| <Ones<
            '_,
        > as __UnrollForm>::__unroll_form_k__ones_fmt(__unroll_value, __unroll_f),
    ))(__unroll_arg_0);
    if ::unroll_test::rt::native() {
        ::unroll_test::rt::show!(& mut __unroll_result);
    }
}
