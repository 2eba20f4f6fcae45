"""Tests of layers in vectors: every bit equals that of sums one by one, in the order that the docstrings give."""

import numpy as np
import pytest

from urbanist.cext import probe


@pytest.mark.parametrize("inputs", [1, 7, 90])
def test_inputs_are_added_in_their_order(inputs: int) -> None:
    rng = np.random.default_rng(inputs)
    each, weights = (rng.normal(0, 3, shape).astype(np.float32) for shape in (inputs, (inputs, 32)))
    sums = rng.normal(0, 3, 32).astype(np.float32)
    expected = sums.copy()
    for number, row in zip(each, weights, strict=True):
        expected += number * np.float32(0.25) * row
    assert probe.layer(each, weights, sums, 0.25).tolist() == expected.tolist()


@pytest.mark.parametrize("width", [32, 96])
@pytest.mark.parametrize("left_out", [(1, 1), (0, 3), (2, 0)])
def test_rows_are_summed_in_their_order_without_those_left_out(width: int, left_out: tuple[int, int]) -> None:
    rows = np.random.default_rng(width).normal(0, 3, (4, width)).astype(np.float32)
    expected = np.zeros(width, np.float32)
    for place, row in enumerate(rows):
        if place not in left_out:
            expected += row
    assert probe.sum_without(rows, *left_out).tolist() == expected.tolist()


@pytest.mark.parametrize("width", [8, 64])
def test_two_rows_are_added(width: int) -> None:
    one, other = np.random.default_rng(width).normal(0, 3, (2, width)).astype(np.float32)
    assert probe.sum_of_two(one, other).tolist() == (one + other).tolist()


@pytest.mark.parametrize("inputs", [1, 40])
def test_four_layers_are_each_added_in_their_order(inputs: int) -> None:
    rng = np.random.default_rng(inputs)
    shapes = ((4, inputs), (inputs, 16), (4, 16))
    each, weights, sums = (rng.normal(0, 3, shape).astype(np.float32) for shape in shapes)
    expected = sums.copy()
    for one, total in zip(each, expected, strict=True):
        for number, row in zip(one, weights, strict=True):
            total += number * row
    assert probe.four_layers(each, weights, sums).tolist() == expected.tolist()


def test_negative_sums_become_zero() -> None:
    sums = np.array([-1.5, 0, 2, -0.0, 3, -7, 1e-30, -1e-30] * 2, np.float32)
    assert probe.rectified(sums).tolist() == [max(number, 0.0) for number in sums.tolist()]


@pytest.mark.parametrize("length", [8, 16, 32])
def test_products_are_summed_by_lanes_and_then_by_pairs(length: int) -> None:
    rng = np.random.default_rng(length)
    one, other = (rng.normal(0, 3, length).astype(np.float32) for _ in range(2))
    lanes = np.zeros(8, np.float32)
    for block in (one * other).reshape(-1, 8):
        lanes += block
    fours = lanes[:4] + lanes[4:]
    twos = fours[:2] + fours[2:]
    assert probe.dot(one, other) == float(twos[0] + twos[1])
