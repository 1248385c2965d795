//! A bot that plays as one of several, drawn anew for every seat and game: nobody knows beforehand which.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use schemars::{JsonSchema, Schema};
use serde::Deserialize;

use crate::bots::MIXED;
use crate::bots::{Bots, Made, read};
use crate::{At, BotInfo, BotSpec, Mistake};
use balance_engine::{Bot, Game, Imagine, MovePlan, Moves, Stream, View};

/// The `[bots.X]` table of a mixed bot.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct MixedSettings {
    /// Bots as which it plays, each with how often beside the others, such as `{ heuristic = 2, random = 1 }`: kinds with their
    /// default settings, bots of the game's league, or bots of the scenario; left out, the safest mix of the league at the table.
    bots: Option<BTreeMap<String, f64>>,
}

/// One of the bots as which a mixed bot plays.
#[derive(Clone, Debug)]
pub struct MixPart {
    /// Its name.
    pub bot: String,
    /// The share of games in which it is drawn.
    pub share: f64,
    /// The lines of its script; none of a bot that goes by none.
    pub script: Vec<String>,
}

/// How it stands in a game's table of bots.
pub(crate) fn info() -> BotInfo {
    BotInfo {
        kind: MIXED,
        help: "one of several bots, drawn anew for every seat and game; by default the league's safest mix",
        script: Rc::default(),
        schema: Rc::new(schema),
    }
}

fn schema() -> Schema {
    schemars::schema_for!(MixedSettings)
}

/// The bots as which a sound bot of this table plays, in their order; none where it is no mixed one.
pub(crate) fn parts<G: Imagine>(spec: &BotSpec, bots: &Bots<G>) -> Vec<MixPart> {
    let settings = (spec.kind == MIXED)
        .then(|| read::<MixedSettings>("", spec).ok())
        .flatten();
    let Some(MixedSettings { bots: own }) = settings else {
        return Vec::new();
    };
    let named = own.is_some();
    let parts = shares(own, bots);
    let scale = scale(&parts);
    let sum: f64 = parts.iter().map(|(_, part)| part / scale).sum();
    // One that the scenario names may be of its own.
    let spec = |bot: &str| if named { bots.own_or_named(bot) } else { bots.named(bot) };
    let part = |(bot, part): (String, f64)| MixPart {
        script: bots.script_of(&spec(&bot)),
        share: part / scale / sum,
        bot,
    };
    parts.into_iter().map(part).collect()
}

/// How often it plays as which bot, beside the others.
fn shares<G: Imagine>(own: Option<BTreeMap<String, f64>>, bots: &Bots<G>) -> Vec<(String, f64)> {
    own.map_or_else(|| bots.safest_mix().to_vec(), |own| own.into_iter().collect())
}

/// By how much all parts are divided, so that their sum is a number that has all of its digits.
fn scale(parts: &[(String, f64)]) -> f64 {
    let sum: f64 = parts.iter().map(|(_, part)| part).sum();
    if sum.is_normal() {
        1.0
    } else {
        parts.iter().map(|(_, part)| *part).fold(0.0, f64::max)
    }
}

