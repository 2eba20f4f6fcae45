"""A search needs a limit that allows something."""

from typing import Any

import numpy as np
import pytest

from urbanist.engine import GAMES
from urbanist.search import TreeSearch
from urbanist.search.limit import INFINITE, Limit
from urbanist.search.options import SearchOptions


@pytest.mark.parametrize("asked", [{"nodes": 1}, {"time": 0.001}, {"nodes": 5, "time": 2.0}])
def test_sensible_limits_are_taken_as_they_are(asked: dict[str, float]) -> None:
    limits = Limit(**asked)  # type: ignore[arg-type]
    assert {key: getattr(limits, key) for key in asked} == asked


def test_a_search_needs_nodes_or_time() -> None:
    state = GAMES["metropolys"].deal(seats=2, seed=1)
    with pytest.raises(ValueError, match="nodes or time"):
        TreeSearch(state.game).think(state, INFINITE)


@pytest.mark.parametrize("nodes", [0, -1, 1 << 32, 10**30])
def test_nodes_fit_a_count_of_visits(nodes: int) -> None:
    with pytest.raises(ValueError, match="nodes="):
        Limit(nodes=nodes)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e6])
def test_seconds_are_some_but_not_for_ever(seconds: float) -> None:
    with pytest.raises(ValueError, match="time="):
        Limit(time=seconds)


def test_numbers_of_numpy_are_numbers() -> None:
    asked: dict[str, Any] = {"nodes": np.int64(7), "time": np.float32(0.5)}
    assert Limit(**asked) == Limit(nodes=7, time=0.5)
    asked = {"nodes": np.uint16(9), "seed": np.int64(-1), "widen": np.float64(2), "threads": np.int8(2)}
    options = SearchOptions(**asked)
    assert options == SearchOptions(nodes=9, seed=-1, widen=2.0, threads=2)
    assert {type(options.nodes), type(options.seed), type(options.widen)} == {int, float}


@pytest.mark.parametrize("value", [True, np.True_, 2.0, np.float64(2), "2"])
def test_what_is_no_whole_number_is_no_number_of_nodes(value: Any) -> None:
    with pytest.raises(ValueError, match=r"^nodes=.*: expected a whole number from 1"):
        Limit(nodes=value)
