//! Values as the driver describes them (`docs/dev/protocol.md`, section 5).

use serde::{Deserialize, Serialize};

/// A Rust value, with enough type information to print it as an expression.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "one variant per form of docs/dev/protocol.md")]
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
    /// A function that gives the value: `Rc::new(5)`.
    Call {
        path: String,
        args: Vec<Value>,
    },
    /// A method that gives the value: `vec![1].into_iter()`.
    Method {
        name: String,
        receiver: Box<Value>,
        args: Vec<Value>,
    },
    /// A value that a call gave and that further steps changed.
    Made {
        constructor: Box<Value>,
        steps: Vec<Step>,
    },
    /// A function of so many parameters: what it returns, and what it returns for some arguments instead.
    Closure {
        arity: usize,
        default: Box<Value>,
        /// Arguments, a tuple, and result.
        cases: Vec<(Value, Value)>,
    },
    Range {
        kind: RangeKind,
        ends: Vec<Value>,
    },
    /// A pointer that turns into one to a trait object.
    Object {
        /// The kind of pointer.
        pointer: Pointer,
        /// The path of the trait, with markers such as `+Send` behind it.
        path: String,
        value: Box<Value>,
    },
    Debug(String),
    Opaque(String),
}

/// A step of building a value, after its constructor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Step {
    /// A method is called.
    Call(MethodCall),
    /// Results of a function that takes a reference to the value are kept alive: clones, observers.
    Keep {
        /// The function.
        path: String,
        /// How many results there are; those of more than one have to be `Clone`.
        count: u64,
    },
    /// A guard that a function gives for a reference to the value is kept alive, so that the value stays borrowed.
    Lend {
        /// The function.
        path: String,
    },
    /// A panic unwinds past the guard that a function gives for a reference to the value, which is poisoned then.
    Poison {
        /// The function.
        path: String,
    },
}

impl Step {
    /// The arguments of the step.
    pub fn args(&self) -> &[Value] {
        match self {
            Self::Call(call) => &call.args,
            Self::Keep { .. } | Self::Lend { .. } | Self::Poison { .. } => &[],
        }
    }

    /// True if the step needs a mutable variable.
    pub fn is_mutable(&self) -> bool {
        matches!(self, Self::Call(_))
    }
}

/// A call of a method that changes its receiver.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MethodCall {
    /// The method.
    pub name: String,
    /// Its arguments.
    pub args: Vec<Value>,
    /// True if it has a result that may have to be used.
    pub has_result: bool,
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

/// Kinds of pointers to trait objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Pointer {
    Box,
    Ref,
    Mut,
    Rc,
    Arc,
}

impl Pointer {
    /// All kinds, with their names in descriptions and the beginnings of their types.
    pub const ALL: [(Self, &str, &str); 5] = [
        (Self::Box, "box", "Box<"),
        (Self::Ref, "ref", "&"),
        (Self::Mut, "mut", "&mut "),
        (Self::Rc, "rc", "std::rc::Rc<"),
        (Self::Arc, "arc", "std::sync::Arc<"),
    ];

    /// The name in descriptions.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    fn row(self) -> (Self, &'static str, &'static str) {
        Self::ALL[self as usize]
    }

    /// The type of a pointer of this kind to a trait object: `Box<dyn Shape>`.
    pub fn to_object(self, object: &str) -> String {
        let start = self.row().2;
        if start.ends_with('<') {
            format!("{start}dyn {object}>")
        } else if object.contains('+') {
            format!("{start}(dyn {object})")
        } else {
            format!("{start}dyn {object}")
        }
    }
}

/// Kinds of ranges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "the names are those of `std::ops`")]
pub enum RangeKind {
    Range,
    RangeInclusive,
    RangeFrom,
    RangeTo,
    RangeToInclusive,
}

impl RangeKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Range,
        Self::RangeInclusive,
        Self::RangeFrom,
        Self::RangeTo,
        Self::RangeToInclusive,
    ];

    /// How many ends a range of this kind has.
    pub fn ends(self) -> usize {
        match self {
            Self::Range | Self::RangeInclusive => 2,
            Self::RangeFrom | Self::RangeTo | Self::RangeToInclusive => 1,
        }
    }
}

impl Value {
    /// The values that this one is made of.
    pub fn parts(&self) -> Vec<&Value> {
        match self {
            Self::Seq { runs, .. } => runs.iter().map(|(_, value)| value).collect(),
            Self::Tuple(items)
            | Self::TupleStruct { fields: items, .. }
            | Self::Call { args: items, .. }
            | Self::Range { ends: items, .. } => items.iter().collect(),
            Self::Struct { fields, .. } => fields.iter().map(|(_, value)| value).collect(),
            Self::Method { receiver, args, .. } => {
                std::iter::once(&**receiver).chain(args).collect()
            }
            Self::Made { constructor, steps } => {
                let args = steps.iter().flat_map(Step::args);
                std::iter::once(&**constructor).chain(args).collect()
            }
            Self::Closure { default, cases, .. } => {
                let cases = cases.iter().flat_map(|(args, result)| [args, result]);
                std::iter::once(&**default).chain(cases).collect()
            }
            Self::Option(Some(inner))
            | Self::Ok(inner)
            | Self::Err(inner)
            | Self::Boxed(inner)
            | Self::Ref(inner)
            | Self::Mut(inner)
            | Self::Object { value: inner, .. } => vec![inner],
            Self::Option(None)
            | Self::Int { .. }
            | Self::Bool(_)
            | Self::Char(_)
            | Self::Float { .. }
            | Self::Str(_)
            | Self::String(_)
            | Self::UnitStruct { .. }
            | Self::Debug(_)
            | Self::Opaque(_) => vec![],
        }
    }

    /// True if this is `TYPE::new()` of an empty collection, which does not say what it could hold.
    pub fn is_new_collection(&self) -> bool {
        matches!(self, Self::Call { path, args } if args.is_empty() && !path.ends_with("Hasher::new"))
    }

    /// True if a guard that is kept alive has this value borrowed or locked, or a panic has poisoned it.
    pub fn is_lent(&self) -> bool {
        let is_loan = |step: &Step| matches!(step, Step::Lend { .. } | Step::Poison { .. });
        matches!(self, Self::Made { steps, .. } if steps.iter().any(is_loan))
    }

    /// The pointer itself, where it turns into one to an object.
    pub fn behind_object(&self) -> &Value {
        match self {
            Self::Object { value, .. } => value,
            _ => self,
        }
    }

    /// True if this value or a value in it satisfies `test`.
    pub fn any(&self, test: &dyn Fn(&Value) -> bool) -> bool {
        test(self) || self.parts().into_iter().any(|part| part.any(test))
    }
}
