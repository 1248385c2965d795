//! Wedges and the dots on them: the graph that ships move on. Knows no ships.

use super::state::Spot;
use balance_kit::provenance::Marks;

pub const RING: usize = 12;
/// Lanes, from the centre outwards.
pub const LANES: usize = 4;
pub const LANE_MAX: usize = 8;
pub const MAX_DOTS: usize = LANES * LANE_MAX;
pub const MAX_EXITS: usize = 6;
pub const MAX_WEDGES: usize = 44;
/// The Starting Line's ring position.
pub const LINE: u8 = 0;

/// What is printed on a dot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Icon {
    #[default]
    Plain,
    Fish,
    Favor,
    Wedge,
    Boost,
    Hydra,
    Charybdis,
    Scylla,
    Line,
}

impl Icon {
    #[inline]
    pub fn is_whirlpool(self) -> bool {
        matches!(self, Icon::Charybdis | Icon::Scylla)
    }

    /// The labels of its exits: dice of a Charybdis, fish of a Scylla.
    pub fn labels(self) -> Option<[u8; 3]> {
        match self {
            Icon::Charybdis => Some([1, 2, 3]),
            Icon::Scylla => Some([0, 1, 2]),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Dot(u8),
    /// Over the border, on this lane.
    Port(u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    pub way: Way,
    /// Number on it, at a whirlpool: die or fish. Elsewhere 0.
    pub label: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dot {
    /// Lane, 0 next to the centre.
    pub lane: u8,
    /// Place on its lane, counted from 1 clockwise.
    pub number: u8,
    pub icon: Icon,
    /// How far clockwise it lies on the wedge, in a unit that all lanes share.
    pub angle: u16,
    exits: [Exit; MAX_EXITS],
    ways: u8,
}

impl Dot {
    /// Dot `number` of the `count` on `lane`, without paths.
    pub fn new(lane: u8, number: u8, count: u8, icon: Icon) -> Self {
        // 840 is divisible by every number of dots that a lane may have.
        let angle = 840 * (2 * u16::from(number) - 1) / u16::from(count);
        Dot {
            lane,
            number,
            icon,
            angle,
            exits: [Exit {
                way: Way::Port(0),
                label: 0,
            }; MAX_EXITS],
            ways: 0,
        }
    }

    #[inline]
    pub fn exits(&self) -> &[Exit] {
        &self.exits[..usize::from(self.ways)]
    }

    pub fn add(&mut self, exit: Exit) -> bool {
        let room = usize::from(self.ways) < MAX_EXITS;
        if room {
            self.exits[usize::from(self.ways)] = exit;
            self.ways += 1;
        }
        room
    }

    pub fn clear(&mut self) {
        self.ways = 0;
    }

    pub fn name(&self) -> String {
        format!("{}{}", lane_name(self.lane), self.number)
    }
}

pub fn lane_name(lane: u8) -> char {
    (b'a' + lane) as char
}

#[derive(Clone, Debug)]
pub struct Wedge {
    pub id: String,
    pub name: String,
    /// Its trio, the stack or the Starting Line.
    pub part: WedgeGroup,
    /// Its dots, lane by lane from the centre, each lane clockwise.
    pub dots: Vec<Dot>,
    /// First dot for a ship that comes over the border, by lane.
    pub entry: [u8; LANES],
    /// How sure we are of it.
    pub marks: Marks,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WedgeGroup {
    Line,
    /// One of the four trios that the course is first made of.
    Trio(u8),
    Stack,
}

impl Wedge {
    /// Its dots against the way of the ships: each comes after all that can be reached from it.
    pub fn backwards(&self) -> Vec<u8> {
        let mut order: Vec<u8> = (0..self.dots.len() as u8).collect();
        order.sort_by_key(|dot| std::cmp::Reverse(self.dots[usize::from(*dot)].angle));
        order
    }
}

/// The wedges of a variant, and what lies where on a ring of them.
#[derive(Clone, Debug)]
pub struct Track {
    /// Every wedge; those of the trios first, then the stack, the Starting Line last.
    pub wedges: Vec<Wedge>,
    /// The same for courses of the same wedges, another for others: tables made of one are good for the other.
    pub key: u64,
    dots: Vec<Dot>,
    entries: Vec<[u8; LANES]>,
}

impl Track {
    pub fn new(wedges: Vec<Wedge>) -> Self {
        let empty = Dot::new(0, 1, 1, Icon::Plain);
        let mut dots = vec![empty; wedges.len() * MAX_DOTS];
        for (at, wedge) in wedges.iter().enumerate() {
            dots[at * MAX_DOTS..at * MAX_DOTS + wedge.dots.len()].copy_from_slice(&wedge.dots);
        }
        let entries = wedges.iter().map(|wedge| wedge.entry).collect();
        let key = xxhash_rust::xxh3::xxh3_64(format!("{wedges:?}").as_bytes());
        Track {
            wedges,
            key,
            dots,
            entries,
        }
    }

    #[inline]
    pub fn line(&self) -> u8 {
        (self.wedges.len() - 1) as u8
    }

    /// The dot that `spot` is on a course with these wedges on top.
    #[inline]
    pub fn dot(&self, ring: &[u8; RING], spot: Spot) -> &Dot {
        &self.dots[usize::from(ring[usize::from(spot.position)]) * MAX_DOTS + usize::from(spot.dot)]
    }

    /// Where a path out of a dot at ring position `position` leads.
    #[inline]
    pub fn follow(&self, ring: &[u8; RING], position: u8, way: Way) -> Spot {
        match way {
            Way::Dot(dot) => Spot { position, dot },
            Way::Port(lane) => {
                let next = if usize::from(position) + 1 == RING {
                    0
                } else {
                    position + 1
                };
                Spot::new(
                    next,
                    self.entries[usize::from(ring[usize::from(next)])][usize::from(lane)],
                )
            }
        }
    }
}
