//! What a run counts in the Mekong crossing, game by game.

use super::card::KINDS;
use super::state::{COLOURS, Event, Space};
use super::{Mekong, Public};
use balance_engine::Counter;
use balance_engine::{BySeat, Outcome, Recorder, Seat, State};
use balance_kit::Metrics;

/// The counters, in order; see [`COUNTERS`].
#[derive(Clone, Copy)]
enum Count {
    Falls,
    FallsHome,
    StonesPlaced,
    StonesSkipped,
    StonesTaken,
    StonesOut,
    PlanksLaid,
    PlanksSkipped,
    PlanksLost,
    PlanksMisjudged,
    PlanksDropped,
    PlanksTaken,
    PlanksTakenOwn,
    RemovesSkipped,
    Steps,
    StepsOthers,
    Jumps,
    Crossing,
    DragonHits,
    Cancelled,
    /// One for each kind of card.
    Played,
    /// One for each kind of card.
    CancelledFirst = Count::Played as isize + KINDS as isize,
    /// One for each kind of card.
    WinnersFirst = Count::CancelledFirst as isize + KINDS as isize,
    /// One for each colour.
    WonFirst = Count::WinnersFirst as isize + KINDS as isize,
}

/// What each counter counts.
pub const COUNTERS: &[Counter] = &[
    Counter::new("falls", "pawns that fell into the river"),
    Counter::success(
        "falls-home",
        "of these, out of their own village, which changes nothing",
        "falls",
    )
    .measure(),
    Counter::new("stones-placed", "stones placed"),
    Counter::new("stones-skipped", "stones that were due but could not be placed"),
    Counter::new("stones-taken", "stones taken from the board"),
    Counter::new("stones-out", "stones on the board at the end").measure(),
    Counter::new("planks-laid", "planks laid"),
    Counter::new(
        "planks-skipped",
        "planks that were due, but the reserve was empty or nothing fitted",
    ),
    Counter::new("planks-lost", "planks that fitted nowhere and left the game"),
    Counter::success(
        "planks-misjudged",
        "of these, although another plank of the reserve fitted",
        "planks-lost",
    )
    .measure(),
    Counter::new(
        "planks-dropped",
        "planks knocked over while they were laid, which left the game",
    )
    .measure(),
    Counter::new("planks-taken", "planks taken from the board"),
    Counter::success("planks-taken-own", "of these, laid by the same player", "planks-taken").measure(),
    Counter::new("removes-skipped", "cards for removing that found nothing to remove"),
    Counter::new("steps", "steps onto a plank"),
    Counter::success(
        "steps-others",
        "of these, onto a plank that another player had laid",
        "steps",
    ),
    Counter::new("jumps", "jumps that landed"),
    Counter::new(
        "crossing",
        "steps of the winner since it last left its village, a jump as two; 0 without a winner",
    )
    .measure(),
    Counter::new("dragon-hits", "dragons whose target showed an action"),
    Counter::new("cancelled", "actions cancelled"),
    Counter::new("played-stone", "cards for one stone turned up"),
    Counter::new("played-two-stones", "cards for two stones turned up"),
    Counter::new("played-plank", "cards for one plank turned up"),
    Counter::new("played-two-planks", "cards for two planks turned up"),
    Counter::new("played-remove", "cards for removing turned up"),
    Counter::new("played-move", "cards for one step turned up"),
    Counter::new("played-move-two", "cards for up to two steps turned up"),
    Counter::new("played-jump", "cards for a jump turned up"),
    Counter::new("played-dragon", "dragons turned up"),
    Counter::success("cancelled-stone", "of these, cancelled", "played-stone").measure(),
    Counter::success("cancelled-two-stones", "of these, cancelled", "played-two-stones").measure(),
    Counter::success("cancelled-plank", "of these, cancelled", "played-plank").measure(),
    Counter::success("cancelled-two-planks", "of these, cancelled", "played-two-planks").measure(),
    Counter::success("cancelled-remove", "of these, cancelled", "played-remove").measure(),
    Counter::success("cancelled-move", "of these, cancelled", "played-move").measure(),
    Counter::success("cancelled-move-two", "of these, cancelled", "played-move-two").measure(),
    Counter::success("cancelled-jump", "of these, cancelled", "played-jump").measure(),
    // A dragon cannot be cancelled.
    Counter::none(),
    Counter::success(
        "winners-stone",
        "of these, turned up by the player who won the game",
        "played-stone",
    )
    .measure(),
    Counter::success(
        "winners-two-stones",
        "of these, turned up by the player who won the game",
        "played-two-stones",
    )
    .measure(),
    Counter::success(
        "winners-plank",
        "of these, turned up by the player who won the game",
        "played-plank",
    )
    .measure(),
    Counter::success(
        "winners-two-planks",
        "of these, turned up by the player who won the game",
        "played-two-planks",
    )
    .measure(),
    Counter::success(
        "winners-remove",
        "of these, turned up by the player who won the game",
        "played-remove",
    )
    .measure(),
    Counter::success(
        "winners-move",
        "of these, turned up by the player who won the game",
        "played-move",
    )
    .measure(),
    Counter::success(
        "winners-move-two",
        "of these, turned up by the player who won the game",
        "played-move-two",
    )
    .measure(),
    Counter::success(
        "winners-jump",
        "of these, turned up by the player who won the game",
        "played-jump",
    )
    .measure(),
    Counter::success(
        "winners-dragon",
        "of these, turned up by the player who won the game",
        "played-dragon",
    )
    .measure(),
    Counter::new("won-pink", "games won by pink, which starts at the left").measure(),
    Counter::new("won-green", "games won by green, which starts at the top left").measure(),
    Counter::new("won-blue", "games won by blue, which starts at the top right").measure(),
    Counter::new("won-black", "games won by black, which starts at the right").measure(),
    Counter::new("won-red", "games won by red, which starts at the bottom right").measure(),
    Counter::new("won-yellow", "games won by yellow, which starts at the bottom left").measure(),
];

