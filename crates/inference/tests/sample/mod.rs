//! Made-up results of the right shape, for the tests of this crate and of the report, which both include this file: nothing here
//! was played.

use balance_config::games::divergence::Cause;
use balance_config::games::{Presence, Provenance, Status};
use balance_config::scenario::Margins;
use balance_engine::tally::Choices;
use balance_inference::judge::{self, Answer, Strength};
use balance_inference::table::{
    BotRow, Comparison, ComparisonRow, ComponentRow, Configuration, CounterRow, DifferenceVerdict, Differing,
    EndingRow, FORMAT, Gain, HistogramRow, LengthRow, Parted, Partings, Place, Quantile, Rate, Results, RoleRow,
    RoleSeatRow, SampleRow, Sampling, ScenarioInfo, SeatRow, Seated, Shows, SideRow, TargetRow,
};

/// A name that breaks every file format that does not escape it.
pub const HOSTILE: &str = "<b>two</b> & \"more\" | 'kelp'";

const SIDES: [&str; 3] = ["merchants", "separatists", "profiteer"];

/// One configuration of a million games.
pub fn single() -> Results {
    run(
        "riverbed-9p",
        "Riverbed Hunt, nine players",
        vec![configuration("riverbed-9p", 1_000_000, [0.399, 0.471, 0.128])],
    )
}

/// A base and two variants, compared; one has a hostile name.
pub fn variants() -> Results {
    let mut all = vec![
        configuration("base", 20_000, [0.4, 0.47, 0.128]),
        configuration("one coin fewer", 20_000, [0.38, 0.44, 0.178]),
        configuration(HOSTILE, 20_000, [0.401, 0.469, 0.128]),
    ];
    all[1].variant = Some("one coin fewer".to_owned());
    all[1].rules.push("end-points.coins = 6".to_owned());
    all[2].variant = Some(HOSTILE.to_owned());
    let mut results = run("coins", "Riverbed Hunt: one coin fewer?", all);
    results.comparisons = (1..3).map(|index| comparison(&results, index)).collect();
    results.parted = vec![parted(&results)];
    results
}

/// A matrix of 36 cells, compared with the first.
pub fn matrix() -> Results {
    let mut all = Vec::new();
    for players in [4u32, 5, 6, 7, 8, 9] {
        for coins in 3..9u32 {
            let profiteer = 0.05 + 0.06 * f64::from(9 - coins) + 0.004 * f64::from(players);
            let rest = 0.995 - profiteer;
            let name = format!("players = {players}, end-points.coins = {coins}");
            let mut each = configuration(&name, 5_000, [rest * 0.46, rest * 0.54, profiteer]);
            each.cell = vec![
                ("rules.players".to_owned(), players.to_string()),
                ("rules.end-points.coins".to_owned(), coins.to_string()),
            ];
            all.push(each);
        }
    }
    let mut results = run("matrix", "Riverbed Hunt: coins by players", all);
    results.comparisons = (1..36).map(|index| comparison(&results, index)).collect();
    results
}

fn run(name: &str, title: &str, configurations: Vec<Configuration>) -> Results {
    // A report looks up what is known of its game.
    std::sync::LazyLock::force(&crate::built_in::BUILT_IN);
    Results {
        format: FORMAT,
        program: "0.1.0".to_owned(),
        scenario: ScenarioInfo {
            name: name.to_owned(),
            title: title.to_owned(),
            game: "riverbed".to_owned(),
            game_title: "Riverbed Hunt".to_owned(),
            seed: 20_261_121,
            random_scheme: 1,
            games: configurations.first().map_or(0, |each| each.games),
            confidence: 0.95,
            margins: Margins::one(0.02),
            time: None,
            any_time: false,
            compared: None,
            files: Vec::new(),
            set: Vec::new(),
            league: false,
            no_league: false,
            wished: false,
        },
        configurations,
        comparisons: Vec::new(),
        parted: Vec::new(),
        interrupted: false,
    }
}

fn sampling(games: u64) -> Sampling {
    Sampling::fixed(games, 1)
}

