//! What users depend on: the macros, `Input`, `spec`, and the runtime of instrumented builds.
