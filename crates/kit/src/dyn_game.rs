//! One configuration of some game, its type erased: called once per block of games, never inside one.

use std::any::Any;
use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::broken_game::{Broken, caught};
use crate::divergence::Divergence;
use crate::move_values::Drawn;
use crate::move_values::{MoveValues, Weighing};
use crate::odds::{ChoiceOdds, OddsPlan};
use crate::schema::messages::things;
use crate::sitting::{Onlooker, Person, RecordedChoices, Sat, Seen, Sitting};
use crate::transcript::{Facts, Heard, SeatCounts, Teller, ToldSeat, Transcript, TranscriptOptions};
use crate::{At, Bots, Guest, Metrics, Mistake, Setup};
use balance_engine::tally::{Drama, FinishedGame, GameId, MARKS, MAX_BOTS, SeatResult, Tally};
use balance_engine::{
    Bot, Chance, Finished, Game, MAX_ENDINGS, MAX_SEATS, Outcome, Recorder, Seat, SeatSet, Sheet, State, Table,
};

/// A configuration that can be played.
pub trait AnyGame: Any + Send + Sync {
    /// The names of what is counted.
    fn sheet(&self) -> &Sheet;

    /// Plays the games with numbers `games` under master seed `seed`; each as often as there are rotations.
    ///
    /// # Errors
    /// A game that panics is named with what it said.
    fn play_block(&self, seed: u64, games: Range<u64>) -> Result<GameBlock, Broken> {
        let block = self.play_unless(seed, games, &AtomicBool::new(false))?;
        Ok(block.expect("only who asks to stop ends a block early"))
    }

    /// The same, or none once `stop` is set: asked before every game, and by bots that think for long.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn play_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<GameBlock>, Broken>;

    /// Does a bot at the table think for long, so that few games should be played in one go?
    fn slow(&self) -> bool;

    /// Plays these games for their facts alone, in order of game and rotation.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn facts(&self, seed: u64, games: Range<u64>) -> Result<Vec<Facts>, Broken> {
        let facts = self.facts_unless(seed, games, &AtomicBool::new(false))?;
        Ok(facts.expect("only who asks to stop ends a block early"))
    }

    /// The same, or none once `stop` is set, as [`AnyGame::play_unless`].
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn facts_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken>;

    /// The counters of one game by whose event it was: those of every seat, in the order of the sheet. What nobody does, and
    /// what is counted only when the game is over, is in none of them.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn counts_by_seat(&self, seed: u64, game: u64, rotation: usize) -> Result<Vec<Vec<u32>>, Broken>;

    /// How it is played, for a person at the table; empty where the game does not say.
    fn how_to_play(&self) -> Vec<String>;

    /// Plays one game and tells it, one that breaks up to there: [`Transcript::broken`].
    ///
    /// # Errors
    /// A game that breaks before there is anything to tell, or in its own words.
    fn tell(&self, seed: u64, game: u64, rotation: usize, asked: TranscriptOptions) -> Result<Transcript, Broken>;

    /// Plays one game in which a person has a seat, and tells how it ended; none where the person has left it. Where seats
    /// rotate, it is the first rotation.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn sit(&self, sitting: &Sitting<'_>) -> Result<Option<Sat>, Broken>;

    /// Seats a person, whose choices have these indices, in games that are told or whose odds are asked for.
    fn seat_person(&mut self, seat: Seat, choices: Vec<usize>);

    /// Where one game of this and that of the same deal of `other` part; none where they are the same to their end, or
    /// `other` is of another game.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn parts(&self, other: &dyn AnyGame, seed: u64, game: u64, rotation: usize) -> Result<Option<Divergence>, Broken>;

    /// The seats that win a game put together from parts of others; none once `stop` is set.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`], with the seed and number of the set-up.
    fn winners(&self, drawn: &Drawn, stop: &AtomicBool) -> Result<Option<SeatSet>, Broken>;

    /// What some choices of one game are worth; none once `stop` is set.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn weigh(&self, asked: &Weighing, stop: &AtomicBool) -> Result<Option<MoveValues>, Broken>;

    /// The odds at open choices of one game, with the bots of `with` playing on, which is the same game with others at its table;
    /// none once `stop` is set, empty where `with` is of another game.
    ///
    /// # Errors
    /// As [`AnyGame::play_block`].
    fn odds(&self, plan: &OddsPlan, with: &dyn AnyGame, stop: &AtomicBool) -> Result<Option<Vec<ChoiceOdds>>, Broken>;
}

