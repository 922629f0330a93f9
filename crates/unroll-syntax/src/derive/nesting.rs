//! The depth to which values of types that may contain themselves are built, for `derive(Input)`.
//!
//! A macro sees one type and not those of its fields, so every field whose type is not known to be plain counts as a
//! possible recursion: this covers lists and trees, and each type of a cycle of several. Types that contain
//! themselves nowhere never reach their limit.

use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Data, DeriveInput, Fields};

use crate::generated::{int, respanned};
use crate::std_types;

/// Levels of a type with one field that may go on, like a list.
const LIST_LEVELS: u32 = 8;

/// Levels of any other type, like a tree.
const TREE_LEVELS: u32 = 4;

/// The limit of a type that may contain itself.
pub struct Nesting {
    /// The number of the group that the type is counted in.
    group: TokenStream,
    /// How many values of the type may stand inside each other.
    levels: u32,
}

impl Nesting {
    /// `None` if all fields are plain.
    pub fn of(input: &DeriveInput) -> Option<Self> {
        let going_on = |fields: &Fields| fields.iter().filter(|field| !is_plain(&field.ty)).count();
        let most = match &input.data {
            Data::Struct(data) => going_on(&data.fields),
            Data::Enum(data) => {
                let counts = data
                    .variants
                    .iter()
                    .map(|variant| going_on(&variant.fields));
                counts.max().unwrap_or(0)
            }
            Data::Union(_) => 0,
        };
        // A value with several fields that go on grows exponentially with its depth, so it may be
        // less deep.
        let levels = match most {
            0 => return None,
            1 if !has_sequence(&input.data) => LIST_LEVELS,
            _ => TREE_LEVELS,
        };
        // The path with its module tells types of the same name apart.
        let suffix = Literal::string(&format!("::{}", input.ident));
        let path = quote!(::core::concat!(::core::module_path!(), #suffix));
        Some(Self {
            group: quote!(const { ::unroll_test::rt::group(#path) }),
            levels,
        })
    }

    /// That of a type whose values are built by calls; `path` is its name.
    pub fn built(path: &str) -> Self {
        let path = Literal::string(path);
        Self {
            group: quote!(const { ::unroll_test::rt::group(#path) }),
            levels: TREE_LEVELS,
        }
    }

    /// Makes `key` one that is inside a value of the type.
    pub fn enter(&self) -> TokenStream {
        let group = &self.group;
        quote!(let key = key.inside(#group);)
    }

    /// The answer of the type's `is_too_deep` for `key`.
    pub fn is_too_deep(&self, data: &Data) -> TokenStream {
        let enter = self.enter();
        let below = match data {
            Data::Enum(item) => {
                let variants = item.variants.iter().map(|variant| &variant.fields);
                let mut variants: Vec<Option<TokenStream>> = variants.map(any_too_deep).collect();
                // One that is always open decides it.
                if variants.iter().any(Option::is_none) {
                    variants.clear();
                }
                // An enum is too deep only if all its variants are: `variant_among` chooses among
                // the others.
                (!variants.is_empty()).then(|| quote!(#((#variants))&&*))
            }
            Data::Struct(item) => any_too_deep(&item.fields),
            Data::Union(_) => None,
        };
        // Behind `||`, what is below is asked only while the type's own limit is not reached, or
        // the recursion would not end.
        let below = below.map(|below| quote!(|| { #enter #below }));
        self.too_deep_or(below.as_ref())
    }

    /// The same of a type of which nothing but its own limit is known.
    pub fn is_full(&self) -> TokenStream {
        self.too_deep_or(None)
    }

    fn too_deep_or(&self, below: Option<&TokenStream>) -> TokenStream {
        let (group, levels) = (&self.group, int(self.levels));
        quote!(key.times(#group) >= #levels #below)
    }
}

/// True if some field is too deep below `key`; `None` if none ever is.
pub fn any_too_deep(fields: &Fields) -> Option<TokenStream> {
    let types = fields.iter().map(|field| &field.ty);
    // Errors are the macro's, at the field.
    let resolved = |place: Span| place.resolved_at(Span::call_site());
    let going_on = types.filter(|ty| !is_plain(ty));
    let going_on: Vec<_> = going_on
        .map(|ty| respanned(ty.to_token_stream(), resolved))
        .collect();
    let any = quote!(#(<#going_on as ::unroll_test::Input>::is_too_deep(key))||*);
    (!going_on.is_empty()).then_some(any)
}

fn is_plain(ty: &impl ToTokens) -> bool {
    all_names(ty.to_token_stream(), &|name| {
        name == "static" || std_types::is_closed(name)
    })
}

/// True if some field may hold many values that go on.
fn has_sequence(data: &Data) -> bool {
    let fields = match data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| &variant.fields)
            .collect(),
        Data::Union(_) => Vec::new(),
    };
    let types = fields.into_iter().flatten().map(|field| &field.ty);
    let is_single = |name: &str| {
        !["Vec", "Map", "Set", "Deque", "Heap"]
            .iter()
            .any(|part| name.contains(part))
    };
    let mut going_on = types.filter(|ty| !is_plain(ty));
    going_on.any(|ty| !all_names(ty.to_token_stream(), &is_single))
}

fn all_names(tokens: TokenStream, is: &dyn Fn(&str) -> bool) -> bool {
    tokens.into_iter().all(|token| match token {
        TokenTree::Ident(ident) => is(&ident.to_string()),
        TokenTree::Group(group) => all_names(group.stream(), is),
        TokenTree::Punct(_) | TokenTree::Literal(_) => true,
    })
}
