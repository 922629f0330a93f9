//! The labels of small bodies.

use unroll_syntax::criterion::{Criteria, Criterion};

use super::LabelKind;
use super::{Label, labels};

fn of_criterion(source: &str, criterion: Criterion) -> Vec<Label> {
    let function: syn::ItemFn = syn::parse_str(source).expect("a function");
    labels(&function.sig, &function.block, &criterion.into())
}

fn of(source: &str) -> Vec<Label> {
    of_criterion(source, Criterion::Branch)
}

/// One line a label: kind, line and column, loop around, loops before; `c` in a closure.
fn summary(source: &str) -> String {
    let line = |label: &Label| {
        let place = label.position;
        let parent = label
            .parent
            .map_or("-".to_owned(), |number| number.to_string());
        let closure = if label.in_closure { " c" } else { "" };
        format!(
            "{:?} {}:{} {parent} {}{closure}",
            label.kind, place.line, place.column, label.loops_before
        )
    };
    let lines: Vec<_> = of(source).iter().map(line).collect();
    lines.join("\n")
}

#[test]
fn every_way_has_a_label() {
    let source = "fn f(a: u8) -> Option<u8> {
            if a == 1 { } else if a == 2 { } else { return None }
            match a { 1 => 1, n if n > 3 => 2, _ => return None };
            let Some(b) = a.checked_add(1) else { return None };
            Some(b.checked_add(1)?)
        }";
    insta::assert_snapshot!(summary(source), @r"
        If 2:23 - 0
        If 2:42 - 0
        Else 2:51 - 0
        Arm 3:23 - 0
        GuardFails 3:36 - 0
        Arm 3:31 - 0
        Arm 3:48 - 0
        LetMatches 4:13 - 0
        LetElse 4:44 - 0
        Continues 5:34 - 0
        Propagates 5:34 - 0
        ");
}

#[test]
fn labels_know_the_loops_around_and_before_them() {
    let source = "fn f(v: &[u8]) {
            if v.is_empty() { }
            for x in v { if *x > 1 { continue; } }
            while v.iter().any(|x| if *x == 0 { true } else { false }) { }
            v.get({ for _ in 0..1 { } 0 }).map(|x| if *x == 0 { 1 } else { 2 });
        }";
    insta::assert_snapshot!(summary(source), @r"
        If 2:29 - 0
        MissingElse 2:13 - 0
        If 3:36 1 1
        MissingElse 3:26 1 1
        If 4:47 3 3 c
        Else 4:61 3 3 c
        Repeats 4:72 2 3
        Ends 4:13 2 3
        If 5:63 - 4 c
        Else 5:74 - 4 c
        ");
}

