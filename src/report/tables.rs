//! Every table of a report, once, as rows of cells; terminal, Markdown and HTML only lay them out.

use super::format;
use crate::games::Status;
use crate::table::{Comparison, ComparisonRow, ComponentRow, Configuration, Rate, Results, SeatRow};

/// A table to be shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its anchor.
    pub id: &'static str,
    /// Its caption.
    pub title: String,
    /// How to read it, in a sentence.
    pub note: String,
    /// Column heads.
    pub heads: Vec<Head>,
    /// Rows of as many cells as there are heads.
    pub rows: Vec<Vec<Cell>>,
}

/// A column head.
#[derive(Clone, Debug)]
pub struct Head {
    /// What it says.
    pub text: String,
    /// What that means, where it needs saying.
    pub help: &'static str,
    /// Are its cells numbers?
    pub number: bool,
}

/// A cell: what it says, and what it is sorted by.
#[derive(Clone, Debug)]
pub struct Cell {
    /// What it says.
    pub text: String,
    /// The number behind it, if any.
    pub value: Option<f64>,
    /// The ends of its interval, if it has one.
    pub ends: Option<(f64, f64)>,
}

fn text(text: impl Into<String>) -> Cell {
    Cell {
        text: text.into(),
        value: None,
        ends: None,
    }
}

fn number(text: impl Into<String>, value: f64) -> Cell {
    Cell {
        text: text.into(),
        value: Some(value),
        ends: None,
    }
}

fn estimate(text: impl Into<String>, rate: Rate) -> Cell {
    Cell {
        text: text.into(),
        value: Some(rate.value),
        ends: Some((rate.lo, rate.hi)),
    }
}

fn share(rate: Rate) -> Cell {
    estimate(format::share(rate), rate)
}

fn gap(value: f64, decimals: usize) -> Cell {
    number(format::points_only(value, decimals), value)
}

fn count(value: u64) -> Cell {
    number(format::count(value), value as f64)
}

fn optional<T>(value: Option<T>, cell: impl Fn(T) -> Cell) -> Cell {
    value.map_or_else(|| text("–"), cell)
}

fn word(name: &str) -> Head {
    Head {
        text: name.to_owned(),
        help: "",
        number: false,
    }
}

fn figure(name: &str, help: &'static str) -> Head {
    Head {
        text: name.to_owned(),
        help,
        number: true,
    }
}

const INTERVAL: &str = "share of games; in brackets the 95 % interval";

