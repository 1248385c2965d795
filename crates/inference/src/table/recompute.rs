//! Every figure of a report made again from its tables alone, as a reader of the CSV files would.

use std::collections::BTreeMap;

use super::compare::DifferenceJudge;
use super::coverage::{PLAIN, World, play, sheet};
use super::estimate::{configuration, seat_p};
use super::interval::{CONFIDENCE, Looks, Sampling, Seated, simultaneous};
use super::rows::{ComponentRow, CounterRow, DramaRow, SeatRow};
use super::{Comparison, Configuration, ConvergenceRow, Differing, Rate, Results, frames};
use crate::sample;
use balance_config::scenario::{self, Margins, Of};
use balance_simulation::sim::Pairs;
use balance_stats::Interval;

/// A table by the names of its columns.
type Table = Vec<BTreeMap<String, String>>;

/// The files that a run writes, read back.
struct Files(BTreeMap<&'static str, Table>);

impl Files {
    fn of(results: &Results) -> Self {
        let tables = frames(results).expect("tables").into_iter().map(|mut frame| {
            let [(_, bytes), _] = frame.files().expect("written");
            (frame.name, read(&String::from_utf8(bytes).expect("text")))
        });
        Files(tables.collect())
    }

    fn table(&self, name: &str) -> &Table {
        &self.0[name]
    }

    /// Rows of a table in which these columns say so.
    fn rows<'f>(&'f self, table: &str, wanted: &[(&str, &str)]) -> Vec<&'f BTreeMap<String, String>> {
        let fits = |row: &&BTreeMap<String, String>| wanted.iter().all(|(column, value)| row[*column] == *value);
        self.table(table).iter().filter(fits).collect()
    }
}

/// Lines of values between commas; no name of these tables has quotes or commas.
fn read(text: &str) -> Table {
    let mut lines = text.lines();
    let heads: Vec<&str> = lines.next().expect("heads").split(',').collect();
    let row = |line: &str| -> BTreeMap<String, String> {
        let cells = line.split(',').map(str::to_owned);
        heads.iter().map(|head| (*head).to_owned()).zip(cells).collect()
    };
    lines.map(row).collect()
}

fn count(row: &BTreeMap<String, String>, column: &str) -> u64 {
    row[column]
        .parse()
        .unwrap_or_else(|_| panic!("{column}: {}", row[column]))
}

fn number(row: &BTreeMap<String, String>, column: &str) -> Option<f64> {
    let cell = &row[column];
    (!cell.is_empty()).then(|| cell.parse().unwrap_or_else(|_| panic!("{column}: {cell}")))
}

/// The estimate in three columns; none where it is empty.
fn rate(row: &BTreeMap<String, String>, column: &str) -> Option<Rate> {
    let end = |end: &str| number(row, &format!("{column}-{end}"));
    let interval = Interval {
        lo: end("lo").unwrap_or(f64::NEG_INFINITY),
        hi: end("hi").unwrap_or(f64::INFINITY),
    };
    number(row, column).map(|value| Rate::new(value, interval))
}

fn near(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq() || (a - b).abs() <= 1e-9 * (1.0 + b.abs())
}

#[track_caller]
fn same(made: Option<Rate>, found: Option<Rate>) {
    let near = |(a, b): (Rate, Rate)| near(a.value, b.value) && near(a.lo, b.lo) && near(a.hi, b.hi);
    let equal = made.zip(found).map_or(made.is_none() && found.is_none(), near);
    assert!(equal, "made again {made:?}, found {found:?}");
}

