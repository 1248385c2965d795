//! River tiles: what they show, and how one is executed from top to bottom when it is turned face-up.

use super::bots::value::texts_worth;
use super::content::BLANK;
use super::play::Playing;
use super::state::{Ask, Event, Move, TileFrame};
use balance_engine::{Purpose, Recorder, Seat};
use balance_kit::provenance::Marks;
use balance_kit::schema::messages::suggest;
use toml::Value;

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
        /// A face-down tile next to it may be turned up.
        RevealAdjacent => "reveal-adjacent",
        /// Another face-up tile within reach is turned down.
        FlipDown => "flip-down",
        /// A face-down tile within reach is looked at.
        View => "view",
        /// Two face-down tiles anywhere change places.
        Swap => "swap",
        /// Another player discards a card at random.
        DiscardRandom => "discard-random",
        /// The face-down tiles next to it are shuffled.
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

/// Reads one layer: a text, elements joined by ` + `, or nothing.
/// Otherwise tells what is wrong, and what was probably meant.
pub fn read_layer(text: &str) -> Result<Vec<TileStep>, (String, String)> {
    if text == BLANK {
        return Ok(Vec::new());
    }
    if let Some(effect) = Text::ALL.iter().find(|effect| effect.key() == text) {
        return Ok(vec![TileStep::Text(*effect)]);
    }
    parts(text).into_iter().map(|part| element(part, text)).collect()
}

/// Layers that are a little else than these: one layer of one element with one more or less of it, one element in the place of
/// a text, or two neighbours exchanged.
pub fn near_layers(layers: &Value) -> Vec<Value> {
    let layers = layers.as_array().into_iter().flatten().filter_map(Value::as_str);
    let layers: Vec<&str> = layers.collect();
    let texts = || layers.iter().map(|layer| (*layer).to_owned());
    let mut all: Vec<Vec<String>> = Vec::new();
    for (at, layer) in layers.iter().enumerate() {
        let instead: Vec<String> = match read_layer(layer).as_deref() {
            Ok([TileStep::Count(element, count)]) => {
                let counts = [count - 1, count + 1].into_iter();
                let counts = counts.filter(|count| (1..=9).contains(count));
                counts.map(|count| written(*element, count)).collect()
            }
            Ok([TileStep::Text(_)]) => Element::ALL.map(|element| written(element, 1)).into(),
            _ => Vec::new(),
        };
        all.extend(instead.into_iter().map(|layer| {
            let mut changed: Vec<String> = texts().collect();
            changed[at] = layer;
            changed
        }));
    }
    let uneven = (1..layers.len()).filter(|at| layers[at - 1] != layers[*at]);
    all.extend(uneven.map(|at| {
        let mut changed: Vec<String> = texts().collect();
        changed.swap(at - 1, at);
        changed
    }));
    all.into_iter().map(Value::from).collect()
}

/// So many of an element as one layer.
fn written(element: Element, count: u8) -> String {
    match (element, count) {
        (Element::Kelp, _) => format!("{count} kelp"),
        (Element::Log, 1) => "1 log".to_owned(),
        (Element::Log, _) => format!("{count} logs"),
        (Element::Coin, 1) => "1 coin".to_owned(),
        (Element::Coin, _) => format!("{count} coins"),
    }
}

fn element(part: &str, whole: &str) -> Result<TileStep, (String, String)> {
    let known = || {
        let write = format!(
            "write \"2 kelp\", \"1 log\", \"1 coin\" or one of: {}",
            Text::ALL.map(Text::key).join(", ")
        );
        let help = match meant(whole) {
            _ if has_text(whole) => format!("a text is its own layer: write \"{}\"", parts(whole).join("\", \"")),
            None => write,
            Some(near) if near.contains(" + ") => format!(
                "write \"{near}\" for one layer of all of these, or \"{}\" for a layer of each",
                near.replace(" + ", "\", \"")
            ),
            Some(near) => format!("did you mean \"{near}\"? If not, {write}"),
        };
        (format!("the layer \"{whole}\" is neither elements nor a text"), help)
    };
    let (count, named) = part.split_once(' ').ok_or_else(known)?;
    let element = match named.trim() {
        "kelp" => Element::Kelp,
        "log" | "logs" => Element::Log,
        "coin" | "coins" => Element::Coin,
        _ => return Err(known()),
    };
    match count.parse() {
        Ok(count @ 1..=9) => Ok(TileStep::Count(element, count)),
        _ => Err((
            format!("\"{count}\" is not a number of elements"),
            "a layer shows 1 to 9 of an element".into(),
        )),
    }
}