/// All tables of one configuration.
pub fn of_configuration(each: &Configuration) -> Vec<Shown> {
    let all = vec![
        sides(each),
        roles(each),
        seats(each),
        lengths(each),
        endings(each),
        counters(each),
        bots(each),
        components(each),
        role_seats(each),
    ];
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

fn sides(each: &Configuration) -> Shown {
    let row = |row: &crate::table::SideRow| {
        vec![
            text(&row.side),
            share(row.win_rate),
            optional(row.fair, |fair| number(format::percent(fair, 1), fair)),
            optional(row.fair, |fair| {
                gap(row.win_rate.value - fair, format::decimals(row.win_rate))
            }),
            count(row.wins),
        ]
    };
    Shown {
        id: "sides",
        title: "Win rate by side".to_owned(),
        note: format!(
            "{}. Fair share: every side of a game equally likely to win.",
            format::capital(&format::games(each.games))
        ),
        heads: vec![
            word("side"),
            figure("win rate", INTERVAL),
            figure(
                "fair share",
                "what the side would win if every side taking part in a game were equally likely to win it",
            ),
            figure("gap", "win rate minus fair share, in percentage points"),
            figure("games won", ""),
        ],
        rows: each.sides.iter().map(row).collect(),
    }
}

fn roles(each: &Configuration) -> Shown {
    let row = |row: &crate::table::RoleRow| {
        vec![
            text(&row.role),
            text(&row.side),
            share(row.win_rate),
            count(row.appearances),
        ]
    };
    Shown {
        id: "roles",
        title: "Win rate by role".to_owned(),
        note: "How often a player with this role wins. Games, not players, are the sample.".to_owned(),
        heads: vec![
            word("role"),
            word("side"),
            figure(
                "win rate",
                "share of players with the role that won; in brackets the 95 % interval",
            ),
            figure("players", "how many players had the role, over all games"),
        ],
        rows: if each.roles.len() > 1 {
            each.roles.iter().map(row).collect()
        } else {
            Vec::new()
        },
    }
}

fn seats(each: &Configuration) -> Shown {
    let row = |row: &SeatRow| {
        vec![
            text(&row.seat),
            share(row.win_rate),
            number(format::percent(row.fair, 1), row.fair),
            gap(row.win_rate.value - row.fair, format::decimals(row.win_rate)),
            count(row.wins),
        ]
    };
    let note = if each.roles.len() > 1 {
        "Seats in turn order. Expected: what the roles dealt to the seat win on average over all seats, so that a seat is \
         not judged by its roles."
    } else {
        "Seats in turn order. Expected: every seat wins equally often."
    };
    Shown {
        id: "seats",
        title: "Win rate by seat".to_owned(),
        note: note.to_owned(),
        heads: vec![
            word("seat"),
            figure("win rate", INTERVAL),
            figure(
                "expected",
                "what the roles dealt to the seat win on average over all seats",
            ),
            figure("gap", "win rate minus expected, in percentage points"),
            figure("games won", ""),
        ],
        rows: if seats_are_sides(each) {
            Vec::new()
        } else {
            each.seats.iter().map(row).collect()
        },
    }
}

fn lengths(each: &Configuration) -> Shown {
    let row = |row: &crate::table::LengthRow| {
        let mut cells = vec![
            text(&row.measure),
            estimate(format::mean(row.mean), row.mean),
            optional(row.sd, |sd| number(format::plain(sd, 2), sd)),
            count(u64::from(row.min)),
        ];
        cells.extend(row.quantiles.iter().map(|each| count(u64::from(each.value))));
        cells.resize(9, text("–"));
        cells.push(count(u64::from(row.max)));
        cells
    };
    Shown {
        id: "lengths",
        title: "Length of a game".to_owned(),
        note: format!(
            "{} are counted as the game counts them; a decision is a choice between at least two moves.",
            format::capital(&each.turn_word)
        ),
        heads: vec![
            word("measure"),
            figure("mean", "mean; in brackets its 95 % interval"),
            figure("sd", "standard deviation: how far games scatter about the mean"),
            figure("min", "shortest game"),
            figure("5 %", "one game in twenty is at most this long"),
            figure("25 %", "one game in four is at most this long"),
            figure("median", "half of the games are at most this long"),
            figure("75 %", "three games in four are at most this long"),
            figure("95 %", "nineteen games in twenty are at most this long"),
            figure("max", "longest game"),
        ],
        rows: each.lengths.iter().map(row).collect(),
    }
}

fn endings(each: &Configuration) -> Shown {
    let row = |row: &crate::table::EndingRow| {
        vec![
            text(&row.ending),
            share(row.share),
            optional(row.turns_mean, |mean| number(format::plain(mean, 1), mean)),
            count(row.games),
        ]
    };
    Shown {
        id: "endings",
        title: "How games end".to_owned(),
        note: "Games that reach the turn cap are an ending of their own; none is dropped.".to_owned(),
        heads: vec![
            word("ending"),
            figure("share", INTERVAL),
            figure(
                &format!("mean {}", each.turn_word),
                "mean length of the games that end so",
            ),
            figure("games", ""),
        ],
        rows: each.endings.iter().map(row).collect(),
    }
}

fn counters(each: &Configuration) -> Shown {
    let row = |row: &crate::table::CounterRow| {
        vec![
            text(row.counter.replace('-', " ")),
            estimate(
                format::plain(row.per_game.value, format::mean_decimals(row.per_game).max(2)),
                row.per_game,
            ),
            estimate(
                format::percent(row.games_with.value, format::decimals(row.games_with)),
                row.games_with,
            ),
            optional(row.success, share),
            text(&row.help),
        ]
    };
    Shown {
        id: "events",
        title: "How often things happen".to_owned(),
        note: "Success is counted per try.".to_owned(),
        heads: vec![
            word("event"),
            figure("per game", "mean number in a game"),
            figure("games with", "share of games in which it happens at all"),
            figure("success", "share of tries that succeed; in brackets the 95 % interval"),
            word("what is counted"),
        ],
        rows: each.counters.iter().map(row).collect(),
    }
}

fn bots(each: &Configuration) -> Shown {
    let row = |row: &crate::table::BotRow| vec![text(&row.bot), share(row.win_rate), count(row.appearances)];
    Shown {
        id: "bots",
        title: "Win rate by bot".to_owned(),
        note: "How often a player steered by this bot wins.".to_owned(),
        heads: vec![
            word("bot"),
            figure(
                "win rate",
                "share of its players that won; in brackets the 95 % interval",
            ),
            figure("players", "how many players it steered, over all games"),
        ],
        rows: if each.bots.len() > 1 {
            each.bots.iter().map(row).collect()
        } else {
            Vec::new()
        },
    }
}

/// Are the sides the seats themselves, so that their tables would be the same?
pub fn seats_are_sides(each: &Configuration) -> bool {
    let sides = each.sides.iter().filter(|row| row.fair.is_some()).map(|row| row.wins);
    sides.eq(each.seats.iter().map(|row| row.wins))
}

/// The rows of each component.
pub fn by_component(each: &Configuration) -> Vec<(&str, Vec<&ComponentRow>)> {
    let mut all: Vec<(&str, Vec<&ComponentRow>)> = Vec::new();
    for row in &each.components {
        match all.last_mut() {
            Some((name, rows)) if *name == row.component => rows.push(row),
            _ => all.push((&row.component, vec![row])),
        }
    }
    all
}

/// One row for each component, one column for each side.
fn components(each: &Configuration) -> Shown {
    let sides: Vec<&str> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let mut heads = vec![word("component"), figure("games with", "share of games with it")];
    let help = "win rate of the side in games with the component minus games without, in percentage points; in brackets an \
                interval that holds for the whole table";
    heads.extend(sides.iter().map(|side| figure(side, help)));
    let rows = by_component(each).into_iter().map(|(name, rows)| {
        let counts = rows.first().map_or((0, 0), |row| (row.games_with, row.games_without));
        let with = counts.0 as f64 / (counts.0 + counts.1).max(1) as f64;
        let mut cells = vec![text(name), number(format::percent(with, 1), with)];
        cells.extend(sides.iter().map(|side| {
            let lift = rows.iter().find(|row| row.side == *side).and_then(|row| row.lift);
            optional(lift, |lift| estimate(format::points(lift), lift))
        }));
        cells
    });
    Shown {
        id: "components",
        title: "What components go with".to_owned(),
        note: format!(
            "Win rate of each side in games with the component minus games without, in percentage points: {}. What goes \
             with a win need not be its cause.",
            each.component_note
        ),
        heads,
        rows: rows.collect(),
    }
}

/// One row for each role, one column for each seat.
fn role_seats(each: &Configuration) -> Shown {
    let mut heads = vec![word("role")];
    heads.extend(each.seats.iter().map(|row| {
        figure(
            &row.seat,
            "win rate of the role at this seat; in brackets the 95 % interval",
        )
    }));
    let row = |role: &str| {
        let mut cells = vec![text(role)];
        cells.extend(each.seats.iter().map(|seat| {
            let row = each
                .role_seats
                .iter()
                .find(|row| row.role == role && row.seat == seat.seat);
            optional(row.and_then(|row| row.win_rate), share)
        }));
        cells
    };
    Shown {
        id: "role-seats",
        title: "Win rate by role and seat".to_owned(),
        note: "How often a player with this role at this seat wins; – never occurs.".to_owned(),
        heads,
        rows: if each.roles.len() > 1 {
            each.roles.iter().map(|role| row(&role.role)).collect()
        } else {
            Vec::new()
        },
    }
}

/// One row for each configuration: who wins and how long it takes.
pub fn overview(results: &Results) -> Shown {
    let all = &results.configurations;
    let sides: Vec<&str> = all
        .first()
        .map(|each| each.sides.iter().map(|row| row.side.as_str()).collect())
        .unwrap_or_default();
    let mut heads = vec![word("configuration")];
    heads.extend(sides.iter().map(|side| figure(side, "win rate")));
    heads.push(figure("mean length", "in turns, rounds or whatever the game counts"));
    heads.push(figure("5–95 %", "nine games in ten are this long"));
    let rows = all
        .iter()
        .map(|each| {
            let mut cells = vec![text(&each.name)];
            cells.extend(sides.iter().map(|side| {
                optional(each.sides.iter().find(|row| row.side == *side), |row| {
                    estimate(
                        format::percent(row.win_rate.value, format::decimals(row.win_rate)),
                        row.win_rate,
                    )
                })
            }));
            cells.push(optional(each.lengths.first(), |row| {
                estimate(format::plain(row.mean.value, format::mean_decimals(row.mean)), row.mean)
            }));
            cells.push(optional(each.lengths.first(), |row| {
                let at = |percent: u32| {
                    row.quantiles
                        .iter()
                        .find(|each| each.percent == percent)
                        .map(|each| each.value)
                };
                match (at(5), at(95)) {
                    (Some(low), Some(high)) => number(format!("{low}–{high}"), f64::from(high)),
                    _ => text("–"),
                }
            }));
            cells
        })
        .collect();
    Shown {
        id: "overview",
        title: "All configurations".to_owned(),
        note: format!(
            "Win rate by side, and length. {} each at most.",
            format::capital(&format::games(results.scenario.games))
        ),
        heads,
        rows,
    }
}

/// Differences from the reference on the same deals; the reference has a column of its own where there are several.
pub fn comparisons(results: &Results) -> Shown {
    let all = &results.comparisons;
    let one = all
        .first()
        .filter(|first| all.iter().all(|each| each.reference == first.reference));
    let reference = one.map_or_else(String::new, |each| format!(" The reference is “{}”.", each.reference));
    let mut heads = vec![
        word("change"),
        word("metric"),
        figure("before", "in the reference"),
        figure("after", "with the change"),
        figure(
            "difference",
            "after minus before; win rates in percentage points; in brackets an interval that holds for the whole table",
        ),
        figure(
            "pairing",
            "how many times as many games separate deals would have needed",
        ),
        word("verdict"),
    ];
    if one.is_none() {
        heads.insert(1, word("reference"));
    }
    Shown {
        id: "comparisons",
        title: "What each change does".to_owned(),
        note: format!(
            "Differences from the reference, game by game on the same deals.{reference} Intervals hold for the whole \
             table at once. Equal: shown to lie within {} points.",
            format::plain(100.0 * results.scenario.margin, 1)
        ),
        heads,
        rows: all.iter().flat_map(|each| rows_of(each, one.is_none())).collect(),
    }
}

fn rows_of(each: &Comparison, with_reference: bool) -> Vec<Vec<Cell>> {
    let row = |row: &ComparisonRow| {
        let rate = row.metric.starts_with("win-rate");
        let show = |value: f64| {
            if rate {
                format::percent(value, 1)
            } else {
                format::plain(value, 2)
            }
        };
        let difference = if rate {
            format::points(row.simultaneous)
        } else {
            format::signed(row.simultaneous, 1.0, 2)
        };
        let mut cells = vec![
            text(&each.configuration),
            text(metric_words(&row.metric)),
            number(show(row.reference), row.reference),
            number(show(row.other), row.other),
            estimate(difference, row.simultaneous),
            optional(row.pairing_gain, |gain| {
                number(format!("× {}", format::plain(gain, 1)), gain)
            }),
            text(row.verdict.word()),
        ];
        if with_reference {
            cells.insert(1, text(&each.reference));
        }
        cells
    };
    each.rows.iter().map(row).collect()
}

/// `win-rate.merchants` as "win rate of merchants", `turns.mean` as "mean turns".
fn metric_words(metric: &str) -> String {
    match (metric.strip_prefix("win-rate."), metric.strip_suffix(".mean")) {
        (Some(side), _) => format!("win rate of {side}"),
        (None, Some(measure)) => format!("mean {measure}"),
        _ => metric.to_owned(),
    }
}

/// What was played, in a line: games, configurations, seed.
pub fn summary(results: &Results) -> String {
    let played: u64 = results.configurations.iter().map(|each| each.games).sum();
    let count = match results.configurations.len() {
        1 => "one configuration".to_owned(),
        count => format!("{count} configurations"),
    };
    let scenario = &results.scenario;
    format!(
        "{} of {} · {count} · seed {}",
        format::games(played),
        scenario.game_title,
        scenario.seed
    )
}

/// A configuration in a line: players, games, bots, and rules that the scenario sets.
pub fn facts(each: &Configuration) -> String {
    let mut parts = vec![
        format!("{} players", each.players),
        format::games(each.games),
        each.seating.clone(),
    ];
    if each.rotations > 1 {
        parts.push(format!("every deal {} times", each.rotations));
    }
    if !each.rules.is_empty() {
        parts.push(format!("rules set: {}", each.rules.join(", ")));
    }
    parts.join(" · ")
}

/// How sure we are of what the configurations are made of, in a line: `tiles: 24 published, 12 reconstructed`.
pub fn content(results: &Results) -> String {
    /// A part and, for each status, the fewest and the most entries.
    type Part<'r> = (&'r str, Vec<(Status, u32, u32)>);
    let mut parts: Vec<Part> = Vec::new();
    for row in results.configurations.iter().flat_map(|each| &each.provenance) {
        let at = parts.iter().position(|part| part.0 == row.part).unwrap_or_else(|| {
            parts.push((&row.part, Vec::new()));
            parts.len() - 1
        });
        let counts = &mut parts[at].1;
        match counts.iter_mut().find(|count| count.0 == row.status) {
            Some((_, least, most)) => (*least, *most) = ((*least).min(row.entries), (*most).max(row.entries)),
            None => counts.push((row.status, row.entries, row.entries)),
        }
    }
    let number = |least: u32, most: u32| {
        if least == most {
            most.to_string()
        } else {
            format!("{least}–{most}")
        }
    };
    let words = parts.into_iter().map(|(part, counts)| {
        let counts = counts
            .into_iter()
            .map(|(status, least, most)| format!("{} {}", number(least, most), word_of(status)));
        format!("{part}: {}", counts.collect::<Vec<_>>().join(", "))
    });
    words.collect::<Vec<_>>().join("; ")
}

