"""What the ends of games are worth to a search, against the obvious code."""

from functools import cache
from itertools import islice

import pytest

from tests.engine.tables import PLAIN_TABLES, Table
from tests.search.exact import win_share, worth
from tests.search.positions import FAMILY_3, last_choice, plies_before_end
from urbanist.engine.game import State
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import UTILITIES, SearchOptions
from urbanist.search.result import Result

TIED = 201  # seed of a game whose last move can leave two seats level in points and tie-break


Ends = dict[str, State]


@cache
def last_moves(table: Table) -> list[tuple[State, Ends]]:
    """Return positions in which every move ends the game, and what each move leads to."""
    states = (last_choice(table, seed) for seed in range(30))
    futures = ((state, {move: state.play(move) for move in state.legal()}) for state in states)
    return list(islice((found for found in futures if all(end.over for end in found[1].values())), 6))


def searched(state: State, utility: str, spread: float = 12) -> Result:
    options = SearchOptions(utility=utility, spread=spread, widen=1000, endings=False)  # type: ignore[arg-type]
    return TreeSearch(state.game, options).think(state, Limit(nodes=300))


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize(("utility", "spread"), [*((utility, 12) for utility in UTILITIES), ("win", 40)])
def test_a_last_move_is_worth_what_the_end_is_worth(table: Table, utility: str, spread: float) -> None:
    states = last_moves(table)
    assert len(states) > 5
    for state, ends in states:
        for value in searched(state, utility, spread).values:
            end = ends[str(value.move)]
            assert value.value == pytest.approx(worth(end, utility, spread)[state.to_move], abs=1e-4)
            assert value.points == pytest.approx(end.scores(), abs=1e-3)


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def test_the_win_share_is_the_mean_of_the_ends_seen(table: Table) -> None:
    for state, ends in last_moves(table):
        result = searched(state, "win")
        shares = [(value.visits, win_share(ends[str(value.move)])) for value in result.values]
        for seat, share in enumerate(result.win_share):
            assert share == pytest.approx(sum(visits * of[seat] for visits, of in shares) / result.nodes)


def test_seats_that_are_level_share_the_win() -> None:
    state = plies_before_end(FAMILY_3, TIED, 1)
    tied = [move for move in state.legal_moves() if state.play(move).ranks().count(1) == 2]
    values = {value.move: value.value for value in searched(state, "win").values}
    assert tied
    for move in tied:
        end = state.play(move)
        assert sorted(win_share(end)) == [0, 0.5, 0.5]
        assert values[move] == pytest.approx(worth(end, "win")[state.to_move], abs=1e-4)