/// What a block of games gave.
#[derive(Clone, Debug)]
pub struct GameBlock {
    /// Everything counted.
    pub tally: Tally,
    /// One line a game, for comparing configurations game by game.
    pub lines: Vec<Line>,
    /// Games that bots imagined for their choices: work, not a result.
    pub imagined: u64,
}

/// Most rotations of a deal: how many of them a side wins is counted in a byte of [`Line`].
pub const MOST_ROTATIONS: usize = u8::MAX as usize;

/// The result of one game number, summed over its rotations.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Line {
    /// Rotations won by each side.
    pub wins: [u8; MAX_SEATS],
    /// Rotations that ended in each way.
    pub endings: [u8; MAX_ENDINGS],
    /// Turns, summed over rotations.
    pub turns: u32,
    /// Seats of each bot that won, summed over rotations.
    pub bots: [u16; MAX_BOTS],
}

/// A game with its bots.
pub struct Playable<G: Guest> {
    /// The rules.
    pub game: G,
    /// Names of what is counted.
    pub sheet: Sheet,
    /// The bots.
    pub bots: Vec<Box<dyn Bot<G>>>,
    /// The lines of their scripts; none of a bot that goes by none.
    pub scripts: Vec<Vec<String>>,
    /// Which bot plays: by rotation, role and seat.
    pub cast: Vec<Vec<[usize; MAX_SEATS]>>,
    /// The seat of a person, and what they chose, in games that are told.
    pub person: Option<(usize, Vec<usize>)>,
}

impl<G: Guest> Playable<G> {
    fn play_all(
        &self,
        seed: u64,
        games: Range<u64>,
        current: &Cell<u64>,
        stop: &AtomicBool,
        mut each: impl FnMut(u64, usize, &FinishedGame, &[u32], &Trace),
    ) -> Option<GameBlock> {
        let mut tally = Tally::new(&self.sheet);
        let mut lines = Vec::with_capacity((games.end - games.start) as usize);
        let mut table = Table::new(&self.game);
        let mut metrics = G::Metrics::default();
        let mut trace = Trace::default();
        let mut scored = Vec::new();
        // Are the sides the places in turn order? Else each role is of a side.
        let by_place = self.sheet.sides == self.sheet.positions;
        for index in games {
            current.set(index);
            let mut line = Line::default();
            for (rotation, cast) in self.cast.iter().enumerate() {
                let id = GameId {
                    game: index,
                    rotation: rotation as u32,
                };
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                trace.id = id;
                let bot_of = |role: usize, seat: usize| &*self.bots[cast[role][seat]];
                let chance = Chance::new(seed, index);
                let finished = table.play_unless(chance, bot_of, &mut (&mut metrics, &mut trace), stop)?;
                let state = &finished.state;
                let outcome = &finished.outcome;
                let unit = FinishedGame {
                    id,
                    seats: self.seats(state, outcome.winners, cast),
                    winners: outcome.winners.len() as u8,
                    sides_won: outcome.sides,
                    sides_in_play: self.game.sides_in_play(state),
                    ending: outcome.ending,
                    turns: self.game.turns(&state.public),
                    decisions: finished.decisions,
                    options: finished.options,
                    forced: finished.forced,
                    components: metrics.components(),
                };
                self.check(&unit, by_place);
                for (side, wins) in line.wins.iter_mut().enumerate() {
                    *wins += (outcome.sides >> side & 1) as u8;
                }
                line.endings[unit.ending as usize] += 1;
                line.turns += unit.turns;
                for seating in unit.seats.iter().filter(|seating| seating.won) {
                    line.bots[seating.bot as usize & (MAX_BOTS - 1)] += 1;
                }
                let mut counts = metrics.counts();
                if let Some(range) = self.sheet.score_range {
                    scored.clear();
                    scored.extend_from_slice(counts);
                    self.count_scores(state, &unit, range, &mut scored);
                    counts = &scored;
                }
                tally.add(&unit, counts);
                each(index, rotation, &unit, counts, &trace);
            }
            tally.close_game(&line.wins, &line.endings, self.cast.len());
            trace.drama.close_deal();
            lines.push(line);
        }
        tally.drama = trace.drama;
        let imagined = table.imagined();
        Some(GameBlock { tally, lines, imagined })
    }
}

