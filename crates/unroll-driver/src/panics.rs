//! The place and kind of a panic.
//!
//! The place is the user's: the location that the panic reports if it lies in the user's code (`#[track_caller]`
//! ensures this for most of the standard library), otherwise the innermost line of the user's code on the stack.
//! `i32::abs` and `pow` report a location in the standard library, the same for every operation and caller. The
//! standard library symbolises the stack, once for each return address, and only in that case.

use std::backtrace::Backtrace;
use std::collections::BTreeMap;
use std::ffi::c_void;
use std::panic::PanicHookInfo;

use super::events::Location;
use super::lookup::Lookup;
use unroll_protocol::PanicKind;

/// The message of a panic, and the position in the user's code where it happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    /// The user's place; the location where none is known.
    pub(crate) place: Location,
    /// The location that it tells.
    pub(crate) location: Location,
    pub(crate) kind: PanicKind,
    pub(crate) message: String,
}

impl Default for Panic {
    fn default() -> Self {
        Self {
            place: Location::default(),
            location: Location::default(),
            kind: PanicKind::Message,
            message: String::new(),
        }
    }
}

impl Panic {
    /// True if both are the same panic, but for the message.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (&self.place, &self.location, self.kind) == (&other.place, &other.location, other.kind)
    }
}

/// Finds the user's places of panics.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The source file of the harness, as the compiler was told it.
    file: &'static str,
    /// For return addresses met before: the user's place, or that the harness begins there, or neither.
    known: BTreeMap<usize, Frame>,
}

/// The owner of a return address.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Frame {
    Users(Location),
    Harness,
    Others,
}

impl Places {
    /// For the harness that stands in `file`.
    pub(crate) fn new(file: &'static str) -> Self {
        Self {
            file,
            known: BTreeMap::new(),
        }
    }

    /// Notes where the panic happened that the hook is called for.
    pub(crate) fn note(&mut self, info: &PanicHookInfo<'_>, panic: &mut Panic) {
        let location = &mut panic.location;
        location.file.clear();
        if let Some(told) = info.location() {
            location.file.push_str(told.file());
            (location.line, location.column) = (told.line(), told.column());
        }
        let users = if is_users(&location.file) {
            None
        } else {
            self.on_stack()
        };
        panic.place.clone_from(users.as_ref().unwrap_or(location));
    }

    /// The innermost place of the user's code on the stack.
    fn on_stack(&mut self) -> Option<Location> {
        // The walk stands in the same place both times, so that the second time its own frames become known.
        for looked_up in [false, true] {
            let mut walk = StackWalk {
                known: &mut self.known,
                looked_up,
                found: None,
            };
            walk.go();
            match walk.found {
                Some(Frame::Users(place)) => return Some(place),
                Some(_) => return None,
                None if looked_up => {}
                None => self.symbolise(),
            }
        }
        None
    }

    /// Looks up all return addresses on the stack.
    fn symbolise(&mut self) {
        let _lookup = Lookup::begin();
        // The alternative form names each address. It is the only one that does on stable Rust.
        let text = format!("{:#}", Backtrace::force_capture());
        let frames = parse(&text);
        let harness = frames.iter().find(|frame| is_harness(frame.name));
        let root = harness.and_then(|frame| frame.file?.strip_suffix(self.file));
        for frame in &frames {
            let meaning = match (root, frame.file) {
                _ if is_harness(frame.name) => Frame::Harness,
                (Some(root), Some(file)) => match file.strip_prefix(root) {
                    Some(file) if frame.line > 0 => Frame::Users(Location {
                        file: file.to_owned(),
                        line: frame.line,
                        column: frame.column,
                    }),
                    _ => Frame::Others,
                },
                _ => Frame::Others,
            };
            // Inlined functions share an address, the innermost comes first.
            let known = self.known.entry(frame.address).or_insert(Frame::Others);
            if *known == Frame::Others {
                *known = meaning;
            }
        }
    }
}

/// True if the compiler was told the file by a path in the workspace.
fn is_users(file: &str) -> bool {
    !file.is_empty() && !file.starts_with('/') && !std::path::Path::new(file).is_absolute()
}

/// True if a function is a harness; the form that it calls may be an item in it.
fn is_harness(name: &str) -> bool {
    name.contains("__unroll_harness_") && !name.contains("__unroll_form_")
}

/// A function in the text of a backtrace.
#[derive(Debug, PartialEq, Eq)]
struct Symbol<'t> {
    address: usize,
    name: &'t str,
    file: Option<&'t str>,
    line: u32,
    column: u32,
}

