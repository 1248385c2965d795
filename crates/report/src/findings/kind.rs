//! What findings are about and what they claim. Answers, advice and pages know a finding by its kind, and by nothing that it says.

use crate::metrics::Measure;
use crate::{expectations, format};
use balance_analysis::judge;
use balance_analysis::table::{DifferenceVerdict, TargetRow};

/// More, or less, than what a number is held to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// More.
    More,
    /// Less.
    Less,
}

impl Direction {
    /// That of a gap, which is not 0.
    pub fn of_gap(gap: f64) -> Self {
        if gap > 0.0 { Direction::More } else { Direction::Less }
    }

    /// `more` or `less`.
    pub fn word(self) -> &'static str {
        match self {
            Direction::More => "more",
            Direction::Less => "less",
        }
    }

    /// What a seat is that wins so.
    pub fn of_seat(self) -> &'static str {
        match self {
            Direction::More => "favoured",
            Direction::Less => "handicapped",
        }
    }

    /// What begins a sentence about others that win so.
    pub fn of_fair_share(self) -> &'static str {
        match self {
            Direction::More => "Above its fair share with",
            Direction::Less => "Below its fair share with",
        }
    }

    /// What whoever wins so has.
    pub fn noun(self) -> &'static str {
        match self {
            Direction::More => "advantage",
            Direction::Less => "disadvantage",
        }
    }
}

/// How large a sure gap is, beside the margin within which a number counts as fair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GapSize {
    /// Surely larger.
    BeyondMargin,
    /// Surely smaller.
    WithinMargin,
    /// Which of the two is open.
    Open,
}

impl GapSize {
    /// What it puts into a key.
    fn key(self) -> &'static str {
        match self {
            GapSize::BeyondMargin => "",
            GapSize::WithinMargin => "slightly ",
            GapSize::Open => "slightly at least ",
        }
    }
}

/// How rare something is that hardly ever happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rarity {
    /// In none of the games played.
    Never,
    /// In some of them.
    Rare,
}

impl Rarity {
    /// Of what happened in so many games.
    pub fn of_count(games: u64) -> Self {
        if games == 0 { Rarity::Never } else { Rarity::Rare }
    }

    fn key(self) -> &'static str {
        match self {
            Rarity::Never => "never",
            Rarity::Rare => "rare",
        }
    }
}

/// How many games run into the cap on their length.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CapShare {
    /// Every game.
    All,
    /// More than half of them.
    Most,
    /// Some.
    Some,
}

/// In which seats two bots met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeatOrder {
    /// Each in every seat, in every order that there is.
    Every,
    /// Each in every seat, always behind the same neighbour.
    Fixed,
}

/// A band of `[expect]`, as it is written there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetBand {
    /// Is it counted from what the base has?
    pub change: bool,
    /// Least value wanted; none when open.
    pub from: Option<f64>,
    /// Most wanted; none when open.
    pub to: Option<f64>,
}

impl TargetBand {
    /// What it wants of a metric, in words.
    pub fn describe(self, metric: &str) -> String {
        let measure = Measure::of_metric(metric);
        let unit = if self.change { measure.points() } else { measure.unit() };
        let number = |value: f64| {
            let value = measure.scale() * value;
            format::plain(value, format::as_written(value, 1)) + unit
        };
        expectations::between((self.from, self.to), self.change, number)
    }
}

/// What the games say to a band.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetOutcome {
    /// The number is more, or less, than is wanted.
    Missed(Direction),
    /// It is what is wanted.
    Held,
    /// It is not settled.
    Open,
}

/// What results are not, or cannot say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The run was stopped before all games were played.
    Interrupted,
    /// Content had to be made up.
    Reconstructed,
    /// Different bots take turns at every seat.
    BotsTakeTurns,
    /// No game came to an end.
    NoGameEnds,
    /// Most games come to none.
    FewGamesEnd,
    /// Every seat is played by random moves.
    RandomMoves,
    /// Bots are not people.
    BotsAreNotPeople,
    /// Changes were compared at one table only.
    OneTable,
    /// A configuration rotates another number of bots than the one beside it.
    OtherRotation,
    /// The cap on a game's length leaves a difference of lengths open.
    HighCap,
}

