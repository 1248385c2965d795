//! A player who thinks: looks through every way that the turn can go, weighs dice by expectation, lays wedges where they
//! help most, and knows that in the last round only the place counts.
//!
//! Nothing is remembered from one choice to the next: asked at a later step of a turn, it looks through the rest anew, which
//! gives the same plan again as long as nothing has come of chance. So where the whole turn was looked through, the steps
//! that follow are foretold.

use super::dice::{Means, PointValues, Race, reach, to_end, useful};
use super::distance_table::{Charted, dots};
use super::plans::{KNOWN, KNOWN_SHORT, Known, LONG, Plans, Ship};
use super::weights::{FISH, PreparedWeights, Weights};
use crate::state::{Ask, Move, Player, Public};
use crate::{Favor, Regatta};
use balance_engine::{Bot, MovePlan, Moves, Seat, Stream, View};

/// The bot of kind `heuristic`.
#[derive(Clone, Debug)]
pub struct HeuristicBot {
    tuned: PreparedWeights,
    chart: Charted,
}

impl HeuristicBot {
    /// A bot that weighs so.
    pub fn new(weights: Weights) -> Self {
        let tuned = PreparedWeights::new(weights);
        let chart = Charted::new(tuned.costs());
        HeuristicBot { tuned, chart }
    }
}

impl Bot<Regatta> for HeuristicBot {
    fn choose(&self, view: View<'_, Regatta>, moves: &Moves<Move>, _chance: &mut Stream) -> usize {
        self.decide(view, moves, &mut (), None)
    }

    fn choose_ahead(
        &self,
        view: View<'_, Regatta>,
        moves: &Moves<Move>,
        _chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        self.decide(view, moves, &mut (), Some(ahead))
    }

    fn values(&self, view: View<'_, Regatta>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        self.decide(view, moves, out, None);
    }
}

/// Who wants to know what the moves are worth, in order: nobody while a game is played, `replay --why` afterwards.
trait ValueSink {
    fn note(&mut self, worth: f32);
}

impl ValueSink for () {
    #[inline]
    fn note(&mut self, _worth: f32) {}
}

impl ValueSink for Vec<f64> {
    fn note(&mut self, worth: f32) {
        self.push(f64::from(worth));
    }
}

/// The first of the best moves.
#[inline]
fn best(moves: &[Move], notes: &mut impl ValueSink, mut rate: impl FnMut(Move) -> f32) -> usize {
    let mut best = (f32::NEG_INFINITY, 0);
    for (at, mv) in moves.iter().enumerate() {
        let worth = rate(*mv);
        notes.note(worth);
        if worth > best.0 {
            best = (worth, at);
        }
    }
    best.1
}

impl HeuristicBot {
    #[inline]
    fn decide(
        &self,
        view: View<'_, Regatta>,
        moves: &[Move],
        notes: &mut impl ValueSink,
        ahead: Option<&mut MovePlan<Move>>,
    ) -> usize {
        match view.public.ask {
            Ask::Nav | Ask::First | Ask::Second => self.roll(view, moves, notes),
            Ask::Step | Ask::Hydra => self.sail(view, moves, notes, ahead),
            Ask::Start => self.start(view, moves, notes),
            Ask::Place => self.place(view, moves, notes),
            Ask::Target => target(view, moves, notes),
            Ask::Slot | Ask::Discard | Ask::Over => self.discard(view, moves, notes),
        }
    }

    /// The nearest dot of the Starting Line.
    fn start(&self, view: View<'_, Regatta>, moves: &[Move], notes: &mut impl ValueSink) -> usize {
        let (game, public) = (view.game, view.public);
        self.chart.with(&game.course, game.rules.boost, |chart| {
            let bearings = chart.bearings(&public.ring);
            best(moves, notes, |mv| match mv {
                Move::Start(dot) => {
                    let spot = crate::state::Spot { position: 0, dot };
                    -dots(bearings.to_line(spot))
                }
                _ => 0.0,
            })
        })
    }

    /// Dice by expectation.
    fn roll(&self, view: View<'_, Regatta>, moves: &[Move], notes: &mut impl ValueSink) -> usize {
        let (game, public) = (view.game, view.public);
        let player = public.mover();
        let means = Means::from_player(player);
        let luck = PointValues {
            tuned: &self.tuned,
            useful: useful(game, public, self.tuned.weights.horizon),
            base: f32::from(game.guard(public, public.turn)),
            target: self.target_points(game, public),
        };
        let fed = Means {
            fish: (player.fish + 2).min(game.rules.fish_max).min(FISH as u8 - 1),
            ..means
        };
        let demeter = luck.useful * self.tuned.favors[Favor::Demeter as usize];
        let (first, second) = (player.first, player.second);
        let fleece = luck.base / f32::from(player.nav.max(1));
        match public.ask {
            Ask::Nav => best(moves, notes, |mv| match mv {
                Move::Pass => luck.base + luck.means(means),
                Move::Reroll => {
                    let fish = means.fish - 1;
                    nav_again(player.fish, fleece) + luck.means(Means { fish, ..means })
                }
                _ => f32::NEG_INFINITY,
            }),
            Ask::First => best(moves, notes, |mv| match mv {
                Move::Pass => luck.points(first) + luck.means(means),
                Move::Roll => luck.roll(first, means),
                Move::Use(Favor::Apollo) => luck.first_again(means),
                _ => f32::NEG_INFINITY,
            }),
            _ => {
                let leave = |means: Means| {
                    let pips = if second >= first { first + second } else { 0 };
                    luck.points(pips) + luck.means(means)
                };
                let by_fish = |means: Means| {
                    let fish = means.fish - 1;
                    luck.roll(first, Means { fish, ..means })
                };
                best(moves, notes, |mv| match mv {
                    Move::Reroll => by_fish(means),
                    Move::Use(Favor::Apollo) => luck.roll(first, Means { apollo: false, ..means }),
                    Move::Use(Favor::Hephaestus) => luck.saved(first, means),
                    // Only to roll again at once: at a Hydra there will be time enough.
                    Move::Use(Favor::Demeter) if means.fish == 0 => by_fish(fed) - demeter,
                    Move::Use(_) => f32::NEG_INFINITY,
                    _ => leave(means),
                })
            }
        }
    }

