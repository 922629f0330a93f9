//! Questions to a formula that has more executions than the program: models are compared with what is left out, and asked for again.
//!
//! In: a question. Out: its answer. A model that contradicts a function or the elements of an input becomes a fact, until one agrees with all (counterexample-guided
//! abstraction refinement; Clarke et al., 2000). A question without a model needs none of that: the facts alone exclude it.

mod reads;
pub(super) mod samples;
pub(super) mod summaries;

use super::Prover;
use unroll_engine::strategy::merge::Execution;
use unroll_smt::term::Term;
use unroll_smt::{Answer, Reason};

/// Models of one question that are compared with what is left out.
pub(super) const MOST_MODELS: u32 = 100;
/// The same for a question that is to take little effort.
pub(super) const FEW_MODELS: u32 = 10;

/// The reason where models go on to contradict what is left out.
const UNSETTLED: &str = "its models do not come to agree with the program";

impl Prover<'_> {
    /// Asks until the answer agrees with the program, by so many models at most.
    pub(super) fn agreeing(&mut self, models: u32, ask: impl Fn(&mut Self) -> Answer) -> Answer {
        for _ in 0..models {
            let answer = ask(self);
            let Answer::Sat(model) = &answer else {
                return answer;
            };
            let mut facts = reads::contradicted(&mut self.execution, model);
            // Functions are asked about arguments that an input of the program has.
            if facts.is_empty() {
                let Some(pairs) = self.contradicted_pairs(model) else {
                    break;
                };
                facts = pairs;
            }
            if facts.is_empty() {
                return answer;
            }
            self.add_facts(facts);
        }
        Answer::Unknown(Reason::Other(UNSETTLED.to_owned()))
    }

    /// Adds facts to those of the execution, so that the SMT-LIB dump has them as well.
    pub(super) fn add_facts(&mut self, mut facts: Vec<Term>) {
        let Execution { symbolic, record } = &mut self.execution;
        for fact in &facts {
            self.session.assert(&symbolic.terms, *fact);
        }
        record.facts.append(&mut facts);
    }
}
