//! A figure of a proposal, and how far a proposal moves it.

use serde::Serialize;

use crate::format;
use crate::metrics::Measure;
use balance_config::scenario::Of;
use balance_inference::judge::Verdict;
use balance_inference::table::Rate;

/// A figure of a proposal.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct TuningFigure {
    pub table: Option<String>,
    pub metric: String,
    pub share: bool,
    /// Is it the length of games?
    #[serde(skip)]
    pub length: bool,
    /// The band of its wishes, infinite where there is none; an end that is counted from now lies where that is seen.
    #[serde(skip)]
    pub band: (f64, f64),
    /// The same under the second bot.
    #[serde(skip)]
    pub second_band: (f64, f64),
    /// Is a wish counted from what the figure is now?
    #[serde(skip)]
    pub change: bool,
    /// Value and interval; all intervals of all proposals miss no more often than [`balance_experiments::tune::FIGURES`].
    pub now: Rate,
    /// Where it lies to its wish, if there is one.
    pub verdict: Option<Verdict>,
    /// The same under the second bot.
    pub second: Option<Rate>,
    /// Under the second bot, the difference to the present rules on the same deals; none for the present rules, and for what
    /// is not told deal by deal.
    pub second_moved: Option<Rate>,
    /// The same under the usual bots.
    pub moved: Option<Rate>,
}

/// What a change does to a figure under the second bot, where it is shown to move it under the usual ones.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transfer {
    Same,
    /// The same way, to what surely lies outside the wish, but no further from it than before.
    Beyond,
    /// Away from the wish, whichever way that is.
    Away,
    Open,
    Other,
}

impl Transfer {
    pub fn words(self) -> &'static str {
        match self {
            Transfer::Same => "moves the same way",
            Transfer::Beyond => "moves the same way, past what is wished",
            Transfer::Away => "moves away from what is wished",
            Transfer::Open => "not shown to move",
            Transfer::Other => "moves the other way",
        }
    }
}

impl TuningFigure {
    /// How its numbers are written.
    pub fn measure(&self) -> Measure {
        Measure::known(&self.metric, self.share)
    }

