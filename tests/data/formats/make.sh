#!/bin/sh
# Make files of each format with one version of the program: make.sh URBANIST EXAMPLES FOLDER
#   URBANIST  the program of that version
#   EXAMPLES  its folder of examples
#   FOLDER    where the files will be
# What an old version lacks is left out.
set -u
urbanist=$1
examples=$2
mkdir -p "$3" && cd "$3"
export XDG_DATA_HOME="$PWD/data" LANG=C.UTF-8

# Deals and records.
for game in metropolys akropolis warszawa; do
    "$urbanist" deal $game --seed 1 >>deals.txt
    seats=random,greedy
    [ $game = warszawa ] && seats=random,greedy,random
    "$urbanist" match $game --seats $seats --games 1 --seed 1 --out $game.jsonl
done
cat metropolys.jsonl akropolis.jsonl warszawa.jsonl >records.jsonl
rm metropolys.jsonl akropolis.jsonl warszawa.jsonl

# A tournament that has ended, and its database.
cat >cup.toml <<'END'
game = "metropolys"
players = 2
deals = 2
seed = 1

[[bot]]
play = "random"

[[bot]]
play = "greedy"
END
"$urbanist" tournament cup.toml >/dev/null

# A game that a person left after a move, and one that ended.
table="metropolys --variant family"
first=$("$urbanist" legal --deal "$("$urbanist" deal $table --players 2 --seed 3)" | head -n 1)
play="play $table --plain --seats human,random"
printf '%s\nq\n' "$first" | "$urbanist" $play --seed 3 --record save.jsonl >played.txt
printf '%s\nresign\ny\n' "$first" | "$urbanist" $play --seed 3 >>played.txt

# A puzzle that a person solved.
best=$(sed -n 's/.*"best":"\([^"]*\)".*/\1/p' "$examples/../bots/table/puzzles/shipped/metropolys.jsonl" 2>/dev/null | head -n 1)
[ -z "$best" ] || printf '%s\nq\n' "$best" | "$urbanist" puzzles metropolys --plain --number 1 >>played.txt
rm played.txt

# Puzzles, a file of cards, and what a training of one generation says of itself.
sources=$examples/..
head -n 3 "$sources/bots/table/puzzles/shipped/metropolys.jsonl" >puzzles.jsonl || rm -f puzzles.jsonl
sed 's/"name": "house"/"name": "mine"/' "$sources/engine/warszawa/house.json" >cards.json || rm -f cards.json
small="--games 6 --nodes 8 --test-deals 1 --test-nodes 4 --seed 1 --workers 1"
"$urbanist" train metropolys --out training --generations 1 $small >/dev/null || rm -rf training
rm -f training/*.html training/*.npz training/games-* training/test-*

# The weights, and a bot that speaks the protocol.
cp "$examples/../search/weights/metropolys.npz" weights.npz || true
cp "$examples/bot.py" bot.py
find . -type f | sort
