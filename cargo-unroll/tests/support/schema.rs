//! Validation of JSON by a JSON schema.

use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// A compiled schema.
pub(crate) struct Schema {
    schemas: Schemas,
    index: SchemaIndex,
}

impl Schema {
    /// The published schema of JSON lines in the file `name`. Here, fields that it does not describe are errors.
    pub(crate) fn published(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/schema");
        let path = folder.join(name);
        let text = std::fs::read_to_string(path).expect("the schema is there");
        let mut schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
        close(&mut schema);
        Self::new(schema)
    }

    /// Compiles `schema`.
    pub(crate) fn new(schema: Value) -> Self {
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        let name = "https://unroll.invalid/schema.json";
        compiler
            .add_resource(name, schema)
            .expect("the name is a URL");
        let index = compiler.compile(name, &mut schemas);
        let index = index.unwrap_or_else(|error| panic!("the schema is valid: {error:#}"));
        Self { schemas, index }
    }

    /// Panics unless `value` is valid.
    #[track_caller]
    pub(crate) fn check(&self, value: &Value) {
        if let Err(error) = self.schemas.validate(value, self.index) {
            panic!("{error:#}\n{value}");
        }
    }
}

/// Forbids properties that the schema does not name.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(object) => {
            if object.get("properties").is_some_and(Value::is_object) {
                object.insert("additionalProperties".to_owned(), false.into());
            }
            object.iter_mut().for_each(|(_, value)| close(value));
        }
        Value::Array(values) => values.iter_mut().for_each(close),
        _ => {}
    }
}
