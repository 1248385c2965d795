//! What a scripted seat looks at while it decides: its ways and those of its rivals, each found when a tactic first asks
//! for it. Reads what everybody sees; allocates nothing.

use std::cell::OnceCell;

use arrayvec::ArrayVec;

use super::march::{Prospect, Route};
use super::quantities::laid;
use super::routes::{Ground, PRICES, PawnRoute, Routes, reserve};
use crate::Mekong;
use crate::board::{Point, SIZE, Support, placement};
use crate::distance::{Links, Toll};
use crate::grid::{self, Patch};
use crate::state::{Ask, COLOURS, NONE, Public, SUPPORTS, Space, VILLAGES, spaces};
use balance_engine::{Seat, Stream, View};

/// How far inside a plank's reach a stone in open water is wanted, in tenths of a millimetre.
const SPARE: f64 = 15.0;
/// Islands nearer to the middle of the board than this are not on the rim.
const RIM: i64 = SIZE as i64 / 4;
const MIDDLE: Point = Point::new(SIZE / 2, SIZE / 2);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Path {
    /// The cheapest.
    Short,
    /// The cheapest that keeps off the middle of the board; where there is none, the cheapest.
    Rim,
}

/// Ways to a destination, and the one from where a pawn stands.
#[derive(Clone, Copy, Debug)]
pub struct DestinationWays {
    /// From everywhere when steps are asked, else from the pawn.
    pub routes: Routes,
    /// From the pawn; none where no way leads on.
    pub way: Option<PawnRoute>,
}

/// One decision of one seat.
pub struct Bearings<'a> {
    pub view: View<'a, Mekong>,
    sight: f64,
    safety: f64,
    whim: u64,
    path: Path,
    ground: OnceCell<Ground>,
    short: OnceCell<DestinationWays>,
    rim: OnceCell<DestinationWays>,
    prospect: OnceCell<Option<Prospect>>,
    leader: OnceCell<Seat>,
    leaders: OnceCell<Option<PawnRoute>>,
    next: OnceCell<Option<PawnRoute>>,
    wanted: OnceCell<Option<NextStone>>,
    patch: OnceCell<Option<u8>>,
    aside: OnceCell<u128>,
    stations: OnceCell<Stations>,
}

type Stations = ArrayVec<Point, { PawnRoute::GAPS + 1 }>;

/// Where in open water the next stone of the own way is wanted.
#[derive(Clone, Copy, Debug)]
pub struct NextStone {
    pub from: Point,
    /// The support there, and the number of the plank meant for it.
    pub plank: (Support, u8),
    pub to: Point,
    /// Not further from where it begins than this.
    pub reach: f64,
    /// Off the middle of the board, if possible?
    pub outside: bool,
}

impl NextStone {
    /// So many directions to either side of the straight one the ring alone is looked at.
    const ASIDE: usize = 4;

    /// How good a point is: within reach and as far on as possible; along the rim if that is asked.
    pub fn rate(&self, point: Point) -> i32 {
        let near = self.from.distance(point) <= self.reach;
        let left = point.distance(self.to) as i32;
        let outside = self.outside && on_rim(point);
        20_000 * i32::from(near) + 10_000 * i32::from(outside) - left
    }

    /// About the best point of those that are offered in patches: on the ring of the plank that is meant for it, straight on if
    /// possible, to the left or the right first as `whim` has it; where the ring is barred there, of all its points and the grid.
    fn point(&self, game: &Mekong, public: &Public, whim: u64) -> Option<Point> {
        let ring = || game.ring(public, self.plank, (self.from, self.to), whim & 1 == 1);
        let straight = || ring().take(2 * Self::ASIDE + 1).flatten();
        let ahead = if self.outside {
            straight().find(|at| on_rim(*at))
        } else {
            straight().next()
        };
        ahead.or_else(|| {
            let all = ring().flatten().chain(grid::points(&public.grid));
            all.max_by_key(|at| self.rate(*at))
        })
    }
}

impl<'a> Bearings<'a> {
    /// With nothing looked at yet; a gap is taken for `sight` times as far as it is and `safety` more,
    /// and `whim` settles which of two ways is gone that cost the same.
    pub fn new(view: View<'a, Mekong>, sight: f64, safety: f64, whim: u64) -> Self {
        Bearings {
            view,
            sight,
            safety,
            whim,
            path: Path::Short,
            ground: OnceCell::new(),
            short: OnceCell::new(),
            rim: OnceCell::new(),
            prospect: OnceCell::new(),
            leader: OnceCell::new(),
            leaders: OnceCell::new(),
            next: OnceCell::new(),
            wanted: OnceCell::new(),
            patch: OnceCell::new(),
            aside: OnceCell::new(),
            stations: OnceCell::new(),
        }
    }

