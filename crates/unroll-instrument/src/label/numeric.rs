//! Which expressions of a function are numbers of a built-in type, as far as the syntax shows it without doubt.
//!
//! Evidence is a literal, a cast, a parameter or `let` with a written type, the length of something, a conversion such as `u32::from(..)`, a method of numbers on
//! a number, an element of a sequence of numbers, and operations on such operands. A variable is a number if each pattern of the function that binds its name makes it
//! one: which binding a use means is then no question.

use std::collections::BTreeMap;

use syn::visit;
use syn::{
    BinOp, Block, Expr, ExprForLoop, ExprIf, ExprMethodCall, FnArg, GenericArgument, Lit, Local,
    Macro, Pat, PatIdent, Path, PathArguments, Signature, Stmt, Type, UnOp,
};
use unroll_syntax::walk::{AsLook, Look};

use super::arguments::Arguments;

/// The kind of number that an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numeric {
    /// Without a sign.
    Unsigned,
    /// With a sign.
    Signed,
    /// A float.
    Float,
    /// An integer whose type other code decides.
    Integer,
}

/// The variables of a function that are numbers.
#[derive(Debug, Default)]
pub(super) struct Variables {
    /// For each name how many patterns bind it, and which of these make it a number.
    bound: BTreeMap<String, (usize, Vec<(Form, Numeric)>)>,
}

/// How a variable has a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// It is one.
    Value,
    /// It is a reference to one.
    Reference,
    /// It is a sequence of them, or a reference to such.
    Sequence,
}

impl Variables {
    /// Looks at the bindings of a function.
    pub(super) fn of(sig: &Signature, block: &Block) -> Self {
        // A `let` may depend on one that is found a number in a later round.
        let mut known = Self::default();
        // A longer chain than three leaves variables unknown, which costs labels and nothing else.
        for _ in 0..3 {
            let mut next = Bindings {
                known: &known,
                found: Self::default(),
            };
            for input in &sig.inputs {
                if let FnArg::Typed(typed) = input {
                    next.visit_pat(&typed.pat);
                    next.typed(&typed.pat, &typed.ty);
                }
            }
            next.visit_block(block);
            known = next.found;
        }
        known
    }

    /// The kind of number that `expr` is, if it is one.
    pub(super) fn kind(&self, expr: &Expr) -> Option<Numeric> {
        match expr {
            Expr::Paren(inner) => self.kind(&inner.expr),
            Expr::Group(inner) => self.kind(&inner.expr),
            Expr::Lit(literal) => match &literal.lit {
                Lit::Int(int) => Some(of_suffix(int.suffix()).unwrap_or(Numeric::Integer)),
                Lit::Float(_) => Some(Numeric::Float),
                Lit::Byte(_) => Some(Numeric::Unsigned),
                _ => None,
            },
            Expr::Cast(cast) => of_type(&cast.ty),
            Expr::Path(path) => self
                .variable(expr, Form::Value)
                .or_else(|| of_item(&path.path, &["MIN", "MAX"])),
            Expr::Unary(unary) => match unary.op {
                UnOp::Neg(_) => self.kind(&unary.expr),
                UnOp::Deref(_) => self.variable(&unary.expr, Form::Reference),
                _ => None,
            },
            Expr::Binary(binary) if is_shift(&binary.op) => {
                self.kind(&binary.right)?;
                self.kind(&binary.left)
            }
            Expr::Binary(binary) if is_arithmetic(&binary.op) || is_bitwise(&binary.op) => {
                Some(common(self.kind(&binary.left)?, self.kind(&binary.right)?))
            }
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => match &*call.func {
                Expr::Path(function) if call.args.len() == 1 => of_item(&function.path, &["from"]),
                _ => None,
            },
            Expr::Index(index) => {
                // An index that is a range gives a sequence.
                self.kind(&index.index)?;
                self.variable(&index.expr, Form::Sequence)
            }
            Expr::If(choice) => self.choice(choice),
            _ => None,
        }
    }

    /// The kind of the number that a variable has in some form.
    fn variable(&self, expr: &Expr, form: Form) -> Option<Numeric> {
        let Expr::Path(path) = expr else { return None };
        let (count, kinds) = self.bound.get(&path.path.get_ident()?.to_string())?;
        let first = *kinds.first()?;
        let is_sure = kinds.len() == *count && kinds.iter().all(|kind| *kind == first);
        (is_sure && first.0 == form).then_some(first.1)
    }

    /// The kind of what a method gives: those of built-in numbers go before those of traits.
    fn method(&self, call: &ExprMethodCall) -> Option<Numeric> {
        let name = call.method.to_string();
        if name == "len" && call.args.is_empty() {
            return Some(Numeric::Unsigned);
        }
        let receiver = self.kind(&call.receiver)?;
        if OF_OWN_TYPE.contains(&name.as_str()) {
            Some(receiver)
        } else {
            let is_integer = receiver != Numeric::Float;
            (is_integer && UNSIGNED.contains(&name.as_str())).then_some(Numeric::Unsigned)
        }
    }

