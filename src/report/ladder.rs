//! A ladder of bots: text, CSV, JSON and a picture.

use super::charts::{ChartError, Estimate, Forest, ForestRow, Unit, png};
use super::format;
use super::tables::{Cell, Head, Shown};
use super::terminal::{paragraph, table};
use crate::ladder::{Ladder, Pair, Rung};
use crate::table::Rate;

const WIDTH: usize = 80;

/// With more bots than this the matrix of pairs is left to its file.
const MOST: usize = 9;

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// The files of a ladder by their names.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn files(ladder: &Ladder, title: &str) -> Result<Vec<(&'static str, Vec<u8>)>, ChartError> {
    let chart = picture(ladder, title)?;
    Ok(vec![
        ("ladder.json", json(ladder, title).into_bytes()),
        ("ladder.csv", rungs(ladder).into_bytes()),
        ("pairs.csv", pairs(ladder).into_bytes()),
        ("ladder.png", png(&chart.plain)?),
        ("ladder.svg", chart.plain.into_bytes()),
    ])
}

/// The ladder as JSON.
pub fn json(ladder: &Ladder, title: &str) -> String {
    titled(FORMAT, title, ladder)
}

/// Something as JSON below the number of its format and its title.
pub(super) fn titled(format: u32, title: &str, found: &impl serde::Serialize) -> String {
    let mut value = serde_json::json!({ "format": format, "title": title });
    if let (Some(all), Ok(serde_json::Value::Object(parts))) = (value.as_object_mut(), serde_json::to_value(found)) {
        all.extend(parts);
    }
    format!("{value:#}\n")
}

/// The ladder for people, within eighty characters where names allow.
pub fn text(ladder: &Ladder, title: &str) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = format!("\n{bold}{title}{bold:#}\n");
    paragraph(
        &mut out,
        WIDTH,
        "",
        &format!(
            "{} players; each bot alone among others of one kind, {} at every table, each played once for every seat.",
            ladder.players,
            deals(ladder.deals)
        ),
    );
    table(&mut out, &of_rungs(ladder), WIDTH);
    if ladder.rungs.len() <= MOST {
        table(&mut out, &of_pairs(ladder), WIDTH);
    }
    out.push('\n');
    let rating = format!(
        "A rating says who wins more: 191 points more win three games of four between two, and that of {} is 0. It counts every \
         seat that wins as one win; half a game won and half a game lost against a bot of mean strength are added, so that a bot \
         that won all or none of its games has a rating, too. All intervals together miss in at most 5 of 100 ladders; the deal \
         is the sample.",
        ladder.anchor
    );
    paragraph(&mut out, WIDTH, "", &rating);
    let near = near(ladder);
    if near.iter().any(|(_, _, told)| *told) {
        let told = "Where the intervals of two ratings overlap, the games between the two bots tell which is the stronger, if one \
                    surely wins more than even alone among the other.";
        paragraph(&mut out, WIDTH, "", told);
    }
    let open: Vec<String> = near
        .iter()
        .filter(|(_, _, told)| !told)
        .map(|(above, below, _)| format!("{above} or {below}"))
        .collect();
    let shares = ladder.rungs.iter().any(|rung| versus(rung.share, rung.even) == "open");
    if shares || !open.is_empty() {
        let who = match open.len() {
            0 => String::new(),
            _ => format!("Open is which is the stronger: {}. ", open.join("; ")),
        };
        let more = format!(
            "{who}`--deals {}` halves the intervals, and so what is open may be told.",
            format::option(4 * ladder.deals)
        );
        paragraph(&mut out, WIDTH, "", &more);
    }
    out
}

