//! Comments above tests: one sentence for each loop and way of leaving it.
//!
//! Comments have no line numbers, so code that merely moves leaves them unchanged. A loop is named by its keyword if it is
//! the only one of the function, and by its number otherwise.

use crate::model::job::{ClauseInfo, ClauseKind, Job, LoopKind};
use crate::model::outcome::{ExitKind, FunctionOutcome, Objective, ObjectiveOutcome, RunEnd};

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

/// The sentence about a test that returns and has no objectives; none for other tests.
pub(crate) fn of_none(job: &Job, outcome: &FunctionOutcome, at: usize) -> Vec<String> {
    let is_alone = outcome.tests.len() == 1;
    let depth = job.depth;
    let sentence = match () {
        () if is_longer(job, outcome, at) => {
            format!("Runs with a longer input than depth {depth} asks for.")
        }
        () if outcome.tests[at].is_beside_edge => {
            "Runs with an input at a boundary, next to one with another outcome.".to_owned()
        }
        () if !outcome.tests[at].objectives.is_empty() => return vec![],
        () if job.loops.is_empty() && !is_alone => return vec![],
        // Objectives without a loop are places that can panic. Loops without objectives are calls that look like recursion.
        () if job.loops.is_empty() || outcome.objectives.is_empty() => {
            "Runs with a simple input.".to_owned()
        }
        () => {
            let iterations = plural(depth, "iteration");
            format!("Every loop that is entered runs more than {depth} {iterations}.")
        }
    };
    vec![sentence]
}

/// True if a test has a longer input than its function's depth asks for: there are loops, it returns, and neither objectives nor a lack of other tests are why
/// it exists.
pub(crate) fn is_longer(job: &Job, outcome: &FunctionOutcome, at: usize) -> bool {
    let test = &outcome.tests[at];
    let has_returned = matches!(test.ending, RunEnd::Returned { .. });
    let is_needed = test.finding.is_some() || test.is_beside_edge || !test.objectives.is_empty();
    !job.loops.is_empty() && outcome.tests.len() > 1 && has_returned && !is_needed
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
    match (kind_of(job, group.loop_), &group.ends[..]) {
        (Some(LoopKind::Recursion), [(depth, _)]) => format!("Recurses to depth {depth}."),
        (Some(LoopKind::Closure), ends) => {
            let subject = loop_words(job, group.loop_);
            let times = counted(job, group.loop_, ends, "time");
            format!("{} is called {times}.", capitalized(&subject))
        }
        (_, ends) => leaving(job, group, ends),
    }
}

/// How a loop is left. The body of a `for` or a `loop` alone can leave it early, so the iteration is known; in a `while` the condition
/// after the iteration can do so as well.
fn leaving(job: &Job, group: &Group, ends: &[(u32, u32)]) -> String {
    let subject = loop_words(job, group.loop_);
    let is_in_body = matches!(
        kind_of(job, group.loop_),
        Some(LoopKind::For | LoopKind::Loop)
    );
    let verb = match group.exit {
        None | Some(ExitKind::EntryEnd | ExitKind::Condition) => {
            if let [(0, _)] = ends {
                return format!("{} ends before the first iteration.", capitalized(&subject));
            }
            let iterations = counted(job, group.loop_, ends, "iteration");
            return format!("{} ends after {iterations}.", capitalized(&subject));
        }
        Some(ExitKind::Break) => "Breaks",
        Some(ExitKind::Return) => "Returns",
        Some(ExitKind::QuestionMark) => "Returns with `?`",
        Some(ExitKind::Outer) => "Jumps to an outer loop",
    };
    match ends {
        [(0, _)] => format!("{verb} before the first iteration of {subject}."),
        [(depth, branch)] if is_in_body => {
            let branch = taking(job, group.loop_, *branch);
            format!("{verb} in iteration {depth} of {subject}{branch}.")
        }
        _ => {
            let iterations = counted(job, group.loop_, ends, "iteration");
            format!("{verb} from {subject} after {iterations}.")
        }
    }
}

/// "2 iterations, the last taking the `_` arm"; of several entries of the loop, "1 and 2 iterations".
fn counted(job: &Job, loop_: u32, ends: &[(u32, u32)], round: &str) -> String {
    if let [(depth, branch)] = ends {
        let rounds = plural(*depth, round);
        let last = match (depth, branch) {
            (_, 0) => String::new(),
            (1, _) => taking(job, loop_, *branch),
            _ => format!(", the last{}", &taking(job, loop_, *branch)[1..]),
        };
        return format!("{depth} {rounds}{last}");
    }
    let ends: Vec<_> = ends
        .iter()
        .map(|&(depth, branch)| match branch {
            0 => depth.to_string(),
            _ => format!("{depth} ({})", branch_words(job, loop_, branch)),
        })
        .collect();
    format!("{} {round}s", and_list(&ends))
}

/// ", taking the `_` arm"; nothing for an iteration without branches.
fn taking(job: &Job, loop_: u32, branch: u32) -> String {
    match branch {
        0 => String::new(),
        _ => format!(", taking {}", branch_words(job, loop_, branch)),
    }
}

/// "the `while` loop", or "loop 2 (`for`)" where there are several; closures likewise.
pub(crate) fn loop_words(job: &Job, loop_: u32) -> String {
    let (noun, number) = job.name_of(loop_);
    let of_kind = job.loops.iter().filter(|info| info.kind.noun() == noun);
    let is_only = of_kind.count() == 1;
    match job.loop_info(loop_).and_then(|info| keyword(info.kind)) {
        Some(keyword) if is_only => format!("the {keyword} {noun}"),
        None if is_only => format!("the {noun}"),
        Some(keyword) => format!("{noun} {number} ({keyword})"),
        None => format!("{noun} {number}"),
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

/// The text with its first letter in upper case.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// A noun phrase for the branch, with the source in backquotes.
pub(crate) fn branch_words(job: &Job, loop_: u32, branch: u32) -> String {
    let text = job
        .loop_info(loop_)
        .and_then(|info| info.branches.get((branch as usize).checked_sub(1)?))
        .map(|branch| branch.text.trim())
        .filter(|text| !text.is_empty() && text.chars().count() <= 60 && !text.contains('`'));
    let Some(text) = text else {
        return format!("branch {branch}");
    };
    if let Some(pattern) = text.strip_prefix("match arm ") {
        return format!("the `{pattern}` arm");
    }
    match text {
        "let else" => "the `else` of `let`".to_owned(),
        "no else" => "the implicit `else`".to_owned(),
        "else" => "the `else` branch".to_owned(),
        _ => match text.strip_prefix("let ") {
            Some(pattern) => format!("the pattern `{pattern}`"),
            None => format!("the branch `{text}`"),
        },
    }
}

/// The clause as an attribute or macro call: "`#[ensures(..)]`".
pub(crate) fn clause_words(clause: &ClauseInfo) -> String {
    let text = clause.text.replace('`', "'");
    match clause.kind {
        ClauseKind::Requires => format!("`#[requires({text})]`"),
        ClauseKind::Ensures => format!("`#[ensures({text})]`"),
        ClauseKind::Invariant => format!("`invariant!({text})`"),
        ClauseKind::TypeInvariant => format!("`#[unroll_invariant({text})]`"),
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
