//! Names of the symbols that instrumentation and its runtime bring into a program.

/// The common prefix.
const OURS: &str = "__unroll_";
/// The prefix of harnesses; the function's id follows.
pub const HARNESS: &str = "__unroll_harness_";
/// The prefix of forms; the function's id follows.
pub const FORM: &str = "__unroll_form_";

/// The variable of the runtime that counts how deep the function under test calls itself.
pub const RECURSION: &str = "__unroll_calls_deep";

/// The module of the runtime with what stands for closures in harnesses: their panics are none of the user's.
pub const STAND_INS: &str = "unroll_runtime::rt::harness::functions::";

/// The harness of the function `id`: it makes up inputs and calls the form.
pub fn harness(id: &str) -> String {
    format!("{HARNESS}{id}")
}

/// The form that the macro makes of the function `id`.
pub fn form(id: &str) -> String {
    format!("{FORM}{id}")
}

/// The function that the function `id` calls when it recurs.
pub fn again(id: &str) -> String {
    format!("{FORM}{id}_again")
}

/// The name of a probe without what all of them begin with; `None` if `symbol` is none. What the macro makes of a function has a body
/// that counts; the body of a probe is for native runs alone.
pub fn probe(symbol: &str) -> Option<&str> {
    let is_made = symbol.starts_with(HARNESS) || symbol.starts_with(FORM);
    symbol.strip_prefix(OURS).filter(|_| !is_made)
}
