//! How wide the lines are that are printed.

/// Columns of the terminal that is printed to, from 60 to 200; none where what is printed goes elsewhere.
pub fn columns() -> Option<usize> {
    columns_of(&std::io::stdout())
}

/// So wide are lines of text that are broken: as the terminal; what goes elsewhere is no wider than a report.
pub fn width() -> usize {
    columns().unwrap_or(balance_report::WIDTH)
}

/// The same of texts that a wide terminal gives no more room.
pub fn narrow() -> usize {
    width().min(balance_report::WIDTH)
}

/// Columns of the terminal that remarks and mistakes are printed to; none where they go elsewhere.
pub fn columns_of_remarks() -> Option<usize> {
    columns_of(&std::io::stderr())
}

#[cfg(unix)]
fn columns_of(stream: &impl std::os::fd::AsFd) -> Option<usize> {
    rustix::termios::tcgetwinsize(stream)
        .ok()
        .map(|size| broken_at(size.ws_col))
}

#[cfg(windows)]
fn columns_of(stream: &impl std::os::windows::io::AsHandle) -> Option<usize> {
    terminal_size::terminal_size_of(stream).map(|(width, _)| broken_at(width.0))
}

/// Where lines are broken on a terminal of so many columns: 80 where it does not say, and never before 60 nor behind 200.
fn broken_at(columns: u16) -> usize {
    match columns {
        0 => 80,
        columns => usize::from(columns).clamp(60, 200),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A terminal that says how many columns it has and not how many rows, as `stty cols 80` leaves some, has these columns.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_terminal_without_rows_has_columns() {
        let terminal = std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open("/dev/ptmx")
            .expect("a terminal");
        let columns = |columns: u16| {
            let mut size = rustix::termios::tcgetwinsize(&terminal).expect("a size");
            (size.ws_col, size.ws_row) = (columns, 0);
            rustix::termios::tcsetwinsize(&terminal, size).expect("set");
            columns_of(&terminal)
        };
        assert_eq!([72, 0, 20, 400].map(columns), [Some(72), Some(80), Some(60), Some(200)]);
        assert_eq!(columns_of(&tempfile::tempfile().expect("a file")), None);
    }
}
