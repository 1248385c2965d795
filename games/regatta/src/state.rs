//! The table of Hydra Regatta, by who may see it; what can be chosen; what happens.

use super::favors::{FAVORS, Favor, MAX_DECK};
use super::track::{Icon, RING};
use balance_engine::Seat;

pub const PLAYERS_MAX: usize = 4;
pub const HELD_MAX: usize = 3;
pub const DRAWN_MAX: usize = 4;

/// A dot of the course: the ring position counted clockwise from the Starting Line, and the dot of the wedge on top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Spot {
    /// 0 is the Starting Line.
    pub position: u8,
    /// Index into the dots of the wedge that lies on top there.
    pub dot: u8,
}

impl Spot {
    #[inline]
    pub const fn new(position: u8, dot: u8) -> Self {
        Spot { position, dot }
    }

    /// Is it on the course? A ship that has not begun is nowhere.
    #[inline]
    pub fn on_course(self) -> bool {
        usize::from(self.position) < RING
    }
}

/// One player's board, ship and dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// Where the ship is. While it jumps, the dot it jumps over.
    pub spot: Spot,
    pub laps: u8,
    pub fish: u8,
    /// Favors lying open: own boats, and tridents that others have laid there.
    pub slots: [Option<Favor>; 2],
    /// Wedges lying in front of the player, [`Player::holding`] of them.
    pub held: [u8; HELD_MAX],
    pub holding: u8,
    /// Navigation die on the board; 0 for none.
    pub nav: u8,
    /// First movement die on the board; 0 for none.
    pub first: u8,
    /// Second movement die on the board; 0 for none.
    pub second: u8,
    /// Dot of the Starting Line on which the ship began.
    pub start: u8,
}

impl Player {
    #[inline]
    pub fn has(&self, favor: Favor) -> bool {
        self.slots[0] == Some(favor) || self.slots[1] == Some(favor)
    }

    #[inline]
    pub fn wedges(&self) -> &[u8] {
        &self.held[..usize::from(self.holding)]
    }
}

/// What everybody sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Public {
    pub ask: Ask,
    pub decider: Seat,
    /// Whose roll or turn it is; somebody else decides only what to discard.
    pub turn: Seat,
    /// Holder of the Golden Fleece, who begins the round.
    pub fleece: Seat,
    /// Who held it in the first round.
    pub opener: Seat,
    /// Players who have placed their ship, rolled, or had their turn, in this phase.
    pub done: u8,
    pub round: u16,
    pub players: [Player; PLAYERS_MAX],
    pub ring: [u8; RING],
    /// Wedges that lie under others, as bits; not the one under the Starting Line.
    pub covered: u64,
    /// Wedges left in the stack, as bits: every wedge drawn lies open, so that everybody can count.
    pub stack: u64,
    pub deck: u8,
    /// Favors used or discarded, by kind.
    pub discards: [u8; FAVORS],
    /// Favors drawn in this turn and not yet turned up.
    pub face_down: u8,
    pub drawn: u8,
    /// Slots of the player whose turn it is that were filled in this turn, as bits: boats in them serve from the next
    /// roll on (GL-115).
    pub fresh: u8,
    pub left: u8,
    /// Dots paid for in this turn, for the protection.
    pub moved: u8,
    pub jumping: bool,
    /// Has Janus opened the whirlpool on which the ship is?
    pub opened: bool,
    /// Does Aeolus move the ship, after its own movement?
    pub windborne: bool,
    pub beaten: bool,
    /// The favor just turned up that looks for its place.
    pub revealed: Option<Favor>,
    /// Players who still have to discard for Hades, as bits.
    pub losing: u8,
    pub ending: Option<Ending>,
}

impl Public {
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index() & 3]
    }

    #[inline]
    pub(super) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index() & 3]
    }

    #[inline]
    pub fn is_taken(&self, spot: Spot) -> bool {
        // Ships that do not take part are nowhere, so all are looked at, without a branch.
        let players = self.players.iter();
        players.fold(false, |taken, player| taken | (player.spot == spot))
    }

    /// Does a ship lie on the wedge at this ring position?
    #[inline]
    pub fn is_occupied(&self, position: u8) -> bool {
        let on = |player: &Player| player.spot.position == position;
        self.players
            .iter()
            .fold(false, |occupied, player| occupied | on(player))
    }

    #[inline]
    pub fn mover(&self) -> &Player {
        self.player(self.turn)
    }

    #[inline]
    pub(super) fn mover_mut(&mut self) -> &mut Player {
        self.player_mut(self.turn)
    }
}