/// The functions of a backtrace: `N: ADDRESS - NAME`, then `at FILE:LINE:COLUMN` where that is known.
fn parse(text: &str) -> Vec<Symbol<'_>> {
    let mut frames: Vec<Symbol<'_>> = Vec::new();
    for line in text.lines() {
        let line = line.trim_start();
        if let Some(place) = line.strip_prefix("at ") {
            if let Some(frame) = frames.last_mut() {
                set_place(frame, place);
            }
            continue;
        }
        let function = line.split_once(": ").and_then(|(number, rest)| {
            number.parse::<u32>().ok()?;
            let (address, name) = rest.trim_start().split_once(" - ")?;
            let address = usize::from_str_radix(address.strip_prefix("0x")?, 16).ok()?;
            Some(Symbol {
                address,
                name,
                file: None,
                line: 0,
                column: 0,
            })
        });
        frames.extend(function);
    }
    frames
}

/// Reads `FILE:LINE:COLUMN`, or `FILE:LINE` where the optimiser merged code of one line.
fn set_place<'t>(frame: &mut Symbol<'t>, place: &'t str) {
    let number_behind = |text: &'t str| {
        let (rest, number) = text.rsplit_once(':')?;
        Some((rest, number.parse::<u32>().ok()?))
    };
    if let Some((rest, last)) = number_behind(place) {
        let (file, line, column) = match number_behind(rest) {
            Some((file, line)) => (file, line, last.max(1)),
            None => (rest, last, 1),
        };
        (frame.file, frame.line, frame.column) = (Some(file), line, column);
    }
}

/// A walk up the stack that ends at the first address that says where the user's code is.
struct StackWalk<'k> {
    known: &'k mut BTreeMap<usize, Frame>,
    /// True if what is unknown was looked up in vain.
    looked_up: bool,
    /// Where the walk ended, unless at an unknown address.
    found: Option<Frame>,
}

/// The answer that lets a walk go on, and the one that ends it.
const GO_ON: i32 = 0;
const END: i32 = 5;

unsafe extern "C" {
    /// The unwinder that the standard library uses itself.
    fn _Unwind_Backtrace(
        visit: extern "C" fn(*mut c_void, *mut c_void) -> i32,
        argument: *mut c_void,
    ) -> i32;
    fn _Unwind_GetIP(context: *mut c_void) -> usize;
}

impl StackWalk<'_> {
    fn go(&mut self) {
        let this: *mut Self = self;
        // SAFETY: the callback is called during this call only, with the argument that it gets here.
        unsafe { _Unwind_Backtrace(visit, this.cast()) };
    }

    fn visit(&mut self, address: usize) -> i32 {
        match self.known.get(&address) {
            Some(Frame::Others) => GO_ON,
            Some(frame) => {
                self.found = Some(frame.clone());
                END
            }
            None if self.looked_up => {
                self.known.insert(address, Frame::Others);
                GO_ON
            }
            None => END,
        }
    }
}

