//! The depth that is asked for, by the command line or by configuration: a number, or one that the analysis chooses.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::model::job::Deepening;

/// The largest depth that can be asked for.
pub const MAX_DEPTH: u32 = 1000;

/// The depth when nothing is said.
const DEFAULT: u32 = 4;

/// The name of [`Depth::Auto`].
const AUTO: &str = "auto";

/// A depth that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// This many iterations, from 1 to [`MAX_DEPTH`] once it is [checked](Depth::check).
    Fixed(u32),
    /// As many as the default, and more as long as that reaches further code.
    Auto,
}

impl Default for Depth {
    fn default() -> Self {
        Self::Fixed(DEFAULT)
    }
}

impl Depth {
    /// The most iterations that exits of loops are asked for.
    pub fn iterations(self) -> u32 {
        match self {
            Self::Fixed(depth) => depth,
            Self::Auto => DEFAULT,
        }
    }

    /// When the analysis goes deeper.
    pub fn deepening(self) -> Deepening {
        match self {
            Self::Fixed(_) => Deepening::OfClosedLoops,
            Self::Auto => Deepening::WhileFruitful,
        }
    }

    /// This depth.
    ///
    /// # Errors
    /// When it is zero or too large, with the limit.
    pub fn check(self) -> Result<Self, String> {
        match self.iterations() {
            0 => Err(
                "a depth of 0 leaves no iteration to analyse; the smallest depth is 1".to_owned(),
            ),
            1..=MAX_DEPTH => Ok(self),
            _ => Err(too_large(&self.to_string())),
        }
    }
}

fn too_large(depth: &str) -> String {
    format!("{depth} iterations are too many; the largest depth is {MAX_DEPTH}")
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fixed(depth) => depth.fmt(f),
            Self::Auto => f.write_str(AUTO),
        }
    }
}

impl FromStr for Depth {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == AUTO {
            return Ok(Self::Auto);
        }
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.chars().all(|c| c.is_ascii_digit()) {
            return Err(format!(
                "a depth is a whole number from 1 to {MAX_DEPTH}, or `{AUTO}`"
            ));
        }
        if text.starts_with('-') {
            return Err("a depth cannot be negative; the smallest depth is 1".to_owned());
        }
        match text.parse() {
            Ok(depth) => Self::Fixed(depth).check(),
            Err(_) => Err(too_large(text)),
        }
    }
}

impl Serialize for Depth {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Fixed(depth) => serializer.serialize_u32(*depth),
            Self::Auto => serializer.serialize_str(AUTO),
        }
    }
}

impl<'de> Deserialize<'de> for Depth {
    /// The range is checked later, where the package is known that the error names.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DepthVisitor)
    }
}

struct DepthVisitor;

impl de::Visitor<'_> for DepthVisitor {
    type Value = Depth;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a whole number from 1 to {MAX_DEPTH}, or \"{AUTO}\"")
    }

    fn visit_u64<E: de::Error>(self, depth: u64) -> Result<Depth, E> {
        let number = u32::try_from(depth);
        let depth = number.map_err(|_| E::invalid_value(de::Unexpected::Unsigned(depth), &self))?;
        Ok(Depth::Fixed(depth))
    }

    fn visit_i64<E: de::Error>(self, depth: i64) -> Result<Depth, E> {
        let number = u32::try_from(depth);
        let depth = number.map_err(|_| E::invalid_value(de::Unexpected::Signed(depth), &self))?;
        Ok(Depth::Fixed(depth))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Depth, E> {
        if text == AUTO {
            return Ok(Depth::Auto);
        }
        Err(E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depths_are_checked() {
        assert_eq!("1".parse(), Ok(Depth::Fixed(1)));
        assert_eq!("1000".parse(), Ok(Depth::Fixed(1000)));
        assert_eq!("auto".parse(), Ok(Depth::Auto));
        for bad in [
            "0",
            "-1",
            "1001",
            "4294967296",
            "99999999999999999999999",
            "four",
            "Auto",
            "",
            "-",
            "1.5",
        ] {
            assert!(bad.parse::<Depth>().is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for depth in [Depth::Fixed(7), Depth::Auto] {
            let text = serde_json::to_string(&depth).expect("it has a text");
            assert_eq!(serde_json::from_str::<Depth>(&text).ok(), Some(depth));
            assert_eq!(depth.to_string().parse(), Ok(depth));
        }
        for bad in ["-1", "4294967296", "1.5", "\"deep\"", "[]"] {
            assert!(serde_json::from_str::<Depth>(bad).is_err(), "{bad}");
        }
    }
}
