//! River tiles: what they show, and how one is executed from top to bottom when it is turned face-up.

use super::bots::value::texts_worth;
use super::play::Playing;
use super::state::{Ask, Event, Move, TileFrame};
use balance_engine::{Purpose, Recorder, Seat};
use balance_kit::provenance::Marks;

/// What the three sides look for (RB-46).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    Kelp,
    Log,
    Coin,
}

impl Element {
    pub const ALL: [Element; 3] = [Element::Kelp, Element::Log, Element::Coin];
}

balance_kit::listed! {
    /// An instant effect (RB-49). Texts are mandatory unless they say "may" (RB-53).
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Text {
        RevealAdjacent => "reveal-adjacent",
        FlipDown => "flip-down",
        View => "view",
        Swap => "swap",
        DiscardRandom => "discard-random",
        ShuffleAdjacent => "shuffle-adjacent",
    }
}

/// One thing a tile does when it is turned face-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TileStep {
    /// So many of an element for its track.
    Count(Element, u8),
    Text(Text),
}

#[derive(Clone, Debug)]
pub struct Tile {
    pub number: u8,
    pub hunt: bool,
    pub steps: Vec<TileStep>,
    /// How many of these each of its layers has.
    pub layers: Vec<usize>,
    pub elements: [u8; 3],
    /// What bots take its texts for.
    pub texts_worth: f32,
    /// How sure we are of it.
    pub marks: Marks,
}

impl Tile {
    /// A tile without icon that does `steps` from top to bottom.
    pub fn new(number: u8, steps: Vec<TileStep>, layers: Vec<usize>, marks: Marks) -> Self {
        let mut elements = [0; 3];
        let mut texts = [0; Text::ALL.len()];
        for step in &steps {
            match step {
                TileStep::Count(element, count) => elements[*element as usize] += count,
                TileStep::Text(text) => texts[*text as usize] += 1,
            }
        }
        Tile {
            number,
            hunt: false,
            steps,
            layers,
            elements,
            texts_worth: texts_worth(texts),
            marks,
        }
    }
}

impl<R: Recorder<super::Riverbed>> Playing<'_, R> {
    /// Turns the tile on `space` face-up for `revealer` and executes it (RB-48) until somebody has to choose, the game
    /// ends, or all is done.
    pub fn reveal(&mut self, revealer: Seat, space: u8) {
        let tile = self.state.hidden.tile_at[space as usize];
        let public = &mut self.state.public;
        let informed = public.has_seen(revealer, space.into());
        public.face_up |= 1 << space;
        public.shown[space as usize] = tile;
        let shown = &self.game.tiles[tile as usize];
        public.record[revealer].note(shown);
        if informed {
            public.record[revealer].note_viewed(shown);
        }
        if public.hunting && (public.depth == 0 || self.game.rules.penalty_counts_effects) {
            public.hunt_revealed |= 1 << space;
        }
        public.frames[public.depth as usize] = TileFrame {
            space,
            step: 0,
            revealer,
        };
        public.depth += 1;
        self.everybody_knows(tile, space);
        self.tell(Event::Revealed {
            seat: revealer,
            space,
            tile,
        });
        self.execute();
    }

    /// Turns the face-up tile on `space` face-down and takes its elements off the tracks (RB-50).
    pub fn flip_down(&mut self, seat: Seat, space: u8) {
        let public = &mut self.state.public;
        let tile = public.shown[space as usize];
        public.face_up &= !(1 << space);
        for seen in public.seen.first_mut(self.game.players) {
            *seen |= 1 << space;
        }
        for (track, count) in public.tracks.iter_mut().zip(self.game.tiles[tile as usize].elements) {
            *track -= count;
        }
        self.tell(Event::FlippedDown { seat, space, tile });
    }

    /// Goes on with the tiles being executed, innermost first.
    pub fn execute(&mut self) {
        while self.state.public.depth > 0 {
            let frame = &mut self.state.public.frames[self.state.public.depth as usize - 1];
            let TileFrame { space, step, revealer } = *frame;
            let tile = self.state.public.shown[space as usize];
            let Some(&what) = self.game.tiles[tile as usize].steps.get(step as usize) else {
                self.state.public.depth -= 1;
                continue;
            };
            frame.step += 1;
            match what {
                TileStep::Count(element, count) => {
                    self.state.public.tracks[element as usize] += count;
                    if self.track_ends(element) {
                        return;
                    }
                }
                TileStep::Text(text) => {
                    if self.ask_text(text, space, revealer) {
                        return;
                    }
                }
            }
        }
        self.after_tile();
    }

    /// Asks what a text leaves open; false when there is nothing to choose or the text is skipped.
    fn ask_text(&mut self, text: Text, space: u8, revealer: Seat) -> bool {
        let decider = self.game.text_decider(&self.state.public, revealer);
        if text == Text::ShuffleAdjacent {
            let face_down = self.game.board.adjacent[space as usize] & self.face_down();
            if face_down.count_ones() >= 2 {
                self.shuffle_tiles(decider, face_down);
            }
            return false;
        }
        if self.game.text_has_target(&self.state.public, text, space, decider) {
            self.ask(decider, Ask::Text { text, first: None });
            return true;
        }
        false
    }

    /// Carries out the choice made for the text of the innermost tile.
    pub fn text_chosen(&mut self, seat: Seat, text: Text, first: Option<u8>, mv: Move) {
        match (text, mv) {
            (Text::RevealAdjacent, Move::Space(space)) => return self.reveal(seat, space),
            (Text::FlipDown, Move::Space(space)) => self.flip_down(seat, space),
            (Text::View, Move::Space(space)) => self.look(seat, space),
            (Text::Swap, Move::Space(space)) => match first {
                None => {
                    return self.ask(
                        seat,
                        Ask::Text {
                            text,
                            first: Some(space),
                        },
                    );
                }
                Some(other) => self.swap_tiles(seat, other, space),
            },
            (Text::DiscardRandom, Move::Seat(victim)) => {
                let hand = self.state.private[victim].hand;
                let card = self.chance.stream(Purpose::Events).one_of(hand) as u8;
                self.discard(victim, card);
            }
            _ => {}
        }
        self.execute();
    }
}
