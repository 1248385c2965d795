//! Stones at any point: on the expert side, or off the middle of their islands (RD-77 to RD-80, RD-R28).

use super::Mekong;
use super::board::{Capsule, Point, Slide, Support};
use super::state::Public;
use crate::engine::Seat;
impl Mekong {
    pub(super) fn water_has_place(&self, _public: &Public, _seat: Seat) -> bool {
        false
    }
    pub(super) fn each_point(&self, _public: &Public, _seat: Seat, _push: impl FnMut(Point)) {}
    /// May a stone lie at this point?
    pub fn point_fits(&self, _public: &Public, _point: Point) -> bool {
        false
    }
    pub(super) fn slot_for(&self, _public: &Public, _point: Point) -> usize {
        0
    }
    pub(super) fn each_water_lay(
        &self,
        _public: &Public,
        _n: u8,
        _gap: (Support, Support),
        _v: impl FnMut(Support, Support, Slide) -> bool,
    ) {
    }
    pub(super) fn each_water_gap(&self, _public: &Public, _v: impl FnMut(Support, Support) -> bool) {}
    pub(super) fn lie(&self, _public: &Public, _g: (Support, Support), _n: u8, _s: Slide) -> Capsule {
        Capsule::default()
    }
    pub(super) fn water_invariant(&self, _public: &Public) -> Result<(), String> {
        Ok(())
    }
}
