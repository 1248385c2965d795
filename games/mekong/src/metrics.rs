//! What a run counts in the Mekong crossing, game by game.

use super::state::{Event, KINDS, Space};
use super::{Mekong, Public};
use balance_engine::{BySeat, Counter, Outcome, Recorder, Seat, State};
use balance_kit::Metrics;

/// Of the cards of a kind those that were cancelled.
const fn cancelled(key: &'static str, played: &'static str) -> Counter {
    Counter::success(key, "of these, cancelled", played).measure()
}

/// Of the cards of a kind those of the winner.
const fn winners(key: &'static str, played: &'static str) -> Counter {
    Counter::success(key, "of these, turned up by the player who won the game", played).measure()
}

balance_kit::counters! {
    /// What a run counts.
    pub enum Count, Counts {
        Falls => Counter::new("falls", "pawns that fell into the river"),
        FallsHome => Counter::success(
            "falls-home",
            "of these, out of their own village, which changes nothing",
            "falls",
            )
            .measure(),
        StonesPlaced => Counter::new("stones-placed", "stones placed"),
        StonesSkipped => Counter::new("stones-skipped", "stones that were due but could not be placed").measure(),
        StonesTaken => Counter::new("stones-taken", "stones taken from the board"),
        StonesOut => Counter::new("stones-out", "stones on the board at the end").amount(),
        PlanksLaid => Counter::new("planks-laid", "planks laid"),
        PlanksSkipped => Counter::new(
            "planks-skipped",
            "planks that were due, but the reserve was empty or nothing fitted",
            )
            .measure(),
        PlanksLost => Counter::new("planks-lost", "planks that fitted nowhere and left the game").measure(),
        PlanksMisjudged => Counter::success(
            "planks-misjudged",
            "of these, although another plank of the reserve fitted",
            "planks-lost",
            )
            .measure(),
        PlanksDropped => Counter::new(
            "planks-dropped",
            "planks knocked over while they were laid, which left the game",
            )
            .measure(),
        PlanksTaken => Counter::new("planks-taken", "planks taken from the board"),
        PlanksTakenOwn => Counter::success("planks-taken-own", "of these, laid by the same player", "planks-taken").measure(),
        RemovesSkipped => Counter::new("removes-skipped", "cards for removing that found nothing to remove").measure(),
        Steps => Counter::new("steps", "steps onto a plank"),
        StepsOthers => Counter::success("steps-others", "of these, onto a plank that another player had laid", "steps"),
        Jumps => Counter::new("jumps", "jumps that landed"),
        Crossing => Counter::new(
            "crossing",
            "steps of the winner since it last left its village, a jump as two; 0 without a winner",
            )
            .amount(),
        DragonHits => Counter::new("dragon-hits", "dragons whose target showed an action").when("dragons-max"),
        Cancelled => Counter::new("cancelled", "actions cancelled").when("dragons-max"),
        PlayedStone => Counter::new("played-stone", "cards for one stone turned up"),
        PlayedTwoStones => Counter::new("played-two-stones", "cards for two stones turned up"),
        PlayedPlank => Counter::new("played-plank", "cards for one plank turned up"),
        PlayedTwoPlanks => Counter::new("played-two-planks", "cards for two planks turned up"),
        PlayedRemove => Counter::new("played-remove", "cards for removing turned up"),
        PlayedMove => Counter::new("played-move", "cards for one step turned up"),
        PlayedMoveTwo => Counter::new("played-move-two", "cards for up to two steps turned up"),
        PlayedJump => Counter::new("played-jump", "cards for a jump turned up"),
        PlayedDragon => Counter::new("played-dragon", "dragons turned up").when("dragons-max"),
        CancelledStone => cancelled("cancelled-stone", "played-stone"),
        CancelledTwoStones => cancelled("cancelled-two-stones", "played-two-stones"),
        CancelledPlank => cancelled("cancelled-plank", "played-plank"),
        CancelledTwoPlanks => cancelled("cancelled-two-planks", "played-two-planks"),
        CancelledRemove => cancelled("cancelled-remove", "played-remove"),
        CancelledMove => cancelled("cancelled-move", "played-move"),
        CancelledMoveTwo => cancelled("cancelled-move-two", "played-move-two"),
        CancelledJump => cancelled("cancelled-jump", "played-jump"),
        // A dragon cannot be cancelled.
        CancelledDragon => Counter::none(),
        WinnersStone => winners("winners-stone", "played-stone"),
        WinnersTwoStones => winners("winners-two-stones", "played-two-stones"),
        WinnersPlank => winners("winners-plank", "played-plank"),
        WinnersTwoPlanks => winners("winners-two-planks", "played-two-planks"),
        WinnersRemove => winners("winners-remove", "played-remove"),
        WinnersMove => winners("winners-move", "played-move"),
        WinnersMoveTwo => winners("winners-move-two", "played-move-two"),
        WinnersJump => winners("winners-jump", "played-jump"),
        WinnersDragon => winners("winners-dragon", "played-dragon"),
        WonPink => Counter::new("won-pink", "games won by pink, which starts at the left").measure(),
        WonGreen => Counter::new("won-green", "games won by green, which starts at the top left").measure(),
        WonBlue => Counter::new("won-blue", "games won by blue, which starts at the top right").measure(),
        WonBlack => Counter::new("won-black", "games won by black, which starts at the right").measure(),
        WonRed => Counter::new("won-red", "games won by red, which starts at the bottom right").measure(),
        WonYellow => Counter::new("won-yellow", "games won by yellow, which starts at the bottom left").measure(),
    }
}

