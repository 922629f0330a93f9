//! Closures that may be called after the function has returned.
//!
//! No run of the function alone reaches what stands in such a closure, and its callers may. A closure leaves a function in the result, or through
//! a reference that the function is given. Types that are known to hold no closure are primitive types and those of the standard library below,
//! with arguments that hold none either.

use syn::{
    FnArg, GenericArgument, PathArguments, PathSegment, ReturnType, Signature, Type, TypePath,
};

/// Types that hold no closure unless their arguments do.
const HOLD_NO_CLOSURE: [&str; 24] = [
    "bool", "char", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "str", "u8", "u16",
    "u32", "u64", "u128", "usize", "Box", "Option", "Ordering", "Result", "String", "Vec",
    "Duration",
];

/// True if a closure of a function with this signature may be called after it has returned.
pub(super) fn may_escape(sig: &Signature) -> bool {
    let result = match &sig.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => !is_plain(ty),
    };
    let is_way_out = |input: &FnArg| match input {
        // A receiver with a written type may be a reference or pointer as well.
        FnArg::Receiver(receiver) => receiver.reference.is_some() || receiver.colon_token.is_some(),
        FnArg::Typed(typed) => !is_owned(&typed.ty) && !is_plain(&typed.ty),
    };
    result || sig.inputs.iter().any(is_way_out)
}

/// True for a type without a reference at its top, whose value ends with the function.
fn is_owned(ty: &Type) -> bool {
    // An argument of the type could be a reference to what outlives the call.
    matches!(ty, Type::Path(path) if path.path.segments.iter().all(|it| it.arguments.is_none()))
}

fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Array(array) => is_plain(&array.elem),
        Type::Slice(slice) => is_plain(&slice.elem),
        Type::Paren(inner) => is_plain(&inner.elem),
        Type::Group(inner) => is_plain(&inner.elem),
        Type::Reference(reference) => is_plain(&reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Type::Never(_) => true,
        Type::Path(TypePath { qself: None, path }) => {
            path.segments.last().is_some_and(is_plain_segment)
        }
        _ => false,
    }
}

fn is_plain_segment(segment: &PathSegment) -> bool {
    let is_known = HOLD_NO_CLOSURE.iter().any(|name| segment.ident == name);
    let arguments = match &segment.arguments {
        PathArguments::None => true,
        PathArguments::AngleBracketed(list) => list.args.iter().all(|argument| match argument {
            GenericArgument::Type(ty) => is_plain(ty),
            GenericArgument::Lifetime(_) | GenericArgument::Const(_) => true,
            _ => false,
        }),
        PathArguments::Parenthesized(_) => false,
    };
    is_known && arguments
}

#[cfg(test)]
mod tests {
    use super::may_escape;

    #[test]
    fn results_and_references_are_ways_out() {
        for (source, expected) in [
            ("fn f(a: &[u8], k: Kind) -> Option<Vec<u8>>", false),
            ("fn f(self) -> Result<(), String>", false),
            ("fn f(n: u8) -> impl Fn(u8) -> u8", true),
            ("fn f(n: u8) -> Box<dyn Fn(u8) -> u8>", true),
            ("fn f(n: u8) -> Handlers", true),
            ("fn f(&mut self)", true),
            ("fn f(all: &mut Handlers)", true),
            ("fn f(all: &RefCell<u8>)", true),
            ("fn f(all: Rc<RefCell<u8>>)", true),
        ] {
            let sig = syn::parse_str(source).expect("a signature");
            assert_eq!(may_escape(&sig), expected, "{source}");
        }
    }
}