/// The counters of a variant: colours that do not play win nothing.
pub fn counters(game: &Mekong) -> Vec<Counter> {
    let mut counters = COUNTERS.to_vec();
    for (counter, seat) in counters[Count::WonFirst as usize..].iter_mut().zip(game.seat_of) {
        if seat.is_none() {
            *counter = Counter::none();
        }
    }
    counters
}

/// Counts one game after another.
#[derive(Clone, Debug)]
pub struct MekongMetrics {
    counts: [u32; COUNTERS.len()],
    /// Cards of each kind that a seat has turned up.
    played: BySeat<[u16; KINDS]>,
    /// Steps since a pawn last left its village.
    walked: BySeat<u16>,
}

impl Default for MekongMetrics {
    fn default() -> Self {
        MekongMetrics {
            counts: [0; COUNTERS.len()],
            played: BySeat::filled([0; KINDS]),
            walked: BySeat::filled(0),
        }
    }
}

impl MekongMetrics {
    #[inline]
    fn add(&mut self, count: Count, by: u32) {
        self.counts[count as usize] += by;
    }

    /// A pawn has come to `space`.
    fn walk(&mut self, game: &Mekong, public: &Public, seat: Seat, space: Space, steps: u16) {
        if space == Space::village(game.colours[seat]) {
            self.walked[seat] = 0;
        } else {
            self.walked[seat] += steps;
        }
        if let Some(slot) = space.slot() {
            self.add(Count::Steps, 1);
            self.add(Count::StepsOthers, u32::from(public.planks[slot].by != seat));
        }
    }
}

impl Metrics<Mekong> for MekongMetrics {
    fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn components(&self) -> u64 {
        0
    }
}

impl Recorder<Mekong> for MekongMetrics {
    fn start(&mut self, _game: &Mekong, _state: &State<Mekong>) {
        *self = MekongMetrics::default();
    }

    #[inline]
    fn event(&mut self, game: &Mekong, event: Event, public: &Public) {
        match event {
            Event::TurnBegan => {}
            Event::Shown(seat, card) => {
                self.counts[Count::Played as usize + card.kind()] += 1;
                self.played[seat][card.kind()] += 1;
                if seat.index() + 1 == game.players {
                    // All are turned up: which dragons met an action?
                    let at = usize::from(public.position);
                    let card = |seat: Seat| public.shown[seat][at];
                    let targets = game.seats().filter_map(|seat| card(seat).dragon_of());
                    let seats = targets.filter_map(|colour| game.seat_of[usize::from(colour)]);
                    let hits = seats.filter(|target| card(*target).dragon_of().is_none()).count();
                    self.add(Count::DragonHits, hits as u32);
                }
            }
            Event::Cancelled(_, card) => {
                self.add(Count::Cancelled, 1);
                self.counts[Count::CancelledFirst as usize + card.kind()] += 1;
            }
            Event::StonePlaced(..) => self.add(Count::StonesPlaced, 1),
            Event::StoneSkipped(_) => self.add(Count::StonesSkipped, 1),
            Event::PlankLaid(..) => self.add(Count::PlanksLaid, 1),
            Event::PlankLost { misjudged, .. } => {
                self.add(Count::PlanksLost, 1);
                self.add(Count::PlanksMisjudged, u32::from(misjudged));
            }
            Event::PlankDropped(..) => self.add(Count::PlanksDropped, 1),
            Event::PlankSkipped(_) => self.add(Count::PlanksSkipped, 1),
            Event::PlankTaken { seat, from, .. } => {
                self.add(Count::PlanksTaken, 1);
                self.add(Count::PlanksTakenOwn, u32::from(seat == from));
            }
            Event::StoneTaken(..) => self.add(Count::StonesTaken, 1),
            Event::RemoveSkipped(_) => self.add(Count::RemovesSkipped, 1),
            Event::Stepped(seat, space) => self.walk(game, public, seat, space, 1),
            Event::Jumped(seat, space) => {
                self.add(Count::Jumps, 1);
                self.walk(game, public, seat, space, 2);
            }
            Event::Fell(seat, from) => {
                self.add(Count::Falls, 1);
                self.add(Count::FallsHome, u32::from(from == Space::village(game.colours[seat])));
                self.walked[seat] = 0;
            }
        }
    }

    fn finish(&mut self, game: &Mekong, state: &State<Mekong>, outcome: &Outcome) {
        debug_assert_eq!(Count::WonFirst as usize + COLOURS, COUNTERS.len());
        self.add(Count::StonesOut, state.public.stones.count_ones());
        for seat in outcome.winners.iter() {
            self.add(Count::Crossing, u32::from(self.walked[seat]));
            self.counts[Count::WonFirst as usize + usize::from(game.colours[seat])] += 1;
            for (kind, played) in self.played[seat].iter().enumerate() {
                self.counts[Count::WinnersFirst as usize + kind] += u32::from(*played);
            }
        }
    }
}
