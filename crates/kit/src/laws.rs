//! Properties that every game must have, for every bot. Each law plays some games and says what is broken; [`hold`] holds
//! a game to all of them.

mod replay;
mod transcript;

#[cfg(test)]
mod planted;

use std::collections::VecDeque;
use std::fmt::Debug;

use crate::bots::{RANDOM, SCRIPTED, is_search};
use crate::broken_game::caught;
use crate::dyn_game::AnyGame;
use crate::schema::parts;
use crate::script::{Reading, offered};
use crate::{At, BotSpec, GameInfo, Guest, Mistake, Seats, Setup, description};
use balance_engine::{
    Bot, Chance, Game, Imagine, Moves, Outcome, RandomBot, Recorder, Seat, State, Stream, Table, Turn, View,
};
use serde_json::Value;

pub use replay::foretold_choices_are_made;
pub use replay::{draws_of_shuffle, told_games_can_be_played_again};
pub use transcript::{choices_are_told_apart, positions_are_told_whole, views_are_sealed};

/// A law that does not hold: which game, and what happened.
pub type Breach = String;

/// Longest game that a law follows, in choices; far beyond any cap of turns.
const CHOICES_MAX: u32 = 200_000;

/// One choice as the laws see it: the state before it, who chooses, what is offered, what was chosen.
struct ObservedChoice<'s, G: Game> {
    state: &'s State<G>,
    seat: Seat,
    moves: &'s Moves<G::Move>,
    chosen: usize,
    /// The bot's stream as it was before the choice.
    stream: Stream,
}

/// How a game ended.
struct End<G: Game> {
    state: State<G>,
    outcome: Outcome,
}

