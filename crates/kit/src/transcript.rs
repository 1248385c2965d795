//! Games in words: what a replay tells, and how games are found that are worth telling.
//!
//! A game says what its choices, events and positions are called; everything else is the same for all games. What is told
//! is data ([`Transcript`]); nothing here prints.

use std::fmt::Debug;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

use crate::Metrics;
use crate::picture::described;
use balance_engine::tally::SeatResult;
use balance_engine::{Bot, Game, MAX_SEATS, MovePlan, Moves, Outcome, Recorder, Seat, State, Stream, View};

/// How a game is told. Every method has a default, so that a game can be replayed before it has words of its own.
pub trait Telling: Game {
    /// What `mv` is called by the one who chooses it.
    fn choice(&self, _view: View<'_, Self>, mv: Self::Move) -> String {
        words(&mv)
    }

    /// What `event` is called by somebody who sees what `to` sees, or everything; none where there is nothing to see.
    /// Unless a game says otherwise one seat is told nothing, for what happens may be a secret of another.
    fn happening(&self, event: Self::Event, _public: &Self::Public, to: Option<Seat>) -> Option<String> {
        to.is_none().then(|| words(&event))
    }

    /// What kind of thing `event` is, in a few words: with the tile, card or die that it is about, but without who, where and
    /// how much. Games that part are counted by it. The name of its variant, unless a game says otherwise.
    fn kind(&self, event: Self::Event) -> String {
        head(&event)
    }

    /// Whose event it is: the seat that does it, or to which it happens; none where it is nobody's, such as a new round.
    fn seat_of_event(&self, _event: Self::Event, _public: &Self::Public) -> Option<Seat> {
        None
    }

    /// The goal in one line and then, line by line, how it is played under the rules in force: what a person at the table
    /// must know. Empty unless a game says so.
    fn how_to_play(&self) -> Vec<String> {
        Vec::new()
    }

    /// Is all the same that lies on two tables? A game whose [`Game::Public`] keeps what follows from its rules and the rest of
    /// the table leaves that out here, or games under other rules would seem to part where nothing is to be seen.
    fn same_table(&self, a: &Self::Public, b: &Self::Public) -> bool {
        a == b
    }

    /// The position in a few lines, as `to` sees it, or everything.
    fn position_lines(&self, _state: &State<Self>, _to: Option<Seat>) -> Vec<String> {
        Vec::new()
    }

    /// The position as an SVG picture, as `to` sees it, or everything.
    fn picture(&self, _state: &State<Self>, _to: Option<Seat>) -> Option<String> {
        None
    }
}

/// What is wanted of a replay.
#[derive(Clone, Copy, Debug, Default)]
pub struct TranscriptOptions {
    /// Only what this seat can know.
    pub seen_by: Option<Seat>,
    /// Why bots choose, where they can say.
    pub why: bool,
    /// The picture at the beginning of this turn, or at the end of a shorter game.
    pub picture: Option<u32>,
    /// The position before every choice that is told, and the last one.
    pub film: bool,
}

/// A whole game in words, or what was played of one that broke.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Transcript {
    /// Who plays: one line a seat.
    pub seats: Vec<ToldSeat>,
    /// The position once the game is laid out.
    pub start: Vec<String>,
    /// Turn by turn; the first is what happens before turn 1, if anything.
    pub turns: Vec<ToldTurn>,
    /// Further choices, of which nothing is told: a game that has so many is taken to go on for ever.
    #[serde(skip_serializing_if = "nothing")]
    pub untold: u32,
    /// What broke the game before its end, if anything did: then nobody has won, and it has no ending.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
    /// The last position; of a game that broke, the one before the last choice.
    pub end: Vec<String>,
    /// Name of the ending.
    pub ending: String,
    /// Seats that won, from 1.
    pub winners: Vec<u8>,
    /// Sides that won.
    pub sides: Vec<String>,
    /// Turns played.
    pub turns_played: u32,
    /// Choices between at least two moves; none for a seat that cannot know what others chose between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decisions: Option<u32>,
    /// The picture asked for.
    #[serde(skip)]
    pub picture: Option<String>,
}

/// Is there nothing to be said of this number?
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn nothing(number: &u32) -> bool {
    *number == 0
}

/// One seat of a game told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ToldSeat {
    /// From 1.
    pub seat: u8,
    /// Its bot; none where it would give away a role.
    pub bot: Option<String>,
    /// Its role, where the game has several and it may be known.
    pub role: Option<String>,
    /// Its place in turn order; none of who plays alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// One turn of a game told.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ToldTurn {
    /// From 1; 0 before the first.
    pub turn: u32,
    /// Sides that are ahead at its beginning, as bits; none where it is not counted, or a seat is told.
    #[serde(skip)]
    pub ahead: u16,
    /// What was chosen and what came of it, in order.
    pub steps: Vec<ToldStep>,
}