    pub fn seen(&self, gap: f64) -> f64 {
        gap * self.sight + self.safety
    }

    /// From now on the own way is this one.
    pub fn keep_to(&mut self, path: Path) {
        self.path = path;
        self.prospect.take();
        self.wanted.take();
        self.patch.take();
    }

    pub fn course(&self) -> &DestinationWays {
        let short = || self.short.get_or_init(|| self.course_on(self.ground(), self.view.seat));
        match self.path {
            Path::Short => short(),
            Path::Rim => self.rim.get_or_init(|| {
                let view = self.view;
                let along = if view.game.free {
                    // Where stones lie anywhere, there is no telling which gaps they will leave.
                    None
                } else {
                    let mut ground = *self.ground();
                    ground.within = off_the_middle(view);
                    Some(self.course_on(&ground, view.seat)).filter(|course| course.way.is_some())
                };
                along.unwrap_or_else(|| *short())
            }),
        }
    }

    /// What each card would do on the own way after those that lie; none where there is no way.
    pub fn prospect(&self) -> Option<&Prospect> {
        let found = self.prospect.get_or_init(|| {
            let (game, public, seat) = (self.view.game, self.view.public, self.view.seat);
            let way = self.course().way.as_ref()?;
            Some(Route::new(game, public, seat, way).prospect(laid(self.view)))
        });
        found.as_ref()
    }

    /// The rival with the least left to do, of several the first clockwise.
    pub fn leader(&self) -> Seat {
        let (game, public) = (self.view.game, self.view.public);
        let find = || {
            let links = Links::new(game, public);
            let left = |rival: &Seat| links.left(game, public, *rival, Toll::ALL);
            rivals(self.view).min_by_key(left).unwrap_or(next(self.view))
        };
        *self.leader.get_or_init(find)
    }

    pub fn leaders_way(&self) -> Option<&PawnRoute> {
        let found = self.leaders.get_or_init(|| self.way_of(self.leader()));
        found.as_ref()
    }

    pub fn next_ones_way(&self) -> Option<&PawnRoute> {
        let found = self.next.get_or_init(|| self.way_of(next(self.view)));
        found.as_ref()
    }

    /// Where in open water the next stone of the own way is wanted; none where no stone is missing, or no plank is left for
    /// it. A script keeps to one way before it looks for stones.
    pub fn wanted(&self) -> Option<NextStone> {
        *self.wanted.get_or_init(|| {
            let (game, public) = (self.view.game, self.view.public);
            let way = self.course().way.as_ref()?;
            let (from, to) = way.gap_without_stones()?;
            let number = way.plank_for_next_stone(reserve(public, self.view.seat))?;
            Some(NextStone {
                from: game.centre(public, from),
                plank: (from, number),
                to: game.centre(public, to),
                reach: placement::reach(&game.board.planks, from, COLOURS as Support, number) as f64 - SPARE,
                outside: self.path == Path::Rim,
            })
        })
    }

    /// The patch of open water in which the next stone of the own way is wanted.
    pub fn patch(&self) -> Option<u8> {
        *self.patch.get_or_init(|| {
            let (game, public) = (self.view.game, self.view.public);
            let point = self.wanted()?.point(game, public, self.whim);
            point.map(Patch::containing)
        })
    }

    /// The patches of open water, as bits, with the point of the grid furthest from where the rival nearest to its destination
    /// goes; none where it has no way.
    pub fn patches_aside(&self) -> u128 {
        *self.aside.get_or_init(|| {
            let grid = &self.view.public.grid;
            let stations = self.leaders_stations();
            let off = |at: Point| stations.iter().map(|station| placement::square_of(*station, at)).min();
            let mut middles: ArrayVec<(u8, f64), { Patch::COUNT }> = ArrayVec::new();
            grid::each_patch(grid, |patch| {
                middles.extend(off(Patch::new(patch).middle()).map(|square| (patch, (square as f64).sqrt())));
            });
            // The most promising first: most of the others need not be looked into.
            let most = (0..middles.len()).max_by(|one, two| middles[*one].1.total_cmp(&middles[*two].1));
            if let Some(most) = most {
                middles.swap(0, most);
            }
            let (mut furthest, mut patches) = (0, 0);
            for (patch, middle) in middles {
                if middle + Patch::HALF_DIAGONAL < f64::from(furthest) {
                    continue;
                }
                let most = Patch::new(patch).points(grid).filter_map(off).max();
                let most = most.map_or(0, |square| (square as f64).sqrt() as i32);
                if most > furthest {
                    (furthest, patches) = (most, 0);
                }
                if most == furthest {
                    patches |= 1 << patch;
                }
            }
            patches
        })
    }

