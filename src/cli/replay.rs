//! `balance replay SCENARIO`.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;
use std::path::PathBuf;

use serde::Serialize;

use super::Failure;
use super::odds::{GameOdds, OddsQuestion};
use super::options::{Changes, ConfigurationChoice, Quiet, Seed, Threads};
use super::pairing::Both;
use super::play::{fault, mistake, stop_saying};
use super::prepare::{Prepared, count, meant, prepare_unwarned, seat, whole_number};
use super::progress::{Meter, Total};
use super::sit;
use balance_config::games::divergence::Divergence;
use balance_config::games::{AnyGame, Broken, Facts, Setup, Sheet, Transcript, TranscriptOptions, program};
use balance_config::scenario::in_force;
use balance_config::shell_quote::{self, quoted};
use balance_engine::{Counter, Seat};
use balance_kit::bots::CLUB;
use balance_kit::script::Sign;
use balance_report::replay::{self, GameStory, StoryOdds};
use balance_report::{SideBySide, format, transcript, wrap};
use balance_simulation::experiment::{Subject, Task};
use balance_simulation::sim::{GAMES_PER_BLOCK, rows};

/// Characters in a line where two games are told to no terminal.
const WIDTH: usize = 80;

/// Tells one game: each side's chance to win, or every move
///
/// The game is the same as in the run, by its number. Without a number one is looked for: the longest, the shortest, one
/// that a side has won or that ended in a certain way, or one with some number of events.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Scenario file; `-` is standard input
    #[arg(value_name = "SCENARIO")]
    scenario: PathBuf,
    /// Number of the game, from 0
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number, value_name = "N")]
    game: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    changes: Changes,
    #[command(flatten)]
    configuration: ConfigurationChoice,
    /// Which of the game's rotations, from 0 [default: 0, and with --against the first in which the two games part]
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "N")]
    rotation: Option<u32>,
    #[command(flatten)]
    wanted: GameQuery,
    /// Tell the game that a person has played to its end and saved in this file, by `play`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seed", "set", "configuration", "rotation", "against", "among", "longest", "shortest", "closest", "biggest_swing", "won_by", "lost_by", "ahead_and_lost", "ending", "conditions"])]
    saved: Option<PathBuf>,
    /// Tell only what this seat can know, from 1
    #[arg(long, alias = "seat", allow_negative_numbers = true, value_parser = seat, value_name = "SEAT")]
    seen_by: Option<u8>,
    /// Hold the game against the same game of another configuration, by its name, or of another scenario, by its file,
    /// with a colon and a name after it where another of its configurations is meant: both side by side from where they
    /// part
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["seen_by", "svg", "html", "odds"])]
    against: Option<String>,
    /// Tell every choice and what came of it
    #[arg(long, conflicts_with_all = ["svg", "html", "json"])]
    full: bool,
    /// Print a page on which the game is stepped through; it needs nothing but a browser
    #[arg(long, conflicts_with_all = ["json", "svg", "why"])]
    html: bool,
    /// The bot that plays on from every choice, hundreds of times, to estimate each side's chance to win [default: club]
    #[arg(long, value_name = "BOT", conflicts_with_all = ["svg", "full", "why"])]
    odds: Option<String>,
    /// Say why bots chose: the line of their script, or their best moves with the value they gave them. Most bots
    /// draw among moves of nearly the same value; some mix what they choose in secret
    #[arg(long, conflicts_with = "svg")]
    why: bool,
    /// Print the picture of the position at the beginning of this turn as SVG, instead of the text; 0 is what lies there
    /// before the first, one turn more than the game has the last position
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "TURN", conflicts_with = "json")]
    svg: Option<u32>,
    #[command(flatten)]
    threads: Threads,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The game that is told.
pub struct Found<'a> {
    pub one: &'a Prepared,
    /// Its configuration.
    pub index: usize,
    pub number: u64,
    pub rotation: usize,
}

impl<'a> Found<'a> {
    /// What the game is called.
    fn heading(&self) -> String {
        let all = &self.one.scenario.configurations;
        let name = (all.len() > 1).then(|| all[self.index].name.as_str());
        replay::heading(self.number, name, self.rotation)
    }

