//! Types of the crate that become inputs in the instrumented copy: where their values come from, and the attribute that says so there.
//!
//! Plain data: the modules beside this one find them, `instrument` puts the attributes into the copy.

use std::collections::BTreeSet;

use camino::Utf8PathBuf;

/// A struct or enum that gets `Input` in copies, or a description by its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputType {
    /// `krate::module::Name`; of values that are built by calls with `()` behind it, since a type may have both, and of values that are only
    /// described with `[]`.
    pub path: String,
    /// The file of what the attribute stands on, absolute.
    pub file: Utf8PathBuf,
    /// The byte in front of which the attribute goes.
    pub at: usize,
    /// First and last line of what it stands on, attributes included.
    pub lines: (u32, u32),
    /// Where its values come from.
    pub source: InputSource,
    /// True if some functions see the fields and others, which do not, need calls, so that the type has both ways at once.
    pub has_both: bool,
    /// Paths of those of these types that values of it are made of, at any depth.
    pub within: BTreeSet<String>,
}

/// Where the values of a type come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputSource {
    /// Any values of the fields.
    Fields,
    /// Calls of functions of an `impl` block, or of no type.
    Calls {
        /// The type with its arguments, and the path of the owner of the functions, where that is not the type.
        produced: Option<(String, String)>,
        /// Names of functions that give a value.
        constructors: Vec<String>,
        /// Names of methods that change it.
        methods: Vec<String>,
        /// Methods of other names, without effects.
        others: Vec<String>,
    },
    /// Pointers to objects of a trait hold one of several types.
    Objects {
        /// The trait, with its markers: `Shape + Send`.
        object: String,
        /// The types.
        types: Vec<String>,
    },
    /// None: values of the type are described by their fields.
    Described,
}

impl InputType {
    /// The attribute that gives the type `Input`, or the macro call in front of a trait that gives it to pointers to objects; `beside`: it stands there in the other way as well.
    pub fn attribute(&self, beside: bool) -> String {
        match &self.source {
            InputSource::Fields if beside => "#[derive(::unroll_test::InputInside)] ".to_owned(),
            InputSource::Fields => "#[derive(::unroll_test::Input)] ".to_owned(),
            InputSource::Described => "#[derive(::unroll_test::Fields)] ".to_owned(),
            InputSource::Objects { object, types } => format!(
                "::unroll_test::rt::object!(\"{}\", {object}, [{}]); ",
                self.path,
                types.join(", ")
            ),
            InputSource::Calls {
                produced,
                constructors,
                methods,
                others,
            } => format!(
                "#[::unroll_test::built_by(id = \"{}\", {}{}{}; {})] ",
                self.path.trim_end_matches("()"),
                produced.as_ref().map_or_else(String::new, |(of, by)| {
                    format!("of = {of}, by = \"{by}\", ")
                }),
                if beside { "beside = fields, " } else { "" },
                constructors.join(", "),
                [&methods[..], &others[..]].concat().join(", ")
            ),
        }
    }

    /// The path of the type in the other way.
    pub fn other_way(&self) -> String {
        match self.path.strip_suffix("()") {
            Some(fields) => fields.to_owned(),
            None => format!("{}()", self.path),
        }
    }
}
