//! What a run counts in Riverbed Hunt, game by game: how often things happen, and which tiles and cards were in it.

use super::cards::EFFECTS;
use super::state::{Ending, Event};
use super::{MAX_TILES, Riverbed};
use balance_engine::Counter;
use balance_engine::{Outcome, Recorder, State};
use balance_kit::Metrics;

/// The counters, in order; see [`COUNTERS`].
#[derive(Clone, Copy)]
enum Count {
    Dives,
    Swims,
    CoOps,
    Uncovers,
    Hunts,
    HuntsWon,
    HuntPenalties,
    HuntTiles,
    Cons,
    ConsWon,
    UncoversWon,
    Reveals,
    FlippedDown,
    CardsPlayed,
    WindowCards,
    CardsDrawn,
    MarkersUsed,
    Views,
}

/// What each counter counts.
pub const COUNTERS: &[Counter] = &[
    Counter::new("dives", "tiles viewed by Dive"),
    Counter::new("swims", "Swim actions"),
    Counter::new("co-ops", "Co-op actions"),
    Counter::new("uncovers", "Uncover actions"),
    Counter::new("hunts", "Hunts declared by the Leader"),
    Counter::success("hunts-won", "Hunts that ended the game for the separatists", "hunts"),
    Counter::success("hunt-penalties", "Hunts that ended with the penalty", "hunts"),
    Counter::new("hunt-tiles", "tiles turned face-up during Hunts"),
    Counter::new("cons", "Cons declared by the Profiteer"),
    Counter::success("cons-won", "Cons that ended the game for the Profiteer", "cons"),
    Counter::success(
        "uncovers-won",
        "Uncovers that ended the game for the side of the player",
        "uncovers",
    ),
    Counter::new("reveals", "tiles turned face-up"),
    Counter::new("flipped-down", "tiles turned face-down again"),
    Counter::new("cards-played", "ability cards played"),
    Counter::new("window-cards", "of these, in another player's turn"),
    Counter::new("cards-drawn", "ability cards drawn"),
    Counter::new("markers-used", "refresh markers used"),
    Counter::new("views", "tiles viewed by cards and texts"),
];

/// What is going on that may end the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
enum Feat {
    #[default]
    None,
    Hunt,
    Con,
    Uncover(usize),
}

/// Counts one game after another.
#[derive(Clone, Debug)]
pub struct RiverbedMetrics {
    counts: [u32; COUNTERS.len()],
    components: u64,
    feat: Feat,
}

impl Default for RiverbedMetrics {
    fn default() -> Self {
        RiverbedMetrics {
            counts: [0; COUNTERS.len()],
            components: 0,
            feat: Feat::None,
        }
    }
}

/// Names of the components whose lift is measured: tiles in play, then ability cards in the deck.
pub fn components(game: &Riverbed) -> Vec<String> {
    let mut names: Vec<String> = (0..MAX_TILES)
        .map(|tile| {
            game.tiles
                .get(tile)
                .map_or_else(String::new, |tile| format!("tile {}", tile.number))
        })
        .collect();
    names.extend((0..EFFECTS).map(|effect| {
        if game.copies[effect] == 0 {
            String::new()
        } else {
            game.card_names[effect].clone()
        }
    }));
    names
}

impl RiverbedMetrics {
    #[inline]
    fn add(&mut self, count: Count, by: u32) {
        self.counts[count as usize] += by;
    }
}

impl Metrics<Riverbed> for RiverbedMetrics {
    fn counts(&self) -> &[u32] {
        &self.counts
    }

    fn components(&self) -> u64 {
        self.components
    }
}

impl Recorder<Riverbed> for RiverbedMetrics {
    fn start(&mut self, _game: &Riverbed, _state: &State<Riverbed>) {
        *self = RiverbedMetrics::default();
    }

    #[inline]
    fn event(&mut self, _game: &Riverbed, event: Event, public: &super::Public) {
        match event {
            Event::TurnBegan { .. } => self.feat = Feat::None,
            Event::Dived { .. } => self.add(Count::Dives, 1),
            Event::Viewed { .. } => self.add(Count::Views, 1),
            Event::Moved { swim: true, .. } => self.add(Count::Swims, 1),
            Event::CoOp { .. } => self.add(Count::CoOps, 1),
            Event::Uncovered { .. } => {
                self.add(Count::Uncovers, 1);
                self.feat = Feat::Uncover(public.active.index());
            }
            Event::HuntDeclared { .. } => {
                self.add(Count::Hunts, 1);
                self.feat = Feat::Hunt;
            }
            Event::HuntEnded { penalty, .. } => {
                self.add(Count::HuntPenalties, u32::from(penalty));
                self.feat = Feat::None;
            }
            Event::ConDeclared { .. } => {
                self.add(Count::Cons, 1);
                self.feat = Feat::Con;
            }
            Event::Revealed { .. } => {
                self.add(Count::Reveals, 1);
                self.add(Count::HuntTiles, u32::from(public.hunting));
            }
            Event::FlippedDown { .. } => self.add(Count::FlippedDown, 1),
            Event::CardPlayed { effect, window, .. } => {
                self.feat = if window { self.feat } else { Feat::None };
                self.add(Count::CardsPlayed, 1);
                self.add(Count::WindowCards, u32::from(window));
                self.components |= 1 << (MAX_TILES + effect as usize);
            }
            Event::Drew { count, .. } => self.add(Count::CardsDrawn, u32::from(count)),
            Event::MarkerUsed { .. } => self.add(Count::MarkersUsed, 1),
            _ => {}
        }
    }

    fn finish(&mut self, game: &Riverbed, state: &State<Riverbed>, outcome: &Outcome) {
        for space in super::bits(state.public.face_up) {
            self.components |= 1 << state.public.shown[space];
        }
        debug_assert!(game.tiles.len() <= MAX_TILES);
        match self.feat {
            Feat::Hunt if outcome.ending == Ending::Logs as u8 => self.add(Count::HuntsWon, 1),
            Feat::Con if outcome.ending == Ending::Coins as u8 => self.add(Count::ConsWon, 1),
            Feat::Uncover(seat) if outcome.winners.has(balance_engine::Seat(seat as u8)) => {
                self.add(Count::UncoversWon, 1);
            }
            _ => {}
        }
    }
}
