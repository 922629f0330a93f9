//! Methods that format a value: `fmt` of `Display`, `Debug` and the traits for numbers.
//!
//! Nobody can make a `Formatter`, so what such a method is tested by is the text that `format!` makes of the value.

use syn::{FnArg, Path, Signature};

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

/// What makes `format!` call `sig`, a method of an implementation of `of_trait`: `:?` for `Debug`. `None` for other methods.
pub fn specification(of_trait: Option<&Path>, sig: &Signature) -> Option<&'static str> {
    let name = &of_trait?.segments.last()?.ident;
    let takes_formatter = sig.inputs.len() == 2 && matches!(sig.inputs[0], FnArg::Receiver(_));
    let (_, found) = TRAITS.iter().find(|(known, _)| name == known)?;
    (sig.ident == "fmt" && takes_formatter).then_some(*found)
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
        let other: Signature = parse_quote!(fn fmt(&self) -> String);
        assert_eq!(specification(Some(&display), &other), None);
    }
}
