//! Objectives in words: what the comment above a test says.
//!
//! The words hold no line numbers, so that code which merely moves leaves every comment as it is. A loop is called by
//! its kind when the function has one loop, and by its number as well when there are several.

use crate::model::job::{ClauseInfo, ClauseKind, Job, LoopKind};
use crate::model::outcome::{ExitKind, Objective, ObjectiveOutcome};

/// The exits that one test shows of one loop by one way of leaving it: (iterations, branch) in order.
struct Group {
    loop_: u32,
    exit: Option<ExitKind>,
    ends: Vec<(u32, u32)>,
}

/// One sentence for each loop and way of leaving it that `indices` (into `objectives`) speak of.
pub(crate) fn sentences(
    job: &Job,
    objectives: &[ObjectiveOutcome],
    indices: &[usize],
) -> Vec<String> {
    groups(objectives, indices)
        .iter()
        .map(|group| sentence(job, group))
        .collect()
}

/// True if one of the objectives at `indices` is a loop exit.
pub(crate) fn has_exit(objectives: &[ObjectiveOutcome], indices: &[usize]) -> bool {
    let mut chosen = indices.iter().filter_map(|at| objectives.get(*at));
    chosen.any(|outcome| matches!(outcome.objective, Objective::LoopExit { .. }))
}

/// The loops whose exits are among the objectives at `indices`.
pub(crate) fn left(objectives: &[ObjectiveOutcome], indices: &[usize]) -> Vec<u32> {
    let groups = groups(objectives, indices);
    let mut loops: Vec<u32> = groups.iter().map(|group| group.loop_).collect();
    loops.dedup();
    loops
}

/// The events of a run that reach no objective.
pub(crate) fn beyond(job: &Job) -> String {
    let depth = job.depth;
    let iterations = plural(depth, "iteration");
    format!("Every loop that is entered goes on after {depth} {iterations}.")
}

fn groups(objectives: &[ObjectiveOutcome], indices: &[usize]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for outcome in indices.iter().filter_map(|&i| objectives.get(i)) {
        let Objective::LoopExit {
            loop_,
            depth,
            branch,
        } = outcome.objective
        else {
            continue;
        };
        let exit = outcome.exit;
        match groups
            .iter_mut()
            .find(|group| group.loop_ == loop_ && group.exit == exit)
        {
            Some(group) => group.ends.push((depth, branch)),
            None => groups.push(Group {
                loop_,
                exit,
                ends: vec![(depth, branch)],
            }),
        }
    }
    groups
}

fn sentence(job: &Job, group: &Group) -> String {
    if let (Some(LoopKind::Recursion), [(depth, _)]) = (kind_of(job, group.loop_), &group.ends[..])
    {
        return format!("The recursion is {depth} deep.");
    }
    let subject = loop_words(job, group.loop_);
    let (leaves, round) = match kind_of(job, group.loop_) {
        Some(LoopKind::Closure) => ("is called".to_owned(), "time"),
        _ => (
            format!("{} after", exit_words(job, group.loop_, group.exit)),
            "iteration",
        ),
    };
    let after = match group.ends[..] {
        [(depth, 0)] => format!("{depth} {}", plural(depth, round)),
        [(1, branch)] => format!(
            "1 {round}, through {}",
            branch_words(job, group.loop_, branch)
        ),
        [(depth, branch)] => format!(
            "{depth} {round}s, the last through {}",
            branch_words(job, group.loop_, branch)
        ),
        _ => {
            let ends: Vec<_> = group
                .ends
                .iter()
                .map(|&(depth, branch)| match branch {
                    0 => depth.to_string(),
                    _ => format!("{depth} ({})", branch_words(job, group.loop_, branch)),
                })
                .collect();
            format!("{} {round}s", and_list(&ends))
        }
    };
    format!("{subject} {leaves} {after}.")
}

