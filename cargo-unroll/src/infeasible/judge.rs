//! Chooses the unreachable labels that are worth a warning, and writes the warnings.

mod ways;

use syn::{ImplItem, Item, TraitItem};
use unroll_instrument::label::shadowed::set_apart;
use unroll_instrument::label::{Condition, ConditionKind, LabelKind, conditions};
use unroll_syntax::{FunctionItem as Syntax, Position};

use super::intent;
use super::model::{Judgement, Shallow, Warning, WarningKind};
use super::places::{LabelSite, Places, Stretch, covers, stretch};
use crate::model::job::Job;
use crate::model::label::LabelInfo;
use crate::model::outcome::{
    Blamed, ConditionSource, Explanation, FunctionOutcome, Objective, Span, Verdict,
};
use crate::model::source::{Mark, Range};
use crate::project::SelectedFunction;

/// The comment that keeps a line, or a function, from being reported.
const COMMENT: &str = "unroll: allow(infeasible)";

/// Judges a function whose file is `text`.
pub fn judge(
    function: &SelectedFunction,
    job: &Job,
    outcome: &FunctionOutcome,
    text: &str,
) -> Judgement {
    let Some(source) = FunctionSource::of(function, text) else {
        return Judgement::default();
    };
    let conditions = source.conditions(&function.shadowed_macros);
    let places = Places::of(&source.syntax.block, conditions, source.is_allowed);
    let judge = Judge {
        job,
        outcome,
        places,
        lines: text.lines().collect(),
    };
    Judgement {
        warnings: judge.warnings(),
        shallow: judge.shallow(),
        undecided: judge.undecided(),
    }
}

/// A function in its file.
struct FunctionSource {
    syntax: Syntax,
    /// True if an attribute or a comment allows code that is never executed.
    is_allowed: bool,
}

impl FunctionSource {
    fn of(function: &SelectedFunction, text: &str) -> Option<Self> {
        let file = syn::parse_file(text).ok()?;
        let mut is_allowed = intent::allows(&file.attrs);
        let syntax = find(&file.items, &function.span, &mut is_allowed)?;
        let (first, _) = function.lines;
        let above = (first as usize).saturating_sub(2);
        let head = text.lines().skip(above);
        let mut head = head.take((function.span.line - first) as usize + 2);
        let is_commented = head.any(|line| line.contains(COMMENT));
        is_allowed |= intent::allows(&syntax.attrs) || is_commented;
        Some(Self { syntax, is_allowed })
    }

    /// Its conditions and definitions, as its instrumented form has them. The names of standard macros in `shadowed` mean others.
    fn conditions(&self, shadowed: &[String]) -> Vec<Condition> {
        let mut block = self.syntax.block.clone();
        set_apart(&mut block, shadowed.iter().map(String::as_str));
        conditions(&self.syntax.sig, &block)
    }
}

/// The function whose name stands at `span`.
fn find(items: &[Item], span: &Span, is_allowed: &mut bool) -> Option<Syntax> {
    let is_it = |name: &syn::Ident| {
        let at = Position::of(name.span());
        (at.line, at.column) == (span.line as usize, span.column as usize)
    };
    for item in items {
        let (attrs, found) = match item {
            Item::Fn(item) if is_it(&item.sig.ident) => {
                (&item.attrs, Some(Syntax::from(item.clone())))
            }
            Item::Mod(item) => {
                let inner = item.content.as_ref().map(|(_, items)| &items[..]);
                let found = find(inner.unwrap_or_default(), span, is_allowed);
                (&item.attrs, found)
            }
            Item::Impl(item) => {
                let method = item.items.iter().find_map(|inner| match inner {
                    ImplItem::Fn(inner) if is_it(&inner.sig.ident) => Some(inner.clone().into()),
                    _ => None,
                });
                (&item.attrs, method)
            }
            Item::Trait(item) => {
                let method = item.items.iter().find_map(|inner| match inner {
                    TraitItem::Fn(inner) if is_it(&inner.sig.ident) => Some(Syntax {
                        attrs: inner.attrs.clone(),
                        vis: syn::Visibility::Inherited,
                        defaultness: None,
                        sig: inner.sig.clone(),
                        block: inner.default.clone()?,
                    }),
                    _ => None,
                });
                (&item.attrs, method)
            }
            _ => continue,
        };
        if found.is_some() {
            *is_allowed |= intent::allows(attrs);
            return found;
        }
    }
    None
}

struct Judge<'j> {
    job: &'j Job,
    outcome: &'j FunctionOutcome,
    places: Places,
    lines: Vec<&'j str>,
}

