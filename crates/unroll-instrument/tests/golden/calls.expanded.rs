impl<'t, T: Ord> Queue<'t, T> {
    pub fn with_room(room: usize, first: &'t [T]) -> Self {
        todo!()
    }
    pub fn parse(text: &str) -> Result<Queue<'t, T>, Error> {
        todo!()
    }
    pub fn push(&mut self, item: T) {
        todo!()
    }
    #[must_use]
    pub fn set(&mut self, at: usize, item: (T, u8)) -> bool {
        todo!()
    }
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl<'t, T: Ord + ::unroll_test::Input> ::unroll_test::Input for Queue<'t, T>
where
    Queue<'t, T>: ::core::default::Default,
{
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Queue") });
        ::unroll_test::rt::built(|| {
            let mut value = match ::unroll_test::rt::variant(key.child(0), 3) {
                0 => {
                    Self::with_room(
                        ::unroll_test::rt::size(key.child(1).child(0)),
                        <&'_ [T] as ::unroll_test::Input>::any(key.child(1).child(1)),
                    )
                }
                1 => {
                    Self::parse(
                            <&str as ::unroll_test::Input>::any(key.child(1).child(0)),
                        )
                        .unwrap()
                }
                _ => Self::default(),
            };
            let calls = ::unroll_test::rt::calls(key.child(2));
            let mut index = 0;
            while index < calls {
                let call = key.child(3).child(index as u32);
                match ::unroll_test::rt::variant(call.child(0), 2) {
                    0 => {
                        let _ = value
                            .push(
                                <T as ::unroll_test::Input>::any(call.child(1).child(0)),
                            );
                    }
                    _ => {
                        let _ = value
                            .set(
                                ::unroll_test::rt::size(call.child(1).child(0)),
                                <(
                                    T,
                                    u8,
                                ) as ::unroll_test::Input>::any(call.child(1).child(1)),
                            );
                    }
                };
                index += 1;
            }
            value
        })
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        out.opaque::<Self>();
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Queue") });
        out.made(
            |out| match ::unroll_test::rt::variant(key.child(0), 3) {
                0 => {
                    out.call(
                        "krate::Queue::with_room",
                        |out: &mut ::unroll_test::rt::Describe| {
                            out.item_any(
                                &::unroll_test::rt::size(key.child(1).child(0)),
                                key.child(1).child(0),
                            );
                            out.item_any(
                                &<&'_ [T] as ::unroll_test::Input>::any(
                                    key.child(1).child(1),
                                ),
                                key.child(1).child(1),
                            );
                        },
                    )
                }
                1 => {
                    out.method(
                        "unwrap",
                        |out| {
                            out
                                .nested(|out| {
                                    out
                                        .call(
                                            "krate::Queue::parse",
                                            |out: &mut ::unroll_test::rt::Describe| {
                                                out.item_any(
                                                    &<&str as ::unroll_test::Input>::any(key.child(1).child(0)),
                                                    key.child(1).child(0),
                                                );
                                            },
                                        )
                                })
                        },
                    )
                }
                _ => {
                    out.call(
                        "krate::Queue::default",
                        |out: &mut ::unroll_test::rt::Describe| {},
                    )
                }
            },
            |out| {
                let calls = ::unroll_test::rt::calls(key.child(2));
                let mut index = 0;
                while index < calls {
                    let call = key.child(3).child(index as u32);
                    match ::unroll_test::rt::variant(call.child(0), 2) {
                        0 => {
                            out.step(
                                false,
                                "push",
                                |out: &mut ::unroll_test::rt::Describe| {
                                    out.item_any(
                                        &<T as ::unroll_test::Input>::any(call.child(1).child(0)),
                                        call.child(1).child(0),
                                    );
                                },
                            )
                        }
                        _ => {
                            out.step(
                                true,
                                "set",
                                |out: &mut ::unroll_test::rt::Describe| {
                                    out.item_any(
                                        &::unroll_test::rt::size(call.child(1).child(0)),
                                        call.child(1).child(0),
                                    );
                                    out.item_any(
                                        &<(
                                            T,
                                            u8,
                                        ) as ::unroll_test::Input>::any(call.child(1).child(1)),
                                        call.child(1).child(1),
                                    );
                                },
                            )
                        }
                    };
                    index += 1;
                }
            },
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Queue") }) >= 4
    }
}
impl Unit {
    fn new() -> Unit {
        todo!()
    }
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl ::unroll_test::Input for Unit {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Unit") });
        ::unroll_test::rt::built(|| {
            let mut value = Self::new();
            value
        })
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        out.opaque::<Self>();
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Unit") });
        out.made(
            |out| {
                out.call("krate::Unit::new", |out: &mut ::unroll_test::rt::Describe| {})
            },
            |out| {},
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Unit") }) >= 4
    }
}
::core::compile_error!("`get` is no function that builds a value")
impl<I: Ord> Set<I> {
    fn new<T: IntoIterator<Item = I>>(items: T) -> Set<I> {
        todo!()
    }
    fn of_words<N>(name: N, words: &[impl AsRef<str>]) -> Self
    where
        N: Into<Name>,
    {
        todo!()
    }
    fn extend(&mut self, bytes: impl AsRef<[u8]>, items: impl Iterator<Item = I>) {
        todo!()
    }
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl<I: Ord + ::unroll_test::Input> ::unroll_test::Input for Set<I> {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Set") });
        ::unroll_test::rt::built(|| {
            let mut value = match ::unroll_test::rt::variant(key.child(0), 2) {
                0 => {
                    Self::new(
                        <::unroll_test::rt::Vec<
                            I,
                        > as ::unroll_test::Input>::any(key.child(1).child(0)),
                    )
                }
                _ => {
                    Self::of_words(
                        <Name as ::unroll_test::Input>::any(key.child(1).child(0)),
                        <&[::unroll_test::rt::String] as ::unroll_test::Input>::any(
                            key.child(1).child(1),
                        ),
                    )
                }
            };
            let calls = ::unroll_test::rt::calls(key.child(2));
            let mut index = 0;
            while index < calls {
                let call = key.child(3).child(index as u32);
                {
                    let _ = value
                        .extend(
                            <::unroll_test::rt::Vec<
                                u8,
                            > as ::unroll_test::Input>::any(call.child(1).child(0)),
                            <::unroll_test::rt::IntoIter<
                                I,
                            > as ::unroll_test::Input>::any(call.child(1).child(1)),
                        );
                };
                index += 1;
            }
            value
        })
    }
    fn describe(&self, out: &mut ::unroll_test::rt::Describe) {
        out.opaque::<Self>();
    }
    fn describe_any(
        &self,
        key: ::unroll_test::rt::Key,
        out: &mut ::unroll_test::rt::Describe,
    ) {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Set") });
        out.made(
            |out| match ::unroll_test::rt::variant(key.child(0), 2) {
                0 => {
                    out.call(
                        "krate::Set::new",
                        |out: &mut ::unroll_test::rt::Describe| {
                            out.item_any(
                                &<::unroll_test::rt::Vec<
                                    I,
                                > as ::unroll_test::Input>::any(key.child(1).child(0)),
                                key.child(1).child(0),
                            );
                        },
                    )
                }
                _ => {
                    out.call(
                        "krate::Set::of_words",
                        |out: &mut ::unroll_test::rt::Describe| {
                            out.item_any(
                                &<Name as ::unroll_test::Input>::any(key.child(1).child(0)),
                                key.child(1).child(0),
                            );
                            out.item_any(
                                &<&[::unroll_test::rt::String] as ::unroll_test::Input>::any(
                                    key.child(1).child(1),
                                ),
                                key.child(1).child(1),
                            );
                        },
                    )
                }
            },
            |out| {
                let calls = ::unroll_test::rt::calls(key.child(2));
                let mut index = 0;
                while index < calls {
                    let call = key.child(3).child(index as u32);
                    out.step(
                        false,
                        "extend",
                        |out: &mut ::unroll_test::rt::Describe| {
                            out.item_any(
                                &<::unroll_test::rt::Vec<
                                    u8,
                                > as ::unroll_test::Input>::any(call.child(1).child(0)),
                                call.child(1).child(0),
                            );
                            out.item_any(
                                &<::unroll_test::rt::IntoIter<
                                    I,
                                > as ::unroll_test::Input>::any(call.child(1).child(1)),
                                call.child(1).child(1),
                            );
                        },
                    );
                    index += 1;
                }
            },
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Set") }) >= 4
    }
}
