//! The restrictions that Linux offers to everybody: Landlock for files and signals, seccomp for system calls.
//!
//! They overlap on purpose: a kernel may have one of them only. A call that is refused fails with `EPERM`, as on a machine where the user lacks the
//! right, and the program goes on.

use std::collections::BTreeMap;
use std::path::Path;

use landlock::{
    ABI, AccessFs, BitFlags, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, RulesetStatus, Scope,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, apply_filter,
};

use super::program::loaders;

/// The version of Landlock whose restrictions are asked for; older kernels give what they have.
const LANDLOCK: ABI = ABI::V6;

/// Restricts this thread and every process that it starts, `program` among them; tells what could not be restricted.
pub(super) fn restrict(program: Option<&Path>) -> Vec<String> {
    let mut gaps = Vec::new();
    match landlock(program) {
        Ok(RulesetStatus::FullyEnforced) => {}
        Ok(RulesetStatus::PartiallyEnforced) => {
            gaps.push("Landlock of this kernel is an older one".to_owned());
        }
        Ok(RulesetStatus::NotEnforced) => gaps.push("Landlock is not there".to_owned()),
        Err(error) => gaps.push(format!("Landlock does not work: {error}")),
    }
    if let Err(why) = seccomp() {
        gaps.push(format!("seccomp does not work: {why}"));
    }
    gaps
}

/// No file is written but `/dev/null`, no other program is started, no signal leaves.
fn landlock(program: Option<&Path>) -> Result<RulesetStatus, RulesetError> {
    // Where the loader of the program is not known, programs are left to seccomp.
    let programs = program.and_then(|program| Some((program, loaders(program)?)));
    let mut access = AccessFs::from_write(LANDLOCK);
    if programs.is_some() || program.is_none() {
        access |= AccessFs::Execute;
    }
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(access)?
        .scope(Scope::Signal)?
        .create()?;
    let mut allow = |path: &Path, access: BitFlags<AccessFs>| -> Result<(), RulesetError> {
        if let Ok(file) = PathFd::new(path) {
            (&mut rules).add_rule(PathBeneath::new(file, access))?;
        }
        Ok(())
    };
    allow(Path::new("/dev/null"), AccessFs::WriteFile.into())?;
    if let Some((program, loaders)) = programs {
        allow(program, AccessFs::Execute.into())?;
        for loader in loaders {
            allow(&loader, AccessFs::Execute.into())?;
        }
    }
    Ok(rules.restrict_self()?.ruleset)
}

/// No sockets, no processes, no signals to others, and no changes to files where Landlock is missing.
fn seccomp() -> Result<(), String> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let filter = |rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32| -> Result<(), String> {
        let refuse = SeccompAction::Errno(errno.unsigned_abs());
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, refuse, arch)
            .map_err(|error| error.to_string())?;
        let program = BpfProgram::try_from(filter).map_err(|error| error.to_string())?;
        apply_filter(&program).map_err(|error| error.to_string())
    };
    let always = |calls: &[i64]| {
        calls
            .iter()
            .map(|&call| (call, vec![]))
            .collect::<BTreeMap<_, _>>()
    };
    let mut refused = always(REFUSED);
    refused.extend(always(OLD_REFUSED));
    refused.extend(conditional().map_err(|error| error.to_string())?);
    filter(refused, libc::EPERM)?;
    // Callers know an older call that does the same and whose arguments a filter can see.
    filter(always(UNSEEN), libc::ENOSYS)
}

/// Calls whose arguments stand in memory, which a filter does not see.
const UNSEEN: &[i64] = &[libc::SYS_clone3, libc::SYS_openat2];

/// Calls that are refused whatever their arguments.
const REFUSED: &[i64] = &[
    // Sockets.
    libc::SYS_socket,
    libc::SYS_socketpair,
    libc::SYS_connect,
    libc::SYS_bind,
    libc::SYS_listen,
    libc::SYS_accept,
    libc::SYS_accept4,
    // Other processes.
    libc::SYS_kill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pidfd_getfd,
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_setsid,
    libc::SYS_setpriority,
    libc::SYS_kcmp,
    // Files.
    libc::SYS_unlinkat,
    libc::SYS_renameat2,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_linkat,
    libc::SYS_symlinkat,
    libc::SYS_truncate,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    libc::SYS_open_by_handle_at,
    // The machine, and ways around a filter.
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_io_uring_setup,
    libc::SYS_userfaultfd,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
];

/// Forms of these that newer architectures no longer have.
#[cfg(target_arch = "x86_64")]
const OLD_REFUSED: &[i64] = &[
    libc::SYS_fork,
    libc::SYS_creat,
    libc::SYS_unlink,
    libc::SYS_rename,
    libc::SYS_renameat,
    libc::SYS_mkdir,
    libc::SYS_rmdir,
    libc::SYS_mknod,
    libc::SYS_link,
    libc::SYS_symlink,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_REFUSED: &[i64] = &[];

/// Calls that some arguments make harmful.
fn conditional() -> Result<BTreeMap<i64, Vec<SeccompRule>>, seccompiler::BackendError> {
    let masked = |argument: u8, mask: i32, value: i32| {
        let word = SeccompCmpArgLen::Dword;
        let mask = SeccompCmpOp::MaskedEq(u64::from(mask.unsigned_abs()));
        let condition =
            SeccompCondition::new(argument, word, mask, u64::from(value.unsigned_abs()))?;
        SeccompRule::new(vec![condition])
    };
    let writes = |argument: u8| -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
        Ok(vec![
            masked(argument, libc::O_ACCMODE, libc::O_WRONLY)?,
            masked(argument, libc::O_ACCMODE, libc::O_RDWR)?,
            masked(argument, libc::O_CREAT, libc::O_CREAT)?,
            masked(argument, libc::O_TRUNC, libc::O_TRUNC)?,
        ])
    };
    let not_zero = |argument: u8| {
        SeccompRule::new(vec![SeccompCondition::new(
            argument,
            SeccompCmpArgLen::Dword,
            SeccompCmpOp::Ne,
            0,
        )?])
    };
    let mut rules = BTreeMap::from([
        (libc::SYS_openat, writes(2)?),
        // A process may lead a group of its own, as it is started with, and join no other.
        (libc::SYS_setpgid, vec![not_zero(0)?, not_zero(1)?]),
    ]);
    #[cfg(target_arch = "x86_64")]
    rules.insert(libc::SYS_open, writes(1)?);
    // Threads, and the way in which the C library starts this very process. Others fork for that, and stay able to.
    #[cfg(target_env = "gnu")]
    rules.insert(
        libc::SYS_clone,
        vec![masked(0, libc::CLONE_THREAD | libc::CLONE_VFORK, 0)?],
    );
    Ok(rules)
}
