//! Samples of elementary functions, whose results a formula leaves open, for the search of inputs.
//!
//! In: a model in which sines, logarithms and the like have any results. Out: what later questions suppose of the results. A function is sampled along lines, on which one
//! argument varies and the others are those of a model. Between two samples its results are supposed to lie between theirs, as where it only rises or only falls
//! (of a remainder, between two jumps), and what a model has as its result is looked for by halving. This is the procedure summary of the infeasible-code paper (section 6), of runs that were
//! observed and with intervals in place of points.
//!
//! **Invariant:** no proof rests on a sample. Suppositions belong to single questions, and the inputs of their models are run.

use std::collections::BTreeMap;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use crate::cover::objectives;
use crate::cover::prove::Prover;
use crate::model::outcome::Objective;
use unroll_engine::semantics::float::elementary::Elementary;
use unroll_engine::strategy::interpret::Inputs;
use unroll_engine::strategy::merge::Execution;
use unroll_engine::strategy::words::ElementaryCall;
use unroll_smt::term::{Term, Terms};
use unroll_smt::{Answer, Model};

/// Lines of one function and argument.
const MOST_LINES: usize = 12;
/// Dividends are looked for up to this power of two times the divisor and the remainder first.
const MOST_POWERS: u32 = 10;
/// Where a line is sampled first, on both sides of zero.
const FIRST: [f64; 24] = [
    0.0,
    1e-18,
    1e-6,
    0.01,
    0.125,
    0.25,
    0.5,
    FRAC_PI_4,
    1.0,
    FRAC_PI_2,
    2.0,
    3.0 * FRAC_PI_4,
    PI,
    4.0,
    3.0 * FRAC_PI_2,
    2.0 * PI,
    8.0,
    16.0,
    64.0,
    700.0,
    1e6,
    1e18,
    f64::MAX,
    f64::INFINITY,
];

/// A function of one of its arguments, where the others are fixed; of a remainder, the dividend.
#[derive(Debug)]
struct Line {
    function: Elementary,
    /// The position of the argument that varies.
    varies: usize,
    /// The bits of all arguments, in which that one does not count.
    args: Vec<u128>,
    /// The ranks of results by those of the argument.
    samples: BTreeMap<u128, u128>,
}

impl Line {
    fn new(function: Elementary, varies: usize, args: &[u128]) -> Self {
        let mut line = Self {
            function,
            varies,
            args: args.to_vec(),
            samples: BTreeMap::new(),
        };
        let (least, largest) = (0, function.most());
        line.sample(least);
        line.sample(largest);
        for number in FIRST {
            line.sample(function.rank(function.bits(number)));
            line.sample(function.rank(function.bits(-number)));
        }
        line.find_domain();
        line
    }

    /// The rank of the result at a rank, which becomes a sample.
    fn sample(&mut self, rank: u128) -> u128 {
        let result = self.result(rank);
        self.samples.insert(rank, result);
        result
    }

    fn result(&self, rank: u128) -> u128 {
        let args = self.args_at(rank);
        self.function.rank(self.function.apply(&args))
    }

    fn is_number(&self, rank: u128) -> bool {
        !self.function.is_nan(self.function.number(rank))
    }

    /// Neighbouring samples between which the function does not jump, each with its result.
    fn intervals(&self) -> Vec<[(u128, u128); 2]> {
        let samples: Vec<(u128, u128)> = self.samples.iter().map(|it| (*it.0, *it.1)).collect();
        let pairs = samples.windows(2).map(|pair| [pair[0], pair[1]]);
        if !self.function.has_pieces() {
            return pairs.collect();
        }
        let piece = |rank: u128| self.function.piece(&self.args_at(rank));
        let is_one = |pair: &[(u128, u128); 2]| {
            piece(pair[0].0).is_some_and(|one| piece(pair[1].0) == Some(one))
        };
        pairs.filter(is_one).collect()
    }

    /// Samples at the ends of the piece in which a rank lies.
    fn find_piece(&mut self, rank: u128) {
        let ends = self.function.piece_ends(&self.args_at(rank));
        for end in ends.into_iter().flatten() {
            self.sample(self.function.rank(end));
        }
    }