/// A run of two configurations of a made-up game on the same deals.
fn results(world: World, looks: Looks) -> Results {
    let (sheet, deals) = (sheet(), 300);
    let ((before, reference), (after, other)) = (play(7, deals, world, false), play(7, deals, world, true));
    let rotate = if world.rotations == 1 { 0 } else { world.rotations };
    let made = |name: &str, tally| {
        let mut named = scenario::Configuration::default();
        name.clone_into(&mut named.name);
        named.setup.seats.rotate = vec!["x".to_owned(); rotate];
        let mut made = configuration(&named, &sheet, tally, looks);
        let (wins, games) = (made.sides[0].wins / 2, made.games / 2);
        made.convergence.push(ConvergenceRow {
            games,
            side: made.sides[0].side.clone(),
            wins,
            win_rate: made.sampling().share(wins, games, CONFIDENCE),
        });
        made
    };
    let mut pairs = Pairs::new(&sheet, world.rotations);
    pairs.add(0, &reference, &other);
    let judge = DifferenceJudge {
        confidence: simultaneous(4),
        margins: Margins::one(0.02),
        looks,
    };
    let tallies = [&before, &after];
    let mut rows: Vec<_> = (0..2)
        .map(|side| judge.wins(&sheet.sides[side], side, tallies, &pairs))
        .collect();
    rows.push(judge.length([&sheet, &sheet], tallies, &pairs));
    rows.push(judge.ending(&sheet, 0, tallies, &pairs));
    let mut results = sample::single();
    results.comparisons = vec![Comparison {
        reference: "before".to_owned(),
        configuration: "after".to_owned(),
        pairs: pairs.pairs,
        won_otherwise: None,
        rotations: world.rotations as u32,
        rows,
    }];
    results.configurations = vec![made("before", &before), made("after", &after)];
    results
}

#[test]
fn every_figure_can_be_made_again_from_the_files() {
    let four = World {
        rotations: 4,
        repeats: false,
    };
    for (world, looks) in [
        (PLAIN, Looks::Fixed),
        (four, Looks::Fixed),
        (PLAIN, Looks::Until(0.02)),
        (four, Looks::Until(0.02)),
    ] {
        let files = Files::of(&results(world, looks));
        for each in files.table("configurations") {
            again(&files, each);
        }
        differences(&files);
    }
}

fn sampling(each: &BTreeMap<String, String>) -> Sampling {
    Sampling {
        games: count(each, "games"),
        rotations: count(each, "rotations") as u32,
        looks: number(each, "planned").map_or(Looks::Fixed, Looks::Until),
    }
}

fn seated(files: &Files, configuration: &str, of: &str, name: &str) -> Vec<Seated> {
    let rows = files.rows(
        "seated",
        &[("configuration", configuration), ("of", of), ("name", name)],
    );
    let seated = |row: &&BTreeMap<String, String>| Seated {
        seats: count(row, "seats"),
        won: count(row, "won"),
        games: count(row, "games"),
    };
    rows.iter().map(seated).collect()
}

fn deals(files: &Files, configuration: &str, of: &str, name: &str) -> Vec<u64> {
    let rows = files.rows("deals", &[("configuration", configuration), ("of", of), ("name", name)]);
    rows.iter().map(|row| count(row, "deals")).collect()
}

fn again(files: &Files, each: &BTreeMap<String, String>) {
    let (name, sampling) = (each["configuration"].as_str(), sampling(each));
    let of = |table: &str| files.rows(table, &[("configuration", name)]);
    let deals = |of: &str, row: &str| deals(files, name, of, row);
    let sides = of("sides");
    for row in &sides {
        let at =
            |confidence| Some(sampling.share_of_deals(&deals("side", &row["side"]), count(row, "wins"), confidence));
        same(at(CONFIDENCE), rate(row, "win-rate"));
        same(at(simultaneous(sides.len())), rate(row, "simultaneous"));
    }
    for row in of("endings") {
        let share = sampling.share_of_deals(&deals("ending", &row["ending"]), count(row, "games"), CONFIDENCE);
        same(Some(share), rate(row, "share"));
    }
    for (table, column) in [("roles", "role"), ("bots", "bot")] {
        for row in of(table) {
            let share = sampling.share_of_seats(&seated(files, name, column, &row[column]), CONFIDENCE);
            same(Some(share), rate(row, "win-rate"));
        }
    }
    for row in of("role-seats") {
        let appearances = count(row, "appearances");
        let share = (appearances > 0).then(|| sampling.share(count(row, "wins"), appearances, CONFIDENCE));
        same(share, rate(row, "win-rate"));
    }
    for row in of("convergence") {
        let share = sampling.share(count(row, "wins"), count(row, "games"), CONFIDENCE);
        same(Some(share), rate(row, "win-rate"));
    }
    seats(files, each);
    lengths(files, each);
    events(files, each);
}

