//! What a finding claims, and what other bots say to it.

use super::kind::Direction;
use balance_analysis::judge::Verdict;
use balance_analysis::table::TargetRow;

/// Lengths that differ by no more than this part of the run's own count as the same.
pub const TENTH: f64 = 0.1;

/// What a finding claims of its games, so that the same can be asked of others.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// The side wins more, or less, than its fair share, by more than `by`.
    Side {
        /// The side.
        side: String,
        /// More or less.
        direction: Direction,
        /// A share of games.
        by: f64,
    },
    /// Every side wins its fair share to within this.
    Sides(f64),
    /// The seat wins more, or less, than its roles would, by more than `by`.
    Seat {
        /// The seat.
        seat: String,
        /// More or less.
        direction: Direction,
        /// A share of games.
        by: f64,
    },
    /// Every seat wins what its roles would, to within this.
    Seats(f64),
    /// More, or fewer, than this share of games end so.
    Ending {
        /// The ending.
        ending: String,
        /// More or fewer.
        direction: Direction,
        /// The share.
        than: f64,
    },
    /// More than this share of games are won by nobody.
    Nobody(f64),
    /// Half of the games take about so many turns, to within a [`TENTH`].
    Half {
        /// At least so many.
        lo: u32,
        /// At most so many.
        hi: u32,
    },
    /// Long games take at least so many times as long as short ones.
    Spread(u32),
    /// Something that is counted happens in less than this share of games.
    Rare {
        /// The counter.
        counter: String,
        /// The share.
        below: f64,
    },
    /// Less than this share of what is tried succeeds.
    Hopeless {
        /// The counter of what succeeds.
        counter: String,
        /// The share.
        below: f64,
    },
    /// What a place at half time is worth.
    Standing(Standing),
    /// A change moves who wins, or is shown to move it by less than this.
    Change {
        /// Does it?
        moves: bool,
        /// A share of games.
        within: f64,
    },
    /// A number lies in a band of `[expect]`, or outside.
    Wish {
        /// The band.
        row: TargetRow,
        /// Where the number lies.
        verdict: Verdict,
    },
}

/// What the games of another bot say to a claim, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Says {
    /// The same, by more than the width of the interval.
    Certainly,
    /// The same.
    Holds,
    /// Too few games to say.
    Open,
    /// Not the same.
    Fails,
    /// The contrary.
    Reverses,
}

/// What the games of one other bot say.
#[derive(Clone, PartialEq, Debug)]
pub struct Elsewhere {
    /// The bot.
    pub bot: String,
    /// What its games say; of several configurations in which the finding holds, the worst.
    pub says: Says,
    /// The best that they say in any of these.
    pub best: Says,
    /// The number observed, in words.
    pub shown: String,
    /// The configuration in which it was.
    pub at: String,
}

impl Elsewhere {
    /// Is it so in every configuration in which the finding holds?
    pub fn throughout(&self) -> bool {
        self.best.max(Says::Holds) == self.says.max(Says::Holds)
    }
}

/// What a place at half time is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Who leads wins less often than any side does.
    Burden,
    /// Who leads wins more often than any side does.
    Helps,
    /// So it is, but it does not decide the game.
    Counts,
    /// Who leads nearly always wins.
    Decides,
    /// Who is last hardly ever wins.
    Hopeless,
}
