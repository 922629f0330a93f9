//! The options of the cache of outcomes.

use camino::Utf8PathBuf;
use clap::ValueEnum;

/// Options of the cache of outcomes.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct CacheArgs {
    /// Use of the outcomes of earlier runs [default: read-write]
    #[arg(long, value_enum, value_name = "MODE", help_heading = "Cache options")]
    pub(crate) cache: Option<CacheMode>,

    /// Directory of the outcomes of earlier runs, by default in the user's cache directory; or the URL of an object store, such as `s3://BUCKET/PREFIX`
    #[arg(long, value_name = "DIR", help_heading = "Cache options")]
    pub(crate) cache_dir: Option<Utf8PathBuf>,

    /// Analyse all functions, including unchanged ones; the same as `--cache off`
    #[arg(long, conflicts_with_all = ["cache", "cache_dir"], help_heading = "Cache options")]
    pub(crate) no_cache: bool,
}

impl CacheArgs {
    /// The use that the command line asks for.
    pub(crate) fn mode(&self) -> Option<CacheMode> {
        if self.no_cache {
            return Some(CacheMode::Off);
        }
        self.cache
    }
}

/// Uses of the cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CacheMode {
    /// Use outcomes, and keep new ones
    ReadWrite,
    /// Use outcomes, and keep none
    ReadOnly,
    /// Use none
    Off,
}

impl CacheMode {
    /// The name on the command line and in configuration.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ReadWrite => "read-write",
            Self::ReadOnly => "read-only",
            Self::Off => "off",
        }
    }
}
