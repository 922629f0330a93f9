//! Bitcode in the text of a module.
//!
//! For link-time optimisation rustc embeds a module's own bitcode in its object file, as assembly that the IR shows too: up to as much text as
//! all the rest. Nothing refers to it.

/// The beginnings of lines before the first type, global or function.
const HEAD: [&str; 4] = ["; ", "source_filename", "target ", "module asm "];

/// The beginnings of lines that open the sections of bitcode and of the flags that it was made with.
const SECTIONS: [&str; 2] = [
    "module asm \".section .llvmbc",
    "module asm \".section .llvmcmd",
];

/// The beginning of lines with the content of a section.
const CONTENT: &str = "module asm \".ascii ";

/// Removes embedded bitcode from the text of a module.
pub(crate) fn remove(text: &mut String) {
    let starts = |line: &str, all: &[&str]| all.iter().any(|it| line.starts_with(it));
    let is_head = |line: &&str| line.trim().is_empty() || starts(line, &HEAD);
    let lines = text.split_inclusive('\n').take_while(is_head);
    let before = lines.take_while(|line| !starts(line, &SECTIONS));
    let start: usize = before.map(str::len).sum();
    let lines = text[start..].split_inclusive('\n');
    let embedded = lines.take_while(|line| starts(line, &SECTIONS) || line.starts_with(CONTENT));
    let end = start + embedded.map(str::len).sum::<usize>();
    text.replace_range(start..end, "");
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "; ModuleID = 'a'\ntarget triple = \"x\"\n\nmodule asm \".section .own\"\nmodule asm \".ascii \\22user\\22\"\n";
    const EMBEDDED: &str = "module asm \".section .llvmbc,\\22e\\22\"\nmodule asm \".ascii \\22BC\\22\"\nmodule asm \".section .llvmcmd,\\22e\\22\"\nmodule asm \".ascii \\22\\22\"\n";
    const BEHIND: &str = "\n@a = global i8 0\n";

    #[test]
    fn bitcode_goes_and_assembly_of_the_user_stays() {
        let mut text = [BEFORE, EMBEDDED, BEHIND].concat();
        remove(&mut text);
        assert_eq!(text, [BEFORE, BEHIND].concat());
        remove(&mut text);
        assert_eq!(text, [BEFORE, BEHIND].concat());
    }
}
