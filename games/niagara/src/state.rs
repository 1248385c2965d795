//! The table of Niagara, by who may see it; what can be chosen; what happens.

use super::river::{LAND, LOST};
use balance_engine::{BySeat, Seat};

/// Colours of gems.
pub const COLOURS: usize = 5;
/// No gem, no card.
pub const NONE: u8 = 255;
/// The cloud among the cards; numbers stand for themselves.
pub const CLOUD: u8 = 0;
/// The card of Spirits of Niagara whose number its owner names when it is shown.
pub const CHOICE: u8 = 13;
/// The card of Spirits of Niagara that ties canoes to the bank.
pub const LASSO: u8 = 14;
/// The elk waits at its place.
pub const ELK_HOME: u8 = 254;
/// The elk has lost its canoe and goes home when the river has moved.
pub const ELK_RESTS: u8 = 253;

/// One canoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canoe {
    /// Its space, [`LAND`] or [`LOST`].
    pub space: u8,
    /// Colour of its gem, or [`NONE`].
    pub cargo: u8,
    /// Colour of the gem in the second hold of a double canoe, or [`NONE`]; filled only after the first.
    pub second: u8,
}

impl Canoe {
    /// An empty canoe on the beach.
    pub const ASHORE: Canoe = Canoe::at(LAND);

    /// An empty canoe at `space`.
    pub const fn at(space: u8) -> Self {
        Canoe {
            space,
            cargo: NONE,
            second: NONE,
        }
    }

    /// Is it on a disc?
    #[inline]
    pub fn afloat(self) -> bool {
        self.space != LAND && self.space != LOST
    }

    /// Has it a gem aboard?
    #[inline]
    pub fn loaded(self) -> bool {
        self.cargo != NONE
    }

    /// Gems aboard.
    #[inline]
    pub fn gems(self) -> u8 {
        u8::from(self.cargo != NONE) + u8::from(self.second != NONE)
    }

    /// Colour in hold 0 or 1, or [`NONE`].
    #[inline]
    pub fn hold(self, hold: u8) -> u8 {
        if hold == 0 { self.cargo } else { self.second }
    }

    /// Takes a gem aboard; there is room.
    #[inline]
    pub fn take(&mut self, colour: u8) {
        if self.cargo == NONE {
            self.cargo = colour;
        } else {
            self.second = colour;
        }
    }

    /// Takes the gem out of a hold.
    #[inline]
    pub fn give(&mut self, hold: u8) -> u8 {
        if hold == 0 {
            let given = std::mem::replace(&mut self.cargo, self.second);
            self.second = NONE;
            given
        } else {
            std::mem::replace(&mut self.second, NONE)
        }
    }
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    /// What is asked.
    pub ask: Ask,
    /// Of whom.
    pub decider: Seat,
    /// Holder of the life preserver.
    pub first: Seat,
    /// Who held it in the first round.
    pub opener: Seat,
    /// Rounds begun.
    pub round: u16,
    /// Players who have chosen, or acted, in this phase.
    pub done: u8,
    /// Cards not yet shown in this cycle, as bits by number; bit 0 is the cloud.
    pub hands: BySeat<u16>,
    /// Card shown this round, or [`NONE`].
    pub shown: BySeat<u8>,
    /// Two canoes each.
    pub canoes: BySeat<[Canoe; 2]>,
    /// Gems on land by colour.
    pub gems: BySeat<[u8; COLOURS]>,
    /// Gems at each discovery place by colour.
    pub places: [[u8; COLOURS]; COLOURS],
    /// Index of the cloud's box.
    pub weather: u8,
    /// Arm taken by the last disc.
    pub last_side: u8,
    /// Canoes of the deciding player that may still act, as bits.
    pub may: u8,
    /// Of these, the ones that have to.
    pub must: u8,
    /// Is the turn over after one canoe?
    pub only_one: bool,
    /// Has a gem come ashore in this round?
    pub landed: bool,
    /// Canoes of the deciding player recovered in this turn, as bits.
    pub fresh: u8,
    /// Diamond Joe's canoe; [`LOST`] where he is not in the game.
    pub joe: Canoe,
    /// Space of the whirlpool's disc; [`LAND`] while it waits to go in at the top, [`LOST`] where there is none.
    pub whirlpool: u8,
    /// Space of the beaver, or [`LOST`] while there is none.
    pub beaver: u8,
    /// Canoe with the elk (twice its seat and its number), [`ELK_HOME`], [`ELK_RESTS`], or [`NONE`] without an elk.
    pub elk: u8,
    /// How the game ended.
    pub ending: Option<Ending>,
}

