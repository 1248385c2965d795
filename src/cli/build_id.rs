//! Which build of the program this is.

use std::fs::File;
use std::path::Path;
use std::sync::OnceLock;

use balance_analysis::checkpoint::hash;
use object::read::{Object, ReadCache};

/// The id that the linker gave this program: another build may play differently, be it that of a game of somebody's own. Where
/// it gave none, a hash of the whole program.
pub fn build_id() -> &'static str {
    static ID: OnceLock<String> = OnceLock::new();
    ID.get_or_init(|| {
        let program = std::env::current_exe().unwrap_or_default();
        let hashed = || hash(&std::fs::read(&program).unwrap_or_default());
        linked(&program).unwrap_or_else(hashed)
    })
}

/// The id that a linker has written into a program, of which little is read for it: the build id of ELF, the UUID of Mach-O, or that
/// of the symbols of PE.
fn linked(program: &Path) -> Option<String> {
    let cache = ReadCache::new(File::open(program).ok()?);
    let file = object::File::parse(&cache).ok()?;
    let elf = || file.build_id().ok().flatten().map(<[u8]>::to_vec);
    let mach = || file.mach_uuid().ok().flatten().map(Vec::from);
    let windows = || file.pdb_info().ok().flatten().map(|symbols| symbols.guid().to_vec());
    let id: Vec<u8> = elf().or_else(mach).or_else(windows)?;
    (!id.is_empty()).then(|| hash(&id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_known_by_what_the_linker_says_of_it() {
        let program = std::env::current_exe().expect("a program");
        if cfg!(target_os = "linux") {
            assert_eq!(linked(&program).as_deref(), Some(build_id()));
        }
        assert!(build_id().len() >= 16);
    }

    #[test]
    fn what_no_linker_has_made_has_no_id() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("program");
        std::fs::write(&path, "#!/bin/sh\n").expect("written");
        assert_eq!(linked(&path), None);
        assert_eq!(linked(&dir.path().join("none")), None);
    }
}
