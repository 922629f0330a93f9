//! Several modules linked by symbol name.
//!
//! A name is resolved as the linker does: to the module's own definition if it has one, else to the definition that
//! another module exports. Nothing is merged; modules keep their texts and caches.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use camino::{Utf8Path, Utf8PathBuf};
use rustc_hash::FxHashMap;

use crate::error::ReadError;
use crate::ir::{Function, Global, Signature};
use crate::link::module::Module;

/// Aliases of aliases are followed this far.
const MAX_ALIASES: usize = 16;

/// Index of a module in its [`Program`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ModuleId(pub u32);

/// A symbol's definition: names inside `item` are to be resolved from `module`.
#[derive(Clone, Debug)]
pub struct Resolved<T> {
    /// Where it is defined.
    pub module: ModuleId,
    /// The name under which it is defined there; differs from the name asked for when that was an alias.
    pub name: String,
    /// The definition.
    pub item: Arc<T>,
}

/// Modules that refer to each other by symbol name.
///
/// The first is the one of interest. The others are loaded when a name is met that it does not define.
#[derive(Debug)]
pub struct Program {
    first: Module,
    others: Others,
    /// Paths of types that compare and hash by their structure, as the sources say.
    structural: BTreeSet<String>,
    /// Crates whose sources said so.
    read: BTreeSet<String>,
}

#[derive(Debug)]
struct Others {
    load: Load,
    loaded: OnceLock<Result<Loaded, ReadError>>,
}

struct Load(Box<dyn Fn() -> Result<Vec<Module>, ReadError> + Send + Sync>);

#[derive(Debug, Default)]
struct Loaded {
    modules: Vec<Module>,
    exports: FxHashMap<String, ModuleId>,
}

impl std::fmt::Debug for Load {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Load")
    }
}

impl Others {
    fn get(&self) -> Result<&Loaded, ReadError> {
        let loaded = self.loaded.get_or_init(|| {
            let modules = (self.load.0)()?;
            let mut exports = FxHashMap::default();
            for (at, module) in modules.iter().enumerate() {
                for name in module.exports() {
                    let id = ModuleId(at as u32 + 1);
                    // The first definition wins, as with weak symbols in a linker.
                    exports.entry(name.to_owned()).or_insert(id);
                }
            }
            Ok(Loaded { modules, exports })
        });
        loaded.as_ref().map_err(Clone::clone)
    }
}

impl Program {
    /// A module, and those that it may refer to; of several definitions of one symbol the first counts.
    pub fn new(
        first: Module,
        others: impl Fn() -> Result<Vec<Module>, ReadError> + Send + Sync + 'static,
    ) -> Self {
        Self {
            first,
            others: Others {
                load: Load(Box::new(others)),
                loaded: OnceLock::new(),
            },
            structural: BTreeSet::new(),
            read: BTreeSet::new(),
        }
    }

    /// Adds what the sources of a crate say of its types: which ones compare and hash by their structure.
    #[must_use]
    pub fn with_structural_types(
        mut self,
        krate: &str,
        paths: impl IntoIterator<Item = String>,
    ) -> Self {
        self.read.insert(krate.to_owned());
        self.structural.extend(paths);
        self
    }

    /// True if the sources of a crate say something of its types.
    pub fn has_sources_of(&self, krate: &str) -> bool {
        self.read.contains(krate)
    }

    /// True if the sources say that the type at `path` compares and hashes by its structure.
    pub fn is_structural(&self, path: &str) -> bool {
        self.structural.contains(path)
    }

    /// The module in the file `first`, and those in `others`, which are read when something of them is asked for.
    ///
    /// # Errors
    /// When the first cannot be read, or is no LLVM IR.
    pub fn read(first: &Utf8Path, others: Vec<Utf8PathBuf>) -> Result<Self, ReadError> {
        Ok(Self::new(Module::read(first)?, move || {
            others.iter().map(|path| Module::read(path)).collect()
        }))
    }

    /// The module of interest, which has number 0.
    pub fn first(&self) -> &Module {
        &self.first
    }

    /// All modules; the index is the [`ModuleId`].
    pub(crate) fn modules(&self) -> Result<Vec<&Module>, ReadError> {
        let others = &self.others.get()?.modules;
        Ok(std::iter::once(&self.first).chain(others).collect())
    }

    /// The texts of all modules.
    ///
    /// # Errors
    /// When a module cannot be read.
    pub fn texts(&self) -> Result<Vec<&str>, ReadError> {
        let modules = self.modules()?;
        Ok(modules.into_iter().map(Module::text).collect())
    }

    /// The module that exports `name`.
    pub(crate) fn exporter(&self, name: &str) -> Result<Option<ModuleId>, ReadError> {
        // The first module is asked before the others are loaded, which costs reading all of them.
        if self.first.exports_name(name) {
            return Ok(Some(ModuleId(0)));
        }
        Ok(self.others.get()?.exports.get(name).copied())
    }

    /// Module `id`.
    pub fn module(&self, id: ModuleId) -> Result<&Module, ReadError> {
        match id.0.checked_sub(1) {
            None => Ok(&self.first),
            Some(at) => Ok(&self.others.get()?.modules[at as usize]),
        }
    }