impl<G: Guest> Playable<G> {
    /// Who sat where, and won.
    fn seats(&self, state: &State<G>, winners: SeatSet, cast: &[[usize; MAX_SEATS]]) -> [SeatResult; MAX_SEATS] {
        std::array::from_fn(|index| {
            if index >= self.sheet.players {
                return SeatResult::default();
            }
            let seat = Seat(index as u8);
            let role = self.game.role(state, seat);
            SeatResult {
                role: role as u8,
                position: self.game.position(state, seat) as u8,
                bot: cast[role][index] as u8,
                won: winners.has(seat),
            }
        })
    }

    /// Adds the numbers of [`Sheet::score_counters`]: how far the best side is ahead, and the points of each, a side having
    /// those of all its seats, and one out of play none.
    fn count_scores(&self, state: &State<G>, unit: &FinishedGame, (least, most): (i32, i32), counts: &mut Vec<u32>) {
        let sheet = &self.sheet;
        let sides = sheet.sides.len();
        let by_place = sheet.sides == sheet.positions;
        let mut points = [0i64; MAX_SEATS];
        for (index, seating) in unit.seats[..sheet.players].iter().enumerate() {
            let of_role = || sheet.role_sides.get(usize::from(seating.role)).copied();
            let side = if by_place {
                Some(seating.position.into())
            } else {
                of_role()
            };
            points[side.unwrap_or(0)] += i64::from(self.game.score(state, Seat(index as u8)));
        }
        let margin = counts.len();
        counts.resize(margin + 1 + sides, 0);
        let (mut best, mut next) = (0, 0);
        for (side, score) in points[..sides].iter().enumerate() {
            let in_play = unit.sides_in_play >> side & 1 == 1;
            assert!(
                !in_play || (i64::from(least)..=i64::from(most)).contains(score),
                "it says that {} has a score of {score}, but its description names {least} to {most}",
                sheet.sides[side]
            );
            let points = u32::try_from(score - i64::from(least)).unwrap_or(0);
            counts[margin + 1 + side] = points;
            if !in_play {
                continue;
            }
            (best, next) = if points > best {
                (points, best)
            } else {
                (best, next.max(points))
            };
        }
        counts[margin] = if sides > 1 { best - next } else { 0 };
    }

    /// The ending and the sides that won must be named.
    fn check_end(&self, ending: u8, sides: u16) {
        let sheet = &self.sheet;
        let named = sheet.endings.len();
        assert!(
            usize::from(ending) < named,
            "it says that it ended in way {ending}, counted from 0, but its description names {named}"
        );
        let found = &sheet.endings[usize::from(ending)];
        assert!(
            !found.ruled_out,
            "it says that it ended by “{}”, which its description rules out",
            found.name
        );
        let of_sheet = u32::MAX >> (32 - sheet.sides.len());
        assert!(
            u32::from(sides) & !of_sheet == 0,
            "it says that a side has won that its description does not name"
        );
    }

