//! A ladder of bots: text, CSV, JSON and a picture. The sentences stand in `text`.

mod text;

use super::files::csv_line;
use super::format;
use super::tables::{Shown, TableCell, cell};
use super::terminal::{heading, paragraph, table};
use balance_charts::{ChartError, Estimate, Forest, ForestRow, Unit, png};
use balance_config::untrusted;
use balance_experiments::ladder::{Ladder, MOST_DEALS, Pair, Rung};
use balance_inference::table::Rate;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// With more bots than this the matrix of pairs is left to its file.
const MOST: usize = 9;

/// Version of the shape of the JSON.
const FORMAT: u32 = 1;

/// The files of a ladder by their names.
///
/// # Errors
/// When the picture cannot be drawn.
pub fn files(ladder: &Ladder, title: &str, table: &LadderTable) -> Result<Vec<(&'static str, Vec<u8>)>, ChartError> {
    let chart = picture(ladder, title)?;
    Ok(vec![
        ("ladder.json", json(ladder, title, table).into_bytes()),
        ("ladder.csv", rungs(ladder).into_bytes()),
        ("pairs.csv", pairs(ladder).into_bytes()),
        ("ladder.png", png(&chart.plain)?),
        ("ladder.svg", chart.plain.into_bytes()),
    ])
}

/// The ladder as JSON, with the table at which it was played.
pub fn json(ladder: &Ladder, title: &str, table: &LadderTable) -> String {
    #[derive(Serialize)]
    struct LadderJson<'a> {
        #[serde(flatten)]
        table: &'a LadderTable,
        #[serde(flatten)]
        ladder: &'a Ladder,
    }
    titled(FORMAT, title, &LadderJson { table, ladder })
}

/// The table at which bots have met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct LadderTable {
    /// Name of the scenario.
    pub scenario: String,
    /// The configuration whose rules hold.
    pub configuration: String,
    /// The master seed.
    pub seed: u64,
    /// Deals of every pair.
    pub deals: u64,
}

impl LadderTable {
    /// The table of an earlier ladder that is kept in this text of `ladder.json`; none where it is none, or does not say.
    pub fn of_json(text: &[u8]) -> Option<Self> {
        untrusted::json(text, FORMAT).ok()
    }

    /// What to say where this ladder takes the place of one of another configuration, seed or number of deals.
    pub fn instead_of(&self, earlier: &LadderTable) -> Option<String> {
        (self != earlier).then(|| text::instead_of(earlier))
    }
}

/// Something as JSON below the number of its format and its title.
pub(super) fn titled(format: u32, title: &str, found: &impl serde::Serialize) -> String {
    let mut value = serde_json::json!({ "format": format, "title": title });
    if let (Some(all), Ok(serde_json::Value::Object(parts))) = (value.as_object_mut(), serde_json::to_value(found)) {
        all.extend(parts);
    }
    format!("{value:#}\n")
}

/// The ladder for people, in lines of `width` characters where names allow.
pub fn text(ladder: &Ladder, title: &str, width: usize) -> String {
    let mut out = heading(title);
    let order = Ranking::of_ladder(ladder);
    paragraph(&mut out, width, "", &text::ranking(&order));
    table(&mut out, &of_rungs(ladder), width);
    if ladder.rungs.len() <= MOST {
        table(&mut out, &of_pairs(ladder), width);
    }
    out.push('\n');
    paragraph(&mut out, width, "", &text::method(ladder));
    if let Some(misfit) = &ladder.misfit {
        paragraph(&mut out, width, "", &text::misfit(misfit));
    }
    if has_one_end(ladder) {
        paragraph(&mut out, width, "", text::ONE_END);
    }
    if let Some(more) = more(ladder, &order) {
        paragraph(&mut out, width, "", &more);
    }
    out
}

/// What more deals would do for what is undecided; none where nothing is, or no ladder takes so many.
fn more(ladder: &Ladder, order: &Ranking<'_>) -> Option<String> {
    let undecided = |rung: &Rung| versus_even(rung.share, rung.even).is_eq();
    let deals = 4 * ladder.deals;
    let any = !order.undecided.is_empty() || ladder.rungs.iter().any(undecided);
    (any && deals <= MOST_DEALS).then(|| text::more(deals))
}

