//! Effects of a function: files, network, processes, signals, threads, the environment, the end of the process.
//!
//! In: a program in LLVM IR and the name of an entry. Out: what is [`Reached`] from there, with the first [`Effect`]
//! of a breadth-first walk over the call graph and the calls that lead to it. Every function whose address reachable
//! code takes counts as called, so an indirect call hides nothing. Where code is not in the IR (the standard
//! library, the C library), names decide; all of them stand in `table` and `c_library`. Panics, formatting, and
//! output to the standard streams are not effects. Neither is the read of the program's own file by a library that
//! walks the stack (`unwinding`). The same walk finds hidden inputs (`hidden`).
//!
//! `builders` builds a project without methods that would bring effects into its inputs.
//!
//! Not here: the consequences (`cover`), and the limits of a process that runs regardless (`sandbox`).

mod asked;
mod builders;
mod c_library;
mod hidden;
mod table;
mod unwinding;
mod walk;

use std::fmt;

pub use builders::build;
pub use walk::Reached;

/// An effect of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// The kind of effect.
    pub kind: Kind,
    /// Readable names of the functions that lead there, the one with the effect last. Those of the standard library in between, and
    /// those of the harness, are left out.
    pub chain: Vec<String>,
}

/// Kinds of effects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Files and folders, read or written.
    Files,
    /// Sockets and names of hosts.
    Network,
    /// Other processes.
    Processes,
    /// Signals to this or other processes, and handlers of them.
    Signals,
    /// Threads.
    Threads,
    /// Variables of the environment and the current directory, changed.
    Environment,
    /// The end of the process.
    Exit,
    /// Standard input.
    StandardInput,
    /// The system, asked by its own calls.
    System,
    /// Code of another language, of which nothing is known.
    Foreign,
    /// Code that could not be read.
    Unreadable,
}

impl Kind {
    /// The effect of the function, as a fragment with a verb.
    fn description(self) -> &'static str {
        match self {
            Self::Files => "reaches files",
            Self::Network => "reaches the network",
            Self::Processes => "starts or controls processes",
            Self::Signals => "sends or handles signals",
            Self::Threads => "starts threads",
            Self::Environment => "changes the environment",
            Self::Exit => "ends the process",
            Self::StandardInput => "reads standard input",
            Self::System => "calls the system directly",
            Self::Foreign => "calls code that is not Rust",
            Self::Unreadable => "has code that could not be read",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "it {}: ", self.kind.description())?;
        for (at, name) in self.chain.iter().enumerate() {
            let arrow = if at == 0 { "" } else { " -> " };
            write!(f, "{arrow}`{name}`")?;
        }
        Ok(())
    }
}
