"""What the moves of guided games are worth: `python -m tests.bots.table.steps` judges those that changed, and notes it.

A judgement is that of a review of 20,000 visits a search, from what the seat to move knows: the win share that the move
leaves its seat, and that of the best one. All of a game are judged again when its network has other weights.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple, Self

from msgspec import Struct, json
from msgspec.structs import replace

from tests.imports import GAMES, ROOT
from urbanist.bots.analysis.decisions import choices, judge
from urbanist.bots.table import table_of
from urbanist.bots.table.kit.guided_game import GuidedGame
from urbanist.engine import GAMES as ALL_GAMES
from urbanist.engine.history import History
from urbanist.search.options import SearchOptions

JUDGEMENTS = ROOT / "tests/data/guided_judgements.json"
NODES, SEED = 20_000, 0
#: The most win share that a move of a guided game may lose.
WORST = 0.02


class Judgement(NamedTuple):
    """A move of a guided game as an event, counted from 1, what it leaves, and the best move with what that leaves."""

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


def first_game(game: str) -> GuidedGame:
    """Return the first game of a kind."""
    return guided(game, table_of(game).guided[0])


def guided(game: str, name: str) -> GuidedGame:
    """Return a guided game of a kind."""
    course = table_of(game).guided_game(name)
    assert course is not None
    return course


def lessons() -> list[tuple[str, str]]:
    """Return the guided games: game and name."""
    return [(game, name) for game in GAMES for name in table_of(game).guided]


def game_of(course: GuidedGame) -> str:
    """Return the game that a guided game is of."""
    return course.deal.split()[0].removeprefix("game=")


def history_of(course: GuidedGame, steps: int | None = None) -> History:
    """Return the game after so many steps, or after all."""
    played = course.played(len(course.steps) if steps is None else steps)
    return History.read(ALL_GAMES[game_of(course)], course.deal, played)


def judged(course: GuidedGame) -> Iterator[Judgement]:
    """Yield the judgement of each move of the steps where its seat had a choice, those of bots too."""
    history = history_of(course)
    for ply in choices_of(course):
        decision = judge(history, ply, SearchOptions(nodes=NODES, seed=SEED))
        yield Judgement(
            decision.event,
            str(decision.played.move),
            round(decision.played.win_share, 3),
            str(decision.best.move),
            round(decision.best.win_share, 3),
        )


def choices_of(course: GuidedGame) -> list[int]:
    """Return the plies of the steps at which a seat had a choice."""
    return [ply for ply in choices(history_of(course)) if ply >= len(course.played(0))]


class Kept(Struct, frozen=True):
    """What stands in the file about a guided game: what was judged, by which weights, and each judgement as a line."""

    weights: str
    deal: str
    events: str
    moves: tuple[str, ...]


def written(course: GuidedGame, judgements: Iterable[Judgement]) -> Kept:
    """Return what the file says of a guided game."""
    weights = ROOT / "search/weights" / f"{game_of(course)}.npz"
    return Kept(
        sha256(weights.read_bytes()).hexdigest()[:16],
        course.deal,
        " ".join(course.played(len(course.steps))),
        tuple(" ".join(map(str, each)) for each in judgements),
    )


def read_judgements() -> dict[str, Kept]:
    """Return what stands in the file, by game and name."""
    return json.decode(JUDGEMENTS.read_bytes(), type=dict[str, Kept])


def main() -> None:
    """Write the file after each guided game that is judged; what did not change in it stays."""
    kept = read_judgements()
    kept = {key: kept[key] for key in map("/".join, lessons()) if key in kept}
    for game, name in lessons():
        course, key = guided(game, name), f"{game}/{name}"
        known = kept.get(key)
        if known is None or known != replace(written(course, ()), moves=known.moves):
            kept[key] = written(course, judged(course))
            JUDGEMENTS.write_bytes(json.format(json.encode(dict(sorted(kept.items()))), indent=1) + b"\n")


if __name__ == "__main__":
    main()
