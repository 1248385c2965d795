//! Pictures: plain descriptions in, SVG and PNG out.
//!
//! A chart is described by a plain struct ([`Bars`], [`Forest`], [`HistogramChart`], [`HeatMap`], [`Lift`], [`Curve`]) that
//! knows nothing of games or of stored tables; its `draw` gives a [`Chart`]: one SVG for files (fixed colours, white
//! ground) and one for HTML pages (CSS variables, no ground), and that one once more for narrow screens. [`png`] turns the former into pixels.
//!
//! Nothing here may depend on the clock, on installed fonts or on the order of a hash map: the same description gives the
//! same bytes on every machine.
//!
//! | file | what |
//! | --- | --- |
//! | `theme` | colours, type sizes, the style sheet that turns a themed chart dark |
//! | `text` | measuring, wrapping |
//! | `unit` | estimates, number formats |
//! | `axis` | round numbers on a line |
//! | `sheet` | what is drawn on: lines, boxes, dots, words; SVG in two colourings |
//! | `layout` | title block, legend, label column, horizontal axis |
//! | `chart` | the finished picture: title and description for screen readers, PNG |
//! | `bars`, `forest`, `histogram`, `heat`, `lift`, `curve` | one kind of picture each |
//! | [`laws`] | what every picture must stand up to |

mod axis;
mod bars;
mod chart;
mod curve;
mod forest;
mod heat;
mod histogram;
pub mod laws;
mod layout;
mod lift;
mod sheet;
mod text;
mod theme;
mod unit;

pub use bars::{Bar, Bars};
pub use chart::{Chart, png};
pub use curve::{Along, Curve, Series};
pub use forest::{Forest, ForestRow};
pub use heat::{Centre, HeatMap};
pub use histogram::HistogramChart;
pub use lift::{Lift, LiftRow};
pub use theme::{STYLE, ground, neutral_colour, side_colour};
pub use unit::{Estimate, Unit, Wished, halves_up};

/// Why a picture could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    /// More rows, columns or series than a readable picture holds.
    #[error("The chart \"{title}\" has {given} {what}; at most {most} can be drawn legibly.")]
    TooMany {
        /// Title of the chart.
        title: String,
        /// What there is too much of.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// How many fit.
        most: usize,
    },
    /// Two parts of the description do not have the same length.
    #[error("The chart \"{title}\" has {given} {what} where {wanted} are needed.")]
    Shape {
        /// Title of the chart.
        title: String,
        /// What is counted.
        what: &'static str,
        /// How many were given.
        given: usize,
        /// How many belong there.
        wanted: usize,
    },
    /// The drawing library refused.
    #[error("A chart could not be drawn: {0}.")]
    Draw(String),
    /// The SVG could not be turned into pixels.
    #[error("A chart could not be turned into a PNG picture: {0}.")]
    Raster(String),
}
