//! How many deals would decide what is open, as far as that can be foreseen, and what those that are stored can show.

use super::super::findings::{ENOUGH, round_up};
use super::super::format;
use balance_analysis::gate::{CheckRow, Checked, Clears, InputChange, MOST_DEALS};
use balance_analysis::scenario::{Margins, Of};

/// Of a band of which nothing else is known, so many times the deals are to be played next.
const MORE: u64 = 4;

/// And so many at least: from some hundreds on a figure foretells what it takes.
const FEW: u64 = 1_000;

/// What lies so near an end of its band that it would take more than so many times the deals, chance left room for, lies there by
/// chance mostly: what is foreseen of it grows from try to try.
const FAR: u64 = 10;

/// Of how many times the deals that would do the room is that [`CheckRow::enough`] leaves for chance, rounded up.
const WITH_ROOM: u64 = 15;

/// So many standard deviations the ends of an interval are from its middle, about: it holds at every look and for all rows.
const DEVIATIONS: f64 = 3.0;

/// The middles of nine equal parts of a normal distribution.
const NINTHS: [f64; 9] = [-1.59, -0.97, -0.59, -0.28, 0.0, 0.28, 0.59, 0.97, 1.59];

/// What would decide an open row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SettlingDeals {
    /// So few deals, or so wide an interval, say nothing of it.
    Nothing,
    /// About so many in the baseline are what its margin takes, or decide a band; a figure as noisy as this says no more.
    BeginWith(u64),
    /// About so many, if the figure stays as it is.
    About(u64),
    /// Even so many may not decide a band, for the figure lies too near an end of it to tell how far.
    Near(u64),
    /// Not even ten million, for the figure lies too near an end of its band.
    Never,
    /// Nor where it lies in the middle of it.
    Narrow,
    /// No games foretell it: what was counted has not happened in any, and may happen often in one of those to come.
    Unseen,
}

impl SettlingDeals {
    /// What would decide `row` of `each`, where it is open.
    pub fn of_row(each: &Checked, row: &CheckRow) -> Self {
        if row.against == "band" {
            let unseen = matches!(Of::metric(&row.metric), Of::Counter(_)) && row.new.total_cmp(&0.0).is_eq();
            return match Self::of_band(row) {
                SettlingDeals::Near(_) | SettlingDeals::Never if unseen => SettlingDeals::Unseen,
                foreseen => foreseen,
            };
        }
        if row.deals < ENOUGH {
            return SettlingDeals::Nothing;
        }
        // Where a change leaves most deals as they were, the interval is narrower than one that touches all would make it.
        let takes = takes(each).map(|takes| by_width(row).map_or(takes, |by_width| by_width.min(takes)));
        if is_wide(row) {
            return takes.map_or(SettlingDeals::Nothing, SettlingDeals::BeginWith);
        }
        // What is not shown to have moved may stand where it was: then the margin takes no more than it does.
        let stands = row.lo.is_some_and(|lo| lo <= 0.0) && row.hi.is_some_and(|hi| hi >= 0.0);
        if let Some(takes) = takes.filter(|takes| stands && row.enough.is_none_or(|enough| enough > *takes)) {
            return SettlingDeals::BeginWith(takes);
        }
        row.enough.map_or(SettlingDeals::Never, |enough| {
            SettlingDeals::About(round_up(enough as f64))
        })
    }

    /// What would decide a band that is open: where its figure says too little, what would in its middle, as far as that is known.
    fn of_band(row: &CheckRow) -> Self {
        let few = row.deals < ENOUGH;
        if !few && (row.enough.is_some() || !is_wide(row)) {
            return match row.enough {
                None => SettlingDeals::Never,
                Some(enough) if enough > WITH_ROOM * row.deals && !is_wide(row) => {
                    SettlingDeals::Near(round_up((FAR * row.deals) as f64))
                }
                Some(enough) => SettlingDeals::About(round_up(enough as f64)),
            };
        }
        // How many a gap of two sides takes depends on how often they win, and is not told before.
        if row.share
            && !Of::metric(&row.metric).is_gap()
            && row.from.is_some()
            && row.to.is_some()
            && row.middle.is_none()
        {
            return SettlingDeals::Narrow;
        }
        let middle = row.middle.unwrap_or(0).max(row.deals.saturating_mul(MORE)).max(FEW);
        SettlingDeals::BeginWith(round_up(middle as f64))
    }

