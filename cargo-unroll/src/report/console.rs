//! Where text goes to: standard error for people, standard output for programs, and a progress bar on terminals.

use std::borrow::Cow;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use camino::Utf8Path;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use supports_hyperlinks::Stream;

use super::style::{link, status, without_links};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Color {
    /// On terminals that take them, unless `NO_COLOR` is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// How much to say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Errors and findings.
    Quiet,
    /// The report.
    #[default]
    Normal,
    /// The report and what is being done.
    Verbose,
}

/// The two streams.
#[derive(Clone, Debug)]
pub struct Console {
    verbosity: Verbosity,
    progress: Progress,
    /// The first failure to write to standard output, of all clones.
    failure: Arc<Mutex<Option<io::Error>>>,
}

impl Console {
    /// A console with these options. `color` holds for the whole process.
    pub fn new(color: Color, verbosity: Verbosity) -> Self {
        let choice = match color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        Self {
            verbosity,
            progress: Progress::hidden(),
            failure: Arc::default(),
        }
    }

    /// True if standard error takes colours.
    pub fn color(&self) -> bool {
        anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never
    }

    /// How much is said.
    pub fn verbosity(&self) -> Verbosity {
        self.verbosity
    }

    /// Starts a progress bar over `len` functions, on terminals only and not in CI.
    pub fn start(&mut self, len: usize) -> Progress {
        let wanted = self.verbosity > Verbosity::Quiet
            && io::stderr().is_terminal()
            && std::env::var_os("CI").is_none();
        self.progress = if wanted {
            Progress::shown(len)
        } else {
            Progress::hidden()
        };
        self.progress.clone()
    }

    /// For people, unless quiet.
    pub fn say(&self, text: &str) {
        if self.verbosity > Verbosity::Quiet {
            self.tell(text);
        }
    }

    /// For people, in any case.
    pub fn tell(&self, text: &str) {
        self.progress.0.suspend(|| {
            // A closed standard error is no reason to stop.
            let _ = anstream::stderr().write_all(shown(text, Stream::Stderr).as_bytes());
        });
    }

    /// A status line as cargo has it: a verb in the right colour and column.
    pub fn status(&self, verb: &str, text: &str) {
        self.say(&format!("{} {text}\n", status(format!("{verb:>12}"))));
    }

    /// A status line that ends with a file or directory: a link to it, in terminals that have links.
    pub fn status_of_path(&self, verb: &str, text: &str, path: &Utf8Path, name: &str) {
        self.status(verb, &format!("{text}{}", link(path, name)));
    }

    /// For programs, or for people who asked for a listing: standard output.
    pub fn print(&self, text: &str) {
        self.progress.0.suspend(|| {
            let mut stdout = anstream::stdout();
            let written = stdout.write_all(shown(text, Stream::Stdout).as_bytes());
            match written.and_then(|()| stdout.flush()) {
                // A reader that went away, as `head` does, is no reason to complain.
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    self.failure().get_or_insert(error);
                }
                _ => {}
            }
        });
    }

    /// The first failure to write to standard output, once.
    pub fn take_failure(&self) -> Option<io::Error> {
        self.failure().take()
    }

    fn failure(&self) -> std::sync::MutexGuard<'_, Option<io::Error>> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The text for a stream: with links only if that is a terminal which has them. Where colours are not wanted, links go with them.
fn shown(text: &str, stream: Stream) -> Cow<'_, str> {
    if supports_hyperlinks::on(stream) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(without_links(text))
    }
}

/// A progress bar, or none.
#[derive(Clone, Debug)]
pub struct Progress(ProgressBar);

impl Progress {
    fn hidden() -> Self {
        Self(ProgressBar::with_draw_target(
            None,
            ProgressDrawTarget::hidden(),
        ))
    }

    fn shown(len: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(len as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template(
            "{prefix:>12.cyan.bold} [{bar:27}] {pos}/{len}: {wide_msg}",
        ) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix("Analysing");
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    /// Says which functions are being analysed.
    pub fn running(&self, functions: &[String]) {
        self.0.set_message(functions.join(", "));
    }

    /// One function is done.
    pub fn done(&self) {
        self.0.inc(1);
    }

    /// Takes the bar off the screen.
    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