/// One choice and what came of it. As one seat sees the game, only its own choices are told: that another was asked, and
/// between how many moves, would give away what it holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ToldStep {
    /// Who chose, from 1; 0 where something happens before any choice that is told.
    pub seat: u8,
    /// What; none where nobody chose.
    pub choice: Option<String>,
    /// Out of how many.
    pub of: usize,
    /// The lines of the bot's script that had a say, each with its number from 1, the one that chose last; of a bot without
    /// a script, that it gave no move a value. Empty where it was not asked or gave values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// The best moves with the bot's value of each, best first; empty where it was not asked or cannot say.
    pub why: Vec<(String, f64)>,
    /// What happened until the next choice that is told.
    pub events: Vec<String>,
    /// The position before it, where a film was asked for: a picture as SVG, or lines where the game draws none.
    #[serde(skip)]
    pub position: String,
}

/// The facts of one game by which games are found.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// Number of the game.
    pub game: u64,
    /// Which of its rotations, from 0.
    pub rotation: usize,
    /// Turns.
    pub turns: u32,
    /// Choices.
    pub decisions: u32,
    /// Sides that won, as bits.
    pub sides: u16,
    /// Who sat where; only those of the table are used.
    pub seats: [SeatResult; MAX_SEATS],
    /// Bots of which a seat won, as bits over the bots of the sheet.
    pub bots: u16,
    /// Index of the ending.
    pub ending: u8,
    /// Counters, in the order of the sheet.
    pub counts: Vec<u32>,
    /// The side that led alone when four fifths of the turns were over, as a bit; none where no side did or it is not counted.
    pub led: u16,
    /// How often another side came to lead alone.
    pub lead_changes: u32,
}

/// Counts what happens in one game by whose event it is.
pub(crate) struct SeatCounts<M> {
    metrics: M,
    /// The counters of every seat.
    pub by_seat: Vec<Vec<u32>>,
}

impl<M: Default> SeatCounts<M> {
    /// For so many players and counters.
    pub fn new(players: usize, counters: usize) -> Self {
        SeatCounts {
            metrics: M::default(),
            by_seat: vec![vec![0; counters]; players],
        }
    }
}

impl<G: Telling, M: Metrics<G>> Recorder<G> for SeatCounts<M> {
    fn start(&mut self, game: &G, state: &State<G>) {
        self.metrics.start(game, state);
    }

    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.metrics.choice(game, state, seat, moves, chosen);
    }

    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        let before = self.metrics.counts().to_vec();
        self.metrics.event(game, event, public);
        if let Some(seat) = game.seat_of_event(event, public) {
            let counts = self.by_seat[seat.index()].iter_mut();
            for (count, (now, before)) in counts.zip(self.metrics.counts().iter().zip(before)) {
                *count += now.saturating_sub(before);
            }
        }
    }

    fn turn(&mut self, game: &G, state: &State<G>) {
        self.metrics.turn(game, state);
    }
}

/// A bot with what it said at its last choice.
pub struct Heard<'b, G: Game> {
    /// The bot.
    pub bot: &'b dyn Bot<G>,
    lines: Mutex<Vec<usize>>,
}

impl<'b, G: Game> Heard<'b, G> {
    /// Listens to `bot`.
    pub fn new(bot: &'b dyn Bot<G>) -> Self {
        Heard {
            bot,
            lines: Mutex::default(),
        }
    }

    /// The lines, from 0, that had a say at the choice made last; none a second time, or of a bot that does not tell.
    pub fn lines(&self) -> Vec<usize> {
        std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Game> Bot<G> for Heard<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.clear();
        self.bot.choose_by(view, moves, chance, &mut |line| lines.push(line))
    }

    /// Foretells nothing, so that it is asked, and heard, at every choice.
    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if self.bot.slow() {
            self.bot.choose_unless(view, moves, chance, ahead, stop)
        } else {
            Some(self.choose(view, moves, chance))
        }
    }

    fn slow(&self) -> bool {
        self.bot.slow()
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        self.bot.values(view, moves, out);
    }
}

/// Writes down one game.
pub(super) struct Teller<'a, G: Game> {
    asked: TranscriptOptions,
    bots: Vec<&'a Heard<'a, G>>,
    /// The lines of their scripts.
    scripts: Vec<&'a [String]>,
    /// Turns so far; the last is going on.
    turns: Vec<ToldTurn>,
    /// Position after set-up.
    start: Vec<String>,
    /// Last position.
    end: Vec<String>,
    /// The picture asked for.
    picture: Option<String>,
    values: Vec<f64>,
    /// Choices so far.
    choices: u32,
    /// The position before the last choice.
    last: Option<State<G>>,
}

