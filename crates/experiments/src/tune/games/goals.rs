//! What versions are judged by.

use std::cell::OnceCell;
use std::sync::atomic::AtomicBool;

use super::{Aim, Aims, Count, Games, VersionTable, wishes_of};
use crate::tune::Halt;
use balance_config::games::Sheet;
use balance_config::scenario::{Band, FAIR, Scenario};
use balance_engine::tally::{SHARE_UNIT, Tally};
use balance_inference::judge::Metric;

/// Deals from which it is learned what an even share is, and how long games are now.
const PROBE: u64 = 512;

impl Games {
    /// What versions of `scenario` are judged by. Without goals in `[expect]` every side is to win its fair share, and games are to
    /// take no longer than now; none where only one side plays.
    ///
    /// Some deals are played where it must be known how the game is now; `plays` is told how many games these are, before. They
    /// end once `stop` is set.
    pub fn aims(&self, scenario: &Scenario, plays: &dyn Fn(u64), stop: &AtomicBool) -> Result<Option<Aims>, Halt> {
        let tables = self.built(&self.space.present()).unwrap_or_default();
        let games: Vec<&VersionTable> = tables.iter().collect();
        let known: Vec<OnceCell<Tally>> = vec![OnceCell::new(); games.len()];
        let probe = |table: usize| -> Result<&Tally, Halt> {
            let known = &known[table];
            if let Some(found) = known.get() {
                return Ok(found);
            }
            plays(PROBE * self.setups[table].seats.rotations() as u64);
            let found = self.probe(games[table], stop)?;
            Ok(known.get_or_init(|| found))
        };
        let figure = |table: usize, name: &str| {
            let mut all = self.figures.iter();
            all.position(|each| each.table == table && each.name == name)
                .unwrap_or_default()
        };
        let (mut aims, margins) = (Aims::default(), scenario.margins);
        for (table, metric, band) in wishes_of(scenario, &games.iter().map(|table| &*table.game).collect::<Vec<_>>()) {
            let name = metric.name(games[table].game.sheet());
            let (lo, hi) = band.ends();
            let size = match band {
                Band::Target { target, .. } => target.abs(),
                Band::Range { from, to } => from.map_or(0.0, f64::abs).max(to.map_or(0.0, f64::abs)),
                Band::Change { .. } if metric.is_share() => 0.0,
                Band::Change { .. } => Count::new(metric, probe(table)?, games[table].game.sheet())
                    .value()
                    .abs(),
            };
            let unit = margins.margin(metric.is_share(), if size == 0.0 { 1.0 } else { size });
            let aim = Aim {
                figure: figure(table, &name),
                lo,
                hi,
                unit,
                change: band.is_change(),
            };
            let point = match band {
                Band::Target { target, .. } => Some(Aim::to(aim.figure, target, unit)),
                Band::Range { .. } | Band::Change { .. } => None,
            };
            aims.wishes.push(aim);
            aims.nearness.extend(point);
            match metric {
                Metric::WinRate(_) | Metric::Nobody => aims.fairness.push(point.unwrap_or(aim)),
                Metric::Turns | Metric::TurnsQuantile(_) => aims.length.push(point.unwrap_or(aim)),
                _ => {}
            }
        }
        let defaults = Defaults {
            unfair: aims.fairness.is_empty(),
            unmeasured: aims.length.is_empty(),
            goals: scenario.expect.is_empty(),
        };
        let asked = games
            .iter()
            .enumerate()
            .filter(|_| defaults.unfair || defaults.unmeasured);
        for (table, game) in asked {
            let figure = |name: &str| figure(table, name);
            defaults.add(&mut aims, scenario, game.game.sheet(), probe(table)?, &figure);
        }
        Ok((!aims.wishes.is_empty()).then_some(aims))
    }

    /// What some deals at a table give.
    fn probe(&self, table: &VersionTable, stop: &AtomicBool) -> Result<Tally, Halt> {
        let block = table
            .game
            .play_unless(self.seed, 0..PROBE, stop)
            .map_err(Halt::Broken)?;
        Ok(block.ok_or(Halt::Interrupted)?.tally)
    }
}

/// What stands for wishes that nobody has.
struct Defaults {
    /// Nobody wishes who wins how often.
    unfair: bool,
    /// Nobody wishes how long it takes.
    unmeasured: bool,
    /// Nothing is wished at all, so that these are the goals.
    goals: bool,
}

impl Defaults {
    /// Adds those of a table with this sheet, at which some deals gave this; `figure` says which figure is called so.
    fn add(&self, aims: &mut Aims, scenario: &Scenario, sheet: &Sheet, tally: &Tally, figure: &dyn Fn(&str) -> usize) {
        let margins = scenario.margins;
        let declared = scenario
            .configurations
            .first()
            .and_then(|each| each.fair_share.as_ref());
        for (side, name) in sheet.sides.iter().enumerate().filter(|_| self.unfair) {
            let even = tally.side_fair[side] as f64 / SHARE_UNIT as f64 / tally.games.max(1) as f64;
            let share = declared.and_then(|declared| declared.share_of(name));
            let figure = figure(&Metric::WinRate(side).name(sheet));
            aims.fairness
                .push(Aim::to(figure, share.unwrap_or(even), margins.share));
            if self.goals && (share.is_some() || sheet.sides.len() > 1) {
                let share = share.unwrap_or(even);
                let ends = (share - FAIR, share + FAIR);
                aims.wishes.push(Aim::between(figure, ends, margins.share));
                aims.nearness.push(Aim::to(figure, share, margins.share));
            }
        }
        if self.unmeasured {
            let now = Count::new(Metric::Turns, tally, sheet).value();
            let figure = figure(&Metric::Turns.name(sheet));
            let unit = margins.margin(false, now.max(1.0));
            aims.length.push(Aim::to(figure, now, unit));
            if self.goals && !aims.wishes.is_empty() {
                aims.wishes.push(Aim {
                    change: true,
                    ..Aim::between(figure, (f64::NEG_INFINITY, unit), unit)
                });
            }
        }
    }
}
