//! # Hydra Regatta
//!
//! Two to four ships race twice round a ring of twelve wedges. Every wedge has four lanes, from the short and dangerous
//! one at the centre to the long and rich one outside, with dots that ships step on and paths that join them.
//!
//! **A round**: everybody rolls a navigation die (1, 1, 2, 2, 3, 3) and a movement die, and may roll a second movement
//! die; if that shows less than the first, both are lost. Fish pay for rolling the navigation die or the second die
//! again. Then all have their turns, the holder of the Golden Fleece first: place the wedges drawn in the turn before,
//! move as many dots as the dice show, turn up the favors drawn on the way.
//!
//! **On the way** a ship takes fish, favors, wedges and boosts; jumps over other ships at no cost; leaves a Charybdis
//! by an exit whose number its dice show, a Scylla by an exit that it pays for in fish; and meets Hydras, who take a
//! fish or, for lack of one, the rest of the movement, unless the ship has moved no further than its navigation die
//! protects it. The last in the race takes the Fleece, which doubles the navigation die.
//!
//! **The end**: when somebody has completed the second lap, the round is finished; who is furthest wins.
//!
//! The rulebook's pictures are lost: what is on wedges and favors is our own, and so marked in the content files.
//! Players roll one after another, the Fleece first, so that each sees what those before rolled (GL-R32). Rules are
//! cited by number (`GL-36`), rulings on open questions as `GL-R10`; a ruling with an alternative is a switch in
//! [`Rules`].
//!
//! A turn is split into small choices (`state::Ask`): each step of the ship is a choice of its own where its dot has
//! more than one way out or a favor may be used; what leaves no choice happens by itself.

mod bots;
mod content;
mod description;
mod favors;
mod metrics;
mod notation;
mod render;
mod reveal;
mod roll;
mod rules;
mod sail;
mod setup;
mod state;
mod track;
mod transcript;

#[cfg(test)]
mod tests;

pub use description::GAME;
use favors::BoatMoment;
use favors::Favor;
pub use rules::Rules;
use state::{Hidden, Player, Private, Public};
use track::Track;

use balance_engine::{Chance, Game, Moves, Outcome, Recorder, Seat, SeatSet, State, Turn, View};
use content::FavorFile;
use favors::FAVORS;
use rules::RankMode;
use state::{Ask, Ending, Event, Move, Spot};
use track::{LANES, LINE, RING};

/// One variant of Hydra Regatta, with its tables.
#[derive(Clone, Debug)]
pub struct Regatta {
    rules: Rules,
    players: usize,
    course: Track,
    counts: [u8; FAVORS],
    names: [String; FAVORS],
    /// Favors of which one card is dealt at the start, lowest number first.
    starters: Vec<Favor>,
    /// Favors that do nothing, as bits.
    blanks: u32,
    /// Most wedges drawn in a turn.
    wedge_cap: u8,
}

