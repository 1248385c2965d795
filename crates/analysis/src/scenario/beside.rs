//! Which configuration each is compared with.

use super::Scenario;

/// For each configuration, the one it is compared with: a variant with the base of its cell, a cell of a matrix without
/// variants with the first cell. None where it plays each deal another number of times.
pub fn references(scenario: &Scenario) -> Vec<Option<usize>> {
    let all = &scenario.configurations;
    let rotations = |index: usize| all[index].setup.seats.rotations();
    let beside = |(index, reference): (usize, Option<usize>)| {
        reference.filter(|reference| rotations(*reference) == rotations(index))
    };
    beside_each(all.iter().map(|each| (&each.cell, each.variant.is_some())))
        .into_iter()
        .enumerate()
        .map(beside)
        .collect()
}

/// For each configuration, given as its cell and whether it is a variant, the one beside which it stands.
pub fn beside_each<'a, C: PartialEq + 'a>(all: impl Iterator<Item = (&'a C, bool)>) -> Vec<Option<usize>> {
    let all: Vec<_> = all.collect();
    let variants = all.iter().any(|(_, variant)| *variant);
    let base = |cell: &C| all.iter().position(|(other, variant)| !variant && *other == cell);
    let of = |(index, (cell, variant)): (usize, &(&C, bool))| match variant {
        true => base(cell),
        false => (index > 0 && !variants).then_some(0),
    };
    all.iter().enumerate().map(of).collect()
}
