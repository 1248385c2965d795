//! Who plays where: the bots that a scenario names, at the seats of a configuration.

use crate::mixed::{self, Part};
use crate::{At, Bots, Guest, MOST_ROTATIONS, Mistake, Playable, Setup};
use balance_engine::{MAX_SEATS, Mixture, Sheet};

/// A mixed bot as a sheet has it.
fn mixture(name: &str, parts: &[Part]) -> Mixture {
    let mut shares: Vec<(String, f64)> = parts.iter().map(|part| (part.bot.clone(), part.share)).collect();
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    (name.to_owned(), shares)
}

impl<G: Guest> Playable<G> {
    /// Seats the bots that `setup` names; a name without a table is a kind.
    ///
    /// # Errors
    /// Whatever is wrong with their tables.
    pub(crate) fn new(game: G, mut sheet: Sheet, setup: &Setup, kinds: &Bots<G>) -> Result<Self, Vec<Mistake>> {
        let players = sheet.players;
        let seats = &setup.seats;
        let mut names: Vec<&str> = Vec::new();
        let mut cast = Vec::new();
        for shift in 0..seats.rotations() {
            let mut by_role = Vec::new();
            for role in &sheet.roles {
                let mut row = [0; MAX_SEATS];
                for (seat, bot) in row.iter_mut().enumerate().take(players) {
                    let name = if seats.rotate.is_empty() {
                        let own = seats.by_role.get(role).or_else(|| seats.by_seat.get(&(seat as u8 + 1)));
                        own.map_or(seats.all.as_str(), String::as_str)
                    } else {
                        seats.rotate[(seat + shift) % seats.rotate.len()].as_str()
                    };
                    *bot = names.iter().position(|known| *known == name).unwrap_or_else(|| {
                        names.push(name);
                        names.len() - 1
                    });
                }
                by_role.push(row);
            }
            cast.push(by_role);
        }
        let mut bots = Vec::new();
        let mut faults = Vec::new();
        for seat in seats.by_seat.keys().filter(|seat| usize::from(**seat) > players) {
            let message = format!("there is no seat {seat} with {players} players");
            let help = format!("the seats here are 1 to {players}");
            faults.push(Mistake::new(At::Seat(seat.to_string()), message, help));
        }
        if cast.len() > MOST_ROTATIONS {
            let message = format!("{} bots in rotation", cast.len());
            let help = format!("at most {MOST_ROTATIONS} are possible");
            faults.push(Mistake::new(At::Seat("rotate".to_owned()), message, help));
        }
        for name in &names {
            match kinds.make(name, &setup.bot(name)) {
                Ok(bot) => bots.push(bot),
                Err(more) => faults.extend(more),
            }
        }
        if names.len() > balance_engine::tally::MAX_BOTS {
            let message = format!("{} different bots at one table", names.len());
            let help = format!("at most {} are possible", balance_engine::tally::MAX_BOTS);
            faults.push(Mistake::new(At::Whole, message, help));
        }
        let scripts = names.iter().map(|name| kinds.script_of(&setup.bot(name))).collect();
        let parts: Vec<Vec<Part>> = names.iter().map(|name| mixed::parts(&setup.bot(name), kinds)).collect();
        let mixtures = names.iter().zip(&parts).filter(|(_, parts)| !parts.is_empty());
        sheet.mixes = mixtures.map(|(name, parts)| mixture(name, parts)).collect();
        sheet.bots = names.into_iter().map(str::to_owned).collect();
        if faults.is_empty() {
            Ok(Playable {
                game,
                sheet,
                bots,
                scripts,
                parts,
                cast,
            })
        } else {
            Err(faults)
        }
    }
}
