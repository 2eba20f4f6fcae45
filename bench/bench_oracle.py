"""How much faster is the compiled game than the oracle in plain Python, on the same recorded games?"""

import json
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.oracle.metropolys import Oracle
from urbanist.engine import GAMES

RECORDS = Path(__file__).parents[1] / "tests" / "oracle" / "data" / "games.jsonl"
PLAYED = [json.loads(line) for line in RECORDS.read_text(encoding="utf-8").splitlines()]
PLIES = sum(len(game["events"]) for game in PLAYED)
METROPOLYS = GAMES["metropolys"]


def replay_by_oracle(game: dict[str, Any]) -> list[int]:
    """Replay a game with the legal moves at each ply, and return its scores."""
    oracle = Oracle(game["deal"])
    for event in game["events"]:
        oracle.legal()
        oracle.play(event)
    return oracle.scores()


def replay_by_kernel(game: dict[str, Any]) -> list[int]:
    """Do the same with the compiled game, through its Python interface."""
    state = METROPOLYS.read_deal(game["deal"])
    for event in game["events"]:
        state.moves()
        state = state.play(event)
    return list(state.scores())


@pytest.mark.benchmark(group="replay recorded games: legal moves, play, score")
@pytest.mark.parametrize("replay", [replay_by_oracle, replay_by_kernel], ids=["oracle", "kernel"])
def bench_replay(benchmark: BenchmarkFixture, replay: Any) -> None:
    assert [replay(game) for game in PLAYED] == [game["scores"] for game in PLAYED]
    per_second(benchmark, "plies", PLIES, lambda: [replay(game) for game in PLAYED])


@pytest.mark.benchmark(group="score the ends of recorded games")
@pytest.mark.parametrize("referee", ["oracle", "kernel"])
def bench_final_scores(benchmark: BenchmarkFixture, referee: str) -> None:
    make = ended_oracle if referee == "oracle" else ended_state
    ends = [make(game) for game in PLAYED]
    assert [list(end.scores()) for end in ends] == [game["scores"] for game in PLAYED]
    per_second(benchmark, "scores", len(ends), lambda: [end.scores() for end in ends])


def ended_oracle(game: dict[str, Any]) -> Any:
    """Return the oracle at the end of a game."""
    oracle = Oracle(game["deal"])
    for event in game["events"]:
        oracle.play(event)
    return oracle


def ended_state(game: dict[str, Any]) -> Any:
    """Return the state at the end of a game."""
    state = METROPOLYS.read_deal(game["deal"])
    for event in game["events"]:
        state = state.play(event)
    return state
