//! Win rates of sides, whose intervals must fit how the run was played and how it ended.

use super::interval::{CONFIDENCE, Looks, Rate, Sampling, simultaneous};
use super::results::{Configuration, Results};
use super::rows::SideRow;
use crate::judge::Family;
use balance_config::games::{AnyGame, Sheet};
use balance_config::scenario::{FairShare, Scenario};
use balance_engine::tally::{SHARE_UNIT, Tally};
use balance_simulation::sim::Played;

/// One row for each side, and one for "nobody".
pub fn side_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling, declared: Option<&FairShare>) -> Vec<SideRow> {
    let all = simultaneous(sheet.sides.len() + 1);
    let row = |(side, name): (usize, &String)| {
        let (deals, wins) = (&tally.side_by_rotation[side], tally.side_wins[side]);
        SideRow {
            side: name.clone(),
            wins,
            games: tally.side_games[side],
            deals: deals.clone(),
            win_rate: sampling.share_of_deals(deals, wins, CONFIDENCE),
            simultaneous: sampling.share_of_deals(deals, wins, all),
            fair: Some(fair(sheet, tally, side, declared)),
        }
    };
    let mut rows: Vec<SideRow> = sheet.sides.iter().enumerate().map(row).collect();
    rows.push(SideRow {
        side: "nobody".to_owned(),
        wins: tally.nobody,
        games: tally.games,
        deals: tally.nobody_by_rotation.clone(),
        win_rate: sampling.share_of_deals(&tally.nobody_by_rotation, tally.nobody, CONFIDENCE),
        simultaneous: sampling.share_of_deals(&tally.nobody_by_rotation, tally.nobody, all),
        fair: None,
    });
    rows
}

/// What a side should win, as a share of all games: the part of all wins that the scenario declares, or game by game an even
/// part of the wins that there were among the sides that took part. Several sides may win together, or none; were all sides
/// equal, this mean would vary with them, so that an interval of the rate errs on the safe side.
pub fn fair(sheet: &Sheet, tally: &Tally, side: usize, declared: Option<&FairShare>) -> f64 {
    let games = tally.games.max(1) as f64;
    let own = declared.and_then(|declared| declared.share_of(&sheet.sides[side]));
    own.map_or(tally.side_fair[side] as f64 / SHARE_UNIT as f64 / games, |share| {
        share * tally.side_wins.iter().sum::<u64>() as f64 / games
    })
}

/// How sure each win rate of a side is, or of nobody, that all of every configuration may be known at once.
pub fn all_at_once(rates: usize) -> f64 {
    1.0 - Family::Sides.each(rates)
}

/// The win rate of a side of `each` with an interval that holds for all sides of all configurations at once.
pub fn joint(results: &Results, each: &Configuration, row: &SideRow) -> Rate {
    let questions = each.sides.len() * results.configurations.len();
    row.win_rate_at(each.sampling(), all_at_once(questions))
}

/// Half the width of the widest interval of a win rate so far, of any side and of nobody; they hold all at once.
pub fn widest(played: &Played, looks: Looks) -> f64 {
    let sides = played.tallies.iter().map(|tally| tally.side_wins.len() + 1);
    let confidence = all_at_once(sides.max().unwrap_or(1) * played.tallies.len());
    let of = |tally: &Tally| {
        let sampling = Sampling::of_tally(tally, looks);
        let nobody = sampling.share_of_deals(&tally.nobody_by_rotation, tally.nobody, confidence);
        (0..tally.side_wins.len())
            .map(|side| sampling.share_of_deals(&tally.side_by_rotation[side], tally.side_wins[side], confidence))
            .fold(nobody.interval().half_width(), |widest, rate| {
                widest.max(rate.interval().half_width())
            })
    };
    let played = played.tallies.iter().filter(|tally| tally.games > 0);
    played.map(of).fold(0.0, f64::max)
}

