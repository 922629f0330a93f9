//! The functions of a file that jobs and modules of tests refer to.

use super::names;
use super::source::FnSite;
use crate::model::job::Job;

/// The site that a job speaks of: by position, else the only one of its name.
pub(crate) fn find_site<'s>(sites: &'s [FnSite], job: &Job) -> Option<&'s FnSite> {
    let name = job.function.rsplit("::").next().unwrap_or_default();
    let (line, column) = (job.span.line as usize, job.span.column as usize);
    // The paths of jobs have no `r#`.
    let named = || {
        let is_named = move |site: &&FnSite| names::unraw(&site.sig.ident.to_string()) == name;
        sites.iter().filter(is_named)
    };
    named()
        .find(|site| site.position() == (line, column))
        .or_else(|| named().find(|site| site.position().0 == line))
        .or_else(|| {
            let mut named = named();
            named.next().filter(|_| named.next().is_none())
        })
}

/// True if a function of `module` whose module of tests is called `name` bears the attribute.
pub(crate) fn is_annotated(sites: &[FnSite], module: &[String], name: &str) -> bool {
    let mut sites = sites.iter();
    sites.any(|site| site.module == module && site.test_mod == name && site.is_annotated)
}

/// Names of the test modules of all functions of `module`, in source order, each once.
pub(crate) fn test_mods<'s>(sites: &'s [FnSite], module: &[String]) -> Vec<&'s str> {
    let mut names: Vec<&str> = Vec::new();
    for site in sites.iter().filter(|site| site.module == module) {
        if !names.contains(&site.test_mod.as_str()) {
            names.push(&site.test_mod);
        }
    }
    names
}
