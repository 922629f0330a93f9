//! The source of a function, each line with the verdicts of the objectives that stand on it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::markup::escape;
use crate::model::outcome::Span;
use crate::report::saved::{FunctionRecord, LoopRecord, ObjectiveRecord, VerdictRecord};

/// The facts about a line.
#[derive(Default)]
struct LineFacts {
    covered: usize,
    unreachable: usize,
    undecided: usize,
    findings: Vec<(usize, String)>,
}

impl LineFacts {
    /// The class and the symbol of the most important fact.
    fn mark(&self) -> (&'static str, &'static str) {
        // What asks for attention wins: a line with an open objective is not done because another
        // is covered.
        if !self.findings.is_empty() {
            ("finding", "!")
        } else if self.undecided > 0 {
            ("undecided", "?")
        } else if self.covered > 0 {
            ("covered", "✓")
        } else if self.unreachable > 0 {
            ("never", "×")
        } else {
            ("", "")
        }
    }

    /// `2 covered, 1 unreachable`.
    fn counts(&self) -> String {
        let parts = [
            (self.covered, "covered"),
            (self.unreachable, "unreachable"),
            (self.undecided, "undecided"),
        ];
        let parts: Vec<String> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        parts.join(", ")
    }
}

/// The section, if the report has the source.
pub(super) fn section(function: &FunctionRecord, text: &mut String) {
    let Some(source) = &function.source else {
        return;
    };
    let lines = lines(function);
    text.push_str(
        "<h2 id=\"source\">Source</h2>\n<div class=\"scroll source\" tabindex=\"0\" role=\"region\" aria-labelledby=\"source\">\
         <table>\n<thead class=\"unseen\"><tr><th scope=\"col\">Line</th><th scope=\"col\">Verdict</th><th scope=\"col\">Code</th>\
         </tr></thead>\n<tbody>\n",
    );
    let nothing = LineFacts::default();
    for (number, code) in (source.line..).zip(source.text.lines()) {
        let line = lines.get(&number).unwrap_or(&nothing);
        let (class, symbol) = line.mark();
        let margin = line
            .findings
            .iter()
            .map(|(finding, title)| {
                format!(
                    " <a class=\"margin\" href=\"#finding-{finding}\">{}</a>",
                    escape(title)
                )
            })
            .collect::<Vec<String>>()
            .concat();
        let _ = writeln!(
            text,
            "<tr id=\"L{number}\" class=\"{class}\"><td class=\"number\">{number}</td>\
             <td class=\"sign\" title=\"{counts}\"><span aria-hidden=\"true\">{symbol}</span><span class=\"unseen\">{counts}</span></td>\
             <td class=\"code\"><code>{}</code>{margin}</td></tr>",
            escape(code),
            counts = line.counts(),
        );
    }
    text.push_str("</tbody></table></div>\n");
    text.push_str(LEGEND);
}

const LEGEND: &str = "<p class=\"legend\"><span class=\"tag covered\"><b aria-hidden=\"true\">✓</b> covered by a test</span> \
    <span class=\"tag never\"><b aria-hidden=\"true\">×</b> unreachable at any depth</span> \
    <span class=\"tag unreachable\"><b aria-hidden=\"true\">–</b> unreachable within the depth</span> \
    <span class=\"tag undecided\"><b aria-hidden=\"true\">?</b> undecided</span> \
    <span class=\"tag finding\"><b aria-hidden=\"true\">!</b> finding</span></p>\n";

fn lines(function: &FunctionRecord) -> BTreeMap<u32, LineFacts> {
    let mut lines: BTreeMap<u32, LineFacts> = BTreeMap::new();
    let own = function.span.as_ref().map(|span| span.file.as_str());
    let is_own = |span: &Span| own == Some(span.file.as_str());
    for objective in &function.objectives {
        // Violations of contracts are findings, or proofs that the section on the contract shows.
        if objective.is_violation() {
            continue;
        }
        // An exit through a branch concerns the line of the loop as well.
        let places = [objective.span.as_ref(), branch(function, objective)];
        let places = places.into_iter().flatten().filter(|span| is_own(span));
        let numbers: BTreeSet<u32> = places.map(|span| span.line).collect();
        for number in numbers {
            let line = lines.entry(number).or_default();
            match objective.verdict {
                VerdictRecord::Covered => line.covered += 1,
                VerdictRecord::Unreachable => line.unreachable += 1,
                VerdictRecord::Undecided => line.undecided += 1,
            }
        }
    }
    for (number, finding) in (1..).zip(&function.findings) {
        if is_own(&finding.span) {
            let line = lines.entry(finding.span.line).or_default();
            line.findings.push((
                number,
                format!("{}: {}", finding.kind, first(&finding.message)),
            ));
        }
    }
    lines
}

fn first(message: &str) -> &str {
    message.lines().next().unwrap_or_default()
}

/// The place of the branch through which an objective leaves its loop.
fn branch<'f>(function: &'f FunctionRecord, objective: &ObjectiveRecord) -> Option<&'f Span> {
    let branch = (objective.branch? as usize).checked_sub(1)?;
    let owner = function.loops.iter().find(|info| has(info, objective))?;
    Some(&owner.branches.get(branch)?.span)
}

/// True if `objective` is an exit of the loop.
pub(super) fn has(info: &LoopRecord, objective: &ObjectiveRecord) -> bool {
    if objective.branch.is_none() {
        return false;
    }
    match info.noun.as_str() {
        "loop" => objective.kind == "loop-exit" && objective.r#loop == Some(info.number),
        "closure" => objective.closure == Some(info.number),
        _ => objective.kind == "recursion-depth",
    }
}
