//! Versions of Z3.

use std::fmt;

/// A version of Z3: major, minor, build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) u32, pub(crate) u32, pub(crate) u32);

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl Version {
    /// Reads the first three numbers.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split('.').map(str::parse);
        let mut part = || parts.next()?.ok();
        Some(Self(part()?, part()?, part()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_by_number() {
        let parse = |text| Version::parse(text).expect("a version");
        assert!(parse("4.8.12.0") < parse("4.13.3"));
        assert!(parse("4.15.4\n") > parse("4.13.3"));
        assert_eq!(Version::parse("none"), None);
        assert_eq!(parse("4.15.4.0").to_string(), "4.15.4");
    }
}
