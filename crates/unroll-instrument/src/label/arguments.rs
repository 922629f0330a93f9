//! The arguments of macros that evaluate them as expressions do.
//!
//! An attribute macro sees the tokens of other macros and not what these become. Of the macros of the standard library below it is known: each argument
//! is an expression that is evaluated where it stands. `matches!` has a pattern and a guard behind its first.
//!
//! Other macros of the same names are [set apart](super::shadowed) before, as far as syntax shows them.
//!
//! The text of an argument is shown by two of them. `dbg!` writes it to the standard error stream, which no test reads. `assert!` without a
//! message of its own gets the one that it would have, see [`asserted`]; where that text is not certain, the invocation is left alone.

mod asserted;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Arm, Expr, Macro, Pat, Path, Token, parse_quote_spanned};
use unroll_syntax::walk::{Edit, jumps};

use self::asserted::Asserted;
use crate::probe::site;

const MACROS: [&str; 20] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// The arguments of an invocation.
pub(super) enum Arguments {
    /// `a, b, c`
    List(Punctuated<Expr, Token![,]>),
    /// `condition`, of an assertion without a message.
    Asserted(Box<Asserted>),
    /// `item; length`
    Repeat(Box<(Expr, Expr)>),
    /// `value, pattern if guard`
    Matched(Box<(Expr, Arm)>),
}

