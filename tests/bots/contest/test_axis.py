"""Axes have round marks and hold all values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urbanist.bots.contest.charts import MARKS, Axis, round_step


@pytest.mark.parametrize(
    ("step", "rounded"),
    [(1, 1), (1.1, 2), (2, 2), (3, 5), (7, 10), (10, 10), (0.03, 0.05), (140, 200), (0.2, 0.2)],
)
def test_steps_are_round(step: float, rounded: float) -> None:
    assert round_step(step) == pytest.approx(rounded)


def test_marks_worked_out_by_hand() -> None:
    axis = Axis.over([1200, 1700, 1450])
    assert (axis.low, axis.high, axis.marks) == (1170, 1730, (1200, 1400, 1600))
    assert axis.at(1450) == "50.000%"


def test_one_value_has_room_to_both_sides() -> None:
    axis = Axis.over([7])
    assert axis.low < 7 < axis.high
    assert axis.marks


@given(st.lists(st.integers(-(10**6), 10**6), min_size=1))
def test_all_values_and_marks_lie_on_the_axis(values: list[int]) -> None:
    axis = Axis.over(values)
    assert 1 <= len(axis.marks) <= MARKS + 1
    for value in (*values, *axis.marks):
        assert 0 <= float(axis.at(value).removesuffix("%")) <= 100
