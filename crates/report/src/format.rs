//! Numbers as people read them, the same in every report.

use balance_charts::halves_up;
pub use balance_kit::schema::messages::with_commas as count;

use balance_config::scenario::Margins;
use balance_engine::{MAX_SEATS, player_name};
use balance_inference::table::Rate;

/// What brackets, bands and whiskers are where nothing else is said: the interval of [`balance_inference::table::CONFIDENCE`]. A macro, so
/// that it can stand in constant texts.
macro_rules! interval {
    () => {
        "95% interval"
    };
}
pub(super) use interval;

/// A fraction as per cent, with as many decimals as its interval carries: `39.9%`.
pub fn percent(value: f64, decimals: usize) -> String {
    plain(100.0 * value, decimals) + "%"
}

/// How surely what errs so often, at most, holds: `96%`.
pub fn surety(error: f64) -> String {
    percent(1.0 - error, 0)
}

/// Decimals of a percentage that an interval of this width carries.
pub fn decimals(rate: Rate) -> usize {
    match (rate.hi - rate.lo) / 2.0 {
        half if half < 0.000_5 => 2,
        half if half < 0.05 => 1,
        _ => 0,
    }
}

/// Digits after the point, at least `digits`, that show a number as it was written, as far as three more can.
pub fn as_written(value: f64, digits: usize) -> usize {
    let exact = |digits: &usize| {
        let whole = value * 10f64.powi(*digits as i32);
        !value.is_finite() || (whole - whole.round()).abs() < 1e-6
    };
    (digits..digits + 4).find(exact).unwrap_or(digits + 3)
}

/// Digits after the point, at least `digits`, by which an interval that passes an end of a band is seen to pass it, and one that
/// lies beyond it is seen not to reach it; both scaled.
pub fn passing(rate: Rate, band: (f64, f64), scale: f64, digits: usize) -> usize {
    // Is the one end seen to be no less than the band, and the other no more?
    let within = |low: f64, high: f64, digits: usize| {
        let rounded = |end: f64| rounded(end * scale, digits) / scale;
        let room = 1e-9 / scale;
        rounded(low) >= band.0 - room && rounded(high) <= band.1 + room
    };
    let beyond = rate.hi < band.0 || rate.lo > band.1;
    let passes = rate.lo < band.0 || rate.hi > band.1;
    let is_seen = |digits: &usize| {
        if beyond {
            !within(rate.hi, rate.lo, *digits)
        } else {
            !passes || !within(rate.lo, rate.hi, *digits)
        }
    };
    (digits..digits + 4).find(is_seen).unwrap_or(digits)
}

/// A share with its interval: `39.9% (39.8–40.0)`.
pub fn share(rate: Rate) -> String {
    share_in(rate, decimals(rate))
}

/// The same of what may be below 0, whose ends a dash between them would hide: `−36.1 (−36.5 to −35.6)`.
pub fn mean_below_zero(rate: Rate) -> String {
    let digits = mean_decimals(rate);
    plain(rate.value, digits) + &between(rate, 1.0, digits, " to ")
}

/// The same in so many digits after the point.
pub fn share_in(rate: Rate, digits: usize) -> String {
    percent(rate.value, digits) + &between(rate, 100.0, digits, "–")
}

/// Within what counts as equal: of mean lengths where that is another part than of shares.
pub fn margins(margins: Margins) -> String {
    let percent = |margin: f64| plain(100.0 * margin, 1);
    let share = percent(margins.share);
    if margins.are_one() {
        format!("{share} points")
    } else {
        format!(
            "{share} points, mean lengths within {}% of them",
            percent(margins.length)
        )
    }
}

/// Do so many digits after the point show on which side of its interval a share that is fair lies?
pub fn shows_side_of(rate: Rate, fair: f64, digits: usize) -> bool {
    let [lo, hi, fair_shown] = [rate.lo, rate.hi, fair].map(|end| rounded(end, digits + 2));
    (rate.lo <= fair || lo > fair_shown) && (rate.hi >= fair || hi < fair_shown)
}

