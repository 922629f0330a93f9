//! The loops of a function as grids: a row for each branch, a column for each iteration count, a cell for each objective.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::markup::{code, escape, mark};
use super::source::has;
use crate::report::saved::{FunctionRecord, LoopRecord, ObjectiveRecord};

/// The section, if the function has loops with objectives.
pub(super) fn section(function: &FunctionRecord, text: &mut String) {
    let grids = function
        .loops
        .iter()
        .filter_map(|info| grid(function, info))
        .collect::<Vec<String>>()
        .concat();
    if grids.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "<h2>Loops</h2>\n<p class=\"quiet\">Rows are branches of the body, columns iteration counts. A cell is the objective to leave the \
         loop after so many iterations, the last of which took the branch.</p>\n{grids}"
    );
}

fn grid(function: &FunctionRecord, info: &LoopRecord) -> Option<String> {
    let objectives = (0..).zip(&function.objectives);
    let own: Vec<(usize, &ObjectiveRecord)> = objectives
        .filter(|(_, objective)| has(info, objective))
        .collect();
    let depths: BTreeSet<u32> = own.iter().map(|(_, it)| it.depth).collect();
    if own.is_empty() {
        return None;
    }
    let title = match info.noun.as_str() {
        "recursion" => "Recursion".to_owned(),
        noun => format!("{} {}", capital(noun), info.number),
    };
    let id = format!("{}-{}", info.noun, info.number);
    let head = depths
        .iter()
        .map(|depth| format!("<th scope=\"col\">{depth}</th>"))
        .collect::<Vec<String>>()
        .concat();
    let rows = rows(info, &own, &depths);
    Some(format!(
        "<section class=\"loop\">\n<h3 id=\"{id}\">{title} <a href=\"#L{line}\">line {line}</a></h3>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-labelledby=\"{id}\"><table class=\"grid\">\n\
         <thead><tr><th scope=\"col\">branch</th>{head}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n\
         <div class=\"detail\" aria-live=\"polite\"></div>\n</section>\n",
        line = info.span.line
    ))
}

fn capital(noun: &str) -> String {
    let mut chars = noun.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

fn rows(info: &LoopRecord, own: &[(usize, &ObjectiveRecord)], depths: &BTreeSet<u32>) -> String {
    let mut branches: BTreeSet<u32> = own.iter().filter_map(|(_, it)| it.branch).collect();
    // With branches, 0 stands for "no iteration" alone, which all rows share.
    let shares_zero = branches.len() > 1;
    if shares_zero {
        branches.remove(&0);
    }
    let mut rows = String::new();
    for (at, branch) in branches.iter().enumerate() {
        let name = (*branch as usize)
            .checked_sub(1)
            .and_then(|at| info.branches.get(at))
            .map_or_else(|| "any".to_owned(), |it| code(&it.text));
        let _ = write!(rows, "<tr><th scope=\"row\">{name}</th>");
        for depth in depths {
            let of = |branch: u32| {
                let is_it = |it: &ObjectiveRecord| it.depth == *depth && it.branch == Some(branch);
                own.iter().find(|(_, it)| is_it(it))
            };
            let shared = if shares_zero { of(0) } else { None };
            match (of(*branch), shared) {
                (Some((number, objective)), _) => rows.push_str(&cell(*number, objective, 1)),
                (None, Some((number, objective))) if at == 0 => {
                    rows.push_str(&cell(*number, objective, branches.len()));
                }
                (None, Some(_)) => {}
                (None, None) => rows.push_str("<td></td>"),
            }
        }
        rows.push_str("</tr>\n");
    }
    rows
}

fn cell(number: usize, objective: &ObjectiveRecord, rows: usize) -> String {
    let (class, symbol) = mark(objective);
    let name = escape(&objective.label.name);
    let verdict = objective.verdict_text();
    let span = if rows > 1 {
        format!(" rowspan=\"{rows}\"")
    } else {
        String::new()
    };
    format!(
        "<td{span} class=\"{class}\"><a href=\"#objective-{number}\" title=\"{name}: {verdict}\">\
         <span aria-hidden=\"true\">{symbol}</span><span class=\"unseen\">{name}: {verdict}</span></a></td>"
    )
}
