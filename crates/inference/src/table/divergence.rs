//! Where the games of two configurations part that other sides win, with the counts that every share is made from.

use serde::{Deserialize, Serialize};

use super::interval::Rate;
use super::settings::seating;
use balance_config::games::Setup;
use balance_config::games::divergence::Cause;

/// With fewer games looked into nothing is said of where most part.
pub const FEW_PARTED: u64 = 20;

/// What a run looked into beside its own games, of one comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Parted {
    /// The configuration that it is held against.
    pub reference: String,
    /// The other.
    pub configuration: String,
    /// Do other bots sit at it than at the one that it is held against, or bots with other settings?
    #[serde(default)]
    pub other_bots: bool,
    /// Where only the bots differ, who sits where under either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bots_alone: Option<[String; 2]>,
    /// What was found.
    #[serde(flatten)]
    pub found: Partings,
}

/// Where games part. All intervals together miss in at most 5 of 100 of these: how many games are won otherwise, and where
/// these part, have one half each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Partings {
    /// Deals played under both.
    pub deals: u64,
    /// Games of each, rotations counted singly.
    pub games: u64,
    /// Games that other sides win.
    pub flips: u64,
    /// Their share.
    pub share: Rate,
    /// By side, what it wins only under either.
    pub swings: Vec<Gain>,
    /// Games looked into.
    pub looked: u64,
    /// Those of them in which a bot chose differently before the rules made a difference.
    pub bots_first: u64,
    /// Those in which the table was laid out differently.
    pub laid_out: u64,
    /// Places by which any of them could have been counted; the intervals of shares of those looked into hold for all of
    /// these, over all and by what each side gains and loses.
    pub places: u64,
    /// Where they part, the most frequent first.
    pub rows: Vec<Place>,
}

/// What a side wins only under one of the two.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Gain {
    /// The side.
    pub side: String,
    /// Does it win them only under the second?
    pub gained: bool,
    /// Games that it wins only there.
    pub games: u64,
    /// Their share of all games.
    pub share: Rate,
    /// Those of them that were looked into.
    pub looked: u64,
    /// By row, how many of these part there.
    pub parts: Vec<u64>,
    /// The row where most of these part, of those with a cause if any of these do, and their share; none where none was looked
    /// into.
    pub most: Option<(usize, Rate)>,
}

/// Games that part in the same way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Place {
    /// What they are counted by; none where the rules make no difference to the choices of either game, and bots alone chose
    /// otherwise.
    pub cause: Option<Cause>,
    /// How many.
    pub games: u64,
    /// Their share of all that were looked into.
    pub share: Rate,
    /// Those of them in which a bot chose differently before.
    pub bots_first: u64,
    /// The first of them: number and rotation.
    pub samples: Vec<(u64, usize)>,
}

/// Where the table is laid out differently in so large a part of the games looked into, nothing else is to be found.
const APART: f64 = 0.9;

impl Parted {
    /// Is the table laid out differently in nearly all games? Then the same deals are hardly the same.
    pub fn is_laid_out_apart(&self) -> bool {
        let Partings { looked, laid_out, .. } = self.found;
        looked >= FEW_PARTED && laid_out as f64 >= APART * looked as f64
    }

    /// What was found of two configurations with these set-ups.
    pub fn new(names: [&str; 2], setups: [&Setup; 2], found: Partings) -> Self {
        let [one, other] = setups;
        let other_bots = !one.has_bots_of(other);
        Parted {
            reference: names[0].to_owned(),
            configuration: names[1].to_owned(),
            other_bots,
            bots_alone: (other_bots && one.has_rules_of(other)).then(|| setups.map(|setup| seating(&setup.seats))),
            found,
        }
    }

    /// What the two are called.
    pub fn names(&self) -> [&str; 2] {
        [&self.reference, &self.configuration]
    }
}

impl Partings {
    /// What no games can have given, in words; none where all is well.
    pub(super) fn flaw(&self) -> Option<&'static str> {
        let rates = self.swings.iter().map(|gain| gain.share);
        let rates = rates.chain(self.swings.iter().filter_map(|gain| Some(gain.most?.1)));
        let mut rates = rates.chain(self.rows.iter().map(|row| row.share)).chain([self.share]);
        if !rates.all(Rate::is_share) {
            return Some("a share outside 0 and 1");
        }
        let rows = self.rows.len();
        let sound = |gain: &Gain| gain.parts.len() == rows && gain.most.is_none_or(|(row, _)| row < rows);
        if !self.swings.iter().all(sound) {
            return Some("a place that is not in its list");
        }
        let counts = self.rows.iter().map(|row| row.games.max(row.bots_first));
        let mut counts = counts.chain([self.bots_first, self.laid_out]);
        let all = self.looked <= self.flips && self.flips <= self.games && self.deals <= self.games;
        (!all || counts.any(|count| count > self.looked)).then_some("more games than there were")
    }
}
