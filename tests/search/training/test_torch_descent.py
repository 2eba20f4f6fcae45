"""Fits on a device of PyTorch: they find the weights that numpy finds."""

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
import pytest

from tests.search.training.slopes import ended
from urbanist.search.training import Schedule, check_device, fitted, fitted_policy, found_device
from urbanist.search.training.decisions import Choices
from urbanist.search.training.descent import Weights
from urbanist.search.training.value import Fit, Positions

needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="needs urbanist[torch]")


def same(one: Weights, other: Weights) -> None:
    assert one.keys() == other.keys()
    for name, array in one.items():
        assert other[name].dtype == np.float32
        assert other[name] == pytest.approx(array, rel=1e-3, abs=1e-4), name


@needs_torch
def test_a_value_network_is_the_same_up_to_rounding() -> None:
    """The errors of points are small and large, and tables are of two sizes."""
    rng = np.random.default_rng(1)
    groups = []
    for seats in (2, 4):
        rows = rng.normal(3, 2, (90, seats, 4)).astype(np.float32)
        share = rng.dirichlet(np.ones(seats), 90).astype(np.float32)
        common = rng.normal(0, 1, (90, 3)).astype(np.float32)
        groups.append(Positions(common, rows, share, 30 * rows[:, :, 0]))
    how = Fit(Schedule(passes=6), batch=32)
    one, scaling, curve = ended(fitted(groups, groups, how, seed=1))
    other, same_scaling, same_curve = ended(fitted(groups, groups, replace(how, device="cpu"), seed=1))
    same(one, other)
    assert all((mine == its).all() for mine, its in zip(scaling, same_scaling, strict=True))
    assert np.array(curve) == pytest.approx(np.array(same_curve), rel=1e-4)
    begun = ended(fitted(groups, groups, Fit(Schedule(passes=0)), seed=1)).weights
    assert np.abs(one["from_own"] - begun["from_own"]).max() > 0.01


@needs_torch
def test_a_policy_is_the_same_up_to_rounding() -> None:
    """Decisions have from two to nine moves."""
    rng = np.random.default_rng(2)
    counts = rng.integers(2, 10, 300)
    visits = np.concatenate([rng.dirichlet(np.ones(count)) for count in counts]).astype(np.float32)
    rows = rng.normal(1, 2, (counts.sum(), 5)).astype(np.float32)
    decisions = Choices(rows, visits, np.cumsum(counts) - counts)
    how = Schedule(passes=5)
    one, other = (
        ended(fitted_policy(decisions, decisions, how, seed=1, device=name)) for name in ("numpy", "cpu")
    )
    same(one.weights, other.weights)
    assert np.array(one.curve) == pytest.approx(np.array(other.curve), rel=1e-4)


@needs_torch
@pytest.mark.parametrize("device", ["nowhere", "meta:x", "cuda:99"])
def test_a_device_that_is_not_there_gets_one_clear_line(device: str) -> None:
    with pytest.raises(ValueError, match=rf"^no device '{device}': [^\n]+$"):
        check_device(device)


@pytest.mark.skipif(find_spec("torch") is not None, reason="PyTorch is there")
def test_without_pytorch_weights_are_fitted_by_numpy() -> None:
    assert found_device() == "numpy"
    check_device("numpy")
    with pytest.raises(
        ValueError, match=r"^device 'cuda' needs PyTorch: pip install 'urbanist\[torch\]' brings"
    ):
        check_device("cuda")
