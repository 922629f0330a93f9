//! The functions that reach a static, by the paths and method names in their bodies.
//!
//! In: the trees of a target, the names of its modules, and its statics that tests can set. Out: of a function, those statics whose values before a
//! call are inputs of it. Paths are resolved; a method stands for each of its name in the crate, since its receiver has no type here.
//!
//! **Invariant:** no verdict rests on this. A static that is missed is found in the compiled code and counts as a hidden input, and one too many is
//! an input that makes no difference.
//!
//! A static that the crate's own tests reach is no input: generated tests that set it would run beside them.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::visit::{self, Visit};
use syn::{
    File, ImplItemFn, Item, ItemFn, ItemImpl, ItemMacro, ItemMod, ItemTrait, TraitItemFn, Type,
};
use unroll_resolve::names::{Names, Path, paths_in};

use super::super::sources::cfg::attributes_of;
use super::super::sources::modules::is_test_only;
use super::super::statics::SettableStatic;

/// The generated tests, which the analysis replaces.
const OWN_TESTS: &str = "unroll_tests";

/// The statics that can be inputs, each with the functions that reach it.
#[derive(Default)]
pub(in crate::project) struct StaticUsers {
    statics: Vec<Users>,
}

struct Users {
    of: SettableStatic,
    /// The functions that reach it.
    reaching: Vec<Callable>,
}

/// A function or macro, and how code calls it.
#[derive(Clone, PartialEq, Eq)]
enum Callable {
    /// By its path from the crate root.
    Function(Path),
    /// By the path of its type or trait and its name; the path is absent where it is another crate's.
    Associated(Vec<Path>, String),
    /// By its name.
    Macro(String),
}

/// The calls and uses in a body.
#[derive(Default)]
struct Mentions {
    /// Resolved paths; the part behind the item that a path leads to is its last name.
    items: Vec<(Path, Option<String>)>,
    methods: BTreeSet<String>,
    macros: BTreeSet<String>,
    /// Statics that are declared here.
    declared: BTreeSet<String>,
    /// The last names of paths in tests that lead to nothing that is known.
    loose: BTreeSet<String>,
}

struct Body {
    callable: Callable,
    mentions: Mentions,
    is_test: bool,
}

impl StaticUsers {
    /// Those of the files and of the files that only `tests` have, given with their modules.
    pub(in crate::project) fn among(
        files: &[(&[String], &File)],
        tests: &[(&[String], &File)],
        names: &Names,
        statics: Vec<SettableStatic>,
    ) -> Self {
        if statics.is_empty() {
            return Self::default();
        }
        let mut bodies = Bodies {
            names,
            module: Vec::new(),
            owner: Vec::new(),
            is_test: false,
            read_tests: tests.iter().map(|(module, _)| *module).collect(),
            has_unread_tests: false,
            found: Vec::new(),
        };
        for (are_tests, files) in [(false, files), (true, tests)] {
            bodies.is_test = are_tests;
            for (module, file) in files {
                bodies.module = module.to_vec();
                bodies.visit_file(file);
            }
        }
        let Bodies {
            found,
            has_unread_tests,
            ..
        } = bodies;
        let users = statics.into_iter().map(|of| (reaching(&found, &of), of));
        let is_free = |reaching: &[&Body], of: &SettableStatic| {
            let is_tested = has_unread_tests || reaching.iter().any(|body| body.is_test);
            !(of.is_shared && is_tested)
        };
        let statics = users
            .filter(|(reaching, of)| is_free(reaching, of))
            .map(|(reaching, of)| Users {
                of,
                reaching: reaching.iter().map(|body| body.callable.clone()).collect(),
            });
        Self {
            statics: statics.collect(),
        }
    }

