//! From exact counts to estimates with intervals: one configuration's tables.

use super::course;
use super::results::{
    BotRow, ComponentRow, Configuration, CounterRow, EndingRow, HistogramRow, LengthRow, Quantile, Rate, RoleRow,
    RoleSeatRow, SeatRow,
};
use super::samples;
use super::sides::{Looks, side_rows};
use crate::games::Sheet;
use crate::scenario;
use crate::stats;
use crate::tally::{Appearances, Histogram, Tally};

/// Confidence of every interval.
pub const CONFIDENCE: f64 = 0.95;

/// The tables of one configuration.
pub fn configuration(scenario: &scenario::Configuration, sheet: &Sheet, tally: &Tally, looks: Looks) -> Configuration {
    let seats = seat_rows(sheet, tally);
    let (sums, products) = centred(&seats, &tally.position_pairs);
    let average = seats.iter().map(|row| row.fair).sum::<f64>() / seats.len().max(1) as f64;
    let expected: Vec<f64> = seats.iter().map(|row| row.fair - average).collect();
    let wald = stats::share_wald(&sums, &products, tally.games, &expected);
    let deviation = seats
        .iter()
        .map(|row| (row.win_rate.value - row.fair).abs())
        .fold(0.0, f64::max);
    Configuration {
        name: scenario.name.clone(),
        variant: scenario.variant.clone(),
        cell: scenario.cell.clone(),
        rules: rule_lines("", &scenario.setup.rules),
        seating: seating(&scenario.setup.seats),
        players: sheet.players as u32,
        games: tally.games,
        rotations: scenario.setup.seats.rotate.len().max(1) as u32,
        stopped: None,
        turn_word: sheet.turn_word.clone(),
        component_note: sheet.component_note.clone(),
        provenance: sheet.provenance.clone(),
        sides: side_rows(sheet, tally, looks),
        roles: role_rows(sheet, tally),
        seat_effect: deviation,
        seat_p: wald.map_or(1.0, |wald| wald.p),
        seats,
        role_seats: role_seat_rows(sheet, tally),
        bots: bot_rows(sheet, tally),
        endings: ending_rows(sheet, tally),
        lengths: vec![
            length_row(&sheet.turn_word, &tally.turns),
            length_row("decisions", &tally.decisions),
        ],
        histogram: histogram_rows(sheet, tally),
        counters: counter_rows(sheet, tally),
        components: component_rows(sheet, tally),
        drama: course::drama_rows(tally),
        lead_changes: course::lead_changes(tally),
        convergence: Vec::new(),
        targets: Vec::new(),
        samples: samples::rows(sheet, tally),
    }
}

/// Sums and sums of products of "seat won, less the share of all seats that won", the contrasts between seats, however
/// many win together.
fn centred(seats: &[SeatRow], pairs: &[u64]) -> (Vec<f64>, Vec<f64>) {
    let size = seats.len();
    let count = size.max(1) as f64;
    let row_mean = |i: usize| pairs[i * size..(i + 1) * size].iter().sum::<u64>() as f64 / count;
    let total = (0..size).map(row_mean).sum::<f64>() / count;
    let all = seats.iter().map(|row| row.wins).sum::<u64>() as f64 / count;
    let sums = seats.iter().map(|row| row.wins as f64 - all).collect();
    let products = (0..size * size)
        .map(|cell| pairs[cell] as f64 - row_mean(cell / size) - row_mean(cell % size) + total)
        .collect();
    (sums, products)
}

/// A share with the interval that fits its size: exact in the corners, Wilson elsewhere (statistics: Wilson 1927;
/// Clopper and Pearson 1934).
pub fn share(successes: u64, n: u64, confidence: f64) -> Rate {
    let interval = if successes.min(n - successes) <= 20 || n < 40 {
        stats::clopper_pearson(successes, n, confidence)
    } else {
        stats::wilson(successes as f64, n as f64, confidence)
    };
    Rate {
        value: if n == 0 { 0.0 } else { successes as f64 / n as f64 },
        lo: interval.lo,
        hi: interval.hi,
    }
}

/// The confidence each of `count` intervals needs so that all hold at once (Bonferroni).
pub fn simultaneous(count: usize) -> f64 {
    1.0 - (1.0 - CONFIDENCE) / count.max(1) as f64
}

