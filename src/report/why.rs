//! Why a change lets others win: text and JSON.

use std::fmt::Write;

use super::format;
use super::tables::{Cell, Head, Shown, cell};
use super::terminal::{table, wrap};
use crate::games::parting::Cause;
use crate::why::{Row, Swing, Why};

/// Characters in a line.
const WIDTH: usize = 80;

/// Rows shown; all are in the JSON.
const MOST: usize = 8;

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// With fewer games looked into nothing is said of where most part.
const FEW: u64 = 20;

/// What was found, with the names that it is told by.
pub struct Told<'a> {
    /// What is played.
    pub title: &'a str,
    /// Master seed.
    pub seed: u64,
    /// What the two are called.
    pub names: [String; 2],
    /// The command that tells a game of both, up to its number.
    pub command: String,
    /// What was found.
    pub why: &'a Why,
}

/// Where games part, as a clause.
pub fn place(cause: &Cause, names: &[String; 2]) -> String {
    match cause {
        Cause::Setup => "the table is laid out otherwise".to_owned(),
        Cause::End([Some(a), Some(b)]) if a == b => format!("both games end ({a}), won by others"),
        Cause::End([Some(a), Some(b)]) => format!("both games end: {a}, with “{}” {b}", names[1]),
        Cause::End([Some(a), None]) => format!("only “{}” ends: {a}", names[0]),
        Cause::End([None, Some(b)]) => format!("only “{}” ends: {b}", names[1]),
        Cause::End([None, None]) => "a game ends".to_owned(),
        Cause::After(kind) => format!("{kind}, and the games go on otherwise"),
        Cause::At(kind) => format!("{kind}, and it comes out otherwise"),
        Cause::Instead(a, b) => format!("{b}, where with “{}” {a}", names[0]),
        Cause::Moves => "other moves are possible".to_owned(),
        Cause::Seat => "another seat is to choose".to_owned(),
        Cause::Choice(..) => "a bot chooses otherwise, from the same moves in the same position".to_owned(),
    }
}

/// The same as the cell of a table, in which long names are cut.
fn cell_of(cause: Option<&Cause>, names: &[String; 2]) -> String {
    match cause {
        None => "nowhere: bots alone choose otherwise".to_owned(),
        Some(Cause::After(kind)) => kind.clone(),
        Some(Cause::At(kind)) => format!("{kind}: another outcome"),
        Some(Cause::Instead(a, b)) => format!("{a} / {b}"),
        Some(Cause::End([Some(a), Some(b)])) if a == b => format!("both end: {a}, won by others"),
        Some(Cause::End([Some(a), Some(b)])) => format!("both end: {a} / {b}"),
        Some(cause) => place(cause, names),
    }
}

/// As JSON.
///
/// # Errors
/// When it cannot be written.
pub fn json(told: &Told<'_>) -> Result<String, serde_json::Error> {
    let mut value = serde_json::json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "title": told.title,
        "seed": told.seed,
        "names": told.names,
        "see": told.command,
    });
    if let (Some(all), serde_json::Value::Object(parts)) = (value.as_object_mut(), serde_json::to_value(told.why)?) {
        all.extend(parts);
    }
    Ok(format!("{value:#}\n"))
}

/// For people, within eighty characters where names allow.
pub fn text(told: &Told<'_>) -> String {
    let bold = anstyle::Style::new().bold();
    let why = told.why;
    let mut out = String::new();
    let title = format!(
        "{}: where do the games part that others win with “{}”?",
        told.title, told.names[1]
    );
    for line in wrap(&title, WIDTH) {
        let _ = writeln!(out, "{bold}{line}{bold:#}");
    }
    paragraph(&mut out, &head(told));
    if why.flips == 0 {
        let said = format!(
            "So at most {} of all games are won by another side ({}). More --games find rarer ones.",
            upper(why.share.hi),
            format::interval!()
        );
        paragraph(&mut out, &said);
        return out;
    }
    if let Some(said) = foremost(told) {
        let _ = writeln!(out);
        paragraph(&mut out, &said);
    }
    table(&mut out, &rows(told), WIDTH);
    table(&mut out, &swings(told), WIDTH);
    let _ = writeln!(out);
    for said in notes(told) {
        paragraph(&mut out, &said);
    }
    samples(&mut out, told);
    out
}

