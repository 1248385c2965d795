//! # Riverbed Hunt
//!
//! Hidden roles for 4 to 9 players. Face-down tiles lie along a river; each shows kelp, logs or coins in layers, some
//! a text, some a hunt icon. Merchants (led by the Chief, known to all) want kelp on the track, separatists (led by the
//! Leader) want logs, the Profiteer wants coins. The first track to reach its end point ends the game at once, even in
//! the middle of a tile, and its side wins.
//!
//! **A turn** is one action that is not exhausted, and before or after it at most one ability card and the refresh
//! marker. *Dive* looks at a face-down tile within reach. *Swim* moves the meeple one or two steps and draws a card.
//! *Co-op* names another player, who reveals a face-down tile within their reach; the active player draws. *Uncover*,
//! once per game, costs a card and reveals a tile within one's own reach. Dive and Swim exhaust; Co-op and Uncover
//! refresh them.
//!
//! **Reach** is the tile under one's meeple and the next tile up and down the river.
//!
//! **Hunt**: the Leader, when chosen for Co-op, may once pay a card, show the role and reveal tile after tile, from the
//! second on anywhere, as long as each shows the icon. A tile without it ends the Hunt, and the Chief flips one log
//! tile of the Hunt face-down. **Con**: the Profiteer, when chosen, may once pay a card, show the role and reveal one
//! tile within reach and one anywhere.
//!
//! The rulebook's pictures are lost: the board, most tiles, most cards and most end points are reconstructed, and are
//! marked so in the content files and in every report. Rules are cited by number (`RB-67`), rulings on open questions
//! as `RB-R19`; a ruling with an alternative is a switch in [`Rules`].

mod ability;
mod board;
mod bots;
mod cards;
pub mod content;
mod description;
mod knowledge;
mod metrics;
mod play;
mod render;
mod rules;
mod setup;
mod state;
mod tiles;
mod transcript;

#[cfg(test)]
mod tests;

use balance_kit::bits;
use board::{Board, Spaces};
pub use description::GAME;
pub use rules::Rules;
use state::{Hidden, Private, Public, Role};

use balance_engine::{Chance, Game, MAX_SEATS, Moves, Outcome, Recorder, Seat, SeatSet, State, Turn, View};
use cards::{EFFECTS, Effect, Moment, Targets};
use state::{Action, Ask, Ending, Event, Move};
use tiles::{Text, Tile};

const MAX_SPACES: usize = 24;
const MAX_TILES: usize = 24;
/// Most tiles shuffled at once: one and its neighbours.
const MAX_SHUFFLED: usize = 5;
const MAX_CARDS: usize = 64;

/// One variant of Riverbed Hunt, with its tables.
#[derive(Clone, Debug)]
pub struct Riverbed {
    rules: Rules,
    players: usize,
    board: Board,
    /// Tiles in play; a tile is named by its place in this list.
    tiles: Vec<Tile>,
    /// Kelp, logs, coins that end the game.
    ends: [u8; 3],
    /// What each card of the deck does.
    effect_of: [Effect; MAX_CARDS],
    /// Cards of the deck, as bits, by effect.
    copies: [u64; EFFECTS],
    /// Printed name of each effect's card.
    card_names: [String; EFFECTS],
    /// All cards of the deck, as bits.
    deck: u64,
    /// Cards that cannot be played, as bits.
    blanks: u64,
    /// Cards that may be played in other players' turns, by the moment.
    dual_at: [u64; Moment::COUNT],
    /// The roles dealt besides Chief and Leader: merchants, separatists, profiteers.
    others: [u8; 3],
    /// The last role card of a four-player game.
    fifth: Fifth,
}

/// How the last role card is found (RB-101).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fifth {
    /// All cards are dealt openly from the table of roles.
    None,
    /// Separatist or Profiteer, unseen.
    Unseen,
    /// This one.
    Fixed(Role),
}