/// The parts of a layer that are joined by `+`.
fn parts(whole: &str) -> Vec<&str> {
    whole.split('+').map(str::trim).collect()
}

/// Is a text joined with something else?
fn has_text(whole: &str) -> bool {
    parts(whole)
        .iter()
        .any(|part| Text::ALL.iter().any(|text| text.key() == *part))
}

/// The layer that was probably meant: a text misspelt, or elements that are joined in another way, such as `1 log, 1 coin`.
fn meant(whole: &str) -> Option<String> {
    if let Some(near) = suggest(whole, Text::ALL.map(Text::key)) {
        return Some(near.to_owned());
    }
    let mut layers: Vec<String> = Vec::new();
    let mut count: Option<&str> = None;
    let parts = whole.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    for part in parts.filter(|part| !part.is_empty() && *part != "and") {
        // A number may stand there without the blank behind it.
        let (digits, named) = part.split_at(part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len()));
        if !digits.is_empty() && count.replace(digits).is_some() {
            return None;
        }
        if !named.is_empty() {
            let near = suggest(named, ["kelp", "log", "coin"])?;
            let count = count.take().unwrap_or("1");
            let plural = if count == "1" || near == "kelp" { "" } else { "s" };
            layers.push(format!("{count} {near}{plural}"));
        }
    }
    (!layers.is_empty() && count.is_none()).then(|| layers.join(" + "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Elements joined in another way than by ` + ` are told in both of the ways that there are.
    #[test]
    fn layers_are_changed_a_little() {
        let near = |layers: &[&str]| -> Vec<Vec<String>> {
            let all = near_layers(&Value::from(layers.to_vec())).into_iter();
            all.map(|value| value.try_into().expect("texts")).collect()
        };
        let layers = ["2 logs", "swap", "1 kelp + 1 coin"];
        let other = [
            ["3 logs", "swap", "1 kelp + 1 coin"],
            ["1 log", "swap", "1 kelp + 1 coin"],
            ["2 logs", "1 kelp", "1 kelp + 1 coin"],
            ["2 logs", "1 log", "1 kelp + 1 coin"],
            ["2 logs", "1 coin", "1 kelp + 1 coin"],
            ["swap", "2 logs", "1 kelp + 1 coin"],
            ["2 logs", "1 kelp + 1 coin", "swap"],
        ];
        let mut found = near(&layers);
        found.sort();
        let mut other = other.map(|layers| layers.map(str::to_owned).to_vec());
        other.sort();
        assert_eq!(found, other);
        assert_eq!(near(&["1 kelp"]), [["2 kelp"]]);
        assert_eq!(near(&["9 kelp"]), [["8 kelp"]]);
        assert_eq!(near(&["blank"]), Vec::<Vec<String>>::new());
        assert_eq!(
            near(&["2 kelp", "2 kelp"]).len(),
            4,
            "the same layers in another order are no change"
        );
    }

    #[test]
    fn what_was_meant_by_a_layer() {
        for text in [
            "1 log, 1 coin", "1 log and 1 coin", "1 log & coin", "1log/1coin", "1 log 1 coins",
        ] {
            let (_, help) = read_layer(text).expect_err("no layer");
            let wanted =
                "write \"1 log + 1 coin\" for one layer of all of these, or \"1 log\", \"1 coin\" for a layer of each";
            assert_eq!(help, wanted, "{text}");
        }
        for (text, near) in [
            ("2 kelb", "2 kelp"),
            ("2kelp", "2 kelp"),
            ("log", "1 log"),
            ("3 loggs", "3 logs"),
            ("vew", "view"),
        ] {
            let (_, help) = read_layer(text).expect_err("no layer");
            assert!(
                help.starts_with(&format!("did you mean \"{near}\"? If not, write ")),
                "{help}"
            );
        }
        for (text, layers) in [
            ("1 coin + view", r#""1 coin", "view""#),
            ("swap+1 log", r#""swap", "1 log""#),
        ] {
            let (_, help) = read_layer(text).expect_err("no layer");
            assert_eq!(help, format!("a text is its own layer: write {layers}"));
        }
        for text in ["zebra", "1 2 logs", "1 log 3", ""] {
            let (_, help) = read_layer(text).expect_err("no layer");
            assert!(help.starts_with("write \"2 kelp\", "), "{text}: {help}");
        }
    }
}