/// A share and what would be fair, in as many digits as show on which side of its interval the fair share lies, and what is
/// `margin` less and more than that.
pub fn share_and_fair(rate: Rate, fair: f64, margin: f64) -> (String, String) {
    let least = decimals(rate);
    let rounded = |value: f64, digits: usize| rounded(value, digits + 2);
    // That the fair share itself lies inside need not be seen: nothing is said of it then.
    let asked = |off: f64| off != 0.0 || rate.lo > fair || rate.hi < fair;
    let seen = |off: f64, digits: usize| {
        let at = rounded(fair, digits.max(1)) + off;
        let [lo, hi] = [rate.lo, rate.hi].map(|end| rounded(end, digits));
        let (above, below) = (rate.lo > fair + off, rate.hi < fair + off);
        let room = 1e-9;
        (if above { lo > at + room } else { below || lo < at - room })
            && (if below { hi < at - room } else { above || hi > at + room })
    };
    let digits = (least..least + 3)
        .find(|digits| {
            [0.0, -margin, margin]
                .into_iter()
                .all(|off| !asked(off) || seen(off, *digits))
        })
        .unwrap_or(least);
    (share_in(rate, digits), percent(fair, digits.max(1)))
}

/// A difference of shares in percentage points with its interval: `+1.2 (0.9 to 1.5)`.
pub fn points(rate: Rate) -> String {
    signed(rate, 100.0, decimals(rate))
}

/// A difference of means with its interval: `+1.24 (0.91 to 1.57)`.
pub fn means(rate: Rate) -> String {
    // Without a tenth both ends of many an interval would be the same number.
    signed(rate, 1.0, mean_decimals(rate).max(1))
}

/// What is counted from now: `now`, `now + 0.5`, `now − 2 points`; `number` writes an amount.
pub fn from_now(value: f64, number: impl Fn(f64) -> String) -> String {
    match value.total_cmp(&0.0) {
        _ if value == 0.0 => "now".to_owned(),
        std::cmp::Ordering::Less => format!("now \u{2212} {}", number(-value)),
        _ => format!("now + {}", number(value)),
    }
}

/// An amount of points: `1 point`, `0.5 points`.
pub fn amount_of_points(share: f64) -> String {
    let share = 100.0 * share;
    let number = plain(share, as_written(share, 0));
    if number == "1" {
        "1 point".to_owned()
    } else {
        format!("{number} points")
    }
}

/// A difference of shares in percentage points alone: `+1.2`.
pub fn points_only(value: f64, decimals: usize) -> String {
    difference(100.0 * value, decimals)
}

/// What one share has more than another, in points; of the numbers as they are written, so that a reader's sum comes out.
pub fn points_between(share: f64, than: f64, decimals: usize) -> String {
    difference_as_written(100.0 * share, 100.0 * than, decimals)
}

/// What one number is more than another, of both as they are written.
pub fn difference_as_written(number: f64, than: f64, decimals: usize) -> String {
    difference(rounded(number, decimals) - rounded(than, decimals), decimals)
}

/// A difference with its sign; of one that rounds to nought none.
pub fn difference(value: f64, decimals: usize) -> String {
    let text = plain(value, decimals);
    if value > 0.0 && !is_zero(&text) {
        format!("+{text}")
    } else {
        text
    }
}

/// A difference with its sign and interval, scaled; alone where the interval is open.
pub fn signed(rate: Rate, scale: f64, digits: usize) -> String {
    let plus = if rate.value > 0.0 { "+" } else { "" };
    let value = plain(scale * rate.value, digits);
    format!("{plus}{value}{}", between(rate, scale, digits, " to "))
}

/// A mean with its interval: `19.97 (19.95–19.99)`.
pub fn mean(rate: Rate) -> String {
    mean_in(rate, mean_decimals(rate))
}

/// The same in so many digits after the point.
pub fn mean_in(rate: Rate, digits: usize) -> String {
    plain(rate.value, digits) + &between(rate, 1.0, digits, "–")
}

/// Decimals of a mean that its interval carries; one more where it would seem to lie at an end of it.
pub fn mean_decimals(rate: Rate) -> usize {
    let digits = match (rate.hi - rate.lo) / 2.0 {
        half if half < 0.005 => 3,
        half if half < 0.05 => 2,
        half if half < 1.0 => 1,
        // Nothing is known of how far a single game may be off.
        half if half.is_infinite() && rate.value.fract() != 0.0 => 1,
        _ => 0,
    };
    let seems = |end: f64| end.total_cmp(&rate.value).is_ne() && plain(end, digits) == plain(rate.value, digits);
    // Three say enough of anything.
    (digits + usize::from(seems(rate.lo) || seems(rate.hi))).min(3)
}

