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
        /// Known to all from the beginning.
        #[default]
        Chief,
        /// Wins with the Chief.
        Merchant,
        /// May hunt once.
        Leader,
        /// Wins with the Leader.
        Separatist,
        /// Wins alone; may con once.
        Profiteer,
    }
}

impl Role {
    /// Its place in [`Role::ALL`].
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

/// The two actions that exhaust.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// View a tile within reach.
    Dive,
    /// Move the meeple and draw.
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

    /// On this space.
    #[inline]
    pub fn on(space: u8) -> Self {
        MeeplePosition(space)
    }

    /// The space, unless it is nowhere.
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
    /// Tiles revealed by choice.
    pub reveals: u8,
    /// Elements on them: kelp, logs, coins.
    pub shown: [u8; 3],
    /// Elements on those among them that the seat had viewed before.
    pub knowingly: [u8; 3],
}

impl RevealRecord {
    /// Adds a tile revealed.
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

/// A tile in the middle of being executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileFrame {
    /// Where it lies.
    pub space: u8,
    /// The next step of it.
    pub step: u8,
    /// Who turned it face-up.
    pub revealer: Seat,
}

/// What the seat in question has to choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Where its meeple starts.
    Place,
    /// An action, a card, the marker; after the action also the end of the turn.
    Menu,
    /// Which tile to view.
    DiveTile,
    /// Where to swim.
    SwimSpace,
    /// Whom to choose for Co-op.
    Partner,
    /// As the chosen player: reveal a tile, or declare Hunt or Con.
    Chosen,
    /// Which card to pay.
    Pay(Price, u8),
    /// The tile of a Hunt; from the second on, anywhere, or stop.
    HuntTile {
        /// Is it the first?
        first: bool,
    },
    /// The first tile of a Con, within reach.
    ConFirst,
    /// The second, anywhere.
    ConSecond,
    /// As the Chief: which log tile of the Hunt to flip.
    Penalty,
    /// The tile to uncover.
    UncoverTile,
    /// What a tile's text leaves open; `first` is the first of two choices.
    Text {
        /// The text.
        text: Text,
        /// The space chosen first.
        first: Option<u8>,
    },
    /// The target of an ability card; `first` is the first of two choices.
    Card {
        /// The card.
        effect: Effect,
        /// What was chosen first.
        first: Option<Target>,
    },
    /// In another player's turn: play a card or pass.
    Window(Window),
    /// The target of a card played in a window.
    WindowCard(Effect, Window),
    /// What to discard down to the hand limit.
    HandLimit,
    /// Nothing any more.
    Over,
}

/// The first of two choices of an ability card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A space.
    Space(u8),
    /// A player.
    Seat(Seat),
}

/// What a card is paid for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// A Hunt.
    Hunt,
    /// A Con.
    Con,
    /// An Uncover.
    Uncover,
}

/// What goes on once the tiles being executed are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum After {
    /// The Co-op: draw, refresh.
    CoOp,
    /// The Hunt: look at the icon of the tile on this space.
    Hunt {
        /// Where the tile lies.
        space: u8,
        /// Was it the first of this Hunt?
        first: bool,
    },
    /// The Con: its second tile.
    ConFirst,
    /// The Con is over.
    ConSecond,
    /// The Uncover: refresh.
    Uncover,
    /// An ability card is done.
    Card,
}

/// Marks in front of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeatMarks {
    /// Dive is exhausted.
    pub dive: bool,
    /// Swim is exhausted.
    pub swim: bool,
    /// The refresh marker lies face-down.
    pub marker_used: bool,
    /// Uncovers made.
    pub uncovers: u8,
}

/// Seen by everybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Public {
    /// Kelp, logs and coins so far.
    pub tracks: [u8; 3],
    /// Spaces with a face-up tile.
    pub face_up: Spaces,
    /// Tile on each face-up space; stale elsewhere.
    pub shown: [u8; MAX_SPACES],
    /// Spaces by seat that has viewed the tile now lying there; follows swaps.
    pub seen: BySeat<Spaces>,
    /// Where each meeple stands.
    pub meeple: BySeat<MeeplePosition>,
    /// Action cards and marker of each seat.
    pub marks: BySeat<SeatMarks>,
    /// Roles that lie face-up.
    pub role: BySeat<Option<Role>>,
    /// Cards in each hand.
    pub hand_size: BySeat<u8>,
    /// What each seat has shown by its reveals.
    pub record: BySeat<RevealRecord>,
    /// The Chief's seat.
    pub chief: Seat,
    /// Cards left in the draw pile.
    pub deck: u8,
    /// Cards on the discard pile.
    pub discards: u64,
    /// Cards used or discarded this turn.
    pub spent: u64,
    /// Whose turn it is.
    pub active: Seat,
    /// Turns begun.
    pub turn: u16,
    /// Was the action of this turn made?
    pub acted: bool,
    /// Was one made before, and may another follow (RB-R14)?
    pub again: bool,
    /// Cards played this turn by each seat.
    pub played: BySeat<u8>,
    /// May the action of this turn choose any face-down tile?
    pub far_reach: bool,
    /// The player chosen for Co-op.
    pub chosen: Seat,
    /// Is a Hunt going on?
    pub hunting: bool,
    /// Spaces whose tile was revealed during the Hunt.
    pub hunt_revealed: Spaces,
    /// Meeples placed during set-up.
    pub placed: u8,
    /// Who chooses.
    pub decider: Seat,
    /// What.
    pub ask: Ask,
    /// What follows once the tiles being executed are done.
    pub after: After,
    /// Tiles being executed, outermost first.
    pub frames: [TileFrame; MAX_TILES],
    /// How many.
    pub depth: u8,
    /// How the game ended, once it has.
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
    /// Kelp reached its end point.
    Kelp,
    /// Logs did.
    Logs,
    /// Coins did, with a Profiteer in play.
    Coins,
    /// Coins did, without a Profiteer.
    CoinsForNobody,
    /// The cap of turns.
    TurnCap,
}

