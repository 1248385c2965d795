//! Positions that read like the rulebook.
