//! Amounts in messages and reports.
//!
//! In: a number and a noun. Out: both, with the noun's plural where there is not one.

/// `1 test`, `2 tests`.
pub fn amount(count: usize, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_has_no_plural() {
        let amounts = [0, 1, 2].map(|count| amount(count, "test"));
        assert_eq!(amounts, ["0 tests", "1 test", "2 tests"]);
    }
}
