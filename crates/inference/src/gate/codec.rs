//! The games of one configuration as they stand in a baseline: packed, with all that is said of them.

use super::inputs::{Inputs, deflated, inflated};
use crate::judge::Metric;
use balance_config::games::{Line, MAX_ENDINGS, Sheet};
use balance_engine::MAX_SEATS;
use balance_engine::tally::MAX_BOTS;
use balance_kit::schema::messages::with_commas;
use balance_simulation::experiment::Merge;
use flate2::Compression;
use serde::{Deserialize, Serialize};

/// Most deals of a configuration that are stored.
pub const MOST_DEALS: u64 = 1_000_000;

/// The games of one configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct StoredGames {
    /// Its name.
    pub name: String,
    /// What it is made of: [`Inputs::packed`].
    pub inputs: String,
    /// Times each deal was played with the bots shifted.
    pub rotations: u32,
    /// Games won, by side.
    pub wins: Vec<(String, u64)>,
    /// Games that ended so, by ending.
    pub endings: Vec<(String, u64)>,
    /// Turns, summed over all games.
    pub turns: u64,
    /// Seats that won and seats taken, by bot; none where one bot had every seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<(String, u64, u64)>,
    /// Hash of the games.
    pub signature: String,
    /// The games: columns of bytes (wins by side, endings, the four bytes of turns, lowest first, and the two of
    /// each bot's wins), deflated, in base 64.
    games: String,
}

impl StoredGames {
    /// The games of a configuration of this name, made of `inputs`.
    pub fn new(name: &str, inputs: &Inputs, rotations: u32, sheet: &Sheet, dealt: &DealCounts) -> Self {
        let lines = &dealt.lines;
        let several = sheet.bots.len() > 1;
        let bots = sheet.bots.iter().zip(&dealt.seats).enumerate().filter(|_| several);
        let bots: Vec<(String, u64, u64)> = bots
            .map(|(bot, (name, seats))| (name.clone(), won(lines, bot), *seats))
            .collect();
        let bytes = Columns::new(sheet, bots.len()).pack(lines);
        let (wins, endings, turns) = totals(lines, sheet);
        StoredGames {
            name: name.to_owned(),
            inputs: inputs.packed(),
            rotations,
            wins,
            endings,
            turns,
            bots,
            signature: signature(&bytes),
            games: deflated(&bytes, Compression::best()),
        }
    }

    /// Bytes that its games take in a file.
    pub fn bytes(&self) -> u64 {
        self.games.len() as u64
    }

    /// Mean turns of a game.
    pub fn turns_mean(&self) -> f64 {
        let games: u64 = self.endings.iter().map(|ending| ending.1).sum();
        self.turns as f64 / games.max(1) as f64
    }

    /// Why its deals cannot be compared with those of a game of such a `sheet`, each played `rotations` times.
    pub fn other_than(&self, sheet: &Sheet, rotations: usize) -> Option<String> {
        let names = |stored: &[(String, u64)]| stored.iter().map(|each| each.0.clone()).collect::<Vec<_>>();
        let differ = |what: &str, was: Vec<String>, is: Vec<String>| {
            let told = format!(
                "its {what} in “{}” were {}, now they are {}",
                self.name,
                was.join(", "),
                is.join(", ")
            );
            (was != is).then_some(told)
        };
        let times = || {
            let times = |count: usize| match count {
                1 => "once".to_owned(),
                more => format!("{more} times"),
            };
            let (was, is) = (times(self.rotations as usize), times(rotations));
            let told = format!("its deals were played {was} each, now {is}");
            (self.rotations as usize != rotations).then_some(told)
        };
        differ("sides", names(&self.wins), sheet.sides.clone())
            .or_else(|| differ("endings", names(&self.endings), sheet.ending_names()))
            .or_else(times)
    }

