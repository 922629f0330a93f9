//! The XML of Cobertura, version 4 of its document type.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::FileCoverage;

/// The document for sources below `root`. It has no time, so that equal coverage is equal documents.
pub fn document(files: &[FileCoverage], root: &str) -> String {
    let mut packages: BTreeMap<&str, Vec<&FileCoverage>> = BTreeMap::new();
    for file in files {
        packages.entry(&file.package).or_default().push(file);
    }
    let all = Rates::of(files);
    let mut text = String::from(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n",
    );
    let _ = writeln!(
        text,
        "<coverage {} lines-covered=\"{}\" lines-valid=\"{}\" branches-covered=\"{}\" branches-valid=\"{}\" complexity=\"0\" version=\"{}\" timestamp=\"0\">",
        all.attributes(),
        all.lines.0,
        all.lines.1,
        all.branches.0,
        all.branches.1,
        env!("CARGO_PKG_VERSION"),
    );
    let _ = writeln!(
        text,
        "  <sources><source>{}</source></sources>\n  <packages>",
        escaped(root)
    );
    for (name, files) in packages {
        let rates = Rates::of(files.iter().copied());
        let _ = writeln!(
            text,
            "    <package name=\"{}\" {} complexity=\"0\">\n      <classes>",
            escaped(name),
            rates.attributes(),
        );
        for file in files {
            class(file, &mut text);
        }
        text.push_str("      </classes>\n    </package>\n");
    }
    text.push_str("  </packages>\n</coverage>\n");
    text
}

/// A file, which is a class in this format.
fn class(file: &FileCoverage, text: &mut String) {
    let rates = Rates::of([file]);
    let name = escaped(&file.file);
    let _ = writeln!(
        text,
        "        <class name=\"{name}\" filename=\"{name}\" {} complexity=\"0\">\n          <methods>",
        rates.attributes(),
    );
    for function in &file.functions {
        let (hits, rate) = (function.hits, u32::from(function.hits > 0));
        let _ = writeln!(
            text,
            "            <method name=\"{}\" signature=\"\" line-rate=\"{rate}\" branch-rate=\"{rate}\" complexity=\"0\"><lines><line number=\"{}\" hits=\"{hits}\"/></lines></method>",
            escaped(&function.name),
            function.line,
        );
    }
    text.push_str("          </methods>\n          <lines>\n");
    for (line, hits) in &file.lines {
        let branch = file.branches.get(line).map(|branches| {
            let taken = branches.iter().filter(|hits| **hits > 0).count();
            let percent = taken * 100 / branches.len();
            let all = branches.len();
            format!(" branch=\"true\" condition-coverage=\"{percent}% ({taken}/{all})\"")
        });
        let branch = branch.unwrap_or_default();
        let _ = writeln!(
            text,
            "            <line number=\"{line}\" hits=\"{hits}\"{branch}/>"
        );
    }
    text.push_str("          </lines>\n        </class>\n");
}

/// Covered and all, of lines and branches.
#[derive(Default)]
struct Rates {
    lines: (usize, usize),
    branches: (usize, usize),
}

impl Rates {
    fn of<'f>(files: impl IntoIterator<Item = &'f FileCoverage>) -> Self {
        let mut rates = Self::default();
        for file in files {
            rates.lines.0 += file.lines.values().filter(|hits| **hits > 0).count();
            rates.lines.1 += file.lines.len();
            let branches = || file.branches.values().flatten();
            rates.branches.0 += branches().filter(|hits| **hits > 0).count();
            rates.branches.1 += branches().count();
        }
        rates
    }

    fn attributes(&self) -> String {
        format!(
            "line-rate=\"{}\" branch-rate=\"{}\"",
            rate(self.lines),
            rate(self.branches)
        )
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of lines are small")]
fn rate((covered, all): (usize, usize)) -> String {
    if all == 0 {
        // Without a line nothing is uncovered; 0 would be marked as a gap, and 0/0 is NaN.
        return "1".to_owned();
    }
    format!("{:.4}", covered as f64 / all as f64)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
