"""What the moves of first games are worth: `python -m tests.bots.table.steps` judges them again, and writes it down.

A judgement is that of a review of 20,000 visits a search, from what the seat to move knows: the win share that the move
leaves its seat, and that of the best one.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Self

from msgspec import Struct, json

from tests.imports import GAMES, ROOT
from urbanist.bots.analysis.decisions import choices, judge
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.first_game import FirstGame
from urbanist.engine import GAMES as ALL_GAMES
from urbanist.engine.history import History
from urbanist.search.options import SearchOptions

JUDGEMENTS = ROOT / "tests/data/first_games.json"
NODES, SEED = 20_000, 0
#: The most win share that a move of a first game may lose.
WORST = 0.02


class Judgement(NamedTuple):
    """A move of a first game as an event, counted from 1, what it leaves, and the best move with what that leaves."""

    event: int
    move: str
    share: float
    best: str
    best_share: float

    @classmethod
    def read(cls, line: str) -> Self:
        """Return the judgement that a line of the file says."""
        event, move, share, best, best_share = line.split()
        return cls(int(event), move, float(share), best, float(best_share))


def first_game(game: str) -> FirstGame:
    """Return the first game of a kind."""
    course = table_of(game).first_game()
    assert course is not None
    return course


def history_of(course: FirstGame, steps: int | None = None) -> History:
    """Return the game after so many steps, or after all."""
    name = course.deal.split()[0].removeprefix("game=")
    return History.read(
        ALL_GAMES[name], course.deal, course.played(len(course.steps) if steps is None else steps)
    )


def judged(course: FirstGame) -> Iterator[Judgement]:
    """Yield the judgement of each move of a first game where its seat had a choice, those of bots too."""
    history = history_of(course)
    for ply in choices(history):
        decision = judge(history, ply, SearchOptions(nodes=NODES, seed=SEED))
        yield Judgement(
            decision.event,
            str(decision.played.move),
            round(decision.played.win_share, 3),
            str(decision.best.move),
            round(decision.best.win_share, 3),
        )


class Kept(Struct, frozen=True):
    """What stands in the file about a first game: what was judged, and each judgement as a line."""

    deal: str
    events: str
    moves: tuple[str, ...]


def written(course: FirstGame, judgements: Iterable[Judgement]) -> Kept:
    """Return what the file says of a first game."""
    return Kept(
        course.deal,
        " ".join(course.played(len(course.steps))),
        tuple(" ".join(map(str, each)) for each in judgements),
    )


def read_judgements() -> dict[str, Kept]:
    """Return what stands in the file, by game."""
    return json.decode(JUDGEMENTS.read_bytes(), type=dict[str, Kept])


if __name__ == "__main__":
    made = {game: written(first_game(game), judged(first_game(game))) for game in GAMES}
    JUDGEMENTS.write_bytes(json.format(json.encode(made), indent=1) + b"\n")
