//! The JSON schema of the configuration, held against the keys and criteria that the tool knows.

use std::collections::BTreeSet;
use std::path::Path;

use cargo_unroll::project::request::config::KEYS;
use serde_json::{Value, json};
use unroll_syntax::Criterion;

use crate::schema::Schema;

fn text(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(path).expect("readable")
}

fn schema() -> Value {
    serde_json::from_str(&text("../docs/schema/unroll-toml.json")).expect("the schema is JSON")
}

#[test]
fn the_schema_names_every_key_and_every_criterion() {
    let schema = schema();
    let properties = schema["properties"].as_object().expect("an object");
    let named: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
    assert_eq!(named, BTreeSet::from(KEYS));
    let plain = Criterion::ALL.into_iter().map(Criterion::name);
    let crossed = Criterion::ALL
        .into_iter()
        .filter_map(Criterion::crossed_name);
    let criteria: Vec<_> = plain.chain(crossed).collect();
    assert_eq!(
        schema["$defs"]["criterion"]["items"]["enum"],
        json!(criteria)
    );
}

#[test]
fn the_examples_of_the_template_are_valid() {
    let template = text("src/cli/commands/unroll.toml");
    let lines = template.lines().filter_map(|line| line.strip_prefix("# "));
    let examples: Vec<&str> = lines.filter(|line| line.contains(" = ")).collect();
    let table: Value = toml::from_str(&examples.join("\n")).expect("the examples are TOML");
    assert_eq!(
        table.as_object().map(serde_json::Map::len),
        Some(KEYS.len())
    );
    Schema::new(schema()).check(&table);
}