/// The counters of a variant: colours that do not play win nothing.
pub fn counters(game: &Mekong) -> Vec<Counter> {
    let mut counters = Count::TABLE.to_vec();
    for (counter, seat) in counters[Count::WonPink as usize..].iter_mut().zip(game.seat_of) {
        if seat.is_none() {
            *counter = Counter::none();
        }
    }
    counters
}

#[derive(Clone, Debug, Default)]
pub struct MekongMetrics {
    counts: Counts,
    /// Cards of each kind that a seat has turned up.
    played: BySeat<[u16; KINDS]>,
    /// Steps since a pawn last left its village.
    walked: BySeat<u16>,
}

impl MekongMetrics {
    fn walk(&mut self, game: &Mekong, public: &Public, seat: Seat, space: Space, steps: u16) {
        if space == Space::village(game.colours[seat]) {
            self.walked[seat] = 0;
        } else {
            self.walked[seat] += steps;
        }
        if let Some(slot) = space.slot() {
            self.counts.add(Count::Steps, 1);
            self.counts
                .add(Count::StepsOthers, u32::from(public.planks[slot].by != seat));
        }
    }
}

impl Metrics<Mekong> for MekongMetrics {
    const COUNTERS: &'static [Counter] = Count::TABLE;

    fn counts(&self) -> &[u32] {
        self.counts.all()
    }
}

impl Recorder<Mekong> for MekongMetrics {
    fn start(&mut self, _game: &Mekong, _state: &State<Mekong>) {
        *self = MekongMetrics::default();
    }

    #[expect(
        clippy::inline_always,
        reason = "what is made of an event of a known kind is a few instructions, a call more than that"
    )]
    #[inline(always)]
    fn event(&mut self, game: &Mekong, event: Event, public: &Public) {
        match event {
            Event::TurnBegan => {}
            Event::Shown(seat, card) => {
                self.counts.add_in_row(Count::PlayedStone, card.kind(), 1);
                self.played[seat][card.kind()] += 1;
                // Only who shows an action is cancelled.
                let target = card.dragon_of().and_then(|colour| game.seat_of[usize::from(colour)]);
                let hits = target.is_some_and(|target| public.cancelled >> target.0 & 1 == 1);
                self.counts.add(Count::DragonHits, u32::from(hits));
            }
            Event::Cancelled(_, card) => {
                self.counts.add(Count::Cancelled, 1);
                self.counts.add_in_row(Count::CancelledStone, card.kind(), 1);
            }
            Event::StonePlaced(..) => self.counts.add(Count::StonesPlaced, 1),
            Event::StoneSkipped(_) => self.counts.add(Count::StonesSkipped, 1),
            Event::PlankLaid(..) => self.counts.add(Count::PlanksLaid, 1),
            Event::PlankLost { misjudged, .. } => {
                self.counts.add(Count::PlanksLost, 1);
                self.counts.add(Count::PlanksMisjudged, u32::from(misjudged));
            }
            Event::PlankDropped(..) => self.counts.add(Count::PlanksDropped, 1),
            Event::PlankSkipped(_) => self.counts.add(Count::PlanksSkipped, 1),
            Event::PlankTaken { seat, from, .. } => {
                self.counts.add(Count::PlanksTaken, 1);
                self.counts.add(Count::PlanksTakenOwn, u32::from(seat == from));
            }
            Event::StoneTaken(..) => self.counts.add(Count::StonesTaken, 1),
            Event::RemoveSkipped(_) => self.counts.add(Count::RemovesSkipped, 1),
            Event::Stepped(seat, space) => self.walk(game, public, seat, space, 1),
            Event::Jumped(seat, space) => {
                self.counts.add(Count::Jumps, 1);
                self.walk(game, public, seat, space, 2);
            }
            Event::Fell(seat, from) => {
                self.counts.add(Count::Falls, 1);
                self.counts
                    .add(Count::FallsHome, u32::from(from == Space::village(game.colours[seat])));
                self.walked[seat] = 0;
            }
        }
    }

    fn finish(&mut self, game: &Mekong, state: &State<Mekong>, outcome: &Outcome) {
        self.counts.add(Count::StonesOut, state.public.stones.count_ones());
        for seat in outcome.winners.iter() {
            self.counts.add(Count::Crossing, u32::from(self.walked[seat]));
            self.counts
                .add_in_row(Count::WonPink, usize::from(game.colours[seat]), 1);
            for (kind, played) in self.played[seat].iter().enumerate() {
                self.counts.add_in_row(Count::WinnersStone, kind, u32::from(*played));
            }
        }
    }
}