    /// So many deals, where they are known.
    pub fn deals(self) -> Option<u64> {
        match self {
            SettlingDeals::BeginWith(deals) | SettlingDeals::About(deals) => Some(deals),
            SettlingDeals::Nothing
            | SettlingDeals::Near(_)
            | SettlingDeals::Never
            | SettlingDeals::Narrow
            | SettlingDeals::Unseen => None,
        }
    }

    /// Does it take more deals than a baseline can hold?
    pub fn is_beyond(self) -> bool {
        self == SettlingDeals::Never || self.deals().is_some_and(|deals| deals > MOST_DEALS)
    }
}

/// About how many deals decide a difference in one of two tries, should its interval narrow as the root of their number: until it
/// reaches no farther than from where the difference lies to the nearer end of its tolerance. Where it lies is not known better
/// than by the games, so the middle of what that takes is told, from end to end of where they leave it.
fn by_width(row: &CheckRow) -> Option<u64> {
    let (old, lo, hi) = (row.old?, row.lo?, row.hi?);
    let (half, margin) = ((hi - lo) / 2.0, row.to? - old);
    let seen = row.new - old;
    let mut distances = NINTHS.map(|normal| ((seen + half / DEVIATIONS * normal).abs() - margin).abs());
    distances.sort_by(f64::total_cmp);
    // That it lies far outside is not reckoned with: most changes move little.
    let distance = distances[distances.len() / 2].min(margin);
    let times = (half / distance).powi(2);
    (times > 1.0 && times.is_finite()).then(|| round_up((row.deals as f64 * times).max(FEW as f64)))
}

/// Does the interval reach beyond both ends of what is allowed? Then the figure may as well lie in the middle as anywhere else.
fn is_wide(row: &CheckRow) -> bool {
    let from = row.old.unwrap_or(0.0);
    let beyond = |end: Option<f64>, is: Option<f64>, sign: f64| match (end, is) {
        (Some(end), Some(is)) => sign * (is - (end - from)) > 0.0,
        (Some(_), None) => true,
        (None, _) => false,
    };
    beyond(row.from, row.lo, -1.0) && beyond(row.to, row.hi, 1.0)
}

/// About how many deals the margin takes where that is more than the baseline has, and these are enough to tell.
pub(super) fn takes(each: &Checked) -> Option<u64> {
    let stored = each.stored.filter(|stored| *stored >= ENOUGH)?;
    let takes = each.clears?.changed;
    (takes > stored).then(|| round_up(takes as f64))
}

/// Of a margin that has become tighter: what the stored deals can show of it, where that is not enough; without a full stop.
pub(super) fn too_few(each: &Checked) -> Option<String> {
    let (stored, clears) = (each.stored?, each.clears?);
    let mut changes = each.inputs_changed.iter().flatten();
    if stored >= clears.changed || !changes.any(InputChange::is_tighter) {
        return None;
    }
    let (cleared, asked) = (clears.cleared, clears.margins);
    let of_shares = cleared.share / asked.share >= cleared.length / asked.length;
    let of = if of_shares { "points" } else { "% of the mean length" };
    let (worst, margin) = (cleared.margin(of_shares, 1.0), asked.margin(of_shares, 1.0));
    let deals = if stored == 1 { "deal" } else { "deals" };
    let these = format!(
        "the margin has become tighter: where a change touches every deal, the {} {deals} of the baseline",
        format::count(stored)
    );
    let (is, margin) = as_two(100.0 * worst, 100.0 * margin);
    let show = if worst.is_finite() {
        format!("can show {is} {of}, not {margin}")
    } else {
        format!("cannot show {margin} {of}")
    };
    let would = match takes(each) {
        None => "more would".to_owned(),
        Some(takes) if takes > MOST_DEALS => format!(
            "about {} would, but a baseline holds {} at most, which {}",
            format::count(takes),
            format::count(MOST_DEALS),
            at_best(clears)
        ),
        Some(takes) => format!("about {} would{}", format::count(takes), at_most(takes)),
    };
    Some(format!("{these} {show}; {would}"))
}

/// What is to be known where about so many deals are foreseen and no baseline holds more.
pub fn at_most(deals: u64) -> &'static str {
    if deals == MOST_DEALS {
        " (no baseline holds more, and it may take some more)"
    } else {
        ""
    }
}

/// What the largest baseline can clear, as far as the stored games tell: `clears a margin of about 0.41% or more`.
pub fn at_best(clears: Clears) -> String {
    let (Margins { share, length }, widest) = (clears.tightest, Margins::WIDEST);
    if share > widest.share || length > widest.length {
        "clears no margin".to_owned()
    } else if clears.margins.are_one() && length <= widest.share {
        format!("clears a margin of about {} or more", margin(share.max(length)))
    } else {
        let (share, length) = (margin(share), margin(length));
        format!("clears a margin of about {share} or more, of lengths about {length} or more")
    }
}

