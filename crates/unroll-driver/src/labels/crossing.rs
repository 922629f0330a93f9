//! The labels of a run that are crossed with iterations, where the tool asks for them.
//!
//! In: the events of loops, and labels that are reached. Out: the number that stands for such a label in the iteration under way.

use unroll_protocol::Crossing;

/// Loops and counted closures have smaller numbers.
const MOST_LOOPS: usize = 256;

/// The iteration of a loop that the run has not begun.
const NOT_BEGUN: u32 = u32::MAX;

/// The table of crossed labels, and the iteration of each loop.
#[derive(Debug)]
pub(crate) struct Crossed {
    table: Crossing,
    iterations: [u32; MOST_LOOPS],
}

impl Crossed {
    /// Reads the table; `None` if no label is crossed.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let table: Crossing = text.parse().ok()?;
        (!table.is_empty()).then_some(Self {
            table,
            iterations: [NOT_BEGUN; MOST_LOOPS],
        })
    }

    /// Begins another run.
    pub(crate) fn clear(&mut self) {
        self.iterations = [NOT_BEGUN; MOST_LOOPS];
    }

    /// Iteration `iteration` of a loop begins; the loop itself, if that is 0.
    pub(crate) fn begin(&mut self, loop_: u32, iteration: u32) {
        if let Some(of_loop) = self.iterations.get_mut(loop_ as usize) {
            *of_loop = iteration;
        }
    }

    /// The number that stands for a label now.
    pub(crate) fn number(&self, label: u32) -> Option<u32> {
        let row = self.table.of(label)?;
        row.number(*self.iterations.get(row.loop_ as usize)?)
    }
}

#[cfg(test)]
mod tests {
    use super::Crossed;

    #[test]
    fn a_label_has_the_number_of_the_iteration_under_way() {
        let mut crossed = Crossed::parse("3:1:1:2:8 4:1:0:2:10").expect("a table");
        assert_eq!(crossed.number(4), None);
        crossed.begin(1, 0);
        assert_eq!([3, 4].map(|it| crossed.number(it)), [None, Some(10)]);
        crossed.begin(1, 2);
        assert_eq!([3, 4].map(|it| crossed.number(it)), [Some(9), Some(12)]);
        crossed.begin(1, 3);
        assert_eq!([2, 3, 4].map(|it| crossed.number(it)), [None; 3]);
        crossed.clear();
        assert_eq!(crossed.number(4), None);
        assert!(Crossed::parse("").is_none());
    }
}
