//! The action cards: eight actions and a dragon for every other colour (RD-19 to RD-24).

use balance_kit::bits;
use std::fmt;

use super::state::COLOURS;

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
