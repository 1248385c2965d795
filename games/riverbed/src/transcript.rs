//! Riverbed Hunt in words.

use std::fmt::Write;

use super::board::Spaces;
use super::cards::Effect;
use super::state::{Action, Ask, Ending, Event, HuntEnd, Move, Role, Target};
use super::tiles::{Text, TileStep};
use super::{Public, Riverbed, bits};
use balance_engine::{Seat, State, View};
use balance_kit::Telling;

const TRACKS: [&str; 3] = ["kelp", "logs", "coins"];
/// One of an element, and several.
const ELEMENTS: [(&str, &str); 3] = [("kelp", "kelp"), ("log", "logs"), ("coin", "coins")];

fn hunt_end(how: HuntEnd) -> &'static str {
    match how {
        HuntEnd::Stopped => "here",
        HuntEnd::NoTiles => "with every tile face-up",
        HuntEnd::NoIcon => "without a log turned down",
        HuntEnd::Penalty => "with a log turned down",
    }
}

fn ending_text(ending: Ending) -> &'static str {
    match ending {
        Ending::Kelp => "kelp reaches its end: the merchants win",
        Ending::Logs => "logs reach their end: the separatists win",
        Ending::Coins => "coins reach their end: the Profiteer wins",
        Ending::CoinsForNobody => "coins reach their end, and no Profiteer plays: nobody wins",
        Ending::TurnCap => "the cap of turns ends the game",
    }
}

impl Telling for Riverbed {
    fn choice(&self, view: View<'_, Self>, mv: Move) -> String {
        match mv {
            Move::Space(space) => {
                let known =
                    seen_tile(view, space).map_or_else(String::new, |tile| format!(" with {}", self.tile(tile)));
                let starts = if view.public.ask == Ask::Place {
                    "to start on "
                } else {
                    ""
                };
                format!("{starts}space {}{known}", space + 1)
            }
            Move::Seat(seat) => seat.to_string(),
            Move::Dive => "to dive".to_owned(),
            Move::Swim => "to swim".to_owned(),
            Move::CoOp => "Co-op".to_owned(),
            Move::Uncover => "to uncover".to_owned(),
            Move::Card(effect) => format!("to play {}", self.card(effect)),
            Move::Discard(effect) => format!("to give up {}", self.card(effect)),
            Move::Refresh(action) => {
                let by = if view.public.ask == Ask::Menu {
                    "use your marker to "
                } else {
                    ""
                };
                format!("to {by}refresh {}", action_name(action))
            }
            Move::Exhaust(action) => format!("to exhaust {}", action_name(action)),
            Move::Hunt => "the Hunt".to_owned(),
            Move::Con => "the Con".to_owned(),
            Move::Stop => "to stop the Hunt".to_owned(),
            Move::Pass => match view.public.ask {
                Ask::Window(_) => "to play no card".to_owned(),
                Ask::Text { .. } => "to reveal no tile".to_owned(),
                _ => "nothing".to_owned(),
            },
            Move::EndTurn => "to end the turn".to_owned(),
        }
    }