/// What was played, and what came of it.
fn head(told: &Told<'_>) -> String {
    let why = told.why;
    let games = match (why.games == why.deals, why.deals) {
        (true, 1) => "One deal".to_owned(),
        (true, deals) => format!("{} deals", format::count(deals)),
        (false, deals) => format!(
            "{} on {}",
            format::games(why.games),
            if deals == 1 {
                "one deal".to_owned()
            } else {
                format!("{} deals", format::count(deals))
            }
        ),
    };
    let [one, other] = &told.names;
    let played = format!("{games}, played under “{one}” and under “{other}”, seed {}.", told.seed);
    match why.flips {
        0 => format!("{played} Not one is won by another side."),
        1 => format!(
            "{played} One game, {}, is won by another side.",
            format::share(why.share)
        ),
        flips => format!(
            "{played} {} games, {}, are won by another side.",
            format::count(flips),
            format::share(why.share)
        ),
    }
}

/// The upper end of an interval, rounded up.
fn upper(value: f64) -> String {
    let digits = if value < 0.001 { 3 } else { 2 };
    let scale = 10f64.powi(digits);
    format::percent((value * 100.0 * scale).ceil() / scale / 100.0, digits as usize)
}

fn column(text: &str, number: bool) -> Head {
    Head {
        text: text.to_owned(),
        help: "",
        number,
    }
}

fn swings(told: &Told<'_>) -> Shown {
    let line = |swing: &Swing| {
        let most = swing.most.filter(|_| swing.looked >= FEW);
        let place = |(row, share): (usize, crate::table::Rate)| {
            let letter = letter(told.why, row);
            cell::text(format!("{letter} {}", format::share(share)))
        };
        vec![
            cell::text(swing.side.clone()),
            cell::text(format!("“{}”", told.names[usize::from(swing.gained)])),
            cell::number(format::count(swing.games), swing.games as f64),
            rate(swing.share),
            most.map_or_else(|| cell::text("too few"), place),
        ]
    };
    Shown {
        id: "swings",
        title: "Which side wins only under one of the two".to_owned(),
        note: String::new(),
        heads: vec![
            column("side", false),
            column("wins only with", false),
            column("games", true),
            column("of all", true),
            column("mostly at", false),
        ],
        rows: told
            .why
            .swings
            .iter()
            .filter(|swing| swing.games > 0)
            .map(line)
            .collect(),
    }
}

/// The letter of a row that is shown.
fn letter(why: &Why, row: usize) -> String {
    match (row, why.rows[row].cause.is_some()) {
        (_, false) => "–".to_owned(),
        (0..MOST, _) => char::from(b'A' + row as u8).to_string(),
        _ => "…".to_owned(),
    }
}

fn rate(rate: crate::table::Rate) -> Cell {
    cell::number(format::share(rate), rate.value)
}

/// Where most games part, in a sentence.
fn foremost(told: &Told<'_>) -> Option<String> {
    let why = told.why;
    if why.looked < FEW {
        let games = match why.looked {
            1 => "One game is".to_owned(),
            games => format!("{games} games are"),
        };
        return Some(format!(
            "{games} too few to say where most part; with more --games there are more of them."
        ));
    }
    let known = |swing: &&Swing| {
        let most = swing.most.is_some_and(|(row, _)| why.rows[row].cause.is_some());
        most && swing.looked >= FEW
    };
    let swing = why.swings.iter().filter(known);
    let swing = swing.max_by(|a, b| a.games.cmp(&b.games).then(b.side.cmp(&a.side)));
    let Some((swing, (row, share))) = swing.and_then(|swing| Some((swing, swing.most?))) else {
        return why.rows.iter().all(|row| row.cause.is_none()).then(|| {
            "To the choices of either game the rules make no difference: bots alone, which know the rules, choose \
             otherwise."
                .to_owned()
        });
    };
    let cause = why.rows[row].cause.as_ref()?;
    Some(format!(
        "Of the {} games that the side “{}” wins only with “{}”, in {} the rules first make a difference where {}.",
        format::count(swing.games),
        swing.side,
        told.names[usize::from(swing.gained)],
        format::share(share),
        place(cause, &told.names)
    ))
}

