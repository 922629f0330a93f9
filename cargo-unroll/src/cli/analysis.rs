//! Functions to outcomes: jobs for the workers, and a second attempt with the code of the standard library if the
//! first lacked it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::Utf8PathBuf;

use super::args::{Args, Layout};
use super::caching;
use super::exit::failure::Failure;
use super::result::FunctionResult;
use super::settings;
use super::settings::Settings;
use crate::compile::{Build, Built, Output};
use crate::cover::pairs;
use crate::diagnostics::Code;
use crate::emit::TestStyle;
use crate::instrument::Columns;
use crate::model::crossing::cross;
use crate::model::hidden::HiddenInput;
use crate::model::job::{Effects, Job};
use crate::model::outcome::{FunctionOutcome, FunctionVerdict, PanicPlace};
use crate::project::{Project, Purpose, SelectedFunction};
use crate::report::{Console, Progress};
use crate::worker::cache::{Cache, Store};
use crate::worker::{Children, Pool, Running, Watcher};
use crate::{compile, worker};

/// Most seconds for a function that is asked for certain panics only.
const SECONDS_FOR_GOALS: u64 = 10;

/// The inputs of an analysis of all functions.
pub(crate) struct Analysis<'a> {
    pub(crate) args: &'a Args,
    pub(crate) project: &'a Project,
    pub(crate) settings: &'a BTreeMap<String, Settings>,
    pub(crate) output: Output,
    /// Outcomes of earlier runs.
    pub(crate) cache: Option<&'a Store>,
}

impl Analysis<'_> {
    /// Analyses every function that was built.
    pub(crate) fn run(
        &self,
        build: &Build,
        console: &mut Console,
        children: Children,
    ) -> Result<Vec<FunctionResult>, Failure> {
        let mut results = self.opened(build);
        let pool = self.pool(build, children)?;
        let all: Vec<usize> = (0..results.len()).collect();
        Self::pass(&pool, console, &mut results, &all)?;
        let short: Vec<usize> = all
            .into_iter()
            .filter(|&i| lacks_code(&results[i].outcome))
            .collect();
        if !short.is_empty() {
            self.whole_program(build, &pool, console, &mut results, &short)?;
        }
        for result in &mut results {
            let left_out = result.function.left_out.iter().cloned();
            result.outcome.notes.extend(left_out);
            // Only after both passes, because the second may decide a pair that the first left
            // open.
            pairs::keep_one(&result.job, &mut result.outcome);
        }
        self.restore_columns(&mut results);
        Ok(results)
    }

    /// Gives panics the columns of the user's files.
    fn restore_columns(&self, results: &mut [FunctionResult]) {
        let mut columns = Columns::of(self.project);
        let outcomes = results.iter_mut().map(|it| &mut it.outcome);
        for place in outcomes.flat_map(FunctionOutcome::panic_places) {
            columns.restore(place);
        }
    }

    /// Asks every function that was built for panics at `goals` alone, within a few seconds each.
    pub(crate) fn ask_for_panics(
        &self,
        build: &Build,
        goals: &BTreeSet<PanicPlace>,
        console: &mut Console,
        children: Children,
    ) -> Result<Vec<FunctionResult>, Failure> {
        let mut results = self.opened(build);
        let mut columns = Columns::of(self.project);
        let mut goals: Vec<PanicPlace> = goals.iter().cloned().collect();
        for goal in &mut goals {
            // Goals have the columns of the user's files, and workers see those of the instrumented
            // copy.
            columns.apply(&mut goal.place);
        }
        for FunctionResult { job, .. } in &mut results {
            job.goals.clone_from(&goals);
            // Of the answers only the panics are used, so runs to infer preconditions would be
            // wasted.
            job.infers_requires = false;
            job.limits.seconds = job.limits.seconds.min(SECONDS_FOR_GOALS);
        }
        let all: Vec<usize> = (0..results.len()).collect();
        let pool = self.pool(build, children)?;
        Self::pass(&pool, console, &mut results, &all)?;
        self.restore_columns(&mut results);
        Ok(results)
    }

    /// The functions that were built, before they are analysed.
    fn opened(&self, build: &Build) -> Vec<FunctionResult> {
        let functions = self.project.functions.iter();
        let opened =
            functions.filter_map(|function| Some(self.open(function, build.of(function)?)));
        let mut opened: Vec<FunctionResult> = opened.collect();
        let mut columns = Columns::of(self.project);
        for position in opened.iter_mut().flat_map(|it| it.job.own_code.positions()) {
            columns.apply(position);
        }
        opened
    }

    fn pool(&self, build: &Build, children: Children) -> Result<Pool, Failure> {
        let exe = std::env::current_exe().map_err(Failure::Exe)?;
        let exe = Utf8PathBuf::from_path_buf(exe).map_err(|path| {
            Failure::Exe(std::io::Error::other(format!(
                "`{}` is not valid UTF-8",
                path.display()
            )))
        })?;
        let jobs = settings::jobs(self.args, self.project);
        let cache = self.cache.and_then(|store| {
            let context = caching::context(self.project, build, &exe)?;
            Some(Cache::new(store.clone(), context))
        });
        Ok(Pool {
            cache,
            ..Pool::new(exe, jobs, children)
        })
    }

    fn open(&self, function: &SelectedFunction, built: &Built) -> FunctionResult {
        FunctionResult {
            function: function.clone(),
            job: job(
                self.args,
                function,
                &self.settings[&function.package],
                Some(built),
            ),
            outcome: FunctionOutcome::empty(FunctionVerdict::Unsupported),
            millis: 0,
            style: TestStyle {
                shadowed: function.shadowed.clone(),
                shown: Arc::clone(&function.shown),
                separate: self.settings[&function.package].layout == Layout::Functions,
                ..TestStyle::default()
            },
        }
    }

    /// Sends the functions at `which` to the workers and keeps what is better than what is known.
    fn pass(
        pool: &Pool,
        console: &mut Console,
        results: &mut [FunctionResult],
        which: &[usize],
    ) -> Result<(), Failure> {
        let jobs: Vec<Job> = which.iter().map(|&i| results[i].job.clone()).collect();
        let progress = console.start(jobs.len());
        let answers = worker::run_all(pool, &jobs, &Bar(&progress));
        progress.finish();
        for (&i, answer) in which.iter().zip(answers?) {
            let result = &mut results[i];
            result.millis += answer.millis;
            let earlier = std::mem::replace(
                &mut result.outcome,
                FunctionOutcome::empty(FunctionVerdict::Unsupported),
            );
            result.outcome = worker::combined(earlier, answer.outcome);
        }
        Ok(())
    }

    /// Analyses functions again with the code of everything they can call. Such a build takes longer, so it is made only
    /// when some function needs it.
    fn whole_program(
        &self,
        build: &Build,
        pool: &Pool,
        console: &mut Console,
        results: &mut [FunctionResult],
        which: &[usize],
    ) -> Result<(), Failure> {
        // Where that cannot be built, more is tried without.
        let whole = compile::fat_lto(self.project, build, self.output).unwrap_or_default();
        let of = |function: &SelectedFunction| {
            whole.iter().find(|built| {
                built.package == function.package
                    && built.target == function.target
                    && built.harnesses.contains(&function.id)
            })
        };
        for &i in which {
            let FunctionResult {
                job,
                outcome,
                millis,
                ..
            } = &mut results[i];
            job.is_first_pass = false;
            // Here the code that changes a static may be left out, and its first value be taken for its value.
            job.hidden_input.clone_from(&outcome.hidden_input);
            job.cases = outcome.cases();
            job.spent_millis = *millis;
            if outcome.has_note(Code::SearchInterrupted) {
                // Another search would meet such a run as well.
                job.limits.native_runs = 0;
            }
            if let Some(built) = of(&results[i].function) {
                let job = &mut results[i].job;
                job.ir = vec![built.ll.clone()];
                if job.effects == Effects::Refused {
                    // The first pass has looked, where the names of the standard library still stand for what they do.
                    job.effects = Effects::Absent;
                }
            }
        }
        Self::pass(pool, console, results, which)
    }
}

