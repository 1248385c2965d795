//! How often each line of a script has a say: by the role of who goes by it, and by turn.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::broken_game::caught;
use crate::mixed::MixPart;
use crate::{Broken, Guest, Playable};
use balance_engine::{
    Bot, Chance, Game, Heeded, MAX_SEATS, MovePlan, Moves, Recorder, Seat, State, Stream, Table, View,
};

/// What is said of a choice that no line of a script made.
pub const NO_LINE: &str = "no line fits: any move";

/// Spans of turns that are told apart.
pub const SPANS: [&str; 6] = ["1", "2–3", "4–7", "8–15", "16–31", "32 on"];

/// Counts by span of turns.
pub type BySpan = [u64; SPANS.len()];

/// The span of a turn; what comes before the first belongs to it.
fn span(turn: u32) -> usize {
    (turn.max(1).ilog2() as usize).min(SPANS.len() - 1)
}

/// What the lines of one bot's script had to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// The bot; of one as which a mixed bot plays, `MIXED as BOT`.
    pub bot: String,
    /// Its lines.
    pub script: Vec<String>,
    /// Choices between at least two moves of which the bot told what became of its lines, by role.
    pub asked: Vec<BySpan>,
    /// Those of them in which a line had a say, by line and role; after the last line those that none of them made. A line that
    /// only narrows a choice counts beside the one that makes it.
    pub said: Vec<Vec<BySpan>>,
    /// Those in which a line had none, and why, by line and role.
    pub passed: Vec<Vec<Passed>>,
    /// Those in which a line came too late, by line and by the earlier one that had made the choice.
    pub behind: Vec<Vec<u64>>,
    /// Choices between at least two moves of which the bot told nothing: nobody knows by which line it made them.
    pub untold: u64,
}

/// Choices in which a line had no say, by span of turns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    /// A condition of it did not hold.
    pub unmet: BySpan,
    /// No move on offer was what it asks for.
    pub unfit: BySpan,
    /// A move on offer was what it asks for, but an earlier line forbids it.
    pub barred: BySpan,
    /// It would have fitted, but an earlier line had made the choice.
    pub late: BySpan,
}

impl Passed {
    fn all(&self) -> [&BySpan; 4] {
        [&self.unmet, &self.unfit, &self.barred, &self.late]
    }

    fn all_mut(&mut self) -> [&mut BySpan; 4] {
        [&mut self.unmet, &mut self.unfit, &mut self.barred, &mut self.late]
    }

    /// Choices in which it had none, whyever, by span of turns.
    pub fn sums(&self) -> BySpan {
        std::array::from_fn(|span| self.all().into_iter().map(|counts| counts[span]).sum())
    }
}

impl Said {
    /// Adds what the same bot's lines had to say in other games of its configuration.
    pub fn add(&mut self, more: &Said) {
        let all = std::iter::once(&mut self.asked).chain(&mut self.said).flatten();
        let with = std::iter::once(&more.asked).chain(&more.said).flatten();
        let passed = self.passed.iter_mut().flatten();
        let all = all.chain(passed.flat_map(Passed::all_mut));
        let with_passed = more.passed.iter().flatten();
        let with = with.chain(with_passed.flat_map(Passed::all));
        let all = all.flatten().chain(self.behind.iter_mut().flatten());
        for (counts, more) in all.zip(with.flatten().chain(more.behind.iter().flatten())) {
            *counts += more;
        }
        self.untold += more.untold;
    }
}

/// Listens to every bot of a table.
struct Listener<'a, G: Game> {
    heard: &'a [Heard<'a, G>],
    cast: &'a [[usize; MAX_SEATS]],
    /// Whose script each bot goes by at each seat: an index into `all`.
    goes_by: &'a [[usize; MAX_SEATS]],
    all: &'a mut [Said],
}

impl<G: Game> Recorder<G> for Listener<'_, G> {
    fn choice(&mut self, game: &G, state: &State<G>, seat: Seat, moves: &Moves<G::Move>, _chosen: usize) {
        let role = game.role(state, seat);
        let bot = self.cast[role][seat.index()];
        let Said {
            script,
            asked,
            untold,
            said,
            passed,
            behind,
            ..
        } = &mut self.all[self.goes_by[bot][seat.index()]];
        if moves.len() < 2 || script.is_empty() {
            return;
        }
        let heeded = self.heard[bot].heeded();
        if heeded.is_empty() {
            *untold += 1;
            return;
        }
        let span = span(game.turns(&state.public));
        asked[role][span] += 1;
        let mut maker = None;
        for (line, heeded) in heeded {
            match (heeded, maker) {
                (Heeded::Said, _) => maker = Some(line),
                (Heeded::Late, Some(maker)) if line < script.len() => behind[line][maker] += 1,
                _ => {}
            }
            // `any` is implied behind the last line.
            let line = line.min(script.len());
            let counts = match (heeded, passed.get_mut(line).map(|by_role| &mut by_role[role])) {
                (Heeded::Said, _) => &mut said[line][role],
                (Heeded::Unmet, Some(passed)) => &mut passed.unmet,
                (Heeded::Unfit, Some(passed)) => &mut passed.unfit,
                (Heeded::Barred, Some(passed)) => &mut passed.barred,
                (Heeded::Late, Some(passed)) => &mut passed.late,
                (_, None) => continue,
            };
            counts[span] += 1;
        }
        if maker.is_none() {
            said[script.len()][role][span] += 1;
        }
    }
}

