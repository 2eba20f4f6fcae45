"""What a record tells of each event: written as columns, and read back with suspicion."""

from typing import Any

import pytest

from urbanist.engine.move_stats import NOTHING, MoveStats, columns, move_stats
from urbanist.engine.record import Record


def record(told: Any) -> Record:
    """Return a record of three events that tells something of them."""
    return Record("game=x", ("a",), ("1", "!2", "3"), None, None, "aborted", {"moves": told})


def test_details_are_columns_without_the_empty_ones_and_are_read_back() -> None:
    told = [MoveStats(50, 0.123456, None), NOTHING, MoveStats(7, None, None)]
    table = columns(told)
    assert table == {"nodes": [50, None, 7], "score": [0.1235, None, None]}
    assert move_stats(record(table)) == (MoveStats(50, 0.1235), NOTHING, MoveStats(7))
    assert columns([NOTHING] * 3) == {}


@pytest.mark.parametrize(
    "told",
    [
        None,
        [],
        "x",
        {},
        {"nodes": [1, 2]},
        {"nodes": [1, 2, True], "score": [0.5, "x", None], "seconds": [-1, 0, 0]},
        {"nodes": [1, 2, 3.5], "score": 1, "seconds": [float("nan")] * 3, "more": [1, 2, 3]},
    ],
)
def test_what_is_not_well_formed_tells_nothing(told: Any) -> None:
    assert move_stats(record(told)) == (NOTHING,) * 3
