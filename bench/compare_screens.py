"""Does a person wait longer for the screen than in another tree? Start, first board and key of both, in turn.

`python -m bench.compare_screens ../base . --turns 7` starts games of both built trees in pseudo-terminals of 120 x 40
characters, one after the other, and prints medians of the processor time, which other programs on the machine change
less than the clock, and the medians of the ratios within a turn. Tab goes to the next place, tile or card.
"""

import argparse
import os
import time
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL
from statistics import median
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pexpect

from bench.bench_start import LAST, SEATS, SIZE

#: The key, how often it is pressed in a turn, and the seconds without output after which the screen is there.
KEY, KEYS, SILENCE = "\t", 20, 0.25
#: How long a program on a busy machine may take.
PATIENCE = 120


class Times(NamedTuple):
    """Seconds of the processor until the first board, and for a key."""

    board: float
    key: float


def used(child: "pexpect.spawn[str]") -> float:
    """Return the processor time of a running program, in seconds."""
    fields = Path(f"/proc/{child.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def settled(child: "pexpect.spawn[str]") -> None:
    """Read until nothing more comes."""
    with suppress(pexpect.TIMEOUT):
        while True:
            child.read_nonblocking(1 << 16, timeout=SILENCE)


def measured(tree: Path, game: str) -> Times:
    """Return the times of a game in a tree."""
    with TemporaryDirectory() as folder:
        environment = {
            **os.environ,
            "TERM": "xterm-256color",
            "XDG_DATA_HOME": folder,
            "XDG_CONFIG_HOME": folder,
        }
        program = str(tree.resolve() / ".venv/bin/urbanist")
        child = pexpect.spawn(
            program,
            ["play", game, "--seats", SEATS[game], "--seed", "1"],
            env=environment,
            dimensions=SIZE,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        child.delaybeforesend = None
        try:
            child.expect(LAST)
            settled(child)
            board = used(child)
            child.send(KEY)
            settled(child)
            before = used(child)
            for _ in range(KEYS):
                child.send(KEY)
                settled(child)
            return Times(board, (used(child) - before) / KEYS)
        finally:
            child.kill(SIGKILL)
            child.wait()


def main() -> None:
    """Measure both trees in turn, and print a row for each game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("base", type=Path)
    parser.add_argument("here", type=Path)
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    print(
        f"{'':24}{'base':>8}{'here':>8}{'ratio':>8}   medians of {given.turns} turns, {time.strftime('%F')}"
    )
    for game in SEATS:
        turns = [(measured(given.base, game), measured(given.here, game)) for _ in range(given.turns)]
        for name in Times._fields:
            pairs = [(getattr(base, name), getattr(here, name)) for base, here in turns]
            base, here = (1000 * median(values) for values in zip(*pairs, strict=True))
            ratio = median(here / base for base, here in pairs)
            print(f"{game + ', ' + name:24}{base:>5.0f} ms{here:>5.0f} ms{ratio:>8.2f}")


if __name__ == "__main__":
    main()
