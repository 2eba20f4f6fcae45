"""Tests of sets of hexes in a square, compared with slow and obvious code."""

from collections.abc import Callable

import numpy as np
import pytest

from urbanist.cext import probe

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
SHARES = [0.1, 0.5, 0.9]
SIDE = 16
Hexes = set[tuple[int, int]]


def random_lines(seed: int, share: float) -> list[int]:
    """Return sixteen lines of hexes."""
    cells = np.random.default_rng(seed).random((SIDE, SIDE)) < share
    return [int(line) for line in (cells * (1 << np.arange(SIDE))).sum(axis=1)]


def hexes_of(lines: list[int]) -> Hexes:
    return {(q, r) for r, line in enumerate(lines) for q in range(SIDE) if line >> q & 1}


def beside(cells: Hexes, q: int, r: int) -> int:
    """Return how many hexes of a set touch a hex."""
    return sum((q + dq, r + dr) in cells for dq, dr in STEPS)


def is_at_end(cells: Hexes, q: int, r: int) -> bool:
    """Return whether a hex is before or after all hexes of its line."""
    return all((left, r) not in cells for left in range(q + 1)) or all(
        (right, r) not in cells for right in range(q, SIDE)
    )


QUESTIONS: dict[str, Callable[[Hexes, int, int], bool]] = {
    "touching": lambda cells, q, r: beside(cells, q, r) >= 1,
    "touching4": lambda cells, q, r: beside(cells, q, r) >= 4,
    "enclosed": lambda cells, q, r: beside(cells, q, r) == 6,
    "ends": is_at_end,
    "first": lambda cells, q, r: (r, q) == min((line, place) for place, line in cells),
}


@pytest.mark.parametrize("what", QUESTIONS)
@pytest.mark.parametrize("share", SHARES)
def test_questions_about_neighbours_are_answered_for_each_hex(what: str, share: float) -> None:
    for seed in range(3):
        lines = random_lines(seed, share)
        cells = hexes_of(lines)
        expected = {(q, r) for q in range(SIDE) for r in range(SIDE) if QUESTIONS[what](cells, q, r)}
        assert hexes_of(probe.lines_where(what, lines)) == expected


@pytest.mark.parametrize("hex_", [(0, 0), (15, 0), (7, 8), (0, 15), (15, 15)])
def test_a_single_hex_is_the_first(hex_: tuple[int, int]) -> None:
    lines = [1 << hex_[0] if r == hex_[1] else 0 for r in range(SIDE)]
    assert probe.lines_where("first", lines) == lines


@pytest.mark.parametrize("seed", range(4))
def test_a_seed_grows_over_all_that_is_joined_to_it(seed: int) -> None:
    lines = random_lines(seed, 0.5)
    cells = hexes_of(lines)
    start = sorted(cells)[len(cells) // 2]
    joined, edge = {start}, [start]
    while edge:
        q, r = edge.pop()
        new = {(q + dq, r + dr) for dq, dr in STEPS} & cells - joined
        joined |= new
        edge += new
    assert (
        hexes_of(probe.grown([1 << start[0] if r == start[1] else 0 for r in range(SIDE)], lines)) == joined
    )


@pytest.mark.parametrize("share", SHARES)
def test_hexes_are_counted(share: float) -> None:
    lines = random_lines(1, share)
    assert probe.hexes_in(lines) == len(hexes_of(lines))
    assert probe.hexes_in([0xFFFF] * SIDE) == SIDE * SIDE


@pytest.mark.parametrize("west", [0, 5, 16])
def test_rows_of_four_sets_become_four_squares(west: int) -> None:
    lines = np.random.default_rng(west).integers(0, 1 << SIDE, (SIDE, 4), np.uint32)
    assert probe.four_squares(lines << np.uint32(west), west) == lines.T.tolist()
