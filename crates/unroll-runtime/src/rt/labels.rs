//! Probes of labels and of decisions: the only calls in a build for scores.
//!
//! They need nothing but the symbols, so that such a build compiles one small crate of the tool
//! (`docs/dev/adr/0007-runtime-crate.md`).

#![expect(
    clippy::inline_always,
    reason = "the engine recognises the symbols only where they are called directly"
)]

use super::residual::Residual;
use super::symbols;

/// The place of a label is reached.
#[inline(always)]
pub fn label(number: u32) {
    symbols::__unroll_label(number, true);
}

/// The place of a label is reached, which asks for a condition.
#[inline(always)]
pub fn judged(number: u32, holds: bool) {
    symbols::__unroll_label(number, holds);
}

/// A condition, which explanations may take to be arbitrary.
#[inline(always)]
pub fn condition(holds: bool, number: u32) -> bool {
    symbols::__unroll_condition(number, holds)
}

/// The same reference, of whose target the compiler knows nothing. So it does not replace a condition by what an earlier check says of it.
#[inline(always)]
pub fn hidden<T>(value: &T) -> &T {
    let hidden = symbols::__unroll_hidden(std::ptr::from_ref(value).cast());
    // SAFETY: `__unroll_hidden` returns its argument, which is a reference with the same lifetime.
    #[expect(
        unsafe_code,
        reason = "the symbol takes the reference without its type"
    )]
    unsafe {
        super::unchecked::shared(hidden.cast::<T>())
    }
}

/// The largest value that may be arbitrary, in bytes.
const LARGEST: usize = 16;

/// The value that a variable gets, which explanations may take to be arbitrary if it is small and owns nothing.
#[inline(always)]
pub fn defined<T>(mut value: T, number: u32) -> T {
    if size_of::<T>() > LARGEST || std::mem::needs_drop::<T>() {
        // Its address would keep the compiler from knowing anything of what it points to.
        return value;
    }
    let place = std::ptr::from_mut(&mut value).cast();
    symbols::__unroll_defined(place, size_of::<T>() as u64, number);
    value
}

/// A decision was evaluated, with the values of its conditions as [`noted`] keeps them.
#[inline(always)]
pub fn evaluated(decision: u32, mask: u64) {
    symbols::evaluated(decision, mask);
}

/// The only condition of a decision, in builds for scores.
#[inline(always)]
#[must_use]
pub fn decided(holds: bool, decision: u32) -> bool {
    symbols::decided(holds, decision)
}

/// A condition of a decision, whose value is noted: two bits for each condition, whether it was evaluated and to what.
#[inline(always)]
pub fn noted(mask: &mut u64, at: u32, holds: bool) -> bool {
    *mask |= (2 | u64::from(holds)) << (2 * at);
    holds
}

/// The mask with a `let` of a decision, if it was not noted to match: it was evaluated if `reached` is 1.
#[inline(always)]
#[must_use]
pub fn refuted(mask: u64, at: u32, reached: u64) -> u64 {
    let matched = mask >> (2 * at + 1) & 1;
    mask | (reached & (1 ^ matched)) << (2 * at + 1)
}

/// A condition of the pattern of an arm is found to hold, where it stands on its own.
#[inline(always)]
pub fn found(mask: &mut u64, at: u32) {
    *mask |= 1 << (2 * at);
}

/// The mask with a condition of the pattern of an arm, which is evaluated if `reached` is 1. If not, it is as if it had not been found.
#[inline(always)]
#[must_use]
pub fn settled(mask: u64, at: u32, reached: u64) -> u64 {
    (mask & !((1 ^ reached) << (2 * at))) | (reached << (2 * at + 1))
}

/// The guard of an arm that is never taken.
#[inline(always)]
#[must_use]
pub fn passed((): ()) -> bool {
    false
}

/// The value of an invocation of `matches!`, in which conditions are noted. The second argument is the check of the macro's meaning.
#[inline(always)]
#[must_use]
pub fn matched(value: bool, (): ()) -> bool {
    value
}

/// The condition of an assertion, in which there are labels. The second argument is the check of the macro's meaning.
#[inline(always)]
pub fn asserted<T>(condition: T, (): ()) -> T {
    condition
}

/// The body of an arm that is never taken. It has no place that could panic.
#[inline(always)]
pub fn never() -> ! {
    #[expect(clippy::empty_loop, reason = "nothing calls it")]
    loop {}
}

/// `value`, with the evaluation of the decision `value?`.
#[inline(always)]
pub fn attempted<T: Residual>(value: T, decision: u32) -> T {
    evaluated(decision, if value.is_residual() { 2 } else { 3 });
    value
}

/// A guard, with the label that stands for its being false.
#[inline(always)]
pub fn guard(holds: bool, number: u32) -> bool {
    if !holds {
        label(number);
    }
    holds
}

/// `value`, with the labels of `value?`: one for going on, one for returning.
#[inline(always)]
pub fn tried<T: Residual>(value: T, on: u32, back: u32) -> T {
    if value.is_residual() {
        label(back);
    } else {
        label(on);
    }
    value
}
