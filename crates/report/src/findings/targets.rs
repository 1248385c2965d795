//! Does what the scenario expects hold?

use super::super::{expectations, format};
use super::{
    Direction, Finding, FindingClaim, FindingContext, FindingKind, Sample, Severity, TargetBand, TargetOutcome,
    counter_meaning, forecast,
};
use crate::metrics::Measure;
use balance_analysis::judge::{Answer, Verdict, key};
use balance_analysis::scenario::Of;
use balance_analysis::table::{Rate, Shows, TargetRow};

/// Numbers that differ by less are the same one, computed otherwise.
const ROUNDING: f64 = 1e-9;

pub fn find(asked: &FindingContext) -> Vec<Finding> {
    // That the base is as it is, is no finding.
    let asked_of = asked
        .each
        .targets
        .iter()
        .filter(|target| !expectations::of_itself(target));
    let judged = asked_of.filter_map(|target| {
        let about = subject(asked, &target.metric)?;
        Some(target_finding(asked, target, &target.answer?, about))
    });
    judged.collect()
}

/// What is expected of.
struct TargetSubject {
    /// In words.
    what: String,
    /// What its numbers are.
    measure: Measure,
    /// A game that shows it.
    sample: Option<Sample>,
}

fn subject(asked: &FindingContext, metric: &str) -> Option<TargetSubject> {
    let each = asked.each;
    let called = |length| if length == "turns" { &*each.turn_word } else { length };
    let longest = || asked.sample(Shows::Longest, "");
    let (what, sample) = match Of::metric(metric) {
        Of::Side(side) => {
            let row = each.sides.iter().find(|row| key(&row.side) == key(side))?;
            let shows = if row.fair.is_some() { Shows::Side } else { Shows::Nobody };
            let name = if row.fair.is_some() { row.side.as_str() } else { "" };
            (format!("The win rate of “{}”", row.side), asked.sample(shows, name))
        }
        Of::Bot(bot) => {
            let row = each.bots.iter().find(|row| key(&row.bot) == key(bot))?;
            (
                format!("The win rate of the bot “{}”", row.bot),
                asked.sample(Shows::Bot, &row.bot),
            )
        }
        Of::Ending(ending) => {
            let row = each.endings.iter().find(|row| key(&row.ending) == key(ending))?;
            let what = format!("The share of games that end by “{}”", row.ending);
            (what, asked.sample(Shows::Ending, &row.ending))
        }
        Of::Counter(counter) => {
            let row = each.counters.iter().find(|row| row.counter == counter)?;
            let what = format!(
                "The mean number of “{}” in a game",
                counter_meaning::meaning(row, &each.counters)
            );
            (what, asked.sample(Shows::Event, counter))
        }
        Of::Sides(one, other) => {
            let of = |side: &str| each.sides.iter().find(|row| key(&row.side) == key(side));
            let what = format!("The win rate of “{}” less that of “{}”", of(one)?.side, of(other)?.side);
            (what, None)
        }
        Of::Mean(length) => (format!("The mean number of {}", called(length)), longest()),
        Of::Quantile(length, percent) => (
            format!(
                "The number of {} that {percent}% of games do not exceed",
                called(length)
            ),
            longest(),
        ),
        Of::FairShare(_) | Of::Other => return None,
    };
    Some(TargetSubject {
        what,
        measure: Measure::of_metric(metric),
        sample,
    })
}

