//! stub
use crate::table::Results;
use std::path::{Path, PathBuf};
/// stub
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReportError(String);
/// stub
pub fn write(r: &Results, dir: &Path) -> Result<Vec<PathBuf>, ReportError> {
    std::fs::write(dir.join("results.json"), json(r)?).map_err(|e| ReportError(e.to_string()))?;
    Ok(vec![])
}
/// stub
pub fn read(_dir: &Path) -> Result<Results, ReportError> {
    Err(ReportError(String::new()))
}
/// stub
pub fn json(r: &Results) -> Result<String, ReportError> {
    serde_json::to_string_pretty(r).map_err(|e| ReportError(e.to_string()))
}
/// stub
pub fn terminal(r: &Results) -> String {
    r.configurations
        .iter()
        .map(|c| format!("{}: {:?}\n", c.name, c.sides))
        .collect()
}