/// How a Hunt ended that did not end the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HuntEnd {
    /// The Leader stopped.
    Stopped,
    /// Every tile lies face-up.
    NoTiles,
    /// A tile lacked the icon, and there was no penalty.
    NoIcon,
    /// The Chief flipped a log tile.
    Penalty,
}

/// Seen by one seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Private {
    /// Its role.
    pub role: Role,
    /// Ability cards in hand, as bits by card.
    pub hand: u64,
    /// Spaces where each tile may lie, as far as this seat knows; one bit once it has seen it (RB-R36).
    pub place_of: [Spaces; MAX_TILES],
    /// Roles it has been shown in secret.
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

/// Seen by nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hidden {
    /// Tile on each space.
    pub tile_at: [u8; MAX_SPACES],
    /// Draw pile, top last.
    pub deck: [u8; MAX_CARDS],
    /// The role card left out of a four-player game.
    pub left_out: Option<Role>,
}

/// One choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Move {
    /// A space.
    Space(u8),
    /// A player.
    Seat(Seat),
    /// Dive.
    Dive,
    /// Swim.
    Swim,
    /// Co-op.
    CoOp,
    /// Uncover.
    Uncover,
    /// Play an ability card.
    Card(Effect),
    /// Discard an ability card.
    Discard(Effect),
    /// Turn an action face-up by the marker or a card.
    Refresh(Action),
    /// Turn the chosen player's action face-down.
    Exhaust(Action),
    /// Declare the Hunt.
    Hunt,
    /// Declare the Con.
    Con,
    /// Stop the Hunt.
    Stop,
    /// Do not.
    Pass,
    /// End the turn.
    EndTurn,
}

/// What happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// A meeple was placed.
    Placed { seat: Seat, space: u8 },
    /// A turn began.
    TurnBegan { seat: Seat },
    /// A tile was viewed by Dive.
    Dived { seat: Seat, space: u8, tile: u8 },
    /// A tile was viewed by other means.
    Viewed { seat: Seat, space: u8, tile: u8 },
    /// A meeple moved; `swim` when by the Swim action.
    Moved { seat: Seat, from: u8, to: u8, swim: bool },
    /// A player was chosen for Co-op.
    CoOp { seat: Seat, chosen: Seat },
    /// The player chosen for Co-op named another instead.
    Named { seat: Seat, chosen: Seat },
    /// Uncover was declared.
    Uncovered { seat: Seat },
    /// A Hunt was declared.
    HuntDeclared { seat: Seat },
    /// A Hunt ended without ending the game.
    HuntEnded { seat: Seat, how: HuntEnd },
    /// A Con was declared.
    ConDeclared { seat: Seat },
    /// A tile was turned face-up and is executed next.
    Revealed { seat: Seat, space: u8, tile: u8 },
    /// A tile was turned face-down.
    FlippedDown { seat: Seat, space: u8, tile: u8 },
    /// Two tiles changed places.
    Swapped { seat: Seat, spaces: (u8, u8) },
    /// Tiles on these spaces were shuffled; `tiles` lie there now, from the first space on, and nobody has seen them.
    Shuffled {
        seat: Seat,
        spaces: Spaces,
        tiles: [u8; MAX_SHUFFLED],
    },
    /// An ability card was played.
    CardPlayed { seat: Seat, effect: Effect, window: bool },
    /// Cards were drawn: these, as bits.
    Drew { seat: Seat, cards: u64 },
    /// The discard pile was shuffled into a new draw pile: `deck`, as far as [`Public::deck`], the last drawn first.
    Reshuffled { deck: [u8; MAX_CARDS] },
    /// A card was discarded.
    Discarded { seat: Seat, effect: Effect },
    /// A card was taken from another hand.
    Stole { seat: Seat, from: Seat, effect: Effect },
    /// A role was shown in secret.
    Confessed { seat: Seat, to: Seat, role: Role },
    /// The refresh marker was used.
    MarkerUsed { seat: Seat, action: Action },
    /// An ability card turned an action of `of` face-up.
    Refreshed { seat: Seat, action: Action },
    /// An ability card turned an action of another player face-down.
    Exhausted { seat: Seat, of: Seat, action: Action },
    /// The game ended.
    Ended { ending: Ending },
}
