//! How games and runs go: who wins that is ahead, and how estimates settle.

use super::estimate::{CONFIDENCE, share, standard_error};
use super::results::{ConvergenceRow, DramaRow, Rate};
use crate::games::Sheet;
use crate::sim::Look;
use crate::stats;
use crate::tally::Tally;

/// So many moments of a run are kept at most.
const MOMENTS: usize = 12;

/// One row for each tenth of the game; none where no progress is counted.
pub fn drama_rows(tally: &Tally) -> Vec<DramaRow> {
    let drama = &tally.drama;
    if drama.games == 0 {
        return Vec::new();
    }
    let rotations = (tally.games / tally.units.max(1)).max(1);
    let rate = |won: u64, of: u64| {
        // Games of one deal may go alike: the deals are the sample.
        (of >= rotations).then(|| {
            let narrow = share((won / rotations).min(of / rotations), of / rotations, CONFIDENCE);
            Rate {
                value: won as f64 / of as f64,
                lo: narrow.lo.min(won as f64 / of as f64),
                hi: narrow.hi.max(won as f64 / of as f64),
            }
        })
    };
    (0..drama.led.len())
        .map(|mark| DramaRow {
            percent: 10 * (mark as u32 + 1),
            led: drama.led[mark],
            leader_wins: rate(drama.led_won[mark], drama.led[mark]),
            behind: drama.behind[mark],
            last_wins: rate(drama.behind_won[mark], drama.behind[mark]),
        })
        .collect()
}

/// Mean number of times that the side alone in front is another than before.
pub fn lead_changes(tally: &Tally) -> Option<Rate> {
    let drama = &tally.drama;
    (drama.games > 0).then(|| {
        let value = drama.changes as f64 / drama.games as f64;
        let rotations = (tally.games as f64 / tally.units.max(1) as f64).max(1.0);
        let error = standard_error(
            i128::from(drama.changes),
            u128::from(drama.changes_squared),
            drama.games,
        ) * rotations.sqrt();
        let half = stats::z(CONFIDENCE) * error;
        Rate {
            value,
            lo: (value - half).max(0.0),
            hi: value + half,
        }
    })
}

/// The win rate of each side at the looks of a run, the last included; nothing for a run of fewer than three.
pub fn convergence(sheet: &Sheet, looks: &[Look], configuration: usize) -> Vec<ConvergenceRow> {
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
                win_rate: share(*wins, *games, CONFIDENCE),
            });
        }
    }
    rows
}
