//! The board as data.

use super::Board;
use crate::games::content::Flaw;

/// The embedded board.
pub const BOARD: &str = "";

/// Reads a board.
///
/// # Errors
/// Every flaw of the file, with its place.
pub fn board(_text: &str) -> Result<Board, Vec<Flaw>> {
    Ok(Board::standard())
}
