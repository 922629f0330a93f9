//! The counts: labels by test, function, file and criterion.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use unroll_syntax::{Criteria, Criterion};

use super::changed::ChangedLines;
use super::model::{ScoredFunction, ScoredLabel, ScoredProgram};
use super::runner::TestOutcome;
use crate::cover::pairs::{Half, best};

/// A test, and what it recorded.
#[derive(Clone, Debug)]
pub struct Test {
    /// The target and the name, `target::module::name`.
    pub id: String,
    /// The target, in the form of an identifier.
    pub target: String,
    /// The name as the test harness has it; empty if the executable is one test.
    pub name: String,
    /// Its outcome.
    pub outcome: TestOutcome,
    /// How long it ran.
    pub millis: u64,
    /// The end of its output, if it did not pass.
    pub output: String,
    /// The numbers of the labels that it covers.
    pub covered: BTreeSet<u32>,
    /// The numbers of entries of functions, and of statements, that it reached.
    pub reached: BTreeSet<u32>,
    /// The evaluations of decisions, by number and mask.
    pub evaluations: BTreeSet<(u32, u64)>,
}

impl Default for Test {
    fn default() -> Self {
        Self {
            id: String::new(),
            target: String::new(),
            name: String::new(),
            outcome: TestOutcome::Passed,
            millis: 0,
            output: String::new(),
            covered: BTreeSet::new(),
            reached: BTreeSet::new(),
            evaluations: BTreeSet::new(),
        }
    }
}

/// The score of a test suite.
#[derive(Debug)]
pub struct Score {
    /// The functions with their labels.
    pub program: ScoredProgram,
    /// The rules that yield labels.
    pub criteria: Criteria,
    /// The tests, by target and name.
    pub tests: Vec<Test>,
    /// The lines whose labels count; `None` for all.
    pub changed: Option<ChangedLines>,
    /// Labels that no input reaches.
    pub unreachable: BTreeSet<u32>,
    /// For uncovered labels that the analysis reaches, an input: names of parameters with their values.
    pub witnesses: BTreeMap<u32, Inputs>,
    /// Labels of pairs that do not count: of each condition, one pair does.
    dropped: BTreeSet<u32>,
    /// The tests that cover each label, by their index.
    covering: BTreeMap<u32, Vec<usize>>,
}

/// The arguments of a call: names of parameters, and values as Rust expressions.
pub type Inputs = Vec<(String, String)>;

/// A number of labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Labels that tests cover.
    pub covered: usize,
    /// Labels that no test covers.
    pub uncovered: usize,
    /// Labels that no input covers. They are not among the others.
    pub unreachable: usize,
}

impl Count {
    /// Labels that may be covered.
    pub fn total(self) -> usize {
        self.covered + self.uncovered
    }

    /// The percentage that is covered; `None` if there is nothing to cover.
    #[expect(clippy::cast_precision_loss, reason = "counts of labels are small")]
    pub fn percent(self) -> Option<f64> {
        let total = self.total();
        (total > 0).then(|| self.covered as f64 * 100.0 / total as f64)
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.covered += other.covered;
        self.uncovered += other.uncovered;
        self.unreachable += other.unreachable;
    }
}