/// Builds the bot `name` of a game with these `bots` from its table.
///
/// # Errors
/// What is wrong with the table.
pub(crate) fn make<G: Imagine>(name: &str, spec: &BotSpec, bots: &Bots<G>) -> Made<G> {
    let settings: MixedSettings = read(name, spec)?;
    let named = settings.bots.is_some();
    let parts = shares(settings.bots, bots);
    let place: &[&str] = if named { &["bots"] } else { &[] };
    let mut mistakes = Vec::new();
    if parts.is_empty() {
        let message = if named {
            "there is no bot as which it could play"
        } else {
            "the game's league has no mix for this table"
        };
        mistakes.push(Mistake::bot(name, place, message, "write, say, bots = { random = 1 }"));
    }
    let mut all: Vec<Box<dyn Bot<G>>> = Vec::new();
    let mut until = Vec::new();
    let (scale, mut sum) = (scale(&parts), 0.0);
    for (bot, part) in &parts {
        let at: &[&str] = if named { &["bots", bot] } else { &[] };
        if !part.is_finite() || *part <= 0.0 {
            let message = format!("`{bot}` is to be played {part} times beside the others");
            mistakes.push(Mistake::bot(name, at, message, "write a number above 0"));
        }
        sum += part / scale;
        until.push(sum);
        let spec = if named { bots.own_or_named(bot) } else { bots.named(bot) };
        if spec.kind == MIXED {
            let message = "a mixed bot cannot play as another mixed bot";
            mistakes.push(Mistake::bot(name, at, message, "name the bots of that one"));
            continue;
        }
        // A bot of the scenario has a table of its own, in which its mistakes stand.
        let own = named && bots.is_own(bot);
        let moved = |mistake: Mistake| {
            if own {
                mistake
            } else {
                mistake.moved(|_| At::bot(name, at))
            }
        };
        match bots.make(bot, &spec) {
            Ok(made) => all.push(made),
            Err(found) => mistakes.extend(found.into_iter().map(moved)),
        }
    }
    if mistakes.is_empty() {
        Ok(Box::new(Mixed { bots: all, until }))
    } else {
        Err(mistakes)
    }
}

struct Mixed<G: Game> {
    bots: Vec<Box<dyn Bot<G>>>,
    /// The parts of the bots up to and with each, added up.
    until: Vec<f64>,
}

impl<G: Game> Mixed<G> {
    /// The number of the bot that plays where this stream is drawn from: always the same.
    fn draw(&self, chance: &Stream) -> usize {
        let last = self.bots.len() - 1;
        let lot = chance.lot() * self.until[last];
        let drawn = self.until.iter().position(|until| lot < *until);
        drawn.unwrap_or(last)
    }

    fn bot(&self, chance: &Stream) -> &dyn Bot<G> {
        &*self.bots[self.draw(chance)]
    }
}