impl Arguments {
    /// The arguments of `mac`, if it is one of the macros that are known.
    pub(super) fn of(mac: &Macro) -> Option<Self> {
        let name = standard_name(&mac.path)?;
        if name == "matches" {
            let parts = matched.parse2(mac.tokens.clone()).ok()?;
            return Some(Self::Matched(Box::new(parts)));
        }
        if !MACROS.contains(&name.as_str()) {
            return None;
        }
        let list = Punctuated::parse_terminated.parse2(mac.tokens.clone());
        if let Ok(list) = list {
            if name == "assert" || name == "debug_assert" {
                return Self::of_assertion(&mac.path, list);
            }
            return Some(Self::List(list));
        }
        let repeat = |input: ParseStream<'_>| {
            let item = input.parse()?;
            input.parse::<Token![;]>()?;
            Ok((item, input.parse()?))
        };
        let parts = repeat.parse2(mac.tokens.clone()).ok()?;
        Some(Self::Repeat(Box::new(parts)))
    }

    fn of_assertion(path: &Path, mut list: Punctuated<Expr, Token![,]>) -> Option<Self> {
        if list.len() != 1 {
            return Some(Self::List(list));
        }
        let condition = list.pop()?.into_value();
        let asserted = Asserted::new(path, condition)?;
        Some(Self::Asserted(Box::new(asserted)))
    }

    /// The expressions that are evaluated where they stand. The length of `[item; length]` may be a constant.
    pub(super) fn each(&mut self, visit: &mut dyn FnMut(&mut Expr)) {
        match self {
            Self::List(list) => list.iter_mut().for_each(visit),
            Self::Asserted(asserted) => visit(&mut asserted.condition),
            Self::Repeat(parts) => visit(&mut parts.0),
            Self::Matched(parts) => {
                visit(&mut parts.0);
                if let Some((_, guard)) = &mut parts.1.guard {
                    visit(guard);
                }
            }
        }
    }

    /// The pattern of a `matches!`.
    pub(super) fn pattern(&self) -> Option<&Pat> {
        match self {
            Self::Matched(parts) => Some(&parts.1.pat),
            _ => None,
        }
    }

    /// The arguments as tokens.
    pub(super) fn tokens(&self) -> TokenStream {
        match self {
            Self::List(list) => list.to_token_stream(),
            Self::Asserted(asserted) => asserted.tokens(),
            Self::Repeat(parts) => {
                let (item, length) = &**parts;
                quote!(#item; #length)
            }
            Self::Matched(parts) => {
                let (value, Arm { pat, guard, .. }) = &**parts;
                let mut tokens = quote!(#value, #pat);
                if let Some((keyword, guard)) = guard {
                    tokens.extend(quote!(#keyword #guard));
                }
                tokens
            }
        }
    }
}

/// The arguments of `mac`, unless there is a loop or a jump in them. These are numbered in the source, in which a macro is tokens.
pub(super) fn without_jumps(mac: &Macro) -> Option<Arguments> {
    let is_plain = !jumps::has_loop_or_jump(mac.tokens.clone());
    is_plain.then(|| Arguments::of(mac)).flatten()
}

/// Has `edit` walk through the arguments of `mac`, for passes that give out no labels.
pub(super) fn walk(mac: &mut Macro, edit: &mut dyn Edit) {
    match Arguments::of(mac) {
        // Behind passes that give out labels, it would have a message if there were labels in it. Before them, nothing in it is a macro.
        None | Some(Arguments::Asserted(_)) => {}
        Some(mut arguments) => {
            arguments.each(&mut |argument| edit.visit_expr_mut(argument));
            mac.tokens = arguments.tokens();
        }
    }
}

/// True for `matches` and its full paths.
pub(super) fn names_matches(path: &Path) -> bool {
    standard_name(path).is_some_and(|name| name == "matches")
}

/// The name in a path that the macros of the standard library have: the name alone, which others [do not have](super::shadowed), or a full path.
pub(super) fn standard_name(path: &Path) -> Option<String> {
    let names: Vec<_> = path
        .segments
        .iter()
        .map(|it| it.ident.to_string())
        .collect();
    match &names[..] {
        [name] => path.leading_colon.is_none().then(|| name.clone()),
        [krate, name] => ["std", "core", "alloc"]
            .contains(&krate.as_str())
            .then(|| name.clone()),
        _ => None,
    }
}

/// `value, pattern if guard`: the value, and the arm for the rest.
pub(super) fn matched(input: ParseStream<'_>) -> syn::Result<(Expr, Arm)> {
    let value = input.parse()?;
    input.parse::<Token![,]>()?;
    let pat = Pat::parse_multi_with_leading_vert(input)?;
    let guard = match input.parse::<Option<Token![if]>>()? {
        Some(keyword) => Some((keyword, input.parse()?)),
        None => None,
    };
    input.parse::<Option<Token![,]>>()?;
    let arm = Arm {
        guard,
        ..parse_quote_spanned!(site()=> #pat => true,)
    };
    Ok((value, arm))
}

#[cfg(test)]
mod tests {
    use crate::label::labels;
    use unroll_syntax::criterion::{Criteria, Criterion};

    #[test]
    fn arguments_of_known_macros_have_conditions() {
        let counted = |statement: &str| {
            let source = format!("fn f(a: u8, b: u8, n: u8) {{ {statement} }}");
            let function: syn::ItemFn = syn::parse_str(&source).expect("a function");
            let count = |criterion| {
                labels(&function.sig, &function.block, &Criteria::from(criterion)).len()
            };
            [count(Criterion::Mcdc), count(Criterion::Mutation)]
        };
        for (statement, counts) in [
            ("assert!(a > 0 && b < 3);", [4, 9]),
            ("debug_assert!(a > 0 || b < 3, \"{}\", a + b);", [4, 14]),
            ("dbg!(a > 0 && b < 3);", [4, 9]),
            ("let m = matches!(a, n if n > 3 && b < 3);", [4, 9]),
            // The text of a closure is not known, and what a loop or a jump is in is not numbered.
            ("assert!(v.iter().all(|x| *x > 0 && b < 3));", [0, 0]),
            (
                "assert!(v.iter().all(|x| *x > 0 && b < 3), \"why\");",
                [4, 9],
            ),
            (
                "println!(\"{}\", v?.iter().all(|x| *x > 0 && b < 3));",
                [0, 0],
            ),
            ("other!(a > 0 && b < 3);", [0, 0]),
            // A name that something else than a number has in one of the arguments.
            ("let m = matches!(c, Some(n) if n + 1 == n);", [4, 2]),
        ] {
            assert_eq!(counted(statement), counts, "{statement}");
        }
    }
}
