"""What the ends of games are worth to a search, against the obvious code."""

from functools import cache
from itertools import islice
from math import tanh

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, by_day
from tests.search.exact import win_share, worth
from tests.search.positions import FAMILY_3, last_choice, plies_before_end
from urbanist.engine.game import State
from urbanist.engine.python_game import PythonGame
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import Network, shapes_of
from urbanist.search.options import UTILITIES, SearchOptions
from urbanist.search.result import Result

TIED = 201  # seed of a game whose last move can leave two seats level in points and tie-break


Ends = dict[str, State]


@cache
def last_moves(table: Table) -> list[tuple[State, Ends]]:
    """Return positions in which every move ends the game, and what each move leads to."""
    states = (last_choice(table, seed) for seed in range(30))
    futures = ((state, {str(move): state.play(move) for move in state.legal()}) for state in states)
    return list(islice((future for future in futures if all(end.over for end in future[1].values())), 6))


def searched(state: State, utility: str, spread: float = 12) -> Result:
    options = SearchOptions(utility=utility, spread=spread, widen=1000, endings=False)  # type: ignore[arg-type]
    return TreeSearch(state.game, options).think(state, Limit(nodes=300))


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
@pytest.mark.parametrize(("utility", "spread"), [*((utility, 12) for utility in UTILITIES), ("win", 40)])
def test_a_last_move_is_worth_what_the_end_is_worth(table: Table, utility: str, spread: float) -> None:
    states = last_moves(table)
    assert len(states) > 5
    for state, ends in states:
        for value in searched(state, utility, spread).values:
            end = ends[str(value.move)]
            assert value.value == pytest.approx(worth(end, utility, spread)[state.to_move], abs=1e-4)
            assert value.points == pytest.approx(end.scores(), abs=1e-3)


@pytest.mark.parametrize("table", by_day(PLAIN_TABLES))
def test_the_win_share_is_the_mean_of_the_ends_seen(table: Table) -> None:
    for state, ends in last_moves(table):
        result = searched(state, "win")
        shares = [(value.visits, win_share(ends[str(value.move)])) for value in result.values]
        for seat, share in enumerate(result.win_share):
            assert share == pytest.approx(sum(visits * of[seat] for visits, of in shares) / result.nodes)


def test_seats_that_are_level_share_the_win() -> None:
    state = plies_before_end(FAMILY_3, TIED, 1)
    tied = [move for move in state.legal() if state.play(move).ranks().count(1) == 2]
    values = {value.move: value.value for value in searched(state, "win").values}
    assert tied
    for move in tied:
        end = state.play(move)
        assert sorted(win_share(end)) == [0, 0.5, 0.5]
        assert values[move] == pytest.approx(worth(end, "win")[state.to_move], abs=1e-4)


class Debts(PythonGame):
    """The first of two seats chooses who owes how much."""

    name, seats, moves = "debts", (2,), ("start", "much", "little")

    def begin(self, seats: int, rng: object) -> int:
        return 0

    def to_move(self, chosen: int) -> int:
        return 0

    def legal(self, chosen: int) -> tuple[int, ...]:
        return () if chosen else (1, 2)

    def apply(self, chosen: int, move: int) -> int:
        return move

    def scores(self, chosen: int) -> tuple[int, ...]:
        return ((0, 0), (-150, -170), (-50, -30))[chosen]


@pytest.mark.parametrize("selection", ["ucb", "puct"])
@pytest.mark.parametrize(
    ("utility", "much", "little"),
    [
        ("points", -1.5, -0.5),
        ("margin", 0.5 + 0.5 * tanh(20 / 12), 0.5 - 0.5 * tanh(20 / 12)),
        ("win", 0.875 + 0.125 * tanh(20 / 12), 0.125 - 0.125 * tanh(20 / 12)),
    ],
)
def test_points_may_be_below_0(selection: str, utility: str, much: float, little: float) -> None:
    state = Debts().deal(seats=2, seed=1)
    options = SearchOptions(selection=selection, utility=utility, explore=0.5, fpu_reduction=0.1)  # type: ignore[arg-type]
    result = TreeSearch(state.game, options).think(state, Limit(nodes=50))
    values = {str(value.move): value.value for value in result.values}
    assert values == pytest.approx({"much": much, "little": little}, abs=1e-4)
    assert sum(value.visits for value in result.values) == 50


@pytest.mark.parametrize(("utility", "value"), [("points", -0.3), ("margin", 0.5), ("win", 0.75 / 3 + 0.125)])
def test_points_that_a_network_expects_may_be_below_0(utility: str, value: float) -> None:
    """All expect the same, so nobody is ahead."""
    state = FAMILY_3.deal(1)
    zeros = {name: np.zeros(shape) for name, shape in shapes_of(state.game).items()}
    network = Network(state.game, zeros | {"points_bias": -30})
    options = SearchOptions(utility=utility, plies=0, afterstates=0)  # type: ignore[arg-type]
    result = TreeSearch(state.game, options, network=network).think(state, Limit(nodes=20))
    assert result.points == pytest.approx([-30] * 3)
    assert [each.value for each in result.values] == pytest.approx([value] * len(result.values))