/// "The `while` loop", or "Loop 2 (`for`)" where there are several; closures likewise.
pub(crate) fn loop_words(job: &Job, loop_: u32) -> String {
    let (noun, number) = job.name_of(loop_);
    let of_kind = job.loops.iter().filter(|info| info.kind.noun() == noun);
    let is_only = of_kind.count() == 1;
    match job.loop_info(loop_).and_then(|info| keyword(info.kind)) {
        Some(keyword) if is_only => format!("The {keyword} {noun}"),
        None if is_only => format!("The {noun}"),
        Some(keyword) => format!("{} {number} ({keyword})", capitalized(noun)),
        None => format!("{} {number}", capitalized(noun)),
    }
}

/// The loop's keyword in backquotes.
fn keyword(kind: LoopKind) -> Option<&'static str> {
    match kind {
        LoopKind::While => Some("`while`"),
        LoopKind::WhileLet => Some("`while let`"),
        LoopKind::Loop => Some("`loop`"),
        LoopKind::For => Some("`for`"),
        LoopKind::Closure | LoopKind::Recursion => None,
    }
}

fn capitalized(noun: &str) -> String {
    let mut letters = noun.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn exit_words(job: &Job, loop_: u32, exit: Option<ExitKind>) -> &'static str {
    match exit {
        None | Some(ExitKind::EntryEnd) => "ends",
        Some(ExitKind::Condition) => match job.loop_info(loop_).map(|info| info.kind) {
            Some(LoopKind::For) => "ends with its iterator",
            Some(LoopKind::WhileLet) => "ends by its pattern",
            _ => "ends by its condition",
        },
        Some(ExitKind::Break) => "is left by `break`",
        Some(ExitKind::Return) => "is left by `return`",
        Some(ExitKind::QuestionMark) => "is left by `?`",
        Some(ExitKind::Outer) => "is left for an enclosing loop",
    }
}

/// The branch in the words of the source.
pub(crate) fn branch_words(job: &Job, loop_: u32, branch: u32) -> String {
    let text = job
        .loop_info(loop_)
        .and_then(|info| info.branches.get((branch as usize).checked_sub(1)?))
        .map(|branch| branch.text.trim())
        .filter(|text| !text.is_empty() && text.chars().count() <= 60 && !text.contains('`'));
    let Some(text) = text else {
        return format!("branch {branch}");
    };
    for (kind, words) in [
        ("match arm ", "the arm"),
        ("let else", "the `else` of"),
        ("let ", "the pattern"),
    ] {
        match text.strip_prefix(kind) {
            Some("") => return format!("{words} `let`"),
            Some(rest) => return format!("{words} `{rest}`"),
            None => {}
        }
    }
    match text {
        "no else" => "the missing `else`".to_owned(),
        _ => format!("`{text}`"),
    }
}

/// The clause as an attribute or macro call: "`#[ensures(..)]`".
pub(crate) fn clause_words(clause: &ClauseInfo) -> String {
    let text = clause.text.replace('`', "'");
    match clause.kind {
        ClauseKind::Requires => format!("`#[requires({text})]`"),
        ClauseKind::Ensures => format!("`#[ensures({text})]`"),
        ClauseKind::Invariant => format!("`invariant!({text})`"),
    }
}

/// Breaks `text` into comment lines of at most `width` characters, each starting with `// `.
pub(crate) fn comment(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words_of(text) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("// {word}")),
        }
    }
    lines
}

/// Splits at spaces outside of backquotes.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c: char| {
        quoted ^= c == '`';
        !quoted && c.is_whitespace()
    })
    .filter(|word| !word.is_empty())
}

fn kind_of(job: &Job, loop_: u32) -> Option<LoopKind> {
    Some(job.loop_info(loop_)?.kind)
}

fn plural(n: u32, noun: &str) -> String {
    if n == 1 {
        noun.to_owned()
    } else {
        format!("{noun}s")
    }
}

fn and_list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [init @ .., last] => format!("{} and {last}", init.join(", ")),
    }
}
