//! Which wider margin or band settles what is open, by what the games played show.

use super::foreseen::{Foreseen, margin};
use super::{Checked, Row, format, least_digits, measure};
use balance_analysis::judge::Verdict;
use balance_analysis::scenario::Margins;

/// Room beyond what an interval reaches, as a part of its reach from what it is about: bets made for another width are not quite
/// the same.
const ROOM: f64 = 0.1;

/// The margins within which all lies by now of `all` that no baseline is foreseen to settle, as lines of a scenario; none where
/// nothing is, where the games played do not say, or where one would let everything pass.
pub(super) fn margins_for(all: &[&Checked]) -> Option<String> {
    let mut least = Margins::one(0.0);
    for each in all {
        let open = |row: &&Row| row.against == "baseline" && each.counts(row) && row.verdict == Verdict::Undecided;
        for row in each.rows.iter().filter(open) {
            if !Foreseen::of(each, row).is_beyond() {
                continue;
            }
            let old = row.old?;
            let unit = if row.share { 1.0 } else { old };
            let reach = row.hi?.max(-row.lo?) / unit;
            let value = (row.new - old) / unit;
            let of = if row.share { &mut least.share } else { &mut least.length };
            *of = of.max(reach + ROOM * (reach - value.abs()));
        }
    }
    let widest = Margins::WIDEST;
    let lines = [
        ("margin", least.share, widest.share),
        ("length-margin", least.length, widest.length),
    ];
    let open = lines.into_iter().filter(|(_, least, _)| *least > 0.0);
    let lines: Vec<String> = open
        .map(|(key, least, widest)| (least <= widest).then(|| format!("`{key} = \"{}\"`", margin(least))))
        .collect::<Option<_>>()?;
    (!lines.is_empty()).then(|| format::and(&lines))
}

/// The band that `row`, held to one that is open, is shown to meet by now, in words; none where the games played do not say.
pub(super) fn band(row: &Row) -> Option<String> {
    let (lo, hi) = (row.lo?, row.hi?);
    let (scale, digits) = if row.share {
        (100.0, 1)
    } else {
        (1.0, least_digits(false))
    };
    let unit = 10f64.powi(digits as i32);
    // Whole numbers, as percentiles are, have no room to leave.
    let whole = !row.share && [row.new, lo, hi].iter().all(|each| each.fract() == 0.0);
    let room = if whole { 0.0 } else { ROOM };
    let from = row.from.map(|from| {
        let wider = scale * (lo - room * (row.new - lo));
        from.min((wider * unit + 1e-6).floor() / unit / scale)
    });
    let to = row.to.map(|to| {
        let wider = scale * (hi + room * (hi - row.new));
        to.max((wider * unit - 1e-6).ceil() / unit / scale)
    });
    let ends = [from, to].into_iter().flatten();
    let digits = ends.map(|end| format::as_written(scale * end, digits)).max()?;
    // What is less than nothing or more than all is no band.
    let can_be = from.is_none_or(|from| from > measure(row).least()) && to.is_none_or(|to| !row.share || to < 1.0);
    can_be.then(|| measure(row).band((from, to), digits))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sample;
    use super::*;

    /// A band is widened on the side that the interval passes, outwards.
    #[test]
    fn a_band_is_widened_where_it_is_passed() {
        let mut row = sample().remove(1).rows.remove(2);
        (row.new, row.lo, row.hi) = (0.299, Some(0.289), Some(0.309));
        assert_eq!(band(&row).as_deref(), Some("at most 31.0 %"));
        row.from = Some(0.28);
        assert_eq!(band(&row).as_deref(), Some("28.0 to 31.0 %"));
        row.from = Some(0.2955);
        assert_eq!(band(&row).as_deref(), Some("28.8 to 31.0 %"));
        (row.from, row.lo) = (Some(0.01), Some(0.0));
        assert_eq!(band(&row), None, "a share is never less than nothing");
        row.lo = None;
        assert_eq!(band(&row), None);
        let mut row = sample().remove(1).rows.remove(1);
        (row.share, row.old, row.from, row.to) = (false, None, None, Some(25.0));
        (row.new, row.lo, row.hi) = (25.0, Some(24.0), Some(26.0));
        assert_eq!(band(&row).as_deref(), Some("at most 26.00"));
    }

    #[test]
    fn the_margin_that_no_baseline_can_settle_is_as_wide_as_what_is_open() {
        let mut each = sample().remove(1);
        each.rows[0].verdict = Verdict::Within;
        assert_eq!(margins_for(&[&each]), None, "a larger baseline settles it");
        each.rows[1].enough = None;
        // From 0.1 to 0.7 of 30, with some room: a length.
        assert_eq!(margins_for(&[&each]).as_deref(), Some("`length-margin = \"2.5%\"`"));
        each.rows[1].hi = None;
        assert_eq!(margins_for(&[&each]), None);
        each.rows[1].hi = Some(0.7);
        let mut share = each.rows[1].clone();
        share.share = true;
        (share.old, share.new, share.lo, share.hi) = (Some(0.30), 0.31, Some(0.0), Some(0.02));
        each.rows.push(share);
        assert_eq!(
            margins_for(&[&each]).as_deref(),
            Some("`margin = \"2.1%\"` and `length-margin = \"2.5%\"`")
        );
        each.rows[1].hi = Some(20.0);
        assert_eq!(margins_for(&[&each]), None, "it would let everything pass");
    }
}