impl Game for Regatta {
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
        let player = public.player(view.seat);
        match public.ask {
            Ask::Start => {
                for dot in 0..LANES as u8 {
                    let spot = Spot { position: LINE, dot };
                    if !public.is_taken(spot) {
                        out.push(Move::Start(dot));
                    }
                }
            }
            Ask::Nav | Ask::First | Ask::Second => self.roll_moves(public, out),
            Ask::Place => {
                for (at, &wedge) in player.wedges().iter().enumerate() {
                    if player.held[..at].contains(&wedge) {
                        continue;
                    }
                    for position in (LINE + 1..RING as u8).filter(|position| !public.is_occupied(*position)) {
                        out.push(Move::Place { wedge, position });
                    }
                }
            }
            Ask::Step => self.step_moves(public, out),
            Ask::Hydra => self.hydra_moves(public, out),
            Ask::Slot => {
                self.discard_moves(public, view.seat, out);
                out.push(Move::Decline);
            }
            Ask::Target => {
                let others = (0..self.players as u8).map(Seat).filter(|seat| *seat != public.turn);
                others.for_each(|seat| out.push(Move::Target(seat)));
            }
            Ask::Discard => self.discard_moves(public, view.seat, out),
            Ask::Over => {}
        }
    }

    #[inline]
    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        match state.public.ask {
            Ask::Start => self.start(state, mv, chance, log),
            Ask::Nav | Ask::First | Ask::Second => self.roll_on(state, mv, chance, log),
            Ask::Place | Ask::Step | Ask::Hydra => self.sail_on(state, mv, chance, log),
            Ask::Slot | Ask::Target | Ask::Discard => self.settle(state, mv, chance, log),
            Ask::Over => {}
        }
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let public = &state.public;
        let ending = public.ending.unwrap_or(Ending::RoundCap);
        let mut winners = SeatSet::default();
        let mut sides = 0;
        if ending == Ending::Finish {
            let winner = self.leader(public);
            winners.insert(winner);
            sides = 1 << self.place_in_order(public.opener, winner);
        }
        Outcome {
            winners,
            sides,
            ending: ending as u8,
        }
    }

    fn turns(&self, public: &Public) -> u32 {
        u32::from(public.round)
    }

    fn position(&self, state: &State<Self>, seat: Seat) -> usize {
        self.place_in_order(state.public.opener, seat)
    }

    /// How far the ship has come: in the order of the race, always.
    fn progress(&self, state: &State<Self>, side: usize) -> Option<u32> {
        let public = &state.public;
        let player = public.player(Seat(((public.opener.index() + side) % self.players) as u8));
        let begun = player.spot.on_course();
        Some(if begun { 1 + self.rank_key(public, player) } else { 0 })
    }

    fn invariant(&self, state: &State<Self>) -> Result<(), String> {
        setup::invariant(self, state)
    }
}

impl Regatta {
    #[inline]
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.players as u8).map(Seat)
    }

    /// Place of `seat` counted clockwise from `first`.
    #[inline]
    fn place_in_order(&self, first: Seat, seat: Seat) -> usize {
        (seat.index() + self.players - first.index()) % self.players
    }

    /// Who is ahead has the greater key: laps, ring position, then lane and place along the wedge (GL-125, GL-126,
    /// GL-R1). Two ships never have the same.
    #[inline]
    fn rank_key(&self, public: &Public, player: &Player) -> u32 {
        let dot = self.course.dot(&public.ring, player.spot);
        let near = (LANES - 1) as u32 - u32::from(dot.lane);
        let along = u32::from(dot.angle);
        let within = match self.rules.rank_mode {
            RankMode::Literal => near << 11 | along,
            RankMode::AngleFirst => along << 2 | near,
        };
        (u32::from(player.laps) << 4 | u32::from(player.spot.position)) << 13 | within
    }

    fn leader(&self, public: &Public) -> Seat {
        let ahead = |seat: &Seat| self.rank_key(public, public.player(*seat));
        self.seats().max_by_key(ahead).unwrap_or(Seat(0))
    }

    fn last(&self, public: &Public) -> Seat {
        let ahead = |seat: &Seat| self.rank_key(public, public.player(*seat));
        self.seats().min_by_key(ahead).unwrap_or(Seat(0))
    }

    /// What the navigation die of `seat` counts, doubled by the Fleece: so many points, and dots of protection (GL-40,
    /// GL-103).
    #[inline]
    fn guard(&self, public: &Public, seat: Seat) -> u8 {
        let doubled = self.rules.fleece && public.fleece == seat;
        public.player(seat).nav << u8::from(doubled)
    }

    /// Points of movement that the dice of `seat` give (GL-39, GL-40).
    #[inline]
    fn points(&self, public: &Public, seat: Seat) -> u8 {
        let player = public.player(seat);
        self.guard(public, seat) + player.first + player.second
    }
}
