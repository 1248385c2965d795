//! The game in words.

use super::Niagara;
use crate::games::Telling;

impl Telling for Niagara {}
