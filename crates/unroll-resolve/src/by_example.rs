//! Macros by example (the Rust reference, "Macros By Example"), for items only: `macro_rules!` definitions, and the items that they expand to.
//!
//! Crates implement their traits for many types by such macros, and these types are all that is needed here. So there is no hygiene, a name means its
//! last definition wherever it stands, and anything that does not match, or does not parse as items, is left out. Tokens keep the positions that
//! they have in the definition or in the invocation.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Item, Macro};

/// How many invocations an expansion may lead to: a list of a dozen types is often taken apart one by one.
const INVOCATIONS: u32 = 128;

/// The definitions of a crate.
#[derive(Clone, Default)]
pub struct Macros(BTreeMap<String, Vec<Rule>>);

#[derive(Clone)]
struct Rule {
    matcher: Vec<Pattern>,
    transcriber: Vec<TokenTree>,
}

/// A part of a matcher.
#[derive(Clone)]
enum Pattern {
    Token(TokenTree),
    Group(Delimiter, Vec<Pattern>),
    /// `$name:kind`
    Fragment(String, String),
    Repeat {
        patterns: Vec<Pattern>,
        separator: Option<TokenTree>,
        /// `?`, `*` or `+`.
        operator: char,
    },
}

/// The binding of a matcher's variable.
#[derive(Clone)]
enum Fragment {
    One(TokenStream),
    Many(Vec<Bindings>),
}

type Bindings = BTreeMap<String, Fragment>;

impl Macros {
    /// Adds the definitions among `items` and in modules inside them.
    pub fn add(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Macro(item) if item.mac.path.is_ident("macro_rules") => {
                    if let (Some(name), Some(rules)) = (&item.ident, rules(&item.mac)) {
                        self.0.insert(name.to_string(), rules);
                    }
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        self.add(items);
                    }
                }
                _ => {}
            }
        }
    }

    /// The items that invocations among `items` of `module`, and in modules inside it, become, by module.
    pub fn expanded(&self, module: &[String], items: &[Item]) -> Vec<(Vec<String>, Vec<Item>)> {
        let mut all = Vec::new();
        for item in items {
            match item {
                Item::Macro(item) => {
                    let mut left = INVOCATIONS;
                    let made = self.items(&item.mac, &mut left);
                    if !made.is_empty() {
                        all.push((module.to_vec(), made));
                    }
                }
                Item::Mod(item) => {
                    if let Some((_, items)) = &item.content {
                        let inner = [module, &[item.ident.to_string()]].concat();
                        all.extend(self.expanded(&inner, items));
                    }
                }
                _ => {}
            }
        }
        all
    }

    /// The items that an invocation becomes, those of invocations in it among them, as far as the invocations `left` go.
    fn items(&self, invocation: &Macro, left: &mut u32) -> Vec<Item> {
        let last = invocation.path.segments.last();
        let rules = last.and_then(|last| self.0.get(&last.ident.to_string()));
        let input: Vec<TokenTree> = invocation.tokens.clone().into_iter().collect();
        let made = rules.into_iter().flatten().find_map(|rule| {
            let mut bindings = Bindings::new();
            let end = match_all(&rule.matcher, &input, 0, &mut bindings)?;
            (end == input.len()).then(|| transcribe(&rule.transcriber, &bindings))?
        });
        let file = made.and_then(|made| syn::parse2::<syn::File>(made).ok());
        let mut items = Vec::new();
        for item in file.into_iter().flat_map(|file| file.items) {
            match item {
                // A macro may call itself without end.
                Item::Macro(_) if *left == 0 => {}
                Item::Macro(inner) => {
                    *left -= 1;
                    items.extend(self.items(&inner.mac, left));
                }
                item => items.push(item),
            }
        }
        items
    }
}