    /// The games, if they are so many `deals`, each played `rotations` times, and all that is said of them agrees.
    pub fn dealt(&self, sheet: &Sheet, deals: usize, rotations: usize) -> Result<DealCounts, String> {
        if self.bots.len() > MAX_BOTS {
            return Err(format!("it cannot hold {} bots", self.bots.len()));
        }
        let columns = Columns::new(sheet, self.bots.len());
        let bytes = inflated_deals(&self.games, deals, columns)?;
        if signature(&bytes) != self.signature {
            return Err("its games do not have the signature that it states".to_owned());
        }
        let mut lines = columns.unpack(&bytes);
        if !lines.iter().all(|line| is_possible(line, rotations)) {
            return Err("it holds a deal that no game can give".to_owned());
        }
        let (wins, endings, turns) = totals(&lines, sheet);
        if (&wins, &endings, turns) != (&self.wins, &self.endings, self.turns) {
            return Err("its totals are not those of its games".to_owned());
        }
        let mut bots = self.bots.iter().enumerate();
        if !bots.all(|(bot, (_, wins, seats))| *wins == won(&lines, bot) && *wins <= *seats && *seats > 0) {
            return Err("what its bots won is not that of its games".to_owned());
        }
        // In the order of the bots that sit there now.
        let at = |name: &String| self.bots.iter().position(|(known, ..)| known == name);
        let now: Vec<Option<usize>> = sheet.bots.iter().map(at).collect();
        for line in &mut lines {
            let before = line.bots;
            line.bots = [0; MAX_BOTS];
            for (bot, at) in now.iter().enumerate() {
                line.bots[bot] = at.map_or(0, |at| before[at]);
            }
        }
        let seats = now.iter().map(|at| at.map_or(0, |at| self.bots[at].2)).collect();
        Ok(DealCounts { lines, seats })
    }
}

/// Can a deal that was played `rotations` times end so? No side wins more often, and each game ends in one way.
fn is_possible(line: &Line, rotations: usize) -> bool {
    let ended: usize = line.endings.iter().map(|times| usize::from(*times)).sum();
    ended == rotations && line.wins.iter().all(|times| usize::from(*times) <= rotations)
}

/// Seats of a bot that won, over all games.
fn won(lines: &[Line], bot: usize) -> u64 {
    lines.iter().map(|line| u64::from(line.bots[bot])).sum()
}

/// Numbers with their names.
type Named = Vec<(String, u64)>;

/// Wins by side, games by ending, and turns, over all games.
fn totals(lines: &[Line], sheet: &Sheet) -> (Named, Named, u64) {
    let sum = |of: &dyn Fn(&Line) -> u64| lines.iter().map(of).sum::<u64>();
    let named = |names: &[String], of: &dyn Fn(&Line, usize) -> u8| {
        let total = |(index, name): (usize, &String)| (name.clone(), sum(&|line| u64::from(of(line, index))));
        names.iter().enumerate().map(total).collect()
    };
    (
        named(&sheet.sides, &|line, side| line.wins[side]),
        named(&sheet.ending_names(), &|line, ending| line.endings[ending]),
        sum(&|line| u64::from(line.turns)),
    )
}

/// A short hash.
pub fn signature(bytes: &[u8]) -> String {
    format!("{:016x}", xxhash_rust::xxh3::xxh3_64(bytes))
}

/// Bytes of the turns of a deal.
const TURNS: usize = 4;

/// Bytes of what a bot won in a deal.
const WON: usize = 2;

/// What is stored of each deal, in columns of bytes: equal values stand together, which packs well.
#[derive(Clone, Copy)]
struct Columns {
    sides: usize,
    endings: usize,
    bots: usize,
}

impl Columns {
    /// All that a line holds.
    const WHOLE: Columns = Columns {
        sides: MAX_SEATS,
        endings: MAX_ENDINGS,
        bots: MAX_BOTS,
    };

    fn new(sheet: &Sheet, bots: usize) -> Self {
        Columns {
            sides: sheet.sides.len(),
            endings: sheet.endings.len(),
            bots,
        }
    }

    fn count(self) -> usize {
        self.sides + self.endings + TURNS + WON * self.bots
    }

