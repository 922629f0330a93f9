//! Which names are effects: paths of the standard library, and symbols of the [C library](super::c_library).
//!
//! The standard library mostly has no code in the IR of a user's crate, so its names have to say what it does. Paths are compared without
//! angle brackets: `<std::fs::File as std::io::Write>::write` begins with `std::fs::`. What the library asks of the system for itself (locks,
//! memory, the time, random numbers, the variable `RUST_BACKTRACE`) is not listed.

use unroll_protocol::symbols;

use super::Kind;
use super::c_library::{HARMLESS_SYMBOLS, MATHEMATICAL, OUTSIDE_SYMBOLS, READING_SYMBOLS, SYMBOLS};
use unroll_llvm::link::demangle::{demangle, is_panic_entry};
use unroll_llvm::link::origin::{bare, is_of_the_compiler, is_rust, is_users};

/// The classification of a function by its name alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// It is an effect.
    Effect(Kind),
    /// It is none, whatever its code looks like.
    Harmless,
    /// Its code decides.
    Unknown,
}

/// Beginnings of paths that are no effects, though the table below holds shorter ones.
const HARMLESS_PATHS: &[&str] = &[
    "std::process::ExitCode",
    "std::process::id",
    "std::sys::process::unix::common::ExitCode",
    // Where panics and what is printed end up.
    "std::backtrace::",
    "std::io::stdio::_eprint",
    "std::io::stdio::_print",
    "std::io::stdio::Stderr",
    "std::io::stdio::Stdout",
    "std::sys::stdio::",
    // Ends the process when the destructor of a thread local panics, which is a crash and no exit.
    "std::sys::thread_local::abort_on_dtor_unwind::DtorUnwindGuard",
    // The native side of instrumented builds.
    "unroll_driver::",
];

/// Beginnings of paths.
const PATHS: &[(&str, Kind)] = &[
    ("std::fs::", Kind::Files),
    ("std::os::unix::fs::", Kind::Files),
    ("std::os::windows::fs::", Kind::Files),
    ("std::path::Path::canonicalize", Kind::Files),
    ("std::path::Path::exists", Kind::Files),
    ("std::path::Path::is_dir", Kind::Files),
    ("std::path::Path::is_file", Kind::Files),
    ("std::path::Path::is_symlink", Kind::Files),
    ("std::path::Path::metadata", Kind::Files),
    ("std::path::Path::read_dir", Kind::Files),
    ("std::path::Path::read_link", Kind::Files),
    ("std::path::Path::symlink_metadata", Kind::Files),
    ("std::path::Path::try_exists", Kind::Files),
    ("std::net::", Kind::Network),
    ("std::os::unix::net::", Kind::Network),
    ("std::process::abort", Kind::Exit),
    ("std::process::exit", Kind::Exit),
    ("std::process::", Kind::Processes),
    ("std::os::unix::process::", Kind::Processes),
    ("std::os::linux::process::", Kind::Processes),
    ("std::os::windows::process::", Kind::Processes),
    ("std::thread::Builder", Kind::Threads),
    ("std::thread::builder::", Kind::Threads),
    ("std::thread::functions::spawn", Kind::Threads),
    ("std::thread::lifecycle::spawn", Kind::Threads),
    ("std::thread::scope", Kind::Threads),
    ("std::thread::scoped::", Kind::Threads),
    ("std::thread::spawn", Kind::Threads),
    ("std::env::remove_var", Kind::Environment),
    ("std::env::set_current_dir", Kind::Environment),
    ("std::env::set_var", Kind::Environment),
    ("std::io::stdio::Stdin", Kind::StandardInput),
    ("std::io::stdio::stdin", Kind::StandardInput),
    ("std::io::stdin", Kind::StandardInput),
];

/// Segments of paths below `std::sys`, which moves its modules about from version to version.
const SYS_SEGMENTS: &[(&str, Kind)] = &[
    ("fs", Kind::Files),
    ("net", Kind::Network),
    ("process", Kind::Processes),
    ("setenv", Kind::Environment),
    ("unsetenv", Kind::Environment),
    ("chdir", Kind::Environment),
    ("exit", Kind::Exit),
];

/// Beginnings of paths that open or look at files, and change none.
const READING_PATHS: &[&str] = &[
    "std::fs::File as core::ops::drop::Drop",
    "std::fs::File as std::io::Read",
    "std::fs::File::metadata",
    "std::fs::File::open",
    "std::fs::Metadata",
    "std::fs::OpenOptions::_open",
    "std::fs::OpenOptions::new",
    "std::fs::OpenOptions::read",
    "std::fs::canonicalize",
    "std::fs::metadata",
    "std::path::Path::canonicalize",
    "std::path::Path::exists",
    "std::path::Path::is_dir",
    "std::path::Path::is_file",
    "std::path::Path::metadata",
    // Where a lookup of symbols panics in turn: a crash, and no exit.
    "std::process::abort",
    "std::sys::fs::canonicalize",
    "std::sys::fs::metadata",
];

