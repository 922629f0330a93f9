//! `cargo unroll show`: the last result of a function, without running anything.

use crate::cli::args::Show;
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::outputs::LAST;
use crate::project;
use crate::report::formats::{text, why};
use crate::report::saved::FunctionRecord;
use crate::report::{Console, SavedReport};

/// Prints the functions of the last report whose paths end with the given one.
pub(crate) fn show(args: &Show, console: &Console) -> Result<Exit, Failure> {
    let folder = super::workspace(&args.project)?.target_dir;
    let report = SavedReport::read(&folder.join(LAST))?;
    let wanted = args.function.trim_start_matches("crate::");
    let is_wanted = |path: &str| {
        let rest = path.strip_suffix(wanted);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with("::"))
    };
    let functions = report.functions.iter();
    let found: Vec<_> = functions.filter(|it| is_wanted(&it.function)).collect();
    if found.is_empty() {
        let known = report.functions.iter().map(|it| it.function.as_str());
        let help = match project::near(wanted, known).first() {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("run `cargo unroll --function {wanted}`"),
        };
        let message = format!("the last report has no function `{wanted}`");
        return Err(Failure::usage(message, &help));
    }
    let texts = if args.why {
        reasons(&found, args.objective.as_deref())?
    } else {
        found.into_iter().map(text::text).collect()
    };
    console.print(&texts.join("\n"));
    Ok(Exit::Done)
}

/// The evidence about objectives of the functions.
fn reasons(found: &[&FunctionRecord], wanted: Option<&str>) -> Result<Vec<String>, Failure> {
    let texts = found.iter().filter_map(|it| why::why(it, wanted));
    let texts: Vec<String> = texts.collect();
    if !texts.is_empty() {
        return Ok(texts);
    }
    let (message, help) = match wanted {
        Some(wanted) => (
            format!("no objective has `{wanted}` in its name"),
            "`cargo unroll show FUNCTION` lists the objectives",
        ),
        None => (
            "no objective is undecided".to_owned(),
            "name an objective to see how it was decided",
        ),
    };
    Err(Failure::usage(message, help))
}
