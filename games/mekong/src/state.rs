//! The table of the Mekong crossing, by who may see it; its cards (RD-19 to RD-24); what can be chosen; what happens.

use super::board::{Capsule, PlacementSet, Point, Slide, Support};
use super::grid::Grid;
use super::water::Gaps;
use balance_engine::{BySeat, Seat};
use balance_kit::bits;
use std::fmt;

/// Colours, and villages: colour `c` starts in village `c`.
pub const COLOURS: usize = 6;
/// Numbers on planks, 1 to 6.
pub const NUMBERS: usize = 6;
pub const PLANKS: usize = COLOURS * NUMBERS;
pub const STONES: usize = 27;
pub const SUPPORTS: usize = COLOURS + STONES;
pub const PROGRAMME: usize = 5;
/// Nothing: no colour in a reserve, no village, no number.
pub const NONE: u8 = 255;
/// All villages, as a set of [`Space`] bits.
pub const VILLAGES: u64 = 0x3f;

/// Where a pawn can stand: a village or a plank on the board. As a number: villages 0 to 5, then plank slots from 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(pub u8);

impl Space {
    #[inline]
    pub fn village(colour: u8) -> Self {
        Space(colour)
    }

    #[inline]
    pub fn plank(slot: u8) -> Self {
        Space(COLOURS as u8 + slot)
    }

    #[inline]
    pub fn is_village(self) -> bool {
        usize::from(self.0) < COLOURS
    }

    #[inline]
    pub fn slot(self) -> Option<usize> {
        usize::from(self.0).checked_sub(COLOURS)
    }

    #[inline]
    pub fn bit(self) -> u64 {
        1 << self.0
    }
}

#[inline]
pub fn spaces(set: u64) -> impl Iterator<Item = Space> {
    bits(set).map(|space| Space(space as u8))
}

/// Slot of the plank of this colour and number (1 to 6): each of the 36 planks has its own.
#[inline]
pub fn slot_of(colour: u8, number: u8) -> usize {
    usize::from(colour) * NUMBERS + usize::from(number) - 1
}

#[inline]
pub fn colour_of(slot: usize) -> u8 {
    (slot / NUMBERS) as u8
}

/// Number (1 to 6) of the plank in a slot.
#[inline]
pub fn number_of(slot: usize) -> u8 {
    (slot % NUMBERS) as u8 + 1
}

/// How a plank lies; meaningful while [`Public::laid`] has its bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plank {
    /// One support: the village, or the stone that is older or has the smaller island number.
    pub a: Support,
    pub b: Support,
    /// Where its spare length is.
    pub slide: Slide,
    pub by: Seat,
    /// Its placement, where stones lie in the middle of islands.
    pub id: u16,
    /// Its axis on the board.
    pub lie: Capsule,
}

impl Plank {
    pub const AWAY: Plank = Plank {
        a: NONE,
        b: NONE,
        slide: Slide::Mid,
        by: Seat(0),
        id: u16::MAX,
        lie: Capsule {
            from: Point { x: 0, y: 0 },
            to: Point { x: 0, y: 0 },
        },
    };
}

/// What everybody sees (RD-R31).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    pub ask: Ask,
    pub decider: Seat,
    /// Holder of the first-player card.
    pub first: Seat,
    /// Who held it in the first turn.
    pub opener: Seat,
    pub turn: u16,
    /// While programming: cards the deciding player has laid. Afterwards: index of the position being carried out.
    pub position: u8,
    /// Players who have programmed, or acted at this position.
    pub done: u8,
    /// Seats whose action at this position is cancelled, as bits.
    pub cancelled: u16,
    /// Stones or planks still to be placed in this action.
    pub due: u8,
    /// Number of the plank chosen, while its place is asked; else 0.
    pub number: u8,
    /// The gap a plank is meant for, where that is named first; else [`NONE`] twice.
    pub gap: (Support, Support),
    /// Cards turned up this turn; [`Card::NONE`] where they still lie face-down.
    pub shown: BySeat<[Card; PROGRAMME]>,
    pub last: BySeat<[Card; PROGRAMME]>,
    pub before: BySeat<[Card; PROGRAMME]>,
    /// Colour of the plank of each number in a reserve, or [`NONE`].
    pub reserves: BySeat<[u8; NUMBERS]>,
    pub pawns: BySeat<Space>,
    /// Planks on the board, as bits by [`Space`].
    pub laid: u64,
    /// Planks that have left the game, as bits by [`Space`].
    pub lost: u64,
    /// How the planks on the board lie, by slot.
    pub planks: [Plank; PLANKS],
    /// Planks that rest on each support, as bits by [`Space`].
    pub on: [u64; SUPPORTS],
    /// Slots that hold a stone; on the island side the slot is the island.
    pub stones: u32,
    pub points: [Point; STONES],
    /// How many stones had been placed before each, in water; it tells which of two is the older.
    pub serials: [u16; STONES],
    pub placed: u16,
    /// Islands on which no stone may lie because a plank lies over them.
    pub covered: u32,
    /// Placements that can be made now, whatever their number; empty where stones lie anywhere.
    pub possible: PlacementSet,
    /// Placements that a plank or a stone on the board, or a closed village, forbids.
    pub barred: PlacementSet,
    /// The patch of open water in which a stone is to be placed; else [`NONE`].
    pub patch: u8,
    /// Points of the grid of open water on which a stone may lie.
    pub grid: Grid,
    /// What planks could lie between two supports, where stones lie anywhere.
    pub gaps: Gaps,
    pub ending: Option<Ending>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    /// The cards laid for this turn, leftmost first; [`Card::NONE`] where none lies yet.
    pub programme: [Card; PROGRAMME],
}

