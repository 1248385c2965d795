//! A player who thinks: values tiles for its side, remembers what it saw, judges people by what they reveal, and takes
//! the choice that promises most. It looks no further ahead than the tiles it knows.

use super::hand::{self, Hand};
use super::hunt_plan::{self, HuntPlan};
use super::outlook::{Belief, Outlook, blind_spaces};
use super::scene::spaces_of;
use super::value::{Others, TrackChances, larger};
use crate::cards::{Effect, Window};
use crate::state::{Action, Ask, Move, Target};
use crate::tiles::Text;
use crate::{Riverbed, bits};
use balance_engine::{Bot, MovePlan, Moves, Seat, SeatSet, Stream, View};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cell::{LazyCell, RefCell};

#[derive(Clone, Debug)]
pub struct HeuristicBot {
    tuned: WeightTables,
}

impl HeuristicBot {
    pub fn new(weights: Weights) -> Self {
        HeuristicBot {
            tuned: WeightTables::new(weights),
        }
    }

    fn mind<'m>(&'m self, view: View<'m, Riverbed>, moves: &'m [Move]) -> Decision<'m> {
        Decision {
            tuned: &self.tuned,
            view,
            moves,
            values: None,
        }
    }
}

impl Bot<Riverbed> for HeuristicBot {
    fn choose(&self, view: View<'_, Riverbed>, moves: &Moves<Move>, chance: &mut Stream) -> usize {
        self.mind(view, moves).choose(chance, &mut MovePlan::default())
    }

    fn choose_ahead(
        &self,
        view: View<'_, Riverbed>,
        moves: &Moves<Move>,
        chance: &mut Stream,
        ahead: &mut MovePlan<Move>,
    ) -> usize {
        self.mind(view, moves).choose(chance, ahead)
    }

    fn values(&self, view: View<'_, Riverbed>, moves: &Moves<Move>, out: &mut Vec<f64>) {
        let values = RefCell::new(Vec::new());
        let mind = Decision {
            values: Some(&values),
            ..self.mind(view, moves)
        };
        // Chance decides among equals alone, and no value depends on it.
        mind.choose(&mut Stream::keyed(0, 0, 0, 0), &mut MovePlan::default());
        out.append(&mut values.borrow_mut());
    }
}

/// The index of the move that scores most; of equals, any.
#[inline]
fn best(moves: &[Move], chance: &mut Stream, mut score: impl FnMut(Move) -> f32) -> usize {
    let (mut at, mut most, mut ties) = (0, f32::MIN, 1);
    for (index, mv) in moves.iter().enumerate() {
        let value = score(*mv);
        if value > most {
            (at, most, ties) = (index, value, 1);
        } else if value >= most {
            ties += 1;
            if chance.below(ties) == 0 {
                at = index;
            }
        }
    }
    at
}

pub struct Decision<'m> {
    pub tuned: &'m WeightTables,
    pub view: View<'m, Riverbed>,
    pub moves: &'m [Move],
    /// Where the value of every move is written down for those who ask; it stays empty where a move is chosen without
    /// weighing all of them.
    pub values: Option<&'m RefCell<Vec<f64>>>,
}

