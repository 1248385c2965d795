//! Three levels of one player, by the same names in every game, and the blunders that any bot may make.

use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use serde_json::{Value, json};

use crate::bots::NoSettings;
use crate::{BotInfo, BotSpec, Mistake};
use balance_engine::{Bot, Game, MovePlan, Moves, Proportion, Stream, View, as_percent};
use serde::Deserialize;

/// Plays as the game's default bot, and blunders.
pub const NOVICE: &str = "novice";

/// Plays as the game's default bot.
pub const CLUB: &str = "club";

/// Searches, as long as is worth it.
pub const EXPERT: &str = "expert";

/// The levels, the weakest first.
pub const LEVELS: [&str; 3] = [NOVICE, CLUB, EXPERT];

/// The key of every bot's table that says how often it blunders.
pub(crate) const BLUNDER: &str = "blunder";

/// How the two levels that do not search stand in a game's table of bots.
pub(crate) fn infos() -> [BotInfo; 2] {
    let helps = [
        (NOVICE, "the game's default bot, which blunders now and then"),
        (CLUB, "the game's default bot with its default settings"),
    ];
    helps.map(|(kind, help)| BotInfo {
        kind,
        help,
        script: Rc::default(),
        schema: Rc::new(|| schemars::schema_for!(NoSettings)),
    })
}

/// The same kind, whose table says how often it blunders.
pub(crate) fn with_blunders(info: &BotInfo, novice: f64) -> BotInfo {
    let share = if info.kind == NOVICE { novice } else { 0.0 };
    let own = Rc::clone(&info.schema);
    let schema = move || {
        let mut schema = own();
        let properties = schema.ensure_object().entry("properties").or_insert_with(|| json!({}));
        if let Value::Object(properties) = properties {
            let mut blunder = schemars::schema_for!(Proportion).to_value();
            blunder["description"] =
                "How often it plays a random legal move instead of its own, such as \"20%\".".into();
            blunder["default"] = as_percent(share).into();
            for key in ["$schema", "title"] {
                blunder.as_object_mut().and_then(|blunder| blunder.remove(key));
            }
            properties.insert(BLUNDER.to_owned(), blunder);
        }
        schema
    };
    BotInfo {
        schema: Rc::new(schema),
        ..info.clone()
    }
}

/// How often the bot `name` of this table blunders; `usual` where it says nothing.
///
/// # Errors
/// It is no share.
pub(crate) fn blunders(name: &str, spec: &BotSpec, usual: f64) -> Result<f64, Vec<Mistake>> {
    let Some(written) = spec.settings.get(BLUNDER) else {
        return Ok(usual);
    };
    let wrong = |_| {
        let message = format!("it cannot blunder {written} of the time");
        vec![Mistake::bot(name, &[BLUNDER], message, "write a share such as \"20%\"")]
    };
    Proportion::deserialize(written.clone())
        .map(|share| share.0)
        .map_err(wrong)
}

/// Plays as another bot, but for a random legal move every now and then. It foretells nothing: whether it will blunder is drawn
/// at each choice.
pub(crate) struct BlunderBot<G: Game> {
    /// How it plays otherwise.
    pub bot: Box<dyn Bot<G>>,
    /// How often it blunders, from 0 to 1.
    pub share: f64,
}

impl<G: Game> BlunderBot<G> {
    /// The blunder that it makes now, if it makes one.
    fn blunder(&self, moves: &Moves<G::Move>, chance: &mut Stream) -> Option<usize> {
        (chance.unit() < self.share).then(|| chance.below(moves.len() as u32) as usize)
    }
}

