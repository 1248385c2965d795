//! How strong bots are beside each other at one table: every bot alone among every other, on the same deals, on every seat in
//! turn; in a game that all win together, a team of every bot beside a team of every other. Plays and computes; prints nothing.

mod ratings;

pub use ratings::{Ladder, Misfit, Pair, Rung, both_ways, climbed};

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use balance_config::games::{AnyGame, BotSpec, Broken, GameBlock, GameInfo, Mistake, Seats, Setup, Sheet};
use balance_simulation::experiment::{Experiment, Halt, Merge, Session, Subject, Task};

/// The name of a bot that is tried at a table; no bot of a scenario can have it.
pub const TRIED: &str = "\u{0}tried";

/// Most deals of a ladder.
pub const MOST_DEALS: u64 = 1_000_000;

/// A bot with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedBot {
    /// Its name.
    pub name: String,
    /// What it is made from.
    pub spec: BotSpec,
}

impl NamedBot {
    /// A bot of a setup, or a kind without settings.
    pub fn of_setup(setup: &Setup, name: &str) -> Self {
        NamedBot {
            name: name.to_owned(),
            spec: setup.bot(name),
        }
    }
}

/// Who sits at a table at which bots meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// So many, of whom one is another bot than the rest.
    Rivals(usize),
    /// So many who win together, all of them the same bot; one may play alone. Two teams play the same deals.
    Team(usize),
}

impl Company {
    /// That of a game.
    pub fn of_sheet(sheet: &Sheet) -> Self {
        if sheet.players < 2 || sheet.sides.len() == 1 {
            Company::Team(sheet.players)
        } else {
            Company::Rivals(sheet.players)
        }
    }

    /// Players at the table.
    pub fn players(self) -> usize {
        let (Company::Rivals(players) | Company::Team(players)) = self;
        players
    }

    /// Bots of which a deal has one winner, were all alike: seats, or two teams.
    pub fn places(self) -> usize {
        match self {
            Company::Rivals(players) => players,
            Company::Team(_) => 2,
        }
    }
}

impl From<usize> for Company {
    fn from(players: usize) -> Self {
        Company::Rivals(players)
    }
}

/// One bot alone among others of one kind; at a table for two, two bots against each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The bot that sits alone, by its number.
    pub one: usize,
    /// The bot at all other seats.
    pub among: usize,
}

/// Every meeting of so many bots at a table for so many players.
pub fn meetings(bots: usize, players: usize) -> Vec<Meeting> {
    let all = (0..bots).flat_map(|one| (0..bots).map(move |among| Meeting { one, among }));
    // At a table for two each is alone, so that the other way round is the same.
    all.filter(|each| {
        if players == 2 {
            each.one < each.among
        } else {
            each.one != each.among
        }
    })
    .collect()
}

/// The table of each meeting of `bots` by the rules of `setup`, in the order of [`meetings`] of so many places.
pub fn tables(
    info: &GameInfo,
    setup: &Setup,
    players: usize,
    bots: &[String],
) -> Result<Vec<MeetingTable>, Vec<Mistake>> {
    let table = |meeting: Meeting| MeetingTable::new(info, setup, players, &bots[meeting.one], &bots[meeting.among]);
    meetings(bots.len(), players).into_iter().map(table).collect()
}

/// Wins in all rotations of one deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u32, u32)", from = "(u32, u32)")]
pub struct Wins {
    /// Seats of the one bot that won, over all games.
    pub one: u32,
    /// Seats of the others that won, over all games.
    pub others: u32,
}

impl From<Wins> for (u32, u32) {
    fn from(wins: Wins) -> Self {
        (wins.one, wins.others)
    }
}

impl From<(u32, u32)> for Wins {
    fn from((one, others): (u32, u32)) -> Self {
        Wins { one, others }
    }
}

impl Wins {
    /// Could these be those of a deal at a table for `players`, played once for every seat?
    pub fn fits(self, players: usize) -> bool {
        let games = players as u32;
        self.one <= games && self.others <= games * (games - 1)
    }
}

/// A table with one bot alone among others of one kind; every deal is played once for each of its seats.
pub struct MeetingTable {
    /// The bot that sits alone.
    pub one: String,
    /// The bot at all other seats.
    pub among: String,
    /// Games of a deal: one for every seat.
    seats: u64,
    game: Box<dyn AnyGame>,
    /// Where all win together: the game with the other bot at every seat.
    other_team: Option<Box<dyn AnyGame>>,
}

