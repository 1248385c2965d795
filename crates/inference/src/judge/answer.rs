//! What is known of a question, and how surely.

use serde::{Deserialize, Serialize};

use balance_stats::Interval;

/// Where a number lies to the band it is held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Shown to be inside.
    Within,
    /// Shown to be outside.
    Outside,
    /// Not enough games to say.
    Undecided,
}

impl Verdict {
    /// The verdict in one word.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Within => "within",
            Verdict::Outside => "outside",
            Verdict::Undecided => "undecided",
        }
    }

    /// Where `interval` lies to the band from `lo` to `hi`.
    pub fn from_interval(interval: Interval, lo: f64, hi: f64) -> Self {
        if interval.hi < lo || interval.lo > hi {
            Verdict::Outside
        } else if interval.lo >= lo && interval.hi <= hi {
            Verdict::Within
        } else {
            Verdict::Undecided
        }
    }
}

/// How sure a claim is, by where its interval lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// A count or a definition: nothing is estimated.
    Exact,
    /// The whole interval lies at least as far beyond the threshold as it is wide.
    Certain,
    /// The whole interval lies beyond the threshold.
    Clear,
    /// A number with its interval, held to nothing.
    Estimate,
    /// The interval reaches across the threshold.
    Open,
}

impl Strength {
    /// All of them, surest first.
    pub const ALL: [Strength; 5] = [
        Strength::Exact,
        Strength::Certain,
        Strength::Clear,
        Strength::Estimate,
        Strength::Open,
    ];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Strength::Exact => "exact",
            Strength::Certain => "certain",
            Strength::Clear => "clear",
            Strength::Estimate => "estimate",
            Strength::Open => "open",
        }
    }

    /// What the word means.
    pub fn meaning(self) -> &'static str {
        match self {
            Strength::Exact => "a count or a definition: nothing is estimated",
            Strength::Certain => {
                "the whole interval lies beyond the threshold, by more than its own width; every other bot that was asked, if any was, says so, too"
            }
            Strength::Clear => {
                "the whole interval lies beyond the threshold (what another bot shows less surely is no more than this)"
            }
            Strength::Estimate => "a number with its interval, held to nothing",
            Strength::Open => "the interval reaches across the threshold: more games would tell",
        }
    }

    /// Of a verdict on `interval` and the band from `lo` to `hi`.
    pub fn from_interval(interval: Interval, lo: f64, hi: f64) -> Self {
        let clearance = match Verdict::from_interval(interval, lo, hi) {
            Verdict::Undecided => return Strength::Open,
            Verdict::Within => (interval.lo - lo).min(hi - interval.hi),
            Verdict::Outside => (interval.lo - hi).max(lo - interval.hi),
        };
        if clearance > interval.hi - interval.lo {
            Strength::Certain
        } else {
            Strength::Clear
        }
    }
}

/// What the games so far say to a question.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Answer {
    /// Where the number lies. A decision stands, whatever games come later.
    pub verdict: Verdict,
    /// How sure that is.
    pub strength: Strength,
    /// The number observed.
    pub value: f64,
    /// Lower end of its interval, which holds at every look of the run; none where nothing is known.
    pub lo: Option<f64>,
    /// Upper end.
    pub hi: Option<f64>,
    /// Deals played.
    pub deals: u64,
    /// How often the interval misses, at most, over all looks together.
    pub error: f64,
    /// About how many deals would decide it, where it is undecided and fewer than ten million would.
    pub enough: Option<u64>,
}

impl Answer {
    /// Its interval; open where nothing is known.
    pub fn interval(&self) -> Interval {
        Interval {
            lo: self.lo.unwrap_or(f64::NEG_INFINITY),
            hi: self.hi.unwrap_or(f64::INFINITY),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_interval_decides() {
        let of = |lo, hi| {
            let interval = Interval { lo, hi };
            (
                Verdict::from_interval(interval, 0.3, 0.4),
                Strength::from_interval(interval, 0.3, 0.4),
            )
        };
        assert_eq!(of(0.32, 0.36), (Verdict::Within, Strength::Clear));
        assert_eq!(of(0.34, 0.36), (Verdict::Within, Strength::Certain));
        assert_eq!(of(0.41, 0.45), (Verdict::Outside, Strength::Clear));
        assert_eq!(of(0.11, 0.15), (Verdict::Outside, Strength::Certain));
        assert_eq!(of(0.38, 0.42), (Verdict::Undecided, Strength::Open));
        assert_eq!(of(0.2, 0.5), (Verdict::Undecided, Strength::Open));
    }
}
