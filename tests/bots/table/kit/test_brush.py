"""Shapes as SVG: short numbers that mean the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urbanist.bots.table.kit.picture.brush import fill, group, lines, number, use
from urbanist.bots.table.kit.plane import Point, Ring

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
places = st.tuples(st.floats(-200, 200), st.floats(-200, 200))


def read(path: str) -> list[list[Point]]:
    """Return the points of a path of absolute starts and relative steps."""
    points = []
    for part in re.findall(r"M([^Mz]*)", path):
        start, _, steps = part.partition("l")
        x, y = map(float, NUMBER.findall(start))
        ring = [(x, y)]
        numbers = list(map(float, NUMBER.findall(steps)))
        for right, down in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + right, y + down
            ring.append((x, y))
        points.append(ring)
    return points


@given(st.lists(places, min_size=1, max_size=30), st.integers(0, 3))
def test_a_path_has_the_points_of_its_ring(ring: list[Point], digits: int) -> None:
    (ring_read,) = read(fill([ring], digits).attrib["d"])
    rounded = [(round(x, digits), round(y, digits)) for x, y in ring]
    kept = [point for place, point in enumerate(rounded) if place == 0 or point != rounded[place - 1]]
    assert len(ring_read) == len(kept)
    for (x, y), (a, b) in zip(ring_read, kept, strict=True):
        assert (x, y) == pytest.approx((a, b), abs=1.1 * 10.0**-digits)


@pytest.mark.parametrize(
    ("ring", "path"),
    [
        (((1.0, 2.0), (1.5, 1.5), (0.0, 1.75)), "M1 2l.5-.5-1.5.25z"),
        (((0.0, 0.0), (10.0, 20.0)), "M0 0l10 20z"),
        (((0.001, -0.001),), "M0 0z"),
    ],
)
def test_paths_are_short(ring: Ring, path: str) -> None:
    assert fill([ring]).attrib["d"] == path


def test_lines_are_not_closed() -> None:
    assert lines([((0.0, 0.0), (1.0, 0.0)), ((0.0, 1.0), (1.0, 1.0))]).attrib["d"] == "M0 0l1 0M0 1l1 0"


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (-0.0001, "0"), (1.23456, "1.235"), (160.0, "160")])
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_a_symbol_is_used_in_place_and_size() -> None:
    assert use("a").attrib == {"href": "#a"}
    assert use("a", (1.0, 2.0)).attrib == {"href": "#a", "x": "1", "y": "2"}
    assert use("a", (1.0, 2.0), 3.0).attrib == {"href": "#a", "transform": "translate(1 2)scale(3)"}


def test_a_title_comes_first_and_says_what_a_thing_is() -> None:
    drawn = group(use("a"), title="a < b", id="x")
    assert [one.tag for one in drawn] == ["title", "use"]
    assert drawn.findtext("title") == "a < b"
