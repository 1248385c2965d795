//! The river as a map: spaces numbered from the rope, the fork, the two arms, and where which gems lie.

use super::content::BoardFile;

/// Most spaces a river may have.
pub const MAX_SPACES: usize = 24;
/// A canoe on the beach.
pub const LAND: u8 = 0;
/// A canoe that fell.
pub const LOST: u8 = 255;
/// Spaces and the beach, and at the end a slot for what has fallen.
pub const SLOTS: usize = MAX_SPACES + 2;
/// Steps of the river that are laid out beforehand, from none.
pub const DRIFTS: usize = 25;
/// No discovery place at this space.
pub const NO_PLACE: u8 = 255;

/// A river. Space d before the fork has number d (the first is 1); the spaces of the left arm follow, then the right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct River {
    /// Spaces before the fork.
    pub trunk: u8,
    /// Spaces of one arm.
    pub arm: u8,
    /// Paddle steps from land, by space.
    pub depth: [u8; MAX_SPACES + 1],
    /// Discovery place beside each space, or [`NO_PLACE`].
    pub place: [u8; MAX_SPACES + 1],
    /// Smallest depth of each place.
    pub depth_of_place: [u8; super::state::COLOURS],
    /// [`River::after_push`] by side and space, the beach and what has fallen included.
    pub next: [[u8; 256]; 2],
    /// Where a disc is after some steps when the arms take turns: by the arm of the last disc, steps and space; a slot.
    pub drift: [[[u8; SLOTS]; DRIFTS]; 2],
}

impl River {
    /// The river of a checked file.
    pub fn new(file: &BoardFile) -> Self {
        let (trunk, arm) = (file.trunk.len() as u8, file.arm.len() as u8);
        let mut river = River {
            trunk,
            arm,
            depth: [0; MAX_SPACES + 1],
            place: [NO_PLACE; MAX_SPACES + 1],
            depth_of_place: [u8::MAX; super::state::COLOURS],
            next: [[LOST; 256]; 2],
            drift: [[[0; SLOTS]; DRIFTS]; 2],
        };
        let places = file.trunk.iter().chain(&file.arm).chain(&file.arm);
        for (at, place) in places.enumerate() {
            let space = at as u8 + 1;
            let depth = if space > trunk + arm { space - arm } else { space };
            river.depth[space as usize] = depth;
            river.place[space as usize] = *place;
            if *place != NO_PLACE {
                let least = &mut river.depth_of_place[*place as usize];
                *least = depth.min(*least);
            }
        }
        for side in 0..2u8 {
            river.next[side as usize][LAND as usize] = LAND;
            for space in 1..=river.spaces() {
                river.next[side as usize][space as usize] = river.after_push(space, side);
                let mut at = space;
                for step in 0..DRIFTS {
                    river.drift[side as usize][step][space as usize] = if at == LOST { SLOTS as u8 - 1 } else { at };
                    if at != LOST {
                        at = river.after_push(at, (side + 1 + step as u8) % 2);
                    }
                }
            }
        }
        river
    }

    /// Spaces in all.
    #[inline]
    pub fn spaces(&self) -> u8 {
        self.trunk + 2 * self.arm
    }

    /// Depth of the last spaces before the falls.
    #[inline]
    pub fn deepest(&self) -> u8 {
        self.trunk + self.arm
    }

    /// First space of an arm: 0 left, 1 right.
    #[inline]
    pub fn arm_start(&self, side: u8) -> u8 {
        self.trunk + 1 + side * self.arm
    }

    /// Which arm a space lies in; `None` before the fork.
    #[inline]
    pub fn side(&self, space: u8) -> Option<u8> {
        (space > self.trunk).then(|| u8::from(space > self.trunk + self.arm))
    }

    /// The space at `depth` on the way between land and `space`; `depth` is at least 1 and at most that of `space`.
    #[inline]
    pub fn upstream(&self, space: u8, depth: u8) -> u8 {
        if depth <= self.trunk {
            depth
        } else {
            space - (self.depth[space as usize] - depth)
        }
    }

    /// Where a disc at `space` goes when the next disc takes `side` at the fork; [`LOST`] beyond the edge (NI-47).
    #[inline]
    pub fn after_push(&self, space: u8, side: u8) -> u8 {
        match self.side(space) {
            None if space == self.trunk => self.arm_start(side),
            Some(own) if own != side => space,
            Some(own) if space + 1 == self.arm_start(own) + self.arm => LOST,
            _ => space + 1,
        }
    }
}
