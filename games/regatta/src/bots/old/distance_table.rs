//! How far it is to go: backwards dynamic programming over the course, the part that no wedge laid can change done once
//! per bot.
//!
//! From a dot of a wedge a ship leaves over one of four lanes, or reaches a Charybdis, where the dice decide. What it
//! costs to get there does not depend on what lies beyond; so a wedge is a table of such costs, and a ring of wedges is
//! run through with a few additions for each. Knows no ships but where they are.

use std::sync::{Mutex, OnceLock};

use crate::state::Spot;
use crate::track::{Icon, LANES, RING, Track, Way};

/// Length in 32nds of a dot.
pub type Length = i16;
/// One dot.
pub const DOT: Length = 32;
const FAR: Length = Length::MAX;
/// Most Charybdis dots of a wedge that are told apart; further ones count as if every exit were open.
const WHIRLS: usize = 4;
const GOALS: usize = LANES + WHIRLS;
type Row = [Length; GOALS];

/// What dots cost on the way, in dots, besides the step itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    /// A Hydra.
    pub hydra: f32,
    /// A boost, for each point that it gives; less than nothing.
    pub boost: f32,
    /// Each fish for a Scylla.
    pub scylla: f32,
    /// Part of the best exit, against the mean of all, in the length from a Charybdis: 0 to 1.
    pub choice: f32,
    /// A fish to take.
    pub fish: f32,
    /// A favor to draw.
    pub favor: f32,
    /// A wedge to draw.
    pub wedge: f32,
}

impl Costs {
    /// Dots alone.
    pub const PLAIN: Costs = Costs {
        hydra: 0.0,
        boost: -0.73,
        scylla: 0.0,
        choice: 0.0,
        fish: 0.0,
        favor: 0.0,
        wedge: 0.0,
    };

    /// Length of a step onto such a dot.
    pub fn step(&self, icon: Icon, boost: u8) -> Length {
        let more = match icon {
            Icon::Hydra => self.hydra,
            Icon::Boost => self.boost * f32::from(boost),
            Icon::Fish => self.fish,
            Icon::Favor => self.favor,
            Icon::Wedge => self.wedge,
            _ => 0.0,
        };
        DOT + length(more)
    }

    /// Length that an exit of a Scylla adds which costs so many fish.
    pub fn toll(&self, fish: u8) -> Length {
        length(self.scylla * f32::from(fish))
    }
}

/// So many dots as a length.
pub fn length(dots: f32) -> Length {
    (dots * f32::from(DOT)) as Length
}

/// A length in dots.
pub fn dots(length: Length) -> f32 {
    f32::from(length) * (1.0 / f32::from(DOT))
}

/// A Charybdis: what lies behind each exit.
#[derive(Clone, Debug)]
struct Whirl {
    exits: Vec<Row>,
}

#[derive(Clone, Debug)]
struct WedgeExit {
    rows: Vec<Row>,
    /// By goal, the least of all rows.
    nearest: Row,
    /// By goal, the lengths to it from the entries of all lanes: a column at a time is a few instructions.
    entries: [[Length; LANES]; GOALS],
    whirls: Vec<Whirl>,
}

/// The wedges of a course as tables.
#[derive(Clone, Debug)]
pub struct DistanceTable {
    key: (u64, u8),
    leaves: Vec<WedgeExit>,
    choice: f32,
    kept: DistanceCache,
}

