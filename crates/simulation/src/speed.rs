//! How fast games are played: every game, variant and kind of bot, each beside a game without rules.
//!
//! It reads a clock; nothing of it comes near a result.

use std::hint::black_box;
use std::ops::Range;
use std::time::{Duration, Instant};

use xxhash_rust::xxh3::Xxh3;

use balance_config::games::{AnyGame, GameBlock, GameInfo, Mistake, Setup};
use balance_engine::{
    BySeat, Chance, Game, Moves, Outcome, RandomBot, Recorder, Seat, SeatSet, State, Table, Turn, View,
};
use balance_kit::bots::{CLUB, EXPERT, NOVICE, SCRIPTED};

/// Variants of the built-in games that play differently than the published game: key, what it is called, its rules.
const VARIANTS: [(&str, &str, &str); 2] = [
    ("mekong", "open water", "side = \"water\""),
    (
        "niagara",
        "spirits",
        "spirits = { doubles = true, cards = true, gems-by-players = true, whirlpool = true, beaver = true, elk = true }",
    ),
];
/// Kinds that are another with more time, play as others do, or are nothing without a table of their own.
const LEFT_OUT: [&str; 4] = [NOVICE, CLUB, EXPERT, SCRIPTED];

/// One row of the table: a game, how it is played, and by whom.
pub struct Row {
    /// The key of the game.
    pub game: &'static str,
    /// Which variant; empty for the published game.
    pub variant: &'static str,
    /// Players at the table.
    pub players: u8,
    /// The kind of bot on every seat.
    pub bot: &'static str,
    info: GameInfo,
    setup: Setup,
}

impl Row {
    /// The configuration.
    ///
    /// # Errors
    /// Everything wrong with it; nothing for a row of [`rows`].
    pub fn build(&self) -> Result<Box<dyn AnyGame>, Vec<Mistake>> {
        (self.info.build)(&self.setup)
    }
}

/// Every row of the table for these games: the published game and variants of it, with every kind of bot, at the table of so
/// many `players`, or else at the smallest and the largest one.
pub fn rows<'g>(games: impl IntoIterator<Item = &'g GameInfo>, players: Option<u8>) -> Vec<Row> {
    let mut rows = Vec::new();
    for info in games {
        let own = VARIANTS.iter().filter(|(key, ..)| *key == info.key);
        for (variant, rules) in [("", "")]
            .into_iter()
            .chain(own.map(|(_, name, rules)| (*name, *rules)))
        {
            let mut tables = match players {
                Some(players) => vec![players],
                None => vec![*info.players.start(), *info.players.end()],
            };
            tables.retain(|players| info.players.contains(players));
            tables.dedup();
            for players in tables {
                for bot in (info.bots)().iter().filter(|bot| !LEFT_OUT.contains(&bot.kind)) {
                    let mut setup = Setup {
                        rules: rules.parse().unwrap_or_default(),
                        ..Setup::default()
                    };
                    setup = setup.with_rule("players", i64::from(players));
                    bot.kind.clone_into(&mut setup.seats.all);
                    // A table that some variant does not know is no row.
                    if (info.check)(&setup).is_empty() {
                        rows.push(Row {
                            game: info.key,
                            variant,
                            players,
                            bot: bot.kind,
                            info: info.clone(),
                            setup,
                        });
                    }
                }
            }
        }
    }
    rows
}

/// Games of a row that are played again and again; fixed, because their signature is printed.
const GAMES: u64 = 16;

/// What was found of a row.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Games a second.
    pub games_per_second: f64,
    /// Nanoseconds a decision.
    pub per_decision: f64,
    /// Decisions of a game.
    pub decisions: f64,
    /// Games a second that bots imagine while they choose; 0 where none does.
    pub imagined_per_second: f64,
    /// Nanoseconds a decision of the game without rules.
    pub floor: f64,
    /// A number that the games played give on every machine.
    pub signature: u64,
}