impl<G: Guest> Playable<G> {
    /// What the scripts of its bots say in these games, each played as often as there are rotations; none once `stop` is set.
    ///
    /// # Errors
    /// A game that panics is named with what it said.
    pub(crate) fn count_script_usage(
        &self,
        seed: u64,
        games: Range<u64>,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Said>>, Broken> {
        let roles = self.sheet.roles.len();
        let said = |bot: String, script: &[String]| Said {
            bot,
            script: script.to_vec(),
            asked: vec![BySpan::default(); roles],
            untold: 0,
            said: vec![vec![BySpan::default(); roles]; script.len() + 1],
            passed: vec![vec![Passed::default(); roles]; script.len()],
            behind: vec![vec![0; script.len()]; script.len()],
        };
        let mut all: Vec<Said> = Vec::new();
        let mut first = Vec::new();
        for ((bot, script), parts) in self.sheet.bots.iter().zip(&self.scripts).zip(&self.parts) {
            first.push(all.len());
            if parts.is_empty() {
                all.push(said(bot.clone(), script));
            }
            let part = |part: &MixPart| said(format!("{bot} as {}", part.bot), &part.script);
            all.extend(parts.iter().map(part));
        }
        let mut goes_by: Vec<[usize; MAX_SEATS]> = first.iter().map(|at| [*at; MAX_SEATS]).collect();
        let whole = caught(seed, games.start, |current| {
            let heard: Vec<Heard<'_, G>> = self.bots.iter().map(|bot| Heard::new(&**bot)).collect();
            let mut table = Table::new(&self.game);
            for game in games {
                current.set(game);
                let mut chance = Chance::new(seed, game);
                for (at, goes_by) in goes_by
                    .iter_mut()
                    .enumerate()
                    .filter(|(at, _)| !self.parts[*at].is_empty())
                {
                    for (seat, goes_by) in goes_by.iter_mut().enumerate().take(self.sheet.players) {
                        let part = self.bots[at].plays_as(chance.bot(Seat(seat as u8)));
                        *goes_by = first[at] + part.map_or(0, |(part, _)| part);
                    }
                }
                for cast in &self.cast {
                    if stop.load(Ordering::Relaxed) {
                        return false;
                    }
                    let bot_of = |role: usize, seat: usize| -> &dyn Bot<G> { &heard[cast[role][seat]] };
                    let mut listener = Listener {
                        heard: &heard,
                        cast,
                        goes_by: &goes_by,
                        all: &mut all,
                    };
                    if table
                        .play_unless(Chance::new(seed, game), bot_of, &mut listener, stop)
                        .is_none()
                    {
                        return false;
                    }
                }
            }
            true
        })?;
        all.retain(|each| !each.script.is_empty());
        Ok(whole.then_some(all))
    }
}

/// A bot with what it said at its last choice.
pub struct Heard<'b, G: Game> {
    /// The bot.
    pub bot: &'b dyn Bot<G>,
    lines: Mutex<Vec<(usize, Heeded)>>,
}

impl<'b, G: Game> Heard<'b, G> {
    /// Listens to `bot`.
    pub fn new(bot: &'b dyn Bot<G>) -> Self {
        Heard {
            bot,
            lines: Mutex::default(),
        }
    }

    /// What became of each line, from 0, at the choice made last; nothing a second time, or of a bot that does not tell.
    pub fn heeded(&self) -> Vec<(usize, Heeded)> {
        std::mem::take(&mut *self.lines.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Game> Bot<G> for Heard<'_, G> {
    fn choose(&self, view: View<'_, G>, moves: &Moves<G::Move>, chance: &mut Stream) -> usize {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.clear();
        self.bot
            .choose_by(view, moves, chance, &mut |line, heeded| lines.push((line, heeded)))
    }

    /// Foretells nothing, so that it is asked, and heard, at every choice.
    fn choose_unless(
        &self,
        view: View<'_, G>,
        moves: &Moves<G::Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<G::Move>,
        stop: &AtomicBool,
    ) -> Option<usize> {
        if self.bot.slow() {
            self.bot.choose_unless(view, moves, chance, ahead, stop)
        } else {
            Some(self.choose(view, moves, chance))
        }
    }

    fn slow(&self) -> bool {
        self.bot.slow()
    }

    fn values(&self, view: View<'_, G>, moves: &Moves<G::Move>, out: &mut Vec<f64>) {
        self.bot.values(view, moves, out);
    }
}
