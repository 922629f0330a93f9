//! Checks that a person starts: they download much, take long, or belong to a release. Continuous integration does without them.

mod archive;
pub(crate) mod release;
pub(crate) mod s3;