impl Limit {
    /// The sentence that says so.
    pub fn headline(self) -> &'static str {
        match self {
            Limit::Interrupted => "The run was stopped before all games were played.",
            Limit::Reconstructed => {
                "Part of the content is reconstructed: what depends on it is not about the published game."
            }
            Limit::BotsTakeTurns => "Different bots take turns at every seat, which evens out what the seats win.",
            Limit::NoGameEnds => "These games tell nothing about the game: none of those played came to an end.",
            Limit::FewGamesEnd => "These bots tell nothing about balance: most of their games never come to an end.",
            Limit::RandomMoves => "Random bots tell nothing about balance between people.",
            Limit::BotsAreNotPeople => "Bots are not people.",
            Limit::OneTable => "A change may do otherwise with other numbers of players.",
            Limit::OtherRotation => "A configuration that rotates another number of bots is not compared.",
            Limit::HighCap => "The cap on a game's length leaves open how much a change moves the mean length.",
        }
    }
}

/// What a finding is about, and what it says of it: the same in every configuration of which one finding is made.
#[derive(Clone, PartialEq, Debug)]
pub enum FindingKind {
    /// A side wins more, or less, than its fair share.
    SideGap {
        /// The side.
        side: String,
        /// More or less.
        direction: Direction,
        /// How large the gap is.
        size: GapSize,
    },
    /// Every side wins its fair share.
    SidesFair,
    /// Whether they do is open.
    SidesOpen,
    /// By random moves a side wins more, or less, than its fair share.
    RandomSideGap {
        /// The side.
        side: String,
        /// More or less.
        direction: Direction,
    },
    /// A seat wins more, or less, than its roles do.
    SeatGap {
        /// The seat.
        seat: String,
        /// More or less.
        direction: Direction,
        /// How large the gap is.
        size: GapSize,
    },
    /// No seat is favoured.
    SeatsEven,
    /// Whether one is is open.
    SeatsOpen,
    /// Most games end in the same way.
    EndingDominant {
        /// The ending.
        ending: String,
    },
    /// Hardly any game ends so.
    EndingRare {
        /// The ending.
        ending: String,
        /// How rare it is.
        rarity: Rarity,
    },
    /// Games are won by nobody.
    NobodyWins,
    /// Games run into the cap on their length.
    TurnCap(CapShare),
    /// How long the games of the only configuration take.
    Length {
        /// What is counted.
        measure: String,
    },
    /// How much that varies.
    LengthSpread,
    /// How long they take in several configurations.
    LengthRange,
    /// Something that is counted hardly ever happens.
    EventRare {
        /// The counter.
        event: String,
        /// How rare it is.
        rarity: Rarity,
    },
    /// Hardly any try of something succeeds.
    EventHopeless {
        /// The counter of what succeeds.
        event: String,
    },
    /// What a place at half time is worth.
    Lead(LeadEffect),
    /// A component goes with winning more, or less.
    Link {
        /// The component.
        component: String,
        /// The side.
        side: String,
        /// More or less.
        direction: Direction,
    },
    /// Components that no game had.
    UnusedComponents,
    /// A bot wins more than others at the same table.
    BotBeats {
        /// The bot.
        bot: String,
        /// Those that it beats, in the order of their names.
        beaten: Vec<String>,
        /// In which seats.
        order: SeatOrder,
    },
    /// A number of `[expect]`.
    Target {
        /// The number.
        metric: String,
        /// What is wanted.
        band: TargetBand,
        /// What was found.
        outcome: TargetOutcome,
    },
    /// What a change does.
    Change {
        /// The configuration with the change.
        configuration: String,
        /// What it is compared with.
        reference: String,
    },
    /// A change after which other sides play.
    OtherSides {
        /// The configuration with the change.
        configuration: String,
        /// What it cannot be compared with.
        reference: String,
    },
    /// Of many changes, those with this verdict on who wins.
    Changes(DifferenceVerdict),
    /// The setting of a matrix that moves who wins most.
    Sensitivity {
        /// The setting.
        setting: String,
    },
    /// A side is ahead with some bots and behind with others.
    BotsDisagree {
        /// The side.
        side: String,
    },
    /// All bots agree on who is ahead.
    BotsAgree,
    /// What the results are not, or cannot say.
    Limit(Limit),
}

impl FindingKind {
    /// Does its headline begin with the number that it is about?
    pub(super) fn leads_with_number(&self) -> bool {
        matches!(self, FindingKind::NobodyWins | FindingKind::TurnCap(CapShare::Some))
    }

    /// Are there figures in its evidence, which are of one configuration where it holds in several?
    pub(super) fn has_figures(&self) -> bool {
        !matches!(
            self,
            FindingKind::Limit(Limit::BotsTakeTurns | Limit::NoGameEnds | Limit::FewGamesEnd | Limit::RandomMoves)
        )
    }

