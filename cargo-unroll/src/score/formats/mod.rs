//! The forms of a score: text for people, JSON lines, and what other coverage tools read.

pub mod cobertura;
pub mod html;
pub mod json;
pub mod lcov;
mod lines;
pub mod table;
