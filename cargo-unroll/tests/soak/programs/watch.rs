//! Ends a soak whose engine takes too much memory, and names the program it was at.
//!
//! Memory is looked at where Linux tells it; elsewhere nothing is watched.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

/// Resident memory, in MiB, that no program may take: several times what any has needed.
const MOST_MIB: u64 = 6 << 10;
/// Time between two looks.
const EVERY: Duration = Duration::from_millis(200);
/// The exit code of a process whose program took too much memory or time.
const EXIT: i32 = 101;

/// Watches the memory of this process for as long as it lives.
pub(crate) struct Watch {
    /// The program that is judged.
    number: Arc<AtomicU64>,
}

impl Watch {
    /// Begins to watch, for programs of a seed.
    pub(crate) fn begin(seed: u64) -> Self {
        let number = Arc::new(AtomicU64::new(0));
        let seen = Arc::downgrade(&number);
        std::thread::spawn(move || look(seed, &seen));
        Self { number }
    }

    /// Says which program is judged next.
    pub(crate) fn judges(&self, number: u64) {
        self.number.store(number, Ordering::Relaxed);
    }
}

fn look(seed: u64, number: &Weak<AtomicU64>) {
    while let Some(number) = number.upgrade() {
        let mib = resident_mib();
        if mib > MOST_MIB {
            let number = number.load(Ordering::Relaxed);
            // Not by `eprintln!`, whose words tests keep until they end.
            let _ = writeln!(
                std::io::stderr(),
                "program {number} of seed {seed} takes {mib} MiB of memory; \
                 alone: cargo xtask soak --seed {seed} --from {number} --programs 1"
            );
            std::process::exit(EXIT);
        }
        std::thread::sleep(EVERY);
    }
}

/// MiB that are in memory; none where the system does not say.
fn resident_mib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse::<u64>().ok());
    line.unwrap_or(0) >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_seen() {
    let much = vec![1_u8; 256 << 20];
    assert!(resident_mib() >= 256, "with {} bytes", much.len());
}
