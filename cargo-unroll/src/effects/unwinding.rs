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

use super::walk::Visit;
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::origin::{bare, is_users};

/// The function of the unwinder that calls back for each frame.
const WALK: &str = "_Unwind_Backtrace";

/// The crates, the one of `entry` excepted, with code of their own that walks the stack.
pub(super) fn libraries(entry: &str, visits: &[Visit]) -> FxHashSet<String> {
    let own = krate_of_path(&demangle(entry));
    let walks = visits.iter().filter(|visit| visit.name == WALK);
    let callers = walks.filter_map(|visit| {
        let mut at = visit.from;
        while let Some(visit) = at.map(|at| &visits[at]) {
            if let Some(krate) = krate(&visit.name) {
                return Some(krate);
            }
            at = visit.from;
        }
        None
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

#[cfg(test)]
mod tests {
    use crate::effects::Reached;
    use unroll_llvm::{Module, Program};

    const TEXT: &str = r"
declare i32 @_Unwind_Backtrace(ptr, ptr)
declare void @dl_iterate_phdr()
declare void @unlink()
define void @_RNvCs1_5trace4take() {
  call i32 @_Unwind_Backtrace(ptr null, ptr null)
  call void @dl_iterate_phdr()
  ret void
}
define void @_RNvCs1_5trace4save() {
  call void @_RNvCs1_5trace4take()
  call void @unlink()
  ret void
}
define void @_RNvCs1_1k5fails() {
  call void @_RNvCs1_5trace4take()
  ret void
}
define void @_RNvCs1_1k5looks() {
  call void @_RNvCs1_5trace4take()
  call void @dl_iterate_phdr()
  ret void
}
define void @_RNvCs1_1k5saves() {
  call void @_RNvCs1_5trace4save()
  ret void
}
define void @_RNvCs1_5trace5other() {
  call void @_RNvCs1_5trace4take()
  ret void
}
";

    fn told(entry: &str) -> (String, Option<&'static str>) {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let reached = Reached::from(&program, entry);
        let effect = reached.effect().map(ToString::to_string);
        (effect.unwrap_or_default(), reached.outside_input())
    }

    #[test]
    fn a_library_that_walks_the_stack_may_read_and_no_other_code() {
        let stack = Some("the call stack");
        assert_eq!(told("_RNvCs1_1k5fails"), (String::new(), stack));
        for (entry, effect) in [
            (
                "_RNvCs1_1k5looks",
                "it calls code that is not Rust: `k::looks` -> `dl_iterate_phdr`",
            ),
            (
                "_RNvCs1_1k5saves",
                "it reaches files: `k::saves` -> `trace::save` -> `unlink`",
            ),
            (
                "_RNvCs1_5trace5other",
                "it calls code that is not Rust: `trace::other` -> `trace::take` -> `dl_iterate_phdr`",
            ),
        ] {
            assert_eq!(told(entry).0, effect, "{entry}");
        }
    }
}
