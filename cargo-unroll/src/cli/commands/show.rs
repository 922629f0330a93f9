//! `cargo unroll show`: the last result of a function, without running anything.

use crate::cli::args::Show;
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::cli::outputs::LAST;
use crate::project;
use crate::report::formats::text;
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
    let texts: Vec<String> = found.into_iter().map(text::text).collect();
    console.print(&texts.join("\n"));
    Ok(Exit::Done)
}
