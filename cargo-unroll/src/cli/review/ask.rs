//! Decisions about pending tests, from the command line or from a person.

use std::fmt::Write as _;
use std::io::BufRead;

use super::items::Item;
use crate::cli::args::ReviewArgs;
use crate::report::Console;

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Accept,
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

    /// The decision about an item.
    pub(super) fn decide(&mut self, item: &Item) -> Answer {
        self.number += 1;
        if self.args.reject.iter().any(|name| item.is_named(name)) {
            return Answer::Reject(self.args.reason.clone().unwrap_or_default());
        }
        if let Some(answer) = &self.rest {
            return answer.clone();
        }
        self.show(item);
        self.ask()
    }

    fn show(&self, item: &Item) {
        let (number, total) = (self.number, self.total);
        let mut text = format!("\n[{number}/{total}] {}: {}\n", item.title(), item.test);
        if let Some((call, was, is)) = &item.change {
            let _ = write!(text, "    {call}\n    was {was}\n    is  {is}\n");
        } else if !item.text.is_empty() {
            for line in item.text.lines() {
                let _ = writeln!(text, "    {line}");
            }
        }
        self.console.tell(&text);
    }

    /// Asks until the answer is one. At the end of the input, everything is left for later.
    fn ask(&mut self) -> Answer {
        loop {
            let Some(line) =
                self.line("accept (a), reject (r), skip (s), accept all (A), quit (q): ")
            else {
                self.rest = Some(Answer::Skip);
                return Answer::Skip;
            };
            match line.as_str() {
                "a" | "accept" => return Answer::Accept,
                "s" | "skip" => return Answer::Skip,
                "A" | "accept all" => {
                    self.rest = Some(Answer::Accept);
                    return Answer::Accept;
                }
                "q" | "quit" => {
                    self.rest = Some(Answer::Skip);
                    return Answer::Skip;
                }
                "r" | "reject" => match self.line("reason: ") {
                    Some(reason) if !reason.is_empty() => return Answer::Reject(reason),
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
