//! How much room a picture has: that of a page, or that of a telephone.

use super::theme::MARGIN;

/// The room a picture is drawn for; all lengths in logical pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    /// A page, or a file.
    Broad,
    /// A telephone, or half a page: names stand above their rows instead of beside them.
    Narrow,
}

impl Room {
    /// Width of the picture.
    pub(super) fn width(self) -> f64 {
        match self {
            Self::Broad => 720.0,
            Self::Narrow => 400.0,
        }
    }

    /// Right end of what is drawn.
    pub(super) fn right(self) -> f64 {
        self.width() - MARGIN
    }

    /// Width of what is drawn.
    pub(super) fn inner(self) -> f64 {
        self.width() - 2.0 * MARGIN
    }

    /// Where the middle of words of this width stands that are to be at `x` if they fit there.
    pub(super) fn middle(self, x: f64, words: f64) -> f64 {
        let half = words / 2.0;
        x.clamp(MARGIN + half, (self.right() - half).max(MARGIN + half))
    }
}
