//! Keeps the protocol's streams for the driver and gives user code `/dev/null`.

use std::fs::File;
use std::io::{self, Write as _};
#[cfg(unix)]
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::OnceLock;

/// Where answers go, after [`take_streams`].
static ANSWERS: OnceLock<File> = OnceLock::new();

#[cfg(unix)]
unsafe extern "C" {
    fn dup2(from: i32, to: i32) -> i32;
}

/// Moves the standard streams away and returns the one that requests come from.
#[cfg(unix)]
pub(crate) fn take_streams() -> io::Result<File> {
    let requests = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    let answers = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    // The driver is started once, so the cell is empty.
    let _ = ANSWERS.set(answers);
    let nothing: OwnedFd = File::open("/dev/null")?.into();
    // Where no file may be opened for writing, the tool has made the error stream lead nowhere.
    let nowhere: OwnedFd = match File::options().write(true).open("/dev/null") {
        Ok(null) => null.into(),
        Err(_) => io::stderr().as_fd().try_clone_to_owned()?,
    };
    // Where runs are traced, the last words of a process that dies are wanted.
    let traced = std::env::var_os("UNROLL_TRACE").is_some();
    let streams = [(&nothing, 0), (&nowhere, 1), (&nowhere, 2)];
    for (null, stream) in streams
        .into_iter()
        .filter(|(_, stream)| !traced || *stream < 2)
    {
        // SAFETY: both descriptors are open; `dup2` touches nothing else.
        if unsafe { dup2(null.as_raw_fd(), stream) } < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(requests)
}

/// The analysis does not come as far as a driver on other systems (`docs/book/src/limitations/platforms.md`).
#[cfg(not(unix))]
pub(crate) fn take_streams() -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Sends text to the tool. Without a reader there is no one to answer, so the process ends.
pub(crate) fn answer(text: &str) {
    let sent = ANSWERS
        .get()
        .is_some_and(|mut file| file.write_all(text.as_bytes()).is_ok());
    if !sent {
        std::process::exit(0);
    }
}