/// A label that no input reaches, with its place.
struct Dead<'p> {
    label: u32,
    place: &'p LabelSite,
    is_deep: bool,
}

/// True if nothing around a place, and nothing before it in its block, is dead already.
fn is_outermost(own: &Dead<'_>, dead: &[&Dead<'_>]) -> bool {
    let at = own.place.at;
    let (start, _) = own.place.extent.unwrap_or((at, at));
    !dead.iter().any(|other| {
        let is_around = other.place.extent.is_some_and(|it| covers(it, start));
        let is_first = (other.place.at, other.label) < (at, own.label)
            || other.place.extent.is_some_and(|it| it.0 < start);
        let is_failure_of = own.place.other == Some((other.place.kind, other.place.at));
        other.label != own.label && (is_around && is_first || is_failure_of)
    })
}

impl Judge<'_> {
    fn warnings(&self) -> Vec<Warning> {
        let dead = self.dead();
        let deep: Vec<&Dead<'_>> = dead.iter().filter(|it| it.is_deep).collect();
        let mut warnings: Vec<Warning> = self
            .outcome
            .explanations
            .iter()
            .filter_map(|explanation| {
                let Objective::Label { label } = explanation.objective else {
                    return None;
                };
                let own = deep.iter().find(|it| it.label == label)?;
                let is_shown = self.is_shown(own.place)
                    && !self.is_of_build(explanation)
                    && is_outermost(own, &deep);
                is_shown.then(|| self.warning(own.place, explanation))
            })
            .collect();
        let because: Vec<Mark> = warnings.iter().flat_map(|it| it.because.clone()).collect();
        // A check that always holds is no news where it is the reason why code behind it is dead.
        let is_reason = |own: &Warning| because.iter().any(|it| it.range == own.place.range);
        warnings.retain(|it| it.kind != WarningKind::Redundant || !is_reason(it));
        warnings.extend(self.panics(&deep));
        warnings.sort_by(|a, b| (&a.place.range, a.kind).cmp(&(&b.place.range, b.kind)));
        warnings
    }

    /// The labels that no input reaches.
    fn dead(&self) -> Vec<Dead<'_>> {
        let objectives = self.outcome.objectives.iter();
        objectives
            .filter_map(|it| {
                let (&Objective::Label { label }, Verdict::Unreachable { bound_independent }) =
                    (&it.objective, &it.verdict)
                else {
                    return None;
                };
                let mut explanations = self.outcome.explanations.iter();
                let is_explained = explanations.any(|own| own.objective == it.objective);
                Some(Dead {
                    label,
                    place: self.place(self.job.label(label)?)?,
                    // An explanation rests on two proofs without a bound, also where the verdict is
                    // one within the depth.
                    is_deep: *bound_independent || is_explained,
                })
            })
            .collect()
    }

    fn place(&self, label: &LabelInfo) -> Option<&LabelSite> {
        let at = Position {
            line: label.span.line as usize,
            column: label.span.column as usize,
        };
        self.places.get(label.kind, at)
    }

    fn is_shown(&self, place: &LabelSite) -> bool {
        let line = place.shown.0.line;
        let above = line.checked_sub(2).and_then(|at| self.lines.get(at));
        let own = line.checked_sub(1).and_then(|at| self.lines.get(at));
        let is_commented = [above, own].iter().flatten().any(|it| it.contains(COMMENT));
        !place.is_intended && !is_commented
    }

    fn warning(&self, place: &LabelSite, explanation: &Explanation) -> Warning {
        let kind = self.kind(place, explanation);
        let place_mark = match kind {
            WarningKind::Redundant => self.mark(place.shown, "always true"),
            _ => self.mark(place.shown, "never executed"),
        };
        let mut because = self.because(place, kind, explanation);
        because.sort_by(|a, b| a.range.cmp(&b.range));
        because.dedup_by(|a, b| a.range == b.range);
        because.retain(|it| it.range != place_mark.range);
        Warning {
            function: self.job.function.clone(),
            kind,
            place: place_mark,
            because,
        }
    }

    /// The lines that contradict a place.
    fn because(
        &self,
        place: &LabelSite,
        kind: WarningKind,
        explanation: &Explanation,
    ) -> Vec<Mark> {
        let conditions = &explanation.conditions;
        let ways: Vec<Mark> = explanation
            .ways
            .iter()
            .filter_map(|it| self.way(*it, place))
            .collect();
        let count = conditions.len() + explanation.panics.len() + ways.len();
        let mut because: Vec<Mark> = conditions
            .iter()
            .filter_map(|blamed| self.blame(place, *blamed, count))
            .collect();
        because.extend(explanation.panics.iter().map(|panic| Mark {
            range: self.rest_of_line(panic),
            label: "panics otherwise".to_owned(),
        }));
        because.extend(ways);
        because.extend(explanation.definitions.iter().filter_map(|number| {
            let definition = self.places.condition(*number)?;
            Some(self.mark(stretch(definition.words), "value set here"))
        }));
        let is_own = |blamed: &Blamed| matches!(blamed.source, ConditionSource::Condition(it) if place.own.contains(&it));
        let own_is_blamed = conditions.iter().any(is_own);
        if let (Some(pattern), false) = (
            place.pattern,
            own_is_blamed || kind == WarningKind::Redundant,
        ) {
            let is_other = matches!(place.kind, LabelKind::Else | LabelKind::LetElse);
            let text = self.text(pattern);
            // That `_` matches is no reason for anything.
            if text == "_" {
                return because;
            }
            let label = match (is_other, conditions.is_empty()) {
                (true, _) => format!("`{text}` always matches"),
                (false, true) => format!("`{text}` never matches"),
                (false, false) => format!("`{text}` is required here"),
            };
            because.push(self.mark(pattern, &label));
        }
        if let (WarningKind::BehindDivergence, Some(previous)) = (kind, place.previous) {
            because.push(self.mark(previous, "no execution continues behind this"));
        }
        because
    }

    fn kind(&self, place: &LabelSite, explanation: &Explanation) -> WarningKind {
        match place.kind {
            LabelKind::MissingElse | LabelKind::GuardFails => return WarningKind::Redundant,
            LabelKind::Executed if place.previous.is_some() => {
                return WarningKind::BehindDivergence;
            }
            _ => {}
        }
        let is_check = |blamed: &Blamed| match blamed.source {
            ConditionSource::Precondition(_) => true,
            ConditionSource::Condition(number) => {
                let is_before = !place.own.contains(&number) && !self.is_around(number, place);
                is_before && self.places.is_check(number, place)
            }
        };
        let is_checked = explanation.conditions.iter().any(is_check);
        let is_exit = |it: &u32| self.leaves(*it) && self.way(*it, place).is_some();
        let leaves = explanation.ways.iter().any(is_exit);
        if is_checked || leaves || !explanation.panics.is_empty() {
            WarningKind::AfterCheck
        } else {
            WarningKind::Contradiction
        }
    }

    /// True if a place stands in a branch that a condition decides.
    fn is_around(&self, number: u32, place: &LabelSite) -> bool {
        self.places
            .branches_of(number)
            .any(|branch| covers(branch, place.shown.0))
    }

    /// True if a condition in an explanation depends on the build or the target alone, so that the place is dead in this build.
    fn is_of_build(&self, explanation: &Explanation) -> bool {
        explanation.conditions.iter().any(|blamed| {
            let ConditionSource::Condition(number) = blamed.source else {
                return false;
            };
            let condition = self.places.condition(number);
            condition.is_some_and(|it| {
                it.kind != ConditionKind::Arm
                    && self.places.is_of_build(&self.text(stretch(it.words)))
            })
        })
    }

    /// The part of a condition in an explanation, as one of `count` reasons.
    fn blame(&self, place: &LabelSite, blamed: Blamed, count: usize) -> Option<Mark> {
        let number = match blamed.source {
            ConditionSource::Condition(number) => number,
            ConditionSource::Precondition(clause) => {
                let info = self.job.clauses.get(clause as usize)?;
                return Some(Mark {
                    range: self.rest_of_line(&info.span),
                    label: format!("`{}` is a precondition", info.text),
                });
            }
        };
        let condition = self.places.condition(number)?;
        let range = stretch(condition.words);
        let text = self.text(range);
        let is_own = place.own.contains(&number);
        let label = match (condition.kind, blamed.value) {
            (ConditionKind::Arm, _) => format!("`{text}` matches these values first"),
            (_, Some(true)) if is_own && count == 1 => format!("`{text}` is never true"),
            (_, Some(false)) if is_own && count == 1 => format!("`{text}` is never false"),
            (_, Some(true)) if is_own => format!("`{text}` is required here"),
            (_, Some(false)) if is_own => format!("`{text}` is required to be false here"),
            (_, Some(true)) => format!("`{text}` here"),
            (_, Some(false)) => format!("`{text}` is false from here on"),
            (_, None) => format!("`{text}` decides here"),
        };
        Some(self.mark(range, &label))
    }

    /// Calls of `unwrap` and `expect` that never panic.
    fn panics(&self, dead: &[&Dead<'_>]) -> Vec<Warning> {
        let mut places: Vec<&Span> = Vec::new();
        for it in &self.outcome.objectives {
            let Objective::Panic { place, .. } = &it.objective else {
                continue;
            };
            let at = Position {
                line: place.line as usize,
                column: place.column as usize,
            };
            let is_dead = |it: &&Dead<'_>| it.place.extent.is_some_and(|it| covers(it, at));
            let is_own = place.file == self.job.span.file && self.unwraps(place);
            // A call in dead code never panics either, but the warning about the code says that.
            let is_listed = places.contains(&place) || dead.iter().any(is_dead);
            if is_own && !is_listed && self.never_panics(place) {
                places.push(place);
            }
        }
        let warning = |place: &Span| Warning {
            function: self.job.function.clone(),
            kind: WarningKind::NeverPanics,
            place: Mark {
                range: self.rest_of_line(place),
                label: "never panics".to_owned(),
            },
            because: Vec::new(),
        };
        places.into_iter().map(warning).collect()
    }

    /// True if `unwrap` or `expect` stands at a place.
    fn unwraps(&self, place: &Span) -> bool {
        let line = self.lines.get((place.line as usize).saturating_sub(1));
        let rest: String = line.map_or(String::new(), |line| {
            line.chars().skip(place.column as usize - 1).collect()
        });
        rest.starts_with("unwrap()") || rest.starts_with("expect(")
    }

    /// True if it is proved twice of every panic at a place that it does not happen.
    fn never_panics(&self, at: &Span) -> bool {
        let objectives = self.outcome.objectives.iter();
        let mut own = objectives.map(|it| &it.objective);
        own.all(|objective| {
            let is_here = matches!(objective, Objective::Panic { place, .. } if place == at);
            let mut explanations = self.outcome.explanations.iter();
            !is_here || explanations.any(|it| it.objective == *objective)
        })
    }

    fn shallow(&self) -> Vec<Shallow> {
        let dead = self.dead();
        let all: Vec<&Dead<'_>> = dead.iter().collect();
        let own = all.iter().filter(|it| {
            !it.is_deep
                && it.place.extent.is_some()
                && self.is_shown(it.place)
                && is_outermost(it, &all)
        });
        own.map(|it| Shallow {
            function: self.job.function.clone(),
            depth: self.job.depth,
            place: self.range(it.place.shown),
        })
        .collect()
    }

    fn undecided(&self) -> usize {
        let objectives = self.outcome.objectives.iter();
        objectives
            .filter(|it| {
                matches!(it.objective, Objective::Label { .. })
                    && matches!(it.verdict, Verdict::Undecided { .. })
            })
            .count()
    }

    fn mark(&self, stretch: Stretch, label: &str) -> Mark {
        Mark {
            range: self.range(stretch),
            label: label.to_owned(),
        }
    }

    /// A stretch in the file, up to the end of its first line.
    fn range(&self, (start, end): Stretch) -> Range {
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        let first = Span {
            file: self.job.span.file.clone(),
            line: number(start.line),
            column: number(start.column),
        };
        if end.line != start.line {
            return self.rest_of_line(&first);
        }
        Range {
            start: first,
            end_line: number(end.line),
            end_column: number(end.column),
        }
    }

    /// From a position to the end of the code on its line.
    fn rest_of_line(&self, start: &Span) -> Range {
        let line = self.lines.get((start.line as usize).saturating_sub(1));
        // A `//` in a string ends the mark too early, which does no harm.
        let line = line.map_or("", |line| line.split("//").next().unwrap_or(line));
        let end = line.trim_end().trim_end_matches([';', ',', '{']).trim_end();
        let end = u32::try_from(end.chars().count()).unwrap_or(u32::MAX) + 1;
        Range {
            start: start.clone(),
            end_line: start.line,
            end_column: end.max(start.column + 1),
        }
    }

    /// The source of a stretch on one line.
    fn text(&self, (start, end): Stretch) -> String {
        let mut words = Vec::new();
        for number in start.line..=end.line {
            let line = self.lines.get(number.saturating_sub(1)).unwrap_or(&"");
            let first = if number == start.line {
                start.column - 1
            } else {
                0
            };
            let last = if number == end.line {
                end.column - 1
            } else {
                usize::MAX
            };
            let part: String = line.chars().take(last).skip(first).collect();
            words.extend(part.split_whitespace().map(str::to_owned));
        }
        words.join(" ")
    }
}
