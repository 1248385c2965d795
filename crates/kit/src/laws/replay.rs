//! Somebody with the rulebook and the text of a game, who plays it again.

use super::Breach;
use crate::broken_game::caught;
use crate::{Telling, Transcript};
use balance_engine::{Bot, Chance, Game, Moves, Recorder, Seat, State, Stream, Table, Turn, View};

/// Throws of luck that are tried for one choice, until what happens is what is told.
const TRIES: u64 = 20_000;

/// Plays a game again from its text alone, on from `start`, which the caller has read from the first lines. Every choice
/// is found by its words among the moves offered, and luck falls as it is told: before each choice `prepare` sees what
/// comes of it, and may script dice and shuffles; what it leaves open is thrown until it falls so.
///
/// # Errors
/// The first place at which the text does not say enough, or not what happens.
pub fn told_games_can_be_played_again<G: Telling>(
    game: &G,
    start: State<G>,
    told: &Transcript,
    mut prepare: impl FnMut(&mut Chance, &[String]),
) -> Result<(), Breach> {
    let mut state = start;
    let lines = game.position_lines(&state, None);
    if lines != told.start {
        return Err(format!("the first position is {lines:?} instead of {:?}", told.start));
    }
    // What happens at the beginning of a turn is told as a step that nobody chose; it follows from the choice before.
    let mut steps: Vec<(u8, &str, usize)> = Vec::new();
    let mut happens: Vec<Vec<String>> = Vec::new();
    for step in told.turns.iter().flat_map(|turn| &turn.steps) {
        match (&step.choice, happens.last_mut()) {
            (Some(choice), _) => {
                steps.push((step.seat, choice, step.of));
                happens.push(step.events.clone());
            }
            (None, Some(before)) => before.extend(step.events.iter().cloned()),
            (None, None) => return Err(format!("before the first choice there is {:?}", step.events)),
        }
    }
    let mut moves = Moves::default();
    for (at, (seat, words, of)) in steps.into_iter().enumerate() {
        let events = &happens[at];
        let place = |what: &str| format!("choice {at} (“{words}” of seat {seat}): {what}");
        let Turn::Choose(decider) = game.turn(&state.public) else {
            return Err(place("the game is over before"));
        };
        moves.clear();
        game.moves(state.view(game, decider), &mut moves);
        if (decider.0 + 1, moves.len()) != (seat, of) {
            return Err(place(&format!(
                "{decider} chooses among {}, told are {of}",
                moves.len()
            )));
        }
        let meant = |mv: &&G::Move| game.choice(state.view(game, decider), **mv) == words;
        let mut found = moves.iter().filter(meant);
        let (Some(mv), None) = (found.next().copied(), found.next()) else {
            return Err(place(&format!("it is not exactly one of {:?}", &moves[..])));
        };
        let mut closest = Words::default();
        let played = (0..TRIES).find_map(|seed| {
            let (mut state, mut chance) = (state.clone(), Chance::new(seed, at as u64));
            prepare(&mut chance, events);
            let mut words = Words::default();
            game.play(&mut state, mv, &mut chance, &mut words);
            let same = words.0 == *events;
            closest = words;
            same.then_some(state)
        });
        let Some(played) = played else {
            return Err(place(&format!("told is {events:?}, what happens is {:?}", closest.0)));
        };
        state = played;
    }
    if game.turn(&state.public) != Turn::Over {
        return Err("the text ends before the game".to_owned());
    }
    let lines = game.position_lines(&state, None);
    if lines != told.end {
        return Err(format!("the last position is {lines:?} instead of {:?}", told.end));
    }
    let winners = game.outcome(&state).winners;
    let winners: Vec<u8> = winners.iter().map(|seat| seat.0 + 1).collect();
    if winners == told.winners {
        Ok(())
    } else {
        Err(format!("{winners:?} win instead of {:?}", told.winners))
    }
}

/// Writes down what happens, in words.
#[derive(Default)]
struct Words(Vec<String>);

impl<G: Telling> Recorder<G> for Words {
    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        self.0.extend(game.happening(event, public, None));
    }
}

/// A bot that foretells nothing, so that it is asked at every choice.
struct Asked<'b, G: Game>(&'b dyn Bot<G>);

impl<G: Game> Bot<G> for Asked<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.0.choose(view, moves, chance)
    }
}

/// All choices of a game.
struct Choices<G: Game>(Vec<(Seat, G::Move)>);

impl<G: Game> Recorder<G> for Choices<G> {
    fn choice(&mut self, _game: &G, _state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.0.push((seat, moves[chosen]));
    }
}

/// A game goes the same whether choices that bots foretold are taken or the bots are asked.
pub fn foretold_choices_are_made<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let played = |bot: &dyn Bot<G>, index: u64| {
        caught(seed, index, |_| {
            let mut choices = Choices(Vec::new());
            Table::new(game).play(Chance::new(seed, index), |_, _| bot, &mut choices);
            choices.0
        })
        .map_err(|broken| broken.to_string())
    };
    for index in 0..games {
        let (foretold, asked) = (played(bot, index)?, played(&Asked(bot), index)?);
        if let Some(at) = (0..foretold.len().max(asked.len())).find(|at| foretold.get(*at) != asked.get(*at)) {
            let said = |choices: &[(Seat, G::Move)]| {
                let choice = choices.get(at).map(|(seat, mv)| format!("{mv:?} of {seat}"));
                choice.unwrap_or_else(|| "none".to_owned())
            };
            return Err(format!(
                "game {index} of seed {seed}: choice {at}, from 0, is {} where bots are asked and {} where they foretell",
                said(&asked),
                said(&foretold)
            ));
        }
    }
    Ok(())
}

/// The draws by which a shuffle turns `from` into `to`.
pub fn draws_of_shuffle<T: PartialEq + Copy>(from: &[T], to: &[T]) -> Vec<u32> {
    let mut items = from.to_vec();
    let mut draws = Vec::new();
    for last in (1..items.len()).rev() {
        let at = items[..=last].iter().position(|item| *item == to[last]);
        let at = at.expect("the same items");
        items.swap(last, at);
        draws.push(at as u32);
    }
    draws
}