/// Plays one game with the same bot on every seat and shows every choice to `visit`; a panic is a breach like any other.
fn walk<G: Game>(
    game: &G,
    bot: &dyn Bot<G>,
    seed: u64,
    index: u64,
    visit: impl FnMut(&ObservedChoice<'_, G>) -> Result<(), Breach>,
) -> Result<End<G>, Breach> {
    caught(seed, index, |_| steps(game, bot, seed, index, visit)).unwrap_or_else(|broken| Err(broken.to_string()))
}

fn steps<G: Game>(
    game: &G,
    bot: &dyn Bot<G>,
    seed: u64,
    index: u64,
    mut visit: impl FnMut(&ObservedChoice<'_, G>) -> Result<(), Breach>,
) -> Result<End<G>, Breach> {
    let at = |what: &str| format!("game {index} of seed {seed}: {what}");
    let mut chance = Chance::new(seed, index);
    let mut state = game.setup(&mut chance);
    let mut moves = Moves::default();
    game.invariant(&state)
        .map_err(|broken| at(&format!("after set-up, broken: {broken}")))?;
    for _ in 0..CHOICES_MAX {
        let Turn::Choose(seat) = game.turn(&state.public) else {
            let outcome = game.outcome(&state);
            return Ok(End { state, outcome });
        };
        moves.clear();
        game.moves(state.view(game, seat), &mut moves);
        if moves.is_empty() {
            return Err(at(&format!("{seat} has no move")));
        }
        let stream = chance.bot(seat).clone();
        let chosen = if moves.len() == 1 {
            0
        } else {
            bot.choose(state.view(game, seat), &moves, chance.bot(seat))
        };
        if chosen >= moves.len() {
            return Err(at(&format!("{seat} chose move {chosen} of {}", moves.len())));
        }
        visit(&ObservedChoice {
            state: &state,
            seat,
            moves: &moves,
            chosen,
            stream,
        })
        .map_err(|what| at(&what))?;
        game.play(&mut state, moves[chosen], &mut chance, &mut ());
        game.invariant(&state)
            .map_err(|broken| at(&format!("after {:?} of {seat}, broken: {broken}", moves[chosen])))?;
    }
    Err(at("it does not end"))
}

/// Holds one configuration of a game to every law with each of `kinds` of its bots, over so many `games`; a searching bot,
/// which plays many games for each of its own, over two at most. The laws of words and pictures, which are about positions
/// and not about who plays, are tried in one game or two of the first kind.
///
/// ```no_run
/// # fn test<MyGame: balance_kit::Guest>() {
/// use balance_kit::{Setup, game, laws};
/// let kinds: Vec<&str> = (game::<MyGame>().bots)().iter().map(|bot| bot.kind).collect();
/// laws::hold::<MyGame>(&Setup::default(), &kinds, 20).unwrap_or_else(|breach| panic!("{breach}"));
/// # }
/// ```
///
/// # Errors
/// The first law that does not hold, with the game and what happened.
pub fn hold<G: Guest>(setup: &Setup, kinds: &[&str], games: u64) -> Result<(), Breach> {
    can_be_read(schemars::schema_for!(G::Rules).as_value())?;
    let game =
        description::read::<G>(setup).map_err(|mistakes| format!("{}: {}", mistakes[0].at, mistakes[0].message))?;
    for kind in kinds {
        let Some(bot) = plain_bot::<G>(&game, kind) else {
            continue;
        };
        let games = if is_search(kind) { games.min(2) } else { games };
        let told = |breach: Breach| format!("{kind}: {breach}");
        plays_and_repeats(&game, &*bot, 7, games).map_err(told)?;
        moves_are_distinct(&game, &*bot, 8, games).map_err(told)?;
        nobody_peeks(&game, &*bot, 9, games).map_err(told)?;
        recorders_change_nothing::<G, G::Metrics>(&game, &*bot, 10, games).map_err(told)?;
        foretold_choices_are_made(&game, &*bot, 14, games).map_err(told)?;
        quantities_are_possible(&game, &*bot, 15, games.min(2)).map_err(told)?;
        runs_as_described::<G>(setup, plain(&game, kind), 7, games).map_err(told)?;
    }
    for kind in kinds {
        are_told(&game, kind, 17, games.min(2)).map_err(|breach| format!("{kind}: {breach}"))?;
    }
    let Some(bot) = kinds.first().and_then(|kind| plain_bot::<G>(&game, kind)) else {
        return Ok(());
    };
    choices_are_told_apart(&game, &*bot, 11, games.min(2))?;
    positions_are_told_whole(&game, &*bot, 12, games.min(1))?;
    views_are_sealed(&game, &*bot, 13, games.min(2))?;
    what_was_shown_is_remembered(&game, &*bot, 16, games)?;
    idle_rules_change_nothing::<G>(setup, games)
}

/// Holds a game to every law with all its bots and all numbers of players that it is published for, over so many `games`
/// each; the number of players is the rule `players`.
///
/// # Errors
/// As [`hold`], with the number of players.
pub fn hold_at_every_table<G: Guest>(games: u64) -> Result<(), Breach> {
    let kinds: Vec<&str> = G::bots().infos().iter().map(|bot| bot.kind).collect();
    let schema = schemars::schema_for!(G::Rules).to_value();
    let named = schema.pointer("/properties/players").is_some();
    for players in G::PLAYERS {
        // A game for one number of players need not have a rule that says so.
        let setup = if named || G::PLAYERS.count() > 1 {
            Setup::default().with_rule("players", players)
        } else {
            Setup::default()
        };
        hold::<G>(&setup, &kinds, games).map_err(|breach| format!("{players} players, {breach}"))?;
    }
    for (rule, value) in other_values(&schema) {
        let setup = Setup::default().with_rule(rule, value.clone());
        // What the rules refuse is no game.
        if description::read::<G>(&setup).is_ok() {
            hold::<G>(&setup, &[RANDOM], games).map_err(|breach| format!("{rule} = {value}, {breach}"))?;
        }
    }
    Ok(())
}

/// Every rule that is a flag or a word, with each value that is not its default.
fn other_values(rules: &Value) -> Vec<(&str, toml::Value)> {
    let usual = parts::defaults(rules);
    let of_rule = |name| {
        let schema = parts::resolve(rules, parts::property(rules, rules, name)?);
        let flags = parts::kinds(schema).contains(&"boolean").then_some([true, false]);
        let flags = flags.into_iter().flatten().map(toml::Value::from);
        let words = parts::allowed_words(rules, schema).unwrap_or_default();
        let values = flags.chain(words.into_iter().map(toml::Value::from));
        let others = values.filter(|value| usual.get(name) != Some(value));
        Some(others.map(|value| (name, value)).collect::<Vec<_>>())
    };
    let names = parts::property_names(rules, rules).into_iter();
    names.filter_map(of_rule).flatten().collect()
}

/// A run can count the games: how they end, who wins and who sits where is what the description of the game names.
fn runs_as_described<G: Guest>(setup: &Setup, bot: BotSpec, seed: u64, games: u64) -> Result<(), Breach> {
    const NAME: &str = "of the laws";
    let mut seated = setup.clone();
    seated.seats = Seats::filled(NAME);
    seated.bots.insert(NAME.to_owned(), bot);
    let playable =
        description::build::<G>(&seated).map_err(|mistakes| format!("{}: {}", mistakes[0].at, mistakes[0].message))?;
    let played = playable.play_block(seed, 0..games);
    played.map(|_| ()).map_err(|broken| broken.to_string())
}

/// The bot of this kind without settings, or with the smallest budget; none if it cannot be had so.
fn plain_bot<G: Guest>(game: &G, kind: &str) -> Option<Box<dyn Bot<G>>> {
    G::bots().make(kind, &plain(game, kind)).ok()
}

/// Its table.
fn plain<G: Guest>(game: &G, kind: &str) -> BotSpec {
    let mut settings = toml::Table::new();
    if is_search(kind) {
        settings.insert("iterations".to_owned(), toml::Value::Integer(4));
        settings.insert("width".to_owned(), toml::Value::Integer(2));
        // Chance is the quickest to play on with, unless it never comes to an end.
        let mut moves = 0;
        let ended = walk(game, &RandomBot, 1, 0, |_| {
            moves += 1;
            if moves < 2_000 { Ok(()) } else { Err(String::new()) }
        });
        if ended.is_ok() {
            settings.insert("playout".to_owned(), RANDOM.into());
            settings.insert("rivals".to_owned(), vec![RANDOM].into());
        }
    }
    BotSpec {
        kind: kind.to_owned(),
        settings,
    }
}

/// The fingerprint of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playthrough {
    /// The kind of bot on every seat.
    pub kind: String,
    /// Moves played.
    pub moves: u32,
    /// Hash of the moves, and of the end where it was reached.
    pub hash: u64,
}

/// A fingerprint of one game of each of `kinds`. Games are looked
/// at up to their 2,000th move. What changes them changes results.
///
/// # Errors
/// Whatever keeps a game from being played.
pub fn playthroughs<G: Guest>(setup: &Setup, kinds: &[&str], seed: u64) -> Result<Vec<Playthrough>, Breach> {
    let game =
        description::read::<G>(setup).map_err(|mistakes| format!("{}: {}", mistakes[0].at, mistakes[0].message))?;
    let mut all = Vec::new();
    for kind in kinds {
        let Some(bot) = plain_bot::<G>(&game, kind) else {
            continue;
        };
        let (mut text, mut moves) = (String::new(), 0);
        let end = walk(&game, &*bot, seed, game.players() as u64, |choice| {
            if moves == 2_000 {
                return Err(CUT.to_owned());
            }
            moves += 1;
            text += &format!("{} {:?}\n", choice.seat, choice.moves[choice.chosen]);
            Ok(())
        });
        match end {
            Ok(end) => text += &format!("{:?} {}", end.outcome.winners, end.outcome.ending),
            Err(breach) if breach.ends_with(CUT) => {}
            Err(breach) => return Err(format!("{kind}: {breach}")),
        }
        all.push(Playthrough {
            kind: (*kind).to_owned(),
            moves,
            hash: xxhash_rust::xxh3::xxh3_64(text.as_bytes()),
        });
    }
    Ok(all)
}

/// Why a fingerprint ends before the game does.
const CUT: &str = "long enough";

/// Every game ends; there always is a move; the invariant holds after every move; the same seed gives the same game,
/// and another seed another.
pub fn plays_and_repeats<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let mut different = false;
    for index in 0..games {
        let transcript = |seed: u64| -> Result<(Vec<G::Move>, Outcome), Breach> {
            let mut played = Vec::new();
            let end = walk(game, bot, seed, index, |choice| {
                played.push(choice.moves[choice.chosen]);
                Ok(())
            })?;
            Ok((played, end.outcome))
        };
        let first = transcript(seed)?;
        if first != transcript(seed)? {
            return Err(format!("game {index} of seed {seed} is not the same twice"));
        }
        different |= first != transcript(seed + 1)?;
    }
    if different {
        Ok(())
    } else {
        Err("another seed gives the same games".to_owned())
    }
}