fn of_rungs(ladder: &Ladder) -> Shown {
    let rating = |rung: &Rung| {
        if rung.bot == ladder.anchor {
            "0".to_owned()
        } else {
            RatingBounds::of_rating(rung.rating).text()
        }
    };
    let than_even = |rung: &Rung| match versus_even(rung.share, rung.even) {
        Ordering::Greater => "more",
        Ordering::Less => "less",
        Ordering::Equal => "undecided",
    };
    Shown::of_rows("ladder", "Bots by strength", &ladder.rungs)
        .note(format!("Rating: that of “{}” is 0.", ladder.anchor))
        .words("bot", |rung| cell::text(&rung.bot))
        .figure("rating", text::RATING_HELP, |rung| {
            cell::estimate(rating(rung), rung.rating)
        })
        .figure("wins", text::wins_help(ladder.company), |rung| cell::share(rung.share))
        .figure("even", "what it would win were all alike", |rung| {
            cell::text(format::percent(rung.even, 1))
        })
        .column(
            cell::explained("than even", "does it win more or less than that?"),
            |rung| cell::text(than_even(rung)),
        )
        .build()
}

/// How a share stands to what would be even; equal where that is undecided.
fn versus_even(share: Rate, even: f64) -> Ordering {
    if share.lo > even {
        Ordering::Greater
    } else if share.hi < even {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// One row and one column for each bot.
fn of_pairs(ladder: &Ladder) -> Shown {
    Shown::of_rows("pairs", text::pairs(ladder.company), &ladder.rungs)
        .words(text::corner(ladder.company), |rung| cell::text(&rung.bot))
        .columns(
            &ladder.rungs,
            |other| cell::figure(&other.bot, text::AMONG_HELP),
            |rung, other| cell::optional(pair(ladder, rung, other), in_matrix),
        )
        .build()
}

/// The games of a bot alone among another.
fn pair<'a>(ladder: &'a Ladder, alone: &Rung, among: &Rung) -> Option<&'a Pair> {
    let mut pairs = ladder.pairs.iter();
    pairs.find(|pair| pair.bot == alone.bot && pair.among == among.bot)
}

fn in_matrix(pair: &Pair) -> TableCell {
    let sign = match versus_even(pair.share, pair.even) {
        Ordering::Greater => "+",
        Ordering::Less => "−",
        Ordering::Equal => " ",
    };
    cell::estimate(
        format!("{}{sign}", format::plain(100.0 * pair.share.value, 0)),
        pair.share,
    )
}

/// Ratings with their intervals; where the games show one end alone, that end.
fn picture(ladder: &Ladder, title: &str) -> Result<balance_charts::Chart, ChartError> {
    let row = |rung: &Rung| {
        let known = RatingBounds::of_rating(rung.rating);
        ForestRow::new(None, rung.bot.clone() + known.label(), known.estimate())
    };
    let forest = Forest {
        title: title.to_owned(),
        subtitle: text::subtitle(ladder),
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
        let numbers = [&numbers(rung.rating)[..], &numbers(rung.share), &[rung.even]].concat();
        csv_line(&mut out, &[&rung.bot], &numbers);
    }
    out
}

fn pairs(ladder: &Ladder) -> String {
    let mut out = "bot,among,share,share-lo,share-hi,even\n".to_owned();
    for pair in &ladder.pairs {
        let numbers = [&numbers(pair.share)[..], &[pair.even]].concat();
        csv_line(&mut out, &[&pair.bot, &pair.among], &numbers);
    }
    out
}

/// A rate as three cells of a file.
pub(super) fn numbers(rate: Rate) -> [f64; 3] {
    [rate.value, rate.lo, rate.hi]
}

#[derive(Clone, Copy)]
enum RatingBounds {
    Both(Rate),
    AtMost(f64),
    AtLeast(f64),
    Nothing,
}

