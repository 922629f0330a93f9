//! The panics of code that an execution leaves out.
//!
//! In: a function, or blocks of one. Out: a [`Summary`] that contains each of its panics, and others. It is found by the
//! walk of [`panic_places`](super), which lists what the code shows; here, a function without a body may
//! panic in any way, and may call every function whose address the code names.

use std::rc::Rc;

use super::{Open, Scan, Summaries, Summary};
use unroll_llvm::ir::{Block, Function};
use unroll_llvm::{ModuleId, Program};

/// Rounds until the panics of functions that call each other are known.
const MOST_ROUNDS: usize = 8;

/// The panics of functions, as far as they were asked for.
#[derive(Debug, Default)]
pub(crate) struct MayPanic {
    known: Summaries,
}

impl MayPanic {
    /// The panics of the function that `symbol` means in a module, which has a number of parameters.
    pub(crate) fn of_function(
        &mut self,
        (program, root): (&Program, &str),
        (module, symbol): (ModuleId, &str),
        parameters: usize,
    ) -> Rc<Summary> {
        let of_body = |scan: &mut Scan<'_>| scan.function(module, symbol);
        let found = self.scan(program, root, of_body);
        found.unwrap_or_else(|| Rc::new(Summary::of_missing(parameters)))
    }

    /// The panics of blocks of a function.
    pub(crate) fn of_blocks(
        &mut self,
        (program, root): (&Program, &str),
        function: (ModuleId, &Function),
        blocks: &[&Block],
    ) -> Rc<Summary> {
        self.scan(program, root, |scan| {
            let blocks = blocks.iter().map(|block| (*block, true));
            Rc::new(scan.blocks(function, blocks))
        })
    }

    /// Scans until functions that call each other add nothing more.
    fn scan<T: OrAnywhere>(
        &mut self,
        program: &Program,
        root: &str,
        look: impl Fn(&mut Scan<'_>) -> T,
    ) -> T {
        let mut earlier = Summaries::new();
        for _ in 0..MOST_ROUNDS {
            // No harness: here every call counts, also those that build inputs.
            let nowhere = (ModuleId(0), String::new());
            let mut scan = Scan::new(program, root.to_owned(), nowhere);
            scan.is_complete = true;
            scan.known = self.known.clone();
            scan.earlier = earlier;
            let found = look(&mut scan);
            // Without circles one round is exact; with them, a round that changes nothing is the
            // fixed point.
            if !scan.is_circular || scan.known == scan.earlier {
                self.known = scan.known;
                return found;
            }
            earlier = scan.known;
        }
        // Rounds only add, so a result that still grows is no upper bound.
        T::anywhere()
    }
}

/// Results of a scan.
trait OrAnywhere {
    /// Of code of which nothing is known.
    fn anywhere() -> Self;
}

impl OrAnywhere for Rc<Summary> {
    fn anywhere() -> Self {
        Self::new(Summary::anywhere())
    }
}

impl OrAnywhere for Option<Rc<Summary>> {
    fn anywhere() -> Self {
        Some(Rc::anywhere())
    }
}

impl Summary {
    /// The panics of code of which nothing is known.
    pub(crate) fn anywhere() -> Self {
        Self {
            is_anywhere: true,
            ..Self::default()
        }
    }

    /// Adds the panics of a function that is called through a pointer. No such call passes the location of its caller: the compiler makes a
    /// function that passes its own.
    pub(crate) fn add_pointed(&mut self, other: &Self) {
        self.is_anywhere |= other.is_anywhere;
        self.places.all.extend(other.places.all.iter().cloned());
        self.pointers.extend(other.pointers.iter().cloned());
        let open = other.open.iter().cloned();
        // The caller's location cannot be a parameter, so it is taken for one in a library.
        self.open.extend(open.map(|open| Open {
            parameter: None,
            ..open
        }));
    }

    /// The panics whose places depend on the caller.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Open> {
        self.open.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unroll_llvm::Module;
    use unroll_protocol::PanicKind;