/// The number that is told in so many digits.
fn rounded(value: f64, digits: usize) -> f64 {
    let scale = 10f64.powi(digits as i32);
    (halves_up(value) * scale).round() / scale
}

/// A number with a true minus sign, and no minus before a zero.
pub fn plain(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", halves_up(value.abs()));
    if value < 0.0 && !is_zero(&text) {
        format!("−{text}")
    } else {
        text
    }
}

fn is_zero(number: &str) -> bool {
    number.chars().all(|each| matches!(each, '0' | '.'))
}

/// The interval in brackets, after a space; nothing where it is open.
fn between(rate: Rate, scale: f64, digits: usize, to: &str) -> String {
    if !rate.lo.is_finite() || !rate.hi.is_finite() {
        return String::new();
    }
    let end = |end: f64| plain(scale * end, digits);
    format!(" ({}{to}{})", end(rate.lo), end(rate.hi))
}

/// A whole number as commands of the program take it: `30_000`.
pub fn option(value: u64) -> String {
    count(value).replace(',', "_")
}

/// One of what a game counts its length in: `turn` of `turns`.
pub fn one(turn_word: &str) -> &str {
    turn_word.strip_suffix('s').unwrap_or(turn_word)
}

/// `one game`, `1,024 games`.
pub fn games(value: u64) -> String {
    if value == 1 {
        "one game".to_owned()
    } else {
        format!("{} games", count(value))
    }
}

/// `one player`, `4 players`.
pub fn players(value: u32) -> String {
    if value == 1 {
        "one player".to_owned()
    } else {
        format!("{value} players")
    }
}

/// `1 turn`, `34 turns`.
pub fn turns(value: u32, turn_word: &str) -> String {
    match value {
        1 => format!("1 {}", one(turn_word)),
        value => format!("{value} {turn_word}"),
    }
}

/// `19 to 27`; the one number where both ends are it.
pub fn span((from, to): (u32, u32)) -> String {
    if from == to {
        to.to_string()
    } else {
        format!("{from} to {to}")
    }
}

