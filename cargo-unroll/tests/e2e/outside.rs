//! Types whose fields some functions see and others do not: each test has values in the way that it can write.

use crate::support::Krate;

const STACK: &str = "//! A stack with room for four.

/// At most four entries.
#[derive(Debug, Clone, PartialEq)]
pub struct Stack<T> {
    entries: Vec<T>,
    depth: u8,
}

impl<T: Ord> Stack<T> {
    /// An empty one.
    pub fn new() -> Self {
        Stack { entries: Vec::new(), depth: 0 }
    }

    /// Adds an entry if there is room.
    pub fn push(&mut self, entry: T) {
        if self.depth < 4 {
            self.entries.push(entry);
            self.depth += 1;
        }
    }

    /// All entries, the oldest first.
    pub fn entries(&self) -> &[T] {
        &self.entries
    }

    /// Counts to a limit that is not beyond the depth.
    pub fn count_to(&self, limit: u8) -> u8 {
        let mut count = 0;
        while count < limit {
            if count == self.depth {
                return 0;
            }
            count += 1;
        }
        count
    }
}

/// An even number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Even(u16);

impl Even {
    /// Twice a number that is not 9.
    pub fn twice(number: u8) -> Option<Even> {
        (number != 9).then(|| Even(u16::from(number) * 2))
    }

    /// The number.
    pub fn number(self) -> u16 {
        self.0
    }
}

/// How many are not even, which the fields allow.
pub fn uneven(numbers: &[Even]) -> usize {
    let mut uneven = 0;
    for number in numbers {
        if number.0 % 2 == 1 {
            uneven += 1;
        }
    }
    uneven
}

/// A code, the parts of which are its digits.
pub struct Code(u16);

impl From<u16> for Code {
    fn from(number: u16) -> Self {
        Code(number)
    }
}

impl Code {
    /// The last two digits, the last first.
    pub fn digits(&self) -> impl Iterator<Item = u16> + '_ {
        (0..2).map(|place| self.0 / 10_u16.pow(place) % 10)
    }
}

/// Steps, the smallest first.
pub struct Steps(Vec<u8>);

impl Steps {
    /// Of any steps.
    pub fn of(steps: impl IntoIterator<Item = u8>) -> Self {
        let mut steps: Vec<u8> = steps.into_iter().collect();
        steps.sort_unstable();
        Steps(steps)
    }

    /// All of them.
    pub fn all(&self) -> &[u8] {
        &self.0
    }

    /// The number of equal steps in a row at the beginning.
    pub fn equal(&self) -> usize {
        let mut equal = 0;
        while equal < self.0.len() && self.0[equal] == self.0[0] {
            equal += 1;
        }
        equal
    }
}

/// A way to answer.
pub struct Answer {
    pub answer: extern \"C\" fn(u8) -> u8,
}

/// What has one.
pub struct Asked(u8);

impl Asked {
    /// The only way to have one.
    pub fn of(answer: Answer) -> Asked {
        Asked((answer.answer)(1))
    }

    /// Its number, if it is small.
    pub fn number(&self) -> u8 {
        let mut number = 0;
        while number < self.0 {
            number += 1;
        }
        number
    }
}
";

const USERS: &str = "//! What others do with it.

use std::collections::{BTreeSet, HashMap, VecDeque};

use crate::stack::{Asked, Code, Even, Stack, Steps};

/// The sum of the large entries.
pub fn large(stack: &Stack<i32>) -> i32 {
    let mut sum = 0_i32;
    for entry in stack.entries() {
        if *entry > 10 {
            sum = sum.wrapping_add(*entry);
        }
    }
    sum
}

/// True if a number comes up, counting by one.
pub fn comes_up(numbers: &[Even], wanted: u16) -> bool {
    let mut seen = false;
    for number in numbers {
        if number.number() == wanted {
            seen = true;
        }
    }
    seen
}

/// How many steps are wide.
pub fn wide(steps: &Steps) -> usize {
    let mut wide = 0;
    for step in steps.all() {
        if *step > 100 {
            wide += 1;
        }
    }
    wide
}

/// The number of sevens.
pub fn sevens(code: Code) -> usize {
    let mut sevens = 0;
    for digit in code.digits() {
        if digit == 7 {
            sevens += 1;
        }
    }
    sevens
}

/// The sum of all of them.
pub fn total(
    queue: &VecDeque<Even>,
    set: &BTreeSet<Even>,
    map: &HashMap<u8, Even>,
    last: Result<Even, u8>,
    rest: impl Iterator<Item = Even>,
) -> u32 {
    let mut sum = last.map_or(1, |even| u32::from(even.number()));
    for even in queue.iter().chain(set).chain(map.values()) {
        sum += u32::from(even.number());
    }
    for even in rest {
        sum += u32::from(even.number());
    }
    sum
}

/// The sum of the members.
pub fn members(set: &BTreeSet<Even>) -> u32 {
    let mut sum = 0;
    for even in set {
        sum += u32::from(even.number());
    }
    sum
}

/// How many have a number.
pub fn asked(all: &[Asked]) -> usize {
    let mut sum = 0;
    for one in all {
        sum += usize::from(one.number() > 0);
    }
    sum
}
";

#[test]
fn fields_inside_and_calls_outside() {
    let krate = Krate::of_fixture("bad/no_annotation", "outside");
    krate.write("src/lib.rs", "pub mod stack;\npub mod users;\n");
    krate.write("src/stack.rs", STACK);
    krate.write("src/users.rs", USERS);
    let run = krate.unroll(&["--all-functions", "--depth", "2", "--timeout", "60"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    let inside = krate.read("src/stack/unroll_tests.rs");
    let outside = krate.read("src/users/unroll_tests.rs");
    for (tests, written) in [
        (&inside, "Stack {"),
        (&inside, "&[Even(1)]"),
        (
            &outside,
            "let stack: Stack<i32> = crate::stack::Stack::new();",
        ),
        (&outside, "stack.push(11);"),
        (&outside, "let code = crate::stack::Code::from(70_u16);"),
        (&outside, "&[crate::stack::Even::twice("),
        (&inside, "Steps(vec![0])"),
        (&outside, "crate::stack::Steps::of(vec![101])"),
        (
            &outside,
            "std::collections::VecDeque::from([crate::stack::Even::twice(",
        ),
        (
            &outside,
            "std::collections::BTreeSet::from([crate::stack::Even::twice(",
        ),
        (&outside, "HashMap::from([(0, crate::stack::Even::twice("),
        (&outside, "Ok(crate::stack::Even::twice("),
        (
            &outside,
            "let rest = vec![\n            crate::stack::Even::twice(",
        ),
    ] {
        assert!(tests.contains(written), "{written}: {tests}{text}");
    }
    for (tests, hidden) in [
        (&inside, "Even::twice"),
        (&outside, "Stack {"),
        (&outside, "Even("),
    ] {
        assert!(!tests.contains(hidden), "{hidden}: {tests}");
    }
    for told in [
        "[U0208]: analysed `no_annotation::users::large`",
        // Calls take what is no input.
        "[U0111]: skipped `no_annotation::users::asked`",
    ] {
        assert!(text.contains(told), "{told}: {text}");
    }
    assert!(inside.contains("mod asked_number"), "{inside}");
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}
