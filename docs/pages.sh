#!/bin/sh
# Write the pages of the gallery to a folder: pages.sh FOLDER
#   URBANIST  the program
set -eu
cd "$(dirname "$0")"
urbanist=${URBANIST:-urbanist}
mkdir -p "$1"

# The tournament is that of README; the game is the first of pictures.jsonl.
sed -n '/^# cup\.toml$/,/^```$/p' ../README.md | sed '$d' >"$1/cup.toml"
[ ! -e "$1/cup.sqlite" ] || resume=--resume
"$urbanist" tournament "$1/cup.toml" ${resume:-} --html "$1/tournament.html" >"$1/standings.txt"
"$urbanist" analyse pictures.jsonl:1 --nodes 500 --html "$1/game.html" >"$1/analysis.txt"