    /// The game as it is told, by `command` in full.
    pub fn story(&self, transcript: &'a Transcript, seen_by: Option<u8>, command: String) -> GameStory<'a> {
        let (one, sheet) = (self.one, self.one.games[self.index].sheet());
        GameStory {
            game: one.info.title,
            heading: self.heading(),
            seed: one.scenario.seed,
            turn_word: &sheet.turn_word,
            sides: &sheet.sides,
            provenance: &sheet.provenance,
            transcript,
            seen_by,
            command,
        }
    }

    /// The command that tells this game.
    fn command(&self, args: &Args) -> String {
        let mut command = format!("{} replay {}", program(), shell_quote::file(&args.scenario));
        for set in &args.changes.set {
            let _ = write!(command, " --set {}", quoted(set));
        }
        if let Some(name) = &args.configuration.configuration {
            let _ = write!(command, " --configuration {}", quoted(name));
        }
        if let Some(seed) = args.seed.seed {
            let _ = write!(command, " --seed {seed}");
        }
        if let Some(path) = &args.saved {
            let _ = write!(command, " --saved {}", shell_quote::file(path));
        } else {
            let _ = write!(command, " --game {}", self.number);
        }
        if self.rotation > 0 {
            let _ = write!(command, " --rotation {}", self.rotation);
        }
        if let Some(seat) = args.seen_by {
            let _ = write!(command, " --seen-by {seat}");
        }
        command
    }
}

impl Args {
    /// Are the chances of the sides to be found?
    fn tells_odds(&self) -> bool {
        let in_full = self.full || self.why || self.json || self.svg.is_some();
        self.odds.is_some() || !in_full
    }