impl MeetingTable {
    /// The table of `setup` with `one` alone among others like `among`, whoever sits there otherwise.
    pub fn new(info: &GameInfo, setup: &Setup, players: usize, one: &str, among: &str) -> Result<Self, Vec<Mistake>> {
        let mut rotate = vec![one.to_owned()];
        rotate.resize(players, among.to_owned());
        let seated = |seats: Seats| (info.build)(&Setup { seats, ..setup.clone() });
        let mut table = MeetingTable {
            one: one.to_owned(),
            among: among.to_owned(),
            seats: players as u64,
            game: seated(Seats {
                rotate,
                ..Seats::default()
            })?,
            other_team: None,
        };
        if let company @ Company::Team(_) = Company::of_sheet(table.game.sheet()) {
            table.seats = company.places() as u64;
            table.game = seated(Seats::filled(one))?;
            table.other_team = Some(seated(Seats::filled(among))?);
        }
        Ok(table)
    }

    /// Games of so many deals.
    pub(crate) fn games(&self, deals: u64) -> u64 {
        deals * self.seats
    }

    /// Does a bot here think for long?
    pub(crate) fn is_slow(&self) -> bool {
        self.game.slow() || self.other_team.as_ref().is_some_and(|other| other.slow())
    }

    /// These deals, as what one thread plays.
    pub(crate) fn task(&self, deals: Range<u64>) -> Task {
        let subject = Subject::Table {
            one: self.one.clone(),
            among: self.among.clone(),
        };
        Task {
            subject,
            games: self.games(deals.end - deals.start),
            deals,
        }
    }

    /// Plays these deals; none once `stop` is set.
    pub(crate) fn play(&self, seed: u64, deals: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Wins>>, Broken> {
        let deal = |deal: u64| {
            let Some(block) = self.game.play_unless(seed, deal..deal + 1, stop)? else {
                return Ok(None);
            };
            let Some(other) = &self.other_team else {
                return Ok(Some(Wins {
                    one: self.wins(&block, &self.one),
                    others: self.wins(&block, &self.among),
                }));
            };
            // A team has both places of its half of the games.
            let won = |block: &GameBlock| 2 * (block.tally.games - block.tally.nobody) as u32;
            let other = other.play_unless(seed, deal..deal + 1, stop)?;
            Ok(other.map(|other| Wins {
                one: won(&block),
                others: won(&other),
            }))
        };
        deals.map(deal).collect()
    }

    fn wins(&self, block: &GameBlock, bot: &str) -> u32 {
        let at = self.game.sheet().bots.iter().position(|name| name == bot);
        at.map_or(0, |at| block.tally.bots[at].totals().1 as u32)
    }
}

/// Tables that play the same deals.
pub struct Meetings {
    /// The tables.
    pub tables: Vec<MeetingTable>,
    /// Players at each.
    pub players: usize,
    /// Master seed.
    pub seed: u64,
    /// Deals of each table.
    pub deals: u64,
}

/// Wins by table and deal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ByTable(pub Vec<Vec<Wins>>);

impl Merge for ByTable {
    fn add(&mut self, next: Self) {
        append(&mut self.0, next.0);
    }
}

/// Adds the wins of the deals that follow.
pub fn append(all: &mut Vec<Vec<Wins>>, next: Vec<Vec<Wins>>) {
    if all.is_empty() {
        *all = next;
        return;
    }
    for (all, next) in all.iter_mut().zip(next) {
        all.extend(next);
    }
}

/// Can these be the wins of so many deals at so many tables for `players`?
pub fn are_wins(wins: &[Vec<Wins>], tables: usize, deals: usize, players: usize) -> bool {
    let fits = |wins: &Vec<Wins>| wins.len() == deals && wins.iter().all(|wins| wins.fits(players));
    wins.len() == tables && wins.iter().all(fits)
}

impl Experiment for Meetings {
    /// Deals of all tables.
    type Job = Range<u64>;
    type Table = ();
    type Block = Vec<Wins>;
    type Sum = ByTable;
    type Output = Vec<Vec<Wins>>;

    fn run(&self, session: &mut Session<'_, Self>) -> Result<Self::Output, Halt> {
        let all = 0..self.deals;
        let mut wins = session.play(std::slice::from_ref(&all))?;
        Ok(wins.pop().unwrap_or_default().0)
    }

