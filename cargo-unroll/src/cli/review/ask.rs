//! Decisions about pending tests, from the command line or from the user.

use std::fmt::Write as _;
use std::io::BufRead;

use super::editor;
use super::items::Item;
use crate::cli::args::ReviewArgs;
use crate::cli::exit::failure::Failure;
use crate::report::Console;

/// The choices, each with its key.
const QUESTION: &str = "accept (a), edit (e), reject (r), skip (s), accept all (A), quit (q): ";

/// Says what is wrong with the text of an edited test, if anything is.
pub(super) type Check<'a> = &'a mut dyn FnMut(&str) -> Result<Option<String>, Failure>;

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Accept,
    /// To be written with this text.
    Edit(String),
    /// Never to be written, for this reason.
    Reject(String),
    /// Left for later.
    Skip,
}

/// Where decisions come from.
pub(super) struct Asker<'a> {
    args: &'a ReviewArgs,
    console: &'a Console,
    total: usize,
    number: usize,
    /// The answer to all that follow.
    rest: Option<Answer>,
}

impl<'a> Asker<'a> {
    pub(super) fn new(args: &'a ReviewArgs, total: usize, console: &'a Console) -> Self {
        let is_decided = args.accept || !args.reject.is_empty();
        let rest = if args.accept {
            Answer::Accept
        } else {
            Answer::Skip
        };
        Self {
            args,
            console,
            total,
            number: 0,
            rest: is_decided.then_some(rest),
        }
    }

    /// The decision about an item. `check` says what is wrong with an edited text.
    pub(super) fn decide(&mut self, item: &Item, check: Check<'_>) -> Result<Answer, Failure> {
        self.number += 1;
        if self.args.reject.iter().any(|name| item.is_named(name)) {
            return Ok(Answer::Reject(self.args.reason.clone().unwrap_or_default()));
        }
        if let Some(answer) = &self.rest {
            return Ok(answer.clone());
        }
        self.show(item);
        let mut draft = item.text.clone();
        loop {
            if let Some(answer) = self.ask() {
                return Ok(answer);
            }
            if let Some(text) = self.edit(item, &mut draft, check)? {
                return Ok(Answer::Edit(text));
            }
        }
    }

    /// Opens the draft in the editor. Returns the text if it is a test that holds; otherwise it stays the draft for another try.
    fn edit(
        &self,
        item: &Item,
        draft: &mut String,
        check: Check<'_>,
    ) -> Result<Option<String>, Failure> {
        if item.text.is_empty() {
            self.console.tell("there is no text to edit\n");
            return Ok(None);
        }
        match editor::edit(&format!("{draft}\n")) {
            Ok(text) => text.trim_end().clone_into(draft),
            Err(message) => {
                self.console.tell(&format!("{message}\n"));
                return Ok(None);
            }
        }
        if *draft == item.text {
            self.console.tell("the test is unchanged\n");
            return Ok(None);
        }
        match check(draft)? {
            None => Ok(Some(draft.clone())),
            Some(why) => {
                let help = "edit again to correct it, or decide otherwise";
                self.console.tell(&format!("not accepted: {why}\n{help}\n"));
                Ok(None)
            }
        }
    }

    fn show(&self, item: &Item) {
        let (number, total) = (self.number, self.total);
        let mut text = format!("\n[{number}/{total}] {}: {}\n", item.title(), item.test);
        if let Some((call, was, is)) = &item.change {
            let _ = write!(text, "    {call}\n    was {was}\n    is  {is}\n");
        } else if !item.text.is_empty() {
            for line in item.text.lines() {
                let _ = writeln!(text, "{}", format!("    {line}").trim_end());
            }
        }
        self.console.tell(&text);
    }

    /// Asks until the answer is one; `None` if the test is to be edited. At the end of the input, everything is left for later.
    fn ask(&mut self) -> Option<Answer> {
        loop {
            let Some(line) = self.line(QUESTION) else {
                self.rest = Some(Answer::Skip);
                return self.rest.clone();
            };
            match line.as_str() {
                "a" | "accept" => return Some(Answer::Accept),
                "e" | "edit" => return None,
                "s" | "skip" => return Some(Answer::Skip),
                "A" | "accept all" => {
                    self.rest = Some(Answer::Accept);
                    return self.rest.clone();
                }
                "q" | "quit" => {
                    self.rest = Some(Answer::Skip);
                    return self.rest.clone();
                }
                "r" | "reject" => match self.line("reason: ") {
                    Some(reason) if !reason.is_empty() => return Some(Answer::Reject(reason)),
                    _ => self.console.tell("a rejection needs a reason\n"),
                },
                _ => {}
            }
        }
    }

    /// A line of standard input; `None` at its end.
    fn line(&self, prompt: &str) -> Option<String> {
        self.console.tell(prompt);
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line).ok()?;
        (read > 0).then(|| line.trim().to_owned())
    }
}
