//! Functions that nobody annotated and the command line names.

use crate::support::Krate;

const FUNCTIONS: &str = "//! Functions as they are written.

/// The largest item.
pub fn largest<T: PartialOrd + Copy>(items: &[T]) -> Option<T> {
    let mut best = None;
    for &item in items {
        if best.is_none_or(|best| item > best) {
            best = Some(item);
        }
    }
    best
}

/// Items moved to the left.
pub fn rotated<T: Clone, const N: usize>(items: &[T; N], by: usize) -> Vec<T> {
    let mut rotated = Vec::new();
    let mut i = 0;
    while i < N {
        rotated.push(items[(i + by % N) % N].clone());
        i += 1;
    }
    rotated
}

/// The number of ones, also at compile time.
pub const fn ones(mut number: u16) -> u32 {
    let mut ones = 0;
    while number != 0 {
        number &= number - 1;
        ones += 1;
    }
    ones
}

/// Three.
pub const THREE: u32 = ones(0b111);

/// How often a byte occurs.
pub fn count(data: impl AsRef<[u8]>, byte: u8) -> usize {
    let mut count = 0;
    for &other in data.as_ref() {
        count += usize::from(other == byte);
    }
    count
}

/// A shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Shape {
    /// A point.
    Dot,
    /// A square.
    Square {
        /// The length of its sides.
        side: u8,
    },
}

/// Shapes, and how many were seen.
pub struct Shapes {
    shapes: Vec<Shape>,
    seen: usize,
}

/// The area of all squares.
pub fn area(shapes: &[Shape]) -> u32 {
    let mut area = 0;
    for shape in shapes {
        if let Shape::Square { side } = shape {
            area += u32::from(*side) * u32::from(*side);
        }
    }
    area
}

impl Iterator for Shapes {
    type Item = Shape;

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(shape) = self.shapes.get(self.seen) {
            self.seen += 1;
            if *shape != Shape::Dot {
                return Some(*shape);
            }
        }
        None
    }
}

impl std::fmt::LowerHex for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sides = match self {
            Shape::Dot => 0,
            Shape::Square { side } => *side,
        };
        for _ in 0..sides {
            f.write_str(\"+\")?;
        }
        Ok(())
    }
}

/// What can be weighed.
pub trait Weigh {
    /// How heavy all of them are together.
    fn weight(of: &[Self]) -> u64
    where
        Self: Sized;
}

impl Weigh for u16 {
    fn weight(of: &[Self]) -> u64 {
        let mut weight = 0;
        for &one in of {
            weight += u64::from(one);
        }
        weight
    }
}

/// How many of the lists weigh something.
pub fn heavy<W: Weigh>(lists: &[Vec<W>]) -> usize {
    let mut heavy = 0;
    for list in lists {
        if W::weight(list) > 0 {
            heavy += 1;
        }
    }
    heavy
}

/// A stack.
#[derive(Debug)]
pub struct Stack<T> {
    items: Vec<T>,
}

impl<T: Ord + Clone> Stack<T> {
    /// A stack of everything below `limit`.
    pub fn below(items: &[T], limit: &T) -> Self {
        let mut below = Vec::new();
        for item in items {
            if item < limit {
                below.push(item.clone());
            }
        }
        Self { items: below }
    }

    /// Takes all items.
    pub fn drain(&mut self) -> usize {
        let mut taken = 0;
        while self.items.pop().is_some() {
            taken += 1;
        }
        taken
    }

    /// Takes items that are not larger than `limit`.
    pub fn pop_to(&mut self, limit: &T) -> usize {
        let mut popped = 0;
        while self.items.last().is_some_and(|last| last > limit) {
            self.items.pop();
            popped += 1;
        }
        popped
    }
}

/// A number and those behind it.
pub struct Chain {
    number: i32,
    next: Link,
}

type Link = Option<Box<Chain>>;

impl Chain {
    /// The number of links.
    pub fn links(&self) -> usize {
        let (mut links, mut at) = (1, self);
        while let Some(next) = &at.next {
            links += 1;
            at = next;
        }
        links
    }
}

