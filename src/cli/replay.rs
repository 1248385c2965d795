//! `balance replay SCENARIO`.

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;

use super::Failure;
use super::both::Both;
use super::every::every;
use super::play::{bar, fault, mistake, stop_saying};
use super::prepare::{Changes, Prepared, count, prepare, seat, whole_number};
use crate::engine::Seat;
use crate::games::parting::Parts;
use crate::games::{AnyGame, Asked, Broken, Facts, Sheet, Told};
use crate::report::{Against, format, told};
use crate::scenario::Overrides;
use crate::sim::GAMES_PER_BLOCK;
use balance_kit::schema::suggest::suggest;

/// Version of the shape of what `--json` prints.
const FORMAT: u32 = 1;

/// Characters in a line where two games are told to no terminal.
const WIDTH: usize = 80;

/// Tells one game of a scenario move by move
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
    /// Master seed, instead of the scenario's
    #[arg(long, value_parser = whole_number)]
    seed: Option<u64>,
    #[command(flatten)]
    changes: Changes,
    /// Name of the configuration [default: the first]
    #[arg(long, value_name = "NAME")]
    configuration: Option<String>,
    /// Which of the game's rotations, from 0
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "N", default_value_t = 0)]
    rotation: u32,
    /// Look for the longest game
    #[arg(long, conflicts_with_all = ["game", "shortest"])]
    longest: bool,
    /// Look for the shortest game
    #[arg(long, conflicts_with = "game")]
    shortest: bool,
    /// Look for a game that this side has won
    #[arg(long, value_name = "SIDE", conflicts_with = "game")]
    won_by: Option<String>,
    /// Look for a game that ended in this way
    #[arg(long, value_name = "ENDING", conflicts_with = "game")]
    ending: Option<String>,
    /// Look for a game with this, such as "falls > 10", "turns <= 8"; may be given several times
    #[arg(long = "where", value_name = "CONDITION", conflicts_with = "game")]
    conditions: Vec<String>,
    /// Games looked at when one is looked for
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number, value_name = "N", default_value_t = 10_000)]
    among: u64,
    /// Tell only what this seat can know, from 1
    #[arg(long, allow_negative_numbers = true, value_parser = seat, value_name = "SEAT")]
    seen_by: Option<u8>,
    /// Hold the game against the same game of another configuration, by its name, or of another scenario, by its file: both
    /// side by side from where they part
    #[arg(long, value_name = "OTHER", conflicts_with_all = ["seen_by", "svg"])]
    against: Option<String>,
    /// Say why bots chose: their best moves with the value they gave them
    #[arg(long)]
    why: bool,
    /// Print the picture of the position at the beginning of this turn as SVG, instead of the text; one turn more than the
    /// game has gives the last position
    #[arg(long, allow_negative_numbers = true, value_parser = count, value_name = "TURN", conflicts_with = "json")]
    svg: Option<u32>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let overrides = Overrides {
        seed: args.seed,
        set: args.changes.set.clone(),
        ..Overrides::default()
    };
    let one = prepare(&args.scenario, &overrides)?;
    let index = configuration(&one, args.configuration.as_deref())?;
    let game = &*one.games[index];
    let sheet = game.sheet();
    let rotations = one.scenario.configurations[index].setup.seats.rotate.len().max(1);
    let asked_rotation = args.rotation as usize;
    if asked_rotation >= rotations {
        let remedy = match rotations - 1 {
            0 => "no seats rotate in this scenario; leave it out".to_owned(),
            last => format!("it goes from 0 to {last} in this scenario"),
        };
        return Err(Failure::Input(format!("--rotation {asked_rotation}: {remedy}")));
    }
    if let Some(seat) = args.seen_by.filter(|seat| usize::from(*seat) > sheet.players) {
        let players = sheet.players;
        return Err(Failure::Input(format!(
            "--seen-by {seat}: there are {players} seats at this table, from 1"
        )));
    }
    let (number, rotation) = match args.game {
        Some(number) => (number, asked_rotation),
        None => find(args, &one, game)?,
    };
    if let Some(against) = &args.against {
        let both = Both::named(one, index, against, &overrides)?;
        return tell_both(args, &both, number, rotation);
    }
    let asked = Asked {
        seen_by: args.seen_by.map(|seat| Seat(seat - 1)),
        why: args.why,
        picture: args.svg,
    };
    let seed = one.scenario.seed;
    let told = game
        .tell(seed, number, rotation, asked)
        .map_err(|broken| fault(&broken, &one))?;
    let name = &one.scenario.configurations[index].name;
    if let Some(message) = told.broken.clone() {
        if args.json {
            super::print_json(&json(&one, name, number, rotation, &told)?)?;
        } else if let Some(picture) = told.picture.as_ref().filter(|_| args.svg.is_some()) {
            super::print(picture)?;
        } else {
            super::print(&text(&one, name, number, rotation, &told, sheet))?;
        }
        let game = number;
        return Err(mistake(&Broken { seed, game, message }, &one, ""));
    }
    if let Some(turn) = args.svg {
        let (word, played) = (&sheet.turn_word, told.turns_played);
        if turn > played + 1 {
            let last = played + 1;
            return Err(Failure::Input(format!(
                "--svg {turn}: game {number} has {played} {word}; write 1 to {played}, or {last} for the last position"
            )));
        }
        let title = one.info.title;
        let picture = told
            .picture
            .ok_or_else(|| Failure::Input(format!("there is no picture of {title}")))?;
        return super::print(&picture);
    }
    if args.json {
        super::print_json(&json(&one, name, number, rotation, &told)?)
    } else {
        super::print(&text(&one, name, number, rotation, &told, sheet))
    }
}

