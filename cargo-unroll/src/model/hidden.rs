//! Hidden inputs: what a function may depend on besides its parameters.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Something that a function may depend on and that generated inputs do not vary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HiddenInput {
    /// How many elements a hash table has room for.
    TableCapacity,
    /// The options of a formatter.
    FormatOptions,
    /// The location of the caller.
    Caller,
    /// The state of the thread: a panic may be under way.
    Panicking,
    /// Where local variables lie in memory.
    Locals,
    /// A static that a macro declares.
    MacroStatic,
    /// A static that can change, by its path.
    Static(String),
    /// A value that differs from process to process, as a noun phrase: the environment, the time.
    Outside(String),
}

impl fmt::Display for HiddenInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TableCapacity => "the capacity of a hash table",
            Self::FormatOptions => "how its caller wants a value formatted",
            Self::Caller => "where it is called from",
            Self::Panicking => "whether a panic is under way",
            Self::Locals => "where its local variables lie in memory",
            Self::MacroStatic => "the value of a static that a macro declares",
            Self::Outside(what) => what,
            Self::Static(path) => return write!(f, "the value of `{path}`"),
        })
    }
}

/// Methods of formatters whose result depends on [`HiddenInput::FormatOptions`].
pub const FORMATTER_METHODS: [&str; 10] = [
    "align",
    "alternate",
    "fill",
    "options",
    "precision",
    "sign",
    "sign_aware_zero_pad",
    "sign_minus",
    "sign_plus",
    "width",
];

/// The beginning of names of thread locals among arguments.
const LOCAL: &str = "static ";

/// The name of a thread local among arguments, where one stands whose value before the call is an input. No parameter has such a name.
pub fn local_name(name: &str) -> String {
    format!("{LOCAL}{name}")
}

/// The thread local that a name among arguments means; `None` for that of a parameter.
pub fn as_local(argument: &str) -> Option<&str> {
    argument.strip_prefix(LOCAL)
}
