//! The evidence about objectives in plain words: which strategies looked, how long, what ended them, and what the user can do.

use std::fmt::Write as _;

use crate::report::saved::{FunctionRecord, ObjectiveRecord, StageRecord, VerdictRecord};

/// The text about the objectives of a function whose names contain `wanted`, or about all undecided ones; `None` if it has none such.
pub fn why(function: &FunctionRecord, wanted: Option<&str>) -> Option<String> {
    let is_wanted = |objective: &&ObjectiveRecord| match wanted {
        Some(wanted) => objective.label.name.contains(wanted),
        None => objective.verdict == VerdictRecord::Undecided,
    };
    let objectives: Vec<_> = function.objectives.iter().filter(is_wanted).collect();
    if objectives.is_empty() && (wanted.is_some() || !function.objectives.is_empty()) {
        return None;
    }
    let mut text = format!("{}\n", function.function);
    for objective in &objectives {
        let _ = writeln!(text, "  {}: {}", objective.label.name, verdict(objective));
    }
    stages(function, &mut text);
    for note in &function.notes {
        let _ = writeln!(text, "  {}: {}", note.code, note.message);
        if let Some(help) = &note.help {
            let _ = writeln!(text, "    help: {help}");
        }
    }
    let has_open = objectives
        .iter()
        .any(|it| it.verdict == VerdictRecord::Undecided);
    if has_open && function.stages.iter().any(|stage| stage.end == "time") {
        text.push_str(
            "  help: a longer `--timeout SECS` gives the strategies more time, and `#[requires(..)]` reduces the inputs\n",
        );
    }
    Some(text)
}

fn verdict(objective: &ObjectiveRecord) -> String {
    let verdict = objective.verdict_text();
    match (objective.verdict, &objective.test, &objective.detail) {
        (VerdictRecord::Covered, Some(test), _) => {
            let name = test.rsplit("::").next().unwrap_or(test);
            format!("{verdict}, by a native run, as in the test `{name}`")
        }
        (VerdictRecord::Covered, None, _) => format!("{verdict}, by a native run"),
        (VerdictRecord::Unreachable, ..) if objective.bound_independent => {
            match &objective.proved_in {
                Some(owner) => {
                    format!("{verdict}: no call of `{owner}`, where it stands, reaches it")
                }
                None => format!(
                    "{verdict}: the solver showed that no input reaches it, or all inputs were run"
                ),
            }
        }
        (VerdictRecord::Unreachable, ..) => {
            format!("{verdict}: a run with more iterations may reach it")
        }
        (VerdictRecord::Undecided, _, Some(detail)) => format!("{verdict}: {detail}"),
        (VerdictRecord::Undecided, ..) => verdict.to_owned(),
    }
}

fn stages(function: &FunctionRecord, text: &mut String) {
    if function.stages.is_empty() {
        return;
    }
    text.push_str("  strategies\n");
    let width = function.stages.iter().map(|stage| words(stage).len()).max();
    for stage in &function.stages {
        let (words, width) = (words(stage), width.unwrap_or(0));
        let time = format!("{}.{} s", stage.millis / 1000, stage.millis % 1000 / 100);
        let end = match stage.end.as_str() {
            "decided" => "nothing was left".to_owned(),
            "time" => format!("{} left when its share of the time was used up", stage.left),
            _ => format!("{} left when it had nothing else to try", stage.left),
        };
        let depth = match function.depth {
            Some(depth) if depth != stage.depth => format!(" at depth {}", stage.depth),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "    {words:width$}  {time:>7}  {} decided, {end}{depth}",
            stage.decided
        );
    }
}

fn words(stage: &StageRecord) -> &'static str {
    match stage.strategy.as_str() {
        "known-inputs" => "inputs of an earlier pass",
        "enumeration" => "runs of all inputs",
        "search" => "native search",
        "abstraction" => "proofs in abstractions",
        "summaries" => "solver, functions as summaries",
        "merge" => "solver, all paths at once",
        "paths" => "solver, single paths",
        _ => "another strategy",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::SavedReport;

    const LINES: &str = r#"
{"reason":"objective","function":"k::f","criterion":"unroll","label":{"name":"loop 1 after 3","predicate":"true"},"kind":"exit","depth":3,"exit":null,"span":null,"verdict":"undecided","bound_independent":false,"detail":"the time limit of 60 s was reached","test":null,"millis":9}
{"reason":"objective","function":"k::f","criterion":"unroll","label":{"name":"loop 1 after 0","predicate":"true"},"kind":"exit","depth":0,"exit":null,"span":null,"verdict":"covered","bound_independent":false,"test":"k::unroll_tests::f::left","millis":1}
{"reason":"function","function":"k::f","span":null,"depth":4,"verdict":"partial","codes":[],"detail":"","tests":[],"millis":9,"stages":[{"strategy":"search","depth":4,"millis":1250,"decided":1,"left":1,"end":"exhausted"},{"strategy":"merge","depth":8,"millis":40000,"decided":0,"left":1,"end":"time"}]}
{"reason":"finished","version":2,"functions":1,"tests":0,"covered":1,"unreachable":0,"undecided":1,"findings":0,"millis":9,"tool":"t"}
"#;

    fn answer(wanted: Option<&str>) -> Option<String> {
        let report = SavedReport::parse(LINES, "report".into()).expect("it is well-formed");
        why(&report.functions[0], wanted)
    }

    #[test]
    fn strategies_are_told_with_what_ended_them() {
        let expected = "\
k::f
  loop 1 after 3: undecided: the time limit of 60 s was reached
  strategies
    native search                1.2 s  1 decided, 1 left when it had nothing else to try
    solver, all paths at once   40.0 s  0 decided, 1 left when its share of the time was used up at depth 8
  help: a longer `--timeout SECS` gives the strategies more time, and `#[requires(..)]` reduces the inputs
";
        assert_eq!(answer(None).as_deref(), Some(expected));
    }

    #[test]
    fn an_objective_is_named_by_a_part_of_its_name() {
        let text = answer(Some("after 0")).expect("it has one");
        assert!(text.contains("loop 1 after 0: covered, by a native run, as in the test `left`"));
        assert!(!text.contains("after 3"), "{text}");
        assert_eq!(answer(Some("loop 2")), None);
    }
}
