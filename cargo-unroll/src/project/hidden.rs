//! What a function may depend on besides its inputs, as far as its source alone tells it: noun phrases.
//!
//! Not here: what its code shows (`effects`).

/// Where macros declare statics of which nothing else is known.
pub(super) const STATICS: &str = "the value of a static that a macro declares";

/// Words that ask whether two references lead to the same value.
const ASKS: [&str; 3] = ["ptr::eq", "ptr_eq", "addr_eq"];

/// What a function with this text may depend on if it asks whether two values are one. Inputs never are, and the compiler knows it: in the code
/// the question is not there any more.
pub(super) fn identity(text: &str) -> Option<&'static str> {
    let asks = ASKS.iter().any(|word| text.contains(word));
    asks.then_some("whether two of its values are the same one")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_of_identity_are_seen() {
        assert!(identity("fn f(a: &Rc<u8>, b: &Rc<u8>) -> bool { Rc::ptr_eq(a, b) }").is_some());
        assert!(identity("fn f(a: &u8, b: &u8) -> bool { std::ptr::eq(a, b) }").is_some());
        assert!(identity("fn f(a: &u8, b: &u8) -> bool { a == b }").is_none());
    }
}
