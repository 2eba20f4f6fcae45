"""A program that plays the first legal move of the referee's list and writes all lines that it receives to a file.

It ends when a given condition is true; the condition may use `words`, the last line, and `over`, the end of a game.
"""

import shlex
import sys
from pathlib import Path

SCRIBE = """
import sys
legal, over = [], False
with open(sys.argv[1], "a", buffering=1) as book:
    for line in sys.stdin:
        book.write(line)
        words = line.split()
        if words == ["ugi"]:
            print("id name scribe\\noption name legal type check default false")
            print("option name ponder type check default false\\noption name seed type spin default 0")
            print("games metropolys\\nugiok", flush=True)
        if words == ["isready"]:
            print("readyok", flush=True)
        if words[0] == "legal":
            legal = words[1:]
        if words[0] == "ponderhit" or words[0] == "go" and words[1:2] not in (["ponder"], ["movetime"]):
            reply = " ponder pass" if "pass" not in legal else ""
            print("info depth 1 nodes 7 score 0.25 pv x\\nbestmove " + legal[0] + reply, flush=True)
        if words == ["stop"]:
            print("bestmove " + legal[0], flush=True)
        if words == ["quit"] or ENDS:
            break
        over |= words[0] == "gameover"
"""


def scribe(folder: Path, ends: str = "False") -> tuple[str, Path]:
    """Return the command of a scribe and the file that it writes."""
    path, book = folder / "scribe.py", folder / "book"
    path.write_text(SCRIBE.replace("ENDS", ends), encoding="utf-8")
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(str(path))} {shlex.quote(str(book))}", book
