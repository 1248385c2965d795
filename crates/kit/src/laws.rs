//! Properties that every game must have, for every bot. Each law plays some games and says what is broken; [`hold`] holds
//! a game to all of them.

#[cfg(test)]
mod planted;

use std::collections::{HashMap, VecDeque};
use std::fmt::Debug;

use crate::bots::{RANDOM, SCRIPTED, is_search};
use crate::broken_game::caught;
use crate::dyn_game::AnyGame;
use crate::schema::parts;
use crate::script::{self, Reading, offered};
use crate::transcript::{Heard, Teller};
use crate::{At, BotSpec, GameInfo, Guest, Mistake, Seats, Setup, Telling, Transcript, TranscriptOptions, description};
use balance_engine::{
    Bot, Chance, Game, Imagine, Moves, Outcome, RandomBot, Recorder, Seat, State, Stream, Table, Turn, View,
};
use serde_json::Value;

/// A law that does not hold: which game, and what happened.
pub type Breach = String;

/// The first of what is wrong with a configuration.
fn first_mistake(mistakes: Vec<Mistake>) -> Breach {
    let first = mistakes.into_iter().next();
    first.map_or_else(String::new, |Mistake { at, message, .. }| format!("{at}: {message}"))
}

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
    scripts_can_be_written::<G>()?;
    let game = description::read::<G>(setup).map_err(first_mistake)?;
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
    let playable = description::build::<G>(&seated).map_err(first_mistake)?;
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
    let game = description::read::<G>(setup).map_err(first_mistake)?;
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
                        "what {me} deals again for {seat} does not agree with {mv:?}, which {seat} chose before: `imagine` forgets what a choice has shown"
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
    let players = (info.build)(&setup).map_err(first_mistake)?.sheet().players;
    setup.seats.rotate = vec![others.to_owned(); players];
    bot.clone_into(&mut setup.seats.rotate[0]);
    let game = (info.build)(&setup).map_err(first_mistake)?;
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
        let setup = written(rules);
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
        keys((self.out_of_reach)(&written(rules)))
    }
}

/// The configuration with these rules, written as TOML.
fn written(rules: &str) -> Setup {
    Setup {
        rules: toml::from_str(rules).expect("rules"),
        ..Setup::default()
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
    for idle in crate::description::unused_rules::<G>(setup).map_err(first_mistake)? {
        let At::Rule(path) = &idle.at else {
            return Err(format!("what has no effect is a rule, not {}", idle.at));
        };
        let mut without = setup.clone();
        take_out(&mut without.rules, path);
        let blocks = [setup, &without].map(|setup| {
            let mut setup = setup.clone();
            RANDOM.clone_into(&mut setup.seats.all);
            let playable = description::build::<G>(&setup).map_err(first_mistake)?;
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
                let (Reading::Number(of), ends) = (&quantity.reading, quantity.within(game)) else {
                    continue;
                };
                let number = of(view);
                if !ends.contains(&number) {
                    return Err(format!("`{}` is {number}, outside of {ends:?}", quantity.name));
                }
            }
            Ok(())
        })?;
    }
    Ok(())
}

/// The names of the tactics of the kind `scripted` that stand for themselves: no word in them stands for others.
fn plain_tactics<G: Guest>() -> Vec<String> {
    let [tactics, _] = script_words::<G>();
    let plain = tactics.into_iter().filter(|[_, _, open]| open.is_empty());
    plain.map(|[name, ..]| name).collect()
}

/// The tactics and quantities that the kind `scripted` publishes; none where a game has no such kind.
fn script_words<G: Guest>() -> [Vec<script::Row>; 2] {
    let infos = G::bots().infos().into_iter().find(|info| info.kind == SCRIPTED);
    let words = infos.map(|info| offered(&(info.schema)()));
    words.map_or_else(Default::default, |(tactics, quantities)| [tactics, quantities])
}

