//! Times Z3's engines on the formulas of loops: `cargo run -p unroll-smt --example solver_engines`.
//! The figures of `docs/dev/adr/0003-term-layer.md` come from here.

#![expect(clippy::print_stdout, reason = "a table is what this program is for")]

use std::time::Instant;

use unroll_smt::{Answer, Engine, Limits, Session, z3_version};

#[path = "../tests/queries/mod.rs"]
mod queries;

fn main() {
    match z3_version() {
        Ok(version) => println!("libz3 {}", version.expect("the example needs Z3")),
        Err(error) => return println!("error: {error}"),
    }
    // Z3 takes minutes, so `-- sat` leaves it out.
    let engines = if std::env::args().any(|arg| arg == "sat") {
        vec![Engine::Sat]
    } else {
        vec![Engine::Sat, Engine::Smt, Engine::Z3Sat]
    };
    let limits = Limits {
        timeout_ms: 20_000,
        memory_mb: 2000,
        ..Limits::default()
    };
    let queries = [
        queries::square_root(6, false),
        queries::square_root(6, true),
        queries::square_root(10, true),
        queries::square_root(15, false),
        queries::prime_check(15),
        queries::binary_search(10, 2000),
        queries::binary_search(13, 40_000),
        queries::binary_search(15, 40_000),
    ];
    for query in &queries {
        for engine in engines.clone() {
            let start = Instant::now();
            let mut session = Session::with_engine(limits, engine);
            for assertion in &query.assertions {
                session.assert(&query.terms, *assertion);
            }
            let (mut sat, mut unsat, mut unknown) = (0, 0, 0);
            for goal in &query.goals {
                match session.check(&query.terms, &[*goal]) {
                    Answer::Sat(model) => {
                        assert_eq!(model.value(&query.terms, *goal), 1, "a model of its goal");
                        sat += 1;
                    }
                    Answer::Unsat { .. } => unsat += 1,
                    Answer::Unknown(_) => unknown += 1,
                }
            }
            let millis = start.elapsed().as_millis();
            let engine = format!("{engine:?}");
            println!(
                "{:28} {engine:8} {sat:3} sat {unsat:3} unsat {unknown:3} unknown {millis:6} ms",
                query.name
            );
        }
    }
}