/// The rules of a definition.
fn rules(definition: &Macro) -> Option<Vec<Rule>> {
    let mut tokens = definition.tokens.clone().into_iter().peekable();
    let mut rules = Vec::new();
    while tokens.peek().is_some() {
        let TokenTree::Group(matcher) = tokens.next()? else {
            return None;
        };
        for mark in ['=', '>'] {
            is_punct(&tokens.next()?, mark).then_some(())?;
        }
        let TokenTree::Group(transcriber) = tokens.next()? else {
            return None;
        };
        if tokens.peek().is_some_and(|token| is_punct(token, ';')) {
            tokens.next();
        }
        rules.push(Rule {
            matcher: patterns(matcher.stream())?,
            transcriber: transcriber.stream().into_iter().collect(),
        });
    }
    Some(rules)
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn patterns(matcher: TokenStream) -> Option<Vec<Pattern>> {
    let mut tokens = matcher.into_iter().peekable();
    let mut patterns = Vec::new();
    while let Some(token) = tokens.next() {
        let pattern = match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.next()? {
                TokenTree::Ident(name) => {
                    is_punct(&tokens.next()?, ':').then_some(())?;
                    Pattern::Fragment(name.to_string(), tokens.next()?.to_string())
                }
                TokenTree::Group(group) => {
                    let (separator, operator) = repetition(&mut tokens)?;
                    Pattern::Repeat {
                        patterns: self::patterns(group.stream())?,
                        separator,
                        operator,
                    }
                }
                _ => return None,
            },
            TokenTree::Group(group) => {
                Pattern::Group(group.delimiter(), self::patterns(group.stream())?)
            }
            token => Pattern::Token(token),
        };
        patterns.push(pattern);
    }
    Some(patterns)
}

/// The separator and the operator behind `$(..)`.
fn repetition(tokens: &mut impl Iterator<Item = TokenTree>) -> Option<(Option<TokenTree>, char)> {
    let operator = |token: &TokenTree| ['?', '*', '+'].into_iter().find(|it| is_punct(token, *it));
    let first = tokens.next()?;
    if let Some(operator) = operator(&first) {
        return Some((None, operator));
    }
    let operator = operator(&tokens.next()?)?;
    Some((Some(first), operator))
}

/// Where `input` goes on behind what `patterns` match from `at`.
fn match_all(
    patterns: &[Pattern],
    input: &[TokenTree],
    mut at: usize,
    bindings: &mut Bindings,
) -> Option<usize> {
    for pattern in patterns {
        match pattern {
            Pattern::Token(token) => {
                let found = input.get(at)?;
                (found.to_string() == token.to_string()).then_some(())?;
                at += 1;
            }
            Pattern::Group(delimiter, inner) => {
                let TokenTree::Group(group) = input.get(at)? else {
                    return None;
                };
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                let end = match_all(inner, &tokens, 0, bindings)?;
                (group.delimiter() == *delimiter && end == tokens.len()).then_some(())?;
                at += 1;
            }
            Pattern::Fragment(name, kind) => {
                let length = fragment(kind, &input[at..])?;
                let tokens = input[at..at + length].iter().cloned().collect();
                bindings.insert(name.clone(), Fragment::One(tokens));
                at += length;
            }
            Pattern::Repeat { .. } => at = match_repeat(pattern, input, at, bindings)?,
        }
    }
    Some(at)
}

fn match_repeat(
    pattern: &Pattern,
    input: &[TokenTree],
    mut at: usize,
    bindings: &mut Bindings,
) -> Option<usize> {
    let Pattern::Repeat {
        patterns,
        separator,
        operator,
    } = pattern
    else {
        return None;
    };
    let mut rounds = Vec::new();
    while at < input.len() && (*operator != '?' || rounds.is_empty()) {
        let mut start = at;
        if let Some(separator) = separator.as_ref().filter(|_| !rounds.is_empty()) {
            if input[at].to_string() != separator.to_string() {
                break;
            }
            start += 1;
        }
        let mut round = Bindings::new();
        match match_all(patterns, input, start, &mut round) {
            Some(end) if end > at => {
                rounds.push(round);
                at = end;
            }
            _ => break,
        }
    }
    if *operator == '+' && rounds.is_empty() {
        return None;
    }
    let mut names = Vec::new();
    variables(patterns, &mut names);
    for name in names {
        let of_name = rounds.iter().filter_map(|round| {
            let fragment = round.get(&name)?.clone();
            Some(Bindings::from([(name.clone(), fragment)]))
        });
        bindings.insert(name.clone(), Fragment::Many(of_name.collect()));
    }
    Some(at)
}