    /// The table has the seat and the rotation that are asked for.
    fn must_fit(&self, players: usize, rotations: usize) -> Result<(), Failure> {
        if let Some(asked) = self.rotation.filter(|asked| *asked as usize >= rotations) {
            let remedy = match rotations - 1 {
                0 => "no seats rotate in this scenario; leave it out".to_owned(),
                last => format!("it goes from 0 to {last} in this scenario"),
            };
            return Err(Failure::Input(format!("--rotation {asked}: {remedy}")));
        }
        match self.seen_by.filter(|seat| usize::from(*seat) > players) {
            Some(seat) => Err(Failure::Input(format!(
                "--seen-by {seat}: there are {players} seats at this table, from 1"
            ))),
            None => Ok(()),
        }
    }
}

pub fn run(args: &Args) -> Result<(), Failure> {
    args.threads.start()?;
    let overrides = args.changes.with(args.seed.overrides());
    let (one, index, given) = if let Some(path) = &args.saved {
        let (one, index, number) = sit::replayed(&args.scenario, path)?;
        (one, index, Some(number))
    } else {
        let one = prepare_unwarned(&args.scenario, &overrides)?;
        let index = one.configuration(args.configuration.configuration.as_deref())?;
        (one, index, args.game)
    };
    let game = &*one.games[index];
    args.must_fit(
        game.sheet().players,
        one.scenario.configurations[index].setup.seats.rotations(),
    )?;
    let asked_rotation = args.rotation.map_or(0, |rotation| rotation as usize);
    let (number, rotation) = match given {
        Some(number) => (number, asked_rotation),
        None => args.wanted.find(&one, index, args.odds.as_deref().unwrap_or(CLUB))?,
    };
    if let Some(against) = &args.against {
        let both = Both::named(one, index, against, &overrides)?;
        let any = args.rotation.is_none() && args.game.is_some();
        let rotation = if any { parting(&both, number)? } else { rotation };
        return tell_both(args, &both, number, rotation);
    }
    let asked = TranscriptOptions {
        seen_by: args.seen_by.map(|seat| Seat(seat - 1)),
        why: args.why,
        picture: args.svg,
        film: args.html,
    };
    let seed = one.scenario.seed;
    let told = game
        .tell(seed, number, rotation, asked)
        .map_err(|broken| fault(&broken, &one))?;
    let found = Found {
        one: &one,
        index,
        number,
        rotation,
    };
    let printed = if args.tells_odds() && told.broken.is_none() {
        tell_odds(args, &found, &told)
    } else if args.json {
        super::print_json(&json(&found, &told, None)?)
    } else if let Some(turn) = args.svg {
        print_picture(turn, &told, &found)
    } else {
        super::print_hung(&text(&found, &told))
    };
    let Some(message) = told.broken else { return printed };
    printed?;
    let broken = Broken {
        seed,
        game: number,
        message,
    };
    Err(mistake(&broken, &one, ""))
}

/// Prints the game in short, as a page, or as JSON with the chances of the sides.
fn tell_odds(args: &Args, found: &Found<'_>, transcript: &Transcript) -> Result<(), Failure> {
    let (one, bot) = (found.one, args.odds.as_deref().unwrap_or(CLUB));
    let question = OddsQuestion {
        one,
        index: found.index,
        number: found.number,
        rotation: found.rotation,
        seen_by: args.seen_by.map(|seat| Seat(seat - 1)),
        bot,
    };
    let odds = question.answer(transcript)?;
    if args.json {
        return super::print_json(&json(found, transcript, Some(&odds))?);
    }
    let story = found.story(transcript, args.seen_by, found.command(args));
    let odds = StoryOdds {
        players: bot,
        playouts: GameOdds::PLAYOUTS,
        chances: &odds.chances,
        turning_points: &odds.turning_points,
    };
    if args.html {
        return super::print(&replay::page(&story, Some(&odds)).map_err(Failure::input)?);
    }
    super::print(&story.text(&odds, super::width()))
}

/// Prints the position at the beginning of a turn; of a game that broke, as far as it came.
fn print_picture(turn: u32, told: &Transcript, found: &Found<'_>) -> Result<(), Failure> {
    let (one, game) = (found.one, found.number);
    let played = told.turns_played;
    if turn > played + 1 && told.broken.is_none() {
        let (word, last) = (&one.games[found.index].sheet().turn_word, played + 1);
        return Err(Failure::Input(format!(
            "--svg {turn}: game {game} has {played} {word}; write 0 to {played}, or {last} for the last position"
        )));
    }
    match &told.picture {
        Some(picture) => super::print(picture),
        None if told.broken.is_some() => super::print_hung(&text(found, told)),
        None => Err(Failure::Input(format!("there is no picture of {}", one.info.title))),
    }
}

/// The first rotation of a deal in which both games part; the first of all where they part in none.
fn parting(both: &Both, game: u64) -> Result<usize, Failure> {
    let one = both.one();
    let [first, second] = both.games();
    for rotation in 0..both.rotations() {
        let parts = first.parts(second, one.scenario.seed, game, rotation);
        if parts.map_err(|broken| fault(&broken, one))?.is_some() {
            return Ok(rotation);
        }
    }
    Ok(0)
}

/// Tells both games of a deal, from where they part.
fn tell_both(args: &Args, both: &Both, game: u64, rotation: usize) -> Result<(), Failure> {
    let one = both.one();
    let seed = one.scenario.seed;
    let asked = TranscriptOptions {
        why: args.why,
        ..TranscriptOptions::default()
    };
    let broken = |broken| fault(&broken, one);
    let [first, second] = both.games();
    let tell = |of: &dyn AnyGame| {
        let told = of.tell(seed, game, rotation, asked).map_err(broken)?;
        match told.broken {
            Some(message) => Err(broken(Broken { seed, game, message })),
            None => Ok(told),
        }
    };
    let told = [tell(first)?, tell(second)?];
    let parts = first.parts(second, seed, game, rotation).map_err(broken)?;
    let names = both.names();
    let [one_setup, other_setup] = both.configurations().map(|each| &each.setup);
    let against = SideBySide {
        title: one.info.title,
        seed,
        game,
        rotation,
        names: &names,
        described: &both.described(),
        turn_word: &first.sheet().turn_word,
        other_bots: !one_setup.has_bots_of(other_setup),
        told: &told,
        parts: parts.as_ref(),
    };
    if args.json {
        return super::print_json(&json_of_both(&against)?);
    }
    super::print(&against.text(super::columns().unwrap_or(WIDTH)))
}

/// Which game is looked for.
#[derive(clap::Args, Debug)]
struct GameQuery {
    /// Look for the longest game
    #[arg(long, conflicts_with_all = ["game", "shortest", "closest"])]
    longest: bool,
    /// Look for the shortest game
    #[arg(long, conflicts_with_all = ["game", "closest"])]
    shortest: bool,
    /// Look for the game in which the lead changed most often
    #[arg(long, conflicts_with = "game")]
    closest: bool,
    /// Look for the game in which a side's chance to win changed most from one choice to the next
    #[arg(long, conflicts_with_all = ["game", "longest", "shortest", "closest"])]
    biggest_swing: bool,
    /// Look for a game that this side has won, or a seat of this bot
    #[arg(long, value_name = "SIDE|BOT", conflicts_with = "game")]
    won_by: Option<String>,
    /// Look for a game that this side has lost, or every seat of this bot
    #[arg(long, value_name = "SIDE|BOT", conflicts_with = "game")]
    lost_by: Option<String>,
    /// Look for a game that this side has lost although it led alone when 80% of the turns were over
    #[arg(long, value_name = "SIDE", conflicts_with = "game")]
    ahead_and_lost: Option<String>,
    /// Look for a game that ended in this way
    #[arg(long, value_name = "ENDING", conflicts_with = "game")]
    ending: Option<String>,
    /// Look for a game with this, such as "falls > 10", "seat 2: falls > 3", "turns <= 8"; may be given several times
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "game")]
    conditions: Vec<String>,
    /// Games looked at when one is looked for [default: 10000, and 20 for the biggest swing]
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number, value_name = "N")]
    among: Option<u64>,
}

