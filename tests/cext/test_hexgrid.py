"""Tests of pieces on a grid without edges, compared with a dictionary, and of windows as lines of bits."""

from random import Random

import numpy as np
import pytest

from urbanist.cext import probe

NEIGHBOURS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
HEIGHT, NEAR, WHOLE = 7, 8, 16


def triangle(q: int, r: int, up: int) -> list[tuple[int, int]]:
    """Return the hexes of a triangle; the anchor is first."""
    return [(q, r), (q, r + 1), (q - 1, r + 1)] if up else [(q, r), (q + 1, r), (q, r + 1)]


def touching(hexes: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return hexes | {(q + dq, r + dr) for q, r in hexes for dq, dr in NEIGHBOURS}


class Pile:
    """Pieces by place: their heights and numbers."""

    def __init__(self) -> None:
        self.top: dict[tuple[int, int], tuple[int, int]] = {}
        self.pieces = 0

    def fits(self, q: int, r: int, up: int) -> bool:
        hexes = triangle(q, r, up)
        tops = [self.top.get(place, (0, 0)) for place in hexes]
        if len({height for height, _ in tops}) > 1:
            return False
        if tops[0][0] == 0:
            return bool(touching(set(hexes)) & set(self.top))
        return len({piece for _, piece in tops}) > 1

    def lay(self, q: int, r: int, up: int) -> None:
        self.pieces += 1
        for place in triangle(q, r, up):
            self.top[place] = (self.top.get(place, (0, 0))[0] + 1, self.pieces)


def piled(seed: int, centre: tuple[int, int], pieces: int) -> tuple[Pile, list[tuple[int, int, int]]]:
    """Return a random pile around a place, and the list of its pieces."""
    rng, pile = Random(seed), Pile()
    laid = [(*centre, seed % 2)]
    pile.lay(*laid[0])
    while len(laid) < pieces:
        q, r = rng.choice(sorted(touching(set(pile.top))))
        piece = (q + rng.randint(-1, 1), r + rng.randint(-1, 1), rng.randint(0, 1))
        if pile.fits(*piece):
            pile.lay(*piece)
            laid.append(piece)
    return pile, laid


@pytest.mark.parametrize("centre", [(0, 0), (30, 5), (-33, 31), (61, -61), (-7, -33), (31, 30)], ids=str)
def test_pieces_fit_where_a_dictionary_says_so(centre: tuple[int, int]) -> None:
    for seed in range(8):
        pile, laid = piled(seed, centre, 1 + 4 * seed)
        grid = probe.pieces_laid(laid)
        for q in range(centre[0] - 25, centre[0] + 26):
            for r in range(centre[1] - 25, centre[1] + 26):
                for up in (0, 1):
                    assert probe.fits(grid, q, r, up) == pile.fits(q, r, up)


@pytest.mark.parametrize(("columns", "lines"), [(16, 12), (16, 13), (17, 30), (32, 31), (33, 40), (64, 64)])
def test_a_window_shows_each_bit_of_its_hexes(columns: int, lines: int) -> None:
    for seed in range(10):
        pile, laid = piled(seed, (seed * 11 - 50, 40 - seed * 9), 25)
        grid = probe.pieces_laid(laid)
        west, north = min(q for q, _ in pile.top) - 2, min(r for _, r in pile.top) - 2
        near = touching(set(pile.top))
        shown = [probe.window_lines(grid, west, north, columns, lines, bit) for bit in range(4)]
        for r in range(lines):
            for q in range(columns):
                place = (west + q, north + r)
                height = sum((shown[bit][r] >> q & 1) << bit for bit in range(3))
                assert height == pile.top.get(place, (0, 0))[0]
                assert (shown[3][r] >> q & 1) == (place in near)


def test_a_piece_marks_its_anchor_until_it_is_covered() -> None:
    grid = probe.pieces_laid([(0, 0, 0), (0, 1, 1), (1, 1, 0)])
    assert np.count_nonzero(grid & WHOLE) == 2
    assert np.count_nonzero(grid & (WHOLE << 1)) == 1
    assert np.count_nonzero(grid & HEIGHT) == np.count_nonzero(grid & NEAR & (grid & HEIGHT != 0) * NEAR)