/// The request to the engine about a function; without `built` it can only be listed.
pub(crate) fn job(
    args: &Args,
    function: &SelectedFunction,
    settings: &Settings,
    built: Option<&Built>,
) -> Job {
    let settings = settings.of_function(args, &function.own);
    let iterations = settings.depth.iterations();
    let (labels, crossing) = cross(&function.labels, &function.criteria, iterations);
    let observes = built.is_some_and(|built| built.observers.contains(&function.id));
    let of_locals = observes.then_some(HiddenInput::Locals);
    Job {
        id: function.id.clone(),
        function: function.path.clone(),
        span: function.span.clone(),
        exe: built.map(|built| built.exe.clone()).unwrap_or_default(),
        ir: built
            .map(|built| {
                std::iter::once(&built.ll)
                    .chain(&built.deps_ll)
                    .cloned()
                    .collect()
            })
            .unwrap_or_default(),
        depth: iterations,
        deepening: settings.depth.deepening(),
        strategy: args.strategy.into(),
        effects: settings.effects,
        limits: settings.limits,
        seed: settings.seed,
        cases: Vec::new(),
        spent_millis: 0,
        criteria: function.criteria.clone(),
        loops: function.loops.clone(),
        labels,
        crossing,
        clauses: function.clauses.clone(),
        assumes: function.invariants.assumes.clone(),
        params: function.params.clone(),
        generics: function.generics.clone(),
        iterators: function.iterators.clone(),
        is_first_pass: true,
        locals: function.locals(),
        shared_statics: function.shared_statics(),
        hidden_input: of_locals.or_else(|| function.asked.hidden_input.clone()),
        structural_types: function.structural_types.to_vec(),
        checks: function.checks.clone(),
        left_out: built
            .map(|built| {
                function
                    .conditional
                    .left_out(&built.cfg, &function.span.file)
            })
            .unwrap_or_default(),
        own_code: function.code_of_each_call(),
        goals: Vec::new(),
        infers_requires: function.is_doubtful(!args.function.is_empty()),
        emit_smt2: args.emit.is_some(),
        explains: function.purpose == Purpose::Explanations,
    }
}

/// True if more code could help.
fn lacks_code(outcome: &FunctionOutcome) -> bool {
    outcome.has_undecided() && outcome.has_note(Code::MissingBody)
}

/// The progress bar as the workers' watcher.
struct Bar<'p>(&'p Progress);

impl Watcher for Bar<'_> {
    fn running(&self, jobs: &[Running]) {
        let texts: Vec<_> = jobs
            .iter()
            .map(|job| match job.decided {
                Some((decided, total)) => format!("{} {decided}/{total}", job.function),
                None => job.function.to_owned(),
            })
            .collect();
        self.0.running(&texts);
    }

    fn done(&self) {
        self.0.done();
    }
}