fn share_for(wins: u64, games: u64, rows: u64) -> Rate {
    sampling(games).share(wins, games, 1.0 - 0.05 / rows as f64)
}

fn share(wins: u64, games: u64) -> Rate {
    share_for(wins, games, 1)
}

fn part(games: u64, fraction: f64) -> u64 {
    (games as f64 * fraction).round() as u64
}

fn configuration(name: &str, games: u64, rates: [f64; 3]) -> Configuration {
    let wins: Vec<u64> = rates.iter().map(|rate| part(games, *rate)).collect();
    let capped = games - wins.iter().sum::<u64>();
    let seats: Vec<SeatRow> = (0..9).map(|seat| seat_row(seat, games)).collect();
    Configuration {
        name: name.to_owned(),
        rules: vec!["players = 9".to_owned()],
        seating: "every seat: heuristic".to_owned(),
        players: 9,
        games,
        rotations: 1,
        turns_max: Some(200),
        playtests: None,
        turn_word: "turns".to_owned(),
        turn_note: "one player acts".to_owned(),
        component_note: "a tile counts when it lies face-up at the end".to_owned(),
        provenance: vec![
            provenance("tiles", "names", Status::Published, 36),
            provenance("tiles", "elements", Status::Published, 12),
            provenance("tiles", "elements", Status::Reconstructed, 24),
            provenance("end points", "", Status::Constrained, 3),
        ],
        sides: side_rows(&wins, capped, games),
        roles: role_rows(&wins, games),
        role_seats: role_seat_rows(&wins, games),
        bots: vec![BotRow {
            bot: "heuristic".to_owned(),
            kind: "heuristic".to_owned(),
            appearances: 9 * games,
            wins: 3 * games,
            seated: vec![seated(9, 3, games)],
            win_rate: share(3 * games, 9 * games),
            mirror: true,
            random: false,
            searches: false,
        }],
        endings: ending_rows(&wins, capped, games),
        lengths: vec![length_row("turns", games, 1), length_row("decisions", games, 4)],
        choices: Choices {
            decisions: 105 * games,
            options: 630 * games,
            forced: 35 * games,
        },
        histogram: histogram_rows(games),
        counters: counter_rows(games),
        components: component_rows(&wins, games),
        samples: samples(),
        seat_effect: seats
            .iter()
            .map(|row| (row.win_rate.value - row.fair).abs())
            .fold(0.0, f64::max),
        seat_p: 0.000_02,
        winners: vec![0, 0, 0, games],
        seats,
        ..Configuration::default()
    }
}

fn samples() -> Vec<SampleRow> {
    let row = |shows: Shows, name: &str, side: &str, game: u64| SampleRow {
        shows,
        name: name.to_owned(),
        side: side.to_owned(),
        game,
        rotation: 0,
    };
    let mut rows = vec![
        row(Shows::Shortest, "", "", 812),
        row(Shows::Longest, "", "", 4093),
        row(Shows::Nobody, "", "", 377),
        row(Shows::Ending, "kelp", "", 0),
        row(Shows::Ending, "turn cap", "", 377),
        row(Shows::Event, "dives", "", 0),
        row(Shows::Event, "cons-won", "", 61),
    ];
    rows.extend((0..3).map(|side| row(Shows::Side, SIDES[side], "", side as u64)));
    rows.extend((0..9).map(|seat| row(Shows::Seat, &seat_name(seat), "", seat / 3)));
    rows.extend((0..3).map(|side| row(Shows::Component, "card 2", SIDES[side], 20 + side as u64)));
    rows
}

fn provenance(part: &str, aspect: &str, status: Status, entries: u32) -> Provenance {
    Provenance {
        part: part.to_owned(),
        aspect: aspect.to_owned(),
        status,
        entries,
    }
}

