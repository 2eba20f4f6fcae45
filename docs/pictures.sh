#!/bin/sh
# Paint the pictures of README and the guides: `make pictures`. Only pages and tables need Chromium.
#   URBANIST  the program
#   CHROMIUM  the browser
#   PYTHON    the Python that has Playwright
set -eu
cd "$(dirname "$0")"
urbanist=${URBANIST:-urbanist}
browser=${CHROMIUM:-chromium}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The games stand in pictures.jsonl, one a line.
"$urbanist" show pictures.jsonl:1 --ply 74 --svg metropolys.svg
"$urbanist" show pictures.jsonl:2 --ply 50 --svg akropolis.svg
"$urbanist" show pictures.jsonl:3 --ply 199 --view 0 --svg warszawa.svg

# Tables in a browser need Playwright and Pillow too.
(cd .. && "${PYTHON:-python3}" -m tests.draw_tables)

sh pages.sh "$folder"

# paint FILE ADDRESS SIZE: a page as a picture
paint() {
    "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size="$3" \
        --screenshot="$PWD/$1" "file://$folder/$2" 2>"$folder/log" || { cat "$folder/log"; exit 1; }
}
paint tournament.png tournament.html 900,1900
paint analyse.png "game.html#74" 1600,1100