    /// What a game says of its end must lie within what its description names, and the seats that won be of the sides that won, or
    /// figures would be counted wrongly.
    fn check(&self, unit: &FinishedGame, by_place: bool) {
        let sheet = &self.sheet;
        let of_sheet = u32::MAX >> (32 - sheet.sides.len());
        self.check_end(unit.ending, unit.sides_won);
        if let Some(most) = sheet.turns_max {
            let (turns, word) = (unit.turns, &sheet.turn_word);
            assert!(
                turns <= most,
                "it took {turns} {word}, but its description says that no game takes more than {most}"
            );
        }
        assert!(
            u32::from(unit.sides_in_play) & !of_sheet == 0,
            "it names a side that its description does not"
        );
        let (mut places, mut of_winners) = (0u32, 0u16);
        for (seat, seating) in unit.seats[..sheet.players].iter().enumerate() {
            let seat = Seat(seat as u8);
            assert!(
                (seating.role as usize) < sheet.roles.len(),
                "it says that {seat} has role {}, counted from 0",
                seating.role
            );
            assert!(
                (seating.position as usize) < sheet.players,
                "it says that {seat} comes {}th in turn order, counted from 0",
                seating.position
            );
            places |= 1 << seating.position;
            if seating.won {
                let role_side = || sheet.role_sides.get(usize::from(seating.role)).map(|side| *side as u8);
                let side = if by_place { Some(seating.position) } else { role_side() };
                of_winners |= side.map_or(0, |side| 1 << side);
            }
        }
        assert!(
            places.count_ones() as usize == sheet.players,
            "it gives two seats the same place in turn order"
        );
        let named = |sides: u16| {
            let all = sheet.sides.iter().enumerate();
            let named = all
                .filter(|(side, _)| sides >> side & 1 == 1)
                .map(|(_, name)| name.as_str());
            let named: Vec<&str> = named.collect();
            if named.is_empty() {
                "nobody".to_owned()
            } else {
                named.join(", ")
            }
        };
        assert!(
            of_winners == unit.sides_won,
            "it says that {} won, but the seats that it says won are of {}",
            named(unit.sides_won),
            named(of_winners)
        );
        assert!(
            unit.sides_won & !unit.sides_in_play == 0,
            "it says that {} won, but that only {} could",
            named(unit.sides_won),
            named(unit.sides_in_play)
        );
    }
}

impl<G: Guest> AnyGame for Playable<G> {
    fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    fn play_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<GameBlock>, Broken> {
        caught(seed, games.start, |current| {
            self.play_all(seed, games, current, stop, |_, _, _, _, _| {})
        })
    }

    fn slow(&self) -> bool {
        self.bots.iter().any(|bot| bot.slow())
    }

    fn facts_unless(&self, seed: u64, games: Range<u64>, stop: &AtomicBool) -> Result<Option<Vec<Facts>>, Broken> {
        let mut all = Vec::new();
        let played = caught(seed, games.start, |current| {
            self.play_all(seed, games, current, stop, |game, rotation, unit, counts, trace| {
                all.push(Facts {
                    game,
                    rotation,
                    turns: unit.turns,
                    decisions: unit.decisions,
                    sides: unit.sides_won,
                    seats: unit.seats,
                    bots: unit
                        .seats
                        .iter()
                        .filter(|seat| seat.won)
                        .fold(0, |bots, seat| bots | 1 << seat.bot),
                    ending: unit.ending,
                    counts: counts.to_vec(),
                    led: trace.leader(LATE),
                    lead_changes: trace.lead_changes(),
                });
            })
        })?;
        Ok(played.map(|_| all))
    }

    fn counts_by_seat(&self, seed: u64, game: u64, rotation: usize) -> Result<Vec<Vec<u32>>, Broken> {
        let cast = &self.cast[rotation.min(self.cast.len() - 1)];
        caught(seed, game, |_| {
            let mut counts = SeatCounts::<G::Metrics>::new(self.sheet.players, self.sheet.counters.len());
            let bot_of = |role: usize, seat: usize| &*self.bots[cast[role][seat]];
            Table::new(&self.game).play(Chance::new(seed, game), bot_of, &mut counts);
            counts.by_seat
        })
    }

    fn how_to_play(&self) -> Vec<String> {
        self.game.how_to_play()
    }

