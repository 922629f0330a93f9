//! The conversation with a replay program: this executable registers harnesses and is its own replay program.

use std::time::Duration;

use camino::Utf8PathBuf;
use cargo_unroll::model::value::Value;
use cargo_unroll::replay::{
    Axis, Case, Constants, Driver, Event, Leaf, Leeway, Limits, ReplayError, RunEnd, Search, Space,
};
use cargo_unroll::sandbox::Confinement;
use unroll_test::{Input, rt};

/// Counts up to `n`; aborts, hangs without probes, and overflows its stack for chosen numbers.
fn count(n: u16, log: &mut Vec<u16>) -> u16 {
    rt::assume(0, n < 1000);
    match n {
        700 => std::process::abort(),
        701 => loop {
            std::thread::sleep(Duration::from_secs(1));
        },
        702 => return recurse(u64::from(n)) as u16,
        703 => panic!("no {n}"),
        _ => {}
    }
    rt::enter(1);
    let (mut d, mut mask) = (0, 0);
    while d < u32::from(n) {
        d += 1;
        rt::step(1, d);
        mask = if d % 2 == 0 { 1 } else { 2 };
    }
    rt::exit(1, d, mask, 0);
    log.push(n);
    rt::check(1, n != 600);
    n
}

/// Deep enough for any stack.
fn recurse(n: u64) -> u64 {
    let local = std::hint::black_box([n; 64]);
    if std::hint::black_box(n) == 0 {
        0
    } else {
        recurse(n + local[1] % 2 + 2) + local[0]
    }
}

fn count_harness() {
    let n = <u16 as Input>::any(rt::Key::param(0));
    let log = <&mut Vec<u16> as Input>::any(rt::Key::param(1));
    if rt::native() {
        rt::arg("n", &n, rt::Key::param(0));
        rt::arg("log", &log, rt::Key::param(1));
    }
    let result = count(n, log);
    if rt::native() {
        rt::show!(&mut { result });
        rt::after!("log", &mut { log });
    }
}

rt::register!("count", "count", count_harness);

fn countdown_harness() {
    let n = <i8 as Input>::any(rt::Key::param(0));
    rt::assume(0, (-1..=2).contains(&n));
    rt::enter(1);
    rt::exit(1, n.max(0).cast_unsigned().into(), 0, 0);
    if n == -1 {
        std::process::abort();
    }
}

rt::register!("countdown", "countdown", countdown_harness);

fn driver(limits: Limits) -> Driver {
    driver_of("count", limits)
}

fn driver_of(id: &str, limits: Limits) -> Driver {
    let exe = std::env::current_exe().expect("invariant: a test has an executable");
    let exe = Utf8PathBuf::from_path_buf(exe).expect("invariant: cargo's paths are UTF-8");
    Driver::spawn(&exe, id, limits, Confinement::Strict).expect("invariant: the executable starts")
}

fn case(n: u64) -> Case {
    let mut case = Case::default();
    case.leaves
        .insert(rt::Key::param(0).bits(), Leaf::Scalar(n));
    case
}

#[test]
fn a_run_comes_back_typed() {
    let mut driver = driver(Limits::default());
    let outcome = driver.run(&case(2)).expect("invariant: it answers");
    assert_eq!(outcome.ending, RunEnd::Returned);
    assert_eq!(
        outcome.result,
        Some(Value::Int {
            ty: "u16".into(),
            text: "2".into()
        })
    );
    assert_eq!(outcome.args.len(), 2);
    assert!(outcome.args[0].after.is_none() && outcome.args[1].after.is_some());
    assert_eq!(
        outcome.events(4),
        [Event::Exit {
            loop_: 1,
            depth: 2,
            branch: 1
        }]
    );
    let RunEnd::Panicked { message, place, .. } = driver
        .run(&case(703))
        .expect("invariant: it answers")
        .ending
    else {
        panic!("a panic");
    };
    assert_eq!((message.as_str(), place.line > 0), ("no 703", true));
}

#[test]
fn an_enumeration_says_whether_it_is_complete() {
    let mut driver = driver_of("countdown", Limits::default());
    let space = |intervals: &[(u64, u64)]| Space {
        max_depth: 1,
        axes: vec![Axis {
            key: rt::Key::param(0).bits(),
            max: 255,
            intervals: intervals.to_vec(),
        }],
    };
    let result = driver
        .exhaust(&space(&[(0, 5), (254, 254)]))
        .expect("invariant: it answers");
    assert!(result.complete && result.stopped.is_none());
    assert_eq!((result.runs, result.rejected), (7, 4));
    assert_eq!(result.outcomes.len(), 2, "the third exit is too deep");
    let result = driver
        .exhaust(&space(&[(0, 0), (255, 255)]))
        .expect("invariant: it answers");
    assert!(!result.complete);
    assert!(
        matches!(
            result.stopped,
            Some(ReplayError::Crashed { case: Some(found), .. }) if found == case(255)
        ),
        "the abort is found with its case"
    );
}

