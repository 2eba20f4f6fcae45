"""A search needs a limit that allows something."""

import pytest

from urbanist.search.limits import Limits


@pytest.mark.parametrize("asked", [{"nodes": 1}, {"seconds": 0.001}, {"nodes": 5, "seconds": 2.0}])
def test_sensible_limits_are_taken_as_they_are(asked: dict[str, float]) -> None:
    limits = Limits(**asked)  # type: ignore[arg-type]
    assert {key: getattr(limits, key) for key in asked} == asked


def test_either_nodes_or_seconds_must_be_said() -> None:
    with pytest.raises(ValueError, match="nodes or seconds"):
        Limits()


@pytest.mark.parametrize("nodes", [0, -1, 1 << 32, 10**30])
def test_nodes_fit_a_count_of_visits(nodes: int) -> None:
    with pytest.raises(ValueError, match="nodes="):
        Limits(nodes=nodes)


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), 1e6])
def test_seconds_are_some_but_not_for_ever(seconds: float) -> None:
    with pytest.raises(ValueError, match="seconds="):
        Limits(seconds=seconds)
