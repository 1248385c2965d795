//! The river as tables: reach, Swim, steps, neighbours. Computed once per variant, then only looked up.

use super::MAX_SPACES;
use super::content::BoardFile;
use super::rules::{Adjacent, Rules, SwimOverGaps};
use super::state::MeeplePosition;
use balance_kit::bits;

/// A set of spaces, as bits; bit 0 is space 1, the spring.
pub type Spaces = u32;

/// Everything about the board that a move may ask, by space (0 = spring) and as sets of spaces.
#[derive(Clone, Debug)]
pub struct Board {
    pub spaces: usize,
    pub tiled: Spaces,
    /// Tile spaces within reach of a meeple on this spot (RB-21, RB-R01).
    pub reach: [Spaces; MeeplePosition::COUNT],
    /// How many these are, of a space.
    pub in_reach: [u8; MAX_SPACES],
    /// Where a Swim from here may end (RB-26 to RB-30).
    pub swim: [Spaces; MeeplePosition::COUNT],
    /// Where one step through water from here may end.
    pub water_step: [Spaces; MeeplePosition::COUNT],
    /// Tile spaces across one land connection.
    pub land_step: [Spaces; MeeplePosition::COUNT],
    pub adjacent: [Spaces; MAX_SPACES],
    pub orthogonal: [Spaces; MAX_SPACES],
    pub diagonal: [Spaces; MAX_SPACES],
    /// Row and column of each space in the grid, for drawing.
    pub place: Vec<(u8, u8)>,
}

impl Board {
    /// The tables of `file` with the spaces of `empty` (numbered from 1) left without a tile.
    pub fn new(file: &BoardFile, empty: &[u8], rules: &Rules) -> Self {
        let spaces = file.place.len();
        let mut tiled: Spaces = (0..spaces).fold(0, |set, space| set | 1 << space);
        for number in empty {
            tiled &= !(1 << (number - 1));
        }
        let mut board = Board {
            spaces,
            tiled,
            reach: [0; MeeplePosition::COUNT],
            in_reach: [0; MAX_SPACES],
            swim: [0; MeeplePosition::COUNT],
            water_step: [0; MeeplePosition::COUNT],
            land_step: [0; MeeplePosition::COUNT],
            adjacent: [0; MAX_SPACES],
            orthogonal: [0; MAX_SPACES],
            diagonal: [0; MAX_SPACES],
            place: file.place.clone(),
        };
        let mut land = [0; MAX_SPACES];
        for (a, land) in land.iter_mut().enumerate().take(spaces) {
            for b in 0..spaces {
                let rows = file.place[a].0.abs_diff(file.place[b].0);
                let columns = file.place[a].1.abs_diff(file.place[b].1);
                if rows + columns == 1 {
                    board.orthogonal[a] |= 1 << b & tiled;
                    if a.abs_diff(b) == 1 {
                        if rules.adjacent == Adjacent::WaterOnly {
                            board.adjacent[a] |= 1 << b & tiled;
                        }
                    } else {
                        *land |= 1 << b;
                        board.land_step[a] |= 1 << b & tiled;
                    }
                } else if rows == 1 && columns == 1 {
                    board.diagonal[a] |= 1 << b & tiled;
                }
            }
            if rules.adjacent == Adjacent::LandAndWater {
                board.adjacent[a] = board.orthogonal[a];
            }
        }
        for space in 0..spaces {
            let next = |forward| nearest_tile(tiled, spaces, space, forward);
            let both = next(true) | next(false);
            let touching = both & (1 << space << 1 | 1 << space >> 1);
            board.reach[space] = 1 << space & tiled | if rules.reach_over_gaps { both } else { touching };
            board.in_reach[space] = board.reach[space].count_ones() as u8;
            board.water_step[space] = match rules.swim_over_gaps {
                SwimOverGaps::Drift | SwimOverGaps::Skip => both,
                SwimOverGaps::DriftAfterLand | SwimOverGaps::Blocked => touching,
            };
            let swim = Swim {
                tiled,
                spaces,
                land: &land,
                gaps: rules.swim_over_gaps,
            };
            let mut ends = 0;
            swim.go(space, rules.swim_steps, Heading::Start, &mut ends);
            board.swim[space] = ends & !(1 << space);
        }
        board
    }
}

/// The nearest tile space down the river (`forward`) or up, as a set of at most one.
fn nearest_tile(tiled: Spaces, spaces: usize, from: usize, forward: bool) -> Spaces {
    let mut space = from;
    loop {
        space = match forward {
            true if space + 1 < spaces => space + 1,
            false if space > 0 => space - 1,
            _ => return 0,
        };
        if tiled >> space & 1 == 1 {
            return 1 << space;
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Heading {
    Start,
    Water { forward: bool },
    Land,
}

/// Follows every way a swimmer may take.
struct Swim<'b> {
    tiled: Spaces,
    spaces: usize,
    land: &'b [Spaces; MAX_SPACES],
    gaps: SwimOverGaps,
}

impl Swim<'_> {
    fn go(&self, at: usize, steps: u8, heading: Heading, ends: &mut Spaces) {
        let tile = self.tiled >> at & 1 == 1;
        if heading != Heading::Start && tile {
            *ends |= 1 << at;
        }
        if steps == 0 {
            // Nowhere to stop: drift on for nothing, the same way along the river, or either way after a crossing by
            // land (RB-R03, RB-R04). Off the end of the river there is nothing (RB-R05).
            let drifts = match self.gaps {
                SwimOverGaps::Drift | SwimOverGaps::Skip => true,
                SwimOverGaps::DriftAfterLand => heading == Heading::Land,
                SwimOverGaps::Blocked => false,
            };
            if !tile && drifts {
                for forward in [true, false] {
                    if heading != (Heading::Water { forward: !forward }) {
                        *ends |= nearest_tile(self.tiled, self.spaces, at, forward);
                    }
                }
            }
            return;
        }
        for forward in [true, false] {
            let next = if self.gaps == SwimOverGaps::Skip {
                nearest_tile(self.tiled, self.spaces, at, forward)
            } else if forward {
                if at + 1 < self.spaces { 1 << (at + 1) } else { 0 }
            } else {
                1 << at >> 1
            };
            if next != 0 {
                self.go(
                    next.trailing_zeros() as usize,
                    steps - 1,
                    Heading::Water { forward },
                    ends,
                );
            }
        }
        if steps >= 2 {
            bits(self.land[at]).for_each(|to| self.go(to, steps - 2, Heading::Land, ends));
        }
    }
}

pub fn spaces_where(among: Spaces, test: impl Fn(usize) -> bool) -> Spaces {
    let all = bits(among).filter(|space| test(*space));
    all.fold(0, |found, space| found | 1 << space)
}