impl DistanceTable {
    /// The tables of a course on which a boost gives `boost` points.
    pub fn new(course: &Track, boost: u8, costs: &Costs) -> Self {
        let leaf = |wedge: &crate::track::Wedge| {
            let mut rows = vec![[FAR; GOALS]; wedge.dots.len()];
            let mut whirls: Vec<Whirl> = Vec::new();
            let step = |dot: u8| costs.step(wedge.dots[usize::from(dot)].icon, boost);
            for at in wedge.backwards() {
                let dot = &wedge.dots[usize::from(at)];
                let beyond = |exit: &crate::track::Exit| -> Row {
                    let toll = if dot.icon == Icon::Scylla {
                        costs.toll(exit.label)
                    } else {
                        0
                    };
                    match exit.way {
                        Way::Dot(next) => plus(&rows[usize::from(next)], step(next).saturating_add(toll)),
                        Way::Port(lane) => {
                            let mut row = [FAR; GOALS];
                            row[usize::from(lane)] = toll;
                            row
                        }
                    }
                };
                let exits: Vec<Row> = dot.exits().iter().map(beyond).collect();
                let mut row = [FAR; GOALS];
                if dot.icon == Icon::Charybdis && whirls.len() < WHIRLS {
                    row[LANES + whirls.len()] = 0;
                    whirls.push(Whirl { exits });
                } else {
                    for exit in exits {
                        for (least, way) in row.iter_mut().zip(exit) {
                            *least = way.min(*least);
                        }
                    }
                }
                rows[usize::from(at)] = row;
            }
            let entry = wedge.entry.map(|dot| plus(&rows[usize::from(dot)], step(dot)));
            let mut entries = [[FAR; LANES]; GOALS];
            for (lane, row) in entry.iter().enumerate() {
                for (column, way) in entries.iter_mut().zip(row) {
                    column[lane] = *way;
                }
            }
            let mut nearest = [FAR; GOALS];
            for row in &rows {
                for (least, way) in nearest.iter_mut().zip(row) {
                    *least = (*way).min(*least);
                }
            }
            WedgeExit {
                rows,
                nearest,
                entries,
                whirls,
            }
        };
        DistanceTable {
            key: (course.key, boost),
            leaves: course.wedges.iter().map(leaf).collect(),
            choice: costs.choice,
            kept: DistanceCache::default(),
        }
    }

    /// Lengths on a ring with these wedges on top.
    #[inline]
    pub fn bearings(&self, ring: &[u8; RING]) -> RingDistances<'_> {
        let lengths = self.kept.lengths(ring, || {
            let mut bearings = RingDistances {
                chart: self,
                lengths: RingLengths {
                    ring: *ring,
                    goals: [[FAR; GOALS]; RING],
                    doors: [[DOT; LANES]; RING + 1],
                    lap: 0,
                },
            };
            bearings.run(RING - 1);
            bearings.lengths
        });
        RingDistances { chart: self, lengths }
    }

    /// Lengths from the goals of the wedge `leaf`, the ways over its border being as long as `doors`.
    #[inline]
    fn goals(&self, leaf: &WedgeExit, doors: [Length; LANES]) -> Row {
        let mut goals = [FAR; GOALS];
        goals[..LANES].copy_from_slice(&doors);
        for (at, whirl) in leaf.whirls.iter().enumerate() {
            let mut sum = 0.0;
            let mut best = f32::MAX;
            for exit in &whirl.exits {
                let way = f32::from(least(exit, &goals));
                sum += way;
                best = if way < best { way } else { best };
            }
            let mean = sum / whirl.exits.len().max(1) as f32;
            goals[LANES + at] = (mean + self.choice * (best - mean)) as Length;
        }
        goals
    }
}

/// How far it is to the Starting Line from everywhere on one ring.
#[derive(Clone, Debug)]
pub struct RingDistances<'c> {
    chart: &'c DistanceTable,
    lengths: RingLengths,
}

#[derive(Clone, Copy, Debug)]
struct RingLengths {
    ring: [u8; RING],
    goals: [Row; RING],
    doors: [[Length; LANES]; RING + 1],
    lap: Length,
}

/// Lengths of the last rings that were asked for: a ring stays as it is for many choices. What is kept is what would be worked
/// out again, so that nothing depends on who asked before; where somebody else is just looking, it is.
#[derive(Default, Debug)]
struct DistanceCache([Mutex<Option<RingLengths>>; KEPT]);

const KEPT: usize = 16;

impl Clone for DistanceCache {
    fn clone(&self) -> Self {
        DistanceCache::default()
    }
}

