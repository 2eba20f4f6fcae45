"""How much faster is this tree than another one? Both are built; their benchmarks run in turn.

`make bench-check BASE=COMMIT` builds COMMIT in build/base and runs `python -m bench.compare_trees build/base .`. It
prints for each measured speed the ratio of this tree to the base, with a 95 % interval over the turns.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from urbanist.engine import GAMES

#: Looks for the package in one tree alone. An older tree has no `urbanist/__init__.py`: Python would go on looking, and
#: prefer the package of the tree that this Python is installed for.
BENCH = """
import sys
names = sys.argv.pop(1)
sys.path[:] = [names, *(path for path in sys.path if not path.endswith("build/names"))]
from urbanist.bots.cli.main import main
main()
"""


class Row(NamedTuple):
    """A speed of both trees, and their ratio with its 95 % interval."""

    speed: str
    base: float
    here: float
    ratio: float
    low: float
    high: float


def measured(tree: Path, asked: list[str]) -> dict[str, Any]:
    """Return the output of `urbanist bench --json` in a tree."""
    names = str(tree.resolve() / "build/names")
    command = [sys.executable, "-c", BENCH, names, "bench", *asked, "--json"]
    paths = {**os.environ, "PYTHONPATH": names}  # of the processes that it starts
    done = subprocess.run(command, env=paths, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{tree}: {done.stderr.strip() or 'the benchmark failed'}")
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def speeds(result: dict[str, Any]) -> dict[str, float]:
    """Return every speed of a benchmark by name."""
    alone: dict[str, float] = {
        name.removesuffix("_per_second"): result[name]
        for name in result
        if name.startswith(("playouts", "move"))
    }
    return {**alone, **result["iterations_per_second"]}


def rows(turns: list[tuple[dict[str, float], dict[str, float]]]) -> Iterator[Row]:
    """Yield a row for each speed that both trees have; the ratio is the geometric mean over the turns."""
    from scipy import stats  # late: every process of the tests reads this file

    for speed in turns[0][1]:
        if speed not in turns[0][0]:
            continue
        base, here = (np.array([turn[tree][speed] for turn in turns]) for tree in (0, 1))
        logs = np.log(here / base)
        middle, error = logs.mean(), stats.sem(logs)
        low, high = stats.t.interval(0.95, len(logs) - 1, middle, error) if error else (middle, middle)
        yield Row(
            speed, float(np.median(base)), float(np.median(here)), *np.exp([middle, low, high]).tolist()
        )


def main() -> None:
    """Compare the two trees at each game with the fewest and the most players."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("base", type=Path)
    parser.add_argument("here", type=Path)
    parser.add_argument("--games", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--rounds", type=int, default=8, help="turns of each tree (default 8)")
    parser.add_argument("--seconds", type=float, default=2, help="seconds of one benchmark (default 2)")
    given = parser.parse_args()
    if given.rounds < 2:
        parser.error(f"an interval needs at least 2 rounds, not {given.rounds}")
    console = Console()
    for game in given.games:
        counts = GAMES[game].notation.seat_counts
        for players in (counts[0], counts[-1]):
            asked = [game, "--players", str(players), "--seconds", str(given.seconds)]
            results = [
                # Each tree is first in every other round: the second one meets a warmer processor.
                {tree: measured(tree, asked) for tree in (given.base, given.here)[:: 1 if number % 2 else -1]}
                for number in track(range(given.rounds), f"{game} {players}", console=console, transient=True)
            ]
            same = results[0][given.base]["signature"] == results[0][given.here]["signature"]
            title = f"{game}, {players} players: {'the same play' if same else 'the play differs'}"
            table = Table("speed", "base", "here", "ratio", "95 %", title=title)
            for row in rows([(speeds(turn[given.base]), speeds(turn[given.here])) for turn in results]):
                numbers = (f"{row.base:,.0f}", f"{row.here:,.0f}", f"{row.ratio:.3f}")
                table.add_row(row.speed, *numbers, f"{row.low:.3f} to {row.high:.3f}")
            console.print(table)


if __name__ == "__main__":
    main()
