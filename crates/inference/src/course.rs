//! The chance of each side over the course of one game, and the choices at which it turned.

use serde::Serialize;

use crate::table::Rate;
use balance_kit::odds::ChoiceOdds;
use balance_stats::{Interval, norm_ppf};

/// Most turning points that are named.
const NAMED: usize = 5;

/// Chance that a choice at which nothing turned is named, over all that are.
const ERROR: f64 = 0.05;

/// Confidence of the interval of each chance.
const CONFIDENCE: f64 = 0.95;

/// The chances of all sides at one choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Chances {
    /// Number of the choice, from 0.
    pub choice: u32,
    /// Of each side, with its interval.
    pub sides: Vec<Rate>,
}

/// A choice after which a side's chance was another. It need not be the cause: cards and dice may have followed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TurningPoint {
    /// Number of the choice, from 0.
    pub choice: u32,
    /// The side, as an index.
    pub side: usize,
    /// Its chance before the choice.
    pub before: f64,
    /// Its chance at the next one, or whether it won.
    pub after: f64,
}

/// The chances at every choice.
pub fn chances(odds: &[ChoiceOdds]) -> Vec<Chances> {
    let rate = |wins: u32, games: u32| {
        let rows = [(0.0, f64::from(games - wins)), (1.0, f64::from(wins))];
        Rate::mean(&rows, Interval::SHARE, CONFIDENCE)
    };
    let at = |odds: &ChoiceOdds| Chances {
        choice: odds.choice,
        sides: odds.wins.iter().map(|wins| rate(*wins, odds.games)).collect(),
    };
    odds.iter().map(at).collect()
}

/// The choices after which a chance changed most, in the order of the game. `first` says which, and `second`, made of other
/// games, by how much and whether it is more than luck: the largest of many estimates is too large. `won` says which sides won.
pub fn turning_points(first: &[ChoiceOdds], second: &[ChoiceOdds], won: &[bool]) -> Vec<TurningPoint> {
    let chance = |odds: &[ChoiceOdds], at: usize, side: usize| match odds.get(at) {
        Some(odds) => f64::from(odds.wins[side]) / f64::from(odds.games.max(1)),
        None => f64::from(u8::from(won[side])),
    };
    // With one game more of each result, so that a chance of nothing has an error, too.
    let variance = |at: usize, side: usize| {
        second.get(at).map_or(0.0, |odds| {
            let share = f64::from(odds.wins[side] + 1) / f64::from(odds.games + 2);
            share * (1.0 - share) / f64::from(odds.games.max(1))
        })
    };
    let change = |odds: &[ChoiceOdds], at: usize, side: usize| chance(odds, at + 1, side) - chance(odds, at, side);
    let largest = |at: usize| {
        let sides = (0..won.len()).map(|side| (side, change(first, at, side).abs()));
        sides
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(side, size)| (at, side, size))
    };
    let mut all: Vec<(usize, usize, f64)> = (0..first.len().min(second.len())).filter_map(largest).collect();
    all.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    all.truncate(NAMED);
    let quantile = norm_ppf(1.0 - ERROR / 2.0 / NAMED as f64);
    all.retain(|&(at, side, _)| {
        let error = (variance(at, side) + variance(at + 1, side)).sqrt();
        let same_way = change(first, at, side) * change(second, at, side) > 0.0;
        same_way && change(second, at, side).abs() > quantile * error
    });
    all.sort_by_key(|point| point.0);
    let point = |(at, side, _): (usize, usize, f64)| TurningPoint {
        choice: second[at].choice,
        side,
        before: chance(second, at, side),
        after: chance(second, at + 1, side),
    };
    all.into_iter().map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::Stream;

    /// Estimates from `games` games at choices with these chances of the first of two sides.
    fn estimates(chances: &[f64], games: u32, draws: &mut Stream) -> Vec<ChoiceOdds> {
        let estimate = |(choice, chance): (usize, &f64)| {
            let won = (0..games).filter(|_| f64::from(draws.below(1 << 20)) < chance * f64::from(1 << 20));
            let won = won.count() as u32;
            ChoiceOdds {
                choice: choice as u32,
                games,
                wins: vec![won, games - won],
                advice: String::new(),
            }
        };
        chances.iter().enumerate().map(estimate).collect()
    }

    #[test]
    fn a_planted_turn_is_found_and_told_without_bias_and_luck_is_none() {
        let (mut found, mut sum, mut false_games) = (0, 0.0, 0);
        for game in 0..400 {
            let mut draws = Stream::keyed(1, game, 200, 0);
            // One choice in forty takes the first side from 60% to 35%; the rest is luck, but for the known end.
            let mut truth = vec![0.6; 20];
            truth.resize(40, 0.35);
            let both = [100, 200].map(|games| estimates(&truth, games, &mut draws));
            let points = turning_points(&both[0], &both[1], &[false, true]);
            let planted = points.iter().find(|point| point.choice == 19);
            found += u32::from(planted.is_some());
            sum += planted.map_or(0.0, |point| match point.side {
                0 => point.before - point.after,
                _ => point.after - point.before,
            });
            false_games += u32::from(points.iter().any(|point| point.choice != 19 && point.choice != 39));
        }
        assert!(found >= 370, "found in {found} of 400 games");
        let mean = sum / f64::from(found);
        assert!((mean - 0.25).abs() < 0.01, "mean change {mean}");
        // 5% and three standard errors.
        assert!(false_games <= 33, "false in {false_games} of 400 games");
    }

    #[test]
    fn one_estimate_finds_a_turn_and_the_other_measures_it() {
        let odds = |choice, won| ChoiceOdds {
            choice,
            games: 200,
            wins: vec![won, 200 - won],
            advice: String::new(),
        };
        let (first, second) = ([odds(3, 160), odds(5, 20)], [odds(3, 120), odds(5, 60)]);
        let points = turning_points(&first, &second, &[true, false]);
        // Of two sides either may be named: the other one's chance is what is left.
        let percent = |point: &TurningPoint, share: f64| {
            let of_first = if point.side == 0 { share } else { 1.0 - share };
            (100.0 * of_first).round() as u32
        };
        let told = points
            .iter()
            .map(|point| (point.choice, percent(point, point.before), percent(point, point.after)));
        assert_eq!(told.collect::<Vec<_>>(), [(3, 60, 30), (5, 30, 100)]);
    }

    #[test]
    fn intervals_cover_the_chances() {
        let mut missed = 0;
        for game in 0..400 {
            let mut draws = Stream::keyed(2, game, 200, 0);
            let odds = estimates(&[0.03], 200, &mut draws);
            let rate = chances(&odds)[0].sides[0];
            missed += u32::from(!(rate.lo..=rate.hi).contains(&0.03));
        }
        assert!(missed <= 33, "missed {missed} of 400");
    }
}
