//! Readable names of functions, and which of them start a panic.

/// Path prefixes of the functions of the standard library that start a panic.
const PANIC_PREFIXES: &[&str] = &[
    "core::panicking::",
    "core::option::unwrap_failed",
    "core::option::expect_failed",
    "core::option::expect_none_failed",
    "core::result::unwrap_failed",
    "core::cell::panic_already_",
    "core::slice::index::slice_",
    "core::str::slice_error_fail",
    "core::num::from_str_radix_panic",
    "core::num::from_ascii_radix_panic",
    "core::char::from_digit::",
    "alloc::raw_vec::handle_error",
    "alloc::raw_vec::capacity_overflow",
    "alloc::alloc::handle_alloc_error",
    "std::alloc::rust_oom",
    "std::panic::resume_unwind",
    "std::panicking::begin_panic",
    "std::panicking::panic_handler",
    "std::panicking::panic_with_hook",
    "std::panicking::rust_panic_with_hook",
    "std::rt::begin_panic",
    "std::thread::local::panic_access_error",
    "__rustc::rust_begin_unwind",
    "__rustc::rust_panic",
    "__rustc::__rust_alloc_error_handler",
    "rust_begin_unwind",
    "rust_panic",
    "__rust_alloc_error_handler",
];

/// Last path segments of helpers that panic on behalf of a function of the standard library, wherever they stand.
const PANIC_HELPERS: &[&str] = &[
    "assert_failed",
    "len_mismatch_fail",
    "panic_for_nonpositive_argument",
    "panic_on_ord_violation",
    "overlap_fail",
    "do_panic",
];

/// The path of a mangled symbol, without its hash; other symbols as they are.
pub fn demangle(symbol: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(symbol))
}

/// True if `symbol` is a function of `core`, `alloc` or `std` that starts a panic and never returns.
pub fn is_panic_entry(symbol: &str) -> bool {
    let path = demangle(symbol);
    if PANIC_PREFIXES.iter().any(|prefix| path.starts_with(prefix)) {
        return true;
    }
    // Helpers of these names in other crates are the user's own functions.
    let of_std = ["core::", "alloc::", "std::"]
        .iter()
        .any(|krate| path.trim_start_matches('<').starts_with(krate));
    // The run-time half of a panic that constants may reach as well.
    let helper = path.strip_suffix("::runtime").unwrap_or(&path);
    of_std && PANIC_HELPERS.contains(&last_segment(helper))
}

/// True if a call that does not return ends the process, and no panic that could be caught begins.
pub fn ends_process(symbol: &str) -> bool {
    let path = demangle(symbol);
    // Functions that never return and start no panic can only end the process.
    !is_panic_entry(symbol) || NOT_UNWINDING.iter().any(|part| path.contains(part))
}

/// Parts of the paths of panic entries that end the process: a destructor may not panic, memory is exhausted, or a check fails that the compiler
/// makes of `unsafe` code.
const NOT_UNWINDING: &[&str] = &[
    "nounwind",
    "panic_in_cleanup",
    "panic_cannot_unwind",
    "alloc_error",
    "panic_misaligned_pointer_dereference",
    "panic_null_pointer_dereference",
    "panic_invalid_enum_construction",
];

/// Functions that end the process, by symbol or path.
const ABORTS: &[&str] = &[
    "llvm.trap",
    "abort",
    "exit",
    "_exit",
    "core::intrinsics::abort",
    "std::process::abort",
    "std::process::exit",
];

/// True if a function that does not return is known to end the process without a panic. In doubt it may panic.
pub fn aborts(symbol: &str) -> bool {
    if is_panic_entry(symbol) {
        return ends_process(symbol);
    }
    ABORTS.contains(&symbol) || ABORTS.contains(&demangle(symbol).as_str())
}

/// The last segment of a path, without generic arguments.
fn last_segment(path: &str) -> &str {
    let path = match path
        .strip_suffix('>')
        .and_then(|it| it.rfind("::<").map(|at| &it[..at]))
    {
        Some(path) => path,
        None => path,
    };
    path.rsplit("::").next().unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_dropped_in_both_manglings() {
        assert_eq!(demangle("_ZN3lto4main17h161d9d8a36f249f6E"), "lto::main");
        assert_eq!(demangle("_RNvCskwGfYPst2Cb_3foo3bar"), "foo::bar");
        assert_eq!(demangle("memcpy"), "memcpy");
    }

    #[test]
    fn what_ends_the_process_is_no_panic_that_can_be_caught() {
        for (symbol, ends) in [
            ("_ZN4core9panicking5panic17h0123456789abcdefE", false),
            ("_ZN3std5panic13resume_unwind17h0123456789abcdefE", false),
            (
                "_ZN4core9panicking19panic_cannot_unwind17h0123456789abcdefE",
                true,
            ),
            (
                "_ZN4core9panicking16panic_in_cleanup17h0123456789abcdefE",
                true,
            ),
            (
                "_RNvNtCsgEmfK2I1SDS_4core9panicking36panic_misaligned_pointer_dereference",
                true,
            ),
            (
                "_RNvNtCsgEmfK2I1SDS_4core9panicking30panic_null_pointer_dereference",
                true,
            ),
            ("llvm.trap", true),
            ("abort", true),
        ] {
            assert_eq!(ends_process(symbol), ends, "{}", demangle(symbol));
            assert_eq!(aborts(symbol), ends, "{}", demangle(symbol));
        }
        assert!(!aborts("_ZN5alloc3vec7unknown17h0123456789abcdefE"));
    }

    #[test]
    fn panic_entries_are_told_from_other_functions() {
        for symbol in [
            "_ZN4core9panicking5panic17h0123456789abcdefE",
            "_ZN4core9panicking11panic_const24panic_const_add_overflow17h0123456789abcdefE",
            "_ZN4core6option13unwrap_failed17h0123456789abcdefE",
            "_ZN4core5slice5index26slice_start_index_len_fail17h0123456789abcdefE",
            "_ZN5alloc7raw_vec12handle_error17h0123456789abcdefE",
            "_ZN5alloc3vec16Vec$LT$T$C$A$GT$6remove13assert_failed17h0123456789abcdefE",
            "_ZN4core9panicking13assert_failed17h0123456789abcdefE",
        ] {
            assert!(is_panic_entry(symbol), "{}", demangle(symbol));
        }
        for symbol in [
            "_ZN3lto4main17h161d9d8a36f249f6E",
            "_ZN2my13assert_failed17h0123456789abcdefE",
            "_ZN4core5slice4sort17h0123456789abcdefE",
            "abort",
        ] {
            assert!(!is_panic_entry(symbol), "{}", demangle(symbol));
        }
    }
}
