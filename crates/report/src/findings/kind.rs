//! The kinds of findings, each with the numbers of its sentence, and what they claim of other bots. Prints nothing: the sentences stand
//! in `text.rs`.

use balance_config::games::Presence;
use balance_inference::judge::{Answer, Verdict};
use balance_inference::table::{Rate, Shows, TargetRow};

/// A seat this near to what its roles win is called fair.
pub const SEAT_MARGIN: f64 = 0.01;

/// The only side wins too seldom whose wins are fewer than this part of all games, and too often whose losses are.
pub const SELDOM: f64 = 0.05;

pub const PLAYERS: &str = "players";

/// More, or less, than a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    More,
    Less,
}

impl Direction {
    /// The mark of a share that is shown to be more than fair, or less.
    pub fn mark(self) -> &'static str {
        match self {
            Direction::More => "▲",
            Direction::Less => "▼",
        }
    }

    /// That of a gap, which is not 0.
    pub fn of_gap(gap: f64) -> Self {
        if gap > 0.0 { Direction::More } else { Direction::Less }
    }
}

/// Where a rate stands to a reference and its margin, as its interval shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// Off, and by more than the margin.
    Beyond(Direction),
    /// Off; whether by more than the margin is undecided.
    Off(Direction),
    /// Not off by more than the margin.
    Within,
    Open,
}

impl Standing {
    pub fn beyond(self) -> Option<Direction> {
        match self {
            Standing::Beyond(direction) => Some(direction),
            _ => None,
        }
    }
    /// That of a rate to `reference` ± `margin`.
    pub fn of_rate(rate: Rate, reference: f64, margin: f64) -> Self {
        if rate.lo > reference + margin {
            Standing::Beyond(Direction::More)
        } else if rate.hi < reference - margin {
            Standing::Beyond(Direction::Less)
        } else if rate.lo >= reference - margin && rate.hi <= reference + margin {
            Standing::Within
        } else if rate.lo > reference {
            Standing::Off(Direction::More)
        } else if rate.hi < reference {
            Standing::Off(Direction::Less)
        } else {
            Standing::Open
        }
    }
}

/// Whose wins are compared with what is fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winners {
    Sides,
    /// Seats, with the average of their roles.
    Seats,
}

/// The answer of all sides, or of all seats, together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evenness {
    /// One is off by more than the margin.
    Unfair,
    /// One is off; whether by more than the margin is undecided.
    Uneven,
    /// All are within the margin.
    Fair,
    Undecided,
}

#[derive(Clone, PartialEq, Debug)]
pub struct WinGap {
    pub name: String,
    pub rate: Rate,
    pub fair: f64,
}

impl WinGap {
    pub fn gap(&self) -> f64 {
        self.rate.value - self.fair
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameShare {
    pub games: u64,
    /// Of how many.
    pub of: u64,
    pub rate: Rate,
}

/// How many games are stopped at the limit on their length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StoppedShare {
    All,
    /// More than half of them.
    Most,
    Some,
}

/// What a place at half time is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeadEffect {
    /// The leader wins less often than any side does.
    Burden,
    /// The leader wins more often than any side does.
    Helps,
    /// The leader nearly always wins.
    Decides,
    /// The last hardly ever wins.
    Hopeless,
}

/// In which seats one bot met another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatOrder {
    /// Each in every seat, in every order that there is.
    Every,
    /// Each in every seat, always behind the same neighbour.
    Fixed,
}

/// What the games say to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GoalOutcome {
    /// The number is more, or less, than the goal allows.
    Missed(Direction),
    Met,
    Undecided,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Median {
    pub value: u32,
    pub lo: u32,
    pub hi: u32,
}

#[derive(Clone, PartialEq, Debug)]
pub struct ChangeEffect {
    pub metric: String,
    /// Is it a share of games? Otherwise a mean.
    pub is_share: bool,
    pub from: f64,
    pub to: f64,
    pub difference: Rate,
}

/// What the results are not, or cannot say.
#[derive(Clone, PartialEq, Debug)]
pub enum Limit {
    BotsTakeTurns,
    RandomMoves,
    BotsAreNotPeople,
    /// Changes were compared at one number of players only.
    OneTable {
        players: u32,
        /// The other numbers that the game allows.
        others: Vec<String>,
    },
    /// A configuration rotates another number of bots than the one beside it.
    OtherRotation {
        reference: String,
    },
}

/// What is said of how games end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndingFact {
    Dominant(String),
    Rare(String),
    Never(String),
    WonByNobody,
    /// The only side wins nearly every game, or hardly any.
    WonByOnly(Direction),
    /// Every side wins nearly every game; the share is that of the side that wins least.
    WonByEverybody,
    Stopped {
        stopped: StoppedShare,
        turn: String,
    },
}

