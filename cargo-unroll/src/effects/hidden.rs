//! Hidden inputs of a function as far as its code shows: statics that can change, and the process: its environment,
//! arguments, threads, the time.
//!
//! The engine knows only the initial value of a static, so code that another value reaches may look unreachable to
//! it. Nothing is claimed about functions with such a hidden input. Functions that query the process are recognised
//! by name, because inlining in a later build may remove the trace.
//!
//! Not here: observed addresses, and hashes with random keys, which the engine detects while it executes them
//! (`unroll-engine`).

use super::table;
use super::walk::{Reached, Visit};
use crate::model::hidden::HiddenInput;
use unroll_llvm::Program;
use unroll_llvm::link::origin::is_of_the_compiler;

impl Reached<'_> {
    /// The first input besides those of the entry, `locals` among them, that its calls may meet.
    pub fn hidden_input(&self, locals: &[String]) -> Option<HiddenInput> {
        let asks = |visit: &Visit| {
            // What prints pointers is left to the engine, which tells the runs that do so.
            let outside = table::outside(&visit.name).filter(|it| *it != table::LAYOUT)?;
            Some(HiddenInput::Outside(outside.to_owned()))
        };
        let mut visits = self.visits.iter();
        // One that the function itself declares is another than that of the module.
        let is_given = |input: &HiddenInput, visit: &Visit| matches!(input, HiddenInput::Static(path) if locals.contains(path) && !table::is_in_form(&visit.name));
        visits.find_map(|visit| {
            let found = mutable_static(self.program, visit).or_else(|| asks(visit));
            found.filter(|input| !is_given(input, visit))
        })
    }

    /// True if its calls may meet one of the statics at these paths.
    pub fn has_static(&self, paths: &[String]) -> bool {
        let mut visits = self.visits.iter();
        !paths.is_empty()
            && visits
                .any(|visit| table::static_path(&visit.name).is_some_and(|it| paths.contains(&it)))
    }

    /// The process-dependent value that may be read, as a noun phrase.
    pub fn outside_input(&self) -> Option<&'static str> {
        let mut visits = self.visits.iter();
        visits.find_map(|visit| table::outside(&visit.name))
    }
}

/// A static that can change, thread locals among them, and that a result may show. One that is only declared is the user's: the standard library
/// declares its tables like that, and of what it asks the process for the names are known.
fn mutable_static(program: &Program, visit: &Visit) -> Option<HiddenInput> {
    let path = table::static_path(&visit.name)?;
    let global = program.global(&visit.name, visit.module).ok()??;
    let is_table = global.item.init.is_none() && is_of_the_compiler(&visit.name);
    (!global.item.constant && !is_table).then(|| HiddenInput::Static(path.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;

    const TEXT: &str = r"
@_RNvCs1_1k5LEVEL = internal global [1 x i8] zeroinitializer
@_RNvCs1_1k5TABLE = internal constant [1 x i8] zeroinitializer
@_RNvNCNKNvCs1_1k5STATE0s_023___RUST_STD_INTERNAL_VAL = internal thread_local global i8 0
@_RNvNtCs1_3std9panicking5LEVEL = internal global [1 x i8] zeroinitializer
@_RNvNtNtCs1_3std3sys4args4ARGC = internal global [1 x i8] zeroinitializer
@_RNvCs1_14unroll_runtime4FUEL = internal global i64 0
@table = private constant { ptr } { ptr @_RNvCs1_1k5LEVEL }
declare void @_RNvNtCs1_4core9panicking36panic_misaligned_pointer_dereference(i64, i64)
define void @reads_level() {
  call void @reads_table()
  %l = load i8, ptr @_RNvCs1_1k5LEVEL
  ret void
}
define void @reads_state() {
  %l = load i8, ptr @_RNvNCNKNvCs1_1k5STATE0s_023___RUST_STD_INTERNAL_VAL
  ret void
}
define void @reads_by_table() {
  %l = load ptr, ptr @table
  ret void
}
define void @reads_arguments() {
  %l = load i8, ptr @_RNvNtNtCs1_3std3sys4args4ARGC
  ret void
}
define void @reads_table() {
  %a = load i8, ptr @_RNvCs1_1k5TABLE
  %b = load i8, ptr @_RNvNtCs1_3std9panicking5LEVEL
  %c = load i64, ptr @_RNvCs1_14unroll_runtime4FUEL
  %d = load i8, ptr @_RNvNtCs1_4core7unicode3MAP
  ret void
}
";

    fn told(entry: &str) -> Option<HiddenInput> {
        told_with(entry, &[])
    }

    fn told_with(entry: &str, locals: &[String]) -> Option<HiddenInput> {
        let module = Module::index(TEXT.into()).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        Reached::from(&program, entry).hidden_input(locals)
    }

    #[test]
    fn statics_that_can_change_are_told_from_tables() {
        for (entry, path) in [
            ("reads_level", "k::LEVEL"),
            ("reads_by_table", "k::LEVEL"),
            ("reads_state", "k::STATE"),
            ("reads_arguments", "std::sys::args::ARGC"),
        ] {
            assert_eq!(
                told(entry),
                Some(HiddenInput::Static(path.to_owned())),
                "{entry}"
            );
        }
        assert_eq!(told("reads_table"), None);
        let local = ["k::STATE".to_owned()];
        assert_eq!(told_with("reads_state", &local), None);
        assert_eq!(told_with("reads_level", &local), told("reads_level"));
    }
}