fn variables(patterns: &[Pattern], names: &mut Vec<String>) {
    for pattern in patterns {
        match pattern {
            Pattern::Fragment(name, _) => names.push(name.clone()),
            Pattern::Group(_, inner) => variables(inner, names),
            Pattern::Repeat { patterns, .. } => variables(patterns, names),
            Pattern::Token(_) => {}
        }
    }
}

/// How many tokens of `input` a fragment of this kind takes.
fn fragment(kind: &str, input: &[TokenTree]) -> Option<usize> {
    let first = input.first();
    match kind {
        "tt" => first.map(|_| 1),
        "ident" => matches!(first?, TokenTree::Ident(_)).then_some(1),
        "lifetime" => is_punct(first?, '\'').then_some(2),
        "literal" if is_punct(first?, '-') => Some(2),
        "literal" => match first? {
            TokenTree::Literal(_) => Some(1),
            TokenTree::Ident(ident) => (ident == "true" || ident == "false").then_some(1),
            _ => None,
        },
        "ty" => parsed::<syn::Type>(input),
        "path" => parsed::<syn::Path>(input),
        "expr" | "expr_2021" => parsed::<syn::Expr>(input),
        "block" => parsed::<syn::Block>(input),
        "item" => parsed::<Item>(input),
        "meta" => parsed::<syn::Meta>(input),
        "vis" => parsed::<syn::Visibility>(input),
        "pat" | "pat_param" => length_of(input, |input| {
            syn::Pat::parse_multi_with_leading_vert(input).map(|_| ())
        }),
        _ => None,
    }
}

fn parsed<T: Parse>(input: &[TokenTree]) -> Option<usize> {
    length_of(input, |input| input.parse::<T>().map(|_| ()))
}

fn length_of(
    input: &[TokenTree],
    parse: impl Fn(ParseStream<'_>) -> syn::Result<()>,
) -> Option<usize> {
    let left = |stream: ParseStream<'_>| {
        parse(stream)?;
        let rest: TokenStream = stream.parse()?;
        Ok(rest.into_iter().count())
    };
    let left = left.parse2(input.iter().cloned().collect()).ok()?;
    Some(input.len() - left)
}

/// `transcriber` with what its variables stand for; `None` where one stands for several things at once.
fn transcribe(transcriber: &[TokenTree], bindings: &Bindings) -> Option<TokenStream> {
    let mut made = TokenStream::new();
    let mut tokens = transcriber.iter().cloned().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '$' => match tokens.next()? {
                TokenTree::Ident(name) => match bindings.get(&name.to_string()) {
                    Some(Fragment::One(fragment)) => made.extend(fragment.clone()),
                    Some(Fragment::Many(_)) => return None,
                    None if name == "crate" => name.to_tokens(&mut made),
                    None => {
                        punct.to_tokens(&mut made);
                        name.to_tokens(&mut made);
                    }
                },
                TokenTree::Group(group) => {
                    let (separator, _) = repetition(&mut tokens)?;
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for (n, round) in rounds(&inner, bindings)?.iter().enumerate() {
                        if n > 0 {
                            separator.to_tokens(&mut made);
                        }
                        made.extend(transcribe(&inner, round)?);
                    }
                }
                _ => return None,
            },
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let mut inner = Group::new(group.delimiter(), transcribe(&inner, bindings)?);
                inner.set_span(group.span());
                inner.to_tokens(&mut made);
            }
            token => token.to_tokens(&mut made),
        }
    }
    Some(made)
}