/// What is said of how long games take.
#[derive(Clone, PartialEq, Debug)]
pub enum LengthFact {
    /// How long those of the only configuration take.
    Typical {
        median: Median,
        /// At least nine of ten games took between these.
        most: (u32, u32),
    },
    /// How long too few games took.
    OfFew { games: u64, span: (u32, u32) },
    /// The median of all of several configurations.
    Same {
        median: Median,
        /// Configurations that have it.
        of: usize,
    },
    /// The medians of several configurations.
    Range {
        /// The configuration with the shortest games, and their median.
        shortest: (String, Median),
        /// The one with the longest.
        longest: (String, Median),
    },
    /// Long games take many times as long as short ones.
    Spread {
        /// One game in twenty takes at most this.
        short: u32,
        /// One in twenty takes at least this.
        long: u32,
        /// At least so many times as long, as the intervals show.
        times: u32,
    },
}

/// What is said of something that is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventFact {
    Never,
    Rare,
    /// Hardly any try of this succeeds.
    Hopeless(String),
}

#[derive(Clone, PartialEq, Debug)]
pub enum ChangeFact {
    /// All that is confirmed to be different, win rates first, the largest first; at least one.
    Different(Vec<ChangeEffect>),
    /// Win rates are the same, to within this.
    Same(f64),
    /// Undecided; the largest observed difference of a win rate.
    Undecided(ChangeEffect),
    OtherSides,
    /// Of many changes it is the one that moves who wins most.
    Largest(ChangeEffect),
}

/// What a finding says, with the numbers that it needs.
#[derive(Clone, PartialEq, Debug)]
pub enum FindingKind {
    /// Who wins, beside what would be fair.
    Fairness {
        winners: Winners,
        evenness: Evenness,
        /// Those that it rests on, the furthest from fair first; at least one.
        gaps: Vec<WinGap>,
    },
    /// Every seat always has the same role, so that nothing can be said of seats by themselves.
    SeatsAreRoles,
    Ending {
        fact: EndingFact,
        share: GameShare,
    },
    Length {
        fact: LengthFact,
        word: String,
    },
    Event {
        fact: EventFact,
        event: String,
        metric: String,
        /// The share of games with it, or of tries that succeed.
        rate: Rate,
    },
    Lead {
        effect: LeadEffect,
        /// What the side alone in front wins, or the side alone behind.
        rate: Rate,
        /// What the side wins of all games that wins most, or least.
        reference: f64,
        /// Games with such a side.
        games: u64,
    },
    /// A component goes with winning more, or less.
    Link {
        component: String,
        /// How it comes into a game.
        held: Presence,
        side: String,
        /// What it wins in games with the component and without.
        wins: [f64; 2],
        lift: Rate,
    },
    UnusedComponents {
        names: Vec<String>,
        games: u64,
    },
    BotBeats {
        /// The bot, and what a seat of it wins.
        best: (String, Rate),
        /// Those that it beats, the strongest first.
        beaten: Vec<(String, Rate)>,
        order: SeatOrder,
    },
    BotsDisagree {
        side: String,
        /// The configuration in which it wins most, and what.
        most: (String, Rate),
        /// The one in which it wins least, and what.
        least: (String, Rate),
    },
    /// A goal of `[expect]`.
    Goal {
        row: TargetRow,
        answer: Answer,
        outcome: GoalOutcome,
    },
    Change {
        fact: ChangeFact,
        configuration: String,
        reference: String,
    },
    Changes {
        /// So many change who wins.
        different: usize,
        /// So many make no meaningful difference to it.
        same: usize,
        of: usize,
        within: f64,
    },
    Sensitivity {
        setting: String,
        side: String,
        /// The value with which that wins least, and what.
        low: (String, f64),
        /// The value with which it wins most, and what.
        high: (String, f64),
        /// By how much its gap to the fair share moves.
        by: Rate,
    },
    Limit(Limit),
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Certainty {
    /// A count or a definition.
    Exact,
    /// The whole interval lies past the limit.
    Confirmed,
    /// A number with its interval.
    Estimate,
    /// The interval reaches across the limit.
    Undecided,
}

impl FindingKind {
    pub fn is_same_as(&self, other: &FindingKind) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other) && self.subject() == other.subject()
    }

    /// What it is about, beside its numbers.
    fn subject(&self) -> String {
        match self {
            FindingKind::Fairness {
                winners,
                evenness: evenness @ (Evenness::Unfair | Evenness::Uneven),
                gaps,
            } => {
                let direction = Direction::of_gap(gaps[0].gap());
                format!("{winners:?} {evenness:?} {direction:?} {}", gaps[0].name)
            }
            FindingKind::Fairness { winners, evenness, .. } => format!("{winners:?} {evenness:?}"),
            FindingKind::Ending { fact, .. } => format!("{fact:?}"),
            FindingKind::Length { fact, .. } => format!("{:?}", std::mem::discriminant(fact)),
            FindingKind::Event { fact, metric, .. } => format!("{fact:?} {metric}"),
            FindingKind::Lead { effect, .. } => format!("{effect:?}"),
            FindingKind::Link {
                component, side, lift, ..
            } => format!("{:?} {component} {side}", Direction::of_gap(lift.value)),
            FindingKind::BotBeats { best, beaten, order } => {
                let mut names: Vec<&String> = beaten.iter().map(|(name, _)| name).collect();
                names.sort_unstable();
                format!("{order:?} {} {names:?}", best.0)
            }
            FindingKind::BotsDisagree { side, .. } => side.clone(),
            FindingKind::Goal { row, outcome, .. } => {
                format!("{outcome:?} {} {} {:?} {:?}", row.metric, row.change, row.from, row.to)
            }
            FindingKind::SeatsAreRoles
            | FindingKind::UnusedComponents { .. }
            | FindingKind::Change { .. }
            | FindingKind::Changes { .. }
            | FindingKind::Sensitivity { .. }
            | FindingKind::Limit(_) => String::new(),
        }
    }

    pub fn certainty(&self) -> Certainty {
        match self {
            FindingKind::Fairness { evenness, .. } if *evenness == Evenness::Undecided => Certainty::Undecided,
            FindingKind::Goal { outcome, .. } if *outcome == GoalOutcome::Undecided => Certainty::Undecided,
            FindingKind::Change { fact, .. } => match fact {
                ChangeFact::Undecided(_) => Certainty::Undecided,
                ChangeFact::OtherSides => Certainty::Exact,
                _ => Certainty::Confirmed,
            },
            FindingKind::Length { fact, .. } => match fact {
                LengthFact::OfFew { .. } => Certainty::Exact,
                LengthFact::Spread { .. } => Certainty::Confirmed,
                _ => Certainty::Estimate,
            },
            FindingKind::SeatsAreRoles | FindingKind::UnusedComponents { .. } | FindingKind::Limit(_) => {
                Certainty::Exact
            }
            FindingKind::Ending { share, .. } if share.games == share.of => Certainty::Exact,
            FindingKind::Fairness { .. }
            | FindingKind::Ending { .. }
            | FindingKind::Event { .. }
            | FindingKind::Lead { .. }
            | FindingKind::Link { .. }
            | FindingKind::BotBeats { .. }
            | FindingKind::BotsDisagree { .. }
            | FindingKind::Goal { .. }
            | FindingKind::Changes { .. }
            | FindingKind::Sensitivity { .. } => Certainty::Confirmed,
        }
    }
}

