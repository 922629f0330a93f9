//! The codes themselves, one entry each.

use super::{Group, Severity};

macro_rules! catalogue {
    ($(
        $(#[$doc:meta])*
        $name:ident = $text:literal, $group:ident, $severity:ident, $message:literal
        $(, note: $note:literal)? $(, help: $help:literal)?;
    )*) => {
        /// The stable name of a kind of diagnostic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every code, in the order of the reference.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code as reports print it: `U0204`, `panic`.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The name of the variant.
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)* }
            }

            /// The group of the code.
            pub fn group(self) -> Group {
                match self { $(Self::$name => Group::$group,)* }
            }

            /// The severity of the code.
            pub fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// The general message, a lower-case fragment. Reports add particulars.
            pub fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)* }
            }

            /// A fact that reports add to the message.
            pub fn note(self) -> Option<&'static str> {
                match self { $(Self::$name => [$($note)?].first().copied(),)* }
            }

            /// The remedy.
            pub fn help(self) -> Option<&'static str> {
                match self { $(Self::$name => [$($help)?].first().copied(),)* }
            }

            /// The explanation as Markdown: what happened, an example, what to do.
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("explain/", $text, ".md")),)* }
            }
        }
    };
}

catalogue! {
    /// The attribute is on a `const fn`.
    ConstFn = "U0101", Skipped, Warning, "the attribute cannot instrument a `const fn`",
        help: "remove the attribute and select the function with `--function PATH`";
    /// A function with a foreign ABI.
    ExternFn = "U0103", Skipped, Warning, "an `extern` function cannot be called with generated inputs",
        help: "move the body into an ordinary function that the `extern` function calls";
    /// A generic function without type arguments.
    Generic = "U0104", Skipped, Warning, "no type is known for a generic parameter",
        help: "name the types in the attribute: `#[unroll_test(T = i32)]`";
    /// A default method of a trait that no known type uses.
    TraitItem = "U0105", Skipped, Warning, "no known type uses the trait's default method",
        help: "name a type that does not override the method, `#[unroll_test(Self = i32)]`, or annotate the method of an implementation";
    /// `drop` of `Drop`.
    Destructor = "U0106", Skipped, Warning, "a destructor cannot be called by a test",
        help: "move the loop into a function of its own";
    /// A method of a generic `impl` block without type arguments.
    GenericImpl = "U0107", Skipped, Warning, "no type is known for a generic parameter of the `impl` block",
        help: "name the types in the attribute on the method: `#[unroll_test(T = i32)]`";
    /// An `unsafe fn`.
    UnsafeFn = "U0108", Skipped, Warning, "the safety conditions of an `unsafe fn` are not known",
        help: "state them by `#[requires(..)]` and pass `--allow-unsafe`, or analyse a safe function that calls it";
    /// The attribute is on another kind of item.
    NotAFunction = "U0109", Skipped, Warning, "`#[unroll_test]` is not on a function",
        help: "move the attribute to a function";
    /// The build leaves the function out.
    NotCompiled = "U0110", Skipped, Warning, "the function is not part of this build",
        help: "enable the features or the `cfg` options that the function depends on";
    /// The instrumented function does not compile.
    DoesNotCompile = "U0111", Skipped, Warning, "the instrumented function does not compile",
        help: "take parameters of other types, or implement `unroll_test::Input` for the type that the message names";
    /// A function inside another function.
    Nested = "U0112", Skipped, Warning, "a test cannot call a function nested in another function",
        help: "annotate the function around it, whose tests cover its code, or move it to module level";
    /// A source file outside the workspace.
    OutsideWorkspace = "U0113", Skipped, Warning, "the source file is outside the workspace, so it is not part of the instrumented copy",
        help: "move the file into the workspace";
    /// The function may have side effects.
    Effects = "U0114", Skipped, Warning, "the function may have side effects, so it was not run",
        help: "move the loop into a function without side effects, or pass `--allow-effects` to run it on this machine";
    /// A parameter whose private fields tests cannot write.
    Unwritable = "U0115", Skipped, Warning, "tests cannot construct a parameter that has private fields",
        help: "give the type a constructor whose parameters are inputs, or analyse functions in the module of the type";
    /// A parameter with private fields that unsafe code may rely on.
    Guarded = "U0116", Skipped, Warning, "unsafe code may rely on the private fields of a parameter, so arbitrary values of it were not tried",
        help: "give the type a constructor whose parameters are inputs, or implement `unroll_test::Input` for it";
    /// The attribute is in the definition or in a call of a macro.
    InMacro = "U0117", Skipped, Warning, "functions that macros define are not analysed",
        help: "move the loop into a function outside the macro, annotate that function, and call it from the macro";
    /// The attribute is in code that is compiled for tests only.
    TestCode = "U0118", Skipped, Warning, "code that is compiled for tests only is not analysed",
        help: "move the function out of the test module";
    /// The attribute is in an integration test, an example, a benchmark or a build script.
    OtherTarget = "U0119", Skipped, Warning, "only libraries and binaries are analysed, not tests, examples, benchmarks or build scripts",
        help: "move the function into the library or a binary";
    /// The attribute is in a procedural macro crate.
    ProcMacro = "U0120", Skipped, Warning, "functions of a procedural macro crate cannot be called by a test",
        help: "move the function into a library crate that this crate depends on";
    /// The attribute is in a source file that no `mod` declares.
    UndeclaredFile = "U0121", Skipped, Warning, "the source file is not part of any target",
        help: "declare the file with `mod` in its parent module, or remove it";
    /// The user asked for the function to be left alone.
    SkippedOnRequest = "U0122", Skipped, Note, "skipped on request";

    /// An IR construct without a meaning in the engine.
    UnsupportedConstruct = "U0201", Analysis, Warning, "the engine does not support a construct that the function uses",
        note: "objectives behind the construct are left to native search";
    /// A function or variable without IR.
    MissingBody = "U0202", Analysis, Warning, "the function uses code without LLVM IR",
        note: "objectives behind that code are left to native search";
    /// An exhausted budget of the engine.
    BudgetExhausted = "U0204", Analysis, Warning, "an analysis budget is exhausted",
        help: "use a smaller `--depth`, or a longer `--timeout`";
    /// IR that the parser rejects.
    UnreadableIr = "U0205", Analysis, Warning, "the LLVM IR of the crate cannot be read",
        help: "please report this with the output of `rustc -vV`";
    /// Operations that used the values of a run.
    Concretised = "U0206", Analysis, Warning, "operations without a symbolic meaning used the values of individual runs",
        note: "objectives behind these operations may be missed, and nothing is proved unreachable";
    /// A parameter is a closure.
    ClosureInput = "U0207", Analysis, Warning, "closure inputs are modelled as pure functions",
        note: "objectives that only other closures reach are undecided";
    /// An input is built by calls.
    BuiltByCalls = "U0208", Analysis, Warning, "inputs are built by a constructor and a few method calls",
        note: "objectives that only other values reach are undecided";
    /// An input of a recursive type.
    RecursiveInput = "U0209", Analysis, Warning, "inputs of a recursive type are built to a fixed depth",
        note: "objectives that only deeper inputs reach are undecided";
    /// The replay program does not start.
    ReplayNotStarted = "U0210", Analysis, Warning, "the replay program could not be started",
        help: "check that files below `target/unroll` can be executed";
    /// A native run ended the search.
    SearchInterrupted = "U0211", Analysis, Warning, "the native search ended early",
        note: "results of earlier runs are kept",
        help: "run `cargo unroll` again, or bound the inputs with `#[requires(..)]`";
    /// A parameter is a trait object.
    TraitObject = "U0212", Analysis, Warning, "one implementation was tried for each trait object",
        note: "objectives that only other implementations reach are undecided";
    /// Runs of the same input differ.
    Nondeterministic = "U0213", Analysis, Warning, "runs with the same input behave differently",
        note: "nothing is proved unreachable, and tests that differ from run to run are not written",
        help: "hash with fixed keys, and pass the time or other state as a parameter";
    /// The function depends on more than its parameters.
    HiddenInput = "U0214", Analysis, Warning, "the function may depend on state that is not a parameter",
        note: "objectives that only other states reach are undecided",
        help: "pass the state as a parameter";
    /// Inputs cover a part of their type.
    RestrictedInput = "U0215", Analysis, Warning, "generated inputs cover only some values of their type",
        note: "objectives that only other values reach are undecided";
    /// A run that took too long, without a proof that it never ends.
    SlowRun = "U0216", Analysis, Warning, "a run took too long, but was not proved endless",
        note: "no test is written for such an input",
        help: "bound the inputs with `#[requires(..)]`";
    /// More paths than get tests.
    ManyPaths = "U0217", Analysis, Warning, "the function has more paths than the limit",
        note: "paths up to the limit are covered; the others are undecided",
        help: "use a smaller `--depth`, or a larger `--max-paths`";
    /// The build of the public functions that confirm panics failed.
    CallersNotBuilt = "U0218", Analysis, Warning, "panics could not be confirmed through public functions",
        note: "panics in private functions, and with states that no known constructor creates, remain unconfirmed",
        help: "`--all-findings` shows their inputs and writes tests";
    /// A decision without objectives of the criteria on decisions and conditions.
    DecisionLeftOut = "U0219", Analysis, Warning, "a decision has no objectives for its conditions",
        note: "its outcomes are objectives of the criterion `branch`",
        help: "split the decision, or bind its parts to variables first";
    /// No input satisfies the preconditions.
    ContradictoryPreconditions = "U0220", Analysis, Error, "no input satisfies the preconditions",
        help: "weaken the `#[requires(..)]` clauses, or the invariants of the types, until some input satisfies all of them";

    /// The time limit of the function.
    TimedOut = "U0301", Limits, Warning, "the time limit was reached",
        help: "pass a longer `--timeout SECS`, or a smaller `--depth`";
    /// The worker ended without a result.
    WorkerDied = "U0302", Limits, Warning, "the worker process died",
        help: "run `cargo unroll` again, and report the function if it happens again";
    /// The memory limit of the worker.
    OutOfWorkerMemory = "U0303", Limits, Warning, "the worker process reached its memory limit",
        help: "pass a larger `--memory MIB`, or a smaller `--depth`";
    /// The worker does not start.
    WorkerNotStarted = "U0304", Limits, Warning, "the worker process could not be started",
        help: "check the limits on processes and memory of this machine, or use a smaller `-j`";

    /// A file of the same name that the tool did not write.
    ForeignFile = "U0401", Files, Error, "the test file was not generated by cargo-unroll",
        help: "move or rename the file; it is never overwritten";
    /// Generated tests that were edited.
    EditedTests = "U0402", Files, Error, "generated tests were edited by hand",
        help: "move the tests to keep into another file, then delete the module or pass `--overwrite-edited`";
    /// Other code in a generated file.
    MixedFile = "U0403", Files, Error, "a generated file contains other code",
        help: "move the code into another file";
    /// A generated file that does not parse.
    BrokenFile = "U0404", Files, Error, "a generated file is not valid Rust",
        help: "resolve the merge conflict, or delete the file and run `cargo unroll` again";
    /// Another module has the name of the test module.
    NameTaken = "U0405", Files, Error, "the source file already has a module `unroll_tests`",
        help: "rename the module";
    /// The source file is not as it was analysed.
    StaleSource = "U0406", Files, Error, "the source file does not match the analysis",
        help: "run `cargo unroll` again";
    /// A file changed during the run.
    FileChanged = "U0407", Files, Error, "a file changed while cargo-unroll was running",
        help: "run `cargo unroll` again";
    /// Reading failed.
    ReadFailed = "U0408", Files, Error, "a file could not be read",
        help: "check that the file is readable and valid UTF-8";
    /// Writing failed.
    WriteFailed = "U0409", Files, Error, "a file could not be written",
        note: "the file is unchanged",
        help: "check permissions and free space, then run `cargo unroll` again";
    /// Tests that do not compile.
    TestsDoNotCompile = "U0410", Files, Warning, "the generated tests do not compile and were not written",
        help: "derive `Debug` and `PartialEq` for the types of the arguments and the result, and please report this";
    /// A test that behaves differently under `cargo test`.
    TestNotReproduced = "U0411", Files, Warning, "a generated test behaves differently under `cargo test` and was not written",
        help: "look for state that outlives a call, randomness, timing, and profile settings such as `overflow-checks`";
    /// A captured result that changed.
    ResultChanged = "U0412", Files, Warning, "a captured result changed",
        help: "correct the function if the change was not intended, or run `cargo unroll` to capture the new result";
    /// Tests on disk that are missing, stale or have other inputs.
    TestsOutOfDate = "U0413", Files, Warning, "the tests of a function are out of date",
        help: "run `cargo unroll` and review the changed tests";
    /// Tests that assert nothing.
    NothingAsserted = "U0414", Files, Warning, "tests assert only that the function returns",
        help: "derive `Debug` and `PartialEq` for the type of the result";
    /// More tests than a person reviews.
    ManyTests = "U0415", Files, Warning, "the function has more tests than a reviewer can be expected to read",
        help: "use `--criterion unroll` or a smaller `--depth`, or split the function";
    /// An edited test that no longer compiles or passes.
    EditedTestDropped = "U0416", Files, Warning, "an edited test no longer compiles or passes",
        note: "the generated test takes its place",
        help: "edit the generated test with `cargo unroll review`, or delete the edited one from `unroll-review.toml`";

    /// A report that cannot be read.
    ReportNotRead = "U0501", Reports, Error, "a report could not be read",
        help: "run `cargo unroll`, which saves its report, or pass a file: `cargo unroll report FILE.jsonl`";
    /// A file that is not a report.
    BrokenReport = "U0502", Reports, Error, "the file is not a complete report of cargo-unroll",
        help: "save the output of `cargo unroll --message-format json`, or use `--report json=FILE`";
    /// A report of another version.
    OtherReportVersion = "U0503", Reports, Error, "the report has a different format version",
        help: "run `cargo unroll` again, or use the version of cargo-unroll that wrote the report";
    /// A report that cannot be written.
    ReportNotWritten = "U0504", Reports, Error, "a report could not be written",
        note: "an earlier file of this name is unchanged",
        help: "check permissions and free space, or choose another path";
    /// Reports that are not all shards of one run.
    ShardsDiffer = "U0505", Reports, Error, "the reports are not all shards of one run",
        help: "run every shard on the same sources, with the same options and the same `--shard-times`";

    /// A `const fn`, whose calls by the compiler cannot record anything.
    ScoreConstFn = "U0601", Scores, Warning, "a `const fn` cannot record what tests reach, so it is not counted",
        help: "count the function that calls it, or remove `const` where nothing needs it";
    /// A function that compiles without probes only.
    ScoreDoesNotCompile = "U0602", Scores, Warning, "the function does not compile with probes, so it is not counted",
        help: "please report this with the function";
    /// A test that failed.
    ScoreTestFailed = "U0603", Scores, Error, "a test failed",
        note: "labels that it covered until then are counted",
        help: "run `cargo test`; if the test passes there, please report this";
    /// A test that ended its process.
    ScoreTestEnded = "U0604", Scores, Error, "a test ended its process",
        note: "labels that it covered until then are counted",
        help: "start the program as a child process of the test";
    /// A test that did not end in time.
    ScoreTestTimedOut = "U0605", Scores, Error, "a test did not end in time",
        note: "labels that it covered until then are counted",
        help: "use a longer `--timeout`, or leave the test out with `-- --skip NAME`";
    /// No test ran.
    ScoreNoTests = "U0606", Scores, Warning, "no tests ran",
        help: "write tests, or let `cargo unroll` generate some";
    /// A criterion whose objectives are not labels.
    ScoreNoLabels = "U0607", Scores, Error, "tests cannot be scored by this criterion",
        note: "its objectives are not labels in the source; only the analysis finds them";

    /// Conditions that exclude each other, or one that never holds.
    Contradiction = "U0701", Infeasible, Warning, "no input executes this code",
        help: "correct one of the conditions, or remove the code";
    /// A branch for which an earlier check leaves no values.
    DeadAfterCheck = "U0702", Infeasible, Warning, "an earlier check leaves no input for this code",
        help: "remove the code, or correct the earlier check";
    /// A condition that always holds.
    RedundantCheck = "U0703", Infeasible, Warning, "this condition is always true",
        help: "remove the check, or correct the condition";
    /// Code behind code that never ends normally.
    BehindDivergence = "U0704", Infeasible, Warning, "no execution gets past the code before this",
        help: "remove the code, or replace it by `unreachable!()`";
    /// A call that never panics.
    NeverPanics = "U0705", Infeasible, Note, "this call never panics",
        help: "the check is never needed, so the code can be simplified";
    /// Code that no input executes within the depth.
    NotWithinDepth = "U0706", Infeasible, Note, "no input executes this code within the depth",
        help: "use a larger `--depth`";

    /// An entry of the cache that is not as it was written.
    CacheEntryDamaged = "U0801", Cache, Warning, "a cached outcome is damaged",
        note: "the function was analysed again",
        help: "if this happens again, run `cargo unroll clean --cache`, and check the storage of the cache";
    /// An entry of the cache that native runs contradict.
    CacheEntryRefuted = "U0802", Cache, Warning, "native runs contradict a cached outcome",
        note: "the function was analysed again",
        help: "restrict write access to the cache, and run `cargo unroll clean --cache`";
    /// A cache that cannot be read.
    CacheNotRead = "U0803", Cache, Warning, "the cache cannot be read",
        note: "functions were analysed without it",
        help: "check permissions and the connection, choose another directory with `--cache-dir DIR`, or pass `--no-cache`";
    /// A cache that cannot be written.
    CacheNotWritten = "U0804", Cache, Warning, "outcomes could not be added to the cache",
        note: "later runs will analyse these functions again",
        help: "check permissions and free space, choose another directory with `--cache-dir DIR`, or pass `--cache read-only`";

    /// The engine contradicts a native run.
    EngineDisagrees = "U0900", Internal, Internal, "the engine and the native run disagree",
        help: "this is a bug in cargo-unroll; please report it with the crate";
    /// The analysis panicked.
    AnalysisPanicked = "U0901", Internal, Internal, "the analysis panicked",
        help: "this is a bug in cargo-unroll; please report it with the function and the panic message";

    /// A clause that is false.
    Contract = "contract", Findings, Error, "the function violates a contract";
    /// A panic that no precondition excludes.
    Panic = "panic", Findings, Warning, "the function panics";
    /// Panics that callers of the crate may be unable to cause.
    Unconfirmed = "unconfirmed", Findings, Note, "the function panics, but no call of a public function is known to reach it",
        help: "`#[requires(..)]` states what callers establish, `#[unroll_invariant(..)]` what all values of a type satisfy; `--all-findings` shows the inputs and writes tests";
    /// A run that does not end.
    Hang = "hang", Findings, Warning, "the function does not terminate";
    /// A run that overflows the stack.
    StackOverflow = "stack-overflow", Findings, Warning, "the function overflows the stack";
    /// A run that exhausts memory.
    OutOfMemory = "out-of-memory", Findings, Warning, "the function runs out of memory";
    /// A run that a signal ends.
    Abort = "abort", Findings, Warning, "the function aborts the process";
    /// A run that ends its process.
    Exit = "exit", Findings, Warning, "the function exits the process";
}
