//! Words of inputs that others may change while the function runs: the counts of an `Rc`, which is shared with other
//! inputs, and of an `Arc`, which is shared with other threads.
//!
//! In: the words, from the probe that marks them when inputs are built, and the reads of the program. Out: observed
//! restrictions.
//!
//! The first value read from such a word is an input with any value that the word may have at that time, whatever
//! others did before. A second read depends on the first only if others did not change the word in between. So a
//! second read observes the restriction under which inputs are built, except for words that nothing else shares.
//! Others in the same thread change the word only by writes to words of another input, which may be the same one.
//!
//! The words of a lock in a static are marked as well, for [`locks`](super::locks) to know it by.
//!
//! **Invariant:** a read that is recorded as the first is the first on its path. Abstractions leave reads and writes
//! out, so there every read observes the restriction.

use std::ops::Range;

use unroll_protocol::Restriction;

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::domain::value::{ObjectId, Pointer, PointerBase};
use crate::memory::Memory;
use crate::observe::inputs::SharedWords;
use crate::semantics::intrinsics::Args;
use crate::semantics::machine::Machine;

/// Bytes of a word.
const WORD: u64 = 8;

impl<D: Domain> Machine<'_, D> {
    /// Marks the words of the input `key` at the second argument.
    ///
    /// # Errors
    /// Where the words have no constant place.
    pub(crate) fn share(
        &mut self,
        args: Args<'_, D::Bits>,
        key: u64,
        size: u64,
        restriction: Restriction,
    ) -> Result<(), Stop> {
        let start = args.get(1).map(|(_, start)| start.clone());
        let start = start.ok_or_else(|| Stop::unsupported("shared words without a place"))?;
        let start = self.as_pointer(&start);
        for case in &*start.0 {
            let (low, high) = self.domain.interval(case.offset);
            let PointerBase::Object(object) = case.place else {
                continue;
            };
            // Without a constant place, reads could not be matched to the words.
            if low != high {
                return Err(Stop::unsupported("shared words at a variable place"));
            }
            let start = low as u64;
            let words = SharedWords {
                key,
                start,
                end: start.saturating_add(size),
                restriction,
            };
            self.inputs.shared.insert(object, words);
        }
        Ok(())
    }

    /// The restriction that showed since the last call, and when it did.
    pub(crate) fn take_shown(&mut self) -> Option<(Restriction, D::Bits)> {
        self.inputs.shown.take()
    }

    /// Notes when a restriction shows.
    pub(super) fn note_shown(&mut self, restriction: Restriction, when: D::Bits) {
        if self.domain.is(when, false) {
            return;
        }
        let before = self.inputs.shown.map_or(when, |(_, before)| before);
        let either = self.domain.or(before, when);
        self.inputs.shown = Some((restriction, either));
    }

    /// Notes a read of `size` bytes that a pointer leads to.
    pub(crate) fn note_read(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        size: u64,
    ) {
        let are_known = self.domain.knows_all_memory();
        self.each_shared(pointer, size, |machine, words, positions, object, guard| {
            let by_threads = words.restriction != Restriction::Distinct;
            // In an abstraction, reads and writes before this one may have been left out.
            // Words of a single input stay as they are between two reads, unless threads change
            // them.
            let mut may_differ = !are_known && (by_threads || machine.has_another(&words));
            for position in positions {
                may_differ |= memory.observe(object, position, by_threads);
            }
            if may_differ {
                machine.note_shown(words.restriction, guard);
            }
        });
    }

    /// Notes a write of `size` bytes to what a pointer leads to.
    pub(crate) fn note_write(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        size: u64,
    ) {
        self.each_shared(pointer, size, |machine, words, positions, object, _| {
            // A read after it gives no input any more.
            let by_threads = words.restriction != Restriction::Distinct;
            for position in positions {
                memory.observe(object, position, by_threads);
            }
            let shared = &machine.inputs.shared;
            // Other inputs may be the object that was written, so what was read of them is no
            // longer certain.
            memory.outdate(|object| {
                let other = shared.get(&object);
                other.is_some_and(|other| other.may_be_one_with(&words))
            });
        });
    }

    /// True if another input has words of the same kind.
    fn has_another(&self, words: &SharedWords) -> bool {
        let mut all = self.inputs.shared.values();
        all.any(|other| other.may_be_one_with(words))
    }

    /// Calls `act` for each object with shared words that an access of `size` bytes may meet: with the words, their positions, the object, and
    /// when the pointer leads there.
    fn each_shared(
        &mut self,
        pointer: &Pointer<D::Bits>,
        size: u64,
        mut act: impl FnMut(&mut Self, SharedWords, Range<u64>, ObjectId, D::Bits),
    ) {
        if self.inputs.shared.is_empty() || !self.inputs.are_built() {
            return;
        }
        for case in &*pointer.0 {
            let PointerBase::Object(object) = case.place else {
                continue;
            };
            let Some(words) = self.inputs.shared.get(&object).copied() else {
                continue;
            };
            // A lock shows where it is taken (`locks`).
            if words.restriction == Restriction::Unlocked {
                continue;
            }
            let (low, high) = self.domain.interval(case.offset);
            let low = low.max(words.start.into()) as u64;
            // In 128 bits, because an offset without bounds reaches 2^64.
            let end = (high + u128::from(size)).min(words.end.into()) as u64;
            if low < end {
                let positions = low / WORD..end.div_ceil(WORD);
                act(self, words, positions, object, case.guard);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use unroll_protocol::Restriction;

    use crate::Stop;
    use crate::strategy::merge::{Bounds, Merge};
    use crate::strategy::record::CutReason;
    use unroll_llvm::{Module, Program};

    /// The cuts in `main`, which has this body behind two inputs `%a` and `%b` of 24 bytes, of which the first 16 are shared under the
    /// restriction `how`, and ends with `rest`.
    fn cuts(how: Restriction, body: &str, rest: &str) -> Vec<Restriction> {
        let how = how.code();
        let text = format!(
            "declare ptr @__rust_alloc(i64, i64)
declare void @__rust_dealloc(ptr, i64, i64)
declare i1 @__unroll_native()
declare void @__unroll_shared(i64, ptr, i64, i32)
declare void @__unroll_label(i32, i1)
declare void @__unroll_given()
declare void @_RNvNtCs1_4core9panicking5panic(ptr, i64) noreturn
define void @nothing() {{ ret void }}
define void @reports() {{
  call void @__unroll_label(i32 1, i1 true)
  ret void
}}
define i64 @reads(ptr %p) {{
  %l = load i64, ptr %p
  %m = load i64, ptr %p
  ret i64 %m
}}
define void @main() {{
  %a = call ptr @__rust_alloc(i64 24, i64 8)
  %b = call ptr @__rust_alloc(i64 24, i64 8)
  %a8 = getelementptr i8, ptr %a, i64 8
  %a16 = getelementptr i8, ptr %a, i64 16
  store i64 1, ptr %a
  store i64 1, ptr %a8
  store i64 1, ptr %a16
  store i64 1, ptr %b
  call void @__unroll_shared(i64 1, ptr %a, i64 16, i32 {how})
  call void @__unroll_shared(i64 2, ptr %b, i64 16, i32 {how})
  call void @__unroll_given()
  {body}
  {rest}
}}
"
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
        let execution = merge.run("main").expect("it ends");
        let cuts = execution.record.cuts.into_iter();
        cuts.map(|cut| match cut.why {
            CutReason::Stop(Stop::Restricted(how)) => how,
            why => panic!("{why:?}"),
        })
        .collect()
    }

    const LABEL: &str = "call void @__unroll_label(i32 0, i1 true)\n ret void";

    #[test]
    fn words_shared_with_inputs_change_by_writes_to_other_inputs() {
        let how = Restriction::Distinct;
        let (read, again) = ("%x = load i64, ptr %a\n", "%y = load i64, ptr %a\n");
        let write = "store i64 2, ptr %b\n";
        for body in [
            format!("{read}{write}{again}"),
            format!("store i64 3, ptr %a\n{write}{again}"),
            format!("{read}%z = atomicrmw add ptr %b, i64 1 seq_cst\n{again}"),
        ] {
            assert_eq!(cuts(how, &body, LABEL), [how], "{body}");
        }
        for body in [
            format!("{read}{again}"),
            format!("{write}{read}{again}"),
            format!("{read}store i64 2, ptr %a\n{again}"),
            format!("{read}{write}%y = load i64, ptr %a8\n"),
            format!("%x = load i64, ptr %a16\n{write}%y = load i64, ptr %a16\n"),
        ] {
            assert_eq!(cuts(how, &body, LABEL), [], "{body}");
        }
    }

    #[test]
    fn words_shared_with_threads_change_at_any_time() {
        let how = Restriction::SingleThreaded;
        for body in [
            "%x = load i64, ptr %a\n %y = load i64, ptr %a",
            "%x = atomicrmw add ptr %a, i64 1 seq_cst\n %y = atomicrmw sub ptr %a, i64 1 seq_cst",
            "%x = cmpxchg ptr %a, i64 1, i64 0 seq_cst seq_cst\n %y = load i64, ptr %a",
            "%x = call i64 @reads(ptr %a)",
            "store i64 3, ptr %a\n %y = load i64, ptr %a",
        ] {
            assert_eq!(cuts(how, body, LABEL), [how], "{body}");
        }
        for body in [
            "%x = load i64, ptr %a\n %y = load i64, ptr %a8",
            "%x = load i64, ptr %a\n %y = load i64, ptr %b",
            "%x = load i64, ptr %a16\n %y = load i64, ptr %a16",
        ] {
            assert_eq!(cuts(how, body, LABEL), [], "{body}");
        }
    }

    #[test]
    fn a_read_shows_a_restriction_only_before_a_report() {
        let how = Restriction::SingleThreaded;
        let body = "%x = load i64, ptr %a\n %y = load i64, ptr %a";
        for rest in [
            "call void @reports()\n ret void",
            "call void @_RNvNtCs1_4core9panicking5panic(ptr null, i64 0)\n unreachable",
            "br label %next\nnext:\n call void @__unroll_label(i32 0, i1 false)\n ret void",
        ] {
            assert_eq!(cuts(how, body, rest).first(), Some(&how), "{rest}");
        }
        for rest in [
            "ret void",
            "call void @nothing()\n call void @__rust_dealloc(ptr %a, i64 24, i64 8)\n ret void",
            "%n = call zeroext i1 @__unroll_native()\n br i1 %n, label %show, label %end\nshow:\n call void @reports()\n br label %end\nend:\n ret void",
        ] {
            assert_eq!(cuts(how, body, rest), [], "{rest}");
        }
        let before = format!("call void @reports()\n {body}");
        assert_eq!(cuts(how, &before, "ret void"), []);
        // A caller goes on when the function returns.
        assert_eq!(cuts(how, "%x = call i64 @reads(ptr %a)", "ret void"), []);
    }
}
