//! Near misses: known names that the user may have meant.

/// At most five of `known` that resemble `wanted`, best first; ties in the order of `known`.
pub fn near<'k>(wanted: &str, known: impl IntoIterator<Item = &'k str>) -> Vec<String> {
    let last = last_segment(wanted);
    let mut scored: Vec<(usize, &str)> = known
        .into_iter()
        .filter_map(|name| {
            let whole = distance(wanted, name);
            let best = whole.min(distance(last, last_segment(name)));
            let limit = (last.chars().count() / 3).max(1);
            let contained = last.len() >= 3 && last_segment(name).contains(last);
            (best <= limit || contained).then_some((best, name))
        })
        .collect();
    scored.sort_by_key(|(score, _)| *score);
    scored.dedup_by_key(|(_, name)| *name);
    scored
        .into_iter()
        .take(5)
        .map(|(_, name)| name.to_owned())
        .collect()
}

fn last_segment(path: &str) -> &str {
    path.rsplit("::").next().unwrap_or(path)
}

/// Edits (insert, delete, replace, swap neighbours) between `a` and `b`: optimal string alignment.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before[j - 2] + 1);
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_swap_is_one_edit() {
        assert_eq!(distance("saerch", "search"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("same", "same"), 0);
    }

    #[test]
    fn the_last_segment_decides() {
        let known = [
            "k::search::binary_search",
            "k::text::split",
            "k::search::lower_bound",
        ];
        assert_eq!(near("binary_serch", known), ["k::search::binary_search"]);
        assert_eq!(near("k::bound", known), ["k::search::lower_bound"]);
        assert!(near("zzz", known).is_empty());
    }
}
