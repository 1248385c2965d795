//! Skill and luck: what better play wins, how deep a game is, and how much the deal decides.

use serde::Serialize;

/// Elo points of one unit of log odds, 400 / ln 10.
pub(super) const ELO_PER_NAT: f64 = 400.0 / core::f64::consts::LN_10;

/// Elo difference of a player who wins the share `p` of games of two (Elo 1978); none at 0 and 1.
pub fn elo_from_rate(p: f64) -> Option<f64> {
    (p > 0.0 && p < 1.0).then(|| ELO_PER_NAT * libm::log(p / (1.0 - p)))
}

/// What one strong bot wins among weak ones.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SkillIndex {
    /// 0 when it wins its fair share (luck only), 1 when it always wins.
    pub index: f64,
    /// Elo above the others at the table; none when it never or always wins.
    pub elo_vs_field: Option<f64>,
}

/// Skill index from the `share` of games one strong bot wins at a table of `players`, all seats rotated. None for fewer
/// than two players.
pub fn skill_index(share: f64, players: u32) -> Option<SkillIndex> {
    if players < 2 {
        return None;
    }
    let seats = f64::from(players);
    let fair = 1.0 / seats;
    let inside = share > 0.0 && share < 1.0;
    Some(SkillIndex {
        index: (share - fair) / (1.0 - fair),
        elo_vs_field: inside.then(|| ELO_PER_NAT * libm::log(share * (seats - 1.0) / (1.0 - share))),
    })
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

/// Sums over the games that share a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeedGroup {
    /// Sum of the outcomes.
    pub sum: i64,
    /// Sum of their squares.
    pub sum_sq: u64,
    /// Games.
    pub reps: u64,
}

/// How much of the outcome a seed decides.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Icc {
    /// Mean square between seeds.
    pub msb: f64,
    /// Mean square within seeds.
    pub msw: f64,
    /// Variance between seeds; below 0 when noise outweighs it.
    pub var_between: f64,
    /// Intraclass correlation, the share of the variance that the seed fixes; none when nothing varies.
    pub icc: Option<f64>,
    /// The same, not below 0, for display.
    pub icc_truncated: Option<f64>,
}

/// Intraclass correlation by one-way analysis of variance (Fisher 1925; groups of unequal size after Donner 1986): each
/// seed's chance played several times with other decisions. None for fewer than two seeds or without repeats.
pub fn icc_seed(seeds: &[SeedGroup]) -> Option<Icc> {
    let filled = || seeds.iter().filter(|seed| seed.reps > 0);
    let groups = filled().count() as f64;
    let n = filled().map(|seed| seed.reps).sum::<u64>() as f64;
    if groups < 2.0 || n <= groups {
        return None;
    }
    let grand = filled().map(|seed| seed.sum).sum::<i64>() as f64 / n;
    let (mut between, mut within, mut squares) = (0.0, 0.0, 0.0);
    for seed in filled() {
        let (sum, reps) = (seed.sum as f64, seed.reps as f64);
        between += reps * (sum / reps - grand) * (sum / reps - grand);
        within += seed.sum_sq as f64 - sum * sum / reps;
        squares += reps * reps;
    }
    let size = (n - squares / n) / (groups - 1.0);
    let (msb, msw) = (between / (groups - 1.0), within.max(0.0) / (n - groups));
    let whole = msb + (size - 1.0) * msw;
    let icc = (whole > 0.0).then(|| (msb - msw) / whole);
    Some(Icc {
        msb,
        msw,
        var_between: (msb - msw) / size,
        icc,
        icc_truncated: icc.map(|icc| icc.max(0.0)),
    })
}

/// What knowing the row tells about the column, in nats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MutualInformation {
    /// Mutual information.
    pub mi: f64,
    /// Entropy of the columns.
    pub h_outcome: f64,
    /// Share of that entropy which the row explains; 0 when there is none.
    pub explained: f64,
    /// `mi` less the part that noise alone gives (Miller 1955), not below 0.
    pub mi_debiased: f64,
}

/// Mutual information of rows (bots) and columns (winners) of a table of counts (Shannon 1948). None for a table that is
/// not rectangular or has no counts.
pub fn mutual_information(table: &[Vec<u64>]) -> Option<MutualInformation> {
    let columns = table.first()?.len();
    let n = table.iter().flatten().sum::<u64>() as f64;
    if n <= 0.0 || table.iter().any(|row| row.len() != columns) {
        return None;
    }
    let of_column: Vec<f64> = (0..columns)
        .map(|column| table.iter().map(|row| row[column]).sum::<u64>() as f64)
        .collect();
    let mut mi = 0.0;
    for row in table {
        let of_row = row.iter().sum::<u64>() as f64;
        for (count, of_column) in row.iter().zip(&of_column).filter(|cell| *cell.0 > 0) {
            let count = *count as f64;
            mi += count / n * libm::log(count * n / (of_row * of_column));
        }
    }
    let mi = mi.max(0.0);
    let entropy = |total: &f64| {
        if *total > 0.0 {
            -total / n * libm::log(total / n)
        } else {
            0.0
        }
    };
    let h_outcome: f64 = of_column.iter().map(entropy).sum();
    let noise = (table.len() as f64 - 1.0) * (columns as f64 - 1.0) / (2.0 * n);
    Some(MutualInformation {
        mi,
        h_outcome,
        explained: if h_outcome > 0.0 { mi / h_outcome } else { 0.0 },
        mi_debiased: (mi - noise).max(0.0),
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
        assert_eq!(skill_index(1.0, 1), None);
        assert_eq!(skill_index(0.0, 4).expect("players").elo_vs_field, None);
        assert_eq!((skill_depth(&[], 0.75), skill_depth(&[1.0], 0.5)), (None, None));
    }

    #[test]
    fn the_order_of_a_ladder_does_not_matter() {
        assert_eq!(
            skill_depth(&[0.0, 200.0, 90.0], 0.7),
            skill_depth(&[90.0, 0.0, 200.0], 0.7)
        );
    }

    #[test]
    fn seeds_that_decide_everything_and_too_few_seeds() {
        let seed = |sum, reps| SeedGroup {
            sum,
            sum_sq: sum as u64,
            reps,
        };
        let decided = icc_seed(&[seed(4, 4), seed(0, 4), seed(0, 0)]).expect("seeds");
        assert_eq!(decided.icc, Some(1.0));
        assert_eq!(icc_seed(&[seed(4, 4)]), None);
        assert_eq!(icc_seed(&[seed(1, 1), seed(0, 1)]), None);
    }

    #[test]
    fn information_is_the_same_turned_over() {
        let (a, b) = (
            mutual_information(&[vec![5, 1], vec![2, 9]]).expect("counts"),
            mutual_information(&[vec![5, 2], vec![1, 9]]).expect("counts"),
        );
        assert!((a.mi - b.mi).abs() < 1e-15);
        let certain = mutual_information(&[vec![3, 0], vec![0, 3]]).expect("counts");
        assert!((certain.explained - 1.0).abs() < 1e-15);
        let single = mutual_information(&[vec![3], vec![4]]).expect("counts");
        assert_eq!((single.h_outcome, single.explained), (0.0, 0.0));
        assert_eq!(mutual_information(&[vec![0, 0]]), None);
        assert_eq!(mutual_information(&[vec![1], vec![]]), None);
    }
}