impl<'m> Decision<'m> {
    #[expect(
        clippy::redundant_closure_for_method_calls,
        reason = "the method alone is not general enough over the lifetimes of a hand"
    )]
    fn choose(&self, chance: &mut Stream, ahead: &mut MovePlan<Move>) -> usize {
        match self.view.public.ask {
            Ask::Place => self.place(chance),
            Ask::Menu => self.menu(chance, ahead),
            Ask::Pay(..) | Ask::HandLimit => self.best(chance, |mv| match mv {
                Move::Discard(effect) => -hand::keep(self.view.private, effect),
                _ => 0.0,
            }),
            Ask::Partner => self.partner(chance),
            Ask::Chosen => self.chosen(chance),
            Ask::HuntTile { .. } => self.hunt_tile(chance),
            Ask::ConFirst => self.con_first(chance),
            Ask::DiveTile => self.dive_tile(chance),
            Ask::SwimSpace => self.by_space(chance, |hand, space| hand.stand(space)),
            Ask::ConSecond | Ask::UncoverTile => self.by_space(chance, |hand, space| hand.outlook.worth(space)),
            Ask::Penalty => self.penalty(chance),
            Ask::Text { text, first } => self.text(text, first, chance),
            Ask::Card { effect, first } => self.card(effect, first, chance),
            Ask::Window(window) => self.window(window, chance),
            Ask::WindowCard(effect, _) => self.window_card(effect, chance),
            Ask::Over => 0,
        }
    }

    /// The index of the move that scores most; of equals, any.
    #[inline]
    pub fn best(&self, chance: &mut Stream, mut score: impl FnMut(Move) -> f32) -> usize {
        if let Some(values) = self.values {
            let value = |mv: &Move| match score(*mv) {
                out_of_question if out_of_question <= f32::MIN => f64::NEG_INFINITY,
                value => f64::from(value),
            };
            values.borrow_mut().extend(self.moves.iter().map(value));
        }
        best(self.moves, chance, score)
    }

    #[inline]
    pub fn outlook(&self) -> Outlook<'m> {
        Outlook::new(self.view, self.tuned)
    }

    #[inline]
    pub fn hand<'o, 'a>(&'o self, outlook: &'o Outlook<'a>) -> Hand<'o, 'a> {
        Hand {
            outlook,
            weights: &self.tuned.weights,
        }
    }

    fn by_space(&self, chance: &mut Stream, score: impl Fn(&Hand<'_, '_>, usize) -> f32) -> usize {
        let outlook = self.outlook();
        let hand = self.hand(&outlook);
        self.best(chance, |mv| match mv {
            Move::Space(space) => score(&hand, space as usize),
            _ => 0.0,
        })
    }

    fn dive_tile(&self, chance: &mut Stream) -> usize {
        let blind = blind_spaces(&self.view);
        self.best(chance, |mv| match mv {
            Move::Space(space) => hand::interest(&self.view, blind, space),
            _ => 0.0,
        })
    }

    /// Where much is in reach and few others stand.
    fn place(&self, chance: &mut Stream) -> usize {
        let (game, public) = (self.view.game, self.view.public);
        let mut crowd = [0.0f32; crate::MAX_SPACES];
        // A meeple that is not placed yet reaches nothing.
        for seat in SeatSet::all(game.players).iter() {
            for space in bits(game.board.reach[public.meeple[seat].index()]) {
                crowd[space] += 1.0;
            }
        }
        self.best(chance, |mv| match mv {
            Move::Space(space) => f32::from(game.board.in_reach[space as usize]) - 0.4 * crowd[space as usize],
            _ => 0.0,
        })
    }

    pub fn find(&self, wanted: Move) -> usize {
        self.moves.iter().position(|mv| *mv == wanted).unwrap_or(0)
    }

    fn belief(&self) -> Belief {
        Belief::new(&self.view, self.tuned.weights.suspicion)
    }

    fn others<'o>(&self, outlook: &'o Outlook<'m>) -> Others<'o, 'm>
    where
        'm: 'o,
    {
        Others::new(outlook, self.tuned.weights.suspicion)
    }

    fn partner(&self, chance: &mut Stream) -> usize {
        let outlook = self.outlook();
        let others = self.others(&outlook);
        self.best(chance, |mv| match mv {
            Move::Seat(seat) => others.score(seat, others.promise(seat)),
            _ => f32::MIN,
        })
    }

    /// Chosen by another player: the tile that serves one's side, or Hunt, or Con.
    fn chosen(&self, chance: &mut Stream) -> usize {
        let outlook = self.outlook();
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let reach = outlook.down & game.board.reach[public.meeple[seat].index()];
        let ordinary = outlook.best_of(reach).map_or(0.0, |(worth, _)| worth);
        for (index, mv) in self.moves.iter().enumerate() {
            let plan = match mv {
                Move::Hunt => hunt_plan::hunt(&outlook, reach),
                Move::Con => hunt_plan::con(&outlook, reach),
                _ => None,
            };
            if plan.is_some_and(|plan| self.declares(plan, ordinary, &outlook)) {
                return index;
            }
        }
        self.best(chance, |mv| match mv {
            Move::Space(space) => outlook.worth(space as usize) - self.telltale(&outlook, space as usize),
            _ => f32::MIN,
        })
    }

    fn declares(&self, plan: HuntPlan, ordinary: f32, outlook: &Outlook<'_>) -> bool {
        // Whoever is about to lose has nothing to save up for.
        let side = outlook.side;
        let missing = outlook.standing.missing;
        let nearest = (0..3).filter(|other| *other != side).map(|other| missing[other]).min();
        let haste = match nearest {
            Some(0..=2) => 0.3,
            Some(3) => 0.6,
            _ => 1.0,
        };
        let price = if side == 2 {
            self.tuned.weights.con
        } else {
            self.tuned.weights.hunt
        };
        plan.wins || plan.gain - ordinary > price * haste
    }

    /// What a reveal gives away: elements of one's own side on a tile that all know one has seen.
    fn telltale(&self, outlook: &Outlook<'_>, space: usize) -> f32 {
        let (public, seat) = (self.view.public, self.view.seat);
        if public.role[seat].is_some() || outlook.side == 0 || !public.has_seen(seat, space) {
            return 0.0;
        }
        outlook.known(space).map_or(0.0, |tile| {
            let elements = self.view.game.tiles[tile].elements;
            self.tuned.weights.bluff * (f32::from(elements[outlook.side]) - f32::from(elements[0]))
        })
    }

    fn hunt_tile(&self, chance: &mut Stream) -> usize {
        let first = self.view.public.ask == Ask::HuntTile { first: true };
        let outlook = self.outlook();
        match hunt_plan::hunt(&outlook, spaces_of(self.moves)) {
            Some(plan) if first || plan.wins || plan.gain > 0.0 => {
                let blind = outlook.blind >> plan.space & 1 == 1;
                self.best(chance, |mv| match mv {
                    Move::Space(space) if space as usize == plan.space => 1.0,
                    Move::Space(space) if blind && outlook.blind >> space & 1 == 1 => 1.0,
                    _ => 0.0,
                })
            }
            _ => self.find(Move::Stop),
        }
    }

    fn con_first(&self, chance: &mut Stream) -> usize {
        let outlook = self.outlook();
        let plan = hunt_plan::con(&outlook, spaces_of(self.moves));
        self.best(chance, |mv| match (mv, plan) {
            (Move::Space(space), Some(plan)) if space as usize == plan.space => 1.0,
            _ => 0.0,
        })
    }

    /// The Chief's penalty: most logs; of equals the one that costs the merchants least.
    fn penalty(&self, chance: &mut Stream) -> usize {
        let (game, public) = (self.view.game, self.view.public);
        self.best(chance, |mv| match mv {
            Move::Space(space) => {
                let elements = game.tiles[public.shown[space as usize] as usize]
                    .elements
                    .map(f32::from);
                16.0 * elements[1] - elements[0] + 0.1 * elements[2]
            }
            _ => 0.0,
        })
    }

    fn text(&self, text: Text, first: Option<u8>, chance: &mut Stream) -> usize {
        let outlook = self.outlook();
        let hand = self.hand(&outlook);
        let reach = self.view.game.board.reach[self.view.public.meeple[self.view.seat].index()];
        match text {
            Text::DiscardRandom => {
                let belief = self.belief();
                self.best(chance, |mv| match mv {
                    Move::Seat(other) => hand::foe(&outlook, &belief, other),
                    _ => 0.0,
                })
            }
            _ => self.best(chance, |mv| match (text, mv) {
                (Text::RevealAdjacent, Move::Space(space)) => outlook.worth(space as usize),
                (Text::FlipDown, Move::Space(space)) => hand.down(space as usize),
                (Text::View, Move::Space(space)) => hand::interest(&self.view, outlook.blind, space),
                // Bring a good tile within reach, against the worst one there.
                (Text::Swap, Move::Space(space)) => {
                    let near = reach >> space & 1 == 1;
                    let worth = outlook.worth(space as usize);
                    if (first.is_some()) == near {
                        1.0 - if near { worth } else { -worth }
                    } else {
                        worth - 1.0
                    }
                }
                _ => 0.0,
            }),
        }
    }

    fn card(&self, effect: Effect, first: Option<Target>, chance: &mut Stream) -> usize {
        let outlook = self.outlook();
        let hand = self.hand(&outlook);
        let belief = LazyCell::new(|| self.belief());
        self.best(chance, |mv| hand.aim(effect, first, mv, &belief))
    }

    fn window(&self, window: Window, chance: &mut Stream) -> usize {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let marks = public.marks[seat];
        if window == Window::Action && !(marks.dive && marks.swim) {
            return self.find(Move::Pass);
        }
        let outlook = self.outlook();
        let hand = self.hand(&outlook);
        self.best(chance, |mv| match mv {
            Move::Card(Effect::Eavesdrop) => match window {
                Window::Dive(space) if outlook.blind >> space & 1 == 1 => 0.01,
                _ => -1.0,
            },
            Move::Card(Effect::SecondWind) if marks.dive && marks.swim => 0.01,
            Move::Card(Effect::Undertow | Effect::BorrowedGills) => {
                let places = game.board.water_step[public.meeple[seat].index()];
                hand.best_move(places) - self.tuned.weights.draw
            }
            // Whoever could only reveal what hurts sends another.
            Move::Card(Effect::Decoy) => {
                let reach = outlook.down & game.board.reach[public.meeple[seat].index()];
                let own = outlook.best_of(reach).map_or(0.0, |(worth, _)| worth);
                -own - 0.05
            }
            Move::Card(_) => -1.0,
            _ => 0.0,
        })
    }

    fn window_card(&self, effect: Effect, chance: &mut Stream) -> usize {
        let outlook = self.outlook();
        let hand = self.hand(&outlook);
        let others = self.others(&outlook);
        self.best(chance, |mv| match mv {
            Move::Space(space) => hand.stand(space as usize),
            Move::Seat(other) => others.promise(other),
            mv => hand.aim(effect, None, mv, &others.belief()),
        })
    }
}