    fn happening(&self, event: Event, public: &Public, to: Option<Seat>) -> Option<String> {
        let sees = |seat: Seat| to.is_none_or(|to| to == seat);
        // What one player alone has seen is told to others without its name.
        let secret = |seat: Seat, tile: u8| {
            if sees(seat) {
                self.tile(tile)
            } else {
                "its tile".to_owned()
            }
        };
        Some(match event {
            Event::Placed { seat, space } => format!("{seat} starts on space {}", space + 1),
            Event::TurnBegan { seat } => format!("{seat} is to move; {}", self.tracks(public)),
            Event::Dived { seat, space, tile } => {
                format!("{seat} dives at space {} and sees {}", space + 1, secret(seat, tile))
            }
            Event::Viewed { seat, space, tile } => {
                format!("{seat} looks at space {} and sees {}", space + 1, secret(seat, tile))
            }
            Event::Moved { seat, from, to, swim } => {
                let verb = if swim { "swims" } else { "moves" };
                format!("{seat} {verb} from space {} to {}", from + 1, to + 1)
            }
            Event::CoOp { seat, chosen } => format!("{seat} asks {chosen} to reveal a tile"),
            Event::Named { seat, chosen } => format!("{seat} names {chosen} instead"),
            Event::Uncovered { seat } => format!("{seat} uncovers"),
            Event::HuntDeclared { seat } => format!("{seat} declares the Hunt"),
            Event::HuntEnded { seat, how } => format!("the Hunt of {seat} ends {}", hunt_end(how)),
            Event::ConDeclared { seat } => format!("{seat} declares the Con"),
            Event::Revealed { seat, space, tile } => {
                format!("{seat} turns up {} on space {}", self.tile(tile), space + 1)
            }
            Event::FlippedDown { seat, space, tile } => {
                format!("{seat} turns {} on space {} face-down", self.tile(tile), space + 1)
            }
            Event::Swapped { seat, spaces: (a, b) } => {
                format!("{seat} swaps spaces {} and {} without looking", a + 1, b + 1)
            }
            Event::Shuffled { seat, spaces, tiles } => {
                let now = bits(spaces).zip(tiles);
                let now = now.map(|(space, tile)| format!("{}:{}", space + 1, self.tiles[tile as usize].number));
                let now = now.collect::<Vec<_>>().join(", ");
                let unseen = if to.is_none() {
                    format!("; now {now}")
                } else {
                    String::new()
                };
                format!("{seat} shuffles spaces {}{unseen}", list(spaces))
            }
            Event::CardPlayed { seat, effect, window } => {
                let when = if window { " in another's turn" } else { "" };
                format!("{seat} plays {}{when}", self.card(effect))
            }
            Event::Drew { seat, cards } if sees(seat) => format!("{seat} draws {}", self.cards(cards)),
            Event::Drew { seat, cards } => format!("{seat} draws {}", plural(cards.count_ones() as usize, "card")),
            Event::Reshuffled { .. } if to.is_some() => "the discards become the draw pile".to_owned(),
            Event::Reshuffled { deck } => {
                let pile = &deck[..public.deck as usize];
                format!("the discards become the {}", self.draw_pile(pile))
            }
            Event::Discarded { seat, effect } => format!("{seat} discards {}", self.card(effect)),
            Event::Stole { seat, from, effect } => {
                let known = sees(seat) || sees(from);
                let card = if known { self.card(effect) } else { "a card".to_owned() };
                format!("{seat} takes {card} from {from}")
            }
            Event::Confessed { seat, to, role } if sees(seat) || sees(to) => {
                format!("{seat} shows {to} its role: {}", role_name(role))
            }
            Event::Confessed { seat, to, .. } => format!("{seat} shows {to} its role"),
            Event::MarkerUsed { seat, action } => format!("{seat} uses its marker to refresh {}", action_name(action)),
            Event::Refreshed { seat, action } => format!("{seat} refreshes {}", action_name(action)),
            Event::Exhausted { seat, of, action } => format!("{seat} exhausts {} of {of}", action_name(action)),
            Event::Ended { ending } => ending_text(ending).to_owned(),
        })
    }

    fn seat_of_event(&self, event: Event, _public: &Public) -> Option<Seat> {
        match event {
            Event::Placed { seat, .. }
            | Event::TurnBegan { seat }
            | Event::Dived { seat, .. }
            | Event::Viewed { seat, .. }
            | Event::Moved { seat, .. }
            | Event::CoOp { seat, .. }
            | Event::Named { seat, .. }
            | Event::Uncovered { seat }
            | Event::HuntDeclared { seat }
            | Event::HuntEnded { seat, .. }
            | Event::ConDeclared { seat }
            | Event::Revealed { seat, .. }
            | Event::FlippedDown { seat, .. }
            | Event::Swapped { seat, .. }
            | Event::Shuffled { seat, .. }
            | Event::CardPlayed { seat, .. }
            | Event::Drew { seat, .. }
            | Event::Discarded { seat, .. }
            | Event::Stole { seat, .. }
            | Event::Confessed { seat, .. }
            | Event::MarkerUsed { seat, .. }
            | Event::Refreshed { seat, .. }
            | Event::Exhausted { seat, .. } => Some(seat),
            Event::Reshuffled { .. } | Event::Ended { .. } => None,
        }
    }

