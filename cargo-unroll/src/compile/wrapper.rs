//! The tool in front of rustc, for the packages of a copy alone.
//!
//! * It has LLVM print a crate before it is optimised. Which addresses of locals code looks at can be seen in that alone, since the
//!   optimiser decides comparisons of them. Flags for the print name a folder, so they can neither stand among the flags for all packages,
//!   which would all be compiled again in another place, nor in a profile.
//! * It has a test linked with all crates that it depends on, as IR. By a profile all of them would be compiled once more for that.
//!
//! **Invariant:** rustc gets its arguments unchanged but for these, and its exit code is passed on.

use std::ffi::OsString;
use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};

/// The variable that tells this executable that it stands in front of rustc.
const VARIABLE: &str = "__CARGO_UNROLL_RUSTC";

/// The variable that tells it to have crates printed.
pub(super) const PRINTS: &str = "__CARGO_UNROLL_PRINTS";

/// The variable that tells it to have tests linked as IR.
pub(super) const WHOLE: &str = "__CARGO_UNROLL_WHOLE";

/// The pass before which a crate is printed: the first one of all pipelines with optimisation.
const FIRST_PASS: &str = "annotation2metadata";

/// The flags of a test of which only the IR of the whole program is read.
///
/// As a library it has the harnesses for entries, and nothing else stays: neither libtest nor, since no harness is registered with it, the driver of native
/// runs. Objects stay bitcode, which saves the time for machine code, two thirds of such a build, and are not
/// linked.
const WHOLE_PROGRAM: [&str; 7] = [
    "--cfg=test",
    "--cfg=unroll_whole_program",
    "--crate-type=cdylib",
    "-Clto=fat",
    "-Cembed-bitcode=yes",
    "-Clinker-plugin-lto",
    "-Clinker=true",
];

/// Has cargo start the tool at `exe` for the packages of its workspace.
pub(super) fn install(cargo: &mut Command, exe: &str) {
    cargo.env("RUSTC_WORKSPACE_WRAPPER", exe).env(VARIABLE, "1");
}

/// True if cargo has started this process in place of rustc.
pub fn is_called() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Runs rustc: the first of `args`, with the others. Gives its exit code, 1 if it has none.
pub fn rustc(args: &[OsString]) -> i32 {
    let Some((rustc, args)) = args.split_first() else {
        return 1;
    };
    let mut command = Command::new(rustc);
    for variable in [VARIABLE, PRINTS, WHOLE] {
        command.env_remove(variable);
    }
    command.args(arguments(args, std::env::var_os(WHOLE).is_some()));
    let prints = std::env::var_os(PRINTS).is_some();
    if let Some(folder) = folder(args).filter(|_| prints) {
        // Of an earlier build; what is not there needs no removal.
        let _ = std::fs::remove_dir_all(&folder);
        for option in [
            format!("-print-before={FIRST_PASS}"),
            "-print-module-scope".to_owned(),
            format!("-ir-dump-directory={folder}"),
        ] {
            command.arg(format!("-Cllvm-args={option}"));
        }
    }
    match command.status() {
        Ok(status) => status.code().unwrap_or(1),
        Err(error) => {
            eprintln!("error: {} cannot be started: {error}", rustc.display());
            1
        }
    }
}

/// The arguments of rustc for those of cargo; those of a test become the ones of a whole program where that is asked for.
fn arguments(args: &[OsString], is_whole: bool) -> Vec<OsString> {
    let mut args = args.to_vec();
    let test = args.iter().position(|arg| arg == "--test");
    if let Some(at) = test.filter(|_| is_whole) {
        args.remove(at);
        // The last of several settings holds.
        args.extend(WHOLE_PROGRAM.map(OsString::from));
    }
    args
}

/// The folder for the prints of a crate; `None` for one whose IR is not asked for.
fn folder(args: &[OsString]) -> Option<Utf8PathBuf> {
    let args: Vec<&str> = args.iter().filter_map(|it| it.to_str()).collect();
    let behind = |option: &str| {
        let at = args.iter().position(|it| *it == option)?;
        args.get(at + 1).copied()
    };
    let is_ir = |arg: &&&str| arg.starts_with("--emit") && arg.contains("llvm-ir");
    args.iter().find(is_ir)?;
    let extra = args
        .iter()
        .find_map(|it| it.strip_prefix("extra-filename="));
    let stem = format!("{}{}", behind("--crate-name")?, extra.unwrap_or_default());
    Some(
        Utf8Path::new(behind("--out-dir")?)
            .join(stem)
            .with_extension(EXTENSION),
    )
}

/// The extension of folders of prints.
const EXTENSION: &str = "unoptimised";

/// The file that holds a crate before it was optimised, by the path of its IR; `None` if there is none.
pub(super) fn print(ll: &Utf8Path) -> Option<Utf8PathBuf> {
    let folder = ll.with_extension(EXTENSION);
    let mut entries = folder.read_dir_utf8().ok()?.flatten();
    let only = entries.next()?;
    // With one codegen unit there is one file; of several, none would be the whole crate.
    entries.next().is_none().then(|| only.path().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_of(args: &str) -> Option<Utf8PathBuf> {
        let args: Vec<OsString> = args.split(' ').map(OsString::from).collect();
        folder(&args)
    }

    #[test]
    fn tests_alone_become_whole_programs() {
        let test = ["--crate-name", "a", "--test", "-Clto=off"].map(OsString::from);
        assert_eq!(arguments(&test, false), test);
        let whole = arguments(&test, true);
        assert!(!whole.contains(&"--test".into()), "{whole:?}");
        let last = |key: &str| {
            whole
                .iter()
                .rfind(|it| it.to_string_lossy().starts_with(key))
        };
        assert_eq!(last("-Clto"), Some(&"-Clto=fat".into()));
        let library = ["--crate-name", "a", "--crate-type", "lib"].map(OsString::from);
        assert_eq!(arguments(&library, true), library);
    }

    #[test]
    fn prints_stand_beside_the_ir() {
        let args = "--crate-name a src/lib.rs --emit=dep-info,link -C extra-filename=-1f --out-dir /t/deps --emit=llvm-ir";
        let found = folder_of(args).expect("IR is asked for");
        assert_eq!(found, "/t/deps/a-1f.unoptimised");
        assert_eq!(
            Utf8Path::new("/t/deps/a-1f.ll").with_extension(EXTENSION),
            found
        );
        assert_eq!(folder_of(&args.replace("llvm-ir", "metadata")), None);
        assert_eq!(folder_of("-vV"), None);
    }
}
