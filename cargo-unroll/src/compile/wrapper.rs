//! The tool in front of rustc, for the packages of a copy alone: it has LLVM print a crate before it is optimised.
//!
//! Which addresses of locals code looks at can be seen in that alone, since the optimiser decides comparisons of them. Flags for the print
//! name a folder, so they can neither stand among the flags for all packages, which would all be compiled again in another place, nor in
//! a profile.
//!
//! **Invariant:** rustc gets its arguments unchanged but for the print, and its exit code is passed on.

use std::ffi::OsString;
use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};

/// The variable that tells this executable that it stands in front of rustc.
const VARIABLE: &str = "__CARGO_UNROLL_RUSTC";

/// The variable that tells it to have crates printed.
pub(super) const PRINTS: &str = "__CARGO_UNROLL_PRINTS";

/// The pass before which a crate is printed: the first one of all pipelines with optimisation.
const FIRST_PASS: &str = "annotation2metadata";

/// Has cargo start this executable for the packages of its workspace.
pub(super) fn install(cargo: &mut Command) {
    if let Ok(exe) = std::env::current_exe() {
        cargo.env("RUSTC_WORKSPACE_WRAPPER", exe).env(VARIABLE, "1");
    }
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
    command.args(args).env_remove(VARIABLE).env_remove(PRINTS);
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