fn seats(files: &Files, each: &BTreeMap<String, String>) {
    let (name, sampling) = (each["configuration"].as_str(), sampling(each));
    let deals = |seat: &str| deals(files, name, "seat", seat);
    let rows = files.rows("seats", &[("configuration", name)]);
    let roles = files.rows("roles", &[("configuration", name)]);
    let made: Vec<SeatRow> = rows
        .iter()
        .map(|row| {
            let seat = row["seat"].clone();
            let wins = count(row, "wins");
            let expected = roles.iter().map(|role| {
                let wanted = [
                    ("configuration", name),
                    ("role", role["role"].as_str()),
                    ("seat", seat.as_str()),
                ];
                let here: u64 = files
                    .rows("role-seats", &wanted)
                    .iter()
                    .map(|row| count(row, "appearances"))
                    .sum();
                here as f64 * count(role, "wins") as f64 / count(role, "appearances") as f64
            });
            SeatRow {
                wins,
                win_rate: sampling.share_of_deals(&deals(&seat), wins, CONFIDENCE),
                simultaneous: sampling.share_of_deals(&deals(&seat), wins, simultaneous(rows.len())),
                deals: deals(&seat),
                fair: expected.sum::<f64>() / sampling.games as f64,
                seat,
            }
        })
        .collect();
    for (made, row) in made.iter().zip(&rows) {
        same(Some(made.win_rate), rate(row, "win-rate"));
        same(Some(made.simultaneous), rate(row, "simultaneous"));
        assert!(near(made.fair, number(row, "fair").expect("expected")));
    }
    let winners = files.rows("winners", &[("configuration", name)]);
    let winners: Vec<u64> = winners.iter().map(|row| count(row, "games")).collect();
    assert!(near(
        seat_p(&made, &winners, sampling),
        number(each, "seat-p").expect("p")
    ));
    let effect = made
        .iter()
        .map(|row| (row.win_rate.value - row.fair).abs())
        .fold(0.0, f64::max);
    assert!(near(effect, number(each, "seat-effect").expect("effect")));
}

fn lengths(files: &Files, each: &BTreeMap<String, String>) {
    let (name, sampling) = (each["configuration"].as_str(), sampling(each));
    for row in files.rows("lengths", &[("configuration", name)]) {
        let games = files.rows(
            "histogram",
            &[("configuration", name), ("measure", row["measure"].as_str())],
        );
        let histogram: Vec<(u32, u64)> = games
            .iter()
            .map(|row| (count(row, "value") as u32, count(row, "games")))
            .collect();
        let most = number(each, "turns-max").filter(|_| row["measure"] == each["turn-word"]);
        same(
            Some(sampling.mean(&histogram, most.map(|most| most as u32), CONFIDENCE)),
            rate(row, "mean"),
        );
        for percent in [5, 25, 50, 75, 95] {
            let found = sampling.quantile(&histogram, percent, CONFIDENCE).expect("games");
            let made = Rate {
                value: f64::from(found.q),
                lo: found.lo.map_or(f64::NEG_INFINITY, f64::from),
                hi: found.hi.map_or(f64::INFINITY, f64::from),
            };
            same(Some(made), rate(row, &format!("q{percent:02}")));
        }
    }
    for row in files.rows("drama", &[("configuration", name)]) {
        let made = DramaRow {
            percent: 50,
            led: count(row, "led"),
            led_won: count(row, "led-won"),
            leader_wins: None,
            behind: count(row, "behind"),
            behind_won: count(row, "behind-won"),
            last_wins: None,
            leaders: seated(files, name, "leader", &row["percent"]),
            lasts: seated(files, name, "last", &row["percent"]),
        };
        same(made.leader_at(sampling, CONFIDENCE), rate(row, "leader-wins"));
        same(made.last_at(sampling, CONFIDENCE), rate(row, "last-wins"));
    }
}

