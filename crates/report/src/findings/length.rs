//! How long does a game take, and how much does that vary? Of games that run into the cap it is not known, but that it is longer.

use super::super::format;
use super::game_lengths::{ENDLESS, lengths};
use super::{
    APART, Finding, FindingClaim, FindingContext, FindingKind, Severity, Strength, limitations, reproduce, robustness,
};
use balance_analysis::judge::Family;
use balance_analysis::table::{CONFIDENCE, Configuration, LengthRow, Quantile, Results, Shows};

/// Long games that take this many times as long as short ones are worth saying.
const SPREAD: u32 = 4;
/// Fewer games than this show the shortest and the longest rather than nine in ten of them.
const MANY: u64 = 100;

/// What is known of the median.
enum Median<'r> {
    /// It stands at the cap, or where some games at the cap might have ended: no game ends there.
    Capped,
    /// Too few games for an interval.
    Few,
    /// The quantile, with both ends of its interval; the upper one is [`ENDLESS`] where it may lie beyond the cap.
    Known(&'r Quantile, u32, u32),
}

fn median<'r>(each: &Configuration, row: &'r LengthRow) -> Median<'r> {
    if 2 * limitations::capped(each) >= row.games {
        return Median::Capped;
    }
    match quantile(row, 50).map(|found| (found, found.lo, found.hi)) {
        Some((found, Some(lo), Some(hi))) => {
            let hi = if reaches(each, 50, CONFIDENCE) { ENDLESS } else { hi };
            Median::Known(found, lo, hi)
        }
        _ => Median::Few,
    }
}

/// A configuration with its median and both ends of the interval of that.
type Known<'r> = (&'r Configuration, u32, u32, u32);

/// How long nine of ten games take in each of a few configurations, in a sentence.
fn most_games(known: &[Known]) -> String {
    let told = known
        .iter()
        .filter_map(|(each, ..)| Some((of_most(each)?, each.name.as_str())));
    let told: Vec<(String, &str)> = told.collect();
    let Some((first, _)) = told.first().filter(|_| known.len() <= APART) else {
        return String::new();
    };
    if told.len() == known.len() && told.iter().all(|(span, _)| span == first) {
        return format!(" At least nine of ten took {first} in each.");
    }
    let named: Vec<String> = told.iter().map(|(span, name)| format!("{span} in “{name}”")).collect();
    format!(" At least nine of ten took {}.", format::join_and(&named))
}

/// How long at least nine of ten games took, such as `8 to 50`; none where they are too few to say so.
pub fn of_most(each: &Configuration) -> Option<String> {
    let row = each.lengths.first().filter(|row| row.games >= MANY)?;
    Some(words_of_span(quantile(row, 5)?.value, quantile(row, 95)?.value))
}

fn quantile(row: &LengthRow, percent: u32) -> Option<&Quantile> {
    row.quantiles.iter().find(|each| each.percent == percent)
}

/// "At least half of the games end within 27 turns", or 19 of 20 where these end as soon, where games end and there are enough of them to say so; else how long those
/// took that were played.
pub fn half_of_the_games(each: &Configuration) -> Option<String> {
    let row = each.lengths.first()?;
    let word = &row.measure;
    Some(match median(each, row) {
        // How long half of all games take is not known where that may be beyond the cap.
        Median::Known(middle, _, hi) if row.games < MANY || hi == ENDLESS => {
            let games = format::games(row.games);
            format!("At least half of the {games} ended within {} {word}", middle.value)
        }
        // Whatever the median is of those that it may be.
        Median::Known(_, _, hi) => {
            let most = quantile(row, 95).and_then(|most| most.hi);
            let nearly_all = most.is_some_and(|most| most <= hi) && !reaches(each, 95, CONFIDENCE);
            let part = if nearly_all { "19 of 20" } else { "half of the" };
            format!("At least {part} games end within {hi} {word}")
        }
        Median::Capped => format!(
            "{} of {} ran into the cap of {} {word}",
            format::count(limitations::capped(each)),
            format::games(row.games),
            row.max
        ),
        Median::Few if row.games == 1 => format!("The one game took {} {word}", row.max),
        Median::Few => format!(
            "The {} took {} {word}",
            format::games(row.games),
            words_of_span(row.min, row.max)
        ),
    })
}

