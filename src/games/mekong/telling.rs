//! The game in words.

use super::Mekong;
use crate::games::Telling;

impl Telling for Mekong {}