fn events(files: &Files, each: &BTreeMap<String, String>) {
    let (name, sampling) = (each["configuration"].as_str(), sampling(each));
    let counters = files.rows("counters", &[("configuration", name)]);
    let made = |row: &&BTreeMap<String, String>| {
        let nothing = Rate::new(0.0, Interval::ANY);
        CounterRow {
            counter: row["counter"].clone(),
            help: String::new(),
            total: count(row, "total"),
            squares: count(row, "squares"),
            most: count(row, "most"),
            games: count(row, "games"),
            deals: deals(files, name, "event", &row["counter"]),
            per_game: nothing,
            games_with: nothing,
            of: Some(row["of"].clone()),
            success: None,
            rule: true,
            amount: false,
        }
    };
    let made: Vec<CounterRow> = counters.iter().map(made).collect();
    for (row, each) in counters.iter().zip(&made) {
        same(Some(each.per_game_at(sampling, CONFIDENCE)), rate(row, "per-game"));
        same(Some(each.games_with_at(sampling, CONFIDENCE)), rate(row, "games-with"));
        same(each.success_at(&made, sampling, CONFIDENCE), rate(row, "success"));
    }
    let components = files.rows("components", &[("configuration", name)]);
    for row in &components {
        let made = ComponentRow {
            component: row["component"].clone(),
            held: balance_config::games::Presence::default(),
            side: row["side"].clone(),
            games_with: count(row, "games-with"),
            games_without: count(row, "games-without"),
            wins_with: count(row, "wins-with"),
            wins_without: count(row, "wins-without"),
            with: None,
            without: None,
            lift: None,
        };
        same(
            made.lift_at(sampling, simultaneous(components.len())),
            rate(row, "lift"),
        );
    }
}

fn differences(files: &Files) {
    let rows = files.table("comparisons");
    for row in rows {
        let wanted = ["configuration", "reference", "metric"].map(|column| (column, row[column].as_str()));
        let differing: Vec<Differing> = files
            .rows("differences", &wanted)
            .iter()
            .map(|row| Differing {
                by: row["by"].parse().expect("a whole number"),
                deals: count(row, "deals"),
            })
            .collect();
        let reference = files.rows("configurations", &[("configuration", row["reference"].as_str())]);
        let sampling = sampling(reference[0]);
        let range = number(row, "range").map(|range| range as u32);
        let at = |confidence| {
            Some(match range.filter(|_| Of::metric(&row["metric"]).mean().is_some()) {
                Some(most) => sampling.length_difference(&differing, most, confidence),
                None => sampling.difference(&differing, range, confidence),
            })
        };
        same(at(CONFIDENCE), rate(row, "difference"));
        same(at(simultaneous(rows.len())), rate(row, "simultaneous"));
        let deals: u64 = differing.iter().map(|row| row.deals).sum();
        let mean = differing
            .iter()
            .map(|row| row.by as f64 * row.deals as f64)
            .sum::<f64>()
            / deals as f64;
        let squares: f64 = differing
            .iter()
            .map(|row| (row.by as f64 - mean).powi(2) * row.deals as f64)
            .sum();
        let apart =
            ["variance-in-reference", "variance-in-configuration"].map(|column| number(row, column).expect("variance"));
        let gain = (apart[0] + apart[1]) / (squares / (deals - 1) as f64);
        let told = number(row, "pairing-gain").expect("a gain");
        assert!(near(gain, told), "{gain} {told}");
    }
}

/// The same configuration, made from the results, is what `results.json` gives back.
#[test]
fn open_ends_survive_the_file() {
    let mut results = results(PLAIN, Looks::Fixed);
    let rate: &mut Rate = &mut results.configurations[0].counters[1].per_game;
    *rate = Rate::new(0.0, Interval::from(0.0));
    let text = serde_json::to_string(&results).expect("written");
    assert!(text.contains("\"hi\":null"));
    let back: Results = serde_json::from_str(&text).expect("read");
    let first: fn(&Results) -> &Configuration = |results| &results.configurations[0];
    assert_eq!(first(&back), first(&results));
}