/// `19–20`, `19 or more`.
fn words_of_interval(lo: u32, hi: u32) -> String {
    if hi == ENDLESS {
        format!("{lo} or more")
    } else {
        format!("{lo}–{hi}")
    }
}

fn words_of_span(lo: u32, hi: u32) -> String {
    if lo == hi {
        lo.to_string()
    } else {
        format!("{lo} to {hi}")
    }
}

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    let Some(row) = asked.each.lengths.first().filter(|row| row.games > 0) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if asked.of == 1
        && let Some(headline) = half_of_the_games(asked.each)
    {
        found.push(of_one(asked, row, &headline));
    }
    found.extend(spread(asked, row));
    found
}

fn of_one(asked: &FindingContext, row: &LengthRow, headline: &str) -> Finding {
    let word = &row.measure;
    let (evidence, strength) = match median(asked.each, row) {
        Median::Known(middle, lo, hi) => {
            let most = match (quantile(row, 5), quantile(row, 95)) {
                (Some(low), Some(high)) if row.games >= MANY => {
                    format!("at least nine of ten took {}", words_of_span(low.value, high.value))
                }
                _ => format!("those played took {}", words_of_span(row.min, row.max)),
            };
            let capped = match limitations::capped(asked.each) {
                0 => String::new(),
                1 => " One game ran into the cap.".to_owned(),
                capped => format!(" {} ran into the cap.", format::games(capped)),
            };
            let evidence = format!(
                "Median {} ({}), mean {} {word}; {most}.{capped}",
                middle.value,
                words_of_interval(lo, hi),
                format::mean(row.mean),
            );
            (evidence, Strength::Estimate)
        }
        Median::Capped => ("How long a whole game takes is not shown.".to_owned(), Strength::Exact),
        Median::Few => (
            "Too few to say how long a game takes as a rule.".to_owned(),
            Strength::Exact,
        ),
    };
    let claim = match median(asked.each, row) {
        // What is said of so few games alone is not asked of others.
        Median::Known(_, lo, hi) if row.games >= MANY => Some(FindingClaim::Half { lo, hi }),
        _ => None,
    };
    Finding {
        headline: format!("{headline}."),
        evidence,
        claim,
        method: "The histogram of all games; the interval of the median from order statistics, that of the mean from \
                 the counts of games by length.",
        ..asked.finding(
            Severity::Notice,
            FindingKind::Length { measure: word.clone() },
            1.3,
            strength,
        )
    }
}

fn spread(asked: &FindingContext, row: &LengthRow) -> Option<Finding> {
    // How long the longest would take is not known where they run into the cap.
    if 20 * limitations::capped(asked.each) >= row.games {
        return None;
    }
    let (rows, sampling) = (asked.each.histogram_of(&row.measure), asked.each.sampling());
    let confidence = asked.confidence(Family::Lengths, 2);
    let quantile = |percent: u32| sampling.quantile(&rows, percent, confidence);
    let (low, high) = (quantile(5)?, quantile(95)?);
    // The ends of the quantiles' intervals that are least in favour of the claim.
    let (short, long) = (low.hi.filter(|short| *short > 0)?, high.lo?);
    (long >= SPREAD * short).then(|| {
        let times = long / short;
        // What is said of several configurations is said of the least.
        let least = if asked.of > 1 { SPREAD } else { times };
        Finding {
            headline: format!(
                "Games vary a lot: long ones take at least {least} times as many {} as short ones.",
                row.measure
            ),
            evidence: format!(
                "One game in twenty takes at most {} {}, one in twenty at least {}.",
                low.q, row.measure, high.q
            ),
            claim: Some(FindingClaim::Spread(SPREAD)),
            method: "The lower end of the interval of the 95% quantile over the upper end of that of the 5% quantile \
                     (order statistics, corrected for all configurations), at least 4.",
            ..asked.finding(
                Severity::Notice,
                FindingKind::LengthSpread,
                0.7 + f64::from(times) / 1000.0,
                Strength::Clear,
            )
        }
    })
}

