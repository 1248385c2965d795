//! The designer's questions, answered in a line each from tables and findings: five, and which bot wins where several sit at a
//! table.

use super::advice::{advice, told, told_in_short};
use super::findings::{APART, Claim, Finding, Place, Strength, Weight, gaps, of_bots};
use super::trust::trust;
use super::{format, tables};
use crate::judge;
use crate::table::{BotRow, Configuration, Rate, Results, SideRow, joint};

/// A question and its answer.
pub struct Answer {
    /// Name of the question in the page.
    pub key: &'static str,
    /// The question.
    pub question: &'static str,
    /// The answer.
    pub text: String,
}

/// With more sides than this only the most and the least successful are told.
const SIDES: usize = 4;

/// The answers, in the order of the questions.
pub fn answers(results: &Results, found: &[Finding]) -> Vec<Answer> {
    let answer = |key, question, text| Answer { key, question, text };
    let mut all = vec![answer("who", "Who wins?", who(results, found))];
    all.extend(bots(results, found).map(|text| answer("bots", "Which bot wins?", text)));
    all.extend([
        answer("seat", "Is a seat favoured?", seat(results, found)),
        answer("length", "How long is it?", length(results, found)),
        answer("change", "What should I change?", advice(results, found)),
        answer("trust", "Can I trust it?", trust(results, found)),
    ]);
    all
}

/// The first finding, in order of importance, whose key begins so.
pub(super) fn first<'f>(found: &'f [Finding], key: &str) -> Option<&'f Finding> {
    found.iter().find(|each| each.key.starts_with(key))
}

/// Who wins, in a few words without a verdict; nothing where most games say nothing of the rules.
pub fn winners(results: &Results, found: &[Finding]) -> String {
    match found.iter().find(|each| each.weight == Weight::Void) {
        Some(_) => "–".to_owned(),
        None => format::capital(rates(results).trim_end_matches('.')),
    }
}

/// Who wins: each side's rate with its interval, or over several configurations its range; at tables of different size
/// gaps to the fair share, since rates mean something else there.
fn who(results: &Results, found: &[Finding]) -> String {
    if let Some(void) = found.iter().find(|each| each.weight == Weight::Void) {
        let shown = found.iter().find(|each| each.key.starts_with("random side "));
        let shown = shown.map_or_else(String::new, |finding| format!(" {}", told(finding)));
        return format!("{}{shown}", void.headline);
    }
    let (all, rates) = (&results.configurations, rates(results));
    if all.iter().all(|each| each.games == 0) {
        return rates;
    }
    let verdict = of_sides(found).map_or_else(String::new, |finding| format!(" {}", everywhere(found, finding)));
    let shared = all.iter().map(super::findings::shared).find(|words| !words.is_empty());
    let shared = if shared.is_some() {
        " Several may win together."
    } else {
        ""
    };
    let places = if all.iter().any(places_of_several_bots) {
        " These are places in turn order, whichever bot sat there."
    } else {
        ""
    };
    format!("{}{places}{shared}{verdict}", format::capital(&rates))
}

/// The finding that says most of who wins: what is missed or wrong, then a wish that is open, then what is surely off, then what
/// else is open, and last what is as it should be.
fn of_sides(found: &[Finding]) -> Option<&Finding> {
    let rank = |each: &&Finding| match (&each.claim, each.strength) {
        (Some(Claim::Wish { verdict, .. }), _) if *verdict == judge::Verdict::Outside => 0,
        _ if each.weight == Weight::Problem => 0,
        (_, Strength::Open) if each.key.starts_with("target ") => 1,
        (Some(Claim::Side { .. }), _) => 2,
        (_, Strength::Open) => 3,
        _ => 4,
    };
    let own = |key: &str| key.starts_with("side") || key.starts_with("target win-rate.");
    found.iter().filter(|each| own(&each.key)).min_by_key(rank)
}