    /// The function that `name` means in module `from`; `None` if no module defines it.
    pub fn function(
        &self,
        name: &str,
        from: ModuleId,
    ) -> Result<Option<Resolved<Function>>, ReadError> {
        self.resolve(name, from, Module::function)
    }

    /// The global variable that `name` means in module `from`. If no module defines it, its declaration.
    pub fn global(
        &self,
        name: &str,
        from: ModuleId,
    ) -> Result<Option<Resolved<Global>>, ReadError> {
        self.resolve(name, from, Module::global)
    }

    /// The signature of the function that `name` means in module `from`, from its definition or declaration.
    pub fn signature(&self, name: &str, from: ModuleId) -> Result<Option<Signature>, ReadError> {
        let (module, name) = self.definition(name, from)?;
        self.module(module)?.signature(&name)
    }

    fn resolve<T>(
        &self,
        name: &str,
        from: ModuleId,
        get: impl Fn(&Module, &str) -> Result<Option<Arc<T>>, ReadError>,
    ) -> Result<Option<Resolved<T>>, ReadError> {
        let (module, name) = self.definition(name, from)?;
        let item = get(self.module(module)?, &name)?;
        Ok(item.map(|item| Resolved { module, name, item }))
    }

    /// Where `name` as seen from `from` is defined, and under which name; `from` itself if nowhere.
    fn definition(&self, name: &str, from: ModuleId) -> Result<(ModuleId, String), ReadError> {
        let mut at = (from, name.to_owned());
        for _ in 0..MAX_ALIASES {
            // A module's own definition comes before that of others, as local symbols may have
            // equal names.
            if !self.module(at.0)?.defines(&at.1) {
                at.0 = self.exporter(&at.1)?.unwrap_or(at.0);
            }
            match self.module(at.0)?.alias(&at.1) {
                Some(target) => at.1 = target,
                None => break,
            }
        }
        Ok(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str = "
@shared = external global i32
@own = private constant i8 1
@near = alias void (), ptr @far.alias
define void @main() {
  ret void
}
define internal void @helper() {
  ret void
}
define linkonce_odr void @twice() {
  ret void
}
declare noundef i32 @far(i8 zeroext, ...) #0
declare void @libc()
attributes #0 = { noreturn }
";
    const SECOND: &str = "
@shared = global i32 7
@own = private constant i8 2
@far.alias = hidden alias i32 (i8), ptr @far
define i32 @far(i8 %x) {
  ret i32 1
}
define internal void @helper() {
  unreachable
}
define linkonce_odr void @twice() {
  ret void
}
declare void @main()
";

    fn program() -> Program {
        let module = |text: &str| Module::index(text.into()).expect("the text is indexed");
        Program::new(module(FIRST), move || Ok(vec![module(SECOND)]))
    }

    fn home(name: &str, from: u32) -> Option<(u32, String)> {
        let resolved = program().function(name, ModuleId(from)).expect("it parses");
        resolved.map(|it| (it.module.0, it.item.name.clone()))
    }

    #[test]
    fn functions_resolve_to_the_own_module_then_to_an_exporter() {
        assert_eq!(home("main", 1), Some((0, "main".into())));
        assert_eq!(home("far", 0), Some((1, "far".into())));
        assert_eq!(home("helper", 0), Some((0, "helper".into())));
        assert_eq!(home("helper", 1), Some((1, "helper".into())));
        assert_eq!(home("twice", 1), Some((1, "twice".into())));
        assert_eq!(home("libc", 0), None);
        assert_eq!(home("nowhere", 0), None);
        let exporter = |name| program().exporter(name).expect("all modules are read");
        assert_eq!(
            exporter("helper"),
            None,
            "internal symbols are not exported"
        );
        assert_eq!(exporter("twice"), Some(ModuleId(0)));
    }

    #[test]
    fn aliases_lead_across_modules() {
        assert_eq!(home("far.alias", 0), Some((1, "far".into())));
        assert_eq!(home("near", 1), Some((1, "far".into())));
    }

    #[test]
    fn globals_resolve_like_functions() {
        let program = program();
        let init = |name: &str, from| {
            let resolved = program
                .global(name, ModuleId(from))
                .expect("it parses")
                .expect("it exists");
            (
                resolved.module.0,
                resolved.item.init.as_ref().map(ToString::to_string),
            )
        };
        assert_eq!(init("shared", 0), (1, Some("7".into())));
        assert_eq!(init("own", 0), (0, Some("1".into())));
        assert_eq!(init("own", 1), (1, Some("2".into())));
    }

    #[test]
    fn signatures_come_from_declarations_when_nothing_is_defined() {
        let signature = |name: &str| program().signature(name, ModuleId(0)).expect("it parses");
        assert_eq!(signature("libc").map(|it| it.noreturn), Some(false));
        assert_eq!(
            signature("far").map(|it| it.varargs),
            Some(false),
            "the definition counts"
        );
        assert_eq!(signature("nowhere"), None);
    }
}