impl<G: Game> Bot<G> for BlunderBot<G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        match self.blunder(moves, chance) {
            Some(at) => at,
            None => self.bot.choose(view, moves, chance),
        }
    }

    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if let Some(at) = self.blunder(moves, chance) {
            return Some(at);
        }
        let chosen = self.bot.choose_unless(view, moves, chance, ahead, stop);
        ahead.clear();
        chosen
    }

    fn choose_ahead(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
    ) -> usize {
        self.choose_unless(view, moves, chance, ahead, &AtomicBool::new(false))
            .expect("only who asks to stop ends a choice early")
    }

    fn choose_by(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        lines: &mut dyn FnMut(usize),
    ) -> usize {
        match self.blunder(moves, chance) {
            Some(at) => at,
            None => self.bot.choose_by(view, moves, chance, lines),
        }
    }

    fn slow(&self) -> bool {
        self.bot.slow()
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        self.bot.values(view, moves, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::NoSettings;
    use crate::{BotSpec, Bots};
    use balance_engine::{BySeat, Chance, Game, Imagine, Outcome, Recorder, Seat, SeatSet, State, Turn};

    /// One seat chooses over and over.
    struct Meadow;

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
    fn bots() -> Bots<Meadow> {
        Bots::new()
            .kind("first", "", |_, _: NoSettings| Ok(Box::new(Always(0))))
            .kind("last", "", |_, _: NoSettings| Ok(Box::new(Always(2))))
            .by_default()
    }

    fn spec(kind: &str, settings: &str) -> BotSpec {
        BotSpec {
            kind: kind.to_owned(),
            settings: settings.parse().expect("a table"),
        }
    }

    /// Of so many choices how often it chose which of the three moves.
    fn chosen(spec: &BotSpec) -> [u32; 3] {
        let bot = bots().make("mine", spec).map_err(|_| ()).expect("a bot");
        let state = Meadow.setup(&mut Chance::new(1, 1));
        let mut moves = Moves::default();
        Meadow.moves(state.view(&Meadow, Seat(0)), &mut moves);
        let mut counts = [0; 3];
        let mut chance = Chance::new(5, 1);
        for _ in 0..6_000 {
            counts[bot.choose(state.view(&Meadow, Seat(0)), &moves, chance.bot(Seat(0)))] += 1;
        }
        counts
    }

    #[test]
    fn any_bot_blunders_as_often_as_its_table_says() {
        assert_eq!(chosen(&spec("first", "")), [6_000, 0, 0]);
        assert_eq!(chosen(&spec("first", "blunder = 0.0")), [6_000, 0, 0]);
        for settings in ["blunder = \"30%\"", "blunder = 0.3"] {
            for kind in ["first", "novice", "club"] {
                let [first, middle, last] = chosen(&spec(kind, settings));
                let own = first.max(last);
                // A third of the blunders are what it would play anyway; 31 is the standard error.
                assert!((4_690..=4_910).contains(&own), "{kind}: {own}");
                assert!((490..=710).contains(&middle), "{kind}: {middle}");
            }
        }
    }

    #[test]
    fn club_is_the_default_bot_and_a_novice_blunders() {
        assert_eq!(chosen(&spec(CLUB, "")), chosen(&spec("last", "")));
        assert_eq!(chosen(&spec(NOVICE, "")), chosen(&spec("last", "blunder = 0.25")));
        assert_eq!(chosen(&spec(NOVICE, "blunder = 0")), chosen(&spec("last", "")));
    }

    #[test]
    fn every_table_may_say_how_often_its_bot_blunders() {
        for info in bots().infos() {
            let schema = (info.schema)().to_value();
            let default = schema.pointer("/properties/blunder/default").and_then(Value::as_str);
            assert_eq!(
                default,
                Some(if info.kind == NOVICE { "25%" } else { "0%" }),
                "{}",
                info.kind
            );
        }
    }

    #[test]
    fn what_is_no_share_and_no_setting_is_told_with_its_place_all_at_once() {
        for (kind, settings, places) in [
            ("club", "blunder = \"120%\"", vec!["bots.mine.blunder"]),
            ("first", "blunder = \"often\"", vec!["bots.mine.blunder"]),
            (
                "novice",
                "blunder = -1\nweights = 1",
                vec!["bots.mine.blunder", "bots.mine"],
            ),
        ] {
            let mistakes = bots().make("mine", &spec(kind, settings)).err().expect("a mistake");
            let found: Vec<String> = mistakes.iter().map(|mistake| mistake.at.to_string()).collect();
            assert_eq!(found, places, "{settings}");
            assert!(mistakes[0].help.as_deref().is_some_and(|help| help.contains("\"20%\"")));
        }
    }
}