    fn tell(&self, seed: u64, game: u64, rotation: usize, asked: TranscriptOptions) -> Result<Transcript, Broken> {
        let cast = &self.cast[rotation.min(self.cast.len() - 1)];
        // Roles decide who sits where, and the set-up decides the roles; of a game that breaks in it there is nothing to tell.
        let (laid_out, bots) = caught(seed, game, |_| {
            let laid_out = self.game.setup(&mut Chance::new(seed, game));
            let bot_of = |seat: usize| cast[self.game.role(&laid_out, Seat(seat as u8))][seat];
            let bots: Vec<usize> = (0..self.sheet.players).map(bot_of).collect();
            (laid_out, bots)
        })?;
        let person = self.person.as_ref().map(RecordedChoices::new);
        let own = bots.iter().map(|bot| &*self.bots[*bot]).enumerate();
        let chooser = |(seat, own)| Heard::new(RecordedChoices::or_bot(person.as_ref(), seat, own));
        let heard: Vec<Heard<'_, G>> = own.map(chooser).collect();
        let scripts = bots.iter().map(|bot| &*self.scripts[*bot]).collect();
        let mut teller = Teller::new(asked, heard.iter().collect(), scripts);
        let whole = caught(seed, game, |_| {
            let bot_of = |_: usize, seat: usize| -> &dyn Bot<G> { &heard[seat] };
            let finished = Table::new(&self.game).play(Chance::new(seed, game), bot_of, &mut teller);
            let seats = self.told_seats(&finished.state, cast, &bots, asked);
            let mut whole = Transcript {
                seats,
                ..self.ended(&finished, || teller.finish())
            };
            if asked.seen_by.is_some() {
                whole.decisions = None;
            }
            whole
        });
        whole.or_else(|broken| {
            caught(seed, game, |_| Transcript {
                seats: self.told_seats(&laid_out, cast, &bots, asked),
                ..teller.broken_off(&self.game, broken.message)
            })
        })
    }

    fn sit(&self, sitting: &Sitting<'_>) -> Result<Option<Sat>, Broken> {
        let Sitting { seed, game, seat, .. } = *sitting;
        let adviser: &dyn Any = sitting.adviser;
        let adviser = adviser.downcast_ref::<Self>().unwrap_or(self);
        caught(seed, game, |_| {
            let laid_out = self.game.setup(&mut Chance::new(seed, game));
            let by_role = |of: &Self, index: usize| of.cast[0][self.game.role(&laid_out, Seat(index as u8))][index];
            let bots: Vec<usize> = (0..self.sheet.players).map(|index| by_role(self, index)).collect();
            let seen = Seen::default();
            let person = Person {
                sitter: sitting.sitter,
                adviser: &*adviser.bots[by_role(adviser, seat.index())],
                seen: &seen,
            };
            let bot_of = |_: usize, index: usize| -> &dyn Bot<G> {
                if index == seat.index() {
                    &person
                } else {
                    &*self.bots[bots[index]]
                }
            };
            let mut onlooker = Onlooker { seat, seen: &seen };
            let never = AtomicBool::new(false);
            let finished =
                Table::new(&self.game).play_unless(Chance::new(seed, game), bot_of, &mut onlooker, &never)?;
            let state = &finished.state;
            let result = Transcript {
                seats: self.told_seats(state, &self.cast[0], &bots, TranscriptOptions::default()),
                end: self.game.position_lines(state, None),
                ..self.ended(&finished, Transcript::default)
            };
            Some(Sat {
                happened: seen.take(),
                result,
            })
        })
    }

    fn seat_person(&mut self, seat: Seat, choices: Vec<usize>) {
        self.person = Some((seat.index(), choices));
    }

    fn parts(&self, other: &dyn AnyGame, seed: u64, game: u64, rotation: usize) -> Result<Option<Divergence>, Broken> {
        let other: &dyn Any = other;
        let Some(other) = other.downcast_ref::<Self>() else {
            return Ok(None);
        };
        caught(seed, game, |_| self.part_from(other, seed, game, rotation))
    }

    fn winners(&self, drawn: &Drawn, stop: &AtomicBool) -> Result<Option<SeatSet>, Broken> {
        Playable::winners(self, drawn, stop)
    }

    fn weigh(&self, asked: &Weighing, stop: &AtomicBool) -> Result<Option<MoveValues>, Broken> {
        caught(asked.seed, asked.game, |_| self.weigh_all(asked, stop))
    }

