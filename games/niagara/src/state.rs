//! The table of Niagara, by who may see it; what can be chosen; what happens.

use super::content::CARD_MAX;
use super::river::Space;
use balance_engine::{BySeat, Seat};

pub const COLOURS: usize = 5;

balance_kit::listed! {
    /// A colour of gems, and the discovery place that is its own; called as in the published game. A designer may call it
    /// otherwise.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    #[repr(u8)]
    pub enum GemColour {
        Violet,
        Clear,
        Yellow,
        Blue,
        Pink,
    }
}

impl GemColour {
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card(pub u8);

impl Card {
    pub const CLOUD: Card = Card(0);
    /// The card of Spirits of Niagara whose number its owner names when it is shown.
    pub const CHOICE: Card = Card(13);
    /// The card of Spirits of Niagara that ties canoes to the bank.
    pub const LASSO: Card = Card(14);

    #[inline]
    pub fn number(self) -> Option<u8> {
        (1..=CARD_MAX).contains(&self.0).then_some(self.0)
    }

    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.0
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canoe {
    pub space: Space,
    /// Colour of its gem.
    pub cargo: Option<GemColour>,
    /// Colour of the gem in the second hold of a double canoe; filled only after the first.
    pub second: Option<GemColour>,
}

impl Canoe {
    pub const ASHORE: Canoe = Canoe::empty(Space::LAND);

    pub const fn empty(space: Space) -> Self {
        Canoe {
            space,
            cargo: None,
            second: None,
        }
    }

    #[inline]
    pub fn afloat(self) -> bool {
        self.space.in_river()
    }

    #[inline]
    pub fn loaded(self) -> bool {
        self.cargo.is_some()
    }

    #[inline]
    pub fn gems(self) -> u8 {
        u8::from(self.cargo.is_some()) + u8::from(self.second.is_some())
    }

    #[inline]
    pub fn cargoes(self) -> impl Iterator<Item = GemColour> {
        [self.cargo, self.second].into_iter().flatten()
    }

    #[inline]
    pub fn hold(self, hold: u8) -> Option<GemColour> {
        if hold == 0 { self.cargo } else { self.second }
    }

    /// Takes a gem aboard; there is room.
    #[inline]
    pub fn take(&mut self, colour: GemColour) {
        if self.cargo.is_none() {
            self.cargo = Some(colour);
        } else {
            self.second = Some(colour);
        }
    }

    #[inline]
    pub fn give(&mut self, hold: u8) -> Option<GemColour> {
        if hold == 0 {
            std::mem::replace(&mut self.cargo, self.second.take())
        } else {
            self.second.take()
        }
    }

