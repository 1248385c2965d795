//! The laws find what is wrong: a small game is broken in one way after the other.

mod odds;
mod scripts;

use balance_engine::{
    Bot, BySeat, Chance, Game, Imagine, MovePlan, Moves, Outcome, Purpose, RandomBot, Recorder, Seat, SeatSet, Sheet,
    State, Stream, Turn, View,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Bots, Contents, Guest, Mistake, Setup, Telling, description, laws};

/// Two players with a secret number each take stones in turn; who takes the last one wins.
struct Stones {
    flaw: Flaw,
}

/// What is wrong with it.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(rename_all = "kebab-case")]
enum Flaw {
    #[default]
    None,
    NoMove,
    Twice,
    Panic,
    Endless,
    Ending,
    Side,
    NoSide,
    OtherSide,
    NotInPlay,
    Long,
    DealsWhatIsKnown,
    DealsWhatLiesOpen,
    MovesByASecret,
    Invariant,
    TellsASecret,
    DrawsASecret,
    SaysASecret,
    OneWord,
    CalledIdle,
    CountsTooMuch,
    TellsNoLine,
    OfTwoMinds,
}

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
struct Rules {
    /// What is wrong with it: no value that a game is held to.
    #[schemars(skip)]
    flaw: Flaw,
    /// Stones that may be taken at most; left out, three.
    most: Option<u8>,
    /// Chance of a storm.
    storm: f64,
}

crate::counters! {
    /// What is counted of it.
    enum Count, Counts {
        Taken => Counter::new("taken", "turns"),
        Storms => Counter::new("storms", "storms").when("storm"),
        Most => Counter::new("most", "times that the most was taken").when("most"),
    }
}

impl Recorder<Stones> for Counts {
    fn event(&mut self, game: &Stones, taken: u8, public: &Public) {
        assert!(
            game.flaw != Flaw::CountsTooMuch || public.turn < 2,
            "the second turn is not counted"
        );
        self.add(Count::Taken, 1);
        self.add(Count::Most, u32::from(taken == 3));
        self.add(Count::Storms, 0);
    }
}

#[derive(Clone, Debug, PartialEq)]
struct Public {
    turn: u32,
    stones: u8,
}

fn to_move(turn: u32) -> Seat {
    Seat(u8::from(turn.is_multiple_of(2)))
}

impl Game for Stones {
    type Public = Public;
    type Private = u32;
    type Hidden = ();
    type Move = u8;
    type Event = u8;

    fn players(&self) -> usize {
        2
    }

    fn setup(&self, chance: &mut Chance) -> State<Self> {
        let stream = chance.stream(Purpose::Setup);
        let mut secrets = BySeat::default();
        (0..2).for_each(|seat| secrets[Seat(seat)] = stream.below(1000));
        let stones = if self.flaw == Flaw::CalledIdle { 11 } else { 12 };
        State::seen(Public { turn: 1, stones }, secrets)
    }

    fn turn(&self, public: &Public) -> Turn {
        match public.stones {
            0 => Turn::Over,
            _ => Turn::Choose(to_move(public.turn)),
        }
    }

    fn moves(&self, view: View<'_, Self>, out: &mut Moves<u8>) {
        let stones = view.public.stones;
        if self.flaw == Flaw::NoMove && stones < 4 {
            return;
        }
        let most = if self.flaw == Flaw::MovesByASecret && view.private.is_multiple_of(2) {
            2
        } else {
            3
        };
        (1..=stones.min(most)).for_each(|stones| out.push(stones));
        if self.flaw == Flaw::Twice {
            out.push(1);
        }
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: u8, _chance: &mut Chance, log: &mut R) {
        let public = &mut state.public;
        assert!(
            self.flaw != Flaw::Panic || public.turn < 3,
            "the third turn is too much"
        );
        public.stones -= mv;
        let said = match self.flaw {
            Flaw::SaysASecret => state.private[to_move(public.turn)] as u8,
            _ => mv,
        };
        log.event(self, said, public);
        match self.flaw {
            Flaw::Endless if public.stones == 0 => public.stones = 12,
            Flaw::Invariant if public.turn == 2 => public.stones = 40,
            _ => {}
        }
        public.turn += 1;
    }

    fn outcome(&self, state: &State<Self>) -> Outcome {
        let winner = to_move(state.public.turn + 1);
        let mut outcome = Outcome::of_seats(SeatSet::from_iter([winner]), u8::from(self.flaw == Flaw::Ending) * 7);
        outcome.sides = match self.flaw {
            Flaw::Side => 1 << 5,
            Flaw::NoSide => 0,
            Flaw::OtherSide => outcome.sides ^ 0b11,
            _ => outcome.sides,
        };
        outcome
    }

    fn sides_in_play(&self, _state: &State<Self>) -> u16 {
        if self.flaw == Flaw::NotInPlay { 0b10 } else { 0b11 }
    }

    fn turns(&self, public: &Public) -> u32 {
        public.turn - 1
    }