    /// Question, subject and answer, as one string: what findings of the same weight and size are sorted by.
    pub fn key(&self) -> String {
        match self {
            FindingKind::SideGap { side, direction, size } => {
                format!("side {side} {}{}", size.key(), direction.word())
            }
            FindingKind::SidesFair => "sides fair".to_owned(),
            FindingKind::SidesOpen => "sides open".to_owned(),
            FindingKind::RandomSideGap { side, direction } => format!("random side {side} {}", direction.word()),
            FindingKind::SeatGap { seat, direction, size } => {
                format!("seat {seat} {}{}", size.key(), direction.of_seat())
            }
            FindingKind::SeatsEven => "seats even".to_owned(),
            FindingKind::SeatsOpen => "seats open".to_owned(),
            FindingKind::EndingDominant { ending } => format!("ending {ending} dominant"),
            FindingKind::EndingRare { ending, rarity } => format!("ending {ending} {}", rarity.key()),
            FindingKind::NobodyWins => "nobody wins".to_owned(),
            FindingKind::TurnCap(CapShare::All) => "turn cap, all".to_owned(),
            FindingKind::TurnCap(CapShare::Most) => "turn cap, most".to_owned(),
            FindingKind::TurnCap(CapShare::Some) => "turn cap, some".to_owned(),
            FindingKind::Length { measure } => format!("length {measure}"),
            FindingKind::LengthSpread => "length spread".to_owned(),
            FindingKind::LengthRange => "length".to_owned(),
            FindingKind::EventRare { event, rarity } => format!("event {event} {}", rarity.key()),
            FindingKind::EventHopeless { event } => format!("event {event} hopeless"),
            FindingKind::Lead(LeadEffect::Burden) => "lead is a burden".to_owned(),
            FindingKind::Lead(LeadEffect::Helps) => "lead helps".to_owned(),
            FindingKind::Lead(LeadEffect::Counts) => "lead counts".to_owned(),
            FindingKind::Lead(LeadEffect::Decides) => "runaway leader".to_owned(),
            FindingKind::Lead(LeadEffect::Hopeless) => "no comeback".to_owned(),
            FindingKind::Link {
                component,
                side,
                direction,
            } => format!("link {component} {side} {}", direction.word()),
            FindingKind::UnusedComponents => "unused".to_owned(),
            FindingKind::BotBeats { bot, beaten, order } => {
                let order = match order {
                    SeatOrder::Every => "in every seat",
                    SeatOrder::Fixed => "in this order",
                };
                format!("bot {bot} beats {} {order}", beaten.join(" "))
            }
            FindingKind::Target { metric, band, outcome } => {
                let outcome = match outcome {
                    TargetOutcome::Missed(direction) => format!("missed, {}", direction.word()),
                    TargetOutcome::Held => "held".to_owned(),
                    TargetOutcome::Open => "open".to_owned(),
                };
                format!("target {metric} {outcome}: {}", band.describe(metric))
            }
            FindingKind::Change {
                configuration,
                reference,
            } => format!("variant {configuration} {reference}"),
            FindingKind::OtherSides {
                configuration,
                reference,
            } => format!("variant sides {configuration} {reference}"),
            FindingKind::Changes(DifferenceVerdict::Different) => "variants different".to_owned(),
            FindingKind::Changes(DifferenceVerdict::Equal) => "variants equal".to_owned(),
            FindingKind::Changes(DifferenceVerdict::Undecided) => "variants open".to_owned(),
            FindingKind::Sensitivity { setting } => format!("sensitivity {setting}"),
            FindingKind::BotsDisagree { side } => format!("robust {side} reversed"),
            FindingKind::BotsAgree => "robust agreed".to_owned(),
            FindingKind::Limit(limit) => limit.headline().to_owned(),
        }
    }
}

/// Lengths that differ by no more than this part of the run's own count as the same.
pub const TENTH: f64 = 0.1;

/// What a finding claims of its games, so that the same can be asked of others.
#[derive(Clone, Debug, PartialEq)]
pub enum FindingClaim {
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
    Lead(LeadEffect),
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
        verdict: judge::Verdict,
    },
}

/// What the games of another bot say to a claim, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Robustness {
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
pub struct OpponentAnswer {
    /// The bot.
    pub bot: String,
    /// What its games say; of several configurations in which the finding holds, the worst.
    pub says: Robustness,
    /// The number observed, in words.
    pub shown: String,
    /// The configuration in which it was.
    pub at: String,
}

/// What a place at half time is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeadEffect {
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
