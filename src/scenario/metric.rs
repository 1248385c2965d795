//! What the name of a metric says of it.

/// Is the metric of this name a share, or a difference of shares, written in per cent?
pub fn is_share(name: &str) -> bool {
    let kind = name.split('.').next().unwrap_or_default();
    matches!(kind, "win-rate" | "ending" | "bot") || is_gap(name)
}

/// Is the metric of this name a difference of shares, which may be below 0?
pub fn is_gap(name: &str) -> bool {
    gap(name).is_some()
}

/// The two sides, by their keys, of whose win rates the metric of this name is the difference; none of any other. The gap of
/// one side to its fair share, of which comparisons tell, is none.
pub fn gap(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix("gap.")?.split_once('.')
}