/// What one player alone sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    /// The card lying face-down, or [`NONE`].
    pub card: u8,
}

/// Nothing is hidden from everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hidden;

/// The questions of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which card this round.
    Card,
    /// Where the cloud goes.
    Weather,
    /// Whether a fallen canoe comes back.
    Return,
    /// Which canoe acts how.
    Canoe,
    /// Whose gem this canoe takes.
    Steal(u8),
    /// What this canoe does with Diamond Joe.
    Trade(u8),
    /// Which number the card of that kind stands for.
    Number,
    /// Nothing; the game is over.
    Over,
}

/// Loading and unloading at one end of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Holds whose gems are put down, as bits.
    pub unload: u8,
    /// Colour taken aboard afterwards, or [`NONE`].
    pub load: u8,
    /// Colour of a second gem taken aboard, or [`NONE`].
    pub also: u8,
}

impl Block {
    /// Neither.
    pub const NOTHING: Block = Block::new(0, NONE, NONE);

    /// Puts down the gems of these holds, then loads.
    pub const fn new(unload: u8, load: u8, also: u8) -> Self {
        Block { unload, load, also }
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Lay this card.
    Card(u8),
    /// Move the cloud up or down.
    Weather {
        /// Up?
        up: bool,
    },
    /// Take a fallen canoe back: pay a gem of this colour, or nothing ([`NONE`]).
    Return(u8),
    /// Move one canoe.
    Paddle {
        /// Which.
        canoe: u8,
        /// At the start.
        pre: Block,
        /// Where it stops.
        to: u8,
        /// At the end.
        post: Block,
    },
    /// Take the gem of this canoe.
    Steal {
        /// From whom.
        victim: Seat,
        /// Which canoe.
        canoe: u8,
        /// Which of its holds.
        hold: u8,
    },
    /// Give Diamond Joe a gem of this colour, or nothing ([`NONE`]), and take his.
    Trade(u8),
    /// The card stands for this number.
    Number(u8),
    /// Leave it at that.
    Pass,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// Enough gems of any colours.
    Any,
    /// Enough of one colour.
    Same,
    /// Enough different colours.
    Different,
    /// More than one kind of set at once.
    Several,
    /// Nobody won in time.
    RoundCap,
}

/// What metrics and transcripts may want to know; positive form, seat first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A round begins.
    RoundBegan,
    /// A card is turned up.
    Shown(Seat, u8),
    /// The cloud moved.
    WeatherMoved,
    /// A canoe came back; with a payment?
    Returned {
        /// Whose.
        seat: Seat,
        /// Was a gem given for it?
        paid: bool,
    },
    /// A canoe left the beach.
    Launched(Seat),
    /// A gem went aboard.
    Loaded {
        /// Whose canoe.
        seat: Seat,
        /// Its colour.
        colour: u8,
        /// Depth of the space.
        depth: u8,
    },
    /// A gem was put down.
    Unloaded(Seat),
    /// A gem was stolen.
    Stolen {
        /// Who took it.
        thief: Seat,
        /// Who lost it.
        victim: Seat,
        /// Its colour.
        colour: u8,
    },
    /// A canoe came ashore with this gem, or with [`NONE`].
    Landed {
        /// Whose.
        seat: Seat,
        /// The gem.
        colour: u8,
    },
    /// The river moves this many steps.
    Flowed(u8),
    /// A canoe went over the falls.
    Fell {
        /// Whose.
        seat: Seat,
        /// Was a gem aboard?
        loaded: bool,
    },
    /// A gem went to Diamond Joe, or came from him, or both.
    Traded(Seat),
    /// A canoe got the elk.
    ElkTaken(Seat),
    /// The beaver went over the falls and the cloud to its start.
    BeaverFell,
    /// Canoes were tied to the bank.
    Tied(Seat),
}
