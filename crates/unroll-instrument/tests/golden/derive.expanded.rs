struct Named<T, const N: usize>
where
    T: Copy,
{
    first: [T; N],
    r#type: u8,
}
#[automatically_derived]
#[allow(unused_variables)]
impl<T: ::unroll_test::Input, const N: usize> ::unroll_test::Input for Named<T, N>
where
    T: Copy,
{
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key
            .inside(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Named"),
                )
            });
        let __unroll_value = Named {
            first: ::unroll_test::Input::any(key.child(0)),
            r#type: ::unroll_test::Input::any(key.child(1)),
        };
        ::unroll_test::rt::valid!(& __unroll_value);
        __unroll_value
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        match self {
            Named { first: __unroll_field_0, r#type: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Named"),
                    |out| {
                        out.field("first", __unroll_field_0);
                        out.field("r#type", __unroll_field_1);
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
        let key = key
            .inside(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Named"),
                )
            });
        match self {
            Named { first: __unroll_field_0, r#type: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Named"),
                    |out| {
                        out.field_any("first", __unroll_field_0, key.child(0));
                        out.field_any("r#type", __unroll_field_1, key.child(1));
                    },
                )
            }
        }
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key
            .times(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Named"),
                )
            }) >= 8
            || {
                let key = key
                    .inside(const {
                        ::unroll_test::rt::group(
                            ::core::concat!(::core::module_path!(), "::Named"),
                        )
                    });
                <[T; N] as ::unroll_test::Input>::is_too_deep(key)
            }
    }
}
struct Tuple(u8, Option<bool>);
#[automatically_derived]
#[allow(unused_variables)]
impl ::unroll_test::Input for Tuple {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let __unroll_value = Tuple {
            0: ::unroll_test::Input::any(key.child(0)),
            1: ::unroll_test::Input::any(key.child(1)),
        };
        ::unroll_test::rt::valid!(& __unroll_value);
        __unroll_value
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        match self {
            Tuple { 0: __unroll_field_0, 1: __unroll_field_1 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Tuple"),
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
        match self {
            Tuple { 0: __unroll_field_0, 1: __unroll_field_1 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Tuple"),
                    |out| {
                        out.item_any(__unroll_field_0, key.child(0));
                        out.item_any(__unroll_field_1, key.child(1));
                    },
                )
            }
        }
    }
}
struct Unit;
#[automatically_derived]
#[allow(unused_variables)]
impl ::unroll_test::Input for Unit {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let __unroll_value = Unit {};
        ::unroll_test::rt::valid!(& __unroll_value);
        __unroll_value
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        match self {
            Unit {} => {
                out.unit_structure(::core::concat!(::core::module_path!(), "::Unit"))
            }
        }
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        match self {
            Unit {} => {
                out.unit_structure(::core::concat!(::core::module_path!(), "::Unit"))
            }
        }
    }
}
enum Shape<'a> {
    Point,
    Circle(u32),
    Label { text: &'a str, size: u8 },
}
#[automatically_derived]
#[allow(unused_variables)]
impl<'a> ::unroll_test::Input for Shape<'a> {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key
            .inside(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Shape"),
                )
            });
        let __unroll_value = match ::unroll_test::rt::variant_among(
            key.child(0),
            [false, false, <&'a str as ::unroll_test::Input>::is_too_deep(key)],
        ) {
            0 => Shape::Point {},
            1 => {
                Shape::Circle {
                    0: ::unroll_test::Input::any(key.child(1).child(0)),
                }
            }
            _ => {
                Shape::Label {
                    text: ::unroll_test::Input::any(key.child(1).child(0)),
                    size: ::unroll_test::Input::any(key.child(1).child(1)),
                }
            }
        };
        ::unroll_test::rt::valid!(& __unroll_value);
        __unroll_value
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        match self {
            Shape::Point {} => {
                out.unit_structure(
                    ::core::concat!(::core::module_path!(), "::Shape::Point"),
                )
            }
            Shape::Circle { 0: __unroll_field_0 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Shape::Circle"),
                    |out| {
                        out.item(__unroll_field_0);
                    },
                )
            }
            Shape::Label { text: __unroll_field_0, size: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Shape::Label"),
                    |out| {
                        out.field("text", __unroll_field_0);
                        out.field("size", __unroll_field_1);
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
        let key = key
            .inside(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Shape"),
                )
            });
        match self {
            Shape::Point {} => {
                out.unit_structure(
                    ::core::concat!(::core::module_path!(), "::Shape::Point"),
                )
            }
            Shape::Circle { 0: __unroll_field_0 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Shape::Circle"),
                    |out| {
                        out.item_any(__unroll_field_0, key.child(1).child(0));
                    },
                )
            }
            Shape::Label { text: __unroll_field_0, size: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Shape::Label"),
                    |out| {
                        out.field_any("text", __unroll_field_0, key.child(1).child(0));
                        out.field_any("size", __unroll_field_1, key.child(1).child(1));
                    },
                )
            }
        }
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key
            .times(const {
                ::unroll_test::rt::group(
                    ::core::concat!(::core::module_path!(), "::Shape"),
                )
            }) >= 8
    }
}
