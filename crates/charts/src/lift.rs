//! What a component does to each side: differences of win rates with and without it.

use super::ChartError;
use super::chart::{Chart, Drawing, describe, everywhere};
use super::layout::{Across, Header, Legend, Mark, Names, at_most, exactly, ring, whisker};
use super::sheet::{Align, DrawingSurface};
use super::text::widest;
use super::theme::{BAND, Colour, INK, LABEL, MARGIN, MUTED, Room, TICK};
use super::unit::{Estimate, EstimateBounds, Unit, bounds};

/// Components (tiles, cards) by how much the win rate of each side differs between games with and without them;
/// the component with the largest difference comes first. Dots are hollow where the interval includes zero.
#[derive(Debug, Clone)]
pub struct Lift {
    /// Headline: what the picture says.
    pub title: String,
    /// Grey line below: number of games, kind of interval.
    pub subtitle: String,
    /// What is measured, written at the axis.
    pub axis_label: String,
    /// Name and colour of each side.
    pub sides: Vec<(String, Colour)>,
    /// The components in any order.
    pub rows: Vec<LiftRow>,
}

/// One component of a [`Lift`].
#[derive(Debug, Clone)]
pub struct LiftRow {
    /// Name.
    pub label: String,
    /// Difference of the win rate (a fraction) for each side, in the order of [`Lift::sides`].
    pub effects: Vec<Estimate>,
}

impl Lift {
    /// Most components.
    pub const MOST: usize = 40;
    /// Most sides.
    pub const SIDES: usize = 9;

    const LANE: f64 = 12.0;

    /// Draws the dots. `id` must be unique in the page the chart goes into.
    ///
    /// # Errors
    /// [`ChartError::TooMany`] beyond [`Lift::SIDES`] sides or [`Lift::MOST`] components, [`ChartError::Shape`] if a row has
    /// not one effect for each side, [`ChartError::Draw`] if plotters refuses.
    pub fn draw(&self, id: &str) -> Result<Chart, ChartError> {
        at_most(&self.title, "sides", self.sides.len(), Self::SIDES)?;
        at_most(&self.title, "components", self.rows.len(), Self::MOST)?;
        for row in &self.rows {
            exactly(&self.title, "effects in a row", row.effects.len(), self.sides.len())?;
        }
        everywhere(|room| self.within(id, room))
    }

    fn within(&self, id: &str, room: Room) -> Result<Drawing, ChartError> {
        let header = Header::new(id, room, &self.title, &self.subtitle);
        let rows = self.sorted();
        let known: Vec<Vec<Option<EstimateBounds>>> = rows
            .iter()
            .map(|row| row.effects.iter().map(|effect| effect.known()).collect())
            .collect();
        let ends = known.iter().flatten().flatten().flat_map(|known| known.ends());
        let Some((lo, hi)) = bounds(ends) else {
            return header.nothing();
        };
        let (lo, hi) = (lo.min(0.0), hi.max(0.0));
        let unit = Unit::PercentagePoints;
        let digits = unit.digits(lo, hi);
        let words =
            |known: Option<EstimateBounds>| known.map_or("no data".to_owned(), |known| unit.estimate(known, digits));

        let legend = self.legend(room, &known);
        // One side leaves room for its numbers; several would drown the picture in them, they are in the description.
        let numbers: Vec<_> = if self.sides.len() == 1 {
            known.iter().map(|row| words(row[0])).collect()
        } else {
            Vec::new()
        };
        let column = widest(&numbers, LABEL);
        let names = Names::new(room, rows.iter().map(|row| row.label.as_str()), column);
        let gap = if numbers.is_empty() { 26.0 } else { 24.0 };
        let (left, right) = (names.field(14.0), names.field_end(room, column, gap));
        let across = Across::new(room, (lo, hi), unit, (left, right), &self.axis_label);

        let legend_top = header.height();
        let top = legend_top + legend.height();
        let least = (self.sides.len() as f64 * Self::LANE + 10.0).max(26.0);
        let edges = names.edges(top, rows.len(), least);
        let bottom = edges[rows.len()];
        let parts = rows.iter().zip(&known).map(|(row, known)| {
            let sides = self.sides.iter().zip(known);
            let sides = sides.map(|((side, _), &known)| format!("{side} {}", words(known)));
            format!("{}: {}", row.label, sides.collect::<Vec<_>>().join(", "))
        });
        let description = describe(&self.title, parts);

        header.finish(description, bottom + Across::HEIGHT, |sheet| {
            legend.draw(sheet, legend_top);
            if self.sides.len() > 1 && room == Room::Broad {
                draw_bands(sheet, room, &edges);
            }
            across.draw(sheet, top, bottom);
            sheet.line(&[(across.x(0.0), top), (across.x(0.0), bottom)], 1.75, MUTED);
            for (i, known) in known.iter().enumerate() {
                let place = names.place(i, edges[i], edges[i + 1]);
                let middle = place.marks;
                names.draw(sheet, i, left - 14.0, &place);
                let first = middle - Self::LANE * (known.len() as f64 - 1.0) / 2.0;
                for (lane, (known, (side, colour))) in known.iter().zip(&self.sides).enumerate() {
                    let y = first + Self::LANE * lane as f64;
                    let Some(known) = known else { continue };
                    let said = format!("{}, {side}: {}", rows[i].label, words(Some(*known)));
                    draw_effect(sheet, &across, (*known, y), *colour, &said);
                }
                if known.iter().all(Option::is_none) && numbers.is_empty() {
                    sheet.text("no data", (across.x(0.0) + 8.0, middle), Align::Left, TICK, MUTED);
                }
                if let Some(text) = numbers.get(i) {
                    let ink = if known.iter().any(Option::is_some) { INK } else { MUTED };
                    names.numbers(sheet, text, room.right(), &place, ink);
                }
            }
        })
    }

