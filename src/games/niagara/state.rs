//! The table of Niagara, by who may see it; what can be chosen; what happens.

use super::river::{LAND, LOST};
use crate::engine::{BySeat, Seat};

/// Colours of gems.
pub const COLOURS: usize = 5;
/// No gem, no card.
pub const NONE: u8 = 255;
/// The cloud among the cards; numbers stand for themselves.
pub const CLOUD: u8 = 0;

/// One canoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canoe {
    /// Its space, [`LAND`] or [`LOST`].
    pub space: u8,
    /// Colour of its gem, or [`NONE`].
    pub cargo: u8,
}

impl Canoe {
    /// An empty canoe on the beach.
    pub const ASHORE: Canoe = Canoe {
        space: LAND,
        cargo: NONE,
    };

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
    /// Nothing; the game is over.
    Over,
}

/// Loading and unloading at one end of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Is the gem aboard put down?
    pub unload: bool,
    /// Colour taken aboard afterwards, or [`NONE`].
    pub load: u8,
}

impl Block {
    /// Neither.
    pub const NOTHING: Block = Block {
        unload: false,
        load: NONE,
    };
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
    },
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
}
