//! The sides of a game: those that can win, by their names, and the fair share of all of them.

use balance_inference::table::{Configuration, SideRow};

/// Those that can win.
pub fn playing(each: &Configuration) -> impl Iterator<Item = &SideRow> + Clone {
    each.sides.iter().filter(|row| row.fair.is_some())
}

/// The one of this name.
pub fn side<'r>(each: &'r Configuration, name: &str) -> Option<&'r SideRow> {
    each.sides.iter().find(|row| row.side == name)
}

/// Each name once, in the order in which they first occur.
pub fn names<'r>(rows: impl Iterator<Item = &'r SideRow>) -> Vec<&'r str> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.side.as_str()) {
            names.push(&row.side);
        }
    }
    names
}

/// The fair share of every side, where it is the same for all.
pub fn fair_share(each: &Configuration) -> Option<f64> {
    common(each.sides.iter().filter_map(|row| row.fair))
}

/// What all of these shares are; none where they differ.
pub fn common(mut shares: impl Iterator<Item = f64>) -> Option<f64> {
    let first = shares.next()?;
    shares.all(|share| (share - first).abs() < 1e-9).then_some(first)
}
