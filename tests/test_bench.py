"""The ratios of the comparisons of `bench` are right."""

import pytest

from bench.compare_trees import rows, speeds
from bench.match_trees import Deal, told
from urbanist.engine.record import Record


def test_a_row_has_the_geometric_mean_of_the_ratios_and_its_interval() -> None:
    turns = [({"moves": 100.0}, {"moves": ratio * 100}) for ratio in (1.9, 2.0, 2.1)]
    (row,) = rows(turns)
    assert (row.speed, row.base, row.here) == ("moves", 100, 200)
    assert row.ratio == pytest.approx((1.9 * 2.0 * 2.1) ** (1 / 3))
    assert row.low < 1.9
    assert row.high > 2.1


def test_a_speed_that_one_tree_lacks_is_left_out() -> None:
    here = {"playouts_per_second": 1.0, "players": 2, "iterations_per_second": {"new": 3.0}}
    assert [row.speed for row in rows([({"playouts": 1.0}, speeds(here))] * 2)] == ["playouts"]


def game(scores: tuple[int, int], of: tuple[int, int], *events: str) -> Record:
    """Return a game with this end, the tree of each seat, and events."""
    ranks = (1, 2) if scores[0] > scores[1] else (2, 1)
    return Record("", ("", ""), events, scores, ranks, meta={"of": of})


def test_a_match_of_trees_tells_what_differs() -> None:
    alike = Deal([game((9, 1), (0, 1), "a", "b"), game((9, 1), (1, 0), "a", "b")])
    ends_alike = Deal([game((9, 1), (0, 1), "a", "b"), game((9, 1), (1, 0), "a", "c", "d")])
    won = Deal([game((9, 1), (0, 1), "a", "b"), game((1, 9), (1, 0), "a", "c")])
    unfinished = Deal([game((9, 1), (0, 1), "a", "b")])
    lines = list(told([alike, ends_alike, won, unfinished]))
    assert lines[:2] == [
        "3 deals, 2 games each: 1 alike, 2 with the same points",
        "last events that differ, and deals: 0: 1, 1: 1, 2: 1",
    ]
    assert lines[2].startswith("share of this tree: 66.7 %")