/// A status in a word.
pub fn word_of(status: Status) -> &'static str {
    match status {
        Status::Published => "published",
        Status::Constrained => "constrained",
        Status::Reconstructed => "reconstructed",
        Status::Own => "your own",
    }
}

/// What a status means.
pub fn meaning_of(status: Status) -> &'static str {
    match status {
        Status::Published => "printed in the rulebook or on a public page",
        Status::Constrained => "forced, or nearly, by the rulebook's text",
        Status::Reconstructed => {
            "our own, chosen to satisfy every rule and example of the rulebook; not the publisher's"
        }
        Status::Own => "given by the scenario",
    }
}

/// How sure we are of what a configuration is made of.
pub fn provenance(each: &Configuration) -> Shown {
    let row = |row: &crate::games::Provenance| {
        let status = format!("{}: {}", word_of(row.status), meaning_of(row.status));
        vec![text(&row.part), text(status), count(u64::from(row.entries))]
    };
    Shown {
        id: "provenance",
        title: "Where the content comes from".to_owned(),
        note: "Reconstructed components satisfy every rule and example of the rulebook, but results that hang on them \
               are about the reconstruction."
            .to_owned(),
        heads: vec![word("part"), word("status"), figure("entries", "")],
        rows: each.provenance.iter().map(row).collect(),
    }
}