    /// The kind of an `if` all of whose blocks end in a number, or do not end.
    fn choice(&self, choice: &ExprIf) -> Option<Numeric> {
        let block = |block: &Block| match block.stmts.last() {
            // A block that gives no value leaves the kind to the other one.
            Some(Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_), _)) => {
                Some(Numeric::Integer)
            }
            Some(Stmt::Expr(value, None)) => self.kind(value),
            _ => None,
        };
        let then = block(&choice.then_branch)?;
        let otherwise = match &*choice.else_branch.as_ref()?.1 {
            Expr::If(next) => self.choice(next),
            Expr::Block(last) => block(&last.block),
            _ => None,
        }?;
        Some(common(then, otherwise))
    }
}

/// Methods of built-in numbers that give a number of the same type.
const OF_OWN_TYPE: [&str; 25] = [
    "abs",
    "clamp",
    "div_ceil",
    "div_euclid",
    "isqrt",
    "max",
    "min",
    "pow",
    "rem_euclid",
    "rotate_left",
    "rotate_right",
    "saturating_add",
    "saturating_mul",
    "saturating_pow",
    "saturating_sub",
    "signum",
    "swap_bytes",
    "wrapping_add",
    "wrapping_div",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_rem",
    "wrapping_shl",
    "wrapping_shr",
    "wrapping_sub",
];

/// Methods of built-in integers that give a number without a sign.
const UNSIGNED: [&str; 9] = [
    "abs_diff",
    "count_ones",
    "count_zeros",
    "ilog10",
    "ilog2",
    "leading_ones",
    "leading_zeros",
    "trailing_zeros",
    "unsigned_abs",
];

/// The kind of two operands of one type.
fn common(left: Numeric, right: Numeric) -> Numeric {
    if left == Numeric::Integer {
        right
    } else {
        left
    }
}

/// True for `+ - * / %`.
pub(super) fn is_arithmetic(op: &BinOp) -> bool {
    matches!(
        op,
        BinOp::Add(_) | BinOp::Sub(_) | BinOp::Mul(_) | BinOp::Div(_) | BinOp::Rem(_)
    )
}

/// True for `& | ^`.
pub(super) fn is_bitwise(op: &BinOp) -> bool {
    matches!(op, BinOp::BitAnd(_) | BinOp::BitOr(_) | BinOp::BitXor(_))
}

/// True for `<< >>`.
fn is_shift(op: &BinOp) -> bool {
    matches!(op, BinOp::Shl(_) | BinOp::Shr(_))
}

fn of_suffix(suffix: &str) -> Option<Numeric> {
    match suffix {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => Some(Numeric::Unsigned),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => Some(Numeric::Signed),
        "f32" | "f64" => Some(Numeric::Float),
        _ => None,
    }
}

/// The kind of number that the values of a type are.
pub(super) fn of_type(ty: &Type) -> Option<Numeric> {
    match ty {
        Type::Path(path) => of_suffix(&path.path.get_ident()?.to_string()),
        Type::Paren(inner) => of_type(&inner.elem),
        _ => None,
    }
}

/// The kind of the type of an item such as `u32::MAX`, if its name is one of `names`.
fn of_item(path: &Path, names: &[&str]) -> Option<Numeric> {
    let mut segments = path.segments.iter();
    let (Some(ty), Some(item), None) = (segments.next(), segments.next(), segments.next()) else {
        return None;
    };
    let is_known = names.iter().any(|name| item.ident == name);
    of_suffix(&ty.ident.to_string()).filter(|_| is_known && path.leading_colon.is_none())
}

/// The number that a value of a type is, refers to, or has as elements.
fn in_type(ty: &Type) -> Option<(Form, Numeric)> {
    match ty {
        Type::Reference(reference) => match in_type(&reference.elem)? {
            (Form::Value, kind) => Some((Form::Reference, kind)),
            (Form::Sequence, kind) => Some((Form::Sequence, kind)),
            (Form::Reference, _) => None,
        },
        Type::Slice(slice) => Some((Form::Sequence, of_type(&slice.elem)?)),
        Type::Array(array) => Some((Form::Sequence, of_type(&array.elem)?)),
        Type::Path(path) => {
            let Some(last) = path.path.get_ident() else {
                return of_vec(&path.path);
            };
            Some((Form::Value, of_suffix(&last.to_string())?))
        }
        _ => Some((Form::Value, of_type(ty)?)),
    }
}

