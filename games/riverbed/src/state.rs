//! A position of Riverbed Hunt, split by who may see what; moves and events.

use super::board::Spaces;
use super::cards::{Effect, Window};
use super::tiles::{Text, Tile};
use super::{MAX_CARDS, MAX_SHUFFLED, MAX_SPACES, MAX_TILES};
use balance_engine::{BySeat, Seat};

/// No tile, no card, no space.
pub const NONE: u8 = u8::MAX;

balance_kit::listed! {
    /// The five triton roles (RB-07).
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum Role {
        #[default]
        Chief,
        Merchant,
        Leader,
        Separatist,
        Profiteer,
    }
}

impl Role {
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The side it wins with: 0 merchants, 1 separatists, 2 Profiteer; also the track it watches.
    #[inline]
    pub fn side(self) -> usize {
        match self {
            Role::Chief | Role::Merchant => 0,
            Role::Leader | Role::Separatist => 1,
            Role::Profiteer => 2,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    Dive,
    Swim,
}

/// Where a meeple stands: on a space, or nowhere before it is placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MeeplePosition(u8);

impl MeeplePosition {
    /// Not on the river yet.
    pub const NOWHERE: MeeplePosition = MeeplePosition(MAX_SPACES as u8);
    /// Number of spots: rows of a table by [`MeeplePosition::index`].
    pub const COUNT: usize = MAX_SPACES + 1;

    #[inline]
    pub fn on(space: u8) -> Self {
        MeeplePosition(space)
    }

    pub fn space(self) -> Option<u8> {
        (self != MeeplePosition::NOWHERE).then_some(self.0)
    }

    /// It alone as a set of spaces; no space of the board where it is nowhere.
    #[inline]
    pub fn bit(self) -> Spaces {
        1 << self.0
    }

    /// Its row in the tables of the board; the last is that of nowhere, from where nothing can be reached.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for MeeplePosition {
    fn default() -> Self {
        MeeplePosition::NOWHERE
    }
}

/// What a seat has shown by the tiles it chose to reveal; anybody at the table could keep this note.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RevealRecord {
    pub reveals: u8,
    /// Elements on them: kelp, logs, coins.
    pub shown: [u8; 3],
    /// Elements on those among them that the seat had viewed before.
    pub knowingly: [u8; 3],
}

impl RevealRecord {
    pub fn note(&mut self, tile: &Tile) {
        self.reveals = self.reveals.saturating_add(1);
        add(&mut self.shown, tile.elements);
    }

    /// Says of a tile revealed that the seat had viewed it before.
    pub fn note_viewed(&mut self, tile: &Tile) {
        add(&mut self.knowingly, tile.elements);
    }
}

fn add(sums: &mut [u8; 3], elements: [u8; 3]) {
    for (sum, count) in sums.iter_mut().zip(elements) {
        *sum = sum.saturating_add(count);
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileFrame {
    pub space: u8,
    pub step: u8,
    pub revealer: Seat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Place,
    /// An action, a card, the marker; after the action also the end of the turn.
    Menu,
    DiveTile,
    SwimSpace,
    Partner,
    /// As the chosen player: reveal a tile, or declare Hunt or Con.
    Chosen,
    Pay(Price, u8),
    /// The tile of a Hunt; from the second on, anywhere, or stop.
    HuntTile {
        first: bool,
    },
    ConFirst,
    ConSecond,
    /// As the Chief: which log tile of the Hunt to flip.
    Penalty,
    UncoverTile,
    /// What a tile's text leaves open; `first` is the first of two choices.
    Text {
        text: Text,
        first: Option<u8>,
    },
    /// The target of an ability card; `first` is the first of two choices.
    Card {
        effect: Effect,
        first: Option<Target>,
    },
    /// In another player's turn: play a card or pass.
    Window(Window),
    WindowCard(Effect, Window),
    HandLimit,
    Over,
}

/// The first of two choices of an ability card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    Space(u8),
    Seat(Seat),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    Hunt,
    Con,
    Uncover,
}

/// What goes on once the tiles being executed are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    CoOp,
    /// The Hunt: look at the icon of the tile on this space.
    Hunt {
        space: u8,
        first: bool,
    },
    ConFirst,
    ConSecond,
    Uncover,
    Card,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatMarks {
    pub dive: bool,
    pub swim: bool,
    /// The refresh marker lies face-down.
    pub marker_used: bool,
    pub uncovers: u8,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    pub tracks: [u8; 3],
    pub face_up: Spaces,
    /// Tile on each face-up space; stale elsewhere.
    pub shown: [u8; MAX_SPACES],
    /// Spaces by seat that has viewed the tile now lying there; follows swaps.
    pub seen: BySeat<Spaces>,
    pub meeple: BySeat<MeeplePosition>,
    pub marks: BySeat<SeatMarks>,
    /// Roles that lie face-up.
    pub role: BySeat<Option<Role>>,
    pub hand_size: BySeat<u8>,
    pub record: BySeat<RevealRecord>,
    pub chief: Seat,
    pub deck: u8,
    pub discards: u64,
    pub spent: u64,
    /// Whose turn it is.
    pub active: Seat,
    pub turn: u16,
    pub acted: bool,
    /// Was one made before, and may another follow (RB-R14)?
    pub again: bool,
    /// Cards played this turn by each seat.
    pub played: BySeat<u8>,
    /// May the action of this turn choose any face-down tile?
    pub far_reach: bool,
    pub chosen: Seat,
    pub hunting: bool,
    pub hunt_revealed: Spaces,
    /// Meeples placed during set-up.
    pub placed: u8,
    pub decider: Seat,
    pub ask: Ask,
    pub after: After,
    /// Tiles being executed, outermost first.
    pub frames: [TileFrame; MAX_TILES],
    pub depth: u8,
    pub ending: Option<Ending>,
}

impl Public {
    /// Has `seat` viewed the tile that lies on `space` now?
    #[inline]
    pub fn has_seen(&self, seat: Seat, space: usize) -> bool {
        self.seen[seat] >> space & 1 == 1
    }
}

/// How a game ended, in the order of the list of endings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Kelp,
    Logs,
    Coins,
    CoinsForNobody,
    TurnCap,
}

/// How a Hunt ended that did not end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntEnd {
    Stopped,
    NoTiles,
    /// A tile lacked the icon, and there was no penalty.
    NoIcon,
    Penalty,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    pub role: Role,
    /// Ability cards in hand, as bits by card.
    pub hand: u64,
    /// Spaces where each tile may lie, as far as this seat knows; one bit once it has seen it (RB-R36).
    pub place_of: [Spaces; MAX_TILES],
    pub seen_role: BySeat<Option<Role>>,
}

