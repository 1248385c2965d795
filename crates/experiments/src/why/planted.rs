//! Causes that are known, because they were planted: a tile that does something else, an end that comes sooner, a die with
//! another face. The true one must come first, with bots that know the rules and with bots that do not.
//!
//! `BALANCE_WHY_RUNS` says how many seeds are tried for each question (default 4).

use serde::Deserialize;

use super::{DivergenceStudy, WhyPlan};
use crate::built_in::named;
use crate::conduct::{conduct_in_pieces, conduct_in_rounds};
use balance_config::games::divergence::Cause;
use balance_config::games::transcript::Telling;
use balance_config::games::{AnyGame, Contents, Guest, Mistake, Setup, Sheet, game};
use balance_engine::{
    Bot, BySeat, Chance, Game, Imagine, Moves, Outcome, Purpose, Recorder, Seat, SeatSet, State, Stream, Turn, View,
};
use balance_inference::table::{Partings, Sampling};
use balance_kit::{Bots, NoSettings};
use balance_simulation::experiment::{Runner, conduct};

/// Three carts: whoever is to move rolls the die or draws a tile, and the first to come far enough wins.
struct Carts {
    rules: Rules,
}

#[derive(Clone, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Rules {
    faces: Vec<u8>,
    tiles: Vec<u8>,
    goal: u8,
    /// Changes nothing; bots that know the rules draw where it is set, and roll where it is not.
    hint: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            faces: vec![1, 2, 3, 4, 5, 6],
            tiles: vec![0, 3, 5, 2, 6, 1, 4, 7],
            goal: 40,
            hint: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Default)]
struct Public {
    turn: u32,
    points: BySeat<u16>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Move {
    Roll,
    Draw,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    DieRolled,
    TileDrawn(u8),
    TurnEnded,
}

impl Carts {
    fn mover(public: &Public) -> Seat {
        Seat((public.turn % 3) as u8)
    }

    fn winner(&self, public: &Public) -> Option<Seat> {
        (0..3)
            .map(Seat)
            .find(|seat| public.points[*seat] >= self.rules.goal.into())
    }
}

impl Game for Carts {
    type Public = Public;
    type Private = ();
    type Hidden = ();
    type Move = Move;
    type Event = Event;

    fn players(&self) -> usize {
        3
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        State::seen(Public::default(), BySeat::default())
    }

    fn turn(&self, public: &Public) -> Turn {
        match self.winner(public) {
            Some(_) => Turn::Over,
            None => Turn::Choose(Carts::mover(public)),
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<Move>) {
        out.push(Move::Roll);
        out.push(Move::Draw);
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: Move, chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        let seat = Carts::mover(public);
        match mv {
            // The die shows what it shows at once, a tile does its work once it is drawn.
            Move::Roll => {
                let face = chance.stream(Purpose::Dice).below(self.rules.faces.len() as u32);
                public.points[seat] += u16::from(self.rules.faces[face as usize]);
                log.event(self, Event::DieRolled, public);
            }
            Move::Draw => {
                let tile = chance.stream(Purpose::Events).below(self.rules.tiles.len() as u32);
                log.event(self, Event::TileDrawn(tile as u8), public);
                public.points[seat] += u16::from(self.rules.tiles[tile as usize]);
            }
        }
        log.event(self, Event::TurnEnded, public);
        public.turn += 1;
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        Outcome::of_seats(SeatSet::from_iter(self.winner(&state.public)), 0)
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turn
    }
}

impl Imagine for Carts {
    fn imagine(&self, view: View<'_, Self>, _chance: &mut Stream) -> State<Self> {
        State::seen(view.public.clone(), BySeat::default())
    }
}

impl Telling for Carts {
    fn kind(&self, event: Event) -> String {
        match event {
            Event::DieRolled => "the die is rolled".to_owned(),
            Event::TileDrawn(tile) => format!("tile {tile} is drawn"),
            Event::TurnEnded => "a turn ends".to_owned(),
        }
    }

    fn happening(&self, event: Event, public: &Public, _to: Option<Seat>) -> Option<String> {
        let seat = Carts::mover(public);
        Some(match event {
            Event::DieRolled => format!("{seat} rolls"),
            Event::TileDrawn(tile) => format!("{seat} draws {} points", self.rules.tiles[usize::from(tile)]),
            Event::TurnEnded => format!("{seat} has {} points of {}", public.points[seat], self.rules.goal),
        })
    }
}

/// Does what the hint says.
struct Knowing;

impl Bot<Carts> for Knowing {
    fn choose(&self, view: View<'_, Carts>, _moves: &Moves<Move>, _chance: &mut Stream) -> usize {
        usize::from(view.game.rules.hint)
    }
}

impl Guest for Carts {
    type Rules = Rules;
    type Metrics = ();
    const KEY: &'static str = "carts";
    const TITLE: &'static str = "Carts";
    const PLAYERS: std::ops::RangeInclusive<u8> = 3..=3;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Carts { rules })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet::of_players(3).ends(&["home"])
    }