#[test]
fn arguments_of_known_macros_are_expressions() {
    let source = "fn f(v: &[u8]) {
            println!(\"{}\", v.iter().map(|x| if *x == 0 { 1 } else { 2 }).sum::<u8>());
            let w = vec![if v.is_empty() { 1 } else { 2 }; 3];
            assert!(if v.is_empty() { true } else { false });
            other!(if v.is_empty() { 1 } else { 2 });
            assert!(if v.is_empty() { true } else { false }, \"why\");
            matches!(if v.is_empty() { 1 } else { 2 }, n if { if n == 1 { true } else { false } });
        }";
    insta::assert_snapshot!(summary(source), @r"
        If 2:56 - 0 c
        Else 2:67 - 0 c
        If 3:42 - 0
        Else 3:53 - 0
        If 6:37 - 0
        Else 6:51 - 0
        If 7:38 - 0
        Else 7:49 - 0
        If 7:73 - 0
        Else 7:87 - 0
        ");
}

#[test]
fn decisions_have_labels_for_each_condition() {
    let source =
        "fn f(a: bool, b: bool, c: bool) { if a && (b || !c) { } let d = a; let e = a || true; }";
    let counts = [
        (Criterion::Decision, 4),
        (Criterion::Condition, 8),
        (Criterion::DecisionCondition, 12),
        (Criterion::MultipleCondition, 6),
        (Criterion::Mcdc, 8),
        (Criterion::User, 0),
    ];
    for (criterion, count) in counts {
        assert_eq!(of_criterion(source, criterion).len(), count, "{criterion}");
    }
    let vectors = of_criterion(source, Criterion::MultipleCondition);
    let shown: Vec<_> = vectors.iter().map(|label| &*label.detail).collect();
    assert_eq!(shown, ["T T -", "T F T", "T F F", "F - -", "T -", "F T"]);
}

#[test]
fn probes_of_one_criterion_are_no_ways_of_another() {
    let source = "fn f(a: u8, b: u8) -> u8 {
            if a < b && a > 2 { return a - b } else { 1 }
            if let 0..=3 = a { return 2 } else if let 4 = b && a > 2 { return 1 } else if let 5 = b { }
            if let 1 = a { return 3 }
            while let 9 = b { return 1 }
            let 1..=7 = b else { return 4 };
            Some(a)?;
            match a { n if n + 1 > b => { n / b } _ => return 2 };
            while a != 3 { }
            assert!(a > 1 && b < 3);
            dbg!(matches!(if a > 3 { b } else { a }, n if n > 3 && b != 7));
            a
        }";
    let function: syn::ItemFn = syn::parse_str(source).expect("a function");
    let all = Criteria::new(Criterion::ALL).expect("not empty");
    let together = labels(&function.sig, &function.block, &all);
    for criterion in Criterion::ALL {
        let alone = labels(&function.sig, &function.block, &criterion.into());
        let place = |label: &Label| (label.kind, label.position, label.detail.clone());
        // The ways of paths are those of `branch`.
        let own = match criterion {
            Criterion::Paths => Criterion::Branch,
            other => other,
        };
        let of_it = together.iter().filter(|label| label.criterion == own);
        let of_it: Vec<_> = of_it.map(place).collect();
        assert_eq!(
            of_it,
            alone.iter().map(place).collect::<Vec<_>>(),
            "{criterion}"
        );
    }
}

/// One line a label: its place, and the detail where there is one.
fn places(source: &str, criterion: Criterion) -> String {
    let labels = of_criterion(source, criterion);
    let line = |label: &Label| {
        let place = label.position;
        format!("{}:{} {}", place.line, place.column, label.detail)
    };
    let lines: Vec<_> = labels.iter().map(line).collect();
    lines.join("\n")
}

#[test]
fn statements_are_counted_where_they_are_executed() {
    let source = "fn f(a: u8) -> u8 {
            let b; b = 1;
            if a == 1 { return 2 } else { { println!(); } }
            label!(a > 1);
            match a { 1 => 1, _ => { let c = [0].map(|x| x + 1); c[0] } }
        }";
    insta::assert_snapshot!(places(source, Criterion::Statement), @r"
        2:20 
        3:13 
        3:25 
        3:45 
        5:13 
        5:28 
        5:38 
        5:58 
        5:66 
        ");
}

#[test]
fn operators_have_mutants_where_their_operands_are_known() {
    let source = "fn f(a: i8, b: &str) -> bool {
            let c = a + 1;
            b == \"x\" && c >= 3
        }";
    insta::assert_snapshot!(places(source, Criterion::Mutation), @r#"
        2:21 a - 1
        2:21 a * 1
        2:21 a / 1
        2:21 a % 1
        2:21 -(a + 1)
        2:21 (a + 1).abs()
        3:13 false
        3:13 true
        3:25 true
        3:25 c > 3
        3:25 c == 3
        3:13 false
        3:13 true
        3:13 
        "#);
    insta::assert_snapshot!(places("fn f() { let n = 4; n < 3; n < 0; }", Criterion::InputDomain), @r"
        1:21 n == 3
        1:21 n == 4
        1:21 n == 2
        1:28 n == 0
        1:28 n == 1
        ");
}

#[test]
fn bits_and_assignments_to_variables_have_mutants() {
    let source = "fn f(mut a: u8, b: u8, v: &mut [u8]) {
            a += b;
            v[0] += b;
            a = a & 7 | b >> 2;
            a <<= 1;
        }";
    insta::assert_snapshot!(places(source, Criterion::Mutation), @r"
        2:13 a -= b
        2:13 a *= b
        2:13 a /= b
        2:13 a %= b
        4:17 a | 7
        4:17 a ^ 7
        4:25 b << 2
        4:17 a & 7 & b >> 2
        4:17 a & 7 ^ b >> 2
        5:13 a >>= 1
        ");
}

#[test]
fn labels_of_the_user_have_names() {
    let source = "fn f(n: u8) { label!(\"large\", n > 9); for _ in 0..n { unroll_test::label!(n == 1) } other::label!(n); label!(n += 1); }";
    let labels = of_criterion(source, Criterion::User);
    let shown: Vec<_> = labels.iter().map(|it| (&*it.detail, it.parent)).collect();
    assert_eq!(shown, [("large", None), ("", Some(1))]);
}

#[test]
fn sides_of_an_assignment_have_no_order() {
    let source =
        "fn f(v: &mut [u8]) { v[if v.len() > 1 { 1 } else { 0 }] = { for _ in 0..1 { } 0 }; }";
    let all_behind = |label: &Label| label.loops_before == 1;
    assert!(of(source).iter().all(all_behind));
}

#[test]
fn other_functions_and_contracts_have_no_labels() {
    let source = "fn f() { async fn g() { if a { } } async { if a { } }; const { if a { } }; invariant!(if a { b } else { c }); }";
    assert_eq!(of(source).len(), 0);
}

#[test]
fn labels_of_inner_functions_come_last_and_behind_their_loops() {
    let source =
        "fn f() { if a { } fn g() { while b { if c { } } } for x in y { fn h() { d?; } } }";
    let labels = of(source);
    let told = labels
        .iter()
        .map(|it| (it.kind, it.in_closure, it.parent, it.loops_before));
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            (LabelKind::If, false, None, 1),
            (LabelKind::MissingElse, false, None, 1),
            (LabelKind::Repeats, true, Some(1), 1),
            (LabelKind::If, true, Some(1), 1),
            (LabelKind::MissingElse, true, Some(1), 1),
            (LabelKind::Ends, true, Some(1), 1),
            (LabelKind::Continues, true, None, 1),
            (LabelKind::Propagates, true, None, 1),
        ]
    );
}

