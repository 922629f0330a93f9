//! Conditional compilation: which code a build contains.
//!
//! Labels of code that the build leaves out are no objectives. A predicate is kept with each label and evaluated once the build has told which options its
//! scripts set.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// A predicate of `cfg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Predicate {
    All(Vec<Self>),
    Any(Vec<Self>),
    Not(Box<Self>),
    /// `unix`, or `feature = "x"` in the form in which `rustc --print cfg` has it.
    Option(String),
    Constant(bool),
    /// A form that is not known here. The code counts as part of the build.
    Unknown,
}

/// The options of a build, each as `rustc --print cfg` writes it.
#[derive(Clone, Debug, Default)]
pub(super) struct CfgOptions(BTreeSet<String>);

impl CfgOptions {
    pub(super) fn new(options: impl IntoIterator<Item = String>) -> Self {
        Self(options.into_iter().collect())
    }

    /// True if code under all of `predicates` is compiled, in a build for tests or in one of the crate as tests of other crates use it.
    pub(super) fn contain(&self, predicates: &[Predicate]) -> bool {
        [true, false].into_iter().any(|test| {
            predicates
                .iter()
                .all(|predicate| predicate.value(&self.0, test) != Some(false))
        })
    }
}

impl Predicate {
    /// The predicates of the `cfg` attributes among `attrs`.
    pub(super) fn of(attrs: &[Attribute]) -> Vec<Self> {
        let lists = attrs.iter().filter_map(|attr| match &attr.meta {
            Meta::List(list) if list.path.is_ident("cfg") => Some(list),
            _ => None,
        });
        lists
            .map(|list| {
                list.parse_args::<Meta>()
                    .map_or(Self::Unknown, |it| Self::read(&it))
            })
            .collect()
    }

    /// The predicate in the parentheses of a `cfg(..)`.
    pub(super) fn parse(text: &str) -> Self {
        syn::parse_str::<Meta>(text).map_or(Self::Unknown, |meta| Self::read(&meta))
    }

    /// True if it holds in builds for tests alone.
    pub(super) fn requires_test(&self) -> bool {
        match self {
            Self::All(parts) => parts.iter().any(Self::requires_test),
            Self::Option(name) => name == "test",
            _ => false,
        }
    }

    fn read(meta: &Meta) -> Self {
        match meta {
            Meta::Path(path) if path.is_ident("true") => Self::Constant(true),
            Meta::Path(path) if path.is_ident("false") => Self::Constant(false),
            Meta::Path(path) => path
                .get_ident()
                .map_or(Self::Unknown, |name| Self::Option(name.to_string())),
            Meta::NameValue(pair) => match (&pair.value, pair.path.get_ident()) {
                (
                    Expr::Lit(ExprLit {
                        lit: Lit::Str(value),
                        ..
                    }),
                    Some(name),
                ) => Self::Option(format!("{name}=\"{}\"", value.value())),
                _ => Self::Unknown,
            },
            Meta::List(list) => {
                let parser = Punctuated::<Meta, Token![,]>::parse_terminated;
                let Ok(parts) = list.parse_args_with(parser) else {
                    return Self::Unknown;
                };
                let mut parts: Vec<Self> = parts.iter().map(Self::read).collect();
                match list.path.get_ident().map(ToString::to_string).as_deref() {
                    Some("all") => Self::All(parts),
                    Some("any") => Self::Any(parts),
                    Some("not") if parts.len() == 1 => Self::Not(Box::new(parts.remove(0))),
                    _ => Self::Unknown,
                }
            }
        }
    }

    /// Its value; `None` if that is not known.
    fn value(&self, options: &BTreeSet<String>, test: bool) -> Option<bool> {
        match self {
            Self::All(parts) => {
                let values: Vec<_> = parts.iter().map(|it| it.value(options, test)).collect();
                if values.contains(&Some(false)) {
                    Some(false)
                } else {
                    (!values.contains(&None)).then_some(true)
                }
            }
            Self::Any(parts) => {
                let parts = parts.iter().cloned();
                let negated = parts.map(|part| Self::Not(Box::new(part))).collect();
                Self::All(negated).value(options, test).map(|none| !none)
            }
            Self::Not(part) => part.value(options, test).map(|value| !value),
            Self::Option(name) if name == "test" => Some(test),
            Self::Option(name) => Some(options.contains(name)),
            Self::Constant(value) => Some(*value),
            Self::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CfgOptions, Predicate};

    #[test]
    fn predicates_have_the_values_of_the_build() {
        let options = CfgOptions::new(["unix".to_owned(), "feature=\"std\"".to_owned()]);
        for (attribute, expected) in [
            ("#[cfg(unix)]", true),
            ("#[cfg(windows)]", false),
            ("#[cfg(feature = \"std\")]", true),
            ("#[cfg(not(feature = \"std\"))]", false),
            ("#[cfg(all(unix, feature = \"alloc\"))]", false),
            ("#[cfg(any(windows, feature = \"std\"))]", true),
            ("#[cfg(test)]", true),
            ("#[cfg(not(test))]", true),
            ("#[cfg(all(test, not(test)))]", false),
            ("#[cfg(version(\"1.80\"))]", true),
            ("#[cfg(all(windows, version(\"1.80\")))]", false),
            ("#[cfg(all(version(\"1.80\"), windows))]", false),
            ("#[cfg(unix)] #[cfg(windows)]", false),
            ("#[inline]", true),
        ] {
            let item: syn::ItemFn =
                syn::parse_str(&format!("{attribute} fn f() {{}}")).expect("parses");
            let predicates = Predicate::of(&item.attrs);
            assert_eq!(options.contain(&predicates), expected, "{attribute}");
        }
    }
}