extern "C" fn visit(context: *mut c_void, walk: *mut c_void) -> i32 {
    // SAFETY: `StackWalk::go` passes a walk that nothing else uses, and the unwinder its own context.
    unsafe {
        let address = _Unwind_GetIP(context);
        (*walk.cast::<StackWalk<'_>>()).visit(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_by_messages() {
        for (message, kind) in [
            ("attempt to add with overflow", "add-overflow"),
            ("attempt to add with overflow!", "message"),
            (
                "index out of bounds: the len is 3 but the index is 7",
                "index",
            ),
            ("end byte index 5 is out of bounds of `abc`", "slice-bounds"),
            (
                "byte index 1 is not a char boundary; it is inside 'ä' (bytes 0..2) of `ä`",
                "char-boundary",
            ),
            ("begin <= end (4 <= 2) when slicing `abcdef`", "slice-order"),
            ("no such user", "message"),
        ] {
            assert_eq!(PanicKind::of_message(message).name(), kind, "{message}");
        }
    }

    /// The kind of the panic of a function.
    fn kind(f: &dyn Fn()) -> &'static str {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(f));
        let payload = payload.expect_err("panics");
        let literal = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned());
        let message = literal
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        PanicKind::of_message(&message).name()
    }

    #[test]
    #[expect(
        clippy::unwrap_used,
        clippy::range_plus_one,
        reason = "panics of exactly these are looked at"
    )]
    fn std_words_its_panics_as_the_table_has_them() {
        let text = String::from("äb");
        let (zero, four) = (std::hint::black_box(0_usize), std::hint::black_box(4_usize));
        let parts = [1, 2, 3];
        assert_eq!(kind(&|| assert!(text[four..].len() != 77)), "slice-bounds");
        assert_eq!(kind(&|| assert!(text[..four].len() != 77)), "slice-bounds");
        assert_eq!(
            kind(&|| assert!(text[four - 2..four - 3].len() != 77)),
            "slice-order"
        );
        assert_eq!(
            kind(&|| assert!(text[zero + 1..].len() != 77)),
            "char-boundary"
        );
        assert_eq!(
            kind(&|| assert!(text[..zero + 1].len() != 77)),
            "char-boundary"
        );
        assert_eq!(kind(&|| assert!(parts[four..].len() != 77)), "slice-bounds");
        assert_eq!(kind(&|| assert!(parts[..four].len() != 77)), "slice-bounds");
        assert_eq!(
            kind(&|| assert!(parts[2..zero + 1].len() != 77)),
            "slice-order"
        );
        assert_eq!(kind(&|| assert!(parts[four] != 77)), "index");
        assert_eq!(kind(&|| assert!(1 / zero != 77)), "div-zero");
        assert_eq!(kind(&|| assert!(1 % zero != 77)), "rem-zero");
        assert_eq!(
            kind(&|| assert!(*parts.get(four).unwrap() != 77)),
            "unwrap-none"
        );
    }

    #[test]
    #[expect(clippy::unwrap_used, reason = "panics of exactly these are looked at")]
    fn std_words_panics_of_its_collections_and_macros_as_the_table_has_them() {
        let (zero, four) = (std::hint::black_box(0_usize), std::hint::black_box(4_usize));
        let parts = [1, 2, 3];
        assert_eq!(
            kind(&|| assert!("x".parse::<u8>().unwrap() != 77)),
            "unwrap-err"
        );
        assert_eq!(kind(&|| assert!(parts.len() == four)), "assertion");
        assert_eq!(kind(&|| assert_eq!(parts.len(), four)), "assertion");
        assert_eq!(kind(&|| assert_ne!(parts.len() + 1, four)), "assertion");
        assert_eq!(kind(&|| assert!(parts.len() == four, "four")), "message");
        assert_eq!(
            kind(&|| drop(Vec::<u64>::with_capacity(usize::MAX >> (zero + 1)))),
            "capacity-overflow"
        );
        let cell = std::cell::RefCell::new(zero);
        let borrowed = cell.borrow();
        assert_eq!(kind(&|| drop(cell.borrow_mut())), "borrow");
        drop(borrowed);
        let borrowed = cell.borrow_mut();
        assert_eq!(kind(&|| drop(cell.borrow())), "borrow");
        drop(borrowed);
        // An order that changes all the time.
        let calls = std::cell::Cell::new(1_u32);
        let muddle = |_: &usize, _: &usize| {
            calls.set(
                calls
                    .get()
                    .wrapping_mul(1_664_525)
                    .wrapping_add(1_013_904_223),
            );
            (calls.get() >> 16).cmp(&0x8000)
        };
        assert_eq!(
            kind(&|| (0..1_000).collect::<Vec<usize>>().sort_by(muddle)),
            "total-order"
        );
    }

    #[test]
    fn backtraces_are_read() {
        let text = "   9:     0x55d10a4f036d - __rustc[b797]::rust_begin_unwind\n\
                    \x20                              at /rustc/5980/library/std/src/panicking.rs:689:5\n\
                    \x20 12:     0x55d10a497ede - pow\n\
                    \x20                              at /rustc/5980/library/core/src/num/int_macros.rs:3098:28\n\
                    \x20 13:     0x55d10a497ede - helper\n\
                    \x20                              at /a b/c:d/src/lib.rs:35:42\n\
                    \x20 43:                0x0 - <unknown>\n";
        let frames = parse(text);
        let names: Vec<_> = frames.iter().map(|frame| frame.name).collect();
        assert_eq!(
            names,
            [
                "__rustc[b797]::rust_begin_unwind",
                "pow",
                "helper",
                "<unknown>"
            ]
        );
        let helper = &frames[2];
        assert_eq!(
            (helper.file, helper.line, helper.column),
            (Some("/a b/c:d/src/lib.rs"), 35, 42)
        );
        assert_eq!(helper.address, frames[1].address);
    }
}