/// Why the run may end now, if every win rate of every configuration is known to within `half_width`, all at once.
pub fn settled(so_far: &Played, half_width: f64) -> Option<String> {
    let known = widest(so_far, Looks::Until(half_width)) <= half_width;
    known.then(|| {
        let points = balance_config::scenario::as_percent(half_width);
        let points = points.trim_end_matches('%');
        format!("all win rates together are known to within ± {points} points, at whatever look")
    })
}

/// How closely the deals of `scenario` will show all win rates of all configurations together: half the width of an interval, of the
/// rates that need most games.
pub fn half_width(scenario: &Scenario, games: &[Box<dyn AnyGame>]) -> f64 {
    let deals = scenario.games;
    let sampling = Sampling {
        games: deals,
        rotations: 1,
        looks: Looks::from_scenario(scenario),
    };
    let sides = games.iter().map(|game| game.sheet().sides.len() + 1).max().unwrap_or(1);
    let rate = sampling.share(deals / 2, deals, all_at_once(sides * games.len()));
    rate.interval().half_width()
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::tally::{FinishedGame, GameId};

    fn tally(wins: u64, games: u64) -> Tally {
        let sheet = Sheet {
            players: 2,
            sides: vec!["a".to_owned()],
            ..Sheet::default()
        };
        let mut tally = Tally::new(&sheet);
        tally.games = games;
        tally.units = games;
        tally.side_wins[0] = wins;
        tally.side_by_rotation[0] = vec![games - wins, wins];
        tally
    }

    /// Fair shares after games of which each tells which sides, as bits, win it and which take part.
    fn fair_shares(sides: &[&str], games: &[(u16, u16)]) -> Vec<f64> {
        let sheet = Sheet {
            players: 2,
            sides: sides.iter().map(|side| (*side).to_owned()).collect(),
            roles: vec!["player".to_owned()],
            ..Sheet::default()
        }
        .ends(&["won"]);
        let mut tally = Tally::new(&sheet);
        for (game, (sides_won, sides_in_play)) in (0..).zip(games) {
            let unit = FinishedGame {
                id: GameId { game, rotation: 0 },
                winners: sides_won.count_ones() as u8,
                sides_won: *sides_won,
                sides_in_play: *sides_in_play,
                turns: 1,
                decisions: 1,
                ..FinishedGame::default()
            };
            tally.add(&unit, &[]);
            let wins: Vec<u8> = (0..sides.len()).map(|side| (sides_won >> side & 1) as u8).collect();
            tally.close_game(&wins, &[1], 1);
        }
        let sampling = Sampling::fixed(tally.games, 1);
        let rows = side_rows(&sheet, &tally, sampling, None);
        rows.into_iter().filter_map(|row| row.fair).collect()
    }

    #[test]
    fn a_fair_share_is_an_even_part_of_the_wins_of_each_game() {
        let near = |found: Vec<f64>, wanted: &[f64]| {
            let close = found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(close && found.len() == wanted.len(), "{found:?}, not {wanted:?}");
        };
        // Of four games the first is won by both sides, the last by none.
        near(fair_shares(&["a", "b"], &[(3, 3), (1, 3), (2, 3), (0, 3)]), &[0.5, 0.5]);
        // The third side takes part in two of four games, and both of these are won; of the others nobody wins one. Its
        // share is a third of two games in four, whatever becomes of the games without it.
        let games = [(1, 7), (4, 7), (1, 3), (0, 3)];
        let (with, without) = (2.0 / 3.0, 0.5);
        near(
            fair_shares(&["a", "b", "c"], &games),
            &[(with + without) / 4.0, (with + without) / 4.0, with / 4.0],
        );
        // Alone in a game, a side is owed all of it.
        near(fair_shares(&["a", "b"], &[(1, 1), (2, 3)]), &[0.75, 0.25]);
    }

    #[test]
    fn a_run_is_settled_once_it_is_narrow_enough() {
        let so_far = |wins, games| Played {
            tallies: vec![tally(wins, games)],
            pairs: vec![None],
            games,
            ..Played::default()
        };
        assert_eq!(settled(&so_far(330, 1_000), 0.01), None);
        assert!(settled(&so_far(33_000, 100_000), 0.01).is_some_and(|reason| reason.contains("to within ± 1 points")));
    }
}
