//! The tracefile format of lcov, with the MC/DC records of lcov 2.2 (`man geninfo`, section "Tracefile format").

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::{ConditionCoverage, FileCoverage};

/// The tracefile.
pub fn tracefile(files: &[FileCoverage]) -> String {
    let mut text = String::new();
    for file in files {
        let _ = writeln!(text, "TN:\nSF:{}", file.file);
        functions(file, &mut text);
        branches(file, &mut text);
        mcdc(&file.decisions, &mut text);
        for (line, hits) in &file.lines {
            let _ = writeln!(text, "DA:{line},{hits}");
        }
        let hit = file.lines.values().filter(|hits| **hits > 0).count();
        let _ = writeln!(text, "LF:{}\nLH:{hit}\nend_of_record", file.lines.len());
    }
    text
}

fn functions(file: &FileCoverage, text: &mut String) {
    for function in &file.functions {
        let _ = writeln!(text, "FN:{},{}", function.line, function.name);
    }
    for function in &file.functions {
        let _ = writeln!(text, "FNDA:{},{}", function.hits, function.name);
    }
    let hit = file.functions.iter().filter(|it| it.hits > 0).count();
    let _ = writeln!(text, "FNF:{}\nFNH:{hit}", file.functions.len());
}

fn branches(file: &FileCoverage, text: &mut String) {
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

/// Two records for each condition. The format tells the groups of a line apart by their sizes, so decisions of one size in one line are one group.
fn mcdc(decisions: &[(u32, Vec<ConditionCoverage>)], text: &mut String) {
    let mut lines: BTreeMap<u32, BTreeMap<usize, Vec<&ConditionCoverage>>> = BTreeMap::new();
    for (line, conditions) in decisions {
        let groups = lines.entry(*line).or_default();
        let mut group: Vec<_> = conditions.iter().collect();
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
            for (index, condition) in group.iter().enumerate() {
                for (sense, is_taken) in ['t', 'f'].into_iter().zip(condition.decides) {
                    let (taken, words) = (usize::from(is_taken), &condition.text);
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