/// A finding with all configurations in which it holds, also those of which other bots say something else, so that it is told
/// apart there.
fn everywhere(found: &[Finding], finding: &Finding) -> String {
    let same: Vec<&Finding> = found.iter().filter(|each| each.key == finding.key).collect();
    let count = |of: &dyn Fn(&Finding) -> bool| -> usize {
        let places = same
            .iter()
            .filter(|each| of(each))
            .filter_map(|each| each.place.as_ref());
        places.map(|place| place.count).sum()
    };
    let largest = same.iter().max_by(|a, b| a.size.total_cmp(&b.size));
    let (Some(place), [_, _, ..]) = (largest.and_then(|each| each.place.as_ref()), &same[..]) else {
        return told(finding);
    };
    let surest = same.iter().find(|each| !each.only_here()).unwrap_or(&same[0]);
    let everywhere = Place {
        count: count(&|_| true),
        graded: surest.strength != Strength::Open,
        ..place.clone()
    };
    let here = match count(&Finding::only_here) {
        0 => String::new(),
        here if here == everywhere.count => String::new(),
        here => format!(" In {here} of them it is so with these bots alone, or open with others."),
    };
    format!("{} {}{here}", surest.headline, everywhere.words())
}

/// How often each side wins.
fn rates(results: &Results) -> String {
    let played: Vec<&Configuration> = results.configurations.iter().filter(|each| each.games > 0).collect();
    // No more decimals than the widest interval carries.
    let sides = played.iter().flat_map(|each| &each.sides);
    let digits = sides.map(|row| format::decimals(row.win_rate)).min().unwrap_or(0);
    match played[..] {
        [] => "No game was played.".to_owned(),
        [only] => of_one(results, only),
        [one, other] if !tables::tables_differ(results) && playing(one) <= SIDES => of_two(one, other, digits),
        _ if !tables::tables_differ(results) => {
            let rate = |row: &SideRow, _: f64| row.win_rate.value;
            let words = spans(&played, rate, |least, most| {
                range(
                    &format::plain(100.0 * least, digits),
                    &format::plain(100.0 * most, digits),
                    "%",
                )
            });
            format!("By configuration: {words}.")
        }
        _ => {
            let gap = |row: &SideRow, fair: f64| row.win_rate.value - fair;
            let words = spans(&played, gap, |least, most| {
                range(
                    &format::points_only(least, digits),
                    &format::points_only(most, digits),
                    "points",
                )
            });
            format!("Win rates less fair shares, by configuration: {words}.")
        }
    }
}

/// Are the sides places in turn order, and do several bots sit at the table? Then a place is easily taken for the bot of the
/// seat of that number.
pub fn places_of_several_bots(each: &Configuration) -> bool {
    tables::seats_are_sides(each) && each.bots.iter().any(|row| !row.mirror)
}

/// With more bots than this only the most and the least successful are told.
const BOTS: usize = 8;

/// How often the seats of each bot win, where several sit at a table, and what is shown of it.
fn bots(results: &Results, found: &[Finding]) -> Option<String> {
    let text = bot_rates(results)?;
    let beaten = first(found, "bot ");
    let verdict = beaten.map_or_else(String::new, |finding| format!(" {}", told_in_short(finding)));
    Some(format!("{text}{verdict}"))
}

/// The configurations at whose tables several bots sit, and how often the seats of each win.
fn with_several_bots(results: &Results) -> Vec<(&Configuration, Vec<(&BotRow, Rate)>)> {
    let of = results.configurations.len();
    let played = results.configurations.iter().filter(|each| each.games > 0);
    played
        .map(|each| (each, of_bots(each, of)))
        .filter(|(_, rows)| rows.len() > 1)
        .collect()
}

