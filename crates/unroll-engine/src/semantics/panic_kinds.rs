//! The kinds of panics, by the function that starts one and the message that it is told.
//!
//! The native driver has nothing but the message, so both have to say the same wherever the code shows the message.

use unroll_protocol::PanicKind;

use crate::domain::Domain;
use crate::domain::value::{PointerBase, Value};
use crate::memory::{Content, Memory};
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Machine;
use unroll_llvm::Module;
use unroll_llvm::ir::{Call, CastOp, Constant, Operand, Type};

/// The message of a panic, as far as the arguments of its entry show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Message {
    /// It is this text, or begins with it.
    Text(String),
    /// A text that is not known.
    Unknown,
    /// It is made from values, or there is none.
    Made,
}

/// Kinds, and the last part of the names of functions of the standard library that start panics of that kind alone.
const ENTRIES: &[(PanicKind, &[&str])] = &[
    (
        PanicKind::AddOverflow,
        &["panic_const_add_overflow", "overflow_panic::add"],
    ),
    (
        PanicKind::SubOverflow,
        &["panic_const_sub_overflow", "overflow_panic::sub"],
    ),
    (
        PanicKind::MulOverflow,
        &["panic_const_mul_overflow", "overflow_panic::mul"],
    ),
    (
        PanicKind::DivOverflow,
        &["panic_const_div_overflow", "overflow_panic::div"],
    ),
    (
        PanicKind::RemOverflow,
        &["panic_const_rem_overflow", "overflow_panic::rem"],
    ),
    (
        PanicKind::NegOverflow,
        &["panic_const_neg_overflow", "overflow_panic::neg"],
    ),
    (
        PanicKind::ShlOverflow,
        &["panic_const_shl_overflow", "overflow_panic::shl"],
    ),
    (
        PanicKind::ShrOverflow,
        &["panic_const_shr_overflow", "overflow_panic::shr"],
    ),
    (PanicKind::DivZero, &["panic_const_div_by_zero"]),
    (PanicKind::RemZero, &["panic_const_rem_by_zero"]),
    (PanicKind::Index, &["panicking::panic_bounds_check"]),
    (
        PanicKind::SliceBounds,
        &["slice_start_index_len_fail", "slice_end_index_len_fail"],
    ),
    (PanicKind::SliceOrder, &["slice_index_order_fail"]),
    (PanicKind::UnwrapNone, &["option::unwrap_failed"]),
    (
        PanicKind::CapacityOverflow,
        &["raw_vec::handle_error", "raw_vec::capacity_overflow"],
    ),
    (
        PanicKind::Borrow,
        &[
            "cell::panic_already_borrowed",
            "cell::panic_already_mutably_borrowed",
        ],
    ),
    (PanicKind::TotalOrder, &["panic_on_ord_violation"]),
    (
        PanicKind::Assertion,
        &[
            "panicking::assert_failed",
            "panicking::assert_failed_inner",
            "panicking::assert_matches_failed",
        ],
    ),
];

/// Functions that are told the message: its start and length, which of formatted text is a number of pieces.
const TOLD: &[&str] = &[
    "core::panicking::panic",
    "core::panicking::panic_fmt",
    "core::panicking::panic_str_2015",
    "core::option::expect_failed",
    "core::result::unwrap_failed",
];

/// True if a panic entry is told the message.
pub(crate) fn is_told(entry: &str) -> bool {
    TOLD.contains(&without_generics(entry))
}

/// True if a future panics because it is polled after its end: the executor is at fault then, and not the caller of an `async fn`.
pub(crate) fn is_of_executor(entry: &str) -> bool {
    entry.starts_with("core::panicking::panic_const::panic_const_async_fn_resumed")
}

/// The kinds that a panic may be of that begins in this function, by its demangled name and message.
pub(crate) fn kinds_of_entry(entry: &str, message: &Message) -> Vec<PanicKind> {
    let of_std = ["core::", "alloc::", "std::"];
    // Code outside of the standard library that never returns is a panic with a message of its own.
    if !of_std.iter().any(|krate| entry.starts_with(krate)) {
        return vec![PanicKind::Message];
    }
    let entry = without_generics(entry);
    match entry.rsplit("::").next() {
        Some("slice_error_fail") => vec![
            PanicKind::SliceBounds,
            PanicKind::SliceOrder,
            PanicKind::CharBoundary,
        ],
        Some("slice_index_fail") => vec![PanicKind::SliceBounds, PanicKind::SliceOrder],
        _ => {
            let begins = |names: &[&str]| names.iter().any(|name| entry.ends_with(name));
            let known = ENTRIES.iter().find(|(_, names)| begins(names));
            known.map_or_else(|| kinds_of_message(entry, message), |(kind, _)| vec![*kind])
        }
    }
}

/// The kinds that a panic may be of that tells a message.
fn kinds_of_message(entry: &str, message: &Message) -> Vec<PanicKind> {
    match message {
        Message::Text(text) => vec![PanicKind::of_message(text)],
        Message::Unknown if entry == "core::result::unwrap_failed" => {
            vec![PanicKind::UnwrapErr, PanicKind::Message]
        }
        Message::Unknown if is_told(entry) => vec![PanicKind::Assertion, PanicKind::Message],
        Message::Unknown | Message::Made => vec![PanicKind::Message],
    }
}

/// A path without the generic arguments behind it.
fn without_generics(path: &str) -> &str {
    // Only a suffix: a path may have generic arguments inside as well.
    let generics = path.strip_suffix('>').and_then(|_| path.find("::<"));
    generics.map_or(path, |at| &path[..at])
}

