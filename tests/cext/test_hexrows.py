"""Tests of pieces on 32 rows of hexes, compared with a dictionary, and of bytes as words of bits."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from tests.statistics import chi_square, is_plausible
from urbanist.cext import probe

NEIGHBOURS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
ROWS = 32
HIGHEST = 3
EDGE = 3
Piece = tuple[int, int, int]


def triangle(up: int, r: int, q: int) -> list[tuple[int, int]]:
    """Return the hexes of a triangle, given by its row and the column of its westernmost hex."""
    return [(q + 1, r), (q + 1, r + 1), (q, r + 1)] if up else [(q, r), (q + 1, r), (q, r + 1)]


def touching(hexes: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return hexes | {(q + dq, r + dr) for q, r in hexes for dq, dr in NEIGHBOURS}


class Pile:
    """Pieces by place: their heights and numbers."""

    def __init__(self) -> None:
        self.top: dict[tuple[int, int], tuple[int, int]] = {}
        self.pieces = 0

    def fits(self, piece: Piece) -> bool:
        hexes = triangle(*piece)
        tops = [self.top.get(place, (0, 0)) for place in hexes]
        if len({height for height, _ in tops}) > 1:
            return False
        if tops[0][0] == 0:
            return bool(touching(set(hexes)) & set(self.top))
        return len({number for _, number in tops}) > 1

    def height(self, piece: Piece) -> int:
        return self.top.get(triangle(*piece)[0], (0, 0))[0]

    def lay(self, piece: Piece) -> None:
        self.pieces += 1
        for place in triangle(*piece):
            self.top[place] = (self.top.get(place, (0, 0))[0] + 1, self.pieces)

    def open(self) -> set[Piece]:
        """Return the triangles where a piece fits."""
        near = touching(touching(touching(set(self.top))))
        return {(up, r, q) for q, r in near for up in (0, 1) if self.fits((up, r, q))}


def piled(seed: int, pieces: int) -> tuple[Pile, list[Piece]]:
    """Return a random pile that keeps off the edges and is not too high, and the list of its pieces."""
    rng, pile = Random(seed), Pile()
    laid = [(seed % 2, rng.randint(6, 25), rng.randint(6, 25))]
    pile.lay(laid[0])
    room = range(EDGE, ROWS - EDGE - 1)
    while len(laid) < pieces:
        fitting = [
            piece
            for piece in sorted(pile.open())
            if piece[1] in room and piece[2] in room and pile.height(piece) < HIGHEST
        ]
        # High places are few among all, so half of the pieces go to one of the highest.
        highest = max(map(pile.height, fitting))
        laid.append(rng.choice([piece for piece in fitting if seed % 3 or pile.height(piece) == highest]))
        pile.lay(laid[-1])
    return pile, laid


@pytest.mark.parametrize("seed", range(24))
def test_pieces_fit_where_a_dictionary_says_so(seed: int) -> None:
    pile, laid = piled(seed, 1 + seed)
    rows = probe.piled(laid)
    for r, (levels, _, _) in enumerate(rows):
        for q in range(ROWS):
            height = pile.top.get((q, r), (0, 0))[0]
            assert [level >> q & 1 for level in levels] == [height > below for below in range(HIGHEST)]
    fitting = {
        (up, r, q)
        for r, (_, down, up_) in enumerate(rows)
        for up, marks in enumerate((down, up_))
        for q in range(ROWS)
        if marks >> q & 1
    }
    assert fitting == pile.open()


@pytest.mark.parametrize("seed", range(4))
def test_every_open_triangle_is_drawn_equally_often(seed: int) -> None:
    pile, laid = piled(seed, 12)
    places = sorted(pile.open())
    drawn = Counter(probe.drawn_open(laid, probe.words(seed, 0, 60 * len(places)).tolist()))
    assert set(drawn) == set(places)
    counts = [drawn[place] for place in places]
    assert is_plausible(chi_square(counts, [1 / len(places)] * len(places)), len(places) - 1)


def test_too_many_open_triangles_are_not_drawn() -> None:
    apart = [(0, row, column) for row in range(3, 28, 4) for column in range(3, 28, 4)]
    assert len(set(probe.drawn_open(apart, [0, 1 << 63]))) == 1
    assert probe.drawn_open(apart, [0]) == [None]


@pytest.mark.parametrize("seed", range(4))
def test_bounds_are_those_of_the_hexes(seed: int) -> None:
    pile, laid = piled(seed, 1 + 5 * seed)
    columns, rows = zip(*pile.top, strict=True)
    assert probe.bounds(laid) == (min(columns), max(columns), min(rows), max(rows))


def test_planes_are_the_bits_of_bytes() -> None:
    memory = np.random.default_rng(1).integers(0, 256, 64, np.uint8)
    for bit, plane in enumerate(probe.planes(memory, 8)):
        assert [plane >> place & 1 for place in range(64)] == (memory >> bit & 1).tolist()
