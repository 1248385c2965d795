//! The file of a shard: what it is of, then its pieces, one a line.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::foreign;
use crate::kept::{Key, seal, unseal};
use crate::sim::{Piece, Share};

/// Version of the shape of the file.
pub const FORMAT: u32 = 2;

/// What a shard is of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// Which games are played, and by what build.
    pub key: Key,
    /// The scenario's file, as it was named.
    pub scenario: String,
    /// What the command line changed of it.
    pub set: Vec<String>,
    /// Did it ask no other bots?
    #[serde(default)]
    pub no_league: bool,
    /// Which share of the games from `from` on and before `to`.
    pub share: Share,
    /// The first game number of its round.
    pub from: u64,
    /// The end of its round.
    pub to: u64,
    /// The look at which each piece ends, line by line.
    pub pieces: Vec<u64>,
}

impl Manifest {
    /// The name of its file.
    pub fn file(&self) -> String {
        name(self.from, self.share)
    }

    /// Are both of one run, and cut at the same looks?
    pub fn is_of(&self, other: &Manifest) -> bool {
        (&self.version, &self.key, &self.scenario, &self.set)
            == (&other.version, &other.key, &other.scenario, &other.set)
    }
}

/// The name of a shard's file.
pub fn name(from: u64, share: Share) -> String {
    let Share { index, of } = share;
    match from {
        0 => format!("{index:05}-of-{of:05}.json"),
        from => format!("from-{from}.{index:05}-of-{of:05}.json"),
    }
}

/// What a file of this name must hold.
pub fn named(name: &str) -> Option<(u64, Share)> {
    let rest = name.strip_suffix(".json")?;
    let (from, rest) = match rest.strip_prefix("from-") {
        None => (0, rest),
        Some(rest) => {
            let (from, rest) = rest.split_once('.')?;
            (from.parse().ok()?, rest)
        }
    };
    let (index, of) = rest.split_once("-of-")?;
    let share = Share::new(index.parse().ok()?, of.parse().ok()?).ok()?;
    (self::name(from, share) == name).then_some((from, share))
}

/// Writes a shard into `dir`, whole or not at all, whoever else writes the same one at this moment.
///
/// # Errors
/// As the system says.
pub fn write(dir: &Path, manifest: &Manifest, pieces: &[Piece]) -> io::Result<PathBuf> {
    let mut lines = vec![serde_json::to_vec(manifest)?];
    for piece in pieces {
        lines.push(serde_json::to_vec(piece)?);
    }
    let text = seal(FORMAT, &lines)?;
    if text.len() as u64 > foreign::LARGEST {
        let message = format!(
            "it would be larger than {} MB; cut the run into more shards",
            foreign::LARGEST >> 20
        );
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    let name = name(manifest.from, manifest.share);
    let path = dir.join(&name);
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".new");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As the mask of the user says, like every other file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(dir)?;
    file.write_all(&text)?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    Ok(path)
}

/// The manifest of the shard at `path`, and the text of its pieces.
///
/// # Errors
/// What is wrong with the file, to be said after its name.
pub fn read(path: &Path) -> Result<(Manifest, Vec<Vec<u8>>), String> {
    let bytes = foreign::read(path, foreign::LARGEST).map_err(|error| format!("cannot be read: {error}"))?;
    let lines = unseal(&bytes, FORMAT)?;
    let (first, pieces) = lines.split_first().ok_or("is damaged: it is empty")?;
    let manifest: Manifest =
        serde_json::from_slice(first).map_err(|_| "is damaged: its second line is not that of a shard")?;
    if manifest.pieces.len() != pieces.len() {
        return Err("is damaged: it has other pieces than it states".to_owned());
    }
    Ok((manifest, pieces.iter().map(|piece| piece.to_vec()).collect()))
}
