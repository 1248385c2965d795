//! The game in words.

use super::Regatta;
use crate::games::Telling;

impl Telling for Regatta {}
