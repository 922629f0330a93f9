//! Locks among the inputs, which are built free although others may hold them.
//!
//! In: atomic accesses of the program, while the harness has locks. Out: observed restrictions.
//!
//! Who waits for a lock has no executions that a free lock lacks: the wait ends once the lock is free, and the contents and the poison flag, which
//! others may have changed meanwhile, are inputs with any value. So taking a lock observes nothing if the code is the same whether or not it waited.
//! Its instructions show that: the exchange that takes the lock decides only if a function of the standard library is called
//! with it, and control comes back to where it would be without the call. Other exchanges (`try_lock`) observe the lock's state.
//!
//! Others may also take a lock between two accesses of the program, so each further exchange or load of one word observes the restriction.
//! Releasing a lock (`atomicrmw`, a store) observes nothing: what was in the word decides only if another thread is woken.
//!
//! **Invariant:** each attempt of the standard library to take a free lock is an exchange. An access that is recorded as the first is the first on its
//! path. Once an abstraction has left code out, every access observes the restriction.

use unroll_protocol::Restriction;

use crate::domain::Domain;
use crate::domain::value::{ObjectId, Pointer, PointerBase};
use crate::memory::Memory;
use crate::semantics::machine::Machine;
use unroll_llvm::ir::{
    Block, BlockId, Call, Callee, Function, InstrKind, Operand, Reg, Terminator, Type,
};
use unroll_llvm::link::origin::is_of_the_compiler;

/// Marks positions of exchanges, apart from those of shared words.
const EXCHANGED: u64 = 1 << 62;

/// Marks positions of loads.
const LOADED: u64 = 1 << 63;

impl<D: Domain> Machine<'_, D> {
    /// Notes an atomic load of what a pointer leads to.
    pub(crate) fn note_atomic_load(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
    ) {
        self.note_lock(memory, pointer, LOADED, false);
    }

    /// Notes that the current instruction compares and exchanges what a pointer leads to.
    pub(crate) fn note_compare_exchange(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
    ) {
        // Asked first, since looking at the instructions costs a walk over the function.
        if self.inputs.have_locks {
            let is_looked_at = !self.only_waits();
            self.note_lock(memory, pointer, EXCHANGED, is_looked_at);
        }
    }

    /// Notes an access of this kind, whose outcome is a state of the lock if it `is_looked_at`.
    fn note_lock(
        &mut self,
        memory: &mut Memory<D::Bits>,
        pointer: &Pointer<D::Bits>,
        kind: u64,
        is_looked_at: bool,
    ) {
        // While inputs are built, locks are taken by the harness alone.
        if !self.inputs.have_locks || !self.inputs.are_built() {
            return;
        }
        let is_certain = !self.inputs.are_missed;
        for case in &*pointer.0 {
            let PointerBase::Object(object) = case.place else {
                continue;
            };
            if !self.is_of_inputs(object) {
                continue;
            }
            let (low, high) = self.domain.interval(case.offset);
            // An offset that varies may be any word of the object, so it counts as read before.
            let is_first = low == high && !memory.observe(object, kind | low as u64, true);
            if is_looked_at || !is_first || !is_certain {
                self.note_shown(Restriction::Unlocked, case.guard);
            }
        }
    }

    /// True if an object was made while inputs were built, and others change it only by locks.
    fn is_of_inputs(&self, object: ObjectId) -> bool {
        let is_global = self.initial(object).is_some();
        let inputs = &self.inputs;
        match inputs.shared.get(&object) {
            // A static that is an input.
            Some(words) => words.restriction == Restriction::Unlocked,
            None => !is_global && inputs.first_other.is_some_and(|other| object < other),
        }
    }

    /// True if the outcome of the current instruction, an exchange, decides only if the program waits.
    fn only_waits(&self) -> bool {
        let point = self.calls.points().and_then(<[_]>::last);
        point.is_some_and(|point| {
            let function = &point.function;
            decision(function, (point.block, point.index))
                .is_some_and(|(success, failure)| waits(function, failure, success, point.block))
        })
    }
}

/// The blocks to which an exchange that succeeds or fails leads, if that is all that its result decides.
fn decision(function: &Function, (block, index): (BlockId, usize)) -> Option<(BlockId, BlockId)> {
    let block = function.blocks.get(block.0 as usize)?;
    let exchange = block.instrs.get(index)?;
    if !matches!(exchange.kind, InstrKind::CmpXchg { .. }) {
        return None;
    }
    let extract = block.instrs.iter().find(|instr| {
        matches!(&instr.kind, InstrKind::ExtractValue { agg: Operand::Reg(reg), path, .. }
            // The second field of `cmpxchg` says if it succeeded; the first is the value, which
            // would show the lock's state.
            if Some(*reg) == exchange.result && path == &[1])
    })?;
    let is_only_use = uses(function, exchange.result?) == 1 && uses(function, extract.result?) == 1;
    match block.terminator {
        Terminator::CondBr {
            cond: Operand::Reg(cond),
            then,
            els,
        } if Some(cond) == extract.result && is_only_use => Some((then, els)),
        _ => None,
    }
}