    /// The names of those of `module` whose values before a call are inputs of a function with this text; `owner` is the path of its type.
    pub(in crate::project) fn of(
        &self,
        names: &Names,
        text: &str,
        (module, owner): (&[String], &[Path]),
    ) -> Vec<String> {
        let mut own = self.statics.iter().filter(|it| it.of.module == module);
        let Some(first) = own.next() else {
            return Vec::new();
        };
        let tokens: TokenStream = text.parse().unwrap_or_default();
        let mentions = Mentions::of(tokens, names, (module, owner));
        std::iter::once(first)
            .chain(own)
            .filter(|it| {
                mentions.has(&it.of) || it.reaching.iter().any(|callee| mentions.calls(callee))
            })
            .map(|it| it.of.name.clone())
            .collect()
    }

    /// Paths from the crate root of the statics that tests set and that all threads share.
    pub(in crate::project) fn shared(&self) -> impl Iterator<Item = Path> {
        let shared = self.statics.iter().filter(|it| it.of.is_shared);
        shared.map(|it| it.of.path())
    }
}

/// The bodies that mention a static, or call others of these.
fn reaching<'b>(bodies: &'b [Body], of: &SettableStatic) -> Vec<&'b Body> {
    let (mut found, mut others): (Vec<_>, Vec<_>) =
        bodies.iter().partition(|body| body.mentions.has(of));
    let mut first = 0;
    while first < found.len() {
        let callee = &found[first].callable;
        let (new, rest) = others
            .into_iter()
            .partition::<Vec<_>, _>(|body| body.mentions.calls(callee));
        found.extend(new);
        others = rest;
        first += 1;
    }
    found
}

impl Mentions {
    /// Those in the tokens of a function of `module`, whose type is at one of the paths `owner`.
    fn of(tokens: TokenStream, names: &Names, (module, owner): (&[String], &[Path])) -> Self {
        let mut mentions = Self::default();
        mentions.add_calls(tokens.clone());
        for path in paths_in(tokens) {
            let is_own = matches!(&path[..], [only] if mentions.declared.contains(only));
            match &path[..] {
                [first, name] if first == "Self" => {
                    let of_type = owner.iter().map(|ty| (ty.clone(), Some(name.clone())));
                    mentions.items.extend(of_type);
                }
                _ if is_own => {}
                _ => {
                    let item = resolved(names, module, &path);
                    mentions
                        .items
                        .extend(item.or_else(|| undeclared(names, module, &path)));
                }
            }
        }
        mentions
    }

    /// Those in the tokens of a test in `module`. Test modules have imports that are not known, most often of all in the module around.
    fn of_test(tokens: TokenStream, names: &Names, module: &[String]) -> Self {
        let mut mentions = Self::default();
        mentions.add_calls(tokens.clone());
        for path in paths_in(tokens) {
            let mut around = (0..=module.len()).rev().map(|len| &module[..len]);
            match around.find_map(|module| resolved(names, module, &path)) {
                Some(item) => mentions.items.push(item),
                None => mentions.loose.extend(path.last().cloned()),
            }
        }
        mentions
    }

    /// Adds the methods and macros that tokens call, and the statics that they declare.
    fn add_calls(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let is_punct = |at: Option<usize>, wanted: char| {
            let token = at.and_then(|at| tokens.get(at));
            matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == wanted)
        };
        let is_ident = |at: Option<usize>, wanted: &str| {
            let token = at.and_then(|at| tokens.get(at));
            matches!(token, Some(TokenTree::Ident(ident)) if ident == wanted)
        };
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => self.add_calls(group.stream()),
                TokenTree::Ident(name) if is_punct(at.checked_sub(1), '.') => {
                    self.methods.insert(name.to_string());
                }
                TokenTree::Ident(name) if is_punct(Some(at + 1), '!') => {
                    self.macros.insert(name.to_string());
                }
                TokenTree::Ident(name) if is_ident(at.checked_sub(1), "static") => {
                    self.declared.insert(name.to_string());
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }

    fn has(&self, of: &SettableStatic) -> bool {
        let path = of.path();
        self.loose.contains(&of.name) || self.items.iter().any(|(item, _)| *item == path)
    }

