//! What the games of a scenario will be able to show, in words for the terminal.

use std::cmp::Ordering;
use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use super::format;
use super::terminal::wrap;
use balance_analysis::games::program;
use balance_analysis::scenario::Of;
use balance_analysis::table::{Foresight, RequiredDeals};

/// Lines of their own, each of at most `width` characters.
pub fn foreseen(foresight: &Foresight, width: usize) -> String {
    let mut out = String::new();
    for line in configuration_lines(foresight).lines() {
        folded(&mut out, line, width);
    }
    out
}

fn configuration_lines(foresight: &Foresight) -> String {
    let deals = match foresight.deals {
        1 => "one deal".to_owned(),
        deals => format!("{} deals", format::count(deals)),
    };
    let mut out = format!(
        "  {deals} a configuration {} all win rates to within ± {} points\n",
        if foresight.deals == 1 { "shows" } else { "show" },
        points(foresight.win_rate)
    );
    if foresight.rotated {
        out.push_str("  or more closely, as far as the rotations of a deal even out\n");
    }
    for (bots, seats) in &foresight.uneven {
        let _ = match bots.cmp(seats) {
            _ if *bots == 1 => writeln!(out, "  [seats] rotate names one bot: it has every seat"),
            Ordering::Less => writeln!(
                out,
                "  {bots} bots take turns at {seats} seats: the list goes round the table again and again"
            ),
            _ => writeln!(
                out,
                "  {bots} bots take turns at {seats} seats: {seats} of them sit in each game, and each deal\n  is played \
                 {bots} times"
            ),
        };
    }
    match (foresight.change, foresight.length_change) {
        (Some(change), length) => {
            let _ = writeln!(
                out,
                "  and a change of a win rate from {} points on, in nine of ten runs;\n  where most deals go as before, smaller \
                 ones",
                points(change)
            );
            match length {
                Some(length) => {
                    let _ = writeln!(
                        out,
                        "  and a change of the mean length from some {} of a standard deviation on",
                        format::plain(length, 2)
                    );
                }
                None => out.push_str("  how small a change of the mean length they show depends on the lengths, and on\n  the cap on them\n"),
            }
        }
        (None, _) if foresight.compared => out.push_str("  and of no change that it alters who wins\n"),
        (None, _) => {}
    }
    if let Some((wanted, needed)) = foresight.too_narrow {
        let _ = writeln!(
            out,
            "  [stop] half-width: too few to know a rate of one half to within ± {} points;\n    about {} do",
            format::plain(100.0 * wanted, 2),
            format::count(crate::findings::round_up(needed as f64))
        );
    }
    let decide = format!("{deals} {}", if foresight.deals == 1 { "decides" } else { "decide" });
    for band in &foresight.bands {
        let _ = writeln!(out, "  {}: {}", band.metric, of_band(band, &decide));
    }
    if !foresight.bands.is_empty() {
        let _ = writeln!(
            out,
            "  where a baseline has more deals, `{} check` takes these for the bands",
            program()
        );
    }
    out
}

/// A line as it is where it fits; else what of it has no room below it, four characters in.
fn folded(out: &mut String, line: &str, width: usize) {
    if line.width() <= width {
        let _ = writeln!(out, "{line}");
        return;
    }
    let indent = line.len() - line.trim_start().len();
    for (at, piece) in wrap(line.trim_start(), width - 4).into_iter().enumerate() {
        let _ = writeln!(out, "{}{piece}", " ".repeat(if at == 0 { indent } else { 4 }));
    }
}

fn of_band(band: &RequiredDeals, decide: &str) -> String {
    let middle = band.middle.map_or_else(String::new, |middle| {
        format!(
            "about {} decide it in the middle of its band;\n    ",
            format::count(crate::findings::round_up(middle as f64))
        )
    });
    // Of lengths alone there are percentiles: `turns.p95`.
    let percentile = match Of::metric(&band.metric) {
        Of::Quantile(_, percent) => Some(percent),
        _ => None,
    };
    match (band.clear, percentile) {
        (Some(clear), Some(percent)) if band.share && band.middle.is_none() => format!(
            "{decide} it once the share of games up to an end\n    of its band is {} points more or less than {percent} %",
            points(clear),
        ),
        // Inside a band that is no wider than that they show nothing.
        (Some(clear), _) if band.half.is_some_and(|half| half < clear) => format!(
            "{middle}{decide} from {} points off an end on that it is missed,\n    but never that it is met",
            points(clear)
        ),
        (Some(clear), _) => format!("{middle}{decide} it from {} points off an end on", points(clear)),
        (None, _) if band.share => format!("{middle}{decide} it nowhere"),
        (None, _) => "how many games it takes depends on how much it varies".to_owned(),
    }
}