impl GameQuery {
    /// The first game that has all that is asked for, or the longest or shortest of those: its number and its rotation.
    fn find(&self, one: &Prepared, configuration: usize, bot: &str) -> Result<(u64, usize), Failure> {
        let features = self.features(one.games[configuration].sheet())?;
        let mut ranges = vec![None; features.conditions.len()];
        let (fitting, seen) = self.search(one, configuration, &features, &mut ranges)?;
        let best = if self.biggest_swing {
            biggest_swing(one, configuration, bot, &fitting)?
        } else {
            fitting.first()
        };
        let plural = if seen == 1 { "" } else { "s" };
        super::remark(&format!("Looked at {seen} game{plural}.\n"));
        best.map(|facts| (facts.game, facts.rotation)).ok_or_else(|| {
            let seen_of = self.conditions.iter().zip(&ranges).filter_map(|(condition, range)| {
                let (least, most) = (*range)?;
                Some(format!(" (for {condition} there was {least} to {most})"))
            });
            Failure::Input(format!(
                "none of the first {seen} games is like that{}; look at more with --among N",
                seen_of.collect::<String>()
            ))
        })
    }

    /// What the game must have.
    fn features(&self, sheet: &Sheet) -> Result<Features, Failure> {
        let named = |option: &str, name: Option<&String>| {
            let name = name.map(String::as_str);
            name.map(|name| Winner::named(option, name, sheet)).transpose()
        };
        let winner = named("--won-by", self.won_by.as_ref())?;
        let loser = named("--lost-by", self.lost_by.as_ref())?;
        let ahead = named("--ahead-and-lost", self.ahead_and_lost.as_ref())?;
        let ahead = match (ahead, &self.ahead_and_lost) {
            (Some(Winner::Bot(_)), Some(name)) => {
                let meant = meant(name, &sheet.sides);
                return Err(Failure::Input(format!(
                    "--ahead-and-lost {name}: no side is called so; {meant}"
                )));
            }
            (Some(Winner::Side(side)), _) => Some(side),
            (None, _) | (_, None) => None,
        };
        let endings = sheet.ending_names();
        let ending = self.ending.as_deref().map(|name| {
            let known = || format!("there is no ending “{name}”; {}", meant(name, &endings));
            position(name, &endings).ok_or_else(|| Failure::Input(known()))
        });
        let conditions = self.conditions.iter().map(|text| ReplayCondition::read(text, sheet));
        let features = Features {
            winner,
            loser,
            ahead,
            ending: ending.transpose()?,
            conditions: conditions.collect::<Result<_, _>>()?,
        };
        if self.among() == 0 {
            return Err(Failure::Input("--among 0: look at one game at least".to_owned()));
        }
        let asks_nothing = features.asks_nothing();
        if asks_nothing && !self.is_extreme() {
            return Err(Failure::Input(
                "which game? Use --game N, --longest, --shortest, --closest, --biggest-swing, --won-by SIDE|BOT, --ending ENDING or --where CONDITION"
                    .to_owned(),
            ));
        }
        Ok(features)
    }

