"""Tests of regions of hexes, compared with slow and obvious code."""

from random import Random

import pytest

from urbanist.cext import probe

Hexes = set[tuple[int, int]]
WIDTHS = [(5, 6), (15, 4), (16, 16), (17, 9), (31, 12), (32, 33), (33, 20), (63, 30), (64, 63)]


def near(q: int, r: int) -> Hexes:
    return {(q + 1, r), (q, r + 1), (q - 1, r + 1), (q - 1, r), (q, r - 1), (q + 1, r - 1)}


def parts(hexes: Hexes) -> list[Hexes]:
    """Return the connected parts."""
    left, groups = set(hexes), []
    while left:
        part: Hexes = set()
        fresh = {left.pop()}
        while fresh:
            part |= fresh
            fresh = {other for place in fresh for other in near(*place)} & left
            left -= fresh
        groups.append(part)
    return groups


def random_lines(rng: Random, columns: int, rows: int, share: float) -> list[int]:
    """Return random lines of hexes; the first hex of each line is empty, and some lines are all empty."""
    lines = [sum((rng.random() < share) << q for q in range(1, columns)) for _ in range(rows)]
    return [0 if rng.random() < 0.1 else line for line in lines]


def hexes_of(lines: list[int]) -> Hexes:
    return {(q, r) for r, line in enumerate(lines) for q in range(64) if line >> q & 1}


def slow_outside(built: Hexes, columns: int, rows: int) -> Hexes:
    """Return the empty hexes of the window that are connected with its surroundings."""
    around = {(q, r) for q in range(-1, columns + 1) for r in range(-1, rows + 1)} - built
    return next(part for part in parts(around) if (-1, -1) in part)


@pytest.mark.parametrize(("columns", "rows"), WIDTHS)
@pytest.mark.parametrize("share", [0.1, 0.45, 0.6, 0.8, 1.0])
def test_the_outside_is_what_can_be_reached(columns: int, rows: int, share: float) -> None:
    rng = Random(f"{columns} {rows} {share}")
    for _ in range(3):
        lines = random_lines(rng, columns, rows, share)
        expected = slow_outside(hexes_of(lines), columns, rows)
        outside = hexes_of(probe.outside(lines, columns))
        assert {(q, r) for q, r in outside if q < columns} == {
            (q, r) for q, r in expected if 0 <= q < columns and 0 <= r < rows
        }


def test_lakes_within_lakes_and_a_long_inlet() -> None:
    """A spiral is open up to its middle. Rings within rings, joined by a bridge, are closed."""
    spiral = [
        "..........",
        ".xxxxxxxx.",
        ".x......x.",
        ".x.xxxx.x.",
        ".x.x..x.x.",
        ".x.x.xx.x.",
        ".x.x....x.",
        ".x.xxxxxx.",
        ".x........",
        "..........",
    ]
    lines = [sum((mark == "x") << q for q, mark in enumerate(line)) for line in spiral]
    empty = 16 * len(lines) - sum(line.bit_count() for line in lines)  # the window's lines are 16 wide
    assert sum(line.bit_count() for line in probe.outside(lines, 10)) == empty
    closed = [*lines[:8], lines[8] | 1 << 2 | 1 << 3, lines[9]]
    outside = probe.outside(closed, 10)
    assert all(not outside[r] >> q & 1 for q, r in [(2, 2), (4, 4), (5, 4), (2, 7), (7, 6)])


@pytest.mark.parametrize(("columns", "rows"), WIDTHS)
@pytest.mark.parametrize("share", [0.02, 0.2, 0.45, 0.7])
def test_the_greatest_group_is_that_of_most_hexes_then_of_greatest_value(
    columns: int, rows: int, share: float
) -> None:
    rng = Random(f"{columns} {rows} {share}")
    for _ in range(4):
        lines = random_lines(rng, columns, rows, share)
        heights = {place: rng.randint(1, 7) for place in hexes_of(lines)}
        low, middle, high = (
            [sum((heights.get((q, r), 0) >> bit & 1) << q for q in range(columns)) for r in range(rows)]
            for bit in range(3)
        )
        groups = [(len(part), sum(heights[place] for place in part)) for part in parts(set(heights))]
        assert probe.greatest_group(lines, low, middle, high, columns) == max(groups, default=(0, 0))


def test_no_hexes_are_no_group() -> None:
    assert probe.greatest_group([0, 0], [0, 0], [0, 0], [0, 0], 16) == (0, 0)
