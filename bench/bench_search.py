"""How many visits does a search make in a second, and how many visits does it gain from a kept tree?"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table, choices
from tests.search.positions import whole_game
from urbanist.engine.history import View
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

NODES = 5000
TURNS = 8
UNSOLVED = SearchOptions(endings=False)  # a solution has no visits


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize("ply", [0, 20])
@pytest.mark.parametrize("search", ["mcts", "ismcts"])
def bench_visits(benchmark: BenchmarkFixture, table: Table, ply: int, search: str) -> None:
    state = choices(table, 1)[ply]
    observer = state.to_move if search == "ismcts" else None

    def think() -> object:
        return TreeSearch(table.game, UNSOLVED).think(state, Limit(nodes=NODES), observer=observer)

    per_second(benchmark, "visits", NODES, think)


def follow(views: list[View], reuse: bool) -> int:
    """Search all views, with one tree or with a new tree for each; return the sum of visits behind the choices."""
    search = TreeSearch(views[0].game, UNSOLVED)
    known = len(views[0].events)
    visits = 0
    for view in views:
        for event in view.events[known:] if reuse else ():
            search.advance(event)
        if not reuse:
            search.clear()
        known = len(view.events)
        result = search.think(view.state(known), Limit(nodes=NODES), observer=view.seat)
        visits += sum(value.visits for value in result.values)
    return visits


@pytest.mark.parametrize("reuse", [True, False], ids=["kept", "fresh"])
@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_a_tree_through_a_game(benchmark: BenchmarkFixture, table: Table, reuse: bool) -> None:
    whole = whole_game(table, 1)
    choosing = enumerate(not (state.over or state.due) and state.to_move == 0 for state in whole.states)
    turns = [ply for ply, chooses in choosing if chooses]
    views = [whole.until(ply).seen_by(0) for ply in turns[:TURNS]]
    benchmark.extra_info["visits behind a choice"] = round(follow(views, reuse) / len(views))
    per_second(benchmark, "visits", NODES * len(views), lambda: follow(views, reuse))
