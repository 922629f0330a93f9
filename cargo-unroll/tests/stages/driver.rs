//! The instrumented build with the real macros and runtime: the executable answers as a driver.

use std::io::Write;
use std::process::{Command, Stdio};

use cargo_unroll::compile::{self, Build, Output};
use cargo_unroll::project::Project;

use super::sandbox::Sandbox;

const QUIET: Output = Output {
    quiet: true,
    color: false,
    jobs: None,
    wrapper: None,
};

/// Sends `requests` to the driver for the function at `path`; what it answers.
fn asked(project: &Project, build: &Build, path: &str, requests: &str) -> String {
    let mut functions = project.functions.iter();
    let function = functions
        .find(|function| function.path == path)
        .expect("is selected");
    let built = build.of(function).expect("is built");
    let mut child = Command::new(&built.exe)
        .env("UNROLL_DRIVER", &function.id)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("starts");
    let mut stdin = child.stdin.take().expect("has an input");
    stdin.write_all(requests.as_bytes()).expect("listens");
    drop(stdin);
    let output = child.wait_with_output().expect("ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_executable_is_a_driver_for_each_function() {
    let mut sandbox = Sandbox::with_macros(
        "driven",
        "#![forbid(unsafe_code)]\nuse unroll_test::{Input, requires, unroll_test};\n\
         #[derive(Input, Clone, Debug)] pub struct Limit(pub u8);\n\
         impl Limit {\n    #[unroll_test]\n    fn reach(&self) -> u8 {\n        let mut n = 0;\n        \
         while n < self.0 { n += 1; }\n        n\n    }\n}\n\
         #[requires(n < 9)]\n#[unroll_test] fn count(n: u32) -> u32 { let mut s = 0; for i in 0..n { s += i; } s }\n",
        "[lints.rust]\nunsafe_code = \"forbid\"\n",
    );
    sandbox.write(
        "src/main.rs",
        "fn twice(text: &str) -> usize { let mut n = 0; for _ in text.chars() { n += 2; } n }\n\
         fn main() { println!(\"{}\", twice(\"x\")); }\n",
    );
    sandbox.options.functions = ["reach", "count", "twice"].map(str::to_owned).to_vec();
    let project = sandbox.load();
    let build = compile::build(&project, QUIET).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(build.skips, []);
    for path in ["driven::Limit::reach", "driven::count", "driven::twice"] {
        let answer = asked(&project, &build, path, "run \n");
        assert!(answer.starts_with("case"), "{path}: {answer}");
        assert!(answer.contains("\nexit 1 "), "{path}: {answer}");
        assert!(answer.ends_with("\n.\n"), "{path}: {answer}");
    }
    let count = project
        .functions
        .iter()
        .find(|function| function.path == "driven::count")
        .expect("is selected");
    assert_eq!(count.clauses.len(), 1);
    assert_eq!(count.loops.len(), 1);
}
