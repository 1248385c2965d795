//! The table of Niagara, by who may see it; what can be chosen; what happens.

use super::content::CARD_MAX;
use super::river::Space;
use balance_engine::{BySeat, Seat};

/// Colours of gems.
pub const COLOURS: usize = 5;

balance_kit::listed! {
    /// A colour of gems, and the discovery place that is its own; called as in the published game. A designer may call it
    /// otherwise.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
    #[repr(u8)]
    pub enum GemColour {
        /// Nearest to land in the published game.
        Violet,
        /// The second.
        Clear,
        /// The third.
        Yellow,
        /// The fourth.
        Blue,
        /// Furthest from land in the published game.
        Pink,
    }
}

impl GemColour {
    /// Its number in the board file.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A paddle card. Numbers stand for themselves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Card(pub u8);

impl Card {
    /// The cloud.
    pub const CLOUD: Card = Card(0);
    /// The card of Spirits of Niagara whose number its owner names when it is shown.
    pub const CHOICE: Card = Card(13);
    /// The card of Spirits of Niagara that ties canoes to the bank.
    pub const LASSO: Card = Card(14);

    /// The number on it, if it has one.
    #[inline]
    pub fn number(self) -> Option<u8> {
        (1..=CARD_MAX).contains(&self.0).then_some(self.0)
    }

    /// Its bit in a hand.
    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.0
    }
}

/// One canoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canoe {
    /// Where it is.
    pub space: Space,
    /// Colour of its gem.
    pub cargo: Option<GemColour>,
    /// Colour of the gem in the second hold of a double canoe; filled only after the first.
    pub second: Option<GemColour>,
}

impl Canoe {
    /// An empty canoe on the beach.
    pub const ASHORE: Canoe = Canoe::empty(Space::LAND);

    /// An empty canoe at `space`.
    pub const fn empty(space: Space) -> Self {
        Canoe {
            space,
            cargo: None,
            second: None,
        }
    }

    /// Is it on a disc?
    #[inline]
    pub fn afloat(self) -> bool {
        self.space.in_river()
    }

    /// Has it a gem aboard?
    #[inline]
    pub fn loaded(self) -> bool {
        self.cargo.is_some()
    }

    /// How many gems are aboard.
    #[inline]
    pub fn gems(self) -> u8 {
        u8::from(self.cargo.is_some()) + u8::from(self.second.is_some())
    }

    /// The gems aboard.
    #[inline]
    pub fn cargoes(self) -> impl Iterator<Item = GemColour> {
        [self.cargo, self.second].into_iter().flatten()
    }

    /// Colour in hold 0 or 1.
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

    /// Takes the gem out of a hold.
    #[inline]
    pub fn give(&mut self, hold: u8) -> Option<GemColour> {
        if hold == 0 {
            std::mem::replace(&mut self.cargo, self.second.take())
        } else {
            self.second.take()
        }
    }

    /// The canoe after loading and unloading.
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

/// Where the disc with the whirlpool is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whirlpool {
    /// There is none in this game.
    Absent,
    /// It has fallen and is the next disc to go in at the top.
    Waits,
    /// In the river.
    At(Space),
}

/// Where the elk is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elk {
    /// There is none in this game.
    Absent,
    /// At its place.
    Home,
    /// It has lost its canoe and goes home when the river has moved.
    Rests,
    /// With a canoe.
    With(Seat, u8),
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
    /// Card shown this round; of the card of one's choice, the number named.
    pub shown: BySeat<Option<Card>>,
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
    /// Diamond Joe's canoe, where he is in the game.
    pub joe: Option<Canoe>,
    /// Where the whirlpool is.
    pub whirlpool: Whirlpool,
    /// Space of the beaver, while there is one.
    pub beaver: Option<Space>,
    /// Where the elk is.
    pub elk: Elk,
    /// How the game ended.
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

/// What one player alone sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    /// The card lying face-down.
    pub card: Option<Card>,
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
    /// Colour taken aboard afterwards.
    pub load: Option<GemColour>,
    /// Colour of a second gem taken aboard.
    pub also: Option<GemColour>,
}