    /// Is every game to be looked at?
    fn is_extreme(&self) -> bool {
        self.longest || self.shortest || self.closest || self.biggest_swing
    }

    fn among(&self) -> u64 {
        self.among.unwrap_or(if self.biggest_swing { 20 } else { 10_000 })
    }

    /// The first game with these features, or the longest or shortest of those, or all for the biggest swing; and how many were
    /// looked at. `ranges` are what there was of the quantity of each condition.
    fn search(
        &self,
        one: &Prepared,
        configuration: usize,
        features: &Features,
        ranges: &mut [Option<(i64, i64)>],
    ) -> Result<(Vec<Facts>, u64), Failure> {
        let game = &*one.games[configuration];
        let mut fitting: Vec<Facts> = Vec::new();
        let among = self.among();
        let stop = stop_saying("no game was found yet");
        let meter = Meter::new(&one.scenario.name, Total::Exactly(among), Quiet { quiet: false });
        let at_once = if game.slow() { 1 } else { GAMES_PER_BLOCK / 16 };
        let mut first = 0;
        let task = |row: &Range<u64>| Task {
            subject: Subject::Configuration(configuration),
            deals: row.clone(),
            games: row.end - row.start,
        };
        let search = || {
            while first < among {
                // More at once the longer nothing is found; a search for extremes sees all games anyway.
                let block = first..(first + first.max(at_once)).min(among);
                first = block.end;
                let rows: Vec<Range<u64>> = rows(block, game.slow()).collect();
                let play = |row: &Range<u64>| {
                    let Some(all) = game.facts_unless(one.scenario.seed, row.clone(), &stop)? else {
                        return Ok(None);
                    };
                    let measured = all.into_iter().map(|facts| features.measured(game, one, facts));
                    measured.collect::<Result<Vec<_>, _>>().map(Some)
                };
                let all = meter.runner(&stop).map(&rows, task, play);
                let all = all.map_err(|broken| fault(&broken, one))?.ok_or(Failure::Interrupted)?;
                for (_, found) in all.iter().flatten() {
                    for ((range, found), text) in ranges.iter_mut().zip(found).zip(&self.conditions) {
                        let found = found.as_ref().ok_or_else(|| nobodys(text))?;
                        let (least, most) = range.unwrap_or((*found, *found));
                        *range = Some((least.min(*found), most.max(*found)));
                    }
                }
                for (facts, _) in all.iter().flatten().filter(|(facts, found)| features.fit(facts, found)) {
                    let better = |than: &Facts| {
                        (self.longest && facts.turns > than.turns)
                            || (self.shortest && facts.turns < than.turns)
                            || (self.closest && facts.lead_changes > than.lead_changes)
                    };
                    if !self.biggest_swing && fitting.first().is_some_and(better) {
                        fitting.clear();
                    }
                    if self.biggest_swing || fitting.is_empty() {
                        fitting.push(facts.clone());
                    }
                }
                if !fitting.is_empty() && !self.is_extreme() {
                    break;
                }
            }
            Ok::<(), Failure>(())
        };
        meter.over(|subject| one.called(subject), search)?;
        let seen = match fitting.first() {
            Some(found) if !self.is_extreme() => found.game + 1,
            _ => first,
        };
        Ok((fitting, seen))
    }
}