/// How often a register is read.
fn uses(function: &Function, reg: Reg) -> usize {
    let mut count = 0;
    let mut look = |used: Reg| count += usize::from(used == reg);
    for block in &function.blocks {
        for instr in &block.instrs {
            instr.kind.for_each_use(&mut look);
        }
        block.terminator.for_each_use(&mut look);
    }
    count
}

/// True if a block behind `origin` only calls a function of the standard library that returns nothing, and goes on to `next` as `origin` does.
fn waits(function: &Function, block: BlockId, next: BlockId, origin: BlockId) -> bool {
    let Some(found) = function.blocks.get(block.0 as usize) else {
        return false;
    };
    let mut calls = Vec::new();
    for instr in &found.instrs {
        match &instr.kind {
            InstrKind::Call(call) if is_intrinsic(call) => {}
            InstrKind::Call(call) => calls.push(call),
            _ => return false,
        }
    }
    let target = match &found.terminator {
        Terminator::Br { target } => *target,
        Terminator::Invoke { call, normal, .. } => {
            calls.push(call);
            *normal
        }
        _ => return false,
    };
    // Exactly one call: two could do something between the waits.
    let is_wait = match calls[..] {
        [call] => is_library_call(call),
        _ => false,
    };
    let next_block = function.blocks.get(next.0 as usize);
    is_wait && target == next && next_block.is_some_and(|next| is_same_from(next, origin, block))
}

/// True if the values of a block do not depend on which of two blocks comes before it.
fn is_same_from(block: &Block, one: BlockId, other: BlockId) -> bool {
    block.instrs.iter().all(|instr| match &instr.kind {
        InstrKind::Phi { incoming, .. } => {
            let from = |from: BlockId| incoming.iter().find(|(_, block)| *block == from);
            from(one).map(|(value, _)| value) == from(other).map(|(value, _)| value)
        }
        _ => true,
    })
}

fn is_intrinsic(call: &Call) -> bool {
    matches!(&call.callee, Callee::Direct(symbol) if symbol.starts_with("llvm."))
}

/// True for calls of the standard library that return nothing.
fn is_library_call(call: &Call) -> bool {
    let is_library = |symbol: &str| is_of_the_compiler(symbol);
    call.ret == Type::Void && matches!(&call.callee, Callee::Direct(symbol) if is_library(symbol))
}

#[cfg(test)]
mod tests {
    use unroll_protocol::Restriction;

    use crate::Stop;
    use crate::strategy::merge::{Bounds, Merge};
    use crate::strategy::record::CutReason;
    use unroll_llvm::{Module, Program};