/// How often the seats of each bot win, where several sit at a table.
pub fn bot_rates(results: &Results) -> Option<String> {
    let told = with_several_bots(results);
    Some(match &told[..] {
        [] => return None,
        [(_, rows)] => {
            let mut rows = rows.clone();
            rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
            let count = rows.len();
            if count > BOTS {
                rows.drain(BOTS / 2..count - BOTS / 2);
            }
            let words: Vec<String> = rows
                .iter()
                .map(|(row, rate)| format!("{} {}", row.bot, format::share(*rate)))
                .collect();
            let first = match count {
                more if more > BOTS => {
                    format!("Of {more} bots, these win the largest and the smallest share of their seats: ")
                }
                _ => "Share of its seats that each bot wins: ".to_owned(),
            };
            format!("{first}{}.", words.join(", "))
        }
        _ => {
            let mut bots: Vec<(&str, f64, f64)> = Vec::new();
            for (row, rate) in told.iter().flat_map(|(_, rows)| rows) {
                match bots.iter_mut().find(|bot| bot.0 == row.bot) {
                    Some((_, least, most)) => (*least, *most) = (least.min(rate.value), most.max(rate.value)),
                    None => bots.push((&row.bot, rate.value, rate.value)),
                }
            }
            bots.sort_by(|a, b| b.2.total_cmp(&a.2));
            let more = bots.len().saturating_sub(BOTS);
            bots.truncate(BOTS);
            let rates = told.iter().flat_map(|(_, rows)| rows);
            let digits = rates.map(|(_, rate)| format::decimals(*rate)).min().unwrap_or(0);
            let share = |rate: f64| format::plain(100.0 * rate, digits);
            let words: Vec<String> = bots
                .into_iter()
                .map(|(bot, least, most)| format!("{bot} {}", range(&share(least), &share(most), "%")))
                .collect();
            let more = match more {
                0 => String::new(),
                more => format!(", and {more} more"),
            };
            // Ranges overlap where one bot is ahead at every table by itself.
            let ahead = |(_, rows): &(_, Vec<(&BotRow, Rate)>)| {
                let best = rows.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
                let equals = rows.iter().filter(|row| row.1.value >= best.1.value);
                (equals.count() == 1).then(|| best.0.bot.clone())
            };
            let first = told.iter().map(ahead).collect::<Option<Vec<String>>>();
            let first = first.filter(|first| first.windows(2).all(|pair| pair[0] == pair[1]));
            let ahead = first.map_or_else(String::new, |first| format!(" In each “{}” is seen ahead.", first[0]));
            format!(
                "Share of its seats that each bot wins, by configuration: {}{more}.{ahead}",
                words.join(", ")
            )
        }
    })
}

/// `12 % to 15 %`, `12 to 15 points`; where both are the same, that alone.
fn range(least: &str, most: &str, unit: &str) -> String {
    match (least == most, unit) {
        (true, _) => format!("{least} {unit}"),
        (false, "%") => format!("{least} % to {most} %"),
        (false, _) => format!("{least} to {most} {unit}"),
    }
}

/// Of one configuration: every side, or of many the most and the least successful, with intervals for all at once.
fn of_one(results: &Results, each: &Configuration) -> String {
    let mut sides: Vec<&SideRow> = each.sides.iter().filter(|row| row.fair.is_some()).collect();
    sides.sort_by(|a, b| b.win_rate.value.total_cmp(&a.win_rate.value));
    let word = |row: &&SideRow| format!("{} {}", row.side, format::share(joint(results, each, row)));
    match (&sides[..], sides.len() > SIDES) {
        ([most, .., least], true) => format!(
            "Of {} sides {} wins most games and {} fewest.",
            sides.len(),
            word(most),
            word(least)
        ),
        _ => format!("{}.", sides.iter().map(word).collect::<Vec<_>>().join(", ")),
    }
}

/// Sides that play.
fn playing(each: &Configuration) -> usize {
    each.sides.iter().filter(|row| row.fair.is_some()).count()
}

/// Of two: every side in each of them.
fn of_two(one: &Configuration, other: &Configuration, digits: usize) -> String {
    let share = |row: &SideRow| format::plain(100.0 * row.win_rate.value, digits);
    let both = |row: &SideRow| {
        let there = other.sides.iter().find(|there| there.side == row.side)?;
        row.fair?;
        Some(format!("{} {} % and {} %", row.side, share(row), share(there)))
    };
    let words: Vec<String> = one.sides.iter().filter_map(both).collect();
    format!("In “{}” and “{}”: {}.", one.name, other.name, words.join(", "))
}

