//! Properties that every source file has, and those that none has.

use crate::files::sources;
use crate::report;

/// Lines of a file; longer ones do more than one thing.
const LONGEST: usize = 500;

#[test]
fn every_file_says_what_it_is_for() {
    let mut breaches = vec![];
    for source in sources() {
        let first = source.text.lines().next().unwrap_or_default();
        if !first.starts_with("//! ") {
            breaches.push(format!("{}: the first line is `{first}`", source.path));
        }
    }
    report("a file starts with `//!` and what it is for", &breaches);
}

#[test]
fn no_file_is_too_long() {
    let mut breaches = vec![];
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > LONGEST {
            breaches.push(format!("{}: {lines} lines", source.path));
        }
    }
    report(&format!("files have at most {LONGEST} lines"), &breaches);
}

#[test]
fn nothing_is_switched_off_or_left_open() {
    // Written in two parts, so that this file is not a breach itself.
    let words = [
        concat!("#[", "ignore"),
        concat!("todo", "!("),
        concat!("unimplemented", "!("),
        concat!("TO", "DO"),
        concat!("XX", "X"),
    ];
    let mut breaches = vec![];
    for source in sources() {
        for (number, line) in source.text.lines().enumerate() {
            // Text that generated code or messages consist of is no attribute of this file.
            let code = line.trim_start();
            for word in words.iter().filter(|word| code.starts_with(**word)) {
                breaches.push(format!("{}:{}: `{word}`", source.path, number + 1));
            }
        }
    }
    report("nothing is switched off or left open", &breaches);
}