/// Two numbers with as many decimals as tell them apart, at least one; the second with as many as it was written with.
pub fn as_two(one: f64, other: f64) -> (String, String) {
    let written = format::as_written(other, 1);
    let told = |digits: usize| (format::plain(one, digits), format::plain(other, digits.max(written)));
    let differ = |digits: &usize| told(*digits).0 != told(*digits).1;
    told((1..6).find(differ).unwrap_or(1))
}

/// A margin as a scenario has it, of at least this share, in two digits.
pub(super) fn margin(least: f64) -> String {
    let percent = 100.0 * least;
    let digits = (1 - percent.max(1e-9).log10().floor() as i32).clamp(0, 6);
    let unit = 10f64.powi(digits);
    // What is in two digits but for what floating point leaves stays so.
    let up = (percent * unit - 1e-6).ceil() / unit;
    format!("{}%", format::plain(up, format::as_written(up, 0)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;
    use crate::check::sentence;
    use balance_analysis::judge::Verdict;

    fn clears(changed: u64, share: f64) -> Clears {
        Clears {
            margins: Margins::one(0.005),
            unchanged: 100,
            changed,
            cleared: Margins { share, length: 0.002 },
            tightest: Margins::one(0.004_01),
        }
    }

    #[test]
    fn a_margin_is_rounded_up_to_two_digits() {
        for (least, said) in [
            (0.004_01, "0.41%"),
            (0.004, "0.4%"),
            (0.0291, "3%"),
            (0.029, "2.9%"),
            (0.123, "13%"),
            (0.000_123, "0.013%"),
        ] {
            assert_eq!(super::margin(least), said, "{least}");
        }
    }

    /// A margin that is tighter takes more deals than are there; how many is said, as far as a baseline can hold them.
    #[test]
    fn what_the_stored_deals_can_show_of_a_tighter_margin_is_said() {
        let mut each = sample().remove(1);
        each.clears = Some(clears(590_000, 0.029));
        assert_eq!(too_few(&each), None, "the margin is what it was");
        let margin = |was: &str, is: &str| InputChange {
            key: "margin".to_owned(),
            was: Some(was.to_owned()),
            is: Some(is.to_owned()),
        };
        each.inputs_changed = Some(vec![margin("0.5%", "3%")]);
        assert_eq!(too_few(&each), None, "more passes");
        each.inputs_changed = Some(vec![margin("3%", "0.5%")]);
        let said = |each: &Checked| too_few(each).unwrap_or_default();
        assert_eq!(
            said(&each),
            "the margin has become tighter: where a change touches every deal, the 20,480 deals of the baseline can show 2.9 \
             points, not 0.5; about 600,000 would"
        );
        each.clears = Some(Clears {
            margins: Margins::one(0.000_1),
            ..clears(1_600_000_000, 0.029)
        });
        assert!(
            said(&each).contains(" can show 2.9 points, not 0.01; "),
            "{}",
            said(&each)
        );
        each.clears = Some(Clears {
            cleared: Margins {
                share: 0.004,
                length: 0.00504,
            },
            ..clears(21_000, 0.004)
        });
        assert!(
            said(&each).ends_with("can show 0.504 % of the mean length, not 0.500; about 30,000 would"),
            "{}",
            said(&each)
        );
        // Of two margins that is told which is the farther from being cleared.
        each.clears = Some(Clears {
            margins: Margins {
                share: 0.005,
                length: 0.05,
            },
            cleared: Margins {
                share: 0.006,
                length: 0.052,
            },
            ..clears(21_000, 0.0)
        });
        assert!(said(&each).contains("can show 0.6 points, not 0.5;"), "{}", said(&each));
        each.clears = Some(clears(950_000, 0.029));
        assert!(
            said(&each).ends_with("; about 1,000,000 would (no baseline holds more, and it may take some more)"),
            "{}",
            said(&each)
        );
        each.clears = Some(clears(5_000_000, f64::INFINITY));
        assert!(
            said(&each)
                .ends_with("cannot show 0.5 points; about 5,000,000 would, but a baseline holds 1,000,000 at most, which clears a margin of about 0.41% or more"),
            "{}",
            said(&each)
        );
        each.stored = Some(1);
        assert!(
            said(&each).ends_with("the 1 deal of the baseline cannot show 0.5 points; more would"),
            "{}",
            said(&each)
        );
        each.clears = Some(clears(1, 0.005));
        assert_eq!(too_few(&each), None, "these are enough");
    }

    /// Where a figure may lie anywhere between the ends of its tolerance and beyond, it foretells nothing.
    #[test]
    fn of_one_noisy_figure_nothing_is_foretold() {
        let mut each = sample().remove(1);
        let row = &mut each.rows[1];
        (row.lo, row.hi, row.enough) = (Some(-1.03), Some(0.4), None);
        assert_eq!(SettlingDeals::of_row(&each, &each.rows[1]), SettlingDeals::Nothing);
        let said = sentence(&each, &each.rows[1]);
        assert!(said.ends_with("is tolerated; 20,480 deals do not decide it"), "{said}");
        each.clears = Some(clears(52_000, 0.01));
        assert_eq!(
            SettlingDeals::of_row(&each, &each.rows[1]),
            SettlingDeals::BeginWith(60_000)
        );
        let said = sentence(&each, &each.rows[1]);
        assert!(
            said.ends_with("20,480 deals say too little; begin with a baseline of about 60,000 of the game as it was"),
            "{said}"
        );
        each.rows[1].enough = Some(3_000);
        assert_eq!(
            SettlingDeals::of_row(&each, &each.rows[1]),
            SettlingDeals::BeginWith(60_000)
        );
        each.clears = Some(clears(5_000_000, 0.1));
        // An interval that is narrower than if every deal were touched needs fewer.
        assert_eq!(
            SettlingDeals::of_row(&each, &each.rows[1]),
            SettlingDeals::BeginWith(400_000)
        );
        (each.rows[1].lo, each.rows[1].hi) = (Some(-7.0), Some(6.0));
        let said = sentence(&each, &each.rows[1]);
        assert!(
            said.ends_with(
                "20,480 deals say too little; the margin takes about 5,000,000, but a baseline holds 1,000,000 at most"
            ),
            "{said}"
        );
        // Nor does one that passes one end alone, where nothing is shown to have moved.
        each.clears = Some(clears(52_000, 0.01));
        let row = &mut each.rows[1];
        (row.lo, row.hi, row.enough) = (Some(-1.03), Some(0.05), Some(900_000));
        assert_eq!(
            SettlingDeals::of_row(&each, &each.rows[1]),
            SettlingDeals::BeginWith(60_000)
        );
        each.rows[1].enough = Some(30_000);
        assert_eq!(
            SettlingDeals::of_row(&each, &each.rows[1]),
            SettlingDeals::About(30_000)
        );
        each.clears = Some(clears(5_000_000, 0.1));
        each.rows[1].enough = Some(3_000);
        // Of one that has moved it is known on which side it seems to lie.
        (each.rows[1].lo, each.rows[1].hi) = (Some(0.1), Some(0.4));
        assert_eq!(SettlingDeals::of_row(&each, &each.rows[1]), SettlingDeals::About(3_000));
        each.rows[1].enough = None;
        assert_eq!(SettlingDeals::of_row(&each, &each.rows[1]), SettlingDeals::Never);
    }

    /// What never happened lies near no edge: it is not known how often it would happen in a game.
    #[test]
    fn what_has_not_happened_lies_near_no_edge() {
        let mut each = sample().remove(1);
        let row = &mut each.rows[0];
        "counter.hunts".clone_into(&mut row.metric);
        (row.against, row.old, row.share, row.verdict) = ("band", None, false, Verdict::Undecided);
        (row.from, row.to, row.new, row.lo, row.hi, row.enough) = (Some(0.1), None, 0.0, Some(0.0), Some(11.42), None);
        let row = &each.rows[0];
        assert_eq!(SettlingDeals::of_row(&each, row), SettlingDeals::Unseen);
        let said = sentence(&each, row);
        assert!(
            said.ends_with("do not decide it: it has not happened in any of these games"),
            "{said}"
        );
    }

    /// No margin is named that a scenario cannot have.
    #[test]
    fn margins_that_no_scenario_can_have_are_not_named() {
        let best = |share: f64, length: f64| {
            at_best(Clears {
                margins: Margins::one(0.01),
                unchanged: 1,
                changed: 1,
                cleared: Margins::one(0.3),
                tightest: Margins { share, length },
            })
        };
        assert_eq!(best(0.3, 0.1), "clears no margin");
        assert_eq!(best(0.2, 0.1), "clears a margin of about 20% or more");
        assert_eq!(
            best(0.1, 0.4),
            "clears a margin of about 10% or more, of lengths about 40% or more"
        );
    }
}