/// Choices told of one game: many times as many as a game has that ends.
pub(super) const TOLD_MOST: u32 = 20_000;

/// Said of a choice that no line of a script made, and for which the bot gives no values: it drew, searched, or went by a rule.
const UNWEIGHED: &str = "the bot gives no values for this choice";

/// Said of a choice that no line of a script made.
const NO_LINE: &str = "no line fits: any move";

/// Said of a choice of a bot that goes by a script and does not tell by which line of it.
const UNTOLD: &str = "the bot does not tell by which line of its script it chooses";

/// Moves told of by `--why`.
const BEST: usize = 4;

impl<'a, G: Telling> Teller<'a, G> {
    /// For a game with these bots by seat and the lines of their scripts; they are asked only where reasons are wanted.
    pub fn new(asked: TranscriptOptions, bots: Vec<&'a Heard<'a, G>>, scripts: Vec<&'a [String]>) -> Self {
        Teller {
            asked,
            bots,
            scripts,
            turns: vec![ToldTurn::default()],
            start: Vec::new(),
            end: Vec::new(),
            picture: None,
            values: Vec::new(),
            choices: 0,
            last: None,
        }
    }

    /// What was told so far of the game, which broke.
    pub fn broken_off(&mut self, game: &G, broken: String) -> Transcript {
        let to = self.asked.seen_by;
        let last = self.last.as_ref();
        Transcript {
            end: last.map_or_else(Vec::new, |state| game.position_lines(state, to)),
            turns_played: last.map_or(0, |state| game.turns(&state.public)),
            broken: Some(broken),
            ..self.finish()
        }
    }

    /// What was told so far.
    pub fn finish(&mut self) -> Transcript {
        let mut turns = std::mem::take(&mut self.turns);
        turns.retain(|turn| !turn.steps.is_empty());
        Transcript {
            start: std::mem::take(&mut self.start),
            turns,
            untold: self.choices.saturating_sub(TOLD_MOST),
            end: std::mem::take(&mut self.end),
            picture: self.picture.take(),
            ..Transcript::default()
        }
    }

    /// Are the reasons of a choice of `seat` between so many moves wanted?
    fn asks_why(&self, seat: Seat, moves: usize) -> bool {
        self.asked.why && self.asked.seen_by.is_none_or(|to| to == seat) && moves > 1
    }

    /// The lines by which `seat` has just chosen.
    fn lines(&self, seat: Seat, moves: usize) -> Vec<String> {
        let script = self.scripts[seat.index()];
        if !self.asks_why(seat, moves) || script.is_empty() {
            return Vec::new();
        }
        let said = |line: usize| match script.get(line) {
            Some(text) => format!("line {}: {text}", line + 1),
            None => NO_LINE.to_owned(),
        };
        let lines = self.bots[seat.index()].lines();
        if lines.is_empty() {
            return vec![UNTOLD.to_owned()];
        }
        lines.into_iter().map(said).collect()
    }

    /// The best moves with their values, and the one chosen where it is none of these.
    fn reasons(&mut self, game: &G, view: View<'_, G>, moves: &Moves<G::Move>, chosen: usize) -> Vec<(String, f64)> {
        if !self.asks_why(view.seat, moves.len()) {
            return Vec::new();
        }
        self.values.clear();
        self.bots[view.seat.index()].values(view, moves, &mut self.values);
        if self.values.len() != moves.len() {
            return Vec::new();
        }
        // What is out of the question has no value.
        let mut order: Vec<usize> = (0..moves.len()).filter(|at| self.values[*at].is_finite()).collect();
        order.sort_by(|a, b| self.values[*b].total_cmp(&self.values[*a]).then(a.cmp(b)));
        let told = |index: usize| (game.choice(view, moves[index]), self.values[index]);
        let later = order.iter().skip(BEST).copied().filter(|at| *at == chosen);
        let best = order.iter().take(BEST).copied();
        best.chain(later).map(told).collect()
    }

    fn turn(&mut self, turn: u32) -> &mut ToldTurn {
        if self.turns.last().is_none_or(|last| last.turn < turn) {
            self.turns.push(ToldTurn {
                turn,
                ..ToldTurn::default()
            });
        }
        let last = self.turns.len() - 1;
        &mut self.turns[last]
    }
}

