//! How games and runs go: who wins that is ahead, and how estimates settle.

use super::interval::{CONFIDENCE, Sampling};
use super::rows::{ConvergenceRow, DramaRow, LeadChanges};
use crate::games::Sheet;
use crate::sim::Course;
use balance_engine::tally::Tally;

/// So many moments of a run are kept at most.
const MOMENTS: usize = 12;

/// One row for each tenth of the game; none where no progress is counted.
pub fn drama_rows(tally: &Tally, sampling: Sampling) -> Vec<DramaRow> {
    let drama = &tally.drama;
    if drama.games == 0 {
        return Vec::new();
    }
    let row = |mark: usize| {
        let mut row = DramaRow {
            percent: 10 * (mark as u32 + 1),
            led: drama.led[mark],
            led_won: drama.led_won[mark],
            leader_wins: None,
            behind: drama.behind[mark],
            behind_won: drama.behind_won[mark],
            last_wins: None,
        };
        row.leader_wins = row.leader_at(sampling, CONFIDENCE);
        row.last_wins = row.last_at(sampling, CONFIDENCE);
        row
    };
    (0..drama.led.len()).map(row).collect()
}

/// How often the side alone in front is another than before.
pub fn lead_changes(tally: &Tally) -> Option<LeadChanges> {
    let drama = &tally.drama;
    (drama.games > 0).then(|| LeadChanges {
        games: drama.games,
        total: drama.changes,
        per_game: drama.changes as f64 / drama.games as f64,
    })
}

/// The win rate of each side at the looks of a run, the last included; nothing for a run of fewer than three.
pub fn convergence(sheet: &Sheet, looks: &Course, configuration: usize, sampling: Sampling) -> Vec<ConvergenceRow> {
    if looks.len() < 3 {
        return Vec::new();
    }
    let every = looks.len().div_ceil(MOMENTS);
    let kept = looks.iter().rev().step_by(every).collect::<Vec<_>>();
    let mut rows = Vec::new();
    for look in kept.into_iter().rev() {
        let Some((games, wins)) = look.configurations.get(configuration) else {
            continue;
        };
        for (side, wins) in sheet.sides.iter().zip(wins) {
            rows.push(ConvergenceRow {
                games: *games,
                side: side.clone(),
                wins: *wins,
                win_rate: sampling.share(*wins, *games, CONFIDENCE),
            });
        }
    }
    rows
}
