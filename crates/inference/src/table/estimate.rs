//! From exact counts to estimates with intervals: one configuration's tables.

use super::interval::{BEYOND, CONFIDENCE, Looks, Rate, Sampling, simultaneous};
use super::results::Configuration;
use super::rows::{
    self, BotRow, ComponentRow, CounterRow, EndingRow, HistogramRow, LengthRow, Quantile, RoleRow, RoleSeatRow,
    SeatRow, sample_rows, seated, way_rows,
};
use super::settings::{self, bots_set, seating_at};
use super::sides::side_rows;
use balance_config::games::{Ending, Setup, Sheet};
use balance_config::scenario;
use balance_engine::tally::{Histogram, Tally};
use balance_kit::bots::{RANDOM, is_search};
use balance_stats::{self as stats, Interval};

/// The measure of how far the best side ends ahead of the next, in points.
pub use balance_engine::MARGIN;

/// The tables of one configuration.
pub fn configuration(scenario: &scenario::Configuration, sheet: &Sheet, tally: &Tally, looks: Looks) -> Configuration {
    let sampling = Sampling {
        games: tally.games,
        rotations: scenario.setup.seats.rotations() as u32,
        looks,
    };
    let seats = seat_rows(sheet, tally, sampling);
    let deviation = seats
        .iter()
        .map(|row| (row.win_rate.value - row.fair).abs())
        .fold(0.0, f64::max);
    let winners = winners(tally);
    let counters = counter_rows(sheet, tally, sampling);
    Configuration {
        name: scenario.name.clone(),
        variant: scenario.variant.clone(),
        cell: scenario.cell.clone(),
        rules: settings::rule_lines("", &scenario.setup.rules),
        seating: seating_at(&scenario.setup.seats, sheet),
        bots_set: bots_set(&scenario.setup),
        players: sheet.players as u32,
        games: tally.games,
        rotations: sampling.rotations,
        planned: match looks {
            Looks::Fixed => None,
            Looks::Until(half_width) => Some(half_width),
        },
        turns_max: sheet.turns_max,
        playtests: None,
        least_score: sheet.score_range.map(|(least, _)| least),
        turn_word: sheet.turn_word.clone(),
        turn_note: sheet.turn_note.clone(),
        component_note: sheet.component_note.clone(),
        provenance: sheet.provenance.clone(),
        fair_share_declared: scenario.fair_share.is_some(),
        sides: side_rows(sheet, tally, sampling, scenario.fair_share.as_ref()),
        ways: way_rows(sheet, tally),
        roles: role_rows(sheet, tally, sampling),
        seat_effect: deviation,
        seat_p: seat_p(&seats, &winners, sampling),
        winners,
        seats,
        role_seats: role_seat_rows(sheet, tally, sampling),
        bots: bot_rows(&scenario.setup, sheet, tally, sampling),
        endings: ending_rows(sheet, tally, sampling),
        lengths: length_rows(sheet, tally, sampling),
        choices: tally.choices,
        histogram: histogram_rows(sheet, tally),
        counters,
        components: component_rows(sheet, tally, sampling),
        drama: rows::drama_rows(tally, sampling),
        lead_changes: rows::lead_changes(tally),
        samples: sample_rows(sheet, tally),
        ..Configuration::default()
    }
}

/// Games by how many seats won them, from none up.
fn winners(tally: &Tally) -> Vec<u64> {
    let seats = tally.positions.len();
    let of_count = |count: usize| tally.positions.iter().map(|games| games[count]).sum::<u64>() / count as u64;
    let mut winners: Vec<u64> = (1..=seats).map(of_count).collect();
    winners.insert(0, tally.games - winners.iter().sum::<u64>());
    winners
}

/// p-value of "no seat matters beyond its roles"; 1 where no game can tell.
pub(super) fn seat_p(seats: &[SeatRow], winners: &[u64], sampling: Sampling) -> f64 {
    let games = sampling.games as f64;
    let average = seats.iter().map(|row| row.fair).sum::<f64>() / seats.len().max(1) as f64;
    let beyond = |row: &SeatRow| row.wins as f64 - games * (row.fair - average);
    let wins: Vec<f64> = seats.iter().map(beyond).collect();
    stats::seat_test(&wins, winners, sampling.rotations).map_or(1.0, |test| test.p)
}

fn role_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<RoleRow> {
    let row = |(index, name): (usize, &String)| {
        let (appearances, wins) = tally.roles[index].totals();
        let side = sheet.sides[sheet.role_sides[index]].clone();
        let seated = seated(&tally.roles[index]);
        RoleRow {
            role: name.clone(),
            side,
            appearances,
            wins,
            win_rate: sampling.share_of_seats(&seated, CONFIDENCE),
            seated,
        }
    };
    sheet
        .roles
        .iter()
        .enumerate()
        .map(row)
        .filter(|row| row.appearances > 0)
        .collect()
}

