//! Many programs as one crate, built once.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use camino::Utf8PathBuf;
use cargo_unroll::compile::{self, Build, BuildError, Built, Output};
use cargo_unroll::instrument::Variant;
use cargo_unroll::model::crossing::cross;
use cargo_unroll::model::job::{DebugChecks, Deepening, Effects, Job, Limits, Strategy};
use cargo_unroll::project::{self, Project, ProjectOptions, Purpose, SelectedFunction};
use unroll_llvm::Program;
use unroll_syntax::Criterion;

use super::generate;
use super::types::PRELUDE;

/// Iterations of loops that verdicts are about.
pub(crate) const DEPTH: u32 = 3;
/// Times that programs which do not compile are left out, since rustc shows some errors only where there are no others.
const ATTEMPTS: u32 = 6;

/// The questions about the programs of a crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// All criteria of every second program, and explanations of the others.
    Everything,
    /// Infeasible code and its explanations.
    InfeasibleCode,
}

/// A built crate of programs.
pub(crate) struct Batch {
    project: Project,
    built: Built,
    /// The IR, read once.
    pub(crate) program: Program,
    /// The programs in its crate.
    pub(crate) programs: Vec<generate::Program>,
    /// The programs that rustc refused.
    pub(crate) refused: Vec<generate::Program>,
}

/// Builds programs, as the tool does, in the directory `place`; with all code of the standard library, if they are to be `whole`.
pub(crate) fn build(
    place: &str,
    programs: Vec<generate::Program>,
    whole: bool,
    asked: Asked,
) -> Batch {
    let (mut programs, mut refused) = (programs, vec![]);
    for _ in 0..ATTEMPTS {
        let project = project(place, &programs, asked);
        let output = Output {
            quiet: true,
            color: false,
            jobs: Some(1),
            wrapper: Some(env!("CARGO_BIN_EXE_cargo-unroll")),
        };
        let bare = Build {
            targets: vec![],
            skips: vec![],
            variant: Variant::default(),
        };
        let built = if whole {
            compile::fat_lto(&project, &bare, output)
        } else {
            compile::build(&project, output).map(|build| build.targets)
        };
        match built {
            Ok(mut targets) => {
                let built = targets.pop().expect("some program compiles");
                return Batch {
                    project,
                    program: built.program().expect("the build's IR is readable"),
                    built,
                    programs,
                    refused,
                };
            }
            Err(
                BuildError::DoesNotCompile { rendered, .. } | BuildError::Instrumented { rendered },
            ) => {
                let lines = error_lines(&rendered.concat());
                let starts = layout(&programs).1;
                let blamed: BTreeSet<usize> = lines
                    .iter()
                    .filter_map(|line| starts.partition_point(|start| start <= line).checked_sub(1))
                    .collect();
                assert!(
                    !blamed.is_empty(),
                    "no program is to blame:\n{}",
                    rendered.concat()
                );
                let all = std::mem::take(&mut programs).into_iter().enumerate();
                for (at, program) in all {
                    if blamed.contains(&at) {
                        refused.push(program);
                    } else {
                        programs.push(program);
                    }
                }
            }
            Err(error) => panic!("{error}"),
        }
    }
    panic!("programs that do not compile go on and on")
}

/// The source of a crate, and the line on which each program begins.
fn layout(programs: &[generate::Program]) -> (String, Vec<usize>) {
    let mut source = PRELUDE.to_owned();
    let mut starts = vec![];
    for program in programs {
        starts.push(source.lines().count() + 1);
        let (before, f) = program.source.split_at(attributes(&program.source));
        let _ = write!(
            source,
            "\npub mod p{} {{\nuse super::*;\n\n{before}#[unroll_test::unroll_test]\n{f}}}\n",
            program.number
        );
    }
    (source, starts)
}

/// Where `f` begins, with its contracts.
fn attributes(source: &str) -> usize {
    let f = source.find("pub fn f(").expect("every program has `f`");
    source[..f].find("#[").unwrap_or(f)
}

/// Lines of the crate's root that errors are about.
fn error_lines(rendered: &str) -> BTreeSet<usize> {
    let places = rendered
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("--> "));
    let numbers = places.filter_map(|place| {
        place
            .split("lib.rs:")
            .nth(1)?
            .split(':')
            .next()?
            .parse()
            .ok()
    });
    numbers.collect()
}

