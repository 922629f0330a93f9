impl<'a, T: Clone> List<'a, T> {
    pub fn iter(&'a self) -> Iter<'a, T> {
        Iter { items: &self.items }
    }
    pub fn tail(&mut self, from: usize) -> Option<Iter<'_, T>> {
        Some(Iter {
            items: self.items.get(from..)?,
        })
    }
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl<T: Clone + ::unroll_test::Input> ::unroll_test::Input for Iter<'_, T> {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Iter") });
        ::unroll_test::rt::built(|| {
            let mut value = match ::unroll_test::rt::variant(key.child(0), 2) {
                0 => {
                    <List<
                        '_,
                        T,
                    >>::iter(
                        <&List<
                            '_,
                            T,
                        > as ::unroll_test::Input>::any(key.child(1).child(0)),
                    )
                }
                _ => {
                    <List<
                        '_,
                        T,
                    >>::tail(
                            <&mut List<
                                '_,
                                T,
                            > as ::unroll_test::Input>::any(key.child(1).child(0)),
                            ::unroll_test::rt::size(key.child(1).child(1)),
                        )
                        .unwrap()
                }
            };
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
        let key = key.inside(const { ::unroll_test::rt::group("krate::Iter") });
        out.made(
            |out| match ::unroll_test::rt::variant(key.child(0), 2) {
                0 => {
                    out.call(
                        "krate::List::iter",
                        |out: &mut ::unroll_test::rt::Describe| {
                            out.item_any(
                                &<&List<
                                    '_,
                                    T,
                                > as ::unroll_test::Input>::any(key.child(1).child(0)),
                                key.child(1).child(0),
                            );
                        },
                    )
                }
                _ => {
                    out.method(
                        "unwrap",
                        |out| {
                            out
                                .nested(|out| {
                                    out
                                        .call(
                                            "krate::List::tail",
                                            |out: &mut ::unroll_test::rt::Describe| {
                                                out.item_any(
                                                    &<&mut List<
                                                        '_,
                                                        T,
                                                    > as ::unroll_test::Input>::any(key.child(1).child(0)),
                                                    key.child(1).child(0),
                                                );
                                                out.item_any(
                                                    &::unroll_test::rt::size(key.child(1).child(1)),
                                                    key.child(1).child(1),
                                                );
                                            },
                                        )
                                })
                        },
                    )
                }
            },
            |out| {},
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Iter") }) >= 4
    }
}
pub fn document(text: &str) -> Result<Document, Error> {
    Document::of(text)
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl ::unroll_test::Input for Document {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Document") });
        ::unroll_test::rt::built(|| {
            let mut value = document(
                    <&str as ::unroll_test::Input>::any(key.child(1).child(0)),
                )
                .unwrap();
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
        let key = key.inside(const { ::unroll_test::rt::group("krate::Document") });
        out.made(
            |out| {
                out
                    .method(
                        "unwrap",
                        |out| {
                            out
                                .nested(|out| {
                                    out
                                        .call(
                                            "krate::parse::document",
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
            },
            |out| {},
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Document") }) >= 4
    }
}
impl Level {
    pub const OFF: Self = Self(0);
    pub const FULL: Level = Level(9);
}
#[automatically_derived]
#[allow(warnings, clippy::all, clippy::pedantic, clippy::nursery, clippy::restriction)]
impl ::unroll_test::Input for Level {
    fn any(key: ::unroll_test::rt::Key) -> Self {
        let key = key.inside(const { ::unroll_test::rt::group("krate::Level") });
        ::unroll_test::rt::built(|| {
            let mut value = match ::unroll_test::rt::variant(key.child(0), 2) {
                0 => Self::OFF,
                _ => Self::FULL,
            };
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
        let key = key.inside(const { ::unroll_test::rt::group("krate::Level") });
        out.made(
            |out| match ::unroll_test::rt::variant(key.child(0), 2) {
                0 => out.unit_structure("krate::Level::OFF"),
                _ => out.unit_structure("krate::Level::FULL"),
            },
            |out| {},
        );
    }
    fn is_too_deep(key: ::unroll_test::rt::Key) -> bool {
        key.times(const { ::unroll_test::rt::group("krate::Level") }) >= 4
    }
}