impl Score {
    /// Counts what `tests` cover.
    pub(super) fn new(program: ScoredProgram, criteria: Criteria, tests: Vec<Test>) -> Self {
        let mut covering: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, test) in tests.iter().enumerate() {
            for number in &test.covered {
                covering.entry(*number).or_default().push(index);
            }
        }
        let mut score = Self {
            program,
            criteria,
            tests,
            changed: None,
            unreachable: BTreeSet::new(),
            witnesses: BTreeMap::new(),
            dropped: BTreeSet::new(),
            covering,
        };
        score.choose_pairs(false);
        score
    }

    /// True if there are truth tables to show.
    pub(super) fn has_evidence(&self) -> bool {
        let mut of_pairs = [Criterion::Mcdc, Criterion::McdcUniqueCause].into_iter();
        of_pairs.any(|it| self.criteria.contains(it))
    }

    /// Chooses the pair of each condition that counts. With `all_open`, all pairs of a condition do that tests do not show to decide.
    pub(super) fn choose_pairs(&mut self, all_open: bool) {
        let mut conditions: BTreeMap<(usize, u32), BTreeMap<u32, Vec<Half>>> = BTreeMap::new();
        let labels = (0..).zip(&self.program.labels);
        let of_pairs: Vec<(u32, usize, (u32, u32))> = labels
            .filter_map(|(number, label)| {
                let label = label.as_ref()?;
                Some((number, label.function, label.info.pair?))
            })
            .collect();
        for (number, function, (condition, context)) in &of_pairs {
            let half = match () {
                () if self.is_covered(*number) => Half::Covered,
                () if self.witnesses.contains_key(number) => Half::Reachable,
                () if self.unreachable.contains(number) => Half::Unreachable {
                    bound_independent: true,
                },
                () => Half::Open,
            };
            let contexts = conditions.entry((*function, *condition)).or_default();
            contexts.entry(*context).or_default().push(half);
        }
        self.dropped.clear();
        for (number, function, (condition, context)) in of_pairs {
            let contexts = &conditions[&(function, condition)];
            if all_open && !is_shown(contexts) {
                continue;
            }
            if counted(contexts) != Some(context) {
                self.dropped.insert(number);
            }
        }
    }

    /// The functions that the build contains, by file and position.
    pub fn functions(&self) -> Vec<&ScoredFunction> {
        let functions = self.program.functions.iter();
        let mut functions: Vec<_> = functions.filter(|function| self.counts(function)).collect();
        functions.sort_by_key(|function| {
            let span = &function.span;
            (&span.file, span.line, span.column)
        });
        functions
    }

    /// True if a function is part of the build and of what is asked for.
    pub(super) fn counts(&self, function: &ScoredFunction) -> bool {
        // An option that this tool does not see may include it all the same.
        let is_compiled = function.is_compiled || self.is_entered(function);
        is_compiled && (self.changed.is_none() || self.labels_of(function).next().is_some())
    }

    /// True if a test entered the function.
    pub fn is_entered(&self, function: &ScoredFunction) -> bool {
        self.hits(function.entry) > 0
    }

    /// The number of tests that reached the entry of a function, or a statement.
    pub fn hits(&self, number: u32) -> usize {
        let tests = self.tests.iter();
        tests.filter(|test| test.reached.contains(&number)).count()
    }

    /// The labels of a function that the build contains, by number.
    pub fn labels_of<'s>(
        &'s self,
        function: &ScoredFunction,
    ) -> impl Iterator<Item = (u32, &'s ScoredLabel)> + 's {
        let numbers = function.labels.clone();
        numbers.filter_map(|number| {
            let label = self.program.label(number)?;
            if self.dropped.contains(&number) {
                return None;
            }
            let line = label.info.span.line;
            let is_asked = self
                .changed
                .as_ref()
                .is_none_or(|it| it.contains(&label.info.span.file, line));
            (label.is_compiled && is_asked).then_some((number, label))
        })
    }

    /// The tests that cover a label.
    pub fn covering(&self, label: u32) -> impl Iterator<Item = &Test> + '_ {
        let tests = self.covering.get(&label).into_iter().flatten();
        tests.map(|index| &self.tests[*index])
    }

    /// True if a test covers the label.
    pub fn is_covered(&self, label: u32) -> bool {
        self.covering.contains_key(&label)
    }

    /// The labels of one criterion in a function.
    pub fn count(&self, function: &ScoredFunction, criterion: Criterion) -> Count {
        let mut count = Count::default();
        for (number, _) in self
            .labels_of(function)
            .filter(|(_, label)| label.info.criterion == criterion)
        {
            if self.is_covered(number) {
                count.covered += 1;
            } else if self.unreachable.contains(&number) {
                count.unreachable += 1;
            } else {
                count.uncovered += 1;
            }
        }
        count
    }

    /// The labels of one criterion in several functions.
    pub fn count_all<'f>(
        &self,
        functions: impl IntoIterator<Item = &'f ScoredFunction>,
        criterion: Criterion,
    ) -> Count {
        let mut all = Count::default();
        for function in functions {
            all += self.count(function, criterion);
        }
        all
    }

    /// The labels that no test covers and an input may, of all functions, by file and position.
    pub fn missing(&self) -> Vec<(u32, &ScoredLabel)> {
        let functions = self.functions().into_iter();
        let labels = functions.flat_map(|function| self.labels_of(function));
        let mut missing: Vec<_> = labels
            .filter(|(number, _)| !self.is_covered(*number) && !self.unreachable.contains(number))
            .collect();
        missing.sort_by_key(|(number, label)| {
            let span = &label.info.span;
            (&span.file, span.line, span.column, *number)
        });
        missing
    }

    /// The number of uncovered labels of which it is unknown whether an input reaches them.
    pub fn unknown(&self) -> usize {
        let missing = self.missing();
        let open = missing.iter();
        open.filter(|(number, _)| !self.witnesses.contains_key(number))
            .count()
    }

    /// Tests without which the others still cover everything, all of them together. Of tests that cover the same, the first stays.
    pub fn redundant(&self) -> Vec<&Test> {
        let mut times: BTreeMap<u32, usize> = self
            .covering
            .iter()
            .map(|(number, tests)| (*number, tests.len()))
            .collect();
        let mut redundant = Vec::new();
        for test in self.tests.iter().rev() {
            if test.outcome == TestOutcome::Ignored {
                continue;
            }
            if test.covered.iter().all(|number| times[number] > 1) {
                for number in &test.covered {
                    *times.entry(*number).or_default() -= 1;
                }
                redundant.push(test);
            }
        }
        redundant.reverse();
        redundant
    }
}

/// True if tests cover both labels of a pair.
fn is_shown(contexts: &BTreeMap<u32, Vec<Half>>) -> bool {
    let is_covered = |halves: &Vec<Half>| halves.iter().all(|half| *half == Half::Covered);
    contexts.values().any(is_covered)
}

/// The context of a condition that counts. The analysis reports a label as unreachable only if each pair has one; the others are not in its report.
fn counted(contexts: &BTreeMap<u32, Vec<Half>>) -> Option<u32> {
    let excluded = contexts
        .iter()
        .find(|(_, halves)| {
            let is_unreachable = |half: &Half| matches!(half, Half::Unreachable { .. });
            halves.iter().any(is_unreachable)
        })
        .map(|(context, _)| *context);
    match excluded {
        Some(context) if !is_shown(contexts) => Some(context),
        _ => best(contexts),
    }
}

#[cfg(test)]
mod tests {
    use unroll_syntax::Criteria;

    use super::{Score, ScoredProgram, Test};

    fn test(id: &str, covered: &[u32]) -> Test {
        Test {
            id: id.to_owned(),
            covered: covered.iter().copied().collect(),
            ..Test::default()
        }
    }

    #[test]
    fn redundant_tests_can_go_all_together() {
        let tests = vec![
            test("a", &[1, 2]),
            test("b", &[2, 3]),
            test("c", &[1, 3]),
            test("d", &[]),
        ];
        let score = Score::new(ScoredProgram::default(), Criteria::default(), tests);
        let redundant: Vec<_> = score.redundant().iter().map(|it| it.id.as_str()).collect();
        assert_eq!(redundant, ["c", "d"]);
    }
}
