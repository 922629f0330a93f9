//! The standard library's count of panics under way, by its names.

use unroll_llvm::link::demangle::demangle;

/// The variable's path; that of each thread is asked for by [`IS_ZERO`] alone.
const COUNT: &str = "std::panicking::panic_count::GLOBAL_PANIC_COUNT";

/// The function that looks at the thread's own count, if that of the process is not zero.
const IS_ZERO: &str = "std::panicking::panic_count::is_zero_slow_path";

/// True if a symbol is that of the variable.
pub(crate) fn is_count(symbol: &str) -> bool {
    symbol.contains("GLOBAL_PANIC_COUNT") && demangle(symbol) == COUNT
}

/// True if a symbol is that of the function which tells whether the variable is zero.
pub(crate) fn asks_for_zero(symbol: &str) -> bool {
    symbol.contains("is_zero_slow_path") && demangle(symbol) == IS_ZERO
}
