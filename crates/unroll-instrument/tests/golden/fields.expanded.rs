struct Param<'a, T: Ord = u8>
where
    T: Clone,
{
    name: &'a str,
    r#type: Vec<T>,
}
#[automatically_derived]
impl<'a, T: Ord> ::unroll_test::rt::Fields for Param<'a, T>
where
    T: Clone,
{
    fn describe_fields(&mut self, out: &mut ::unroll_test::rt::Describe) {
        match self {
            Param { name: __unroll_field_0, r#type: __unroll_field_1 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Param"),
                    |out| {
                        out.field_with(
                            "name",
                            |out| ::unroll_test::rt::describe!(__unroll_field_0, out),
                        );
                        out.field_with(
                            "r#type",
                            |out| ::unroll_test::rt::describe!(__unroll_field_1, out),
                        );
                    },
                )
            }
        }
    }
}
enum Token {
    Word(String, u8),
    Number { value: u64 },
    End,
}
#[automatically_derived]
impl ::unroll_test::rt::Fields for Token {
    fn describe_fields(&mut self, out: &mut ::unroll_test::rt::Describe) {
        match self {
            Token::Word { 0: __unroll_field_0, 1: __unroll_field_1 } => {
                out.tuple_structure(
                    ::core::concat!(::core::module_path!(), "::Token::Word"),
                    |out| {
                        out.nested(|out| {
                            ::unroll_test::rt::describe!(__unroll_field_0, out)
                        });
                        out.nested(|out| {
                            ::unroll_test::rt::describe!(__unroll_field_1, out)
                        });
                    },
                )
            }
            Token::Number { value: __unroll_field_0 } => {
                out.structure(
                    ::core::concat!(::core::module_path!(), "::Token::Number"),
                    |out| {
                        out.field_with(
                            "value",
                            |out| ::unroll_test::rt::describe!(__unroll_field_0, out),
                        );
                    },
                )
            }
            Token::End {} => {
                out.unit_structure(
                    ::core::concat!(::core::module_path!(), "::Token::End"),
                )
            }
        }
    }
}
