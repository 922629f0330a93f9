//! Conditional compilation: the code that a build contains.
//!
//! In: attributes of a source file, and the options of a build. Out: the code that the build leaves out, which has no objectives. Predicates
//! are kept with the code and evaluated once the build has reported the options that build scripts set.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Arm, Attribute, Block, Expr, ExprLit, Item, Lit, Meta, Stmt, Token};
use unroll_syntax::Position;

use super::options::KnownOptions;
use crate::model::outcome::Span;

/// A predicate of `cfg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Predicate {
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
pub(crate) struct CfgOptions(BTreeSet<String>);

impl CfgOptions {
    pub(crate) fn new(options: impl IntoIterator<Item = String>) -> Self {
        Self(options.into_iter().collect())
    }

    /// True if code under all of `predicates` is compiled, in a build for tests or in one of the crate as tests of other crates use it.
    pub(crate) fn contain(&self, predicates: &[Predicate]) -> bool {
        [true, false]
            .into_iter()
            .any(|test| self.hold(predicates, test))
    }

    fn hold(&self, predicates: &[Predicate], test: bool) -> bool {
        let mut predicates = predicates.iter();
        let value = |option: &str| match option {
            "test" => Some(test),
            _ => Some(self.0.contains(option)),
        };
        predicates.all(|predicate| predicate.value(&value) != Some(false))
    }
}

impl Predicate {
    /// The predicates of the `cfg` attributes among `attrs`.
    pub(crate) fn of(attrs: &[Attribute]) -> Vec<Self> {
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
    pub(crate) fn parse(text: &str) -> Self {
        syn::parse_str::<Meta>(text).map_or(Self::Unknown, |meta| Self::read(&meta))
    }

    /// True if it holds in builds for tests alone.
    pub(crate) fn requires_test(&self) -> bool {
        match self {
            Self::All(parts) => parts.iter().any(Self::requires_test),
            Self::Option(name) => name == "test",
            _ => false,
        }
    }

    pub(crate) fn read(meta: &Meta) -> Self {
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

    /// Its value under what is known before the build; `None` if that is not enough.
    pub(crate) fn known(&self, options: &KnownOptions) -> Option<bool> {
        self.value(&|option| options.value(option))
    }

    /// Its value, given those of options; `None` if that is not known.
    fn value(&self, of_option: &dyn Fn(&str) -> Option<bool>) -> Option<bool> {
        match self {
            Self::All(parts) => {
                let values: Vec<_> = parts.iter().map(|it| it.value(of_option)).collect();
                // One part that is false decides, whatever is not known of the others.
                if values.contains(&Some(false)) {
                    Some(false)
                } else {
                    (!values.contains(&None)).then_some(true)
                }
            }
            Self::Any(parts) => {
                // De Morgan's law, which holds with unknown values as well.
                let parts = parts.iter().cloned();
                let negated = parts.map(|part| Self::Not(Box::new(part))).collect();
                Self::All(negated).value(of_option).map(|none| !none)
            }
            Self::Not(part) => part.value(of_option).map(|value| !value),
            Self::Option(name) => of_option(name),
            Self::Constant(value) => Some(*value),
            Self::Unknown => None,
        }
    }
}

/// The stretches of a body that stand under `cfg`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditional(Vec<ConditionalCode>);

/// A stretch of code under `cfg`.
#[derive(Clone, Debug)]
struct ConditionalCode {
    start: Position,
    /// The position behind it.
    end: Position,
    predicates: Vec<Predicate>,
}

impl Conditional {
    /// Those of the body of a function.
    pub(crate) fn of(block: &Block) -> Self {
        let mut conditional = Self::default();
        conditional.visit_block(block);
        conditional
    }

    /// True if there is any.
    pub(crate) fn is_any(&self) -> bool {
        !self.0.is_empty()
    }

    fn note(&mut self, attrs: &[Attribute], node: &impl Spanned) {
        let predicates = Predicate::of(attrs);
        if !predicates.is_empty() {
            self.0.push(ConditionalCode {
                start: Position::of(node.span()),
                end: Position::behind(node.span()),
                predicates,
            });
        }
    }

    /// The predicates around a place.
    pub(crate) fn at(&self, place: Position) -> Vec<Predicate> {
        let around = self.0.iter();
        let around = around.filter(|it| (it.start..it.end).contains(&place));
        around
            .flat_map(|it| it.predicates.iter().cloned())
            .collect()
    }

    /// The stretches of `file` that a build for tests with these options leaves out, each with the position behind it.
    pub(crate) fn left_out(&self, options: &CfgOptions, file: &str) -> Vec<(Span, Span)> {
        let span = |at: Position| Span {
            file: file.to_owned(),
            line: at.line as u32,
            column: at.column as u32,
        };
        let left_out = self.0.iter();
        let left_out = left_out.filter(|it| !options.hold(&it.predicates, true));
        left_out.map(|it| (span(it.start), span(it.end))).collect()
    }
}

impl<'ast> Visit<'ast> for Conditional {
    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Local(local) => self.note(&local.attrs, local),
            Stmt::Macro(mac) => self.note(&mac.attrs, mac),
            Stmt::Item(item) => self.note(attributes_of(item), item),
            Stmt::Expr(..) => {}
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.note(attributes(expr), expr);
        visit::visit_expr(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast Arm) {
        self.note(&arm.attrs, arm);
        visit::visit_arm(self, arm);
    }

    fn visit_field_value(&mut self, field: &'ast syn::FieldValue) {
        self.note(&field.attrs, field);
        visit::visit_field_value(self, field);
    }
}

/// The attributes of the kinds of expressions that may stand as statements or arguments under `cfg`.
fn attributes(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Block(it) => &it.attrs,
        Expr::If(it) => &it.attrs,
        Expr::Match(it) => &it.attrs,
        Expr::While(it) => &it.attrs,
        Expr::Loop(it) => &it.attrs,
        Expr::ForLoop(it) => &it.attrs,
        Expr::Unsafe(it) => &it.attrs,
        Expr::Return(it) => &it.attrs,
        Expr::Assign(it) => &it.attrs,
        Expr::Call(it) => &it.attrs,
        Expr::MethodCall(it) => &it.attrs,
        Expr::Macro(it) => &it.attrs,
        Expr::Try(it) => &it.attrs,
        Expr::Binary(it) => &it.attrs,
        Expr::Closure(it) => &it.attrs,
        Expr::Async(it) => &it.attrs,
        Expr::Break(it) => &it.attrs,
        Expr::Struct(it) => &it.attrs,
        _ => &[],
    }
}

/// The attributes of an item.
pub(crate) fn attributes_of(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::{CfgOptions, Conditional, Predicate};

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

    #[test]
    fn code_that_a_build_leaves_out_is_known_by_its_place() {
        let block = syn::parse_str(
            "{ #[cfg(test)] f();\n#[cfg(not(test))] if a { }\n#[cfg(windows)] fn g() { }\nmatch b { #[cfg(windows)] 1 => {} _ => {} } }",
        );
        let conditional = Conditional::of(&block.expect("a block"));
        let left_out = conditional.left_out(&CfgOptions::new(["unix".to_owned()]), "lib.rs");
        let places: Vec<_> = left_out
            .iter()
            .map(|(start, end)| (start.line, start.column, end.column))
            .collect();
        assert_eq!(places, [(2, 1, 27), (3, 1, 27), (4, 11, 34)]);
    }
}
