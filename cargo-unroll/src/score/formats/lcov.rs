//! The tracefile format of lcov, with the MC/DC records of lcov 2.2 (`man geninfo`, section "Tracefile format").

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::lines::{FileLines, files};
use crate::score::evidence::{Evidence, evidence};
use crate::score::tally::Score;
use unroll_syntax::Criterion;

/// The tracefile of a score. Numbers of hits are numbers of tests.
pub fn tracefile(score: &Score) -> String {
    let has_mcdc = score.criteria.contains(Criterion::Mcdc);
    let evidence = if has_mcdc {
        evidence(score)
    } else {
        Vec::new()
    };
    let mut text = String::new();
    for file in files(score) {
        let _ = writeln!(text, "TN:\nSF:{}", file.file);
        functions(&file, &mut text);
        branches(&file, &mut text);
        let own = evidence
            .iter()
            .filter(|it| it.decision.span.file == file.file);
        mcdc(own, &mut text);
        for (line, hits) in &file.lines {
            let _ = writeln!(text, "DA:{line},{hits}");
        }
        let hit = file.lines.values().filter(|hits| **hits > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", file.lines.len());
    }
    text
}

fn functions(file: &FileLines<'_>, text: &mut String) {
    for (function, name, _) in &file.functions {
        let _ = writeln!(text, "FN:{},{name}", function.span.line);
    }
    for (_, name, hits) in &file.functions {
        let _ = writeln!(text, "FNDA:{hits},{name}");
    }
    let hit = file
        .functions
        .iter()
        .filter(|(_, _, hits)| *hits > 0)
        .count();
    let _ = writeln!(text, "FNF:{}\nFNH:{hit}", file.functions.len());
}

fn branches(file: &FileLines<'_>, text: &mut String) {
    let (mut found, mut hit) = (0, 0);
    for (line, branches) in &file.branches {
        for (number, hits) in branches.iter().enumerate() {
            let _ = writeln!(text, "BRDA:{line},0,{number},{hits}");
            found += 1;
            hit += usize::from(*hits > 0);
        }
    }
    let _ = writeln!(text, "BRF:{found}\nBRH:{hit}");
}

/// A condition in the records for MC/DC: its words, and whether an evaluation is there in which it is true, or false, and decides.
type Expression<'e> = (&'e str, [(char, bool); 2]);

/// Two records for each condition. The format tells the groups of a line apart by their sizes, so decisions of one size in one line are one group.
fn mcdc<'e>(evidence: impl Iterator<Item = &'e Evidence<'e>>, text: &mut String) {
    let mut lines: BTreeMap<u32, BTreeMap<usize, Vec<Expression<'_>>>> = BTreeMap::new();
    for evidence in evidence {
        let groups = lines.entry(evidence.decision.span.line).or_default();
        let mut group = expressions(evidence);
        while let Some(mut first) = groups.remove(&group.len()) {
            first.append(&mut group);
            group = first;
        }
        if !group.is_empty() {
            groups.insert(group.len(), group);
        }
    }
    let (mut found, mut hit) = (0, 0);
    for (line, groups) in &lines {
        for (size, group) in groups {
            for (index, (words, senses)) in group.iter().enumerate() {
                for (sense, taken) in senses {
                    let taken = usize::from(*taken);
                    let _ = writeln!(text, "MCDC:{line},{size},{sense},{taken},{index},{words}");
                    found += 1;
                    hit += taken;
                }
            }
        }
    }
    if found > 0 {
        let _ = writeln!(text, "MCF:{found}\nMCH:{hit}");
    }
}

fn expressions<'e>(evidence: &'e Evidence<'e>) -> Vec<Expression<'e>> {
    let decision = evidence.decision;
    let conditions = decision.conditions.iter().enumerate();
    let varying = conditions.filter(|(condition, _)| !decision.decision.is_constant(*condition));
    varying
        .map(|(condition, words)| {
            let senses = [('t', true), ('f', false)];
            let taken =
                senses.map(|(sense, value)| (sense, evidence.has_deciding(condition, value)));
            (words.as_str(), taken)
        })
        .collect()
}
