//! How a game unfolds: who led when, how far the winner was behind, and how long the outcome stayed open.

use serde::Serialize;

/// The story of one game. Turn 0 is the start; the leaders of a turn are all players at the best standing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TraceMetrics {
    /// Turns played.
    pub turns: usize,
    /// Times the sole leader differs from the last sole leader; shared leads neither count nor reset.
    pub lead_changes: usize,
    /// The same per turn.
    pub lead_change_rate: Option<f64>,
    /// Share of turns from 1 on with several leaders.
    pub tied_share: Option<f64>,
    /// Lead of the first over the second at the end, over the standing of the first; none unless that is above 0.
    pub final_margin: Option<f64>,
    /// First turn from which on some winner is always among the leaders; the last turn if there is none. None, as all that
    /// follows, without turns or winners.
    pub decided_turn: Option<usize>,
    /// The same over the number of turns.
    pub decided_fraction: Option<f64>,
    /// Share of turns from 1 on at which the best winner was strictly behind.
    pub trailing_share: Option<f64>,
    /// Mean of the root of the scaled gap over those turns, 0 if there are none (after Browne 2008). None, as the next two,
    /// for a scale that is not above 0.
    pub drama_avg: Option<f64>,
    /// Largest root of the scaled gap.
    pub drama_max: Option<f64>,
    /// Largest scaled gap.
    pub comeback_depth: Option<f64>,
    /// At half time the best winner stood last, and not all stood equal.
    pub winner_last_at_half: Option<bool>,
    /// The sole leader at half time won; none if the lead was shared.
    pub leader_at_half_won: Option<bool>,
}

/// Metrics of one game from the standing of each player after each turn, turn 0 first, and the players who won. Gaps are
/// measured in units of `scale`, or of the best final standing. None for an empty trace, rows of different length or
/// without players, or a winner who is not among them.
pub fn trace_metrics(trace: &[Vec<f64>], winners: &[usize], scale: Option<f64>) -> Option<TraceMetrics> {
    let players = trace.first()?.len();
    if players == 0 || trace.iter().any(|row| row.len() != players) || winners.iter().any(|winner| *winner >= players) {
        return None;
    }
    let last = trace.last()?;
    let turns = trace.len() - 1;
    let per_turn = |count: usize| (turns > 0).then(|| count as f64 / turns as f64);
    let leads: Vec<Lead> = trace.iter().map(|row| Lead::of(row)).collect();
    let mut lead_changes = 0;
    let mut leader = None;
    for sole in leads.iter().filter_map(|lead| lead.sole) {
        lead_changes += usize::from(leader.is_some_and(|before| before != sole));
        leader = Some(sole);
    }
    let top = best(last);
    let second = last
        .iter()
        .enumerate()
        .filter(|(player, _)| *player != leads[turns].first);
    let second = second.map(|(_, standing)| *standing).fold(f64::NEG_INFINITY, f64::max);
    let mut found = TraceMetrics {
        turns,
        lead_changes,
        lead_change_rate: per_turn(lead_changes),
        tied_share: per_turn(leads[1..].iter().filter(|lead| lead.sole.is_none()).count()),
        final_margin: (top > 0.0 && players > 1).then(|| (top - second) / top),
        decided_turn: None,
        decided_fraction: None,
        trailing_share: None,
        drama_avg: None,
        drama_max: None,
        comeback_depth: None,
        winner_last_at_half: None,
        leader_at_half_won: None,
    };
    if turns == 0 || winners.is_empty() {
        return Some(found);
    }
    let of_winner = |row: &[f64]| {
        winners
            .iter()
            .map(|winner| row[*winner])
            .fold(f64::NEG_INFINITY, f64::max)
    };
    let gaps: Vec<f64> = trace.iter().map(|row| best(row) - of_winner(row)).collect();
    let decided = gaps
        .iter()
        .rposition(|gap| *gap > 0.0)
        .map_or(0, |behind| (behind + 1).min(turns));
    let trailing: Vec<f64> = gaps[1..].iter().copied().filter(|gap| *gap > 0.0).collect();
    found.decided_turn = Some(decided);
    found.decided_fraction = per_turn(decided);
    found.trailing_share = per_turn(trailing.len());
    let unit = scale.unwrap_or(top);
    if trailing.is_empty() {
        (found.drama_avg, found.drama_max, found.comeback_depth) = (Some(0.0), Some(0.0), Some(0.0));
    } else if unit > 0.0 {
        let roots = || trailing.iter().map(|gap| (gap / unit).sqrt());
        found.drama_avg = Some(roots().sum::<f64>() / trailing.len() as f64);
        found.drama_max = Some(roots().fold(0.0, f64::max));
        found.comeback_depth = Some(best(&trailing) / unit);
    }
    let half = &trace[turns / 2];
    let least = half.iter().copied().fold(f64::INFINITY, f64::min);
    found.winner_last_at_half = Some(of_winner(half) <= least && best(half) > least);
    found.leader_at_half_won = leads[turns / 2].sole.map(|leader| winners.contains(&leader));
    Some(found)
}

