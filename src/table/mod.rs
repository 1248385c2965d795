//! What a run leaves: estimates with their intervals as rows of named tables, and the files they are kept in.
//!
//! [`Results`] is the contents of `results.json`; everything in a report is made from it alone. Nothing here plays.

mod results;

pub use results::{
    BotRow, Comparison, ComparisonRow, ComponentRow, Configuration, CounterRow, EndingRow, FORMAT, HistogramRow,
    LengthRow, Quantile, Rate, Results, RoleRow, RoleSeatRow, ScenarioInfo, SeatRow, SideRow, Verdict,
};
