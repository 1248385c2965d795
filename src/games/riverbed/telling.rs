//! The game in words.

use super::Riverbed;
use crate::games::Telling;

impl Telling for Riverbed {}