    #[inline]
    #[must_use]
    pub fn after(mut self, block: Block) -> Self {
        if block.unload & 2 != 0 {
            self.give(1);
        }
        if block.unload & 1 != 0 {
            self.give(0);
        }
        if let Some(colour) = block.load {
            self.take(colour);
        }
        if let Some(colour) = block.also {
            self.take(colour);
        }
        self
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whirlpool {
    Absent,
    /// It has fallen and is the next disc to go in at the top.
    Waits,
    At(Space),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elk {
    Absent,
    Home,
    /// It has lost its canoe and goes home when the river has moved.
    Rests,
    With(Seat, u8),
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    pub ask: Ask,
    pub decider: Seat,
    /// Holder of the life preserver.
    pub first: Seat,
    /// Who held it in the first round.
    pub opener: Seat,
    pub round: u16,
    /// Players who have chosen, or acted, in this phase.
    pub done: u8,
    /// Cards not yet shown in this cycle, as bits by number; bit 0 is the cloud.
    pub hands: BySeat<u16>,
    /// Card shown this round; of the card of one's choice, the number named.
    pub shown: BySeat<Option<Card>>,
    pub canoes: BySeat<[Canoe; 2]>,
    pub gems: BySeat<[u8; COLOURS]>,
    pub places: [[u8; COLOURS]; COLOURS],
    /// Index of the cloud's box.
    pub weather: u8,
    /// Arm taken by the last disc.
    pub last_side: u8,
    /// Canoes of the deciding player that may still act, as bits.
    pub may: u8,
    /// Of these, the ones that have to.
    pub must: u8,
    pub only_one: bool,
    /// Has a gem come ashore in this round?
    pub landed: bool,
    /// Canoes of the deciding player recovered in this turn, as bits.
    pub fresh: u8,
    /// Diamond Joe's canoe, where he is in the game.
    pub joe: Option<Canoe>,
    pub whirlpool: Whirlpool,
    pub beaver: Option<Space>,
    pub elk: Elk,
    pub ending: Option<Ending>,
}

impl Public {
    /// The space on which nobody can stop.
    #[inline]
    pub fn eddy(&self) -> Option<Space> {
        match self.whirlpool {
            Whirlpool::At(space) => Some(space),
            Whirlpool::Absent | Whirlpool::Waits => None,
        }
    }

    /// Number that `seat` shows, 0 for none.
    #[inline]
    pub fn number(&self, seat: Seat) -> u8 {
        self.shown[seat].and_then(Card::number).unwrap_or(0)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    /// The card lying face-down.
    pub card: Option<Card>,
}

/// Nothing is hidden from everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hidden;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Card,
    Weather,
    Return,
    Canoe,
    Steal(u8),
    Trade(u8),
    Number,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Holds whose gems are put down, as bits.
    pub unload: u8,
    pub load: Option<GemColour>,
    pub also: Option<GemColour>,
}

impl Block {
    pub const NOTHING: Block = Block::new(0, None, None);

    pub const fn new(unload: u8, load: Option<GemColour>, also: Option<GemColour>) -> Self {
        Block { unload, load, also }
    }

    /// Is it [`Block::NOTHING`]? There is a second gem only beside a first.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.unload == 0 && self.load.is_none()
    }

    #[inline]
    pub fn loads(self) -> impl Iterator<Item = GemColour> {
        [self.load, self.also].into_iter().flatten()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Card(Card),
    Weather {
        up: bool,
    },
    /// Take a fallen canoe back for a gem, if any.
    Return {
        canoe: u8,
        paid: Option<GemColour>,
    },
    Paddle {
        canoe: u8,
        pre: Block,
        to: Space,
        post: Block,
    },
    Steal {
        victim: Seat,
        canoe: u8,
        hold: u8,
    },
    /// Give Diamond Joe a gem of this colour, or nothing, and take his.
    Trade(Option<GemColour>),
    Number(u8),
    Pass,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    Any,
    Same,
    Different,
    Several,
    RoundCap,
}

/// What metrics and transcripts may want to know; positive form, seat first, then the number of its canoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    RoundBegan,
    Shown(Seat, Card),
    WeatherMoved,
    /// With the gem given for it.
    Returned(Seat, u8, Option<GemColour>),
    /// The canoe moves by its own points; from land it goes into the river.
    Paddled {
        seat: Seat,
        canoe: u8,
        from: Space,
        to: Space,
    },
    Loaded {
        seat: Seat,
        canoe: u8,
        colour: GemColour,
        depth: u8,
    },
    Unloaded(Seat, u8, GemColour),
    Stolen {
        thief: Seat,
        canoe: u8,
        victim: Seat,
        from: u8,
        colour: GemColour,
    },
    /// With the gems that it brought.
    Landed(Seat, u8, [Option<GemColour>; 2]),
    Flowed(u8),
    /// A disc went in at the top, and one over the edge of this arm.
    Pushed(u8),
    Fell {
        seat: Seat,
        canoe: u8,
        loaded: bool,
    },
    /// A gem went to Diamond Joe, or came from him, or both.
    Traded(Seat),
    ElkTaken(Seat, u8),
    ElkHome,
    WhirlpoolFell,
    WhirlpoolCame,
    BeaverCame,
    /// The beaver went over the falls and the cloud to its start.
    BeaverFell,
    /// A tied canoe found the whirlpool where it was and went down by one, but not over the falls.
    Swept(Seat, u8),
    JoeLoaded(GemColour),
    JoeMoved,
    /// Diamond Joe went over the falls and to the landing.
    JoeFell,
    Tied(Seat),
}