    /// Where the supports lie on the way of the rival nearest to its destination; none where it has no way.
    pub fn leaders_stations(&self) -> &[Point] {
        let (game, public) = (self.view.game, self.view.public);
        self.stations.get_or_init(|| {
            let ends = self.leaders_way().map_or(&[][..], |way| &way.supports[..=way.gaps]);
            let there = ends.iter().filter(|end| **end != NONE);
            there.map(|end| game.centre(public, *end)).collect()
        })
    }

    fn way_of(&self, seat: Seat) -> Option<PawnRoute> {
        self.course_on(self.ground(), seat).way
    }

    fn ground(&self) -> &Ground {
        self.ground
            .get_or_init(|| Ground::new(self.view.game, self.view.public, self.whim))
    }

    fn course_on(&self, ground: &Ground, seat: Seat) -> DestinationWays {
        let (game, public) = (self.view.game, self.view.public);
        let routes = Routes::search(game, public, ground, seat, PRICES);
        DestinationWays {
            way: PawnRoute::new(game, public, ground, seat, &routes),
            routes,
        }
    }
}

/// Supports that keep off the middle of the board, as bits.
fn off_the_middle(view: View<'_, Mekong>) -> u64 {
    let islands = COLOURS..SUPPORTS.min(COLOURS + view.game.board.islands.len());
    let outside = islands.filter(|support| on_rim(centre(view, *support as Support)));
    outside.fold(VILLAGES, |set, support| set | 1 << support)
}

/// Where a support lies, or would.
fn centre(view: View<'_, Mekong>, support: Support) -> Point {
    let island = usize::from(support).checked_sub(COLOURS);
    match island.and_then(|island| view.game.board.islands.get(island)) {
        Some(centre) if !view.game.free => *centre,
        _ => view.game.centre(view.public, support),
    }
}

/// Square of the distance from the middle of the board.
pub fn from_middle(at: Point) -> i64 {
    let (dx, dy) = (i64::from(at.x - MIDDLE.x), i64::from(at.y - MIDDLE.y));
    dx * dx + dy * dy
}

pub fn middle_of(view: View<'_, Mekong>, space: Space) -> Point {
    match space.slot() {
        None => view.game.centre(view.public, space.0),
        Some(slot) => {
            let lie = view.public.planks[slot].lie;
            Point::new(i32::midpoint(lie.from.x, lie.to.x), i32::midpoint(lie.from.y, lie.to.y))
        }
    }
}

/// Does a stone here keep off the middle of the board?
pub fn on_rim(at: Point) -> bool {
    from_middle(at) >= RIM * RIM
}

pub fn next(view: View<'_, Mekong>) -> Seat {
    view.seat.clockwise(1, view.game.players)
}

pub fn rivals(view: View<'_, Mekong>) -> impl Iterator<Item = Seat> {
    (1..view.game.players).map(move |steps| view.seat.clockwise(steps, view.game.players))
}

/// Planks next to the pawn of the seat, as bits by space.
pub fn beside(view: View<'_, Mekong>) -> u64 {
    let near = view.game.adjacent(view.public, view.public.pawns[view.seat]);
    let all = spaces(near).filter(|space| !space.is_village());
    all.fold(0, |set, space| set | space.bit())
}

/// How far a gap seems to be, in times of how far it is, when a plank is chosen by an eye that errs by `eye_error`.
pub fn sight(public: &Public, eye_error: f64, chance: &mut Stream) -> f64 {
    if public.ask == Ask::Plank {
        libm::exp(eye_error * normal(chance))
    } else {
        1.0
    }
}

/// A standard normal number (Box and Muller 1958).
fn normal(chance: &mut Stream) -> f64 {
    let radius = (-2.0 * libm::log(1.0 - chance.unit())).sqrt();
    radius * libm::cos(std::f64::consts::TAU * chance.unit())
}
