//! An expression printed for a value gives that value back: values of every type, drawn at random, are described by the runtime and
//! printed by the tool; a program made of the expressions describes each value again.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::num::{NonZeroI32, NonZeroU8, Wrapping};
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use cargo_unroll::emit::expression;
use cargo_unroll::replay::sexpr::parse;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use unroll_test::{Input, rt};

/// Values of each type.
const SAMPLES: usize = 12;

/// The checks, one a line.
struct Program {
    checks: String,
    runner: TestRunner,
}

impl Program {
    fn check<T: Input>(&mut self, ty: &str, values: impl Strategy<Value = T>) {
        for _ in 0..SAMPLES {
            let value = values
                .new_tree(&mut self.runner)
                .expect("no filters")
                .current();
            let mut description = rt::Describe::new();
            value.describe(&mut description);
            let text = description.text();
            let parsed = parse(text).unwrap_or_else(|error| panic!("{error}"));
            let expression = expression(&parsed);
            writeln!(self.checks, "    check::<{ty}>({expression}, {text:?});").expect("grows");
        }
    }
}

/// Numbers of every bit pattern; of the NaNs only the one that has a name.
fn floats() -> impl Strategy<Value = f64> {
    any::<u64>().prop_map(|bits| {
        let number = f64::from_bits(bits);
        if number.is_nan() { f64::NAN } else { number }
    })
}

#[test]
#[expect(clippy::too_many_lines, reason = "a flat list of types")]
fn expressions_give_their_values_back() {
    let mut program = Program {
        checks: String::new(),
        runner: TestRunner::deterministic(),
    };
    macro_rules! check {
        ($($ty:ty),* $(,)?) => { $(program.check(stringify!($ty), any::<$ty>());)* };
        ($ty:ty = $values:expr) => { program.check::<$ty>(stringify!($ty), $values) };
    }
    check!(
        u8,
        i8,
        u16,
        i32,
        u64,
        i128,
        usize,
        bool,
        char,
        String,
        (),
        (u8,),
        (i16, String)
    );
    check!(Vec<u8>, Vec<String>, Vec<Vec<i8>>, [u16; 3], Option<Option<char>>, Result<u8, String>);
    check!(
        Box<i64>,
        Rc<String>,
        Arc<u8>,
        Cell<u8>,
        RefCell<Vec<u8>>,
        Mutex<i8>
    );
    check!(
        VecDeque<i16>,
        BinaryHeap<u8>,
        BTreeSet<i32>,
        HashSet<u8>,
        HashSet<String>
    );
    check!(BTreeMap<u8, char>, HashMap<i16, Vec<u8>>, BTreeMap<String, Option<i8>>);
    check!(
        Wrapping<u16>,
        Reverse<i8>,
        NonZeroU8,
        NonZeroI32,
        Duration,
        Range<i8>
    );
    check!(f64 = floats());
    check!(f32 = floats().prop_map(|number| number as f32));
    check!(Vec<f64> = prop::collection::vec(floats(), 0..4));
    check!(f64 = prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY]));
    check!(RangeInclusive<char> = any::<(char, char)>().prop_map(|(start, end)| start..=end));
    check!(Ordering = prop::sample::select(vec![Ordering::Less, Ordering::Greater]));
    check!(Vec<u8> = (0..200_usize, any::<u8>()).prop_map(|(len, item)| vec![item; len]));
    check!(VecDeque<u32> = (0..99_u32).prop_map(|len| (0..len).chain([7; 40]).collect::<VecDeque<_>>()));
    check!(PathBuf = any::<String>().prop_map(PathBuf::from));
    check!(&Path = any::<String>().prop_map(|text| Path::new(&*text.leak())));
    check!(&str = any::<String>().prop_map(|text| &*text.leak()));
    check!(&[i8] = any::<Vec<i8>>().prop_map(|items| &*items.leak()));
    check!(Option<&[u8]> = any::<Vec<u8>>().prop_map(|items| Some(&*items.leak())));
    check!(Cow<'_, str> = any::<(bool, String)>().prop_map(|(owned, text)| {
        if owned { Cow::Owned(text) } else { Cow::Borrowed(&*text.leak()) }
    }));
    check!(Box<str> = any::<String>().prop_map(String::into_boxed_str));
    check!(Box<[u8]> = any::<Vec<u8>>().prop_map(Vec::into_boxed_slice));
    check!(Rc<[i8]> = any::<Vec<i8>>().prop_map(<Rc<[i8]>>::from));
    check!(std::vec::IntoIter<u8> = any::<Vec<u8>>().prop_map(Vec::into_iter));
    check!(std::iter::Peekable<std::str::Chars<'_>> =
        any::<String>().prop_map(|text| text.leak().chars().peekable()));

    run(&program.checks);
}

/// Compiles and runs the checks.
fn run(checks: &str) {
    let runtime = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/unroll-runtime");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write =
        |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("writable");
    write(
        "Cargo.toml",
        &format!(
            "[package]\nname = \"expressions\"\nedition = \"2024\"\n[dependencies]\nunroll-runtime = {{ path = {runtime:?} }}\n\
             [[bin]]\nname = \"expressions\"\npath = \"main.rs\"\n[workspace]\n"
        ),
    );
    write(
        "main.rs",
        &format!(
            "use std::borrow::Cow;
use std::cell::{{Cell, RefCell}};
use std::cmp::{{Ordering, Reverse}};
use std::collections::{{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque}};
use std::num::{{NonZeroI32, NonZeroU8, Wrapping}};
use std::ops::{{Range, RangeInclusive}};
use std::path::{{Path, PathBuf}};
use std::rc::Rc;
use std::sync::{{Arc, Mutex}};
use std::time::Duration;

fn check<T: unroll_runtime::Input>(value: T, text: &str) {{
    let mut description = unroll_runtime::rt::Describe::new();
    value.describe(&mut description);
    assert_eq!(description.text(), text);
}}

fn main() {{
{checks}}}
"
        ),
    );
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline"])
        .current_dir(folder.path())
        .env("CARGO_TARGET_DIR", folder.path().join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo starts");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}
