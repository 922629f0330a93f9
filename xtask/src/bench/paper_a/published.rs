//! The figures of the loop-unrolling paper (tables 2 to 5), for the depths 1 to 15.

/// A table: a line for each function with a figure for each depth, or `-` where the paper has none.
#[derive(Clone, Copy)]
pub(super) struct Published(&'static str);

impl Published {
    /// The figure of a function at a depth.
    pub(super) fn figure(self, function: &str, depth: u32) -> Option<f64> {
        let line = self.0.lines().find_map(|line| {
            let (name, figures) = line.split_once(' ')?;
            (name == function).then_some(figures)
        })?;
        let mut figures = line.split_whitespace();
        figures.nth(depth.checked_sub(1)? as usize)?.parse().ok()
    }

    /// The sum over all functions at a depth; `None` if the paper lacks one of them.
    pub(super) fn total(self, depth: u32) -> Option<f64> {
        let names = self.0.lines().filter_map(|line| line.split(' ').next());
        names.map(|name| self.figure(name, depth)).sum()
    }
}

/// Table 2: seconds to generate tests.
pub(super) const GENERATION: Published = Published(
    "\
binary_search  0.95 0.63 0.80 0.77 0.99 1.33 1.46 1.96 2.77 7.05 - - - - -
max_in_array   0.18 0.22 0.34 0.38 0.59 0.67 0.90 1.06 1.32 1.70 2.11 2.48 2.94 3.36 5.54
square_root    0.10 0.21 0.30 0.53 0.53 1.16 1.67 2.97 3.85 6.41 - - - - -
factorial      0.38 0.10 0.11 0.13 0.13 0.15 0.16 0.19 0.21 0.24 0.27 0.30 0.33 0.35 0.40
gcd            0.09 0.11 0.18 0.39 0.61 0.90 1.70 4.27 - - - - - - -
sum_and_max    0.18 0.32 0.40 0.50 0.68 0.86 1.10 1.50 1.90 2.46 2.90 3.53 3.80 4.59 6.33
prime_check    0.68 0.10 0.12 0.14 0.19 0.21 0.26 0.46 - - - - - - -
linear_search  0.13 0.12 0.16 0.17 0.19 0.19 0.22 0.25 0.26 0.30 0.28 0.38 0.31 0.38 0.35
add            0.08 0.11 0.13 0.16 0.17 0.19 0.21 0.25 0.27 0.29 0.34 0.36 0.40 0.42 0.46
multiply       0.09 0.10 0.12 0.14 0.16 0.19 0.21 0.24 0.26 0.29 0.33 0.37 0.37 0.45 0.45
divide         0.07 0.09 0.11 0.13 0.18 0.19 0.22 0.25 0.27 0.30 0.40 0.38 0.44 0.67 0.54
inverse        0.14 0.20 0.29 0.40 0.51 0.62 0.79 0.97 1.12 1.27 1.48 1.68 2.0 2.32 2.57",
);

/// Table 3: seconds to run them, the mean of 20 runs.
pub(super) const EXECUTION: Published = Published(
    "\
binary_search  0.09 0.13 0.13 0.14 0.15 0.19 0.24 0.44 1.04 3.04 - - - - -
max_in_array   0.01 0.02 0.02 0.03 0.04 0.05 0.05 0.06 0.07 0.08 0.09 0.09 0.10 0.11 0.12
square_root    0.01 0.01 0.02 0.03 0.04 0.04 0.05 0.06 0.06 0.07 - - - - -
factorial      5.99 9.55 13.06 16.65 20.16 23.72 27.26 30.87 34.46 38.14 41.78 45.32 48.94 52.58 56.22
gcd            0.01 0.01 0.02 0.03 0.04 0.04 0.05 0.06 - - - - - - -
sum_and_max    0.01 0.01 0.02 0.03 0.04 0.04 0.05 0.06 0.07 0.07 0.08 0.09 0.10 0.11 0.11
prime_check    0.01 0.02 - 0.02 0.03 0.04 0.05 0.06 - - - - - - -
linear_search  0.01 0.02 0.02 0.03 0.04 0.05 0.06 0.07 0.07 0.08 0.09 0.10 0.11 0.12 0.13
add            0.01 0.01 0.02 0.03 0.04 0.05 0.06 0.06 0.07 0.08 0.08 0.09 0.10 0.11 0.12
multiply       0.01 0.02 0.03 0.04 0.05 0.06 0.06 0.07 0.08 0.09 0.10 0.11 0.12 0.13 0.14
divide         0.01 0.02 0.02 0.03 0.04 0.05 0.06 0.06 0.07 0.08 0.09 0.10 0.11 0.11 0.12
inverse        0.01 0.02 0.02 0.03 0.04 0.05 0.05 0.06 0.07 0.08 0.09 0.09 0.10 0.11 0.12",
);

/// Table 4: distinct faults that the tests of a run find, the mean of 20 runs.
pub(super) const MEAN_FAULTS: Published = Published(
    "\
binary_search  25.5 31.7 35.55 38.1 39.15 39.95 41.05 41.8 42.25 42.8 - - - - -
max_in_array   4.9 5.25 5.45 5.45 5.5 5.5 5.55 5.55 5.55 5.6 5.65 5.7 5.8 5.8 5.8
square_root    16 18 18.85 18.95 18.95 18.95 18.95 18.95 19 19 - - - - -
factorial      10 17 17 17 17 17 17 17 17 17 18 18 18 18 18
gcd            13 19 19.8 19.9 19.95 20 20 20 - - - - - - -
sum_and_max    8.1 13.35 13.55 14.25 15.1 16.45 16.5 16.65 16.85 17.25 17.4 17.8 17.85 18.15 18.15
prime_check    22 22 22 22 22 22 22 22.55 - - - - - - -
linear_search  13 13 13 13 13 13 13 13 13 13 13 13 13 13 13
add            8 8 8 8 8 8 8 8 8 8 8 8 8 8 8
multiply       9 9.5 10 10 12 12 12 12 12 12 12 12 12 12 12
divide         10.5 11.5 11.5 11.5 12 12 12 12 12 12 12 12 12 12 12
inverse        19.75 19.95 20 20.1 20.2 20.2 20.3 20.5 20.6 20.6 20.6 20.6 20.8 20.8 20.9",
);

/// Table 5: distinct faults that the tests of 20 runs find together.
pub(super) const ALL_FAULTS: Published = Published(
    "\
binary_search  34 51 59 64 69 71 72 74 74 74 - - - - -
max_in_array   5 6 6 6 6 6 6 6 6 6 6 6 6 6 6
square_root    16 19 19 19 19 19 19 19 19 19 - - - - -
factorial      10 17 17 17 17 17 17 17 17 17 18 18 18 18 18
gcd            13 19 20 20 20 20 20 20 - - - - - - -
sum_and_max    9 16 16 20 20 22 22 22 22 22 22 22 22 22 22
prime_check    22 22 22 22 22 22 22 23 - - - - - - -
linear_search  13 13 13 13 13 13 13 13 13 13 13 13 13 13 13
add            8 8 8 8 8 8 8 8 8 8 8 8 8 8 8
multiply       13 14 14 14 14 14 14 14 14 14 14 14 14 14 14
divide         11 12 12 12 12 12 12 12 12 12 12 12 12 12 12
inverse        20 22 22 22 22 22 22 22 22 22 22 22 22 22 22",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_paper() {
        assert_eq!(GENERATION.figure("gcd", 8), Some(4.27));
        assert_eq!(GENERATION.figure("gcd", 9), None);
        assert_eq!(EXECUTION.figure("prime_check", 3), None);
        assert_eq!(EXECUTION.figure("factorial", 15), Some(56.22));
        assert_eq!(ALL_FAULTS.figure("factorial", 0), None);
        assert_eq!(ALL_FAULTS.figure("nothing", 1), None);
        // As in its row `Total`.
        let totals = [1, 5, 8, 9].map(|depth| ALL_FAULTS.total(depth));
        assert_eq!(totals, [Some(174.0), Some(242.0), Some(250.0), None]);
        let mean = MEAN_FAULTS.total(1).expect("all are there");
        assert!((mean - 159.75).abs() < 1e-9);
    }
}
