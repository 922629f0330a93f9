//! The archive of a release for this platform, as `cargo binstall` expects it.
//!
//! Its program has the list of its dependencies inside (cargo-auditable) and is built without Z3, so that it links no library but that of the system
//! (`docs/dev/adr/0017-libz3.md`). The archive is unpacked again, and its program has to answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use cargo_metadata::Package;

use crate::step::{self, say};
use crate::tools;

/// The files of the repository that go into the archive, beside the program.
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the archive in the target directory, and tries it. `package` is that of the tool.
pub(super) fn make(root: &Path, package: &Package) -> Result<()> {
    let built = build(root)?;
    let target = step::output("rustc", &["--print", "host-tuple"], root)?;
    let naming = Naming::of(package, &target)?;
    let directory = step::target_dir(root).join("archive");
    if directory.exists() {
        fs::remove_dir_all(&directory)?;
    }
    let content = directory.join(&naming.folder);
    fs::create_dir_all(&content)?;
    fs::copy(&built, directory.join(&naming.program))
        .with_context(|| format!("failed to copy {}", built.display()))?;
    for file in FILES {
        fs::copy(root.join(file), content.join(file))
            .with_context(|| format!("failed to copy {file}"))?;
    }
    let archive = directory.join(&naming.archive);
    let mut pack = Command::new("tar");
    pack.arg("-czf").arg(&archive).arg("-C").arg(&directory);
    step::run("tar", pack.arg(&naming.folder))?;
    try_out(&archive, &naming)?;
    let bytes = fs::metadata(&archive)?.len();
    say(&format!("    {}: {} kB", naming.archive, bytes / 1000));
    Ok(())
}

/// Builds the program.
fn build(root: &Path) -> Result<PathBuf> {
    let program = tools::AUDITABLE.executable()?;
    // Not beside a build with Z3, which cargo would make again.
    let target = step::target_dir(root).join("auditable");
    let mut build = Command::new(program);
    build.args(["auditable", "build", "--release", "--no-default-features"]);
    build.args(["--config", "profile.release.strip = \"debuginfo\""]);
    build.args(["--package", "cargo-unroll", "--target-dir"]);
    step::run(
        "cargo auditable build",
        build.arg(&target).current_dir(root),
    )?;
    let built = target.join("release/cargo-unroll");
    let built = built.with_extension(std::env::consts::EXE_EXTENSION);
    let bytes = fs::read(&built).with_context(|| format!("failed to read {}", built.display()))?;
    // The name of the section with the list.
    let mark = b".dep-v0";
    let has_list = bytes.windows(mark.len()).any(|window| window == mark);
    ensure!(has_list, "{} has no list of dependencies", built.display());
    Ok(built)
}

/// Unpacks the archive elsewhere and runs its program.
fn try_out(archive: &Path, naming: &Naming) -> Result<()> {
    let elsewhere = archive.with_file_name("unpacked");
    fs::create_dir_all(&elsewhere)?;
    let mut unpack = Command::new("tar");
    unpack.arg("-xzf").arg(archive).arg("-C").arg(&elsewhere);
    step::run("tar", &mut unpack)?;
    let program = elsewhere.join(&naming.program);
    let mut asked = Command::new(&program);
    // As on a machine that has no libz3.
    asked.env_remove("LD_LIBRARY_PATH");
    let output = asked.args(["unroll", "--version"]).output()?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    ensure!(
        output.status.success() && stdout.contains(&naming.version),
        "{} says: {stdout}",
        program.display()
    );
    Ok(())
}

/// The names of the archive and of what is in it, after the metadata for `cargo binstall`.
struct Naming {
    /// The file that the last part of `pkg-url` names.
    archive: String,
    /// The program in the archive, `bin-dir`.
    program: String,
    /// The folder of the program.
    folder: String,
    version: String,
}

impl Naming {
    fn of(package: &Package, target: &str) -> Result<Self> {
        let metadata = &package.metadata["binstall"];
        let version = package.version.to_string();
        let field = |name: &str| {
            let template = metadata[name].as_str();
            let template = template.with_context(|| format!("binstall metadata lack `{name}`"))?;
            expand(template, &package.name, &version, target)
        };
        let url = field("pkg-url")?;
        let program = field("bin-dir")?;
        let archive = url.rsplit('/').next().unwrap_or_default().to_owned();
        let (folder, _) = program
            .rsplit_once('/')
            .context("`bin-dir` has no folder")?;
        Ok(Self {
            archive,
            folder: folder.to_owned(),
            program,
            version,
        })
    }
}

/// Puts values in the place of `{ name }` and the like.
fn expand(template: &str, name: &str, version: &str, target: &str) -> Result<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once('{') {
        let (key, after) = behind.split_once('}').context("a brace is not closed")?;
        text.push_str(before);
        text.push_str(match key.trim() {
            "name" | "bin" => name,
            "version" => version,
            "target" => target,
            "binary-ext" => std::env::consts::EXE_SUFFIX,
            // The address of the repository, which a file name does not depend on.
            "repo" => "",
            other => bail!("`{other}` is not a key of binstall metadata"),
        });
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_expanded() {
        let expand = |template: &str| expand(template, "tool", "1.2.0", "x86_64-unknown-linux-gnu");
        let url = expand("{ repo }/releases/v{ version }/{ name }-{version}-{ target }.tgz");
        let name = "/releases/v1.2.0/tool-1.2.0-x86_64-unknown-linux-gnu.tgz";
        assert_eq!(url.expect("all keys are known"), name);
        assert!(expand("{ version").is_err() && expand("{ colour }").is_err());
    }
}