fn points(share: f64) -> String {
    format::plain(100.0 * share, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configuration_lines(deals: u64, change: Option<f64>) -> String {
        at(80, deals, change)
    }

    fn at(width: usize, deals: u64, change: Option<f64>) -> String {
        let band = |metric: &str, middle, clear, share| RequiredDeals {
            metric: metric.to_owned(),
            middle,
            clear,
            half: (metric == "win-rate.narrow").then_some(0.01),
            share,
        };
        let foresight = Foresight {
            deals,
            win_rate: 0.0345,
            rotated: change.is_none(),
            uneven: change.map_or(Vec::new(), |_| vec![(1, 5), (2, 5), (7, 5)]),
            change,
            length_change: change.map(|change| 2.0 * change),
            compared: change.is_some(),
            too_narrow: change.map(|_| (0.0001, 96_400_000)),
            bands: vec![
                band("win-rate.tribe", Some(1_234), Some(0.021), true),
                band("win-rate.narrow", Some(90_000), Some(0.021), true),
                band("ending.flood", None, Some(0.013), true),
                band("win-rate.nobody", None, None, true),
                band("turns.p90", None, Some(0.012), true),
                band("turns.mean", None, None, false),
                band("win-rate.profiteer", None, Some(0.002), true),
                band("turns.p95", None, Some(0.003), true),
                band("gap.merchants.separatists (at least −10%)", None, Some(0.107), true),
            ],
        };
        foreseen(&foresight, width)
    }

    #[test]
    fn what_games_will_show_is_told_in_lines_that_fit() {
        let said = configuration_lines(20_000, Some(0.05));
        for width in [60, 80] {
            let said = at(width, 20_000, Some(0.05));
            assert!(said.lines().all(|line| line.chars().count() <= width), "{said}");
        }
        for wanted in [
            "20,000 deals a configuration show all win rates to within ± 3.5 points",
            "  [seats] rotate names one bot: it has every seat\n",
            "2 bots take turns at 5 seats: the list goes round the table again and again",
            "7 bots take turns at 5 seats: 5 of them sit in each game, and each deal",
            "a change of a win rate from 5.0 points on",
            "[stop] half-width: too few to know a rate of one half to within ± 0.01 points;",
            "about 100,000,000 do",
            "win-rate.tribe: about 1,400 decide it in the middle of its band;",
            "20,000 deals decide it from 2.1 points off an end on",
            "20,000 deals decide from 2.1 points off an end on that it is missed,\n    but never that it is met",
            "win-rate.nobody: 20,000 deals decide it nowhere",
            "turns.mean: how many games it takes depends on how much it varies",
            "win-rate.profiteer: 20,000 deals decide it from 0.2 points off an end on",
            "turns.p95: 20,000 deals decide it once the share of games up to an end",
            "of its band is 0.3 points more or less than 95 %",
            "gap.merchants.separatists (at least −10%): 20,000 deals decide it from\n    10.7 points off an end on",
            "  where a baseline has more deals, `balance check` takes these for the bands\n",
        ] {
            assert!(said.contains(wanted), "{wanted} is not in\n{said}");
        }
        assert!(
            !configuration_lines(20_000, None).contains("change"),
            "nothing is compared"
        );
        assert!(configuration_lines(20_000, None).contains("or more closely") && !said.contains("or more closely"));
        assert!(configuration_lines(1, None).starts_with("  one deal a configuration shows"));
        assert!(configuration_lines(1, None).contains("win-rate.nobody: one deal decides it nowhere"));
    }
}
