"""Many random games in a row: the same games however many are asked for, and as they are in a batch."""

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, by_day
from urbanist.engine.batch import Batch
from urbanist.engine.simulate import simulate


def totals(table: Table, games: int, *, informed: bool = False) -> tuple[float, ...]:
    statistics = simulate(
        table.game, games, variant=table.variant, seats=table.seats, seed=5, informed=informed
    )
    return (statistics.plies, *(games * mean for mean in (*statistics.points, *statistics.win_share)))


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
def test_more_games_begin_with_the_same_ones(table: Table) -> None:
    """Whether games are played one by one, side by side or in several blocks, each ends as it does alone."""
    for few, more in ((1, 2), (19, 20), (256, 257), (511, 513)):
        gained = np.subtract(totals(table, more), totals(table, few))
        plies, points, wins = gained[0], gained[1 : 1 + table.seats], gained[1 + table.seats :]
        assert plies >= more - few
        assert points == pytest.approx(points.round(), abs=1e-6)
        assert wins.sum() == pytest.approx(more - few)
        assert (wins > -1e-6).all()


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
@pytest.mark.parametrize("informed", [False, True])
def test_the_games_are_those_of_a_batch(table: Table, informed: bool) -> None:
    """The means of points and plies of other deals differ by five standard errors at most."""
    games = 400
    statistics = simulate(
        table.game, games, variant=table.variant, seats=table.seats, seed=1, informed=informed
    )
    batch = Batch.deal(table.game, games, variant=table.variant, seats=table.seats, seed=2)
    batch.playout(3, informed=informed)
    plies, points = batch.array["ply"].astype(float), batch.scores()[:, : table.seats].astype(float)
    error = 5 * np.sqrt(2 / games)
    assert statistics.plies / games == pytest.approx(plies.mean(), abs=error * plies.std() + 1e-9)
    for seat in range(table.seats):
        assert statistics.points[seat] == pytest.approx(
            points[:, seat].mean(), abs=error * points[:, seat].std()
        )