/// Share of appearances that won; the games, not the appearances, are the sample.
fn clustered(appearances: &Appearances) -> Rate {
    let rows: Vec<(f64, f64, u64)> = appearances
        .rows()
        .map(|(seats, won, games)| (seats as f64, won as f64, games))
        .collect();
    let (seats, won) = appearances.totals();
    let value = if seats == 0 { 0.0 } else { won as f64 / seats as f64 };
    match stats::ratio_cluster(&rows, CONFIDENCE) {
        Some(ratio) if seats > 0 => Rate {
            value,
            lo: ratio.interval.lo.max(0.0),
            hi: ratio.interval.hi.min(1.0),
        },
        _ => Rate {
            value,
            lo: 0.0,
            hi: 1.0,
        },
    }
}

fn role_rows(sheet: &Sheet, tally: &Tally) -> Vec<RoleRow> {
    let row = |(index, name): (usize, &String)| {
        let (appearances, wins) = tally.roles[index].totals();
        let side = sheet.sides[sheet.role_sides[index]].clone();
        RoleRow {
            role: name.clone(),
            side,
            appearances,
            wins,
            win_rate: clustered(&tally.roles[index]),
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

fn seat_rows(sheet: &Sheet, tally: &Tally) -> Vec<SeatRow> {
    let all = simultaneous(sheet.players);
    let wins: Vec<u64> = tally.positions.iter().map(|counts| counts[1..].iter().sum()).collect();
    let row = |(position, name): (usize, &String)| SeatRow {
        seat: name.clone(),
        wins: wins[position],
        win_rate: share(wins[position], tally.games, CONFIDENCE),
        simultaneous: share(wins[position], tally.games, all),
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

fn role_seat_rows(sheet: &Sheet, tally: &Tally) -> Vec<RoleSeatRow> {
    let mut rows = Vec::new();
    for (role, role_name) in sheet.roles.iter().enumerate() {
        for (position, seat_name) in sheet.positions.iter().enumerate() {
            let (appearances, wins) = tally.role_positions[role * sheet.players + position];
            rows.push(RoleSeatRow {
                role: role_name.clone(),
                seat: seat_name.clone(),
                appearances,
                wins,
                win_rate: (appearances > 0).then(|| share(wins, appearances, CONFIDENCE)),
            });
        }
    }
    rows
}

fn bot_rows(sheet: &Sheet, tally: &Tally) -> Vec<BotRow> {
    let row = |(index, name): (usize, &String)| {
        let (appearances, wins) = tally.bots[index].totals();
        let mirror = appearances == tally.games * sheet.players as u64;
        BotRow {
            bot: name.clone(),
            appearances,
            wins,
            win_rate: clustered(&tally.bots[index]),
            mirror,
        }
    };
    sheet
        .bots
        .iter()
        .enumerate()
        .map(row)
        .filter(|row| row.appearances > 0)
        .collect()
}

fn ending_rows(sheet: &Sheet, tally: &Tally) -> Vec<EndingRow> {
    let row = |(index, name): (usize, &String)| {
        let games = tally.endings[index];
        let sum: u128 = tally.turns_by_ending[index]
            .rows()
            .map(|(value, count)| u128::from(value) * u128::from(count))
            .sum();
        EndingRow {
            ending: name.clone(),
            capped: sheet.capped[index],
            games,
            share: share(games, tally.games, CONFIDENCE),
            turns_mean: (games > 0).then(|| sum as f64 / games as f64),
        }
    };
    sheet.endings.iter().enumerate().map(row).collect()
}

fn length_row(measure: &str, histogram: &Histogram) -> LengthRow {
    let rows: Vec<(u32, u64)> = histogram.rows().collect();
    let moments = stats::hist_stats(&rows, CONFIDENCE);
    let mean = moments.mean.unwrap_or(0.0);
    let quantile = |percent: u32| {
        let found = stats::quantile_ci(&rows, u64::from(percent), 100, CONFIDENCE)?;
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
        mean: moments.interval.map_or(
            Rate {
                value: mean,
                lo: mean,
                hi: mean,
            },
            |ci| Rate {
                value: mean,
                lo: ci.lo,
                hi: ci.hi,
            },
        ),
        sd: moments.sd,
        min: rows.first().map_or(0, |row| row.0),
        max: rows.last().map_or(0, |row| row.0),
        quantiles: [5, 25, 50, 75, 95].into_iter().filter_map(quantile).collect(),
    }
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
    rows
}

fn counter_rows(sheet: &Sheet, tally: &Tally) -> Vec<CounterRow> {
    let total_of = |key: &str| {
        let index = sheet.counters.iter().position(|counter| counter.key == key)?;
        Some(tally.counters[index].sum)
    };
    let row = |(index, counter): (usize, &crate::games::Counter)| {
        let sums = tally.counters[index];
        let success = counter
            .of
            .and_then(total_of)
            .filter(|tries| *tries >= sums.sum && *tries > 0);
        CounterRow {
            counter: counter.key.to_owned(),
            help: counter.help.to_owned(),
            total: sums.sum,
            per_game: mean_of_sums(sums.sum, sums.squares, tally.games),
            games_with: share(sums.games, tally.games, CONFIDENCE),
            of: counter.of.map(str::to_owned),
            success: success.map(|tries| share(sums.sum, tries, CONFIDENCE)),
            rule: counter.rule,
        }
    };
    let named = sheet
        .counters
        .iter()
        .enumerate()
        .filter(|(_, counter)| !counter.key.is_empty());
    named.map(row).collect()
}

/// Mean and its normal interval from a sum and a sum of squares.
fn mean_of_sums(sum: u64, squares: u64, n: u64) -> Rate {
    let value = sum as f64 / n.max(1) as f64;
    let half = standard_error(i128::from(sum), u128::from(squares), n) * stats::z(CONFIDENCE);
    Rate {
        value,
        lo: (value - half).max(0.0),
        hi: value + half,
    }
}

/// Standard error of a mean from exact sums; 0 for fewer than two values.
pub fn standard_error(sum: i128, squares: u128, n: u64) -> f64 {
    if n < 2 {
        return 0.0;
    }
    let n_wide = u128::from(n);
    let numerator = (n_wide * squares).saturating_sub(sum.unsigned_abs() * sum.unsigned_abs());
    (numerator as f64 / (n_wide * (n_wide - 1)) as f64 / n as f64).sqrt()
}

fn component_rows(sheet: &Sheet, tally: &Tally) -> Vec<ComponentRow> {
    let sides = sheet.sides.len();
    let named: Vec<usize> = (0..sheet.components.len())
        .filter(|index| !sheet.components[*index].is_empty())
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
            let lift = (with > 0 && without > 0).then(|| {
                let interval = stats::newcombe_independent(wins_with, with, wins_without, without, all);
                let value = wins_with as f64 / with as f64 - wins_without as f64 / without as f64;
                Rate {
                    value,
                    lo: interval.lo,
                    hi: interval.hi,
                }
            });
            rows.push(ComponentRow {
                component: sheet.components[index].clone(),
                side: name.clone(),
                games_with: with,
                games_without: without,
                with: rate(wins_with, with),
                without: rate(wins_without, without),
                lift,
            });
        }
    }
    rows
}

/// Rules as `key = value` lines of TOML.
pub fn rule_lines(prefix: &str, rules: &toml::Table) -> Vec<String> {
    let mut lines = Vec::new();
    for (key, value) in rules {
        match value {
            toml::Value::Table(inner) => lines.extend(rule_lines(&format!("{prefix}{key}."), inner)),
            other => lines.push(format!("{prefix}{key} = {other}")),
        }
    }
    lines
}

/// Who plays where, in words.
pub fn seating(seats: &crate::games::Seats) -> String {
    if !seats.rotate.is_empty() {
        return format!(
            "{} in turn round the table, every deal once per shift",
            seats.rotate.join(", ")
        );
    }
    let mut parts: Vec<String> = seats
        .by_role
        .iter()
        .map(|(role, bot)| format!("{role}: {bot}"))
        .collect();
    parts.extend(seats.by_seat.iter().map(|(seat, bot)| format!("seat {seat}: {bot}")));
    let rest = if parts.is_empty() { "every seat" } else { "all others" };
    parts.push(format!("{rest}: {}", seats.all));
    parts.join(", ")
}