    fn pack(self, lines: &[Line]) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(lines.len() * self.count());
        for side in 0..self.sides {
            bytes.extend(lines.iter().map(|line| line.wins[side]));
        }
        for ending in 0..self.endings {
            bytes.extend(lines.iter().map(|line| line.endings[ending]));
        }
        for byte in 0..TURNS {
            bytes.extend(lines.iter().map(|line| line.turns.to_le_bytes()[byte]));
        }
        for bot in 0..self.bots {
            for byte in 0..WON {
                bytes.extend(lines.iter().map(|line| line.bots[bot].to_le_bytes()[byte]));
            }
        }
        bytes
    }

    /// The deals in `bytes`, which hold a whole number of them.
    fn unpack(self, bytes: &[u8]) -> Vec<Line> {
        let deals = bytes.len() / self.count();
        let line = |deal: usize| {
            let at = |column: usize| bytes[column * deals + deal];
            let mut line = Line::default();
            for side in 0..self.sides {
                line.wins[side] = at(side);
            }
            for ending in 0..self.endings {
                line.endings[ending] = at(self.sides + ending);
            }
            let turns = self.sides + self.endings;
            line.turns = u32::from_le_bytes(std::array::from_fn(|byte| at(turns + byte)));
            for bot in 0..self.bots {
                let won = turns + TURNS + WON * bot;
                line.bots[bot] = u16::from_le_bytes(std::array::from_fn(|byte| at(won + byte)));
            }
            line
        };
        (0..deals).map(line).collect()
    }
}

/// So many `deals` of these columns, as [`deflated`] wrote them.
fn inflated_deals(text: &str, deals: usize, columns: Columns) -> Result<Vec<u8>, String> {
    let wanted = deals * columns.count();
    let bytes = inflated(text, wanted as u64 + 1).ok_or("its games cannot be unpacked")?;
    if bytes.len() != wanted {
        return Err(format!("it does not hold {} deals", with_commas(deals as u64)));
    }
    Ok(bytes)
}

/// Deals of a configuration, one after the other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "PackedDeals", try_from = "PackedDeals")]
pub struct DealCounts {
    /// What each of them gave.
    pub lines: Vec<Line>,
    /// By bot: the seats that it had in all of them; nought where what it won is not known.
    pub seats: Vec<u64>,
}

/// How deals are kept before they are a baseline.
#[derive(Serialize, Deserialize)]
struct PackedDeals {
    deals: u64,
    lines: String,
    seats: Vec<u64>,
}

impl From<DealCounts> for PackedDeals {
    fn from(dealt: DealCounts) -> Self {
        PackedDeals {
            deals: dealt.lines.len() as u64,
            lines: deflated(&Columns::WHOLE.pack(&dealt.lines), Compression::fast()),
            seats: dealt.seats,
        }
    }
}

impl TryFrom<PackedDeals> for DealCounts {
    type Error = String;

    fn try_from(packed: PackedDeals) -> Result<Self, String> {
        let deals = packed.deals.min(MOST_DEALS) as usize;
        let bytes = inflated_deals(&packed.lines, deals, Columns::WHOLE)?;
        Ok(DealCounts {
            lines: Columns::WHOLE.unpack(&bytes),
            seats: packed.seats,
        })
    }
}

impl Merge for DealCounts {
    fn add(&mut self, next: Self) {
        self.lines.extend(next.lines);
        self.seats.resize(next.seats.len().max(self.seats.len()), 0);
        self.seats
            .iter_mut()
            .zip(next.seats)
            .for_each(|(sum, more)| *sum += more);
    }
}

impl DealCounts {
    /// Can so many `deals`, each played `rotations` times, at a table of so many `bots`, have come to this?
    pub fn fits(&self, deals: u64, rotations: usize, bots: usize) -> bool {
        self.lines.len() as u64 == deals
            && self.seats.len() == bots
            && self.lines.iter().all(|line| is_possible(line, rotations))
    }

    /// The bots whose wins are known, as bits.
    pub fn bots(&self) -> u16 {
        let bits = self.seats.iter().enumerate().filter(|(_, seats)| **seats > 0);
        bits.fold(0, |bits, (bot, _)| bits | 1 << bot)
    }

    /// What a deal had of a metric that baselines hold, summed over its rotations.
    pub fn from_line(line: &Line, metric: Metric) -> u64 {
        match metric {
            Metric::WinRate(side) => line.wins[side].into(),
            Metric::Ending(ending) => line.endings[ending].into(),
            Metric::Bot(bot) => line.bots[bot].into(),
            _ => line.turns.into(),
        }
    }

    /// Of how many, in a deal, that is: of its `rotations`, or of the seats of a bot.
    pub fn units(&self, metric: Metric, rotations: usize) -> f64 {
        match metric {
            Metric::Bot(bot) => self.seats[bot] as f64 / self.lines.len().max(1) as f64,
            _ => rotations as f64,
        }
    }

