//! Made-up outcomes of the functions of `golden/emit/sample.rs`.

use std::sync::LazyLock;

use cargo_unroll::emit::TestStyle;
use cargo_unroll::model::job::{Job, LoopKind};
use cargo_unroll::model::outcome::{Arg, ExitKind, FunctionOutcome, Objective, RunEnd};
use cargo_unroll::model::value::{SeqKind, Value};

use crate::golden::golden_path;
use crate::jobs::{ensures, job, loop_info, span};
use crate::outcomes::{arg, ended, exit, int, ints, outcome, seq, test};

pub(crate) fn arg_after(name: &str, before: Value, after: Value) -> Arg {
    Arg {
        name: name.to_owned(),
        before,
        after: Some(after),
    }
}

pub(crate) fn unit() -> Value {
    Value::Tuple(vec![])
}

pub(crate) fn some(value: Value) -> Value {
    Value::Option(Some(Box::new(value)))
}

pub(crate) type Case = (Job, FunctionOutcome);

pub(crate) static STYLE: LazyLock<TestStyle> = LazyLock::new(TestStyle::default);

pub(crate) const FILE: &str = "src/sample.rs";

pub(crate) fn sample() -> String {
    std::fs::read_to_string(golden_path("emit/sample.rs")).expect("the sample is there")
}

pub(crate) fn slice(values: &[i128]) -> Value {
    ints(SeqKind::Slice, "i32", values)
}

pub(crate) fn binary_search(text: &str) -> Case {
    let mut job = job(text, FILE, "krate::sample::binary_search");
    job.loops = vec![loop_info(
        LoopKind::While,
        0,
        &["if t[m] < x", "else if t[m] > x", "else"],
    )];
    job.clauses = vec![ensures("|r| r.is_some() == t.contains(&x)")];
    let objectives = vec![
        exit(1, 0, 0, ExitKind::Condition),
        exit(1, 1, 1, ExitKind::Condition),
        exit(1, 1, 2, ExitKind::Condition),
        exit(1, 1, 3, ExitKind::Return),
        exit(1, 2, 1, ExitKind::Condition),
    ];
    let call = |t: &[i128], x| vec![arg("t", slice(t)), arg("x", int("i32", x))];
    let tests = vec![
        test(call(&[], 0), Value::Option(None), &[0]),
        test(call(&[0], 1), Value::Option(None), &[1]),
        test(call(&[1], 0), Value::Option(None), &[2]),
        test(call(&[0], 0), some(int("usize", 0)), &[3]),
        test(call(&[0, 0], 1), Value::Option(None), &[4]),
    ];
    (job, outcome(objectives, tests))
}

pub(crate) fn bubble(text: &str) -> Case {
    let mut job = job(text, FILE, "krate::sample::bubble");
    job.loops = vec![
        loop_info(LoopKind::For, 0, &[]),
        loop_info(LoopKind::While, 1, &[]),
    ];
    let objectives = vec![
        exit(1, 0, 0, ExitKind::Condition),
        exit(1, 1, 0, ExitKind::Condition),
        exit(1, 2, 0, ExitKind::Condition),
        exit(2, 0, 0, ExitKind::Condition),
        exit(2, 1, 0, ExitKind::Condition),
        exit(2, 2, 0, ExitKind::Condition),
    ];
    let call = |before: &[i128], after: &[i128]| {
        vec![arg_after(
            "a",
            ints(SeqKind::MutSlice, "u8", before),
            ints(SeqKind::MutSlice, "u8", after),
        )]
    };
    let tests = vec![
        test(call(&[], &[]), unit(), &[0]),
        test(call(&[0, 0], &[0, 0]), unit(), &[1, 3]),
        test(call(&[2, 1, 0], &[0, 1, 2]), unit(), &[2, 4, 5]),
    ];
    (job, outcome(objectives, tests))
}

pub(crate) fn plain(text: &str, path: &str, tests: Vec<(Vec<Arg>, Value)>) -> Case {
    let tests = tests
        .into_iter()
        .map(|(args, result)| test(args, result, &[]))
        .collect();
    (
        job(text, FILE, &format!("krate::sample::{path}")),
        outcome(vec![], tests),
    )
}

pub(crate) fn float(value: f64) -> Value {
    Value::Float {
        ty: "f64".to_owned(),
        bits: value.to_bits(),
    }
}

pub(crate) fn stack(items: &[i128]) -> Value {
    Value::Struct {
        path: "krate::sample::Stack".to_owned(),
        fields: vec![("items".to_owned(), ints(SeqKind::Vec, "u32", items))],
    }
}

pub(crate) fn mutable(value: Value) -> Value {
    Value::Mut(Box::new(value))
}

