//! What is kept of a search, so that one that was interrupted comes to the same.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::batch::Differences;
use super::{Counts, Version};

/// What was played of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// By version and deals.
    pub(super) played: Vec<Entry>,
    /// Every change by itself.
    #[serde(default)]
    pub(super) alone: Option<Alone>,
    /// The finalists, by bot.
    pub(super) finals: BTreeMap<u8, Pool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) version: Version,
    pub(super) deals: Range<u64>,
    pub(super) counts: Counts,
}

/// What each change of one rule does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Alone {
    /// The present rules, and every change of one rule that is a game.
    pub versions: Vec<Version>,
    /// Deals that each is to play.
    pub(super) of: u64,
    /// Deals that each has played.
    pub deals: u64,
    /// Sums of the paired figures of the present rules.
    pub(super) sums: Vec<u64>,
    /// Of every change, figure by figure: what it has more than the present rules.
    pub(super) differences: Vec<Vec<Differences>>,
}

/// What was counted of the finalists so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Pool {
    pub(super) versions: Vec<Version>,
    /// Deals that each is to play.
    pub(super) of: u64,
    pub(super) deals: u64,
    pub(super) counts: Vec<Counts>,
    /// By version, games with each event.
    #[serde(default)]
    pub(super) events: Vec<Vec<u64>>,
    /// Sums of the paired figures of all versions.
    pub(super) sums: Vec<u64>,
    /// Sums of their products, row by row.
    pub(super) products: Vec<u128>,
}