impl Figures {
    /// How many times as long a decision takes as one of the game without rules.
    pub fn ratio(&self) -> f64 {
        self.per_decision / self.floor
    }
}

/// Plays the games of a row again and again, for `least` and as often as it takes; where a bot thinks for long other games each
/// time, from the first on, because one game may take several times as long as another.
///
/// # Errors
/// A game that breaks, in words.
pub fn measured(row: &Row, least: Duration) -> Result<Figures, String> {
    let broken = |what: String| format!("{} {} {}: {what}", row.game, row.players, row.bot);
    let game = row.build().map_err(|faults| {
        let faults: Vec<String> = faults.into_iter().map(|fault| fault.message).collect();
        broken(faults.join("; "))
    })?;
    let play = |games: Range<u64>| game.play_block(SEED, games).map_err(|fault| broken(fault.to_string()));
    let (spent, work, signature) = if game.slow() {
        let begin = Instant::now();
        let first = play(0..1)?;
        let mut work = Work::of(&first);
        while begin.elapsed() < least {
            work.add(&Work::of(&play(work.games..work.games + 1)?));
        }
        (begin.elapsed(), work, signature(&first))
    } else {
        // The first time is for the caches, and for what was found.
        let first = play(0..GAMES)?;
        (fastest(least, || play(0..GAMES))?, Work::of(&first), signature(&first))
    };
    let turns = (work.decisions / work.games).clamp(1, 100_000) as u32;
    let floor = Floor {
        players: usize::from(row.players),
        turns,
    };
    let floor = fastest(least / 4, || Ok(floor.play(GAMES)))?;
    let per_decision = |time: Duration, decisions: u64| time.as_secs_f64() * 1e9 / decisions.max(1) as f64;
    let per_second = |count: u64| count as f64 / spent.as_secs_f64().max(1e-9);
    Ok(Figures {
        games_per_second: per_second(work.games),
        per_decision: per_decision(spent, work.decisions),
        decisions: work.decisions as f64 / work.games as f64,
        imagined_per_second: per_second(work.imagined),
        floor: per_decision(floor, GAMES * u64::from(turns)),
        signature,
    })
}

/// What there was to do in some games.
struct Work {
    games: u64,
    decisions: u64,
    imagined: u64,
}

impl Work {
    fn of(block: &GameBlock) -> Self {
        let decisions = block.tally.decisions.rows();
        Work {
            games: block.lines.len() as u64,
            decisions: decisions.map(|(value, games)| u64::from(value) * games).sum(),
            imagined: block.imagined,
        }
    }

    fn add(&mut self, other: &Work) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.imagined += other.imagined;
    }
}

/// The time of the fastest of several calls, which go on for `least`: what else the machine does only makes calls slower.
fn fastest<T>(least: Duration, mut call: impl FnMut() -> Result<T, String>) -> Result<Duration, String> {
    let begin = Instant::now();
    let mut fastest = Duration::MAX;
    loop {
        let from = Instant::now();
        black_box(call()?);
        fastest = fastest.min(from.elapsed());
        if begin.elapsed() >= least {
            return Ok(fastest.max(Duration::from_nanos(1)));
        }
    }
}

/// A number of the games played: winners, endings and turns of each, and decisions.
fn signature(block: &GameBlock) -> u64 {
    let mut hash = Xxh3::new();
    for line in &block.lines {
        hash.update(&line.wins);
        hash.update(&line.endings);
        hash.update(&line.turns.to_le_bytes());
    }
    for (decisions, games) in block.tally.decisions.rows() {
        hash.update(&decisions.to_le_bytes());
        hash.update(&games.to_le_bytes());
    }
    hash.digest()
}

/// Seed of the games that are measured.
pub(super) const SEED: u64 = 1;

/// The game without rules: so many turns of two choices, one player after another. What it takes no game can do without: the
/// loop, the streams of chance, a draw a decision, a move that changes the state.
pub(super) struct Floor {
    pub players: usize,
    pub turns: u32,
}

