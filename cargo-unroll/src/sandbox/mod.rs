//! Processes that run the user's code, started so that they can do little but compute.
//!
//! [`spawn`] starts a command whose process has limits on memory and on what it writes, leaves no core file, and, under
//! [`Confinement::Strict`], neither writes to files nor opens sockets, forks, or reaches other processes (`linux`). On other systems, and where a
//! kernel lacks the means, there is less of this, as [`gaps`] says; the code of functions that are known to try such things is not run in the
//! first place (`effects`).
//!
//! Restrictions belong to threads and are inherited, so a thread of its own restricts itself, starts the process and ends: no launcher, and no
//! time lost.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
mod program;

use std::io;
use std::process::{Child, Command, Stdio};

use crate::model::job::Effects;

/// The permissions of the started process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confinement {
    /// Compute, and read files.
    Strict,
    /// Everything, within limits of resources: the user has allowed effects.
    Resources,
}

impl From<Effects> for Confinement {
    fn from(effects: Effects) -> Self {
        match effects {
            Effects::Refused | Effects::Absent => Self::Strict,
            Effects::Allowed => Self::Resources,
        }
    }
}

/// Limits of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Address space in MiB; 0 for what this process has.
    pub memory_mib: u64,
}

/// Bytes of a file that a process may write which is allowed to write files.
#[cfg(target_os = "linux")]
const FILE_BYTES: u64 = 64 << 20;

/// A stream for discarded output. Unlike `Stdio::null`, it is opened here and not where the process starts, which may open nothing
/// for writing.
pub fn nowhere() -> io::Result<Stdio> {
    #[cfg(unix)]
    {
        let null = std::fs::File::options().write(true).open("/dev/null");
        null.map(Stdio::from)
    }
    #[cfg(not(unix))]
    Ok(Stdio::null())
}

/// Starts a command in confinement. Its output streams must not be `Stdio::null` ([`nowhere`]).
pub fn spawn(command: &mut Command, confinement: Confinement, limits: Limits) -> io::Result<Child> {
    let child = match confinement {
        Confinement::Strict => strict(command)?,
        Confinement::Resources => command.spawn()?,
    };
    limit(&child, confinement, limits);
    Ok(child)
}

/// The parts of [`Confinement::Strict`] that this machine cannot enforce, as fragments; empty where all is in force.
pub fn gaps() -> Vec<String> {
    #[cfg(target_os = "linux")]
    {
        let tried = std::thread::spawn(|| linux::restrict(None));
        tried.join().unwrap_or_default()
    }
    #[cfg(not(target_os = "linux"))]
    vec!["this system has neither Landlock nor seccomp".to_owned()]
}

#[cfg(target_os = "linux")]
fn strict(command: &mut Command) -> io::Result<Child> {
    let program = std::path::PathBuf::from(command.get_program());
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("confined start".into());
        let started = thread.spawn_scoped(scope, || {
            // What is missing is told once for the machine, by `gaps`.
            let _ = linux::restrict(Some(&program));
            command.spawn()
        })?;
        started
            .join()
            .unwrap_or_else(|_| Err(io::Error::other("its start panicked")))
    })
}

#[cfg(not(target_os = "linux"))]
fn strict(command: &mut Command) -> io::Result<Child> {
    command.spawn()
}

/// Limits the resources of a process that was just started and still waits for its first request.
#[cfg(target_os = "linux")]
fn limit(child: &Child, confinement: Confinement, limits: Limits) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let files = match confinement {
        Confinement::Strict => 0,
        Confinement::Resources => FILE_BYTES,
    };
    let mut all = vec![(Resource::Core, 0), (Resource::Fsize, files)];
    if limits.memory_mib > 0 {
        all.push((Resource::As, limits.memory_mib.saturating_mul(1 << 20)));
    }
    for (resource, most) in all {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        // A lower limit that is in force already serves as well, and a process that has ended needs none.
        let _ = prlimit(Some(Pid::from_child(child)), resource, limit);
    }
}

#[cfg(not(target_os = "linux"))]
fn limit(_: &Child, _: Confinement, _: Limits) {}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a shell command in confinement; whether it succeeded, and what it wrote.
    fn shell(script: &str, confinement: Confinement) -> (bool, String) {
        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", script])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(nowhere().expect("there is a null device"));
        let child =
            spawn(&mut command, confinement, Limits { memory_mib: 512 }).expect("there is a shell");
        let output = child.wait_with_output().expect("it ends");
        (
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        )
    }

    #[test]
    fn a_confined_process_reads_and_answers() {
        let (done, text) = shell(
            "read line < /proc/self/limits; echo \"$line\"",
            Confinement::Strict,
        );
        assert!(done && text.starts_with("Limit"), "{text}");
    }

    #[test]
    fn a_confined_process_writes_no_file() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join("file");
        let script = format!("echo x > '{}'", file.display());
        assert!(!shell(&script, Confinement::Strict).0);
        assert!(!file.exists());
        assert!(
            shell(&script, Confinement::Resources).0,
            "without confinement it does"
        );
        assert!(file.exists());
        let remove = format!(
            "kill -0 {}; exec rm '{}'",
            std::process::id(),
            file.display()
        );
        assert!(!shell(&remove, Confinement::Strict).0);
        assert!(file.exists(), "nor does it remove one");
    }

    #[test]
    fn a_confined_process_starts_no_other_and_sends_no_signals() {
        assert!(
            !shell("(exit 0)", Confinement::Strict).0,
            "a subshell is a fork"
        );
        assert!(shell("(exit 0)", Confinement::Resources).0);
        let signal = format!("kill -0 {}", std::process::id());
        assert!(!shell(&signal, Confinement::Strict).0);
        assert!(shell(&signal, Confinement::Resources).0);
    }

    #[test]
    fn this_machine_has_all_the_means_or_says_what_it_lacks() {
        for gap in gaps() {
            assert!(
                gap.starts_with("Landlock") || gap.starts_with("seccomp"),
                "{gap}"
            );
        }
    }
}
