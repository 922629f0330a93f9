//! The result of analysing one function: objectives with verdicts, tests, findings. Plain data.

mod explanation;

use serde::{Deserialize, Serialize};

use crate::diagnostics::{Code, Group};
use crate::model::hidden::HiddenInput;
use crate::model::reason::Reason;
use crate::model::requirement::Requirement;
use crate::model::stage::Stage;
use crate::model::value::Value;

pub use self::explanation::{Blamed, ConditionSource, Explanation};
pub use unroll_protocol::{ExitKind, PanicKind, Step};

/// Everything that one worker reports about one function.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FunctionOutcome {
    /// The verdict on the function.
    pub verdict: FunctionVerdict,
    /// Diagnostics; if the verdict is not `Ok`, they give the reason.
    pub notes: Vec<Note>,
    /// Objectives in order: exits by (loop, depth, branch), labels, violations by (clause, loop, depth), paths, panics.
    pub objectives: Vec<ObjectiveOutcome>,
    /// Tests to write, in the order of the smallest objective that each serves.
    pub tests: Vec<TestCase>,
    /// Panics, contract violations and hangs, by source position; then runs that end their process, by kind.
    pub findings: Vec<Finding>,
    /// The hidden input of the function.
    pub hidden_input: Option<HiddenInput>,
    /// True if its code reaches a static that tests set, so that its tests and those exclude each other.
    #[serde(default)]
    pub shares_statics: bool,
    /// Solver queries as SMT-LIB, one file's text per entry, if requested.
    pub smt2: Vec<String>,
    /// Reasons why objectives are unreachable at any depth, in their order, if requested and confirmed by a second proof.
    #[serde(default)]
    pub explanations: Vec<Explanation>,
    /// The stages of the analysis, in order.
    #[serde(default)]
    pub stages: Vec<Stage>,
}

impl FunctionOutcome {
    /// The outcome of an analysis without results.
    pub fn empty(verdict: FunctionVerdict) -> Self {
        Self {
            verdict,
            notes: Vec::new(),
            objectives: Vec::new(),
            tests: Vec::new(),
            findings: Vec::new(),
            hidden_input: None,
            shares_statics: false,
            smt2: Vec::new(),
            explanations: Vec::new(),
            stages: Vec::new(),
        }
    }

    /// True if the worker with the engine failed, so that all results come from native runs.
    pub fn lost_engine(&self) -> bool {
        let is_limit = |note: &Note| note.code.group() == Group::Limits;
        self.notes.iter().any(is_limit)
    }

    /// The inputs of all tests, in the form of the replay program.
    pub fn cases(&self) -> Vec<String> {
        let cases = self.tests.iter().map(|test| test.case.clone());
        cases.filter(|case| !case.is_empty()).collect()
    }

    /// The places of panics, which come from the compiled program and not from the source.
    pub fn panic_places(&mut self) -> impl Iterator<Item = &mut Span> {
        let explained = self.explanations.iter_mut().flat_map(|it| {
            let own = it.objective.panic_place();
            own.into_iter().chain(&mut it.panics)
        });
        let objectives = self.objectives.iter_mut();
        let objectives = objectives.filter_map(|it| it.objective.panic_place());
        let tests = self.tests.iter_mut().filter_map(|it| match &mut it.ending {
            RunEnd::Panicked { span, .. } => Some(span),
            RunEnd::Returned { .. } | RunEnd::Violated { .. } => None,
        });
        let findings = self.findings.iter_mut();
        let findings = findings.filter(|it| it.kind == FindingKind::Panic);
        let findings = findings.map(|it| &mut it.span);
        explained.chain(objectives).chain(tests).chain(findings)
    }

    /// True if some objective is undecided.
    pub fn has_undecided(&self) -> bool {
        let is_undecided =
            |outcome: &ObjectiveOutcome| matches!(outcome.verdict, Verdict::Undecided { .. });
        self.objectives.iter().any(is_undecided)
    }

    /// True if some note has this code.
    pub fn has_note(&self, code: Code) -> bool {
        self.notes.iter().any(|note| note.code == code)
    }
}

/// The verdict on a function as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FunctionVerdict {
    /// Every objective is covered or unreachable.
    Ok,
    /// Some objective is undecided.
    Partial,
    /// The function could not be analysed; the note gives the reason.
    Unsupported,
    /// The user has to change something (contradictory precondition, ...).
    Error,
}

/// A diagnostic about a function: a skip, a limit of the analysis, an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// The code, which also has the general note and the help.
    pub code: Code,
    /// The message, a lower-case fragment.
    pub message: String,
    /// The position, usually that of the function's name.
    pub span: Option<Span>,
    /// True if a time limit is the cause, so that another run may end differently.
    #[serde(default)]
    pub is_timeout: bool,
}