    /// The restrictions recorded in `main`, which has an input `%m` of 8 bytes with a lock and runs `body`, which ends in a jump to `%end`.
    fn cuts(body: &str, is_abstract: bool) -> Vec<Restriction> {
        let text = format!(
            "@given = internal global i64 0
@hidden = internal global i64 0
declare ptr @__rust_alloc(i64, i64)
declare void @__unroll_shared(i64, ptr, i64, i32)
declare void @__unroll_restricted(i64, i32)
declare void @__unroll_label(i32, i1)
declare void @__unroll_given()
declare void @_RNvNtCs1_3std4sync14lock_contended(ptr)
declare void @_RNvCs1_1k4slow(ptr)
define void @loops(ptr %p) {{
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %n, %head ]
  %n = add i64 %i, 1
  %more = icmp ult i64 %n, 2
  br i1 %more, label %head, label %out
out:
  ret void
}}
define void @main() {{
  %m = call ptr @__rust_alloc(i64 8, i64 4)
  store i64 0, ptr %m
  call void @__unroll_restricted(i64 1, i32 1)
  call void @__unroll_shared(i64 2, ptr @given, i64 8, i32 1)
  call void @__unroll_given()
  %own = call ptr @__rust_alloc(i64 8, i64 4)
  store i64 0, ptr %own
  br label %start
start:
  {body}
end:
  call void @__unroll_label(i32 0, i1 true)
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
        let execution = merge.run("main").expect("it ends");
        let cuts = execution.record.cuts.into_iter();
        cuts.filter_map(|cut| match cut.why {
            CutReason::Stop(Stop::Restricted(how)) => Some(how),
            // Where the state of the lock was forgotten.
            CutReason::Stop(Stop::MissingBody { .. }) if is_abstract => None,
            why => panic!("{why:?}"),
        })
        .collect()
    }

    /// Takes the lock at a pointer, waiting by a call of `wait`, and goes on at `next`.
    fn lock(number: u32, pointer: &str, wait: &str, next: &str) -> String {
        format!(
            "%x{number} = cmpxchg ptr {pointer}, i32 0, i32 1 acquire monotonic, align 4
  %ok{number} = extractvalue {{ i32, i1 }} %x{number}, 1
  br i1 %ok{number}, label %{next}, label %wait{number}
wait{number}:
  call void @{wait}(ptr {pointer})
  br label %{next}
"
        )
    }

    const WAIT: &str = "_RNvNtCs1_3std4sync14lock_contended";
    const RELEASE: &str = "%r = atomicrmw xchg ptr %m, i32 0 release, align 4\n";
    const FLAG: &str = "%f = getelementptr i8, ptr %m, i64 4
  %poison = load atomic i8, ptr %f monotonic, align 1\n";

    #[test]
    fn waiting_for_a_lock_shows_nothing() {
        let once = lock(1, "%m", WAIT, "held");
        let body = format!("{once}held:\n {FLAG} {RELEASE} br label %end");
        for is_abstract in [false, true] {
            assert_eq!(cuts(&body, is_abstract), []);
        }
        let left_out = format!("call void @loops(ptr %m)\n {body}");
        assert_eq!(cuts(&left_out, false), []);
        assert!(!cuts(&left_out, true).is_empty());
    }

    #[test]
    fn the_outcome_of_an_exchange_shows_the_state() {
        let how = [Restriction::Unlocked];
        for body in [
            // Something else happens where it fails.
            lock(1, "%m", "_RNvCs1_1k4slow", "end"),
            "%x = cmpxchg ptr %m, i32 0, i32 1 acquire monotonic, align 4
  %ok = extractvalue { i32, i1 } %x, 1
  br i1 %ok, label %end, label %other
other:
  call void @__unroll_label(i32 1, i1 true)
  br label %end"
                .to_owned(),
            // The result goes elsewhere as well.
            format!(
                "{}held:\n call void @__unroll_label(i32 1, i1 %ok1)\n br label %end",
                lock(1, "%m", WAIT, "held")
            ),
            // Values depend on the way.
            format!(
                "{}held:\n %v = phi i1 [ true, %start ], [ false, %wait1 ]
  call void @__unroll_label(i32 1, i1 %v)\n br label %end",
                lock(1, "%m", WAIT, "held")
            ),
        ] {
            assert_eq!(cuts(&body, false), how, "{body}");
        }
    }

    #[test]
    fn others_take_a_lock_between_two_accesses() {
        let how = [Restriction::Unlocked];
        let (first, second) = (lock(1, "%m", WAIT, "held"), lock(2, "%m", WAIT, "end"));
        let twice = format!("{first}held:\n {RELEASE} {second}");
        assert_eq!(cuts(&twice, false), how);
        let flag =
            format!("{FLAG} %again = load atomic i8, ptr %f monotonic, align 1\n br label %end");
        assert_eq!(cuts(&flag, false), how);
    }

    #[test]
    fn others_take_a_lock_in_a_static_that_is_an_input() {
        let how = [Restriction::Unlocked];
        for (place, shown) in [("@given", &how[..]), ("@hidden", &[])] {
            let once = lock(1, place, WAIT, "end");
            assert_eq!(cuts(&once, false), [], "{place}");
            let (first, second) = (lock(1, place, WAIT, "held"), lock(2, place, WAIT, "end"));
            let release = RELEASE.replace("%m", place);
            let twice = format!("{first}held:\n {release} {second}");
            assert_eq!(cuts(&twice, false), shown, "{place}");
            let content = "%a = getelementptr i8, ptr @given, i64 4
  %x = load i32, ptr %a
  %y = load i32, ptr %a
  br label %end";
            assert_eq!(cuts(content, false), [], "{place}");
        }
    }

    #[test]
    fn locks_of_the_function_itself_are_taken_by_nothing_else() {
        let (first, second) = (lock(1, "%own", WAIT, "held"), lock(2, "%own", WAIT, "end"));
        let release = RELEASE.replace("%m", "%own");
        let twice = format!("{first}held:\n {release} {second}");
        assert_eq!(cuts(&twice, false), []);
    }
}