    /// The arguments where the one that varies has a rank.
    fn args_at(&self, rank: u128) -> Vec<u128> {
        let mut args = self.args.clone();
        args[self.varies] = self.function.number(rank);
        args
    }

    /// Samples on both sides of where results begin or cease to be numbers.
    fn find_domain(&mut self) {
        for [low, high] in self.intervals() {
            let begins = self.is_number(high.1);
            if self.is_number(low.1) != begins {
                self.halve((low.0, high.0), |line, result| {
                    line.is_number(result) == begins
                });
            }
        }
    }

    /// Samples at a rank, and around where the result has the other one.
    fn learn(&mut self, near: u128, wanted: u128) {
        self.sample(near);
        self.find_piece(near);
        self.look_for(wanted, near);
    }

    /// Samples around where the result has a rank, in the interval with that result that is nearest to an argument.
    fn look_for(&mut self, wanted: u128, near: u128) {
        let is_around = |[one, other]: &[(u128, u128); 2]| {
            (one.1.min(other.1)..=one.1.max(other.1)).contains(&wanted)
        };
        let distance = |[low, high]: &[(u128, u128); 2]| {
            low.0.saturating_sub(near).max(near.saturating_sub(high.0))
        };
        let around = self.intervals().into_iter().filter(is_around);
        if let Some([low, high]) = around.min_by_key(distance) {
            let rises = low.1 <= high.1;
            self.halve((low.0, high.0), |_, result| (result > wanted) == rises);
        }
    }

    /// Samples the middle of an interval, and goes on in the half in which it changes if results are above something.
    fn halve(&mut self, (mut low, mut high): (u128, u128), is_above: impl Fn(&Self, u128) -> bool) {
        while high - low > 1 {
            let middle = low + (high - low) / 2;
            let result = self.sample(middle);
            if is_above(self, result) {
                high = middle;
            } else {
                low = middle;
            }
        }
    }

    /// The bounds of the result of a call, if it is on the line.
    fn bounds(&self, terms: &mut Terms, call: &ElementaryCall) -> Term {
        let width = self.function.width();
        let arg = rank_term(self.function, terms, call.args[self.varies]);
        let result = rank_term(self.function, terms, call.result);
        let zero = terms.constant(width, 0);
        let (mut least, mut largest) = (zero, zero);
        // Between neighbours lies nothing, and each of them has its own result.
        let apart = |[low, high]: [(u128, u128); 2]| {
            let are_neighbours = high.0 - low.0 == 1;
            if are_neighbours {
                [[low, low], [high, high]]
            } else {
                [[low, high]; 2]
            }
        };
        for [low, high] in self.intervals().into_iter().flat_map(apart).rev() {
            let end = terms.constant(width, high.0);
            let is_within = terms.ule(arg, end);
            let lower = terms.constant(width, low.1.min(high.1));
            let upper = terms.constant(width, low.1.max(high.1));
            least = terms.ite(is_within, lower, least);
            largest = terms.ite(is_within, upper, largest);
        }
        let (above, below) = (terms.ule(least, result), terms.ule(result, largest));
        terms.and(above, below)
    }

    /// When the arguments of a call are on the line; `None` where they cannot be.
    fn has(&self, terms: &mut Terms, call: &ElementaryCall) -> Option<Term> {
        if self.function != call.function {
            return None;
        }
        let mut all = terms.tru();
        for (at, (arg, value)) in call.args.iter().zip(&self.args).enumerate() {
            if at != self.varies {
                let value = terms.constant(self.function.width(), *value);
                let same = terms.eq(*arg, value);
                all = terms.and(all, same);
            }
        }
        // Without pieces, the intervals are all numbers.
        if self.function.has_pieces() {
            let arg = rank_term(self.function, terms, call.args[self.varies]);
            let within = self.intervals().into_iter().map(|[low, high]| {
                let [low, high] = [low, high].map(|it| terms.constant(call.function.width(), it.0));
                let (above, below) = (terms.ule(low, arg), terms.ule(arg, high));
                terms.and(above, below)
            });
            let within = within.collect::<Vec<_>>();
            let within = terms.or_all(within);
            all = terms.and(all, within);
        }
        (terms.as_bool(all) != Some(false)).then_some(all)
    }
}

