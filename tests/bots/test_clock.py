"""How long to think on a clock."""

import pytest

from urbanist.bots.clock import seconds_for_move


@pytest.mark.parametrize(
    ("left", "increment", "expected"), [(50, 0, 2), (50, 1, 2.8), (1, 10, 0.9), (0, 5, 0.001)]
)
def test_a_move_gets_its_share_and_never_all(left: float, increment: float, expected: float) -> None:
    assert seconds_for_move(left, increment) == pytest.approx(expected)