    fn how_to_play(&self) -> Vec<String> {
        let rules = &self.rules;
        let [kelp, logs, coins] = self.ends;
        let price = |cards: u8| match cards {
            0 => String::new(),
            1 => " give up a card,".to_owned(),
            _ => format!(" give up {cards} cards,"),
        };
        let draw = |cards: u8| plural(cards.into(), "card");
        let mut lines = vec![
            format!(
                "Goal: merchants and their Chief win at {kelp} kelp, separatists and their Leader at {logs} logs, the \
                 Profiteer at {coins} coins."
            ),
            self.seated(),
            "A tile counts, from top to bottom, when it is turned up, and no longer when it is turned down. The first goal \
             reached ends the game at once."
                .to_owned(),
            "In your turn you take one action, and may play a card before or after it.".to_owned(),
            "Dive: look at a tile within reach, that is on your space or next to it by water.".to_owned(),
            format!(
                "Swim: up to {} steps by water; one by land counts two. Draw {}.",
                rules.swim_steps,
                draw(rules.swim_draws)
            ),
            "Dive and Swim, once used, are exhausted until Co-op or Uncover refreshes both.".to_owned(),
            format!(
                "Co-op: another player turns up a tile of their choice within their reach. Draw {}.",
                draw(rules.coop_draws)
            ),
            format!(
                "Uncover, at most {} in a game:{} turn up a tile within reach.",
                plural(rules.uncovers.into(), "time"),
                price(rules.uncover_cost)
            ),
            format!(
                "Hunt, for the Leader when asked for Co-op:{} turn up tiles, from the second on anywhere, until you stop or \
                 one has no hunt icon. Then the Chief turns a log of these down again.",
                price(rules.hunt_cost)
            ),
            format!(
                "Con, for the Profiteer when asked for Co-op:{} turn up a tile, then another anywhere.",
                price(rules.con_cost)
            ),
            format!("You keep at most {} at the end of your turn.", draw(rules.hand_limit)),
        ];
        if rules.refresh_marker {
            let then = if rules.second_action_after_marker {
                ""
            } else {
                "; it gives no second action"
            };
            lines.push(format!(
                "Once in a game, before or after your action, your marker refreshes Dive or Swim{then}."
            ));
        }
        lines.push("Used cards are shuffled into a new draw pile once it is empty.".to_owned());
        lines.push(format!("Joined by water: {}.", self.joined(&self.board.reach)));
        lines.push(format!("Joined by land: {}.", self.joined(&self.board.land_step)));
        if self.copies[Effect::SlantingCurrent as usize] & self.deck != 0 {
            lines.push(format!("At a corner: {}.", self.joined(&self.board.diagonal)));
        }
        let tiles: Vec<String> = (0..self.tiles.len() as u8).map(|tile| self.tile(tile)).collect();
        lines.push(format!("Tiles in play: {}.", tiles.join(", ")));
        let printed = |text: Text| self.tiles.iter().any(|tile| tile.steps.contains(&TileStep::Text(text)));
        let texts = Text::ALL.into_iter().filter(|text| printed(*text));
        lines.extend(texts.map(|text| format!("A tile that {}: {}", text_name(text), text.help())));
        let dealt = Effect::ALL
            .into_iter()
            .filter(|effect| self.copies[*effect as usize] & self.deck != 0);
        lines.extend(dealt.map(|effect| format!("{}: {}", self.card(effect), effect.help())));
        lines
    }

    fn kind(&self, event: Event) -> String {
        let tile = |tile: u8| format!("tile {}", self.tiles[tile as usize].number);
        match event {
            Event::Placed { .. } => "a meeple is placed".to_owned(),
            Event::TurnBegan { .. } => "a turn begins".to_owned(),
            Event::Dived { .. } => "a player dives".to_owned(),
            Event::Viewed { .. } => "a tile is looked at".to_owned(),
            Event::Moved { swim: true, .. } => "a player swims".to_owned(),
            Event::Moved { .. } => "a meeple moves".to_owned(),
            Event::CoOp { .. } => "Co-op is asked for".to_owned(),
            Event::Named { .. } => "another is named for Co-op".to_owned(),
            Event::Uncovered { .. } => "a player uncovers".to_owned(),
            Event::HuntDeclared { .. } => "the Hunt is declared".to_owned(),
            Event::HuntEnded { .. } => "the Hunt ends".to_owned(),
            Event::ConDeclared { .. } => "the Con is declared".to_owned(),
            Event::Revealed { tile: it, .. } => format!("{} is turned up", tile(it)),
            Event::FlippedDown { tile: it, .. } => format!("{} is turned face-down", tile(it)),
            Event::Swapped { .. } => "two tiles change places".to_owned(),
            Event::Shuffled { .. } => "tiles are shuffled".to_owned(),
            Event::CardPlayed { effect, .. } => format!("{} is played", self.card(effect)),
            Event::Drew { .. } => "cards are drawn".to_owned(),
            Event::Reshuffled { .. } => "the discards become the draw pile".to_owned(),
            Event::Discarded { effect, .. } => format!("{} is discarded", self.card(effect)),
            Event::Stole { .. } => "a card is taken from another hand".to_owned(),
            Event::Confessed { .. } => "a role is shown in secret".to_owned(),
            Event::MarkerUsed { .. } => "a marker is used".to_owned(),
            Event::Refreshed { .. } => "an action is refreshed".to_owned(),
            Event::Exhausted { .. } => "an action is exhausted".to_owned(),
            Event::Ended { .. } => "the game ends".to_owned(),
        }
    }

