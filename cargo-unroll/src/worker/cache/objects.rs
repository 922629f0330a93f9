//! A place of entries in an object store: S3 and compatible stores, Google Cloud Storage, and Azure.
//!
//! The environment has the credentials, in the variables that the tools of each store use (`AWS_..`, `GOOGLE_..`,
//! `AZURE_..`).
//!
//! **Invariant:** a store that does not answer costs one time limit, not one for each function.

use std::fmt;
use std::future::Future;
use std::io::{self, ErrorKind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt as _, PutPayload};
use tokio::runtime::{Builder, Runtime};
use url::Url;

use super::evict::{Limits, Summary};
use super::place::{ENTRIES, Place};

/// For each request, with all its repetitions.
const TIMEOUT: Duration = Duration::from_secs(10);

/// The beginnings of variables that configure stores.
const VARIABLES: [&str; 3] = ["AWS_", "GOOGLE_", "AZURE_"];

/// A part of an object store.
#[derive(Debug)]
pub(super) struct Objects {
    name: String,
    prefix: Path,
    store: Box<dyn ObjectStore>,
    runtime: Runtime,
    /// True once a request failed for want of an answer.
    is_down: AtomicBool,
}

impl Objects {
    /// The entries below a URL.
    ///
    /// # Errors
    /// A fault of the URL or of the configuration.
    pub(super) fn open(url: &str) -> Result<Self, String> {
        let parsed = Url::parse(url).map_err(|error| error.to_string())?;
        // `std::env::vars` panics at a variable that is not Unicode, whatever its name.
        let variables = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .filter(|(name, _)| VARIABLES.iter().any(|start| name.starts_with(start)));
        let (store, path) =
            object_store::parse_url_opts(&parsed, variables).map_err(|error| error.to_string())?;
        let runtime = Builder::new_current_thread().enable_all().build();
        Ok(Self {
            name: format!("{}/{ENTRIES}", url.trim_end_matches('/')),
            prefix: path.join(ENTRIES),
            store,
            runtime: runtime.map_err(|error| error.to_string())?,
            is_down: AtomicBool::new(false),
        })
    }

    fn path(&self, key: &str) -> Path {
        self.prefix.clone().join(key)
    }

    /// Waits for a request.
    fn wait<T>(&self, request: impl Future<Output = object_store::Result<T>>) -> io::Result<T> {
        if self.is_down.load(Ordering::Relaxed) {
            return Err(io::Error::new(
                ErrorKind::TimedOut,
                "an earlier request failed",
            ));
        }
        let limited = async { tokio::time::timeout(TIMEOUT, request).await };
        let error = match self.runtime.block_on(limited) {
            Ok(Ok(value)) => return Ok(value),
            Ok(Err(error @ Error::NotFound { .. })) => {
                return Err(io::Error::new(ErrorKind::NotFound, error));
            }
            Ok(Err(error)) => io::Error::other(error),
            Err(_) => {
                let message = format!("no answer within {} seconds", TIMEOUT.as_secs());
                io::Error::new(ErrorKind::TimedOut, message)
            }
        };
        // The store is the same for all functions, so each would wait as long for the same error.
        self.is_down.store(true, Ordering::Relaxed);
        Err(error)
    }

    /// All entries, each with its size.
    fn list(&self) -> io::Result<Vec<(Path, u64)>> {
        let listed = self.wait(self.store.list_with_delimiter(Some(&self.prefix)))?;
        let objects = listed.objects.into_iter();
        Ok(objects.map(|it| (it.location, it.size)).collect())
    }
}

impl fmt::Display for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.name.fmt(f)
    }
}

impl Place for Objects {
    fn read(&self, key: &str, _keeps: bool) -> io::Result<Option<Vec<u8>>> {
        let path = self.path(key);
        let text = self.wait(async { self.store.get(&path).await?.bytes().await });
        match text {
            Ok(text) => Ok(Some(text.to_vec())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn write(&self, key: &str, text: &str) -> io::Result<()> {
        let (path, text) = (self.path(key), PutPayload::from(text.to_owned()));
        self.wait(self.store.put(&path, text)).map(drop)
    }

    fn check(&self, writes: bool) -> io::Result<()> {
        self.list()?;
        if writes {
            self.write("check", "")?;
            self.wait(self.store.delete(&self.path("check")))?;
        }
        Ok(())
    }

    fn summary(&self) -> io::Result<Summary> {
        let entries = self.list()?;
        Ok(Summary {
            entries: entries.len(),
            bytes: entries.iter().map(|(_, size)| size).sum(),
        })
    }

    fn remove(&self) -> io::Result<Summary> {
        let entries = self.list()?;
        for (path, _) in &entries {
            match self.wait(self.store.delete(path)) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(Summary {
            entries: entries.len(),
            bytes: entries.iter().map(|(_, size)| size).sum(),
        })
    }

    /// Nothing: rules of the bucket expire objects, and do not have to be carried out by each user.
    fn evict(&self, _limits: Limits, _now: SystemTime) -> io::Result<Summary> {
        Ok(Summary::default())
    }
}
