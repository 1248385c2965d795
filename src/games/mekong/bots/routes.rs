//! Ways to a destination, over planks that lie and planks that could be laid: what each would cost, by the shortest
//! path between supports. Reads what everybody sees; allocates nothing.
//!
//! A reserve holds each number once; a route that counts on one number twice is taken for possible all the same, so the
//! costs are a little too low where much is still to be built.

use crate::engine::Seat;
use crate::games::mekong::Mekong;
use crate::games::mekong::board::{Point, Support, expert};
use crate::games::mekong::build::each_placement;
use crate::games::mekong::state::{COLOURS, NONE, NUMBERS, Public, SUPPORTS, Space, spaces};

/// What a bot takes each thing for, in units of its own.
#[derive(Clone, Copy, Debug)]
pub struct Prices {
    /// A step onto a plank or into a village.
    pub step: u16,
    /// The same where another pawn stands, on top.
    pub blocked: u16,
    /// A plank to be laid, on top of the step over it.
    pub plank: u16,
    /// A stone to be placed.
    pub stone: u16,
}

/// No way at all.
pub const NO_WAY: u16 = u16::MAX;

/// Costs of the best ways from everywhere to one village.
#[derive(Clone, Copy, Debug)]
pub struct Routes {
    /// From each support to the village, the last step into it not counted.
    pub cost: [u16; SUPPORTS],
    /// The next support on the way, or [`NONE`].
    pub next: [Support; SUPPORTS],
    /// Length of the way. Of ways that cost the same the shortest is gone: a choice by numbers of islands would favour
    /// colours on one side of the board.
    length: [u32; SUPPORTS],
}

/// Prices of joining each two supports.
type Links = [[u16; SUPPORTS]; SUPPORTS];

impl Routes {
    /// The ways to the destination of `seat`, with what it has in its reserve.
    pub fn new(game: &Mekong, public: &Public, seat: Seat, prices: Prices) -> Self {
        Routes::with(game, public, seat, reserve(public, seat), prices)
    }

    /// The same with planks of these numbers, as bits, in place of its own.
    pub fn with(game: &Mekong, public: &Public, seat: Seat, numbers: u8, prices: Prices) -> Self {
        let mut links = [[NO_WAY; SUPPORTS]; SUPPORTS];
        if game.free {
            gaps_in_water(game, public, numbers, prices, &mut links);
        } else {
            gaps_between_islands(game, public, numbers, prices, &mut links);
        }
        let taken = game.occupied(public) & !public.pawns[seat].bit();
        for space in spaces(public.laid) {
            let Some(slot) = space.slot() else { continue };
            let blocked = if taken & space.bit() == 0 { 0 } else { prices.blocked };
            let plank = &public.planks[slot];
            join(&mut links, plank.a, plank.b, prices.step.saturating_add(blocked));
        }
        search(game, public, &links, game.goals[seat], prices)
    }

    /// What is left from a space, the step into the village included.
    #[inline]
    pub fn from_space(&self, public: &Public, space: Space, prices: Prices) -> u16 {
        let cost = match space.slot() {
            None => {
                let own = self.cost[usize::from(space.0)];
                // Who stands in the village has arrived.
                if own == 0 {
                    return 0;
                }
                own
            }
            Some(slot) => {
                let plank = &public.planks[slot];
                self.cost[usize::from(plank.a)].min(self.cost[usize::from(plank.b)])
            }
        };
        cost.saturating_add(prices.step)
    }

    /// The support at which the best way leaves a space; none where no way leads on.
    #[inline]
    pub fn leaves_at(&self, public: &Public, space: Space) -> Option<Support> {
        let at = match space.slot() {
            None => space.0,
            Some(slot) => {
                let plank = &public.planks[slot];
                let rank = |end: Support| (self.cost[usize::from(end)], self.length[usize::from(end)]);
                if rank(plank.b) < rank(plank.a) { plank.b } else { plank.a }
            }
        };
        (self.cost[usize::from(at)] != NO_WAY).then_some(at)
    }

    /// The supports of the best way after `from`, to the village.
    #[inline]
    pub fn onwards(&self, from: Support) -> impl Iterator<Item = Support> {
        let mut at = from;
        std::iter::from_fn(move || {
            at = *self.next.get(usize::from(at))?;
            (at != NONE).then_some(at)
        })
    }
}

#[inline]
fn join(links: &mut Links, a: Support, b: Support, price: u16) {
    let (a, b) = (usize::from(a), usize::from(b));
    for (a, b) in [(a, b), (b, a)] {
        links[a][b] = links[a][b].min(price);
    }
}

/// Numbers in a reserve, as bits: bit 0 stands for number 1.
pub fn reserve(public: &Public, seat: Seat) -> u8 {
    let colours = public.reserves[seat].iter().enumerate();
    colours.fold(0, |set, (at, colour)| set | u8::from(*colour != NONE) << at)
}