fn seat_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<SeatRow> {
    let all = simultaneous(sheet.players);
    let wins: Vec<u64> = tally.positions.iter().map(|counts| counts[1..].iter().sum()).collect();
    let share = |position: usize, confidence: f64| {
        sampling.share_of_deals(&tally.position_by_rotation[position], wins[position], confidence)
    };
    let row = |(position, name): (usize, &String)| SeatRow {
        seat: name.clone(),
        wins: wins[position],
        deals: tally.position_by_rotation[position].clone(),
        win_rate: share(position, CONFIDENCE),
        simultaneous: share(position, all),
        fair: wins_by_role(sheet, tally, position) / tally.games.max(1) as f64,
    };
    sheet.positions.iter().enumerate().map(row).collect()
}

/// Games a position would win if its roles won there as often as everywhere; so a place is not called good because the
/// roles dealt to it are.
fn wins_by_role(sheet: &Sheet, tally: &Tally, position: usize) -> f64 {
    let of_role = |role: usize| {
        let (appearances, wins) = tally.roles[role].totals();
        let here = tally.role_positions[role * sheet.players + position].0;
        if appearances == 0 {
            0.0
        } else {
            here as f64 * wins as f64 / appearances as f64
        }
    };
    (0..sheet.roles.len()).map(of_role).sum()
}

fn role_seat_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<RoleSeatRow> {
    let mut rows = Vec::new();
    for (role, role_name) in sheet.roles.iter().enumerate() {
        for (position, seat_name) in sheet.positions.iter().enumerate() {
            let (appearances, wins) = tally.role_positions[role * sheet.players + position];
            let mut row = RoleSeatRow {
                role: role_name.clone(),
                seat: seat_name.clone(),
                appearances,
                wins,
                win_rate: None,
            };
            row.win_rate = row.win_rate_at(sampling, CONFIDENCE);
            rows.push(row);
        }
    }
    rows
}

fn bot_rows(setup: &Setup, sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<BotRow> {
    let row = |(index, name): (usize, &String)| {
        let (appearances, wins) = tally.bots[index].totals();
        let mirror = appearances == tally.games * sheet.players as u64;
        let seated = seated(&tally.bots[index]);
        BotRow {
            bot: name.clone(),
            kind: setup.bot(name).kind,
            appearances,
            wins,
            win_rate: sampling.share_of_seats(&seated, CONFIDENCE),
            seated,
            mirror,
            random: setup.bot(name).kind == RANDOM,
            searches: is_search(&setup.bot(name).kind),
        }
    };
    sheet
        .bots
        .iter()
        .enumerate()
        .map(row)
        .filter(|row| row.appearances > 0 || tally.games == 0)
        .collect()
}

fn ending_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<EndingRow> {
    let row = |(index, ending): (usize, &Ending)| {
        let games = tally.endings[index];
        let sum: u128 = tally.turns_by_ending[index]
            .rows()
            .map(|(value, count)| u128::from(value) * u128::from(count))
            .sum();
        EndingRow {
            ending: ending.name.clone(),
            capped: ending.capped,
            ruled_out: ending.ruled_out,
            games,
            deals: tally.ending_by_rotation[index].clone(),
            share: sampling.share_of_deals(&tally.ending_by_rotation[index], games, CONFIDENCE),
            turns_mean: (games > 0).then(|| sum as f64 / games as f64),
        }
    };
    sheet.endings.iter().enumerate().map(row).collect()
}

/// Turns and decisions; behind them, in a game with scores, how far the best side is ahead and what each side scores, counted from
/// the least.
fn length_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<LengthRow> {
    let mut rows = vec![
        length_row(&sheet.turn_word, &tally.turns, sheet.turns_max, sampling),
        length_row("decisions", &tally.decisions, None, sampling),
    ];
    let scores = scores(sheet, tally).into_iter();
    rows.extend(scores.map(|(measure, histogram)| length_row(&measure, histogram, None, sampling)));
    rows
}

/// What is counted of scores, with its name.
fn scores<'t>(sheet: &Sheet, tally: &'t Tally) -> Vec<(String, &'t Histogram)> {
    let names = sheet.sides.iter().map(|side| format!("score of {side}"));
    let names = std::iter::once(MARGIN.to_owned()).chain(names);
    let counted = names.zip(&tally.scores).zip(sheet.score_counters());
    let counted = counted.filter(|(_, counter)| !counter.key.is_empty());
    counted.map(|(row, _)| row).collect()
}