impl<G: Game> Bot<G> for Mixed<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        self.bot(chance).choose(view, moves, chance)
    }

    fn choose_ahead(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
    ) -> usize {
        self.bot(chance).choose_ahead(view, moves, chance, ahead)
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        self.bot(chance).choose_unless(view, moves, chance, ahead, stop)
    }

    fn choose_by(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        self.bot(chance).choose_by(view, moves, chance, lines)
    }

    fn plays_as(&self, chance: &Stream) -> Option<(usize, &dyn Bot<G>)> {
        let drawn = self.draw(chance);
        Some((drawn, &*self.bots[drawn]))
    }

    fn slow(&self) -> bool {
        self.bots.iter().any(|bot| bot.slow())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bots::NoSettings;
    use balance_engine::{BySeat, Chance, Outcome, Recorder, Seat, SeatSet, State, Turn};

    /// One seat chooses over and over.
    pub(crate) struct Meadow;

    impl Game for Meadow {
        type Public = ();
        type Private = ();
        type Hidden = ();
        type Move = u8;
        type Event = ();

        fn players(&self) -> usize {
            1
        }
        fn setup(&self, _chance: &mut Chance) -> State<Self> {
            State::seen((), BySeat::default())
        }
        fn turn(&self, _public: &()) -> Turn {
            Turn::Choose(Seat(0))
        }
        fn moves(&self, _view: View<'_, Self>, out: &mut Moves<u8>) {
            (0..3).for_each(|mv| out.push(mv));
        }
        fn play<R: Recorder<Self>>(&self, _state: &mut State<Self>, _mv: u8, _chance: &mut Chance, _log: &mut R) {}
        fn outcome(&self, _state: &State<Self>) -> Outcome {
            Outcome::of_seats(SeatSet::default(), 0)
        }
        fn turns(&self, _public: &()) -> u32 {
            0
        }
    }

    impl Imagine for Meadow {
        fn imagine(&self, _view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
            State::seen((), BySeat::default())
        }
    }

    struct Always(usize);

    impl Bot<Meadow> for Always {
        fn choose(&self, _view: View<'_, Meadow>, _moves: &Moves<u8>, chance: &mut Stream) -> usize {
            chance.bits();
            self.0
        }
    }

    /// Two bots that always choose the same, the second of which plays by default.
    pub(crate) fn bots() -> Bots<Meadow> {
        Bots::new()
            .kind("first", "", |_, _: NoSettings| Ok(Box::new(Always(0))))
            .kind("last", "", |_, _: NoSettings| Ok(Box::new(Always(2))))
            .by_default()
    }

    pub(crate) fn spec(kind: &str, settings: &str) -> BotSpec {
        BotSpec {
            kind: kind.to_owned(),
            settings: settings.parse().expect("a table"),
        }
    }

    #[test]
    fn a_game_is_played_as_one_of_them_and_games_as_often_as_it_says() {
        let bot = make("crowd", &spec(MIXED, "bots = { first = 1, last = 3 }"), &bots())
            .map_err(|_| ())
            .expect("a bot");
        let state = Meadow.setup(&mut Chance::new(1, 1));
        let mut moves = Moves::default();
        Meadow.moves(state.view(&Meadow, Seat(0)), &mut moves);
        let mut lasts = 0;
        for game in 0..4_000 {
            let mut chance = Chance::new(5, game);
            let mut choose = || bot.choose(state.view(&Meadow, Seat(0)), &moves, chance.bot(Seat(0)));
            let first = choose();
            assert!((0..5).all(|_| choose() == first), "game {game}");
            lasts += usize::from(first == 2);
        }
        // 3,000 are to be expected, with a standard error of 27.
        assert!((2_890..=3_110).contains(&lasts), "{lasts}");
    }

    /// The sum of huge parts is no number, and that of tiny ones has few digits.
    #[test]
    fn parts_of_any_size_are_drawn_as_often_as_they_say() {
        let state = Meadow.setup(&mut Chance::new(1, 1));
        let mut moves = Moves::default();
        Meadow.moves(state.view(&Meadow, Seat(0)), &mut moves);
        for settings in [
            "bots = { first = 0.5e308, last = 1.5e308 }",
            "bots = { first = 1e-323, last = 3e-323 }",
        ] {
            let spec = spec(MIXED, settings);
            let shares: Vec<f64> = parts(&spec, &bots()).iter().map(|part| part.share).collect();
            assert!(
                (shares[0] - 0.25).abs() < 1e-12 && (shares[1] - 0.75).abs() < 1e-12,
                "{shares:?}"
            );
            let bot = make("crowd", &spec, &bots()).map_err(|_| ()).expect("a bot");
            let last = |game| bot.choose(state.view(&Meadow, Seat(0)), &moves, Chance::new(5, game).bot(Seat(0))) == 2;
            let lasts = (0..4_000).filter(|game| last(*game)).count();
            assert!((2_890..=3_110).contains(&lasts), "{settings}: {lasts}");
        }
    }

    #[test]
    fn what_is_no_mix_is_told_with_its_place() {
        for (settings, place, told) in [
            ("", "bots.crowd", "no mix for this table"),
            ("bots = {}", "bots.crowd.bots", "no bot as which"),
            ("bots = { first = 0 }", "bots.crowd.bots.first", "0 times"),
            (
                "bots = { frist = 1 }",
                "bots.crowd.bots.frist",
                "no kind of bot `frist`",
            ),
            ("bots = { mixed = 1 }", "bots.crowd.bots.mixed", "another mixed bot"),
            ("bot = 1", "bots.crowd", "unknown field"),
        ] {
            let mistakes = make("crowd", &spec(MIXED, settings), &bots()).err().expect("a mistake");
            assert_eq!(mistakes[0].at.to_string(), place);
            assert!(
                mistakes[0].message.contains(told),
                "{settings}: {}",
                mistakes[0].message
            );
        }
    }
}