/// The bindings for each time that `repeated` is transcribed: as many as its variables have that stand for several things.
fn rounds(repeated: &[TokenTree], bindings: &Bindings) -> Option<Vec<Bindings>> {
    let mut names = Vec::new();
    mentioned(repeated, &mut names);
    let many: Vec<&Vec<Bindings>> = names
        .iter()
        .filter_map(|name| match bindings.get(name)? {
            Fragment::Many(rounds) => Some(rounds),
            Fragment::One(_) => None,
        })
        .collect();
    let count = many.first()?.len();
    let rounds = (0..count).map(|n| {
        let mut round = bindings.clone();
        for rounds in &many {
            round.extend(rounds.get(n)?.clone());
        }
        Some(round)
    });
    rounds.collect()
}

fn mentioned(tokens: &[TokenTree], names: &mut Vec<String>) {
    for pair in tokens.windows(2) {
        if let [first, TokenTree::Ident(name)] = pair
            && is_punct(first, '$')
        {
            names.push(name.to_string());
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            mentioned(&inner, names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let file: syn::File = syn::parse_str(text).expect("items");
        let mut macros = Macros::default();
        macros.add(&file.items);
        let made = macros.expanded(&[], &file.items);
        let made = made.iter().flat_map(|(module, items)| {
            let module = module.join("::");
            items
                .iter()
                .map(move |item| format!("{module}|{}", item.to_token_stream()).replace(' ', ""))
        });
        let expected: Vec<String> = expected.iter().map(|it| it.replace(' ', "")).collect();
        assert_eq!(made.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lists_are_taken_apart_one_by_one_to_an_end() {
        let made: Vec<String> = (0..12).map(|n| format!("|struct S{n};")).collect();
        let made: Vec<&str> = made.iter().map(String::as_str).collect();
        let names = "S0, S1, S2, S3, S4, S5, S6, S7, S8, S9, S10, S11";
        let text = "macro_rules! each { () => {}; ($s:ident $(, $($rest:tt)*)?) => { struct $s; each!($($($rest)*)?); } }";
        check(&format!("{text} each!({names});"), &made);
        check(
            "macro_rules! twice { () => { twice!(); twice!(); } } twice!();",
            &[],
        );
    }

    #[test]
    fn fragments_and_repetitions() {
        check(
            "macro_rules! all { ($tr:path: $($t:ty => $bits:expr),+ $(,)?) => { $( impl $tr for $t { const B: u32 = $bits; } )+ } }
             all!(Tr: u8 => 8, Vec<(u8, u8)> => 4 * 4,);",
            &[
                "|impl Tr for u8 { const B: u32 = 8; }",
                "|impl Tr for Vec<(u8, u8)> { const B: u32 = 4 * 4; }",
            ],
        );
    }

    #[test]
    fn the_first_rule_that_matches_counts() {
        check(
            "mod m { define!(unit A); define!(B: u8 = 3); define!(neither); }
             macro_rules! define {
                 (unit $name:ident) => { struct $name; };
                 ($name:ident : $t:ty = $e:expr) => { struct $name($t); impl Tr for $name { fn v() -> $t { $e } } };
             }",
            &[
                "m|struct A;",
                "m|struct B(u8);",
                "m|impl Tr for B { fn v() -> u8 { 3 } }",
            ],
        );
    }

    #[test]
    fn macros_that_invoke_macros() {
        check(
            "macro_rules! one { ($t:ident, $($rest:tt)*) => { impl Tr for $t {} one!($($rest)*); }; () => {}; }
             one!(u8, u16,);
             macro_rules! endless { () => { endless!(); } }
             endless!();",
            &["|impl Tr for u8 {}", "|impl Tr for u16 {}"],
        );
    }

    #[test]
    fn repetitions_inside_repetitions() {
        check(
            "macro_rules! table { ($($tr:ident { $($t:ty)* })*) => { $($(impl $tr for $t {})*)* } }
             table!(A { u8 u16 } B {} C { i8 });",
            &[
                "|impl A for u8 {}",
                "|impl A for u16 {}",
                "|impl C for i8 {}",
            ],
        );
    }

    #[test]
    fn what_is_not_items_is_left_out() {
        check(
            "macro_rules! broken { ($a:expr) => { let x = $a; }; ($x:unknown) => {} }
             broken!(1); missing!(2); thread_local! { static X: u8 = 1; }",
            &[],
        );
    }
}
