//! How crates are compiled for analysis.
//!
//! The settings are a separate cargo profile, passed on cargo's command line, so that dependencies share them and
//! the user's profiles do not matter. Settings that no profile has are passed as rustflags. A build for an explicit
//! target keeps those away from build scripts and procedural macros.

use std::collections::BTreeSet;
use std::ffi::OsString;

use camino::Utf8Path;

use super::wrapper;
use crate::project::CopyKind;
use crate::project::sources::cargo_config;

/// Name of the profile of the instrumented build.
const PROFILE: &str = "unroll";

/// Flags for code whose IR is read.
const IR: [&str; 5] = [
    "--emit=llvm-ir",
    // For the whole program, to which all but the packages of a copy are linked as the other builds have them.
    "-Cembed-bitcode=yes",
    "-Csymbol-mangling-version=v0",
    // Without the kinds of functions that allocate, LLVM removes no allocation. With one it would also decide comparisons of its address, and not as a
    // build does that keeps it.
    "-Cllvm-args=-force-remove-attribute=allockind",
    // The condition `at < len` of a loop stays, for which LLVM would write `at != len`: it holds for every state in which an iteration begins,
    // and the other one does not say as much of any of them.
    "-Cllvm-args=-disable-lftr",
];

/// Flags for all builds with probes. Lints are capped because instrumentation may trip over the crate's own `forbid`s.
const INSTRUMENTED: [&str; 3] = [
    "--cap-lints=allow",
    // Each panic keeps a call of its own, in the IR and in the program, so that its place stays known.
    "-Cllvm-args=-simplifycfg-merge-compatible-invokes=false",
    "-Cllvm-args=-enable-tail-merge=false",
];

/// The common settings of all flavours. Procedural macros and build scripts run once, and compiling them is the cost; built alike
/// in one profile directory, they are built once for all flavours. (No setting of `lto` can be made for them alone.)
const SHARED_SETTINGS: [&str; 11] = [
    "inherits='test'",
    "lto='off'",
    "build-override.opt-level=0",
    "build-override.codegen-units=256",
    "build-override.debug=false",
    "build-override.incremental=false",
    // The runtime's own lines are never reported, and make its IR several times as large. It does not change either.
    "package.unroll-driver.debug=false",
    "package.unroll-driver.incremental=false",
    "package.unroll-runtime.debug=false",
    "package.unroll-runtime.incremental=false",
    "package.unroll-protocol.debug=false",
];

/// The packages of the tool that are linked to the user's code.
const RUNTIME: [&str; 4] = [
    "unroll-driver",
    "unroll-protocol",
    "unroll-runtime",
    "unroll-test",
];

/// Light optimisation makes memory into registers and keeps the shape of the code; the checks are those of a debug build.
const SETTINGS: [&str; 9] = [
    "opt-level=1",
    "codegen-units=1",
    // No IR of it is read, and the first build of a user waits for its machine code.
    "package.unroll-driver.codegen-units=16",
    "overflow-checks=true",
    "debug-assertions=true",
    "debug='line-tables-only'",
    "strip='none'",
    "incremental=false",
    "panic='unwind'",
];

/// The settings of builds for scores. The recorder behind the probes is optimised, as it runs more often than anything else. The tests wait for its build,
/// so that has nothing that they do not need.
const TESTS_SETTINGS: [&str; 6] = [
    "package.unroll-runtime.opt-level=2",
    "package.unroll-runtime.codegen-units=1",
    "package.unroll-runtime.debug=false",
    "package.unroll-runtime.debug-assertions=false",
    "package.unroll-runtime.overflow-checks=false",
    "package.unroll-runtime.incremental=false",
];

/// The purpose of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flavour {
    /// IR per crate.
    PerCrate,
    /// One IR file with the standard library in it.
    Fat,
    /// The user's own test profile.
    Plain,
    /// The same without the crate's own lints.
    Lenient,
}

impl Flavour {
    /// Flags for rustc.
    fn rustflags(self) -> Vec<&'static str> {
        match self {
            Self::Plain => Vec::new(),
            Self::Lenient => INSTRUMENTED.to_vec(),
            Self::PerCrate | Self::Fat => [&IR[..], &INSTRUMENTED].concat(),
        }
    }
}

/// Arguments and environment for one flavour.
#[derive(Clone, Debug, Default)]
pub(super) struct Flags {
    pub(super) args: Vec<String>,
    pub(super) env: Vec<(&'static str, OsString)>,
}

impl Flags {
    /// Tells the packages `members` of a copy from those of other copies, by settings that cargo takes into the names of files. What they depend on is common
    /// to all copies as far as it can be.
    pub(super) fn for_copy(mut self, kind: CopyKind, members: &BTreeSet<String>) -> Self {
        let mut config = |setting: String| {
            let setting = format!("profile.{PROFILE}.{setting}");
            self.args.extend(["--config".to_owned(), setting]);
        };
        match kind {
            CopyKind::Analysis => {}
            CopyKind::Callers => {
                // Only debuggers miss it.
                for member in members {
                    config(format!("package.{member:?}.strip='debuginfo'"));
                }
            }
            CopyKind::Infeasible => {
                for check in ["overflow-checks", "debug-assertions"] {
                    config(format!("{check}=false"));
                    // Procedural macros and build scripts stay those of the other copies.
                    config(format!("build-override.{check}=true"));
                    for package in RUNTIME {
                        config(format!("package.{package}.{check}=true"));
                    }
                }
            }
        }
        self
    }