    /// How far a tile is executed follows from how many layers it has, and what was executed before is over.
    fn same_table(&self, a: &Public, b: &Public) -> bool {
        let executed = |public: &Public| {
            let frames = public.frames[..public.depth as usize].iter();
            frames.map(|frame| (frame.space, frame.revealer)).collect::<Vec<_>>()
        };
        let lying = Public {
            frames: a.frames,
            ..b.clone()
        };
        *a == lying && executed(a) == executed(b)
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let public = &state.public;
        let moment = match public.ask {
            Ask::Over => "the game is over".to_owned(),
            Ask::Place => format!("{} places its meeple next", public.decider),
            ask => {
                let question = self
                    .question(ask)
                    .map_or_else(String::new, |asked| format!("; {} chooses {asked}", public.decider));
                format!("turn {} is that of {}{question}", public.turn, public.active)
            }
        };
        let mut lines = vec![self.tracks(public)];
        let river = bits(self.board.tiled).map(|space| {
            let up = public.face_up >> space & 1 == 1;
            let name =
                knows(state, space, to).map_or("?".to_owned(), |tile| self.tiles[tile as usize].number.to_string());
            format!("{}:{name}{}", space + 1, if up { " up" } else { "" })
        });
        lines.push(format!("river (space:tile) {}", river.collect::<Vec<_>>().join(", ")));
        if to.is_some() {
            lines.extend(bits(self.board.tiled).filter_map(|space| {
                let up = public.face_up >> space & 1 == 1;
                let tile = self.tile(knows(state, space, to)?);
                let how = if up { "face-up" } else { "face-down, but you know it" };
                Some(format!("space {}: {tile}, {how}", space + 1))
            }));
        }
        lines.extend((0..self.players as u8).map(|seat| self.seat_line(state, Seat(seat), to)));
        let pile = &state.hidden.deck[..public.deck as usize];
        lines.push(match to {
            Some(_) => format!("draw pile: {}", plural(pile.len(), "card")),
            None => self.draw_pile(pile),
        });
        lines.push(format!("discard pile: {}", self.cards(public.discards)));
        if public.spent != 0 {
            lines.push(format!("used or given up this turn: {}", self.cards(public.spent)));
        }
        if let (None, Some(role)) = (to, state.hidden.left_out) {
            lines.push(format!("left in the box: {}", role_name(role)));
        }
        lines.push(moment);
        lines
    }

    fn picture(&self, state: &State<Self>, to: Option<Seat>) -> Option<String> {
        Some(self.draw_river(state, to))
    }
}

/// The tile on `space` as far as `to` knows it, or in any case.
pub(super) fn knows(state: &State<Riverbed>, space: usize, to: Option<Seat>) -> Option<u8> {
    let tile = state.hidden.tile_at[space];
    let seen = |to: Seat| {
        let up = state.public.face_up >> space & 1 == 1;
        up || state.private[to].place_of.get(tile as usize) == Some(&(1 << space))
    };
    to.is_none_or(seen).then_some(tile)
}

/// The tile on `space`, if the seat has seen it there.
fn seen_tile(view: View<'_, Riverbed>, space: u8) -> Option<u8> {
    let here: Spaces = 1 << space;
    if view.public.face_up & here != 0 {
        return Some(view.public.shown[space as usize]);
    }
    (0..view.game.tiles.len() as u8).find(|tile| view.private.place_of[*tile as usize] == here)
}

