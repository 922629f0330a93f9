//! `cargo xtask browser`, and the tier `pages` of `cargo xtask test`: the web pages of reports in a real browser.
//!
//! Chromium, the library that drives it, and axe come from npm, by a lock file with checksums, into the user's cache directory, which needs no root: 70 MB,
//! once. The tier is left out, and says so, where Node.js or these are not to be had.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use crate::step::{self, cargo};
use crate::{cache, corpus, directory, libz3};

/// The scripts, below the root of the repository.
const SCRIPTS: &str = "docs/dev/browser";

/// The screenshots of the book, below the root.
const IMAGES: &str = "docs/book/src/images";

/// Functions of the large report.
const MANY: u32 = 500;

/// Makes the reports and opens their pages. With `--write`, the screenshots of the book are taken.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<()> {
    let takes_images = match args {
        [] => false,
        [only] if only == "--write" => true,
        _ => anyhow::bail!("usage: cargo xtask browser [--write]"),
    };
    libz3::ensure(root)?;
    open(root, &Place::install(root)?, takes_images)
}

/// The tier `pages`.
pub(crate) fn check(root: &Path) -> Result<()> {
    match Place::install(root) {
        Ok(place) => open(root, &place, false),
        Err(error) => {
            step::say(&format!("==> pages: left out: {error:#}"));
            Ok(())
        }
    }
}

fn open(root: &Path, place: &Place, takes_images: bool) -> Result<()> {
    // As deep below the root as the fixture, so that relative dependencies hold.
    let krate = root.join("target/browser");
    directory::copy(&root.join("fixtures/quickstart"), &krate)?;
    // As for the end-to-end tests: another selection of packages gives dependencies other features, and all would be compiled again.
    let selection = ["--workspace", "--exclude", "xtask", "--test", "e2e"];
    let mut build = cargo(root, &["test", "--quiet", "--no-run"]);
    step::run("build cargo-unroll", build.args(selection))?;
    let exe = corpus::exe(&step::target_dir(root), "debug");
    let unroll = |title: &str, args: &[&str]| {
        let mut command = Command::new(&exe);
        command.current_dir(root).arg("unroll").args(args);
        let manifest = krate.join("Cargo.toml");
        step::run(title, command.arg("--manifest-path").arg(manifest))
    };
    // Where the end-to-end tests have compiled the dependencies.
    let built = step::target_dir(root).join("tmp/e2e/built");
    let reports = krate.join("target/unroll");
    fs::create_dir_all(&reports).context("failed to create a folder below target")?;
    let [small, jsonl] = ["html", "report.jsonl"].map(|name| reports.join(name));
    let [html, json] = [("html", &small), ("json", &jsonl)]
        .map(|(kind, path)| format!("--report={kind}={}", path.display()));
    let target = format!("--target-dir={}", built.display());
    unroll(
        "a report",
        &["--depth", "4", "--diff", &html, &json, &target],
    )?;
    let mut check = place.script("check.mjs");
    check.arg(&small);
    if takes_images {
        check.arg("--images").arg(root.join(IMAGES));
    }
    step::run("pages in Chromium", &mut check)?;

    let large = reports.join("large.jsonl");
    let mut many = place.script("many.mjs");
    many.arg(&jsonl).arg(MANY.to_string());
    let out = fs::File::create(&large).context("failed to write the large report")?;
    step::run("a large report", many.stdout(out))?;
    let pages = reports.join("large");
    let [large, folder] = [&large, &pages].map(|path| path.to_str());
    let (large, folder) = large.zip(folder).context("the path is not UTF-8")?;
    unroll("its pages", &["report", large, "--html", folder])?;
    let mut check = place.script("check.mjs");
    step::run("large report in Chromium", check.arg(&pages).arg("--large"))
}

/// The directory with the scripts and all that they need.
struct Place(PathBuf);

impl Place {
    /// Copies the scripts to the directory, and installs their packages unless those of the same lock file are there.
    fn install(root: &Path) -> Result<Self> {
        let place = cache::directory()?.join("browser");
        fs::create_dir_all(place.join("tmp")).context("failed to create the cache directory")?;
        let read = |name: &str| fs::read(root.join(SCRIPTS).join(name));
        for name in ["check.mjs", "many.mjs", "package.json"] {
            fs::write(place.join(name), read(name)?)?;
        }
        let (installed, lock) = (place.join("package-lock.json"), read("package-lock.json")?);
        if fs::read(&installed).is_ok_and(|installed| installed == lock) {
            return Ok(Self(place));
        }
        let pending = place.join("npm-shrinkwrap.json");
        fs::write(&pending, &lock)?;
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]);
        step::run("npm ci", npm.current_dir(&place))
            .context("install Node.js 20 or later with npm (Debian: npm)")?;
        // Under this name, it says that everything is there.
        fs::rename(&pending, &installed)?;
        Ok(Self(place))
    }

    /// Runs a script. Chromium is unpacked beside it, once.
    fn script(&self, name: &str) -> Command {
        let mut node = Command::new("node");
        node.arg(self.0.join(name));
        node.env("TMPDIR", self.0.join("tmp"));
        node
    }
}