impl RatingBounds {
    fn of_rating(rating: Rate) -> Self {
        match (rating.lo.is_finite(), rating.hi.is_finite()) {
            (true, true) => RatingBounds::Both(rating),
            (false, true) => RatingBounds::AtMost(rating.hi),
            (true, false) => RatingBounds::AtLeast(rating.lo),
            (false, false) => RatingBounds::Nothing,
        }
    }

    fn text(self) -> String {
        match self {
            RatingBounds::Both(rating) => format::signed(rating, 1.0, 0),
            RatingBounds::AtMost(end) => format!("at most {}", format::plain(end.ceil(), 0)),
            RatingBounds::AtLeast(end) => format!("at least {}", format::plain(end.floor(), 0)),
            RatingBounds::Nothing => "not known".to_owned(),
        }
    }

    fn estimate(self) -> Estimate {
        match self {
            RatingBounds::Both(rating) => Estimate::new(rating.value, rating.lo, rating.hi),
            RatingBounds::AtMost(end) => Estimate::exact(end.ceil()),
            RatingBounds::AtLeast(end) => Estimate::exact(end.floor()),
            RatingBounds::Nothing => Estimate::missing(),
        }
    }

    /// What stands there behind the name of the bot.
    fn label(self) -> &'static str {
        match self {
            RatingBounds::AtMost(_) => ", at most",
            RatingBounds::AtLeast(_) => ", at least",
            RatingBounds::Both(_) | RatingBounds::Nothing => "",
        }
    }
}

/// Do the games show only one end of a rating?
fn has_one_end(ladder: &Ladder) -> bool {
    let both = |rung: &Rung| matches!(RatingBounds::of_rating(rung.rating), RatingBounds::Both(_));
    !ladder.rungs.iter().all(both)
}

/// What the games say of every two bots of a ladder.
struct Ranking<'a> {
    /// Each bot that is stronger than any, with those.
    stronger: Vec<(&'a str, Vec<&'a str>)>,
    /// Of which two the stronger is undecided.
    undecided: Vec<(&'a str, &'a str)>,
}

impl<'a> Ranking<'a> {
    /// What the ratings and the games of every two bots with each other say.
    fn of_ladder(ladder: &'a Ladder) -> Self {
        let bots = ladder.rungs.iter().map(|rung| rung.bot.as_str());
        let mut order = Ranking {
            stronger: bots.map(|bot| (bot, Vec::new())).collect(),
            undecided: Vec::new(),
        };
        for (at, above) in ladder.rungs.iter().enumerate() {
            for (further, below) in ladder.rungs[at + 1..].iter().enumerate() {
                let met = met(ladder, above, below);
                let apart = above.rating.lo > below.rating.hi;
                match (apart, met) {
                    (true, 0 | 1) | (false, 1) => order.stronger[at].1.push(&below.bot),
                    (false, -1) => order.stronger[at + 1 + further].1.push(&above.bot),
                    _ => order.undecided.push((&above.bot, &below.bot)),
                }
            }
        }
        order.stronger.retain(|(_, than)| !than.is_empty());
        order
    }
}

