//! `cargo unroll completions` and `cargo unroll man`: the command line for shells and for `man`.

use camino::Utf8Path;
use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::args::Cli;
use crate::cli::exit::Exit;
use crate::cli::exit::failure::Failure;
use crate::emit::{Disk, RealDisk};
use crate::report::{Console, ReportError};

/// The command as cargo calls it, so that `cargo-unroll unroll --depth 2` completes as `cargo unroll --depth 2` would.
const NAME: &str = "cargo-unroll";

/// Prints completions for `shell`.
pub(crate) fn completions(shell: Shell, console: &Console) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    console.print(&String::from_utf8_lossy(&script));
    Exit::Done
}

/// Writes a man page for the tool and for each command.
pub(crate) fn man(dir: &Utf8Path, console: &Console) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    // With `build`, each command has the full name as its display name.
    let commands = std::iter::once(&command).chain(command.get_subcommands());
    let mut count = 0;
    for command in commands.filter(|command| command.get_name() != "help") {
        page(command, dir)?;
        count += 1;
    }
    console.status("Wrote", &format!("{count} man pages to {dir}"));
    Ok(Exit::Done)
}

fn page(command: &clap::Command, dir: &Utf8Path) -> Result<(), ReportError> {
    let man = clap_mangen::Man::new(command.clone());
    let path = dir.join(man.get_filename());
    let mut text = Vec::new();
    man.render(&mut text)
        .and_then(|()| RealDisk::default().write(&path, &String::from_utf8_lossy(&text)))
        .map_err(|source| ReportError::Write { path, source })
}
