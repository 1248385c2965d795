//! Which pictures a run gets.
//!
//! - [`overview`]: who wins and how long it takes in all configurations, and what each change does
//! - [`configuration`]: one configuration, and how its games go

mod configuration;
mod overview;

use balance_charts::{Chart, ChartError, Estimate, Wished};
use balance_inference::table::{Rate, Results, TargetRow};

/// With more configurations than this, tables and pictures are drawn for the run as a whole, and of each configuration
/// only small tables are shown.
pub const WHOLE: usize = 4;

/// A drawn chart and the name of its files.
pub struct ReportChart {
    /// Name of the files, and anchor in the page.
    pub name: String,
    pub chart: Chart,
}

pub struct Pictures {
    /// About all configurations.
    pub overview: Vec<ReportChart>,
    pub changes: Vec<ReportChart>,
    /// About each configuration; none of them in a run of more than [`WHOLE`].
    pub of: Vec<Vec<ReportChart>>,
}

impl Pictures {
    /// The one that matters most: who wins.
    pub fn first(&self) -> Option<&ReportChart> {
        self.overview.first().or_else(|| self.of.first()?.first())
    }

    pub fn iter(&self) -> impl Iterator<Item = &ReportChart> {
        let whole = self.overview.iter().chain(&self.changes);
        whole.chain(self.of.iter().flatten())
    }
}

/// Draws every picture of a run.
///
/// # Errors
/// When a chart cannot be drawn.
pub fn all(results: &Results) -> Result<Pictures, ChartError> {
    let configurations = &results.configurations;
    let several = configurations.len() > 1;
    let of = if configurations.len() > WHOLE {
        Vec::new()
    } else {
        let numbered = configurations.iter().enumerate();
        numbered
            .map(|(index, each)| {
                let slug = if several {
                    format!("{}-", slug(index, &each.name))
                } else {
                    String::new()
                };
                configuration::all(results, each, &slug, if several { &each.name } else { "" })
            })
            .collect::<Result<_, _>>()?
    };
    Ok(Pictures {
        overview: overview::all(results)?,
        changes: overview::forest(results)?.into_iter().collect(),
        of,
    })
}

/// A name made of letters, digits and hyphens only, for files and anchors; the number keeps it unique.
pub fn slug(index: usize, name: &str) -> String {
    let mut out = (index + 1).to_string();
    for word in name
        .to_lowercase()
        .split(|letter: char| !letter.is_ascii_alphanumeric())
    {
        if !word.is_empty() && out.len() + word.len() < 48 {
            out.push('-');
            out.push_str(word);
        }
    }
    out
}

fn picture(name: &str, chart: Chart) -> ReportChart {
    ReportChart {
        name: name.to_owned(),
        chart,
    }
}

/// What is wished, as charts draw it.
fn wished(wish: Option<&TargetRow>) -> Option<Wished> {
    wish.map(|row| Wished {
        from: row.from,
        to: row.to,
    })
}

fn estimate(rate: Rate) -> Estimate {
    Estimate::new(rate.value, rate.lo, rate.hi)
}

fn subtitle(named: &str, text: &str) -> String {
    if named.is_empty() {
        text.to_owned()
    } else {
        format!("{named}: {text}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use balance_charts::laws::stands;

    #[test]
    fn names_of_files_are_safe_and_unique() {
        assert_eq!(slug(0, "two kelp / <more>"), "1-two-kelp-more");
        assert_eq!(slug(1, "../../etc"), "2-etc");
        assert_eq!(slug(2, "†"), "3");
        let pictures = all(&sample::variants()).expect("drawn");
        let mut names: Vec<&str> = pictures.iter().map(|each| each.name.as_str()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert_eq!(pictures.of.len(), 3);
    }

    #[test]
    fn many_configurations_get_pictures_of_the_whole_only() {
        let pictures = all(&sample::matrix()).expect("drawn");
        assert!(pictures.of.is_empty());
        let names: Vec<&str> = pictures.iter().map(|each| each.name.as_str()).collect();
        let expected = [
            "overview-1-merchants",
            "overview-2-separatists",
            "overview-3-profiteer",
            "lengths",
            "comparisons",
        ];
        assert_eq!(names, expected);
    }

    /// A run of `count` configurations in a matrix of `keys` keys, with `sides` sides that have long names.
    fn of_size(count: usize, keys: usize, sides: usize) -> Results {
        let mut results = sample::variants();
        let base = results.configurations.swap_remove(0);
        let compared = results.comparisons.swap_remove(0);
        let side = |index: usize| {
            format!(
                "{}{}",
                ["1st player", "the reed people of the delta", "otters"][index % 3],
                index
            )
        };
        results.comparisons.clear();
        results.configurations.clear();
        for index in 0..count {
            let mut each = base.clone();
            let values = [index / 12 + 3, index / 4 % 3, index % 4 + 5];
            let names = [
                "rules.players",
                "rules.a-rule-with-a-long-name.of-two-parts",
                "rules.coins",
            ];
            let cell = names[3 - keys..].iter().zip(&values[3 - keys..]);
            each.cell = cell
                .map(|(key, value)| ((*key).to_owned(), value.to_string()))
                .collect();
            let words = each
                .cell
                .iter()
                .map(|(key, value)| format!("{} {value}", key.rsplit('.').next().unwrap_or(key)));
            each.name = words.collect::<Vec<_>>().join(", ");
            each.sides = (0..sides)
                .map(|at| balance_inference::table::SideRow {
                    side: side(at),
                    fair: Some(1.0 / (sides + index / 12) as f64),
                    ..base.sides[at % 3].clone()
                })
                .collect();
            if index > 0 {
                let mut compared = compared.clone();
                compared.configuration.clone_from(&each.name);
                results.comparisons.push(compared);
            }
            results.configurations.push(each);
        }
        results
    }

    #[test]
    fn pictures_of_runs_of_every_size_stand() {
        let sizes = [1, 2, 3, 4, 5, 12, 24, 25, 36, 60, 130];
        for (at, count) in sizes.into_iter().enumerate() {
            let (keys, sides) = (at % 3 + 1, [2, 3, 5, 9][at % 4]);
            for picture in all(&of_size(count, keys, sides)).expect("drawn").iter() {
                stands(&format!("{count}-{keys}-{sides}-{}", picture.name), &picture.chart);
            }
        }
    }

    #[test]
    fn many_categories_stand() {
        for sides in [3, 8, 14, 22, 30] {
            for picture in all(&of_size(1, 1, sides)).expect("drawn").iter() {
                stands(&format!("categories-{sides}-{}", picture.name), &picture.chart);
            }
        }
    }
}
