"""The match of searches that know more: every kind of knowledge plays a game."""

import pytest

from bench.cheating import KNOWS
from bench.match_beliefs import win_share
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.search import Limit, SearchOptions


@pytest.mark.parametrize("knows", KNOWS)
def test_one_seat_knows_more_and_gets_a_share_of_the_win(knows: str) -> None:
    start = History.start(GAMES["metropolys"].deal(variant="expert", seats=2, seed=3))
    found = [win_share(start, seat, knows, Limit(nodes=8), SearchOptions(seed=1)) for seat in (0, 1)]
    assert set(found) <= {0.0, 0.5, 1.0}


def test_a_search_that_knows_all_hands_still_draws_the_decks() -> None:
    start = History.start(GAMES["warszawa"].deal(seats=3, seed=3))
    assert 0 <= win_share(start, 0, "secrets", Limit(nodes=2), SearchOptions(seed=1)) <= 1