/// Nothing is hidden from everybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hidden;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Card,
    Stone,
    /// Which gap a plank is meant for (only where a misjudged plank is lost).
    Gap,
    Plank,
    Place,
    Remove,
    /// The only step, or the first of two.
    Step,
    Second,
    Jump,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Card(Card),
    Island(u8),
    Patch(u8),
    Stone(Point),
    /// The plank is meant for the gap between these two.
    Gap(Support, Support),
    Plank(u8),
    /// Lay it between these two.
    Lay {
        a: Support,
        b: Support,
        slide: Slide,
    },
    TakePlank(u8),
    TakeStone(u8),
    Step(Space),
    Stop,
    Jump(Space),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    Step,
    DoubleStep,
    Jump,
    TurnCap,
}

/// What metrics and transcripts may want to know; positive form, seat first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    TurnBegan,
    Shown(Seat, Card),
    Cancelled(Seat, Card),
    StonePlaced(Seat, u8),
    /// A stone was due, but none was left or none had a place.
    StoneSkipped(Seat),
    PlankLaid(Seat, Space),
    PlankLost {
        seat: Seat,
        number: u8,
        /// Had another plank of the reserve a place?
        misjudged: bool,
    },
    /// A plank of this number was knocked over while it was laid and left the game.
    PlankDropped(Seat, u8),
    /// A plank was due, but the reserve was empty or nothing of it fitted and nothing had to be given up.
    PlankSkipped(Seat),
    /// A plank was taken from the board; it was laid by `from`.
    PlankTaken {
        seat: Seat,
        from: Seat,
        plank: Space,
    },
    StoneTaken(Seat, u8),
    RemoveSkipped(Seat),
    Stepped(Seat, Space),
    Jumped(Seat, Space),
    Fell(Seat, Space),
}

/// A card. Actions are numbered 0 to 7, the dragon of colour `c` is 8 + `c`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(pub u8);

pub const ACTIONS: usize = 8;

/// Kinds of cards for counting: the eight actions, and all dragons together.
pub const KINDS: usize = ACTIONS + 1;

pub const KIND_NAMES: [&str; KINDS] = [
    "stone", "two-stones", "plank", "two-planks", "remove", "move", "move-two", "jump", "dragon",
];

impl Card {
    pub const STONE: Card = Card(0);
    pub const STONES: Card = Card(1);
    pub const PLANK: Card = Card(2);
    pub const PLANKS: Card = Card(3);
    pub const REMOVE: Card = Card(4);
    pub const MOVE: Card = Card(5);
    pub const MOVE_TWO: Card = Card(6);
    pub const JUMP: Card = Card(7);
    pub const NONE: Card = Card(255);

    /// All dragons, as bits of a hand.
    pub const DRAGONS: u16 = 0x3f << 8;

    #[inline]
    pub const fn dragon(colour: u8) -> Card {
        Card(8 + colour)
    }

    /// The colour that this dragon cancels; none for an action.
    #[inline]
    pub fn dragon_of(self) -> Option<u8> {
        let colour = self.0.wrapping_sub(8);
        (usize::from(colour) < COLOURS).then_some(colour)
    }

    #[inline]
    pub fn bit(self) -> u16 {
        1 << self.0
    }

    #[inline]
    pub fn kind(self) -> usize {
        usize::from(self.0).min(KINDS - 1)
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (*self, self.dragon_of()) {
            (Card::NONE, _) => f.write_str("none"),
            (_, Some(colour)) => write!(f, "dragon-{colour}"),
            (Card(kind), None) => f.write_str(KIND_NAMES.get(usize::from(kind)).unwrap_or(&"?")),
        }
    }
}

#[inline]
pub fn cards(hand: u16) -> impl Iterator<Item = Card> {
    bits(hand).map(|card| Card(card as u8))
}