    /// The components with the largest differences, largest first; ties by name.
    fn sorted(&self) -> Vec<&LiftRow> {
        let size = |row: &LiftRow| {
            let sizes = row
                .effects
                .iter()
                .filter_map(|effect| effect.known())
                .map(|known| known.value.abs());
            sizes.fold(-1.0, f64::max)
        };
        let mut rows: Vec<_> = self.rows.iter().collect();
        rows.sort_by(|a, b| size(b).total_cmp(&size(a)).then_with(|| a.label.cmp(&b.label)));
        rows
    }

    fn legend(&self, room: Room, known: &[Vec<Option<EstimateBounds>>]) -> Legend {
        let sides = self.sides.iter().filter(|_| self.sides.len() > 1);
        let sides = sides.map(|(name, colour)| (Mark::Dot(*colour), name.clone()));
        let unsure = known.iter().flatten().flatten().any(|&known| touches_zero(known));
        let hollow = unsure.then(|| (Mark::Ring(super::theme::GREY), "interval includes zero".to_owned()));
        Legend::new(room, sides.chain(hollow))
    }
}

fn draw_bands(sheet: &DrawingSurface, room: Room, edges: &[f64]) {
    for edge in edges.windows(2).step_by(2) {
        sheet.fill((MARGIN, edge[0]), (room.right(), edge[1]), BAND);
    }
}

fn draw_effect(
    sheet: &DrawingSurface,
    across: &Across,
    (known, y): (EstimateBounds, f64),
    colour: Colour,
    words: &str,
) {
    let (at, ends) = ((across.x(known.value), y), (across.x(known.lo), across.x(known.hi)));
    sheet.with_words(words, || {
        whisker(sheet, ends, at, colour);
        if touches_zero(known) {
            ring(sheet, at, colour);
        }
    });
}

fn touches_zero(known: EstimateBounds) -> bool {
    known.lo <= 0.0 && known.hi >= 0.0
}

#[cfg(test)]
mod tests {
    use super::super::side_colour;
    use super::*;
    use crate::laws::{check, check_empty, refused};

    fn lift(sides: usize, rows: usize) -> Lift {
        let names = ["Otter", "Heron", "Beaver", "Pike & Perch"];
        let effect = |row: usize, side: usize| {
            let value = ((row * 37 + side * 53) % 41) as f64 / 400.0 - 0.05;
            Estimate::new(value, value - 0.012, value + 0.012)
        };
        let rows = (0..rows).map(|row| LiftRow {
            label: ["Flooded meadow", "Old mill", "Weir", "The bridge of the seven herons"][row % 4].to_owned()
                + &format!(" {}", row + 1),
            effects: (0..sides).map(|side| effect(row, side)).collect(),
        });
        Lift {
            title: "The weir helps whoever draws it".to_owned(),
            subtitle: "win rate in games with the tile minus that in games without it; 95% intervals".to_owned(),
            axis_label: "difference of the win rate".to_owned(),
            sides: (0..sides).map(|i| (names[i % 4].to_owned(), side_colour(i))).collect(),
            rows: rows.collect(),
        }
    }

    #[test]
    fn components_of_usual_numbers() {
        let chart = check("lift_one_side", |id| lift(1, 12).draw(id));
        assert!(chart.plain.contains("includes zero"));
        check("lift_two", |id| lift(2, 10).draw(id));
        check("lift_four", |id| lift(4, 8).draw(id));
    }

    #[test]
    fn the_largest_effects_come_first() {
        check("lift_many", |id| lift(4, Lift::MOST).draw(id));
        let sorted = lift(1, 73);
        let sizes: Vec<_> = sorted.sorted().iter().map(|row| row.effects[0].value.abs()).collect();
        assert!(sizes.is_sorted_by(|a, b| a >= b));
        assert_eq!(refused(sorted.draw("x")), ("components", 73, 40));
    }

    #[test]
    fn bad_numbers_and_shapes() {
        let mut odd = lift(2, 3);
        odd.rows[0].effects = vec![Estimate::missing(), Estimate::new(0.5, f64::NAN, 0.6)];
        odd.rows[1].effects = vec![Estimate::missing(); 2];
        check("lift_odd", |id| odd.draw(id));
        let mut flat = lift(1, 1);
        flat.rows[0].effects = vec![Estimate::exact(0.0)];
        check("lift_flat", |id| flat.draw(id));
        check_empty("lift_none", |id| lift(0, 0).draw(id));
        odd.rows[0].effects.pop();
        assert_eq!(refused(odd.draw("x")), ("effects in a row", 1, 2));
        assert_eq!(refused(lift(10, 1).draw("x")), ("sides", 10, 9));
    }
}
