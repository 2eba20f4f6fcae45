"""Charts: their elements and positions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bots.contest.game_results import series
from urbanist.bots.contest import charts
from urbanist.bots.contest.charts import Axis
from urbanist.bots.contest.standings import standings
from urbanist.bots.markup import Element


def of_class(root: Element, name: str) -> list[Element]:
    return [part for part in root.iter() if part.get("class") == name]


def test_a_rating_is_a_dot_on_its_interval() -> None:
    results = standings(
        ("ann", "ben", "cleo"), series(((0, 1), (1, 2), 9), ((1, 0), (1, 2), 3)), resamples=50
    )
    chart = charts.ratings(results)
    assert len(of_class(chart, "dot")) == 3
    # Cleo has played no game, so she has no interval.
    assert len(of_class(chart, "interval")) == 2
    for line, dot in zip(of_class(chart, "interval"), of_class(chart, "dot")[::2], strict=True):
        low, value, high = (
            float(str(at).removesuffix("%")) for at in (line.get("x1"), dot.get("cx"), line.get("x2"))
        )
        assert low < value < high


def test_a_density_is_one_in_all_and_highest_where_scores_are() -> None:
    scores = [20] * 5 + [30] * 10 + [31] * 10
    axis = Axis.over([0, 60])
    density = charts.density(scores, axis)
    places = np.linspace(axis.low, axis.high, len(density))
    area = density.sum() * (places[1] - places[0]) / np.sqrt(2 * np.pi)
    assert area == pytest.approx(1, abs=0.01)
    assert 29 < places[density.argmax()] < 32


@given(st.lists(st.integers(0, 10**5), min_size=1, max_size=30))
def test_any_points_can_be_drawn(scores: list[int]) -> None:
    points = sorted(scores)
    axis = Axis.over(points)
    shape = charts.density(points, axis)
    drawn = charts.spread(points, axis, charts.RISE * shape / shape.max())
    assert len(of_class(drawn, "outline")) == len(of_class(drawn, "median")) == 1
    assert charts.spread_text([1, 2, 3, 4, 9]) == ("3", "2 to 4")


def test_a_name_is_complete_and_may_be_broken_after_its_signs() -> None:
    line = standings(("pimc:nodes=20:worlds=3",), []).lines[0]
    shown = of_class(charts.who(4, line), "name")[0]
    assert "".join(shown.itertext()) == shown.get("title") == line.name
    assert [part.tag for part in shown] == ["wbr"] * 3
