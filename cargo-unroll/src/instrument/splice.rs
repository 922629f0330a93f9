//! Puts the tool's argument into source text, without moving a line.

use crate::project::{Disarmed, Function, Splice};

/// `text` with the instrumentation of `functions`, all of which stand in it, and without the force of `disarmed`.
pub(super) fn splice<'f>(
    text: &str,
    functions: impl IntoIterator<Item = &'f Function>,
    disarmed: impl IntoIterator<Item = &'f Disarmed>,
) -> String {
    let mut pieces: Vec<(usize, String)> = functions
        .into_iter()
        .map(|function| piece(&function.splice, &function.id))
        .collect();
    for attribute in disarmed {
        pieces.push((attribute.start, "cfg_attr(any(), ".to_owned()));
        pieces.push((attribute.end, ")".to_owned()));
    }
    // From the end to the front, so that offsets of what is still to come stay true.
    pieces.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut text = text.to_owned();
    for (at, piece) in pieces {
        // A file that changed since it was read is stale; cargo will say so, and the next run reads it anew.
        if text.is_char_boundary(at) {
            text.insert_str(at, &piece);
        }
    }
    text
}

fn piece(splice: &Splice, id: &str) -> (usize, String) {
    let tool = format!("__tool(id = \"{id}\", form = counter)");
    match *splice {
        Splice::Attribute { at } => (at, format!("#[::unroll_test::unroll_test({tool})] ")),
        Splice::Arguments { at } => (at, format!("({tool})")),
        Splice::Argument { at, more: true } => (at, format!("{tool}, ")),
        Splice::Argument { at, more: false } => (at, tool),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_fit_each_kind_of_place() {
        let tool = "__tool(id = \"k__f\", form = counter)";
        let at = 3;
        for (place, expected) in [
            (
                Splice::Attribute { at },
                format!("#[::unroll_test::unroll_test({tool})] "),
            ),
            (Splice::Arguments { at }, format!("({tool})")),
            (Splice::Argument { at, more: true }, format!("{tool}, ")),
            (Splice::Argument { at, more: false }, tool.to_owned()),
        ] {
            assert_eq!(piece(&place, "k__f"), (at, expected));
        }
    }
}