fn target_finding(asked: &FindingContext, target: &TargetRow, answer: &Answer, about: TargetSubject) -> Finding {
    let TargetSubject { what, measure, sample } = about;
    let band = TargetBand {
        change: target.change,
        from: target.from,
        to: target.to,
    };
    let wanted = band.describe(&target.metric);
    let found = number_found(target, answer, measure);
    let named = if matches!(Of::metric(&target.metric), Of::Counter(_)) {
        format!(", counted as {}", target.metric)
    } else {
        String::new()
    };
    let (weight, verdict, outcome, size) = judged(target, answer, measure);
    // Of several bands of one number one may be missed and another met.
    let bands = asked
        .each
        .targets
        .iter()
        .filter(|row| key(&row.metric) == key(&target.metric));
    let which = if bands.count() > 1 {
        format!(", {wanted}")
    } else {
        String::new()
    };
    let open = if answer.verdict == Verdict::Undecided {
        ": it is not settled yet"
    } else {
        ""
    };
    Finding {
        headline: format!("{what} {verdict}{which}{open}."),
        evidence: format!("{found}{named}; wanted: {wanted}.{}", more_deals(target, answer)),
        method: "Bets on the number against both ends of the band in [expect], judged at every look of the run and by the \
                 same rule as in `check`; the interval holds at every look, for all that is expected of all \
                 configurations at once.",
        sample,
        // What changes is asked of these bots alone, and other bots have nothing to say of one of these.
        claim: (answer.verdict != Verdict::Undecided
            && !target.change
            && !matches!(Of::metric(&target.metric), Of::Bot(_)))
        .then(|| FindingClaim::Wish {
            row: target.clone(),
            verdict: answer.verdict,
        }),
        ..asked.finding(
            weight,
            FindingKind::Target {
                metric: target.metric.clone(),
                band,
                outcome,
            },
            size,
            answer.strength,
        )
    }
}

/// The number that was found, with its interval.
pub fn number_found(target: &TargetRow, answer: &Answer, measure: Measure) -> String {
    let rate = Rate::new(answer.value, answer.interval());
    let found = match (target.change, measure.is_share()) {
        (false, _) => {
            let band = (
                target.from.unwrap_or(f64::NEG_INFINITY),
                target.to.unwrap_or(f64::INFINITY),
            );
            measure.rate_in(rate, format::passing(rate, band, measure.scale(), measure.digits(rate)))
        }
        (true, true) => format!("{} points from the base, on the same deals", format::points(rate)),
        (true, false) => format!("{} from the base, on the same deals", format::means(rate)),
    };
    // That of the comparison, which is not looked at again and again, may be narrower and call the same shown.
    if target.change && answer.verdict == Verdict::Undecided {
        format!("{found} (at every look of the run, unlike the interval of the comparison, which may be narrower)")
    } else {
        found
    }
}

/// How many deals would tell, in a sentence; nothing where that is not foreseen.
fn more_deals(target: &TargetRow, answer: &Answer) -> String {
    let at_an_edge = |edge: f64| (edge - answer.value).abs() < ROUNDING;
    match answer.enough {
        Some(_) if [target.from, target.to].into_iter().flatten().any(at_an_edge) => {
            " It is seen at the edge of what is wanted: while it stays there no number of deals tells. A band with room round it can be \
             shown to be met."
                .to_owned()
        }
        Some(enough) if answer.deals >= forecast::ENOUGH => format!(
            " About {} deals would tell, if it stays as it is.",
            format::count(forecast::round_up(enough as f64))
        ),
        _ => String::new(),
    }
}

/// How severe the verdict is, its words, what came of the band, and the rank of the finding.
fn judged(target: &TargetRow, answer: &Answer, measure: Measure) -> (Severity, &'static str, TargetOutcome, f64) {
    match answer.verdict {
        Verdict::Outside => {
            // Problems are ranked by the distance; that of a length is put on the scale of shares.
            let scale = if measure.is_share() {
                1.0
            } else {
                answer.value.abs().max(1.0)
            };
            let over = target.to.map_or(f64::NEG_INFINITY, |to| answer.value - to);
            let under = target.from.map_or(f64::NEG_INFINITY, |from| from - answer.value);
            // Too much in one configuration is not the same as too little in another.
            let (verdict, direction) = if over > under {
                ("is more than you want", Direction::More)
            } else {
                ("is less than you want", Direction::Less)
            };
            let missed = TargetOutcome::Missed(direction);
            (
                Severity::Problem,
                verdict,
                missed,
                1.0 + over.max(under).max(0.0) / scale,
            )
        }
        Verdict::Within => (Severity::Notice, "is what you want", TargetOutcome::Held, 1.55),
        Verdict::Undecided => (
            Severity::Notice,
            "may or may not be what you want",
            TargetOutcome::Open,
            1.56,
        ),
    }
}