fn side_rows(wins: &[u64], capped: u64, games: u64) -> Vec<SideRow> {
    let row = |side: &str, wins: u64, fair: Option<f64>| SideRow {
        side: side.to_owned(),
        wins,
        games,
        deals: vec![games - wins, wins],
        win_rate: share(wins, games),
        simultaneous: share_for(wins, games, 4),
        fair,
    };
    let mut rows: Vec<SideRow> = SIDES
        .iter()
        .zip(wins)
        .map(|(side, wins)| row(side, *wins, Some(1.0 / 3.0)))
        .collect();
    rows.push(row("nobody", capped, None));
    rows
}

fn role_rows(wins: &[u64], games: u64) -> Vec<RoleRow> {
    let roles = [
        ("chief", 0, 1),
        ("merchant", 0, 3),
        ("leader", 1, 1),
        ("separatist", 1, 3),
        ("profiteer", 2, 1),
    ];
    roles
        .iter()
        .map(|(role, side, count)| RoleRow {
            role: (*role).to_owned(),
            side: SIDES[*side].to_owned(),
            appearances: count * games,
            wins: count * wins[*side],
            seated: vec![
                seated(*count, 0, games - wins[*side]),
                seated(*count, *count, wins[*side]),
            ],
            win_rate: share(wins[*side], games),
        })
        .collect()
}

fn seated(seats: u64, won: u64, games: u64) -> Seated {
    Seated { seats, won, games }
}

fn seat_name(seat: u64) -> String {
    match seat {
        0 => "1 (left of the Chief)".to_owned(),
        8 => "9 (the Chief)".to_owned(),
        _ => format!("{}", seat + 1),
    }
}

fn seat_row(seat: u64, games: u64) -> SeatRow {
    let wins = part(games, 0.389 - 0.004 * seat as f64);
    SeatRow {
        seat: seat_name(seat),
        wins,
        deals: Vec::new(),
        win_rate: share(wins, games),
        simultaneous: share_for(wins, games, 9),
        fair: 0.373,
    }
}

fn role_seat_rows(wins: &[u64], games: u64) -> Vec<RoleSeatRow> {
    let mut rows = Vec::new();
    for role in role_rows(wins, games) {
        for seat in 0..9 {
            let only_chief = role.role == "chief";
            let occurs = only_chief == (seat == 8);
            let appearances = if occurs { games / 8 } else { 0 };
            let wins = part(
                appearances,
                (role.win_rate.value + 0.01 * (4.0 - seat as f64)).clamp(0.0, 1.0),
            );
            rows.push(RoleSeatRow {
                role: role.role.clone(),
                seat: seat_name(seat),
                appearances,
                wins,
                win_rate: occurs.then(|| share(wins, appearances)),
            });
        }
    }
    rows
}

fn ending_rows(wins: &[u64], capped: u64, games: u64) -> Vec<EndingRow> {
    let row = |(ending, games_so, at_cap): (&str, u64, bool)| EndingRow {
        ending: ending.to_owned(),
        capped: at_cap,
        ruled_out: false,
        games: games_so,
        deals: vec![games - games_so, games_so],
        share: share(games_so, games),
        turns_mean: (games_so > 0).then_some(if at_cap { 200.0 } else { 27.4 }),
    };
    let rows = [
        ("kelp", wins[0], false),
        ("logs", wins[1], false),
        ("coins", wins[2], false),
        ("turn cap", capped, true),
    ];
    rows.into_iter().map(row).collect()
}

/// Games by length, a hump from 8 to 60.
fn hump(games: u64) -> Vec<(u32, u64)> {
    let weight = |turns: u32| {
        let from_middle = (f64::from(turns) - 26.0) / 9.0;
        (-from_middle * from_middle / 2.0).exp()
    };
    let total: f64 = (8..=60).map(weight).sum();
    (8..=60)
        .map(|turns| (turns, part(games, weight(turns) / total)))
        .collect()
}

fn histogram_rows(games: u64) -> Vec<HistogramRow> {
    let of = |measure: &str, times: u32| -> Vec<HistogramRow> {
        let row = |(value, games)| HistogramRow {
            measure: measure.to_owned(),
            value: value * times,
            games,
        };
        hump(games).into_iter().map(row).collect()
    };
    let mut rows = of("turns", 1);
    rows.extend(of("decisions", 4));
    rows
}

