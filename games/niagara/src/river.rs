//! The river as a map: spaces numbered from the rope, the fork, the two arms, and where which gems lie.

use super::content::BoardFile;
use super::state::{COLOURS, GemColour};

pub const MAX_SPACES: usize = 24;
/// Spaces and the beach, and at the end a slot for what has fallen.
pub const SLOTS: usize = MAX_SPACES + 2;
/// Steps of the river that are laid out beforehand, from none.
pub const DRIFTS: usize = 25;

/// Where a canoe may be: [`Space::LAND`], a space of the river, or [`Space::FALLEN`]. Space d before the fork has number
/// d (the first is 1); the spaces of the left arm follow, then the right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Space(pub u8);

impl Space {
    pub const LAND: Space = Space(0);
    pub const FALLEN: Space = Space(SLOTS as u8 - 1);

    #[inline]
    pub fn in_river(self) -> bool {
        self != Space::LAND && self != Space::FALLEN
    }

    /// Its place in a table of all spaces, the beach first, what has fallen last.
    #[inline]
    pub fn slot(self) -> usize {
        usize::from(self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct River {
    pub trunk: u8,
    pub arm: u8,
    /// Paddle steps from land, by slot.
    depths: [u8; SLOTS],
    /// Discovery place beside each space, by slot.
    places: [Option<GemColour>; SLOTS],
    pub depth_of_place: [u8; COLOURS],
    /// [`River::after_push`] by side and slot, the beach and what has fallen included; as long as a number of a space can
    /// be, so that none is looked up beyond its end.
    pub next: [[Space; 256]; 2],
    /// Where a disc is after some steps when the arms take turns: by the arm of the last disc, steps and slot.
    pub drift: [[[Space; SLOTS]; DRIFTS]; 2],
}

impl River {
    pub fn new(file: &BoardFile) -> Self {
        let (trunk, arm) = (file.trunk.len() as u8, file.arm.len() as u8);
        let mut river = River {
            trunk,
            arm,
            depths: [0; SLOTS],
            places: [None; SLOTS],
            depth_of_place: [u8::MAX; COLOURS],
            next: [[Space::FALLEN; 256]; 2],
            drift: [[[Space::FALLEN; SLOTS]; DRIFTS]; 2],
        };
        let places = file.trunk.iter().chain(&file.arm).chain(&file.arm);
        for (at, place) in places.enumerate() {
            let space = at as u8 + 1;
            let depth = if space > trunk + arm { space - arm } else { space };
            river.depths[usize::from(space)] = depth;
            river.places[usize::from(space)] = *place;
            if let Some(place) = place {
                let least = &mut river.depth_of_place[place.index()];
                *least = depth.min(*least);
            }
        }
        for side in 0..2u8 {
            river.next[usize::from(side)][Space::LAND.slot()] = Space::LAND;
            for space in river.spaces() {
                river.next[usize::from(side)][space.slot()] = river.after_push(space, side);
                let mut at = space;
                for step in 0..DRIFTS {
                    river.drift[usize::from(side)][step][space.slot()] = at;
                    if at != Space::FALLEN {
                        at = river.after_push(at, (side + 1 + step as u8) % 2);
                    }
                }
            }
        }
        river
    }

    #[inline]
    pub fn count(&self) -> u8 {
        self.trunk + 2 * self.arm
    }

    /// Every space, from the rope down, the left arm before the right.
    pub fn spaces(&self) -> impl Iterator<Item = Space> + use<> {
        (1..=self.count()).map(Space)
    }

    #[inline]
    pub fn has(&self, space: Space) -> bool {
        (1..=self.count()).contains(&space.0)
    }

    /// Paddle steps from land to `space`; 0 for land itself.
    #[inline]
    pub fn depth(&self, space: Space) -> u8 {
        self.depths[space.slot()]
    }

    #[inline]
    pub fn place(&self, space: Space) -> Option<GemColour> {
        self.places[space.slot()]
    }

    /// Depth of the last spaces before the falls.
    #[inline]
    pub fn deepest(&self) -> u8 {
        self.trunk + self.arm
    }

    /// First space of an arm: 0 left, 1 right.
    #[inline]
    pub fn arm_start(&self, side: u8) -> Space {
        Space(self.trunk + 1 + side * self.arm)
    }

    /// Which arm a space lies in; `None` before the fork.
    #[inline]
    pub fn side(&self, space: Space) -> Option<u8> {
        (space.0 > self.trunk).then(|| u8::from(space.0 > self.trunk + self.arm))
    }

    /// The space at `depth` on the way between land and `space`; `depth` is at least 1 and at most that of `space`.
    #[inline]
    pub fn upstream(&self, space: Space, depth: u8) -> Space {
        if depth <= self.trunk {
            Space(depth)
        } else {
            Space(space.0 - (self.depth(space) - depth))
        }
    }

    /// Where a disc at `space` goes when the next disc takes `side` at the fork; [`Space::FALLEN`] beyond the edge
    /// (NI-47).
    #[inline]
    pub fn after_push(&self, space: Space, side: u8) -> Space {
        match self.side(space) {
            None if space.0 == self.trunk => self.arm_start(side),
            Some(own) if own != side => space,
            Some(own) if space.0 + 1 == self.arm_start(own).0 + self.arm => Space::FALLEN,
            _ => Space(space.0 + 1),
        }
    }
}