impl Default for Private {
    fn default() -> Self {
        Private {
            role: Role::Chief,
            hand: 0,
            place_of: [0; MAX_TILES],
            seen_role: BySeat::default(),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    pub tile_at: [u8; MAX_SPACES],
    /// Draw pile, top last.
    pub deck: [u8; MAX_CARDS],
    pub left_out: Option<Role>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    Space(u8),
    Seat(Seat),
    Dive,
    Swim,
    CoOp,
    Uncover,
    Card(Effect),
    Discard(Effect),
    /// Turn an action face-up by the marker or a card.
    Refresh(Action),
    Exhaust(Action),
    Hunt,
    Con,
    Stop,
    /// Do not.
    Pass,
    EndTurn,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    Placed {
        seat: Seat,
        space: u8,
    },
    TurnBegan {
        seat: Seat,
    },
    Dived {
        seat: Seat,
        space: u8,
        tile: u8,
    },
    Viewed {
        seat: Seat,
        space: u8,
        tile: u8,
    },
    /// A meeple moved; `swim` when by the Swim action.
    Moved {
        seat: Seat,
        from: u8,
        to: u8,
        swim: bool,
    },
    CoOp {
        seat: Seat,
        chosen: Seat,
    },
    /// The player chosen for Co-op named another instead.
    Named {
        seat: Seat,
        chosen: Seat,
    },
    Uncovered {
        seat: Seat,
    },
    HuntDeclared {
        seat: Seat,
    },
    HuntEnded {
        seat: Seat,
        how: HuntEnd,
    },
    ConDeclared {
        seat: Seat,
    },
    /// A tile was turned face-up and is executed next.
    Revealed {
        seat: Seat,
        space: u8,
        tile: u8,
    },
    FlippedDown {
        seat: Seat,
        space: u8,
        tile: u8,
    },
    Swapped {
        seat: Seat,
        spaces: (u8, u8),
    },
    /// Tiles on these spaces were shuffled; `tiles` lie there now, from the first space on, and nobody has seen them.
    Shuffled {
        seat: Seat,
        spaces: Spaces,
        tiles: [u8; MAX_SHUFFLED],
    },
    CardPlayed {
        seat: Seat,
        effect: Effect,
        window: bool,
    },
    Drew {
        seat: Seat,
        cards: u64,
    },
    /// The discard pile was shuffled into a new draw pile: `deck`, as far as [`Public::deck`], the last drawn first.
    Reshuffled {
        deck: [u8; MAX_CARDS],
    },
    Discarded {
        seat: Seat,
        effect: Effect,
    },
    Stole {
        seat: Seat,
        from: Seat,
        effect: Effect,
    },
    /// A role was shown in secret.
    Confessed {
        seat: Seat,
        to: Seat,
        role: Role,
    },
    MarkerUsed {
        seat: Seat,
        action: Action,
    },
    /// An ability card turned an action of `of` face-up.
    Refreshed {
        seat: Seat,
        action: Action,
    },
    /// An ability card turned an action of another player face-down.
    Exhausted {
        seat: Seat,
        of: Seat,
        action: Action,
    },
    Ended {
        ending: Ending,
    },
}