/// Least and greatest number of each side over several configurations; of many sides those that reach furthest down and up.
fn spans(all: &[&Configuration], number: impl Fn(&SideRow, f64) -> f64, words: impl Fn(f64, f64) -> String) -> String {
    let mut sides: Vec<(&str, f64, f64)> = Vec::new();
    for row in all.iter().flat_map(|each| &each.sides) {
        let Some(fair) = row.fair else { continue };
        let value = number(row, fair);
        match sides.iter_mut().find(|side| side.0 == row.side) {
            Some((_, least, most)) => (*least, *most) = (least.min(value), most.max(value)),
            None => sides.push((&row.side, value, value)),
        }
    }
    let count = sides.len();
    let lowest = sides.iter().min_by(|a, b| a.1.total_cmp(&b.1)).copied();
    sides.sort_by(|a, b| b.2.total_cmp(&a.2));
    let mut others = String::new();
    if let (true, Some(lowest)) = (count > SIDES, lowest) {
        sides.truncate(SIDES - 1);
        if sides.iter().all(|side| side.0 != lowest.0) {
            sides.push(lowest);
        }
        others = match count - sides.len() {
            1 => " (one other side lies between)".to_owned(),
            more => format!(" ({more} other sides lie between)"),
        };
    }
    let named: Vec<String> = sides
        .into_iter()
        .map(|(side, least, most)| format!("{side} {}", words(least, most)))
        .collect();
    format!("{}{others}", named.join(", "))
}

fn seat(results: &Results, found: &[Finding]) -> String {
    if let Some(void) = found.iter().find(|each| each.weight == Weight::Void) {
        return format!("These games cannot say. {}", void.headline);
    }
    let sides = if results.configurations.iter().any(places_of_several_bots) {
        "Places in turn order, not bots,"
    } else {
        "Seats"
    };
    match (first(found, "seat"), of_sides(found)) {
        (Some(finding), _) => format!("{}{}", told(finding), besides(found, finding)),
        (None, Some(finding)) => format!(
            "{sides} are the sides of this game. {}{}",
            told_in_short(finding),
            besides(found, finding)
        ),
        (None, None) => "No game was played.".to_owned(),
    }
}

/// So many that are off the other way are named.
const BESIDES: usize = 2;

/// Who wins more where a finding names who wins less, and the other way round: what else it shows to be off, or the first other
/// finding that says so.
fn besides(found: &[Finding], finding: &Finding) -> String {
    let Some(Claim::Side { more, .. } | Claim::Seat { more, .. }) = finding.claim else {
        return String::new();
    };
    let contrary = finding.also.iter().filter(|(_, gap)| (*gap > 0.0) != more);
    let contrary: Vec<(String, f64)> = contrary.take(BESIDES).cloned().collect();
    if !contrary.is_empty() {
        return format!(" Off the other way, in points: {}.", gaps(&contrary));
    }
    // Who sits where says nothing of a side that is a role.
    if matches!(finding.claim, Some(Claim::Seat { .. })) {
        return String::new();
    }
    let other = |each: &&Finding| matches!(each.claim, Some(Claim::Side { more: other, .. }) if other != more);
    let other = found.iter().find(other);
    let told = |each: &Finding| each.key == finding.key || other.is_some_and(|other| each.key == other.key);
    // What is left is told below.
    let mut rest: Vec<String> = Vec::new();
    for each in found
        .iter()
        .filter(|each| each.weight == Weight::Problem && !told(each))
    {
        if let Some(Claim::Side { side, .. }) = &each.claim
            && !rest.contains(side)
        {
            rest.push(side.clone());
        }
    }
    let below = match &rest[..] {
        [] => String::new(),
        [one] => format!(" “{one}” is off as well."),
        _ => format!(
            " {} are off as well.",
            format::and(&rest.iter().map(|side| format!("“{side}”")).collect::<Vec<_>>())
        ),
    };
    let other = other.map_or_else(String::new, |other| format!(" {}", told_in_short(other)));
    format!("{other}{below}")
}