    /// Where it lies to its wish, in words; nothing where there is none.
    pub fn verdict_words(&self) -> &'static str {
        match self.verdict {
            Some(Verdict::Within) => "as wished",
            Some(Verdict::Outside) => "not as wished",
            Some(Verdict::Undecided) => "open",
            None => "",
        }
    }

    /// Is it how often a side wins?
    pub fn is_win_rate(&self) -> bool {
        Of::metric(&self.metric).side().is_some_and(|side| side != "nobody")
    }

    /// How it is wished that the figure stays about what it is with the `present` rules: to within a few points, or about a
    /// tenth of a mean.
    pub fn to_stay(&self, present: &TuningFigure) -> String {
        let now = present.now.value;
        let tenth = now.abs() / 10.0;
        let number = |value: f64| format::plain(value, usize::from(tenth < 1.0));
        let (target, within) = match self.moved {
            Some(_) if self.share => ("\"now\"".to_owned(), "\"5%\"".to_owned()),
            Some(_) => ("\"now\"".to_owned(), number(tenth)),
            // What is not told deal by deal is wished by its number.
            None => (number(now), number(tenth)),
        };
        format!("\"{}\" = {{ target = {target}, within = {within} }}", self.metric)
    }

    /// The figure with its interval, and where a wish is counted from now by how much it is another.
    pub fn value_words(&self) -> String {
        let value = self.value();
        match self.moved.filter(|_| self.change) {
            Some(moved) if self.share => format!("{value}, by {} points", format::points(moved)),
            Some(moved) => format!("{value}, by {}", format::means(moved)),
            None => value,
        }
    }

    /// The figure with its interval, in as many digits as show whether it passes an end of its band.
    fn value(&self) -> String {
        let measure = self.measure();
        let digits = format::passing(self.now, self.band, measure.scale(), measure.digits(self.now));
        measure.rate_in(self.now, digits)
    }

    /// A value like this figure's by itself.
    pub fn number(&self, value: f64) -> String {
        self.measure().number(value, 1)
    }

    /// A value like this figure's with its interval.
    pub fn words(&self, rate: Rate) -> String {
        self.measure().rate(rate)
    }

    /// Under the second bot, what it is with the present rules.
    pub fn second_before(&self) -> Option<f64> {
        Some(self.second?.value - self.second_moved?.value)
    }

    /// Does it surely lie in its band under the second bot?
    pub fn second_within(&self) -> bool {
        let (from, to) = self.second_band;
        self.second.is_some_and(|second| second.lo >= from && second.hi <= to)
    }

    /// Does the second bot's table say the same of the change? None where there is nothing to compare.
    pub fn transfers(&self) -> Option<Transfer> {
        let sign = |rate: Rate| match rate {
            Rate { lo, .. } if lo > 0.0 => 1,
            Rate { hi, .. } if hi < 0.0 => -1,
            _ => 0,
        };
        let (second_moved, (from, to)) = (self.second_moved?, self.second_band);
        // Further than the wish in the direction in which it moves; and further from it than before.
        let (past, away) = self.second.map_or((false, false), |second| {
            let before = second.value - second_moved.value;
            match sign(second_moved) {
                1 => (second.lo > to, second.lo - to > from - before),
                -1 => (second.hi < from, from - second.hi > before - to),
                _ => (false, false),
            }
        });
        if past && away {
            return Some(Transfer::Away);
        }
        Some(match (sign(self.moved?), sign(second_moved)) {
            (0, _) => return None,
            (_, 0) => Transfer::Open,
            (a, b) if a == b && past => Transfer::Beyond,
            (a, b) if a == b => Transfer::Same,
            _ => Transfer::Other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is told deal by deal may count from now, anything else is wished by its number.
    #[test]
    fn what_is_to_stay_is_wished_as_it_may_be() {
        let rate = |value: f64| Rate {
            value,
            lo: value,
            hi: value,
        };
        let told = |metric: &str, value: f64, moved: Option<f64>| {
            let figure = TuningFigure {
                table: None,
                metric: metric.to_owned(),
                share: metric.starts_with("win-rate."),
                length: false,
                band: (f64::NEG_INFINITY, f64::INFINITY),
                second_band: (f64::NEG_INFINITY, f64::INFINITY),
                change: false,
                now: rate(value),
                verdict: None,
                second: None,
                second_moved: None,
                moved: moved.map(rate),
            };
            figure.to_stay(&figure)
        };
        let wished = [
            told("win-rate.north", 0.4, Some(0.1)),
            told("turns.mean", 27.2, Some(4.0)),
            told("turns.mean", 6.4, Some(1.0)),
            told("decisions.mean", 121.2, None),
        ];
        assert_eq!(
            wished,
            [
                "\"win-rate.north\" = { target = \"now\", within = \"5%\" }",
                "\"turns.mean\" = { target = \"now\", within = 3 }",
                "\"turns.mean\" = { target = \"now\", within = 0.6 }",
                "\"decisions.mean\" = { target = 121, within = 12 }",
            ]
        );
    }

    /// A figure that moves the same way under the second bot may do so past what is wished.
    #[test]
    fn moving_past_the_wish_is_told() {
        let rate = |value: f64| Rate {
            value,
            lo: value - 0.01,
            hi: value + 0.01,
        };
        let figure = |second: f64, by: f64| TuningFigure {
            table: None,
            metric: "win-rate.north".to_owned(),
            share: true,
            length: false,
            band: (0.19, 0.21),
            second_band: (0.19, 0.21),
            change: false,
            now: rate(0.2),
            verdict: Some(Verdict::Within),
            second: Some(rate(second)),
            second_moved: Some(rate(by)),
            moved: Some(rate(0.07)),
        };
        assert!(figure(0.2, 0.05).transfers() == Some(Transfer::Same));
        assert!(figure(0.15, 0.05).transfers() == Some(Transfer::Same), "not yet there");
        assert!(figure(0.25, 0.11).transfers() == Some(Transfer::Beyond), "from 0.14");
        assert!(figure(0.36, 0.11).transfers() == Some(Transfer::Away), "from 0.25");
        assert!(figure(0.36, 0.16).transfers() == Some(Transfer::Away), "from 0.20");
        assert!(
            figure(0.10, -0.05).transfers() == Some(Transfer::Away),
            "the other way, from 0.15"
        );
        // Also where the usual bots are not shown to move it.
        let mut still = figure(0.36, 0.16);
        still.moved = Some(rate(0.0));
        assert!(still.transfers() == Some(Transfer::Away));
        still.second = Some(rate(0.2));
        assert!(still.transfers().is_none(), "there is nothing to compare");
        assert!(figure(0.36, -0.11).transfers() == Some(Transfer::Other));
    }
}
