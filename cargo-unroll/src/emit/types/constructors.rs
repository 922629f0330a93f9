//! How values of the crate's own types are written, given the text that derived `Debug` prints for them.
//!
//! In: the items of the crate's files. Out: for the name of a type, the names that derived `Debug` prints, each with
//! the types of the fields.
//!
//! **Invariant:** a type is known only if its name is unambiguous, its `Debug` is derived, and it has no parameters.
//! Then the text of a value has only one meaning.

use std::collections::BTreeMap;

use syn::{Attribute, Fields, Generics, Item, ItemEnum, ItemStruct, Type, Visibility};

/// A struct, or a variant of an enum.
#[derive(Clone, Debug)]
pub(crate) struct Constructor {
    /// The name that `Debug` prints.
    pub(crate) name: String,
    /// True for a variant, whose path has the enum's name before it.
    pub(crate) is_variant: bool,
    /// The types of the fields, each with its name where it has one.
    pub(crate) fields: Vec<(Option<String>, Type)>,
}

/// A type with its constructors.
#[derive(Clone, Debug)]
struct OwnType {
    /// The number of the file that declares it outside of inline modules.
    file: Option<usize>,
    /// True if a field is private to the module, or to modules around it.
    is_closed: bool,
    constructors: Vec<Constructor>,
}

/// The constructors of a crate's types.
#[derive(Clone, Debug, Default)]
pub(crate) struct Constructors {
    /// By the type's name; `None` where several types have it, or a type is not of this kind.
    types: BTreeMap<String, Option<OwnType>>,
    /// Number of files so far.
    files: usize,
    /// The number of the file whose functions are looked at.
    here: Option<usize>,
}

impl Constructors {
    /// Adds the types of the next file.
    pub(crate) fn add(&mut self, items: &[Item]) {
        let file = self.files;
        self.files += 1;
        self.items(items, Some(file));
    }

    /// Has later questions be about functions of a file, by its number in the order of [`Self::add`].
    pub(crate) fn look_from(&mut self, file: usize) {
        self.here = Some(file);
    }

    fn items(&mut self, items: &[Item], file: Option<usize>) {
        for item in items {
            match item {
                Item::Struct(item) => {
                    let own = of_struct(item, file);
                    self.insert(item.ident.to_string(), own);
                }
                Item::Enum(item) => {
                    let own = of_enum(item, file);
                    self.insert(item.ident.to_string(), own);
                }
                Item::Type(item) => self.insert(item.ident.to_string(), None),
                Item::Union(item) => self.insert(item.ident.to_string(), None),
                Item::Mod(item) => {
                    let inner = item.content.iter().flat_map(|(_, items)| items);
                    for item in inner {
                        self.items(std::slice::from_ref(item), None);
                    }
                }
                _ => {}
            }
        }
    }

    fn insert(&mut self, name: String, own: Option<OwnType>) {
        let known = self.types.entry(name);
        known.and_modify(|known| *known = None).or_insert(own);
    }

    /// True if a type of this name is known.
    pub(crate) fn has(&self, ty: &str) -> bool {
        matches!(self.types.get(ty), Some(Some(_)))
    }

    /// The types of all fields of the type called `ty`; `None` for one that is not known.
    pub(crate) fn fields(&self, ty: &str) -> Option<impl Iterator<Item = &Type>> {
        let own = self.types.get(ty)?.as_ref()?;
        let fields = own.constructors.iter().flat_map(|it| &it.fields);
        Some(fields.map(|(_, ty)| ty))
    }

    /// The constructor of the type called `ty` that prints as `name`, if tests beside the function can call it. The name of the type of a
    /// field means something there only if the same file declares it.
    pub(crate) fn find(&self, ty: &str, name: &str, is_field: bool) -> Option<&Constructor> {
        let own = self.types.get(ty)?.as_ref()?;
        let is_here = own.file.is_some() && own.file == self.here;
        if (own.is_closed || is_field) && !is_here {
            return None;
        }
        own.constructors.iter().find(|it| it.name == name)
    }
}

fn of_struct(item: &ItemStruct, file: Option<usize>) -> Option<OwnType> {
    if !has_plain_debug(&item.attrs, &item.generics) {
        return None;
    }
    let constructor = constructor(item.ident.to_string(), false, &item.fields)?;
    let is_open = |vis: &Visibility| match vis {
        Visibility::Public(_) => true,
        Visibility::Restricted(vis) => vis.path.is_ident("crate"),
        Visibility::Inherited => false,
    };
    Some(OwnType {
        file,
        is_closed: !item.fields.iter().all(|field| is_open(&field.vis)),
        constructors: vec![constructor],
    })
}

fn of_enum(item: &ItemEnum, file: Option<usize>) -> Option<OwnType> {
    if !has_plain_debug(&item.attrs, &item.generics) {
        return None;
    }
    let constructors = item.variants.iter().map(|variant| {
        let made = constructor(variant.ident.to_string(), true, &variant.fields);
        made.filter(|_| !is_conditional(&variant.attrs))
    });
    Some(OwnType {
        file,
        is_closed: false,
        constructors: constructors.collect::<Option<_>>()?,
    })
}

fn constructor(name: String, is_variant: bool, fields: &Fields) -> Option<Constructor> {
    if fields.iter().any(|field| is_conditional(&field.attrs)) {
        return None;
    }
    let named = |field: &syn::Field| {
        let name = field.ident.as_ref().map(ToString::to_string);
        (name, field.ty.clone())
    };
    Some(Constructor {
        name,
        is_variant,
        fields: fields.iter().map(named).collect(),
    })
}

/// True for a type that derives `Debug` in every build, and has no parameters.
fn has_plain_debug(attrs: &[Attribute], generics: &Generics) -> bool {
    let mut derives_debug = false;
    for attr in attrs {
        if attr.path().is_ident("derive") {
            // An attribute that cannot be read derives nothing known.
            let _ = attr.parse_nested_meta(|meta| {
                let last = meta.path.segments.last();
                derives_debug |= last.is_some_and(|last| last.ident == "Debug");
                Ok(())
            });
        }
    }
    derives_debug && generics.params.is_empty()
}

fn is_conditional(attrs: &[Attribute]) -> bool {
    let mut attrs = attrs.iter();
    attrs.any(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
}
