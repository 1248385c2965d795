//! Does what the scenario expects hold?

use super::super::format;
use super::{Asked, Finding, Sample, Strength, Weight};
use crate::table::{Configuration, Rate, Shows, TargetRow};

/// Is something expected of the side's win rate?
pub fn about(each: &Configuration, side: &str) -> bool {
    each.targets
        .iter()
        .filter_map(|row| row.metric.strip_prefix("win-rate."))
        .any(|name| key(name) == key(side))
}

pub fn find(asked: &Asked) -> Vec<Finding> {
    let rows = asked.each.targets.len();
    let judged = asked.each.targets.iter().filter_map(|target| {
        let known = known(asked, &target.metric, rows)?;
        Some(judge(asked, target, known))
    });
    judged.collect()
}

/// What is expected of, in words, with its interval.
struct Known {
    what: String,
    share: bool,
    rate: Rate,
    sample: Option<Sample>,
}

fn key(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}

/// The number with an interval that holds for all that is expected, in every configuration, at once.
fn known(asked: &Asked, metric: &str, rows: usize) -> Option<Known> {
    let each = asked.each;
    let (kind, rest) = metric.split_once('.')?;
    let share = |what: String, rate: Rate, sample: Option<Sample>| Known {
        what,
        share: true,
        rate: asked.widened_share(rate, 1, rows),
        sample,
    };
    let mean = |what: String, rate: Rate, sample: Option<Sample>| Known {
        what,
        share: false,
        rate: asked.widened(rate, 1, rows),
        sample,
    };
    match kind {
        "win-rate" => {
            let row = each.sides.iter().find(|row| key(&row.side) == key(rest))?;
            let shows = if row.fair.is_some() { Shows::Side } else { Shows::Nobody };
            let name = if row.fair.is_some() { row.side.as_str() } else { "" };
            let what = format!("Win rate of “{}”", row.side);
            Some(share(what, row.win_rate, asked.sample(shows, name)))
        }
        "ending" => {
            let row = each.endings.iter().find(|row| key(&row.ending) == key(rest))?;
            let what = format!("Games that end by “{}”", row.ending);
            Some(share(what, row.share, asked.sample(Shows::Ending, &row.ending)))
        }
        "counter" => {
            let row = each.counters.iter().find(|row| row.counter == rest)?;
            let what = format!("“{}” per game", format::capital(&rest.replace('-', " ")));
            Some(mean(what, row.per_game, asked.sample(Shows::Event, rest)))
        }
        word => {
            let turns = word == "turns" || word == each.turn_word;
            let measure = if turns { each.turn_word.as_str() } else { word };
            let row = each.lengths.iter().find(|row| row.measure == measure)?;
            let longest = asked.sample(Shows::Longest, "");
            if rest == "mean" {
                return Some(mean(format!("Mean number of {measure}"), row.mean, longest));
            }
            let percent: u32 = rest.strip_prefix('p')?.parse().ok()?;
            let quantile = row.quantiles.iter().find(|quantile| quantile.percent == percent)?;
            let what = format!("The number of {measure} that {percent} % of games do not exceed");
            let rate = Rate {
                value: f64::from(quantile.value),
                lo: f64::from(quantile.lo?),
                hi: f64::from(quantile.hi?),
            };
            Some(mean(what, rate, longest))
        }
    }
}

fn judge(asked: &Asked, target: &TargetRow, known: Known) -> Finding {
    let Known {
        what,
        share,
        rate,
        sample,
    } = known;
    let (from, to) = (
        target.from.unwrap_or(f64::NEG_INFINITY),
        target.to.unwrap_or(f64::INFINITY),
    );
    let number = |value: f64| {
        if share {
            format::percent(value, 1)
        } else {
            format::plain(value, 1)
        }
    };
    let wanted = match (target.from, target.to) {
        (Some(from), Some(to)) => format!("{} to {}", number(from), number(to)),
        (Some(from), None) => format!("at least {}", number(from)),
        (None, Some(to)) => format!("at most {}", number(to)),
        (None, None) => "anything".to_owned(),
    };
    let found = if share { format::share(rate) } else { format::mean(rate) };
    let outside = (rate.lo - to).max(from - rate.hi);
    let inside = rate.lo >= from && rate.hi <= to;
    let strength = match (outside > 0.0, inside) {
        (true, _) if outside > rate.hi - rate.lo => Strength::Certain,
        (false, false) => Strength::Open,
        _ => Strength::Clear,
    };
    let middle = if rate.value > to {
        rate.value - to
    } else {
        from - rate.value
    };
    let (weight, verdict, answer, size) = match (outside > 0.0, inside) {
        (true, _) => (Weight::Problem, "is not what you want", "missed", {
            // Problems are ranked by the distance; that of a length is put on the scale of shares.
            let scale = if share { 1.0 } else { rate.value.abs().max(1.0) };
            1.0 + middle / scale
        }),
        (_, true) => (Weight::Notice, "is what you want", "held", 1.55),
        _ => (
            Weight::Notice,
            "may or may not be what you want: it is not settled yet",
            "open",
            1.56,
        ),
    };
    Finding {
        headline: format!("{what} {verdict}."),
        evidence: format!("{found}; wanted: {wanted}."),
        method: "The interval of the number, corrected for all that is expected of all configurations, against the band in \
                 [expect]: beyond it, within it, or across its edge.",
        sample,
        ..asked.finding(weight, format!("target {} {answer}", target.metric), size, strength)
    }
}
