"""The comparison of two trees: ratios, and intervals over the turns."""

import pytest

from bench.compare_trees import rows, speeds


def test_a_row_has_the_geometric_mean_of_the_ratios_and_its_interval() -> None:
    turns = [({"moves": 100.0}, {"moves": ratio * 100}) for ratio in (1.9, 2.0, 2.1)]
    (row,) = rows(turns)
    assert (row.speed, row.base, row.here) == ("moves", 100, 200)
    assert row.ratio == pytest.approx((1.9 * 2.0 * 2.1) ** (1 / 3))
    assert row.low < 1.9
    assert row.high > 2.1


def test_turns_that_agree_have_an_interval_without_width() -> None:
    (row,) = rows([({"moves": 4.0}, {"moves": 2.0})] * 3)
    assert row[3:] == pytest.approx((0.5, 0.5, 0.5))


def test_a_speed_that_one_tree_lacks_is_left_out() -> None:
    here = {"playouts_per_second": 1.0, "players": 2, "iterations_per_second": {"new": 3.0}}
    assert [row.speed for row in rows([({"playouts": 1.0}, speeds(here))] * 2)] == ["playouts"]