impl Decision<'_> {
    /// The turn: a card that pays, then the action that promises most.
    pub fn menu(&self, chance: &mut Stream, ahead: &mut MovePlan<Move>) -> usize {
        let public = self.view.public;
        let useful = |mv: &Move| matches!(mv, Move::Card(effect) if hand::useful(self.view.private, *effect));
        let holds_card = self.moves.iter().any(useful);
        if public.acted && !holds_card {
            return self.find(Move::EndTurn);
        }
        let outlook = self.outlook();
        let hand = self.hand(&outlook);
        if holds_card {
            let mut most = (0.0, None);
            for (index, mv) in self.moves.iter().enumerate() {
                if let Move::Card(effect) = mv {
                    let worth = hand.worth(*effect);
                    if worth > most.0 {
                        most = (worth, Some(index));
                    }
                }
            }
            if let Some(index) = most.1 {
                return index;
            }
        }
        if public.acted {
            return self.find(Move::EndTurn);
        }
        let (chosen, partner) = self.action(&outlook, &hand, chance);
        // Nothing happens before it is asked whom it chooses.
        if let (Move::CoOp, Some(partner)) = (self.moves[chosen], partner) {
            ahead.foretell(self.view.seat, std::iter::once(Move::Seat(partner)));
        }
        chosen
    }

    /// The index of the action that promises most, and the partner of a Co-op, where no other promises as much.
    fn action(&self, outlook: &Outlook<'_>, hand: &Hand<'_, '_>, chance: &mut Stream) -> (usize, Option<Seat>) {
        let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
        let weights = &self.tuned.weights;
        let marks = public.marks[seat];
        let targets = game.action_targets(public, seat);
        let refreshed = weights.refresh * (f32::from(u8::from(marks.dive)) + f32::from(u8::from(marks.swim)));
        let dive = if targets & outlook.blind == 0 {
            -weights.draw
        } else {
            let sure = outlook
                .best_of(targets & !outlook.blind)
                .map_or(0.0, |(worth, _)| larger(worth, 0.0));
            weights.look * outlook.look(sure)
        };
        let swim = if self.moves.iter().any(|mv| matches!(mv, Move::Swim)) {
            let places = game.board.swim[public.meeple[seat].index()];
            0.5 * hand.best_move(places) + weights.draw
        } else {
            f32::MIN
        };
        let (promise, partner) = if public.far_reach {
            (-1.0, None)
        } else {
            self.best_promise(outlook)
        };
        let coop = promise - weights.caution + weights.draw + refreshed;
        let chosen = self.best(chance, |mv| match mv {
            Move::Dive => dive,
            Move::Swim => swim,
            Move::CoOp => coop,
            Move::Uncover => match outlook.best_of(targets) {
                Some((worth, _)) => worth + refreshed - self.uncover_price(outlook),
                None => -1.0,
            },
            // The marker serves to dive at once, when that is worth more than a plain turn.
            Move::Refresh(Action::Dive) => dive - weights.refresh,
            _ => -1.0,
        });
        (chosen, partner)
    }

    /// What an Uncover must gain: less as the game draws to its end.
    fn uncover_price(&self, outlook: &Outlook<'_>) -> f32 {
        let nearest = outlook.standing.missing.iter().copied().min().unwrap_or(1);
        let haste = if nearest <= 2 {
            0.3
        } else if nearest <= 4 {
            0.7
        } else {
            1.0
        };
        self.tuned.weights.uncover * haste
    }

    /// What the one who promises most does, and whom to choose, unless chance has a say: it is drawn wherever one is as good as the
    /// best before.
    fn best_promise(&self, outlook: &Outlook<'_>) -> (f32, Option<Seat>) {
        let others = Others::new(outlook, self.tuned.weights.suspicion);
        let game = self.view.game;
        let everybody = SeatSet::all(game.players).without(self.view.seat);
        let (mut most, mut highest, mut chosen, mut drawn) = (f32::MIN, f32::MIN, None, false);
        for seat in game.partners(self.view.public, everybody).iter() {
            let promise = others.promise(seat);
            most = larger(promise, most);
            let score = others.score(seat, promise);
            if score > highest {
                (highest, chosen) = (score, Some(seat));
            } else {
                drawn |= score >= highest;
            }
        }
        (most, chosen.filter(|_| !drawn))
    }
}

