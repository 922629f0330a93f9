//! Sequences of which only the first elements are built (ADR 19).
//!
//! Elements that are not plain numbers are built one by one, by a loop of which the engine executes a few
//! iterations. A longer sequence still has its full length: the part after the first elements has no content, and an
//! execution that reads there is cut at the read. So a function that reads only a few elements of a sequence of any
//! length is executed as a whole.
//!
//! In: the probes that ask how many elements are built, and the reads of memory, which
//! [`Content::Room`](crate::memory::Content::Room) records. Out: cuts. An abstraction builds no element, and its
//! reads return arbitrary values.
//!
//! **Invariant:** a value that is read behind the built elements reaches no record but that of a cut.

use crate::domain::Domain;
use crate::domain::stop::Stop;
use crate::strategy::merge::Merge;
use crate::strategy::merge::end::{Interrupt, PathEnd};
use crate::strategy::merge::state::State;
use crate::strategy::record::CutReason;
use unroll_smt::term::Term;

impl Merge<'_> {
    /// How many elements of a sequence are built at most: as many as the loop that builds them has iterations within its bound.
    pub(super) fn elements_built(&self) -> u64 {
        if self.machine.domain.knows_all_memory() {
            self.bounds.inner_loops.into()
        } else {
            0
        }
    }

    /// Notes that no more than `most` of `len` elements are built, of which an abstraction knows nothing.
    pub(super) fn shorten(&mut self, len: Term, most: u64, state: &mut State) -> Result<(), Stop> {
        let domain = &self.machine.domain;
        let longest = domain.interval(len).1;
        if domain.knows_all_memory() || longest <= most.into() {
            return Ok(());
        }
        self.mark_abstract(state)
    }

    /// Ends the executions that read what is not built in the instruction that was executed last.
    pub(super) fn end_unbuilt(&mut self, state: &mut State) -> Result<(), Interrupt> {
        let Some(reads) = self.machine.domain.take_unbuilt() else {
            return Ok(());
        };
        let goes_on = self.machine.domain.terms.not(reads);
        self.continue_under(goes_on, PathEnd::Cut(CutReason::Unbuilt), state)
    }
}

#[cfg(test)]
mod tests {
    use crate::domain::stop::Stop;
    use crate::strategy::merge::{Bounds, Execution, Merge};
    use crate::strategy::record::CutReason;
    use unroll_llvm::{Module, Program};
    use unroll_protocol::Restriction;
    use unroll_smt::term::Term;
    use unroll_smt::{Answer, Limits, Session};

    /// An execution of a program that builds a sequence of at most 4,096 numbers, `%room` with `%len` elements, has `body` find `%found`, and leaves
    /// by exit 1 if that is true.
    fn execution(body: &str, is_abstract: bool) -> Execution {
        execution_of("", body, is_abstract)
    }

