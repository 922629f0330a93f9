//! Which libz3 is loaded, and whether it is recent enough.

use std::fmt;

use crate::SmtError;

/// A version of Z3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Z3Version(pub u32, pub u32, pub u32);

/// The oldest libz3 that works: the crate `z3` uses functions that came with it.
pub const OLDEST_Z3: Z3Version = Z3Version(4, 13, 3);

impl fmt::Display for Z3Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.0, self.1, self.2)
    }
}

impl Z3Version {
    /// The version at the head of a text like `4.15.4.0` or `Z3 4.15.4.0 ...`.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let mut parts = digits.split(|c: char| !c.is_ascii_digit()).map(str::parse);
        let mut part = || parts.next()?.ok();
        Some(Self(part()?, part()?, part()?))
    }
}

/// The version of the libz3 that is loaded, `None` in builds without Z3; an error when it is too old.
#[cfg(has_z3)]
pub fn z3_version() -> Result<Option<Z3Version>, SmtError> {
    let text = z3::full_version();
    let found = text.trim_start_matches("Z3 ");
    let version = Z3Version::parse(found).ok_or_else(|| SmtError::UnknownVersion {
        found: text.to_owned(),
    })?;
    checked(version).map(Some)
}

/// The version of the libz3 that is loaded: none, as this is a build without Z3.
#[cfg(not(has_z3))]
pub fn z3_version() -> Result<Option<Z3Version>, SmtError> {
    Ok(None)
}

#[cfg(any(has_z3, test))]
fn checked(found: Z3Version) -> Result<Z3Version, SmtError> {
    if found < OLDEST_Z3 {
        Err(SmtError::TooOld { found })
    } else {
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_linked_library_is_recent_enough() {
        let version = z3_version().expect("a supported libz3");
        assert_eq!(version.is_some(), cfg!(has_z3));
        assert!(version.is_none_or(|version| version >= OLDEST_Z3));
    }

    #[test]
    fn an_old_library_is_an_error_that_names_it_and_the_remedy() {
        let error = checked(Z3Version(4, 8, 12))
            .expect_err("4.8.12 is too old")
            .to_string();
        assert!(
            error.contains("4.8.12") && error.contains("4.13.3"),
            "{error}"
        );
        assert!(
            error.contains("cargo xtask setup") && error.contains("gh-release"),
            "{error}"
        );
    }

    #[test]
    fn versions_compare_by_number() {
        let parse = |text| Z3Version::parse(text).expect("a version");
        assert!(parse("4.8.12.0") < parse("4.13.3"));
        assert_eq!(parse("4.16.0 - 64 bit"), Z3Version(4, 16, 0));
        assert_eq!(Z3Version::parse("unknown"), None);
    }
}
