//! The forms of a score: text for people, JSON lines, and what other coverage tools read.

pub mod html;
pub mod json;
pub mod score_coverage;
pub mod table;
