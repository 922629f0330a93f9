//! Labels in the names and comments of tests.
//!
//! A test may serve many labels. Its name and comment mention at most three of those that no earlier test serves,
//! because the others do not explain why the test exists.

pub(crate) mod paths;

use crate::model::job::Job;
use crate::model::label::{LabelInfo, LabelKind};
use crate::model::outcome::{FunctionOutcome, Objective};

/// Most labels that a comment speaks of.
pub(crate) const MOST: usize = 3;
/// Longest text of the source in a comment.
const TEXT_LEN: usize = 60;
/// Longest text of the source in a name.
const SLUG_LEN: usize = 40;

/// Positions of the objectives that the test at `test` serves and no test before it does.
pub(crate) fn first_served(outcome: &FunctionOutcome, test: usize) -> Vec<usize> {
    let (before, rest) = outcome.tests.split_at(test);
    let own = rest.first().map_or(&[][..], |test| &test.objectives);
    let is_new = |at: &&usize| !before.iter().any(|test| test.objectives.contains(at));
    own.iter().filter(is_new).copied().collect()
}

/// The labels among the objectives at `indices`, the most important criteria first.
fn labels<'j>(job: &'j Job, outcome: &FunctionOutcome, indices: &[usize]) -> Vec<&'j LabelInfo> {
    let objectives = indices.iter().filter_map(|at| outcome.objectives.get(*at));
    let labels = objectives.filter_map(|outcome| match outcome.objective {
        Objective::Label { label } => job.label(label),
        _ => None,
    });
    let mut labels: Vec<_> = labels.collect();
    labels.sort_by_key(|label| (label.asked(), label.iteration));
    labels
}