impl Riverbed {
    /// The pairs of spaces of which one is in the row of the other, each once.
    fn joined(&self, rows: &[Spaces]) -> String {
        let pairs = bits(self.board.tiled).flat_map(|one| {
            let others = bits(rows[one]).filter(move |other| *other > one);
            others.map(move |other| format!("{}-{}", one + 1, other + 1))
        });
        pairs.collect::<Vec<_>>().join(", ")
    }

    /// Which roles are dealt.
    fn seated(&self) -> String {
        let [merchants, separatists, profiteers] = self.others.map(usize::from);
        let more = match self.fifth {
            super::Fifth::None => "",
            super::Fifth::Unseen => ", a separatist or a Profiteer",
            super::Fifth::Fixed(Role::Profiteer) => ", a Profiteer",
            super::Fifth::Fixed(_) => ", a separatist",
        };
        let all = [
            (merchants, "merchant"),
            (separatists, "separatist"),
            (profiteers, "Profiteer"),
        ];
        let some = all.into_iter().filter(|(count, _)| *count > 0);
        let some: Vec<String> = some.map(|(count, name)| plural(count, name)).collect();
        format!(
            "At the table: the Chief, the Leader, {}{more}. Only the Chief is known; every other role is secret.",
            some.join(", ")
        )
    }

    /// What is to be chosen; none where the choices say it.
    fn question(&self, ask: Ask) -> Option<String> {
        Some(match ask {
            Ask::Place | Ask::Menu | Ask::Over => return None,
            Ask::DiveTile => "a tile to look at".to_owned(),
            Ask::SwimSpace => "where to swim".to_owned(),
            Ask::Partner => "whom to ask for Co-op".to_owned(),
            Ask::Chosen => "a tile to turn up, asked for Co-op".to_owned(),
            Ask::Pay(..) | Ask::HandLimit => "a card to give up".to_owned(),
            Ask::HuntTile { .. } => "a tile to turn up in the Hunt".to_owned(),
            Ask::ConFirst | Ask::ConSecond => "a tile to turn up in the Con".to_owned(),
            Ask::Penalty => "a log to turn down".to_owned(),
            Ask::UncoverTile => "a tile to turn up".to_owned(),
            Ask::Text { first: Some(space), .. } => {
                format!("the tile that changes places with that on space {}", space + 1)
            }
            Ask::Text { text, .. } => format!("for the tile: {}", text.help()),
            Ask::Card {
                effect,
                first: Some(first),
            } => {
                let first = match first {
                    Target::Space(space) => format!("space {}", space + 1),
                    Target::Seat(seat) => seat.to_string(),
                };
                format!("for {} with {first}: {}", self.card(effect), effect.help())
            }
            Ask::Card { effect, .. } | Ask::WindowCard(effect, _) => {
                format!("for {}: {}", self.card(effect), effect.help())
            }
            Ask::Window(_) => "whether to play a card".to_owned(),
        })
    }

    fn card(&self, effect: Effect) -> String {
        self.card_names[effect as usize].clone()
    }

    /// A draw pile, of which the last card is drawn first.
    fn draw_pile(&self, pile: &[u8]) -> String {
        let names = pile.iter().rev().map(|card| self.card(self.effect_of[*card as usize]));
        let names = names.collect::<Vec<_>>().join(", ");
        let names = if names.is_empty() { "no cards" } else { &names };
        format!("draw pile from the top: {names}")
    }

    fn cards(&self, cards: u64) -> String {
        let held = Effect::ALL.into_iter().map(|effect| {
            let copies = (cards & self.copies[effect as usize]).count_ones();
            (copies, self.card(effect))
        });
        let named = held
            .filter(|(copies, _)| *copies > 0)
            .map(|(copies, name)| match copies {
                1 => name,
                copies => format!("{copies} × {name}"),
            });
        let named = named.collect::<Vec<_>>().join(", ");
        if named.is_empty() { "no cards".to_owned() } else { named }
    }

