//! `fixtures/labels`, built with the labels of a criterion, and its forms.

use std::iter;

use camino::Utf8PathBuf;
use cargo_unroll::project::{Project, SelectedFunction};
use cargo_unroll::replay::{Driver, Limits};
use cargo_unroll::sandbox::Confinement;
use unroll_llvm::{Module, Program};
use unroll_syntax::{Criteria, Criterion};

use crate::build;

/// A call of the probe of labels, up to its arguments.
const PROBE: &str = "call void @__unroll_label(";
/// A call of [`NOTHING`], up to its arguments.
const NO_PROBE: &str = "call void @no_label(";
/// In place of the probe.
const NOTHING: &str = "
define internal void @no_label(i32 %label, i1 %holds) {
start:
  ret void
}
";
/// A call of [`BRANCH`], up to its arguments.
const BRANCH_CALL: &str = "call void @branch_of_label(";
/// The direct instrumentation: a branch on the condition of the label, whose probe stands behind it.
const BRANCH: &str = "
define internal void @branch_of_label(i32 %label, i1 %holds) {
start:
  br i1 %holds, label %then, label %end
then:
  call void @__unroll_label(i32 %label, i1 true)
  br label %end
end:
  ret void
}
";

/// The form in which the labels of a program are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Not at all: P of the paper, with all branches that the program has with labels.
    Plain,
    /// As the tool does: P* of the paper.
    Tight,
    /// Each as a branch on its condition: P' of the paper.
    Direct,
}

/// The fixture with the labels of a criterion.
pub(crate) struct Fixture {
    project: Project,
    exe: Utf8PathBuf,
    /// IR of the crate, then of those that it depends on.
    texts: Vec<String>,
}

impl Fixture {
    /// Builds it as the tool does.
    pub(crate) fn build(criterion: Criterion) -> Self {
        let criteria = Some(Criteria::from(criterion));
        let (project, build) = build::build("labels", criteria);
        let folder = Utf8PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let kept = folder.join(format!("labels-{}.exe", criterion.name()));
        let built = &build.targets[0];
        // The build for the next criterion overwrites the files.
        std::fs::copy(&built.exe, &kept).expect("the executable can be copied");
        let texts = iter::once(&built.ll).chain(&built.deps_ll);
        let texts = texts.map(|path| std::fs::read_to_string(path).expect("the IR is there"));
        Self {
            project,
            exe: kept,
            texts: texts.collect(),
        }
    }

    /// A function by its path in the crate.
    pub(crate) fn function(&self, path: &str) -> &SelectedFunction {
        let path = format!("labels::{path}");
        let mut functions = self.project.functions.iter();
        let function = functions.find(|function| function.path == path);
        function.unwrap_or_else(|| panic!("the fixture has no {path}"))
    }

    /// The program in a form.
    pub(crate) fn program(&self, form: Form) -> Program {
        let (first, others) = self.texts.split_first().expect("the crate has IR");
        let first = match form {
            Form::Plain => first.replace(PROBE, NO_PROBE) + NOTHING,
            Form::Tight => first.clone(),
            Form::Direct => first.replace(PROBE, BRANCH_CALL) + BRANCH,
        };
        let first = Module::index(first).expect("the IR is readable");
        let others = others.to_vec();
        Program::new(first, move || {
            others
                .iter()
                .map(|text| Module::index(text.clone()))
                .collect()
        })
    }

    /// Native runs of a function.
    pub(crate) fn driver(&self, function: &SelectedFunction) -> Driver {
        let limits = Limits::within(60, 4096);
        Driver::spawn(&self.exe, &function.id, limits, Confinement::Strict).expect("the build runs")
    }
}