    fn invariant(&self, state: &State<Self>) -> Result<(), String> {
        if state.public.stones > 12 {
            return Err(format!("{} stones of 12", state.public.stones));
        }
        Ok(())
    }
}

impl Imagine for Stones {
    fn imagine(&self, view: View<'_, Self>, chance: &mut Stream) -> State<Self> {
        let mut secrets = BySeat::default();
        (0..2).for_each(|seat| secrets[Seat(seat)] = chance.below(1000));
        if self.flaw != Flaw::DealsWhatIsKnown {
            secrets[view.seat] = *view.private;
        }
        let mut public = view.public.clone();
        if self.flaw == Flaw::DealsWhatLiesOpen {
            public.turn += 2;
        }
        State::seen(public, secrets)
    }
}

impl Telling for Stones {
    fn choice(&self, _view: View<'_, Self>, mv: u8) -> String {
        match self.flaw {
            Flaw::OneWord => "some stones".to_owned(),
            _ => format!("{mv} stones"),
        }
    }

    fn happening(&self, event: u8, _public: &Public, _to: Option<Seat>) -> Option<String> {
        Some(format!("{event} are gone"))
    }

    fn position_lines(&self, state: &State<Self>, to: Option<Seat>) -> Vec<String> {
        let mut line = format!("{} stones, turn {}", state.public.stones, state.public.turn);
        let all = to.is_none() && self.flaw != Flaw::MovesByASecret;
        if all || self.flaw == Flaw::TellsASecret {
            line += &format!(", secrets {:?}", state.private.first(2));
        }
        vec![line]
    }

    fn picture(&self, state: &State<Self>, _to: Option<Seat>) -> Option<String> {
        let drawn = match self.flaw {
            Flaw::DrawsASecret => state.private[Seat(1)],
            _ => u32::from(state.public.stones),
        };
        Some(format!("<svg>{drawn}</svg>"))
    }
}

impl Guest for Stones {
    type Rules = Rules;
    type Metrics = Counts;
    const KEY: &'static str = "stones";
    const TITLE: &'static str = "Stones";
    const PLAYERS: std::ops::RangeInclusive<u8> = 2..=2;

    fn build(rules: Rules, _contents: &Contents<'_>) -> Result<Self, Vec<Mistake>> {
        Ok(Stones { flaw: rules.flaw })
    }

    fn sheet(&self, _contents: &Contents<'_>) -> Sheet {
        Sheet {
            turns_max: Some(if self.flaw == Flaw::Long { 5 } else { 12 }),
            ..Sheet::of_players(2).ends(&["last stone"])
        }
    }

    fn settled(&self) -> toml::Table {
        // What it comes to is said where the rule is tried.
        let most = self.flaw == Flaw::OneWord;
        most.then(|| ("most".to_owned(), 3.into())).into_iter().collect()
    }

    fn bots() -> Bots<Self> {
        let text = "[[script]]\nname = \"taker\"\nhelp = \"takes some\"\nlines = [\"take some\"]\n";
        Bots::new().scripts(text, |_, _| Ok(Box::new(scripts::Taker)))
    }

    fn idle(&self, written: &toml::Table) -> Vec<Mistake> {
        let said = self.flaw == Flaw::CalledIdle && written.contains_key("flaw");
        let mistake = Mistake::rule("flaw", "`flaw` has no effect", "leave it out");
        said.then_some(mistake).into_iter().collect()
    }
}

/// Takes one stone each time, and foretells something of both seats, on which it sits.
struct Seer {
    foretold: u8,
}

impl Bot<Stones> for Seer {
    fn choose(&self, _view: View<'_, Stones>, _moves: &Moves<u8>, _chance: &mut Stream) -> usize {
        0
    }

    fn choose_ahead(
        &self,
        view: View<'_, Stones>,
        moves: &Moves<u8>,
        chance: &mut Stream,
        ahead: &mut MovePlan<u8>,
    ) -> usize {
        ahead.foretell(to_move(view.public.turn + 1), [self.foretold].into_iter());
        self.choose(view, moves, chance)
    }
}

fn breach(flaw: &str) -> String {
    breach_of(flaw, "random")
}

fn breach_of(flaw: &str, bot: &str) -> String {
    laws::hold::<Stones>(&Setup::default().with_rule("flaw", flaw), &[bot], 5)
        .err()
        .unwrap_or_else(|| "none".to_owned())
}

/// Whose rule is off, 0 or not set is no sign of a dead rule.
#[test]
fn counters_are_of_rules_that_may_be_left_out() {
    let rules = |mut setup: Setup| {
        setup.seats.all = "random".to_owned();
        let built = description::build::<Stones>(&setup).unwrap_or_else(|mistakes| panic!("{mistakes:?}"));
        let counters = built.sheet.counters.into_iter();
        counters.map(|counter| counter.rule).collect::<Vec<_>>()
    };
    let setup = Setup::default;
    assert_eq!(rules(setup()), [true, false, false]);
    assert_eq!(rules(setup().with_rule("storm", 0.1)), [true, true, false]);
    assert_eq!(rules(setup().with_rule("storm", 0)), [true, false, false]);
    assert_eq!(rules(setup().with_rule("most", 2)), [true, false, true]);
    assert_eq!(
        rules(setup().with_rule("flaw", "one-word")),
        [true, false, true],
        "settled"
    );
}

