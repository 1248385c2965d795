//! Changes that make a game of which not all is measured, such as one of other sides.

use serde::Serialize;

use super::Games;
use crate::judge::Metric;
use crate::tune::Version;

/// A change of one rule that is not tried by itself.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Unmeasured {
    /// The rule, dotted.
    pub rule: String,
    /// What it would be, as TOML.
    pub to: String,
    /// What is measured and its games do not have, such as `win-rate.east`.
    pub lacks: String,
}

impl Games {
    /// Changes of one rule, not of a part of the content, that make a game which lacks something that is measured.
    pub fn unmeasured(&self) -> Vec<Unmeasured> {
        let singles = self.space.singles().into_iter();
        let told = |version: Version| {
            if self.space.is_part(&version) || self.built(&version).is_some() {
                return None;
            }
            let tables = 0..self.setups.len();
            let lacks = tables.into_iter().find_map(|table| self.lacks(table, &version))?;
            let (rule, _, to) = self.changed(&version).pop()?;
            Some(Unmeasured {
                rule: rule.to_owned(),
                to: to.to_string(),
                lacks: lacks.to_owned(),
            })
        };
        singles.filter_map(told).collect()
    }

    /// What is measured at a table and the version does not have there; none where it is no game.
    fn lacks(&self, table: usize, version: &[u8]) -> Option<&str> {
        let game = (self.info.build)(&self.setup(table, version)).ok()?;
        let mut of_table = self.figures.iter().filter(|figure| figure.table == table);
        let lacks = of_table.find(|figure| Metric::read(&figure.name, game.sheet()).is_none())?;
        Some(&lacks.name)
    }
}
