//! Lines of generated code: indentation, and lists that do not fit on one line.

/// Columns of a line.
pub(crate) const WIDTH: usize = 100;

/// The lines, indented.
pub(crate) fn indented(levels: usize, lines: Vec<String>) -> impl Iterator<Item = String> {
    lines.into_iter().map(move |line| {
        if line.is_empty() {
            line
        } else {
            format!("{}{line}", "    ".repeat(levels))
        }
    })
}

/// A statement on one line, or with the one flat list in it filled over several.
pub(crate) fn wrapped(statement: &str) -> Vec<String> {
    // Statements of tests stand two levels deep.
    let width = WIDTH - 8;
    let (Some(open), Some(close)) = (statement.rfind('['), statement.rfind(']')) else {
        return vec![statement.to_owned()];
    };
    let fits = statement.chars().count() <= width || close <= open + 1;
    if fits || statement[open..close].contains(['"', ';', '\'', '{', '(']) {
        return vec![statement.to_owned()];
    }
    let mut lines = vec![statement[..=open].to_owned()];
    for item in statement[open + 1..close].split(", ") {
        match lines.last_mut() {
            Some(line) if lines_start(line) && line.len() + item.len() + 2 <= width => {
                line.push(' ');
                line.push_str(item);
                line.push(',');
            }
            _ => lines.push(format!("    {item},")),
        }
    }
    lines.push(statement[close..].to_owned());
    lines
}

/// True if a line belongs to the filled list.
fn lines_start(line: &str) -> bool {
    line.starts_with("    ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_filled_and_empty_ones_stay() {
        let numbers = ["1000"; 20].join(", ");
        let lines = wrapped(&format!("let numbers = [{numbers}];"));
        assert_eq!(lines.len(), 4, "{lines:?}");
        assert!(lines.iter().all(|line| line.len() <= WIDTH - 8));
        for list in ["[]", "][", "[1]"] {
            let long = format!("let {} = {list};", "name".repeat(30));
            let expected = if list == "[1]" { 3 } else { 1 };
            assert_eq!(wrapped(&long).len(), expected, "{list}");
        }
    }
}