/// Nobody knows anything that the others do not: dice, wedges and held favors lie open, favors drawn are unseen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Private;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// The deck of favors; the last of the first [`Public::deck`] is drawn next.
    pub deck: [Favor; MAX_DECK],
    /// Favors lying face-down before the player whose turn it is; the last of the first [`Public::face_down`] is
    /// turned up next.
    pub drawn: [Favor; DRAWN_MAX],
    /// The stack of wedges; the last of as many as [`Public::stack`] has is drawn next.
    pub stack: [u8; super::track::MAX_WEDGES],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// On which dot of the Starting Line the ship begins.
    Start,
    Nav,
    First,
    Second,
    Place,
    Step,
    Hydra,
    /// Which favor makes room for the own one just turned up.
    Slot,
    Target,
    /// Which favor is given up, for a trident or for Hades.
    Discard,
    Over,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Start(u8),
    /// Leave it so: the navigation die stays, no second movement die, the result counts, movement is over.
    Pass,
    /// Pay a fish and roll the die just rolled again.
    Reroll,
    Roll,
    Use(Favor),
    /// Put a wedge in front of you on the course.
    Place {
        wedge: u8,
        position: u8,
    },
    /// Leave the dot by this exit, an index into its exits.
    Go(u8),
    /// Feed the Hydra, or fight it for lack of fish.
    Face,
    Ignore,
    Target(Seat),
    Discard(u8),
    /// Discard the favor just turned up.
    Decline,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Ending {
    /// Somebody has made all the laps.
    Finish,
    /// Nobody has in time.
    RoundCap,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Die {
    Nav,
    First,
    Second,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rolled {
    Single,
    Double,
    /// No movement die counts.
    Bust,
    /// A bust of which Hephaestus saved the first die.
    Saved,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Met {
    Protected,
    Ignored,
    Fed,
    Battle,
}

/// What a fish was given for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    Nav,
    Second,
    Hydra,
    Scylla,
}

/// Why an icon has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Idle {
    Wind,
    /// As many as may be drawn in a turn have been.
    Enough,
    NoneLeft,
    Nemesis,
}

/// What metrics and transcripts may want to know, told of the player whose roll or turn it is where no seat stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    RoundBegan,
    /// A die lies on the board, rolled for the first time or again, or set by Hypnos.
    Die(Die),
    /// A second movement die is rolled for the first time in this roll.
    SecondRolled,
    Rolled(Rolled),
    FishSpent(Spent),
    /// Fish are taken; 0 when there is no room.
    FishTaken(Seat, u8),
    FishLost(Seat),
    /// A player's turn begins; dice and course are as they will be used.
    TurnBegan,
    /// A wedge is placed on this ring position.
    Placed {
        wedge: u8,
        position: u8,
    },
    /// The ship enters a dot for a point of movement.
    Entered,
    /// The ship jumps over somebody else's.
    Jumped(Seat),
    Boosted,
    Hydra(Met),
    Lap,
    /// What is printed on a dot has no effect.
    Idle(Icon, Idle),
    /// The discards are shuffled into a new deck of favors, which lies as in [`Hidden::deck`].
    DeckRenewed([Favor; MAX_DECK]),
    /// The covered wedges are shuffled into a new stack, which lies as in [`Hidden::stack`].
    StackRenewed([u8; super::track::MAX_WEDGES]),
    FavorDrawn,
    WedgeDrawn(u8),
    /// A favor drawn in this turn is turned up.
    TurnedUp(Favor),
    /// The own favor takes effect: a boat used, or a lightning.
    Used(Favor),
    /// A trident is laid on the board of this player.
    Laid(Seat, Favor),
    Struck(Seat, Favor),
    /// A favor is discarded without effect.
    Discarded(Seat, Favor),
    /// The movement of the turn is over, before favors are turned up.
    MoveEnded,
    TurnEnded,
    /// All have had their turn; dice still lie on the boards.
    RoundEnded,
}