fn rows(told: &Told<'_>) -> Shown {
    let why = told.why;
    let line = |(at, row): (usize, &Row)| {
        vec![
            cell::text(letter(why, at)),
            cell::text(cell_of(row.cause.as_ref(), &told.names)),
            cell::number(format::count(row.games), row.games as f64),
            rate(row.share),
            cell::number(format::count(row.bots_first), row.bots_first as f64),
        ]
    };
    let numbered = || why.rows.iter().enumerate();
    let mut all: Vec<Vec<Cell>> = shown(why).map(line).collect();
    let rest: Vec<&Row> = numbered()
        .filter(|(at, row)| *at >= MOST && row.cause.is_some())
        .map(|(_, row)| row)
        .collect();
    if !rest.is_empty() {
        let games: u64 = rest.iter().map(|row| row.games).sum();
        let bots: u64 = rest.iter().map(|row| row.bots_first).sum();
        let other = vec![
            cell::text("…"),
            cell::text(format!("{} other places", rest.len())),
            cell::number(format::count(games), games as f64),
            cell::text(format::percent(games as f64 / why.looked.max(1) as f64, 1)),
            cell::number(format::count(bots), bots as f64),
        ];
        all.push(other);
    }
    all.extend(numbered().filter(|(_, row)| row.cause.is_none()).map(line));
    Shown {
        id: "places",
        title: "Where the rules first make a difference to these games".to_owned(),
        note: String::new(),
        heads: vec![
            column("", false),
            column("where", false),
            column("games", true),
            column("share", true),
            column("bots first", true),
        ],
        rows: all,
    }
}

/// The rows shown one by one, but for the one without a cause.
fn shown(why: &Why) -> impl Iterator<Item = (usize, &Row)> {
    let all = why.rows.iter().enumerate();
    all.take(MOST).filter(|(_, row)| row.cause.is_some())
}

/// What the table is of, and what it does not say.
fn notes(told: &Told<'_>) -> Vec<String> {
    let why = told.why;
    let mut out = Vec::new();
    if why.looked < why.flips {
        out.push(format!(
            "The first {} of the {} games were looked into.",
            format::count(why.looked),
            format::count(why.flips)
        ));
    }
    if why.bots_first > 0 {
        let all = if why.bots_first == why.looked {
            "all".to_owned()
        } else {
            format::count(why.bots_first)
        };
        out.push(format!(
            "Bots know the rules: in {all} of these games a bot chose otherwise first (“bots first”), from the same moves in \
             the same position. For these, the choices of one game were made again under the rules of the other, as far as \
             they were possible; the place is where that first makes a difference."
        ));
    }
    if why.laid_out > 0 {
        out.push(format!(
            "In {} of these games the table was laid out otherwise: what is shuffled or dealt has changed, and no more can \
             be said.",
            format::count(why.laid_out)
        ));
    }
    out.push(
        "This is where games part. It does not prove what decided them: much may happen between that and the end. All \
         intervals together miss in at most 5 of 100 such lists."
            .to_owned(),
    );
    out
}

fn samples(out: &mut String, told: &Told<'_>) {
    let bold = anstyle::Style::new().bold();
    let why = told.why;
    let rows: Vec<(usize, &Row)> = shown(why)
        .chain(why.rows.iter().enumerate().filter(|(_, row)| row.cause.is_none()))
        .collect();
    let _ = writeln!(out, "\n{bold}Games to look at{bold:#}");
    let named = rows.iter().map(|(at, row)| {
        let games = row.samples.iter().map(|(game, rotation)| option(*game, *rotation));
        format!("{}: {}", letter(why, *at), games.collect::<Vec<_>>().join(", "))
    });
    for line in wrap(&named.collect::<Vec<_>>().join("; "), WIDTH - 2) {
        let _ = writeln!(out, "  {line}");
    }
    if let Some((game, rotation)) = rows.first().and_then(|(_, row)| row.samples.first()) {
        // To be copied whole.
        let _ = writeln!(out, "  {} --game {}", told.command, option(*game, *rotation));
    }
}

/// A game as `--game` takes it.
fn option(game: u64, rotation: usize) -> String {
    match rotation {
        0 => game.to_string(),
        rotation => format!("{game} --rotation {rotation}"),
    }
}

fn paragraph(out: &mut String, text: &str) {
    for line in wrap(text, WIDTH) {
        let _ = writeln!(out, "{line}");
    }
}
