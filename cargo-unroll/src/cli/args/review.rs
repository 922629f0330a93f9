//! The options of `review`.

use super::Args;

/// The options of `review`.
#[derive(Debug, clap::Args)]
pub(crate) struct ReviewArgs {
    /// Accept all pending tests without asking
    #[arg(long)]
    pub(crate) accept: bool,

    /// Reject a new test without asking: its path, or the end of it. What is neither accepted nor rejected is left for later
    #[arg(long, value_name = "TEST", requires = "reason")]
    pub(crate) reject: Vec<String>,

    /// Reason of the rejection, which is kept in `unroll-review.toml`
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,

    /// The options of `generate`
    #[command(flatten)]
    pub(crate) run: Args,
}
