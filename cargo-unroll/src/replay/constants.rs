//! Constants of the code, as requests name them.
//!
//! In: numbers and words, as `cover` mines them. Out: the text of a request.

use std::fmt;

/// Constants that the code compares with and computes with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constants {
    /// Numbers.
    pub numbers: Vec<i128>,
    /// Short texts.
    pub words: Vec<Vec<u8>>,
    /// Those of the numbers that stand in the crate and its dependencies and are easy to read, ascending.
    pub readable: Vec<u64>,
}

/// The ways in which a smaller case may be another one.
#[derive(Clone, Copy, Debug)]
pub struct Leeway<'l> {
    /// Constants of the code: those that are easy to read are numbers of cases.
    pub constants: &'l Constants,
    /// Labels that need not stay unless they are asked for.
    pub free: &'l [u32],
}

/// The two lists of a request. A comma follows each number, so that an empty list has one, too.
impl fmt::Display for Leeway<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.constants.readable.iter().map(u64::to_string).collect();
        let free: Vec<String> = self.free.iter().map(u32::to_string).collect();
        write!(f, "{}, {},", numbers.join(","), free.join(","))
    }
}

/// Each number and word is followed by a comma, so that an empty list has one, too.
impl fmt::Display for Constants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.numbers.iter().map(i128::to_string).collect();
        write!(f, "{}, ", numbers.join(","))?;
        for word in &self.words {
            for byte in word {
                write!(f, "{byte:02x}")?;
            }
            f.write_str(",")?;
        }
        Ok(())
    }
}