/// That what a condition asks of a seat is not counted by seat.
fn nobodys(condition: &str) -> Failure {
    Failure::Input(format!(
        "--where \"{condition}\": this is counted for the whole game, not by seat; leave the seat out"
    ))
}

/// The game in which a side's chance changed most from one choice to the next, by the estimates that find turning points; the
/// first of equals. Those that measure them are of other playouts.
fn biggest_swing<'a>(
    one: &Prepared,
    index: usize,
    bot: &str,
    games: &'a [Facts],
) -> Result<Option<&'a Facts>, Failure> {
    let mut best: Option<(&Facts, f64)> = None;
    for facts in games {
        let question = OddsQuestion {
            one,
            index,
            number: facts.game,
            rotation: facts.rotation,
            seen_by: None,
            bot,
        };
        let swing = question.biggest_swing()?;
        if best.is_none_or(|(_, most)| swing > most) {
            best = Some((facts, swing));
        }
    }
    Ok(best.map(|(facts, _)| facts))
}

/// What a game that is looked for must have.
struct Features {
    winner: Option<Winner>,
    loser: Option<Winner>,
    /// A side that led late and lost.
    ahead: Option<usize>,
    ending: Option<usize>,
    conditions: Vec<ReplayCondition>,
}

impl Features {
    fn asks_nothing(&self) -> bool {
        let sides = [self.winner.is_none(), self.loser.is_none(), self.ahead.is_none()];
        sides == [true; 3] && self.ending.is_none() && self.conditions.is_empty()
    }

    /// The facts of a game with the quantity of each condition; none where it is of a seat, and not all that is counted is of
    /// seats.
    fn measured(&self, game: &dyn AnyGame, one: &Prepared, facts: Facts) -> Result<(Facts, Vec<Option<i64>>), Broken> {
        let by_seat = if self.conditions.iter().any(|condition| condition.seat.is_some()) {
            game.counts_by_seat(one.scenario.seed, facts.game, facts.rotation)?
        } else {
            Vec::new()
        };
        let found = self
            .conditions
            .iter()
            .map(|condition| condition.measure(&facts, &by_seat));
        let found = found.collect();
        Ok((facts, found))
    }

    fn fit(&self, facts: &Facts, found: &[Option<i64>]) -> bool {
        self.winner.is_none_or(|winner| winner.won(facts))
            && self.loser.is_none_or(|loser| !loser.won(facts))
            && self
                .ahead
                .is_none_or(|side| (facts.led & !facts.sides) >> side & 1 == 1)
            && self.ending.is_none_or(|ending| usize::from(facts.ending) == ending)
            && self
                .conditions
                .iter()
                .zip(found)
                .all(|(condition, found)| found.is_some_and(|found| condition.sign.holds(&found, &condition.value)))
    }
}

/// Who is to have won.
#[derive(Clone, Copy)]
enum Winner {
    /// A side.
    Side(usize),
    /// A seat of this bot.
    Bot(usize),
}

impl Winner {
    /// The side of that name, else the bot.
    fn named(option: &str, name: &str, sheet: &Sheet) -> Result<Self, Failure> {
        let side = position(name, &sheet.sides).map(Winner::Side);
        let winner = side.or_else(|| position(name, &sheet.bots).map(Winner::Bot));
        winner.ok_or_else(|| {
            let all: Vec<&String> = sheet.sides.iter().chain(&sheet.bots).collect();
            let meant = meant(name, &all);
            Failure::Input(format!(
                "{option} {name}: no side and no bot at this table is called so; {meant}"
            ))
        })
    }

    fn won(self, facts: &Facts) -> bool {
        match self {
            Winner::Side(side) => facts.sides >> side & 1 == 1,
            Winner::Bot(bot) => facts.bots >> bot & 1 == 1,
        }
    }
}

/// Index of a name, however it is written.
fn position(name: &str, names: &[String]) -> Option<usize> {
    let plain = |text: &str| text.to_lowercase().replace(' ', "-");
    names.iter().position(|known| plain(known) == plain(name))
}