/// Tells both games of a deal, from where they part.
fn tell_both(args: &Args, both: &Both, game: u64, rotation: usize) -> Result<(), Failure> {
    let one = both.one();
    let seed = one.scenario.seed;
    let asked = Asked {
        why: args.why,
        ..Asked::default()
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
    let against = Against {
        title: one.info.title,
        seed,
        game,
        rotation,
        names: &names,
        turn_word: &first.sheet().turn_word,
        told: &told,
        parts: parts.as_ref(),
    };
    if args.json {
        return super::print_json(&json_of_both(&against)?);
    }
    super::print(&against.text(super::columns().unwrap_or(WIDTH)))
}

fn json_of_both(against: &Against) -> Result<String, Failure> {
    let place = |parts: &Parts| {
        serde_json::json!({
            "same-choices": parts.played.choices,
            "same-lines": parts.played.told,
            "bot-chooses-otherwise": parts.played.chosen,
            "causes": parts.played.causes,
            "rules": parts.rules.as_ref().map(|rules| &rules.causes),
        })
    };
    let value = serde_json::json!({
        "format": FORMAT,
        "program": env!("CARGO_PKG_VERSION"),
        "names": against.names,
        "seed": against.seed,
        "game": against.game,
        "rotation": against.rotation,
        "parts": against.parts.map(place),
        "games": against.told,
    });
    let text = serde_json::to_string_pretty(&value).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(text + "\n")
}

/// The index of the configuration `wanted`; the first where none is named.
pub fn configuration(one: &Prepared, wanted: Option<&str>) -> Result<usize, Failure> {
    let Some(wanted) = wanted else { return Ok(0) };
    let names: Vec<&str> = one
        .scenario
        .configurations
        .iter()
        .map(|each| each.name.as_str())
        .collect();
    names.iter().position(|name| *name == wanted).ok_or_else(|| {
        let help = suggest(wanted, names.iter().copied()).map_or_else(
            || format!("there are {}", quoted(&names)),
            |near| format!("did you mean “{near}”?"),
        );
        Failure::Input(format!("there is no configuration “{wanted}”; {help}"))
    })
}

/// What a game that is looked for must have.
struct Condition {
    quantity: Quantity,
    sign: Sign,
    value: i64,
}

#[derive(Clone, Copy)]
enum Quantity {
    Turns,
    Decisions,
    Counter(usize),
}

#[derive(Clone, Copy)]
enum Sign {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

const SIGNS: [(&str, Sign); 7] = [
    ("<", Sign::Less),
    ("<=", Sign::AtMost),
    ("=", Sign::Equal),
    ("==", Sign::Equal),
    ("!=", Sign::Unequal),
    (">=", Sign::AtLeast),
    (">", Sign::More),
];

impl Condition {
    fn read(text: &str, sheet: &Sheet) -> Result<Self, Failure> {
        let wrong = |what: String| Failure::Input(format!("--where \"{text}\": {what}"));
        let sort = "write a name, one of < <= = != >= >, and a number, such as \"turns > 20\"";
        if text.contains(" and ") {
            return Err(wrong("give --where once for each condition".to_owned()));
        }
        let of_sign = |each: char| matches!(each, '<' | '=' | '>' | '!');
        let (name, rest) = text.split_at(text.find(of_sign).ok_or_else(|| wrong(sort.to_owned()))?);
        let (written, value) = rest.split_at(rest.find(|each| !of_sign(each)).unwrap_or(rest.len()));
        let (name, value) = (name.trim(), value.trim());
        let sign = SIGNS.iter().find(|(sign, _)| *sign == written);
        let Some((_, sign)) = sign.filter(|_| !name.is_empty() && !value.is_empty()) else {
            return Err(wrong(sort.to_owned()));
        };
        let sign = *sign;
        let value = value.replace('_', "").parse().map_err(|_| {
            wrong(format!(
                "`{value}` is no whole number; write for example `{name} {written} 3`"
            ))
        })?;
        let names: Vec<&str> = sheet
            .counters
            .iter()
            .map(|counter| counter.key)
            .filter(|key| !key.is_empty())
            .collect();
        let quantity = match name {
            "decisions" => Quantity::Decisions,
            _ if name == "turns" || name == sheet.turn_word => Quantity::Turns,
            _ => {
                let at = sheet.counters.iter().position(|counter| counter.key == name);
                Quantity::Counter(at.ok_or_else(|| {
                    let known = names.iter().copied().chain(["decisions", sheet.turn_word.as_str()]);
                    let help = suggest(name, known).map_or_else(
                        || format!("there are {}, decisions and {}", sheet.turn_word, names.join(", ")),
                        |near| format!("did you mean `{near}`?"),
                    );
                    wrong(format!("nothing is called `{name}`; {help}"))
                })?)
            }
        };
        Ok(Condition { quantity, sign, value })
    }

    fn holds(&self, facts: &Facts) -> bool {
        let found = i64::from(match self.quantity {
            Quantity::Turns => facts.turns,
            Quantity::Decisions => facts.decisions,
            Quantity::Counter(index) => facts.counts[index],
        });
        match self.sign {
            Sign::Less => found < self.value,
            Sign::AtMost => found <= self.value,
            Sign::Equal => found == self.value,
            Sign::Unequal => found != self.value,
            Sign::AtLeast => found >= self.value,
            Sign::More => found > self.value,
        }
    }
}

/// The first game that has all that is asked for, or the longest or shortest of those.
fn find(args: &Args, one: &Prepared, game: &dyn AnyGame) -> Result<(u64, usize), Failure> {
    let sheet = game.sheet();
    let side = args
        .won_by
        .as_deref()
        .map(|name| named(name, &sheet.sides, "side"))
        .transpose()?;
    let ending = args
        .ending
        .as_deref()
        .map(|name| named(name, &sheet.ending_names(), "ending"))
        .transpose()?;
    let conditions = args
        .conditions
        .iter()
        .map(|text| Condition::read(text, sheet))
        .collect::<Result<Vec<_>, _>>()?;
    if args.among == 0 {
        return Err(Failure::Input("--among 0: look at one game at least".to_owned()));
    }
    if side.is_none() && ending.is_none() && conditions.is_empty() && !args.longest && !args.shortest {
        return Err(Failure::Input(
            "which game? Name one with --game N, or look for one with --longest, --shortest, --won-by SIDE, --ending \
             ENDING or --where CONDITION"
                .to_owned(),
        ));
    }
    let fits = |facts: &&Facts| {
        side.is_none_or(|side| facts.sides >> side & 1 == 1)
            && ending.is_none_or(|ending| usize::from(facts.ending) == ending)
            && conditions.iter().all(|condition| condition.holds(facts))
    };
    let mut best: Option<Facts> = None;
    let stop = stop_saying("no game was found yet");
    let bar = bar(&one.scenario.name, args.among, false);
    let at_once = if game.slow() { 1 } else { GAMES_PER_BLOCK / 16 };
    let mut first = 0;
    while first < args.among {
        // More at once the longer nothing is found; a search for extremes sees all games anyway.
        let block = first..(first + first.max(at_once)).min(args.among);
        first = block.end;
        let all = every((one, game), block, &stop, &bar, |row| {
            game.facts_unless(one.scenario.seed, row, &stop)
        })?;
        for facts in all.iter().filter(fits) {
            let better = |than: &Facts| {
                (args.longest && facts.turns > than.turns) || (args.shortest && facts.turns < than.turns)
            };
            if best.as_ref().is_none_or(better) {
                best = Some(facts.clone());
            }
        }
        if best.is_some() && !args.longest && !args.shortest {
            break;
        }
    }
    bar.finish_and_clear();
    let seen = match &best {
        Some(found) if !args.longest && !args.shortest => found.game + 1,
        _ => first,
    };
    let plural = if seen == 1 { "" } else { "s" };
    super::remark(&format!("Looked at {seen} game{plural}.\n"));
    best.map(|facts| (facts.game, facts.rotation)).ok_or_else(|| {
        Failure::Input(format!(
            "none of the first {first} games is like that; look at more with --among N"
        ))
    })
}

fn quoted(names: &[impl AsRef<str>]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("“{}”", name.as_ref())).collect();
    names.join(", ")
}

/// Index of a name, however it is written.
fn named(name: &str, names: &[String], what: &str) -> Result<usize, Failure> {
    let plain = |text: &str| text.to_lowercase().replace(' ', "-");
    names
        .iter()
        .position(|known| plain(known) == plain(name))
        .ok_or_else(|| {
            let help = suggest(name, names.iter().map(String::as_str)).map_or_else(
                || format!("there are {}", quoted(names)),
                |near| format!("did you mean “{near}”?"),
            );
            Failure::Input(format!("there is no {what} “{name}”; {help}"))
        })
}

fn json(one: &Prepared, name: &str, game: u64, rotation: usize, told: &Told) -> Result<String, Failure> {
    #[derive(Serialize)]
    #[serde(rename_all = "kebab-case")]
    struct Whole<'a> {
        format: u32,
        program: &'static str,
        scenario: &'a str,
        configuration: &'a str,
        seed: u64,
        game: u64,
        rotation: usize,
        #[serde(flatten)]
        told: &'a Told,
    }
    let whole = Whole {
        format: FORMAT,
        program: env!("CARGO_PKG_VERSION"),
        scenario: &one.scenario.name,
        configuration: name,
        seed: one.scenario.seed,
        game,
        rotation,
        told,
    };
    let text = serde_json::to_string_pretty(&whole).map_err(|error| Failure::Input(error.to_string()))?;
    Ok(text + "\n")
}

fn text(one: &Prepared, name: &str, game: u64, rotation: usize, told: &Told, sheet: &Sheet) -> String {
    let bold = anstyle::Style::new().bold();
    let mut out = String::new();
    let rotated = if rotation > 0 {
        format!(", rotation {rotation}")
    } else {
        String::new()
    };
    let of = if one.games.len() > 1 {
        format!(" of “{name}”")
    } else {
        String::new()
    };
    let (title, seed) = (one.info.title, one.scenario.seed);
    let _ = writeln!(out, "{bold}Game {game}{of}{rotated}{bold:#} · {title} · seed {seed}\n");
    for seat in &told.seats {
        let _ = writeln!(out, "{}", told::seat(seat));
    }
    for line in &told.start {
        let _ = writeln!(out, "{line}");
    }
    for turn in &told.turns {
        let heading = told::heading(turn.turn, &sheet.turn_word);
        let _ = writeln!(out, "\n{bold}{heading}{bold:#}");
        for step in &turn.steps {
            for line in told::choice(step) {
                let _ = writeln!(out, "{line}");
            }
            for said in &step.events {
                let _ = writeln!(out, "{}", told::event(said));
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
    let _ = writeln!(out, "{}", told::winners(told, &sheet.turn_word));
    out
}
