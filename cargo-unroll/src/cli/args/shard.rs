//! `--shard K/N`.

/// One of several parts of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Its number, from 1.
    pub(crate) index: u32,
    /// How many there are.
    pub(crate) count: u32,
}

/// Reads `K/N`.
pub(super) fn parse(text: &str) -> Result<Shard, String> {
    let wrong = || "a shard is `K/N`, with K from 1 to N, such as `1/4`".to_owned();
    let (index, count) = text.split_once('/').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<u32>().map_err(|_| wrong());
    let (index, count) = (number(index)?, number(count)?);
    if index == 0 || index > count || count > 10_000 {
        return Err(wrong());
    }
    Ok(Shard { index, count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_count_from_one() {
        assert_eq!(parse("2/4"), Ok(Shard { index: 2, count: 4 }));
        for wrong in ["0/4", "5/4", "1/0", "1", "a/b", "-1/2", "1/2/3", ""] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
