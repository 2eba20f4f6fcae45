"""Tests of eight rows of hexes at once, compared with slow and obvious code."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from urbanist.cext import probe

STEPS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
SHARES = [0.1, 0.5, 0.9]
Hexes = set[tuple[int, int]]


def random_rows(seed: int, share: float) -> npt.NDArray[np.uint32]:
    """Return ten rows of hexes; the first and the last column are empty."""
    cells = np.random.default_rng(seed).random((10, 32)) < share
    cells[:, [0, 31]] = False
    return (cells * (1 << np.arange(32))).sum(axis=1).astype(np.uint32)


def hexes_of(rows: npt.NDArray[np.uint32], first: int) -> Hexes:
    """Return the hexes of rows, of which the first has a given number."""
    return {(q, r) for r, row in enumerate(rows.tolist(), first) for q in range(32) if row >> q & 1}


def beside(cells: Hexes, q: int, r: int) -> int:
    """Return how many hexes of a set touch a hex."""
    return sum((q + dq, r + dr) in cells for dq, dr in STEPS)


def is_at_end(cells: Hexes, q: int, r: int) -> bool:
    """Return whether a hex is before or after all hexes of its row."""
    return all((left, r) not in cells for left in range(q + 1)) or all(
        (right, r) not in cells for right in range(q, 32)
    )


QUESTIONS: dict[str, Callable[[Hexes, int, int], bool]] = {
    "touching": lambda cells, q, r: beside(cells, q, r) >= 1,
    "touching3": lambda cells, q, r: beside(cells, q, r) >= 3,
    "enclosed": lambda cells, q, r: beside(cells, q, r) == 6,
    "ends": is_at_end,
}


@pytest.mark.parametrize("what", QUESTIONS)
@pytest.mark.parametrize("share", [0.0, *SHARES])
def test_questions_about_neighbours_are_answered_for_each_hex(what: str, share: float) -> None:
    for seed in range(3):
        rows = random_rows(seed, share)
        cells = hexes_of(rows, -1)
        expected = {(q, r) for q in range(32) for r in range(8) if QUESTIONS[what](cells, q, r)}
        assert hexes_of(probe.rows_where(what, rows), 0) == expected


@pytest.mark.parametrize("share", SHARES)
def test_hexes_are_counted(share: float) -> None:
    rows = random_rows(1, share)[:8].copy()
    assert probe.hexes_in(rows) == len(hexes_of(rows, 0))
    assert probe.hexes_in(np.full(8, 0xFFFFFFFF, np.uint32)) == 256


def test_rows_of_four_sets_become_four_sets_of_rows() -> None:
    rows = np.random.default_rng(1).integers(0, 1 << 32, (8, 4), np.uint32)
    assert (probe.four_sets(rows) == rows.T).all()
