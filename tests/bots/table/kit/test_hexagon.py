"""Hexes of drawings."""

from math import isclose

import pytest

from urbanist.bots.table.kit.plane import HexPlan, sides
from urbanist.engine.akropolis.city_record import DIRECTIONS


@pytest.mark.parametrize("slant", [1.0, 0.8])
def test_the_side_of_a_direction_lies_half_way_to_the_neighbour_there(slant):
    plan = HexPlan((3.0, 4.0), 2.0, slant)
    for side, near in zip(sides(plan.ring((0, 0))), DIRECTIONS, strict=True):
        (ax, ay), (bx, by) = side
        x, y = plan.point(near)
        assert isclose((ax + bx) / 2, (3.0 + x) / 2)
        assert isclose((ay + by) / 2, (4.0 + y) / 2)
