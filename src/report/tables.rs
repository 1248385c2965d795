//! Every table of a report, once, as rows of cells; terminal, Markdown and HTML only lay them out.

use super::format;
use crate::table::{Comparison, Configuration, Results, Verdict};

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
}

fn text(text: impl Into<String>) -> Cell {
    Cell {
        text: text.into(),
        value: None,
    }
}

fn number(text: impl Into<String>, value: f64) -> Cell {
    Cell {
        text: text.into(),
        value: Some(value),
    }
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
    ];
    all.into_iter().filter(|table| !table.rows.is_empty()).collect()
}

fn sides(each: &Configuration) -> Shown {
    let row = |row: &crate::table::SideRow| {
        vec![
            text(&row.side),
            number(format::share(row.win_rate), row.win_rate.value),
            optional(row.fair, |fair| number(format::percent(fair, 1), fair)),
            optional(row.fair, |fair| {
                let gap = row.win_rate.value - fair;
                let sign = if gap > 0.0 { "+" } else { "" };
                number(format!("{sign}{}", format::plain(100.0 * gap, 1)), gap)
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
            number(format::share(row.win_rate), row.win_rate.value),
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
    let row = |row: &crate::table::SeatRow| {
        let gap = row.win_rate.value - row.fair;
        let sign = if gap > 0.0 { "+" } else { "" };
        vec![
            text(&row.seat),
            number(format::share(row.win_rate), row.win_rate.value),
            number(format::percent(row.fair, 1), row.fair),
            number(format!("{sign}{}", format::plain(100.0 * gap, 1)), gap),
            count(row.wins),
        ]
    };
    let roles = each.roles.len() > 1;
    let note = if roles {
        "Expected: what the roles dealt to the place win on average over all places, so that a place is not judged by its roles."
    } else {
        "Expected: every place wins equally often."
    };
    Shown {
        id: "seats",
        title: "Win rate by place in turn order".to_owned(),
        note: note.to_owned(),
        heads: vec![
            word("place"),
            figure("win rate", INTERVAL),
            figure("expected", "what the roles dealt to the place win on average"),
            figure("gap", "win rate minus expected, in percentage points"),
            figure("games won", ""),
        ],
        rows: each.seats.iter().map(row).collect(),
    }
}

fn lengths(each: &Configuration) -> Shown {
    let row = |row: &crate::table::LengthRow| {
        let mut cells = vec![
            text(&row.measure),
            number(format::mean(row.mean), row.mean.value),
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
            number(format::share(row.share), row.share.value),
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
            number(format::plain(row.per_game.value, 2), row.per_game.value),
            number(format::percent(row.games_with.value, 1), row.games_with.value),
            optional(row.success, |success| number(format::share(success), success.value)),
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
    let row = |row: &crate::table::BotRow| {
        vec![
            text(&row.bot),
            number(format::share(row.win_rate), row.win_rate.value),
            count(row.appearances),
        ]
    };
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

/// One row for each component, one column for each side.
fn components(each: &Configuration) -> Shown {
    let sides: Vec<&str> = each
        .sides
        .iter()
        .filter(|row| row.fair.is_some())
        .map(|row| row.side.as_str())
        .collect();
    let mut heads = vec![word("component"), figure("games with", "share of games with it")];
    heads.extend(sides.iter().map(|side| {
        figure(side, "win rate of the side in games with the component minus games without, in points; in brackets an interval that holds for the whole table")
    }));
    let rows = each
        .components
        .chunks(sides.len().max(1))
        .map(|rows| {
            let first = &rows[0];
            let with = first.games_with as f64 / (first.games_with + first.games_without).max(1) as f64;
            let mut cells = vec![text(&first.component), number(format::percent(with, 1), with)];
            cells.extend(
                rows.iter()
                    .map(|row| optional(row.lift, |lift| number(format::points(lift), lift.value))),
            );
            cells
        })
        .collect();
    Shown {
        id: "components",
        title: "What tiles and cards go with".to_owned(),
        note: format!(
            "Win rate of each side in games with the component minus games without, in percentage points: {}. What goes \
             with a win need not be its cause.",
            each.component_note
        ),
        heads,
        rows,
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
                    let digits = format::decimals(row.win_rate);
                    number(format::percent(row.win_rate.value, digits), row.win_rate.value)
                })
            }));
            cells.push(optional(each.lengths.first(), |row| {
                number(
                    format::plain(row.mean.value, format::mean_decimals(row.mean)),
                    row.mean.value,
                )
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

/// Differences from the reference on the same deals.
pub fn comparisons(results: &Results) -> Shown {
    let rows = results.comparisons.iter().flat_map(rows_of).collect();
    Shown {
        id: "comparisons",
        title: "What each change does".to_owned(),
        note: format!(
            "Differences from the reference, game by game on the same deals. Intervals hold for the whole table at once. \
             Equal means: shown to lie within {}.",
            format::percent(results.scenario.margin, 1)
        ),
        heads: vec![
            word("change"),
            word("from"),
            word("metric"),
            figure("before", ""),
            figure("after", ""),
            figure(
                "difference",
                "after minus before; win rates in percentage points; in brackets an interval that holds for the whole table",
            ),
            figure(
                "pairing",
                "how many times as many games independent deals would have needed",
            ),
            word("verdict"),
        ],
        rows,
    }
}

fn rows_of(each: &Comparison) -> Vec<Vec<Cell>> {
    let row = |row: &crate::table::ComparisonRow| {
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
        vec![
            text(&each.configuration),
            text(&each.reference),
            text(&row.metric),
            number(show(row.reference), row.reference),
            number(show(row.other), row.other),
            number(difference, row.difference.value),
            optional(row.pairing_gain, |gain| {
                number(format!("× {}", format::plain(gain, 1)), gain)
            }),
            text(match row.verdict {
                Verdict::Different => "different",
                Verdict::Equal => "equal",
                Verdict::Undecided => "undecided",
            }),
        ]
    };
    each.rows.iter().map(row).collect()
}

/// How sure we are of what a configuration is made of.
pub fn provenance(each: &Configuration) -> Shown {
    let row = |row: &crate::games::Provenance| {
        let status = match row.status {
            crate::games::Status::Published => "published",
            crate::games::Status::Constrained => "constrained: forced, or nearly, by the rulebook's text",
            crate::games::Status::Reconstructed => "reconstructed: our own, not the publisher's",
            crate::games::Status::Own => "the scenario's own",
        };
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