fn length(results: &Results, found: &[Finding]) -> String {
    let Some(finding) = first(found, "length").or_else(|| first(found, "turn cap")) else {
        return "Too few games to say.".to_owned();
    };
    let words = results.configurations.iter().map(|each| each.turn_word.as_str());
    let about: Vec<String> = words.chain(["turns"]).map(|word| format!("target {word}.")).collect();
    let missed = |finding: &&Finding| {
        finding.weight == Weight::Problem && about.iter().any(|start| finding.key.starts_with(start))
    };
    // Where most games run into the cap, that has been said.
    let void = found.iter().any(|each| each.weight == Weight::Void);
    let news = [first(found, "turn cap").filter(|_| !void), found.iter().find(missed)];
    let mut stuck = String::new();
    for other in news.into_iter().flatten().filter(|other| other.key != finding.key) {
        stuck.push(' ');
        stuck.push_str(&told(other));
    }
    match (results.configurations.len(), stuck.is_empty()) {
        (..=APART, true) => format!("{} {}", told(finding), finding.evidence),
        _ => format!("{}{stuck}", told(finding)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::findings::findings;
    use super::super::sample;
    use super::*;

    #[test]
    fn five_questions_are_answered_shortly_for_one_configuration_and_for_many() {
        for results in [sample::single(), sample::variants(), sample::matrix()] {
            let all = answers(&results, &findings(&results));
            let keys: Vec<&str> = all.iter().map(|each| each.key).collect();
            assert_eq!(keys, ["who", "seat", "length", "change", "trust"]);
            for each in all {
                // Commands are not read, but copied.
                let letters: usize = each.text.split('`').step_by(2).map(|part| part.chars().count()).sum();
                assert!((20..450).contains(&letters), "{}: {letters} letters", each.question);
                assert!(each.text.ends_with(['.', ')']), "{}", each.text);
            }
        }
    }

    /// Where several bots sit at a table, how often the seats of each win is answered, too.
    #[test]
    fn which_bot_wins_is_answered_where_there_are_several() {
        let mut results = sample::variants();
        for each in &mut results.configurations {
            let mut other = each.bots[0].clone();
            each.bots[0].mirror = false;
            other.mirror = false;
            other.bot = "ferryman".to_owned();
            each.bots.push(other);
        }
        let text = |results: &Results| {
            let all = answers(results, &findings(results));
            assert_eq!(all[1].key, "bots");
            all[1].text.clone()
        };
        let said = text(&results);
        assert!(
            said.starts_with("Share of its seats that each bot wins, by configuration: "),
            "{said}"
        );
        assert!(said.contains("ferryman 3"), "{said}");
        results.configurations.truncate(1);
        let said = text(&results);
        assert!(
            said.contains("ferryman 3") && said.contains("–"),
            "with its interval: {said}"
        );
        let row = results.configurations[0].bots[1].clone();
        let many = (0..20).map(|number| crate::table::BotRow {
            bot: format!("bot {number}"),
            ..row.clone()
        });
        results.configurations[0].bots.extend(many);
        let said = text(&results);
        assert!(said.starts_with("Of 22 bots, these win "), "{said}");
        assert!(said.matches(" %").count() <= 2 * BOTS, "{said}");
    }

    /// Of what is wished of who wins, what is missed is told before what is open, and that before what is met.
    #[test]
    fn who_wins_tells_first_what_is_missed_then_what_is_open() {
        use crate::judge::Verdict::{Outside, Undecided, Within};
        let said = |verdicts: [judge::Verdict; 3]| {
            let mut results = sample::single();
            let each = &mut results.configurations[0];
            each.targets = (each.sides.iter().zip(verdicts))
                .map(|(row, verdict)| {
                    sample::wish(
                        &format!("win-rate.{}", row.side),
                        (0.1, 0.2),
                        (verdict, row.win_rate.value),
                    )
                })
                .collect();
            assert_eq!(each.targets.len(), 3, "a wish for every side");
            let all = answers(&results, &findings(&results));
            all[0].text.clone()
        };
        let side = |at: usize| sample::single().configurations[0].sides[at].side.clone();
        let (more, open, met) = (
            "is more than you want",
            "may or may not be what you want",
            "is what you want",
        );
        for (verdicts, at, words) in [
            ([Within, Undecided, Outside], 2, "is less than you want"),
            ([Outside, Undecided, Undecided], 0, more),
            ([Within, Undecided, Within], 1, open),
            ([Within, Within, Within], 0, met),
        ] {
            let text = said(verdicts);
            assert!(
                text.contains(&format!(" The win rate of “{}” {words}", side(at))),
                "{text}"
            );
            assert_eq!(text.matches("you want").count(), 1, "a short answer: {text}");
        }
    }

    #[test]
    fn answers_stand_before_the_findings() {
        for results in [sample::single(), sample::matrix()] {
            for text in [super::super::markdown(&results), super::super::terminal(&results, 100)] {
                let at = |words: &str| text.find(words).expect(words);
                assert!(at("Who wins?") < at("Can I trust it?"));
                assert!(at("Can I trust it?") < at("Findings"));
            }
        }
    }
}