/// Every tactic and quantity has a name of its own, in which nothing parts a line, and a meaning; every tactic that stands for
/// itself can be written, and every script that comes with the game be read.
fn scripts_can_be_written<G: Guest>() -> Result<(), Breach> {
    for rows in script_words::<G>() {
        for (at, [name, meaning, _]) in rows.iter().enumerate() {
            let twice = rows[..at].iter().any(|[other, ..]| other == name);
            if twice || meaning.is_empty() || [script::IF, script::AND].iter().any(|part| name.contains(part)) {
                return Err(format!(
                    "in scripts `{name}` is there twice, has no meaning, or parts its line"
                ));
            }
        }
    }
    let bots = G::bots();
    for info in bots.infos() {
        let mut spec = BotSpec::of_kind(info.kind);
        if info.kind == SCRIPTED {
            spec.settings.insert("script".to_owned(), plain_tactics::<G>().into());
        }
        if info.kind == SCRIPTED || !info.script.is_empty() {
            bots.make(info.kind, &spec).map_err(first_mistake)?;
        }
    }
    Ok(())
}

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
            film: false,
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

/// For the tests of a game: games by these rules, written as TOML, with one bot at every seat, each as it is told.
///
/// # Panics
/// When that is no configuration, or a game breaks.
pub fn told_games<G: Guest>(rules: &str, bot: &str, games: u64) -> (G, Vec<Transcript>) {
    let mut setup = written(rules);
    setup.seats = Seats::filled(bot);
    let playable = description::build::<G>(&setup).unwrap_or_else(|mistakes| panic!("{rules}: {mistakes:?}"));
    let tell = |game| playable.tell(15, game, 0, TranscriptOptions::default());
    let told = (0..games).map(|game| tell(game).unwrap_or_else(|broken| panic!("{rules}: {broken}")));
    let told = told.collect();
    (playable.game, told)
}

/// Throws of luck that are tried for one choice, until what happens is what is told.
const TRIES: u64 = 20_000;

/// Plays a game again from its text alone, on from `start`, which the caller has read from the first lines. Every choice
/// is found by its words among the moves offered, and luck falls as it is told: before each choice `prepare` sees the position and
/// what comes of it, and may script dice and shuffles; what it leaves open is thrown until it falls so.
///
/// # Errors
/// The first place at which the text does not say enough, or not what happens.
pub fn told_games_can_be_played_again<G: Telling>(
    game: &G,
    start: State<G>,
    told: &Transcript,
    mut prepare: impl FnMut(&G, &State<G>, &mut Chance, &[String]),
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
        let mut closest = EventWords::default();
        let played = (0..TRIES).find_map(|seed| {
            let (mut state, mut chance) = (state.clone(), Chance::new(seed, at as u64));
            prepare(game, &state, &mut chance, events);
            let mut words = EventWords::default();
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
struct EventWords(Vec<String>);

impl<G: Telling> Recorder<G> for EventWords {
    fn event(&mut self, game: &G, event: G::Event, public: &G::Public) {
        self.0.extend(game.happening(event, public, None));
    }
}

/// A bot that foretells nothing, so that it is asked at every choice.
struct NoForecast<'b, G: Game>(&'b dyn Bot<G>);

impl<G: Game> Bot<G> for NoForecast<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.0.choose(view, moves, chance)
    }
}

/// All choices of a game.
struct MoveLog<G: Game>(Vec<(Seat, G::Move)>);

impl<G: Game> Recorder<G> for MoveLog<G> {
    fn choice(&mut self, _game: &G, _state: &State<G>, seat: Seat, moves: &Moves<G::Move>, chosen: usize) {
        self.0.push((seat, moves[chosen]));
    }
}

/// A game goes the same whether choices that bots foretold are taken or the bots are asked.
pub fn foretold_choices_are_made<G: Game>(game: &G, bot: &dyn Bot<G>, seed: u64, games: u64) -> Result<(), Breach> {
    let played = |bot: &dyn Bot<G>, index: u64| {
        caught(seed, index, |_| {
            let mut choices = MoveLog(Vec::new());
            Table::new(game).play(Chance::new(seed, index), |_, _| bot, &mut choices);
            choices.0
        })
        .map_err(|broken| broken.to_string())
    };
    for index in 0..games {
        let (foretold, asked) = (played(bot, index)?, played(&NoForecast(bot), index)?);
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