impl Floor {
    pub fn play(&self, games: u64) -> u64 {
        let mut table = Table::new(self);
        let play = |game: u64| {
            table
                .play(Chance::new(SEED, game), |_, _| &RandomBot, &mut ())
                .state
                .public
                .sum
        };
        (0..games).map(play).sum()
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Turns {
    played: u32,
    pub sum: u64,
}

impl Game for Floor {
    type Public = Turns;
    type Private = ();
    type Hidden = ();
    type Move = bool;
    type Event = ();

    fn players(&self) -> usize {
        self.players
    }

    fn setup(&self, _chance: &mut Chance) -> State<Self> {
        State::seen(Turns { played: 0, sum: 0 }, BySeat::default())
    }

    fn turn(&self, public: &Turns) -> Turn {
        if public.played == self.turns {
            Turn::Over
        } else {
            Turn::Choose(Seat((public.played as usize % self.players) as u8))
        }
    }

    fn moves(&self, _view: View<'_, Self>, out: &mut Moves<bool>) {
        out.push(false);
        out.push(true);
    }

    fn play<R: Recorder<Self>>(&self, state: &mut State<Self>, mv: bool, _chance: &mut Chance, _log: &mut R) {
        state.public.played += 1;
        state.public.sum += u64::from(mv);
    }

    fn outcome(&self, _state: &State<Self>) -> Outcome {
        Outcome::of_seats(SeatSet::default(), 0)
    }

    fn turns(&self, public: &Turns) -> u32 {
        public.played
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rows_for_every_kind_at_both_tables() {
        let rows = rows(crate::built_in::BUILT_IN.iter(), None);
        for info in crate::built_in::BUILT_IN.iter() {
            for bot in (info.bots)().iter().filter(|bot| !LEFT_OUT.contains(&bot.kind)) {
                for players in [*info.players.start(), *info.players.end()] {
                    let found = rows
                        .iter()
                        .any(|row| row.game == info.key && row.players == players && row.bot == bot.kind);
                    assert!(found, "{} {players} {}", info.key, bot.kind);
                }
            }
        }
        let of_eight = super::rows(crate::built_in::BUILT_IN.iter(), Some(8));
        assert!(!of_eight.is_empty() && of_eight.iter().all(|row| row.game == "riverbed" && row.players == 8));
        for (key, name, _) in VARIANTS {
            assert!(rows.iter().any(|row| row.game == key && row.variant == name), "{name}");
        }
    }
}

#[cfg(test)]
mod measurement_tests {
    use super::*;

    fn block(game: &str, bot: &str, seed: u64, games: Range<u64>) -> GameBlock {
        let rows = rows(crate::built_in::named(game), None);
        let row = rows.iter().find(|row| row.bot == bot).expect("a row");
        let game = row.build().expect("it builds");
        game.play_block(seed, games).expect("no game breaks")
    }

    /// Niagara's `search` has twenty games for a choice, of which it may leave some.
    #[test]
    fn who_searches_imagines_no_more_than_it_may() {
        let work = |bot: &str| Work::of(&block("niagara", bot, SEED, 0..2));
        let search = work("search");
        assert_eq!(search.games, 2);
        let most = 20 * search.decisions;
        assert!(
            (search.decisions..most).contains(&search.imagined),
            "{} {most}",
            search.imagined
        );
        assert_eq!(work("heuristic").imagined, 0);
    }

    #[test]
    fn the_signature_is_that_of_the_games() {
        let of = |bot: &str, seed: u64| signature(&block("riverbed", bot, seed, 0..8));
        assert_eq!(of("random", 1), of("random", 1));
        assert_ne!(of("random", 1), of("random", 2));
        assert_ne!(of("random", 1), of("heuristic", 1));
    }

    #[test]
    fn the_floor_takes_as_many_turns_and_draws_as_it_says() {
        let floor = Floor {
            players: 3,
            turns: 4000,
        };
        let sum = floor.play(2);
        assert!(
            (3700..4300).contains(&sum),
            "half of 8000 choices are the second: {sum}"
        );
    }
}
