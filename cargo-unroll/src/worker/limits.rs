//! The limits that a worker sets for itself before it reads its job, and the end of a worker together with its
//! children.
//!
//! On systems that lack the means, there are no limits, and only the worker itself is ended.

use std::process::{Child, Command};

/// Makes the command's process the leader of a group of its own, so that it can be ended with its children.
pub(crate) fn own_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a process and, where groups exist, all that it started.
pub(crate) fn end(child: &mut Child) {
    end_group(child.id());
    // The process may be gone already, which is as good.
    let _ = child.kill();
}

/// Ends the group that the process with this id leads.
pub(crate) fn end_group(id: u32) {
    #[cfg(unix)]
    if let Some(pid) = i32::try_from(id)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(pid, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// Limits the address space of this process and its children.
pub(crate) fn limit_memory(mib: u64) {
    #[cfg(unix)]
    if mib > 0 {
        let bytes = Some(mib.saturating_mul(1 << 20));
        let limit = rustix::process::Rlimit {
            current: bytes,
            maximum: bytes,
        };
        // A lower limit that is in force already serves as well.
        let _ = rustix::process::setrlimit(rustix::process::Resource::As, limit);
    }
    #[cfg(not(unix))]
    let _ = mib;
}

/// Lets this process end when the one that started it ends.
pub(crate) fn end_with_parent() {
    #[cfg(target_os = "linux")]
    {
        let _ =
            rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL));
    }
}
