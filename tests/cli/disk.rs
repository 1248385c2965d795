//! A disk that is full or fails at any file that a run writes: it says so, loses nothing, and goes on once there is room.

use std::path::Path;
use std::process::{Command, Output};

use super::run::{differing, files};
use super::{folder, printed, scenario};

const TEXT: &str =
    "title = \"Disk\"\ngame = \"riverbed\"\ngames = 300\nseed = 5\n[rules]\nplayers = 5\n[seats]\nall = \"random\"\n";

/// Runs `script` in a name space of its own, where a small disk may be mounted at `$DISK` without anybody else seeing it;
/// none where the system does not allow that.
fn apart(disk: &Path, script: &str) -> Option<Output> {
    let unshare = |arguments: &[&str], script: &str| {
        Command::new("unshare")
            .args(arguments)
            .args(["sh", "-c", script])
            .env("DISK", disk)
            .env("BALANCE", env!("CARGO_BIN_EXE_balance"))
            .env(
                "STEP",
                if std::env::var_os("BALANCE_KILLS").is_some() {
                    "1"
                } else {
                    "4"
                },
            )
            .env("NO_COLOR", "1")
            .output()
            .ok()
    };
    let may = |arguments: &[&str]| {
        let tried = unshare(arguments, "mount -t tmpfs -o size=64k none \"$DISK\"");
        tried.is_some_and(|output| output.status.success())
    };
    let ways: [&[&str]; 2] = [&["--mount"], &["--mount", "--user", "--map-root-user"]];
    let way = ways.into_iter().find(|way| may(way))?;
    unshare(way, script)
}

/// More names can be made on the disk each time, in the long form (see `torture`) one more, so that every file and folder is
/// once the first that fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_at_any_file_loses_nothing() {
    let dir = folder();
    let path = scenario(dir.path(), "disk.toml", TEXT).display().to_string();
    let whole = dir.path().join("whole");
    printed(&["run", &path, "--quiet", "--out", &whole.display().to_string()]);
    let disk = dir.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let script = format!(
        r#"set -u
room=1; failed=0
while :; do
    room=$((room + STEP))
    mount -t tmpfs -o size=64m,nr_inodes=$room none "$DISK" || exit 90
    "$BALANCE" run {path} --quiet --out "$DISK/out" > "$DISK.said" 2>&1
    code=$?
    if [ $code = 0 ]; then break; fi
    failed=$((failed + 1))
    if [ $code != 2 ] && [ $code != 6 ]; then echo "exit code $code with room for $room names"; cat "$DISK.said"; exit 91; fi
    grep -q 'cannot be written' "$DISK.said" || {{ cat "$DISK.said"; exit 92; }}
    if [ -e "$DISK/out/disk/results.json" ]; then echo "half a report with room for $room names"; exit 93; fi
    mount -o remount,nr_inodes=10000 "$DISK"
    "$BALANCE" run {path} --quiet --out "$DISK/out" > "$DISK.said" 2>&1 || {{ cat "$DISK.said"; exit 94; }}
    diff -r {whole} "$DISK/out" || exit 95
    umount "$DISK"
done
echo "$failed"
"#,
        whole = whole.display(),
    );
    let Some(output) = apart(&disk, &script) else {
        eprintln!("no disk can be mounted here: nothing is tried");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}: {said}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let failed: u32 = said.trim().parse().expect("a number");
    assert!(failed > 5, "every file failed once: {failed}");
}

/// Some kilobytes more fit on the disk each time.
#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_after_any_number_of_bytes_keeps_the_older_report() {
    let dir = folder();
    let path = scenario(dir.path(), "disk.toml", TEXT).display().to_string();
    let (older, newer) = (dir.path().join("older"), dir.path().join("newer"));
    printed(&["run", &path, "--quiet", "--out", &older.display().to_string()]);
    printed(&[
        "run",
        &path,
        "--quiet",
        "--seed",
        "6",
        "--out",
        &newer.display().to_string(),
    ]);
    assert_ne!(
        differing(&files(&older.join("disk")), &files(&newer.join("disk"))),
        Vec::<&String>::new()
    );
    let disk = dir.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let script = format!(
        r#"set -u
mount -t tmpfs -o size=64m none "$DISK" || exit 90
cp -r {older} "$DISK/out"
used=$(du -sk "$DISK/out" | cut -f1)
failed=0
for more in 8 40 100 180 300 450 600; do
    mount -o remount,size=$((used + more))k "$DISK" || exit 91
    "$BALANCE" run {path} --quiet --seed 6 --fresh --out "$DISK/out" > "$DISK.said" 2>&1
    code=$?
    if [ $code = 0 ]; then diff -r {newer} "$DISK/out" || exit 92; break; fi
    failed=$((failed + 1))
    if [ $code != 6 ]; then echo "exit code $code with $more kB"; cat "$DISK.said"; exit 93; fi
    grep -q 'No space left' "$DISK.said" || {{ cat "$DISK.said"; exit 94; }}
    rm -f "$DISK/out/disk/unfinished.json"
    diff -r {older} "$DISK/out" || exit 95
done
mount -o remount,size=64m "$DISK"
"$BALANCE" run {path} --quiet --seed 6 --out "$DISK/out" > /dev/null || exit 96
diff -r {newer} "$DISK/out" || exit 97
echo "$failed"
"#,
        older = older.display(),
        newer = newer.display(),
    );
    let Some(output) = apart(&disk, &script) else {
        eprintln!("no disk can be mounted here: nothing is tried");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}: {said}{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let failed: u32 = said.trim().parse().expect("a number");
    assert!(failed > 2, "the disk was full several times: {failed}");
}

/// A baseline that does not fit is not wrong input, and the one before stays.
#[cfg(target_os = "linux")]
#[test]
fn a_baseline_that_cannot_be_written_is_lost_output() {
    let dir = folder();
    let path = scenario(dir.path(), "disk.toml", TEXT).display().to_string();
    let disk = dir.path().join("disk");
    std::fs::create_dir(&disk).expect("made");
    let script = format!(
        r#"mount -t tmpfs -o size=16k none "$DISK" || exit 90
"$BALANCE" baseline {path} --quiet --games 20000 --out "$DISK" > "$DISK.said" 2>&1
code=$?
cat "$DISK.said"
exit $code
"#
    );
    let Some(output) = apart(&disk, &script) else {
        eprintln!("no disk can be mounted here: nothing is tried");
        return;
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(6), "{said}");
    assert!(said.contains("No space left"), "{said}");
}