#[test]
fn a_recorder_that_breaks_is_named_with_its_game() {
    let breach = breach("counts-too-much");
    assert_eq!(
        breach,
        "random: game 0 of seed 10 broke: the second turn is not counted"
    );
}

#[test]
fn a_default_that_cannot_be_read_is_named() {
    /// Is not written, so that no schema can say what it is by itself.
    #[derive(Default, Deserialize, JsonSchema)]
    enum Tie {
        #[default]
        First,
    }
    #[derive(Default, Deserialize, JsonSchema)]
    #[serde(default)]
    struct Rules {
        goal: u8,
        tie: Tie,
        cap: Option<u8>,
        other: Option<Flaw>,
    }
    let read = |schema: schemars::Schema| super::can_be_read(schema.as_value());
    let said = "the default of `tie` cannot be read: derive Serialize on its type";
    assert_eq!(read(schemars::schema_for!(Rules)), Err(said.to_owned()));
    assert_eq!(read(schemars::schema_for!(super::planted::Rules)), Ok(()));
}

#[test]
fn every_planted_flaw_is_named() {
    for (flaw, said) in [
        ("no-move", "has no move"),
        ("twice", "1 is offered twice"),
        ("panic", "broke: the third turn is too much"),
        ("endless", "it does not end"),
        (
            "ending",
            "it says that it ended in way 7, counted from 0, but its description names 1",
        ),
        ("side", "it says that a side has won that its description does not name"),
        (
            "no-side",
            "it says that nobody won, but the seats that it says won are of ",
        ),
        ("other-side", "but the seats that it says won are of "),
        (
            "not-in-play",
            "it says that 1st player won, but that only 2nd player could",
        ),
        ("long", "turns, but its description says that no game takes more than 5"),
        ("deals-what-is-known", "dealing again changes what seat"),
        (
            "deals-what-lies-open",
            "sees with all: Public { turn: 1, stones: 12 } becomes Public { turn: 3, stones: 12 }",
        ),
        ("invariant", "broken: 40 stones of 12"),
    ] {
        let breach = breach(flaw);
        assert!(
            breach.contains(said) && breach.starts_with("random: "),
            "{flaw}: {breach}"
        );
    }
}

#[test]
fn what_is_not_told_of_a_position_is_missed() {
    // No position says the secret that the moves depend on.
    let breach = breach("moves-by-a-secret");
    assert!(breach.contains("two positions are told alike"), "{breach}");
}

#[test]
fn what_was_shown_and_is_forgotten_is_missed() {
    let game = Stones {
        flaw: Flaw::MovesByASecret,
    };
    // Who took three has no even number.
    let breach = laws::what_was_shown_is_remembered(&game, &RandomBot, 1, 20).expect_err("forgotten");
    assert!(breach.contains("does not agree with 3, which"), "{breach}");
    let game = Stones { flaw: Flaw::None };
    assert_eq!(laws::what_was_shown_is_remembered(&game, &RandomBot, 1, 20), Ok(()));
}

#[test]
fn what_words_and_pictures_give_away_is_named() {
    for (flaw, said) in [
        (
            "tells-a-secret",
            "seat 2 reads what it cannot know:\n12 stones, turn 1, secrets [",
        ),
        ("draws-a-secret", "is drawn what it cannot know: <svg>"),
        ("says-a-secret", "is told what it cannot know: "),
        ("one-word", "1 and 2 are both called “some stones”"),
    ] {
        let breach = breach(flaw);
        assert!(breach.contains(said), "{flaw}: {breach}");
    }
}

#[test]
fn a_rule_that_is_called_idle_and_is_not_is_named() {
    let breach = breach("called-idle");
    assert!(
        breach.contains("without `flaw`, which is said to change nothing, other games are played"),
        "{breach}"
    );
}

#[test]
fn a_choice_foretold_that_is_not_made_is_named() {
    let held = |foretold: u8| {
        let game = Stones { flaw: Flaw::None };
        laws::foretold_choices_are_made(&game, &Seer { foretold }, 14, 5)
    };
    assert_eq!(held(1), Ok(()));
    let breach = held(2).expect_err("two stones are not one");
    assert_eq!(
        breach,
        "game 0 of seed 14: choice 1, from 0, is 1 of seat 2 where bots are asked and 2 of seat 2 where they foretell"
    );
}

#[test]
fn a_sound_game_breaks_no_law() {
    assert_eq!(breach("none"), "none");
}

#[test]
fn a_game_for_one_number_of_players_needs_no_rule_of_that_name() {
    laws::hold_at_every_table::<Stones>(2).expect("a sound game");
}

#[test]
fn a_broken_game_is_named_by_its_number() {
    let breach = breach("panic");
    assert!(breach.contains("game 0 of seed 7 broke"), "{breach}");
}
