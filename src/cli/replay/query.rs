//! The game that is looked for, where it is not named by its number.

use std::ops::Range;

use super::Failure;
use crate::cli::options::Quiet;
use crate::cli::play::{fault, stop_saying};
use crate::cli::prepare::{Prepared, meant, whole_number};
use crate::cli::progress::{Meter, Total, bar};
use balance_config::games::program;
use balance_config::games::{Facts, Sheet};
use balance_kit::script::Sign;
use balance_simulation::experiment::{Subject, Task};
use balance_simulation::sim::{GAMES_PER_BLOCK, rows};

/// Which game is looked for.
#[derive(clap::Args, Debug)]
pub struct GameQuery {
    /// Look for the longest game
    #[arg(long, conflicts_with_all = ["game", "shortest"])]
    longest: bool,
    /// Look for the shortest game
    #[arg(long, conflicts_with = "game")]
    shortest: bool,
    /// Look for a game that this side has won, or a seat of this bot
    #[arg(long, value_name = "SIDE|BOT", conflicts_with = "game")]
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
}

impl GameQuery {
    /// The first game that has all that is asked for, or the longest or shortest of those: its number and its rotation.
    pub fn find(&self, one: &Prepared, configuration: usize) -> Result<(u64, usize), Failure> {
        let features = self.features(one, configuration)?;
        let mut ranges = vec![None; features.conditions.len()];
        let (best, seen) = self.look(one, configuration, &features, &mut ranges)?;
        let plural = if seen == 1 { "" } else { "s" };
        crate::cli::remark(&format!("Looked at {seen} game{plural}.\n"));
        best.map(|facts| (facts.game, facts.rotation)).ok_or_else(|| {
            let told = self.conditions.iter().zip(&ranges).filter_map(|(text, range)| {
                let (least, most) = (*range)?;
                Some(format!(" (for {text} there was {least} to {most})"))
            });
            Failure::Input(format!(
                "none of the first {seen} games is like that{}; look at more with --among N",
                told.collect::<String>()
            ))
        })
    }

    /// What the game must have.
    fn features(&self, one: &Prepared, configuration: usize) -> Result<Features, Failure> {
        let sheet = one.games[configuration].sheet();
        let won_by = |name| winner(name, sheet).ok_or_else(|| no_winner(name, one, configuration));
        let winner = self.won_by.as_deref().map(won_by).transpose()?;
        let ending = self
            .ending
            .as_deref()
            .map(|name| named(name, &sheet.ending_names(), "ending"))
            .transpose()?;
        let conditions = self
            .conditions
            .iter()
            .map(|text| ReplayCondition::read(text, sheet))
            .collect::<Result<Vec<_>, _>>()?;
        if self.among == 0 {
            return Err(Failure::Input("--among 0: look at one game at least".to_owned()));
        }
        if winner.is_none() && ending.is_none() && conditions.is_empty() && !self.longest && !self.shortest {
            return Err(Failure::Input(
                "which game? Use --game N, --longest, --shortest, --won-by SIDE|BOT, --ending ENDING or --where CONDITION"
                    .to_owned(),
            ));
        }
        Ok(Features {
            winner,
            ending,
            conditions,
        })
    }

    /// The first game with these features, or the longest or shortest of those, and how many were looked at; `ranges` are what there
    /// was of the quantity of each condition.
    fn look(
        &self,
        one: &Prepared,
        configuration: usize,
        features: &Features,
        ranges: &mut [Option<(i64, i64)>],
    ) -> Result<(Option<Facts>, u64), Failure> {
        let game = &*one.games[configuration];
        let mut best: Option<Facts> = None;
        let stop = stop_saying("no game was found yet");
        let meter = Meter::new(bar(
            &one.scenario.name,
            Total::Exactly(self.among),
            Quiet { quiet: false },
        ));
        let at_once = if game.slow() { 1 } else { GAMES_PER_BLOCK / 16 };
        let mut first = 0;
        let task = |row: &Range<u64>| Task {
            subject: Subject::Configuration(configuration),
            deals: row.clone(),
            games: row.end - row.start,
        };
        let look = || {
            while first < self.among {
                // More at once the longer nothing is found; a search for extremes sees all games anyway.
                let block = first..(first + first.max(at_once)).min(self.among);
                first = block.end;
                let rows: Vec<Range<u64>> = rows(block, game.slow()).collect();
                let facts = |row: &Range<u64>| game.facts_unless(one.scenario.seed, row.clone(), &stop);
                let all = meter.runner(&stop).map(&rows, task, facts);
                let all = all.map_err(|broken| fault(&broken, one))?.ok_or(Failure::Interrupted)?;
                for facts in all.iter().flatten() {
                    for (range, condition) in ranges.iter_mut().zip(&features.conditions) {
                        let found = condition.quantity(facts);
                        let (least, most) = range.unwrap_or((found, found));
                        *range = Some((least.min(found), most.max(found)));
                    }
                }
                for facts in all.iter().flatten().filter(|facts| features.fit(facts)) {
                    let better = |than: &Facts| {
                        (self.longest && facts.turns > than.turns) || (self.shortest && facts.turns < than.turns)
                    };
                    if best.as_ref().is_none_or(better) {
                        best = Some(facts.clone());
                    }
                }
                if best.is_some() && !self.longest && !self.shortest {
                    break;
                }
            }
            Ok::<(), Failure>(())
        };
        meter.over(|subject| one.called(subject), look)?;
        let seen = match &best {
            Some(found) if !self.longest && !self.shortest => found.game + 1,
            _ => first,
        };
        Ok((best, seen))
    }
}

