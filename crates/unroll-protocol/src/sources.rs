//! Where the crates that are linked to the user's code have their own sources. Line tables name these beside the user's.

/// The sources of one crate.
#[derive(Clone, Copy, Debug)]
pub struct Sources {
    folder: &'static str,
    root: &'static str,
}

impl Sources {
    /// The sources below `folder`, of which the compiler calls the root file `root`. Its path is relative in a workspace, and otherwise
    /// however paths are mapped.
    #[must_use]
    pub const fn new(folder: &'static str, root: &'static str) -> Self {
        Self { folder, root }
    }

    /// True if the path of a file or folder in a line table is one of these.
    #[must_use]
    pub fn have(&self, path: &str) -> bool {
        let beside_root = self.root.strip_suffix("lib.rs").unwrap_or(self.root);
        path.starts_with(self.folder) || path.starts_with(beside_root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_known_by_both_of_their_paths() {
        let sources = Sources::new("/home/u/crates/own", "crates/own/src/lib.rs");
        assert!(sources.have("/home/u/crates/own/src/input"));
        assert!(sources.have("crates/own/src/input/text.rs"));
        assert!(!sources.have("src/lib.rs"));
        assert!(!sources.have("crates/other/src/lib.rs"));
    }
}