impl DistanceCache {
    #[inline]
    fn lengths(&self, ring: &[u8; RING], work_out: impl FnOnce() -> RingLengths) -> RingLengths {
        // Fibonacci hashing of the wedges, each in five bits or so.
        let sum = ring
            .iter()
            .fold(0u64, |sum, wedge| sum.rotate_left(5) ^ u64::from(*wedge));
        let place = (sum.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 60) as usize % KEPT;
        let Ok(mut kept) = self.0[place].try_lock() else {
            return work_out();
        };
        match &*kept {
            Some(lengths) if lengths.ring == *ring => *lengths,
            _ => *kept.insert(work_out()),
        }
    }
}

impl RingDistances<'_> {
    /// Runs through the ring backwards from position `from`, beyond which lengths are known.
    #[inline]
    fn run(&mut self, from: usize) {
        for position in (0..=from).rev() {
            let leaf = &self.chart.leaves[usize::from(self.lengths.ring[position])];
            let goals = self.chart.goals(leaf, self.lengths.doors[position + 1]);
            self.lengths.goals[position] = goals;
            let mut doors = [FAR; LANES];
            for (column, goal) in leaf.entries.iter().zip(goals).take(LANES + leaf.whirls.len()) {
                for (door, way) in doors.iter_mut().zip(column) {
                    *door = way.saturating_add(goal).min(*door);
                }
            }
            self.lengths.doors[position] = doors;
        }
        let line = &self.chart.leaves[usize::from(self.lengths.ring[0])];
        self.lengths.lap = least(&line.nearest, &self.lengths.goals[0]);
    }

    /// Lays a wedge on a ring position.
    pub fn lay(&mut self, wedge: u8, position: u8) {
        self.lengths.ring[usize::from(position)] = wedge;
        self.run(usize::from(position));
    }

    /// A lap from the best dot of the Starting Line.
    #[inline]
    pub fn lap(&self) -> Length {
        self.lengths.lap
    }

    /// From `spot` to the Starting Line.
    #[inline]
    pub fn to_line(&self, spot: Spot) -> Length {
        let position = usize::from(spot.position);
        let leaf = &self.chart.leaves[usize::from(self.lengths.ring[position])];
        least(&leaf.rows[usize::from(spot.dot)], &self.lengths.goals[position])
    }

    /// From `spot` to the end of `more` laps, the one under way among them. With none left, what the ship has still to
    /// go to the next line counts for it.
    #[inline]
    pub fn to_end(&self, spot: Spot, more: i16) -> Length {
        self.to_line(spot)
            .saturating_add((more - 1).saturating_mul(self.lengths.lap))
    }
}

#[inline]
fn least(row: &Row, goals: &Row) -> Length {
    let mut sums = [FAR; GOALS];
    for at in 0..GOALS {
        sums[at] = row[at].saturating_add(goals[at]);
    }
    let mut half = [FAR; LANES];
    for at in 0..LANES {
        half[at] = sums[at].min(sums[at + LANES]);
    }
    half[0].min(half[1]).min(half[2].min(half[3]))
}

fn plus(row: &Row, more: Length) -> Row {
    // What cannot be reached stays out of reach.
    row.map(|way| if way == FAR { FAR } else { way.saturating_add(more) })
}

/// A chart made at its first use. It is only a table: a course of other wedges gets one of its own.
#[derive(Clone, Debug)]
pub struct Charted {
    costs: Costs,
    chart: OnceLock<DistanceTable>,
}

impl Charted {
    /// A chart with these costs.
    pub fn new(costs: Costs) -> Self {
        Charted {
            costs,
            chart: OnceLock::new(),
        }
    }

    /// Calls `read` with the chart of `course`.
    #[inline]
    pub fn with<T>(&self, course: &Track, boost: u8, read: impl FnOnce(&DistanceTable) -> T) -> T {
        let chart = self
            .chart
            .get_or_init(|| DistanceTable::new(course, boost, &self.costs));
        if chart.key == (course.key, boost) {
            read(chart)
        } else {
            read(&DistanceTable::new(course, boost, &self.costs))
        }
    }
}
