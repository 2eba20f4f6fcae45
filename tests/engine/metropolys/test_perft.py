"""Perft of Metropolys: counts found by hand."""

from tests.oracle.metropolys_board import ADJACENT, NAMES
from urbanist.engine import GAMES
from urbanist.engine.perft import perft

METROPOLYS = GAMES["metropolys"]


def test_first_moves_counted_by_hand() -> None:
    """Thirteen values on each neighbourhood: 15 in the Centre, and 10 in each of two, three or four others."""
    assert [perft(METROPOLYS.deal(seats=seats), 1) for seats in (2, 3, 4)] == [13 * 35, 13 * 45, 13 * 55]


def test_second_moves_counted_by_hand() -> None:
    """After an opening with 13 the same seat opens again; after a lower one the next seat passes or raises."""
    adjacent = sum(name[0] in "CNE" for place in NAMES if place[0] in "CNE" for name in ADJACENT[place])
    openings_again = 35 * 12 * 34
    passes = 35 * 12
    raises = adjacent * sum(13 - value for value in range(1, 13))
    assert perft(METROPOLYS.deal(seats=2), 2) == openings_again + passes + raises