/// The message that a call in a module tells the entry that it calls.
pub(crate) fn message_in(home: &Module, entry: &str, call: &Call) -> Message {
    if !is_told(entry) {
        return Message::Made;
    }
    let [(_, text), (_, len), ..] = call.args.as_slice() else {
        return Message::Made;
    };
    let len = match len {
        Operand::Const(Constant::Int(len)) => usize::try_from(*len).ok(),
        Operand::Const(Constant::Cast(CastOp::IntToPtr, _, number, _)) => match &**number {
            // `fmt::Arguments` without pieces holds the text itself; its length is tagged by the
            // lowest bit.
            Constant::Int(number) => static_len(*number),
            _ => return Message::Made,
        },
        Operand::Const(_) => return Message::Made,
        // Where calls were merged, the length is a value, and any of the messages may be told.
        Operand::Reg(_) => return Message::Unknown,
    };
    let text = match text {
        Operand::Const(Constant::Global(name)) => home.constant_text(name, len.unwrap_or_default()),
        _ => None,
    };
    text.filter(|_| len.is_some())
        .map_or(Message::Unknown, Message::Text)
}

/// The length of a text that stands in place of pieces, which is twice that and one more.
fn static_len(number: u128) -> Option<usize> {
    (number & 1 == 1).then(|| usize::try_from(number >> 1).ok())?
}

impl<D: Domain> Machine<'_, D> {
    /// The message that the arguments of a panic entry tell.
    pub(super) fn message(
        &mut self,
        entry: &str,
        args: Args<'_, D::Bits>,
        memory: &Memory<D::Bits>,
    ) -> Message {
        let [(_, text), (ty, len), ..] = args else {
            return Message::Made;
        };
        if !is_told(entry) {
            return Message::Made;
        }
        let len = match len {
            Value::Bits(len) => self
                .domain
                .as_const(*len)
                .and_then(|len| usize::try_from(len).ok()),
            Value::Pointer(pointer) if *ty == Type::Ptr => match pointer.as_single() {
                Some(case) if case.place == PointerBase::Absolute => {
                    self.domain.as_const(case.offset).and_then(static_len)
                }
                // A pointer to pieces: the message is formatted from values.
                Some(case) if matches!(case.place, PointerBase::Object(_)) => {
                    return Message::Made;
                }
                _ => None,
            },
            _ => None,
        };
        let text = len.and_then(|len| self.text(text, len, memory));
        text.map_or(Message::Unknown, Message::Text)
    }

    /// So many bytes behind a pointer to a constant.
    fn text(&self, text: &Value<D::Bits>, len: usize, memory: &Memory<D::Bits>) -> Option<String> {
        let Value::Pointer(pointer) = text else {
            return None;
        };
        let case = pointer.as_single()?;
        let PointerBase::Object(object) = case.place else {
            return None;
        };
        let Content::Data(data) = &*self.content(memory, object) else {
            return None;
        };
        let start = usize::try_from(self.domain.as_const(case.offset)?).ok()?;
        let bytes = data.bytes.get(start..start.checked_add(len)?)?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(entry: &str, message: &Message) -> Vec<&'static str> {
        let kinds = kinds_of_entry(entry, message).into_iter();
        kinds.map(PanicKind::name).collect()
    }

    #[test]
    fn kinds_are_told_by_entries() {
        for (entry, expected) in [
            (
                "core::panicking::panic_const::panic_const_add_overflow",
                vec!["add-overflow"],
            ),
            ("core::num::overflow_panic::mul", vec!["mul-overflow"]),
            ("core::option::unwrap_failed", vec!["unwrap-none"]),
            ("core::panicking::panic_fmt", vec!["message"]),
            (
                "core::slice::index::slice_index_fail",
                vec!["slice-bounds", "slice-order"],
            ),
            ("alloc::raw_vec::handle_error", vec!["capacity-overflow"]),
            ("core::cell::panic_already_mutably_borrowed", vec!["borrow"]),
            (
                "core::panicking::assert_failed::<usize, usize>",
                vec!["assertion"],
            ),
            (
                "core::slice::sort::shared::smallsort::panic_on_ord_violation",
                vec!["total-order"],
            ),
            // Its message is of the index.
            (
                "alloc::vec::Vec<T,A>::remove::assert_failed",
                vec!["message"],
            ),
            ("mine::panic_const_add_overflow", vec!["message"]),
            ("mine::assert_failed", vec!["message"]),
        ] {
            assert_eq!(kinds(entry, &Message::Made), expected, "{entry}");
        }
    }

    #[test]
    fn kinds_are_told_by_messages() {
        let panic = "core::panicking::panic";
        let text = |text: &str| Message::Text(text.to_owned());
        assert_eq!(
            kinds(panic, &text("assertion failed: a < b")),
            ["assertion"]
        );
        assert_eq!(kinds(panic, &text("no such user")), ["message"]);
        assert_eq!(
            kinds(
                "core::panicking::panic_fmt",
                &text("Hash table capacity overflow")
            ),
            ["capacity-overflow"]
        );
        let result = "core::result::unwrap_failed";
        let unwrap = "called `Result::unwrap()` on an `Err` value";
        assert_eq!(kinds(result, &text(unwrap)), ["unwrap-err"]);
        assert_eq!(kinds(result, &text("a number")), ["message"]);
        // Where the code does not show the message, nothing is said of it.
        assert_eq!(kinds(result, &Message::Unknown), ["unwrap-err", "message"]);
        assert_eq!(kinds(panic, &Message::Unknown), ["assertion", "message"]);
    }
}