/// The smallest plank that reaches from one support to another; none where all are too short.
pub fn needed(game: &Mekong, public: &Public, a: Support, b: Support) -> Option<u8> {
    let gap = apart(centre(game, public, a), centre(game, public, b));
    (1..=NUMBERS as u8).find(|number| expert::reach(&game.board.planks, a, b, *number) >= gap)
}

/// Planks of this number from one support to another, with stones between them.
pub fn hops(game: &Mekong, public: &Public, (a, b): (Support, Support), number: u8) -> u16 {
    let stone = COLOURS as Support;
    let planks = &game.board.planks;
    let gap = apart(centre(game, public, a), centre(game, public, b));
    if usize::from(b.max(a)) >= COLOURS && gap <= expert::reach(planks, a, b, number) {
        return 1;
    }
    let two = expert::reach(planks, a, stone, number) + expert::reach(planks, stone, b, number);
    2 + ((gap - two).max(0.0) / expert::reach(planks, stone, stone, number)).ceil() as u16
}

/// Where a support lies, or would lie.
fn centre(game: &Mekong, public: &Public, support: Support) -> Point {
    match usize::from(support).checked_sub(COLOURS) {
        Some(island) if !game.free => game.board.islands.get(island).copied().unwrap_or_default(),
        _ => game.centre(public, support),
    }
}

/// Gaps that the reserve bridges once the stones are there, where nothing that lies on the board forbids it.
fn gaps_between_islands(game: &Mekong, public: &Public, numbers: u8, prices: Prices, links: &mut Links) {
    let price = prices.step.saturating_add(prices.plank);
    // A support without a stone is worth a thought only where a stone may go.
    let mut open = game.roomy(public) | u64::from(game.open_islands(public)) << COLOURS;
    open &= (1 << SUPPORTS) - 1;
    let mut ways = [0; 20];
    for (at, set) in game.board.by_number.iter().enumerate() {
        if numbers >> at & 1 == 0 {
            continue;
        }
        for ((way, more), barred) in ways.iter_mut().zip(set).zip(&public.barred) {
            *way |= more & !barred;
        }
    }
    each_placement(&ways, |id| {
        let placement = &game.board.placements[id];
        if open >> placement.a & open >> placement.b & 1 == 1 {
            join(links, placement.a, placement.b, price);
        }
        true
    });
}

/// Supports that are there, and how many of the longest planks, with stones between them, lie between each two.
fn gaps_in_water(game: &Mekong, public: &Public, numbers: u8, prices: Prices, links: &mut Links) {
    let Some(longest) = numbers.checked_ilog2() else {
        return;
    };
    let roomy = game.roomy(public);
    let plank = prices.step.saturating_add(prices.plank);
    for a in members(roomy) {
        for b in members(roomy).filter(|b| *b > a) {
            let count = hops(game, public, (a, b), longest as u8 + 1);
            let price = (count.saturating_mul(plank)).saturating_add((count - 1).saturating_mul(prices.stone));
            join(links, a, b, price);
        }
    }
}

fn apart(one: Point, two: Point) -> f64 {
    let (dx, dy) = (f64::from(one.x - two.x), f64::from(one.y - two.y));
    (dx * dx + dy * dy).sqrt()
}

fn members(set: u64) -> impl Iterator<Item = Support> {
    spaces(set).map(|member| member.0)
}

/// Cheapest ways to `goal`, from the goal outwards.
fn search(game: &Mekong, public: &Public, links: &Links, goal: u8, prices: Prices) -> Routes {
    let mut routes = Routes {
        cost: [NO_WAY; SUPPORTS],
        next: [NONE; SUPPORTS],
        length: [u32::MAX; SUPPORTS],
    };
    let centre = |support: usize| centre(game, public, support as Support);
    routes.cost[usize::from(goal)] = 0;
    routes.length[usize::from(goal)] = 0;
    let mut rest = ((1u64 << SUPPORTS) - 1) & !u64::from(game.closed);
    while let Some(at) = members(rest).min_by_key(|at| rank(&routes, usize::from(*at))) {
        let here = usize::from(at);
        if routes.cost[here] == NO_WAY {
            break;
        }
        rest &= !(1 << at);
        // What it costs to come through here: a stone that is missing, or a step into a village on the way.
        let through = if at == goal {
            0
        } else if here < COLOURS {
            prices.step
        } else if public.stones >> (here - COLOURS) & 1 == 0 {
            prices.stone
        } else {
            0
        };
        for other in members(rest) {
            let to = usize::from(other);
            let link = links[here][to];
            if link == NO_WAY {
                continue;
            }
            let cost = routes.cost[here].saturating_add(through).saturating_add(link);
            if cost > routes.cost[to] {
                continue;
            }
            let length = routes.length[here].saturating_add(apart(centre(here), centre(to)) as u32);
            if (cost, length) < rank(&routes, to) {
                routes.cost[to] = cost;
                routes.length[to] = length;
                routes.next[to] = at;
            }
        }
    }
    routes
}

/// What comes first is better.
#[inline]
fn rank(routes: &Routes, support: usize) -> (u16, u32) {
    (routes.cost[support], routes.length[support])
}
