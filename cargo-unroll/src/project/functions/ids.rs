//! Harness ids: ASCII identifiers made of paths.

use std::collections::BTreeMap;

use crate::project::model::SelectedFunction;

/// Gives every function an identifier made of its path; equal paths are told apart by a number.
pub(crate) fn assign(functions: &mut [SelectedFunction]) {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for function in functions {
        let base = sanitized(&function.path);
        let count = used.entry(base.clone()).or_insert(0);
        *count += 1;
        function.id = if *count == 1 {
            base
        } else {
            format!("{base}__{count}")
        };
    }
}

/// `krate::m::f` as `krate__m__f`; characters outside ASCII as `u` and their number.
fn sanitized(path: &str) -> String {
    let mut id = String::new();
    for part in path.split("::") {
        if !id.is_empty() {
            id.push_str("__");
        }
        for c in part.chars() {
            if c.is_ascii_alphanumeric() {
                id.push(c);
            } else if c.is_alphanumeric() {
                id.push('u');
                id.push_str(&u32::from(c).to_string());
            } else {
                id.push('_');
            }
        }
    }
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ascii_identifiers() {
        assert_eq!(sanitized("krate::m::Type::f"), "krate__m__Type__f");
        assert_eq!(sanitized("krate::größe"), "krate__gru246u223e");
        assert_eq!(sanitized("k::[u8]::f"), "k___u8___f");
    }
}
