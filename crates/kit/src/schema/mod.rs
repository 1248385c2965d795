//! TOML held against a JSON Schema, whatever it is: a scenario, or a content file of a game.
//!
//! | module | does |
//! |---|---|
//! | [`tree`] | a file as a tree with the place of every key and value |
//! | [`walk`] | holds a tree against a schema and says what does not fit |
//! | [`parts`] | reads parts of a schema |
//! | [`relative_number`] | numbers that say how much more or less they are |
//! | [`messages`] | words of mistakes; "did you mean" |

pub mod messages;
pub mod parts;
pub mod relative_number;
pub mod tree;
pub mod walk;
