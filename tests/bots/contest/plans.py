"""Tournament files for tests."""

import re
from pathlib import Path

from urbanist.bots.contest.plan import Tournament, read_plan

TWO = '[[bot]]\nplay = "greedy"\n[[bot]]\nplay = "random"\n'
#: A tournament of three bots, 30 games.
SMALL = f'players = 2\ndeals = 5\n{TWO}[[bot]]\nplay = "ismcts:nodes=60"\n'
SIX = "".join(f'[[bot]]\nplay = "random:seed={seed}"\n' for seed in range(1, 7))


def written(folder: Path, text: str, name: str = "cup.toml", *, seeded: bool = True) -> Path:
    """Write a tournament of metropolys and return its file; with seed 0, if it is to have one and sets no other."""
    path = folder / name
    seed = "seed = 0\n" if seeded and not re.search(r"^seed = ", text, re.MULTILINE) else ""
    path.write_text(f'game = "metropolys"\n{seed}{text}', encoding="utf-8")
    return path


def planned(folder: Path, text: str, *, seeded: bool = True) -> Tournament:
    """Return the plan of a tournament of metropolys."""
    return read_plan(written(folder, text, seeded=seeded))