/// How the heuristic bot weighs things. Gains are changes of its side's estimated chance to win: 0.1 is a tenth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Weights {
    /// How much more an element counts the nearer its track is to the end: chances go as 1 / (still missing) to this
    /// power.
    #[schemars(range(min = 0.5, max = 4.0))]
    pub urgency: f32,
    /// How strong a rival the Profiteer, who plays alone, is taken to be: 1 as strong as a whole side.
    #[schemars(range(min = 0.05, max = 3.0))]
    pub profiteer: f32,
    /// Worth of an unseen tile between its average (0) and its better half (1).
    #[schemars(range(min = -1.0, max = 1.0))]
    pub risk: f32,
    /// Worth of a look at a tile, as a part of what the better tiles among the unseen gain.
    #[schemars(range(min = 0.0, max = 3.0))]
    pub look: f32,
    /// Worth of standing near unseen and good tiles.
    #[schemars(range(min = 0.0, max = 3.0))]
    pub place: f32,
    /// Worth of one more ability card in hand.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub draw: f32,
    /// Worth of turning an exhausted Dive or Swim face-up.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub refresh: f32,
    /// What a Co-op must promise before it is tried: the price of helping a stranger.
    #[schemars(range(min = -0.5, max = 0.5))]
    pub caution: f32,
    /// Least gain for which the one Uncover is spent.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub uncover: f32,
    /// What a Hunt must gain beyond an ordinary reveal when it does not win at once.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub hunt: f32,
    /// What a Con must gain beyond an ordinary reveal when it does not win at once.
    #[schemars(range(min = -1.0, max = 1.0))]
    pub con: f32,
    /// How strongly reveals speak about a role: 0 believes only the counts of roles.
    #[schemars(range(min = 0.0, max = 4.0))]
    pub suspicion: f32,
    /// What it costs to show one's colours by a reveal while one's role is hidden.
    #[schemars(range(min = 0.0, max = 0.5))]
    pub bluff: f32,
    /// Least gain for which a card is spent on turning a tile face-down.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub spoil: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            urgency: 1.8,
            profiteer: 0.3,
            risk: 0.0,
            look: 1.0,
            place: 0.6,
            draw: 0.012,
            refresh: 0.0,
            caution: 0.022,
            uncover: 0.16,
            hunt: -0.02,
            con: 0.03,
            suspicion: 1.0,
            bluff: 0.01,
            spoil: 0.08,
        }
    }
}

#[derive(Clone, Debug)]
pub struct WeightTables {
    pub weights: Weights,
    pub ladder: TrackChances,
}

impl WeightTables {
    pub fn new(weights: Weights) -> Self {
        WeightTables {
            weights,
            ladder: TrackChances::new(weights.urgency, weights.profiteer),
        }
    }
}

impl Default for WeightTables {
    fn default() -> Self {
        WeightTables::new(Weights::default())
    }
}
