//! The figures as tables, and as the page `docs/dev/benchmarks.md`.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;

use super::measure::{Depth, FunctionMeasure};
use super::stock;
use crate::libz3::Libz3;
use crate::step;

/// Where and when it was measured.
pub(super) struct Setting {
    date: String,
    rustc: String,
    libz3: String,
    cpu: String,
    load: String,
}

impl Setting {
    /// Looks around.
    pub(super) fn look(root: &Path, libz3: &Libz3) -> Result<Self> {
        let cpus = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpus
            .lines()
            .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
            .map_or("an unknown processor", |(_, model)| model);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let load = load.split(' ').next().unwrap_or_default();
        Ok(Self {
            date: step::output("date", &["-u", "+%Y-%m-%d"], root)?,
            rustc: step::output("rustc", &["--version"], root)?,
            libz3: libz3.version().to_string(),
            cpu: format!("{model}, {cores} cores"),
            load: if load.is_empty() { "unknown" } else { load }.to_owned(),
        })
    }
}

/// How the names of second copies end: the same function with room for more.
const SECOND: [&str; 2] = ["_large", "_checked"];

/// CBMC's seconds on C versions of the same functions, by depth.
const CBMC: [(u32, f64); 3] = [(5, 3.0), (10, 5.3), (15, 8.5)];

/// One table for each depth.
pub(super) fn tables(depths: &[Depth]) -> String {
    let mut text = String::new();
    for depth in depths {
        table(&mut text, depth);
    }
    text
}

fn table(text: &mut String, depth: &Depth) {
    let mut rows = vec![
        [
            "function",
            "time",
            "covered",
            "unreachable",
            "within depth",
            "undecided",
            "clauses",
            "peak memory",
            "queries",
            "stock z3",
        ]
        .map(str::to_owned),
    ];
    rows.extend(depth.functions.iter().map(row));
    rows.push(row(&sum(&depth.functions)));
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| rows.iter().map(|row| row[column].len()).max().unwrap_or(0))
        .collect();
    let _ = writeln!(text, "### Depth {}\n", depth.depth);
    for (number, row) in rows.iter().enumerate() {
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let _ = match column {
                0 => write!(text, "| {cell:width$} "),
                _ => write!(text, "| {cell:>width$} "),
            };
        }
        text.push_str("|\n");
        if number == 0 {
            for (column, width) in widths.iter().enumerate() {
                let rule = "-".repeat(width + 1);
                let _ = match column {
                    0 => write!(text, "|{rule}-"),
                    _ => write!(text, "|{rule}:"),
                };
            }
            text.push_str("|\n");
        }
    }
    text.push('\n');
}

fn row(function: &FunctionMeasure) -> [String; 10] {
    let name = function.path.rsplit("::").next().unwrap_or_default();
    let clauses = match function.clauses_undecided {
        0 => function.clauses.to_string(),
        open => format!("{} ({open} open)", function.clauses),
    };
    let queries = match function.stock_unknown {
        0 => function.queries.to_string(),
        unknown => format!("{} ({unknown} unknown)", function.queries),
    };
    [
        name.to_owned(),
        seconds(function.millis),
        function.covered.to_string(),
        function.unreachable.to_string(),
        function.within_depth.to_string(),
        function.undecided.to_string(),
        clauses,
        function
            .peak_kib
            .map_or_else(|| "?".to_owned(), |kib| format!("{} MiB", kib / 1024)),
        queries,
        function
            .stock_millis
            .map_or_else(|| "?".to_owned(), seconds),
    ]
}

/// Functions together; of memory the most.
fn sum<'f>(functions: impl IntoIterator<Item = &'f FunctionMeasure>) -> FunctionMeasure {
    let mut sum = FunctionMeasure {
        path: "all".to_owned(),
        ..FunctionMeasure::default()
    };
    for function in functions {
        sum.millis += function.millis;
        sum.peak_kib = sum.peak_kib.max(function.peak_kib);
        sum.covered += function.covered;
        sum.unreachable += function.unreachable;
        sum.within_depth += function.within_depth;
        sum.undecided += function.undecided;
        sum.clauses += function.clauses;
        sum.clauses_undecided += function.clauses_undecided;
        sum.queries += function.queries;
        sum.stock_unknown += function.stock_unknown;
        let both = sum.stock_millis.unwrap_or(0) + function.stock_millis.unwrap_or(0);
        sum.stock_millis = Some(both);
    }
    sum
}

fn seconds(millis: u64) -> String {
    format!("{}.{:02} s", millis / 1000, millis % 1000 / 10)
}

/// The page.
pub(super) fn page(setting: &Setting, depths: &[Depth]) -> String {
    let mut text = format!(
        "\
# Benchmarks

Written by `cargo xtask bench scu --write`. Measured on {} with {} and Z3 {}, on {}, one worker at a time, at a
load of {} when it began.

The twelve functions of `fixtures/scu` with their full contracts and array limits. *Time* is that of the worker: native search,
symbolic execution, solving, replay, choice of tests; not the build. *Covered* to *undecided* count exit objectives,
*clauses* violation objectives. *Stock z3* is the wall time of the `z3` program on the same queries as one SMT-LIB script a
function, without anything around it; a query that takes it more than {} s counts as unknown.

",
        setting.date,
        setting.rustc,
        setting.libz3,
        setting.cpu,
        setting.load,
        stock::SECONDS
    );
    let compared = depths.iter().filter_map(|depth| {
        let (_, cbmc) = CBMC.iter().find(|(of, _)| *of == depth.depth)?;
        let is_second =
            |function: &&FunctionMeasure| SECOND.iter().any(|end| function.path.ends_with(end));
        let twelve = depth
            .functions
            .iter()
            .filter(|function| !is_second(function));
        Some((sum(twelve), depth.depth, *cbmc))
    });
    let compared: Vec<_> = compared.collect();
    if !compared.is_empty() {
        text.push_str(
            "| depth | cargo unroll | undecided | CBMC |\n|------:|-------------:|----------:|-----:|\n",
        );
        for (sum, depth, cbmc) in compared {
            let _ = writeln!(
                text,
                "| {depth} | {} | {} | {cbmc:.1} s |",
                seconds(sum.millis),
                sum.undecided + sum.clauses_undecided
            );
        }
        text.push_str(
            "\nThese are the twelve without the second copies (`_large`, `_checked`). CBMC ran on C versions of the same functions with the exit objectives as cover goals, with arrays cut to 64 elements, \
             on one core;\nit decides all of them.\n\n",
        );
    }
    text.push_str(tables(depths).trim_end());
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_row_sums_up() {
        let function = |millis, peak| FunctionMeasure {
            path: "scu::f".to_owned(),
            millis,
            peak_kib: Some(peak),
            covered: 3,
            ..FunctionMeasure::default()
        };
        let depth = Depth {
            depth: 5,
            functions: vec![function(1_234, 10 * 1024), function(10, 20 * 1024)],
        };
        let text = tables(&[depth]);
        let last = text.trim_end().lines().last().expect("has rows");
        let cells: Vec<_> = last.split('|').map(str::trim).collect();
        assert_eq!(cells[1..4], ["all", "1.24 s", "6"], "{text}");
        assert_eq!(cells[8], "20 MiB", "{text}");
    }
}