/// A number that the game must have.
struct ReplayCondition {
    /// Of this seat alone.
    seat: Option<usize>,
    quantity: ReplayQuantity,
    sign: Sign,
    value: i64,
}

#[derive(Clone, Copy)]
enum ReplayQuantity {
    Turns,
    Decisions,
    Counter(usize),
}

impl ReplayCondition {
    /// Reads one, of a game with this sheet.
    fn read(text: &str, sheet: &Sheet) -> Result<Self, Failure> {
        let wrong = |what: String| Failure::Input(format!("--where \"{text}\": {what}"));
        let sort = || {
            let turns = &sheet.turn_word;
            wrong(format!(
                "write a name, one of < <= = != >= >, and a number, such as \"{turns} > 20\""
            ))
        };
        if text.split_whitespace().any(|word| word == "and") {
            return Err(wrong("give --where once for each condition".to_owned()));
        }
        let of_seat = text.split_once(':');
        let of_seat = of_seat.and_then(|(seat, rest)| Some((seat.trim().strip_prefix("seat")?.trim(), rest)));
        let (seat, rest) = of_seat.map_or((None, text), |(seat, rest)| (Some(seat), rest));
        let (name, written, value) = Sign::split(rest).ok_or_else(sort)?;
        let sign = Sign::read(written).filter(|_| !name.is_empty() && !value.is_empty());
        let sign = sign.ok_or_else(sort)?;
        let value = value.replace('_', "").parse().map_err(|_| {
            wrong(format!(
                "`{value}` is no whole number; write for example `{name} {written} 3`"
            ))
        })?;
        let players = sheet.players;
        let seat = seat.map(|seat| match seat.parse::<usize>() {
            Ok(seat) if (1..=players).contains(&seat) => Ok(seat - 1),
            _ => Err(wrong(format!(
                "there is no seat {seat}; this table has seats 1 to {players}"
            ))),
        });
        let seat = seat.transpose()?;
        let quantity = match name {
            "decisions" if seat.is_none() => ReplayQuantity::Decisions,
            _ if seat.is_none() && (name == "turns" || name == sheet.turn_word) => ReplayQuantity::Turns,
            _ => {
                // A number that a game has, such as the round of an event, is nobody's own.
                let is_counted = |counter: &Counter| !counter.key.is_empty() && (seat.is_none() || !counter.amount);
                let is_meant = |counter: &Counter| is_counted(counter) && counter.key == name;
                let at = sheet.counters.iter().position(is_meant);
                ReplayQuantity::Counter(at.ok_or_else(|| {
                    let counted = sheet.counters.iter().filter(|counter| is_counted(counter));
                    let whole_game = [sheet.turn_word.as_str(), "decisions"]
                        .into_iter()
                        .filter(|_| seat.is_none());
                    let known: Vec<&str> = whole_game.chain(counted.map(|counter| counter.key)).collect();
                    let (meant, program) = (meant(name, &known), program());
                    let of = if seat.is_some() { "of one seat " } else { "" };
                    wrong(format!(
                        "{of}nothing is called `{name}`; {meant} (`{program} list metrics GAME` names all)"
                    ))
                })?)
            }
        };
        Ok(ReplayCondition {
            seat,
            quantity,
            sign,
            value,
        })
    }

    /// What a game has of what is asked for; `by_seat` are the counters of every seat. None where these do not add up to the
    /// game's.
    fn measure(&self, facts: &Facts, by_seat: &[Vec<u32>]) -> Option<i64> {
        let found = match (self.quantity, self.seat) {
            (ReplayQuantity::Turns, _) => facts.turns,
            (ReplayQuantity::Decisions, _) => facts.decisions,
            (ReplayQuantity::Counter(index), None) => facts.counts[index],
            (ReplayQuantity::Counter(index), Some(seat)) => {
                let of_seats: u32 = by_seat.iter().map(|counts| counts[index]).sum();
                (of_seats == facts.counts[index]).then(|| by_seat[seat][index])?
            }
        };
        Some(i64::from(found))
    }
}

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

