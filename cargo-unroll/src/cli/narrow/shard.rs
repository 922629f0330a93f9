//! `--shard K/N`: the functions of one of several machines.
//!
//! In: all selected functions and, if a report has them, their times. Out: the functions of one shard. The longest
//! functions are assigned first, each to the shard with the least work, so that all shards take about the same time.
//!
//! **Invariant:** shards of the same functions, options and times are disjoint and cover all functions. They have
//! the same plan, which their reports name, so that `cargo unroll merge` can refuse others.

use std::collections::BTreeMap;

use camino::Utf8Path;

use crate::cli::analysis::job;
use crate::cli::args::{Args, Shard};
use crate::cli::exit::failure::Failure;
use crate::cli::settings::Settings;
use crate::model::digest::digest;
use crate::model::job::Job;
use crate::project::Project;
use crate::report::SavedReport;
use crate::report::json::ShardInfo;

/// Leaves out the functions of other shards, if the run is one of several. The first shard reports skipped functions.
///
/// # Errors
/// When the report with the times cannot be read.
pub(crate) fn narrow(
    args: &Args,
    project: &mut Project,
    settings: &BTreeMap<String, Settings>,
) -> Result<Option<ShardInfo>, Failure> {
    let Some(Shard { index, count }) = args.shard else {
        return Ok(None);
    };
    let times = match &args.shard_times {
        Some(path) => recorded(path)?,
        None => BTreeMap::new(),
    };
    let functions = project.functions.iter();
    let jobs: Vec<Job> = functions
        .map(|function| job(args, function, &settings[&function.package], None))
        .collect();
    let weights: Vec<u64> = jobs
        .iter()
        .map(|job| {
            times
                .get(&job.function)
                .copied()
                .unwrap_or_else(|| estimate(job))
        })
        .collect();
    let of = assign(&weights, count);
    let plan = plan(args, &jobs, &of)?;
    let mut owners = of.into_iter();
    project
        .functions
        .retain(|_| owners.next() == Some(index - 1));
    // Every shard sees all skipped functions, and the merged report would have them once for each.
    if index > 1 {
        project.skips.clear();
    }
    Ok(Some(ShardInfo { index, count, plan }))
}

/// The times of functions in a report, in milliseconds.
fn recorded(path: &Utf8Path) -> Result<BTreeMap<String, u64>, Failure> {
    let report = SavedReport::read(path)?;
    let functions = report.functions.into_iter();
    Ok(functions.map(|it| (it.function, it.millis)).collect())
}

/// A guess at the time of an analysis, in milliseconds: some for the function, more for each objective.
fn estimate(job: &Job) -> u64 {
    let exits: usize = job.loops.iter().map(|info| 1 + info.branches.len()).sum();
    300 + 100 * exits as u64 * u64::from(job.depth.min(8)) + 20 * job.labels.len() as u64
}

/// The shard of each function, from 0: the longest first, to the shard with the least to do.
fn assign(weights: &[u64], count: u32) -> Vec<u32> {
    let mut order: Vec<usize> = (0..weights.len()).collect();
    // Longest processing time first: at most a third worse than the best assignment (Graham 1969).
    order.sort_by_key(|at| (std::cmp::Reverse(weights[*at]), *at));
    let mut loads = vec![0u64; count as usize];
    let mut of = vec![0; weights.len()];
    for at in order {
        let least = (0..count)
            .min_by_key(|shard| loads[*shard as usize])
            .unwrap_or(0);
        // A recorded time may be 0. Without the 1 all such functions would go to one shard.
        loads[least as usize] += weights[at].max(1);
        of[at] = least;
    }
    of
}

/// The digest of what all shards must have in common: the functions with their options, and who has which.
fn plan(args: &Args, jobs: &[Job], of: &[u32]) -> Result<String, Failure> {
    let text = serde_json::to_string(&(jobs, of)).map_err(|error| {
        Failure::usage(
            format!("the shards cannot be planned: {error}"),
            "please report this",
        )
    })?;
    // Options that change the tests and are in no job: shards that differ in them do not fit
    // together.
    let common = format!("{:?} {} {:?}", args.layout, args.all_findings, args.in_diff);
    Ok(digest([env!("CARGO_PKG_VERSION"), &common, &text]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_the_work_evenly_and_lose_none() {
        let weights = [90, 10, 20, 30, 40, 50, 0];
        for count in 1..=8 {
            let of = assign(&weights, count);
            let load = |shard| -> u64 {
                let own = of.iter().zip(weights).filter(|(of, _)| **of == shard);
                own.map(|(_, weight)| weight).sum()
            };
            let loads: Vec<u64> = (0..count).map(load).collect();
            assert_eq!(loads.iter().sum::<u64>(), weights.iter().sum::<u64>());
            let most = loads.iter().max().copied().unwrap_or(0);
            let fair = (weights.iter().sum::<u64>() / u64::from(count)).max(90);
            assert!(most <= fair + 20, "{count}: {loads:?}");
        }
    }
}
