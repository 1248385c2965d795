//! What the name of a metric says of it. With a game's sheet at hand `judge::Metric` reads it.

/// What a metric is of; sides, bots and endings by their keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of<'n> {
    /// The share of games that a side wins, or nobody.
    Side(&'n str),
    /// The share of a bot's seats that win.
    Bot(&'n str),
    /// The win rate of a side less that of another.
    Sides(&'n str, &'n str),
    /// The win rate of a side less its fair share, of which comparisons tell.
    FairShare(&'n str),
    /// The share of games that end so.
    Ending(&'n str),
    /// The mean number of these in a game.
    Counter(&'n str),
    /// The mean of a length.
    Mean(&'n str),
    /// The length that so many per cent of games do not exceed.
    Quantile(&'n str, &'n str),
    /// Something else.
    Other,
}

impl<'n> Of<'n> {
    /// What the metric of this name is of.
    pub fn metric(name: &'n str) -> Self {
        let (kind, rest) = name.split_once('.').unwrap_or((name, ""));
        match kind {
            "win-rate" => Of::Side(rest),
            "bot" => Of::Bot(rest),
            "ending" => Of::Ending(rest),
            "counter" => Of::Counter(rest),
            "gap" => rest
                .split_once('.')
                .map_or(Of::FairShare(rest), |(one, other)| Of::Sides(one, other)),
            length if rest == "mean" => Of::Mean(length),
            length => rest
                .strip_prefix('p')
                .map_or(Of::Other, |percent| Of::Quantile(length, percent)),
        }
    }

    /// The side of whose win rate it is, which may be nobody.
    pub fn side(self) -> Option<&'n str> {
        match self {
            Of::Side(side) => Some(side),
            _ => None,
        }
    }

    /// The length of which it is the mean.
    pub fn mean(self) -> Option<&'n str> {
        match self {
            Of::Mean(length) => Some(length),
            _ => None,
        }
    }

    /// Is it a share, or a difference of shares, written in per cent?
    pub fn is_share(self) -> bool {
        matches!(self, Of::Side(_) | Of::Bot(_) | Of::Ending(_) | Of::Sides(..))
    }

    /// Is it a difference of the win rates of two sides, which may be below 0?
    pub fn is_gap(self) -> bool {
        matches!(self, Of::Sides(..))
    }
}

/// The first word of the name of a metric.
pub fn kind(name: &str) -> &str {
    name.split('.').next().unwrap_or_default()
}

/// What stands for the side, or both, of a gap of this name: the name of a side may have a dot.
pub fn sides_of_gap(name: &str) -> Option<&str> {
    name.strip_prefix("gap.")
}

/// Is the metric of this name the gap of this side to another, or of another to it?
pub fn is_gap_of(name: &str, side: &str) -> bool {
    sides_of_gap(name).is_some_and(|sides| {
        let other = sides.strip_prefix(side).and_then(|rest| rest.strip_prefix('.'));
        other.or_else(|| sides.strip_suffix(side)?.strip_suffix('.')).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_metric_is_of_is_read_from_its_name() {
        for (name, of) in [
            ("win-rate.nobody", Of::Side("nobody")),
            ("win-rate.mean", Of::Side("mean")),
            ("bot.my-bot", Of::Bot("my-bot")),
            ("gap.tribe.sages", Of::Sides("tribe", "sages")),
            ("gap.tribe", Of::FairShare("tribe")),
            ("ending.round-cap", Of::Ending("round-cap")),
            ("counter.falls", Of::Counter("falls")),
            ("rounds.mean", Of::Mean("rounds")),
            ("turns.p95", Of::Quantile("turns", "95")),
            ("turns.most", Of::Other),
            ("turns", Of::Other),
        ] {
            assert_eq!(Of::metric(name), of, "{name}");
        }
        assert!(is_gap_of("gap.st.-elmo.tribe", "st.-elmo") && is_gap_of("gap.st.-elmo.tribe", "tribe"));
        assert!(!is_gap_of("gap.st.-elmo.tribe", "elmo") && !is_gap_of("win-rate.tribe", "tribe"));
    }
}
