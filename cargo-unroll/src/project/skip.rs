//! The catalogue of reasons why a function that was asked for is not analysed.
//!
//! Codes are stable: they appear in reports and in `docs/limitations.md`, and are never reused.

use crate::model::outcome::{Note, Span};

/// A function that was asked for and is not analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip {
    /// Why.
    pub code: SkipCode,
    /// `krate::module::Type::name`.
    pub function: String,
    /// Its package.
    pub package: String,
    /// Where its name stands.
    pub span: Span,
    /// Particulars, for example what the compiler said.
    pub detail: Option<String>,
}

impl Skip {
    /// The skip as a remark of the report.
    pub fn note(&self) -> Note {
        self.code.note(&self.span, self.detail.as_deref())
    }
}

impl SkipCode {
    /// The remark that a function at `span` is skipped for this reason.
    pub fn note(self, span: &Span, detail: Option<&str>) -> Note {
        let message = match detail {
            Some(detail) => format!("{}: {detail}", self.message()),
            None => self.message().to_owned(),
        };
        Note {
            code: self.code().to_owned(),
            message,
            help: Some(self.help().to_owned()),
            span: Some(span.clone()),
        }
    }
}

macro_rules! catalogue {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $message:literal, $help:literal;)*) => {
        /// Why a function is not analysed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum SkipCode {
            $($(#[$doc])* $name,)*
        }

        impl SkipCode {
            /// Every code, in order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable code, `U0101` and so on.
            pub fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// What is the matter, as a lower-case fragment.
            pub fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)* }
            }

            /// What the user can do about it.
            pub fn help(self) -> &'static str {
                match self { $(Self::$name => $help,)* }
            }
        }
    };
}

catalogue! {
    /// The attribute stands on a `const fn`.
    ConstFn = "U0101", "a `const fn` cannot hold the probes",
        "name it with `--function` instead of `#[unroll_test]`";
    /// An `async fn`.
    AsyncFn = "U0102", "an `async fn` has no single run that could be analysed",
        "move the loop into a function that is not `async`";
    /// A function with a foreign calling convention.
    ExternFn = "U0103", "an `extern` function cannot be called with inputs of Rust types",
        "move the body into an ordinary function that the `extern` one calls";
    /// Type or const parameters without given arguments.
    Generic = "U0104", "the function is generic, so it has no single compiled form",
        "say which types to use: `#[unroll_test(T = i32)]`";
    /// A function that a trait provides, and no type is known that has it as it is there.
    TraitItem = "U0105", "no type is known to call the function of the trait on, as the trait provides it",
        "say which type to use, `#[unroll_test(Self = i32)]`, which must not have the function of its own; or put the attribute on an implementation";
    /// `drop` of `Drop`.
    TraitImpl = "U0106", "a destructor is called by the compiler alone",
        "move the loop into a function of its own";
    /// A method in `impl<T> Type<T>`, and a bound of `T` is not known.
    GenericImpl = "U0107", "the `impl` block is generic, so the method has no single compiled form",
        "say which types to use: `#[unroll_test(T = i32)]` on the method";
    /// An `unsafe fn`.
    UnsafeFn = "U0108", "an `unsafe fn` has conditions on its inputs that only its documentation states",
        "analyse a safe function that calls it";
    /// The attribute stands on something that is no function.
    NotAFunction = "U0109", "`#[unroll_test]` stands on an item that is not a function",
        "put it on a function";
    /// The build left the function out.
    NotCompiled = "U0110", "the function is not part of this build",
        "enable the features or the `cfg` that it depends on";
    /// The instrumented function does not compile, typically because a parameter type lacks `Input`.
    DoesNotCompile = "U0111", "the instrumented function does not compile",
        "give every parameter a type that implements `unroll_test::Input`, for example by `#[derive(Input)]`";
    /// The function is declared inside another function.
    Nested = "U0112", "a function inside another function cannot be called by a test",
        "move it to module level";
    /// The file is not below the workspace root.
    OutsideWorkspace = "U0113", "the function's file lies outside the workspace, so that a copy of the workspace does not hold it",
        "move the file below the workspace root";
    /// Its code can do more than compute.
    Effects = "U0114", "the function does more than compute, so it was not run",
        "move the loop into a function that only computes, or run it as it is with `--allow-effects`";
    /// A parameter has a type of the crate with fields that are private in a module which the tests are not in.
    Unwritable = "U0115", "a test of the function cannot write down a value of one of its parameters, because a field is private in another module",
        "give the type a constructor whose parameters are inputs, or analyse functions of the module that it stands in";
    /// A parameter has a type of the crate with private fields that unsafe code may rely on.
    Guarded = "U0116", "unsafe code may rely on the private fields of one of its parameters, so that not all values may be tried",
        "give the type a constructor whose parameters are inputs, or implement `unroll_test::Input` for it";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_ascending() {
        let codes: Vec<_> = SkipCode::ALL.iter().map(|code| code.code()).collect();
        assert!(codes.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn messages_and_helps_are_fragments() {
        for code in SkipCode::ALL {
            for text in [code.message(), code.help()] {
                assert!(!text.ends_with('.'), "{text}");
                assert!(!text.starts_with(char::is_uppercase), "{text}");
            }
        }
    }

    #[test]
    fn detail_goes_behind_the_message() {
        let skip = Skip {
            code: SkipCode::DoesNotCompile,
            function: "k::f".into(),
            package: "k".into(),
            span: Span {
                file: "src/lib.rs".into(),
                line: 1,
                column: 4,
            },
            detail: Some("E0277".into()),
        };
        assert_eq!(
            skip.note().message,
            "the instrumented function does not compile: E0277"
        );
        assert_eq!(skip.note().code, "U0111");
    }
}
