//! What to type next.

use super::text::purpose;
use super::trust::{BotGrade, Trust};
use super::verdict::{BalanceVerdict, VersionSummary};
use crate::document::SuggestedCommand;
use crate::findings::{Deals, as_it_is, explain, run_command, tune_command, why};
use balance_config::games::program;
use balance_config::shell_quote;
use balance_inference::table::Results;
use balance_kit::bots::EXPERT;

/// So many times the games halve an interval.
const HALVE: u64 = 4;

/// Games between experts for a first impression.
const TRIED: &str = "1_000";

/// The commands that lead on from a run, the most useful first.
pub fn commands(results: &Results, versions: &[VersionSummary], trust: &Trust) -> Vec<SuggestedCommand> {
    let mut all = Vec::new();
    let suggested = |command: String, purpose: &'static str| SuggestedCommand { command, purpose };
    let wrong = |version: &VersionSummary| {
        matches!(
            version.verdict,
            BalanceVerdict::NotFair | BalanceVerdict::Uneven | BalanceVerdict::GoalsMissed
        )
    };
    let searches = results
        .configurations
        .iter()
        .any(|each| each.bots.iter().any(|row| row.searches));
    let weak = matches!(trust.grounds.bots, BotGrade::Weak(_)) && !searches;
    if weak {
        all.extend(as_it_is(results).filter(|file| file != "-").map(|file| {
            let run = format!("{} run {}", program(), shell_quote::file(file));
            suggested(
                format!("{run} --set seats.all={EXPERT} --games {TRIED} --out with-{EXPERT}"),
                purpose::EXPERTS,
            )
        }));
    }
    let undecided = versions
        .iter()
        .find(|version| version.verdict == BalanceVerdict::Undecided);
    let has_answer = |version: &VersionSummary| !matches!(version.verdict, BalanceVerdict::NoAnswer(_));
    let deals = match undecided {
        // More of these games would answer nothing of people, or end where these ended.
        _ if weak => None,
        _ if !versions.iter().any(has_answer) || results.configurations.iter().any(|each| each.stopped.is_some()) => {
            None
        }
        _ if trust.is_coarse() => Some(trust.needed_deals()),
        Some(version) => Some(HALVE * Deals::of_configuration(version.each).count),
        None => None,
    };
    all.extend(deals.map(|deals| suggested(run_command(results, deals, None), purpose::FINER)));
    if versions.iter().any(wrong) {
        all.extend(explain(results).map(|command| suggested(command, purpose::EXPLAIN)));
        let goal = if results.scenario.wished {
            purpose::SEARCH
        } else {
            purpose::SEARCH_FAIR
        };
        all.extend(tune_command(results).map(|command| suggested(command, goal)));
    }
    if let Some(change) = results.comparisons.first().filter(|_| results.comparisons.len() == 1) {
        all.extend(why(results, &change.configuration).map(|command| suggested(command, purpose::WHY)));
    }
    all
}
