//! Effects of the methods that build inputs: a harness may call methods whatever their names, as long as they only
//! compute.
//!
//! In: a project, and its build. Out: the methods that may have effects or hidden inputs. Only the compiled harness
//! shows that, so another build is made without these methods. The next run of an unchanged project starts without
//! them.
//!
//! **Invariant:** a method that is kept for its code alone has no effect and reads nothing but its arguments,
//! wherever the code can be read.

use std::collections::BTreeSet;

use super::Reached;
use super::walk::Visit;
use crate::compile::{self, Build, BuildError, Method, Output};
use crate::project::{InputSource, InputType, Project, SelectedFunction};
use unroll_llvm::Program;
use unroll_llvm::ir::{Callee, InstrKind, Terminator};
use unroll_llvm::link::demangle::demangle;
use unroll_llvm::link::origin::is_of_the_compiler;
use unroll_protocol::symbols;

/// Builds without the methods that a build shows to have effects. A method may hide another one.
const MOST_BUILDS: usize = 3;

/// Builds `project`, without methods that build inputs and have effects. `allowed`: effects are wanted.
///
/// # Errors
/// Those of [`compile::build`].
pub fn build(project: &mut Project, output: Output, allowed: bool) -> Result<Build, BuildError> {
    let mut dropped = if allowed {
        BTreeSet::new()
    } else {
        recall(project)?
    };
    let mut build = compile::build(project, output)?;
    for _ in 0..MOST_BUILDS {
        let harmful = if allowed {
            BTreeSet::new()
        } else {
            harmful(project, &build)
        };
        if harmful.is_empty() {
            break;
        }
        drop_methods(&mut project.types, &harmful);
        dropped.extend(harmful);
        build = compile::build(project, output)?;
    }
    compile::keep_dropped(project, &dropped)?;
    Ok(build)
}

/// Drops the methods that the last run dropped if nothing has changed since, and tells which.
fn recall(project: &mut Project) -> Result<BTreeSet<Method>, BuildError> {
    let dropped = compile::take_dropped(project);
    if dropped.is_empty() {
        return Ok(dropped);
    }
    let all = project.types.clone();
    drop_methods(&mut project.types, &dropped);
    if compile::is_as_built(project)? {
        return Ok(dropped);
    }
    project.types = all;
    Ok(BTreeSet::new())
}

fn drop_methods(types: &mut [InputType], dropped: &BTreeSet<Method>) {
    for ty in types {
        if let InputSource::Calls { others, .. } = &mut ty.source {
            others.retain(|name| !dropped.contains(&(ty.path.clone(), name.clone())));
        }
    }
}

/// The methods of other names that may have effects. Where the code of a harness with effects does not tell which one has them, they are all that
/// it may call, but for those of types that a harness without effects builds.
fn harmful(project: &Project, build: &Build) -> BTreeSet<Method> {
    let (mut clean, mut harmful) = (BTreeSet::new(), BTreeSet::new());
    let mut doubtful: BTreeSet<Method> = BTreeSet::new();
    for function in &project.functions {
        let mut methods = others(project, function);
        methods.retain(|(path, _)| !clean.contains(path));
        if methods.is_empty() {
            continue;
        }
        let Some(program) = build.of(function).and_then(|built| built.program().ok()) else {
            continue;
        };
        let reached = Reached::from(&program, &symbols::harness(&function.id));
        if only_computes(&reached) {
            let paths = methods.into_iter().map(|(path, _)| path);
            clean.extend(paths.filter(|path| calls(project, build, function, path)));
            continue;
        }
        let known = harmful.len();
        let shows = |method: &Method| shows_effect(&program, &reached, method);
        harmful.extend(methods.iter().filter(|it| shows(it)).cloned());
        if harmful.len() == known && !has_effects(&program, &reached, function) {
            doubtful.extend(methods);
        }
    }
    // Where some are known to be harmful, the next build tells the doubtful ones apart.
    if harmful.is_empty() {
        doubtful.retain(|(path, _)| !clean.contains(path));
        return doubtful;
    }
    harmful
}

/// The methods of other names that the harness of a function may call.
fn others(project: &Project, function: &SelectedFunction) -> BTreeSet<Method> {
    let called = |path: &String| function.called.contains(path);
    let types = project.types.iter().filter(|ty| called(&ty.path));
    let methods = types.flat_map(|ty| match &ty.source {
        InputSource::Calls { others, .. } => {
            let method = |name: &String| (ty.path.clone(), name.clone());
            others.iter().map(method).collect()
        }
        InputSource::Fields | InputSource::Objects { .. } | InputSource::Described => vec![],
    });
    methods.collect()
}

/// True if the harness of `function` builds values of the type at `path` by calls for sure: it does not see the fields, or they are no inputs.
fn calls(project: &Project, build: &Build, function: &SelectedFunction, path: &str) -> bool {
    let fields = path.trim_end_matches("()");
    let mut types = project.types.iter();
    function.built.contains(path)
        || !types.any(|ty| ty.path == fields)
        || build.variant.without.contains(fields)
}

fn only_computes(reached: &Reached<'_>) -> bool {
    reached.effect().is_none() && reached.hidden_input(&[]).is_none()
}

/// True if the method is among the code that was reached and has an effect, be it as a function of its own or inlined somewhere.
fn shows_effect(program: &Program, reached: &Reached<'_>, (path, method): &Method) -> bool {
    let ty = path.trim_end_matches("()").rsplit("::").next();
    let is_method = |name: &str| {
        let name = demangle(name);
        let is_of_type = ty.is_some_and(|ty| name.contains(ty));
        let is_named = name.ends_with(&format!(">::{method}"));
        is_of_type && (is_named || name.contains(&format!(">::{method}::<")))
    };
    let has_effect = |name: &str| !only_computes(&Reached::from(program, name));
    let mut visits = reached.visits.iter();
    visits.any(|visit| {
        let inlined = || calls_of_inlined(program, visit, &is_method).unwrap_or_default();
        is_method(&visit.name) && has_effect(&visit.name)
            || !is_of_the_compiler(&visit.name) && inlined().iter().any(|name| has_effect(name))
    })
}

/// The symbols that a function calls where a wanted function was inlined into it; `None` if it has no code.
fn calls_of_inlined(
    program: &Program,
    visit: &Visit,
    is_wanted: &dyn Fn(&str) -> bool,
) -> Option<BTreeSet<String>> {
    let function = program.function(&visit.name, visit.module).ok()??;
    let module = program.module(function.module).ok()?;
    let calls = function.item.blocks.iter().flat_map(|block| {
        let ordinary = block.instrs.iter().filter_map(|instr| match &instr.kind {
            InstrKind::Call(call) => Some((call, instr.dbg)),
            _ => None,
        });
        let last = match &block.terminator {
            Terminator::Invoke { call, .. } => Some((call, block.terminator_dbg)),
            _ => None,
        };
        ordinary.chain(last)
    });
    let symbols = calls.filter_map(|(call, dbg)| match &call.callee {
        Callee::Direct(symbol) => {
            let around = module.debug_functions(dbg?);
            around
                .iter()
                .any(|it| is_wanted(it))
                .then(|| symbol.clone())
        }
        _ => None,
    });
    Some(symbols.collect())
}

/// True if a function itself has effects, whatever its inputs are built with.
fn has_effects(program: &Program, reached: &Reached<'_>, function: &SelectedFunction) -> bool {
    let form = symbols::form(&function.id);
    let form = reached.visits.iter().find(|it| it.name.contains(&form));
    form.is_some_and(|it| !only_computes(&Reached::from(program, &it.name)))
}