/// Neighbours on the ladder whose ratings' intervals overlap, and whether their games with each other tell which is the stronger.
fn near(ladder: &Ladder) -> Vec<(&str, &str, bool)> {
    let neighbours = ladder.rungs.iter().zip(ladder.rungs.iter().skip(1));
    let overlap = neighbours.filter(|(above, below)| above.rating.lo <= below.rating.hi);
    let side = |one: &Rung, among: &Rung| {
        let mut pairs = ladder.pairs.iter();
        let found = pairs.find(|pair| pair.bot == one.bot && pair.among == among.bot);
        found.map_or(0, |pair| match versus(pair.share, pair.even) {
            "more" => 1,
            "less" => -1,
            _ => 0,
        })
    };
    let told = |(above, below): (&'_ Rung, &'_ Rung)| side(above, below) != side(below, above);
    overlap
        .map(|(above, below)| (above.bot.as_str(), below.bot.as_str(), told((above, below))))
        .collect()
}

fn deals(count: u64) -> String {
    format!("{} {}", format::count(count), if count == 1 { "deal" } else { "deals" })
}

fn cell(text: String, rate: Option<Rate>) -> Cell {
    Cell {
        text,
        value: rate.map(|rate| rate.value),
        ends: rate.map(|rate| (rate.lo, rate.hi)),
    }
}

fn head(text: &str, help: &'static str, number: bool) -> Head {
    Head {
        text: text.to_owned(),
        help,
        number,
    }
}

fn of_rungs(ladder: &Ladder) -> Shown {
    let row = |rung: &Rung| {
        let rating = if rung.bot == ladder.anchor {
            "0".to_owned()
        } else {
            format::signed(rung.rating, 1.0, 0)
        };
        vec![
            cell(rung.bot.clone(), None),
            cell(rating, Some(rung.rating)),
            cell(format::share(rung.share), Some(rung.share)),
            cell(format::percent(rung.even, 1), None),
            cell(versus(rung.share, rung.even).to_owned(), None),
        ]
    };
    Shown {
        id: "ladder",
        title: "Bots by strength".to_owned(),
        note: format!("Rating: that of “{}” is 0.", ladder.anchor),
        heads: vec![
            head("bot", "", false),
            head(
                "rating",
                "on the Elo scale, with an interval for all bots at once",
                true,
            ),
            head(
                "wins",
                "games won alone among the others, with an interval for all bots at once",
                true,
            ),
            head("even", "what it would win were all alike", true),
            head("than even", "does it win more or less than that?", false),
        ],
        rows: ladder.rungs.iter().map(row).collect(),
    }
}

/// How a share stands to what would be even.
fn versus(share: Rate, even: f64) -> &'static str {
    if share.lo > even {
        "more"
    } else if share.hi < even {
        "less"
    } else {
        "open"
    }
}

/// One row and one column for each bot.
fn of_pairs(ladder: &Ladder) -> Shown {
    let mut heads = vec![head("wins among", "", false)];
    heads.extend(
        ladder
            .rungs
            .iter()
            .map(|rung| head(&rung.bot, "the bot at all other seats", true)),
    );
    let row = |rung: &Rung| {
        let mut cells = vec![cell(rung.bot.clone(), None)];
        cells.extend(ladder.rungs.iter().map(|other| {
            let found = ladder
                .pairs
                .iter()
                .find(|pair| pair.bot == rung.bot && pair.among == other.bot);
            found.map_or_else(|| cell("–".to_owned(), None), in_matrix)
        }));
        cells
    };
    Shown {
        id: "pairs",
        title: "One bot alone among others, per cent won: + more than even, − less, surely".to_owned(),
        note: String::new(),
        heads,
        rows: ladder.rungs.iter().map(row).collect(),
    }
}

fn in_matrix(pair: &Pair) -> Cell {
    let sign = match versus(pair.share, pair.even) {
        "more" => "+",
        "less" => "−",
        _ => " ",
    };
    cell(
        format!("{}{sign}", format::plain(100.0 * pair.share.value, 0)),
        Some(pair.share),
    )
}