impl Note {
    /// A note with the general message of the code.
    pub fn new(code: Code, span: &Span) -> Self {
        Self::with_message(code, span, code.message())
    }

    /// A note with the general message of the code, followed by particulars.
    pub fn with_detail(code: Code, span: &Span, detail: &str) -> Self {
        Self::with_message(code, span, format!("{}: {detail}", code.message()))
    }

    /// A note on the decision `text`, which has no objectives of the criteria on decisions and conditions, with the reason.
    pub fn decision_left_out(text: &str, span: &Span, reason: &str) -> Self {
        let message = format!("no condition of `{text}` is an objective: it {reason}");
        Self::with_message(Code::DecisionLeftOut, span, message)
    }

    /// A note with a message of its own.
    pub fn with_message(code: Code, span: &Span, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            span: Some(span.clone()),
            is_timeout: false,
        }
    }
}

/// A source position. Lines and columns count from 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Path relative to the workspace root, with `/`.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column, in characters.
    pub column: u32,
}

/// The goal of a test: a location and a condition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Objective {
    /// Some entry of loop `loop_` is left in or right after its `depth`-th iteration, which took `branch`. For a closure:
    /// between one evaluation of it and the next, or the end of the function, it is called `depth` times.
    LoopExit {
        /// Loop number, from 1, counted together with closures.
        #[serde(rename = "loop")]
        loop_: u32,
        /// Iteration count d, from 0.
        depth: u32,
        /// Branch number, from 1; 0 when the loop has none or `depth` is 0.
        branch: u32,
    },
    /// A label is reached.
    Label {
        /// Label number, from 0.
        label: u32,
    },
    /// Contract clause `clause` is false in a run that leaves loop `loop_` after `depth` iterations.
    Violation {
        /// Clause number, from 0: preconditions, postconditions, invariants.
        clause: u32,
        /// Loop number; 0 when the function has no loop.
        #[serde(rename = "loop")]
        loop_: u32,
        /// Iteration count.
        depth: u32,
    },
    /// A place panics.
    Panic {
        /// The place.
        place: Span,
        /// The kind of panic.
        panic: PanicKind,
    },
    /// An unknown place panics.
    OtherPanic,
    /// A run returns by this path.
    Path {
        /// All its steps, in order.
        steps: Vec<Step>,
    },
    /// A run returns along a path within the depth that no run has taken so far.
    OtherPath,
}

impl Objective {
    /// The place of a panic.
    fn panic_place(&mut self) -> Option<&mut Span> {
        match self {
            Self::Panic { place, .. } => Some(place),
            _ => None,
        }
    }

    /// True if it is a panic, which is shown by a finding and not by an ordinary test.
    pub fn is_panic(&self) -> bool {
        matches!(self, Self::Panic { .. } | Self::OtherPanic)
    }

    /// True if it is a path; a path becomes an objective when a run takes it.
    pub fn is_path(&self) -> bool {
        matches!(self, Self::Path { .. } | Self::OtherPath)
    }

    /// True if an input that reaches it shows a fault: a violated clause or a panic.
    pub fn is_fault(&self) -> bool {
        self.is_panic() || matches!(self, Self::Violation { .. })
    }
}

/// An objective with its verdict.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ObjectiveOutcome {
    /// The objective.
    pub objective: Objective,
    /// How the covering test leaves the loop; `None` for closures.
    pub exit: Option<ExitKind>,
    /// The verdict.
    pub verdict: Verdict,
    /// Path of the other function of the run whose analysis has proved it.
    #[serde(default)]
    pub proved_in: Option<String>,
    /// Index into [`FunctionOutcome::tests`] of the first test that reaches it.
    pub test: Option<usize>,
    /// Wall time spent on it; never part of written files.
    pub millis: u64,
}

/// The verdict about an objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// A native run reached it.
    Covered,
    /// No input reaches it: within the depth, or at any depth.
    Unreachable {
        /// True if the proof does not use the bound.
        bound_independent: bool,
    },
    /// Neither.
    Undecided {
        /// The limit or obstacle.
        reason: Reason,
    },
}

impl From<&Note> for Reason {
    fn from(note: &Note) -> Self {
        Self::Noted {
            message: note.message.clone(),
            is_timeout: note.is_timeout,
        }
    }
}

/// One named argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Arg {
    /// Parameter name; `self` for receivers.
    pub name: String,
    /// Its value before the call.
    pub before: Value,
    /// Its value after the call, for `&mut` parameters.
    pub after: Option<Value>,
}

