//! The instrumented program as data: functions, labels and decisions, by number.

use std::ops::Range;

use camino::Utf8PathBuf;
use unroll_instrument::label::Decision;

use crate::model::label::LabelInfo;
use crate::model::outcome::{Note, Span};
use crate::project::sources::cfg::Predicate;
use crate::project::{Skip, Target};

/// Everything that tests can reach.
#[derive(Debug, Default)]
pub struct ScoredProgram {
    /// Functions, in the order of packages, targets, files and positions.
    pub functions: Vec<ScoredFunction>,
    /// Labels, by number. Entries of functions and statements have numbers of the same sequence and no label.
    pub labels: Vec<Option<ScoredLabel>>,
    /// Decisions, by number.
    pub decisions: Vec<ScoredDecision>,
    /// Decisions without labels, each with the number of its function.
    pub left_out: Vec<(usize, Note)>,
    /// Functions without probes.
    pub skips: Vec<Skip>,
}

/// An instrumented function.
#[derive(Clone, Debug)]
pub struct ScoredFunction {
    /// `krate::module::Type::name`.
    pub path: String,
    /// The path of the outermost function around it, or its own: the analysis has the labels of inner functions as labels of that.
    pub outermost: String,
    /// The name of its package.
    pub package: String,
    /// Its crate target.
    pub target: Target,
    /// Its file, absolute.
    pub file: Utf8PathBuf,
    /// The position of its name; the file as users know it.
    pub span: Span,
    /// First and last line of the body.
    pub lines: (u32, u32),
    /// True if it stands for several functions, by parameters of its own or of what is around it.
    pub is_generic: bool,
    /// A hash of its path and its text, by which it is recognised in later runs.
    pub identity: u64,
    /// The number that reports that it was entered.
    pub entry: u32,
    /// The numbers of its labels.
    pub labels: Range<u32>,
    /// The numbers of its decisions.
    pub decisions: Range<u32>,
    /// Its statements, if they have probes.
    pub statements: Vec<ScoredStatement>,
    /// True if this build contains it.
    pub is_compiled: bool,
    pub(super) cfg: Vec<Predicate>,
}

/// A statement of an instrumented function.
#[derive(Clone, Debug)]
pub struct ScoredStatement {
    /// The number that reports that it begins.
    pub number: u32,
    /// The line in which it begins.
    pub line: u32,
    /// True if this build contains it, provided that it contains the function.
    pub is_compiled: bool,
    pub(super) cfg: Vec<Predicate>,
}

/// A label of an instrumented function.
#[derive(Clone, Debug)]
pub struct ScoredLabel {
    /// The criterion, kind, words and position.
    pub info: LabelInfo,
    /// The line in which its words begin, which the outcomes of one condition share.
    pub line: u32,
    /// The number of its function.
    pub function: usize,
    /// True if this build contains it, provided that it contains the function.
    pub is_compiled: bool,
    /// The options under which its function has it.
    pub(super) cfg: Vec<Predicate>,
}

/// A decision of an instrumented function.
#[derive(Clone, Debug)]
pub struct ScoredDecision {
    /// Its tree and labels.
    pub decision: Decision,
    /// The number of its function.
    pub function: usize,
    /// Its words, in one line.
    pub text: String,
    /// The words of its conditions.
    pub conditions: Vec<String>,
    /// Its position.
    pub span: Span,
    /// True if this build contains it.
    pub is_compiled: bool,
    pub(super) cfg: Vec<Predicate>,
}

impl ScoredProgram {
    /// The decisions without labels of the functions that this build contains, each with the path of its function.
    pub fn left_out(&self) -> impl Iterator<Item = (&str, &Note)> {
        let notes = self.left_out.iter();
        let notes = notes.map(|(function, note)| (&self.functions[*function], note));
        let compiled = notes.filter(|(function, _)| function.is_compiled);
        compiled.map(|(function, note)| (function.path.as_str(), note))
    }

    /// The label with a number, unless that is an entry's.
    pub fn label(&self, number: u32) -> Option<&ScoredLabel> {
        self.labels.get(number as usize)?.as_ref()
    }
}