fn length_row(measure: &str, games: u64, times: u32) -> LengthRow {
    let half = f64::from(times) * 17.6 / (games as f64).sqrt();
    let mean = f64::from(times) * 26.3;
    let quantile = |(percent, value): (u32, u32)| Quantile {
        percent,
        value: value * times,
        lo: Some(value * times),
        hi: Some(value * times),
    };
    LengthRow {
        measure: measure.to_owned(),
        games,
        mean: Rate::plus_minus(mean, half),
        sd: Some(f64::from(times) * 8.98),
        min: 8 * times,
        max: 60 * times,
        quantiles: [(5, 12), (25, 20), (50, 26), (75, 32), (95, 42)].map(quantile).to_vec(),
    }
}

fn counter_rows(games: u64) -> Vec<CounterRow> {
    let row = |counter: &str, help: &str, per_game: f64, games_with: f64, of: Option<(&str, f64)>| {
        let total = part(games, per_game);
        let with = part(games, games_with);
        let half = 1.96 * per_game.sqrt() / (games as f64).sqrt();
        CounterRow {
            counter: counter.to_owned(),
            help: help.to_owned(),
            total,
            squares: total * total.div_ceil(with.max(1)),
            most: total.div_ceil(with.max(1)),
            games: with,
            deals: Vec::new(),
            per_game: Rate {
                value: per_game,
                lo: (per_game - half).max(0.0),
                hi: per_game + half,
            },
            games_with: share(with, games),
            of: of.map(|(of, _)| of.to_owned()),
            success: of.map(|(_, tries)| share(total, part(games, tries))),
            rule: true,
            amount: false,
        }
    };
    vec![
        row("dives", "tiles viewed by Dive", 11.46, 0.999, None),
        row("hunts", "Hunts declared by the Leader", 0.812, 0.61, None),
        row(
            "hunts-won",
            "Hunts that ended the game for the separatists",
            0.402,
            0.402,
            Some(("hunts", 0.812)),
        ),
        row("cons", "Cons declared by the Profiteer", 0.31, 0.31, None),
        row(
            "cons-won",
            "Cons that ended the game for the Profiteer",
            0.0124,
            0.0124,
            Some(("cons", 0.31)),
        ),
        row("markers-used", "refresh markers used", 0.001, 0.001, None),
    ]
}

fn component_rows(wins: &[u64], games: u64) -> Vec<ComponentRow> {
    let mut rows = Vec::new();
    for index in 0..14u32 {
        let component = if index < 12 {
            format!("tile {}", index + 1)
        } else {
            format!("card {}", index - 11)
        };
        let with = if index == 11 {
            0
        } else {
            part(games, 0.1 + 0.05 * f64::from(index))
        };
        for (side, name) in SIDES.iter().enumerate() {
            let rate = wins[side] as f64 / games as f64;
            let swing = 0.012 * f64::from(index) * [1.0, -0.7, -0.3][side];
            let mut row = ComponentRow {
                component: component.clone(),
                held: if index < 12 { Presence::AtEnd } else { Presence::Used },
                side: (*name).to_owned(),
                games_with: with,
                games_without: games - with,
                wins_with: part(with, (rate + swing / 2.0).clamp(0.0, 1.0)),
                wins_without: part(games - with, (rate - swing / 2.0).clamp(0.0, 1.0)),
                with: (with > 0).then_some((rate + swing / 2.0).clamp(0.0, 1.0)),
                without: Some((rate - swing / 2.0).clamp(0.0, 1.0)),
                lift: None,
            };
            row.lift = row.lift_at(sampling(games), 1.0 - 0.05 / 42.0);
            rows.push(row);
        }
    }
    rows
}