    fn odds(&self, plan: &OddsPlan, with: &dyn AnyGame, stop: &AtomicBool) -> Result<Option<Vec<ChoiceOdds>>, Broken> {
        let with: &dyn Any = with;
        let Some(players) = with.downcast_ref::<Self>() else {
            return Ok(Some(Vec::new()));
        };
        caught(plan.seed, plan.game, |_| self.odds_at(plan, players, stop))
    }
}

impl<G: Guest> Playable<G> {
    /// The game as it is `told`, with how it ended. An end that the game does not name breaks it before anything is told.
    fn ended(&self, finished: &Finished<G>, told: impl FnOnce() -> Transcript) -> Transcript {
        let outcome = &finished.outcome;
        self.check_end(outcome.ending, outcome.sides);
        let won = |side: &usize| outcome.sides >> side & 1 == 1;
        Transcript {
            ending: self.sheet.endings[outcome.ending as usize].name.clone(),
            winners: (0..self.sheet.players as u8)
                .filter(|seat| outcome.winners.has(Seat(*seat)))
                .map(|seat| seat + 1)
                .collect(),
            sides: (0..self.sheet.sides.len())
                .filter(won)
                .map(|side| self.sheet.sides[side].clone())
                .collect(),
            turns_played: self.game.turns(&finished.state.public),
            decisions: Some(finished.decisions),
            ..told()
        }
    }

    /// Who sits where, with these bots by seat.
    fn told_seats(
        &self,
        state: &State<G>,
        cast: &[[usize; MAX_SEATS]],
        bots: &[usize],
        asked: TranscriptOptions,
    ) -> Vec<ToldSeat> {
        let told = |index: usize| {
            let seat = Seat(index as u8);
            let open = asked.seen_by.is_none_or(|to| to == seat);
            let known = open && self.sheet.roles.len() > 1;
            // Where bots go by role, a bot is a role.
            let by_seat = cast.iter().all(|seats| seats[index] == cast[0][index]);
            ToldSeat {
                seat: seat.0 + 1,
                bot: (open || by_seat).then(|| match &self.person {
                    Some((seat, _)) if *seat == index => "a person".to_owned(),
                    _ => self.sheet.bots[bots[index]].clone(),
                }),
                role: known.then(|| self.sheet.roles[self.game.role(state, seat)].clone()),
                position: (self.sheet.players > 1)
                    .then(|| self.sheet.positions[self.game.position(state, seat)].clone()),
            }
        };
        (0..self.sheet.players).map(told).collect()
    }
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
            let message = format!("there is no seat {seat} with {}", things(players, "player"));
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
        sheet.bots = names.into_iter().map(str::to_owned).collect();
        if faults.is_empty() {
            Ok(Playable {
                game,
                sheet,
                bots,
                scripts,
                cast,
                person: None,
            })
        } else {
            Err(faults)
        }
    }
}

/// The sides ahead and behind at the end of every turn of one game.
#[derive(Debug, Default)]
struct Trace {
    stands: Vec<Stand>,
    /// The game that is played.
    id: GameId,
    /// Sides in play, as bits: the same all through a game.
    sides: u16,
    /// Counts of all games watched.
    drama: Drama,
}

/// The tenth of the turns at which the side is named that was ahead late.
const LATE: usize = 8;

/// Sides that have come furthest and least far, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stand {
    first: u16,
    last: u16,
}

impl Trace {
    fn look<G: Game>(&mut self, game: &G, state: &State<G>) {
        let mut stand = Stand { first: 0, last: 0 };
        let (mut most, mut least) = (0, u32::MAX);
        let mut told = false;
        game.each_progress(state, self.sides, |side, progress| {
            told = true;
            if progress > most || stand.first == 0 {
                (most, stand.first) = (progress, 1 << side);
            } else if progress == most {
                stand.first |= 1 << side;
            }
            if progress < least {
                (least, stand.last) = (progress, 1 << side);
            } else if progress == least {
                stand.last |= 1 << side;
            }
        });
        if told {
            self.stands.push(stand);
        }
    }

