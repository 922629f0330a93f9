//! Files of a package by name.

use camino::{Utf8Path, Utf8PathBuf};

/// Files called `name` below `dir`, in order. Packages inside, hidden directories, links and build output are left out.
pub(crate) fn named(dir: &Utf8Path, name: &str) -> Vec<Utf8PathBuf> {
    all(dir, &|path| path.file_name() == Some(name))
}

/// Files with the extension `extension` below `dir`, in order, under the same conditions.
pub(crate) fn with_extension(dir: &Utf8Path, extension: &str) -> Vec<Utf8PathBuf> {
    all(dir, &|path| path.extension() == Some(extension))
}

fn all(dir: &Utf8Path, is_wanted: &dyn Fn(&Utf8Path) -> bool) -> Vec<Utf8PathBuf> {
    let mut found = Vec::new();
    collect(dir, is_wanted, &mut found);
    found.sort();
    found
}

fn collect(dir: &Utf8Path, is_wanted: &dyn Fn(&Utf8Path) -> bool, found: &mut Vec<Utf8PathBuf>) {
    // What cannot be read holds nothing of ours.
    let Ok(entries) = dir.read_dir_utf8() else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        let Ok(kind) = entry.file_type() else {
            continue;
        };
        if kind.is_file() && is_wanted(path) {
            found.push(path.to_owned());
        } else if kind.is_dir() && !is_foreign(path, entry.file_name()) {
            collect(path, is_wanted, found);
        }
    }
}

fn is_foreign(path: &Utf8Path, name: &str) -> bool {
    name.starts_with('.')
        || name == "node_modules"
        || path.join("Cargo.toml").is_file()
        || path.join("CACHEDIR.TAG").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_inside_are_left_out() {
        let dir = tempfile::tempdir().expect("temporary directory");
        let root = Utf8Path::from_path(dir.path()).expect("UTF-8");
        for file in [
            "src/x.rs",
            "src/m/x.rs",
            "inner/Cargo.toml",
            "inner/x.rs",
            ".git/x.rs",
            "target/CACHEDIR.TAG",
            "target/x.rs",
        ] {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().expect("has a parent")).expect("creates");
            std::fs::write(path, "").expect("writes");
        }
        assert_eq!(
            named(root, "x.rs"),
            [root.join("src/m/x.rs"), root.join("src/x.rs")]
        );
    }
}
