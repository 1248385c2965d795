//! The tables of a scenario, at which versions of a bot meet a population.

use std::ops::Range;

use rayon::prelude::*;

use super::arena::LONE;
use super::{Arena, Cell, Lone, Number, Played, Version};
use crate::experiment::{Runner, Subject, Task};
use crate::games::{AnyGame, BotSpec, Broken, GameInfo, Seats, Setup};
use crate::ladder::{self, Table, Wins};

/// The name of a version at a table; no bot of a scenario can have it.
pub const TRIED: &str = "\u{0}tried";

/// A bot of the population.
#[derive(Clone, Debug, PartialEq)]
pub struct Rival {
    /// Its name.
    pub name: String,
    /// What it is made from.
    pub spec: BotSpec,
}

/// A table with the bots that are met there.
#[derive(Clone, Debug, PartialEq)]
pub struct Population {
    /// The name of its configuration.
    pub name: String,
    /// Its rules and contents; who sits where is not looked at.
    pub setup: Setup,
    /// Players at it.
    pub players: u32,
    /// Names of its sides.
    pub sides: Vec<String>,
    /// Who is met.
    pub rivals: Vec<Rival>,
}

/// The tables.
pub struct Field<'a> {
    info: &'static GameInfo,
    spec: BotSpec,
    numbers: &'a [Number],
    places: Vec<Place>,
    cells: Vec<Cell>,
    tables: Vec<(String, Vec<String>)>,
    seed: u64,
    runner: Runner<'a>,
}

/// A table before a version sits at it.
struct Place {
    setup: Setup,
    players: usize,
    rivals: Vec<Rival>,
    /// Seats that a version takes, by mixture.
    mixtures: Vec<u32>,
}

/// The tables of a version: those of the cells, and those at which it sits alone.
type Tables = (Vec<Table>, Games);

/// Games of one version, one for each table.
type Games = Vec<Box<dyn AnyGame>>;

impl<'a> Field<'a> {
    /// The tables of `populations`, at which a bot of `spec` sits with other `numbers`.
    pub fn new(
        info: &'static GameInfo,
        spec: &BotSpec,
        numbers: &'a [Number],
        populations: Vec<Population>,
        seed: u64,
        runner: Runner<'a>,
    ) -> Self {
        let mut cells = Vec::new();
        let mut tables = Vec::new();
        let mut places = Vec::new();
        for Population {
            name,
            setup,
            players,
            sides,
            rivals,
        } in populations
        {
            let mixtures = mixtures(players);
            for rival in &rivals {
                cells.extend(mixtures.iter().map(|seats| Cell {
                    table: name.clone(),
                    players,
                    rival: rival.name.clone(),
                    seats: *seats,
                }));
            }
            tables.push((name, sides));
            places.push(Place {
                setup,
                players: players as usize,
                rivals,
                mixtures,
            });
        }
        Field {
            info,
            spec: spec.clone(),
            numbers,
            places,
            cells,
            tables,
            seed,
            runner,
        }
    }

    /// The bot as a version has it.
    fn spec(&self, version: &Version) -> BotSpec {
        let mut spec = self.spec.clone();
        for (number, value) in self.numbers.iter().zip(version.iter().flatten()) {
            number.put(*value, &mut spec);
        }
        spec
    }

    /// The tables of a version; none if no bot can be made from it.
    fn tables_of(&self, version: &Version) -> Option<Tables> {
        let spec = self.spec(version);
        let mut met = Vec::with_capacity(self.cells.len());
        let mut alone = Vec::with_capacity(self.places.len());
        for place in &self.places {
            let mut setup = place.setup.clone();
            setup.bots.insert(TRIED.to_owned(), spec.clone());
            for rival in &place.rivals {
                let mut setup = setup.clone();
                setup.bots.insert(rival.name.clone(), rival.spec.clone());
                for seats in &place.mixtures {
                    let one = (TRIED, *seats as usize);
                    met.push(Table::mixed(self.info, &setup, place.players, one, &rival.name).ok()?);
                }
            }
            setup.seats = Seats {
                all: TRIED.to_owned(),
                ..Seats::default()
            };
            alone.push((self.info.build)(&setup).ok()?);
        }
        Some((met, alone))
    }

    /// A deal of a game with one version at every seat.
    fn lone(&self, game: &dyn AnyGame, deal: u64) -> Result<Option<Lone>, Broken> {
        let Some(block) = game.play_unless(self.seed, deal..deal + 1, self.runner.stop)? else {
            return Ok(None);
        };
        let line = block.lines.first().copied().unwrap_or_default();
        let endings = game.sheet().endings.iter().zip(line.endings);
        let bit = |(side, wins): (usize, &u8)| u16::from(*wins > 0) << side;
        Ok(Some(Lone {
            turns: line.turns,
            capped: endings.into_iter().any(|(ending, games)| ending.capped && games > 0),
            sides: line.wins.iter().enumerate().map(bit).sum(),
        }))
    }
}