#[test]
fn after_a_crash_the_driver_is_there_again() {
    let mut driver = driver(Limits::default());
    for (n, hint) in [(700, "signal 6 (abort)"), (702, "signal ")] {
        let error = driver.run(&case(n)).expect_err("invariant: it crashes");
        assert!(error.to_string().contains(hint), "{error}");
        let ReplayError::Crashed {
            case: Some(in_flight),
            ..
        } = error
        else {
            panic!("a crash with its case")
        };
        assert_eq!(in_flight, case(n));
        assert!(driver.run(&case(1)).is_ok());
    }
}

#[test]
fn a_run_that_does_not_end_is_ended() {
    let limits = Limits {
        run: Duration::from_millis(300),
        ..Limits::default()
    };
    let mut driver = driver(limits);
    let error = driver.run(&case(701)).expect_err("invariant: it hangs");
    assert!(
        matches!(error, ReplayError::TimedOut { case: Some(_), .. }),
        "{error}"
    );
    assert!(driver.run(&case(1)).is_ok());
}

#[test]
fn search_gives_what_it_found_and_the_case_that_crashed() {
    let mut driver = driver(Limits::default());
    driver
        .known(&[Event::Exit {
            loop_: 1,
            depth: 0,
            branch: 0,
        }])
        .expect("invariant: it answers");
    let search = Search {
        seed: 1,
        runs: 5000,
        max_depth: 3,
        by_chance: false,
        constants: Constants::default(),
    };
    let result = driver.search(&search).expect("invariant: it answers");
    assert!(
        result.stopped.is_none() && result.runs == 5000 && result.rejected > 0,
        "{result:?}"
    );
    let outcomes = result.outcomes.iter();
    let found: Vec<Event> = outcomes.flat_map(|outcome| outcome.events(3)).collect();
    assert_eq!(
        found
            .iter()
            .filter(|event| matches!(event, Event::Exit { depth: 1..=3, .. }))
            .count(),
        3,
        "{found:?}"
    );
    let result = driver
        .search(&Search {
            seed: 2,
            constants: Constants {
                numbers: vec![700],
                words: vec![],
                ..Constants::default()
            },
            ..search
        })
        .expect("invariant: it answers");
    let Some(ReplayError::Crashed {
        case: Some(in_flight),
        ..
    }) = result.stopped
    else {
        panic!("a crash: {result:?}")
    };
    let n = in_flight.leaves.get(&rt::Key::param(0).bits());
    assert!(matches!(n, Some(Leaf::Scalar(700))), "{in_flight}");
    // It still knows what it was told.
    let result = driver
        .search(&Search {
            seed: 3,
            runs: 9,
            max_depth: 0,
            ..search
        })
        .expect("invariant: it answers");
    assert!(result.outcomes.is_empty(), "{result:?}");
}

#[test]
fn shrink_gives_a_small_case() {
    let mut driver = driver(Limits::default());
    let mut large = case(11);
    large
        .leaves
        .insert(rt::Key::param(1).child(0).bits(), Leaf::Scalar(3));
    large
        .leaves
        .insert(rt::Key::param(1).child(1).bits(), Leaf::slice([9, 8, 7]));
    let must = [Event::Exit {
        loop_: 1,
        depth: 11,
        branch: 2,
    }];
    let leeway = Leeway {
        constants: &Constants::default(),
        free: &[],
    };
    let outcome = driver
        .shrink(&must, leeway, &large)
        .expect("invariant: it answers");
    assert_eq!(outcome.events(11), must);
    // Nothing asks for elements; two small ones show afterwards that they stay as they are.
    let element = |text: &str| {
        let ty = "u16".to_owned();
        let text = text.to_owned();
        (1, Value::Int { ty, text })
    };
    assert_eq!(
        outcome.args[1].before,
        Value::Mut(Box::new(Value::Seq {
            kind: cargo_unroll::model::value::SeqKind::Vec,
            runs: vec![element("2"), element("3")]
        }))
    );
}

#[test]
fn repeated_runs_tell_what_they_have_in_common() {
    let mut driver = driver(Limits::default());
    let once = driver.run(&case(3)).expect("invariant: it answers");
    let often = driver.repeat(&case(3)).expect("invariant: it answers");
    assert_eq!(often, once);
}

#[test]
fn a_program_that_is_not_there_is_a_typed_error() {
    let error = Driver::spawn(
        "/nowhere/to/be/found".into(),
        "x",
        Limits::default(),
        Confinement::Strict,
    )
    .expect_err("invariant: not there");
    assert_eq!(
        error.to_string(),
        "failed to start the replay program `/nowhere/to/be/found`"
    );
}
