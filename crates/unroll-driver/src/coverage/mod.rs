//! The statements that the runs of a search reach for the first time, anywhere in the code under analysis and its
//! dependencies.
//!
//! Probes are only in the analysed function, so a search that relies on them learns nothing about callees. Here the
//! machine code is observed: the beginning of each statement, as the line table names it, becomes a breakpoint. A
//! breakpoint that is hit is removed, so each costs one signal, and a run that reaches nothing new costs nothing
//! (Nagy and Hicks, Full-speed fuzzing, 2019).
//!
//! In: the program's own file. Out: whether something was reached since the last query. Breakpoints change no
//! behaviour. Without them (other systems, no line tables, memory that cannot be made writable) a search relies on
//! probes alone.

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod breakpoints;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod elf;
#[cfg(any(test, all(target_os = "linux", target_arch = "x86_64")))]
mod lines;
#[cfg(any(test, all(target_os = "linux", target_arch = "x86_64")))]
mod reader;

use unroll_protocol::Sources;

#[cfg(any(test, all(target_os = "linux", target_arch = "x86_64")))]
use super::SOURCES;

/// The record of the process: each statement counts once.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    is_started: bool,
    /// Statements reached up to the last question.
    known: usize,
}

impl Coverage {
    /// Sets the breakpoints, the first time that it is called, but for those in the sources of the `runtime`.
    pub(super) fn start(&mut self, runtime: Sources) {
        if !self.is_started {
            self.is_started = true;
            // Without them nothing counts as reached.
            let _ = set_breakpoints(runtime);
        }
    }

    /// True if statements were reached for the first time since the last call.
    pub(super) fn advance(&mut self) -> bool {
        let now = statements_reached();
        let is_new = now > self.known;
        self.known = now;
        is_new
    }
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn set_breakpoints(runtime: Sources) -> Option<()> {
    let program = elf::Program::of_this_process()?;
    let is_watched = |folder: &str, file: &str| is_watched(runtime, folder, file);
    let statements = lines::statements(&program.lines, &is_watched);
    breakpoints::set(&program, &statements)
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn statements_reached() -> usize {
    breakpoints::hits()
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn set_breakpoints(_runtime: Sources) -> Option<()> {
    None
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn statements_reached() -> usize {
    0
}

/// True for sources of the user and of dependencies: neither the standard library's, in any of the forms of its paths, nor those of the tool's crates. A
/// breakpoint in the handler of breakpoints would never end.
#[cfg(any(test, all(target_os = "linux", target_arch = "x86_64")))]
fn is_watched(runtime: Sources, folder: &str, file: &str) -> bool {
    const STANDARD: [&str; 4] = ["/rustc/", "/rust/", "library/", "rust/deps/"];
    let own = [unroll_protocol::SOURCES, SOURCES, runtime];
    let is_of = |path: &str| {
        STANDARD.iter().any(|prefix| path.starts_with(prefix))
            || own.iter().any(|sources| sources.have(path))
    };
    !is_of(folder) && !is_of(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_the_standard_library_and_of_the_tool_are_not_watched() {
        let runtime = Sources::new("/home/u/runtime", "crates/runtime/src/lib.rs");
        let is_watched = |folder, file| is_watched(runtime, folder, file);
        assert!(is_watched("src", "lib.rs"));
        assert!(is_watched(
            "/home/u/.cargo/registry/src/i/nom-5.0.0/src",
            "x.rs"
        ));
        assert!(!is_watched("/rustc/5980", "library/core/src/cmp.rs"));
        assert!(!is_watched("library/core/src", "cmp.rs"));
        assert!(!is_watched(env!("CARGO_MANIFEST_DIR"), "src/run.rs"));
        let folder = file!().strip_suffix("/mod.rs").unwrap_or_default();
        assert!(!is_watched(folder, "breakpoints.rs"));
        assert!(!is_watched("crates/runtime/src/input", "text.rs"));
    }
}