/// Ratings with their intervals.
fn picture(ladder: &Ladder, title: &str) -> Result<super::charts::Chart, ChartError> {
    let row = |rung: &Rung| ForestRow {
        label: rung.bot.clone(),
        group: None,
        estimate: Estimate::new(rung.rating.value, rung.rating.lo, rung.rating.hi),
        reference: None,
        wished: None,
    };
    let forest = Forest {
        title: title.to_owned(),
        subtitle: format!(
            "strength of bots at a table for {}, {} a pair on every seat; intervals hold for all bots at once",
            ladder.players,
            deals(ladder.deals)
        ),
        axis_label: "rating on the Elo scale".to_owned(),
        reference: 0.0,
        reference_label: ladder.anchor.clone(),
        unit: Unit::Number,
        rows: ladder.rungs.iter().take(Forest::MOST).map(row).collect(),
    };
    forest.draw("chart-ladder")
}

fn rungs(ladder: &Ladder) -> String {
    let mut out = "bot,rating,rating-lo,rating-hi,share,share-lo,share-hi,even\n".to_owned();
    for rung in &ladder.rungs {
        let numbers = [numbers(rung.rating), numbers(rung.share)].concat();
        line(&mut out, &[&rung.bot], &[numbers, vec![rung.even]].concat());
    }
    out
}

fn pairs(ladder: &Ladder) -> String {
    let mut out = "bot,among,share,share-lo,share-hi,even\n".to_owned();
    for pair in &ladder.pairs {
        line(
            &mut out,
            &[&pair.bot, &pair.among],
            &[numbers(pair.share), vec![pair.even]].concat(),
        );
    }
    out
}

fn numbers(rate: Rate) -> Vec<f64> {
    vec![rate.value, rate.lo, rate.hi]
}

/// A line of CSV; no name becomes a formula in a spreadsheet.
pub(super) fn line(out: &mut String, names: &[&str], numbers: &[f64]) {
    let name = |name: &&str| {
        let lead = if name.starts_with(['=', '+', '-', '@']) {
            "'"
        } else {
            ""
        };
        format!("\"{lead}{}\"", name.replace('"', "\"\""))
    };
    let cells: Vec<String> = names
        .iter()
        .map(name)
        .chain(numbers.iter().map(f64::to_string))
        .collect();
    out.push_str(&cells.join(","));
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(value: f64, by: f64) -> Rate {
        Rate {
            value,
            lo: value - by,
            hi: value + by,
        }
    }

    /// Three bots whose ratings overlap; the first wins `share` of its games alone among the second, and loses as many.
    fn ladder(share: f64, deals: u64) -> Ladder {
        let rung = |bot: &str, rating: f64| Rung {
            bot: bot.to_owned(),
            rating: rate(rating, 30.0),
            share: rate(0.5, 0.1),
            even: 0.5,
        };
        let pair = |bot: &str, among: &str, share: f64| Pair {
            bot: bot.to_owned(),
            among: among.to_owned(),
            share: rate(share, 0.05),
            even: 0.5,
        };
        Ladder {
            players: 2,
            deals,
            anchor: "a".to_owned(),
            rungs: vec![rung("a", 20.0), rung("b", 0.0), rung("c", -20.0)],
            pairs: vec![
                pair("a", "b", share),
                pair("b", "a", 1.0 - share),
                pair("b", "c", 0.51),
                pair("c", "b", 0.49),
            ],
        }
    }

    /// Which of two bots is the stronger has one answer: that of their games with each other where their ratings leave it open.
    #[test]
    fn what_the_games_of_two_bots_tell_is_not_called_open() {
        let said = |share: f64| {
            text(&ladder(share, 100), "x")
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let open = said(0.5);
        assert!(
            open.contains("that of a is 0.")
                && open.contains("Open is which is the stronger: a or b; b or c. `--deals 400` halves"),
            "{open}"
        );
        assert!(!open.contains("the games between the two bots tell"), "{open}");
        let told = said(0.6);
        assert!(told.contains("60+"), "{told}");
        assert!(told.contains("Open is which is the stronger: b or c. "), "{told}");
        assert!(
            told.contains("the games between the two bots tell which is the stronger"),
            "{told}"
        );
    }
}
