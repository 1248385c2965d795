#!/bin/sh
# Repeats the figures of docs/play.md, "Measured strength": hours of one core. Run single lines of it, too.
set -eu

# One bot alone among others of one kind, at every seat in turn.
alone() {  # GAME PLAYERS BOT RIVAL GAMES [SEED]
    rivals=$(for _ in $(seq 2 "$2"); do printf ', "%s"' "$4"; done)
    printf 'game = "%s"\nrules.players = %s\nseats.rotate = ["%s"%s]\n' "$1" "$2" "$3" "$rivals" |
        balance run - --games $(($5 / $2)) --seed ${6:-5} --no-league
}

# The levels.
alone niagara 4 novice club 4000 77; alone regatta 4 novice club 4000 77; alone mekong 4 novice club 1600 77
alone riverbed 9 novice club 18000 77
for n in 2 3 4 5; do alone niagara $n expert club 1200 78; done
for n in 2 3; do alone regatta $n expert club 600 78; done; alone regatta 4 expert club 1200 1
alone mekong 2 expert club 120 78; for n in 3 4 5 6; do alone mekong $n expert club 240 78; done
for n in 4 5 6 7 8 9; do alone riverbed $n expert club 6000 78; done

for n in 2 3 4 5; do alone niagara $n heuristic pirate 1000; alone niagara $n pirate random 1000; done
for n in 2 3 4; do alone regatta $n heuristic by-the-table 2400; alone regatta $n by-the-table random 1000; done
for n in 2 3 4 5 6; do alone mekong $n heuristic rusher 1000; alone mekong $n rusher random 600; done
for n in 4 5 6 7 8 9; do alone riverbed $n heuristic loyal-diver 20000; alone riverbed $n loyal-diver random 20000; done

# What beats `club`, at every table.
exploit() {  # GAME PLAYERS [RULES]
    printf 'game = "%s"\nrules = { players = %s%s }\nseats.all = "club"\n' $1 $2 "${3:-}" | balance bots exploit -
}

for n in 2 3 4 5; do exploit niagara $n; done
for n in 2 3 4; do exploit regatta $n; done
for n in 4 5 6 7 8 9; do exploit riverbed $n; done
for n in 2 3 4 5 6; do exploit mekong $n; done
exploit mekong 4 ', side = "water"'