    /// The mean of a metric in the first `deals`.
    pub fn mean(&self, metric: Metric, deals: usize, rotations: usize) -> f64 {
        let lines = &self.lines[..deals.min(self.lines.len())];
        let sum: u64 = lines.iter().map(|line| Self::from_line(line, metric)).sum();
        sum as f64 / (lines.len() as f64 * self.units(metric, rotations)).max(f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::write::DeflateEncoder;
    use std::io::Write;

    fn sheet() -> Sheet {
        let names = |all: &[&str]| all.iter().map(|&name| name.to_owned()).collect();
        Sheet {
            sides: names(&["frogs", "toads", "newts"]),
            ..Sheet::default()
        }
        .ends(&["dry", "flood"])
    }

    fn lines() -> Vec<Line> {
        let line = |game: u32| {
            let mut line = Line {
                turns: game * 7 % 300,
                ..Line::default()
            };
            line.wins[(game % 3) as usize] = 1;
            line.endings[(game % 2) as usize] = 1;
            line
        };
        (0..500).map(line).collect()
    }

    fn dealt(lines: &[Line]) -> DealCounts {
        DealCounts {
            lines: lines.to_vec(),
            seats: Vec::new(),
        }
    }

    fn stored(lines: &[Line], rotations: u32) -> StoredGames {
        StoredGames::new("base", &Inputs::default(), rotations, &sheet(), &dealt(lines))
    }

    #[test]
    fn games_are_packed_and_read_back() {
        assert_eq!(stored(&lines(), 1).dealt(&sheet(), 500, 1), Ok(dealt(&lines())));
    }

    /// A deal of many rotations of long games has more turns than two bytes hold.
    #[test]
    fn long_deals_are_read_back() {
        let mut line = Line {
            turns: 255 * 5_000,
            ..Line::default()
        };
        line.wins[1] = 255;
        line.endings[0] = 255;
        assert_eq!(stored(&[line], 255).dealt(&sheet(), 1, 255), Ok(dealt(&[line])));
    }

    /// Whatever somebody makes of the games, with a signature that fits, is refused and not played with.
    #[test]
    fn games_that_cannot_be_are_refused() {
        let refused = |change: &dyn Fn(&mut Vec<Line>), deals: usize, rotations: usize, wanted: &str| {
            let mut games = lines();
            change(&mut games);
            let said = stored(&games, 1)
                .dealt(&sheet(), deals, rotations)
                .expect_err("refused");
            assert!(said.contains(wanted), "{said}");
        };
        refused(&|_| {}, 501, 1, "does not hold 501 deals");
        refused(&|_| {}, 499, 1, "does not hold 499 deals");
        let other = stored(&lines(), 1);
        assert_eq!(other.other_than(&sheet(), 1), None);
        let told = other.other_than(&sheet(), 2).expect("another number of times");
        assert_eq!(told, "its deals were played once each, now 2 times");
        refused(&|games| games[3].wins[0] = 2, 500, 1, "no game can give");
        refused(&|games| games[3].endings = [0; MAX_ENDINGS], 500, 1, "no game can give");
        refused(&|games| games[3].endings[0] = 255, 500, 1, "no game can give");
        let mut other = stored(&lines(), 1);
        other.wins[0].1 += 1;
        assert!(other.dealt(&sheet(), 500, 1).expect_err("refused").contains("totals"));
        let mut other = stored(&lines(), 1);
        other.games.replace_range(0..4, "!!!!");
        assert!(other.dealt(&sheet(), 500, 1).expect_err("refused").contains("unpacked"));
    }

    /// A megabyte of nothing unpacks to a gigabyte; only what there should be is looked at.
    #[test]
    fn unpacking_is_bounded() {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..64 {
            encoder.write_all(&vec![0; 1 << 20]).expect("memory");
        }
        let mut bomb = stored(&lines(), 1);
        bomb.games = STANDARD.encode(encoder.finish().expect("memory"));
        assert!(
            bomb.dealt(&sheet(), 500, 1)
                .expect_err("refused")
                .contains("does not hold 500 deals")
        );
    }
}
