"""Searches on fixed seeds, recorded: `python -m tests.search.golden` writes `tests/data/golden` anew.

A change of what a search finds must be meant: run the command, read the difference, say why in the commit.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.search.positions import BY_NAME, whole_game
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.record import find_game
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import PimcOptions, SearchOptions
from urbanist.search.pimc import pimc
from urbanist.search.result import MoveValue, Result

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
DIGITS = 3  # more would depend on the processor


@dataclass(frozen=True)
class Question:
    """A search of a position in a random game: which, with what options, how long, and from where."""

    search: str
    table: str
    seed: int
    ply: int
    nodes: int
    options: dict[str, Any]

    @property
    def path(self) -> Path:
        """Where the answer is kept."""
        return GOLDEN / f"{self.search}_{self.table.replace('-', '_')}_ply{self.ply}.json"

    def ask(self) -> dict[str, Any]:
        """Return the question and its answer as they are kept."""
        history = whole_game(BY_NAME[self.table], self.seed).until(self.ply)
        asked = {
            "search": self.search,
            "options": self.options,
            "nodes": self.nodes,
            "seat": history.state.to_move,
            "deal": history.deal,
            "events": [str(event) for event in history.events],
        }
        return {**asked, "answer": answer(asked)}


QUESTIONS = (
    Question(
        "mcts",
        "metropolys-expert-2",
        1,
        0,
        300,
        {"seed": 1, "eval": "playout", "selection": "ucb", "explore": 0.5},
    ),
    Question("mcts", "metropolys-family-3", 2, 20, 300, {"seed": 2, "eval": "playout", "utility": "points"}),
    Question("ismcts", "metropolys-expert-2", 3, 12, 300, {"seed": 3, "eval": "playout"}),
    Question(
        "ismcts", "metropolys-expert-4", 4, 30, 300, {"seed": 4, "eval": "playout", "utility": "margin"}
    ),
    Question(
        "ismcts",
        "metropolys-family-2",
        5,
        25,
        300,
        {"seed": 5, "eval": "playout", "explore": 1.0, "playout": "uniform"},
    ),
    Question(
        "ismcts",
        "akropolis-standard-2",
        7,
        14,
        200,
        {"seed": 7, "eval": "playout", "selection": "ucb", "explore": 0.5},
    ),
    Question(
        "ismcts",
        "akropolis-standard-2",
        7,
        20,
        200,
        {"seed": 7, "eval": "playout", "expansion": "shortlist", "temperature": 0.5, "explore": 0.5},
    ),
    Question("mcts", "akropolis-standard-4", 8, 42, 200, {"seed": 8, "eval": "playout", "utility": "points"}),
    Question("ismcts", "warszawa-advanced-3", 9, 24, 200, {"seed": 9, "eval": "playout"}),
    Question(
        "mcts", "warszawa-advanced-5", 10, 45, 200, {"seed": 10, "eval": "playout", "utility": "margin"}
    ),
    Question("pimc", "metropolys-expert-3", 6, 15, 300, {"seed": 6, "eval": "playout", "worlds": 5}),
    Question("ismcts", "metropolys-expert-3", 11, 40, 300, {"seed": 11}),
    Question("ismcts", "akropolis-standard-3", 12, 20, 300, {"seed": 12}),
    Question("ismcts", "warszawa-advanced-4", 13, 30, 300, {"seed": 13}),
    Question("mcts", "akropolis-standard-2", 14, 12, 100, {"seed": 14, "eval": "mixed"}),
    Question(
        "ismcts", "akropolis-standard-2", 15, 10, 60, {"seed": 15, "choice": "noisy", "noise_scale": 8.0}
    ),
)


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what the search finds today, rounded."""
    history = History.read(find_game(asked["deal"], GAMES), asked["deal"], asked["events"])
    return rounded(searched(asked, history))


def searched(asked: dict[str, Any], history: History) -> Result:
    """Return the result of the search asked for."""
    limits = Limit(nodes=asked["nodes"])
    if asked["search"] == "pimc":
        return pimc(history.seen_by(asked["seat"]), limits, PimcOptions(**asked["options"]))
    observer = asked["seat"] if asked["search"] == "ismcts" else None
    state = history.redrawn(asked["options"]["seed"]).state  # what nobody knows is no part of a record
    return TreeSearch(history.game, SearchOptions(**asked["options"])).think(state, limits, observer=observer)


def rounded(result: Result) -> dict[str, Any]:
    """Return what is kept of a result."""
    return {
        "move": str(result.move),
        "nodes": result.nodes,
        "win_share": rounded_all(result.win_share),
        "points": rounded_all(result.points),
        "pv": list(map(str, result.pv)),
        "values": [rounded_value(value) for value in result.values],
    }


def rounded_value(value: MoveValue) -> dict[str, Any]:
    """Return what is kept of one move's value."""
    return {
        "move": str(value.move),
        "visits": value.visits,
        "value": round(value.value, DIGITS),
        "points": rounded_all(value.points),
    }


def rounded_all(numbers: tuple[float, ...]) -> list[float]:
    """Return numbers as they are kept."""
    return [round(number, DIGITS) for number in numbers]


def readable(kept: dict[str, Any]) -> str:
    """Return JSON with one fact a line and one move a line."""
    shortened = dict(kept["answer"])
    values = ",\n".join(f"   {json.dumps(value)}" for value in shortened.pop("values"))
    asked = [f' "{key}": {json.dumps(value)}' for key, value in kept.items() if key != "answer"]
    told = [f'  "{key}": {json.dumps(value)}' for key, value in shortened.items()]
    told.append(f'  "values": [\n{values}\n  ]')
    return "{\n" + ",\n".join([*asked, ' "answer": {\n' + ",\n".join(told) + "\n }"]) + "\n}\n"


def main() -> None:
    """Write all answers anew."""
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for question in QUESTIONS:
        question.path.write_text(readable(question.ask()), encoding="utf-8")
        print(question.path)


if __name__ == "__main__":
    main()
