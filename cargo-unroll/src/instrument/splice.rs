//! Puts the tool's argument into source text, without moving a line.

use std::collections::BTreeSet;
use std::ops::Range;

use unroll_syntax::Criteria;
use unroll_syntax::formatting::FormatOptions;

use super::moved::Moved;
use crate::model::kept::KeptCandidate;
use crate::project::{Purpose, SelectedFunction, Splice};

/// The pieces of code that go into one file.
#[derive(Debug, Default)]
pub(super) struct Pieces<'f> {
    /// Functions that get the tool's argument, with whether parameters without `Input` have default values.
    pub(super) functions: Vec<(&'f SelectedFunction, bool)>,
    /// Attributes that give types `Input`, with where they go.
    pub(super) inputs: BTreeSet<(usize, String)>,
    /// Other attributes, with their places.
    pub(super) added: Vec<(usize, String)>,
    /// Attributes that lose their force.
    pub(super) disarmed: Vec<Range<usize>>,
    /// Items that are left out.
    pub(super) removed: Vec<Range<usize>>,
}

impl Pieces<'_> {
    /// Puts disarmed and removed places where they are in another text. Those that are not in it have no piece.
    pub(super) fn move_to(&mut self, moved: &Moved) {
        for places in [&mut self.disarmed, &mut self.removed] {
            *places = places
                .iter()
                .filter_map(|place| moved.stretch(place))
                .collect();
        }
    }
}

/// `text` with `pieces` in it.
pub(super) fn splice(text: &str, pieces: &Pieces<'_>) -> String {
    let mut insertions: Vec<(usize, String)> = pieces
        .functions
        .iter()
        .map(|&(function, defaults)| {
            let outside = !function.built.is_empty();
            let tool = Tool {
                id: &function.id,
                criteria: &function.criteria,
                outside,
                defaults,
                formats: function.asked.formats,
                relaxes: function.purpose == Purpose::Explanations,
                locals: &function.asked.locals,
                shadows: &function.shadowed_macros,
                kept: &function.invariants.kept,
            };
            piece(&function.splice, &function.types, &tool)
        })
        .collect();
    insertions.extend(pieces.inputs.iter().cloned());
    insertions.extend(pieces.added.iter().cloned());
    for attribute in &pieces.disarmed {
        // `any()` without operands never holds.
        insertions.push((attribute.start, "cfg_attr(any(), ".to_owned()));
        insertions.push((attribute.end, ")".to_owned()));
    }
    for item in &pieces.removed {
        insertions.push((item.start, "#[cfg(any())] ".to_owned()));
    }
    // From the end to the front, so that offsets of what is still to come stay true.
    insertions.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut text = text.to_owned();
    for (at, piece) in insertions {
        // A file that changed since it was read is stale; cargo will say so, and the next run reads it anew.
        if text.is_char_boundary(at) {
            text.insert_str(at, &piece);
        }
    }
    text
}

/// The tool's argument of a function.
struct Tool<'f> {
    id: &'f str,
    criteria: &'f Criteria,
    /// True if the harness is outside of a type that others see.
    outside: bool,
    /// True if parameters whose types are no inputs have their default values.
    defaults: bool,
    /// The options of a formatter.
    formats: FormatOptions,
    /// True if conditions get probes.
    relaxes: bool,
    /// The thread locals that are inputs.
    locals: &'f [String],
    /// The macros of the standard library whose names mean others.
    shadows: &'f [String],
    /// The values that it leaves behind.
    kept: &'f [KeptCandidate],
}

/// The edits for a function with `types`.
fn piece(splice: &Splice, types: &str, tool: &Tool<'_>) -> (usize, String) {
    let Tool {
        id,
        criteria,
        outside,
        defaults,
        formats,
        relaxes,
        locals,
        shadows,
        kept,
    } = *tool;
    let method = match splice {
        Splice::Attribute { method, .. } => method.as_ref(),
        _ => None,
    };
    let types = if types.is_empty() {
        String::new()
    } else {
        format!(", {types}")
    };
    let method = method.map(|name| format!(", method = {name}"));
    let method = method.unwrap_or_default();
    let outside = if outside { ", outside" } else { "" };
    let defaults = if defaults { ", defaults" } else { "" };
    let formats = match formats {
        FormatOptions::Any => ", formats",
        FormatOptions::Default => "",
    };
    let relaxes = if relaxes { ", relaxes" } else { "" };
    let (locals, shadows) = (names("locals", locals), names("shadows", shadows));
    let keeps = keeps(kept);
    let tool = format!(
        "__tool(id = \"{id}\", form = counter, criteria = \"{criteria}\"{method}{outside}{defaults}{formats}{relaxes}{locals}{shadows}{keeps}){types}"
    );
    match splice {
        Splice::Attribute { at, .. } => (*at, format!("#[::unroll_test::unroll_test({tool})] ")),
        Splice::Arguments { at } => (*at, format!("({tool})")),
        Splice::Argument { at, more: true } => (*at, format!("{tool}, ")),
        Splice::Argument { at, more: false } => (*at, tool),
    }
}

/// `, argument(A, B)`, if there are names.
fn names(argument: &str, names: &[String]) -> String {
    if names.is_empty() {
        String::new()
    } else {
        format!(", {argument}({})", names.join(", "))
    }
}

/// The values that are to satisfy invariants of types, with the numbers of their clauses.
fn keeps(kept: &[KeptCandidate]) -> String {
    let clauses = kept.iter().filter_map(|it| Some((it.value, it.clause?)));
    let pairs: Vec<_> = clauses
        .map(|(value, clause)| format!("{value} = {clause}"))
        .collect();
    if pairs.is_empty() {
        String::new()
    } else {
        format!(", keeps({})", pairs.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece_of(splice: &Splice, types: &str, outside: bool) -> (usize, String) {
        let tool = Tool {
            id: "k__f",
            criteria: &Criteria::default(),
            outside,
            defaults: false,
            formats: FormatOptions::Default,
            relaxes: false,
            locals: &[],
            shadows: &[],
            kept: &[],
        };
        piece(splice, types, &tool)
    }

    #[test]
    fn pieces_fit_each_kind_of_place() {
        let form = format!("form = counter, criteria = \"{}\"", Criteria::default());
        let tool = format!("__tool(id = \"k__f\", {form})");
        let at = 3;
        for (place, types, expected) in [
            (
                Splice::Attribute { at, method: None },
                "",
                format!("#[::unroll_test::unroll_test({tool})] "),
            ),
            (
                Splice::Attribute { at, method: None },
                "T = i32",
                format!("#[::unroll_test::unroll_test({tool}, T = i32)] "),
            ),
            (
                Splice::Attribute {
                    at,
                    method: Some("next".to_owned()),
                },
                "",
                format!(
                    "#[::unroll_test::unroll_test(__tool(id = \"k__f\", {form}, method = next))] "
                ),
            ),
            (Splice::Arguments { at }, "", format!("({tool})")),
            (Splice::Argument { at, more: true }, "", format!("{tool}, ")),
            (
                Splice::Argument { at, more: true },
                "Dyn1 = i32",
                format!("{tool}, Dyn1 = i32, "),
            ),
            (Splice::Argument { at, more: false }, "", tool.clone()),
        ] {
            assert_eq!(piece_of(&place, types, false), (at, expected));
        }
        let (_, outside) = piece_of(&Splice::Arguments { at }, "", true);
        assert_eq!(outside, format!("(__tool(id = \"k__f\", {form}, outside))"));
    }
}
