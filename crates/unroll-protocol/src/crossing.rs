//! Labels crossed with iterations: which number a label has in each iteration of the loop around it.
//!
//! Such a label has no probe of its own. The probe of the label and the steps of the loop tell it, so the instrumented program is the same
//! whatever the depth. The engine and the native driver derive its number from both by the same table.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// A label in the iterations of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossedLabel {
    /// Number of the label that has the probe.
    pub label: u32,
    /// Number of the loop or counted closure, from 1.
    pub loop_: u32,
    /// The iterations that count: from 1, or from 0 where the label is reached before the first one begins.
    pub iterations: RangeInclusive<u32>,
    /// The number that stands for the first of them; the others follow.
    pub first: u32,
}

impl CrossedLabel {
    /// The number that stands for the label in an iteration, if that counts.
    pub fn number(&self, iteration: u32) -> Option<u32> {
        let counts = self.iterations.contains(&iteration);
        counts.then(|| self.first + (iteration - self.iterations.start()))
    }

    /// Each iteration that counts, and the number that stands for it.
    pub fn numbers(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        self.iterations.clone().zip(self.first..)
    }
}

/// All labels of a function that are crossed with iterations, by their numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crossing {
    rows: Vec<CrossedLabel>,
}

impl Crossing {
    /// The table of these labels.
    pub fn new(mut rows: Vec<CrossedLabel>) -> Self {
        rows.sort_by_key(|row| row.label);
        Self { rows }
    }

    /// True if no label is crossed.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The crossed labels, by number.
    pub fn rows(&self) -> &[CrossedLabel] {
        &self.rows
    }

    /// The label with a number, if it is crossed.
    pub fn of(&self, label: u32) -> Option<&CrossedLabel> {
        let at = self.rows.binary_search_by_key(&label, |row| row.label);
        at.ok().map(|at| &self.rows[at])
    }
}

/// The text is no table of crossed labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCrossing;

impl fmt::Display for NoCrossing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a table of crossed labels")
    }
}

impl std::error::Error for NoCrossing {}

impl fmt::Display for Crossing {
    /// `LABEL:LOOP:FROM:TO:FIRST` for each label, with blanks between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, row) in self.rows.iter().enumerate() {
            let blank = if at == 0 { "" } else { " " };
            let (from, to) = (row.iterations.start(), row.iterations.end());
            write!(
                f,
                "{blank}{}:{}:{from}:{to}:{}",
                row.label, row.loop_, row.first
            )?;
        }
        Ok(())
    }
}

impl FromStr for Crossing {
    type Err = NoCrossing;

    fn from_str(text: &str) -> Result<Self, NoCrossing> {
        let row = |text: &str| {
            let numbers: Option<Vec<u32>> = text.split(':').map(|it| it.parse().ok()).collect();
            match numbers?.as_slice() {
                &[label, loop_, from, to, first] => Some(CrossedLabel {
                    label,
                    loop_,
                    iterations: from..=to,
                    first,
                }),
                _ => None,
            }
        };
        let rows: Option<Vec<_>> = text.split_whitespace().map(row).collect();
        rows.map(Self::new).ok_or(NoCrossing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_iteration_that_counts_has_a_number() {
        let crossing: Crossing = "5:2:0:3:20 1:1:1:3:17".parse().expect("a table");
        assert_eq!(crossing.to_string(), "1:1:1:3:17 5:2:0:3:20");
        let [inside, ahead] = [1, 5].map(|label| crossing.of(label).expect("crossed"));
        assert_eq!(
            [0, 1, 3, 4].map(|it| inside.number(it)),
            [None, Some(17), Some(19), None]
        );
        assert_eq!([0, 3].map(|it| ahead.number(it)), [Some(20), Some(23)]);
        assert_eq!(ahead.numbers().last(), Some((3, 23)));
        assert_eq!(crossing.of(2), None);
        assert_eq!("1:2".parse::<Crossing>(), Err(NoCrossing));
        assert_eq!("".parse(), Ok(Crossing::default()));
    }
}
