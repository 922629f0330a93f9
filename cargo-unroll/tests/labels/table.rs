//! Table I with the figures of the paper.

use std::fmt::Write as _;
use std::time::Duration;

use crate::explore::{Explored, SetUp, Subject, explore};
use crate::fixture::Fixture;

/// Most processor time for one exploration.
const MOST: Duration = Duration::from_secs(120);

/// A row of the paper's table.
struct Row {
    name: &'static str,
    /// The function, and the depth of its loops.
    program: (&'static str, u32),
    /// Position of the build with the labels.
    labelling: usize,
    /// Paths and seconds of DSE(P), DSE(P'), DSE(P*) and DSE*(P*); none where the paper's tool crashed.
    paper: [Option<(u32, f64)>; 4],
    /// Labels covered, and all of them.
    cover: &'static str,
}

const CC: usize = 0;
const MCC: usize = 1;
const WM: usize = 2;

const TRITYP: (&str, u32) = ("trityp::trityp", 1);
const TCAS: (&str, u32) = ("tcas::tcas", 1);
const UTF8: &str = "utf8::characters";

const ROWS: [Row; 11] = [
    Row {
        name: "Trityp-cc",
        program: TRITYP,
        labelling: CC,
        paper: [
            Some((35, 1.3)),
            Some((183, 1.6)),
            Some((83, 2.0)),
            Some((46, 4.5)),
        ],
        cover: "24/24",
    },
    Row {
        name: "Trityp-mcc",
        program: TRITYP,
        labelling: MCC,
        paper: [
            Some((35, 1.3)),
            Some((337, 1.9)),
            Some((110, 3.0)),
            Some((66, 2.1)),
        ],
        cover: "28/28",
    },
    Row {
        name: "Trityp-wm",
        program: TRITYP,
        labelling: WM,
        paper: [Some((35, 1.3)), None, Some((506, 12.0)), Some((48, 5.1))],
        cover: "120/129",
    },
    Row {
        name: "4Balls-wm",
        program: ("four_balls::four_balls", 1),
        labelling: WM,
        paper: [
            Some((7, 1.2)),
            Some((195, 1.9)),
            Some((75, 2.1)),
            Some((23, 2.1)),
        ],
        cover: "56/67",
    },
    Row {
        name: "utf8-3-wm",
        program: (UTF8, 3),
        labelling: WM,
        paper: [
            Some((134, 1.4)),
            Some((1_379, 4.2)),
            Some((626, 4.3)),
            Some((313, 3.8)),
        ],
        cover: "55/84",
    },
    Row {
        name: "utf8-5-wm",
        program: (UTF8, 5),
        labelling: WM,
        paper: [
            Some((680, 2.0)),
            Some((11_111, 40.0)),
            Some((3_239, 24.0)),
            Some((743, 8.1)),
        ],
        cover: "82/84",
    },
    Row {
        name: "utf8-7-wm",
        program: (UTF8, 7),
        labelling: WM,
        paper: [
            Some((3_069, 5.8)),
            Some((81_133, 576.0)),
            Some((14_676, 110.0)),
            Some((3_265, 35.0)),
        ],
        cover: "82/84",
    },
    Row {
        name: "Tcas-cc",
        program: TCAS,
        labelling: CC,
        paper: [
            Some((2_787, 2.9)),
            Some((3_508, 3.6)),
            Some((3_508, 5.0)),
            Some((2_815, 3.4)),
        ],
        cover: "10/10",
    },
    Row {
        name: "Tcas-mcc",
        program: TCAS,
        labelling: MCC,
        paper: [
            Some((2_787, 2.9)),
            Some((3_988, 4.2)),
            Some((3_988, 5.2)),
            Some((3_059, 3.9)),
        ],
        cover: "11/12",
    },
    Row {
        name: "Tcas'-wm",
        program: ("tcas::tcas_in_one", 1),
        labelling: WM,
        paper: [
            Some((4_420, 5.6)),
            Some((300_213, 662.0)),
            Some((20_312, 120.0)),
            Some((6_014, 27.0)),
        ],
        cover: "101/111",
    },
    Row {
        name: "Replace-wm",
        program: ("replace::compile", 5),
        labelling: WM,
        paper: [
            Some((866, 2.0)),
            Some((87_498, 245.0)),
            Some((6_420, 64.0)),
            Some((2_347, 14.0)),
        ],
        cover: "70/79",
    },
];

/// The table: a row for each set-up of each program.
pub(crate) fn table(labelled: &[Fixture; 3]) -> String {
    let mut text = "\
| program | set-up | paths | time | overhead | covered | uncoverable | undecided | paths in the paper | time | overhead | covered |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
"
    .to_owned();
    for row in &ROWS {
        let (path, depth) = row.program;
        let subject = Subject {
            fixture: &labelled[row.labelling],
            path,
            depth,
        };
        let mut own_plain = Duration::ZERO;
        for set_up in SetUp::ALL {
            let found = explore(&subject, set_up, MOST);
            if set_up == SetUp::Plain {
                own_plain = found.time;
            }
            let ours = ours(&found, own_plain);
            let theirs = theirs(row, set_up);
            let line = format!("| {} | {} | {ours} | {theirs} |", row.name, set_up.name());
            println!("{line} {} queries", found.queries);
            let _ = writeln!(text, "{line}");
        }
    }
    text
}

/// The cells of an exploration.
fn ours(found: &Explored, plain: Duration) -> String {
    let more = if found.is_late { "> " } else { "" };
    let beyond = match found.beyond {
        0 => String::new(),
        beyond => format!(" ({beyond} cut)"),
    };
    let labels = found.covered.len() + found.uncoverable.len() + found.undecided.len();
    let overhead = found.time.as_secs_f64() / plain.as_secs_f64().max(1e-6);
    format!(
        "{more}{}{beyond} | {more}{:.1} ms | {more}{overhead:.1} | {}/{labels} | {} | {}",
        found.paths,
        found.time.as_secs_f64() * 1e3,
        found.covered.len(),
        found.uncoverable.len(),
        found.undecided.len()
    )
}

/// The cells of the paper, which has one set-up with deletion.
fn theirs(row: &Row, set_up: SetUp) -> String {
    let [plain, direct, tight, deleted] = row.paper;
    let figures = match set_up {
        SetUp::Plain => plain,
        SetUp::Direct => direct,
        SetUp::Tight => tight,
        SetUp::Deleted => deleted,
        SetUp::DeletedWhenAsked => return " | | | ".to_owned(),
    };
    let Some((paths, seconds)) = figures else {
        return "crash | | | ".to_owned();
    };
    let cover = if set_up == SetUp::Plain {
        ""
    } else {
        row.cover
    };
    let overhead = plain.map_or(0.0, |(_, plain)| seconds / plain);
    format!("{paths} | {seconds} s | {overhead:.1} | {cover}")
}
