"""The fit of the model of play behind beliefs: its tables begin with even odds."""

from math import log

import pytest

from bench.fit_beliefs import likelihood, losses, played, table
from urbanist.engine import GAMES


def test_the_tables_begin_with_even_odds_and_moves_have_a_likelihood() -> None:
    games = [played(GAMES["metropolys"], "expert", 2, 20, seed) for seed in range(2)]
    rows = losses(games, 2.0, 0.1)
    assert tuple(rows[0]) == pytest.approx((0, log(16), log(16)))
    assert len(list(table(rows))) == 10
    assert -8 < likelihood(games, 2.0, 0.1) < 0
