//! How far it is to go: backwards dynamic programming over the course, the part that no wedge laid can change done once.
//!
//! A ship leaves a wedge over one of four lanes, and what it costs to get there does not depend on what lies beyond; so a wedge is a
//! table of such costs, and a ring of wedges is run through with a few additions for each. Knows no ships but where they are.

use std::sync::OnceLock;

use crate::state::{Player, Spot};
use crate::track::{Exit, Icon, LANES, RING, Track, Way, Wedge};

/// Dots to something, by the lane over which a wedge is left or entered; endless where no path leads.
type Row = [f32; LANES];

const NOWHERE: Row = [f32::INFINITY; LANES];

/// What dots cost on the way, in dots, besides the step itself.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Costs {
    pub hydra: f32,
    /// A boost, for each point that it gives; less than nothing.
    pub boost: f32,
    /// A Charybdis, which cannot be left by every exit.
    pub charybdis: f32,
    pub scylla: f32,
    pub fish: f32,
    pub favor: f32,
    pub wedge: f32,
}

impl Costs {
    pub const PLAIN: Costs = Costs {
        hydra: 0.0,
        boost: -0.73,
        charybdis: 0.7,
        scylla: 0.0,
        fish: 0.0,
        favor: 0.0,
        wedge: 0.0,
    };

    pub fn step(&self, icon: Icon, boost: u8) -> f32 {
        let more = match icon {
            Icon::Hydra => self.hydra,
            Icon::Boost => self.boost * f32::from(boost),
            Icon::Charybdis => self.charybdis,
            Icon::Fish => self.fish,
            Icon::Favor => self.favor,
            Icon::Wedge => self.wedge,
            _ => 0.0,
        };
        1.0 + more
    }

    /// Length that an exit of a dot with `icon` adds.
    pub fn toll(&self, icon: Icon, exit: Exit) -> f32 {
        match icon {
            Icon::Scylla => self.scylla * f32::from(exit.label),
            _ => 0.0,
        }
    }
}

/// A wedge: lengths to the lanes over which it is left, from its dots and from the lanes over which it is entered.
#[derive(Clone, Debug)]
struct WedgeTable {
    dots: Vec<Row>,
    entries: [Row; LANES],
}

impl WedgeTable {
    fn new(wedge: &Wedge, boost: u8, costs: &Costs) -> Self {
        let mut dots = vec![NOWHERE; wedge.dots.len()];
        let onto = |dots: &[Row], dot: u8| {
            let at = usize::from(dot);
            dots[at].map(|way| way + costs.step(wedge.dots[at].icon, boost))
        };
        for at in wedge.backwards() {
            let dot = &wedge.dots[usize::from(at)];
            let mut row = NOWHERE;
            for exit in dot.exits() {
                let mut beyond = NOWHERE;
                match exit.way {
                    Way::Dot(next) => beyond = onto(&dots, next),
                    Way::Port(lane) => beyond[usize::from(lane)] = 0.0,
                }
                for (least, way) in row.iter_mut().zip(beyond) {
                    *least = less(*least, way + costs.toll(dot.icon, *exit));
                }
            }
            dots[usize::from(at)] = row;
        }
        let entries = wedge.entry.map(|dot| onto(&dots, dot));
        WedgeTable { dots, entries }
    }
}

#[derive(Clone, Debug)]
pub struct DistanceTable {
    key: (u64, u8),
    wedges: Vec<WedgeTable>,
}

impl DistanceTable {
    /// The tables of a course on which a boost gives `boost` points.
    pub fn new(course: &Track, boost: u8, costs: &Costs) -> Self {
        let table = |wedge| WedgeTable::new(wedge, boost, costs);
        DistanceTable {
            key: (course.key, boost),
            wedges: course.wedges.iter().map(table).collect(),
        }
    }

    #[inline]
    pub fn bearings(&self, ring: &[u8; RING]) -> RingDistances<'_> {
        let mut bearings = RingDistances {
            chart: self,
            ring: *ring,
            borders: [[1.0; LANES]; RING + 1],
            lap: 0.0,
        };
        bearings.run(RING - 1);
        bearings
    }
}

/// How far it is to the Starting Line from everywhere on one ring.
#[derive(Clone, Debug)]
pub struct RingDistances<'c> {
    chart: &'c DistanceTable,
    ring: [u8; RING],
    /// From the border before each ring position; behind the last one a step leads to the Starting Line.
    borders: [Row; RING + 1],
    lap: f32,
}

impl RingDistances<'_> {
    #[inline]
    fn wedge(&self, position: usize) -> &WedgeTable {
        &self.chart.wedges[usize::from(self.ring[position])]
    }

    /// Runs through the ring backwards from position `from`, beyond which lengths are known.
    #[inline]
    fn run(&mut self, from: usize) {
        for position in (0..=from).rev() {
            let beyond = self.borders[position + 1];
            self.borders[position] = self.wedge(position).entries.map(|row| least(&row, &beyond));
        }
        let starts = self.wedge(0).dots.iter().map(|row| least(row, &self.borders[1]));
        self.lap = starts.fold(f32::INFINITY, less);
    }

    pub fn lay(&mut self, wedge: u8, position: u8) {
        self.ring[usize::from(position)] = wedge;
        self.run(usize::from(position));
    }

    /// A lap from the best dot of the Starting Line.
    #[inline]
    pub fn lap(&self) -> f32 {
        self.lap
    }

    #[inline]
    pub fn to_line(&self, spot: Spot) -> f32 {
        let position = usize::from(spot.position);
        least(
            &self.wedge(position).dots[usize::from(spot.dot)],
            &self.borders[position + 1],
        )
    }

    /// From where a ship is to the end of so many laps. With all of them made, what it has still to go to the next line counts for
    /// it.
    #[inline]
    pub fn to_end(&self, player: &Player, laps: u8) -> f32 {
        self.to_line(player.spot) + (f32::from(laps) - f32::from(player.laps) - 1.0) * self.lap
    }
}

#[inline]
fn less(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

#[inline]
fn least(row: &Row, beyond: &Row) -> f32 {
    let [a, b, c, d] = std::array::from_fn(|lane| row[lane] + beyond[lane]);
    less(less(a, b), less(c, d))
}

/// A chart made at its first use. It is only a table: a course of other wedges gets one of its own.
#[derive(Clone, Debug)]
pub struct Charted {
    costs: Costs,
    chart: OnceLock<DistanceTable>,
}

impl Charted {
    pub fn new(costs: Costs) -> Self {
        Charted {
            costs,
            chart: OnceLock::new(),
        }
    }

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