    fn bots() -> Bots<Self> {
        Bots::new().kind("knowing", "does what the hint says", |_, _: NoSettings| {
            Ok(Box::new(Knowing))
        })
    }
}

/// A game with these rules, as TOML, and this bot at every seat.
fn built(key: &str, rules: &str, bot: &str) -> Box<dyn AnyGame> {
    let mut setup = Setup {
        rules: toml::from_str(rules).expect("TOML"),
        ..Setup::default()
    };
    setup.seats.all = bot.to_owned();
    let built = if key == Carts::KEY {
        (game::<Carts>().build)(&setup)
    } else {
        (named(key).expect("a game").build)(&setup)
    };
    built.unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// A game that is borrowed.
type Borrowed<'a> = &'a (dyn AnyGame + 'static);

fn study(games: [Borrowed<'_>; 2], seed: u64, deals: u64) -> DivergenceStudy<Borrowed<'_>> {
    let plan = WhyPlan {
        seed,
        deals,
        rotations: 1,
        most: 300,
    };
    DivergenceStudy { games, plan }
}

fn asked(games: [Borrowed<'_>; 2], seed: u64, deals: u64) -> Partings {
    conduct(&study(games, seed, deals), Runner::unwatched()).expect("no game breaks")
}

fn runs() -> u64 {
    let set = std::env::var("BALANCE_WHY_RUNS").ok();
    set.map_or(4, |runs| runs.parse().expect("a number of seeds"))
}

/// The cause must come first where the rules change.
fn holds(game: &str, bot: &str, rules: [&str; 2], deals: u64, cause: &Cause) {
    let [before, after] = rules.map(|rules| built(game, rules, bot));
    let runs = runs();
    let mut first = 0;
    let mut others = Vec::new();
    for seed in 0..runs {
        let found = asked([&*before, &*after], seed, deals);
        let top = found.rows.first().and_then(|row| row.cause.clone());
        if top.as_ref() == Some(cause) {
            first += 1;
        } else {
            others.push((top, found.flips));
        }
    }
    println!("{game} with {bot}, {}: first in {first} of {runs}", rules[1]);
    assert!(20 * first >= 19 * runs, "{others:?} and not {cause:?}");
}

#[test]
fn a_tile_that_does_something_else_comes_first() {
    for bot in ["random", "heuristic"] {
        holds(
            "riverbed",
            bot,
            ["players = 5", "players = 5\ntile.6 = [\"2 kelp\"]"],
            600,
            &Cause::At("tile 6 is turned up".to_owned()),
        );
    }
    holds(
        "carts",
        "random",
        ["", "tiles = [0, 3, 5, 9, 6, 1, 4, 7]"],
        600,
        &Cause::After("tile 3 is drawn".to_owned()),
    );
}

#[test]
fn an_end_that_comes_sooner_comes_first() {
    for bot in ["random", "heuristic"] {
        holds(
            "riverbed",
            bot,
            ["players = 5\nend-points.coins = 6", "players = 5\nend-points.coins = 5"],
            600,
            &Cause::End([None, Some("coins".to_owned())]),
        );
    }
    holds(
        "carts",
        "random",
        ["", "goal = 36"],
        1200,
        &Cause::End([None, Some("home".to_owned())]),
    );
}

#[test]
fn another_face_of_a_die_comes_first() {
    holds(
        "carts",
        "random",
        ["", "faces = [1, 2, 3, 4, 5, 9]"],
        600,
        &Cause::At("the die is rolled".to_owned()),
    );
}

/// The table of the Mekong crossing keeps which planks would fit where: that is no difference that anybody sees.
#[test]
fn what_is_kept_of_the_rules_on_the_table_parts_no_games() {
    let [before, after] =
        ["players = 3", "players = 3\nplank.3 = \"as-shorter\""].map(|rules| built("mekong", rules, "heuristic"));
    let found = asked([&*before, &*after], 1, 20);
    assert!(!found.rows.is_empty());
    for row in &found.rows {
        assert!(
            !matches!(&row.cause, Some(Cause::At(kind) | Cause::After(kind)) if kind == "a stone is placed"),
            "{row:?}"
        );
    }
}

/// Riverbed Hunt notes how many layers of a tile were executed: the same elements in more layers are no difference.
#[test]
fn the_same_elements_in_more_layers_part_no_games() {
    let rules = ["players = 5", "players = 5\ntile.6 = [\"1 log\", \"1 log\"]"];
    let [before, after] = rules.map(|rules| built("riverbed", rules, "heuristic"));
    for game in 0..50 {
        assert_eq!(before.parts(&*after, 1, game, 0), Ok(None), "{game}");
    }
    let nine = "players = 5\ntile.9 = [\"1 coin\", \"2 coins\"]";
    let both = format!("{nine}\ntile.6 = [\"1 log\", \"1 log\"]");
    let named = [nine, &both].map(|rules| asked([&*before, &*built("riverbed", rules, "heuristic")], 1, 200));
    assert_eq!(named[0], named[1], "what changes nothing takes no games from what does");
}

#[test]
fn bots_that_choose_otherwise_are_told_as_such() {
    let [before, after] = ["", "hint = true"].map(|rules| built("carts", rules, "knowing"));
    let found = asked([&*before, &*after], 3, 600);
    assert_eq!(found.rows.len(), 1, "{found:?}");
    assert_eq!(found.rows[0].cause, None);
    assert_eq!((found.bots_first, found.rows[0].games), (found.looked, found.looked));
    assert!(found.looked > 100);
    let parts = |other: &dyn AnyGame| {
        before
            .parts(other, 3, 0, 0)
            .expect("no game breaks")
            .expect("they part")
    };
    let told = parts(&*after);
    assert!(told.played.chosen && told.rules.is_none());
    assert_eq!(
        told.played.causes,
        [Cause::Choice("roll".to_owned(), "draw".to_owned())]
    );
    assert_eq!((told.played.choices, told.played.told), (0, 0));
    // Nobody draws before: what tiles are worth shows in the choices of the second game alone.
    let told = parts(&*built(
        "carts",
        "hint = true\ntiles = [9, 9, 9, 9, 9, 9, 9, 9]",
        "knowing",
    ));
    let rules = told.rules.expect("they make a difference");
    assert!(told.played.chosen && !rules.chosen);
    assert!(
        matches!(&rules.causes[0], Cause::After(kind) if kind.ends_with("is drawn")),
        "{rules:?}"
    );
}

#[test]
fn games_that_are_the_same_do_not_part() {
    let one = built("carts", "", "random");
    let found = asked([&*one, &*one], 3, 200);
    assert_eq!((found.flips, found.looked, found.rows.len()), (0, 0, 0));
    assert!(found.share.lo.abs() < 1e-12 && found.share.hi > 0.0 && found.share.hi < 0.03);
    assert_eq!(one.parts(&*one, 3, 0, 0), Ok(None));
    let other = built("riverbed", "players = 5", "random");
    assert_eq!(one.parts(&*other, 3, 0, 0), Ok(None), "of another game");
}

#[test]
fn what_is_found_adds_up_and_is_the_same_for_any_number_of_threads() {
    let [before, after] = ["", "goal = 36"].map(|rules| built("carts", rules, "random"));
    let with = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.expect("threads").install(|| asked([&*before, &*after], 5, 500))
    };
    let found = with(1);
    assert_eq!(found, with(2));
    let study = study([&*before, &*after], 5, 500);
    let (again, rounds) = conduct_in_pieces(&study);
    assert!(rounds > 1);
    assert_eq!(found, again);
    let (again, rounds) = conduct_in_rounds(&study, 3);
    assert_eq!((found.clone(), 2), (again, rounds));
    assert_eq!(found.rows.iter().map(|row| row.games).sum::<u64>(), found.looked);
    assert_eq!(found.looked, found.flips.min(300));
    let gained: u64 = found
        .swings
        .iter()
        .filter(|swing| swing.gained)
        .map(|swing| swing.games)
        .sum();
    let lost: u64 = found
        .swings
        .iter()
        .filter(|swing| !swing.gained)
        .map(|swing| swing.games)
        .sum();
    assert_eq!((gained, lost), (found.flips, found.flips), "one wins each game");
    for swing in &found.swings {
        assert_eq!(swing.parts.iter().sum::<u64>(), swing.looked);
        assert!(swing.share.lo <= swing.share.value && swing.share.value <= swing.share.hi);
    }
    // Every share is made again from the counts beside it.
    let share = |count: u64, of: u64, error: f64| {
        let sampling = Sampling::fixed(of, 1);
        sampling.share(count, of, 1.0 - error)
    };
    let groups = found.swings.len() as f64 + 1.0;
    for row in &found.rows {
        let again = share(row.games, found.looked, 0.025 / (found.places as f64 * groups));
        assert_eq!(row.share, again);
    }
    assert_eq!(found.share, share(found.flips, found.games, 0.025 / groups));
    for swing in &found.swings {
        assert_eq!(swing.share, share(swing.games, found.games, 0.025 / groups));
        let (row, most) = swing.most.expect("some were looked into");
        let error = 0.025 / (found.places as f64 * groups);
        assert_eq!(most, share(swing.parts[row], swing.looked, error));
    }
}

#[test]
fn a_run_looks_into_a_modest_share_of_its_games() {
    assert_eq!(WhyPlan::beside(1, 1_999, 1), None, "fewer say nothing");
    for (deals, rotations) in [(2_000, 1), (500, 4), (20_000, 1), (1_000_000, 3), (u64::MAX, 255)] {
        let plan = WhyPlan::beside(1, deals, rotations).expect("enough games");
        assert!(plan.deals >= 1 && plan.deals <= 2_000 && plan.deals <= deals / 20);
        assert!(plan.most >= 20 && plan.most <= 400);
        assert_eq!(plan.rotations, rotations);
    }
}