fn length_row(measure: &str, histogram: &Histogram, most: Option<u32>, sampling: Sampling) -> LengthRow {
    let rows: Vec<(u32, u64)> = histogram.rows().collect();
    let quantile = |percent: u32| {
        let found = sampling.quantile(&rows, percent, CONFIDENCE)?;
        Some(Quantile {
            percent,
            value: found.q,
            lo: found.lo,
            hi: found.hi,
        })
    };
    LengthRow {
        measure: measure.to_owned(),
        games: histogram.total(),
        mean: sampling.mean(&rows, most, CONFIDENCE),
        sd: deviation(&rows),
        min: rows.first().map_or(0, |row| row.0),
        max: rows.last().map_or(0, |row| row.0),
        quantiles: [5, 25, 50, 75, 95].into_iter().filter_map(quantile).collect(),
    }
}

/// Standard deviation of whole numbers given as (value, games); none for a single game.
fn deviation(rows: &[(u32, u64)]) -> Option<f64> {
    let n: u64 = rows.iter().map(|row| row.1).sum();
    let total = |power: u32| {
        rows.iter()
            .map(|row| i128::from(row.0).pow(power) * i128::from(row.1))
            .sum()
    };
    (n > 1).then(|| stats::variance(n, total(1), total(2)).sqrt())
}

fn histogram_rows(sheet: &Sheet, tally: &Tally) -> Vec<HistogramRow> {
    let of = |measure: &str, histogram: &Histogram| -> Vec<HistogramRow> {
        let row = |(value, games)| HistogramRow {
            measure: measure.to_owned(),
            value,
            games,
        };
        histogram.rows().map(row).collect()
    };
    let mut rows = of(&sheet.turn_word, &tally.turns);
    rows.extend(of("decisions", &tally.decisions));
    rows.extend(
        scores(sheet, tally)
            .iter()
            .flat_map(|(measure, histogram)| of(measure, histogram)),
    );
    rows
}

fn counter_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<CounterRow> {
    let row = |(index, counter): (usize, &balance_config::games::Counter)| {
        let sums = tally.counters[index];
        let mut row = CounterRow {
            counter: counter.key.to_owned(),
            help: counter.help.to_owned(),
            total: sums.sum,
            squares: u64::try_from(sums.squares).unwrap_or(BEYOND),
            most: tally.samples.most[index].map_or(0, |(most, _)| most.into()),
            games: sums.games,
            deals: tally.counter_by_rotation[index].clone(),
            per_game: Rate::new(0.0, Interval::ANY),
            games_with: Rate::new(0.0, Interval::ANY),
            of: counter.of.map(str::to_owned),
            success: None,
            rule: counter.rule,
            amount: counter.amount,
        };
        row.per_game = row.per_game_at(sampling, CONFIDENCE);
        row.games_with = row.games_with_at(sampling, CONFIDENCE);
        row
    };
    let named = sheet
        .counters
        .iter()
        .enumerate()
        .filter(|(_, counter)| !counter.key.is_empty());
    let mut rows: Vec<CounterRow> = named.map(row).collect();
    let of_all = |row: &CounterRow| row.success_at(&rows, sampling, CONFIDENCE);
    let success: Vec<Option<Rate>> = rows.iter().map(of_all).collect();
    rows.iter_mut()
        .zip(success)
        .for_each(|(row, success)| row.success = success);
    rows
}

/// What goes with each component for each side; the intervals hold for all of them at once.
pub fn component_rows(sheet: &Sheet, tally: &Tally, sampling: Sampling) -> Vec<ComponentRow> {
    let sides = sheet.sides.len();
    let named: Vec<usize> = (0..sheet.components.len())
        .filter(|index| !sheet.components[*index].name.is_empty())
        .collect();
    let all = simultaneous(named.len() * sides);
    let mut rows = Vec::new();
    for index in named {
        let with = tally.component_games[index];
        let without = tally.games - with;
        for (side, name) in sheet.sides.iter().enumerate() {
            let wins_with = tally.component_wins[index * sides + side];
            let wins_without = tally.side_wins[side] - wins_with;
            let rate = |wins: u64, games: u64| (games > 0).then(|| wins as f64 / games as f64);
            let mut row = ComponentRow {
                component: sheet.components[index].name.clone(),
                held: sheet.components[index].held,
                side: name.clone(),
                games_with: with,
                games_without: without,
                wins_with,
                wins_without,
                with: rate(wins_with, with),
                without: rate(wins_without, without),
                lift: None,
            };
            row.lift = row.lift_at(sampling, all);
            rows.push(row);
        }
    }
    rows
}
