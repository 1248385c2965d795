//! Skill: what better play wins, and how deep a game is.

use serde::Serialize;

/// Elo points of one unit of log odds, 400 / ln 10.
pub(super) const ELO_PER_NAT: f64 = 400.0 / core::f64::consts::LN_10;

/// Elo difference of a player who wins the share `p` of games of two (Elo 1978); none at 0 and 1.
pub fn elo_from_rate(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| ELO_PER_NAT * libm::log(p / (1.0 - p)))
}

/// How many levels of play a ladder of bots shows. Means nothing without naming the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SkillDepth {
    /// Elo of one class.
    pub class_elo: f64,
    /// Distance between the weakest and the strongest bot, in classes.
    pub span_classes: f64,
    /// Length of the longest chain of bots each at least one class above the last.
    pub chain_length: usize,
}

/// Skill depth of a ladder of bots with ratings `elo`; one class is a win rate of `class_rate` (Robertie 1992; Lantz et al.
/// 2017). None without bots or for a class rate not above one half.
pub fn skill_depth(elo: &[f64], class_rate: f64) -> Option<SkillDepth> {
    let class_elo = elo_from_rate(class_rate).filter(|elo| *elo > 0.0)?;
    let mut sorted = elo.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    let (mut chain_length, mut rung) = (1, first);
    for elo in &sorted {
        // A rung exactly one class up counts, whatever its last bit.
        if elo - rung >= class_elo * (1.0 - 1e-12) {
            chain_length += 1;
            rung = *elo;
        }
    }
    Some(SkillDepth {
        class_elo,
        span_classes: (last - first) / class_elo,
        chain_length,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_have_no_elo() {
        assert_eq!(
            (elo_from_rate(0.0), elo_from_rate(1.0), elo_from_rate(f64::NAN)),
            (None, None, None)
        );
        assert_eq!((skill_depth(&[], 0.75), skill_depth(&[1.0], 0.5)), (None, None));
    }

    #[test]
    fn the_order_of_a_ladder_does_not_matter() {
        assert_eq!(
            skill_depth(&[0.0, 200.0, 90.0], 0.7),
            skill_depth(&[90.0, 0.0, 200.0], 0.7)
        );
    }
}
