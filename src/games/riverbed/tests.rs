//! Positions that read like the rulebook.

use super::*;
