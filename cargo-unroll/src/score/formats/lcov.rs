//! The tracefile format of lcov, with the MC/DC records of lcov 2.2 (`man geninfo`, section "Tracefile format").

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

/// Two records for each condition: whether an evaluation is there in which it is true, or false, and decides.
fn mcdc<'e>(evidence: impl Iterator<Item = &'e Evidence<'e>>, text: &mut String) {
    let (mut found, mut hit) = (0, 0);
    for evidence in evidence {
        let decision = evidence.decision;
        let varying: Vec<usize> = (0..decision.conditions.len())
            .filter(|condition| !decision.decision.is_constant(*condition))
            .collect();
        for (index, condition) in varying.iter().enumerate() {
            for (sense, value) in [("t", true), ("f", false)] {
                let taken = usize::from(evidence.has_deciding(*condition, value));
                let _ = writeln!(
                    text,
                    "MCDC:{},{},{sense},{taken},{index},{}",
                    decision.span.line,
                    varying.len(),
                    decision.conditions[*condition]
                );
                found += 1;
                hit += taken;
            }
        }
    }
    if found > 0 {
        let _ = writeln!(text, "MCF:{found}\nMCH:{hit}");
    }
}
