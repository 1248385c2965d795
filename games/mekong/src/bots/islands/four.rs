//! What the heuristic bot does for four on islands.

use super::{Part, Play};

/// The policies.
pub const MIX: &[Part] = &[(1.0, Play::Plans(&[]))];
