//! The figures as tables, each beside that of the paper.

use std::fmt::Write as _;

use super::published::{ALL_FAULTS, EXECUTION, GENERATION, MEAN_FAULTS, Published};
use super::subject::{Depth, FUNCTIONS, Measured};

/// All distinct faults in the paper.
const FAULTS: f64 = 251.0;

/// The tables 2, 3 and 5, and the sums of tables 4 and 5.
pub(super) fn tables(depths: &[Depth]) -> String {
    let mut text = String::new();
    table(
        &mut text,
        "Table 2: seconds to generate tests, and those in the paper",
        depths,
        |it| format!("{:.2}", it.generation),
        GENERATION,
    );
    table(
        &mut text,
        "Table 3: seconds to run the tests, and those in the paper",
        depths,
        |it| format!("{:.3}", it.execution),
        EXECUTION,
    );
    table(
        &mut text,
        "Tables 4 and 5: distinct faults that the tests show, and those of 20 runs in the paper",
        depths,
        |it| it.faults.to_string(),
        ALL_FAULTS,
    );
    totals(&mut text, depths);
    text
}

/// A row for each function, with a cell for each depth.
fn table(
    text: &mut String,
    title: &str,
    depths: &[Depth],
    own: impl Fn(&Measured) -> String,
    paper: Published,
) {
    let _ = write!(text, "{title}.\n\n| function |");
    for depth in depths {
        let _ = write!(text, " {} |", depth.depth);
    }
    let _ = writeln!(text, "\n|---|{}", "--:|".repeat(depths.len()));
    for function in FUNCTIONS {
        let _ = write!(text, "| {function} |");
        for depth in depths {
            let figure = depth.functions.get(function).map_or("-".to_owned(), &own);
            let published = paper.figure(function, depth.depth);
            let published = published.map_or("-".to_owned(), |it| it.to_string());
            let _ = write!(text, " {figure}, {published} |");
        }
        text.push('\n');
    }
    text.push('\n');
}

/// The tests and faults of all functions by depth.
fn totals(text: &mut String, depths: &[Depth]) {
    let sums: Vec<(u32, u32)> = depths
        .iter()
        .map(|depth| {
            let all = depth.functions.values();
            all.fold((0, 0), |(tests, faults), it| {
                (tests + it.tests, faults + it.faults)
            })
        })
        .collect();
    let most = sums.iter().map(|(_, faults)| *faults).max().unwrap_or(0);
    text.push_str("All functions.\n\n| depth | tests | distinct faults | | a run in the paper | | 20 runs in the paper | |\n|--:|--:|--:|--:|--:|--:|--:|--:|\n");
    let share = |count: f64, of: f64| format!("{:.1} %", 100.0 * count / of.max(1.0));
    for (depth, (tests, faults)) in depths.iter().zip(sums) {
        let own = share(faults.into(), most.into());
        let _ = write!(text, "| {} | {tests} | {faults} | {own} |", depth.depth);
        for paper in [MEAN_FAULTS, ALL_FAULTS] {
            let _ = match paper.total(depth.depth) {
                // Sums of figures with two decimals.
                Some(total) => {
                    let rounded = (total * 100.0).round() / 100.0;
                    write!(text, " {rounded} | {} |", share(total, FAULTS))
                }
                None => write!(text, " - | - |"),
            };
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_stand_beside_those_of_the_paper() {
        let measured = Measured {
            generation: 0.125,
            execution: 0.01,
            tests: 7,
            faults: 6,
        };
        let depths = [2, 9].map(|depth| Depth {
            depth,
            functions: [("gcd".to_owned(), measured)].into(),
        });
        let text = tables(&depths);
        for line in [
            "| function | 2 | 9 |",
            "| gcd | 0.12, 0.11 | 0.12, - |",
            "| gcd | 6, 19 | 6, - |",
            "| add | -, 8 | -, 8 |",
            "| 2 | 7 | 6 | 100.0 % | 188.25 | 75.0 % | 219 | 87.3 % |",
            "| 9 | 7 | 6 | 100.0 % | - | - | - | - |",
        ] {
            assert!(text.contains(line), "`{line}`: {text}");
        }
    }
}
