//! Labels along paths (`fixtures/labels`): table I of the label-coverage paper.
//!
//! `cargo xtask bench labels` sets `UNROLL_LABELS` to a file, which gets the table. Among the tests, the set-ups have to agree on the labels of the small programs.

#[path = "../support/fixture.rs"]
mod build;
mod explore;
mod fixture;
mod table;

use std::time::Duration;

use explore::{Explored, SetUp, Subject, explore};
use fixture::Fixture;
use unroll_syntax::Criterion;

/// A program of the fixture, with its depth.
const SMALL: [(&str, u32); 2] = [("trityp::trityp", 1), ("four_balls::four_balls", 1)];

const LONG: Duration = Duration::from_secs(600);

#[test]
fn set_ups_agree_on_the_labels_that_are_covered() {
    let criteria = [
        Criterion::Condition,
        Criterion::MultipleCondition,
        Criterion::Mutation,
    ];
    let labelled = criteria.map(Fixture::build);
    for fixture in &labelled {
        for (path, depth) in SMALL {
            let subject = Subject {
                fixture,
                path,
                depth,
            };
            let found = SetUp::ALL.map(|set_up| explore(&subject, set_up, LONG));
            agree(path, &found);
        }
    }
    if let Ok(file) = std::env::var("UNROLL_LABELS") {
        let table = table::table(&labelled);
        std::fs::write(file, table).expect("the file can be written");
    }
}

/// Checks that explorations with labels decide all of them and cover the same, and how many paths they walk.
fn agree(path: &str, found: &[Explored; 5]) {
    let [plain, direct, tight, when_asked, deleted] = found;
    for with_labels in &found[1..] {
        assert!(with_labels.undecided.is_empty(), "{path}: {with_labels:?}");
        assert_eq!(with_labels.covered, direct.covered, "{path}");
        assert_eq!(with_labels.uncoverable, direct.uncoverable, "{path}");
    }
    assert!(plain.covered.is_subset(&direct.covered), "{path}");
    assert!(!direct.covered.is_empty(), "{path}");
    assert!(plain.paths <= deleted.paths, "{path}: {found:?}");
    assert!(deleted.paths <= when_asked.paths, "{path}: {found:?}");
    assert!(when_asked.paths <= tight.paths, "{path}: {found:?}");
}