/// What a finding claims of its games, so that the same can be asked of others.
#[derive(Clone, Debug, PartialEq)]
pub enum FindingClaim {
    /// A side, or a seat, wins more or less than would be fair, by more than `by`.
    Gap {
        winners: Winners,
        name: String,
        direction: Direction,
        by: f64,
    },
    /// All win what is fair, to within this.
    Fair {
        winners: Winners,
        within: f64,
    },
    /// More, or fewer, than this share of games end so.
    Ending {
        ending: String,
        direction: Direction,
        than: f64,
    },
    /// More than this share of games are won by nobody.
    Nobody(f64),
    /// Every side wins more than this share of games.
    Everybody(f64),
    /// Half of the games take about so many turns.
    Half(Median),
    /// Long games take at least so many times as long as short ones.
    Spread(u32),
    /// Something that is counted happens in less than this share of games.
    Rare {
        counter: String,
        below: f64,
    },
    /// Less than this share of what is tried succeeds.
    Hopeless {
        counter: String,
        below: f64,
    },
    Lead(LeadEffect),
    /// A number lies in a band of `[expect]`, or outside.
    Goal {
        row: TargetRow,
        verdict: Verdict,
    },
}

/// What the games of another bot say to a claim, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Robustness {
    Same,
    Undecided,
    Different,
}

#[derive(Clone, PartialEq, Debug)]
pub struct OpponentAnswer {
    pub bot: String,
    /// What its games say; of several configurations in which the finding holds, the worst.
    pub says: Robustness,
    /// The number observed; empty where there is none.
    pub observed: String,
}

/// What a game shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SampleSubject {
    /// Something that is noted of every run.
    Of { shows: Shows, name: String, side: String },
    /// That others win it than in this configuration.
    Difference {
        reference: String,
        /// Times that its deal was played: in which of them others win is not known.
        rotations: u32,
    },
}