/// The labels that a test covers, in one line; `None` if there are none. `told` are the loops of whose exits there are sentences already:
/// these say which branches were taken in them.
pub(crate) fn sentence(
    job: &Job,
    outcome: &FunctionOutcome,
    indices: &[usize],
    told: &[u32],
) -> Option<String> {
    let labels = labels(job, outcome, indices);
    let open = labels.iter().filter(|label| !told.contains(&label.parent));
    let all = open.map(|label| of_iteration(words(label), label.iteration));
    let sentences = distinct(all, MOST.saturating_sub(told.len()));
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

/// The first sentences, at most so many, each once: several criteria may say the same of one place.
fn distinct(all: impl Iterator<Item = String>, most: usize) -> Vec<String> {
    let mut sentences = Vec::new();
    for sentence in all {
        if !sentences.contains(&sentence) {
            sentences.push(sentence);
        }
    }
    sentences.truncate(most);
    sentences
}

/// The name of a test by the first label at `indices`; `None` if there is none. That something has a value tells less than what comes of it.
pub(crate) fn name(job: &Job, outcome: &FunctionOutcome, indices: &[usize]) -> Option<String> {
    let labels = labels(job, outcome, indices);
    let tells_more = |label: &&&LabelInfo| label.kind != LabelKind::Continues;
    let label = *labels.iter().find(tells_more).or(labels.first())?;
    let slug = match label.kind {
        LabelKind::User if !label.detail.is_empty() => slug(&label.detail),
        LabelKind::Vector => slug(&format!(
            "{} {}",
            label.detail.replace('-', "x"),
            label.text
        )),
        LabelKind::InDomain => slug(&label.detail),
        LabelKind::Continues | LabelKind::Propagates => {
            slug(chain_end(&label.text, SLUG_LEN).unwrap_or(&label.text))
        }
        _ => slug(&label.text),
    };
    let (before, after) = match label.kind {
        LabelKind::If => ("if", ""),
        LabelKind::Else => ("else_of_if", ""),
        LabelKind::MissingElse => ("not_if", ""),
        LabelKind::Arm => ("arm", ""),
        LabelKind::GuardFails => ("guard_fails", ""),
        LabelKind::Continues => ("", "continues"),
        LabelKind::Propagates => ("", "returns_early"),
        LabelKind::LetMatches => ("let", "matches"),
        LabelKind::LetElse => ("else_of_let", ""),
        LabelKind::Repeats => ("while", "repeats"),
        LabelKind::Ends => ("while", "ends"),
        LabelKind::Return | LabelKind::Vector | LabelKind::InDomain => ("", ""),
        LabelKind::Executed => ("executes", ""),
        LabelKind::Mutant | LabelKind::LeftAlone => ("mutants_of", ""),
        LabelKind::Holds => ("", "true"),
        LabelKind::Fails => ("", "false"),
        LabelKind::DecidesTrue => ("", "decides_true"),
        LabelKind::DecidesFalse => ("", "decides_false"),
        LabelKind::Matches => ("", "matches"),
        LabelKind::Misses => ("", "does_not_match"),
        LabelKind::DecidesMatch => ("", "match_decides"),
        LabelKind::DecidesMiss => ("", "mismatch_decides"),
        LabelKind::User => ("label", ""),
    };
    let iteration = match label.iteration {
        None => String::new(),
        Some(0) => "at_once".to_owned(),
        Some(iteration) => format!("in_iteration_{iteration}"),
    };
    let parts = [before, &slug, after, &iteration];
    let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let name = parts.join("_");
    // A keyword is no name, and neither is what begins with a digit.
    Some(if name.starts_with(|first: char| first.is_ascii_digit()) {
        format!("value_{name}")
    } else if syn::parse_str::<syn::Ident>(&name).is_ok() {
        name
    } else {
        format!("takes_{name}")
    })
}

/// A sentence about a label, with the iteration in which it is reached.
fn of_iteration(sentence: String, iteration: Option<u32>) -> String {
    let place = match iteration {
        None => return sentence,
        Some(0) => "before the first iteration".to_owned(),
        Some(iteration) => format!("in iteration {iteration}"),
    };
    format!("{} {place}.", sentence.trim_end_matches('.'))
}

fn words(label: &LabelInfo) -> String {
    let words = plain_words(label);
    if label.pair.is_some() {
        return format!("{} after `{}`.", words.trim_end_matches('.'), label.detail);
    }
    words
}

fn plain_words(label: &LabelInfo) -> String {
    let text = match label.kind {
        LabelKind::Continues | LabelKind::Propagates => shortened_chain(&label.text),
        _ => shortened(&label.text),
    };
    match label.kind {
        LabelKind::If => format!("Takes the `if {text}` branch."),
        LabelKind::Else => format!("Takes the `else` of `if {text}`."),
        LabelKind::MissingElse => format!("Skips `if {text}`."),
        LabelKind::Arm => format!("Takes the `{text}` arm."),
        LabelKind::GuardFails => format!("The guard `{text}` fails."),
        LabelKind::Continues => format!("`{text}?` continues."),
        LabelKind::Propagates => format!("`{text}?` returns early."),
        LabelKind::LetMatches => format!("`let {text}` matches."),
        LabelKind::LetElse => format!("Takes the `else` of `let {text}`."),
        LabelKind::Repeats => format!("Enters the body of `while {text}`."),
        LabelKind::Ends => format!("Leaves `while {text}` when its condition fails."),
        LabelKind::Holds => format!("`{text}` is true."),
        LabelKind::Fails => format!("`{text}` is false."),
        LabelKind::DecidesTrue => format!("`{text}` is true and decides."),
        LabelKind::DecidesFalse => format!("`{text}` is false and decides."),
        LabelKind::Matches => format!("`{text}` matches."),
        LabelKind::Misses => format!("`{text}` does not match."),
        LabelKind::DecidesMatch => format!("`{text}` matches and decides."),
        LabelKind::DecidesMiss => format!("`{text}` does not match and decides."),
        LabelKind::Vector => format!("`{text}` is evaluated as {}.", label.detail),
        LabelKind::Return | LabelKind::Executed => format!("Executes `{text}`."),
        LabelKind::InDomain => format!("`{}`.", shortened(&label.detail)),
        LabelKind::Mutant => {
            format!(
                "Distinguishes `{text}` from `{}`.",
                shortened(&label.detail)
            )
        }
        LabelKind::LeftAlone => format!("Distinguishes `{text}` from its left operand."),
        LabelKind::User if label.detail.is_empty() => format!("Reaches the label `{text}`."),
        LabelKind::User => format!("Reaches the label \"{}\".", label.detail),
    }
}

/// `text` for a comment in backquotes.
pub(super) fn shortened(text: &str) -> String {
    let text = text.replace('`', "'");
    if text.chars().count() <= TEXT_LEN {
        return text;
    }
    let start: String = text.chars().take(TEXT_LEN).collect();
    let cut = start.rfind(' ').unwrap_or(start.len());
    format!("{} ..", &start[..cut])
}

/// The end of a chain of calls for a comment in backquotes: what is asked for a value by `?` is the last of them.
fn shortened_chain(text: &str) -> String {
    match chain_end(text, TEXT_LEN) {
        Some(end) => format!("..{}", shortened(end)),
        None => shortened(text),
    }
}

/// The last calls of a chain that is longer than `most` bytes, as many as that is room for; `None` if it is shorter or has no such calls.
fn chain_end(text: &str, most: usize) -> Option<&str> {
    if text.len() <= most {
        return None;
    }
    let mut depth = 0_usize;
    let mut found = None;
    for (at, sign) in text.char_indices().rev() {
        match sign {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        let end = &text[at + sign.len_utf8()..];
        if end.len() > most {
            break;
        }
        if sign == '.' && depth == 0 && end.starts_with(|c: char| c.is_alphabetic() || c == '_') {
            found = Some(end);
        }
    }
    found
}

/// Signs in literals, whose names become parts of identifiers.
const SIGNS: [(char, &str); 28] = [
    (' ', "space"),
    ('\t', "tab"),
    ('\n', "newline"),
    ('\r', "return"),
    ('\0', "nul"),
    ('_', "underscore"),
    ('-', "minus"),
    ('+', "plus"),
    ('*', "star"),
    ('/', "slash"),
    ('\\', "backslash"),
    ('.', "dot"),
    (',', "comma"),
    (':', "colon"),
    (';', "semicolon"),
    ('=', "equals"),
    ('#', "hash"),
    ('@', "at"),
    ('&', "and"),
    ('%', "percent"),
    ('$', "dollar"),
    ('!', "exclamation"),
    ('?', "question"),
    ('\'', "quote"),
    ('"', "quotes"),
    ('(', "parenthesis"),
    ('[', "bracket"),
    ('{', "brace"),
];

/// The name of a literal that is a sign, or is empty.
fn name_of_literal(text: &str) -> Option<&'static str> {
    let value = match syn::parse_str::<syn::Lit>(text).ok()? {
        syn::Lit::Char(literal) => literal.value().to_string(),
        syn::Lit::Byte(literal) => char::from(literal.value()).to_string(),
        syn::Lit::Str(literal) => literal.value(),
        _ => return None,
    };
    let mut chars = value.chars();
    let Some(first) = chars.next() else {
        return Some("empty");
    };
    let sign = SIGNS.iter().find(|(sign, _)| *sign == first)?;
    chars.next().is_none().then_some(sign.1)
}

/// `text` as a part of an identifier: operators and signs become words.
pub(super) fn slug(text: &str) -> String {
    // Longer operators stand before those that they begin with.
    const OPERATORS: [(&str, &str); 15] = [
        ("..=", " to "),
        ("..", " to "),
        ("==", " eq "),
        ("!=", " ne "),
        ("<=", " le "),
        (">=", " ge "),
        ("&&", " and "),
        ("||", " or "),
        ("::", " "),
        ("->", " "),
        ("<", " lt "),
        (">", " gt "),
        ("!", " not "),
        ("|", " or "),
        ("%", " rem "),
    ];
    if let Some(name) = name_of_literal(text) {
        return name.to_owned();
    }
    let spelt = OPERATORS
        .iter()
        .fold(text.to_owned(), |text, (operator, word)| {
            text.replace(operator, word)
        });
    let is_word = |c: char| c.is_ascii_alphanumeric();
    let mut slug = String::new();
    for word in spelt.split(|c| !is_word(c)).filter(|word| !word.is_empty()) {
        if slug.len() + word.len() > SLUG_LEN {
            break;
        }
        if !slug.is_empty() {
            slug.push('_');
        }
        slug.push_str(&word.to_ascii_lowercase());
    }
    match text.trim() {
        "_" => "other".to_owned(),
        "[]" => "empty".to_owned(),
        _ => slug,
    }
}

#[cfg(test)]
mod tests {
    use super::{chain_end, distinct, shortened, shortened_chain, slug};

    #[test]
    fn a_sentence_is_told_once() {
        let all = [
            "`x?` returns early.",
            "`x?` returns early.",
            "Skips `if a`.",
            "Skips `if b`.",
        ];
        let told = distinct(all.map(str::to_owned).into_iter(), 2);
        assert_eq!(told, ["`x?` returns early.", "Skips `if a`."]);
    }

    #[test]
    fn of_a_long_chain_the_last_calls_are_said() {
        let text =
            "parts.next().filter(|p| !p.is_empty()).ok_or(Error::Missing(\"major\"))?.parse()";
        assert_eq!(
            chain_end(text, 40),
            Some("ok_or(Error::Missing(\"major\"))?.parse()")
        );
        assert_eq!(chain_end(text, 38), Some("parse()"));
        assert_eq!(
            shortened_chain(text),
            "..ok_or(Error::Missing(\"major\"))?.parse()"
        );
        assert_eq!(shortened_chain("text.parse()"), "text.parse()");
        let call = "read(first_argument, second_argument, third_argument, fourth_argument)";
        assert_eq!(chain_end(call, 40), None);
    }

    #[test]
    fn operators_become_words() {
        assert_eq!(
            slug("mode == 137 && sum == 1000"),
            "mode_eq_137_and_sum_eq_1000"
        );
        assert_eq!(slug("1..=9"), "1_to_9");
        assert_eq!(slug("_"), "other");
        assert_eq!(slug("[]"), "empty");
        for (literal, name) in [
            ("'_'", "underscore"),
            ("b'-'", "minus"),
            ("\"\"", "empty"),
            (r"'\t'", "tab"),
            ("'a'", "a"),
        ] {
            assert_eq!(slug(literal), name);
        }
        assert_eq!(slug("Some(x) | Err(x)"), "some_x_or_err_x");
    }

    #[test]
    fn long_text_is_cut_between_words() {
        let text = "first_condition == 1 && second_condition == 2 && third_condition == 3";
        assert_eq!(
            shortened(text),
            "first_condition == 1 && second_condition == 2 && .."
        );
    }
}