    /// What lies in front of a seat, and its hand as far as `to` knows it.
    fn seat_line(&self, state: &State<Self>, seat: Seat, to: Option<Seat>) -> String {
        let public = &state.public;
        let private = &state.private[seat];
        let own = to.is_none_or(|to| to == seat);
        let shown = public.role[seat].or_else(|| to.and_then(|to| state.private[to].seen_role[seat]));
        let role = if own { Some(private.role) } else { shown };
        let mut parts = vec![role.map_or("role unknown", role_name).to_owned()];
        if own && public.role[seat].is_none() {
            parts[0] += " in secret";
        }
        parts.push(match public.meeple[seat].space() {
            Some(space) => format!("on space {}", space + 1),
            None => "not on the river yet".to_owned(),
        });
        parts.push(if own {
            self.cards(private.hand)
        } else {
            plural(public.hand_size[seat].into(), "card")
        });
        let marks = public.marks[seat];
        let exhausted = [(marks.dive, Action::Dive), (marks.swim, Action::Swim)];
        for (_, action) in exhausted.into_iter().filter(|(exhausted, _)| *exhausted) {
            parts.push(format!("{} exhausted", action_name(action)));
        }
        if marks.marker_used {
            parts.push("marker used".to_owned());
        }
        if marks.uncovers > 0 {
            parts.push(plural(marks.uncovers.into(), "Uncover") + " made");
        }
        format!("{seat}: {}", parts.join(", "))
    }

    pub(super) fn hand_line(&self, state: &State<Self>, seat: Seat) -> String {
        format!("in the hand of {seat}: {}", self.cards(state.private[seat].hand))
    }

    /// Number and layers: "tile 3 (hunt icon; 1 kelp, then 1 log)".
    fn tile(&self, tile: u8) -> String {
        let hunt = if self.tiles[tile as usize].hunt {
            "hunt icon; "
        } else {
            ""
        };
        let layers = match self.layers(tile, " and ").join(", then ") {
            layers if layers.is_empty() => "nothing".to_owned(),
            layers => layers,
        };
        format!("tile {} ({hunt}{layers})", self.tiles[tile as usize].number)
    }

    /// What a tile shows, line by line: the hunt icon, then what happens from top to bottom.
    pub(super) fn faces(&self, tile: u8) -> Vec<String> {
        let hunt = self.tiles[tile as usize].hunt.then(|| "hunt icon".to_owned());
        hunt.into_iter().chain(self.layers(tile, " + ")).collect()
    }

    /// What a tile does from top to bottom, layer by layer, the elements of one joined by `and`.
    fn layers(&self, tile: u8, and: &str) -> Vec<String> {
        let told = |step: &TileStep| match *step {
            TileStep::Count(element, count) => {
                let (one, more) = ELEMENTS[element as usize];
                format!("{count} {}", if count == 1 { one } else { more })
            }
            TileStep::Text(text) => text_name(text).to_owned(),
        };
        let tile = &self.tiles[tile as usize];
        let mut steps = tile.steps.iter();
        let layer = |count: &usize| steps.by_ref().take(*count).map(told).collect::<Vec<_>>().join(and);
        let layers: Vec<String> = tile.layers.iter().map(layer).collect();
        layers.into_iter().filter(|layer| !layer.is_empty()).collect()
    }

    pub(super) fn tracks(&self, public: &Public) -> String {
        let mut out = String::new();
        for (index, name) in TRACKS.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let _ = write!(out, "{comma}{name} {} of {}", public.tracks[index], self.ends[index]);
        }
        out
    }
}

fn list(spaces: Spaces) -> String {
    let all = bits(spaces).map(|space| (space + 1).to_string());
    all.collect::<Vec<_>>().join(", ")
}

fn action_name(action: Action) -> &'static str {
    match action {
        Action::Dive => "Dive",
        Action::Swim => "Swim",
    }
}

pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Chief => "Chief",
        Role::Merchant => "merchant",
        Role::Leader => "Leader",
        Role::Separatist => "separatist",
        Role::Profiteer => "Profiteer",
    }
}

/// What a text of a tile does, in a few words.
fn text_name(text: Text) -> &'static str {
    match text {
        Text::RevealAdjacent => "may reveal a neighbour",
        Text::FlipDown => "flips another down",
        Text::View => "views a tile",
        Text::Swap => "swaps two tiles",
        Text::DiscardRandom => "lets another discard",
        Text::ShuffleAdjacent => "shuffles neighbours",
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
