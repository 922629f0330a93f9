struct Stack<T> {
    entries: Vec<T>,
    pub depth: u8,
}
#[automatically_derived]
#[allow(unused_variables)]
impl<T: ::unroll_test::Input> ::unroll_test::Input for Stack<T>
where
    Self: ::unroll_test::rt::Built,
{
    fn any(key: ::unroll_test::rt::Key) -> Self {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 0)
        }) {
            return <Self as ::unroll_test::rt::Built>::any(key);
        }
        let key = key
            .inside(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Stack"),
                )
            });
        let __unroll_value = Stack {
            entries: ::unroll_test::Input::any(key.child(0)),
            depth: ::unroll_test::Input::any(key.child(1)),
        };
        ::unroll_test::rt::valid!(& __unroll_value);
        __unroll_value
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 0)
        }) {
            return out.opaque::<Self>();
        }
        match self {
            Stack { entries: __unroll_field_0, depth: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Stack"),
                    |out| {
                        out.field("entries", __unroll_field_0);
                        out.field("depth", __unroll_field_1);
                    },
                )
            }
        }
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 0)
        }) {
            return ::unroll_test::rt::Built::describe_any(self, key, out);
        }
        let key = key
            .inside(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Stack"),
                )
            });
        match self {
            Stack { entries: __unroll_field_0, depth: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Stack"),
                    |out| {
                        out.field_any("entries", __unroll_field_0, key.child(0));
                        out.field_any("depth", __unroll_field_1, key.child(1));
                    },
                )
            }
        }
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 0)
        }) {
            return <Self as ::unroll_test::rt::Built>::is_too_deep(key);
        }
        key
            .times(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Stack"),
                )
            }) >= 4
            || {
                let key = key
                    .inside(const {
                        ::unroll_test::rt::group(
                            ::core::concat!(::core::module_path!(), "::Stack"),
                        )
                    });
                <Vec<T> as ::unroll_test::Input>::is_too_deep(key)
            }
    }
}
impl<T: Ord> Stack<T> {
    fn new() -> Self {
        todo!()
    }
    fn push(&mut self, entry: T) {
        todo!()
    }
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl<T: Ord + ::unroll_test::Input> ::unroll_test::rt::Built for Stack<T> {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Stack") });
        ::unroll_test::rt::built(|| {
            let mut value = Self::new();
            let calls = ::unroll_test::rt::calls(key.child(2));
            let mut index = 0;
            while index < calls {
                let call = key.child(3).child(index as u32);
                {
                    let _ = value
                        .push(<T as ::unroll_test::Input>::any(call.child(1).child(0)));
                };
                index += 1;
            }
            value
        })
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Stack") });
        out.made(
            |out| {
                out.call("krate::Stack::new", |out: &mut ::unroll_test::rt::Describe| {})
            },
            |out| {
                let calls = ::unroll_test::rt::calls(key.child(2));
                let mut index = 0;
                while index < calls {
                    let call = key.child(3).child(index as u32);
                    out.step(
                        false,
                        "push",
                        |out: &mut ::unroll_test::rt::Describe| {
                            out.item_any(
                                &<T as ::unroll_test::Input>::any(call.child(1).child(0)),
                                call.child(1).child(0),
                            );
                        },
                    );
                    index += 1;
                }
            },
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Stack") }) >= 4
    }
}
pub(super) struct Pair(pub(super) u8, pub bool);
#[automatically_derived]
#[allow(unused_variables)]
impl ::unroll_test::Input for Pair {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 1)
        }) {
            return <Self as ::unroll_test::rt::Built>::any(key);
        }
        let __unroll_value = Pair {
            0: ::unroll_test::Input::any(key.child(0)),
            1: ::unroll_test::Input::any(key.child(1)),
        };
        ::unroll_test::rt::valid!(& __unroll_value);
        __unroll_value
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 1)
        }) {
            return out.opaque::<Self>();
        }
        match self {
            Pair { 0: __unroll_field_0, 1: __unroll_field_1 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Pair"),
                    |out| {
                        out.item(__unroll_field_0);
                        out.item(__unroll_field_1);
                    },
                )
            }
        }
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 1)
        }) {
            return ::unroll_test::rt::Built::describe_any(self, key, out);
        }
        match self {
            Pair { 0: __unroll_field_0, 1: __unroll_field_1 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Pair"),
                    |out| {
                        out.item_any(__unroll_field_0, key.child(0));
                        out.item_any(__unroll_field_1, key.child(1));
                    },
                )
            }
        }
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        if ::unroll_test::rt::is_outside(const {
            ::unroll_test::rt::module(::core::module_path!(), 1)
        }) {
            return <Self as ::unroll_test::rt::Built>::is_too_deep(key);
        }
        false
    }
}
::core::compile_error!("expected `beside = fields`")