/// Process-dependent values, with the beginnings of the paths that read them.
const OUTSIDE_PATHS: &[(&str, &str)] = &[
    ("the environment", "std::env::"),
    ("the time", "std::time::Instant::now"),
    ("the time", "std::time::SystemTime::now"),
    ("the process", "std::process::id"),
    ("the thread", "std::thread::current"),
    ("the thread", "std::thread::id"),
    ("the machine", "std::thread::available_parallelism"),
    (LAYOUT, "core::fmt::pointer_fmt_inner"),
];

/// Where values lie in memory, which what prints pointers asks for.
pub(super) const LAYOUT: &str = "where values lie in memory";

/// The process-dependent value that a function reads, by its name.
pub(super) fn outside(symbol: &str) -> Option<&'static str> {
    if !is_rust(symbol) {
        let listed = OUTSIDE_SYMBOLS
            .iter()
            .find(|(_, symbols)| symbols.contains(&symbol));
        return listed.map(|(what, _)| *what);
    }
    let path = bare(&demangle(symbol));
    let listed = OUTSIDE_PATHS
        .iter()
        .find(|(_, prefix)| path.starts_with(prefix));
    listed.map(|(what, _)| *what)
}

/// The meaning of a symbol's name.
pub(super) fn word(symbol: &str) -> Word {
    if symbol.starts_with("llvm.") || symbols::probe(symbol).is_some() || is_panic_entry(symbol) {
        return Word::Harmless;
    }
    if !is_rust(symbol) {
        return Word::Unknown;
    }
    let path = bare(&demangle(symbol));
    // In `<str as std::net::ToSocketAddrs>::to_socket_addrs` the trait tells more than the type.
    let trait_ = path.split_once(" as ").map(|(_, trait_)| trait_);
    let paths = [Some(path.as_str()), trait_];
    paths
        .into_iter()
        .flatten()
        .map(path_word)
        .find(|word| *word != Word::Unknown)
        .unwrap_or(Word::Unknown)
}

fn path_word(path: &str) -> Word {
    if HARMLESS_PATHS.iter().any(|prefix| path.starts_with(prefix)) || is_allocator(path) {
        return Word::Harmless;
    }
    if let Some((_, kind)) = PATHS.iter().find(|(prefix, _)| path.starts_with(prefix)) {
        return Word::Effect(*kind);
    }
    let Some(path) = path.strip_prefix("std::sys::") else {
        return Word::Unknown;
    };
    // A generic argument is not where a function stands.
    let own = path.split([' ', ',', '{']).next().unwrap_or(path);
    if own.contains("thread::") && own.ends_with("::Thread::new") {
        return Word::Effect(Kind::Threads);
    }
    let kind = own
        .split("::")
        .find_map(|segment| SYS_SEGMENTS.iter().find(|(name, _)| *name == segment));
    kind.map_or(Word::Unknown, |(_, kind)| Word::Effect(*kind))
}

/// The effect of a symbol that no code defines, or `None`.
pub(super) fn without_code(symbol: &str) -> Option<Kind> {
    if is_rust(symbol) {
        // Code of other crates should be in the IR. That of the standard library mostly is not, and
        // names tell what it does.
        return (!is_of_the_compiler(symbol)).then_some(Kind::Unreadable);
    }
    let listed = SYMBOLS
        .iter()
        .find(|(_, symbols)| symbols.contains(&symbol));
    if let Some((kind, _)) = listed {
        return Some(*kind);
    }
    let single = symbol.strip_suffix('f').unwrap_or(symbol);
    let computes = HARMLESS_SYMBOLS.contains(&symbol)
        || MATHEMATICAL.contains(&symbol)
        || MATHEMATICAL.contains(&single)
        || symbol.starts_with("__rust_");
    (!computes).then_some(Kind::Foreign)
}

/// True if a function reads files or memory of the process, and changes nothing else.
pub(super) fn reads_only(symbol: &str) -> bool {
    if !is_rust(symbol) {
        return READING_SYMBOLS.contains(&symbol);
    }
    let path = bare(&demangle(symbol));
    READING_PATHS.iter().any(|prefix| path.starts_with(prefix))
}

/// True if inline assembly asks the system for something.
pub(super) fn asks_the_system(template: &str) -> bool {
    template
        .split(|c: char| !c.is_ascii_alphanumeric())
        // The instructions for it on x86, Arm and RISC-V.
        .any(|word| ["syscall", "sysenter", "svc", "int", "ecall"].contains(&word))
}