impl Riverbed {
    /// The lowest card of `hand` with this effect.
    #[inline]
    fn card_in(&self, hand: u64, effect: Effect) -> u8 {
        (hand & self.copies[effect as usize]).trailing_zeros() as u8
    }

    /// Role cards by seat before they are shuffled; `fifth` is used where the table leaves one open.
    fn role_cards(&self, fifth: Role) -> [Role; MAX_SEATS] {
        let mut cards = [fifth; MAX_SEATS];
        cards[0] = Role::Chief;
        cards[1] = Role::Leader;
        let mut next = 2;
        for (count, role) in self
            .others
            .iter()
            .zip([Role::Merchant, Role::Separatist, Role::Profiteer])
        {
            for _ in 0..*count {
                cards[next] = role;
                next += 1;
            }
        }
        cards
    }
}

impl Game for Riverbed {
    type Public = Public;
    type Private = Private;
    type Hidden = Hidden;
    type Move = Move;
    type Event = Event;

    fn players(&self) -> usize {
        self.players
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        self.lay_out(chance)
    }

    #[inline]
    fn turn(&self, public: &Public) -> Turn {
        if public.ask == Ask::Over {
            Turn::Over
        } else {
            Turn::Choose(public.decider)
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        let public = view.public;
        let seat = view.seat;
        let down = self.board.tiled & !public.face_up;
        let in_reach = down & self.board.reach[public.meeple[seat].index()];
        let hand = view.private.hand;
        let push_spaces =
            |spaces: Spaces, out: &mut Moves<Move>| bits(spaces).for_each(|s| out.push(Move::Space(s as u8)));
        match public.ask {
            Ask::Place => push_spaces(self.board.tiled, out),
            Ask::Menu => self.menu_moves(view, out),
            Ask::DiveTile | Ask::UncoverTile => push_spaces(self.action_targets(public, seat), out),
            Ask::SwimSpace => push_spaces(self.board.swim[public.meeple[seat].index()], out),
            Ask::Partner => {
                let others = SeatSet::all(self.players).without(seat);
                let each = self.partners(public, others).iter();
                each.for_each(|other| out.push(Move::Seat(other)));
            }
            Ask::Chosen => {
                push_spaces(in_reach, out);
                let (role, rules) = (view.private.role, &self.rules);
                if role == Role::Leader && self.can_declare(public, seat, rules.hunt_cost) {
                    out.push(Move::Hunt);
                }
                if role == Role::Profiteer && self.can_declare(public, seat, rules.con_cost) {
                    out.push(Move::Con);
                }
            }
            Ask::Pay(..) | Ask::HandLimit => self.each_effect(hand, |effect| out.push(Move::Discard(effect))),
            Ask::HuntTile { first: true } | Ask::ConFirst => push_spaces(in_reach, out),
            Ask::HuntTile { first: false } => {
                push_spaces(down, out);
                out.push(Move::Stop);
            }
            Ask::ConSecond => push_spaces(down, out),
            Ask::Penalty => push_spaces(self.penalty_targets(public), out),
            Ask::Text { text, first } => {
                let frame = public.frames[public.depth as usize - 1];
                let mut targets = self.text_targets(public, text, frame.space, seat);
                if let Some(first) = first {
                    targets &= !(1 << first);
                }
                match text {
                    Text::DiscardRandom => {
                        let each = SeatSet(targets as u16).iter();
                        each.for_each(|other| out.push(Move::Seat(other)));
                    }
                    _ => push_spaces(targets, out),
                }
                if text == Text::RevealAdjacent {
                    out.push(Move::Pass);
                }
            }
            Ask::Card { effect, first } => {
                let targets = self.card_targets(public, seat, effect, first);
                let turn = if effect == Effect::Sandbank {
                    Move::Exhaust
                } else {
                    Move::Refresh
                };
                push_targets(targets, turn, out);
            }
            Ask::Window(window) => {
                self.playable_in(public, seat, hand, window, |effect| out.push(Move::Card(effect)));
                out.push(Move::Pass);
            }
            Ask::WindowCard(effect, window) => {
                push_targets(self.window_targets(public, seat, effect, window), Move::Refresh, out);
            }
            Ask::Over => {}
        }
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        play::Playing {
            game: self,
            state,
            chance,
            log,
        }
        .play(mv);
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let ending = state.public.ending.unwrap_or(Ending::TurnCap);
        let side = match ending {
            Ending::Kelp => Some(0),
            Ending::Logs => Some(1),
            Ending::Coins => Some(2),
            Ending::CoinsForNobody | Ending::TurnCap => None,
        };
        let winners = (0..self.players as u8)
            .map(Seat)
            .filter(|seat| Some(state.private[*seat].role.side()) == side)
            .collect();
        Outcome {
            winners,
            sides: side.map_or(0, |side| 1 << side),
            ending: ending as u8,
        }
    }

    fn turns(&self, public: &Public) -> u32 {
        u32::from(public.turn)
    }

    fn role(&self, state: &State<Self>, seat: Seat) -> usize {
        state.private[seat].role.index()
    }

    fn position(&self, state: &State<Self>, seat: Seat) -> usize {
        (seat.index() + self.players - state.public.chief.index() - 1) % self.players
    }

    fn progress(&self, state: &State<Self>, side: usize) -> Option<u32> {
        let made = u32::from(state.public.tracks[side]);
        // Most turns find a track where it began: they are spared the division.
        let share = if made == 0 {
            0
        } else {
            1000 * made / u32::from(self.ends[side]).max(1)
        };
        Some(share)
    }

    fn sides_in_play(&self, state: &State<Self>) -> u16 {
        let all = state.private.first(self.players).iter();
        all.fold(0, |sides, private| sides | 1 << private.role.side())
    }

    fn invariant(&self, state: &State<Self>) -> Result<(), String> {
        setup::invariant(self, state)
    }
}

/// The moves that choose among these; an action is chosen by `turn`.
fn push_targets(targets: Targets, turn: fn(Action) -> Move, out: &mut Moves<Move>) {
    match targets {
        Targets::Nothing => out.push(Move::Pass),
        Targets::Spaces(spaces) => bits(spaces).for_each(|space| out.push(Move::Space(space as u8))),
        Targets::Seats(seats) => seats.iter().for_each(|seat| out.push(Move::Seat(seat))),
        Targets::Actions { dive, swim } => {
            for (possible, action) in [(dive, Action::Dive), (swim, Action::Swim)] {
                if possible {
                    out.push(turn(action));
                }
            }
        }
    }
}

impl Riverbed {
    /// What the active player may do (RB-15, RB-16, RB-R14).
    fn menu_moves(&self, view: View<'_, Self>, out: &mut Moves<Move>) {
        let (public, seat) = (view.public, view.seat);
        let marks = public.marks[seat];
        let mut actions = 0;
        if !public.acted {
            let before = out.len();
            if !marks.dive && self.action_targets(public, seat) != 0 {
                out.push(Move::Dive);
            }
            if !marks.swim && self.board.swim[public.meeple[seat].index()] != 0 {
                out.push(Move::Swim);
            }
            if self.can_coop(public, seat) {
                out.push(Move::CoOp);
            }
            if self.can_uncover(public, seat) {
                out.push(Move::Uncover);
            }
            actions = out.len() - before;
        }
        if actions == 0 || public.again {
            out.push(Move::EndTurn);
        }
        if self.rules.refresh_marker && !marks.marker_used {
            if marks.dive {
                out.push(Move::Refresh(Action::Dive));
            }
            if marks.swim {
                out.push(Move::Refresh(Action::Swim));
            }
        }
        self.playable(public, seat, view.private.hand, |effect| out.push(Move::Card(effect)));
    }
}