    fn calls(&self, callee: &Callable) -> bool {
        match callee {
            Callable::Function(path) => {
                path.last().is_some_and(|name| self.loose.contains(name))
                    || self.items.iter().any(|(item, _)| item == path)
            }
            Callable::Associated(owners, name) => {
                let is_named = |(item, last): &(Path, Option<String>)| {
                    last.as_ref() == Some(name) && owners.contains(item)
                };
                self.methods.contains(name)
                    || self.loose.contains(name)
                    || self.items.iter().any(is_named)
            }
            Callable::Macro(name) => self.macros.contains(name),
        }
    }
}

/// The item that `path` means in `module`, with the last name if that belongs to the item.
fn resolved(names: &Names, module: &[String], path: &[String]) -> Option<(Path, Option<String>)> {
    let found = names.find(module, path)?;
    let (last, prefix) = path.split_last()?;
    let is_within = !prefix.is_empty() && names.find(module, prefix).as_ref() == Some(&found);
    Some((found, is_within.then(|| last.clone())))
}

/// Where what `path` means in `module` would be, if a macro declares it, as `thread_local!` does.
fn undeclared(names: &Names, module: &[String], path: &[String]) -> Option<(Path, Option<String>)> {
    let (last, prefix) = path.split_last()?;
    let around = names.find(module, prefix)?;
    Some(([&around[..], std::slice::from_ref(last)].concat(), None))
}

/// The functions and macros of files.
struct Bodies<'n> {
    names: &'n Names,
    module: Path,
    /// Paths of the type and trait of the block at hand.
    owner: Vec<Path>,
    is_test: bool,
    /// The modules of tests in files of their own.
    read_tests: BTreeSet<&'n [String]>,
    /// True if tests stand in files that are not among these.
    has_unread_tests: bool,
    found: Vec<Body>,
}

impl Bodies<'_> {
    fn add(&mut self, callable: Callable, tokens: TokenStream) {
        let mentions = if self.is_test {
            Mentions::of_test(tokens, self.names, &self.module)
        } else {
            Mentions::of(tokens, self.names, (&self.module, &self.owner))
        };
        self.found.push(Body {
            callable,
            mentions,
            is_test: self.is_test,
        });
    }

    fn associated(&self, name: &syn::Ident) -> Callable {
        Callable::Associated(self.owner.clone(), name.to_string())
    }

    /// The path from the root of what `path` means; nothing if it is another crate's.
    fn resolved(&self, path: &syn::Path) -> Option<Path> {
        let path: Path = path
            .segments
            .iter()
            .map(|it| it.ident.to_string())
            .collect();
        self.names.find(&self.module, &path)
    }
}