/// The criteria of every second program.
const CRITERIA: &str = "unroll,branch,statement,condition,mcdc,mutation,input-domain,panics,paths,branch@unroll,condition@unroll";

/// The criteria of those whose objectives are explained.
const EXPLAINED: &str = "unroll,branch,statement,panics,branch@unroll";

/// The criteria where infeasible code is asked for.
const INFEASIBLE: &str = "branch,statement";

fn project(place: &str, programs: &[generate::Program], asked: Asked) -> Project {
    let root = Utf8PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
    let folder = Utf8PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let krate = folder.join(place);
    std::fs::create_dir_all(krate.join("src")).expect("a directory can be made");
    let write = |file: &str, text: &str| {
        std::fs::write(krate.join(file), text).expect("a file can be written");
    };
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"{place}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [lib]\nname = \"programs\"\n\n\
             [dependencies]\nunroll-test = {{ path = {:?} }}\n\n[workspace]\n",
            root.join("crates/unroll-test").as_str()
        ),
    );
    write("src/lib.rs", &layout(programs).0);
    let options = ProjectOptions {
        manifest_path: Some(krate.join("Cargo.toml")),
        // Where all tests compile what such crates depend on.
        target_dir: Some(folder.join("e2e/built")),
        unroll_test: Some(root.join("crates/unroll-test")),
        criteria: CRITERIA.parse().ok(),
        ..ProjectOptions::default()
    };
    let mut project = project::load(&options).expect("the crate loads");
    // Explanations need other probes, which have no labels of other criteria, and both forms are to be judged.
    let (every, criteria) = match asked {
        Asked::Everything => (2, EXPLAINED),
        Asked::InfeasibleCode => (1, INFEASIBLE),
    };
    for function in project.functions.iter_mut().step_by(every) {
        function.purpose = Purpose::Explanations;
        function.criteria = criteria.parse().expect("criteria");
        let is_kept = |it: Criterion| matches!(it, Criterion::Statement | Criterion::Branch);
        function.labels.retain(|label| is_kept(label.criterion));
    }
    project
}

impl Batch {
    /// The job for a program; the reason if it was not built.
    pub(crate) fn job(&self, program: &generate::Program) -> Result<Job, String> {
        let path = format!("programs::p{}::f", program.number);
        let mut functions = self.project.functions.iter();
        let function = functions.find(|function| function.path == path);
        let function: &SelectedFunction = function.ok_or("the function is not found")?;
        let built = &self.built;
        if !built.harnesses.contains(&function.id) {
            return Err("there is no harness".to_owned());
        }
        let (labels, crossing) = cross(&function.labels, &function.criteria, DEPTH);
        Ok(Job {
            id: function.id.clone(),
            function: function.path.clone(),
            span: function.span.clone(),
            exe: built.exe.clone(),
            ir: vec![built.ll.clone()],
            depth: DEPTH,
            deepening: Deepening::default(),
            strategy: Strategy::Merge,
            effects: Effects::Absent,
            limits: Limits {
                rlimit: 300_000,
                steps: 300_000,
                quick_check: Limits::default().quick_check,
                paths: 300,
                // Neither enumeration nor search: what is found is what the engine finds.
                native_runs: 0,
                seconds: 6,
                memory_mib: 0,
            },
            seed: 0,
            criteria: function.criteria.clone(),
            loops: function.loops.clone(),
            labels,
            crossing,
            clauses: function.clauses.clone(),
            assumes: Vec::new(),
            params: function.params.clone(),
            generics: function.generics.clone(),
            iterators: Vec::new(),
            is_first_pass: false,
            cases: Vec::new(),
            spent_millis: 0,
            locals: Vec::new(),
            shared_statics: Vec::new(),
            hidden_input: None,
            structural_types: Vec::new(),
            checks: DebugChecks::default(),
            left_out: Vec::new(),
            own_code: function.code_of_each_call(),
            goals: Vec::new(),
            infers_requires: false,
            emit_smt2: false,
            explains: function.purpose == Purpose::Explanations,
        })
    }
}
