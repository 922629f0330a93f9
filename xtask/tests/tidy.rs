//! Rules of the repository that the compiler does not know. Each test lists every breach, not only the first.

#[path = "tidy/api.rs"]
mod api;
#[path = "tidy/circles.rs"]
mod circles;
#[path = "tidy/docs.rs"]
mod docs;
#[path = "tidy/files.rs"]
mod files;
#[path = "tidy/layers.rs"]
mod layers;
#[path = "tidy/modules.rs"]
mod modules;
#[path = "tidy/prose.rs"]
mod prose;
#[path = "tidy/text.rs"]
mod text;

/// Fails with all breaches of a rule.
fn report(rule: &str, breaches: &[String]) {
    assert!(breaches.is_empty(), "{rule}:\n  {}", breaches.join("\n  "));
}