impl<G: Telling> Recorder<G> for Teller<'_, G> {
    fn start(&mut self, game: &G, state: &State<G>) {
        self.start = game.position_lines(state, self.asked.seen_by);
    }

    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.last = Some(state.clone());
        self.choices += 1;
        if self.choices > TOLD_MOST {
            return;
        }
        let view = state.view(game, seat);
        let why = self.reasons(game, view, moves, chosen);
        let mut lines = self.lines(seat, moves.len());
        if lines.is_empty() && why.is_empty() && self.asks_why(seat, moves.len()) {
            lines.push(UNWEIGHED.to_owned());
        }
        let turn = game.turns(&state.public);
        if self.asked.picture.is_some_and(|wanted| turn >= wanted) && self.picture.is_none() {
            self.picture = picture(game, state, self.asked.seen_by);
        }
        if self.asked.seen_by.is_some_and(|to| to != seat) {
            return;
        }
        let choice = game.choice(view, moves[chosen]);
        let shown = self.asked.film.then(|| shown(game, state, self.asked.seen_by));
        let ahead = if self.asked.seen_by.is_none() {
            leaders(game, state)
        } else {
            0
        };
        let told = self.turn(turn);
        if told.steps.iter().all(|step| step.choice.is_none()) {
            told.ahead = ahead;
        }
        told.steps.push(ToldStep {
            seat: seat.0 + 1,
            choice: Some(choice),
            of: moves.len(),
            lines,
            why,
            position: shown.unwrap_or_default(),
            ..ToldStep::default()
        });
    }

    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        if self.choices > TOLD_MOST {
            return;
        }
        let Some(said) = game.happening(event, public, self.asked.seen_by) else {
            return;
        };
        let turn = game.turns(public);
        let told = self.turn(turn);
        match told.steps.last_mut() {
            Some(step) => step.events.push(said),
            None => told.steps.push(ToldStep {
                events: vec![said],
                ..ToldStep::default()
            }),
        }
    }

    fn finish(&mut self, game: &G, state: &State<G>, _outcome: &Outcome) {
        self.end = game.position_lines(state, self.asked.seen_by);
        if self.asked.film {
            self.picture = Some(shown(game, state, self.asked.seen_by));
        } else if self.asked.picture.is_some() && self.picture.is_none() {
            self.picture = picture(game, state, self.asked.seen_by);
        }
    }
}

/// The sides that have come furthest, as bits; none where all have come as far.
fn leaders<G: Game>(game: &G, state: &State<G>) -> u16 {
    let in_play = game.sides_in_play(state);
    let (mut most, mut leaders) = (0, 0);
    game.each_progress(state, in_play, |side, progress| {
        if progress > most {
            (most, leaders) = (progress, 0);
        }
        leaders |= u16::from(progress == most) << side;
    });
    if leaders == in_play { 0 } else { leaders }
}

/// The position as a picture, with the same in words for those who do not see it.
fn picture<G: Telling>(game: &G, state: &State<G>, to: Option<Seat>) -> Option<String> {
    let picture = game.picture(state, to)?;
    Some(described(&picture, &game.position_lines(state, to)))
}

/// The position as a picture, or in lines where the game draws none.
fn shown<G: Telling>(game: &G, state: &State<G>, to: Option<Seat>) -> String {
    picture(game, state, to).unwrap_or_else(|| game.position_lines(state, to).join("\n"))
}

/// A name as it stands in the code.
struct Name<'a>(&'a str);

impl Debug for Name<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.0)
    }
}

/// The name of the variant of an enum, in words: `Revealed { tile: 3 }` becomes "revealed".
pub(crate) fn head(thing: &impl Debug) -> String {
    let all = format!("{thing:?}");
    let end = all.find(|each: char| !each.is_alphanumeric() && each != '_');
    words(&Name(&all[..end.unwrap_or(all.len())]))
}

/// Names of the code as words: `MoveTwo(Seat(1))` becomes "move two (seat 2)".
pub fn words(thing: &impl Debug) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for each in format!("{thing:?}").chars() {
        if each.is_uppercase() {
            if before.is_alphanumeric() {
                out.push(' ');
            }
            out.extend(each.to_lowercase());
        } else {
            if each == '(' && before.is_alphanumeric() {
                out.push(' ');
            }
            out.push(each);
        }
        before = each;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words() {
        #[derive(Debug)]
        #[expect(dead_code, reason = "only its name is looked at")]
        enum Thing {
            MoveTwo(u8),
            Stop,
        }
        assert_eq!(words(&Thing::MoveTwo(3)), "move two (3)");
        assert_eq!(words(&Thing::Stop), "stop");
    }
}
