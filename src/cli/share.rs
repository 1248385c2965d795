//! `--shard I/N` and `--shard auto`: which share of a run is to be played, as the command line or a scheduler says.

use super::Failure;
use balance_analysis::sim::Share;

/// The index and the count of tasks, as schedulers and CI systems name them, and the number they count from. The count only
/// confirms what was asked for: an array of the tasks that are missing has fewer.
const SCHEDULERS: [(&str, &str, u32); 8] = [
    // Slurm's own count is that of the tasks submitted, which may be the missing ones alone.
    ("SLURM_ARRAY_TASK_ID", "", 0),
    ("JOB_COMPLETION_INDEX", "", 0),
    ("AWS_BATCH_JOB_ARRAY_INDEX", "AWS_BATCH_JOB_ARRAY_SIZE", 0),
    ("BATCH_TASK_INDEX", "BATCH_TASK_COUNT", 0),
    ("CLOUD_RUN_TASK_INDEX", "CLOUD_RUN_TASK_COUNT", 0),
    ("CI_NODE_INDEX", "CI_NODE_TOTAL", 1),
    ("CIRCLE_NODE_INDEX", "CIRCLE_NODE_TOTAL", 0),
    ("BUILDKITE_PARALLEL_JOB", "BUILDKITE_PARALLEL_JOB_COUNT", 0),
];

/// The share that `asked` says, `shards` being what `--shards` says.
///
/// # Errors
/// What is missing, wrong or contradicts itself.
pub fn share(asked: &str, shards: Option<u32>) -> Result<Share, Failure> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    parse(asked, shards, environment).map_err(|said| Failure::Input(format!("--shard {asked}: {said}")))
}

/// The number of shards that `--shards` or the environment says.
pub fn count(shards: Option<u32>) -> Result<Option<u32>, Failure> {
    let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    count_of(shards, environment).map_err(Failure::Input)
}

fn count_of(shards: Option<u32>, environment: impl Fn(&str) -> Option<String>) -> Result<Option<u32>, String> {
    let Some(text) = environment("BALANCE_SHARDS").filter(|_| shards.is_none()) else {
        return Ok(shards);
    };
    let count = text.parse().ok().filter(|count| *count > 0);
    count
        .map(Some)
        .ok_or_else(|| format!("BALANCE_SHARDS is {text:?}, but must be a number from 1 on"))
}

fn parse(asked: &str, shards: Option<u32>, environment: impl Fn(&str) -> Option<String>) -> Result<Share, String> {
    let shards = count_of(shards, &environment)?;
    let agrees = |share: Share, who: &str| match shards {
        Some(count) if count != share.of => Err(format!("{who} says {share}, but there are {count} shards")),
        _ => Ok(share),
    };
    if asked != "auto" {
        return agrees(asked.parse()?, "it");
    }
    if let Some(text) = environment("BALANCE_SHARD") {
        let share = text
            .parse()
            .map_err(|said| format!("BALANCE_SHARD is {text:?}: {said}"))?;
        return agrees(share, "BALANCE_SHARD");
    }
    let mut found: Option<(u32, &str)> = None;
    for (index, count, first) in SCHEDULERS {
        let Some(text) = environment(index) else { continue };
        let number: u32 = text
            .parse()
            .map_err(|_| format!("{index} is {text:?}, but must be a number"))?;
        let number = number
            .checked_sub(first)
            .ok_or_else(|| format!("{index} is 0, but counts from {first}"))?;
        if let Some((other, name)) = found.filter(|(other, _)| *other != number) {
            return Err(format!(
                "{name} says shard {other}, {index} says {number}; name it with --shard I/N"
            ));
        }
        let said = environment(count).filter(|_| !count.is_empty());
        if let (Some(said), Some(shards)) = (said, shards)
            && said.parse() != Ok(shards)
        {
            return Err(format!("{count} says {said} tasks, but there are {shards} shards"));
        }
        found = found.or(Some((number, index)));
    }
    let Some((index, name)) = found else {
        return Err("no scheduler has numbered this task; name it with --shard I/N or BALANCE_SHARD=I/N".to_owned());
    };
    let shards = shards.ok_or("how many there are says --shards N or BALANCE_SHARDS=N")?;
    if index >= shards {
        let text = environment(name).unwrap_or_default();
        let last = shards.saturating_sub(1);
        return Err(format!(
            "{name} is {text}, which would be shard {index}; there are {shards}, from 0/{shards} to {last}/{shards}"
        ));
    }
    Share::new(index, shards)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn auto(shards: Option<u32>, set: &[(&str, &str)]) -> Result<Share, String> {
        let environment = |name: &str| set.iter().find(|each| each.0 == name).map(|each| each.1.to_owned());
        parse("auto", shards, environment)
    }

    #[test]
    fn every_scheduler_is_understood() {
        let share = Share { index: 3, of: 8 };
        for set in [
            &[("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_COUNT", "2")][..],
            &[("JOB_COMPLETION_INDEX", "3")],
            &[("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("AWS_BATCH_JOB_ARRAY_SIZE", "8")],
            &[("BATCH_TASK_INDEX", "3"), ("BATCH_TASK_COUNT", "8")],
            &[("CLOUD_RUN_TASK_INDEX", "3")],
            &[("CI_NODE_INDEX", "4"), ("CI_NODE_TOTAL", "8")],
            &[("CIRCLE_NODE_INDEX", "3")],
            &[("BUILDKITE_PARALLEL_JOB", "3")],
            &[("SLURM_ARRAY_TASK_ID", "3"), ("JOB_COMPLETION_INDEX", "3")],
            &[("BALANCE_SHARD", "3/8"), ("SLURM_ARRAY_TASK_ID", "5")],
        ] {
            assert_eq!(auto(Some(8), set), Ok(share), "{set:?}");
            let count = [set, &[("BALANCE_SHARDS", "8")]].concat();
            assert_eq!(auto(None, &count), Ok(share), "{set:?}");
        }
    }

    #[test]
    fn what_contradicts_itself_is_refused() {
        let said = |shards, set: &[(&str, &str)]| auto(shards, set).expect_err("refused");
        assert!(said(Some(8), &[]).contains("no scheduler"));
        assert!(said(None, &[("SLURM_ARRAY_TASK_ID", "3")]).contains("--shards N"));
        let two = [("SLURM_ARRAY_TASK_ID", "3"), ("JOB_COMPLETION_INDEX", "4")];
        assert!(said(Some(8), &two).contains("says shard 3"));
        let other = [("AWS_BATCH_JOB_ARRAY_INDEX", "3"), ("AWS_BATCH_JOB_ARRAY_SIZE", "2")];
        assert!(said(Some(8), &other).contains("says 2 tasks"));
        assert!(said(Some(8), &[("SLURM_ARRAY_TASK_ID", "8")]).contains("from 0/8 to 7/8"));
        assert!(said(Some(8), &[("CI_NODE_INDEX", "0")]).contains("counts from 1"));
        let beyond = said(Some(2), &[("CI_NODE_INDEX", "3"), ("CI_NODE_TOTAL", "2")]);
        assert_eq!(
            beyond,
            "CI_NODE_INDEX is 3, which would be shard 2; there are 2, from 0/2 to 1/2"
        );
        assert!(said(Some(8), &[("BALANCE_SHARD", "3/9")]).contains("8 shards"));
        assert!(said(None, &[("BALANCE_SHARD", "8/8")]).contains("from 0/8 to 7/8"));
        assert!(parse("8/8", None, |_| None).is_err() && parse("a", None, |_| None).is_err());
        assert!(parse("1/8", Some(9), |_| None).is_err());
    }
}
