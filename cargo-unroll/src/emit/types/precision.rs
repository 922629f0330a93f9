//! Types whose `Debug` hands the precision of a format string on to the floats within, and lets it change nothing else.

use std::collections::BTreeSet;

use super::{TypeTraits, is_self, type_arguments};

/// Types of Rust's own that do so if their parameters do. None has a `bool` in it, of which a precision cuts off the end, nor a `Duration`, whose digits it
/// changes.
const HANDS_ON: [&str; 29] = [
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "i128",
    "isize",
    "u8",
    "u16",
    "u32",
    "u64",
    "u128",
    "usize",
    "char",
    "str",
    "String",
    "Option",
    "Result",
    "Vec",
    "VecDeque",
    "Box",
    "Rc",
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "HashMap",
    "HashSet",
    "BinaryHeap",
];

impl TypeTraits {
    /// True if a precision in `{:.3?}` rounds the floats in values of `ty`, and does nothing else, as far as can be known.
    pub(crate) fn takes_precision(&self, ty: &syn::Type, self_ty: Option<&syn::Type>) -> bool {
        self.hands_on(ty, self_ty, &mut BTreeSet::new())
    }

    fn hands_on(
        &self,
        ty: &syn::Type,
        self_ty: Option<&syn::Type>,
        seen: &mut BTreeSet<String>,
    ) -> bool {
        match ty {
            syn::Type::Reference(reference) => self.hands_on(&reference.elem, self_ty, seen),
            syn::Type::Paren(paren) => self.hands_on(&paren.elem, self_ty, seen),
            syn::Type::Slice(slice) => self.hands_on(&slice.elem, self_ty, seen),
            syn::Type::Array(array) => self.hands_on(&array.elem, self_ty, seen),
            // The empty tuple is cut off.
            syn::Type::Tuple(tuple) => {
                let mut all = tuple.elems.iter();
                !tuple.elems.is_empty() && all.all(|ty| self.hands_on(ty, self_ty, seen))
            }
            syn::Type::Path(path) => {
                let Some(last) = path.path.segments.last() else {
                    return false;
                };
                let name = last.ident.to_string();
                match self_ty.filter(|ty| name == "Self" && !is_self(ty)) {
                    Some(self_ty) => self.hands_on(self_ty, None, seen),
                    None if self.of(&name).is_some() => self.fields_hand_on(&name, seen),
                    None => {
                        let mut args = type_arguments(&last.arguments).into_iter();
                        HANDS_ON.contains(&&*name)
                            && args.all(|ty| self.hands_on(ty, self_ty, seen))
                    }
                }
            }
            _ => false,
        }
    }

    /// The same of a type of the crate, by its fields.
    fn fields_hand_on(&self, name: &str, seen: &mut BTreeSet<String>) -> bool {
        let Some(mut fields) = self.constructors.fields(name) else {
            return false;
        };
        // Of a type within itself nothing else is asked.
        !seen.insert(name.to_owned()) || fields.all(|ty| self.hands_on(ty, None, seen))
    }
}

#[cfg(test)]
mod tests {
    use super::TypeTraits;

    #[test]
    fn a_precision_is_for_floats_alone() {
        let source = "
            #[derive(Debug)] struct Point { x: f64, y: Option<Meters> }
            #[derive(Debug)] struct Meters(f32);
            #[derive(Debug)] enum Tree { Leaf(f64), Node(Box<Tree>, Vec<Tree>) }
            #[derive(Debug)] struct Flagged { is_on: bool, x: f64 }
            #[derive(Debug)] struct Outer { inner: Own }
            struct Own(f64);
            impl std::fmt::Debug for Own { }
            #[derive(Debug)] struct Lasting(std::time::Duration);";
        let mut known = TypeTraits::default();
        known.add(&syn::parse_str(source).expect("items"));
        let takes = |ty: &str| known.takes_precision(&syn::parse_str(ty).expect("a type"), None);
        for ty in [
            "Point",
            "&[Tree]",
            "Result<(Meters, u8), String>",
            "[f64; 3]",
        ] {
            assert!(takes(ty), "{ty}");
        }
        for ty in [
            "Flagged",
            "Outer",
            "Own",
            "Lasting",
            "bool",
            "()",
            "Vec<Foreign>",
            "impl Debug",
        ] {
            assert!(!takes(ty), "{ty}");
        }
    }
}
