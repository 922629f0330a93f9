//! Arguments that the result of a call may borrow, as variables of their own: `List::iter(&list)` needs a `list` that lives as long as the iterator.

use crate::emit::names;
use crate::model::value::{SeqKind, Value};

/// A variable that a value refers to.
#[derive(Debug, PartialEq)]
pub(crate) struct Lent {
    /// Its name.
    pub(crate) name: String,
    /// True if the reference to it is a `&mut`.
    pub(crate) is_mutable: bool,
    /// Its value, which refers to the variables before it.
    pub(crate) value: Value,
}

/// The variables that `value` has to refer to, and `value` with their names. `taken` are names in use, to which those of the variables are added.
pub(crate) fn lent(value: &Value, taken: &mut Vec<String>) -> (Vec<Lent>, Value) {
    let mut lent = Vec::new();
    let value = replaced(value, taken, &mut lent);
    (lent, value)
}

/// `value` with names for what its calls borrow.
fn replaced(value: &Value, taken: &mut Vec<String>, lent: &mut Vec<Lent>) -> Value {
    match value {
        Value::Call { path, args } => {
            // A `Weak` whose value is gone depends on the end of what it was made from.
            let is_of_std = path.starts_with("std::");
            let args = args.iter().map(|arg| {
                if is_of_std {
                    replaced(arg, taken, lent)
                } else {
                    argument(arg, taken, lent)
                }
            });
            Value::Call {
                path: path.clone(),
                args: args.collect(),
            }
        }
        Value::Method {
            receiver,
            name,
            args,
        } => Value::Method {
            receiver: Box::new(replaced(receiver, taken, lent)),
            name: name.clone(),
            args: args.clone(),
        },
        Value::Made { constructor, steps } => Value::Made {
            constructor: Box::new(replaced(constructor, taken, lent)),
            steps: steps.clone(),
        },
        _ => value.clone(),
    }
}

/// The argument `value`, or the reference to a variable in its place.
fn argument(value: &Value, taken: &mut Vec<String>, lent: &mut Vec<Lent>) -> Value {
    let (inner, is_mutable) = match value {
        Value::Ref(inner) if !is_constant(inner) => ((**inner).clone(), false),
        Value::Mut(inner) => ((**inner).clone(), true),
        Value::Seq { kind, runs } => {
            let is_mutable = match kind {
                SeqKind::Slice if !runs.iter().all(|(_, item)| is_constant(item)) => false,
                SeqKind::MutSlice => true,
                _ => return value.clone(),
            };
            let array = Value::Seq {
                kind: SeqKind::Array,
                runs: runs.clone(),
            };
            (array, is_mutable)
        }
        _ => return replaced(value, taken, lent),
    };
    let inner = replaced(&inner, taken, lent);
    let mut name = name_of(&inner);
    while taken.contains(&name) {
        name.push('_');
    }
    taken.push(name.clone());
    let variable = Box::new(Value::UnitStruct { path: name.clone() });
    lent.push(Lent {
        name,
        is_mutable,
        value: inner,
    });
    if is_mutable {
        Value::Mut(variable)
    } else {
        Value::Ref(variable)
    }
}

/// True if a reference to the expression lives as long as the program, since the compiler makes a constant of it.
fn is_constant(value: &Value) -> bool {
    match value {
        Value::Int { .. }
        | Value::Bool(_)
        | Value::Char(_)
        | Value::Float { .. }
        | Value::Str(_)
        | Value::Option(None)
        | Value::UnitStruct { .. } => true,
        Value::Seq { kind, runs } => {
            let is_fixed = matches!(kind, SeqKind::Array | SeqKind::Slice);
            is_fixed && runs.iter().all(|(_, item)| is_constant(item))
        }
        Value::Tuple(_)
        | Value::Option(Some(_))
        | Value::Ok(_)
        | Value::Err(_)
        | Value::Ref(_)
        | Value::Struct { .. }
        | Value::TupleStruct { .. } => value.parts().into_iter().all(is_constant),
        _ => false,
    }
}

/// A name for a variable that holds `value`.
fn name_of(value: &Value) -> String {
    match value {
        Value::Made { constructor, .. } => name_of(constructor),
        Value::Method { receiver, .. } => name_of(receiver),
        Value::Call { path, .. } => {
            let owner = path.rsplit("::").nth(1);
            let owner = owner.filter(|owner| owner.starts_with(char::is_uppercase));
            owner.map_or_else(|| "value".to_owned(), slug)
        }
        Value::Struct { path, .. } | Value::TupleStruct { path, .. } => path
            .rsplit("::")
            .next()
            .map_or_else(|| "value".to_owned(), slug),
        Value::String(_) => "text".to_owned(),
        Value::Seq { .. } => "items".to_owned(),
        _ => "value".to_owned(),
    }
}

fn slug(name: &str) -> String {
    names::identifier(&names::snake_case(names::unraw(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(path: &str, args: Vec<Value>) -> Value {
        Value::Call {
            path: path.to_owned(),
            args,
        }
    }

    fn text(text: &str) -> Value {
        Value::String(text.to_owned())
    }

    #[test]
    fn what_a_call_borrows_is_a_variable_before_it() {
        let list = call("k::List::of", vec![Value::Ref(Box::new(text("a")))]);
        let iter = call("k::List::iter", vec![Value::Ref(Box::new(list))]);
        let mut taken = vec!["text".to_owned()];
        let (lent, value) = lent(&iter, &mut taken);
        let names: Vec<_> = lent.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["text_", "list"]);
        let variable = |name: &str| {
            Value::Ref(Box::new(Value::UnitStruct {
                path: name.to_owned(),
            }))
        };
        assert_eq!(lent[1].value, call("k::List::of", vec![variable("text_")]));
        assert_eq!(value, call("k::List::iter", vec![variable("list")]));
    }

    #[test]
    fn what_a_weak_pointer_is_made_from_ends_with_the_statement() {
        let strong = call("std::rc::Rc::new", vec![Value::Char('a')]);
        let weak = call("std::rc::Rc::downgrade", vec![Value::Ref(Box::new(strong))]);
        assert_eq!(lent(&weak, &mut Vec::new()), (vec![], weak));
    }

    #[test]
    fn constants_stay_where_they_are() {
        let bytes = Value::Seq {
            kind: SeqKind::Slice,
            runs: vec![(2, Value::Bool(true))],
        };
        let set = call(
            "k::Set::of",
            vec![bytes, Value::Ref(Box::new(Value::Char('a')))],
        );
        assert_eq!(lent(&set, &mut Vec::new()), (vec![], set));
    }
}