/// What a game that is looked for must have.
struct Features {
    winner: Option<Winner>,
    ending: Option<usize>,
    conditions: Vec<ReplayCondition>,
}

impl Features {
    fn fit(&self, facts: &Facts) -> bool {
        self.winner.is_none_or(|winner| winner.won(facts))
            && self.ending.is_none_or(|ending| usize::from(facts.ending) == ending)
            && self.conditions.iter().all(|condition| condition.holds(facts))
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
    fn won(self, facts: &Facts) -> bool {
        match self {
            Winner::Side(side) => facts.sides >> side & 1 == 1,
            Winner::Bot(bot) => facts.bots >> bot & 1 == 1,
        }
    }
}

/// The side of that name, else the bot; none where there is neither.
fn winner(name: &str, sheet: &Sheet) -> Option<Winner> {
    let side = position(name, &sheet.sides).map(Winner::Side);
    side.or_else(|| position(name, &sheet.bots).map(Winner::Bot))
}

/// Nobody is called so at the table of this configuration: another may have somebody who is.
fn no_winner(name: &str, one: &Prepared, configuration: usize) -> Failure {
    let sheet = one.games[configuration].sheet();
    let all: Vec<&String> = sheet.sides.iter().chain(&sheet.bots).collect();
    let there = one.games.iter().position(|game| winner(name, game.sheet()).is_some());
    let help = there.map_or_else(
        || meant(name, &all),
        |there| {
            let called = &one.scenario.configurations[there].name;
            format!("“{called}” has it: add --configuration \"{called}\"")
        },
    );
    Failure::Input(format!(
        "--won-by {name}: no side and no bot at this table is called so; {help}"
    ))
}

/// Index of a name, however it is written.
fn named(name: &str, names: &[String], what: &str) -> Result<usize, Failure> {
    position(name, names).ok_or_else(|| Failure::Input(format!("there is no {what} “{name}”; {}", meant(name, names))))
}

fn position(name: &str, names: &[String]) -> Option<usize> {
    let plain = |text: &str| text.to_lowercase().replace(' ', "-");
    names.iter().position(|known| plain(known) == plain(name))
}

/// What a game that is looked for must have.
pub struct ReplayCondition {
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
    pub fn read(text: &str, sheet: &Sheet) -> Result<Self, Failure> {
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
        let (name, written, value) = Sign::split(text).ok_or_else(sort)?;
        let sign = Sign::read(written).filter(|_| !name.is_empty() && !value.is_empty());
        let sign = sign.ok_or_else(sort)?;
        let value = value.replace('_', "").parse().map_err(|_| {
            wrong(format!(
                "`{value}` is no whole number; write for example `{name} {written} 3`"
            ))
        })?;
        let quantity = match name {
            "decisions" => ReplayQuantity::Decisions,
            _ if name == "turns" || name == sheet.turn_word => ReplayQuantity::Turns,
            _ => {
                let at = sheet.counters.iter().position(|counter| counter.key == name);
                ReplayQuantity::Counter(at.ok_or_else(|| {
                    let counted = sheet.counters.iter().map(|counter| counter.key);
                    let known = [sheet.turn_word.as_str(), "decisions"].into_iter().chain(counted);
                    let known: Vec<&str> = known.filter(|key| !key.is_empty()).collect();
                    let (meant, program) = (meant(name, &known), program());
                    wrong(format!(
                        "nothing is called `{name}`; {meant} (`{program} list metrics GAME` names all)"
                    ))
                })?)
            }
        };
        Ok(ReplayCondition { quantity, sign, value })
    }

    /// What a game has of what is asked for.
    fn quantity(&self, facts: &Facts) -> i64 {
        i64::from(match self.quantity {
            ReplayQuantity::Turns => facts.turns,
            ReplayQuantity::Decisions => facts.decisions,
            ReplayQuantity::Counter(index) => facts.counts[index],
        })
    }

    /// Has this game what is asked for?
    fn holds(&self, facts: &Facts) -> bool {
        self.sign.holds(&self.quantity(facts), &self.value)
    }
}