impl<'ast> Visit<'ast> for Bodies<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let before = self.is_test;
        let attributes = attributes_of(item);
        let is_marked = attributes.iter().any(|it| it.path().is_ident("test"));
        self.is_test |= is_marked || is_test_only(attributes);
        visit::visit_item(self, item);
        self.is_test = before;
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if item.ident == OWN_TESTS {
            return;
        }
        self.module.push(item.ident.to_string());
        let is_read = item.content.is_some() || self.read_tests.contains(&*self.module);
        self.has_unread_tests |= self.is_test && !is_read;
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let mut owner = Vec::new();
        if let Type::Path(ty) = &*item.self_ty {
            owner.extend(self.resolved(&ty.path));
        }
        if let Some((_, of_trait, _)) = &item.trait_ {
            owner.extend(self.resolved(of_trait));
        }
        let before = std::mem::replace(&mut self.owner, owner);
        visit::visit_item_impl(self, item);
        self.owner = before;
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        let owner = [&self.module[..], &[item.ident.to_string()]].concat();
        let before = std::mem::replace(&mut self.owner, vec![owner]);
        visit::visit_item_trait(self, item);
        self.owner = before;
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        let path = [&self.module[..], &[item.sig.ident.to_string()]].concat();
        self.add(Callable::Function(path), item.to_token_stream());
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.add(self.associated(&item.sig.ident), item.to_token_stream());
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        self.add(self.associated(&item.sig.ident), item.to_token_stream());
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if let Some(name) = &item.ident {
            self.add(Callable::Macro(name.to_string()), item.mac.tokens.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of the statics that are inputs of a function with this text in a crate of one file, with the file of its module `tests` if there is one.
    fn inputs(krate: &str, tests: Option<&str>, text: &str) -> Vec<String> {
        let parse = |text: &str| syn::parse_file(text).expect("parses");
        let (file, tests) = (parse(krate), tests.map(parse));
        let mut names = Names::default();
        names.add(&[], &file.items);
        let settable = |name: &str, is_shared| SettableStatic {
            module: Vec::new(),
            name: name.to_owned(),
            is_shared,
        };
        let statics = vec![settable("SEEN", true), settable("DEPTH", false)];
        let module = ["tests".to_owned()];
        let tests: Vec<(&[String], &File)> = tests.iter().map(|it| (&module[..], it)).collect();
        let users = StaticUsers::among(&[(&[], &file)], &tests, &names, statics);
        users.of(&names, text, (&[], &[vec!["Ticket".to_owned()]]))
    }

    const KRATE: &str = "static SEEN: AtomicU32 = AtomicU32::new(0);
        thread_local! { static DEPTH: u8 = 0; }
        struct Ticket;
        struct Other;
        impl Ticket { fn new() -> Self { SEEN.load(); Self } fn id(&self) { Self::new(); } }
        impl Other { fn new() -> Self { Self } }
        impl Count for Other { fn count() { SEEN.load(); } }
        trait Count { fn count(); }
        fn next() { Ticket::new(); }
        fn other() {}
        macro_rules! seen { () => { SEEN.load() } }";

    #[test]
    fn statics_are_inputs_of_those_that_reach_them() {
        for (text, expected) in [
            ("fn f() { SEEN.store(1); }", &["SEEN"][..]),
            ("fn f() { next(); }", &["SEEN"]),
            ("fn f() { self::next(); }", &["SEEN"]),
            ("fn f() { items.map(next) }", &["SEEN"]),
            ("fn f() { Ticket::new(); }", &["SEEN"]),
            ("fn f() { Self::new(); }", &["SEEN"]),
            ("fn f(t: &Ticket) { t.id(); }", &["SEEN"]),
            (
                "fn f() { <Other as Count>::count; Count::count(); }",
                &["SEEN"],
            ),
            ("fn f() { seen!() }", &["SEEN"]),
            ("fn f() { DEPTH + SEEN.load() }", &["SEEN", "DEPTH"]),
            ("fn f() { Other::new(); Vec::new(); new(); }", &[]),
            ("fn f() { other(); mem::next(); }", &[]),
            ("fn f() { static SEEN: u8 = 0; SEEN }", &[]),
        ] {
            assert_eq!(inputs(KRATE, None, text), expected, "{text}");
        }
    }

    #[test]
    fn statics_that_tests_reach_are_no_inputs() {
        let text = "fn f() { DEPTH + SEEN.load() }";
        for tests in [
            "#[cfg(test)] mod tests { use super::*; #[test] fn t() { next(); } }",
            "#[cfg(test)] mod tests { #[test] fn t() { super::SEEN.load(); } }",
            "#[test] fn t() { seen!(); }",
            "#[cfg(test)] mod tests;",
        ] {
            assert_eq!(
                inputs(&format!("{KRATE} {tests}"), None, text),
                ["DEPTH"],
                "{tests}"
            );
        }
        for tests in [
            "#[cfg(test)] mod unroll_tests;",
            "#[cfg(test)] mod tests { #[test] fn t() { super::other(); } }",
        ] {
            let found = inputs(&format!("{KRATE} {tests}"), None, text);
            assert_eq!(found, ["SEEN", "DEPTH"], "{tests}");
        }
    }

    #[test]
    fn tests_in_a_file_of_their_own_are_read() {
        let krate = format!("{KRATE} #[cfg(test)] mod tests;");
        let text = "fn f() { SEEN.load(); }";
        for (tests, expected) in [
            ("use super::*; #[test] fn t() { next(); }", &[][..]),
            ("fn helper() { super::SEEN.load(); }", &[]),
            ("mod more;", &[]),
            ("#[test] fn t() { super::other(); }", &["SEEN"]),
        ] {
            assert_eq!(inputs(&krate, Some(tests), text), expected, "{tests}");
        }
    }
}
