//! How often a run may say anything wrong, and how that is divided among its questions.

/// How often a run says anything wrong, at most: whatever it claims, of all its configurations together.
pub const TOTAL: f64 = 0.05;

/// A kind of questions. Each has its own part of the error, fixed for every run, so that what else is asked changes no
/// answer; within a family every question has an even part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// Bands of `[expect]`.
    Wishes,
    /// What a change of the rules does, on the same deals.
    Changes,
    /// How a change of the rules lets games end, on the same deals.
    ChangedEndings,
    /// Sides against their fair share.
    Sides,
    /// Seats against what their roles win.
    Seats,
    /// How games end.
    Endings,
    /// How long games take.
    Lengths,
    /// Who wins that is ahead.
    Drama,
    /// What hardly ever happens.
    Events,
    /// What goes with winning.
    Components,
    /// Bots against each other.
    Bots,
    /// What the keys of a matrix move.
    Settings,
}

impl Family {
    #[cfg(test)]
    const ALL: [Family; 12] = [
        Family::Wishes,
        Family::Changes,
        Family::ChangedEndings,
        Family::Sides,
        Family::Seats,
        Family::Endings,
        Family::Lengths,
        Family::Drama,
        Family::Events,
        Family::Components,
        Family::Bots,
        Family::Settings,
    ];

    /// Its part of [`TOTAL`]: half of the whole goes to what the scenario itself asks.
    pub fn error(self) -> f64 {
        let part = match self {
            Family::Wishes => 0.3,
            Family::Changes => 0.2,
            Family::Sides | Family::Seats => 0.1,
            Family::Components | Family::Settings | Family::ChangedEndings | Family::Events => 0.025,
            _ => 0.05,
        };
        part * TOTAL
    }

    /// The error of one of so many questions.
    pub fn each(self, questions: usize) -> f64 {
        self.error() / questions.max(1) as f64
    }
}

/// How often anything said of the games of other bots is wrong, at most; held apart from what is said of the run's own, half
/// of it for the bands of `[expect]`.
pub fn others() -> f64 {
    TOTAL
}

/// How often `balance check` calls any unchanged metric of any baseline outside, at most: what the bands leave.
pub fn baselines() -> f64 {
    TOTAL - Family::Wishes.error()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_make_up_the_whole() {
        let sum: f64 = Family::ALL.iter().map(|family| family.error()).sum();
        assert!((sum - TOTAL).abs() < 1e-12, "{sum}");
        assert!((Family::Wishes.each(3) - 0.005).abs() < 1e-12);
    }
}
