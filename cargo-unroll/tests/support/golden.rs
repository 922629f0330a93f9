//! The comparison with golden files.

use std::path::{Path, PathBuf};

/// Compares `actual` with the file at `tests/golden/NAME`, or writes it there when `UNROLL_BLESS` is set.
#[track_caller]
pub(crate) fn golden(name: &str, actual: &str) {
    let path = golden_path(name);
    if std::env::var_os("UNROLL_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().expect("the path has a folder"))
            .expect("the folder is writable");
        std::fs::write(&path, actual).expect("the file is writable");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{name} differs; look at it, then bless with UNROLL_BLESS=1\n{}",
        similar::TextDiff::from_lines(expected.as_str(), actual).unified_diff()
    );
}

pub(crate) fn golden_path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}
