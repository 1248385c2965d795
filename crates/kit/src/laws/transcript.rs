//! Laws of what is told of a game and drawn of it: a reader can follow it, and a seat is shown no more than it knows.

use std::collections::HashMap;

use super::{Breach, ObservedChoice, walk};
use crate::transcript::{Heard, Teller};
use crate::{Telling, TranscriptOptions};
use balance_engine::{Bot, Chance, Imagine, Moves, Recorder, Seat, State, Stream, Turn};

/// Choices that a position is played on when two are compared.
const ON: usize = 100;
/// Every seat is drawn once in so many rounds of seats: a picture takes far longer than a game.
const DRAWN: u64 = 8;

/// At every decision the moves offered have different words, so a reader knows which was played.
pub fn choices_are_told_apart<G: Telling>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            let view = choice.state.view(game, choice.seat);
            let mut seen = HashMap::new();
            for mv in choice.moves.iter() {
                let words = game.choice(view, *mv);
                if let Some(other) = seen.insert(words.clone(), *mv) {
                    return Err(format!("{other:?} and {mv:?} are both called “{words}”"));
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// At the beginning of a turn, positions with the same open text are the same to play: with the same luck and the same
/// choices they go on alike, move offered by move offered and event by event. Every position is compared with those dealt
/// again from what each seat knows, and with those at the beginning of other turns of its game; one of two may end sooner,
/// for a replay tells the number of the turn as well. A game that tells no positions claims nothing of them.
pub fn positions_are_told_whole<G: Telling + Imagine>(
    game: &G,
    bot: &dyn Bot<G>,
    seed: u64,
    games: u64,
) -> Result<(), Breach> {
    for index in 0..games {
        let mut dealer = Stream::keyed(seed, index, u8::MAX, 1);
        let mut turn = None;
        let mut before: HashMap<Vec<String>, State<G>> = HashMap::new();
        walk(game, bot, seed, index, |choice| {
            let state = choice.state;
            if turn.replace(game.turns(&state.public)) == turn {
                return Ok(());
            }
            let text = game.position_lines(state, None);
            if text.is_empty() {
                return Ok(());
            }
            let alike = |other: &State<G>| match differ(&played_on(game, state), &played_on(game, other)) {
                Some(how) => Err(format!(
                    "two positions are told alike, but {how}; told:\n{}",
                    text.join("\n")
                )),
                None => Ok(()),
            };
            for seat in (0..game.players() as u8).map(Seat) {
                let imagined = game.imagine(state.view(game, seat), &mut dealer);
                if game.position_lines(&imagined, None) == text {
                    alike(&imagined)?;
                }
            }
            if let Some(other) = before.insert(text.clone(), state.clone()) {
                alike(&other)?;
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// A position played on with a luck and with choices that are always the same.
struct PlayedOn {
    /// The moves offered and the events.
    steps: Vec<String>,
    /// How it ended, if it did.
    end: Option<String>,
}

fn played_on<G: Telling>(game: &G, state: &State<G>) -> PlayedOn {
    struct Events(Vec<String>);
    impl<G: Telling> Recorder<G> for Events {
        fn event(&mut self, _game: &G, event: G::Event, _public: &G::Public) {
            self.0.push(format!("{event:?}"));
        }
    }
    let mut state = state.clone();
    let (mut chance, mut chooser) = (Chance::new(0, 0), Stream::keyed(0, 0, u8::MAX, 2));
    let mut moves = Moves::default();
    let mut log = Events(Vec::new());
    let mut end = None;
    for _ in 0..ON {
        let Turn::Choose(seat) = game.turn(&state.public) else {
            end = Some(format!("{:?}", game.outcome(&state)));
            break;
        };
        moves.clear();
        game.moves(state.view(game, seat), &mut moves);
        log.0.push(format!("{seat} may {:?}", &moves[..]));
        if moves.is_empty() {
            break;
        }
        let chosen = chooser.below(moves.len() as u32) as usize;
        game.play(&mut state, moves[chosen], &mut chance, &mut log);
    }
    PlayedOn { steps: log.0, end }
}

/// The first step at which two games go on differently.
fn differ(one: &PlayedOn, other: &PlayedOn) -> Option<String> {
    let mut pairs = one.steps.iter().zip(&other.steps).enumerate();
    if let Some((at, (one, other))) = pairs.find(|(_, (one, other))| one != other) {
        return Some(format!("after {at} steps one has “{one}”, the other “{other}”"));
    }
    match (&one.end, &other.end) {
        (Some(first), Some(second)) if first != second && one.steps.len() == other.steps.len() => {
            Some(format!("one ends with {first}, the other with {second}"))
        }
        _ => None,
    }
}

/// Deal again what a seat cannot see: whatever it is told or shown stays the same, byte for byte. Positions and some pictures
/// are held to it, and what a replay writes of a choice, wherever both worlds leave the seat with the same view: events,
/// choices with their reasons, and everything else that is in it, as text and as JSON.
pub fn views_are_sealed<G: Telling + Imagine>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    for index in 0..games {
        let mut dealer = Stream::keyed(seed, index, u8::MAX, 3);
        let mut choices = index;
        let end = walk(game, bot, seed, index, |choice| {
            choices += 1;
            // Every seat in turn.
            let players = game.players() as u64;
            let seat = Seat((choices % players) as u8);
            let drawn = (choices / players).is_multiple_of(DRAWN);
            let imagined = game.imagine(choice.state.view(game, seat), &mut dealer);
            is_read_the_same(game, seat, choice.state, &imagined)?;
            if drawn {
                is_drawn_the_same(game, seat, choice.state, &imagined)?;
            }
            let luck = Chance::new(seed, choices);
            is_told_the_same(game, bot, (seat, drawn), choice, &imagined, &luck)
        })?;
        for seat in (0..game.players() as u8).map(Seat) {
            let imagined = game.imagine(end.state.view(game, seat), &mut dealer);
            is_read_the_same(game, seat, &end.state, &imagined)
                .and_then(|()| is_drawn_the_same(game, seat, &end.state, &imagined))
                .map_err(|how| format!("game {index} of seed {seed}: {how}"))?;
        }
    }
    Ok(())
}

fn is_read_the_same<G: Telling>(game: &G, seat: Seat, one: &State<G>, other: &State<G>) -> Result<(), Breach> {
    let lines = [one, other].map(|state| game.position_lines(state, Some(seat)).join("\n"));
    if lines[0] != lines[1] {
        let [one, other] = lines;
        return Err(format!("{seat} reads what it cannot know:\n{one}\nor\n{other}"));
    }
    Ok(())
}

fn is_drawn_the_same<G: Telling>(game: &G, seat: Seat, one: &State<G>, other: &State<G>) -> Result<(), Breach> {
    let pictures = [one, other].map(|state| game.picture(state, Some(seat)).unwrap_or_default());
    let rows = pictures[0].lines().zip(pictures[1].lines());
    if let Some((one, other)) = rows.into_iter().find(|(one, other)| one != other) {
        return Err(format!("{seat} is drawn what it cannot know: {one} or {other}"));
    }
    if pictures[0].len() != pictures[1].len() {
        return Err(format!("the picture of {seat} has a part more than it can know of"));
    }
    Ok(())
}

/// Plays the move chosen in both worlds, where both offer it, and has the replay of this seat written of each, with a picture
/// where one is `drawn`.
fn is_told_the_same<G: Telling>(
    game: &G,
    bot: &dyn Bot<G>,
    (seat, drawn): (Seat, bool),
    choice: &ObservedChoice<'_, G>,
    imagined: &State<G>,
    chance: &Chance,
) -> Result<(), Breach> {
    let mv = choice.moves[choice.chosen];
    let mut offered = Moves::default();
    game.moves(imagined.view(game, choice.seat), &mut offered);
    let Some(chosen) = offered.iter().position(|known| *known == mv) else {
        return Ok(());
    };
    let worlds = [
        (choice.state, choice.moves, choice.chosen),
        (imagined, &offered, chosen),
    ];
    let worlds = worlds.map(|(state, moves, chosen)| {
        let asked = TranscriptOptions {
            seen_by: Some(seat),
            why: true,
            picture: drawn.then_some(0),
        };
        let (mut state, mut chance) = (state.clone(), chance.clone());
        let heard = Heard::new(bot);
        let mut teller = Teller::new(asked, vec![&heard; game.players()], vec![&[]; game.players()]);
        teller.choice(game, &state, choice.seat, moves, chosen);
        game.play(&mut state, mv, &mut chance, &mut teller);
        let told = teller.finish();
        let text = serde_json::to_string(&told.turns).unwrap_or_else(|error| error.to_string());
        (state, text, told)
    });
    let [(one, text, told), (other, or, otherwise)] = worlds;
    let alike = one.public == other.public && one.private[seat] == other.private[seat];
    if alike && text != or {
        return Err(format!("{seat} is told what it cannot know: {text} or {or}"));
    }
    if alike && told != otherwise {
        return Err(format!("{seat} is told what it cannot know: {told:?} or {otherwise:?}"));
    }
    Ok(())
}
