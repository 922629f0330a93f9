//! The options of `review`.

use super::Args;

/// The options of `review`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReviewArgs {
    /// Accept all pending tests without asking
    #[arg(long)]
    pub(crate) accept: bool,

    /// Reject a new test without asking, named by its path or the end of it; other tests stay pending
    #[arg(long, value_name = "TEST", requires = "reason")]
    pub(crate) reject: Vec<String>,

    /// Reason for the rejection, recorded in `unroll-review.toml`
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,

    /// The options of `generate`
    #[command(flatten)]
    pub(crate) run: Args,
}
