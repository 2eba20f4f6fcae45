"""Puzzles for tests: a position that is found quickly, and what a file with it looks like."""

from functools import cache
from pathlib import Path

from msgspec.structs import replace

from urbanist.bots.table.puzzles.puzzle import Puzzle, Source
from urbanist.bots.table.puzzles.store import SHIPPED, Head, line_of, read, shipped
from urbanist.engine import GAMES
from urbanist.engine.history import History

#: The games whose puzzles come with the package.
GAMES_WITH_PUZZLES = sorted(path.stem for path in SHIPPED.glob("*.jsonl") if "-" not in path.stem)
#: The games whose endings do.
GAMES_WITH_ENDINGS = sorted(path.stem.removesuffix("-endings") for path in SHIPPED.glob("*-endings.jsonl"))


@cache
def of(game: str) -> list[Puzzle]:
    """Return the puzzles of a game that come with the package."""
    return read(shipped(game))[1]


@cache
def endings(game: str) -> list[Puzzle]:
    """Return the endings of a game that come with the package."""
    return read(shipped(game, endings=True))[1]


@cache
def opening(seed: int = 1) -> Puzzle:
    """Return a puzzle of the first move of a game, with an answer that nobody has proved."""
    history = History.start(GAMES["metropolys"].deal(seats=2, options=("first=0",), seed=seed))
    view = history.seen_by(0)
    best, second, *_ = map(str, history.state.legal())
    return Puzzle(
        seat=0,
        deal=view.deal,
        events=(),
        best=best,
        share=0.6,
        others={second: 0.4},
        nodes=100,
        missed=9,
        place=4,
        rating=1260,
        source=Source("test", seed, 1),
    )


def several(number: int) -> list[Puzzle]:
    """Return puzzles of different deals, each with a rating 100 above the one before."""
    return [replace(opening(seed), rating=1200 + 100 * seed) for seed in range(1, number + 1)]


def written(path: Path, puzzles: list[Puzzle], game: str = "metropolys") -> Path:
    """Write a file of puzzles, and return its path."""
    head = Head(game=game, margin=0.07, seed=1)
    path.write_text("".join(f"{line_of(each)}\n" for each in [head, *puzzles]), encoding="utf-8")
    return path