/// Beginnings of the paths of the standard library's statics whose value no result shows, or of which something else keeps account: that a panic is
/// under way is a question ([`asked`](super::asked)), the keys of hashes are symbolic in the engine, and how the fastest of several equal functions is remembered
/// changes no result. Any other counts as a static of the user's does: the arguments of the process are one.
const UNSEEN_STATICS: &[&str] = &[
    "memchr::",
    "std::alloc::",
    "std::backtrace",
    "std::hash::random::RandomState::new::KEYS",
    "std::io::stdio::",
    "std::panic::SHOULD_CAPTURE",
    "std::panicking::",
    "std::sys::backtrace::",
    "std::sys::pal::",
    "std::sys::random::",
    "std::sys::thread_local::",
];

/// The path of a static that a result may show: not the tool's own, nor one that the standard library keeps to itself. The parts of the path that
/// `thread_local!` adds are left out.
pub(super) fn static_path(symbol: &str) -> Option<String> {
    let is_seen = |path: &str| {
        let path = bare(path);
        !UNSEEN_STATICS.iter().any(|it| path.starts_with(it))
    };
    let may_show = is_users(symbol) || is_of_the_compiler(symbol);
    let path = may_show
        .then(|| demangle(symbol))
        .filter(|it| is_seen(it))?;
    let own = path.split("::{").next().unwrap_or(&path);
    let segments = own
        .split("::")
        .filter(|segment| !segment.starts_with("__unroll_"));
    Some(segments.collect::<Vec<_>>().join("::"))
}

/// True if the symbol of a static is declared inside the instrumented form of a function.
pub(super) fn is_in_form(symbol: &str) -> bool {
    let path = demangle(symbol);
    let own = path.split("::{").next().unwrap_or(&path);
    own.split("::")
        .any(|segment| segment.starts_with("__unroll_"))
}

/// The entries of the global allocator.
fn is_allocator(path: &str) -> bool {
    path.starts_with("__rustc::__rust_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_standard_library_say_what_they_do() {
        for (path, kind) in [
            ("<std::fs::OpenOptions>::_open", Kind::Files),
            ("std::sys::fs::remove_file", Kind::Files),
            ("<std::path::Path>::is_file", Kind::Files),
            (
                "<std::sys::net::connection::socket::TcpStream>::connect::inner",
                Kind::Network,
            ),
            ("<std::sys::thread::unix::Thread>::new", Kind::Threads),
            ("std::sys::env::unix::setenv", Kind::Environment),
            ("std::sys::pal::unix::os::chdir", Kind::Environment),
            ("std::process::exit", Kind::Exit),
            ("<std::process::Command>::status", Kind::Processes),
            ("<std::io::stdio::Stdin>::read_line", Kind::StandardInput),
        ] {
            assert_eq!(path_word(&bare(path)), Word::Effect(kind), "{path}");
        }
        for path in [
            "std::env::_var",
            "<std::path::Path>::_join",
            "std::sys::random::linux::hashmap_random_keys",
            "<std::sys::thread::unix::Thread>::join",
            "<std::time::Instant>::now",
            "my::std::fs::read",
        ] {
            assert_eq!(path_word(&bare(path)), Word::Unknown, "{path}");
        }
        for path in [
            "std::io::stdio::_print",
            "<std::io::stdio::Stdout as std::io::Write>::write_all",
            "<std::sys::thread_local::abort_on_dtor_unwind::DtorUnwindGuard as core::ops::drop::Drop>::drop",
        ] {
            assert_eq!(path_word(&bare(path)), Word::Harmless, "{path}");
        }
    }

    #[test]
    fn symbols_without_code_are_effects_unless_they_compute() {
        assert_eq!(without_code("unlink"), Some(Kind::Files));
        assert_eq!(without_code("socket"), Some(Kind::Network));
        assert_eq!(without_code("sqlite3_open"), Some(Kind::Foreign));
        assert_eq!(
            without_code("_RNvCs1234_7foreign4made"),
            Some(Kind::Unreadable)
        );
        for symbol in [
            "memcpy",
            "sinf",
            "cbrt",
            "malloc",
            "_ZN3std4time7Instant3now17h0123456789abcdefE",
            "_RNvMNtCs1234_4core3numj4__fmt",
            "_RNvMNtCs1234_4core3stre4trim",
            "_RNvMNtCs1234_4core5sliceSh8is_ascii",
        ] {
            assert_eq!(without_code(symbol), None, "{symbol}");
        }
    }

    #[test]
    fn a_trait_of_the_standard_library_counts_as_its_type_does() {
        let symbol =
            "_RNvXs_NtNtCs1234_3std3net11socket_addreNtB4_13ToSocketAddrs15to_socket_addrs";
        assert_eq!(
            word(symbol),
            Word::Effect(Kind::Network),
            "{}",
            demangle(symbol)
        );
    }

    #[test]
    fn assembly_asks_the_system_by_its_instructions() {
        assert!(asks_the_system("mov eax, 60\n syscall"));
        assert!(!asks_the_system("mov rsi, rbx\n cpuid\n xchg rsi, rbx"));
        assert!(!asks_the_system(""));
    }
}