/// The rank of a number in a formula.
fn rank_term(function: Elementary, terms: &mut Terms, number: Term) -> Term {
    let sign = terms.constant(function.width(), function.sign());
    let is_negative = terms.ule(sign, number);
    let (negative, positive) = (terms.not(number), terms.or(number, sign));
    terms.ite(is_negative, negative, positive)
}

/// That dividends are not much larger than divisors and remainders: far beyond, they lie too far apart for most remainders.
fn near_results(terms: &mut Terms, calls: &[ElementaryCall]) -> Vec<Term> {
    let calls = calls.iter().filter(|call| call.function.has_pieces());
    let near = calls.flat_map(|call| {
        let width = call.function.width() - 1;
        let [dividend, divisor, result] =
            [call.args[0], call.args[1], call.result].map(|it| terms.extract(it, 0, width));
        let more = terms.constant(width, call.function.powers_of_two(MOST_POWERS));
        let zero = terms.constant(width, 0);
        // Where the sum for a great number wraps, this excludes what the next question does not.
        [divisor, result].map(|it| {
            let most = terms.add(it, more);
            let is_near = terms.ule(dividend, most);
            let is_zero = terms.eq(it, zero);
            terms.or(is_near, is_zero)
        })
    });
    near.collect()
}

/// The samples of all functions.
#[derive(Debug, Default)]
pub(in crate::cover::prove) struct Samples {
    lines: Vec<Line>,
}

impl Samples {
    /// Samples where a model has arguments, and where its results are.
    fn learn(&mut self, terms: &Terms, model: &Model, calls: &[ElementaryCall]) {
        for call in calls {
            if model.value(terms, call.cond) == 0 {
                continue;
            }
            let args = call.args.iter();
            let args: Vec<u128> = args.map(|arg| model.value(terms, *arg)).collect();
            let wanted = call.function.rank(model.value(terms, call.result));
            for varies in 0..args.len() {
                let is_other = call.function.has_pieces() && varies > 0;
                if is_other || terms.as_const(call.args[varies]).is_some() {
                    continue;
                }
                if let Some(line) = self.line(call.function, varies, &args) {
                    let neighbours = call.function.neighbours(&args).into_iter();
                    for near in neighbours.chain([args[varies]]) {
                        line.learn(call.function.rank(near), wanted);
                    }
                }
            }
        }
    }

    /// The line through arguments; `None` where there are too many for another.
    fn line(&mut self, function: Elementary, varies: usize, args: &[u128]) -> Option<&mut Line> {
        let is_alike = |line: &Line| line.function == function && line.varies == varies;
        let is_on = |line: &Line| {
            let mut both = line.args.iter().zip(args).enumerate();
            both.all(|(at, (one, other))| at == varies || one == other)
        };
        let mut lines = self.lines.iter();
        let at = match lines.position(|line| is_alike(line) && is_on(line)) {
            Some(known) => known,
            None if self.lines.iter().filter(|it| is_alike(it)).count() < MOST_LINES => {
                self.lines.push(Line::new(function, varies, args));
                self.lines.len() - 1
            }
            None => return None,
        };
        self.lines.get_mut(at)
    }

    /// That calls on lines have results between those of samples, and that each call is on one of the lines, if there is one.
    fn suppositions(&self, terms: &mut Terms, calls: &[ElementaryCall]) -> (Vec<Term>, Vec<Term>) {
        let (mut bounded, mut on_lines) = (Vec::new(), Vec::new());
        for call in calls {
            let mut on_some = Vec::new();
            for line in &self.lines {
                if let Some(is_on) = line.has(terms, call) {
                    let bounds = line.bounds(terms, call);
                    bounded.push(terms.implies(is_on, bounds));
                    on_some.push(is_on);
                }
            }
            if !on_some.is_empty() {
                let some = terms.or_all(on_some);
                on_lines.push(terms.implies(call.cond, some));
            }
        }
        (bounded, on_lines)
    }
}