/// The element of a `Vec`.
fn of_vec(path: &Path) -> Option<(Form, Numeric)> {
    let [segment] = path.segments.iter().collect::<Vec<_>>()[..] else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    match arguments.args.first() {
        Some(GenericArgument::Type(element)) if segment.ident == "Vec" => {
            Some((Form::Sequence, of_type(element)?))
        }
        _ => None,
    }
}

/// Collects bindings.
struct Bindings<'v> {
    /// The variables of the round before.
    known: &'v Variables,
    found: Variables,
}

impl Bindings<'_> {
    /// Notes that a pattern, which was visited, has a number in some form.
    fn number(&mut self, pat: &Pat, found: (Form, Numeric)) {
        if let Pat::Ident(PatIdent {
            ident,
            by_ref: None,
            ..
        }) = pat
        {
            let entry = self.found.bound.entry(ident.to_string()).or_default();
            entry.1.push(found);
        }
    }

    fn typed(&mut self, pat: &Pat, ty: &Type) {
        if let Some(found) = in_type(ty) {
            self.number(pat, found);
        }
    }
}

impl<'ast> Look<'ast> for Bindings<'_> {
    fn visit_macro(&mut self, mac: &'ast Macro) {
        let Some(mut arguments) = Arguments::of(mac) else {
            return;
        };
        if let Some(pat) = arguments.pattern() {
            Look::visit_pat(self, pat);
        }
        arguments.each(&mut |argument| Look::visit_expr(self, argument));
    }

    fn visit_pat_ident(&mut self, pat: &'ast PatIdent) {
        let name = pat.ident.to_string();
        self.found.bound.entry(name).or_default().0 += 1;
        visit::visit_pat_ident(self.walk(), pat);
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        if let Stmt::Local(Local { pat, init, .. }) = stmt {
            match (pat, init) {
                (Pat::Type(typed), _) => self.typed(&typed.pat, &typed.ty),
                (pat, Some(init)) if init.diverge.is_none() => {
                    if let Some(kind) = self.known.kind(&init.expr) {
                        self.number(pat, (Form::Value, kind));
                    }
                }
                _ => {}
            }
        }
        visit::visit_stmt(self.walk(), stmt);
    }

    fn visit_expr(&mut self, expr: &'ast Expr) {
        if let Expr::ForLoop(ExprForLoop { pat, expr, .. }) = expr
            && let Expr::Range(range) = &**expr
        {
            let ends = [&range.start, &range.end];
            let kinds = ends.map(|end| end.as_ref().and_then(|end| self.known.kind(end)));
            if let [Some(start), Some(end)] = kinds {
                self.number(pat, (Form::Value, common(start, end)));
            }
        }
        if let Expr::Closure(closure) = expr {
            for input in &closure.inputs {
                if let Pat::Type(typed) = input {
                    self.typed(&typed.pat, &typed.ty);
                }
            }
        }
        visit::visit_expr(self.walk(), expr);
    }
}

#[cfg(test)]
mod tests {
    use super::{Numeric, Variables};

    #[test]
    fn only_what_is_a_number_without_doubt_is_one() {
        let function: syn::ItemFn = syn::parse_str(
            "fn f(a: u8, b: &u8, s: &mut [i16], w: Vec<u32>, t: T) {
                let c = a + 1; let d: i32 = g(); let e = c; let x = 1; for i in 0..c { let x = t; }
                let h = if t { 3 } else if t { return } else { a }; let k = |p: u8, q| p;
            }",
        )
        .expect("a function");
        let variables = Variables::of(&function.sig, &function.block);
        let kind = |text: &str| {
            let expr: syn::Expr = syn::parse_str(text).expect("an expression");
            variables.kind(&expr)
        };
        for (text, expected) in [
            ("a", Some(Numeric::Unsigned)),
            ("b", None),
            ("t", None),
            ("c", Some(Numeric::Unsigned)),
            ("d", Some(Numeric::Signed)),
            ("e * a", Some(Numeric::Unsigned)),
            ("x", None),
            ("i", Some(Numeric::Unsigned)),
            ("t as f64", Some(Numeric::Float)),
            ("items.len() - 1", Some(Numeric::Unsigned)),
            ("t + 1", None),
            ("*b", Some(Numeric::Unsigned)),
            ("*a", None),
            ("s[0]", Some(Numeric::Signed)),
            ("w[i]", Some(Numeric::Unsigned)),
            ("s[0..2]", None),
            ("s", None),
            ("h", Some(Numeric::Unsigned)),
            ("p", Some(Numeric::Unsigned)),
            ("q", None),
            ("i64::from(t)", Some(Numeric::Signed)),
            ("T::from(a)", None),
            ("u8::MAX & 7", Some(Numeric::Unsigned)),
            ("d.abs().pow(2)", Some(Numeric::Signed)),
            ("d.unsigned_abs()", Some(Numeric::Unsigned)),
            ("t.abs()", None),
            ("d << a", Some(Numeric::Signed)),
            ("d << t", None),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
