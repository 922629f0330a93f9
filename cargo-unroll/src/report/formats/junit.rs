//! `JUnit` XML, which continuous integration servers show as a list of test cases.
//!
//! A function is a test suite, and each of its objectives a test case: covered and unreachable ones pass, undecided ones are
//! skipped. Findings that are errors, and captured results that changed, are cases that fail. Other findings pass, with their
//! text as output.

use std::fmt::Write as _;

use crate::report::saved::{
    DriftRecord, FindingRecord, FunctionRecord, ObjectiveRecord, SavedReport, VerdictRecord,
};

/// The document.
pub fn junit(report: &SavedReport) -> String {
    let suites: Vec<Suite> = report
        .functions
        .iter()
        .map(|function| suite(function, &report.drifts))
        .collect();
    let sum = |count: &dyn Fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let _ = writeln!(
        text,
        "<testsuites name=\"cargo-unroll\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{}\">",
        sum(&|suite| suite.cases.len()),
        sum(&|suite| suite.failures()),
        sum(&|suite| suite.skipped()),
        seconds(report.totals.millis)
    );
    for suite in &suites {
        suite.write(&mut text);
    }
    text.push_str("</testsuites>\n");
    text
}

struct Suite<'a> {
    function: &'a FunctionRecord,
    cases: Vec<Case>,
}

struct Case {
    name: String,
    result: CaseResult,
}

enum CaseResult {
    Passed {
        output: String,
    },
    Skipped {
        message: String,
    },
    Failed {
        kind: String,
        message: String,
        text: String,
    },
}

impl Suite<'_> {
    fn failures(&self) -> usize {
        let failed = |case: &&Case| matches!(case.result, CaseResult::Failed { .. });
        self.cases.iter().filter(failed).count()
    }

    fn skipped(&self) -> usize {
        let skipped = |case: &&Case| matches!(case.result, CaseResult::Skipped { .. });
        self.cases.iter().filter(skipped).count()
    }

    fn write(&self, text: &mut String) {
        let file = self.function.span.as_ref().map_or("", |span| &span.file);
        let _ = writeln!(
            text,
            "  <testsuite name=\"{}\" file=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\" time=\"{}\">",
            escape(&self.function.function),
            escape(file),
            self.cases.len(),
            self.failures(),
            self.skipped(),
            seconds(self.function.millis)
        );
        for case in &self.cases {
            case.write(&self.function.function, text);
        }
        text.push_str("  </testsuite>\n");
    }
}

impl Case {
    fn write(&self, function: &str, text: &mut String) {
        let (class, name) = (escape(function), escape(&self.name));
        let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{name}\"");
        match &self.result {
            CaseResult::Passed { output } if output.is_empty() => text.push_str("/>\n"),
            CaseResult::Passed { output } => {
                let output = escape(output);
                let _ = writeln!(text, "><system-out>{output}</system-out></testcase>");
            }
            CaseResult::Skipped { message } => {
                let message = escape(message);
                let _ = writeln!(text, "><skipped message=\"{message}\"/></testcase>");
            }
            CaseResult::Failed {
                kind,
                message,
                text: detail,
            } => {
                let (kind, message) = (escape(kind), escape(message));
                let detail = escape(detail);
                let _ = writeln!(
                    text,
                    "><failure type=\"{kind}\" message=\"{message}\">{detail}</failure></testcase>"
                );
            }
        }
    }
}

fn suite<'a>(function: &'a FunctionRecord, drifts: &[DriftRecord]) -> Suite<'a> {
    let findings = function.findings.iter();
    let mut cases: Vec<Case> = findings
        .map(|finding| of_finding(function, finding))
        .collect();
    let own = drifts
        .iter()
        .filter(|drift| drift.function == function.function);
    cases.extend(own.filter(|drift| drift.kind == "result").map(of_drift));
    // A violated clause is a finding already.
    let open = function.objectives.iter().filter(|objective| {
        !(objective.is_violation() && objective.verdict == VerdictRecord::Covered)
    });
    cases.extend(open.map(of_objective));
    if cases.is_empty() {
        let notes: Vec<String> = function
            .notes
            .iter()
            .map(|note| format!("{}: {}", note.code, note.message))
            .collect();
        let name = "analysis".to_owned();
        let result = if notes.is_empty() {
            CaseResult::Passed {
                output: String::new(),
            }
        } else {
            CaseResult::Skipped {
                message: notes.join("; "),
            }
        };
        cases.push(Case { name, result });
    }
    Suite { function, cases }
}

fn of_finding(function: &FunctionRecord, finding: &FindingRecord) -> Case {
    let span = &finding.span;
    let message = finding.title(&function.function);
    let text = format!(
        "{}:{}:{}\n{}\n{}",
        span.file,
        span.line,
        span.column,
        finding.call(&function.function),
        finding.message
    );
    let name = format!("{} at line {}", finding.kind, span.line);
    let result = if finding.level == "error" {
        CaseResult::Failed {
            kind: finding.kind.clone(),
            message,
            text,
        }
    } else {
        CaseResult::Passed {
            output: format!("{message}\n{text}"),
        }
    };
    Case { name, result }
}

fn of_drift(drift: &DriftRecord) -> Case {
    let subject = drift.subject.as_deref().unwrap_or(&drift.test);
    let was = drift.was.as_deref().unwrap_or_default();
    let is = drift.is.as_deref().unwrap_or_default();
    Case {
        name: drift.test.clone(),
        result: CaseResult::Failed {
            kind: "changed".to_owned(),
            message: "a captured result changed".to_owned(),
            text: format!("the result of {subject} was `{was}`, is `{is}`"),
        },
    }
}

fn of_objective(objective: &ObjectiveRecord) -> Case {
    let result = match objective.verdict {
        VerdictRecord::Covered => CaseResult::Passed {
            output: objective.test.clone().unwrap_or_default(),
        },
        VerdictRecord::Unreachable => CaseResult::Passed {
            output: objective.verdict_text().to_owned(),
        },
        VerdictRecord::Undecided => CaseResult::Skipped {
            message: objective.detail.clone().unwrap_or_default(),
        },
    };
    Case {
        name: objective.label.name.clone(),
        result,
    }
}

/// Seconds with a decimal point.
fn seconds(millis: u64) -> String {
    format!("{}.{:03}", millis / 1000, millis % 1000)
}

/// Text in XML 1.0, which has no form for most control characters; they are written as Rust escapes.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\r' => escaped.push_str("&#13;"),
            '\u{fffe}' | '\u{ffff}' => escaped.extend(c.escape_unicode()),
            c if c.is_control() && c < ' ' => escaped.extend(c.escape_default()),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(
            escape("a<b>&\"\n\u{1}é"),
            "a&lt;b&gt;&amp;&quot;&#10;\\u{1}é"
        );
        assert_eq!(seconds(12_034), "12.034");
    }
}