impl Block {
    /// Neither.
    pub const NOTHING: Block = Block::new(0, None, None);

    /// Puts down the gems of these holds, then loads.
    pub const fn new(unload: u8, load: Option<GemColour>, also: Option<GemColour>) -> Self {
        Block { unload, load, also }
    }

    /// Is it [`Block::NOTHING`]? There is a second gem only beside a first.
    #[inline]
    pub fn is_nothing(self) -> bool {
        self.unload == 0 && self.load.is_none()
    }

    /// Colours taken aboard.
    #[inline]
    pub fn loads(self) -> impl Iterator<Item = GemColour> {
        [self.load, self.also].into_iter().flatten()
    }
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// Lay this card.
    Card(Card),
    /// Move the cloud up or down.
    Weather {
        /// Up?
        up: bool,
    },
    /// Take a fallen canoe back.
    Return {
        /// Which.
        canoe: u8,
        /// Colour of the gem paid for it, if any.
        paid: Option<GemColour>,
    },
    /// Move one canoe.
    Paddle {
        /// Which.
        canoe: u8,
        /// At the start.
        pre: Block,
        /// Where it stops.
        to: Space,
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
    /// Give Diamond Joe a gem of this colour, or nothing, and take his.
    Trade(Option<GemColour>),
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
    Shown(Seat, Card),
    /// The cloud moved.
    WeatherMoved,
    /// A canoe came back.
    Returned {
        /// Whose.
        seat: Seat,
        /// Which.
        canoe: u8,
        /// The gem given for it.
        paid: Option<GemColour>,
    },
    /// A canoe left the beach.
    Launched {
        /// Whose.
        seat: Seat,
        /// Which.
        canoe: u8,
    },
    /// A gem went aboard.
    Loaded {
        /// Whose canoe.
        seat: Seat,
        /// Which.
        canoe: u8,
        /// Its colour.
        colour: GemColour,
        /// Depth of the space.
        depth: u8,
    },
    /// A gem was put down.
    Unloaded {
        /// Whose canoe.
        seat: Seat,
        /// Which.
        canoe: u8,
        /// Its colour.
        colour: GemColour,
    },
    /// A gem was stolen.
    Stolen {
        /// Who took it.
        thief: Seat,
        /// Into which canoe.
        canoe: u8,
        /// Who lost it.
        victim: Seat,
        /// From which canoe.
        from: u8,
        /// Its colour.
        colour: GemColour,
    },
    /// A canoe came ashore.
    Landed {
        /// Whose.
        seat: Seat,
        /// Which.
        canoe: u8,
        /// The gems that it brought.
        cargo: [Option<GemColour>; 2],
    },
    /// The river moves this many steps.
    Flowed(u8),
    /// A disc went in at the top, and one over the edge of this arm.
    Pushed(u8),
    /// A canoe went over the falls.
    Fell {
        /// Whose.
        seat: Seat,
        /// Which.
        canoe: u8,
        /// Was a gem aboard?
        loaded: bool,
    },
    /// A gem went to Diamond Joe, or came from him, or both.
    Traded(Seat),
    /// A canoe got the elk.
    ElkTaken {
        /// Whose.
        seat: Seat,
        /// Which.
        canoe: u8,
    },
    /// The elk went home.
    ElkHome,
    /// The whirlpool went over the falls.
    WhirlpoolFell,
    /// The whirlpool went in at the top.
    WhirlpoolCame,
    /// The beaver appears at the top.
    BeaverCame,
    /// The beaver went over the falls and the cloud to its start.
    BeaverFell,
    /// A tied canoe found the whirlpool where it was and went down by one, but not over the falls.
    Swept {
        /// Whose.
        seat: Seat,
        /// Which.
        canoe: u8,
    },
    /// Diamond Joe took a gem from a place.
    JoeLoaded(GemColour),
    /// Diamond Joe has paddled.
    JoeMoved,
    /// Diamond Joe went over the falls and to the landing.
    JoeFell,
    /// Canoes were tied to the bank.
    Tied(Seat),
}
