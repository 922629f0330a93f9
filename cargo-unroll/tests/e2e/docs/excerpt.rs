//! Excerpts of outputs and files.

/// Fails unless the parts of `excerpt` between lines `...` stand in `whole`, in this order. Indentation does not count, and
/// `…` stands for any text within a line.
pub(crate) fn check(excerpt: &str, whole: &str, of: &str) -> Result<(), String> {
    let lines = |text: &str| -> Vec<String> {
        let lines = text.trim_end().lines();
        lines.map(|line| line.trim().to_owned()).collect()
    };
    let (excerpt, whole) = (lines(excerpt), lines(whole));
    let mut from = 0;
    let parts = excerpt.split(|line| line == "...");
    for part in parts.filter(|part| !part.is_empty()) {
        let found = whole[from..].windows(part.len()).position(|window| {
            part.is_empty()
                || part
                    .iter()
                    .zip(window)
                    .all(|(part, line)| matches(part, line))
        });
        let Some(found) = found else {
            let (part, whole) = (part.join("\n"), whole.join("\n"));
            return Err(format!("not part of {of}:\n{part}\n\nwhich is:\n{whole}"));
        };
        from += found + part.len();
    }
    Ok(())
}

/// True if `line` is `pattern`, in which `…` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((before, rest)) = pattern.split_once('…') else {
        return pattern == line;
    };
    let Some(line) = line.strip_prefix(before) else {
        return false;
    };
    let mut ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
    ends.any(|at| matches(rest, &line[at..]))
}

#[test]
fn excerpts_may_leave_lines_out() {
    let check = |excerpt| check(excerpt, "a\n  b\nc\n  d\n", "letters");
    assert!(check("b\n...\nd\n").is_ok());
    assert!(check("...\nd\n...\n").is_ok());
    assert!(check("d\n...\nb\n").is_err());
    assert!(check("a\nc\n").is_err());
}

#[test]
fn excerpts_may_leave_text_out_within_a_line() {
    assert!(matches("in … s, …", "in 1.5 s, done"));
    assert!(!matches("in … s", "in 1.5 ms"));
    assert!(matches("…", ""));
}