/// Who leads at one turn.
struct Lead {
    /// The first of the leaders.
    first: usize,
    /// The leader, if there is one alone.
    sole: Option<usize>,
}

impl Lead {
    fn of(row: &[f64]) -> Self {
        let top = best(row);
        let mut leaders = (0..row.len()).filter(|player| row[*player] >= top);
        let first = leaders.next().unwrap_or(0);
        let sole = leaders.next().is_none().then_some(first);
        Self { first, sole }
    }
}

fn best(row: &[f64]) -> f64 {
    row.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// How open a game stayed, by the probability of each player to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BeliefMetrics {
    /// Mean entropy before the last turn, 1 when all are equally likely; near 0 early: decided too soon, 1 until the end: a
    /// coin flip. None without turns or for one player.
    pub mean_uncertainty: Option<f64>,
    /// Sum of the distances between successive beliefs (Ely, Frankel and Kamenica 2015).
    pub surprise_total: f64,
    /// Largest of them.
    pub surprise_max: f64,
    /// Sum of total variations between successive beliefs.
    pub excitement: f64,
}

/// Metrics of one game from the probabilities of each player to win after each turn, turn 0 first. None for an empty list
/// or rows of different length.
pub fn belief_metrics(belief: &[Vec<f64>]) -> Option<BeliefMetrics> {
    let players = belief.first()?.len();
    if belief.iter().any(|row| row.len() != players) {
        return None;
    }
    let entropy = |row: &Vec<f64>| -> f64 { row.iter().filter(|p| **p > 0.0).map(|p| -p * libm::log(*p)).sum() };
    let turns = belief.len() - 1;
    let open: f64 = belief[..turns].iter().map(entropy).sum();
    let most = libm::log(players as f64);
    let (mut surprise_total, mut surprise_max, mut excitement) = (0.0, 0.0_f64, 0.0);
    for step in belief.windows(2) {
        let moved = || step[0].iter().zip(&step[1]).map(|(before, after)| after - before);
        let surprise = moved().map(|gap| gap * gap).sum::<f64>().sqrt();
        surprise_total += surprise;
        surprise_max = surprise_max.max(surprise);
        excitement += moved().map(f64::abs).sum::<f64>() / 2.0;
    }
    Some(BeliefMetrics {
        mean_uncertainty: (turns > 0 && most > 0.0).then(|| open / turns as f64 / most),
        surprise_total,
        surprise_max,
        excitement,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_traces_are_refused() {
        assert_eq!(trace_metrics(&[], &[], None), None);
        assert_eq!(trace_metrics(&[vec![]], &[], None), None);
        assert_eq!(trace_metrics(&[vec![1.0], vec![1.0, 2.0]], &[], None), None);
        assert_eq!(trace_metrics(&[vec![1.0]], &[1], None), None);
        assert_eq!(belief_metrics(&[]), None);
        assert_eq!(belief_metrics(&[vec![1.0], vec![]]), None);
    }

    #[test]
    fn one_player_always_leads() {
        let found = trace_metrics(&[vec![0.0], vec![1.0], vec![5.0]], &[0], None).expect("a trace");
        assert_eq!(
            (found.decided_turn, found.final_margin, found.drama_avg),
            (Some(0), None, Some(0.0))
        );
        assert_eq!(
            (found.winner_last_at_half, found.leader_at_half_won),
            (Some(false), Some(true))
        );
        let belief = belief_metrics(&[vec![1.0], vec![1.0]]).expect("beliefs");
        assert_eq!(belief.mean_uncertainty, None);
    }

    #[test]
    fn renaming_players_keeps_the_story() {
        let trace = [vec![0.0, 0.0], vec![3.0, 1.0], vec![4.0, 9.0]];
        let turned: Vec<Vec<f64>> = trace.iter().map(|row| row.iter().rev().copied().collect()).collect();
        assert_eq!(trace_metrics(&trace, &[1], None), trace_metrics(&turned, &[0], None));
    }

    #[test]
    fn a_scale_of_nothing_leaves_gaps_unmeasured() {
        let trace = [vec![0.0, 0.0], vec![-3.0, -1.0], vec![-5.0, -7.0]];
        let found = trace_metrics(&trace, &[0], None).expect("a trace");
        assert_eq!(
            (found.trailing_share, found.drama_avg, found.final_margin),
            (Some(0.5), None, None)
        );
    }
}
