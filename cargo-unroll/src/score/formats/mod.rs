//! The formats of a score: text for people, JSON lines, a web page, and the coverage of files for other tools.

pub mod html;
pub mod json;
pub mod score_coverage;
pub mod table;
