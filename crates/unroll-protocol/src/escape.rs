//! Text between quotes, as values and messages have it in the line protocol.

/// Escapes control characters, quotes, backslashes and everything that is not ASCII as Rust does.
pub fn escape_into(text: &str, out: &mut String) {
    for c in text.chars() {
        match c {
            '\'' => out.push(c),
            _ if c.is_ascii() => out.extend(c.escape_default()),
            _ => out.extend(c.escape_unicode()),
        }
    }
}