/// No move is offered twice.
pub fn moves_are_distinct<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            for (at, mv) in choice.moves.iter().enumerate() {
                if choice.moves[..at].contains(mv) {
                    return Err(format!("{mv:?} is offered twice"));
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// Deal again what a seat cannot see: its view, its moves and its bot's choice stay the same, and what is dealt is a
/// position that may occur.
pub fn nobody_peeks<G: Imagine>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    for index in 0..games {
        let mut dealer = Stream::keyed(seed, index, u8::MAX, 0);
        walk(game, bot, seed, index, |choice| {
            let seat = choice.seat;
            let imagined = game.imagine(choice.state.view(game, seat), &mut dealer);
            let parts = |what: &str, was: &dyn Debug, is: &dyn Debug| {
                let (was, is) = parted(&format!("{was:?}"), &format!("{is:?}"));
                format!("dealing again changes what {seat} sees {what}: {was} becomes {is}")
            };
            if imagined.private[seat] != choice.state.private[seat] {
                return Err(parts("alone", &choice.state.private[seat], &imagined.private[seat]));
            }
            if imagined.public != choice.state.public {
                return Err(parts("with all", &choice.state.public, &imagined.public));
            }
            game.invariant(&imagined)
                .map_err(|broken| format!("dealt again, broken: {broken}"))?;
            let mut moves = Moves::default();
            game.moves(imagined.view(game, seat), &mut moves);
            if moves[..] != choice.moves[..] {
                return Err(format!("dealing again changes what {seat} may do"));
            }
            let again = |view: View<'_, G>| bot.choose(view, &moves, &mut choice.stream.clone());
            if moves.len() > 1 && again(imagined.view(game, seat)) != choice.chosen {
                return Err(format!("{seat} chooses by what it cannot see, among {:?}", &moves[..]));
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// What all saw, who chose what, and what that seat alone saw.
type PastChoice<G> = (<G as Game>::Public, Seat, <G as Game>::Move, <G as Game>::Private);

/// Choices that were made before are remembered up to so many.
const REMEMBERED: usize = 40;

/// What a seat did shows something of what it alone sees. As long as that stays as it was, so must what another seat deals again
/// of it: what was done could have been done with it.
pub fn what_was_shown_is_remembered<G: Imagine>(
    game: &G,
    bot: &dyn Bot<G>,
    seed: u64,
    games: u64,
) -> Result<(), Breach> {
    for index in 0..games {
        let mut dealer = Stream::keyed(seed, index, u8::MAX, 1);
        let mut past: VecDeque<PastChoice<G>> = VecDeque::new();
        let mut moves = Moves::default();
        walk(game, bot, seed, index, |choice| {
            let ObservedChoice { state, seat: me, .. } = *choice;
            past.retain(|(_, seat, _, private)| state.private[*seat] == *private);
            let imagined = game.imagine(state.view(game, me), &mut dealer);
            for (public, seat, mv, _) in past.iter().filter(|(_, seat, ..)| *seat != me) {
                let mut then = imagined.clone();
                then.public = public.clone();
                moves.clear();
                game.moves(then.view(game, *seat), &mut moves);
                if !moves.contains(mv) {
                    return Err(format!(
                        "what {me} deals again for {seat} does not agree with {mv:?}, which {seat} chose before"
                    ));
                }
            }
            past.push_front((state.public.clone(), me, choice.moves[choice.chosen], state.private[me]));
            past.truncate(REMEMBERED);
            Ok(())
        })?;
    }
    Ok(())
}

/// Both texts from a little before the place where they part, and not at length.
fn parted(one: &str, other: &str) -> (String, String) {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let piece = |text: &str| {
        let from = same.saturating_sub(30);
        let lead = if from > 0 { "…" } else { "" };
        let shown: String = text.chars().skip(from).take(90).collect();
        let more = if text.chars().count() > from + 90 { "…" } else { "" };
        format!("{lead}{shown}{more}")
    };
    (piece(one), piece(other))
}

/// A recorder changes nothing.
pub fn recorders_change_nothing<G: Game, R: Recorder<G> + Default>(
    game: &G,
    bot: &dyn Bot<G>,
    seed: u64,
    games: u64,
) -> Result<(), Breach> {
    let mut table = Table::new(game);
    let mut log = R::default();
    for index in 0..games {
        let alike = caught(seed, index, |_| {
            let alone = table.play(Chance::new(seed, index), |_, _| bot, &mut ());
            let watched = table.play(Chance::new(seed, index), |_, _| bot, &mut log);
            alone.outcome == watched.outcome && alone.state.public == watched.state.public
        });
        if !alike.map_err(|broken| broken.to_string())? {
            return Err(format!(
                "game {index} of seed {seed} goes differently when it is recorded"
            ));
        }
    }
    Ok(())
}

/// The moves of one game as text, a line each: what a golden playthrough keeps.
pub fn transcript<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, index: u64) -> Result<String, Breach> {
    let mut text = String::new();
    let outcome = walk(game, bot, seed, index, |choice| {
        text += &format!("{} {:?}\n", choice.seat, choice.moves[choice.chosen]);
        Ok(())
    })?
    .outcome;
    Ok(format!(
        "{text}winners {:?}, ending {}\n",
        outcome.winners.iter().collect::<Vec<_>>(),
        outcome.ending
    ))
}

/// Every rule of this schema that may be left out says what it is then: who lists, prints or tunes it would else take it for one
/// without a value of its own.
fn can_be_read(rules: &Value) -> Result<(), Breach> {
    match parts::unread(rules).first() {
        Some(rule) => Err(format!(
            "the default of `{rule}` cannot be read: derive Serialize on its type"
        )),
        None => Ok(()),
    }
}

/// Games won by one seat of the bot `bot` among seats of the bot `others`, which sits on every seat in turn: `deals` deals,
/// each played once for every seat. Both are bots of `setup` or kinds. A game won by several counts for each of them.
///
/// ```no_run
/// # fn test<MyGame: balance_kit::Guest>() {
/// use balance_kit::{Setup, game, laws};
/// let setup = Setup::default().with_bot("deep", "search", [("iterations", 50)]);
/// let (won, played) = laws::wins(&game::<MyGame>(), &setup, "deep", "random", 20).unwrap();
/// assert!(won * 2 > played);
/// # }
/// ```
///
/// # Errors
/// Whatever is wrong with the configuration, or the game that broke.
pub fn wins(info: &GameInfo, setup: &Setup, bot: &str, others: &str, deals: u64) -> Result<(u64, u64), Breach> {
    let mut setup = setup.clone();
    setup.seats = Seats {
        rotate: vec![others.to_owned()],
        ..Seats::default()
    };
    let wrong = |mistakes: Vec<crate::Mistake>| format!("{}: {}", mistakes[0].at, mistakes[0].message);
    let players = (info.build)(&setup).map_err(wrong)?.sheet().players;
    setup.seats.rotate = vec![others.to_owned(); players];
    bot.clone_into(&mut setup.seats.rotate[0]);
    let game = (info.build)(&setup).map_err(wrong)?;
    let block = game.play_block(1, 0..deals).map_err(|broken| broken.to_string())?;
    let (_, won) = block.tally.bots[0].totals();
    Ok((won, deals * players as u64))
}

/// Asked by which line it chooses, a bot that goes by a script tells it, and chooses the same.
pub fn lines_are_told<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            let (seat, mut told) = (choice.seat, false);
            if choice.moves.len() == 1 {
                return Ok(());
            }
            let view = choice.state.view(game, seat);
            let chosen = bot.choose_by(view, choice.moves, &mut choice.stream.clone(), &mut |_| told = true);
            if !told {
                return Err(format!(
                    "{seat} does not tell by which line of its script it chooses: write `choose_by`"
                ));
            }
            if chosen != choice.chosen {
                return Err(format!(
                    "{seat} chooses {:?} by `choose`, and {:?} by `choose_by`",
                    choice.moves[choice.chosen], choice.moves[chosen]
                ));
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The same of the bot of this kind, where it goes by a script; `scripted` by one of all tactics that need no other word.
fn are_told<G: Guest>(game: &G, kind: &str, seed: u64, games: u64) -> Result<(), Breach> {
    let (bots, mut spec) = (G::bots(), plain(game, kind));
    if kind == SCRIPTED {
        spec.settings.insert("script".to_owned(), plain_tactics::<G>().into());
    }
    if bots.script_of(&spec).is_empty() {
        return Ok(());
    }
    match bots.make(kind, &spec) {
        Ok(bot) => lines_are_told(game, &*bot, seed, games),
        Err(_) => Ok(()),
    }
}

impl GameInfo {
    /// For the tests of a game: the keys of the rules that change nothing in a configuration with these, written as TOML;
    /// where there are any, so many games show that they do not.
    ///
    /// # Panics
    /// When that is no TOML, or a law is broken.
    pub fn idle_keys(&self, rules: &str, games: u64) -> Vec<String> {
        let setup = Setup {
            rules: toml::from_str(rules).expect("rules"),
            ..Setup::default()
        };
        let keys = keys((self.idle)(&setup));
        if !keys.is_empty() {
            (self.laws)(&setup, &[RANDOM], games).unwrap_or_else(|breach| panic!("{rules}: {breach}"));
        }
        keys
    }

    /// For the tests of a game: the keys of the rules that nobody can reach in a configuration with these, written as TOML.
    ///
    /// # Panics
    /// When that is no TOML.
    pub fn keys_out_of_reach(&self, rules: &str) -> Vec<String> {
        let setup = Setup {
            rules: toml::from_str(rules).expect("rules"),
            ..Setup::default()
        };
        keys((self.out_of_reach)(&setup))
    }
}

fn keys(mistakes: Vec<Mistake>) -> Vec<String> {
    let key = |mistake: Mistake| match mistake.at {
        At::Rule(path) => path.join("."),
        other => panic!("{other:?}"),
    };
    mistakes.into_iter().map(key).collect()
}

/// Rules that are said to change nothing in a configuration ([`Guest::idle`]) do not: without them it plays the same games.
fn idle_rules_change_nothing<G: Guest>(setup: &Setup, games: u64) -> Result<(), Breach> {
    let wrong = |mistakes: Vec<Mistake>| format!("{}: {}", mistakes[0].at, mistakes[0].message);
    for idle in crate::description::unused_rules::<G>(setup).map_err(wrong)? {
        let At::Rule(path) = &idle.at else {
            return Err(format!("what has no effect is a rule, not {}", idle.at));
        };
        let mut without = setup.clone();
        take_out(&mut without.rules, path);
        let blocks = [setup, &without].map(|setup| {
            let mut setup = setup.clone();
            RANDOM.clone_into(&mut setup.seats.all);
            let playable = description::build::<G>(&setup).map_err(wrong)?;
            playable.play_block(14, 0..games).map_err(|broken| broken.to_string())
        });
        let [with, without] = blocks;
        if with?.tally != without?.tally {
            let key = path.join(".");
            return Err(format!(
                "without `{key}`, which is said to change nothing, other games are played"
            ));
        }
    }
    Ok(())
}

/// Takes the rule at a key path out of a table.
fn take_out(rules: &mut toml::Table, path: &[String]) {
    match path {
        [] => {}
        [key] => drop(rules.remove(key)),
        [key, rest @ ..] => {
            if let Some(below) = rules.get_mut(key).and_then(toml::Value::as_table_mut) {
                take_out(below, rest);
            }
        }
    }
}

/// Whenever a bot is asked, every number that a condition may compare lies within its ends.
pub fn quantities_are_possible<G: Guest>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let quantities = G::bots().quantities();
    for index in 0..games {
        walk(game, bot, seed, index, |choice| {
            let view = choice.state.view(game, choice.seat);
            for quantity in quantities {
                let name = quantity.name;
                match &quantity.reading {
                    Reading::Number(of) => {
                        let ends = quantity.within(game);
                        let any = ends == (i32::MIN..=i32::MAX);
                        let found = if any { 0 } else { of(view) };
                        if !any && !ends.contains(&found) {
                            return Err(format!("`{name}` is {found}, outside of {ends:?}"));
                        }
                    }
                    Reading::Things { .. } => {}
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The names of the tactics that stand for themselves.
fn plain_tactics<G: Guest>() -> Vec<String> {
    let plain = published::<G>().filter(|[_, _, open]| open.is_empty());
    plain.map(|[name, ..]| name).collect()
}

/// The tactics that the kind `scripted` offers: name, help, and the word in it that stands for others.
fn published<G: Guest>() -> impl Iterator<Item = [String; 3]> {
    let infos = G::bots().infos().into_iter().filter(|info| info.kind == SCRIPTED);
    infos.flat_map(|info| offered(&(info.schema)()).0)
}