    const TEXT: &str = r#"
declare void @_ZN4core9panicking11panic_const24panic_const_add_overflow17h0123456789abcdefE(ptr) noreturn
declare void @_ZN4core6option13unwrap_failed17h0123456789abcdefE(ptr) noreturn
declare void @missing(ptr, ptr)
declare ptr @__rust_alloc(i64, i64)
@file = private constant [6 x i8] c"src/a\00"
@here = private constant <{ ptr, [16 x i8] }> <{ ptr @file, [16 x i8] c"\05\00\00\00\00\00\00\00\07\00\00\00\03\00\00\00" }>

define void @adds() {
  call void @_ZN4core9panicking11panic_const24panic_const_add_overflow17h0123456789abcdefE(ptr null)
  unreachable
}
define void @told(ptr %at) {
  call void @_ZN4core6option13unwrap_failed17h0123456789abcdefE(ptr %at)
  unreachable
}
define void @tells() {
  call void @told(ptr @here)
  ret void
}
define void @through(ptr %f) {
  call void %f()
  ret void
}
define void @allocates() {
  %p = call ptr @__rust_alloc(i64 8, i64 8)
  ret void
}
define void @calls_missing(ptr %p) {
  call void @missing(ptr %p, ptr null)
  ret void
}
define void @loads(ptr %p) {
  %at = load ptr, ptr %p
  call void @told(ptr %at)
  ret void
}
; The first of two that call each other passes a location that only the second one's callee learns of.
define void @even(ptr %at, i1 %ends) {
  br i1 %ends, label %end, label %next
end:
  call void @told(ptr %at)
  ret void
next:
  call void @odd(ptr %at, i1 true)
  ret void
}
define void @odd(ptr %at, i1 %ends) {
  br i1 %ends, label %end, label %next
end:
  call void @adds()
  ret void
next:
  call void @even(ptr @here, i1 true)
  ret void
}
define void @calls_odd() {
  call void @odd(ptr null, i1 false)
  ret void
}
"#;

    fn program() -> Program {
        let module = Module::index(TEXT.to_owned()).expect("the text is indexed");
        Program::new(module, || Ok(Vec::new()))
    }

    fn panics_of(symbol: &str) -> Rc<Summary> {
        let program = program();
        // What was asked for first may not take part of the answer away.
        let mut panics = MayPanic::default();
        panics.of_function((&program, "/work"), (ModuleId(0), "even"), 2);
        panics.of_function((&program, "/work"), (ModuleId(0), symbol), 1)
    }

    /// The kinds of panics with a location in a library.
    fn kinds(summary: &Summary) -> Vec<Option<PanicKind>> {
        let open = summary.open().filter(|open| open.parameter.is_none());
        open.map(|open| open.kind).collect()
    }

    fn lines(summary: &Summary) -> Vec<(u32, PanicKind)> {
        let places = summary.places.all.iter();
        places.map(|(place, kind)| (place.line, *kind)).collect()
    }

    #[test]
    fn panics_of_callees_are_those_of_a_function() {
        assert_eq!(kinds(&panics_of("adds")), [Some(PanicKind::AddOverflow)]);
        let tells = panics_of("tells");
        assert_eq!(lines(&tells), [(7, PanicKind::UnwrapNone)]);
        assert_eq!((kinds(&tells), tells.is_anywhere), (Vec::new(), false));
        let told = panics_of("told");
        let open: Vec<_> = told.open().map(|open| open.parameter).collect();
        assert_eq!(open, [Some(0)]);
        assert_eq!(*panics_of("allocates"), Summary::default());
    }

    #[test]
    fn functions_that_call_each_other_have_the_panics_of_both() {
        let all = panics_of("calls_odd");
        assert_eq!(lines(&all), [(7, PanicKind::UnwrapNone)]);
        assert_eq!(kinds(&all), [Some(PanicKind::AddOverflow)]);
    }

    #[test]
    fn code_that_is_not_known_may_panic_in_any_way() {
        assert_eq!(kinds(&panics_of("through")), [None]);
        let missing = panics_of("calls_missing");
        assert_eq!(kinds(&missing).len(), PanicKind::ALL.len() + 1);
        assert!(panics_of("loads").is_anywhere);
        let absent = panics_of("missing");
        assert_eq!(kinds(&absent).len(), PanicKind::ALL.len() + 1);
    }
}