    /// With how many points the player would be level with the best of those who have rolled, if one of them ends the
    /// game in this round.
    fn target_points(&self, game: &Regatta, public: &Public) -> Option<f32> {
        let near = |player: &Player| player.laps + 1 >= game.rules.laps && player.spot.position >= 6;
        let place = game.place_in_order(public.fleece, public.turn);
        let rolled = |seat: &Seat| game.place_in_order(public.fleece, *seat) < place;
        if !game.seats().any(|seat| rolled(&seat) && near(public.player(seat))) {
            return None;
        }
        self.chart.with(&game.course, game.rules.boost, |chart| {
            let bearings = chart.bearings(&public.ring);
            let mut ahead = f32::MAX;
            for other in game.seats().filter(rolled) {
                let to_go = reach(game, public, &bearings, other);
                ahead = if to_go < ahead { to_go } else { ahead };
            }
            (ahead < 0.0).then(|| to_end(game, &bearings, public.mover()) - ahead)
        })
    }

    /// The way whose best plan is worth most; what follows of that plan is told to `ahead`.
    fn sail(
        &self,
        view: View<'_, Regatta>,
        moves: &[Move],
        notes: &mut impl ValueSink,
        ahead: Option<&mut MovePlan<Move>>,
    ) -> usize {
        let (game, public) = (view.game, view.public);
        let ship = Ship::new(public);
        let hydra = public.ask == Ask::Hydra;
        let icon = game.course.dot(&public.ring, public.mover().spot).icon;
        let makes_sense = |mv: &Move| match mv {
            Move::Use(boat) => ship.makes_sense(*boat, icon, hydra),
            _ => true,
        };
        let mut sensible = moves.iter().enumerate().filter(|(_, mv)| makes_sense(mv));
        if let (Some((only, _)), None) = (sensible.next(), sensible.next()) {
            return only;
        }
        self.chart.with(&game.course, game.rules.boost, |chart| {
            let bearings = chart.bearings(&public.ring);
            let useful = useful(game, public, self.tuned.weights.horizon);
            let race = Race::new(game, public, &bearings, useful);
            // Empty room costs time, too, so there is no more than the turn may need.
            let (mut short, mut long);
            let known: &mut [Known] = if public.left < LONG {
                short = [(0, 0.0); KNOWN_SHORT];
                &mut short
            } else {
                long = [(0, 0.0); KNOWN];
                &mut long
            };
            let mut plans = Plans::new(game, public, &self.tuned, &bearings, race, known);
            let chosen = best(moves, notes, |mv| {
                if makes_sense(&mv) {
                    plans.rate(ship, mv, hydra)
                } else {
                    f32::NEG_INFINITY
                }
            });
            if let Some(ahead) = ahead.filter(|_| !hydra) {
                plans.foretell(ship, moves[chosen], ahead);
            }
            chosen
        })
    }

    /// The wedge and the place that lengthen the rivals' way most against the own.
    fn place(&self, view: View<'_, Regatta>, moves: &[Move], notes: &mut impl ValueSink) -> usize {
        let (game, public) = (view.game, view.public);
        let share = self.tuned.weights.rivals / (game.players - 1) as f32;
        self.chart.with(&game.course, game.rules.boost, |chart| {
            let bearings = chart.bearings(&public.ring);
            best(moves, notes, |mv| {
                let Move::Place { wedge, position } = mv else {
                    return f32::NEG_INFINITY;
                };
                let mut after = bearings.clone();
                after.lay(wedge, position);
                let mut worth = 0.0;
                for seat in game.seats() {
                    let way = to_end(game, &after, public.player(seat));
                    worth += if seat == view.seat { -way } else { way * share };
                }
                worth
            })
        })
    }

    /// What is worth least goes: the worst trident first.
    fn discard(&self, view: View<'_, Regatta>, moves: &[Move], notes: &mut impl ValueSink) -> usize {
        let worth = |favor: Option<Favor>| favor.map_or(0.0, |favor| self.tuned.favors[favor as usize]);
        let player = view.public.player(view.seat);
        best(moves, notes, |mv| match mv {
            Move::Discard(slot) => -worth(player.slots[usize::from(slot & 1)]),
            Move::Decline => -worth(view.public.revealed),
            _ => f32::NEG_INFINITY,
        })
    }
}

/// The leader, unless the same trident lies there already.
fn target(view: View<'_, Regatta>, moves: &[Move], notes: &mut impl ValueSink) -> usize {
    let (game, public) = (view.game, view.public);
    best(moves, notes, |mv| match mv {
        Move::Target(seat) => {
            let player = public.player(seat);
            let twice = public.revealed.is_some_and(|favor| player.has(favor));
            // In wedges, exactly; nobody is so many ahead.
            game.rank_key(public, player) as f32 * (1.0 / 8_192.0) - if twice { 1_024.0 } else { 0.0 }
        }
        _ => f32::NEG_INFINITY,
    })
}

/// Points that a navigation die rolled again counts on average: once more only from a 1, with two fish left or more.
fn nav_again(fish: u8, fleece: f32) -> f32 {
    fleece * if fish > 2 { 2.1 } else { 2.0 }
}