    /// Has rustc link the whole program ([`wrapper`]), and tells the packages `members` from those of builds that do not, as above.
    pub(super) fn for_whole_program(mut self, members: &BTreeSet<String>) -> Self {
        self.env.push((wrapper::WHOLE, "1".into()));
        for member in members {
            // No other program reads what debug information is split off.
            let setting = format!("profile.{PROFILE}.package.{member:?}.split-debuginfo='off'");
            self.args.extend(["--config".to_owned(), setting]);
        }
        self
    }
}

/// The flags of `flavour` for the machine `host`, in a workspace at `root`.
pub(super) fn flags(flavour: Flavour, host: &str, root: &Utf8Path) -> Flags {
    let mut flags = Flags::default();
    let mut config = |text: String| flags.args.extend(["--config".to_owned(), text]);
    let own: &[&str] = match flavour {
        Flavour::Plain | Flavour::Lenient => &[],
        Flavour::PerCrate | Flavour::Fat => &SETTINGS,
    };
    for setting in SHARED_SETTINGS.iter().chain(own) {
        config(format!("profile.{PROFILE}.{setting}"));
    }
    // Through the environment: a flag would be one of all packages, which would then be compiled
    // again (`wrapper`).
    if flavour == Flavour::PerCrate {
        flags.env.push((wrapper::PRINTS, "1".into()));
    }
    flags
        .args
        .extend([format!("--profile={PROFILE}"), format!("--target={host}")]);
    let own = flavour.rustflags();
    if !own.is_empty() {
        rustflags(&mut flags, &own, host, root);
    }
    flags
}

/// The flags of a build of the user's own tests for the machine `host`, in a workspace at `root`: the user's profiles, with lints capped.
///
/// The code of the packages `light` is optimised lightly. Without, each probe makes the code around it several times as slow as the recorder behind it: values
/// take the way through memory. Checks of overflow and debug assertions are settings of their own, and stay.
pub(super) fn of_tests(host: &str, root: &Utf8Path, light: &[&str]) -> Flags {
    let mut flags = Flags::default();
    let light = light
        .iter()
        .map(|package| format!("package.{package:?}.opt-level=1"));
    let settings = TESTS_SETTINGS.into_iter().map(str::to_owned);
    for setting in settings.chain(light) {
        let setting = format!("profile.dev.{setting}");
        flags.args.extend(["--config".to_owned(), setting]);
    }
    rustflags(&mut flags, &INSTRUMENTED, host, root);
    flags
}

/// Adds our rustflags to the user's, wherever those come from; cargo takes one source of them only.
fn rustflags(flags: &mut Flags, own: &[&str], host: &str, root: &Utf8Path) {
    if let Some(encoded) = std::env::var_os("CARGO_ENCODED_RUSTFLAGS") {
        flags
            .env
            .push(("CARGO_ENCODED_RUSTFLAGS", joined(encoded, own, "\u{1f}")));
    } else if let Some(plain) = std::env::var_os("RUSTFLAGS") {
        flags.env.push(("RUSTFLAGS", joined(plain, own, " ")));
    } else {
        // Cargo joins the lists of one key from all its sources, and a list under `target` hides
        // that under `build`.
        let key = if cargo_config::has_target_rustflags(host, root) {
            format!("target.{host}")
        } else {
            "build".to_owned()
        };
        let list: Vec<String> = own.iter().map(|flag| format!("'{flag}'")).collect();
        let list = list.join(",");
        flags
            .args
            .extend(["--config".to_owned(), format!("{key}.rustflags=[{list}]")]);
    }
}

fn joined(mut users: OsString, own: &[&str], separator: &str) -> OsString {
    for flag in own {
        if !users.is_empty() {
            users.push(separator);
        }
        users.push(flag);
    }
    users
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_flags_come_first() {
        assert!(
            joined("-Ca".into(), &IR, " ")
                .to_string_lossy()
                .starts_with("-Ca --emit=llvm-ir ")
        );
        assert!(
            joined(OsString::new(), &IR, " ")
                .to_string_lossy()
                .starts_with("--emit=llvm-ir ")
        );
    }

    #[test]
    fn only_the_packages_of_a_copy_are_told_from_those_of_others() {
        let members = BTreeSet::from(["a".to_owned()]);
        let settings = |kind| Flags::default().for_copy(kind, &members).args.join(" ");
        assert_eq!(settings(CopyKind::Analysis), "");
        assert_eq!(
            settings(CopyKind::Callers),
            "--config profile.unroll.package.\"a\".strip='debuginfo'"
        );
        let infeasible = settings(CopyKind::Infeasible);
        assert!(infeasible.contains("profile.unroll.overflow-checks=false"));
        assert!(infeasible.contains("profile.unroll.build-override.overflow-checks=true"));
        assert!(infeasible.contains("profile.unroll.package.unroll-runtime.overflow-checks=true"));
    }
}
