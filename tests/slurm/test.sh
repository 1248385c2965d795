#!/usr/bin/env bash
# A run as a Slurm array on two nodes of this machine: one task is killed by SIGKILL, one node dies in the middle, one shard is
# played twice, one is altered. The report must be that of one process, byte for byte; so must a ladder, and an explanation that
# takes several rounds.
#
#   test.sh PROGRAM
#
# Needs the Debian packages slurmctld, slurmd, slurm-client and munge. Ends with 77 where they are not installed.
set -euo pipefail
balance=$(realpath "$1")
here=$(dirname "$(realpath "$0")")
for tool in slurmctld slurmd munged; do
    [ -x "/usr/sbin/$tool" ] || { echo "skipped: there is no $tool here"; exit 77; }
done
unset "${!SLURM_@}" "${!BALANCE_@}"

root=$(mktemp -d)
failed() {
    tail -n 30 "$root"/cluster/log/*.log "$root"/disk/out/many.shards/log/* >&2 || true
    echo "FAILED: $*" >&2
    exit 1
}
# Processes of this cluster, and of no other, whose command is like this.
ours() {
    local pid
    for pid in $(pgrep -f -- "$1" || true); do
        if tr '\0' '\n' < "/proc/$pid/environ" 2> /dev/null | grep -qx "SLURM_CONF=$root/cluster/slurm.conf"; then echo "$pid"; fi
    done
}
ended() { "$here/cluster.sh" stop "$root/cluster"; rm -rf "$root"; }
trap ended EXIT
# the tasks of other users read and write there
chmod 755 "$root"
mkdir "$root/disk"
cd "$root/disk"
cat > many.toml << S
title = "Many"
game = "riverbed"
games = ${GAMES:-6000}
seed = 5
[rules]
players = 5
[seats]
all = "heuristic"
[[variant]]
name = "fewer coins"
rules = { end-points.coins = 4 }
S
start=$(date +%s)
shown=$("$here/cluster.sh" start "$root/cluster")
eval "$shown"
echo "two nodes came up in $(($(date +%s) - start)) s"

# 1. An array of eight shards; while it runs, a task is killed and then a node.
"$balance" shards slurm many.toml --shards 8 --out out
shards=out/many.shards
for _ in $(seq 600); do
    [ "$(ls "$shards"/*.json 2> /dev/null | wc -l)" -ge 2 ] && break
    sleep 0.1
done
[ "$(ls "$shards"/*.json | wc -l)" -ge 2 ] || failed "no shard was played"
for _ in $(seq 200); do
    task=$(ours "^$balance run many.toml --shard auto")
    task=${task%%$'\n'*}
    [ -n "$task" ] && break
    sleep 0.1
done
[ -n "$task" ] || failed "no task is running"
kill -9 "$task"
echo "killed a task"
for _ in $(seq 100); do
    node=$(squeue -h -t running -o %N | grep -x n1 || true)
    [ -n "$node" ] && break
    sleep 0.1
done
[ -n "$node" ] || failed "nothing runs on the second node"
# what runs there dies with it, before it can say so
jobs=$(squeue -h -t running -w n1 -o %A)
kill -9 "$(cat "$root/cluster/run/slurmd-n1.pid")"
for job in $jobs; do
    for pid in $(ours "^slurmstepd: \[$job\."); do kill -9 "$pid" || true; done
done
for pid in $(ours "^$balance run many.toml --shard auto"); do
    if tr '\0' '\n' < "/proc/$pid/environ" | grep -qx SLURMD_NODENAME=n1; then kill -9 "$pid" || true; fi
done
echo "killed a node"

# 2. The finishing job submits again what is missing, on the node that is left, and then writes the report.
for _ in $(seq 6000); do
    [ -e out/many/run.toml ] && break
    sleep 0.1
done
[ -e out/many/run.toml ] || failed "there is no report: $(squeue)"
again=$(cat "$shards"/log/merge-*.txt | grep -c '^Again:' || true)
[ "$again" -ge 1 ] || failed "nothing was played again, though a task and a node were killed"
"$balance" run many.toml --quiet --out one > /dev/null
diff -r one/many out/many || failed "the report is not that of one machine"
echo "same bytes after $(($(date +%s) - start)) s; played again: $(grep -h '^Again:' "$shards"/log/merge-*.txt | tr '\n' ' ')"

# 3. A shard played twice has the same bytes.
before=$(sha256sum "$shards/00003-of-00008.json")
"$balance" run many.toml --shard 3/8 --fresh --quiet --out out
[ "$before" = "$(sha256sum "$shards/00003-of-00008.json")" ] || failed "a shard played twice has other bytes"

# 4. An altered shard is named, and played again by its number.
sed -i '0,/"games":/s//"games":1/' "$shards/00005-of-00008.json"
said=$("$balance" shards merge "$shards" 2>&1) && failed "an altered shard was taken"
grep -q '00005-of-00008.json is damaged' <<< "$said" || failed "the altered shard is not named: $said"
missing=$("$balance" shards list "$shards" --missing) || true
[ "$missing" = 5 ] || failed "shard 5 is missing, not $missing"
sbatch --array="$missing" "$shards/task.sbatch" > /dev/null
for _ in $(seq 300); do
    "$balance" shards list "$shards" > /dev/null && break
    sleep 1
done
"$balance" shards merge "$shards" > /dev/null
diff -r one/many out/many || failed "the report is not that of one machine"

# 5. A ladder, and an explanation in rounds, each submitted by the job that has put the one before together.
"$balance" shards slurm bots ladder many.toml --shards 2 --out out --with=--bots=heuristic,random --with=--deals=20
"$balance" shards slurm explain many.toml --shards 2 --out out --games 6000 --with=--only=tile.2,tile.6
for _ in $(seq 3000); do
    [ -e out/many-ladder/ladder.json ] && [ -e out/many-explain/explanation.html ] && [ -z "$(squeue -h)" ] && break
    sleep 0.1
done
[ -e out/many-ladder/ladder.json ] || failed "there is no ladder: $(cat out/many-ladder.shards/log/*)"
[ -e out/many-explain/explanation.html ] || failed "there is no explanation: $(cat out/many-explain.shards/log/*)"
"$balance" bots ladder many.toml --quiet --out one --bots heuristic,random --deals 20 > /dev/null
"$balance" explain many.toml --quiet --out one --games 6000 --only tile.2,tile.6 > /dev/null
for name in many-ladder many-explain; do
    diff -r "one/$name" "out/$name" || failed "$name is not that of one machine"
done
rounds=$(ls out/many-explain.shards/*00000-of-00002.json | wc -l)
[ "$rounds" -ge 2 ] || failed "the explanation took no second round"
echo "a ladder, and an explanation in $rounds rounds: the same bytes"
echo "passed in $(($(date +%s) - start)) s"
