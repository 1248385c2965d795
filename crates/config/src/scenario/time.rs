//! How long people take over a game: `[time]`.

use balance_kit::schema::tree::{Node, Problem};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How long people take; reports then give lengths in minutes as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct PlayTime {
    /// Minutes before the first turn.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1_440))]
    pub setup_minutes: f64,
    /// Seconds that a turn takes, counted as the game counts turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 86_400))]
    pub seconds_per_turn: Option<f64>,
    /// Seconds that a decision takes: a choice between at least two moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 0.1, max = 86_400))]
    pub seconds_per_decision: Option<f64>,
}

impl PlayTime {
    /// `[time]`, and what is wrong with it as a whole.
    pub(super) fn read(node: &Node) -> Option<(Self, Option<Problem>)> {
        let table = node.table()?;
        let number = |key: &str| table.get(key).and_then(Node::number);
        let time = PlayTime {
            setup_minutes: number("setup-minutes").unwrap_or_default(),
            seconds_per_turn: number("seconds-per-turn"),
            seconds_per_decision: number("seconds-per-decision"),
        };
        // A key that is no number is a mistake that is told elsewhere.
        let written = ["seconds-per-turn", "seconds-per-decision"].map(|key| table.get(key).is_some());
        let problem = (written[0] == written[1]).then(|| {
            let message = "[time] needs either `seconds-per-turn` or `seconds-per-decision`";
            Problem::located(&node.at, message)
                .help("write the one that you can time at the table, such as seconds-per-turn = 40")
        });
        Some((time, problem))
    }

    /// Minutes of a game of so many turns, or decisions where these are timed.
    pub fn minutes(&self, length: f64) -> f64 {
        let seconds = self.seconds_per_turn.or(self.seconds_per_decision).unwrap_or_default();
        self.setup_minutes + seconds * length / 60.0
    }
}
