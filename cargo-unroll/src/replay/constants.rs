//! Constants of the code, as requests name them.
//!
//! In: numbers and words, as `cover` mines them. Out: the text of a request.

use std::collections::BTreeSet;
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

/// Most numbers beside which edges are looked for.
const MAX_BOUNDS: usize = 32;

/// The largest of them, beyond which inputs are hard to read, and the smallest: smaller ones are tried in any code.
const BOUNDS: std::ops::RangeInclusive<u128> = 10..=10_000;

impl Constants {
    /// Numbers that the code may compare its inputs with. It has some with the other sign, since `n < 4000` is compiled as a comparison of `n - 4000`.
    pub fn bounds(&self) -> impl Iterator<Item = u128> + use<> {
        let readable = self.readable.iter().map(|it| u128::from(*it));
        let negative = self.numbers.iter().filter(|it| **it < 0);
        let all = readable.chain(negative.map(|it| it.unsigned_abs()));
        let bounds: BTreeSet<u128> = all.filter(|it| BOUNDS.contains(it)).collect();
        bounds.into_iter().take(MAX_BOUNDS)
    }
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