/// Seats that a version takes at a table for so many: one, half of them, all but one.
fn mixtures(players: u32) -> Vec<u32> {
    let mut all = vec![1, players / 2, players.saturating_sub(1)];
    all.retain(|seats| *seats > 0 && *seats < players);
    all.dedup();
    all
}

impl Arena for Field<'_> {
    fn cells(&self) -> &[Cell] {
        &self.cells
    }

    fn tables(&self) -> &[(String, Vec<String>)] {
        &self.tables
    }

    fn play(&self, versions: &[Version], deals: Range<u64>) -> Result<Option<Vec<Option<Played>>>, Broken> {
        let made: Vec<Option<Tables>> = versions.par_iter().map(|version| self.tables_of(version)).collect();
        let playable: Vec<bool> = made.iter().map(Option::is_some).collect();
        let (met, alone): (Vec<Vec<Table>>, Vec<Games>) = made.into_iter().flatten().unzip();
        let met: Vec<Table> = met.into_iter().flatten().collect();
        let alone: Games = alone.into_iter().flatten().collect();
        // Of their own, since they are more.
        let lone: Vec<u64> = (deals.start * LONE..deals.end * LONE).collect();
        let deals: Vec<u64> = deals.collect();
        let wins = ladder::play_all(&met, &deals, self.seed, self.runner)?;
        let tasks: Vec<(usize, u64)> = (0..alone.len())
            .flat_map(|table| lone.iter().map(move |deal| (table, *deal)))
            .collect();
        let subject = || Subject::Table {
            one: TRIED.to_owned(),
            among: TRIED.to_owned(),
        };
        let games = self.runner.map(
            &tasks,
            |(_, deal)| Task::deal(subject(), *deal, 1),
            |(table, deal)| self.lone(&*alone[*table], *deal),
        )?;
        let (Some(wins), Some(games)) = (wins, games) else {
            return Ok(None);
        };
        let games: Vec<Vec<Lone>> = games.chunks(lone.len().max(1)).map(<[Lone]>::to_vec).collect();
        let mut wins = wins.chunks(self.cells.len().max(1)).map(<[Vec<Wins>]>::to_vec);
        let mut games = games.chunks(self.places.len().max(1)).map(<[Vec<Lone>]>::to_vec);
        let mut next = || {
            Some(Played {
                wins: wins.next()?,
                alone: games.next()?,
            })
        };
        Ok(Some(
            playable.into_iter().map(|can| can.then(&mut next).flatten()).collect(),
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::super::numbers;
    use super::*;

    #[test]
    fn a_version_sits_alone_at_half_the_seats_and_at_all_but_one() {
        assert_eq!(mixtures(2), [1]);
        assert_eq!(mixtures(3), [1, 2]);
        assert_eq!(mixtures(4), [1, 2, 3]);
        assert_eq!(mixtures(5), [1, 2, 4]);
        assert!(mixtures(1).is_empty());
    }

    #[test]
    fn against_itself_a_bot_wins_what_is_even_and_every_table_counts_its_games() {
        let info = crate::games::named("niagara").expect("a game");
        let spec = BotSpec {
            kind: "heuristic".to_owned(),
            ..BotSpec::default()
        };
        let numbers = numbers(info, &spec);
        let rival = |name: &str| Rival {
            name: name.to_owned(),
            spec: Setup::default().bot(name),
        };
        let population = |players: u32| Population {
            name: format!("{players} players"),
            setup: Setup::default().with_rule("players", i64::from(players)),
            players,
            sides: (0..players).map(|side| side.to_string()).collect(),
            rivals: vec![rival("heuristic"), rival("collector")],
        };
        let stop = AtomicBool::new(false);
        let populations = vec![population(3), population(4)];
        let field = Field::new(info, &spec, &numbers, populations, 1, Runner::quiet(&stop));
        assert_eq!((field.cells().len(), field.games_per_deal()), (4 + 6, 12 + 24 + 8));
        let worse: Vec<f64> = numbers.iter().map(|number| number.from).collect();
        let played = field.play(&[None, Some(worse)], 0..3).expect("no game breaks");
        let played = played.expect("played");
        let [Some(present), Some(worse)] = &played[..] else {
            panic!("both can be made")
        };
        assert_ne!(present, worse);
        let sums = present.sums(&[3, 4]);
        for (cell, (one, others)) in field.cells().iter().zip(&sums.wins) {
            let games = 3 * u64::from(cell.players);
            assert!(*one <= games * u64::from(cell.seats));
            if cell.rival == "heuristic" {
                assert!(cell.gain(*one, *others, games).abs() < 1e-12, "{cell:?}");
            }
        }
        assert!(
            sums.alone
                .iter()
                .all(|(turns, _, sides)| *turns > 0 && sides.iter().sum::<u64>() >= 12)
        );
        stop.store(true, Ordering::Relaxed);
        assert_eq!(field.play(&[None], 0..3), Ok(None));
    }
}