fn comparison(results: &Results, index: usize) -> Comparison {
    let (a, b) = (&results.configurations[0], &results.configurations[index]);
    let error = 0.55 / (a.games as f64).sqrt();
    let row = |metric: String, reference: f64, other: f64, error: f64, margin: f64| {
        let value = other - reference;
        let rate = |times: f64| Rate::plus_minus(value, times * error);
        let simultaneous = rate(2.9);
        let range = Some(if metric == "turns.mean" { 200 } else { 1 });
        ComparisonRow {
            metric,
            reference,
            other,
            difference: rate(1.96),
            simultaneous,
            pairing_gain: Some(1.6),
            verdict: DifferenceVerdict::of(simultaneous, margin),
            fair: None,
            differing: if value == 0.0 {
                vec![Differing { by: 0, deals: a.games }]
            } else {
                let by = if value > 0.0 { 1 } else { -1 };
                let deals = a.games - 1;
                vec![Differing { by: 0, deals }, Differing { by, deals: 1 }]
            },
            range,
            variances: [0.0, 0.0],
        }
    };
    let margin = results.scenario.margins.share;
    let mut rows: Vec<ComparisonRow> = (0..3)
        .map(|side| {
            let metric = format!("win-rate.{}", SIDES[side]);
            row(
                metric,
                a.sides[side].win_rate.value,
                b.sides[side].win_rate.value,
                error,
                margin,
            )
        })
        .collect();
    rows.push(row(
        "turns.mean".to_owned(),
        26.3,
        26.3 - 0.4 * f64::from(index as u32 % 2),
        14.0 * error,
        26.3 * margin,
    ));
    Comparison {
        reference: a.name.clone(),
        configuration: b.name.clone(),
        pairs: a.games,
        rotations: 1,
        won_otherwise: Some(7 * index as u64),
        rows,
    }
}

/// Of 2,000 games that were played under both, 300 are won by others: the profiteer gains what the others lose.
fn parted(results: &Results) -> Parted {
    let ends = Cause::End([None, Some("coins".to_owned())]);
    let tile = Cause::At("tile 6 is turned up".to_owned());
    let place = |cause: Option<Cause>, games: u64, bots_first: u64, game: u64| Place {
        cause,
        games,
        share: share_for(games, 200, 21),
        bots_first,
        samples: vec![(game, 0), (game + 7, 0)],
    };
    let gain = |side: &str, gained: bool, games: u64, parts: [u64; 3]| {
        let looked = parts.iter().sum();
        Gain {
            side: side.to_owned(),
            gained,
            games,
            share: share_for(games, 2_000, 7),
            looked,
            parts: parts.to_vec(),
            most: (looked > 0).then(|| (0, share_for(parts[0], looked, 21))),
        }
    };
    Parted {
        reference: results.configurations[0].name.clone(),
        configuration: results.configurations[1].name.clone(),
        other_bots: false,
        bots_alone: None,
        found: Partings {
            deals: 2_000,
            games: 2_000,
            flips: 300,
            share: share_for(300, 2_000, 7),
            swings: vec![
                gain("merchants", true, 0, [0; 3]),
                gain("merchants", false, 160, [64, 20, 22]),
                gain("separatists", true, 0, [0; 3]),
                gain("separatists", false, 140, [56, 20, 18]),
                gain("profiteer", true, 300, [120, 40, 40]),
                gain("profiteer", false, 0, [0; 3]),
            ],
            looked: 200,
            bots_first: 90,
            laid_out: 0,
            places: 3,
            rows: vec![
                place(Some(ends), 120, 50, 3),
                place(Some(tile), 40, 0, 11),
                place(None, 40, 40, 5),
            ],
        },
    }
}

/// A row that wants `metric` in a band, and what was found.
pub fn wish(metric: &str, band: (f64, f64), found: (judge::Verdict, f64)) -> TargetRow {
    let (verdict, value) = found;
    TargetRow {
        change: false,
        metric: metric.to_owned(),
        from: Some(band.0),
        to: Some(band.1),
        answer: Some(Answer {
            verdict,
            strength: match verdict {
                judge::Verdict::Undecided => Strength::Open,
                _ => Strength::Clear,
            },
            value,
            lo: Some(value - 0.01),
            hi: Some(value + 0.01),
            deals: 20_000,
            error: 0.01,
            enough: None,
        }),
    }
}