/// One game as JSON, with all that a program needs to follow it: every rule in force, and the content that is not built in.
fn json(found: &Found<'_>, told: &Transcript, odds: Option<&GameOdds>) -> Result<String, Failure> {
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    struct ReplayFile<'a> {
        format: u32,
        program: &'static str,
        scenario: &'a str,
        configuration: &'a str,
        seed: u64,
        game: u64,
        rotation: usize,
        rules: BTreeMap<String, toml::Value>,
        content: BTreeMap<&'static str, String>,
        #[serde(flatten)]
        told: &'a Transcript,
        #[serde(skip_serializing_if = "Option::is_none")]
        odds: Option<&'a GameOdds>,
    }
    let (one, index) = (found.one, found.index);
    let configuration = &one.scenario.configurations[index];
    let setup = &configuration.setup;
    let keys = one.info.content.iter().map(|each| each.key);
    let texts = keys.map(|key| (key, one.info.text(setup, key)));
    let whole = ReplayFile {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION"),
        scenario: &one.scenario.name,
        configuration: &configuration.name,
        seed: one.scenario.seed,
        game: found.number,
        rotation: found.rotation,
        rules: in_force(one.info, setup),
        content: texts
            .filter(|(key, text)| *text != one.info.text(&Setup::default(), key))
            .collect(),
        told,
        odds,
    };
    pretty(&whole)
}

/// Both games of a deal as JSON.
fn json_of_both(against: &SideBySide) -> Result<String, Failure> {
    let place = |parts: &Divergence| {
        serde_json::json!({
            "same-choices": parts.played.choices,
            "same-lines": parts.played.told,
            "bot-chooses-otherwise": parts.played.chosen,
            "causes": parts.played.causes,
            "rules": parts.rules.as_ref().map(|rules| &rules.causes),
        })
    };
    pretty(&serde_json::json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "names": against.names,
        "seed": against.seed,
        "game": against.game,
        "rotation": against.rotation,
        "parts": against.parts.map(place),
        "games": against.told,
    }))
}

fn pretty(value: &impl Serialize) -> Result<String, Failure> {
    let text = serde_json::to_string_pretty(value).map_err(Failure::input)?;
    Ok(text + "\n")
}

/// One game in words.
fn text(found: &Found<'_>, told: &Transcript) -> String {
    let one = found.one;
    let turn_word = &one.games[found.index].sheet().turn_word;
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let (title, seed) = (one.info.title, one.scenario.seed);
    let _ = writeln!(out, "{bold}{}{bold:#} · {title} · seed {seed}\n", found.heading());
    for seat in &told.seats {
        let _ = writeln!(out, "{}", transcript::seat(seat));
    }
    for line in &told.start {
        let _ = writeln!(out, "{line}");
    }
    if let Some(note) = transcript::values(told) {
        let _ = writeln!(out, "\n{}", wrap(note, super::width()).join("\n"));
    }
    for turn in &told.turns {
        let heading = transcript::heading(turn.turn, turn_word);
        let _ = writeln!(out, "\n{bold}{heading}{bold:#}");
        for step in &turn.steps {
            for line in transcript::choice(step) {
                let _ = writeln!(out, "{line}");
            }
            for said in &step.events {
                let _ = writeln!(out, "{}", transcript::event(said));
            }
        }
    }
    if told.untold > 0 {
        let _ = writeln!(
            out,
            "\n{} further choices are not told.",
            format::count(told.untold.into())
        );
    }
    if let Some(broken) = &told.broken {
        let _ = writeln!(out, "\n{bold}Broken: {broken}{bold:#}");
        if !told.end.is_empty() {
            let _ = writeln!(out, "before the last choice:\n{}", told.end.join("\n"));
        }
        return out;
    }
    let _ = writeln!(out, "\n{bold}End: {}{bold:#}", told.ending);
    for line in &told.end {
        let _ = writeln!(out, "{line}");
    }
    let _ = writeln!(out, "{}", transcript::winners(told, turn_word));
    out
}
