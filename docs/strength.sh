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
alone niagara 4 novice club 4000 77; alone niagara 4 expert club 400 77; alone regatta 4 novice club 4000 77
alone regatta 4 expert club 1000 77; alone mekong 4 novice club 1600 77; alone mekong 4 expert club 240 77
alone riverbed 9 novice club 18000 77; alone riverbed 9 expert club 1800 77

for n in 2 3 4 5; do alone niagara $n search heuristic 1000; alone niagara $n heuristic pirate 1000; alone niagara $n pirate random 1000; done
for n in 2 3 4; do
    alone regatta $n search heuristic 9600; alone regatta $n heuristic by-the-table 2400; alone regatta $n by-the-table random 1000
done
for n in 2 3 4 5 6; do alone mekong $n heuristic rusher 1000; alone mekong $n rusher random 600; done
alone mekong 2 search heuristic 600; alone mekong 3 search heuristic 1200; alone mekong 6 search heuristic 3000
for n in 4 5; do alone mekong $n search heuristic 1200; alone riverbed $n search heuristic 10000; done
for n in 4 5 6 7 8 9; do alone riverbed $n heuristic loyal-diver 20000; alone riverbed $n loyal-diver random 20000; done
alone riverbed 6 search heuristic 30000
alone riverbed 7 search heuristic 30000 6; alone riverbed 8 search heuristic 30000 6; alone riverbed 9 search heuristic 60000 6

# One round of the search for a script that beats the bots of a table.
last() {  # GAME PLAYERS [RULES] [OPTIONS]
    printf 'game = "%s"\nrules = { players = %s%s }\n' $1 $2 "${3:-}" > table.toml
    balance bots league table.toml --rounds 1 ${4:-}
}

for n in 3 4; do last mekong $n '' '--games 40_000 --deals 600'; done
for n in 5 6; do last mekong $n; done
for n in 4 5; do last mekong $n ', side = "water"'; done
last mekong 6 ', side = "water"' '--games 40_000 --deals 400 --bots heuristic,saboteur,dredger'
last mekong 2 '' '--bots search,heuristic,waylayer,outrider,prowler,raider --games 6_000 --deals 100'
last mekong 2 ', side = "water"' '--bots search,heuristic,saboteur --games 1_500 --deals 100'
last mekong 3 ', side = "water"' '--bots search,heuristic,saboteur,corsair,mason --games 3_000 --deals 80'
for n in 2 3 4 5; do last niagara $n; done
for n in 2 3 4; do last regatta $n; done
for n in 4 5 6 7 8 9; do last riverbed $n; done
