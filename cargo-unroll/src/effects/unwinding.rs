//! Libraries that walk the stack, to show a backtrace.
//!
//! An error value may hold a backtrace, which its library takes if the environment asks for one. The library walks the stack with
//! the compiler's unwinder, and reads the files that the program was loaded from for the names of functions. So the process
//! reads of itself only. Runs do not get the variables that ask for backtraces (`replay`), and what they return depends on
//! the environment all the same, which is a hidden input (`hidden`).
//!
//! In: the symbols that a harness reaches. Out: the crates among its dependencies that call the unwinder. Not here: which functions only
//! read (`table`).

use rustc_hash::FxHashSet;

use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::origin::{bare, is_users};

/// The function of the unwinder that calls back for each frame.
const WALK: &str = "_Unwind_Backtrace";

/// The crates, that of the function `own` excepted, with code that walks the stack, by the chains of callers of the functions that are reached, each from a
/// function outwards.
pub(super) fn libraries<'n, C: Iterator<Item = &'n str>>(
    own: &str,
    chains: impl Iterator<Item = C>,
) -> FxHashSet<String> {
    let own = krate_of_path(&demangle(own));
    let callers = chains.filter_map(|mut chain| {
        let is_walk = chain.next() == Some(WALK);
        is_walk.then(|| chain.find_map(krate)).flatten()
    });
    callers.filter(|krate| *krate != own).collect()
}

/// The crate of a function that does not come with the compiler.
pub(super) fn krate(symbol: &str) -> Option<String> {
    is_users(symbol).then(|| krate_of_path(&demangle(symbol)))
}

fn krate_of_path(path: &str) -> String {
    let path = bare(path);
    // The implementation of a trait of another crate for `[T]` or `&T` has no crate of its own at the front.
    let krate = path.split("::").next().unwrap_or_default();
    krate.to_owned()
}