    /// Where the game stood when each tenth of its turns was over.
    fn count(&mut self, won: u16) {
        let Some(turns) = self.stands.len().checked_sub(1) else {
            return;
        };
        self.drama.games += 1;
        for mark in 0..MARKS {
            let stand = self.stands[(turns * (mark + 1)).div_ceil(MARKS)];
            // Several that share the first or last place do not count as alone there.
            let leads = stand.first.is_power_of_two();
            let trails = stand.last.is_power_of_two() && stand.last != stand.first;
            let leader_won = leads.then_some(stand.first & won != 0);
            if let Some(won) = leader_won {
                self.drama.lead(mark, stand.first.trailing_zeros() as usize, won);
            }
            let last_won = trails.then_some(stand.last & won != 0);
            self.drama.stand(mark, self.id, leader_won, last_won);
        }
        let changes = u64::from(self.lead_changes());
        self.drama.changes += changes;
        self.drama.changes_squared += u128::from(changes * changes);
    }

    /// The side that led alone when so many tenths of the turns were over, as a bit, if one did.
    fn leader(&self, tenths: usize) -> u16 {
        let Some(turns) = self.stands.len().checked_sub(1) else {
            return 0;
        };
        let first = self.stands[(turns * tenths).div_ceil(MARKS)].first;
        if first.is_power_of_two() { first } else { 0 }
    }

    fn lead_changes(&self) -> u32 {
        let (mut leader, mut changes) = (0, 0);
        for stand in self.stands.iter().filter(|stand| stand.first.is_power_of_two()) {
            changes += u32::from(leader != 0 && stand.first != leader);
            leader = stand.first;
        }
        changes
    }
}

impl<G: Game> Recorder<G> for Trace {
    fn start(&mut self, game: &G, state: &State<G>) {
        self.stands.clear();
        self.sides = game.sides_in_play(state);
        // Who plays alone is ahead of nobody.
        if !self.sides.is_power_of_two() {
            self.look(game, state);
        }
    }

    fn turn(&mut self, game: &G, state: &State<G>) {
        // A game that keeps no count has left nothing at its start.
        if !self.stands.is_empty() {
            self.look(game, state);
        }
    }

    fn finish(&mut self, game: &G, state: &State<G>, outcome: &Outcome) {
        if !self.stands.is_empty() {
            self.look(game, state);
            self.count(outcome.sides);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use balance_engine::tally::Appearances;

    #[test]
    fn tenths_are_counted_from_the_turns_of_each_game() {
        let mut trace = Trace::default();
        // Eleven stands: before the first turn, and after each of ten turns.
        let stand = |first: u16, last: u16| Stand { first, last };
        trace.stands = vec![stand(0b11, 0b11)];
        trace.stands.extend([stand(0b01, 0b10); 4]);
        trace.stands.extend([stand(0b11, 0b11); 2]);
        trace.stands.extend([stand(0b10, 0b01); 4]);
        trace.count(0b10);
        trace.drama.close_deal();
        let totals = |table: &[Appearances; MARKS]| table.each_ref().map(Appearances::totals);
        let (none, lost, won) = ((0, 0), (1, 0), (1, 1));
        let led = [lost, lost, lost, lost, none, none, won, won, won, won];
        assert_eq!(totals(&trace.drama.led), led);
        assert_eq!(
            (&*trace.drama.leads[0], &*trace.drama.leads[9]),
            (&[(1, 0)][..], &[(0, 0), (1, 1)][..])
        );
        let behind = [won, won, won, won, none, none, lost, lost, lost, lost];
        assert_eq!(totals(&trace.drama.behind), behind);
        assert_eq!((trace.drama.games, trace.drama.changes), (1, 1));
        assert_eq!((trace.drama.held, trace.drama.comeback), (None, None));
        // At half time the first side leads and the other comes last.
        trace.stands = vec![stand(0b01, 0b10); 11];
        trace.id.game = 8;
        trace.count(0b10);
        trace.id.game = 9;
        trace.count(0b01);
        let game = |id: Option<GameId>| id.map(|id| id.game);
        let drama = &trace.drama;
        assert_eq!(
            [game(drama.held), game(drama.lost), game(drama.comeback)],
            [Some(9), Some(8), Some(8)]
        );
    }
}
