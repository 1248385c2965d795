//! What a run counts in Riverbed Hunt, game by game: how often things happen, and which tiles and cards were in it.

use super::cards::EFFECTS;
use super::state::{Ending, Event, HuntEnd};
use super::{MAX_TILES, Riverbed};
use balance_engine::{Component, ComponentSet, Counter, Outcome, Presence, Recorder, State};
use balance_kit::Metrics;

balance_kit::counters! {
    /// What a run counts.
    pub enum Count, Counts {
        Dives => Counter::new("dives", "tiles viewed by Dive"),
        Swims => Counter::new("swims", "Swim actions"),
        CoOps => Counter::new("co-ops", "Co-op actions"),
        Uncovers => Counter::new("uncovers", "Uncover actions").when("uncovers"),
        Hunts => Counter::new("hunts", "Hunts declared by the Leader"),
        HuntsWon => Counter::success("hunts-won", "Hunts that ended the game for the separatists", "hunts"),
        HuntPenalties => Counter::success("hunt-penalties", "Hunts after which the Chief flipped a tile", "hunts"),
        HuntTiles => Counter::new("hunt-tiles", "tiles turned face-up during Hunts"),
        Cons => Counter::new("cons", "Cons declared by the Profiteer"),
        ConsWon => Counter::success("cons-won", "Cons that ended the game for the Profiteer", "cons"),
        UncoversWon => Counter::success(
            "uncovers-won",
            "Uncovers that ended the game for the side of the player",
            "uncovers",
            ),
        Reveals => Counter::new("reveals", "tiles turned face-up"),
        FlippedDown => Counter::new("flipped-down", "tiles turned face-down again"),
        CardsPlayed => Counter::new("cards-played", "ability cards played").when("cards-per-turn"),
        WindowCards => Counter::new("window-cards", "ability cards played in another player's turn").when("cards-per-turn"),
        CardsDrawn => Counter::new("cards-drawn", "ability cards drawn"),
        MarkersUsed => Counter::new("markers-used", "refresh markers used").when("refresh-marker"),
        Views => Counter::new("views", "tiles viewed by cards and texts"),
    }
}

/// What is going on that may end the game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
enum Feat {
    #[default]
    None,
    Hunt,
    Con,
    Uncover(usize),
}

#[derive(Clone, Debug, Default)]
pub struct RiverbedMetrics {
    counts: Counts,
    components: u64,
    feat: Feat,
}

/// The components whose lift is measured: tiles face-up at the end, then ability cards played.
pub fn components(game: &Riverbed) -> Vec<Component> {
    let tile = |index: usize| {
        let tile = game.tiles.get(index);
        let name = tile.map_or_else(String::new, |tile| format!("tile {}", tile.number));
        Component::new(name, Presence::AtEnd)
    };
    let card = |effect: usize| {
        let in_deck = game.copies[effect] > 0;
        let name = if in_deck {
            game.card_names[effect].clone()
        } else {
            String::new()
        };
        Component::new(name, Presence::Used)
    };
    (0..MAX_TILES).map(tile).chain((0..EFFECTS).map(card)).collect()
}

impl Metrics<Riverbed> for RiverbedMetrics {
    const COUNTERS: &'static [Counter] = Count::TABLE;

    fn counts(&self) -> &[u32] {
        self.counts.all()
    }

    fn components(&self) -> ComponentSet {
        self.components.into()
    }
}

impl Recorder<Riverbed> for RiverbedMetrics {
    fn start(&mut self, _game: &Riverbed, _state: &State<Riverbed>) {
        *self = RiverbedMetrics::default();
    }

    #[expect(
        clippy::inline_always,
        reason = "what is made of an event of a known kind is a few instructions, a call more than that"
    )]
    #[inline(always)]
    fn event(&mut self, _game: &Riverbed, event: Event, public: &super::Public) {
        match event {
            Event::TurnBegan { .. } => self.feat = Feat::None,
            Event::Dived { .. } => self.counts.add(Count::Dives, 1),
            Event::Viewed { .. } => self.counts.add(Count::Views, 1),
            Event::Moved { swim: true, .. } => self.counts.add(Count::Swims, 1),
            Event::CoOp { .. } => self.counts.add(Count::CoOps, 1),
            Event::Uncovered { .. } => {
                self.counts.add(Count::Uncovers, 1);
                self.feat = Feat::Uncover(public.active.index());
            }
            Event::HuntDeclared { .. } => {
                self.counts.add(Count::Hunts, 1);
                self.feat = Feat::Hunt;
            }
            Event::HuntEnded { how, .. } => {
                self.counts
                    .add(Count::HuntPenalties, u32::from(how == HuntEnd::Penalty));
                self.feat = Feat::None;
            }
            Event::ConDeclared { .. } => {
                self.counts.add(Count::Cons, 1);
                self.feat = Feat::Con;
            }
            Event::Revealed { .. } => {
                self.counts.add(Count::Reveals, 1);
                self.counts.add(Count::HuntTiles, u32::from(public.hunting));
            }
            Event::FlippedDown { .. } => self.counts.add(Count::FlippedDown, 1),
            Event::CardPlayed { effect, window, .. } => {
                self.feat = if window { self.feat } else { Feat::None };
                self.counts.add(Count::CardsPlayed, 1);
                self.counts.add(Count::WindowCards, u32::from(window));
                self.components |= 1 << (MAX_TILES + effect as usize);
            }
            Event::Drew { cards, .. } => self.counts.add(Count::CardsDrawn, cards.count_ones()),
            Event::MarkerUsed { .. } => self.counts.add(Count::MarkersUsed, 1),
            _ => {}
        }
    }

    fn finish(&mut self, game: &Riverbed, state: &State<Riverbed>, outcome: &Outcome) {
        for space in super::bits(state.public.face_up) {
            self.components |= 1 << state.public.shown[space];
        }
        debug_assert!(game.tiles.len() <= MAX_TILES);
        match self.feat {
            Feat::Hunt if outcome.ending == Ending::Logs as u8 => self.counts.add(Count::HuntsWon, 1),
            Feat::Con if outcome.ending == Ending::Coins as u8 => self.counts.add(Count::ConsWon, 1),
            Feat::Uncover(seat) if outcome.winners.has(balance_engine::Seat(seat as u8)) => {
                self.counts.add(Count::UncoversWon, 1);
            }
            _ => {}
        }
    }
}
