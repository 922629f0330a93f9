//! Tests as reviewers edited them.
//!
//! In: text from an editor. Out: the name of its one test, or what is wrong with the text. That it compiles and passes is for a trial to show.

/// The name of the test that `text` consists of: one function with `#[test]` and nothing beside it.
///
/// # Errors
/// A fault of the text.
pub(crate) fn name(text: &str) -> Result<String, String> {
    let file = syn::parse_file(text)
        .map_err(|error| format!("{error} at line {}", error.span().start().line))?;
    let [syn::Item::Fn(function)] = &file.items[..] else {
        return Err("expected one function and nothing beside it".to_owned());
    };
    if !function.attrs.iter().any(|it| it.path().is_ident("test")) {
        return Err("the function has no attribute `#[test]`".to_owned());
    }
    Ok(function.sig.ident.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_text_is_one_test() {
        let named = |text: &str| name(text).map_err(|error| error.split(" at ").count());
        assert_eq!(
            named("// Why.\n#[test]\nfn one() {\n    f();\n}\n"),
            Ok("one".to_owned())
        );
        for wrong in [
            "",
            "fn one() {}",
            "#[test] fn one() {} #[test] fn two() {}",
            "#[test] mod one {}",
        ] {
            assert_eq!(named(wrong), Err(1), "{wrong}");
        }
        assert_eq!(named("#[test]\nfn one( {}"), Err(2));
    }
}