#[test]
fn relaxable_conditions_leave_labels_as_they_are() {
    let source = "fn f(a: u8, b: Option<u8>) {
        if a > 1 && a < 9 { } else if a == 9 { return }
        while a > 3 { match b { Some(0) => {} Some(n) if n > 4 => {} Some(_) => return, None => {} } }
        assert!(if a == 3 { true } else { false });
        let c = if a == 4 { 1 } else { 2 };
    }";
    let function: syn::ItemFn = syn::parse_str(source).expect("a function");
    let criteria = "statement,branch".parse().expect("criteria");
    let told = |relaxes| {
        let mut block = (*function.block).clone();
        let numbering = crate::number::number_and_mark(&function.sig, &mut block);
        let labels = super::put_probes(&function.sig, &mut block, &numbering, &criteria, relaxes);
        let told = labels.into_iter();
        told.map(|it| (it.number, it.kind)).collect::<Vec<_>>()
    };
    assert_eq!(told(true), told(false));
}

#[test]
fn patterns_are_conditions() {
    let source = "fn f(a: Option<u8>, b: Option<u8>) -> Option<u8> {
            if let Some(x) = a { return Some(x) } else if let Some(y) = b && y > 3 { }
            while let Some(z) = b { break }
            let Some(w) = a else { return None };
            b?
        }";
    let shown = |criterion| {
        let labels = of_criterion(source, criterion);
        let line = |label: &Label| {
            let place = label.position;
            let line = format!(
                "{:?} {}:{} {}",
                label.kind, place.line, place.column, label.detail
            );
            line.trim_end().to_owned()
        };
        labels.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(shown(Criterion::Mcdc), @r"
        DecidesTrue 2:16
        DecidesFalse 2:16
        DecidesTrue 2:59
        DecidesFalse 2:59
        DecidesTrue 2:78
        DecidesFalse 2:78
        DecidesTrue 3:19
        DecidesFalse 3:19
        LetMatches 4:17
        LetElse 4:17
        Continues 5:14
        Propagates 5:14
        ");
    insta::assert_snapshot!(shown(Criterion::MultipleCondition), @r"
        Vector 2:16 T
        Vector 2:16 F
        Vector 2:59 T T
        Vector 2:59 T F
        Vector 2:59 F -
        Vector 3:19 T
        Vector 3:19 F
        LetMatches 4:17
        LetElse 4:17
        Continues 5:14
        Propagates 5:14
        ");
}

#[test]
fn arms_are_decisions_and_parts_of_patterns_conditions() {
    let source = "fn f(a: (Kind, u8), b: Only, c: &[u8]) {
            match a {
                (Kind::Dot | Kind::Line(1..=3), x) if x > 1 => {}
                (Kind::Box { width: 0, .. }, 4) if a && b => {}
                (Kind::Box { .. }, n @ 4) => {}
                m!() => {}
                _ => {}
            }
            match b { Only(0) => {} Only(true) => {} Only(_) => {} }
            match c { [0, ..] => {} [_, 1] => {} [..] => {} }
        }";
    let function: syn::ItemFn = syn::parse_str(source).expect("a function");
    let labels = labels(
        &function.sig,
        &function.block,
        &Criterion::MultipleCondition.into(),
    );
    let text = |label: &Label| {
        let words = label.words.source_text().unwrap_or_default();
        format!(
            "{}:{} {words}: {}",
            label.position.line, label.position.column, label.detail
        )
    };
    let shown: Vec<_> = labels.iter().map(text).collect();
    insta::assert_snapshot!(shown.join("\n"), @r"
    3:17 (Kind::Dot | Kind::Line(1..=3), x): T - -
    3:17 (Kind::Dot | Kind::Line(1..=3), x): F T T
    3:17 (Kind::Dot | Kind::Line(1..=3), x): F T F
    3:17 (Kind::Dot | Kind::Line(1..=3), x): F F -
    3:55 x > 1: T
    3:55 x > 1: F
    4:17 (Kind::Box { width: 0, .. }, 4) if a && b: T T T T T
    4:17 (Kind::Box { width: 0, .. }, 4) if a && b: T T T T F
    4:17 (Kind::Box { width: 0, .. }, 4) if a && b: T T T F -
    4:17 (Kind::Box { width: 0, .. }, 4) if a && b: T T F - -
    4:17 (Kind::Box { width: 0, .. }, 4) if a && b: T F - - -
    4:17 (Kind::Box { width: 0, .. }, 4) if a && b: F - - - -
    5:17 (Kind::Box { .. }, n @ 4): T T
    5:17 (Kind::Box { .. }, n @ 4): T F
    5:17 (Kind::Box { .. }, n @ 4): F -
    9:23 Only(0): T
    9:23 Only(0): F
    9:37 Only(true): T
    9:37 Only(true): F
    10:23 [0, ..]: T T
    10:23 [0, ..]: T F
    10:23 [0, ..]: F -
    10:37 [_, 1]: T T
    10:37 [_, 1]: T F
    10:37 [_, 1]: F -
    ");
}

#[test]
fn invocations_of_matches_have_the_conditions_of_their_pattern_and_guard() {
    let source = "fn f(a: Option<u8>, b: bool) -> bool {
            if b && !matches!(a, Some(1..=9)) { }
            while matches!(a, None | Some(0)) { }
            let c = std::matches!(a, Some(n) if n > 4 && b);
            let d = matches!(a, Some(1) | Some(2) if b);
            let e = matches!(a, n if n.is_some());
            matches!(g(a)?, m!()) || matches!({ loop { break a } }, Some(_)) || other::matches!(a, None)
        }";
    let function: syn::ItemFn = syn::parse_str(source).expect("a function");
    let labels = labels(
        &function.sig,
        &function.block,
        &Criterion::MultipleCondition.into(),
    );
    let text = |label: &Label| {
        let words = label.words.source_text().unwrap_or_default();
        format!("{} {words}: {}", label.position.line, label.detail)
    };
    let shown: Vec<_> = labels.iter().map(text).collect();
    insta::assert_snapshot!(shown.join("\n"), @r"
    2 b && !matches!(a, Some(1..=9)): T T T
    2 b && !matches!(a, Some(1..=9)): T T F
    2 b && !matches!(a, Some(1..=9)): T F -
    2 b && !matches!(a, Some(1..=9)): F - -
    3 matches!(a, None | Some(0)): T - -
    3 matches!(a, None | Some(0)): F T T
    3 matches!(a, None | Some(0)): F T F
    3 matches!(a, None | Some(0)): F F -
    4 std::matches!(a, Some(n) if n > 4 && b): T T T
    4 std::matches!(a, Some(n) if n > 4 && b): T T F
    4 std::matches!(a, Some(n) if n > 4 && b): T F -
    4 std::matches!(a, Some(n) if n > 4 && b): F - -
    5 Some(1) | Some(2): T T - -
    5 Some(1) | Some(2): T F T T
    5 Some(1) | Some(2): T F T F
    5 Some(1) | Some(2): T F F -
    5 Some(1) | Some(2): F - T T
    5 Some(1) | Some(2): F - T F
    5 Some(1) | Some(2): F - F -
    5 b: T
    5 b: F
    6 n.is_some(): T
    6 n.is_some(): F
    7 matches!(g(a)?, m!()) || matches!({ loop { break a } }, Some(_)) || other::matches!(a, None): T - -
    7 matches!(g(a)?, m!()) || matches!({ loop { break a } }, Some(_)) || other::matches!(a, None): F T -
    7 matches!(g(a)?, m!()) || matches!({ loop { break a } }, Some(_)) || other::matches!(a, None): F F T
    7 matches!(g(a)?, m!()) || matches!({ loop { break a } }, Some(_)) || other::matches!(a, None): F F F
    ");
}

#[test]
fn decisions_without_labels_have_a_reason() {
    for (source, reason) in [
        (
            "match a { m!() => {} 1 => {} _ => {} }",
            "is a pattern with a macro or with unstable syntax",
        ),
        (
            "while let Some(b) = g() && a && (b || c) {}",
            "is a `while` with a chain of conditions and `let`",
        ),
        (
            "match a { Some(b) if let Some(c) = b && c && d => {} _ => {} }",
            "is a guard with a `let`",
        ),
    ] {
        let function = format!("fn f(a: u8) {{ {source} }}");
        let function: syn::ItemFn = syn::parse_str(&function).expect("a function");
        let left_out = super::left_out(&function.sig, &function.block, &Criterion::Mcdc.into());
        let reasons: Vec<_> = left_out.iter().map(|it| it.reason).collect();
        assert_eq!(reasons, [reason], "{source}");
    }
}