impl Prover<'_> {
    /// True if the formula leaves results of elementary functions open.
    pub fn samples_functions(&self) -> bool {
        !self.execution.record.elementary.is_empty()
    }

    /// Inputs that reach an objective if elementary functions are as is supposed of them; `None` where there are none, or it is not known. Such functions are sampled
    /// where these inputs have them.
    pub fn sampled_candidates(&mut self, objective: &Objective) -> Option<Vec<Inputs>> {
        if !self.samples_functions() {
            return None;
        }
        let Execution { symbolic, record } = &mut self.execution;
        let cond = objectives::condition(&mut symbolic.terms, record, objective);
        let cond = self.without_guesses(cond).unwrap_or(cond);
        let Execution { symbolic, record } = &mut self.execution;
        let terms = &mut symbolic.terms;
        let (mut everywhere, on_lines) = self.samples.suppositions(terms, &record.elementary);
        everywhere.push(cond);
        let near = near_results(terms, &record.elementary);
        // Elsewhere results are any, and another line begins.
        let questions = [on_lines, near, Vec::new()].map(|more| [&*everywhere, &*more].concat());
        let model = questions
            .iter()
            .find_map(|question| match self.check(question) {
                Answer::Sat(model) => Some(model),
                _ => None,
            })?;
        let Execution { symbolic, record } = &self.execution;
        let calls = &record.elementary;
        self.samples.learn(&symbolic.terms, &model, calls);
        Some(self.inputs(&model))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(symbol: &str, others: &[f64]) -> Line {
        let function = Elementary::of(symbol).expect("known");
        let args: Vec<u128> = others.iter().map(|number| function.bits(*number)).collect();
        Line::new(function, 0, &args)
    }

    fn rank(line: &Line, number: f64) -> u128 {
        line.function.rank(line.function.bits(number))
    }

    /// The argument with the greatest result that is not above a number, if its neighbour is sampled.
    fn found(line: &Line, wanted: f64) -> Option<f64> {
        let wanted = rank(line, wanted);
        let mut intervals = line.intervals().into_iter();
        let around = intervals
            .find(|[low, high]| high.0 - low.0 == 1 && low.1 <= wanted && wanted < high.1)?;
        Some(f64::from_bits(
            line.function.number(around[0].0).try_into().ok()?,
        ))
    }

    #[test]
    fn an_argument_is_found_by_its_result() {
        let mut log = line("log", &[0.0]);
        let (wanted, near) = (rank(&log, 2.0), rank(&log, 5.0));
        log.look_for(wanted, near);
        let found = found(&log, 2.0).expect("the samples are neighbours");
        assert!((found.ln() - 2.0).abs() < 1e-15, "{found}");
    }

    #[test]
    fn results_begin_to_be_numbers_between_two_samples() {
        let log = line("log", &[0.0]);
        let zero = log.function.rank(log.function.bits(0.0));
        let below = log.function.rank(log.function.bits(-0.0)) - 1;
        assert!(!log.is_number(log.samples[&below]));
        assert!(log.is_number(log.samples[&zero]));
    }

    #[test]
    fn a_remainder_rises_in_each_interval() {
        let mut turned = line("fmod", &[0.0, 360.0]);
        for near in [1234.5_f64, -1234.5, 3.0, 1e6] {
            let (near, wanted) = (rank(&turned, near), rank(&turned, near.signum() * 123.456));
            turned.learn(near, wanted);
        }
        assert_eq!(found(&turned, 123.456).map(f64::trunc), Some(123.0));
        let intervals = turned.intervals();
        assert!(intervals.len() > 8);
        for [low, high] in intervals {
            let middle = turned.result(low.0 + (high.0 - low.0) / 2);
            assert!(low.1 <= middle && middle <= high.1);
        }
    }

    #[test]
    fn nothing_is_supposed_of_a_remainder_where_it_jumps() {
        let mut turned = line("fmod", &[0.0, 360.0]);
        let near = rank(&turned, 1234.5);
        turned.sample(near);
        turned.find_piece(near);
        let mut terms = Terms::default();
        let arg = terms.var("arg", 64);
        let call = |arg: Term, terms: &mut Terms| ElementaryCall {
            function: turned.function,
            args: vec![arg, terms.constant(64, turned.args[1])],
            result: terms.var("result", 64),
            cond: terms.tru(),
        };
        let open = call(arg, &mut terms);
        assert!(turned.has(&mut terms, &open).is_some());
        for (number, is_on) in [(1234.5, true), (1439.0, true), (1441.0, false)] {
            let number = terms.constant(64, turned.function.bits(number));
            let here = call(number, &mut terms);
            assert_eq!(turned.has(&mut terms, &here).is_some(), is_on);
        }
    }
}