/// Takes zeros from the front.
pub fn trim(chain: Option<Box<Chain>>) -> Option<Box<Chain>> {
    let mut rest = chain;
    while let Some(link) = rest {
        if link.number != 0 {
            return Some(link);
        }
        rest = link.next;
    }
    None
}

/// Frees what it holds.
pub struct Guard(Vec<u8>);

impl Drop for Guard {
    fn drop(&mut self) {
        for byte in &mut self.0 {
            *byte = 0;
        }
    }
}
";

/// A call in the tests of each function.
const CALLS: [&str; 14] = [
    "chain.links()",
    "let chain = Some(Box::new(Chain {",
    "largest::<i32>(",
    "rotated::<i32, 3>(",
    "ones(",
    "count(data, byte)",
    "Shape::Square { side: ",
    "Iterator::next(&mut shapes)",
    "format!(\"{shape:x}\")",
    "<u16 as Weigh>::weight(",
    "heavy::<u16>(",
    "Stack::<i32>::below(",
    "let mut stack: Stack<i32> = Stack { items: ",
    ".pop_to(",
];

#[test]
fn functions_without_the_attribute_are_analysed() {
    let krate = Krate::of_fixture("bad/no_annotation", "unannotated");
    krate.write("src/lib.rs", FUNCTIONS);
    let run = krate.unroll(&["--depth", "3", "--all-functions"]);
    assert_eq!(run.code, Some(0), "{run}");
    let text = run.to_string();
    // A destructor is nothing that a test could call.
    assert!(
        text.contains("warning[U0106]: skipped `no_annotation::Guard::drop`"),
        "{text}"
    );
    assert_eq!(text.matches("skipped").count(), 1, "{text}");
    let tests = krate.read("src/unroll_tests.rs");
    for call in CALLS {
        assert!(tests.contains(call), "`{call}`: {tests}");
    }
    assert_eq!(krate.test("unroll_tests").code, Some(0));
}

const ADDRESSES: &str = "//! Results that tell where they are.

/// Shows an address.
#[derive(Debug)]
pub struct Place {
    pub at: *const u8,
    pub len: usize,
}

/// Goes up.
pub fn place(up: u8) -> Place {
    let mut steps = vec![0];
    for step in 0..up % 4 {
        steps.push(step);
    }
    let steps = steps.leak();
    Place { at: steps.as_ptr(), len: steps.len() }
}
";

/// They are the same in all runs of one process, but not in the next.
#[test]
fn no_test_expects_an_address() {
    let krate = Krate::of_fixture("bad/no_annotation", "addresses");
    krate.write("src/lib.rs", ADDRESSES);
    let run = krate.unroll(&["--depth", "2", "--function", "place"]);
    assert_eq!(run.code, Some(0), "{run}");
    assert!(!run.to_string().contains("U0411"), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(!tests.contains("0x"), "{tests}");
    assert!(
        tests.contains("let _ = place(up); // returns without a panic"),
        "{tests}"
    );
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}

const LONG: &str = "//! Long results.

/// At least two thousand squares.
pub fn squares(more: u8) -> Vec<u64> {
    let mut squares = Vec::new();
    for number in 0..2_000 + u64::from(more) {
        squares.push(number * number);
    }
    squares
}
";

/// A result that nobody would read to its end is asserted by its length and how it begins.
#[test]
fn long_results_make_no_long_tests() {
    let krate = Krate::of_fixture("bad/no_annotation", "long");
    krate.write("src/lib.rs", LONG);
    let args = ["--depth", "2", "--function", "squares", "--timeout", "10"];
    let run = krate.unroll(&args);
    assert_eq!(run.code, Some(0), "{run}");
    let tests = krate.read("src/unroll_tests.rs");
    assert!(tests.len() < 4_000, "{} bytes", tests.len());
    let asserted = [
        "assert_eq!(result.len(), 2000);",
        "assert_eq!(result[2], 4);",
    ];
    for asserted in asserted {
        assert!(tests.contains(asserted), "`{asserted}`: {tests}");
    }
    let test = krate.test("unroll_tests");
    assert_eq!(test.code, Some(0), "{test}");
}
