//! The stage that asks the solver about all paths at once, with summaries of functions in place of their code.
//!
//! The code of these functions, tables of characters and searches in them, would make a larger formula than the rest.

use crate::cover::analyse::Analysis;
use crate::cover::analyse::abstraction::lacks_code;
use crate::cover::analyse::strategies::INTERPRETER_FUEL;
use crate::cover::prove::Prover;
use crate::cover::symbolic;
use crate::model::outcome::{Objective, Verdict};
use unroll_engine::strategy::interpret::Interpreter;
use unroll_engine::strategy::merge::Execution;
use unroll_llvm::Program;
use unroll_smt::Session;

/// The part of the time left that this stage gets: one of this many.
const SHARE: u32 = 3;

impl<'j> Analysis<'j> {
    /// Decides what summaries suffice for. Returns an execution that has the code of all functions, if it was one.
    pub(in crate::cover::analyse) fn ask_with_summaries(
        &mut self,
        program: &'j Program,
    ) -> Option<Execution> {
        self.deadline = self.share_of_rest(SHARE);
        let execution = symbolic::summarised(self.job, program, self.deadline).ok()?;
        if execution.record.applications.is_empty() {
            return Some(execution);
        }
        if self.job.is_first_pass && lacks_code(&execution) {
            // The next pass has that code, and this stage again.
            return None;
        }
        self.add_panics_of(&execution.record);
        let mut questions = self.single_questions();
        // Panics of functions at places that are no objectives would be missing.
        if !self.lists_all(&execution.record) {
            let objectives = self.board.objectives();
            questions.retain(|at| objectives[*at] != Objective::OtherPanic);
        }
        let mut judge = Interpreter::new(program, INTERPRETER_FUEL).crossing(&self.job.crossing);
        let session = Session::new(self.limits());
        let mut prover = Prover::new(self.job, execution, session).with_summaries(program);
        self.decide_quickly(&questions, &mut prover, &mut judge);
        self.decide_or_leave_open(&questions, &mut prover, &mut judge);
        if self.job.emit_smt2 {
            self.smt2.push(prover.smt2());
        }
        None
    }

    /// Decides what takes any effort, and leaves open what stays undecided: the code of all functions may show it.
    fn decide_or_leave_open(
        &mut self,
        questions: &[usize],
        prover: &mut Prover<'_>,
        judge: &mut Interpreter<'_>,
    ) {
        let was_unsure = self.is_unsure;
        for &at in questions {
            if !self.is_open(at) || self.out_of_time() {
                continue;
            }
            self.decide(at, prover, judge);
            if matches!(self.verdicts[at], Some(Verdict::Undecided { .. })) || self.out_of_time() {
                self.verdicts[at] = None;
            }
        }
        self.is_unsure = was_unsure;
    }
}