/// What the games of two bots with each other say: 1 where the first is stronger, -1 where the second is, 0 where they tell
/// neither, as where each surely wins more than even alone among the other.
fn met(ladder: &Ladder, one: &Rung, other: &Rung) -> i32 {
    let side = |alone, among| pair(ladder, alone, among).map_or(0, |pair| versus_even(pair.share, pair.even) as i32);
    (side(one, other) - side(other, one)).signum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_experiments::ladder::Company;

    /// Three bots whose ratings overlap; the first wins `share` of its games alone among the second, and loses as many.
    fn ladder(share: f64, deals: u64) -> Ladder {
        let pairs = [
            ("a", "b", share),
            ("b", "a", 1.0 - share),
            ("b", "c", 0.51),
            ("c", "b", 0.49),
        ];
        Ladder {
            players: 2,
            deals,
            ..of_bots(0.5, &[("a", 20.0), ("b", 0.0), ("c", -20.0)], &pairs)
        }
    }

    /// Bots with these ratings, each known to within 30, and what each wins alone among another where `even` would be so.
    fn of_bots(even: f64, ratings: &[(&str, f64)], pairs: &[(&str, &str, f64)]) -> Ladder {
        let rung = |(bot, rating): &(&str, f64)| Rung {
            bot: (*bot).to_owned(),
            rating: Rate::plus_minus(*rating, 30.0),
            share: Rate::plus_minus(even, 0.1),
            even,
        };
        let pair = |(bot, among, share): &(&str, &str, f64)| Pair {
            bot: (*bot).to_owned(),
            among: (*among).to_owned(),
            share: Rate::plus_minus(*share, 0.05),
            even,
        };
        Ladder {
            players: 5,
            company: Company::Rivals(5),
            deals: 100,
            misfit: None,
            anchor: ratings[0].0.to_owned(),
            rungs: ratings.iter().map(rung).collect(),
            pairs: pairs.iter().map(pair).collect(),
        }
    }

    fn said(ladder: &Ladder) -> String {
        text(ladder, "x", 80).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Which of two bots is the stronger has one answer, that of their games with each other where their ratings leave it open.
    #[test]
    fn what_the_games_of_two_bots_decide_is_not_undecided() {
        let open = said(&ladder(0.5, 100));
        assert!(
            open.contains("No bot is confirmed to be stronger than another. Undecided: a or b; a or c; b or c.")
                && open.contains("`--deals 400` roughly halves the intervals."),
            "{open}"
        );
        let told = said(&ladder(0.6, 100));
        assert!(
            told.contains("60+") && told.contains("Stronger: a than b. Undecided: a or c; b or c."),
            "{told}"
        );
        // Less than even of the other says as much as more of the one.
        let mut less = ladder(0.5, 100);
        less.pairs[1].share = Rate::plus_minus(0.4, 0.05);
        assert!(said(&less).contains("Stronger: a than b. Undecided: a or c; b or c."));
    }

    /// A ladder names its table, and says where it takes the place of another; no cell has the noise of a sum.
    #[test]
    fn a_ladder_names_its_table() {
        let table = LadderTable {
            scenario: "duel".to_owned(),
            configuration: "my tiles".to_owned(),
            seed: 7,
            deals: 100,
        };
        let text = json(&ladder(0.391_000_000_000_000_57, 100), "x", &table);
        let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let told = ["format", "scenario", "configuration", "seed", "deals"].map(|key| value[key].to_string());
        assert_eq!(told, ["1", "\"duel\"", "\"my tiles\"", "7", "100"]);
        let earlier = LadderTable::of_json(text.as_bytes()).expect("it says");
        assert_eq!(table.instead_of(&earlier), None);
        let other = LadderTable { seed: 8, ..table };
        let said = other.instead_of(&earlier).expect("another seed");
        assert!(
            said.contains("an earlier ladder there, of “my tiles”, seed 7, 100 deals; --out DIR keeps both"),
            "{said}"
        );
        assert_eq!(LadderTable::of_json(b"{ \"format\": 1 }"), None);
        let csv = pairs(&ladder(0.391_000_000_000_000_57, 100));
        assert!(csv.contains("\"a\",\"b\",0.391,0.341,0.441,0.5\n"), "{csv}");
    }

    /// What “even” is stands below the tables, and no ladder is proposed that none takes.
    #[test]
    fn even_is_explained_and_too_many_deals_are_not_proposed() {
        let told = said(&ladder(0.6, 600_000));
        assert!(told.contains("“Even”: the share of seats"), "{told}");
        assert!(!told.contains("--deals"), "{told}");
    }

    /// Of a bot that never wins the end is told that the games show, in every form.
    #[test]
    fn an_end_that_the_games_do_not_show_is_left_open() {
        let mut ladder = ladder(0.6, 100);
        assert!(!said(&ladder).contains("At most"));
        (ladder.rungs[2].rating.lo, ladder.rungs[2].rating.hi) = (f64::NEG_INFINITY, -84.6);
        let told = said(&ladder);
        assert!(
            told.contains("at most −84") && told.contains("“At most” and “at least”: "),
            "{told}"
        );
        assert!(rungs(&ladder).contains("\"c\",-20,,-84.6,0.5,"), "{}", rungs(&ladder));
        let drawn = picture(&ladder, "x").expect("a picture").plain;
        assert!(drawn.contains("c, at most"), "{drawn}");
    }

    #[test]
    fn an_end_is_rounded_so_that_it_holds() {
        let told = |lo, hi| RatingBounds::of_rating(Rate { value: 3.2, lo, hi }).text();
        let far = f64::INFINITY;
        assert_eq!(told(-84.6, 20.0), "+3 (−85 to 20)");
        assert_eq!(told(-far, -84.6), "at most −84");
        assert_eq!(told(-84.6, far), "at least −85");
        assert_eq!(told(-far, far), "not known");
    }

    /// Who is stronger by these ratings, and by what each pair wins above or below the even 0.2.
    fn ranking(ratings: &[(&str, f64)], pairs: &[(&str, &str, f64)]) -> String {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(bot, among, more)| (*bot, *among, 0.2 + more))
            .collect();
        text::ranking(&Ranking::of_ladder(&of_bots(0.2, ratings, &pairs)))
    }

    /// Where ratings overlap either way round tells, whichever of the two stands higher; what contradicts itself is open.
    #[test]
    fn either_of_two_bots_alone_among_the_other_tells() {
        let near = [("a", 10.0), ("b", 0.0)];
        let open = "No bot is confirmed to be stronger than another. Undecided: a or b.";
        for (pairs, wanted) in [
            (vec![("a", "b", 0.1)], "Stronger: a than b."),
            (vec![("b", "a", -0.1)], "Stronger: a than b."),
            (vec![("a", "b", 0.1), ("b", "a", -0.1)], "Stronger: a than b."),
            (vec![("b", "a", 0.1)], "Stronger: b than a."),
            (vec![("a", "b", -0.1)], "Stronger: b than a."),
            (vec![("a", "b", 0.1), ("b", "a", 0.1)], open),
            (vec![("a", "b", -0.1), ("b", "a", -0.1)], open),
            (vec![("a", "b", 0.01)], open),
        ] {
            assert_eq!(ranking(&near, &pairs), wanted, "{pairs:?}");
        }
        let far = [("a", 200.0), ("b", 0.0)];
        assert_eq!(ranking(&far, &[]), "Stronger: a than b.");
        // Both cannot be: whoever beats it surely is not weaker.
        assert!(ranking(&far, &[("b", "a", 0.1)]).ends_with("Undecided: a or b."));
    }

    #[test]
    fn every_two_bots_are_held_against_each_other() {
        let three = [("a", 40.0), ("b", 20.0), ("c", 0.0)];
        let pairs = [("a", "b", 0.1), ("a", "c", 0.1), ("c", "b", 0.01)];
        assert_eq!(ranking(&three, &pairs), "Stronger: a than b and c. Undecided: b or c.");
        assert_eq!(
            ranking(&three, &[("a", "b", 0.1), ("b", "c", 0.1)]),
            "Stronger: a than b; b than c. Undecided: a or c."
        );
    }

    #[test]
    fn of_many_bots_the_first_are_named() {
        let names = ["a", "b", "c", "d", "e", "f", "g"];
        let far: Vec<(&str, f64)> = names
            .iter()
            .zip(0..)
            .map(|(name, at)| (*name, -100.0 * f64::from(at)))
            .collect();
        assert_eq!(
            ranking(&far, &[]),
            "Stronger: a than b, c, d, e and 2 more; b than c, d, e, f and 1 more; c than d, e, f and g; d than e, f and g; and 3 \
             more pairs."
        );
        let near: Vec<(&str, f64)> = names.iter().map(|name| (*name, 0.0)).collect();
        assert_eq!(
            ranking(&near, &[]),
            "No bot is confirmed to be stronger than another. Undecided: a or b; a or c; a or d; a or e; and 17 more pairs."
        );
    }
}