/// The configuration, and how many others have its median.
fn with_as_long(known: &[Known], one: &Configuration, median: u32) -> String {
    match known.iter().filter(|row| row.1 == median).count() {
        1 => format!("“{}”", one.name),
        count => format!("“{}” and {} more", one.name, count - 1),
    }
}

/// Of how many configurations, beside those `known`, there is no median, and why.
fn unknown(all: &[Configuration], known: usize) -> String {
    let is_capped = |each: &&Configuration| {
        let row = each.lengths.first();
        row.is_some_and(|row| matches!(median(each, row), Median::Capped))
    };
    let capped = all.iter().filter(is_capped).count();
    let some = |count: usize| match count {
        1 => "one configuration".to_owned(),
        count => format!("{count} configurations"),
    };
    let mut said = String::new();
    if capped > 0 {
        said += &format!(
            " In {} half of the games played or more ran into the cap.",
            some(capped)
        );
    }
    if all.len() > known + capped {
        said += &format!(" Of {} the median is not known.", some(all.len() - known - capped));
    }
    said
}

/// The medians of several configurations, from the smallest to the largest; other bots are asked in each of them, as surely as
/// `confidence` says.
pub fn range(results: &Results, confidence: f64) -> Option<Finding> {
    let all = &results.configurations;
    let known: Vec<Known> = all
        .iter()
        .filter_map(|each| match median(each, each.lengths.first()?) {
            Median::Known(middle, lo, hi) => Some((each, middle.value, lo, hi)),
            _ => None,
        })
        .collect();
    let (shortest, low, low_lo, low_hi) = *known.iter().min_by_key(|row| row.1)?;
    let (longest, high, high_lo, high_hi) = *known.iter().rev().max_by_key(|row| row.1)?;
    if all.len() < 2 {
        return None;
    }
    let (low_span, high_span) = (words_of_interval(low_lo, low_hi), words_of_interval(high_lo, high_hi));
    let word = &shortest.turn_word;
    let others = unknown(all, known.len());
    let within = match known.iter().map(|row| row.3).max() {
        Some(ENDLESS) | None => format!("At least half of the games played ended within {high} {word}"),
        Some(most) => format!("At least half of the games end within {most} {word}"),
    };
    let (headline, evidence) = if known.len() == 1 {
        (
            format!("{within} in “{}”.", shortest.name),
            format!("The median there is {low} ({low_span}).{others}"),
        )
    } else if low == high {
        let (there, these) = if others.is_empty() {
            (String::new(), "in all of them")
        } else {
            (
                format!(" in {} of {} configurations", known.len(), all.len()),
                "in these",
            )
        };
        (
            format!("{within}{there}."),
            format!("The median of the games played is the same {these}.{others}"),
        )
    } else {
        (
            format!("The median length seen is {low} to {high} {word}, by configuration."),
            format!(
                "It is seen least in {}, {low} ({low_span}), and greatest in {}, {high} ({high_span}).{others}",
                with_as_long(&known, shortest, low),
                with_as_long(&known, longest, high)
            ),
        )
    };
    let evidence = evidence + &most_games(&known);
    // What is said of so few games alone is not asked of others.
    let enough = known.iter().filter(|(each, ..)| each.games >= MANY);
    let own = enough.map(|(each, _, lo, hi)| (*each, *lo, *hi));
    let others_say = robustness::of_medians(own, all.len(), confidence);
    Some(Finding {
        headline,
        evidence,
        claim: (!others_say.is_empty()).then_some(FindingClaim::Half {
            lo: high_lo,
            hi: high_hi,
        }),
        others: others_say,
        method: "The medians of the histograms of all games, with their intervals from order statistics.",
        sample: reproduce::sample(longest, Shows::Longest, "", ""),
        ..Finding::new(Severity::Notice, FindingKind::LengthRange, 1.3, Strength::Estimate)
    })
}

/// May so many per cent of the games end only beyond the cap, as surely as `confidence` says?
pub fn reaches(each: &Configuration, percent: u32, confidence: f64) -> bool {
    let found = || each.sampling().quantile(&lengths(each), percent, confidence);
    limitations::capped(each) > 0 && found().is_some_and(|found| found.hi == Some(ENDLESS))
}
