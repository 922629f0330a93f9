//! Methods that format a value, `fmt` of `Display`, `Debug` and the traits for numbers, and functions that help them.
//!
//! A `Formatter` cannot be constructed, so such a method is tested by the text that `format!` makes of the value, and a function
//! that takes a `&mut Formatter` by the text that it writes there, or its error.

use syn::ext::IdentExt;
use syn::{FnArg, Pat, Path, Signature, Type};

/// The traits and what stands for each between the braces of a format string.
const TRAITS: [(&str, &str); 8] = [
    ("Binary", ":b"),
    ("Debug", ":?"),
    ("Display", ""),
    ("LowerExp", ":e"),
    ("LowerHex", ":x"),
    ("Octal", ":o"),
    ("UpperExp", ":E"),
    ("UpperHex", ":X"),
];

/// The options of the formatter that a function takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormatOptions {
    /// Those of `{}`.
    #[default]
    Default,
    /// Any that a format string can have.
    Any,
}

/// The format specifier that calls `sig`, a method of an implementation of `of_trait`: `:?` for `Debug`. `None` for other methods.
pub fn specification(of_trait: Option<&Path>, sig: &Signature) -> Option<&'static str> {
    let name = &of_trait?.segments.last()?.ident;
    let takes_formatter = sig.inputs.len() == 2 && matches!(sig.inputs[0], FnArg::Receiver(_));
    let (_, found) = TRAITS.iter().find(|(known, _)| name == known)?;
    (sig.ident == "fmt" && takes_formatter).then_some(*found)
}

/// The position of the parameter that is a formatter, and its name among the arguments.
pub fn formatter(of_trait: Option<&Path>, sig: &Signature) -> Option<(usize, String)> {
    // The type may be imported under another name; then the trait of the block says what `fmt`
    // takes.
    let by_type = sig.inputs.iter().position(is_formatter);
    let by_trait = || specification(of_trait, sig).map(|_| 1);
    let at = by_type.or_else(by_trait)?;
    let name = match &sig.inputs[at] {
        FnArg::Typed(param) => match &*param.pat {
            Pat::Ident(pat) => pat.ident.unraw().to_string(),
            _ => format!("arg{at}"),
        },
        FnArg::Receiver(_) => return None,
    };
    Some((at, name))
}

/// True if `input` is a `&mut Formatter`.
pub fn is_formatter(input: &FnArg) -> bool {
    let FnArg::Typed(param) = input else {
        return false;
    };
    let Type::Reference(reference) = &*param.ty else {
        return false;
    };
    let Type::Path(path) = &*reference.elem else {
        return false;
    };
    let last = path.path.segments.last();
    reference.mutability.is_some() && last.is_some_and(|last| last.ident == "Formatter")
}

/// `fmt::Display` and the like: the trait's name, if the path leads through a module `fmt` to a trait whose method is called `fmt`.
pub fn of_module(path: &Path) -> Option<&syn::Ident> {
    let mut segments = path.segments.iter();
    let (module, name) = (&segments.next()?.ident, &segments.next()?.ident);
    let is_known = TRAITS.iter().any(|(known, _)| name == known);
    (segments.next().is_none() && module == "fmt" && is_known).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    #[test]
    fn only_the_method_of_the_trait_formats() {
        let fmt: Signature = parse_quote!(fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result);
        let display: Path = parse_quote!(std::fmt::Display);
        assert_eq!(specification(Some(&display), &fmt), Some(""));
        assert_eq!(
            specification(Some(&parse_quote!(LowerHex)), &fmt),
            Some(":x")
        );
        assert_eq!(specification(Some(&parse_quote!(Mine)), &fmt), None);
        assert_eq!(specification(None, &fmt), None);
        let alias: Signature = parse_quote!(fn fmt(&self, out: &mut F<'_>) -> fmt::Result);
        assert_eq!(formatter(None, &alias), None);
        assert_eq!(
            formatter(Some(&display), &alias),
            Some((1, "out".to_owned()))
        );
        let other: Signature = parse_quote!(fn fmt(&self) -> String);
        assert_eq!(specification(Some(&display), &other), None);
    }

    #[test]
    fn formatters_are_known_by_their_type() {
        let sig: Signature = parse_quote! {
            fn f(&self, a: &mut fmt::Formatter<'_>, b: &mut Formatter, c: &Formatter, d: &mut String, e: Formatter)
        };
        let found: Vec<bool> = sig.inputs.iter().map(is_formatter).collect();
        assert_eq!(found, [false, true, true, false, false, false]);
        assert_eq!(formatter(None, &sig), Some((1, "a".to_owned())));
        let unnamed: Signature = parse_quote!(fn f(n: u8, _: &mut Formatter));
        assert_eq!(formatter(None, &unnamed), Some((1, "arg1".to_owned())));
    }

    #[test]
    fn traits_are_known_behind_the_module() {
        let name = |path: Path| of_module(&path).map(ToString::to_string);
        assert_eq!(name(parse_quote!(fmt::Display)).as_deref(), Some("Display"));
        assert_eq!(name(parse_quote!(Display)), None);
        assert_eq!(name(parse_quote!(std::fmt::Display)), None);
        assert_eq!(name(parse_quote!(io::Display)), None);
        assert_eq!(name(parse_quote!(fmt::Write)), None);
    }
}