#[expect(clippy::too_many_lines, reason = "a flat list of cases")]
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let str_arg = |s: &str| vec![arg("text", Value::Str(s.to_owned()))];
    let empty = Value::Debug("Err(ParseIntError { kind: Empty })".to_owned());
    let u8s = |values: &[i128]| ints(SeqKind::Slice, "u8", values);
    let mut sum = plain(text, "sum", vec![]);
    sum.0.loops = vec![loop_info(LoopKind::For, 0, &[])];
    sum.1.objectives = vec![exit(1, 1, 0, ExitKind::Condition)];
    sum.1.tests = vec![
        test(
            vec![arg("values", ints(SeqKind::Vec, "u8", &[0]))],
            int("u8", 0),
            &[0],
        ),
        ended(
            vec![arg("values", ints(SeqKind::Vec, "u8", &[1, 255]))],
            RunEnd::Panicked {
                message: "attempt to add with overflow".to_owned(),
                span: span(FILE, 44, 9),
            },
            &[],
        ),
    ];
    sum.1.tests[1].debug_only = true;
    vec![
        binary_search(text),
        bubble(text),
        plain(
            text,
            "parse",
            vec![
                (str_arg(""), empty),
                (str_arg("7"), Value::Ok(Box::new(int("u8", 7)))),
            ],
        ),
        plain(
            text,
            "kind",
            vec![(str_arg("+"), Value::Debug("Some(Plus)".to_owned()))],
        ),
        plain(
            text,
            "read",
            vec![(str_arg("ab"), Value::Ok(Box::new(int("u8", 2))))],
        ),
        plain(
            text,
            "mean",
            vec![
                (
                    vec![arg("xs", seq(SeqKind::Slice, vec![]))],
                    float(f64::NAN),
                ),
                (
                    vec![arg(
                        "xs",
                        seq(SeqKind::Slice, vec![float(-1.5), float(0.5)]),
                    )],
                    float(-0.5),
                ),
            ],
        ),
        sum,
        plain(
            text,
            "len",
            vec![(vec![arg("len", int("usize", 12345))], int("usize", 12345))],
        ),
        plain(
            text,
            "rows",
            vec![
                (
                    vec![arg("rows", seq(SeqKind::Slice, vec![]))],
                    seq(SeqKind::Vec, vec![]),
                ),
                (
                    vec![arg(
                        "rows",
                        seq(SeqKind::Slice, vec![u8s(&[]), u8s(&[1, 2])]),
                    )],
                    seq(SeqKind::Vec, vec![u8s(&[]), u8s(&[1, 2])]),
                ),
            ],
        ),
        plain(
            text,
            "Stack::new",
            vec![(vec![arg("n", int("u32", 2))], stack(&[0, 1]))],
        ),
        plain(
            text,
            "Stack::push",
            vec![(
                vec![
                    arg_after("self", mutable(stack(&[])), mutable(stack(&[7]))),
                    arg("x", int("u32", 7)),
                ],
                int("usize", 1),
            )],
        ),
        plain(
            text,
            "Stack::is_empty",
            vec![(
                vec![arg("self", Value::Ref(Box::new(stack(&[]))))],
                Value::Bool(true),
            )],
        ),
        plain(
            text,
            "inner::hidden",
            vec![(
                vec![arg("x", int("u8", 3))],
                Value::Opaque("Plain".to_owned()),
            )],
        ),
        plain(
            text,
            "inner::flats",
            vec![(
                vec![arg("flats", seq(SeqKind::Slice, vec![]))],
                int("usize", 0),
            )],
        ),
        plain(
            text,
            "inner::flat",
            vec![(
                vec![arg("x", int("u8", 3))],
                Value::Struct {
                    path: "krate::sample::Flat".to_owned(),
                    fields: vec![("x".to_owned(), int("u8", 3))],
                },
            )],
        ),
        violation(text),
        plain(
            text,
            "fill",
            vec![(
                vec![
                    arg("n", int("usize", 40)),
                    arg_after(
                        "out",
                        mutable(seq(SeqKind::Vec, vec![])),
                        mutable(Value::Seq {
                            kind: SeqKind::Vec,
                            runs: vec![(40, int("u8", 0))],
                        }),
                    ),
                ],
                Value::Tuple(vec![
                    int("usize", 40),
                    Value::Float {
                        ty: "f32".to_owned(),
                        bits: u64::from(0.5_f32.to_bits()),
                    },
                ]),
            )],
        ),
    ]
}

pub(crate) fn violation(text: &str) -> Case {
    let mut abs = plain(text, "abs", vec![]);
    abs.0.clauses = vec![ensures("|r| *r != 3")];
    abs.1.objectives = vec![exit(1, 0, 0, ExitKind::Condition)];
    abs.1.objectives[0].objective = Objective::Violation {
        clause: 0,
        loop_: 0,
        depth: 0,
    };
    abs.1.tests = vec![ended(
        vec![arg("x", int("i32", -3))],
        RunEnd::Violated { clause: 0 },
        &[0],
    )];
    abs
}