    /// [`execution`] with elements that `restriction` says are built under one.
    fn execution_of(restriction: &str, body: &str, is_abstract: bool) -> Execution {
        let text = format!(
            "declare i64 @__unroll_any(i64, i32, i64)
declare i64 @__unroll_any_len(i64, i64)
declare i64 @__unroll_any_built(i64)
declare ptr @__unroll_any_room(i64, i64, i64, i1)
declare void @__unroll_exit(i32, i32, i64, i32)
declare void @__unroll_restricted(i64, i32)
define void @main() {{
entry:
  %len = call i64 @__unroll_any_len(i64 1, i64 4096)
  %room = call ptr @__unroll_any_room(i64 8, i64 8, i64 %len, i1 true)
  %built = call i64 @__unroll_any_built(i64 %len)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %fill ]
  %more = icmp ult i64 %i, %built
  br i1 %more, label %fill, label %given
fill:
  %key = add i64 %i, 16
  {restriction}
  %element = call i64 @__unroll_any(i64 %key, i32 0, i64 255)
  %place = getelementptr i64, ptr %room, i64 %i
  store i64 %element, ptr %place
  %next = add i64 %i, 1
  br label %head
given:
  {body}
  br i1 %found, label %yes, label %no
yes:
  call void @__unroll_exit(i32 1, i32 0, i64 0, i32 0)
  ret void
no:
  ret void
}}
"
        );
        let module = Module::index(text).expect("the text is indexed");
        let program = Program::new(module, || Ok(Vec::new()));
        let merge = Merge::new(&program, Bounds::for_depth(3, 10_000));
        let merge = if is_abstract {
            merge.with_havoc()
        } else {
            merge
        };
        merge.run("main").expect("it ends")
    }

    /// True if `cond` may hold where the sequence has `len` elements.
    fn may_hold(execution: &mut Execution, cond: Term, len: u128) -> bool {
        let mut leaves = execution.record.leaves.iter();
        let length = leaves.find(|leaf| leaf.is_length);
        let length = length.expect("there is a length").value;
        let terms = &mut execution.symbolic.terms;
        let len = terms.constant(64, len);
        let same = terms.eq(length, len);
        let facts = execution.record.facts.iter().copied();
        let all: Vec<Term> = facts.chain([same, cond]).collect();
        matches!(
            Session::new(Limits::default()).check(terms, &all),
            Answer::Sat(_)
        )
    }

    /// True if exit 1 may be reached with `len` elements, and if a cut may be.
    fn outcomes(execution: &mut Execution, len: u128) -> (bool, bool) {
        let record = &execution.record;
        let reasons = record.cuts.iter().map(|cut| &cut.why);
        assert!(
            reasons.clone().all(|why| *why == CutReason::Unbuilt),
            "{:?}",
            record.cuts
        );
        let exits: Vec<_> = record.exits.iter().map(|exit| exit.cond).collect();
        let cuts: Vec<_> = record.cuts.iter().map(|cut| cut.cond).collect();
        let terms = &mut execution.symbolic.terms;
        let (exits, cuts) = (terms.or_all(exits), terms.or_all(cuts));
        (
            may_hold(execution, exits, len),
            may_hold(execution, cuts, len),
        )
    }

    /// Looks at the last element.
    const LAST: &str = "%at = sub i64 %len, 1
  %last = getelementptr i64, ptr %room, i64 %at
  %value = load i64, ptr %last
  %found = icmp eq i64 %value, 7";

    #[test]
    fn who_looks_at_first_elements_is_executed_at_any_length() {
        let second = "%last = getelementptr i64, ptr %room, i64 1
  %value = load i64, ptr %last
  %found = icmp eq i64 %value, 7";
        let mut execution = execution(second, false);
        for len in [2, 6, 7, 4096] {
            assert_eq!(outcomes(&mut execution, len), (true, false), "{len}");
        }
    }

    #[test]
    fn reads_behind_the_first_elements_are_cut() {
        let mut execution = execution(LAST, false);
        for len in [1, 6] {
            assert_eq!(outcomes(&mut execution, len), (true, false), "{len}");
        }
        for len in [7, 4096] {
            assert_eq!(outcomes(&mut execution, len), (false, true), "{len}");
        }
    }

    #[test]
    fn elements_are_any_in_an_abstraction_and_stay_what_they_are() {
        let mut found = execution(LAST, true);
        assert_eq!(outcomes(&mut found, 4096), (true, false));
        let twice = format!(
            "{}
  %again = load i64, ptr %last
  %other = icmp ne i64 %again, 7
  %found = and i1 %once, %other",
            LAST.replace("%found", "%once")
        );
        let mut contradiction = execution(&twice, true);
        assert_eq!(outcomes(&mut contradiction, 4096), (false, false));
    }

    /// The restrictions at which an abstraction is cut that leaves out elements with one.
    fn cuts(restriction: &str) -> Vec<Restriction> {
        let execution = execution_of(restriction, LAST, true);
        let cuts = execution.record.cuts.into_iter();
        cuts.map(|cut| match cut.why {
            CutReason::Stop(Stop::Restricted(how)) => how,
            why => panic!("{why:?}"),
        })
        .collect()
    }

    #[test]
    fn an_abstraction_is_cut_if_others_may_change_the_elements() {
        for (code, changes) in [
            (1, Some(Restriction::Unlocked)),
            (5, None),
            // They are behind one pointer.
            (2, None),
            (6, Some(Restriction::SingleThreaded)),
        ] {
            let restriction = format!("call void @__unroll_restricted(i64 1, i32 {code})");
            assert_eq!(cuts(&restriction), Vec::from_iter(changes), "{code}");
        }
        let own = "call void @__unroll_restricted(i64 %key, i32 2)";
        assert_eq!(cuts(own), [Restriction::Distinct]);
    }
}