/// `a`, `a and b`, `a, b and c`.
pub fn join_and(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The same of at most so many names, and how many more there are: `a, b and 3 more`.
pub fn join_some(names: &[String], most: usize) -> String {
    let rest = names.len().saturating_sub(most);
    let rest = (rest > 0).then(|| format!("{rest} more"));
    join_and(&names.iter().take(most).cloned().chain(rest).collect::<Vec<_>>())
}

/// The sentences that there are and say something, one after the other.
pub fn joined(sentences: impl IntoIterator<Item = Option<String>>) -> String {
    let told = sentences.into_iter().flatten().filter(|said| !said.is_empty());
    told.collect::<Vec<_>>().join(" ")
}

/// A side in a sentence: `the 3rd player`, `Profiteer`.
pub fn side(name: &str) -> String {
    if (0..MAX_SEATS).any(|place| player_name(place) == name) {
        format!("the {name}")
    } else {
        capital(name)
    }
}

/// The name of a side, seat or role at the start of a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// A value as TOML writes it, without the quotes of a text.
pub fn unquoted(toml: &str) -> &str {
    toml.trim_matches('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(value: f64, lo: f64, hi: f64) -> Rate {
        Rate { value, lo, hi }
    }

    #[test]
    fn a_fair_share_outside_the_interval_is_seen_to_be() {
        let told = |lo, hi, fair| share_and_fair(rate(0.251, lo, hi), fair, 0.0);
        let words = |rate: &str, fair: &str| (rate.to_owned(), fair.to_owned());
        assert_eq!(told(0.231, 0.271_6, 0.272_3), words("25.10% (23.10–27.16)", "27.23%"));
        assert_eq!(told(0.231, 0.262, 0.272_3), words("25.1% (23.1–26.2)", "27.2%"));
        assert_eq!(told(0.231, 0.274, 0.272_3), words("25.1% (23.1–27.4)", "27.2%"));
    }

    /// Where two shares are printed alike of which one lies beyond the margin and the other does not.
    #[test]
    fn a_margin_beside_the_end_of_an_interval_is_seen_to_be() {
        let told = |hi| share_and_fair(rate(0.199_5, 0.171, hi), 0.25, 0.02);
        let words = |rate: &str, fair: &str| (rate.to_owned(), fair.to_owned());
        assert_eq!(told(0.229_74), words("19.95% (17.10–22.97)", "25.00%"));
        assert_eq!(told(0.230_27), words("19.95% (17.10–23.03)", "25.00%"));
        assert_eq!(told(0.228), words("20.0% (17.1–22.8)", "25.0%"));
        assert_eq!(told(0.24), words("20.0% (17.1–24.0)", "25.0%"));
    }

    #[test]
    fn a_player_is_called_a_player_and_a_side_by_its_name() {
        assert_eq!(side("3rd player"), "the 3rd player");
        assert_eq!(side("merchants"), "Merchants");
    }

    #[test]
    fn captions_state_the_confidence_of_the_tables() {
        assert_eq!(
            interval!(),
            format!("{}% interval", 100.0 * balance_inference::table::CONFIDENCE)
        );
    }

    #[test]
    fn what_passes_an_end_of_a_band_is_seen_to() {
        let digits = |lo: f64, hi: f64, band| passing(rate(f64::midpoint(lo, hi), lo, hi), band, 100.0, 1);
        assert_eq!(digits(0.3696, 0.42, (0.37, 0.43)), 2, "36.96 would be 37.0");
        assert_eq!(digits(0.3704, 0.42, (0.37, 0.43)), 1, "it does not pass");
        assert_eq!(digits(0.36, 0.42, (0.37, 0.43)), 1, "36.0 shows it");
        assert_eq!(digits(0.38, 0.430_04, (f64::NEG_INFINITY, 0.43)), 3);
        assert_eq!(
            digits(0.95, 0.999_897, (1.0, f64::INFINITY)),
            2,
            "100.0 would be allowed"
        );
        assert_eq!(digits(0.95, 0.998, (1.0, f64::INFINITY)), 1);
    }

    #[test]
    fn an_interval_has_no_more_digits_than_it_carries() {
        let written = |lo: f64, hi: f64| points(rate(f64::midpoint(lo, hi), lo, hi));
        assert_eq!(written(-0.107_7, -0.000_03), "−5 (−11 to 0)");
        assert_eq!(written(-0.05, -0.000_03), "−2.5 (−5.0 to 0.0)");
    }

    #[test]
    fn numbers_read_well() {
        assert_eq!(count(1), "1");
        assert_eq!(
            [0.01, 0.02, 0.005].map(amount_of_points),
            ["1 point", "2 points", "0.5 points"]
        );
        assert_eq!(count(1_000_000), "1,000,000");
        assert_eq!(share(rate(0.3994, 0.3984, 0.4004)), "39.9% (39.8–40.0)");
        assert_eq!(share(rate(0.4, 0.3, 0.5)), "40% (30–50)");
        assert_eq!(points(rate(-0.012, -0.02, 0.001)), "−1.2 (−2.0 to 0.1)");
        assert_eq!(plain(-0.001, 1), "0.0");
        for (value, digits, told) in [(12.5, 0, "13"), (13.5, 0, "14"), (-2.25, 1, "−2.3"), (0.125, 2, "0.13")] {
            assert_eq!(plain(value, digits), told);
            assert_eq!(plain(rounded(value, digits), digits), told);
        }
        assert_eq!(
            percent(29.0 / 200.0, 0),
            "15%",
            "a half that is a little less in the computer"
        );
        assert_eq!(mean(rate(19.972, 19.95, 19.99)), "19.97 (19.95–19.99)");
        // Both ends would else be whole numbers beside which the mean lies.
        assert_eq!(mean(rate(23.471, 22.9, 24.1)), "23.5 (22.9–24.1)");
        // It would else seem to lie at the end of its interval.
        assert_eq!(mean(rate(20.4, 19.7, 23.2)), "20.4 (19.7–23.2)");
        let open = rate(25.0, f64::NEG_INFINITY, f64::INFINITY);
        assert_eq!([mean(open), signed(open, 1.0, 2)], ["25", "+25.00"]);
    }
}
