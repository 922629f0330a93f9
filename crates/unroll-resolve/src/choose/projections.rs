//! Types that implementations define, in place of `T::Name` and `<T as Tr>::Name` for a generic parameter `T`.

use proc_macro2::{Ident, TokenStream};
use syn::{Generics, Type, parse_quote, visit, visit_mut};

use super::GenericContext;
use unroll_syntax::generics::bounds;
use unroll_syntax::walk::{AsEdit, AsLook, Edit, Look};

/// Replaces projections by what they are for what was `given`. The others are marked as such: `T::Name` becomes `<T>::Name`.
pub(super) struct Projections<'p> {
    pub(super) generics: &'p Generics,
    pub(super) given: &'p [(Ident, TokenStream)],
    pub(super) place: GenericContext<'p>,
}

impl Projections<'_> {
    /// True if a bound mentions what implementations define for another parameter than `name`.
    pub(super) fn are_of_others(name: &Ident, generics: &Generics) -> bool {
        let mut owners = Owners {
            generics,
            found: Vec::new(),
        };
        for bound in bounds::of_parameter(generics, name).into_iter().flatten() {
            owners.visit_trait_bound(bound);
        }
        owners.found.iter().any(|owner| owner != name)
    }

    /// The type of `projection`, if a type was given for its parameter and the crate defines it there.
    fn defined(&self, projection: &Projection) -> Option<Type> {
        let mut given = self.given.iter();
        let (_, given) = given.find(|(given, _)| *given == projection.of)?;
        let ty = syn::parse2(given.clone()).ok()?;
        let GenericContext {
            implementors,
            module,
            ..
        } = self.place;
        let of_trait = projection.of_trait.as_ref();
        implementors.associated(&ty, of_trait, &projection.name, module)
    }
}

impl Edit for Projections<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        visit_mut::visit_type_mut(self.walk(), ty);
        if let Some(projection) = Projection::of(ty, self.generics) {
            let Projection { of, name, .. } = &projection;
            *ty = self
                .defined(&projection)
                .unwrap_or_else(|| parse_quote!(<#of>::#name));
        }
    }
}

/// `T::Name` or `<T as Tr>::Name` for a generic parameter `T`.
struct Projection {
    of: Ident,
    of_trait: Option<Ident>,
    name: Ident,
}

impl Projection {
    /// The type as one, if it is.
    fn of(ty: &Type, generics: &Generics) -> Option<Self> {
        let Type::Path(path) = ty else { return None };
        let mut segments = path.path.segments.iter().map(|segment| &segment.ident);
        let name = segments.next_back()?;
        let before = segments.next_back();
        let (of, of_trait) = match &path.qself {
            None => (before.filter(|_| segments.next().is_none())?, None),
            Some(qself) => match &*qself.ty {
                Type::Path(owner) => (owner.path.get_ident()?, before.cloned()),
                _ => return None,
            },
        };
        let mut params = generics.type_params();
        params.any(|own| own.ident == *of).then(|| Self {
            of: of.clone(),
            of_trait,
            name: name.clone(),
        })
    }
}

/// Collects the parameters whose projections are mentioned.
struct Owners<'g> {
    generics: &'g Generics,
    found: Vec<Ident>,
}

impl Look<'_> for Owners<'_> {
    fn visit_type(&mut self, ty: &Type) {
        visit::visit_type(self.walk(), ty);
        let found = Projection::of(ty, self.generics);
        self.found.extend(found.map(|projection| projection.of));
    }
}