/// How a native run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "kebab-case")]
pub enum RunEnd {
    /// It returned.
    Returned {
        /// The returned value.
        result: Value,
    },
    /// It panicked.
    Panicked {
        /// The panic message.
        message: String,
        /// Where.
        span: Span,
    },
    /// A contract clause was false.
    Violated {
        /// Clause number.
        clause: u32,
    },
}

/// A replayed input worth a test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestCase {
    /// Arguments in order.
    pub args: Vec<Arg>,
    /// How the run ended.
    pub ending: RunEnd,
    /// Indices into [`FunctionOutcome::objectives`] that this test was chosen for.
    pub objectives: Vec<usize>,
    /// Index into [`FunctionOutcome::findings`] when the test shows a finding.
    pub finding: Option<usize>,
    /// True if it holds in builds with debug assertions alone.
    pub debug_only: bool,
    /// True if it is there for its input beside an edge, and for no objective.
    #[serde(default)]
    pub is_beside_edge: bool,
    /// True if its run may use functions such as `sin`, whose last digits differ from machine to machine.
    #[serde(default)]
    pub is_approximate: bool,
    /// The input in the form of the replay program, with which the run can be repeated.
    #[serde(default)]
    pub case: String,
    /// The test as a reviewer edited it, from its comments to its closing brace. Analyses leave it empty.
    #[serde(skip)]
    pub edited: Option<String>,
}

/// A panic, contract violation or hang with an input that shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The kind of finding.
    pub kind: FindingKind,
    /// Panic message or the violated clause.
    pub message: String,
    /// The place of the panic or of the clause.
    pub span: Span,
    /// Arguments as values.
    pub args: Vec<Arg>,
    /// The kind of panic, if it is a panic with a place.
    #[serde(default)]
    pub panic: Option<PanicKind>,
    /// The evidence that callers of the crate can cause it.
    #[serde(default)]
    pub triage: Triage,
    /// A precondition that would exclude it, if one was inferred.
    #[serde(default)]
    pub requires: Option<Requirement>,
    /// The name of the type whose invariant is broken, if the clause is one.
    #[serde(default)]
    pub breaks: Option<String>,
}

/// The evidence that callers of the crate can cause a finding. Private functions may rely on conditions that their callers establish, and private
/// fields on what public functions store there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Triage {
    /// Callers can pass its own input, or the user named the function.
    #[default]
    Confirmed,
    /// A call of a public function reaches it.
    Reached {
        /// Path of the public function.
        function: String,
        /// The arguments of the call.
        args: Vec<Arg>,
    },
    /// It is a finding of another function in the same run, which is confirmed.
    Repeated {
        /// Path of the other function.
        function: String,
    },
    /// No public function that leads to its place panics there.
    Excluded {
        /// True if that holds at any depth.
        bound_independent: bool,
    },
    /// No call of a public function is known to reach it.
    Unconfirmed,
    /// A cell in its input is borrowed by the caller, or a lock is poisoned by another panic; the function need not expect either.
    Borrowed,
}

impl Triage {
    /// True if callers of the crate can cause it.
    pub fn is_confirmed(&self) -> bool {
        matches!(self, Self::Confirmed | Self::Reached { .. })
    }
}

/// A place that can panic, and how.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PanicPlace {
    /// The place.
    pub place: Span,
    /// The kind of panic.
    pub panic: PanicKind,
}

/// Kinds of findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingKind {
    /// A panic that no precondition rules out.
    Panic,
    /// A contract clause that is false.
    Contract,
    /// A run out of fuel.
    Hang,
    /// A run that overflows the stack.
    StackOverflow,
    /// A run that exhausts memory.
    OutOfMemory,
    /// A run that ends its process by a signal.
    Abort,
    /// A run that exits its process.
    Exit,
    /// A run that does not end in code without probes.
    Unending,
}

impl FindingKind {
    /// True if the run would take its process with it, or never end.
    pub fn ends_the_process(self) -> bool {
        !matches!(self, Self::Panic | Self::Contract)
    }

    /// The verb phrase of a function that may have such a finding.
    pub fn possibility(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Contract => "violate its contract",
            Self::Hang | Self::Unending => "not terminate",
            Self::StackOverflow => "overflow the stack",
            Self::OutOfMemory => "run out of memory",
            Self::Abort => "abort the process",
            Self::Exit => "exit the process",
        }
    }

    /// The code of such findings.
    pub fn code(self) -> Code {
        match self {
            Self::Panic => Code::Panic,
            Self::Contract => Code::Contract,
            Self::Hang | Self::Unending => Code::Hang,
            Self::StackOverflow => Code::StackOverflow,
            Self::OutOfMemory => Code::OutOfMemory,
            Self::Abort => Code::Abort,
            Self::Exit => Code::Exit,
        }
    }
}
