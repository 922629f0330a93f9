//! Values as the driver describes them (`docs/protocol.md`, section 5).

use serde::{Deserialize, Serialize};

/// A Rust value, with enough type information to print it as an expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "one variant per form of docs/protocol.md")]
pub enum Value {
    Int {
        ty: String,
        text: String,
    },
    Bool(bool),
    Char(char),
    Float {
        ty: String,
        bits: u64,
    },
    /// Elements of a `Vec`, array or slice; equal neighbours are one run.
    Seq {
        kind: SeqKind,
        runs: Vec<(u64, Value)>,
    },
    Str(String),
    String(String),
    Tuple(Vec<Value>),
    Option(Option<Box<Value>>),
    Ok(Box<Value>),
    Err(Box<Value>),
    Boxed(Box<Value>),
    Ref(Box<Value>),
    Mut(Box<Value>),
    Struct {
        path: String,
        fields: Vec<(String, Value)>,
    },
    TupleStruct {
        path: String,
        fields: Vec<Value>,
    },
    UnitStruct {
        path: String,
    },
    Debug(String),
    Opaque(String),
}

/// Kinds of sequences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum SeqKind {
    Vec,
    Array,
    Slice,
    MutSlice,
}
