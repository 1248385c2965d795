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
for n in 2 3 4; do alone regatta $n expert club 2400 78; done
alone mekong 2 expert club 420 78; for n in 3 4 5 6; do alone mekong $n expert club 240 78; done
for n in 4 5 6 7 8 9; do alone riverbed $n expert club 6000 78; done

for n in 2 3 4 5; do alone niagara $n heuristic pirate 1000; alone niagara $n pirate random 1000; done
for n in 2 3 4; do alone regatta $n heuristic by-the-table 2400; alone regatta $n by-the-table random 1000; done
for n in 2 3 4 5 6; do alone mekong $n heuristic rusher 1000; alone mekong $n rusher random 600; done
for n in 4 5 6 7 8 9; do alone riverbed $n heuristic loyal-diver 20000; alone riverbed $n loyal-diver random 20000; done

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