    fn deals(&self, deals: &Range<u64>) -> Range<u64> {
        deals.clone()
    }

    fn games(&self, _: &Range<u64>, deals: &Range<u64>) -> u64 {
        let count = deals.end - deals.start;
        self.tables.iter().map(|table| table.games(count)).sum()
    }

    fn is_slow(&self) -> bool {
        self.tables.iter().any(MeetingTable::is_slow)
    }

    fn table(&self, _: &Range<u64>) {}

    fn width(&self, _: &Range<u64>, (): &()) -> usize {
        self.tables.len()
    }

    fn task(&self, _: &Range<u64>, (): &(), table: usize, deals: Range<u64>) -> Task {
        self.tables[table].task(deals)
    }

    fn play(
        &self,
        _: &Range<u64>,
        (): &(),
        table: usize,
        deals: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Wins>>, Broken> {
        self.tables[table].play(self.seed, deals, stop)
    }

    fn sum(&self, _: &Range<u64>, blocks: Vec<Vec<Wins>>) -> ByTable {
        ByTable(blocks)
    }

    fn fits(&self, _: &Range<u64>, deals: &Range<u64>, ByTable(wins): &ByTable) -> bool {
        are_wins(
            wins,
            self.tables.len(),
            (deals.end - deals.start) as usize,
            self.players,
        )
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread::{self, ThreadId};

    use super::*;
    use crate::ladder::Meetings;
    use balance_simulation::experiment::{Halt, Progress, Runner, conduct};

    /// What was begun, and by which thread what has not ended.
    #[derive(Default)]
    struct Seen {
        begun: Mutex<Vec<(String, String, u64)>>,
        going: Mutex<Vec<ThreadId>>,
        games: AtomicU64,
    }

    impl Progress for Seen {
        fn begins(&self, subject: Subject, deals: &Range<u64>) {
            let Subject::Table { one, among } = subject else {
                panic!("no table: {subject:?}")
            };
            let mut begun = self.begun.lock().expect("no panic");
            begun.push((one, among, deals.start));
            let mut going = self.going.lock().expect("no panic");
            assert!(!going.contains(&thread::current().id()), "it plays a deal already");
            going.push(thread::current().id());
        }

        fn ends(&self) {
            let mut going = self.going.lock().expect("no panic");
            let at = going.iter().position(|each| *each == thread::current().id());
            going.swap_remove(at.expect("it plays a deal"));
        }

        fn played(&self, games: u64) {
            self.games.fetch_add(games, Ordering::Relaxed);
        }
    }

    fn table(one: &str, among: &str) -> MeetingTable {
        let info = crate::built_in::named("riverbed").expect("a game");
        let setup = Setup::default().with_rule("players", 4);
        MeetingTable::new(info, &setup, 4, one, among).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    /// Two deals at every table.
    fn met(tables: Vec<MeetingTable>) -> Meetings {
        Meetings {
            tables,
            players: 4,
            seed: 1,
            deals: 2,
        }
    }

    #[test]
    fn every_deal_of_a_table_is_begun_and_ended_once() {
        let tables = [table("heuristic", "random"), table("random", "heuristic")];
        let (seen, stop) = (Seen::default(), AtomicBool::new(false));
        let wins = conduct(
            &met(tables.into()),
            Runner {
                progress: &seen,
                stop: &stop,
            },
        )
        .expect("no game breaks");
        assert_eq!((wins.len(), wins[0].len()), (2, 2));
        let mut begun = seen.begun.into_inner().expect("no panic");
        begun.sort();
        let each = |one: &str, among: &str, deal| (one.to_owned(), among.to_owned(), deal);
        assert_eq!(
            begun,
            [
                each("heuristic", "random", 0),
                each("heuristic", "random", 1),
                each("random", "heuristic", 0),
                each("random", "heuristic", 1),
            ]
        );
        assert!(seen.going.into_inner().expect("no panic").is_empty());
        // Each deal once for every seat.
        assert_eq!(seen.games.into_inner(), 4 * 4);
    }

    #[test]
    fn once_it_is_to_stop_no_deal_is_begun() {
        let (seen, stop) = (Seen::default(), AtomicBool::new(true));
        let wins = conduct(
            &met(vec![table("heuristic", "random")]),
            Runner {
                progress: &seen,
                stop: &stop,
            },
        );
        assert_eq!(wins, Err(Halt::Interrupted));
        assert!(seen.begun.into_inner().expect("no panic").is_empty());
    }
}
