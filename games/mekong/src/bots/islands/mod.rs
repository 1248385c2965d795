//! What the heuristic bot does on islands, by the number of players. It plans; where every bot that always plays alike is beaten by
//! some script it draws one of several policies for every game. `balance league` found the scripts; which of them make the mix, with
//! what parts, and what the plans expect follows from the games of all with each other, in rounds of a search against the mix so far:
//! nobody of all that were found gains much among it.

mod four;
mod six;
mod three;
mod two;

use super::sides::{Policy, PolicyMix};
use super::{HeuristicBot, ScriptedBot};
use balance_kit::Mistake;

/// Lines of a script.
type Script = &'static [&'static str];

/// One policy.
pub enum Play {
    /// It plans, and for two takes the other for one that goes by one of these, or for anybody where there is none.
    Plans(&'static [Script]),
    /// It goes by this.
    Goes(Script),
}

/// A policy with its part of the games; the parts at a table add up to 1.
pub type Part = (f64, Play);

/// By the number of players, from [`super::sides::FEWEST`] on.
pub const MIXES: [&[Part]; 5] = [two::MIX, three::MIX, four::MIX, PLANS, six::MIX];

/// It always plans.
const PLANS: &[Part] = &[(1.0, Play::Plans(&[]))];

/// A mix with bots that plan as `planner` makes them, and scripts as they are `read`.
///
/// # Errors
/// Where a script cannot be read.
pub fn mix(
    parts: &[Part],
    planner: impl Fn() -> HeuristicBot,
    read: impl Fn(&[&str]) -> Result<ScriptedBot, Vec<Mistake>>,
) -> Result<PolicyMix, Vec<Mistake>> {
    let policy = |play: &Play| {
        Ok::<_, Vec<Mistake>>(match play {
            Play::Plans(rivals) => {
                let rivals = rivals.iter().map(|lines| read(lines));
                Policy::Plans(planner().against(rivals.collect::<Result<_, _>>()?))
            }
            Play::Goes(lines) => Policy::Goes(read(lines)?),
        })
    };
    let parts = parts
        .iter()
        .map(|(part, play)| policy(play).map(|policy| (*part, policy)));
    parts.collect::<Result<_, _>>().map(PolicyMix::new)
}

#[cfg(test)]
mod tests {
    use balance_kit::Guest;

    use super::{six, two};
    use crate::Mekong;

    /// A bot of the league is beaten by what expects it as it is.
    #[test]
    fn a_script_of_the_league_is_the_same_here() {
        let league: toml::Table = Mekong::LEAGUE.parse().expect("TOML");
        let members = league["member"].as_array().expect("a list");
        for (name, script) in [
            ("raider", two::RAIDER),
            ("hinderer", two::HINDERER),
            ("loner", six::LONER),
        ] {
            let member = members.iter().find(|member| member["name"].as_str() == Some(name));
            let lines = member.expect("a member")["script"].as_array().expect("lines");
            let lines: Vec<&str> = lines.iter().filter_map(toml::Value::as_str).collect();
            assert_eq!(lines, script, "{name}");
        }
    }
}
