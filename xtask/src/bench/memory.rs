//! The peak memory of workers, from the kernel's own high-water mark.

use std::collections::BTreeMap;
use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// Between two looks. The mark never falls, so only the growth of the last pause is missed.
const PAUSE: Duration = Duration::from_millis(2);

/// Looks at the workers among the children of `parent` until `done`; peaks in KiB in the order in which the workers started.
///
/// Empty where there is no `/proc`.
pub(super) fn watch(parent: u32, done: &AtomicBool) -> Vec<u64> {
    let mut workers: Vec<u32> = vec![];
    let mut peaks: BTreeMap<u32, u64> = BTreeMap::new();
    while !done.load(Ordering::Relaxed) {
        for child in children(parent) {
            if !peaks.contains_key(&child) {
                if !is_worker(child) {
                    continue;
                }
                workers.push(child);
            }
            let peak = peaks.entry(child).or_default();
            *peak = (*peak).max(high_water(child).unwrap_or(0));
        }
        thread::sleep(PAUSE);
    }
    workers.iter().map(|worker| peaks[worker]).collect()
}

/// Children of all threads of a process.
fn children(parent: u32) -> Vec<u32> {
    let Ok(threads) = fs::read_dir(format!("/proc/{parent}/task")) else {
        return vec![];
    };
    let mut children = vec![];
    for thread in threads.flatten() {
        let text = fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        children.extend(
            text.split_whitespace()
                .filter_map(|id| id.parse::<u32>().ok()),
        );
    }
    children
}

fn is_worker(process: u32) -> bool {
    let line = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0)
        .any(|word| word == b"__worker")
}

fn high_water(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
